//! `web_browse`: a page of the web as Markdown, for a model with a budget.
//!
//! The decisions it embodies: a server that has Markdown is requested to send it first; a failure is a typed
//! error with one line for the model; and a caller who continues gets the same document. It opens no
//! connection itself: the client of `fetch` does, with its guard. It runs no script: a page that looks empty
//! without scripts is reported as such, and a caller with a browser gives its HTML to [`show_html`].

mod browsed;
mod cache;
mod chunk;
mod document;
mod error;
mod fetch;
mod follow;
mod front_matter;
mod native;
mod options;
mod remark;
mod robots;
mod store;
mod tool;

use std::sync::Arc;

use tokio::time::timeout;
use url::Url;
use webagents_fetch::{Client, Cookies};

pub use self::browsed::{Browsed, Extent};
pub use self::cache::Cache;
pub use self::chunk::{Chunk, chunks};
pub use self::document::{Kind, Served, Source};
pub use self::error::{Error, ErrorKind};
pub use self::options::{
    BrowseOptions, FrontMatter, NativeMarkdown, PageRequest, PartOptions, Robots, client_options,
};
pub use self::remark::Remark;
pub use self::store::Store;
pub use self::tool::{TOOL_NAME, call_tool, tool_definition};

use self::document::Document;

/// Bytes of an address. Servers take 8,000 at least (RFC 9110, section 4.1).
const URL_BYTES: usize = 8192;

/// Fetches the page at `url`, an `http:` or `https:` URL, and converts it to Markdown.
///
/// Dropping the future cancels the request. It needs a runtime of tokio's.
///
/// ```no_run
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// use webagents_fetch::Client;
/// use webagents_read::{BrowseOptions, client_options, web_browse};
///
/// let client = Client::new(&client_options())?;
/// match web_browse(&client, "https://example.com/", &BrowseOptions::default()).await {
///     Ok(page) => println!("{page}"),
///     Err(error) => println!("{}", error.line()),
/// }
/// # Ok(())
/// # }
/// ```
pub async fn web_browse(client: &Client, url: &str, options: &BrowseOptions) -> Result<Browsed, Error> {
    let url = parse_address(url)?;
    match timeout(options.request.timeout, browse_url(client, &url, options)).await {
        Ok(outcome) => outcome,
        Err(_) => Err(Error::from_timeout(options.request.timeout, url.as_str())),
    }
}

/// Converts HTML that the caller already has, with the same result as of a fetched page.
pub fn show_html(html: &str, url: Option<&Url>, options: &BrowseOptions) -> Result<Browsed, Error> {
    let fragment = url.and_then(Url::fragment);
    browsed::show_document(&Arc::new(Document::of_html(html, url)), Served::Given, options, None, fragment)
}

/// Shows a document that the caller already has as bytes, such as the content of a file.
///
/// HTML is converted to Markdown, and other text is shown as it is. `name` is the name of the file, whose
/// ending counts as much as the content, or empty. `section` is a fragment such as `history`, which selects a
/// part of the page as one of a URL does. Bytes that are not text, such as those of an image or an archive,
/// are refused with [`ErrorKind::Unsupported`].
pub fn show_bytes(
    bytes: &[u8],
    name: &str,
    section: Option<&str>,
    options: &BrowseOptions,
) -> Result<Browsed, Error> {
    let document = Arc::new(Document::of_file(bytes, name)?);
    browsed::show_document(&document, Served::Given, options, None, section)
}

fn parse_address(text: &str) -> Result<Url, Error> {
    let text = text.trim();
    let shown: String = text.chars().take(200).collect();
    let refuse = |why: &str| Error::new(ErrorKind::InvalidUrl, format!("`{}` {why}", shown.escape_debug()));
    if text.len() > URL_BYTES {
        return Err(refuse("is longer than a URL may be"));
    }
    let url = Url::parse(text).map_err(|error| refuse(&format!("is not a URL: {error}")))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(refuse("is not a page of the web; only http and https are fetched"));
    }
    Ok(url)
}

async fn browse_url(client: &Client, url: &Url, options: &BrowseOptions) -> Result<Browsed, Error> {
    let cookies = Cookies::default();
    let (document, served) =
        fetch::fetch_document(client, url, &options.request.headers, options, &cookies).await?;
    let found = follow::follow_leads(client, url, (document, served), options, &cookies).await;
    let follow::Followed { document, served, via, title, failure } = found;
    let shown = match options.native {
        NativeMarkdown::Prefer => {
            native::prefer_markdown(client, url, document, served, options, &cookies).await
        }
        NativeMarkdown::Report => native::Shown::of(document, served),
    };
    // A redirect may name a section, else the request's section counts.
    let own = shown.document.source.url.as_ref().and_then(Url::fragment);
    let fragment = own.or(url.fragment()).map(str::to_owned);
    let (asked, options) = (url.clone(), options.clone());
    // Converting takes the processor for milliseconds; other pages are waited for meanwhile.
    let shown = tokio::task::spawn_blocking(move || {
        let native::Shown { document, served, known, remark } = shown;
        let known = known.or(title);
        match browsed::show_document(&document, served, &options, known, fragment.as_deref()) {
            Ok(mut browsed) => {
                browsed.remarks.extend(remark);
                if let (Some(url), Some(fragment)) = (&mut browsed.source.url, &fragment) {
                    url.set_fragment(Some(fragment));
                }
                browsed.source.redirects.splice(0..0, via);
                Ok(browsed)
            }
            Err(error) if error.kind() == ErrorKind::NoContent => {
                Err(match (failure, document.source.status) {
                    // The page is there to lead to one that cannot be had.
                    (Some(failure), _) => failure,
                    (None, Some(status)) if status >= 400 => {
                        let url = document.source.url.as_ref().unwrap_or(&asked);
                        Error::from_status(url, status, document.source.retry_after.clone())
                    }
                    _ => error,
                })
            }
            Err(error) => Err(error),
        }
    });
    shown.await.unwrap_or_else(|error| {
        Err(Error::new(ErrorKind::Parse, format!("the conversion of {url} did not end: {error}")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        for text in ["http://a.example", " HTTPS://a.example/ ", "http://127.0.0.1:8080/x"] {
            assert!(parse_address(text).is_ok(), "{text}");
        }
        let long = format!("https://a.example/{}", "x".repeat(URL_BYTES));
        for text in [
            "",
            "a.example",
            "ftp://a.example/",
            "file:///etc/passwd",
            "javascript:1",
            "http://",
            "/x",
            &long,
        ] {
            let error = parse_address(text).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidUrl, "{text}");
            assert_eq!(error.line(), "Error: Invalid URL format - must start with http:// or https://");
            assert!(error.to_string().len() < 1000);
        }
    }
}
