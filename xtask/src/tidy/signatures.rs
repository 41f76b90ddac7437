//! Types of foreign crates in public signatures: invariant I2.
//!
//! A signature is public if its item is `pub` without a restriction: the lint `unreachable_pub`, which is an error in
//! `cargo xtask ci clippy`, refuses such an item that no other crate can reach. The check resolves the names that a file
//! imports, and the aliases of a crate. It reads no expansions of macros.

use std::collections::BTreeSet;

use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Attribute, Fields, ImplItem, Item, Signature, TraitItem, Type, UseTree, Visibility};

use crate::finding::Finding;
use crate::workspace::SourceFile;

/// Crates whose types no public signature has, and all crates whose name begins with one and `_`.
const FOREIGN: [&str; 6] = ["nom", "oxc", "fantoccini", "reqwest", "html5ever", "rquickjs"];

fn is_foreign(name: &str) -> bool {
    FOREIGN.iter().any(|foreign| {
        name.strip_prefix(foreign).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
    })
}

pub(super) fn check(files: &[SourceFile]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut folders: Vec<&str> = files.iter().filter_map(source_folder).collect();
    folders.dedup();
    for folder in folders {
        let mut parsed = Vec::new();
        for file in files.iter().filter(|file| source_folder(file) == Some(folder)) {
            match syn::parse_file(&file.text) {
                Ok(tree) => parsed.push((file.path.as_str(), tree.items)),
                Err(cause) => findings.push(Finding::new(
                    &file.path,
                    cause.span().start().line,
                    "invariant.signature",
                    format!("expected Rust source: {cause}"),
                )),
            }
        }
        findings.extend(check_crate(&parsed));
    }
    findings
}

/// Returns the folder with the source of the crate that `file` is a part of.
fn source_folder(file: &SourceFile) -> Option<&str> {
    let end = file.path.find("/src/")? + "/src/".len();
    (file.is_rust() && file.path.starts_with("crates/")).then(|| &file.path[..end])
}

/// Checks the files of a crate, each with its path.
fn check_crate(files: &[(&str, Vec<Item>)]) -> Vec<Finding> {
    let mut names = CrateNames::default();
    // An alias of an alias is found in the next round.
    loop {
        let before = names.aliases.len();
        for (_, items) in files {
            let imported = imports(items);
            names.collect(items, &imported);
        }
        if names.aliases.len() == before {
            break;
        }
    }
    let mut findings = Vec::new();
    for (path, items) in files {
        let imported = imports(items);
        let mut reader = Reader { names: &names, imported: &imported, found: Vec::new() };
        reader.read_items(items);
        reader.found.sort();
        reader.found.dedup();
        findings.extend(reader.found.into_iter().map(|(line, name)| {
            let message = format!("`{name}` in a public signature; wrap it in a type of the crate (I2)");
            Finding::new(path, line, "invariant.signature", message)
        }));
    }
    findings
}

/// Names that a crate defines.
#[derive(Default)]
struct CrateNames {
    /// Types, traits and aliases that are public.
    public: BTreeSet<String>,
    /// Aliases of foreign types, public or not.
    aliases: BTreeSet<String>,
}

