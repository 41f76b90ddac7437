//! Language of comments, documentation and messages in Rust source, as far as a program checks it.

use crate::finding::Finding;
use crate::rust::{SyntaxKind, Token, tokens};
use crate::workspace::SourceFile;

/// First words that a summary must not have: it is a noun phrase or a verb in the third person.
const QUESTIONS: [&str; 7] = ["What", "Whether", "Who", "Whose", "Where", "How", "That"];

/// Most characters of a summary.
const SUMMARY: usize = 100;

/// Words that are not used, with better ones.
const FORBIDDEN: [(&str, &str); 14] = [
    ("told", "reported, passed or logged"),
    ("tells", "reports or returns"),
    ("behind", "after, or the name of the wrapper"),
    ("beside", "next to, or with"),
    ("stands", "is"),
    ("whoever", "the name of the agent"),
    ("somebody", "the name of the agent"),
    ("owner", "user, operator or caller"),
    ("owners", "users, operators or callers"),
    ("room", "crate"),
    ("rooms", "crates"),
    ("at the word of", "as given by"),
    ("believed", "verified or trusted"),
    ("steers", "is a control character"),
];

/// Files whose literals have a forbidden word as data, with that word.
const DATA: [(&str, &str); 4] = [
    // A value of the JSON of a run.
    ("crates/runtime/src/outcome/calls.rs", "owner"),
    // A tag of the OpenAPI document that the tests import.
    ("crates/cli/tests/cli/convert.rs", "owners"),
    // The name of a document.
    ("tests/e2e/src/lib.rs", "owner"),
    // Words of which the benchmarks make descriptions.
    ("tests/bench/src/corpus.rs", "room"),
];

/// Files that name the forbidden words in order to find them.
const SELF: [&str; 2] = ["xtask/src/tidy/style.rs", "xtask/src/tidy/words.rs"];

pub(super) fn check(files: &[SourceFile]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| file.is_rust() && !SELF.contains(&file.path.as_str())) {
        let tokens = tokens(&file.text);
        let of = |rule| move |(line, what)| Finding::new(&file.path, line, rule, what);
        findings.extend(bad_summaries(&tokens).into_iter().map(of("words.summary")));
        findings.extend(forbidden(&tokens, &file.path).into_iter().map(of("words.forbidden")));
    }
    findings
}

/// Lines of summaries that begin with a question word or are too long, each with its fault.
fn bad_summaries(tokens: &[Token<'_>]) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let lines = tokens[at..].iter().take_while(|next| !token.is_code() && next.kind == token.kind);
        let count = lines.clone().count();
        if matches!(token.kind, SyntaxKind::OuterDoc | SyntaxKind::InnerDoc) {
            let lines = lines.map(|line| line.text[3..].trim()).take_while(|line| !line.is_empty());
            let summary = lines.collect::<Vec<_>>().join(" ");
            let first = summary.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
            if QUESTIONS.contains(&first) {
                found.push((token.line, format!("begins with {first}")));
            }
            let length = summary.chars().count();
            // A production of the grammar is the whole documentation of its function.
            if length > SUMMARY && !summary.starts_with("```") {
                found.push((
                    token.line,
                    format!("has {length} of {SUMMARY} characters in its first paragraph"),
                ));
            }
        }
        at += count.max(1);
    }
    found
}

/// Lines of the file `path` with a forbidden word in a comment or a literal, and the word that is better.
fn forbidden(tokens: &[Token<'_>], path: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for token in tokens.iter().filter(|token| !token.is_code() || token.kind == SyntaxKind::Literal) {
        for (at, line) in token.text.lines().enumerate() {
            let line = line.to_lowercase();
            for (word, better) in FORBIDDEN {
                if token.kind == SyntaxKind::Literal && DATA.contains(&(path, word)) {
                    continue;
                }
                for _ in line.match_indices(word).filter(|(at, _)| is_whole(&line, *at, word)) {
                    found.push((token.line + at, format!("`{word}`: write {better}")));
                }
            }
        }
    }
    found
}

/// Returns whether `word` at `at` is a word of its own. "Site owner" is a term of the project.
fn is_whole(line: &str, at: usize, word: &str) -> bool {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    let (before, after) = (&line[..at], &line[at + word.len()..]);
    !before.ends_with(is_letter)
        && !after.starts_with(is_letter)
        && !(word.starts_with("owner") && (before.ends_with("site ") || before.ends_with("site's ")))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{file, rules};
    use super::*;

    #[test]
    fn summaries_do_not_begin_with_questions() {
        let bad =
            |source: &str| bad_summaries(&tokens(source)).iter().map(|(line, _)| *line).collect::<Vec<_>>();
        for word in QUESTIONS {
            assert_eq!(bad(&format!("//! Doc.\n\n/// {word} it is.\nfn f() {{}}\n")), [3]);
        }
        assert_eq!(bad("/// Returns whether it is.\nfn f() {}\n/// Whatever.\n"), [0; 0]);
        assert_eq!(
            bad("/// First.\n///\n/// What comes later.\nfn f() {}\n// What a comment says.\n"),
            [0; 0]
        );
        assert_eq!(bad(&format!("/// ```ebnf\n/// {}\n/// ```", "a = b ;".repeat(20))), [0; 0]);
        assert_eq!(bad(&format!("/// {}.\n///\n/// More {0}.", "word ".repeat(18).trim())), [0; 0]);
        assert_eq!(bad(&format!("/// {}\n/// {0}.", "word ".repeat(11).trim())), [1]);
    }

    #[test]
    fn forbidden_words_are_found() {
        for (word, _) in FORBIDDEN {
            for text in
                [format!("// A {word} b.\n"), format!("\"\n{word}\""), format!("/// A.\n/// {word}.\n")]
            {
                assert_eq!(forbidden(&tokens(&text), "a.rs").len(), 1, "{text}");
            }
        }
        for text in ["// The site owner, a site's owner, mushroom.", "fn room(owner: T) {}", "\"headroom\""] {
            assert_eq!(forbidden(&tokens(text), "a.rs"), [], "{text}");
        }
    }

    #[test]
    fn data_may_have_forbidden_words() {
        for (path, word) in DATA {
            let text = format!("// {word}\nconst A: &str = \"{word}\";");
            let found = forbidden(&tokens(&text), path);
            assert_eq!(found.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1], "{path}");
            assert_eq!(forbidden(&tokens(&text), "a.rs").len(), 2);
        }
    }

    #[test]
    fn findings_have_their_line() {
        let text = "//! What.\n// somebody\n";
        let found = check(&[file("crates/a/src/b.rs", text), file("tests/e2e/tests/a/b.rs", text)]);
        let paths: Vec<&str> = found.iter().map(|finding| finding.path.as_str()).collect();
        assert_eq!(
            paths,
            ["crates/a/src/b.rs", "crates/a/src/b.rs", "tests/e2e/tests/a/b.rs", "tests/e2e/tests/a/b.rs"]
        );
        assert_eq!(
            rules(found),
            ["words.summary:1", "words.forbidden:2", "words.summary:1", "words.forbidden:2"]
        );
    }
}
