//! Response of a server as text: HTML to be converted, or text that is shown as it is.
//!
//! The decision it embodies: the server's media type is trusted, as browsers do, unless the body is plainly
//! not text. The error for an unsupported document names its kind.

use url::Url;
use webagents_fetch::Response;
use webagents_html::{charset_of, decode};

use super::error::{Error, ErrorKind};
use super::remark::Remark;
use crate::feed::is_feed;

/// Kind of a fetched document: HTML, Markdown, feed, JSON or other text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// HTML, which is converted to Markdown.
    Html,
    /// Markdown, unchanged.
    Markdown,
    /// RSS or Atom feed, which is converted to a list of its items.
    Feed,
    /// JSON, unchanged.
    Json,
    /// Any other text, unchanged.
    Text,
}

impl Kind {
    /// Returns the name of the kind in JSON output, such as `html`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Markdown => "markdown",
            Self::Feed => "feed",
            Self::Json => "json",
            Self::Text => "text",
        }
    }
}

/// Facts about the response that a document came from, such as its URL, HTTP status and headers.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Source {
    /// The URL that answered, after all redirects; `None` for HTML given without a URL.
    pub url: Option<Url>,
    /// URLs that redirected to the final one, in order.
    pub redirects: Vec<Url>,
    /// HTTP status of the response; `None` for HTML that the caller gave.
    pub status: Option<u16>,
    /// Media type that the server declared, such as `text/html`, in lower case; `None` if it did not.
    pub media_type: Option<String>,
    /// Kind of the document, such as HTML or a feed.
    pub kind: Kind,
    /// Place that the document was taken from: the network, a cache or the caller.
    pub served: Served,
    /// Value of the header `Retry-After`: seconds, or a date, after which to request the page again.
    pub retry_after: Option<String>,
    /// Value of the header `Content-Signal`, in which a site allows or forbids uses such as AI training.
    pub content_signal: Option<String>,
    /// Value of the header `x-markdown-tokens`, the server's count of its Markdown's tokens.
    pub markdown_tokens: Option<u64>,
}

/// Place that a document was taken from: the network, a cache or the caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Served {
    /// Fetched from the network just now.
    Fetched,
    /// Taken from a cache or store after the server confirmed that it has not changed.
    Revalidated,
    /// Taken from the cache without asking the server.
    Remembered,
    /// Given by the caller.
    Given,
}

impl Served {
    /// Returns the name of the variant in JSON output, such as `fetched`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Fetched => "fetched",
            Self::Revalidated => "revalidated",
            Self::Remembered => "remembered",
            Self::Given => "given",
        }
    }
}

/// A document as it came.
#[derive(Debug)]
pub(super) struct Document {
    pub(super) source: Source,
    pub(super) text: String,
    /// `true` if the text is Markdown that was made of several documents.
    pub(super) is_written: bool,
    pub(super) remarks: Vec<Remark>,
}

/// Media type of HTML in the syntax of XML.
const XHTML: &str = "application/xhtml+xml";

/// Characters of a header that is shown.
const HEADER: usize = 500;

impl Source {
    fn from_caller(url: Option<Url>, kind: Kind) -> Self {
        Self {
            url,
            redirects: Vec::new(),
            status: None,
            media_type: None,
            kind,
            served: Served::Given,
            retry_after: None,
            content_signal: None,
            markdown_tokens: None,
        }
    }
}

/// A header of a response, as far as it is shown.
fn find_header(response: &Response, name: &str) -> Option<String> {
    let value = response.headers.get(name)?.trim();
    let shown: String = value.chars().filter(|c| !c.is_control()).take(HEADER).collect();
    (!shown.is_empty()).then_some(shown)
}

/// `Retry-After` of a response.
pub(super) fn retry_after(response: &Response) -> Option<String> {
    find_header(response, "retry-after")
}

impl Document {
    pub(super) fn of_html(html: &str, url: Option<&Url>) -> Self {
        let kind = if is_feed(html) { Kind::Feed } else { Kind::Html };
        Self {
            source: Source::from_caller(url.cloned(), kind),
            text: html.to_owned(),
            is_written: false,
            remarks: Vec::new(),
        }
    }

    /// Reads the content of a file; `name` is empty if it has none.
    pub(super) fn of_file(bytes: &[u8], name: &str) -> Result<Self, Error> {
        let found = detect_kind(None, bytes, name).or_else(|no| match no {
            No::Text(what) => Err(unsupported_error(&what, "found")),
            No::Html => Ok(Kind::Html),
        })?;
        let text = decode(bytes, None).text;
        let found = match name_ending(name) {
            _ if found == Kind::Html || is_feed(&text) => Kind::Html,
            Some(end) if is_one_of(end, &PAGES) => Kind::Html,
            Some(end) if is_one_of(end, &JSON) => Kind::Json,
            Some(_) => found,
            None => kind_of_text(&text),
        };
        if found == Kind::Html {
            return Ok(Self::of_html(&text, None));
        }
        Ok(Self {
            source: Source::from_caller(None, found),
            text: normalize_lines(&text),
            ..Self::of_html("", None)
        })
    }

