//! Discovery over HTTP: fetch the page, read its signals, fetch the manifest.
//!
//! Discovery makes at most two requests. The same guarded client fetches the URL that a page names, so a page on a
//! host that the user allowed cannot lead to a host that the user did not allow. A response is only accepted as a
//! manifest if it may be one: a server that answers every path with its application's page answers `/webagents.md`
//! with status 200 as well.

use url::{Origin, Url};
use webagents_fetch::{Client, Overflow, RequestOptions, Response};
use webagents_html::{charset_of, decode};
use webagents_manifest::Parsed;

use crate::error::{Error, ErrorKind};
use crate::signal::{How, Scan, Signal, Warning, WarningCode, merge};
use crate::{NAME, begins_like_html, find_in_html, find_in_link_header};

/// Options for finding and loading the manifest of a page.
///
/// [`Default`] gives the values named at each field.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct DiscoverOptions {
    /// Maximum bytes of a page that are searched; a longer page is cut, with a warning. Default: 2 MiB.
    pub max_page_bytes: usize,
    /// Maximum bytes of a manifest that is fetched; a larger one is an error. Default: 8 MiB.
    pub max_manifest_bytes: usize,
}

impl Default for DiscoverOptions {
    fn default() -> Self {
        Self {
            max_page_bytes: 2 * 1024 * 1024,
            max_manifest_bytes: webagents_manifest::limits::DOCUMENT_BYTES,
        }
    }
}

/// Manifest that was found and loaded, with the page that names it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Discovery {
    /// URL of the page after redirects, or of the manifest itself if that was requested directly.
    pub page_url: Url,
    /// URL of the manifest after redirects.
    pub manifest_url: Url,
    /// Way in which the manifest was found, such as by a `<meta>` tag.
    pub how: How,
    /// Parsed manifest, with diagnostics about its `webagents.md` text.
    pub parsed: Parsed,
    /// Irregularities that did not prevent finding the manifest, such as a second reference to one.
    pub warnings: Vec<Warning>,
}

impl Discovery {
    /// Returns the origin (scheme, host and port) of the pages on which the manifest's tools may be called.
    ///
    /// It is the page's origin, never the manifest's, except for a manifest that was loaded directly.
    pub fn tools_origin(&self) -> Origin {
        self.page_url.origin()
    }

    /// Returns the URL of the page to open in order to call the manifest's tools.
    ///
    /// It is the page itself, or the root of the site for a manifest that was loaded directly.
    pub fn landing_page(&self) -> Url {
        let root = (self.how == How::Direct).then(|| self.page_url.join("/").ok()).flatten();
        root.unwrap_or_else(|| self.page_url.clone())
    }
}

/// Fetches the page at `page`, finds the manifest that it names, and loads it.
///
/// `page` is the manifest itself if its path ends in `.md`, or if the response has the media type of Markdown and declares
/// a tool; unless its body is HTML or its headers name another manifest.
pub async fn discover(client: &Client, page: &Url, options: &DiscoverOptions) -> Result<Discovery, Error> {
    let response = fetch_page(client, page, options).await?;
    let (signals, mut warnings) = signals(&response);
    match signals.into_iter().next() {
        Some(signal) => {
            let manifest = fetch_manifest(client, &signal.url, options, &mut warnings).await?;
            let discovery = found(signal.how, &response.url, &manifest, warnings);
            Ok(discovery)
        }
        None if is_markdown(&response) => {
            let discovery = if response.truncated {
                // The page limit cut it; a manifest may be larger.
                load(client, &response.url, options).await?
            } else {
                check_manifest(&response, &mut warnings)?;
                found(How::Direct, &response.url, &response, warnings)
            };
            // Some servers answer with a page's text as Markdown, which does not name the page's manifest.
            if discovery.parsed.manifest.tools.is_empty() && !is_markdown_path(&response.url) {
                return Err(no_manifest(&response, &discovery.warnings));
            }
            Ok(discovery)
        }
        None => Err(no_manifest(&response, &warnings)),
    }
}

/// Fetches and parses the manifest at the URL `manifest`, without a page that refers to it.
pub async fn load(client: &Client, manifest: &Url, options: &DiscoverOptions) -> Result<Discovery, Error> {
    let mut warnings = Vec::new();
    let response = fetch_manifest(client, manifest, options, &mut warnings).await?;
    Ok(found(How::Direct, &response.url, &response, warnings))
}

