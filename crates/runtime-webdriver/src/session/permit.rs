//! Permits that a session holds as long as it lives, so that each path on which it ends releases them.

use std::fmt::Debug;
use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::time::timeout;

use crate::driver::client::existing_client;
use crate::driver::process::DriverServer;

/// Time for a Grid to delete a session.
const DELETE: Duration = Duration::from_secs(5);

/// Permit for a context in a browser that several sessions share.
pub(crate) trait Context: Debug + Send + Sync {
    /// Excludes the browser from further sessions, because it does not answer.
    fn exclude_browser(&self);
}

/// Source of the permits of sessions.
pub(crate) trait Permits: Debug + Send + Sync {
    /// Takes a permit back.
    fn freed(self: Arc<Self>, was_opening: bool);

    /// Returns the runtime for tasks that outlive a session.
    fn handle(&self) -> &Handle;
}

/// One of the permits of a pool. Dropping it releases the permit.
#[derive(Debug)]
pub(crate) struct SessionPermit {
    pool: Weak<dyn Permits>,
    /// `true` until the session is open.
    opening: bool,
    /// Number of jobs that the session has run.
    pub(super) jobs: u32,
    remote: Option<RemoteSession>,
}

/// Session of a remote driver, which no signal to a process here ends.
#[derive(Debug, Clone)]
pub(crate) struct RemoteSession {
    pub(super) driver: Arc<DriverServer>,
    pub(super) id: String,
}

impl RemoteSession {
    /// Ends the session.
    pub(crate) async fn delete(self) {
        // On a connection of its own, because a command may be pending on the session's.
        if let Ok(client) = existing_client(&self.driver, &self.id).await {
            // The Grid ends a session that is left by its own `session-timeout`.
            let _ = timeout(DELETE, client.close()).await;
        }
    }
}

impl SessionPermit {
    /// Creates a permit that `pool` has counted as taken and as opening.
    pub(crate) fn counted(pool: Weak<dyn Permits>) -> Self {
        Self { pool, opening: true, jobs: 0, remote: None }
    }

    /// Marks the session as open.
    pub(super) fn opened(&mut self, remote: Option<RemoteSession>) {
        self.opening = false;
        self.remote = remote;
    }

    /// Returns whether the permit is one of `pool`.
    pub(super) fn is_of(&self, pool: &Weak<dyn Permits>) -> bool {
        std::ptr::addr_eq(self.pool.as_ptr(), pool.as_ptr())
    }

    /// Ends a session that is dropped without being closed.
    ///
    /// A Grid holds a slot for it until it ends, so the permit is released only then, or when the Grid does not answer.
    pub(super) fn delete_remote_session(mut self) {
        let Some(pool) = self.pool.upgrade() else { return };
        let Some(remote) = self.remote.take() else { return };
        pool.handle().spawn(async move {
            remote.delete().await;
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
