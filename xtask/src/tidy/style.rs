//! Measure of the language of comments, messages and documents.
//!
//! A marker is a construction that plain technical English avoids, such as a clause in the place of a noun. The measure
//! counts the markers of each package and document per 1,000 words. It finds correct English as well, so the goal is
//! not zero: the same expressions find 0.5 to 1.3 in ripgrep, uv, rust-analyzer and axum.
//!
//! The decision: [`CEILINGS`] lists the packages above the goal, each with a ceiling that may only fall.
//! `cargo xtask tidy --lower` lowers the ceilings to the present figures.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

use regex::Regex;

use crate::finding::Finding;
use crate::workspace::SourceFile;

/// Most markers per 1,000 words of a package or document, in tenths.
const GOAL: usize = 50;

/// Most markers per 1,000 words of the whole project, in tenths.
const MEAN: usize = 30;

/// Name of the whole project in [`CEILINGS`].
const ALL: &str = "all";

/// Smallest number of words that a figure is computed of.
const SMALLEST: usize = 300;

/// File with the ceilings: a name and a figure a line.
pub(super) const CEILINGS: &str = "xtask/style.txt";

/// First lines of [`CEILINGS`].
const HEAD: &str = "\
# Ceilings of the packages and documents above the goal: markers per 1,000 words (`xtask/src/tidy/style.rs`).
# They may only fall: `cargo xtask tidy --lower`. `cargo xtask tidy --style PATH` lists the lines with markers.
";

/// Paths whose text is data.
const SKIPPED: [&str; 4] = ["tests/data/", "spec/conformance/cases/", "target/", "tests/fuzz/corpus"];

/// Words after `is no` that make correct English, by their first letters.
const CORRECT: [&str; 6] = ["longer", "more", "less", "doubt", "need", "such"];

/// Expression of `is no …`. Its group is the word that follows.
static NEGATION: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"\b(?:is|are|was|were|be|been) no (\w+)").ok());

/// Expressions of the other markers.
static MARKERS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let expressions = [
        r"\b[Ww]hat (?:a|an|the|it|they|is|was|has|he|its|no|of|comes|goes|follows|every|this|one|each|code|we|are|were|may|can|cannot|could|would|does|do|did|pages?|browsers?|tools?)\b",
        r"\b(?:that|those) (?:of|that|which)\b",
        r"\bwhere (?:it|there|a|the|one|that|they|no|both|each|this|its)\b",
        r"\b(?:says?|said|saying|tell|told|tells|hears?|heard|hearing|asks?|asked)\b",
    ];
    expressions.iter().filter_map(|expression| Regex::new(expression).ok()).collect()
});

/// Comment that fills a line. Its group is the text.
static COMMENT: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^\s*(?:///|//!|//|\*|/\*\*?) ?(.*)").ok());

/// String literal on one line. Its group is the text.
static LITERAL: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r#""((?:[^"\\]|\\.)*)""#).ok());

/// Numbers of words and of markers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Count {
    words: usize,
    markers: usize,
}

impl Count {
    /// Returns the markers per 1,000 words in tenths, rounded up.
    fn rate(self) -> usize {
        (self.markers * 10_000).div_ceil(self.words.max(1))
    }
}

/// Line of prose with markers.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct MarkedLine<'a> {
    pub(super) markers: usize,
    pub(super) path: &'a str,
    pub(super) line: usize,
    pub(super) text: &'a str,
}

/// Checks each package and document against its ceiling or the goal, and all against the mean.
pub(super) fn check(files: &[SourceFile]) -> Vec<Finding> {
    let counts = count_markers(files);
    let ceilings = files.iter().find(|file| file.path == CEILINGS).map_or("", |file| &file.text);
    let ceilings = parse_ceilings(ceilings);
    let mut findings = Vec::new();
    for (name, count) in &counts {
        let (rate, goal) = (count.rate(), goal_of(name));
        let limit = ceilings.get(name).copied().unwrap_or(goal);
        if rate > limit {
            let message = format!(
                "expected at most {} markers per 1,000 words, found {}; see `cargo xtask tidy --style {name}`",
                in_units(limit),
                in_units(rate)
            );
            findings.push(Finding::new(name, 1, "style.markers", message));
        } else if limit > goal && rate + 5 < limit {
            let message = format!(
                "the ceiling {} is above the figure {}; run `cargo xtask tidy --lower`",
                in_units(limit),
                in_units(rate)
            );
            findings.push(Finding::note(name, 1, "style.markers", message));
        }
    }
    findings
}

