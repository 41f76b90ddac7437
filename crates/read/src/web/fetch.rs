//! The document at a URL, from the cache, the store or the network.
//!
//! The decision it embodies: one function chooses the source, so that the page itself, the pages that it leads to and
//! its own Markdown follow the same rules.

use std::sync::Arc;
use std::time::{Duration, Instant};

use url::Url;
use webagents_fetch::{Client, Cookies, Overflow, RequestHeaders, RequestOptions, Validators};

use super::cache::Key;
use super::document::{self, Document, Served};
use super::error::{Error, ErrorKind};
use super::options::{BrowseOptions, Robots};
use super::robots::RobotsGate;
use super::store;

/// Accepted media types: Markdown first, then those convertible to Markdown, then other text.
const ACCEPT: &str = "text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9, text/plain;q=0.8, \
                      application/json;q=0.7, */*;q=0.1";

/// The document at a URL: remembered, confirmed, or fetched.
pub(super) async fn fetch_document(
    client: &Client,
    url: &Url,
    headers: &RequestHeaders,
    options: &BrowseOptions,
    cookies: &Cookies,
) -> Result<(Arc<Document>, Served), Error> {
    let key = Key::new(url, headers);
    let remembered = options.cache.as_ref().and_then(|cache| cache.find_document(&key, Instant::now()));
    if let Some((document, _)) = &remembered
        && options.part.start_index.is_some_and(|start| start > 0)
    {
        return Ok((Arc::clone(document), Served::Remembered));
    }
    let stored = options
        .store
        .as_deref()
        .map(|store| (store, store::document_key(url, headers, &client.options().user_agent)));
    let from_store = || {
        let (store, key) = stored.as_ref()?;
        store::load_document(*store, key).map(|(document, known)| (document, Some(known)))
    };
    let remembered = remembered.or_else(from_store);
    let mut request = RequestOptions::default();
    ACCEPT.clone_into(&mut request.accept);
    request.headers = headers.clone();
    request.cookies = Some(cookies.clone());
    request.max_body_bytes = options.request.max_body_bytes;
    request.overflow = Overflow::Truncate;
    // The time for the whole is kept by the caller of this, and is over first.
    let longer = options.request.timeout.saturating_add(Duration::from_secs(1));
    request.timeout = Some(longer);
    request.validators = remembered.as_ref().and_then(|(_, known)| known.clone());
    if options.request.robots == Robots::Obey {
        let gate = RobotsGate::new(client, options.cache.as_ref(), longer);
        request.filter = Some(Arc::new(gate));
    }
    let response = client.get(url, &request).await?;
    if response.status == 304
        && let Some((document, _)) = remembered
    {
        return Ok((document, Served::Revalidated));
    }
    let status = response.status;
    let is_shown = response.is_success() || options.request.show_errors && status >= 400;
    if !is_shown {
        let after = document::retry_after(&response);
        return Err(Error::from_status(&response.url, status, after));
    }
    let known = Validators::of(&response);
    // Decoding reads all of the page.
    let (at, after) = (response.url.clone(), document::retry_after(&response));
    let document = tokio::task::spawn_blocking(move || Document::of_response(response)).await;
    let mut document = document.unwrap_or_else(|error| {
        Err(Error::new(ErrorKind::Parse, format!("the decoding of {url} did not end: {error}")))
    });
    if status >= 400 {
        // A body that is not text is represented by its status.
        let document = document.map_err(|_| Error::from_status(&at, status, after))?;
        return Ok((Arc::new(document), Served::Fetched));
    }
    // The document is remembered for all fragments of its address.
    if let Ok(document) = &mut document
        && let Some(own) = &mut document.source.url
        && own.fragment() == url.fragment()
    {
        own.set_fragment(None);
    }
    let document = Arc::new(document?);
    if let (Some((store, key)), Some(known)) = (&stored, &known) {
        store::save_document(*store, key, &document, known);
    }
    if let Some(cache) = &options.cache {
        cache.keep_document(key, Arc::clone(&document), known, Instant::now());
    }
    Ok((document, Served::Fetched))
}
