//! Documents and their results: values, findings with their places, source map, canonical form.
//!
//! The conformance suite compares codes and lines across languages; the bytes of spans are pinned here.

use std::fmt::Write as _;

use webagents_manifest::{Parsed, Span, parse, write};

/// Formats a parse for a snapshot.
fn describe(parsed: &Parsed) -> String {
    let quote = |span: Span| format!("{}..{} {:?}", span.start, span.end, &parsed.content[span.range()]);
    let mut out = String::new();
    for diagnostic in &parsed.diagnostics {
        let line = parsed.content[..diagnostic.span.start].matches('\n').count() + 1;
        writeln!(
            out,
            "{}[{}] line {line}, {}\n    {}",
            diagnostic.severity(),
            diagnostic.code,
            quote(diagnostic.span),
            diagnostic.message,
        )
        .expect("writing to a string");
    }
    for (tool, spans) in parsed.manifest.tools.iter().zip(&parsed.source_map.tools) {
        writeln!(out, "\n{} at {}", tool.name, quote(spans.name)).expect("writing to a string");
        for (param, spans) in tool.params.iter().zip(&spans.params) {
            writeln!(out, "  {} at {}, its type at {}", param.name, quote(spans.line), quote(spans.ty))
                .expect("writing to a string");
        }
        for (what, span) in
            [("returns", spans.returns), ("input", spans.input_schema), ("output", spans.output_schema)]
        {
            if let Some(span) = span {
                writeln!(out, "  {what} at {}", quote(span)).expect("writing to a string");
            }
        }
    }
    write!(out, "\n{:#?}\n\n{}", parsed.manifest, write(&parsed.manifest)).expect("writing to a string");
    out
}

#[track_caller]
fn check(name: &str, text: &str) {
    insta::assert_snapshot!(name, describe(&parse(text)));
    // The same document as other systems save it.
    let crlf = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    assert_eq!(parse(&crlf).manifest, parse(text).manifest);
}

#[test]
fn heading() {
    check("heading", include_str!("fixtures/heading.md"));
}

#[test]
fn compact() {
    check("compact", include_str!("fixtures/compact.md"));
}

#[test]
fn broken() {
    check("broken", include_str!("fixtures/broken.md"));
}

/// A comment in a compact block is not a fence: the text around it loses the block's indent as well.
#[test]
fn a_comment_beside_unfenced_code() {
    let parsed =
        parse("# S\n\ntool: f()\n  sample_code:\n    <!-- run it -->\n    if (a) {\n      b();\n    }\n");
    assert_eq!(parsed.manifest.tools[0].sample_code, "<!-- run it -->\nif (a) {\n  b();\n}");
    assert_eq!(parsed.diagnostics, []);
}
