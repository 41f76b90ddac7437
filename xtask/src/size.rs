//! `cargo xtask size`: lines of code of each crate.
//!
//! A line counts if the compiler sees something of it: blank lines, comments, documentation and the modules of tests do
//! not. Folders of tests, examples and benchmarks do not either: the figure is the Rust code that users build.

use std::collections::{BTreeMap, BTreeSet};

use crate::failure::Outcome;
use crate::rust::{self, Token};
use crate::workspace::{self, SourceFile};

/// Print the lines of code of each crate, without blank lines, comments and test modules
#[derive(clap::Args)]
#[command(
    after_help = "Each line is `LINES CRATE`, the last one the sum. Rust files below crates/*/src are counted."
)]
pub(crate) struct SizeArgs {}

pub(crate) fn run(_: &SizeArgs) -> Outcome {
    let files = workspace::files()?;
    let sizes = sizes(&files);
    for (name, lines) in &sizes {
        println!("{lines:>7} {name}");
    }
    println!("{:>7} in sum", sizes.values().sum::<usize>());
    Ok(())
}

/// Lines of code of each crate under `crates/`.
fn sizes(files: &[SourceFile]) -> BTreeMap<&str, usize> {
    let crates = rust::crates(files, true).into_iter();
    let crates = crates.filter_map(|(folder, files)| Some((folder.strip_prefix("crates/")?, files)));
    crates.map(|(name, files)| (name, files.iter().map(|(_, code)| lines(code)).sum())).collect()
}

/// Number of lines with a token. A literal of several lines counts with its lines that are not blank.
fn lines(code: &[Token<'_>]) -> usize {
    let lines = code.iter().flat_map(|token| {
        let lines = token.text.lines().enumerate().filter(|(_, text)| !text.trim().is_empty());
        lines.map(|(at, _)| token.line + at)
    });
    lines.collect::<BTreeSet<usize>>().len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::testing::file;

    #[test]
    fn lines_of_code_are_counted() {
        let text = "//! Doc.\n\nuse a; use b;\n// c\nfn f() {\n    \"x\n\n// y\"\n}\n#[cfg(test)]\nmod tests {\n    x\n}\n";
        let files = [
            file("crates/a/src/lib.rs", text),
            file("crates/a/src/b.rs", "a\n#[cfg(test)]\nmod tests;\n#[cfg(test)]\nfn f() {}\n"),
            file("crates/a/src/b/tests.rs", "a\n"),
            file("crates/a/src/b/tests/c.rs", "a\n"),
            file("crates/a/tests/d.rs", "a\n"),
            file("xtask/src/main.rs", "a\n"),
        ];
        assert_eq!(sizes(&files), BTreeMap::from([("a", 5 + 3)]));
    }
}
