//! Pages that only lead to another: a refresh in HTML, and sets of frames.
//!
//! The decision it embodies: such a page is a redirect that a site without access to its server writes, so it is
//! followed
//! like one: by the same guarded client, never from https to http, with the caller's credentials for their own origin
//! alone
//! until the way leaves it, and within a limit. What leads nowhere or back is read as it is.

use std::collections::HashSet;
use std::sync::Arc;

use url::Url;
use webagents_fetch::{Client, Cookies, RequestHeaders};

use super::browsed;
use super::document::{Document, Kind, Served};
use super::error::Error;
use super::options::{BrowseOptions, PartOptions};
use super::remark::Remark;
use crate::leads::{self, Leads};
use crate::metadata::Metadata;
use crate::options::ReadOptions;
use crate::reading;

/// Pages that lead to another, one after the other.
const HOPS: usize = 5;

/// The page to read.
#[derive(Debug)]
pub(super) struct Followed {
    pub(super) document: Arc<Document>,
    pub(super) served: Served,
    /// The URLs that led to it.
    pub(super) via: Vec<Url>,
    /// Metadata of a set of frames.
    pub(super) title: Option<Metadata>,
    /// Error of fetching the page that it leads to.
    pub(super) failure: Option<Error>,
}

/// Scope of the caller's credentials.
struct Way<'a> {
    client: &'a Client,
    asked: &'a Url,
    options: &'a BrowseOptions,
    cookies: &'a Cookies,
    has_left: bool,
}

impl Way<'_> {
    async fn fetch_document(&mut self, from: &Url, to: &Url) -> Result<(Arc<Document>, Served), Error> {
        if from.scheme() == "https" && to.scheme() == "http" {
            let message = format!("{from} leads from https to http; the site must correct the link");
            return Err(Error::with_detail(
                super::ErrorKind::Refused,
                "it leads from https to http",
                message,
            ));
        }
        let nothing = RequestHeaders::default();
        self.has_left |= to.origin() != self.asked.origin();
        let headers = if self.has_left { &nothing } else { &self.options.request.headers };
        let found =
            super::fetch::fetch_document(self.client, to, headers, self.options, self.cookies).await?;
        self.note_origin(&found.0);
        Ok(found)
    }

    /// Notes whether the way to a document left the origin of the request.
    fn note_origin(&mut self, document: &Document) {
        let mut urls = document.source.redirects.iter().chain(&document.source.url);
        self.has_left |= urls.any(|url| url.origin() != self.asked.origin());
    }
}

/// The page to which a page leads, or the page.
pub(super) async fn follow_leads(
    client: &Client,
    asked: &Url,
    (document, served): (Arc<Document>, Served),
    options: &BrowseOptions,
    cookies: &Cookies,
) -> Followed {
    let mut way = Way { client, asked, options, cookies, has_left: false };
    way.note_origin(&document);
    let mut seen = HashSet::from([address_key(asked)]);
    let mut found = Followed { document, served, via: Vec::new(), title: None, failure: None };
    for _ in 0..HOPS {
        let Some(own) = found.document.source.url.clone() else { break };
        seen.insert(address_key(&own));
        let to = match leads_of(&found.document, &own).await {
            Some(Leads::Refresh(to)) => to,
            Some(Leads::Frames(frames)) => match <[Url; 1]>::try_from(frames) {
                Ok([only]) => only,
                Err(frames) => {
                    join_frames(&mut found, &own, &frames, &mut way).await;
                    break;
                }
            },
            None => break,
        };
        // A way that leads back leads nowhere.
        if !seen.insert(address_key(&to)) {
            break;
        }
        match way.fetch_document(&own, &to).await {
            Ok((document, served)) => {
                found.via.extend(found.document.source.redirects.iter().cloned());
                found.via.push(own);
                (found.document, found.served) = (document, served);
            }
            Err(error) => {
                found.failure = Some(error);
                break;
            }
        }
    }
    found
}

fn address_key(url: &Url) -> String {
    let mut url = url.clone();
    url.set_fragment(None);
    url.into()
}

async fn leads_of(document: &Arc<Document>, own: &Url) -> Option<Leads> {
    if document.source.kind != Kind::Html || document.source.status.is_some_and(|status| status >= 400) {
        return None;
    }
    let (document, own) = (Arc::clone(document), own.clone());
    // Reading takes the processor for milliseconds.
    tokio::task::spawn_blocking(move || leads::find_leads(&document.text, &own)).await.ok().flatten()
}

/// Makes one document of the frames of a set, in their order.
///
/// Frames that cannot be read are left out, with a remark.
async fn join_frames(found: &mut Followed, own: &Url, frames: &[Url], way: &mut Way<'_>) {
    let mut text = String::new();
    let mut is_whole = true;
    for frame in frames {
        let Ok((document, served)) = way.fetch_document(own, frame).await else {
            is_whole = false;
            continue;
        };
        let mut options = way.options.clone();
        options.part = PartOptions { max_characters: usize::MAX, ..PartOptions::default() };
        let shown = tokio::task::spawn_blocking(move || {
            browsed::show_document(&document, served, &options, None, None)
        })
        .await;
        if let Ok(Ok(shown)) = shown {
            text.push_str(if text.is_empty() { "" } else { "\n\n" });
            text.push_str(&shown.text);
        }
    }
    if text.is_empty() {
        return;
    }
    let set = Arc::clone(&found.document);
    let mut remarks = set.remarks.clone();
    if !is_whole {
        remarks.push(Remark::FrameMissing);
    }
    let how = ReadOptions { url: Some(own.clone()), ..ReadOptions::default() };
    found.title = Some(reading::read_metadata(&set.text, &how));
    found.document = Arc::new(Document { source: set.source.clone(), text, is_written: true, remarks });
}
