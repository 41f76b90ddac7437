//! Inputs: a `webagents.md`, or a list of tools.

use std::path::Path;

use webagents_formats::{Document, Format};
use webagents_manifest::{Parsed, parse_bytes};

/// Document to be checked: a manifest, or a list of tool definitions in JSON or YAML.
#[derive(Debug)]
pub struct Input {
    text: Option<String>,
    kind: InputKind,
    /// `true` if the source began with a byte order mark, which no text has.
    has_mark: bool,
    /// Syntax of a list.
    pub(super) syntax: Syntax,
}

/// Syntax of a list of tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Syntax {
    /// JSON or JSON Lines.
    Json,
    /// YAML.
    Yaml,
}

/// Kind of a document to be checked, manifest or list of tools, with the data read from it.
#[derive(Debug)]
#[non_exhaustive]
pub enum InputKind {
    /// A `webagents.md`.
    Manifest(Box<Parsed>),
    /// A list of tool definitions in JSON, JSON Lines or YAML.
    List {
        /// The parsed document.
        document: Box<Document>,
        /// Format of the tool definitions, if it is known.
        format: Option<Format>,
    },
    /// A document that could not be read, with the reason.
    Unreadable(String),
}

impl Input {
    /// Reads a document to be checked from `bytes`; its path or URL `name` shows if it is a manifest.
    ///
    /// `name` is its path or URL: `.json`, `.jsonl`, `.yaml` and `.yml` are lists, `.md` is a manifest, and otherwise
    /// the first character decides, and the first key of an OpenAPI document in YAML (`openapi:` or `swagger:`).
    pub fn new(name: &str, bytes: &[u8]) -> Self {
        let path = name.split(['?', '#']).next().unwrap_or_default();
        let extension = Path::new(path)
            .extension()
            .and_then(|text| text.to_str())
            .unwrap_or_default()
            .to_ascii_lowercase();
        let body = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
        let first = body.iter().find(|byte| !byte.is_ascii_whitespace()).copied();
        let is_json = matches!(first, Some(b'{' | b'['));
        let manifest = || Self { has_mark: body.len() < bytes.len(), ..Self::of_parsed(parse_bytes(bytes)) };
        match extension.as_str() {
            "md" | "markdown" => manifest(),
            "json" | "jsonl" | "ndjson" => Self::parse_list(bytes, Syntax::Json),
            "yaml" | "yml" => Self::parse_list(bytes, Syntax::Yaml),
            _ if is_json => match Self::parse_list(bytes, Syntax::Json) {
                Self { kind: InputKind::Unreadable(_), .. } => manifest(),
                list => list,
            },
            _ if may_be_openapi(body) => match Self::parse_list(bytes, Syntax::Yaml) {
                list @ Self { kind: InputKind::List { format: Some(Format::OpenApi), .. }, .. } => list,
                _ => manifest(),
            },
            _ => manifest(),
        }
    }

    /// Creates a document to be checked from a manifest that was parsed already.
    pub fn of_parsed(parsed: Parsed) -> Self {
        let kind = InputKind::Manifest(Box::new(parsed));
        Self { text: None, kind, has_mark: false, syntax: Syntax::Json }
    }

    fn parse_list(bytes: &[u8], syntax: Syntax) -> Self {
        let of = |text: &str, kind| Self { text: Some(text.to_owned()), kind, has_mark: false, syntax };
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let message = format!("the file is not UTF-8: byte {} is wrong", error.valid_up_to());
                return of("", InputKind::Unreadable(message));
            }
        };
        let body = without_mark(text);
        let read = match syntax {
            Syntax::Json => Document::from_json(body),
            Syntax::Yaml => Document::from_yaml(body),
        };
        let kind = match read {
            Ok(document) => {
                let format = webagents_formats::detect(&document.value);
                InputKind::List { document: Box::new(document), format }
            }
            Err(error) => InputKind::Unreadable(format!("the document cannot be read: {}", error.message)),
        };
        of(text, kind)
    }

    /// Returns the kind of the document, manifest or list of tools, with the data read from it.
    pub const fn kind(&self) -> &InputKind {
        &self.kind
    }

    /// Returns the byte order mark of the source that [`text`](Self::text) lacks, or nothing.
    pub(super) fn byte_order_mark(&self) -> &'static str {
        if self.has_mark && !self.text().starts_with('\u{feff}') { "\u{feff}" } else { "" }
    }

    /// Returns the text of the source with its byte order mark.
    pub fn source(&self) -> String {
        format!("{}{}", self.byte_order_mark(), self.text())
    }

    /// Returns the document's text, into which [`Finding::span`](super::Finding::span) is a byte range.
    pub fn text(&self) -> &str {
        match (&self.text, &self.kind) {
            (Some(text), _) => text,
            (None, InputKind::Manifest(parsed)) => parsed.content.as_str(),
            (None, _) => "",
        }
    }
}

/// The text after byte order marks.
pub(super) fn without_mark(text: &str) -> &str {
    text.trim_start_matches('\u{feff}')
}

/// Returns whether a text begins, after comments of YAML, with the version of an OpenAPI document.
fn may_be_openapi(bytes: &[u8]) -> bool {
    let mut lines = bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let first = lines.find(|line| !(line.is_empty() || line.starts_with(b"#") || *line == b"---"));
    let version = ["openapi:", "swagger:"].iter().find_map(|key| first?.strip_prefix(key.as_bytes()));
    version.is_some_and(|text| matches!(text.trim_ascii().first(), Some(b'0'..=b'9' | b'"' | b'\'')))
}
