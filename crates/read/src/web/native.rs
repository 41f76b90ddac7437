//! The Markdown that a page names as its own.
//!
//! The decision it embodies: it is a page of the same site, or it is ignored. Its address is hostile like the
//! rest of the page, so it must have the origin that answered, also after redirects, and the same guarded
//! client fetches it. Credentials are sent only if they were meant for that origin. A failure loses the
//! Markdown and not the page.

use std::sync::Arc;

use tokio::time::timeout;
use url::Url;
use webagents_fetch::{Client, Cookies, RequestHeaders};

use super::document::{Document, Kind, Served};
use super::options::BrowseOptions;
use super::remark::Remark;
use crate::metadata::Metadata;
use crate::options::ReadOptions;
use crate::reading;

/// Document to be shown.
#[derive(Debug)]
pub(super) struct Shown {
    pub(super) document: Arc<Document>,
    pub(super) served: Served,
    /// Metadata of the HTML, if another document is shown.
    pub(super) known: Option<Metadata>,
    pub(super) remark: Option<Remark>,
}

impl Shown {
    /// The document that was fetched.
    pub(super) fn of(document: Arc<Document>, served: Served) -> Self {
        Self { document, served, known: None, remark: None }
    }
}

/// The Markdown that a page names as its own, or the page.
///
/// `url` is the requested address, to which the credentials in the options belong.
pub(super) async fn prefer_markdown(
    client: &Client,
    url: &Url,
    page: Arc<Document>,
    served: Served,
    options: &BrowseOptions,
    cookies: &Cookies,
) -> Shown {
    let mut shown = Shown::of(page, served);
    let Some(metadata) = read_metadata(&shown.document).await else { return shown };
    let (Some(at), Some(own)) = (metadata.markdown.as_ref(), shown.document.source.url.as_ref()) else {
        return shown;
    };
    if at.origin() != own.origin() || at == own {
        return shown;
    }
    let nothing = RequestHeaders::default();
    let headers = if at.origin() == url.origin() { &options.request.headers } else { &nothing };
    let fetched = timeout(
        options.request.timeout / 3,
        super::fetch::fetch_document(client, at, headers, options, cookies),
    )
    .await;
    match fetched {
        Ok(Ok((markdown, served)))
            if markdown.source.kind == Kind::Markdown
                && markdown.source.url.as_ref().is_some_and(|found| found.origin() == at.origin()) =>
        {
            Shown { document: markdown, served, known: Some(metadata), remark: None }
        }
        _ => {
            shown.remark = Some(Remark::NoMarkdown);
            shown
        }
    }
}

/// Returns the metadata of a page of HTML.
async fn read_metadata(page: &Arc<Document>) -> Option<Metadata> {
    let page = Arc::clone(page);
    // Reading takes the processor for milliseconds.
    let read = tokio::task::spawn_blocking(move || {
        let mut how = ReadOptions::default();
        how.url.clone_from(&page.source.url);
        (page.source.kind == Kind::Html).then(|| reading::read_metadata(&page.text, &how))
    });
    read.await.ok().flatten()
}
