//! Fuzz targets: rules that must hold for any bytes.
//!
//! A target is a function of bytes that panics when the rule is broken; it looks at nothing else and prints
//! nothing. The binary `fuzz-target NAME` feeds it stdin, which is what AFL++ and honggfuzz drive; libFuzzer
//! needs C++ and is not used. `tests/smoke.rs` runs every target on mutations of real documents, so a target
//! cannot rot. The property tests of the crates look at structured input; these look at the rest.

use webagents_isolate::frame::{Decoder, encode};
use webagents_manifest::{Manifest, parse, parse_bytes, write};
use webagents_read::{Metadata, ReadOptions, Scope, limits as read_limits, part, read};
use webagents_schema::declarations;
use webagents_schema::json_schema;
use webagents_schema::ty::Type;
use webagents_schema::{Rendering, Shape, TypeScriptOptions, typescript_of};
use webagents_script::{
    CodeDiagnosticKind, SourceLanguage, SourceOptions, Tools, declared_type, deduce, preflight,
};

/// A function of bytes that panics when a rule is broken.
pub type Target = fn(&[u8]);

/// Every target and its name.
pub const TARGETS: [(&str, Target); 9] = [
    ("parse", check_parsing),
    ("write", check_writing),
    ("types", check_types),
    ("discover", check_discovery),
    ("script", check_source),
    ("declarations", check_declarations),
    ("schemas", check_schemas),
    ("read", check_reading),
    ("frames", check_frames),
];

/// The target called `name`.
pub fn find_target(name: &str) -> Option<Target> {
    TARGETS.iter().find(|(known, _)| *known == name).map(|&(_, target)| target)
}

/// Parsing gives a manifest, and every place lies in the text.
fn check_parsing(bytes: &[u8]) {
    let parsed = parse_bytes(bytes);
    for diagnostic in &parsed.diagnostics {
        assert!(parsed.content.get(diagnostic.span.range()).is_some(), "{diagnostic:?}");
    }
    assert_eq!(parsed.manifest.tools.len(), parsed.source_map.tools.len());
}

/// Writes the result of reading, and reads it again.
fn check_writing(bytes: &[u8]) {
    let first: Manifest = parse_bytes(bytes).manifest;
    let written = write(&first);
    assert_eq!(parse(&written).manifest, first, "written as:\n{written}");
}

/// Every rendering declares the tools, and ends with the end of the declaration.
fn check_types(bytes: &[u8]) {
    let parsed = parse_bytes(bytes);
    for rendering in [Rendering::Jsdoc, Rendering::Inline, Rendering::Brief, Rendering::Index] {
        let declared = typescript_of(&parsed, &TypeScriptOptions::new(rendering));
        // The types that schemas name stand above.
        assert!(declared.text.contains("declare const global: {\n"), "{}", declared.text);
        assert!(declared.text.ends_with("};\n"), "{}", declared.text);
        for diagnostic in &declared.diagnostics {
            assert!(parsed.content.get(diagnostic.span.range()).is_some(), "{diagnostic:?}");
        }
    }
}

/// Declarations that were read are written as declarations that can be read.
fn check_declarations(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let words: Vec<&str> = text.split_whitespace().collect();
    let names = words.windows(2).filter(|pair| matches!(pair[0], "type" | "interface" | "enum"));
    for name in names.map(|pair| pair[1]).take(20) {
        if let Ok(read) = declared_type(&text, name) {
            round_trip(&read.value);
        }
    }
}

/// Every schema that is read has declarations, and they are read again.
fn check_schemas(bytes: &[u8]) {
    let Ok(schema) = serde_json::from_slice(bytes) else { return };
    let Ok(shape) = json_schema::read(&schema, &json_schema::SchemaReadOptions::default()) else { return };
    let back = round_trip(&shape.value);
    let _ = json_schema::write(&back, &json_schema::SchemaWriteOptions::default());
}

fn round_trip(shape: &Shape) -> Shape {
    let text = declarations::write(shape.clone(), "Root").value;
    match declared_type(&text, "Root") {
        Ok(read) => read.value,
        // A reader of files has bounds.
        Err(finding) if finding.kind == CodeDiagnosticKind::Limit => Shape::new(Type::ANY),
        Err(error) => panic!("{error} in the written text:\n{text}"),
    }
}