impl CrateNames {
    fn collect(&mut self, items: &[Item], imported: &BTreeSet<String>) {
        for item in items.iter().filter(|item| !is_test(item)) {
            let (visibility, name) = match item {
                Item::Struct(item) => (&item.vis, &item.ident),
                Item::Enum(item) => (&item.vis, &item.ident),
                Item::Union(item) => (&item.vis, &item.ident),
                Item::Trait(item) => (&item.vis, &item.ident),
                Item::Type(item) => {
                    if !foreign_names(self, imported, |names| names.visit_type(&item.ty)).is_empty() {
                        self.aliases.insert(item.ident.to_string());
                    }
                    (&item.vis, &item.ident)
                }
                Item::Mod(item) => {
                    if let Some((_, items)) = &item.content {
                        let imported = imports(items).union(imported).cloned().collect();
                        self.collect(items, &imported);
                    }
                    continue;
                }
                _ => continue,
            };
            if is_public(visibility) {
                self.public.insert(name.to_string());
            }
        }
    }
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// Returns whether an item is compiled for tests alone.
fn is_test(item: &Item) -> bool {
    let attributes: &[Attribute] = match item {
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    };
    attributes.iter().any(|attribute| {
        let list = attribute.meta.require_list();
        attribute.path().is_ident("cfg") && list.is_ok_and(|list| list.tokens.to_string() == "test")
    })
}

/// Returns the names that items import from foreign crates; `*` for all names of one.
fn imports(items: &[Item]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for item in items {
        if let Item::Use(item) = item {
            add_imports(&item.tree, None, &mut names);
        }
    }
    names
}

/// Adds the foreign names of a `use`.
///
/// `module` is the name before `tree`, if the name is in a foreign crate.
fn add_imports(tree: &UseTree, module: Option<&str>, names: &mut BTreeSet<String>) {
    match tree {
        UseTree::Path(path) => {
            let name = path.ident.to_string();
            let is_inside = module.is_some() || is_foreign(&name);
            add_imports(&path.tree, is_inside.then_some(name.as_str()), names);
        }
        UseTree::Name(name) => {
            let name = name.ident.to_string();
            match module {
                Some(module) if name == "self" => names.insert(module.to_owned()),
                Some(_) => names.insert(name),
                None => is_foreign(&name) && names.insert(name),
            };
        }
        UseTree::Rename(rename) => {
            if module.is_some() || is_foreign(&rename.ident.to_string()) {
                names.insert(rename.rename.to_string());
            }
        }
        UseTree::Group(group) => {
            for tree in &group.items {
                add_imports(tree, module, names);
            }
        }
        UseTree::Glob(_) => {
            if module.is_some() {
                names.insert("*".to_owned());
            }
        }
    }
}

/// Foreign names in a part of a tree.
struct ForeignNames<'a> {
    names: &'a CrateNames,
    imported: &'a BTreeSet<String>,
    found: Vec<(usize, String)>,
}

