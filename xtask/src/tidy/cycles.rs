//! Cycles between the modules of a crate, and between its folders.
//!
//! A module is a file; a module within it is part of it. Module A uses module B if A names an item that is defined in
//! B, by an import or by a path, also if the name is re-exported on the way. `mod` declarations and re-exports do not
//! count as uses, a parent and its child are two modules like any others, and tests do not count. Methods and fields
//! are not followed: a module that calls one names the type somewhere, or is given it.
//!
//! A folder is a module with all that is below it. Siblings are compared at each level: of the modules below `a`, the
//! folders `a/b` and `a/c` may not use each other, in whichever of their files. The file of `a` itself takes no part.

use std::collections::{BTreeMap, BTreeSet};

use crate::finding::Finding;
use crate::rust::{self, SyntaxKind, Token, group_end};
use crate::workspace::SourceFile;

/// Path from the root of the crate, whose own path is empty.
type Path<'a> = Vec<&'a str>;

/// Names that one file defines and imports.
#[derive(Debug, Default)]
struct Module<'a> {
    code: &'a [Token<'a>],
    file: &'a str,
    defined: BTreeSet<&'a str>,
    /// Imported names with their paths; empty for names of other crates.
    imported: BTreeMap<&'a str, Path<'a>>,
    /// Paths of `use path::*`.
    globs: Vec<Path<'a>>,
    /// Paths that private imports name.
    named: Vec<Path<'a>>,
    /// Tokens of imports, which do not count as paths of the code.
    imports: Vec<std::ops::Range<usize>>,
}

pub(super) fn check(files: &[SourceFile]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (folder, files) in rust::crates(files, false) {
        findings.extend(cycles(&files).iter().map(|cycle| {
            let message = format!(
                "modules or folders that use one another in a circle: {}; move the shared items into a module of their own",
                cycle.join(", ")
            );
            Finding::new(folder, 1, "modules.cycle", message)
        }));
    }
    findings
}

/// Returns the sets of modules and of folders of a crate that use one another.
///
/// A module is named by the path of its file, a folder by its path from the root of the crate.
fn cycles(files: &[(&str, Vec<Token<'_>>)]) -> Vec<Vec<String>> {
    let mut modules: BTreeMap<Path<'_>, Module<'_>> = BTreeMap::new();
    for (file, code) in files {
        modules.insert(module_path(file), Module { code, file, ..Module::default() });
    }
    let paths: BTreeSet<Path<'_>> = modules.keys().cloned().collect();
    for (path, module) in &mut modules {
        module.read(path, &paths);
    }
    let edges: BTreeMap<&Path<'_>, BTreeSet<&Path<'_>>> =
        modules.iter().map(|(path, module)| (path, module.uses(path, &paths, &modules))).collect();
    let mut cycles: Vec<Vec<String>> = (circles(&edges).iter())
        .map(|circle| circle.iter().map(|path| modules[*path].file.to_owned()).collect())
        .collect();
    let parents: BTreeSet<&[&str]> = paths.iter().filter_map(|path| Some(path.split_last()?.1)).collect();
    cycles.extend(parents.iter().flat_map(|parent| folder_cycles(parent, &edges)));
    cycles
}

/// Returns the sets of siblings below `parent` that use one another.
///
/// At least one of each set is a folder of several files.
fn folder_cycles<'a>(
    parent: &[&'a str],
    edges: &BTreeMap<&Path<'a>, BTreeSet<&Path<'a>>>,
) -> Vec<Vec<String>> {
    let mut between: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (from, to) in edges {
        let Some(from) = sibling(parent, from) else { continue };
        let to = to.iter().filter_map(|to| sibling(parent, to)).filter(|to| *to != from);
        between.entry(from).or_default().extend(to);
    }
    let is_folder = |name: &str| edges.keys().filter(|path| sibling(parent, path) == Some(name)).count() > 1;
    let full_name = |name: &str| parent.iter().copied().chain([name]).collect::<Vec<_>>().join("/");
    let circles = circles(&between).into_iter().filter(|circle| circle.iter().any(|name| is_folder(name)));
    circles.map(|circle| circle.into_iter().map(full_name).collect()).collect()
}

/// The part of `path` right below `parent`; `None` outside of it.
fn sibling<'a>(parent: &[&'a str], path: &Path<'a>) -> Option<&'a str> {
    path.strip_prefix(parent)?.first().copied()
}

/// Returns the sets of nodes that reach one another.
fn circles<T: Ord + Copy>(edges: &BTreeMap<T, BTreeSet<T>>) -> Vec<Vec<T>> {
    let reachable: BTreeMap<T, BTreeSet<T>> = edges.keys().map(|from| (*from, reach(*from, edges))).collect();
    let mut left: BTreeSet<T> = edges.keys().copied().collect();
    let mut circles = Vec::new();
    while let Some(from) = left.pop_first() {
        let others = left.iter().copied();
        let others: Vec<T> =
            others.filter(|to| reachable[&from].contains(to) && reachable[to].contains(&from)).collect();
        if !others.is_empty() {
            left.retain(|node| !others.contains(node));
            circles.push(std::iter::once(from).chain(others).collect());
        }
    }
    circles
}

fn reach<T: Ord + Copy>(from: T, edges: &BTreeMap<T, BTreeSet<T>>) -> BTreeSet<T> {
    let mut found = BTreeSet::new();
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        open.extend(edges.get(&at).into_iter().flatten().copied().filter(|to| found.insert(*to)));
    }
    found
}