/// Returns the text of [`CEILINGS`] with lower figures, without rows that reached the goal.
pub(super) fn lower_ceilings(files: &[SourceFile]) -> String {
    let counts = count_markers(files);
    let text = files.iter().find(|file| file.path == CEILINGS).map_or("", |file| &file.text);
    let mut lowered = HEAD.to_owned();
    for (name, ceiling) in parse_ceilings(text) {
        let Some(count) = counts.get(name) else { continue };
        let ceiling = ceiling.min(count.rate());
        if ceiling > goal_of(name) {
            // Writing to a string cannot fail.
            let _ = writeln!(lowered, "{name} {}", in_units(ceiling));
        }
    }
    lowered
}

/// Returns the lines with markers of the paths that begin with `prefix`, most markers first.
pub(super) fn marked_lines<'a>(files: &'a [SourceFile], prefix: &str) -> Vec<MarkedLine<'a>> {
    let mut marked = Vec::new();
    for file in files.iter().filter(|file| is_measured(&file.path) && file.path.starts_with(prefix)) {
        marked.extend(prose(file).into_iter().filter_map(|(line, text)| {
            let markers = markers_in(text);
            (markers > 0).then_some(MarkedLine { markers, path: &file.path, line, text: text.trim() })
        }));
    }
    marked.sort_by_key(|line| std::cmp::Reverse(line.markers));
    marked
}

/// Counts words and markers of each package and document, and of the whole project as [`ALL`].
fn count_markers(files: &[SourceFile]) -> BTreeMap<&str, Count> {
    let mut counts: BTreeMap<&str, Count> = BTreeMap::new();
    let mut all = Count::default();
    for file in files.iter().filter(|file| is_measured(&file.path)) {
        for (_, text) in prose(file) {
            let (words, markers) = (text.split_whitespace().count(), markers_in(text));
            for count in [&mut all, counts.entry(group_of(&file.path)).or_default()] {
                count.words += words;
                count.markers += markers;
            }
        }
    }
    counts.insert(ALL, all);
    counts.retain(|_, count| count.words >= SMALLEST);
    counts
}

fn is_measured(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, extension)| matches!(extension, "rs" | "js" | "mjs" | "md"))
        && !SKIPPED.iter().any(|folder| path.starts_with(folder))
}

/// Returns the package or document of a file.
///
/// It is `crates/NAME`, `tests/NAME`, another folder, or the file itself.
fn group_of(path: &str) -> &str {
    let mut slashes = path.match_indices('/').map(|(at, _)| at);
    let (Some(first), second) = (slashes.next(), slashes.next()) else { return path };
    match (&path[..first], second) {
        ("crates" | "tests", Some(second)) => &path[..second],
        (folder, _) => folder,
    }
}

/// Returns the lines of comments, and the literals of three words or more, with their line numbers.
///
/// A Markdown file is prose as a whole, except for its fenced code and its tables.
fn prose(file: &SourceFile) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let (Some(comment), Some(literal)) = (&*COMMENT, &*LITERAL) else { return found };
    let mut is_fenced = false;
    for (number, line) in file.lines() {
        if file.extension() == Some("md") {
            let start = line.trim_start();
            if start.starts_with("```") {
                is_fenced = !is_fenced;
            } else if !is_fenced && !start.starts_with('|') {
                found.push((number, line));
            }
        } else if let Some(text) = comment.captures(line).and_then(|parts| parts.get(1)) {
            found.push((number, text.as_str()));
        } else {
            let literals = literal.captures_iter(line).filter_map(|parts| parts.get(1));
            let literals = literals.map(|text| text.as_str());
            found.extend(
                literals.filter(|text| text.split_whitespace().count() >= 3).map(|text| (number, text)),
            );
        }
    }
    found
}

/// Counts the markers of a line of prose.
fn markers_in(text: &str) -> usize {
    let negations = NEGATION.iter().flat_map(|expression| expression.captures_iter(text));
    let negations = negations.filter_map(|parts| parts.get(1));
    let is_marker = |word: &str| !CORRECT.iter().any(|correct| word.starts_with(correct));
    negations.filter(|word| is_marker(word.as_str())).count()
        + MARKERS.iter().map(|expression| expression.find_iter(text).count()).sum::<usize>()
}

