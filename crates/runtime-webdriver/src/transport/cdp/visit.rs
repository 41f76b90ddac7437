//! Navigation of a page by the debugger.
//!
//! The decision: over the debugger, as scripts are. WebDriver has the same command, but for the window that is its current
//! one, and a browser that several sessions share has one of those for all; and with it, `open` took 1.1 times as long as
//! agent-browser's, and 0.9 times without (2026-11-25).

use std::pin::pin;
use std::time::Duration;

use serde::Deserialize;
use serde_json::json;
use tokio::time::{Instant, sleep};
use webagents_runtime::{PageError, PageErrorKind};

use super::Cdp;
use crate::transport::events::{Driven, Phase};
use crate::transport::failure::{hung, no_document};
use crate::transport::page_driver::{LEAVES, PageDriver as _};

/// The browser's error for an address without a document: a download, or an answer without content.
///
/// The page does not change.
const NO_DOCUMENT: &str = "net::ERR_ABORTED";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Navigated {
    #[serde(default)]
    error_text: String,
    /// Loader id of the document; none if the page stays in the one that it shows.
    loader_id: Option<String>,
}

impl Cdp {
    /// Goes to `url`. A refusal has the browser's message.
    ///
    /// The document that is left may keep its renderer busy, which may have to show the next one: where the server has
    /// answered, and the next document is not shown `within` a time that is given, there is no result.
    pub(super) async fn reach(
        &self,
        url: &str,
        deadline: Duration,
        within: Option<Duration>,
    ) -> Option<Result<(), PageError>> {
        let driving = self.tab.drive(Driven::ByUs);
        {
            let mut state = self.tab.state();
            state.shown.loaders.clear();
            state.shown.asked_for = None;
        }
        let end = Instant::now() + deadline;
        let arrived = self.arrive(url, end, within).await;
        drop(driving);
        match arrived {
            Err(error) => return Some(Err(error)),
            Ok(None) => return None,
            Ok(Some(true)) => return Some(Ok(())),
            Ok(Some(false)) => {}
        }
        self.stop_loading().await;
        Some(Err(match self.ask("0", Instant::now() + Self::PING).await {
            Some(Err(ended)) if self.tab.state().end.is_some() => ended,
            Some(_) => PageError::new(PageErrorKind::Timeout, "the page did not load in time"),
            None => hung(),
        }))
    }

    /// Ends a script of the page that is left, such as a handler of `beforeunload` that loops.
    ///
    /// A page that waits for a server answers, and goes on.
    async fn end_unloading(&self) {
        if self.ask("0", Instant::now() + Self::PING).await.is_none() {
            // Its answer comes with the end of the script, if at all.
            let _ = self.send("Runtime.terminateExecution", "{}").await;
        }
    }

    /// Goes there; whether the document was loaded at `end`.
    ///
    /// Nothing is said where it has to be shown `within` a time after its server's answer, and is not.
    async fn arrive(
        &self,
        url: &str,
        end: Instant,
        within: Option<Duration>,
    ) -> Result<Option<bool>, PageError> {
        let params = json!({ "url": url }).to_string();
        let documents = self.tab.state().documents;
        let mut reply = pin!(self.reply("Page.navigate", &params, end));
        let reply = loop {
            tokio::select! {
                biased;
                reply = &mut reply => break reply,
                () = sleep(LEAVES) => self.end_unloading().await,
            }
        };
        let Some(reply) = reply else { return Ok(Some(false)) };
        let read = reply?.read().map_err(|fault| self.tab.error(fault));
        let Navigated { error_text, loader_id } = read?;
        self.tab.state().shown.asked_for.clone_from(&loader_id);
        if let (Some(within), Some(loader)) = (within, &loader_id)
            && error_text.is_empty()
            && !self.tab.comes(loader, end.min(Instant::now() + within)).await
        {
            return Ok(None);
        }
        // A script of the page may have led elsewhere already; and an error page is shown for a page that cannot
        // be shown, and its address is the end of a redirect.
        let loaded = self.tab.loaded(end).await;
        let stays = loader_id.is_none() && error_text.is_empty();
        if !stays && !self.tab.state().has_come() {
            // Where the page's process has ended on the way, that is reported after the end of the load.
            let _ = self.ask("0", Instant::now() + Self::PING).await;
        }
        if let Some(ended) = &self.tab.state().end {
            return Err(ended.error());
        }
        if error_text == NO_DOCUMENT {
            // A script of the page that led elsewhere ends the way as well.
            let state = self.tab.state();
            let stays = state.documents == documents && state.phase == Phase::Still;
            return if stays { Err(no_document()) } else { Ok(Some(loaded)) };
        }
        if !error_text.is_empty() {
            return Err(PageError::new(PageErrorKind::Unreachable, error_text));
        }
        Ok(Some(loaded))
    }
}
