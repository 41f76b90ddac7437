//! Options and counts of a pool.

use std::time::Duration;

/// Amount of browser state, such as cookies, that a job shares with the jobs before it in a pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Isolation {
    /// Each job has a browser process with an empty profile of its own, and shares nothing.
    #[default]
    Profile,
    /// Each job has a browser context of its own, as an incognito window, and shares the process.
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
        /// Maximum number of jobs of one user that a context serves, as with [`Isolation::Shared`].
        ///
        /// With 1, each has its own. The page of a job is left half a second after the job or, where the next one
        /// comes before that, by the first use of the page in that one, which finds `about:blank` or its own document
        /// in any case.
        jobs: u32,
    },
    /// Jobs share cookies, storage, caches and the addresses that pages may reach.
    ///
    /// A session that is [given back](crate::Pool::give_back) goes to `about:blank`, loses its tools and guards, and
    /// serves the next job. For jobs of one user on sites that may know this.
    Shared {
        /// Maximum number of jobs that a browser serves before it is closed, because browsers grow.
        jobs: u32,
    },
}

/// Options for a [`Pool`](crate::Pool) of sessions: its size, isolation of jobs, and retries.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PoolOptions {
    /// Maximum number of a pool's sessions at a time, with those being opened or closed. Default: 4.
    ///
    /// At least 1. Default: 4.
    pub size: usize,
    /// Number of sessions that a pool opens in advance and keeps ready, at most `size`. Default: 0.
    ///
    /// A Grid counts them as taken slots.
    pub spares: usize,
    /// Browser state that a job shares with earlier jobs. Default: none ([`Isolation::Profile`]).
    pub isolation: Isolation,
    /// Maximum contexts in one browser at a time, with [`Isolation::Context`]; more start another.
    ///
    /// It is also the most that the end of one browser costs. Each has a connection to the browser, and a Grid's node
    /// allows ten of them by default (`connection-limit-per-session`). Default: 8.
    pub contexts: usize,
    /// Number of contexts that one browser creates, with [`Isolation::Context`], before it is replaced.
    ///
    /// Browsers grow with the pages that they showed. Default: 500.
    pub contexts_in_all: u32,
    /// Time limit for a Selenium Grid to open a session, with its wait in the queue. Default: 5 minutes.
    ///
    /// With a driver of our own [`DriverOptions::deadline`](crate::DriverOptions::deadline) counts
    /// instead. Default: 5 minutes, which is a Grid's own `session-request-timeout`.
    pub queue_deadline: Duration,
    /// Number of attempts to open a session before a waiting request gets the driver's error. Default: 3.
    ///
    /// Between two attempts there is a pause, a quarter of a second at first and two seconds at most.
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

webagents_runtime::option_setters!(PoolOptions {
    with_size(size: usize),
    with_spares(spares: usize),
    with_isolation(isolation: Isolation),
    with_contexts(contexts: usize),
    with_contexts_in_all(contexts_in_all: u32),
    with_queue_deadline(queue_deadline: Duration),
    with_attempts(attempts: u32),
});

/// Numbers of the browser sessions of a pool, and of callers that wait for one, at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct PoolStatus {
    /// Maximum number of sessions that the pool may have at one time.
    pub size: usize,
    /// Number of sessions that are lent to jobs or being closed.
    pub in_use: usize,
    /// Number of open sessions that no job has, also those whose browser is being checked.
    pub ready: usize,
    /// Number of sessions that are being opened.
    pub opening: usize,
    /// Number of callers that wait in [`Pool::acquire`](crate::Pool::acquire).
    pub waiting: usize,
    /// Number of sessions that the pool has opened so far, including the ones closed since.
    pub opened: u64,
}
