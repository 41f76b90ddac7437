//! State of a pool: the waiting requests, the ready sessions, and the number of permits taken.
//!
//! One mutex that is never held over an await, and one rule, [`Shared::pump`], that is applied after each change:
//! ready sessions go to those who wait, in their order; for those who are left, sessions are opened as far as there
//! are places. One that was ready for a while is first checked for life, by a task of the pool, as for all work that
//! takes time, so that who gives up meanwhile costs nothing, and who waits gets what comes first.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::{Notify, oneshot};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout_at};

use super::options::{Isolation, PoolOptions, PoolStatus};
use super::shared_browsers::{Limits, SharedBrowsers};
use crate::browser::Browser;
use crate::error::{Error, ErrorKind, SessionRemedy};
use crate::session::Session;
use crate::session::permit::{Permits, SessionPermit};

/// Time after which a ready session is checked before it is lent.
const FRESH: Duration = Duration::from_secs(1);
/// Time for which the page of a job is kept for the next job to leave it; less than the time above.
const KEPT: Duration = Duration::from_millis(500);

/// State that the clones of a pool share.
#[derive(Debug)]
pub(super) struct Shared {
    state: Mutex<PoolState>,
    browser: Mutex<Browser>,
    /// The browsers that sessions share, if they do.
    browsers: Arc<SharedBrowsers>,
    /// Held while a driver is started in the place of one that died.
    restarting: tokio::sync::Mutex<()>,
    options: PoolOptions,
    handle: Handle,
    /// Woken with each place that becomes free.
    freed: Notify,
}

#[derive(Debug, Default)]
struct PoolState {
    waiting: VecDeque<Waiter>,
    ready: VecDeque<Ready>,
    /// Places that are taken by sessions in any state.
    taken: usize,
    /// Those of them whose session is not open yet.
    opening: usize,
    /// Sessions that were ready and are being checked for life.
    asking: usize,
    /// Failures to open since the last success.
    failures: u32,
    opened: u64,
    /// Message and remedy of the last failure, for requests whose deadline passes.
    last_failure: Option<(String, Option<SessionRemedy>)>,
    is_closed: bool,
    /// The tasks that open sessions and check them; they end with the pool.
    tasks: JoinSet<()>,
}

#[derive(Debug)]
struct Waiter {
    give: oneshot::Sender<Handover>,
    /// Attempts that failed on this one's account.
    failures: u32,
}

/// Answer to a waiting request.
#[derive(Debug)]
pub(super) enum Handover {
    Session(Box<Ready>),
    Failed(Error),
}

/// A session that no caller has used.
///
/// If the request gave up before it got the session, the drop returns it.
#[derive(Debug)]
pub(super) struct Ready {
    session: Option<Session>,
    pool: Weak<Shared>,
    since: Instant,
}

impl Ready {
    pub(super) fn take(mut self) -> Option<Session> {
        self.session.take()
    }

    /// Returns whether it may be lent without a check.
    fn is_fresh(&self) -> bool {
        self.since.elapsed() < FRESH
    }

    /// Returns whether its page is one that a job left a while ago.
    fn is_left(&self) -> bool {
        self.since.elapsed() >= KEPT && self.session.as_ref().is_some_and(Session::is_anothers)
    }

    /// Returns whether no end of it is known.
    fn seems_to_live(&self) -> bool {
        self.session.as_ref().is_some_and(Session::seems_to_live)
    }
}

impl Drop for Ready {
    fn drop(&mut self) {
        if let (Some(session), Some(pool)) = (self.session.take(), self.pool.upgrade()) {
            pool.put(session, self.since);
        }
    }
}

impl Shared {
    pub(super) fn new(browser: Browser, options: PoolOptions, handle: Handle) -> Self {
        Self {
            state: Mutex::default(),
            browser: Mutex::new(browser.patient(options.queue_deadline)),
            browsers: Arc::default(),
            restarting: tokio::sync::Mutex::default(),
            options,
            handle,
            freed: Notify::new(),
        }
    }