async fn fetch_page(client: &Client, url: &Url, options: &DiscoverOptions) -> Result<Response, Error> {
    let mut request = RequestOptions::default();
    // Some servers answer with the page's text as Markdown to every client that names the type.
    request.accept = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1".into();
    request.max_body_bytes = options.max_page_bytes;
    request.overflow = Overflow::Truncate;
    let response = client.get(url, &request).await.map_err(|error| Error::fetch("page", url, error))?;
    check_status("page", &response)?;
    Ok(response)
}

async fn fetch_manifest(
    client: &Client,
    url: &Url,
    options: &DiscoverOptions,
    warnings: &mut Vec<Warning>,
) -> Result<Response, Error> {
    let mut request = RequestOptions::default();
    request.accept = "text/markdown,text/plain;q=0.9,*/*;q=0.1".into();
    request.max_body_bytes = options.max_manifest_bytes;
    let response = client.get(url, &request).await.map_err(|error| Error::fetch("manifest", url, error))?;
    if !is_same_site(url, &response.url) {
        let message = format!("the manifest {url} redirects to another origin, {}", response.url);
        return Err(Error::new(ErrorKind::CrossOriginRedirect, message));
    }
    check_status("manifest", &response)?;
    check_manifest(&response, warnings)?;
    Ok(response)
}

fn found(how: How, page_url: &Url, manifest: &Response, mut warnings: Vec<Warning>) -> Discovery {
    let (page_origin, manifest_origin) = (page_url.origin(), manifest.url.origin());
    if page_origin != manifest_origin {
        let message = format!(
            "the manifest is of the origin {}, the page of {}",
            manifest_origin.ascii_serialization(),
            page_origin.ascii_serialization()
        );
        warnings.push(Warning::new(WarningCode::CrossOrigin, message));
    }
    Discovery {
        page_url: page_url.clone(),
        manifest_url: manifest.url.clone(),
        how,
        parsed: webagents_manifest::parse_bytes(&manifest.body),
        warnings,
    }
}

/// Returns the signals of the page and of its headers, in order of rank.
fn signals(response: &Response) -> (Vec<Signal>, Vec<Warning>) {
    let mut header = find_in_link_header(response.headers.all("link"), &response.url);
    let mut page = Scan::default();
    if is_html(response) {
        if response.truncated {
            let message = format!("only the first {} bytes of the page were read", response.body.len());
            header.warnings.push(Warning::new(WarningCode::Truncated, message));
        }
        let charset = response.headers.get("content-type").and_then(charset_of);
        page = find_in_html(&decode(&response.body, charset.as_deref()).text, &response.url);
    }
    let Scan { signals, warnings } = merge(header, page);
    (signals, warnings)
}

fn no_manifest(response: &Response, warnings: &[Warning]) -> Error {
    let url = &response.url;
    let mut message = if is_html(response) {
        format!(
            "{url} names no manifest: expected <meta name=\"{NAME}\" content=\"URL\"> in its HTML, a `Link` header \
             or <link href=\"URL\"> with rel=\"{NAME}\""
        )
    } else {
        let kind = response.media_type().unwrap_or_else(|| "something without a media type".to_owned());
        let without = if is_markdown(response) { " that declares no tool" } else { "" };
        format!(
            "{url} names no manifest: it is {kind}{without}, and has no `Link` header with rel=\"{NAME}\""
        )
    };
    for warning in warnings {
        message.push_str("; ");
        message.push_str(&warning.message);
    }
    Error::new(ErrorKind::NoManifest, message)
}

fn check_status(what: &str, response: &Response) -> Result<(), Error> {
    if response.is_success() {
        return Ok(());
    }
    let message = format!("the {what} {} answered with status {}", response.url, response.status);
    Err(Error::new(ErrorKind::Status(response.status), message))
}

