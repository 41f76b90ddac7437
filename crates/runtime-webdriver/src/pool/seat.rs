//! The place that a session takes in its pool.
//!
//! It is a part of the session, so that no path on which a session ends can forget to free it.

use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::time::timeout;
use webagents_manifest::Manifest;
use webagents_runtime::{Guards, Page as _, Toolbox};

use super::state::Shared;
use crate::context::farewell;
use crate::driver::Driver;
use crate::page::BLANK;
use crate::session::Session;

/// Time for a session that was idle to say that it lives.
const ANSWER: Duration = Duration::from_secs(5);
/// Time for a page to go.
const EMPTY: Duration = Duration::from_secs(5);

/// One of the places of a pool. Dropping it makes the place free.
#[derive(Debug)]
pub(crate) struct Seat {
    pool: Weak<Shared>,
    /// Whether the session is not open yet.
    opening: bool,
    /// Jobs that the session has served.
    pub(super) jobs: u32,
    /// The driver and the identifier of the session, where no process of ours can be killed to end it.
    remote: Option<(Arc<Driver>, String)>,
}

impl Seat {
    /// A place that [`Shared`] has counted as taken and as opening.
    pub(super) fn counted(pool: &Arc<Shared>) -> Self {
        Self { pool: Arc::downgrade(pool), opening: true, jobs: 0, remote: None }
    }

    /// The session is open. `remote` says where it is, unless its process is ours.
    pub(super) fn opened(&mut self, remote: Option<(Arc<Driver>, String)>) {
        self.opening = false;
        self.remote = remote;
    }

    /// Ends a session that is dropped without being closed. A Grid holds a slot for it until it hears of the end,
    /// so the place is free only then, or when the Grid does not answer.
    pub(crate) fn farewell(self) {
        let Some(pool) = self.pool.upgrade() else { return };
        let Some((driver, id)) = self.remote.clone() else { return };
        pool.handle().spawn(async move {
            farewell(driver, id).await;
            drop(self);
        });
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        if let Some(pool) = self.pool.upgrade() {
            pool.freed(self.opening);
        }
    }
}

/// What a pool asks of its sessions.
impl Session {
    /// The driver and the identifier of the session, when the driver is not ours and the session is the
    /// driver's.
    pub(crate) async fn remote(&mut self) -> Option<(Arc<Driver>, String)> {
        if self.driver.group().is_some() || self.lodging.is_some() {
            return None;
        }
        let id = self.client.session_id().await.ok()??;
        Some((Arc::clone(&self.driver), id))
    }

    /// The same session in its place.
    pub(super) fn seated(mut self, mut seat: Seat, remote: Option<(Arc<Driver>, String)>) -> Self {
        seat.opened(remote);
        self.seat = Some(seat);
        self
    }

    /// Its place, if it is one of `pool`.
    pub(super) fn seat_in(&self, pool: &Arc<Shared>) -> Option<&Seat> {
        self.seat.as_ref().filter(|seat| std::ptr::eq(seat.pool.as_ptr(), Arc::as_ptr(pool)))
    }

    /// Whether nothing is known of its end.
    pub(super) fn seems_to_live(&self) -> bool {
        let has_ended = self.line.tab().is_some_and(|tab| tab.state().end.is_some());
        self.lost.is_none() && self.pending.is_none() && !has_ended
    }

    /// Whether the browser still answers, and its driver or Grid for it: a Grid that has ended a session leaves the
    /// browser for a while, and a driver that died leaves it for good.
    pub(super) async fn answers(&mut self) -> bool {
        let (pulse, client) = (self.pulse.clone(), self.client.clone());
        // A context that is on this machine does without the driver.
        let does_without = self.lodging.is_some() && pulse.is_none();
        let driver = async {
            match pulse {
                Some(pulse) => pulse.ask(ANSWER).await,
                None => does_without || client.get_timeouts().await.is_ok(),
            }
        };
        let both = async { tokio::join!(driver, self.url()) };
        matches!(timeout(ANSWER, both).await, Ok((true, Ok(_))))
    }

    /// Leaves the tools and the caller's guards of a job behind, for the next one.
    pub(super) fn vacate(&mut self) {
        self.use_tools(Toolbox::new(Manifest::default()));
        // What one owner allowed is not allowed to the next.
        self.use_guards(Guards::default());
        // What one job was allowed, and what it was refused, is no concern of the next one's.
        if let Some(guard) = &self.egress {
            guard.reset();
        }
        if let Some(seat) = &mut self.seat {
            seat.jobs = seat.jobs.saturating_add(1);
        }
    }

    /// Leaves the page behind. Whether that worked.
    pub(super) async fn emptied(&mut self) -> bool {
        if self.is_anothers() {
            return self.leave().await.is_ok();
        }
        self.navigate(BLANK, EMPTY).await.is_ok()
    }
}