fn goal_of(name: &str) -> usize {
    if name == ALL { MEAN } else { GOAL }
}

fn in_units(tenths: usize) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Parses the lines `NAME UNITS.TENTH` of [`CEILINGS`]; other lines are comments.
fn parse_ceilings(text: &str) -> BTreeMap<&str, usize> {
    let lines = text.lines().filter_map(|line| {
        let (name, figure) = line.split_once(' ')?;
        let (units, tenths) = figure.split_once('.')?;
        Some((name, units.parse::<usize>().ok()? * 10 + tenths.parse::<usize>().ok()?))
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{file, rules};
    use super::*;

    /// Lines with their numbers of markers. The lines have no quotes, so that this file is not measured by them.
    const LINES: &str = r"
0 It is no longer there, and there is no doubt: no such file.
0 A parser returns the description of the type.
1 The value is no number.
1 These are no lists and no tuples.
1 Returns what the server sends.
1 What a page declares.
0 Whatever a page declares, and somewhat a page.
1 The type is that of the member.
1 Skips those which are closed.
1 Stops where there is none.
0 The folder where files are.
2 It says what it found.
2 The user is asked, and the site is told.
3 That is what is said of those that are left.
";

    #[test]
    fn markers_are_counted() {
        for line in LINES.lines().filter(|line| !line.is_empty()) {
            let (expected, text) = line.split_once(' ').unwrap();
            assert_eq!(markers_in(text).to_string(), expected, "{text}");
        }
    }

    #[test]
    fn prose_is_comments_and_messages() {
        let texts = |path: &str, text: &str| {
            let file = file(path, text);
            prose(&file).into_iter().map(|(line, text)| format!("{line} {text}")).collect::<Vec<_>>()
        };
        let rust = "/// A doc.\nlet a = \"two words\"; // not a line\nf(\"three \\\" words here\", \"a b c\");\n  // b\n * c";
        assert_eq!(
            texts("a.rs", rust),
            ["1 A doc.", "3 three \\\" words here", "3 a b c", "4 b", "5 c"].map(str::to_owned)
        );
        let markdown = "# A\n```sh\ncode\n```\n| cell |\n  text";
        assert_eq!(texts("a.md", markdown), ["1 # A", "6   text"].map(str::to_owned));
    }

    #[test]
    fn groups_are_packages_and_documents() {
        for (path, group) in [
            ("README.md", "README.md"),
            ("crates/README.md", "crates"),
            ("crates/a/src/b.rs", "crates/a"),
            ("tests/a/b.rs", "tests/a"),
            ("xtask/src/a.rs", "xtask"),
        ] {
            assert_eq!(group_of(path), group);
        }
        assert!(
            !is_measured("tests/data/a.md") && !is_measured("a.toml") && is_measured("crates/a/src/a.mjs")
        );
    }

    #[test]
    fn ceilings_hold_and_fall() {
        let prose = |markers: usize| {
            let text = format!("// {}\n", "word ".repeat(20).trim()).repeat(50);
            file("crates/a/src/a.rs", &format!("{text}{}", "// says\n".repeat(markers)))
        };
        let check = |ceilings: &str, markers| {
            let files = [file(CEILINGS, ceilings), prose(markers)];
            let findings = check(&files);
            let lowered = lower_ceilings(&files);
            let lowered = lowered.strip_prefix(HEAD).unwrap().to_owned();
            (findings.iter().map(ToString::to_string).collect::<Vec<_>>(), lowered)
        };
        let (findings, lowered) = check("all 9.0\n", 6);
        assert_eq!(findings.len(), 2, "{findings:?}");
        assert!(findings[0].contains("above the figure 6.0") && findings[1].contains("found 6.0"));
        assert_eq!(lowered, "all 6.0\n");
        assert_eq!(check("crates/a 6.0\nall 6.0\n", 6), (vec![], "all 6.0\ncrates/a 6.0\n".into()));
        assert_eq!(check("crates/a 6.0\nall 6.0\ncrates/b 7.0\n", 3).1, "");
        let files = [file(CEILINGS, ""), prose(6)];
        assert_eq!(rules(super::check(&files)), ["style.markers:1", "style.markers:1"]);
        assert_eq!(marked_lines(&files, "crates/a").len(), 6);
        assert!(marked_lines(&files, "crates/b").is_empty());
    }
}
