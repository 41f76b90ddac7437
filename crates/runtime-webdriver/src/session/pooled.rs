//! A session between two jobs of a pool.

use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::time::timeout;
use webagents_manifest::Manifest;
use webagents_runtime::{Guards, Page as _, Toolbox};

use super::Session;
use super::lifecycle::Lifecycle;
use super::permit::{Permits, RemoteSession, SessionPermit};
use crate::driver::capabilities::BLANK;
use crate::driver::tls::Address;
use crate::transport::events::Tab;
use crate::transport::webdriver::WebDriver;

/// Time for an idle session to answer.
const ANSWER: Duration = Duration::from_secs(5);
/// Time to empty a page.
const EMPTY: Duration = Duration::from_secs(5);

impl Session {
    /// Returns driver and identifier of a session of a remote driver.
    pub(crate) async fn remote(&self) -> Option<RemoteSession> {
        let Lifecycle { driver, client, context, .. } = &self.lifecycle;
        if driver.group().is_some() || context.is_some() {
            return None;
        }
        let id = client.session_id().await.ok()??;
        Some(RemoteSession { driver: Arc::clone(driver), id })
    }

    /// Returns the browser's WebSocket and the state of its page, if contexts can be created there.
    pub(crate) fn browser(&self) -> Option<(&Address, Tab)> {
        let transport = self.transport.as_ref()?;
        Some((transport.browser()?, transport.tab().clone()))
    }

    /// Returns the driver's side of a session in a context of the browser.
    pub(crate) fn web_driver(&self) -> WebDriver {
        WebDriver::new(self.lifecycle.client.clone())
    }

    /// Returns the session with its permit.
    pub(crate) fn with_permit(mut self, mut permit: SessionPermit, remote: Option<RemoteSession>) -> Self {
        permit.opened(remote);
        self.lifecycle.permit = Some(permit);
        self
    }

    /// Returns the number of jobs that the session has run in `pool`, if it is one of it.
    pub(crate) fn jobs_in(&self, pool: &Weak<dyn Permits>) -> Option<u32> {
        self.lifecycle.permit.as_ref().filter(|permit| permit.is_of(pool)).map(|permit| permit.jobs)
    }

    /// Excludes the browser of the session's context from further sessions, because it does not answer.
    pub(crate) fn exclude_browser(&self) {
        if let Some(context) = &self.lifecycle.context {
            context.exclude_browser();
        }
    }

    /// Returns whether no end of it is known.
    pub(crate) fn seems_to_live(&self) -> bool {
        self.transport.as_ref().is_some_and(|transport| {
            let has_ended = transport.tab().state().end.is_some();
            !has_ended && !transport.driver().is_occupied()
        })
    }

    /// Returns whether the browser answers, and its driver or Grid for it.
    ///
    /// A Grid that has ended a session leaves the browser running for a while, and a driver that died leaves it for good.
    pub(crate) async fn answers(&mut self) -> bool {
        let (keep_alive, client) = (self.lifecycle.keep_alive.clone(), self.lifecycle.client.clone());
        // A context that is on this machine does without the driver.
        let does_without = self.lifecycle.context.is_some() && keep_alive.is_none();
        let driver = async {
            match keep_alive {
                Some(keep_alive) => keep_alive.ask(ANSWER).await,
                None => does_without || client.get_timeouts().await.is_ok(),
            }
        };
        let both = async { tokio::join!(driver, self.url()) };
        matches!(timeout(ANSWER, both).await, Ok((true, Ok(_))))
    }

    /// Drops the tools and the caller's guards of a job, for the next one.
    pub(crate) fn vacate(&mut self) {
        self.use_host_tools(webagents_runtime::tools::HostTools::default());
        self.use_tools(Toolbox::new(Manifest::default()));
        self.tools.known = Arc::default();
        // An answer of one caller does not hold for the next.
        self.use_guards(Guards::default());
        // Answers and refusals of one job do not affect the next one.
        if let Some(guard) = &self.egress {
            guard.reset();
        }
        if let Some(permit) = &mut self.lifecycle.permit {
            permit.jobs = permit.jobs.saturating_add(1);
        }
    }

    /// Returns whether the page belongs to the job before.
    pub(crate) fn is_anothers(&self) -> bool {
        self.transport.as_ref().is_some_and(|transport| transport.tab().state().is_anothers)
    }

    /// Has the page left by the next job, which it belongs to from now on.
    ///
    /// `false` if it has to be left now, because a guard counts its requests, or something of it can last.
    pub(crate) fn leave_later(&mut self) -> bool {
        self.egress.is_none()
            && self.seems_to_live()
            && self.transport.as_ref().is_some_and(|transport| transport.leave_later())
    }

    /// Leaves the page, and returns whether that worked.
    pub(crate) async fn emptied(&mut self) -> bool {
        let Some(transport) = &self.transport else { return false };
        let is_empty = if self.is_anothers() {
            transport.leave().await.is_ok()
        } else {
            let has_reset = matches!(timeout(EMPTY, transport.reset()).await, Ok(Ok(())));
            has_reset && self.navigate(BLANK, EMPTY).await.is_ok()
        };
        // Events of that page are none of the next job's.
        drop(self.drain_events());
        is_empty
    }
}
