//! The page that a job left in a context that serves the next one as well.
//!
//! The decision: it is left no later than the next job's first use of the page. Where that is the way to another
//! document, it goes there at once: with `about:blank` between them a browser starts one process for the empty page and
//! another one for the next, which took 7 to 18 percent of the processor time of a job. Everything else finds the empty
//! page, as it would have been had the pool gone there. A way that leads to no document of its own (a download, an
//! answer without content, no answer in time) ends in the empty page as well, and events of the page before are
//! dropped.
//!
//! The pool goes to the empty page itself where no job comes within half a second, where the context has an egress guard
//! (the page's requests meanwhile would count for the next job), and where the page has opened windows, which could
//! reach the next document by their `opener`.

use std::time::Duration;

use url::Url;
use webagents_runtime::PageError;

use super::Cdp;
use crate::driver::capabilities::BLANK;
use crate::transport::Transport as _;
use crate::transport::events::Phase;
use crate::transport::failure::hung;

/// Time for a page to go.
const EMPTY: Duration = Duration::from_secs(5);
/// Time limit for the next document once its server has answered.
const BUSY: Duration = Duration::from_secs(3);

impl Cdp {
    /// Goes to the empty page, if the page belongs to the job before.
    pub(super) async fn leave_page(&self) -> Result<(), PageError> {
        let is_anothers = self.tab.state().is_anothers;
        if !is_anothers {
            return Ok(());
        }
        match self.reach(BLANK, EMPTY, Some(BUSY)).await {
            Some(Ok(())) => self.tab.state().is_anothers = false,
            // It is busy for ever, crashed, or closed itself: none of that is the next job's concern.
            _ => drop(self.replace().await?),
        }
        Ok(())
    }

    /// Shows `url` in the page of a context. A refusal has the browser's message.
    pub(super) async fn visit(&self, url: &str, deadline: Duration) -> Result<(), PageError> {
        match self.go_straight_to(url, deadline).await? {
            Some(navigated) => navigated,
            None => self.reach(url, deadline, None).await.unwrap_or_else(|| Err(hung())),
        }
    }

    /// Leaves the page of the job before, if it is shown, by the way to `url` if possible.
    ///
    /// `None` means that the navigation is still to be done.
    async fn go_straight_to(
        &self,
        url: &str,
        deadline: Duration,
    ) -> Result<Option<Result<(), PageError>>, PageError> {
        let is_anothers = self.tab.state().is_anothers;
        if !is_anothers {
            return Ok(None);
        }
        if !self.may_go_straight_to(url) {
            return self.leave_page().await.map(|()| None);
        }
        let navigated = self.reach(url, deadline, Some(BUSY)).await;
        // Where the page itself came to its end, it was not the address's fault.
        let has_ended = {
            let mut state = self.tab.state();
            if state.has_come() {
                state.is_anothers = false;
                return Ok(navigated);
            }
            state.end.is_some()
        };
        match navigated {
            Some(navigated) if !has_ended => self.leave_page().await.map(|()| Some(navigated)),
            _ => self.replace().await.map(|_| None),
        }
    }

    /// Returns whether navigating to `url` leaves the document that is shown.
    fn may_go_straight_to(&self, url: &str) -> bool {
        // With a fragment it may be another place in the same document; and `javascript:` is not a place.
        let leads_out = Url::parse(url)
            .is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.fragment().is_none());
        leads_out && self.tab.state().phase == Phase::Still
    }
}