/// `[a, b]` of `crates/x/src/a/b.rs`.
fn module_path(file: &str) -> Path<'_> {
    let inner = file.split_once("/src/").map_or(file, |(_, inner)| inner);
    let mut path: Path<'_> = inner.trim_end_matches(".rs").split('/').collect();
    path.pop_if(|last| matches!(*last, "lib" | "main" | "mod"));
    path
}

impl<'a> Module<'a> {
    /// Finds definitions and imports.
    fn read(&mut self, own: &Path<'a>, paths: &BTreeSet<Path<'a>>) {
        let code = self.code;
        let mut depth = 0_usize;
        for (at, token) in code.iter().enumerate() {
            if token.kind == SyntaxKind::Punct {
                match token.text {
                    "{" => depth += 1,
                    "}" => depth = depth.saturating_sub(1),
                    _ => {}
                }
            }
            let next = code.get(at + 1).map_or("", |token| token.text);
            let is_item =
                ["fn", "struct", "enum", "union", "trait", "type", "const", "static"].contains(&token.text);
            if token.kind == SyntaxKind::Ident && is_item && depth == 0 {
                self.defined.insert(next);
            } else if token.is("macro_rules") {
                self.defined.insert(code.get(at + 2).map_or("", |token| token.text));
            } else if token.is("mod") && depth == 0 && code.get(at + 2).is_some_and(|token| token.is("{")) {
                self.defined.insert(next);
            } else if token.is("use") {
                let end = item_end_of_import(code, at);
                let is_public = at > 0 && (code[at - 1].is("pub") || code[at - 1].is(")"));
                let mut leaves = Vec::new();
                import(&code[at + 1..end], &[], &mut leaves);
                for (name, path) in leaves {
                    self.import(own, paths, name, &path, is_public);
                }
                self.imports.push(at..end);
            }
        }
    }

    fn import(
        &mut self,
        own: &Path<'a>,
        paths: &BTreeSet<Path<'a>>,
        name: &'a str,
        path: &[&'a str],
        is_public: bool,
    ) {
        let absolute = absolute(path, own, paths);
        match absolute {
            Some(path) if name == "*" => self.globs.push(path),
            Some(path) => {
                if !is_public {
                    self.named.push(path.clone());
                }
                self.imported.insert(name, path);
            }
            // `use Kind::*` or `use kind::Kind::A` by an imported name.
            None => {
                if let Some((first, rest)) = path.split_first()
                    && let Some(start) = self.imported.get(first).filter(|start| !start.is_empty())
                {
                    let path: Path<'_> = start.iter().chain(rest).copied().collect();
                    self.named.push(path);
                } else if name != "*" {
                    self.imported.entry(name).or_default();
                }
            }
        }
    }

    /// Modules with an item that this one names.
    fn uses<'b>(
        &self,
        own: &Path<'a>,
        paths: &BTreeSet<Path<'a>>,
        modules: &'b BTreeMap<Path<'a>, Module<'a>>,
    ) -> BTreeSet<&'b Path<'a>> {
        let mut named = self.named.clone();
        let mut at = 0;
        while at < self.code.len() {
            if let Some(range) = self.imports.iter().find(|range| range.contains(&at)) {
                at = range.end;
                continue;
            }
            let path = path_at(self.code, at);
            at += (path.len() * 2).saturating_sub(1).max(1);
            let Some((first, rest)) = path.split_first() else { continue };
            if let Some(path) = absolute(&path, own, paths) {
                if !rest.is_empty() {
                    named.push(path);
                }
            } else if let Some(start) = self.imported.get(first).filter(|start| !start.is_empty()) {
                named.push(start.iter().chain(rest).copied().collect());
            } else if !self.defined.contains(first) {
                // A name that only a glob can have brought.
                named.extend(self.globs.iter().map(|glob| glob.iter().chain([first]).copied().collect()));
            }
        }
        named.sort_unstable();
        named.dedup();
        let found = named.iter().filter_map(|path| defining(path, modules, 8));
        found.filter(|found| *found != own).collect()
    }
}

