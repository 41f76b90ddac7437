//! Formatting and fixing lose nothing, and doing it again changes nothing.

use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use webagents_manifest::parse;
use webagents_site::check::{CheckOptions, Input, fixed};
use webagents_site::format;

#[track_caller]
fn check_format(text: &str) {
    let once = format(text);
    assert_eq!(parse(&once).manifest, parse(text).manifest, "{text:?} became {once:?}");
    assert_eq!(format(&once), once, "{text:?}");
    for comment in text.split("<!--").skip(1) {
        let words = comment.split("-->").next().unwrap_or_default().split_whitespace();
        assert!(words.into_iter().all(|word| once.contains(word)), "{text:?} became {once:?}");
    }
}

#[track_caller]
fn check_fix(text: &str) {
    let options = CheckOptions::default();
    let fix = |text: &str| fixed(&Input::new("webagents.md", text.as_bytes()), &options);
    let once = fix(text);
    assert_eq!(fix(&once.text).text, once.text, "{text:?}");
    let (before, after) = (parse(text).manifest, parse(&once.text).manifest);
    assert!(after.tools.len() >= before.tools.len(), "{text:?} became {:?}", once.text);
    if once.count == 0 {
        assert_eq!(once.text, text);
    }
}

/// The documents of the project: real manifests, slips, fixtures.
fn documents() -> Vec<String> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut out = Vec::new();
    for entry in fs::read_dir(root.join("tests/data/manifests")).unwrap().flatten() {
        out.extend(fs::read_to_string(entry.path()));
    }
    for name in ["broken.md", "compact.md", "heading.md"] {
        let fixture = fs::read(root.join("crates/manifest/tests/fixtures").join(name)).unwrap();
        out.extend(String::from_utf8(fixture));
    }
    out.push(fs::read_to_string(root.join("crates/cli/demo/webagents.md")).unwrap());
    for name in ["slips.txt", "no-slips.txt"] {
        let text = fs::read_to_string(root.join("crates/manifest/tests/fixtures").join(name)).unwrap();
        let mut document = String::new();
        for line in text.lines() {
            if line.starts_with("%% ") {
                out.push(std::mem::take(&mut document));
            } else if !line.starts_with("%> ") {
                document.push_str(line);
                document.push('\n');
            }
        }
        out.push(document);
    }
    cases(&root.join("spec/conformance/cases"), &mut out);
    assert!(out.len() > 300, "{}", out.len());
    out
}

/// The inputs of the conformance suite.
fn cases(folder: &Path, out: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            cases(&path, out);
        } else if path.extension().is_some_and(|extension| extension == "md")
            && let Ok(text) = fs::read_to_string(&path)
            && text.len() < 100_000
        {
            out.push(text);
        }
    }
}

#[test]
fn all_documents_are_formatted_without_loss() {
    for text in documents() {
        check_format(&text);
    }
}

#[test]
fn all_documents_are_fixed_once() {
    let documents = documents();
    for text in &documents {
        check_fix(text);
    }
    let options = CheckOptions::default();
    let fixed = documents
        .iter()
        .filter(|text| fixed(&Input::new("a.md", text.as_bytes()), &options).count > 0)
        .count();
    assert!(fixed >= 40, "{fixed} documents were fixed");
}

#[test]
fn marks_and_line_endings_stay() {
    let text = "\u{feff}# S\r\n\r\n<!-- kept -->\r\n## f\r\nF.\r\n### Params\r\n* `a` (number)\r\n";
    assert_eq!(
        format(text),
        "\u{feff}# S\r\n\r\n<!-- kept -->\r\n\r\n## f\r\n\r\nF.\r\n\r\n### Params\r\n\r\n- `a` (number, required)\r\n"
    );
    let slip = "\u{feff}# S\r\n\r\n## f\r\nF.\r\n\r\n<!-- why -->\r\n### Parms\r\n- a: x\r\n\tkept  \r\n";
    let once = fixed(&Input::new("webagents.md", slip.as_bytes()), &CheckOptions::default());
    assert_eq!(
        once.text,
        slip.replace("### Parms", "### Params").replace("- a: x", "- `a` (string, required): x")
    );
}

#[test]
fn what_is_about_a_line_stays_with_it() {
    let comment =
        "# S\n\n## f\nF.\n\n### Params\n<!-- webagents-disable-next-line WA025 -->\n* `a` (string)\n";
    let prose = "# S\n\n## f\nF.\n\n### Params\nEither of them.\n* `a` (string)\n* b (\n";
    for text in [comment, prose] {
        assert_eq!(format(text), text);
        let beside = format!("{text}\n## g\nG.\n### Params\n* `c` (string)\n");
        assert!(format(&beside).ends_with("## g\n\nG.\n\n### Params\n\n- `c` (string, required)\n"));
    }
    let section = "# S\n\n## f\n\n### Params\n* `a` (string)\n\n### Limits ###\nTen a day.\n";
    assert!(format(section).contains("- `a` (string, required)\n\n### Limits\n\nTen a day.\n"));
}

fn document() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        2 => "[a-z ,.:]{0,20}",
        1 => any::<String>(),
        6 => prop::sample::select(vec![
            "# S", "## f", "## g", "##h", "## Words of prose", "### Params", "### Parms", "### Output", "### Returns:", "### Notes", "```js", "```",
            "~~~", "<!-- a", "<!-- b -->", "-->", "- `a` (string, required): A.", "* `b` (number,default=1) : B", "- c: no", "  more", "    more",
            "tool: f(a, b=1)", "  params:", "    a: string", "  description: |", "{ id: string }", "---", "===", "- readOnly: true", "",
            "<!-- webagents-disable-next-line WA025 -->", "\t- x", "`t`", "## `k`",
        ]).prop_map(str::to_owned),
    ];
    (prop::collection::vec(line, 0..18), prop::sample::select(vec!["\n", "\r\n"]))
        .prop_map(|(lines, end)| lines.join(end))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn any_document_is_formatted_without_loss(text in document()) {
        check_format(&text);
    }

    #[test]
    fn any_document_is_fixed_once(text in document()) {
        check_fix(&text);
    }
}
