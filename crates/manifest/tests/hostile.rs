//! Eight megabytes of any text: no panic, no abort on a small stack, and every bound holds.
//!
//! Time is not asserted here (`cargo xtask bench parse` prints it); with a quadratic parser this suite would not end.

use std::thread;

use webagents_manifest::{Code, limits, parse, parse_bytes, write};

/// Fills a document of the greatest size with `unit`.
fn fill(unit: &[u8]) -> Vec<u8> {
    unit.iter().copied().cycle().take(limits::DOCUMENT_BYTES).collect()
}

#[test]
fn largest_documents_need_small_stack() {
    let units: &[&[u8]] = &[
        b"```\n",
        b"~~~~ x\n",
        b"(",
        b"`",
        b"\"",
        b"'\\",
        b"# a\n",
        b"## a\n",
        b"### Params\n",
        b"## a\n### Params\n",
        b"a",
        b"\0",
        b"\xff",
        b"\xc3",
        b"\r\n",
        b"\r",
        b"\n\r",
        b"- `a` (",
        b"- `a` ((((\n",
        b"- `a` (string): x\n",
        b"<!--",
        b"<!-- -->\n",
        b"tool: a(",
        b"tool: a()\n",
        b"tool: a\n  params:\n",
        b"  ",
        b"\t",
        b"---\n",
        b"===\n",
        b"a\n===\n",
        b"    x\n",
        b"[{<",
        b"{",
        b"tool:",
        b"#",
        b"######## ",
        b"\xef\xbb\xbf",
        b"- \n",
        b"\\",
        b"\xc3\x9f\n",
    ];
    let run = |units: &[&[u8]]| {
        for unit in units {
            let bare = parse_bytes(&fill(unit));
            assert!(bare.diagnostics.len() <= limits::DIAGNOSTICS + 1);
            assert!(bare.manifest.tools.len() <= limits::TOOLS);
            // The same inside a tool's params, a signature and a compact block.
            for prefix in [
                "# N\n## t\n### Params\n",
                "# N\n## t\n### Params\n- `a` (",
                "# N\ntool: t(",
                "# N\ntool: t\n  params:\n    a: ",
            ] {
                let mut document = prefix.as_bytes().to_vec();
                document.extend(fill(unit).iter().take(1024 * 1024));
                let parsed = parse_bytes(&document);
                assert!(parsed.manifest.tools.iter().all(|tool| tool.params.len() <= limits::PARAMS));
            }
        }
    };
    thread::scope(|scope| {
        for units in units.chunks(units.len().div_ceil(4)) {
            let thread =
                thread::Builder::new().stack_size(256 * 1024).spawn_scoped(scope, move || run(units));
            thread.expect("a thread starts");
        }
    });
}

#[test]
fn writing_hostile_manifests_ends() {
    for unit in [&b"```\n"[..], b"# a\n", b"tool: a()\n", b"- `a` (string): x\n", b"<!--"] {
        let mut document = b"# N\n## t\n### Params\n".to_vec();
        document.extend(fill(unit).iter().take(256 * 1024));
        let manifest = parse_bytes(&document).manifest;
        assert_eq!(parse(&write(&manifest)).manifest, manifest);
    }
}

/// One line or more for each number.
fn numbered(range: std::ops::RangeInclusive<usize>, before: &str, behind: &str) -> String {
    range.map(|n| [before, &n.to_string(), behind].concat()).collect::<Vec<_>>().concat()
}

#[track_caller]
fn check_limit(document: &str, code: Code) {
    let parsed = parse(document);
    assert!(parsed.diagnostics.iter().any(|d| d.code == code), "{:?}", parsed.diagnostics);
}

#[test]
fn each_limit_has_its_diagnostic() {
    check_limit(&"a".repeat(limits::DOCUMENT_BYTES + 1), Code::LimitDocument);
    let tools = numbered(0..=limits::TOOLS, "## t", "\n### Params\n");
    check_limit(&tools, Code::LimitTools);
    assert_eq!(parse(&tools).manifest.tools.len(), limits::TOOLS);
    let params = numbered(0..=limits::PARAMS, "- `p", "`: x\n");
    check_limit(&format!("## t\n### Params\n{params}"), Code::LimitParams);
    let deep = "[".repeat(limits::TYPE_DEPTH + 1) + &"]".repeat(limits::TYPE_DEPTH + 1);
    check_limit(&format!("## t\n### Params\n- `a` ({deep}): x\n"), Code::LimitTypeDepth);
    check_limit(
        &format!("## t\n### Params\n{}", "- x\n".repeat(limits::DIAGNOSTICS + 1)),
        Code::LimitDiagnostics,
    );
    let name = "n".repeat(limits::NAME_CHARS + 1);
    check_limit(&format!("## {name}\n### Params\n"), Code::ToolName);
    check_limit(&format!("## t\n### Params\n- `{name}`: x\n"), Code::ParamName);
}

#[test]
fn early_errors_are_kept_before_late_warnings() {
    let late = "Late\n----\n\n".repeat(limits::DIAGNOSTICS + 1);
    let parsed = parse(&format!("# S\n\n## t\n### Params\n\n## t\n### Params\n\n## Prose\n\n{late}"));
    assert!(
        parsed.diagnostics.iter().any(|d| d.code == Code::ToolDuplicate),
        "{:?}",
        parsed.diagnostics.len()
    );
}

#[test]
fn one_below_each_limit_passes() {
    let name = "n".repeat(limits::NAME_CHARS);
    let deep = "[".repeat(limits::TYPE_DEPTH) + &"]".repeat(limits::TYPE_DEPTH);
    let params = numbered(1..=limits::PARAMS - 1, "- `p", "`: x\n");
    let parsed = parse(&format!("# N\n## {name}\n### Params\n- `{name}` ({deep}): x\n{params}"));
    assert_eq!(parsed.diagnostics, []);
    assert_eq!(parsed.manifest.tools[0].params.len(), limits::PARAMS);
}

#[test]
fn duplicate_names_are_found_at_any_size() {
    for tools in [2, 16, 17, 18, 300] {
        let names = (0..tools).chain([0, tools - 1, tools]).map(|n| format!("## t{n}\n### Params\n"));
        let parsed = parse(&format!("# S\n{}", names.collect::<String>()));
        let read: Vec<&str> = parsed.manifest.tools.iter().map(|tool| tool.name.as_str()).collect();
        assert_eq!(read, (0..=tools).map(|n| format!("t{n}")).collect::<Vec<_>>());
        let duplicates = parsed.diagnostics.iter().filter(|d| d.code == Code::ToolDuplicate).count();
        assert_eq!(duplicates, 2, "{tools}");
    }
}