    /// Locks the state, also after a panic of another thread.
    ///
    /// A panic cannot leave it half changed: every change is one statement, or is undone by a guard's drop.
    fn state(&self) -> MutexGuard<'_, PoolState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn size(&self) -> usize {
        self.options.size.max(1)
    }

    /// Returns the number of ready sessions that are kept while no request waits.
    fn kept(&self) -> usize {
        match self.options.isolation {
            Isolation::Shared { .. } => self.size(),
            Isolation::Context { jobs } if jobs > 1 => self.size(),
            Isolation::Profile | Isolation::Context { .. } => self.options.spares.min(self.size()),
        }
    }

    /// Returns the pool as the source of permits.
    fn permits(self: &Arc<Self>) -> Weak<dyn Permits> {
        let pool: Weak<Self> = Arc::downgrade(self);
        pool
    }

    pub(super) fn browser(&self) -> Browser {
        self.browser.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The browsers that sessions share, with the limit for each; no limits if each session has its own.
    pub(super) fn browsers(&self) -> (Arc<SharedBrowsers>, Option<Limits>) {
        let limits = match self.options.isolation {
            Isolation::Context { .. } => Some(Limits {
                at_once: self.options.contexts.max(1),
                in_all: self.options.contexts_in_all.max(1),
            }),
            Isolation::Profile | Isolation::Shared { .. } => None,
        };
        (Arc::clone(&self.browsers), limits)
    }

    /// A browser whose driver runs, in the place of `dead`.
    pub(super) async fn restarted(&self, dead: &Browser) -> Result<Browser, Error> {
        let _one_at_a_time = self.restarting.lock().await;
        let current = self.browser();
        if !current.shares_driver(dead) {
            return Ok(current);
        }
        let fresh = dead.restart().await?;
        *self.browser.lock().unwrap_or_else(PoisonError::into_inner) = fresh.clone();
        Ok(fresh)
    }

    /// Takes a place in the line.
    pub(super) fn queue(self: &Arc<Self>) -> Result<oneshot::Receiver<Handover>, Error> {
        let (give, take) = oneshot::channel();
        let waiter = Waiter { give, failures: 0 };
        let mut state = self.state();
        if state.is_closed {
            return Err(closed());
        }
        state.waiting.push_back(waiter);
        drop(state);
        self.pump();
        Ok(take)
    }

    /// Gives ready sessions to waiting callers, and opens missing ones.
    pub(super) fn pump(self: &Arc<Self>) {
        let (mut surplus, mut dead) = (Vec::new(), Vec::new());
        let mut guard = self.state();
        let state = &mut *guard;
        state.waiting.retain(|waiter| !waiter.give.is_closed());
        let (living, ended): (VecDeque<_>, VecDeque<_>) =
            std::mem::take(&mut state.ready).into_iter().partition(Ready::seems_to_live);
        state.ready = living;
        dead.extend(ended.into_iter().filter_map(Ready::take));
        while !state.waiting.is_empty()
            && let Some(at) = state.ready.iter().position(Ready::is_fresh)
            && let Some(ready) = state.ready.remove(at)
        {
            let Some(waiter) = state.waiting.pop_front() else { break };
            if let Err(Handover::Session(mut refused)) = waiter.give.send(Handover::Session(Box::new(ready)))
            {
                // The caller that waited gave up at this moment. The session is put back here, because its drop would
                // lock this state a second time.
                let session = refused.session.take();
                state.ready.push_front(Ready { session, pool: refused.pool.clone(), since: refused.since });
            }
        }
        // Nobody has come for those whose page is another job's.
        let (left, empty): (VecDeque<_>, VecDeque<_>) =
            std::mem::take(&mut state.ready).into_iter().partition(Ready::is_left);
        state.ready = empty;
        let left: Vec<Session> = left.into_iter().filter_map(Ready::take).collect();
        if state.is_closed || state.waiting.is_empty() {
            let kept = if state.is_closed { 0 } else { self.kept() };
            while state.ready.len() > kept {
                surplus.extend(state.ready.pop_back().and_then(Ready::take));
            }
        }
        if !state.is_closed {
            self.ask_idle(state);
            self.open_missing(state);
        }
        let is_closed = state.is_closed;
        drop(guard);
        // Their places come free, which is another change of the books.
        drop(dead);
        for session in left {
            if is_closed { self.end(session) } else { self.empty(session) }
        }
        for session in surplus {
            self.end(session);
        }
    }

    /// Checks as many sessions that were ready for a while as there are callers that wait.
    fn ask_idle(self: &Arc<Self>, state: &mut PoolState) {
        while state.asking < state.waiting.len()
            && let Some(session) = state.ready.pop_front().and_then(Ready::take)
        {
            state.asking += 1;
            state.tasks.spawn_on(Self::ask(Arc::downgrade(self), session), &self.handle);
        }
    }

    /// A session was checked for life.
    pub(super) fn asked(self: &Arc<Self>, session: Session, lives: bool) {
        let mut state = self.state();
        state.asking = state.asking.saturating_sub(1);
        drop(state);
        if lives {
            return self.put(session, Instant::now());
        }
        session.exclude_browser();
        drop(session);
        self.pump();
    }

    fn open_missing(self: &Arc<Self>, state: &mut PoolState) {
        // After a failure, spare sessions wait for a request: they would fail again and again.
        let spares = if state.failures == 0 { self.options.spares } else { 0 };
        let coming = state.ready.len() + state.asking + state.opening;
        let wanted = (state.waiting.len() + spares).saturating_sub(coming);
        let places = self.size().saturating_sub(state.taken);
        while state.tasks.try_join_next().is_some() {}
        for _ in 0..wanted.min(places) {
            state.taken += 1;
            state.opening += 1;
            let task = Self::open(Arc::downgrade(self), SessionPermit::counted(self.permits()));
            state.tasks.spawn_on(task, &self.handle);
        }
    }

    /// A session was opened.
    pub(super) fn arrived(self: &Arc<Self>, session: Session) {
        let mut state = self.state();
        state.opening = state.opening.saturating_sub(1);
        state.opened += 1;
        state.failures = 0;
        state.last_failure = None;
        drop(state);
        self.put(session, Instant::now());
    }

    /// A session was not opened. Returns how many were not, one after the other.
    pub(super) fn failed(self: &Arc<Self>, error: Error) -> u32 {
        let mut state = self.state();
        state.failures = state.failures.saturating_add(1);
        state.last_failure = Some((error.to_string(), error.remedy()));
        let failures = state.failures;
        // It counts for the one on whose account the fewest failed, so that several that fail at once do not all
        // count for the first in line.
        let charged = state.waiting.iter().enumerate().min_by_key(|(_, waiter)| waiter.failures);
        let charged = charged.map(|(at, _)| at);
        if let Some(at) = charged
            && let Some(waiter) = state.waiting.get_mut(at)
        {
            waiter.failures += 1;
            if waiter.failures >= self.options.attempts
                && let Some(waiter) = state.waiting.remove(at)
            {
                drop(state);
                let _ = waiter.give.send(Handover::Failed(error));
            }
        }
        failures
    }

    /// A session is ready.
    fn put(self: &Arc<Self>, session: Session, since: Instant) {
        let ready = Ready { session: Some(session), pool: Arc::downgrade(self), since };
        self.state().ready.push_back(ready);
        self.pump();
    }

    pub(super) fn give_back(self: &Arc<Self>, mut session: Session) {
        let may_serve_on = match self.options.isolation {
            Isolation::Profile => false,
            // The job that ends now is not counted yet.
            Isolation::Shared { jobs } | Isolation::Context { jobs } => {
                session.is_usable()
                    && session.jobs_in(&self.permits()).is_some_and(|served| served + 1 < jobs)
            }
        };
        if !may_serve_on || self.state().is_closed {
            return self.end(session);
        }
        session.vacate();
        if session.leave_later() {
            self.put(session, Instant::now());
            let pool = Arc::downgrade(self);
            self.handle.spawn(async move {
                sleep(KEPT).await;
                if let Some(pool) = pool.upgrade() {
                    pool.pump();
                }
            });
            return;
        }
        self.empty(session);
    }

    /// Empties the page of a session in the background; then it is ready.
    fn empty(self: &Arc<Self>, mut session: Session) {
        let pool = Arc::downgrade(self);
        self.handle.spawn(async move {
            if !session.emptied().await {
                return;
            }
            if let Some(pool) = pool.upgrade() {
                pool.put(session, Instant::now());
            }
        });
    }

    /// Closes a session in the background; its place is free when it is closed.
    fn end(&self, session: Session) {
        self.handle.spawn(async move {
            // A session that does not close on request is ended by being dropped.
            let _ = session.close().await;
        });
    }

    pub(super) fn status(&self) -> PoolStatus {
        let state = self.state();
        let (ready, opening) = (state.ready.len() + state.asking, state.opening);
        PoolStatus {
            size: self.size(),
            in_use: state.taken.saturating_sub(ready + opening),
            ready,
            opening,
            waiting: state.waiting.iter().filter(|waiter| !waiter.give.is_closed()).count(),
            opened: state.opened,
        }
    }

    /// Returns the error of a request that got no session.
    pub(super) fn busy(&self, waited: Duration) -> Error {
        let PoolStatus { size, in_use, opening, .. } = self.status();
        let why = self.state().last_failure.clone();
        let message = format!(
            "no session came free within {} ms: {in_use} of {size} are in use and {opening} are being opened; give \
             sessions back sooner, wait longer, or allow more of them",
            waited.as_millis()
        );
        let Some((why, remedy)) = why else { return Error::new(ErrorKind::Busy, message) };
        let message = format!("{message}; the last attempt to open one: {why}");
        let error = Error::because(ErrorKind::Busy, message, why);
        match remedy {
            Some(remedy) => error.with_remedy(remedy),
            None => error,
        }
    }

    pub(super) async fn close(self: &Arc<Self>, end: Instant) -> usize {
        {
            let mut state = self.state();
            state.is_closed = true;
            // Their ends of the channels close, and so they return.
            state.waiting.clear();
        }
        self.pump();
        loop {
            let freed = self.freed.notified();
            let mut freed = std::pin::pin!(freed);
            // It listens from here on, so that no place becomes free pending_events between the look and the wait.
            freed.as_mut().enable();
            let left = self.state().taken;
            if left == 0 || timeout_at(end, freed).await.is_err() {
                // Sessions that are still being opened or checked are given up.
                let mut tasks = std::mem::take(&mut self.state().tasks);
                tasks.shutdown().await;
                // Nobody comes any more. Those who are still lent keep their browser.
                self.browsers.close().await;
                return self.state().taken;
            }
        }
    }
}

impl Permits for Shared {
    fn freed(self: Arc<Self>, was_opening: bool) {
        let mut state = self.state();
        state.taken = state.taken.saturating_sub(1);
        if was_opening {
            state.opening = state.opening.saturating_sub(1);
        }
        drop(state);
        self.freed.notify_waiters();
        self.pump();
    }

    fn handle(&self) -> &Handle {
        &self.handle
    }
}

pub(super) fn closed() -> Error {
    Error::new(ErrorKind::Closed, "the pool is closed; it opens no more sessions")
}
