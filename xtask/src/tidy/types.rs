//! Names and sizes of types.
//!
//! A name that two crates show means two things to a reader who uses both; only `Error` and `ErrorKind` are expected in
//! each. A private name that many modules use is vague in each of them. A struct with many fields holds more than one
//! thing.

use std::collections::{BTreeMap, BTreeSet};

use crate::finding::Finding;
use crate::rust::{self, SyntaxKind, Token, group_end};
use crate::workspace::SourceFile;

/// Names that each crate may show.
const SHARED: [&str; 2] = ["Error", "ErrorKind"];

/// Maximum number of private types of one name in the workspace.
const NAMESAKES: usize = 3;

/// Maximum number of fields of a struct.
const FIELDS: usize = 10;

/// Definition of a type.
#[derive(Debug, PartialEq, Eq)]
struct Definition<'a> {
    name: &'a str,
    is_public: bool,
    /// Number of named fields.
    fields: usize,
}

pub(super) fn check(files: &[SourceFile]) -> Vec<Finding> {
    let crates = rust::crates(files, false);
    let types: BTreeMap<&str, Vec<Definition<'_>>> = crates
        .iter()
        .map(|(folder, files)| (*folder, files.iter().flat_map(|(_, code)| definitions(code)).collect()))
        .collect();
    let mut shown_by: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut namesakes: BTreeMap<&str, usize> = BTreeMap::new();
    for (folder, types) in &types {
        for found in types {
            if found.is_public {
                shown_by.entry(found.name).or_default().insert(folder);
            } else {
                *namesakes.entry(found.name).or_default() += 1;
            }
        }
    }
    let mut findings = Vec::new();
    for (folder, types) in &types {
        let names = |wanted: &dyn Fn(&Definition<'_>) -> bool| -> Vec<&str> {
            types.iter().filter(|found| wanted(found)).map(|found| found.name).collect()
        };
        let mut public = names(&|found| {
            found.is_public && !SHARED.contains(&found.name) && shown_by[found.name].len() > 1
        });
        public.sort_unstable();
        public.dedup();
        let private = names(&|found| !found.is_public && namesakes[found.name] > NAMESAKES);
        let large = names(&|found| found.fields > FIELDS);
        for (rule, names, message) in [
            ("types.public", public, "other crates show types of these names; rename one"),
            ("types.private", private, "more than 3 private types have each of these names; rename some"),
            ("types.fields", large, "these structs have more than 10 fields; group them"),
        ] {
            if !names.is_empty() {
                findings.push(Finding::new(folder, 1, rule, format!("{message}: {}", names.join(", "))));
            }
        }
    }
    findings
}

/// Returns the structs, enums, unions, traits and type aliases of a file, without associated types.
fn definitions<'a>(code: &[Token<'a>]) -> Vec<Definition<'a>> {
    let mut found = Vec::new();
    // For each open brace: whether it belongs to an `impl` or a trait.
    let mut blocks: Vec<bool> = Vec::new();
    let mut is_associated = false;
    for (at, token) in code.iter().enumerate() {
        match token.text {
            "{" if token.kind == SyntaxKind::Punct => {
                blocks.push(is_associated);
                is_associated = false;
            }
            "}" if token.kind == SyntaxKind::Punct => {
                blocks.pop();
                is_associated = false;
            }
            ";" if token.kind == SyntaxKind::Punct => is_associated = false,
            "impl" if is_item(code, at) => is_associated = true,
            "trait" => is_associated = true,
            _ => {}
        }
        let is_type = match token.text {
            "struct" | "enum" | "trait" => true,
            "union" => code.get(at + 2).is_some_and(|after| after.is("{") || after.is("<")),
            "type" => blocks.last() != Some(&true),
            _ => false,
        };
        let name = code.get(at + 1).filter(|name| name.kind == SyntaxKind::Ident);
        if let Some(name) = name.filter(|_| is_type && token.kind == SyntaxKind::Ident) {
            let fields = if token.is("struct") { fields(&code[at + 2..]) } else { 0 };
            found.push(Definition { name: name.text, is_public: is_public(code, at), fields });
        }
    }
    found
}

