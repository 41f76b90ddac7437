//! Tokens of Rust source, for the checks and counts of this crate.
//!
//! A lexer is enough: they need the positions of comments, literals, paths and items, and no types. It is the
//! compiler's own. A full parser such as `syn` drops comments and does not look into macros, and both matter here.

use std::collections::BTreeMap;

use ra_ap_rustc_lexer::{DocStyle, FrontmatterAllowed, TokenKind, tokenize};

use crate::workspace::SourceFile;

/// Kind of a [`Token`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SyntaxKind {
    /// Identifier or keyword; a raw identifier without its `r#`.
    Ident,
    /// One sign, or `::`.
    Punct,
    /// Number, character, string or byte string.
    Literal,
    /// Lifetime or label.
    Lifetime,
    /// Comment that is not documentation.
    Comment,
    /// `///` or `/** */`.
    OuterDoc,
    /// `//!` or `/*! */`.
    InnerDoc,
}

/// Piece of a source text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    /// Kind.
    pub(crate) kind: SyntaxKind,
    /// Text in the source, with quotes or comment signs.
    pub(crate) text: &'a str,
    /// Line on which it begins, from 1.
    pub(crate) line: usize,
}

impl Token<'_> {
    /// Returns whether the compiler sees the token as code.
    pub(crate) fn is_code(&self) -> bool {
        !matches!(self.kind, SyntaxKind::Comment | SyntaxKind::OuterDoc | SyntaxKind::InnerDoc)
    }

    /// Returns whether the token is the sign or word `text`.
    pub(crate) fn is(&self, text: &str) -> bool {
        matches!(self.kind, SyntaxKind::Ident | SyntaxKind::Punct) && self.text == text
    }
}

/// Splits `source` into tokens. Text that is not Rust gives tokens as well, of no defined kind.
pub(crate) fn tokens(source: &str) -> Vec<Token<'_>> {
    let mut tokens: Vec<Token<'_>> = Vec::new();
    let (mut at, mut line) = (0, 1);
    for token in tokenize(source, FrontmatterAllowed::No) {
        let start = at;
        at += token.len as usize;
        let text = &source[start..at];
        let from = line;
        line += text.matches('\n').count();
        let Some(kind) = kind(token.kind) else { continue };
        // The compiler's lexer leaves it to the parser to join signs.
        let path = start.checked_sub(1).and_then(|start| source.get(start..at));
        if let Some(path) = path.filter(|path| *path == "::")
            && let Some(last) = tokens.last_mut().filter(|last| last.text == ":")
        {
            last.text = path;
            continue;
        }
        let text = text.strip_prefix("r#").filter(|_| kind == SyntaxKind::Ident).unwrap_or(text);
        tokens.push(Token { kind, text, line: from });
    }
    tokens
}

/// Returns the kind of a token of the compiler's lexer; `None` for white space.
fn kind(kind: TokenKind) -> Option<SyntaxKind> {
    use TokenKind::{
        BlockComment, ForcedKeywordIdent, Ident, InvalidIdent, Lifetime, LineComment, Literal, RawIdent,
        RawLifetime, UnknownPrefix, UnknownPrefixLifetime, Whitespace,
    };
    Some(match kind {
        LineComment { doc_style } | BlockComment { doc_style, .. } => match doc_style {
            Some(DocStyle::Outer) => SyntaxKind::OuterDoc,
            Some(DocStyle::Inner) => SyntaxKind::InnerDoc,
            None => SyntaxKind::Comment,
        },
        Whitespace => return None,
        Ident | InvalidIdent | RawIdent | ForcedKeywordIdent | UnknownPrefix => SyntaxKind::Ident,
        Literal { .. } => SyntaxKind::Literal,
        Lifetime { .. } | RawLifetime | UnknownPrefixLifetime => SyntaxKind::Lifetime,
        _ => SyntaxKind::Punct,
    })
}

/// Returns the source files of each crate, by its folder, with their code outside of tests.
///
/// The folders are `crates/NAME` and `xtask`. `only_modules` removes the modules of tests and keeps other items under
/// `#[cfg(test)]`.
pub(crate) fn crates(
    files: &[SourceFile],
    only_modules: bool,
) -> BTreeMap<&str, Vec<(&str, Vec<Token<'_>>)>> {
    let mut crates: BTreeMap<&str, Vec<(&str, Vec<Token<'_>>)>> = BTreeMap::new();
    let mut excluded = Vec::new();
    for file in files.iter().filter(|file| file.is_rust()) {
        let Some((folder, _)) = file.path.split_once("/src/") else { continue };
        if folder == "xtask" || folder.strip_prefix("crates/").is_some_and(|name| !name.contains('/')) {
            let (code, removed) = without_tests(&tokens(&file.text), only_modules);
            excluded.extend(removed.into_iter().map(|module| module.location(&file.path)));
            crates.entry(folder).or_default().push((&file.path, code));
        }
    }
    let is_test = |path: &str| {
        excluded.iter().any(|module| {
            path.strip_prefix(module.as_str()).is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
        })
    };
    for files in crates.values_mut() {
        files.retain(|(path, _)| !is_test(path));
    }
    crates
}

/// Module `mod name;` of tests.
#[derive(Debug, PartialEq, Eq)]
struct TestModule<'a> {
    name: &'a str,
    /// Value of its attribute `path`, without `.rs`.
    path: Option<&'a str>,
}

