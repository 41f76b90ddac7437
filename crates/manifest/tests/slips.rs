//! Slips of authors: each is reported at its place, as a warning at least, with the correct form.
//!
//! `fixtures/slips.txt` holds the documents. A document begins after a line `%% name` and lines
//! `%> code @ the line that the finding is at @ words of its message or help`.

use std::fmt::Write as _;

use webagents_manifest::{Diagnostic, Severity, parse, write};

#[derive(Default)]
struct Slip<'a> {
    name: &'a str,
    expected: Vec<[&'a str; 3]>,
    document: String,
}

fn slips(text: &str) -> Vec<Slip<'_>> {
    let mut all: Vec<Slip<'_>> = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("%% ") {
            all.push(Slip { name, ..Slip::default() });
        } else if let Some(last) = all.last_mut() {
            match line.strip_prefix("%> ") {
                Some(expected) => {
                    let mut parts = expected.split(" @ ");
                    last.expected.push([(); 3].map(|()| parts.next().unwrap_or_default()));
                }
                None => last.document.extend([line, "\n"]),
            }
        }
    }
    all
}

fn line_at<'a>(text: &'a str, found: &Diagnostic) -> &'a str {
    let start = text[..found.span.start].rfind('\n').map_or(0, |at| at + 1);
    text[start..].lines().next().unwrap_or_default()
}

#[test]
fn slips_are_reported_with_fixes() {
    let slips = slips(include_str!("fixtures/slips.txt"));
    assert!(slips.len() >= 60, "{} slips", slips.len());
    let mut wrong = String::new();
    for Slip { name, expected, document } in &slips {
        assert!(!expected.is_empty(), "{name} expects nothing");
        let parsed = parse(document);
        let shown =
            |found: &Diagnostic| format!("{} @ {} @ {}", found.code, line_at(document, found), found.message);
        for [code, line, words] in expected {
            let found = parsed.diagnostics.iter().any(|found| {
                found.code.as_str() == *code
                    && found.severity() >= Severity::Warning
                    && line_at(document, found).trim() == *line
                    && (found.message.contains(words) || found.help().contains(words))
            });
            if !found {
                let all: Vec<String> = parsed.diagnostics.iter().map(shown).collect();
                let all = all.join("\n        ");
                let _ = writeln!(wrong, "{name}: expected {code} @ {line} @ {words}\n  found {all}");
            }
        }
        assert_eq!(parse(&write(&parsed.manifest)).manifest, parsed.manifest, "{name}");
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The code at each line of a document whose lines end in CR.
#[test]
fn cr_alone_is_reported() {
    let heading = "# S\r\r## search\rF.\r\r### Params\r- `q` (string): W.\r";
    let item = "# S\n\n## search\n\n### Params\n- `q` (string): W.\r- `n` (number): N.\n";
    for document in [heading, item] {
        let codes: Vec<_> = parse(document).diagnostics.iter().map(|found| found.code.as_str()).collect();
        assert!(codes.contains(&"document.line-ends"), "{codes:?}");
    }
    for document in ["# S\r\n\r\n## a\r\n", "# S\n\nA\rB\n", "\r# S\n", "# S\r", "# S\r\r\n- a\n"] {
        assert_eq!(parse(document).diagnostics, [], "{document:?}");
    }
}

/// A list or a table is offered as params line by line, but not the words around it.
#[test]
fn labels_are_not_suggested_as_params() {
    let document = "# S\n\n## t\n\n### Params\n\nNombre | Tipo | Notas\n---|---|---\nq | string | W\n\n\
        - **Required**\n- **Optional:**\n";
    let messages: Vec<_> =
        parse(document).diagnostics.iter().map(|found| found.message.to_string()).collect();
    let offered: Vec<_> = messages.iter().filter_map(|message| message.split_once("write: ")).collect();
    assert_eq!(offered.iter().map(|(_, line)| *line).collect::<Vec<_>>(), ["- `q` (string, required): W"]);
}

/// Texts that look like slips and are not.
#[test]
fn correct_documents_have_no_warning() {
    for Slip { name, document, .. } in slips(include_str!("fixtures/no-slips.txt")) {
        let mut found = parse(&document).diagnostics;
        found.retain(|found| found.severity() > Severity::Hint);
        assert_eq!(found, [], "{name}");
    }
}
