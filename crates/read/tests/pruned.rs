//! Pages of our own, each with text that their Markdown must have and text that it must not have.
//!
//! A page (`pruned/*.html`) begins with comments: `keep: text` (`text #2` twice at least, `text #=1` once
//! exactly), `drop: text`, and `remark: kind` if more than a fifth of the prose is removed, and most of that
//! is of this kind; `remark: none` if less is.

use std::fs;
use std::path::Path;

use webagents_read::{ReadOptions, read};

#[test]
fn pages_keep_and_drop_what_they_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pruned");
    let mut wrong = Vec::new();
    let mut pages = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let html = fs::read_to_string(&path).unwrap();
        let name = path.file_stem().unwrap().to_string_lossy();
        pages += 1;
        wrong.extend(judge(&html).into_iter().map(|fault| format!("{name}: {fault}")));
    }
    assert!(pages > 30, "{pages} pages");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the expectations of the page that do not hold.
fn judge(html: &str) -> Vec<String> {
    let reading = read(html, &ReadOptions::default());
    let text = reading.markdown.replace('\\', "").split_whitespace().collect::<Vec<_>>().join(" ");
    let mut wrong = Vec::new();
    let mut rules = 0;
    for line in html.lines() {
        let Some(rule) = line.strip_prefix("<!-- ").and_then(|line| line.strip_suffix(" -->")) else {
            continue;
        };
        let (verb, wanted) = rule.split_once(": ").unwrap();
        rules += 1;
        let is_right = match verb {
            "keep" => match wanted.split_once(" #") {
                None => text.contains(wanted),
                Some((wanted, count)) => match count.strip_prefix('=') {
                    Some(count) => text.matches(wanted).count() == count.parse::<usize>().unwrap(),
                    None => text.matches(wanted).count() >= count.parse::<usize>().unwrap(),
                },
            },
            "drop" => !text.contains(wanted),
            "remark" if wanted == "none" => reading.removal.prose_percent() <= 20,
            "remark" => {
                let parts = reading.removal.parts();
                reading.removal.prose_percent() > 20
                    && parts.first().is_some_and(|(kind, _)| kind.as_str() == wanted)
            }
            _ => false,
        };
        if !is_right {
            wrong.push(format!(
                "{rule}: {} ({})",
                text.chars().take(300).collect::<String>(),
                reading.removal
            ));
        }
    }
    assert!(rules > 0, "the page has no rule");
    wrong
}
