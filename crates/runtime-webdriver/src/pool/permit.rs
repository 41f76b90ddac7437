//! The permit of a session in its pool.
//!
//! The session owns it, so that each path on which a session ends releases it.

use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::time::timeout;
use webagents_manifest::Manifest;
use webagents_runtime::{Guards, Page as _, Toolbox};

use super::queue::Shared;
use crate::driver::capabilities::BLANK;
use crate::driver::process::Driver;
use crate::pool::shared_browser::delete_remote_session;
use crate::session::Session;

/// Time for an idle session to answer.
const ANSWER: Duration = Duration::from_secs(5);
/// Time to empty a page.
const EMPTY: Duration = Duration::from_secs(5);

/// One of the permits of a pool. Dropping it releases the permit.
#[derive(Debug)]
pub(crate) struct SessionPermit {
    pool: Weak<Shared>,
    /// `true` until the session is open.
    opening: bool,
    /// Number of jobs that the session has run.
    pub(super) jobs: u32,
    /// Driver and identifier of a remote session, which no signal to a process here ends.
    remote: Option<(Arc<Driver>, String)>,
}

impl SessionPermit {
    /// Creates a permit that [`Shared`] has counted as taken and as opening.
    pub(super) fn counted(pool: &Arc<Shared>) -> Self {
        Self { pool: Arc::downgrade(pool), opening: true, jobs: 0, remote: None }
    }

    /// Marks the session as open. `remote` identifies the session of a remote driver.
    pub(super) fn opened(&mut self, remote: Option<(Arc<Driver>, String)>) {
        self.opening = false;
        self.remote = remote;
    }

    /// Ends a session that is dropped without being closed.
    ///
    /// A Grid holds a slot for it until it ends, so the permit is released only then, or when the Grid does not answer.
    pub(crate) fn delete_remote_session(self) {
        let Some(pool) = self.pool.upgrade() else { return };
        let Some((driver, id)) = self.remote.clone() else { return };
        pool.handle().spawn(async move {
            delete_remote_session(driver, id).await;
            drop(self);
        });
    }
}

impl Drop for SessionPermit {
    fn drop(&mut self) {
        if let Some(pool) = self.pool.upgrade() {
            pool.freed(self.opening);
        }
    }
}

/// The methods for pools.
impl Session {
    /// Returns driver and identifier of a session of a remote driver.
    pub(crate) async fn remote(&mut self) -> Option<(Arc<Driver>, String)> {
        if self.driver.group().is_some() || self.context.is_some() {
            return None;
        }
        let id = self.client.session_id().await.ok()??;
        Some((Arc::clone(&self.driver), id))
    }

    /// Returns the session with its permit.
    pub(super) fn with_permit(
        mut self,
        mut permit: SessionPermit,
        remote: Option<(Arc<Driver>, String)>,
    ) -> Self {
        permit.opened(remote);
        self.permit = Some(permit);
        self
    }

    /// Returns its permit, if it is one of `pool`.
    pub(super) fn permit_in(&self, pool: &Arc<Shared>) -> Option<&SessionPermit> {
        self.permit.as_ref().filter(|permit| std::ptr::eq(permit.pool.as_ptr(), Arc::as_ptr(pool)))
    }

    /// Returns whether no end of it is known.
    pub(super) fn seems_to_live(&self) -> bool {
        let has_ended = self.transport.tab().is_some_and(|tab| tab.state().end.is_some());
        self.lost.is_none() && self.pending.is_none() && !has_ended
    }

    /// Returns whether the browser answers, and its driver or Grid for it: a Grid that has ended a session leaves the
    /// browser running for a while, and a driver that died leaves it for good.
    pub(super) async fn answers(&mut self) -> bool {
        let (keep_alive, client) = (self.keep_alive.clone(), self.client.clone());
        // A context that is on this machine does without the driver.
        let does_without = self.context.is_some() && keep_alive.is_none();
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
    pub(super) fn vacate(&mut self) {
        self.use_tools(Toolbox::new(Manifest::default()));
        // What one caller allowed is not allowed to the next.
        self.use_guards(Guards::default());
        // What one job was allowed, and what it was refused, is no concern of the next one's.
        if let Some(guard) = &self.egress {
            guard.reset();
        }
        if let Some(permit) = &mut self.permit {
            permit.jobs = permit.jobs.saturating_add(1);
        }
    }

    /// Leaves the page, and returns whether that worked.
    pub(super) async fn emptied(&mut self) -> bool {
        if self.is_anothers() {
            return self.leave().await.is_ok();
        }
        self.navigate(BLANK, EMPTY).await.is_ok()
    }
}
