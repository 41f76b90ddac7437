//! Fidelity of the conversion to Markdown, on the cases of five projects and on real articles.
//!
//! Each case is written as Markdown, rendered back by another's renderer, and compared by `shape`, so that style does
//! not count. The suites are read from a folder that the caller names, one sub-folder each:
//!
//! | folder | repository | commit |
//! |---|---|---|
//! | `commonmark` | `commonmark/commonmark-spec` (`spec.txt`) | 31c0ca2 |
//! | `cmark-gfm` | `github/cmark-gfm` (`test/spec.txt`) | 85d8952 |
//! | `turndown` | `mixmark-io/turndown` (`test/index.html`) | fb7a865 |
//! | `markdownify` | `matthewwithanm/python-markdownify` (`tests`) | 13183f9 |
//! | `go` | `JohannesKaufmann/html-to-markdown` | 290df46 |
//! | `readability` | `mozilla/readability` (`test/test-pages`) | ab4027a |

mod articles;
mod cases;
mod shape;
mod tree;

use std::path::Path;

use pulldown_cmark::{Options, Parser, html};
use webagents_read::{ReadOptions, Scope, read};

use self::cases::Case;
use crate::Failure;
use crate::measure::share;
use crate::report::{Table, Target};

const SUBJECT: &str = "read";

/// Which share of CommonMark's cases must come back.
const COMMONMARK: f64 = 0.98;

/// Measures on the suites in `folder`. With `WEBAGENTS_MISSES` each case that fails is shown.
pub fn run(table: &mut Table, folder: &Path) -> Result<(), Failure> {
    let suites = [
        ("CommonMark", cases::commonmark(folder)?, Some(COMMONMARK)),
        ("tables and strikethrough of GFM", cases::github(folder)?, Some(1.0)),
        ("turndown", cases::turndown(folder)?, None),
        ("markdownify", cases::markdownify(folder)?, None),
        ("golden files of the Go html-to-markdown", cases::golden(folder)?, None),
    ];
    let (mut all, mut good) = (0, 0);
    for (name, cases, target) in &suites {
        if cases.is_empty() {
            return Err(format!("{name}: {} holds no cases", folder.display()).into());
        }
        let kept = cases.iter().filter(|case| holds(name, case)).count();
        all += cases.len();
        good += kept;
        let what = format!("{name}: {kept} of {} cases", cases.len());
        table.ratio(SUBJECT, what, share(kept, cases.len()), target.map(Target::AtLeast));
    }
    table.ratio(SUBJECT, format!("{good} of {all} cases"), share(good, all), Some(Target::AtLeast(0.92)));

    blocks(table, &suites[4].1);

    let mut score = articles::Score::new();
    for (name, page) in cases::articles(folder)? {
        let (before, after) = (articles::things(&page), articles::things(&render(&markdown(&page))));
        if std::env::var_os("WEBAGENTS_MISSES").is_some() {
            articles::show_misses(&name, &before, &after);
        }
        articles::add(&mut score, &before, &after);
    }
    for (kind, (before, after, kept)) in score {
        let target = match kind {
            "links" | "links outside of code" | "code blocks" => Some(0.98),
            "table cells" => Some(0.95),
            _ => None,
        };
        let what = format!("articles, {kind}, {kept} of {before}, and {after} came back: F1");
        table.score(SUBJECT, what, share(2 * kept, before + after), target.map(Target::AtLeast));
    }
    Ok(())
}

/// The golden files again, by their outermost blocks: a whole file is nearly always other in one place.
fn blocks(table: &mut Table, cases: &[Case]) {
    let (mut all, mut kept) = (0, 0);
    for case in cases {
        let mut found = shape::blocks(&render(&markdown(&case.html)));
        for block in &case.blocks {
            all += 1;
            if let Some(at) = found.iter().position(|found| found == block) {
                found.swap_remove(at);
                kept += 1;
            } else if std::env::var_os("WEBAGENTS_MISSES").is_some() {
                eprintln!("{}: no block is\n{block}\n", case.name);
            }
        }
    }
    let what = format!("golden files of the Go html-to-markdown: {kept} of {all} blocks");
    table.ratio(SUBJECT, what, share(kept, all), None);
}

/// Returns whether the Markdown of a case, rendered back, has the expected shape.
fn holds(suite: &str, case: &Case) -> bool {
    let markdown = markdown(&case.html);
    let found = shape::of(&render(&markdown));
    let holds = found == case.shape;
    if !holds && std::env::var_os("WEBAGENTS_MISSES").is_some() {
        eprintln!(
            "{suite}: {}\n{}\n---\n{markdown}\n--- expected\n{}\n--- found\n{found}\n",
            case.name, case.html, case.shape
        );
    }
    holds
}

fn markdown(html: &str) -> String {
    let mut options = ReadOptions::default();
    options.scope = Scope::Whole;
    read(html, &options).markdown
}

/// Markdown as HTML, by a renderer that is not ours.
fn render(markdown: &str) -> String {
    let mut rendered = String::new();
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    html::push_html(&mut rendered, Parser::new_ext(markdown, options));
    rendered
}
