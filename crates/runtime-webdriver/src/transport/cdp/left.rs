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
//! (what the page asks for meanwhile would count for the next job), and where the page has opened windows, which could
//! reach the next document by their `opener`.

use std::time::Duration;

use url::Url;
use webagents_runtime::PageError;

use crate::driver::capabilities::BLANK;
use crate::session::Session;
use crate::session::page::not_shown;
use crate::transport::Transport;
use crate::transport::events::Phase;

/// Time for a page to go.
const EMPTY: Duration = Duration::from_secs(5);
/// Time in which the next document comes, once its server has answered, unless the page keeps its renderer busy.
const BUSY: Duration = Duration::from_secs(3);

impl Session {
    /// Returns whether the page may be left by the next job: it has a context of its own, and nothing of it can last.
    pub(crate) fn can_be_left_later(&self) -> bool {
        let Transport::Cdp(cdp) = &self.transport else { return false };
        let state = cdp.tab().state();
        cdp.has_context()
            && self.egress.is_none()
            && self.lost.is_none()
            && self.pending.is_none()
            && state.end.is_none()
            && !state.has_windows
    }

    /// The page is another job's from now on.
    pub(crate) fn leave_later(&mut self) {
        if let Transport::Cdp(cdp) = &self.transport {
            cdp.tab().state().is_anothers = true;
        }
    }

    /// Returns whether the page is that of the job before.
    pub(crate) fn is_anothers(&self) -> bool {
        self.transport.tab().is_some_and(|tab| tab.state().is_anothers)
    }

    /// Goes to the empty page, if the page is that of the job before.
    pub(crate) async fn leave(&mut self) -> Result<(), PageError> {
        if !self.is_anothers() {
            return Ok(());
        }
        let Transport::Cdp(cdp) = &mut self.transport else { return Ok(()) };
        match cdp.navigate_unless_busy(BLANK, EMPTY, BUSY).await {
            Some(Ok(())) => self.has_left(),
            // It is busy for ever, crashed, or closed itself: none of that is the next job's concern.
            _ => drop(self.replace_page().await?),
        }
        Ok(())
    }

    fn has_left(&mut self) {
        if let Some(tab) = self.transport.tab() {
            tab.state().is_anothers = false;
        }
    }

    /// Shows `url` in the page of a context.
    pub(crate) async fn show(&mut self, url: &str, deadline: Duration) -> Result<(), PageError> {
        let navigated = match self.go_straight_to(url, deadline).await? {
            Some(navigated) => navigated,
            None => match &mut self.transport {
                Transport::Cdp(cdp) => cdp.navigate(url, deadline).await,
                _ => return Ok(()),
            },
        };
        let Transport::Cdp(cdp) = &self.transport else { return Ok(()) };
        let (came, failed) = (cdp.has_come(), cdp.shows_error_page());
        if came {
            self.keys.arrived();
        }
        navigated.map_err(|error| not_shown(url, deadline, error)).inspect_err(|error| self.ended(error))?;
        // The browser's events say which document it shows, so that the document need not be asked.
        if failed { self.refuse_error_page(url, deadline).await } else { Ok(()) }
    }

    /// Leaves the page of the job before, if it is shown, by the way to `url` where that can be.
    ///
    /// `None` says that the navigation is still to be done.
    async fn go_straight_to(
        &mut self,
        url: &str,
        deadline: Duration,
    ) -> Result<Option<Result<(), PageError>>, PageError> {
        if !self.is_anothers() {
            return Ok(None);
        }
        if !self.may_go_straight_to(url) {
            return self.leave().await.map(|()| None);
        }
        let Transport::Cdp(cdp) = &mut self.transport else { return Ok(None) };
        let navigated = cdp.navigate_unless_busy(url, deadline, BUSY).await;
        if cdp.has_come() {
            self.has_left();
            return Ok(navigated);
        }
        // Where the page itself came to its end, it was not the address's fault.
        let has_ended = cdp.tab().state().end.is_some();
        match navigated {
            Some(navigated) if !has_ended => self.leave().await.map(|()| Some(navigated)),
            _ => self.replace_page().await.map(|_| None),
        }
    }

    /// Returns whether the way to `url` leads out of the document that is shown, which is not on its own way elsewhere.
    fn may_go_straight_to(&self, url: &str) -> bool {
        // With a fragment it may be another place in the same document; and `javascript:` is no place.
        let leads_out = Url::parse(url)
            .is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.fragment().is_none());
        leads_out && self.transport.tab().is_some_and(|tab| tab.state().phase == Phase::Still)
    }
}
