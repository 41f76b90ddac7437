//! Commands of a page other than scripts: navigation and screenshots.
//!
//! The decision: over the debugger, as scripts are, where a page has a context of its own. WebDriver has the same
//! commands, but for the window that is its current one, and a browser that several sessions share has one of those for
//! all. Where it has not, they are WebDriver's.

use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::Instant;
use webagents_runtime::{PageError, PageErrorKind};

use super::{Cdp, PING};
use crate::transport::events::{Driven, hung};

/// The browser's error for an address without a document: a download, or an answer without content.
///
/// The page does not change.
const NO_DOCUMENT: &str = "net::ERR_ABORTED";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Navigated {
    #[serde(default)]
    error_text: String,
    /// Loader id of the document; none where the page stays in the one that it shows.
    loader_id: Option<String>,
}

impl Cdp {
    /// See [`webagents_runtime::Page::navigate`]. A refusal has the browser's message.
    pub(crate) async fn navigate(&mut self, url: &str, deadline: Duration) -> Result<(), PageError> {
        self.go(url, deadline, None).await.unwrap_or_else(|| Err(hung()))
    }

    /// The same from a document that may keep its renderer busy, which may have to show the next one: nothing is said of
    /// it where the server has answered, and the next document is not shown `within` this time.
    pub(crate) async fn navigate_unless_busy(
        &mut self,
        url: &str,
        deadline: Duration,
        within: Duration,
    ) -> Option<Result<(), PageError>> {
        self.go(url, deadline, Some(within)).await
    }

    async fn go(
        &mut self,
        url: &str,
        deadline: Duration,
        within: Option<Duration>,
    ) -> Option<Result<(), PageError>> {
        {
            let mut state = self.tab.state();
            state.driven = Driven::ByUs;
            state.loaders.clear();
        }
        self.asked_for = None;
        let end = Instant::now() + deadline;
        let arrived = self.arrive(url, end, within).await;
        self.tab.state().driven = Driven::No;
        match arrived {
            Err(error) => return Some(Err(error)),
            Ok(None) => return None,
            Ok(Some(true)) => return Some(Ok(())),
            Ok(Some(false)) => {}
        }
        self.stop_loading().await;
        Some(Err(match self.send_script("0").await {
            Err(fault) => self.tab.error(fault),
            Ok(mut ping) => match self.tab.wait(&mut ping, Instant::now() + PING).await {
                Some(Err(ended)) => ended,
                Some(Ok(_)) => PageError::new(PageErrorKind::Timeout, "the page did not load in time"),
                None => hung(),
            },
        }))
    }

    /// Goes there; whether the document was loaded at `end`.
    ///
    /// Nothing is said where it has to be shown `within` a time after its server's answer, and is not.
    async fn arrive(
        &mut self,
        url: &str,
        end: Instant,
        within: Option<Duration>,
    ) -> Result<Option<bool>, PageError> {
        let params = json!({ "url": url }).to_string();
        let sent = self.socket.send("Page.navigate", &params).await;
        let mut ticket = sent.map_err(|fault| self.tab.error(fault))?;
        let Some(answer) = self.tab.wait(&mut ticket, end).await else { return Ok(Some(false)) };
        let read = answer?.and_then(|reply| reply.read::<Navigated>());
        let Navigated { error_text, loader_id } = read.map_err(|fault| self.tab.error(fault))?;
        self.asked_for = loader_id;
        if let (Some(within), Some(loader)) = (within, &self.asked_for)
            && error_text.is_empty()
            && !self.tab.comes(loader, end.min(Instant::now() + within)).await
        {
            return Ok(None);
        }
        // A script of the page may have led elsewhere already; and what cannot be shown is shown an error page for,
        // whose address shows the end of a redirect.
        let loaded = self.tab.loaded(end).await;
        if !error_text.is_empty() && error_text != NO_DOCUMENT {
            return Err(PageError::new(PageErrorKind::Unreachable, error_text));
        }
        Ok(Some(loaded))
    }

    /// Returns whether the document that was last asked for was shown.
    pub(crate) fn has_come(&self) -> bool {
        self.asked_for.as_ref().is_some_and(|asked_for| self.tab.state().loaders.contains(asked_for))
    }

    /// Returns whether the page shows the browser's own document for an address that it cannot show.
    pub(crate) fn shows_error_page(&self) -> bool {
        self.tab.state().failed
    }

    /// The visible part of the page, as the bytes of a PNG.
    pub(crate) async fn screenshot(&self, within: Duration) -> Result<Vec<u8>, PageError> {
        let taken = self.socket.call("Page.captureScreenshot", "{\"format\":\"png\"}", within).await;
        let taken: Value = taken.and_then(|reply| reply.read()).map_err(|fault| self.tab.error(fault))?;
        let picture = taken["data"].as_str().and_then(|data| BASE64_STANDARD.decode(data).ok());
        picture.ok_or_else(|| PageError::new(PageErrorKind::Other, "the browser gave no picture"))
    }
}
