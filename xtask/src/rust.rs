//! Tokens of Rust source, for the checks and counts of this crate.
//!
//! A lexer is enough for them: they ask where comments, literals, paths and items are, and none asks for types. A full
//! parser such as `syn` drops comments and does not look into macros, and both matter here.

use std::collections::BTreeMap;

use crate::workspace::SourceFile;

/// Kind of a [`Token`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
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
    pub(crate) kind: Kind,
    /// Text in the source, with quotes or comment signs.
    pub(crate) text: &'a str,
    /// Line on which it begins, from 1.
    pub(crate) line: usize,
}

impl Token<'_> {
    /// Returns whether the compiler sees the token as code.
    pub(crate) fn is_code(&self) -> bool {
        !matches!(self.kind, Kind::Comment | Kind::OuterDoc | Kind::InnerDoc)
    }

    /// Returns whether the token is the sign or word `text`.
    pub(crate) fn is(&self, text: &str) -> bool {
        matches!(self.kind, Kind::Ident | Kind::Punct) && self.text == text
    }
}

/// Splits `source` into tokens. Text that is not Rust gives tokens as well, of no defined kind.
pub(crate) fn tokens(source: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let (mut at, mut line) = (0, 1);
    while let Some(first) = source[at..].chars().next() {
        let rest = &source[at..];
        if first.is_whitespace() {
            line += usize::from(first == '\n');
            at += first.len_utf8();
            continue;
        }
        let (kind, length) = token(rest, first);
        let text = &rest[..length];
        tokens.push(Token {
            kind,
            text: text.strip_prefix("r#").filter(|_| kind == Kind::Ident).unwrap_or(text),
            line,
        });
        line += text.matches('\n').count();
        at += length;
    }
    tokens
}

/// Kind and length of the token at the start of `rest`, which begins with `first`.
fn token(rest: &str, first: char) -> (Kind, usize) {
    if rest.starts_with("//") {
        let length = rest.find('\n').unwrap_or(rest.len());
        return (comment_kind(rest, "///", "//!"), length);
    }
    if rest.starts_with("/*") {
        return (comment_kind(rest, "/**", "/*!"), block_comment(rest));
    }
    if let Some(length) = string(rest) {
        return (Kind::Literal, length);
    }
    if first == '\'' {
        return quote(rest);
    }
    if first.is_alphabetic() || first == '_' {
        let start = if rest.starts_with("r#") { 2 } else { 0 };
        return (Kind::Ident, start + word(&rest[start..]));
    }
    if first.is_ascii_digit() {
        return (Kind::Literal, word(rest));
    }
    let length = if rest.starts_with("::") { 2 } else { first.len_utf8() };
    (Kind::Punct, length)
}

/// Length of the letters, digits and low lines at the start of `text`.
fn word(text: &str) -> usize {
    text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len())
}

fn comment_kind(rest: &str, outer: &str, inner: &str) -> Kind {
    // Four slashes, or three stars, are an ordinary comment.
    let is_outer = rest.strip_prefix(outer).is_some_and(|rest| !rest.starts_with(['/', '*']));
    match (is_outer, rest.starts_with(inner)) {
        (true, _) => Kind::OuterDoc,
        (_, true) => Kind::InnerDoc,
        _ => Kind::Comment,
    }
}

/// Length of a block comment, in which others may be nested.
fn block_comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    while let Some(found) = rest[at..].find(['/', '*']) {
        at += found;
        if rest[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with("*/") {
            depth = depth.saturating_sub(1);
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    rest.len()
}

/// Length of a string literal of any kind, if one is at the start of `rest`.
fn string(rest: &str) -> Option<usize> {
    let prefix = ["br", "cr", "b", "c", "r", ""].into_iter().find(|prefix| {
        rest.strip_prefix(prefix).is_some_and(|rest| {
            rest.starts_with('"')
                || prefix.ends_with('r')
                    && rest.trim_start_matches('#').starts_with('"')
                    && rest.starts_with('#')
        })
    })?;
    let body = &rest[prefix.len()..];
    if prefix.ends_with('r') {
        let hashes = body.len() - body.trim_start_matches('#').len();
        let end = format!("\"{}", "#".repeat(hashes));
        let open = prefix.len() + hashes + 1;
        return Some(rest[open..].find(&end).map_or(rest.len(), |at| open + at + end.len()));
    }
    Some(prefix.len() + quoted(body, b'"'))
}

/// Length of a literal with escapes, from its opening quote to its closing one.
fn quoted(text: &str, quote: u8) -> usize {
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            byte if byte == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Kind and length of a character or a lifetime.
fn quote(rest: &str) -> (Kind, usize) {
    let mut inner = rest[1..].chars();
    let is_char = matches!((inner.next(), inner.next()), (Some('\\'), _) | (Some(_), Some('\'')));
    if is_char { (Kind::Literal, quoted(rest, b'\'')) } else { (Kind::Lifetime, 1 + word(&rest[1..])) }
}

/// Returns the source files of each crate, by its folder, with their code outside of tests.
///
/// The folders are `crates/NAME` and `xtask`. /// `only_modules` removes the modules of tests and keeps other items under `#[cfg(test)]`.
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
        if token.kind == Kind::Punct {
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

    fn kinds(source: &str) -> Vec<(Kind, &str)> {
        tokens(source).iter().map(|token| (token.kind, token.text)).collect()
    }

    #[test]
    fn tokens_of_each_kind() {
        use Kind::{Comment, Ident, InnerDoc, Lifetime, Literal, OuterDoc, Punct};
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
                    (Ident, "b"),
                    (Literal, "'x'"),
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
