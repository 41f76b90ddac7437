//! Runs of code that a signal, or the end of a session, cancels.
//!
//! The decision: cancelled code may have called tools, so its calls are read from its page, reported and
//! recorded before the command ends. Everything else of a command is given up at once.

use std::time::Duration;

use tokio::sync::watch;
use tokio::time::timeout;

/// Time for runs to end when they are cancelled.
///
/// The journal is read from the page, which is stopped if it does not answer.
const GRACE: Duration = Duration::from_secs(15);

/// Number of runs that are under way, and the request to end them.
///
/// A clone shares both.
#[derive(Debug, Clone, Default)]
pub(super) struct Runs {
    under_way: watch::Sender<usize>,
    cancelled: watch::Sender<bool>,
}

/// A run that is under way, until its outcome is recorded.
#[derive(Debug)]
pub(super) struct UnderWay(Runs);

impl Runs {
    /// Begins a run.
    pub(super) fn begin(&self) -> UnderWay {
        self.under_way.send_modify(|count| *count += 1);
        UnderWay(self.clone())
    }

    /// Waits for ever once the runs are cancelled, so that no other begins.
    pub(super) async fn may_begin(&self) {
        if *self.cancelled.borrow() {
            std::future::pending::<()>().await;
        }
    }

    /// Cancels the runs that are under way, and does `work` until their outcomes are recorded.
    ///
    /// Returns the result of `work` if it is done by then.
    pub(super) async fn cancel<T>(&self, work: impl Future<Output = T>) -> Option<T> {
        self.cancelled.send_replace(true);
        let recorded = async {
            let _ = self.under_way.subscribe().wait_for(|count| *count == 0).await;
        };
        let first = async {
            tokio::select! {
                biased;
                () = recorded => None,
                end = work => Some(end),
            }
        };
        timeout(GRACE, first).await.ok().flatten()
    }
}

impl UnderWay {
    /// Waits until the run is cancelled.
    pub(super) async fn cancelled(&self) {
        let _ = self.0.cancelled.subscribe().wait_for(|cancelled| *cancelled).await;
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.under_way.send_modify(|count| *count -= 1);
    }
}
