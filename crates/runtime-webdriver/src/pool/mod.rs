//! Pool of sessions under one bound, over a driver of this machine or a remote Grid.
//!
//! The decisions this module embodies: a session serves one job and then ends, so that no job sees the traces of
//! another, unless the caller declares that all jobs are one user's ([`Isolation::Shared`]). Requests are served in order
//! of arrival. A task of the pool opens a session, not the request, so that a caller who gives up in the middle costs
//! nothing: the next request gets the browser. And a lent session is a plain [`Session`]: its place in the pool becomes
//! free with it, however it ends. The pool is not a scheduler of jobs: only the caller knows whether code that was
//! cut off by the end of its browser may run again.

mod open;
pub(crate) mod options;
mod queue;
mod shared_browser;
mod shared_browsers;

use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::time::{Instant, timeout};

use crate::browser::Browser;
use crate::error::{Error, ErrorKind};
use crate::session::Session;

use options::{Isolation, PoolOptions, PoolStatus};
use queue::{Handover, Shared};

/// Pool that opens browser sessions, lends each to one job at a time, and limits their number.
///
/// It is cheap to clone; the clones are one pool. When the last of them is dropped, the pool closes the sessions that
/// are ready and opens no more; a lent session ends when the caller drops it.
///
/// ```no_run
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// use std::time::Duration;
/// use webagents_runtime_webdriver::{Browser, BrowserOptions, Pool, PoolOptions};
///
/// let browser = Browser::launch(BrowserOptions::default()).await?;
/// let pool = Pool::new(browser, PoolOptions::default())?;
/// let mut session = pool.acquire(Duration::from_secs(60)).await?;
/// session.detect("https://shop.example/").await?;
/// let outcome = session.execute("return await global.searchProducts('red shoes')").await;
/// pool.give_back(session);
/// pool.close(Duration::from_secs(10)).await;
/// # drop(outcome);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Pool {
    shared: Arc<Shared>,
}

impl Pool {
    /// Creates a pool of sessions that `browser` opens, on a local driver or a Selenium Grid.
    ///
    /// Spares begin to open now.
    ///
    /// It must be called within a tokio runtime, whose tasks open and close the sessions. What the engine or the options
    /// cannot do is [`ErrorKind::Unsupported`].
    pub fn new(browser: Browser, options: PoolOptions) -> Result<Self, Error> {
        let handle = Handle::try_current().map_err(|error| {
            Error::because(ErrorKind::Closed, "a pool needs a tokio runtime that runs its tasks", error)
        })?;
        if let Isolation::Context { .. } = options.isolation {
            browser.can_have_contexts()?;
        }
        let shared = Arc::new(Shared::new(browser, options, handle));
        shared.pump();
        Ok(Self { shared })
    }

    /// Takes a session out of the pool, newly opened or kept ready, or fails after `deadline`.
    ///
    /// Callers are served in the order of their calls. Dropping the future at any point loses nothing. Errors: the
    /// driver's, after [`PoolOptions::attempts`]; [`ErrorKind::Busy`] when the deadline passes;
    /// [`ErrorKind::Closed`].
    ///
    /// A session that was ready for longer than a second is checked for life, by its driver or Grid and in its
    /// page at once, for 5 seconds at most, and another takes its place if it does not answer: a Grid ends sessions
    /// that are idle for its `session-timeout`. That costs one round trip, and nothing for a session that served or was opened just now. One
    /// that dies in that second or after the answer is lost as one that dies in the middle of its job.
    pub async fn acquire(&self, deadline: Duration) -> Result<Session, Error> {
        let handover = self.shared.queue()?;
        match timeout(deadline, handover).await {
            Ok(Ok(Handover::Session(ready))) => ready.take().ok_or_else(queue::closed),
            Ok(Ok(Handover::Failed(error))) => Err(error),
            // The pool is gone or closed, and its end of the channel with it.
            Ok(Err(_)) => Err(queue::closed()),
            Err(_) => {
                self.shared.pump();
                Err(self.shared.busy(deadline))
            }
        }
    }

    /// Returns a session to the pool, which closes it or prepares it for the next job.
    ///
    /// A task of the pool does so; the session serves another job where [`Isolation`] allows that. Dropping a session
    /// frees its place as well; a browser on a Grid gets the command to end in both cases.
    pub fn give_back(&self, session: Session) {
        self.shared.give_back(session);
    }

    /// Returns the present numbers of the pool's sessions, by state, and of waiting callers.
    pub fn status(&self) -> PoolStatus {
        self.shared.status()
    }

    /// Closes the pool, waits at most `deadline` for its sessions to end, and returns how many are left.
    ///
    /// Callers that wait get [`ErrorKind::Closed`], sessions that are ready are closed, and it waits until the sessions that
    /// are lent, being opened or being closed are gone.
    pub async fn close(&self, deadline: Duration) -> usize {
        self.shared.close(Instant::now() + deadline).await
    }
}
