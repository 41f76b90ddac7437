//! The deadline of a run, which stops while a question is open.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

/// Deadline of a run. Clones are the same deadline.
#[derive(Debug, Clone)]
pub struct Clock {
    shared: Arc<Shared>,
}

/// Time in which the deadline does not come closer, until it is dropped.
#[derive(Debug)]
#[must_use = "the deadline goes on when this is dropped"]
pub struct Pause {
    clock: Clock,
}

#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    changed: Notify,
}

#[derive(Debug)]
struct State {
    /// Time that was left at `since`.
    left: Duration,
    since: Instant,
    pauses: usize,
}

impl Clock {
    pub(super) fn new(left: Duration) -> Self {
        let state = Mutex::new(State { left, since: Instant::now(), pauses: 0 });
        Self { shared: Arc::new(Shared { state, changed: Notify::new() }) }
    }

    /// Stops the deadline until the result is dropped, such as while a user decides on a call.
    ///
    /// Pauses may overlap. The caller bounds their duration.
    pub fn pause(&self) -> Pause {
        let mut state = self.state();
        if state.pauses == 0 {
            state.left = state.left.saturating_sub(state.since.elapsed());
        }
        state.pauses += 1;
        drop(state);
        self.shared.changed.notify_one();
        Pause { clock: self.clone() }
    }

    /// Time that is left.
    pub fn left(&self) -> Duration {
        let state = self.state();
        if state.pauses > 0 { state.left } else { state.left.saturating_sub(state.since.elapsed()) }
    }

    /// Waits until no time is left.
    pub(super) async fn expired(&self) {
        loop {
            let changed = self.shared.changed.notified();
            let paused = self.state().pauses > 0;
            let left = self.left();
            if paused {
                changed.await;
            } else if left.is_zero() {
                return;
            } else {
                tokio::select! {
                    () = changed => {}
                    () = tokio::time::sleep(left) => {}
                }
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.shared.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Pause {
    fn drop(&mut self) {
        let mut state = self.clock.state();
        state.pauses -= 1;
        state.since = Instant::now();
        drop(state);
        self.clock.shared.changed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn pauses_keep_what_is_left() {
        let clock = Clock::new(Duration::from_millis(30));
        let (one, two) = (clock.pause(), clock.pause());
        let left = clock.left();
        drop(one);
        tokio::time::sleep(Duration::from_millis(40)).await;
        assert_eq!(clock.left(), left);
        drop(two);
        clock.expired().await;
        assert_eq!(clock.left(), Duration::ZERO);
    }
}