/// Returns whether an item begins at `at`, and no type `impl Trait`.
fn is_item(code: &[Token<'_>], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|at| code.get(at));
    before.is_none_or(|token| ["{", "}", ";", "]", "unsafe"].iter().any(|text| token.is(text)))
}

/// Returns whether the item whose keyword is at `at` is `pub` without a restriction.
fn is_public(code: &[Token<'_>], at: usize) -> bool {
    at.checked_sub(1).and_then(|at| code.get(at)).is_some_and(|token| token.is("pub"))
}

/// Number of named fields of the struct whose tokens after the name are `code`.
fn fields(code: &[Token<'_>]) -> usize {
    let mut angles = 0_usize;
    let mut at = 0;
    while let Some(token) = code.get(at) {
        match token.text {
            "<" => angles += 1,
            ">" if !code[at - 1].is("-") => angles = angles.saturating_sub(1),
            "(" | "[" if angles > 0 => {
                at = group_end(code, at);
                continue;
            }
            "(" | ";" if angles == 0 => return 0,
            "{" if angles == 0 => break,
            _ => {}
        }
        at += 1;
    }
    let end = group_end(code, at);
    let mut count = 0;
    at += 1;
    while at + 1 < end {
        if ["(", "[", "{"].iter().any(|text| code[at].is(text)) {
            at = group_end(code, at);
            continue;
        }
        count += usize::from(code[at].kind == SyntaxKind::Ident && code[at + 1].is(":"));
        at += 1;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::super::testing::{file, rules};
    use super::*;

    fn of(source: &str) -> Vec<(String, bool, usize)> {
        let tokens = rust::tokens(source);
        let found = definitions(&tokens).into_iter();
        found.map(|found| (found.name.to_owned(), found.is_public, found.fields)).collect()
    }

    #[test]
    fn types_are_found_with_fields() {
        for (source, expected) in [
            (
                "pub struct A { pub a: B<C, D>, #[x(y: z)] b: [u8; 2], c: fn(d: E) -> F }",
                vec![("A", true, 3)],
            ),
            ("pub(crate) enum A { B { c: D } } struct E(F);", vec![("A", false, 0), ("E", false, 0)]),
            ("struct A<F: Fn(u8) -> u8> where F: Copy { a: F }", vec![("A", false, 1)]),
            ("impl A for B { type C = D; } type E = F;", vec![("E", false, 0)]),
            (
                "pub trait A { type B; fn c() -> impl D { } } fn e() { type G = H; }",
                vec![("A", true, 0), ("G", false, 0)],
            ),
            ("fn a(x: impl B) { struct C { } } union D { a: u8 }", vec![("C", false, 0), ("D", false, 0)]),
        ] {
            let expected: Vec<_> =
                expected.into_iter().map(|(name, is, of)| (name.to_owned(), is, of)).collect();
            assert_eq!(of(source), expected, "{source}");
        }
    }

    #[test]
    fn shared_names_and_large_structs_count() {
        let fields = "a: u8,".repeat(FIELDS + 1);
        let files = [
            file("crates/a/src/lib.rs", "pub struct Same; pub struct Error; struct Mine;"),
            file(
                "crates/b/src/lib.rs",
                "pub enum Same {} pub struct Error; struct Mine; mod x { struct Mine; }",
            ),
            file("crates/c/src/lib.rs", &format!("struct Mine; struct Large {{ {fields} }}")),
        ];
        let found = check(&files);
        let folders: Vec<&str> = found.iter().map(|finding| finding.path.as_str()).collect();
        assert_eq!(folders, ["crates/a", "crates/a", "crates/b", "crates/b", "crates/c", "crates/c"]);
        let expected = [
            "types.public:1",
            "types.private:1",
            "types.public:1",
            "types.private:1",
            "types.private:1",
            "types.fields:1",
        ];
        assert_eq!(rules(found), expected);
    }
}