impl TestModule<'_> {
    /// Path of its file without `.rs`, if the file `parent` declares it.
    fn location(&self, parent: &str) -> String {
        let (folder, name) = parent.rsplit_once('/').unwrap_or(("", parent));
        match self.path {
            Some(path) => format!("{folder}/{path}"),
            None if matches!(name, "lib.rs" | "main.rs" | "mod.rs") => format!("{folder}/{}", self.name),
            None => format!("{}/{}", parent.strip_suffix(".rs").unwrap_or(parent), self.name),
        }
    }
}

/// Removes items that exist in tests only, modules alone or all.
///
/// They are those under `#[cfg(test)]` or `#[cfg(all(test, …))]`.
/// Returns the rest of the code, without comments, and the modules `mod name;` that were removed.
fn without_tests<'a>(tokens: &[Token<'a>], only_modules: bool) -> (Vec<Token<'a>>, Vec<TestModule<'a>>) {
    let code: Vec<Token<'a>> = tokens.iter().filter(|token| token.is_code()).copied().collect();
    let mut kept = Vec::with_capacity(code.len());
    let mut removed = Vec::new();
    let mut at = 0;
    while at < code.len() {
        if is_test_attribute(&code[at..]) {
            let start = item_start(&code, at);
            let end = item_end(&code, start);
            let module = module_name(&code[start..end]);
            if let Some(name) = module
                && code[end - 1].is(";")
            {
                let path =
                    code[at..start].windows(3).find(|tokens| tokens[0].is("path") && tokens[1].is("="));
                let path = path.map(|tokens| tokens[2].text.trim_matches('"').trim_end_matches(".rs"));
                removed.push(TestModule { name, path });
            }
            if module.is_some() || !only_modules {
                at = end;
                continue;
            }
        }
        kept.push(code[at]);
        at += 1;
    }
    (kept, removed)
}