    #[cfg(test)]
    pub(super) fn of_text(text: &str) -> Self {
        Self { source: Source::from_caller(None, Kind::Text), ..Self::of_html(text, None) }
    }

    pub(super) fn of_response(response: Response) -> Result<Self, Error> {
        let media_type = response.media_type();
        let kind = detect_kind(media_type.as_deref(), &response.body, response.url.path()).map_err(|no| {
            let url = &response.url;
            match no {
                No::Html => {
                    Error::new(ErrorKind::Parse, format!("{url} is called HTML and holds binary data"))
                }
                No::Text(what) => unsupported_error(&what, &format!("{url} is")),
            }
        })?;
        let charset = response.headers.get("content-type").and_then(charset_of);
        let decoded = decode(&response.body, charset.as_deref());
        let mut remarks = Vec::new();
        if response.truncated {
            remarks.push(Remark::Cut);
        }
        if decoded.replaced {
            remarks.push(Remark::Undecodable);
        }
        // Feeds are served as anything.
        let may_be_feed = matches!(kind, Kind::Html | Kind::Text);
        let kind = if may_be_feed && is_feed(&decoded.text) { Kind::Feed } else { kind };
        let text = match kind {
            // XML may lack the declaration, by which the parser knows it.
            Kind::Html if media_type.as_deref() == Some(XHTML) && !decoded.text.starts_with("<?xml") => {
                format!("<?xml version=\"1.0\"?>{}", decoded.text)
            }
            Kind::Html | Kind::Feed => decoded.text.into_owned(),
            _ => normalize_lines(&decoded.text),
        };
        let source = Source {
            retry_after: retry_after(&response),
            content_signal: find_header(&response, "content-signal"),
            markdown_tokens: find_header(&response, "x-markdown-tokens")
                .and_then(|tokens| tokens.parse().ok()),
            redirects: response.redirects,
            status: Some(response.status),
            url: Some(response.url),
            media_type,
            kind,
            served: Served::Fetched,
        };
        Ok(Self { source, text, is_written: false, remarks })
    }
}

/// The error of a document that is not text; `found` begins the part of the message about it.
fn unsupported_error(what: &str, found: &str) -> Error {
    let message = format!(
        "expected HTML, Markdown, JSON or other text, {found} {what}; convert it to text with another program"
    );
    Error::with_detail(ErrorKind::Unsupported, format!("{what} cannot be read as text"), message)
}

/// Endings of HTML files, and of JSON files.
const PAGES: [&str; 9] = ["html", "htm", "xhtml", "xht", "shtml", "php", "asp", "aspx", "jsp"];
const JSON: [&str; 4] = ["json", "jsonl", "ndjson", "geojson"];

fn is_one_of(ending: &str, endings: &[&str]) -> bool {
    endings.iter().any(|other| ending.eq_ignore_ascii_case(other))
}

/// Returns the ending of a file's name.
///
/// A number does not count, and neither does a query that was part of an address.
fn name_ending(name: &str) -> Option<&str> {
    let (_, end) = name.rsplit_once('.')?;
    let is_ending = end.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && end.bytes().any(|byte| byte.is_ascii_alphabetic())
        && end.len() <= 10;
    is_ending.then_some(end)
}

/// Returns the kind of a text without a name.
///
/// It is HTML if it has a tag, and does not begin as Markdown does.
fn kind_of_text(text: &str) -> Kind {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    let is_json = start.starts_with(['{', '[']) && serde_json::from_str::<serde_json::Value>(start).is_ok();
    let has_tag = || ["</", "<p", "<br", "<li"].iter().any(|tag| start.contains(tag));
    match start {
        _ if is_json => Kind::Json,
        _ if start.starts_with('<') => Kind::Html,
        _ if start.starts_with("# ") || start.starts_with("---\n") => Kind::Markdown,
        _ if has_tag() => Kind::Html,
        _ => Kind::Text,
    }
}

/// Text with line feeds alone, and without blank lines at its ends.
fn normalize_lines(text: &str) -> String {
    let text =
        if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text.to_owned() };
    text.trim_end().trim_start_matches(['\n', ' ']).to_owned()
}

