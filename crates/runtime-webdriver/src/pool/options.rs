//! Options and counts of a pool.

use std::time::Duration;

/// Isolation of a job from the jobs before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Isolation {
    /// Nothing: each job has a browser process with an empty profile of its own, which ends with the job.
    #[default]
    Profile,
    /// Nothing, as with incognito windows.
    ///
    /// Several jobs share a browser process, and each has a context in it, which begins empty and ends with the job.
    ///
    /// Apart are cookies, all storage, caches, service workers, permissions, channels between pages, and windows; pages
    /// of two contexts never share a renderer process. Each has an egress guard of its own. In common is the browser
    /// process: when it dies, all of its contexts die with it, and what breaks into it has them all. A context opens in a
    /// fraction of the time and memory that a browser takes.
    ///
    /// It takes a Chromium whose debugger can be reached, here or over a Grid that offers it (`se:cdp`). What cannot do it
    /// is [`ErrorKind::Unsupported`](crate::ErrorKind::Unsupported), by [`Pool::new`](crate::Pool::new) as far as it can be known then, otherwise by [`Pool::acquire`](crate::Pool::acquire).
    Context {
        /// Jobs of one user that a context serves, one after the other, as with [`Isolation::Shared`].
        ///
        /// With 1, each has its own. The page of a job is left half a second after the job or, where the next one
        /// comes before that, by the first use of the page in that one, which finds `about:blank` or its own document
        /// in any case.
        jobs: u32,
    },
    /// Cookies, storage and caches, and the addresses that its egress guard allows: a session that is [given
    /// back](crate::Pool::give_back) goes to `about:blank`, loses its tools and guards, and serves the next job. For jobs of
    /// one user on sites that may know this.
    Shared {
        /// Jobs after which the browser is closed all the same, because browsers grow with what they showed.
        jobs: u32,
    },
}

/// Options of a [`Pool`](crate::Pool).
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
    /// With [`Isolation::Context`], the most contexts at one time in a browser.
    ///
    /// For more, the pool starts another browser. It is also the most that the end of one browser costs. Each has a
    /// connection to the browser, and a Grid's node allows ten of them by default (`connection-limit-per-session`).
    /// Default: 8.
    pub contexts: usize,
    /// With [`Isolation::Context`], the contexts that a browser has before another takes its place.
    ///
    /// Browsers grow with the pages that they showed. Default: 500.
    pub contexts_in_all: u32,
    /// Time for a Grid to open a session, its queue included.
    ///
    /// With a driver of our own [`DriverOptions::deadline`](crate::DriverOptions::deadline) counts
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
    /// Callers of [`Pool::acquire`](crate::Pool::acquire) who wait.
    pub waiting: usize,
    /// Sessions that were opened since the pool began.
    pub opened: u64,
}
