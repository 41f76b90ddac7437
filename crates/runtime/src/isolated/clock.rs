//! Time of an isolated run.

use std::time::{Duration, Instant};

/// Clock of a run, which stops while the user is asked.
pub(super) struct RunClock {
    pub(super) began: Instant,
    deadline: Duration,
    /// Time of the run that waited for the user.
    suspended: Duration,
    asked_since: Option<Instant>,
}

impl RunClock {
    pub(super) fn new(began: Instant, deadline: Duration) -> Self {
        Self { began, deadline, suspended: Duration::ZERO, asked_since: None }
    }

    /// Returns the time that is left, or `None` while the user is asked.
    pub(super) fn left(&mut self, is_asking: bool) -> Option<Duration> {
        match (is_asking, self.asked_since) {
            (true, None) => self.asked_since = Some(Instant::now()),
            (false, Some(since)) => {
                self.suspended += since.elapsed();
                self.asked_since = None;
            }
            _ => {}
        }
        (!is_asking).then(|| self.remaining())
    }

    /// Returns the time that was left at the last question to the user, or that is left now.
    pub(super) fn remaining(&self) -> Duration {
        let asked = self.asked_since.map(|since| since.elapsed()).unwrap_or_default();
        let used = self.began.elapsed().saturating_sub(self.suspended).saturating_sub(asked);
        self.deadline.saturating_sub(used)
    }
}
