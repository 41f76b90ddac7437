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
    /// the first character decides.
    pub fn new(name: &str, bytes: &[u8]) -> Self {
        let path = name.split(['?', '#']).next().unwrap_or_default();
        let extension = Path::new(path)
            .extension()
            .and_then(|text| text.to_str())
            .unwrap_or_default()
            .to_ascii_lowercase();
        let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace()).copied();
        let is_json = matches!(first, Some(b'{' | b'['));
        let manifest = || Self {
            has_mark: bytes.starts_with("\u{feff}".as_bytes()),
            ..Self::of_parsed(parse_bytes(bytes))
        };
        match extension.as_str() {
            "md" | "markdown" => manifest(),
            "json" | "jsonl" | "ndjson" => Self::list(bytes, Document::from_json),
            "yaml" | "yml" => Self::list(bytes, Document::from_yaml),
            _ if is_json => match Self::list(bytes, Document::from_json) {
                Self { kind: InputKind::Unreadable(_), .. } => manifest(),
                list => list,
            },
            _ => manifest(),
        }
    }

    /// Creates a document to be checked from a manifest that was parsed already.
    pub fn of_parsed(parsed: Parsed) -> Self {
        Self { text: None, kind: InputKind::Manifest(Box::new(parsed)), has_mark: false }
    }

    fn list(bytes: &[u8], read: impl Fn(&str) -> Result<Document, webagents_formats::FormatError>) -> Self {
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text.trim_start_matches('\u{feff}').to_owned(),
            Err(error) => {
                let message = format!("the file is not UTF-8: byte {} is wrong", error.valid_up_to());
                return Self {
                    text: Some(String::new()),
                    kind: InputKind::Unreadable(message),
                    has_mark: false,
                };
            }
        };
        let kind = match read(&text) {
            Ok(document) => {
                let format = webagents_formats::detect(&document.value);
                InputKind::List { document: Box::new(document), format }
            }
            Err(error) => InputKind::Unreadable(format!("the document cannot be read: {}", error.message)),
        };
        Self { text: Some(text), kind, has_mark: false }
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