/// Reason for not reading a body.
#[derive(Debug, PartialEq, Eq)]
enum No {
    /// Called HTML, and none.
    Html,
    /// No text, but this.
    Text(String),
}

/// First bytes of files of kinds that are common on the web, and their names.
const SIGNS: [(&[u8], &str); 19] = [
    (b"%PDF-", "a PDF document"),
    (b"\x89PNG\r\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"PK\x03\x04", "a ZIP archive or an Office document"),
    (b"\x1f\x8b\x08", "a gzip archive"),
    (b"\xd0\xcf\x11\xe0", "an Office document"),
    (b"7z\xbc\xaf", "a 7z archive"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90\x00", "a program"),
    (b"OggS", "a sound or film"),
    (b"ID3", "a sound"),
    (b"\x00\x00\x00\x18ftyp", "a film"),
    (b"RIFF", "a WebP image or a sound"),
    (b"wOF2", "a font"),
    (b"SQLite format 3\0", "a database"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ\0", "an xz archive"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard archive"),
];

fn detect_kind(media_type: Option<&str>, body: &[u8], path: &str) -> Result<Kind, No> {
    let essence = media_type.unwrap_or_default();
    let is_html = matches!(essence, "text/html" | XHTML);
    let has_sign = |sign: &[u8]| {
        // Letters alone may begin a text.
        body.starts_with(sign) && (!sign.iter().all(u8::is_ascii_alphanumeric) || !is_text(body))
    };
    let sign = SIGNS.iter().find(|(sign, _)| has_sign(sign)).map(|(_, name)| *name);
    // The signature of a PDF outweighs the server's media type.
    if sign == Some("a PDF document") || essence == "application/pdf" {
        return Err(No::Text("a PDF document".to_owned()));
    }
    if is_binary(body) || !is_html && has_nul(body) || sign.is_some() {
        return Err(match sign {
            _ if is_html => No::Html,
            Some(name) => No::Text(name.to_owned()),
            None if matches!(essence, "" | "application/octet-stream") => No::Text("binary data".to_owned()),
            None => No::Text(essence.to_owned()),
        });
    }
    let ends = |end: &str| {
        path.len() >= end.len()
            && path.as_bytes()[path.len() - end.len()..].eq_ignore_ascii_case(end.as_bytes())
    };
    let is_markdown_path = ends(".md") || ends(".markdown");
    match essence {
        _ if is_html => Ok(Kind::Html),
        "text/markdown" | "text/x-markdown" => Ok(Kind::Markdown),
        "" | "application/octet-stream" | "application/xml" | "text/xml" if starts_like_html(body) => {
            Ok(Kind::Html)
        }
        "" | "application/octet-stream" | "text/plain" if is_markdown_path => Ok(Kind::Markdown),
        "" | "application/octet-stream" => Ok(Kind::Text),
        "application/json" | "application/x-ndjson" | "application/jsonl" => Ok(Kind::Json),
        json if json.ends_with("+json") => Ok(Kind::Json),
        "image/svg+xml" => Err(No::Text("an SVG image".to_owned())),
        text if text.starts_with("text/") || text.ends_with("+xml") || text.ends_with("+yaml") => {
            Ok(Kind::Text)
        }
        "application/xml"
        | "application/javascript"
        | "application/ecmascript"
        | "application/yaml"
        | "application/x-yaml"
        | "application/toml"
        | "application/sql"
        | "application/x-sh" => Ok(Kind::Text),
        other => Err(No::Text(other.to_owned())),
    }
}

/// Bytes of a body that are examined.
const WINDOW: usize = 4096;

/// NUL bytes stand in no text, unless it is UTF-16. Some pages hold a few by mistake.
fn is_binary(body: &[u8]) -> bool {
    let window = &body[..body.len().min(WINDOW)];
    let odd = window.iter().filter(|&&byte| byte < 9 || (14..27).contains(&byte)).count();
    !is_utf16(body) && odd > window.len() / 16
}

/// Returns whether a body has a NUL byte and is not text in UTF-8 or UTF-16.
fn has_nul(body: &[u8]) -> bool {
    body[..body.len().min(WINDOW)].contains(&0) && !is_text(body) && !is_utf16(body)
}

/// Returns whether the beginning of a body is UTF-8 without a NUL byte.
fn is_text(body: &[u8]) -> bool {
    let window = &body[..body.len().min(WINDOW)];
    let is_utf8 = std::str::from_utf8(window).map_or_else(|error| error.error_len().is_none(), |_| true);
    is_utf8 && !window.contains(&0)
}

/// Returns whether a body begins with the mark of UTF-16, or in it with a tag.
fn is_utf16(body: &[u8]) -> bool {
    [&b"\xff\xfe"[..], b"\xfe\xff", b"<\0", b"\0<"].iter().any(|start| body.starts_with(start))
}

/// Returns whether a body begins as an HTML document does.
fn starts_like_html(body: &[u8]) -> bool {
    let mut rest = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body).trim_ascii_start();
    if let Some(declaration) = rest.strip_prefix(b"<?xml ") {
        let Some(end) = declaration.windows(2).take(256).position(|window| window == b"?>") else {
            return false;
        };
        rest = declaration[end + 2..].trim_ascii_start();
    }
    while let Some(comment) = rest.strip_prefix(b"<!--") {
        let Some(end) = comment.windows(3).position(|window| window == b"-->") else { return false };
        rest = comment[end + 3..].trim_ascii_start();
    }
    [&b"<!doctype html"[..], b"<html", b"<head", b"<body"]
        .iter()
        .any(|start| rest.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(media_type: &str, body: &[u8], path: &str, expected: Result<Kind, &str>) {
        let media_type = (!media_type.is_empty()).then_some(media_type);
        let expected = expected.map_err(|what| match what {
            "html" => No::Html,
            what => No::Text(what.to_owned()),
        });
        assert_eq!(detect_kind(media_type, body, path), expected, "{media_type:?} {path}");
    }

    #[test]
    fn kinds() {
        check("text/html", b"<p>x", "/", Ok(Kind::Html));
        check("application/xhtml+xml", b"<p>x", "/", Ok(Kind::Html));
        check("application/xml", b"<?xml version='1.0'?>\n<html xmlns=''>", "/", Ok(Kind::Html));
        check("text/xml", b"<?xml version='1.0'?><a/>", "/", Ok(Kind::Text));
        check("text/xml", b"<?xml <html>", "/", Ok(Kind::Text));
        check("text/html", b"plain words", "/", Ok(Kind::Html));
        check("text/html", b"\xff\xfe<\0p\0>\0", "/", Ok(Kind::Html));
        check("text/html", b"<\0p\0>\0", "/", Ok(Kind::Html));
        check("text/html", b"<p>one\0 NUL in a page that is long enough", "/", Ok(Kind::Html));
        check("text/html", b"\x89PNG\r\n\x1a\n", "/", Err("html"));
        check("text/html", b"\x00\x01\x02\x03", "/", Err("html"));
        check("text/html", b"%PDF-1.7", "/", Err("a PDF document"));
        check("application/pdf", b"%PDF-1.7", "/", Err("a PDF document"));
        check("application/pdf", b"", "/", Err("a PDF document"));
        check("text/markdown", b"# x", "/", Ok(Kind::Markdown));
        check("text/plain", b"# x", "/README.MD", Ok(Kind::Markdown));
        check("text/plain", b"<html>", "/x.html", Ok(Kind::Text));
        check("application/json", b"{}", "/", Ok(Kind::Json));
        check("application/activity+json", b"{}", "/", Ok(Kind::Json));
        check("application/rss+xml", b"<rss>", "/", Ok(Kind::Text));
        check("image/svg+xml", b"<svg>", "/", Err("an SVG image"));
        check("image/png", b"\x89PNG\r\n\x1a\n", "/", Err("a PNG image"));
        check("application/zip", b"PK\x03\x04", "/", Err("a ZIP archive or an Office document"));
        check("application/x-thing", b"text", "/", Err("application/x-thing"));
        check("application/x-thing", b"\0\0", "/", Err("application/x-thing"));
        check("", b"\0\0", "/", Err("binary data"));
        // A few control characters among the bytes of an image, and a text that begins as an archive does.
        check(
            "application/octet-stream",
            b"abc\0\xff\xf3 what may be long enough to hide it",
            "/",
            Err("binary data"),
        );
        check("", b"RIFF\x24\0\0\0WEBPVP8 ", "/", Err("a WebP image or a sound"));
        check("", b"RIFF is the name of a form of files", "/", Ok(Kind::Text));
        check("", b"BZh91AY&SY\xd2\xff", "/", Err("a bzip2 archive"));
        check("", b"<!-- a --> <!DOCTYPE HTML>", "/", Ok(Kind::Html));
        check("", b"# x", "/a.md", Ok(Kind::Markdown));
        check("", b"words", "/", Ok(Kind::Text));
        check("", b"", "/", Ok(Kind::Text));
        check("application/octet-stream", b"<html>", "/", Ok(Kind::Html));
        // A path may be shorter than an ending, and of many bytes a letter.
        check("text/plain", b"x", "\u{e4}", Ok(Kind::Text));
    }

    #[test]
    fn text_has_line_feeds() {
        assert_eq!(normalize_lines("\r\na\r\nb\rc\n\n"), "a\nb\nc");
    }
}
