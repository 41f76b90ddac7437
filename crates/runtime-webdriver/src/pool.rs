//! Many sessions under one bound: a pool over one source of browsers, be it a driver here or a Grid elsewhere.
//!
//! The decisions this module embodies: a session serves one job and then ends, so that no job sees the traces of
//! another, unless the caller says that all jobs are one user's ([`Isolation::Shared`]). Requests are served in order
//! of arrival. A task of the pool opens a session, not the request, so that a caller who gives up in the middle costs
//! nothing: the next request gets the browser. And a lent session is a plain [`Session`]: its place in the pool becomes
//! free with it, however it ends. The pool is no scheduler of jobs: only the caller knows whether code that was
//! cut off by the end of its browser may run again.

mod open;
mod permit;
mod shared_browsers;
mod state;

use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::time::{Instant, timeout};

use crate::browser::Browser;
use crate::error::{Error, ErrorKind};
use crate::session::Session;

pub(crate) use permit::SessionPermit;
pub(crate) use shared_browsers::ContextPermit;
use state::{Handover, Shared};

/// Isolation of a job from the jobs before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Isolation {
    /// Nothing: each job has a browser process with an empty profile of its own, which ends with the job.
    #[default]
    Profile,
    /// Nothing, as with incognito windows: several jobs share a browser process, and each has a context in it, which
    /// begins empty and ends with the job.
    ///
    /// Apart are cookies, all storage, caches, service workers, permissions, channels between pages, and windows; pages
    /// of two contexts never share a renderer process. Each has an egress guard of its own. In common is the browser
    /// process: when it dies, all of its contexts die with it, and what breaks into it has them all. A context opens in a
    /// fraction of the time and memory that a browser takes.
    ///
    /// It takes a Chromium whose debugger can be reached, here or over a Grid that offers it (`se:cdp`). What cannot do it
    /// is [`ErrorKind::Unsupported`], by [`Pool::new`] as far as it can be known then, otherwise by [`Pool::acquire`].
    Context {
        /// Jobs of one user that a context serves, one after the other, as with [`Isolation::Shared`]; with 1, each has
        /// its own. The page of a job is left half a second after the job or, where the next one comes before that, by
        /// the first use of the page in that one, which finds `about:blank` or its own document in any case.
        jobs: u32,
    },
    /// Cookies, storage and caches, and the addresses that its egress guard allows: a session that is [given
    /// back](Pool::give_back) goes to `about:blank`, loses its tools and guards, and serves the next job. For jobs of
    /// one user on sites that may know this.
    Shared {
        /// Jobs after which the browser is closed all the same, because browsers grow with what they showed.
        jobs: u32,
    },
}

/// Options of a [`Pool`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PoolOptions {
    /// The most sessions at one time, those counted that are being opened or closed.
    ///
    /// At least 1. Default: 4.
    pub size: usize,
    /// Sessions that are opened before anybody asks, and kept ready; at most `size` of them count.
    ///
    /// A Grid counts them as taken slots. Default: 0.
    pub spares: usize,
    /// Isolation of jobs from each other. Default: complete.
    pub isolation: Isolation,
    /// With [`Isolation::Context`], the most contexts at one time in a browser; for more, the pool starts another. It
    /// is also the most that the end of one browser costs. Each has a connection to the browser, and a Grid's node
    /// allows ten of them by default (`connection-limit-per-session`). Default: 8.
    pub contexts: usize,
    /// With [`Isolation::Context`], the contexts that a browser has in its life before another takes its place, because
    /// browsers grow with what they showed. Default: 500.
    pub contexts_in_all: u32,
    /// Time for a Grid to open a session, its queue included.
    ///
    /// With a driver of our own [`BrowserOptions::start_deadline`](crate::BrowserOptions::start_deadline) counts
    /// instead. Default: 5 minutes, which is a Grid's own `session-request-timeout`.
    pub queue_deadline: Duration,
    /// Attempts to open a session for a request before the request gets the driver's error.
    ///
    /// Between two attempts there is a pause, a quarter of a second at first and two seconds at most. Default: 3.
    pub attempts: u32,
}

impl Default for PoolOptions {
    fn default() -> Self {
        Self {
            size: 4,
            spares: 0,
            isolation: Isolation::default(),
            contexts: 8,
            contexts_in_all: 500,
            queue_deadline: Duration::from_mins(5),
            attempts: 3,
        }
    }
}

/// Counts of a pool at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct PoolStatus {
    /// The bound.
    pub size: usize,
    /// Sessions that are lent, or on their way to their end.
    pub in_use: usize,
    /// Sessions that are ready, those counted that are asked whether they still live.
    pub ready: usize,
    /// Sessions that are being opened.
    pub opening: usize,
    /// Callers of [`Pool::acquire`] who wait.
    pub waiting: usize,
    /// Sessions that were opened since the pool began.
    pub opened: u64,
}

/// A bounded number of sessions.
///
/// It is cheap to clone; the clones are one pool. When the last of them is dropped, the sessions that are ready are
/// closed and no more are opened; lent ones end when their owners drop them.
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
    /// A pool of sessions of `browser`, which may be a driver on this machine or a Grid.
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

    /// A session of one's own, opened now or earlier, for which it waits at most `deadline`.
    ///
    /// Callers are served in the order of their calls. Dropping the future at any point loses nothing. Errors: the
    /// driver's, after [`PoolOptions::attempts`]; [`ErrorKind::Busy`] when the deadline passes;
    /// [`ErrorKind::Closed`].
    ///
    /// A session that was ready for longer than a second is asked whether it still lives, by its driver or Grid and in its
    /// page at once, for 5 seconds at most, and another takes its place if it does not: a Grid ends what is idle for its
    /// `session-timeout`. That costs one round trip, and nothing for a session that served or was opened just now. One
    /// that dies in that second or after the answer is lost as one that dies in the middle of its job.
    pub async fn acquire(&self, deadline: Duration) -> Result<Session, Error> {
        let handover = self.shared.queue()?;
        match timeout(deadline, handover).await {
            Ok(Ok(Handover::Session(ready))) => ready.take().ok_or_else(state::closed),
            Ok(Ok(Handover::Failed(error))) => Err(error),
            // The pool is gone or closed, and its end of the channel with it.
            Ok(Err(_)) => Err(state::closed()),
            Err(_) => {
                self.shared.pump();
                Err(self.shared.busy(deadline))
            }
        }
    }

    /// Ends a job: the session is closed, or made ready for the next job where [`Isolation`] allows that, by a task
    /// of the pool. Dropping a session frees its place as well; a browser on a Grid is asked to end in both cases.
    pub fn give_back(&self, session: Session) {
        self.shared.give_back(session);
    }

    /// Returns the counts of the pool.
    pub fn status(&self) -> PoolStatus {
        self.shared.status()
    }

    /// Ends the pool: who waits gets [`ErrorKind::Closed`], sessions that are ready are closed, and it waits at most
    /// `deadline` until those that are lent, being opened or being closed are gone. Returns how many are left.
    pub async fn close(&self, deadline: Duration) -> usize {
        self.shared.close(Instant::now() + deadline).await
    }
}