/// Returns the module that defines the item `path`.
///
/// Re-exports and imports are followed, at most `steps` of them.
fn defining<'a, 'b>(
    path: &[&'a str],
    modules: &'b BTreeMap<Path<'a>, Module<'a>>,
    steps: usize,
) -> Option<&'b Path<'a>> {
    // The longest part of the path that is a module; the item is the next name.
    let length = (0..=path.len()).rev().find(|length| modules.contains_key(&path[..*length]))?;
    let (found, module) = modules.get_key_value(&path[..length])?;
    let (name, rest) = path[length..].split_first()?;
    if module.defined.contains(name) {
        return Some(found);
    }
    let steps = steps.checked_sub(1)?;
    if let Some(start) = module.imported.get(name) {
        let path: Path<'_> = start.iter().chain(rest).copied().collect();
        return if start.is_empty() { None } else { defining(&path, modules, steps) };
    }
    module.globs.iter().find_map(|glob| {
        let path: Path<'_> = glob.iter().chain([name]).chain(rest).copied().collect();
        defining(&path, modules, steps)
    })
}

/// Returns `path` from the root of the crate.
///
/// `None` if it does not begin there or with a module in reach of `own`.
fn absolute<'a>(path: &[&'a str], own: &Path<'a>, modules: &BTreeSet<Path<'a>>) -> Option<Path<'a>> {
    let mut start = own.clone();
    match *path.first()? {
        "crate" => start.clear(),
        "self" => {}
        "super" => {
            start.pop();
        }
        child => {
            start.push(child);
            if !modules.contains(&start) {
                return None;
            }
        }
    }
    let mut rest = &path[1..];
    while let Some((&"super", after)) = rest.split_first() {
        start.pop();
        rest = after;
    }
    start.extend(rest);
    Some(start)
}

/// Path at `at`, such as `a::b::c`; empty if there is none.
fn path_at<'a>(code: &[Token<'a>], at: usize) -> Path<'a> {
    let is_inner = at > 0 && (code[at - 1].is("::") || code[at - 1].is("."));
    let mut path = Vec::new();
    let mut next = at;
    while !is_inner && let Some(token) = code.get(next).filter(|token| token.kind == SyntaxKind::Ident) {
        path.push(token.text);
        if !code.get(next + 1).is_some_and(|token| token.is("::")) {
            break;
        }
        next += 2;
    }
    path
}