/// Refuses a response that cannot be a manifest, and reports irregularities.
fn check_manifest(response: &Response, warnings: &mut Vec<Warning>) -> Result<(), Error> {
    let url = &response.url;
    let refuse = |what: &str| {
        let message =
            format!("{url}: expected a manifest, found {what}; the server should answer with text/markdown");
        Err(Error::new(ErrorKind::NotMarkdown, message))
    };
    let media_type = response.media_type();
    let essence = media_type.as_deref().unwrap_or("text/markdown");
    if is_html_type(essence) || begins_like_html(&response.body) {
        return refuse("an HTML page (many applications answer every path with their own page)");
    }
    if response.body.trim_ascii().is_empty() {
        return refuse("empty");
    }
    if looks_binary(&response.body) {
        return refuse("binary data");
    }
    match essence {
        "text/markdown" | "text/plain" | "text/x-markdown" => {}
        "application/octet-stream" => {
            warnings.push(unusual_type(essence));
        }
        text if text.starts_with("text/") => warnings.push(unusual_type(text)),
        other => return refuse(other),
    }
    let content_type = response.headers.get("content-type").unwrap_or_default();
    if let Some(charset) = other_charset(content_type) {
        let message = format!(
            "the server names the charset {charset}; the manifest was read as UTF-8, as the format requires"
        );
        warnings.push(Warning::new(WarningCode::Encoding, message));
    }
    Ok(())
}

fn unusual_type(media_type: &str) -> Warning {
    let message = format!("expected the media type text/markdown, found {media_type}");
    Warning::new(WarningCode::ContentType, message)
}

/// Returns the charset that a `Content-Type` names, if it is not UTF-8.
fn other_charset(content_type: &str) -> Option<String> {
    let charset = charset_of(content_type)?;
    let is_utf8 = ["utf-8", "utf8", "us-ascii"].iter().any(|name| charset.eq_ignore_ascii_case(name));
    (!is_utf8).then(|| charset.escape_debug().to_string())
}

/// Returns whether a response is read as a page.
fn is_html(response: &Response) -> bool {
    match response.media_type() {
        Some(essence) if is_html_type(&essence) => true,
        Some(essence) if essence != "application/octet-stream" && !is_markdown_type(&essence) => false,
        // A browser would show an unlabelled page, too; a path that ends in `.md` may lead to HTML by mistake.
        _ => begins_like_html(&response.body),
    }
}

fn is_markdown(response: &Response) -> bool {
    if is_html(response) {
        return false;
    }
    is_markdown_path(&response.url) || response.media_type().is_some_and(|essence| is_markdown_type(&essence))
}

fn is_markdown_path(url: &Url) -> bool {
    url.path().to_ascii_lowercase().ends_with(".md")
}

fn is_html_type(essence: &str) -> bool {
    matches!(essence, "text/html" | "application/xhtml+xml")
}

fn is_markdown_type(essence: &str) -> bool {
    matches!(essence, "text/markdown" | "text/x-markdown" | "text/plain")
}

/// Returns whether a body has NUL bytes. Text has none, except UTF-16, which the parser reports.
fn looks_binary(body: &[u8]) -> bool {
    let is_utf16 = body.starts_with(b"\xff\xfe") || body.starts_with(b"\xfe\xff");
    !is_utf16 && body[..body.len().min(1024)].contains(&0)
}

/// Returns whether a redirect keeps the origin, or only changes the same host to `https`.
fn is_same_site(from: &Url, to: &Url) -> bool {
    let upgraded = from.scheme() == "http"
        && to.scheme() == "https"
        && from.host() == to.host()
        && from.port().is_none()
        && to.port().is_none();
    upgraded || from.origin() == to.origin()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn redirects_that_stay() {
        let check = |from: &str, to: &str, expected| {
            assert_eq!(is_same_site(&from.parse().unwrap(), &to.parse().unwrap()), expected, "{from} {to}");
        };
        check("https://a.example/x", "https://a.example/y", true);
        check("http://a.example/x", "https://a.example/x", true);
        check("http://a.example:8080/x", "https://a.example/x", false);
        check("http://a.example/x", "https://a.example:8443/x", false);
        check("https://a.example/x", "https://www.a.example/x", false);
        check("https://a.example/x", "https://b.example/x", false);
    }

    #[test]
    fn charsets_that_are_not_utf8() {
        assert_eq!(other_charset("text/markdown"), None);
        assert_eq!(other_charset("text/markdown; charset=UTF-8"), None);
        assert_eq!(other_charset("text/markdown; charset=\"utf-8\""), None);
        assert_eq!(other_charset("text/plain; a=b; Charset=latin1").as_deref(), Some("latin1"));
    }
}
