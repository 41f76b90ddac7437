//! Documents that outlive the program, in a store of the caller's.
//!
//! The decision it embodies: a stored document is never shown without a request. Its server is asked whether
//! it changed (RFC 9110, section 13), and only documents with a validator for that request are stored. Data
//! from the store are treated like any other: an entry that cannot be read counts as missing.

use std::fmt;
use std::sync::Arc;

use serde_json::{Value, json};
use url::Url;
use webagents_fetch::{RequestHeaders, Validators};

use super::document::{Document, Kind, Served, Source};

/// Version of the entries. Others are not read.
const VERSION: u64 = 1;
/// Bytes of the text of a document that is kept.
const BYTES: usize = 16 * 1024 * 1024;

/// Storage, such as a folder, for keeping fetched documents from one run of a program to the next.
///
/// An entry may hold a document of a login, and its key the credentials. Both are for the user alone, and the
/// key must not be written down.
pub trait Store: fmt::Debug + Send + Sync {
    /// Returns the entry that was last given to [`save`](Self::save) with this key.
    fn load(&self, key: &str) -> Option<Vec<u8>>;
    /// Stores an entry and replaces an earlier one of this key. Failures are ignored.
    fn save(&self, key: &str, entry: &[u8]);
}

/// The key of a document: its address, and all headers sent to the server.
pub(super) fn document_key(url: &Url, headers: &RequestHeaders, user_agent: &str) -> String {
    let mut url = url.clone();
    url.set_fragment(None);
    let mut key = format!("{url}\nuser-agent: {user_agent}\n");
    for (name, value) in headers.iter() {
        key.push_str(name);
        key.push_str(": ");
        key.push_str(&String::from_utf8_lossy(value));
        key.push('\n');
    }
    key
}

pub(super) fn load_document(store: &dyn Store, key: &str) -> Option<(Arc<Document>, Validators)> {
    let entry: Value = serde_json::from_slice(&store.load(key)?).ok()?;
    if entry.get("version")?.as_u64() != Some(VERSION) {
        return None;
    }
    let text = |name: &str| entry.get(name).and_then(Value::as_str).map(str::to_owned);
    let url = Url::parse(&text("url")?).ok()?;
    let kind = text("kind")?;
    let kinds = [Kind::Html, Kind::Markdown, Kind::Feed, Kind::Json, Kind::Text];
    let kind = kinds.into_iter().find(|known| known.as_str() == kind)?;
    let redirects = entry.get("redirects")?.as_array()?.iter();
    let redirects = redirects.map(|url| Url::parse(url.as_str()?).ok()).collect::<Option<Vec<Url>>>()?;
    let mut known = Validators::new(url.clone());
    known.etag = text("etag");
    known.last_modified = text("last_modified");
    let source = Source {
        url: Some(url),
        redirects,
        status: entry.get("status").and_then(Value::as_u64).and_then(|status| u16::try_from(status).ok()),
        media_type: text("media_type"),
        kind,
        served: Served::Remembered,
        retry_after: None,
        content_signal: text("content_signal"),
        markdown_tokens: entry.get("markdown_tokens").and_then(Value::as_u64),
    };
    let document = Document { source, text: text("text")?, is_written: false, remarks: Vec::new() };
    Some((Arc::new(document), known))
}

pub(super) fn save_document(store: &dyn Store, key: &str, document: &Document, known: &Validators) {
    // A stored document would lose its remarks.
    if document.text.len() > BYTES || !document.remarks.is_empty() {
        return;
    }
    let Some(url) = &document.source.url else { return };
    let entry = json!({
        "version": VERSION,
        "url": url.as_str(),
        "redirects": document.source.redirects.iter().map(Url::as_str).collect::<Vec<_>>(),
        "status": document.source.status,
        "media_type": document.source.media_type,
        "kind": document.source.kind.as_str(),
        "etag": known.etag,
        "last_modified": known.last_modified,
        "content_signal": document.source.content_signal,
        "markdown_tokens": document.source.markdown_tokens,
        "text": document.text,
    });
    store.save(key, entry.to_string().as_bytes());
}