/// A page names manifests by `http` or `https` only.
fn check_discovery(bytes: &[u8]) {
    let Ok(base) = url::Url::parse("https://shop.example/a/b?c#d") else { return };
    let scan = webagents_discover::find_in_html(&String::from_utf8_lossy(bytes), &base);
    for signal in &scan.signals {
        assert!(matches!(signal.url.scheme(), "http" | "https"), "{signal:?}");
    }
}

/// A page is read, all of it or its content, and its parts are the whole.
fn check_reading(bytes: &[u8]) {
    let decoded = webagents_read::decode(bytes, None);
    for scope in [Scope::Content, Scope::Whole] {
        let mut options = ReadOptions::default();
        options.scope = scope;
        let reading = read(&decoded.text, &options);
        assert!(reading.text.after <= reading.text.before, "{:?}", reading.text);
        check_metadata(&reading.metadata);
        let total = reading.markdown.chars().count();
        let mut start = 0;
        while let Some(next) = part(&reading.markdown, start, 1 + total / 8).next {
            assert!(start < next && next <= total, "{start} to {next} of {total}");
            start = next;
        }
    }
}

/// Metadata of a page is short, on one line, and leads to the web alone.
fn check_metadata(metadata: &Metadata) {
    let texts = [
        &metadata.title,
        &metadata.description,
        &metadata.site_name,
        &metadata.language,
        &metadata.published,
        &metadata.modified,
    ];
    for text in texts.into_iter().flatten().chain(&metadata.authors) {
        let is_bounded = !text.is_empty() && text.chars().count() <= read_limits::DESCRIPTION + 1;
        assert!(is_bounded && !text.contains(char::is_control), "{text:?}");
    }
    assert!(metadata.authors.len() <= read_limits::AUTHORS);
    for date in metadata.published.iter().chain(&metadata.modified) {
        let (day, time) = date.split_at(10);
        assert!(day.split('-').all(|part| part.parse::<u16>().is_ok()), "{date}");
        assert!(time.is_empty() || time.starts_with('T') && time.len() >= 9, "{date}");
    }
    for url in metadata.canonical.iter().chain(&metadata.markdown) {
        assert!(
            matches!(url.scheme(), "http" | "https") && url.as_str().len() <= read_limits::ADDRESS,
            "{url}"
        );
    }
}

/// Checks that any source gives a result within the stack, and that deduced tools survive writing.
fn check_source(bytes: &[u8]) {
    let source = String::from_utf8_lossy(bytes);
    let found = preflight(&source, &Tools::default());
    let lines = |text: &str| text.matches('\n').count();
    // Code that was put into parentheses has the closing one on a line of its own: a comment may end the code.
    let inner = found.code.strip_prefix("return (").filter(|_| !source.starts_with("return ("));
    let inner = inner.and_then(|code| code.strip_suffix("\n)(global)").or(code.strip_suffix("\n)")));
    let kept = inner.unwrap_or(&found.code);
    assert_eq!(lines(kept), lines(&source), "places in the code match the source");
    for language in [SourceLanguage::JavaScript, SourceLanguage::TypeScript, SourceLanguage::TypeScriptJsx] {
        let deduced = deduce(&source, &SourceOptions::new(language));
        for finding in found.findings.iter().chain(&deduced.findings) {
            assert!(source.get(finding.span.clone()).is_some(), "{finding:?}");
        }
        let mut manifest = Manifest::default();
        manifest.name = "Fuzz".into();
        manifest.tools = deduced.tools;
        assert_eq!(parse(&write(&manifest)).manifest, manifest);
    }
}

/// Frames of a helper are read as they were written, in parts of any size.
fn check_frames(bytes: &[u8]) {
    const LIMIT: usize = 64;
    let part = usize::from(bytes.first().copied().unwrap_or(1)).max(1);
    let mut decoder = Decoder::new(LIMIT);
    let mut written = Vec::new();
    'all: for part in bytes.chunks(part) {
        decoder.push(part);
        loop {
            match decoder.next_frame() {
                Ok(Some(frame)) => {
                    assert!(frame.text.len() <= LIMIT);
                    written.extend(encode(frame.kind, &frame.text).unwrap_or_default());
                }
                Ok(None) => break,
                Err(error) => {
                    assert_eq!(decoder.next_frame(), Err(error));
                    break 'all;
                }
            }
        }
    }
    assert!(bytes.starts_with(&written));
}