/// Index of the `;` that ends the import at `at`.
fn item_end_of_import(code: &[Token<'_>], at: usize) -> usize {
    code[at..].iter().position(|token| token.is(";")).map_or(code.len(), |length| at + length)
}

/// Adds the names that a tree of imports brings, with their paths; `*` for all of a module.
fn import<'a>(tree: &[Token<'a>], before: &[&'a str], leaves: &mut Vec<(&'a str, Path<'a>)>) {
    let mut path = before.to_vec();
    let mut at = 0;
    while let Some(token) = tree.get(at) {
        match token.text {
            "::" => at += 1,
            "{" => {
                let end = group_end(tree, at);
                let mut start = at + 1;
                while start < end - 1 {
                    let mut stop = start;
                    while stop < end - 1 && !tree[stop].is(",") {
                        stop = if tree[stop].is("{") { group_end(tree, stop) } else { stop + 1 };
                    }
                    import(&tree[start..stop], &path, leaves);
                    start = stop + 1;
                }
                return;
            }
            "*" => return leaves.push(("*", path)),
            "as" => {
                let name = tree.get(at + 1).map_or("_", |token| token.text);
                return leaves.push((name, path));
            }
            "self" if !path.is_empty() => {
                at += 1;
            }
            word => {
                path.push(word);
                at += 1;
            }
        }
    }
    if let Some(name) = path.last() {
        leaves.push((name, path.clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rust;
    use crate::tidy::testing::file;

    /// Cycles of a crate with the files `src/NAME.rs`.
    #[track_caller]
    fn cyclic(files: &[(&str, &str)], expected: &[&str]) {
        let files: Vec<SourceFile> =
            files.iter().map(|(name, text)| file(&format!("crates/x/src/{name}.rs"), text)).collect();
        let crates = rust::crates(&files, false);
        let found: Vec<String> = cycles(&crates["crates/x"])
            .iter()
            .map(|cycle| cycle.join(" ").replace("crates/x/src/", "").replace(".rs", ""))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn cycles_are_found_by_items() {
        let lib = ("lib", "mod a; mod b; pub use a::A;");
        cyclic(&[lib, ("a", "use crate::b::B; struct A;"), ("b", "struct B;")], &[]);
        cyclic(&[lib, ("a", "use crate::b::B; struct A;"), ("b", "struct B(crate::a::A);")], &["a b"]);
        cyclic(&[lib, ("a", "use super::b; struct A(b::B);"), ("b", "use crate::A; struct B;")], &["a b"]);
        cyclic(&[lib, ("a", "use super::b; struct A;"), ("b", "use crate::A; struct B;")], &[]);
        cyclic(
            &[lib, ("a", "struct A; fn f() { m!(crate::b::f()) }"), ("b", "use crate::a::*; fn f() { A }")],
            &["a b"],
        );
        cyclic(
            &[
                lib,
                ("a", "struct A; fn f() { x.b::<A>() }"),
                ("b", "use crate::a::{A as X, self}; fn f() {}"),
            ],
            &[],
        );
        cyclic(&[lib, ("a", "pub use crate::b::B; struct A;"), ("b", "use crate::a::A; struct B;")], &[]);
        cyclic(
            &[lib, ("a", "pub use crate::b::B; struct A(B);"), ("b", "use crate::a::A; struct B;")],
            &["a b"],
        );
    }

    #[test]
    fn parents_children_and_longer_ways_count() {
        let lib = ("lib", "mod a;");
        cyclic(
            &[lib, ("a/mod", "mod b; struct A; fn f() { b::g() }"), ("a/b", "use super::A; fn g() {}")],
            &["a/mod a/b"],
        );
        cyclic(&[lib, ("a", "mod b; struct A; fn f() { b::g() }"), ("a/b", "fn g() {}")], &[]);
        let long = [
            ("lib", "mod a; mod b; mod c; fn f() { a::a() }"),
            ("a", "use crate::b::b; fn a() {}"),
            ("b", "use crate::c::{d::D, c}; fn b() {}"),
            ("c", "fn c() { crate::a::a() }"),
        ];
        cyclic(&long, &["a b c"]);
    }

    #[test]
    fn folders_count_as_a_whole() {
        let lib = ("lib", "mod a; mod b;");
        let a = ("a/mod", "mod x; mod y;");
        let x = ("a/x", "use crate::b::B; fn x() {}");
        cyclic(&[lib, a, x, ("a/y", "struct Y;"), ("b", "use crate::a::y::Y; struct B;")], &["a b"]);
        cyclic(&[lib, a, x, ("a/y", "use super::x::x; struct Y;"), ("b", "struct B;")], &[]);
        let inner = [
            lib,
            ("a/mod", "mod m; mod n; fn f() { m::x::x() }"),
            ("a/m/x", "use super::super::n::N; fn x() {}"),
            ("a/m/y", "struct Y;"),
            ("a/n", "use crate::a::m::y::Y; struct N;"),
        ];
        cyclic(&inner, &["a/m a/n"]);
    }

    #[test]
    fn tests_are_no_uses() {
        let lib = ("lib", "mod a; mod b;");
        let a = ("a", "use crate::b::B; struct A;");
        cyclic(
            &[
                lib,
                a,
                ("b", "struct B; #[cfg(test)] use crate::a::A; #[cfg(test)] mod tests { use crate::a::A; }"),
            ],
            &[],
        );
        cyclic(
            &[
                lib,
                a,
                ("b", "struct B; #[cfg(test)] mod tests;"),
                ("b/tests", "use crate::a::A; use super::B;"),
            ],
            &[],
        );
    }
}