fn is_test_attribute(code: &[Token<'_>]) -> bool {
    let starts = |words: &[&str]| {
        code.len() > words.len() && words.iter().zip(code).all(|(word, token)| token.is(word))
    };
    starts(&["#", "[", "cfg", "(", "test", ")"]) || starts(&["#", "[", "cfg", "(", "all", "(", "test"])
}

/// Index of the first token after the attributes that begin at `at`.
fn item_start(code: &[Token<'_>], mut at: usize) -> usize {
    while at + 1 < code.len() && code[at].is("#") && code[at + 1].is("[") {
        at = group_end(code, at + 1);
    }
    at
}

/// Index after the item, field or variant that begins at `at`.
fn item_end(code: &[Token<'_>], at: usize) -> usize {
    const BLOCKS: [&str; 9] =
        ["fn", "struct", "enum", "union", "trait", "impl", "mod", "macro_rules", "unsafe"];
    const STATEMENTS: [&str; 5] = ["use", "const", "static", "type", "extern"];
    let is_visibility = |token: &Token<'_>| {
        ["pub", "(", ")", "crate", "super", "self", "in"].iter().any(|word| token.is(word))
    };
    let start =
        code[at..].iter().position(|token| !is_visibility(token)).map_or(code.len(), |length| at + length);
    let is_one_of =
        |at: usize, words: &[&str]| code.get(at).is_some_and(|token| words.iter().any(|word| token.is(word)));
    let ends: &[&str] = if is_one_of(start, &BLOCKS) || is_one_of(start + 1, &BLOCKS) {
        &["{", ";"]
    } else if is_one_of(start, &STATEMENTS) {
        &[";"]
    } else {
        &[",", ";", "}"]
    };
    let mut at = start;
    while at < code.len() {
        if is_one_of(at, ends) {
            let is_after = code[at].is("}");
            return if code[at].is("{") { group_end(code, at) } else { at + usize::from(!is_after) };
        }
        at = if is_one_of(at, &["(", "[", "{"]) { group_end(code, at) } else { at + 1 };
    }
    code.len()
}

/// Index after the group whose opening bracket is at `at`.
pub(crate) fn group_end(code: &[Token<'_>], at: usize) -> usize {
    let mut depth = 0_usize;
    for (index, token) in code.iter().enumerate().skip(at) {
        if token.kind == SyntaxKind::Punct {
            match token.text {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return index + 1;
                    }
                }
                _ => {}
            }
        }
    }
    code.len()
}

/// Name of the module that `item` declares, if it is one.
fn module_name<'a>(item: &[Token<'a>]) -> Option<&'a str> {
    let at = item.iter().position(|token| token.is("mod"))?;
    // Only a visibility is written before it.
    let is_visible = item[..at]
        .iter()
        .all(|token| ["pub", "(", ")", "crate", "super", "in", "::"].iter().any(|word| token.is(word)));
    is_visible.then(|| item.get(at + 1).map(|token| token.text))?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(source: &str) -> Vec<(SyntaxKind, &str)> {
        tokens(source).iter().map(|token| (token.kind, token.text)).collect()
    }

    #[test]
    fn tokens_of_each_kind() {
        use SyntaxKind::{Comment, Ident, InnerDoc, Lifetime, Literal, OuterDoc, Punct};
        for (source, expected) in [
            (
                "/// a\n//! b\n// c\n//// d",
                &[(OuterDoc, "/// a"), (InnerDoc, "//! b"), (Comment, "// c"), (Comment, "//// d")][..],
            ),
            ("/* a /* b */ c */ d", &[(Comment, "/* a /* b */ c */"), (Ident, "d")]),
            ("a::b", &[(Ident, "a"), (Punct, "::"), (Ident, "b")]),
            (
                r##"r#"a"b"# r#type b"x\"y" "//""##,
                &[(Literal, "r#\"a\"b\"#"), (Ident, "type"), (Literal, r#"b"x\"y""#), (Literal, "\"//\"")],
            ),
            (
                r"'a' '\'' 'a 'static '\u{1}' b'x'",
                &[
                    (Literal, "'a'"),
                    (Literal, r"'\''"),
                    (Lifetime, "'a"),
                    (Lifetime, "'static"),
                    (Literal, r"'\u{1}'"),
                    (Literal, "b'x'"),
                ],
            ),
            ("0x1f 1_000", &[(Literal, "0x1f"), (Literal, "1_000")]),
            ("\"open", &[(Literal, "\"open")]),
            ("/* open", &[(Comment, "/* open")]),
        ] {
            assert_eq!(kinds(source), expected, "{source}");
        }
        let lines: Vec<usize> = tokens("a\n\"b\nc\"\nd").iter().map(|token| token.line).collect();
        assert_eq!(lines, [1, 2, 4]);
    }

    #[test]
    fn items_of_tests_are_removed() {
        let kept = |source: &str, only_modules| {
            let (kept, removed) = without_tests(&tokens(source), only_modules);
            let kept: Vec<&str> = kept.iter().map(|token| token.text).collect();
            let removed: Vec<String> = removed.iter().map(|module| module.location("a/b.rs")).collect();
            (kept.join(" "), removed.join(" "))
        };
        let of = |kept: &str, removed: &str| (kept.to_owned(), removed.to_owned());
        assert_eq!(kept("a #[cfg(test)] mod tests { b { } } c", true), of("a c", ""));
        assert_eq!(kept("#[cfg(test)]\n#[path = \"x.rs\"] pub(crate) mod tests; c", true), of("c", "a/x"));
        assert_eq!(kept("#[cfg(test)] mod tests; c", true), of("c", "a/b/tests"));
        assert_eq!(kept("#[cfg(test)] use a::{b, c}; d", false), of("d", ""));
        assert_eq!(kept("#[cfg(test)] use a;", true), of("# [ cfg ( test ) ] use a ;", ""));
        assert_eq!(kept("#[cfg(all(test, unix))] fn a() { b } c", false), of("c", ""));
        assert_eq!(kept("{ a: A, #[cfg(test)] b: [B; 2], c: C }", false), of("{ a : A , c : C }", ""));
        assert_eq!(kept("{ #[cfg(test)] b: B }", false), of("{ }", ""));
        assert_eq!(kept("#[cfg(test)] const A: A = A { a }; d", false), of("d", ""));
        assert_eq!(kept("#[cfg(test)] const fn a() -> [A; 2] { a } d", false), of("d", ""));
        assert_eq!(
            kept("#[cfg(not(test))] fn a() { }", false),
            of("# [ cfg ( not ( test ) ) ] fn a ( ) { }", "")
        );
    }
}