impl<'a> Visit<'a> for ForeignNames<'_> {
    fn visit_path(&mut self, path: &'a syn::Path) {
        let idents: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let begins = idents.first().is_some_and(|first| is_foreign(first) || self.imported.contains(first));
        if begins || idents.iter().any(|name| self.names.aliases.contains(name)) {
            let line = path.segments.first().map_or(1, |first| first.ident.span().start().line);
            self.found.push((line, idents.join("::")));
        }
        visit::visit_path(self, path);
    }

    fn visit_attribute(&mut self, _: &'a Attribute) {}

    fn visit_block(&mut self, _: &'a syn::Block) {}

    fn visit_expr(&mut self, _: &'a syn::Expr) {}
}

fn foreign_names(
    names: &CrateNames,
    imported: &BTreeSet<String>,
    look: impl FnOnce(&mut ForeignNames<'_>),
) -> Vec<(usize, String)> {
    let mut foreign = ForeignNames { names, imported, found: Vec::new() };
    look(&mut foreign);
    foreign.found
}

/// Reader of the public signatures of a file.
struct Reader<'a> {
    names: &'a CrateNames,
    imported: &'a BTreeSet<String>,
    found: Vec<(usize, String)>,
}

impl Reader<'_> {
    fn look(&mut self, look: impl FnOnce(&mut ForeignNames<'_>)) {
        self.found.extend(foreign_names(self.names, self.imported, look));
    }

    fn read_items(&mut self, items: &[Item]) {
        for item in items.iter().filter(|item| !is_test(item)) {
            self.read_item(item);
        }
    }

    fn read_item(&mut self, item: &Item) {
        match item {
            Item::Mod(item) => {
                if let Some((_, items)) = &item.content {
                    // A module does not see the names around it, but it may import them by `super::*`.
                    let imported = imports(items).union(self.imported).cloned().collect();
                    let mut inner = Reader { names: self.names, imported: &imported, found: Vec::new() };
                    inner.read_items(items);
                    self.found.extend(inner.found);
                }
            }
            Item::Use(item) => {
                let mut names = BTreeSet::new();
                add_imports(&item.tree, None, &mut names);
                // Names that are not written cannot be looked for.
                names.retain(|name| is_public(&item.vis) || name == "*");
                let line = item.use_token.span.start().line;
                self.found.extend(names.into_iter().map(|name| (line, name)));
            }
            Item::Fn(item) if is_public(&item.vis) => self.read_signature(&item.sig),
            Item::Const(item) if is_public(&item.vis) => self.look(|names| names.visit_type(&item.ty)),
            Item::Static(item) if is_public(&item.vis) => self.look(|names| names.visit_type(&item.ty)),
            Item::Type(item) if is_public(&item.vis) => self.look(|names| names.visit_type(&item.ty)),
            Item::Struct(item) if is_public(&item.vis) => {
                self.look(|names| names.visit_generics(&item.generics));
                self.read_fields(&item.fields, false);
            }
            Item::Union(item) if is_public(&item.vis) => {
                let fields = item.fields.named.iter().filter(|field| is_public(&field.vis));
                for field in fields {
                    self.look(|names| names.visit_type(&field.ty));
                }
            }
            Item::Enum(item) if is_public(&item.vis) => {
                self.look(|names| names.visit_generics(&item.generics));
                for variant in &item.variants {
                    self.read_fields(&variant.fields, true);
                }
            }
            Item::Trait(item) if is_public(&item.vis) => self.read_trait(item),
            Item::Impl(item) => self.read_impl(item),
            _ => {}
        }
    }

    fn read_signature(&mut self, signature: &Signature) {
        self.look(|names| names.visit_signature(signature));
    }

    /// Reads the types of fields: the public ones, or all of an enum.
    fn read_fields(&mut self, fields: &Fields, all: bool) {
        for field in fields.iter().filter(|field| all || is_public(&field.vis)) {
            self.look(|names| names.visit_type(&field.ty));
        }
    }

    fn read_trait(&mut self, item: &syn::ItemTrait) {
        self.look(|names| {
            names.visit_generics(&item.generics);
            visit_bounds(names, &item.supertraits);
        });
        for member in &item.items {
            match member {
                TraitItem::Fn(function) => self.read_signature(&function.sig),
                TraitItem::Const(member) => self.look(|names| names.visit_type(&member.ty)),
                TraitItem::Type(member) => self.look(|names| {
                    names.visit_generics(&member.generics);
                    visit_bounds(names, &member.bounds);
                }),
                _ => {}
            }
        }
    }

    /// Reads an implementation for a public type, or of a public trait for a foreign type.
    fn read_impl(&mut self, item: &syn::ItemImpl) {
        let type_name = last_name(&item.self_ty);
        let is_public_type = type_name.is_some_and(|name| self.names.public.contains(&name));
        let Some((_, path, _)) = &item.trait_ else {
            let members = item.items.iter().filter(|_| is_public_type);
            for member in members {
                match member {
                    ImplItem::Fn(function) if is_public(&function.vis) => self.read_signature(&function.sig),
                    ImplItem::Const(member) if is_public(&member.vis) => {
                        self.look(|names| names.visit_type(&member.ty));
                    }
                    _ => {}
                }
            }
            return;
        };
        let trait_name = path.segments.last().map(|segment| segment.ident.to_string());
        let is_public_trait = trait_name.is_some_and(|name| self.names.public.contains(&name));
        if !is_public_type && !is_public_trait {
            return;
        }
        self.look(|names| {
            names.visit_generics(&item.generics);
            names.visit_path(path);
            names.visit_type(&item.self_ty);
        });
        for member in &item.items {
            match member {
                ImplItem::Fn(function) => self.read_signature(&function.sig),
                ImplItem::Const(member) => self.look(|names| names.visit_type(&member.ty)),
                ImplItem::Type(member) => self.look(|names| names.visit_type(&member.ty)),
                _ => {}
            }
        }
    }
}

fn visit_bounds(names: &mut ForeignNames<'_>, bounds: &Punctuated<syn::TypeParamBound, syn::Token![+]>) {
    for bound in bounds {
        names.visit_type_param_bound(bound);
    }
}

/// Returns the last name of the path of a type, also of a reference to it.
fn last_name(of: &Type) -> Option<String> {
    match of {
        Type::Path(path) => path.path.segments.last().map(|segment| segment.ident.to_string()),
        Type::Reference(reference) => last_name(&reference.elem),
        Type::Paren(inner) => last_name(&inner.elem),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{file, rules};
    use super::*;

    /// Returns the lines with a finding in a crate of one file.
    fn lines(source: &str) -> Vec<usize> {
        check(&[file("crates/a/src/lib.rs", source)]).iter().map(|finding| finding.line).collect()
    }

    #[test]
    fn foreign_types_are_found() {
        for signature in [
            "pub fn f(a: &nom::Err<()>) {}",
            "pub fn f() -> Result<(), ::reqwest::Error> { g() }",
            "pub fn f<T: Into<oxc_ast::Node>>(a: T) {}",
            "pub fn f(a: impl Fn(html5ever::Name)) {}",
            "pub async fn f() -> Option<Vec<rquickjs::Value<'static>>> { None }",
            "pub struct A { pub b: fantoccini::Client }",
            "pub struct A(pub [nom::Err<()>; 2]);",
            "pub enum A { B(reqwest::Error), C }",
            "pub trait A: nom::Input {}",
            "pub trait A { type B: nom::Input; }",
            "pub trait A { fn b(&self) -> nom::Err<()>; }",
            "pub type A = reqwest::Error;",
            "pub const A: Option<nom::Needed> = None;",
            "pub use reqwest::Error;",
            "pub use reqwest as http;",
            "pub use nom::{self};",
            "use nom::*;",
            "pub struct A; impl From<reqwest::Error> for A { fn from(_: E) -> A { A } }",
            "pub struct A; impl nom::Input for A {}",
            "pub struct A; impl Iterator for A { type Item = nom::Needed; }",
            "pub struct A; impl A { pub fn b(&self) -> nom::Needed { c() } }",
            "pub trait A {} impl A for reqwest::Client {}",
            "pub mod a { pub fn f(b: nom::Needed) {} }",
        ] {
            assert_eq!(lines(signature), [1], "{signature}");
        }
    }

    #[test]
    fn imports_and_aliases_are_resolved() {
        for (first, used) in [
            ("use nom::Needed;", "Needed"),
            ("use nom::{self, Needed as More, Err};", "More"),
            ("use oxc_ast::ast;", "ast::Program"),
            ("use reqwest as http;", "http::Client"),
            ("type Inner = nom::Needed; type Outer = Vec<Inner>;", "crate::a::Outer"),
        ] {
            assert_eq!(lines(&format!("{first}\npub fn f(a: {used}) {{}}")), [2], "{first}");
        }
        let files = [
            file("crates/a/src/lib.rs", "use crate::b::Inner;\npub fn f(a: Inner) {}"),
            file("crates/a/src/b.rs", "pub(crate) type Inner = nom::Needed;"),
        ];
        assert_eq!(rules(check(&files)), ["invariant.signature:2"]);
    }

    #[test]
    fn private_uses_are_free() {
        for source in [
            "fn f(a: nom::Needed) {}",
            "pub(crate) fn f(a: nom::Needed) {}",
            "pub fn f() { let a: nom::Needed = g(); }",
            "pub struct A { b: reqwest::Client }",
            "pub struct A; impl A { fn b(&self) -> nom::Needed { c() } }",
            "struct A; impl From<reqwest::Error> for A { fn from(_: E) -> A { A } }",
            "use nom::Needed;",
            "pub fn f(a: nominal::A, b: Vec<crate::nomen::B>) {}",
            "#[cfg(test)]\nmod tests { pub fn f(a: nom::Needed) {} }",
        ] {
            assert_eq!(lines(source), [0; 0], "{source}");
        }
        assert_eq!(rules(check(&[file("tests/a/src/lib.rs", "pub fn f(a: nom::Needed) {}")])), [""; 0]);
    }

    #[test]
    fn unreadable_source_is_reported() {
        assert_eq!(lines("\nfn ("), [2]);
    }
}
