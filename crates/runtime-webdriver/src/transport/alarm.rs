//! A timer that is kept from one wait to the next.
//!
//! The decision: nearly every wait for a page ends by its answer, long before its deadline. A timer that is made for each
//! is entered in the runtime's list, which wakes a thread, and taken out again. One that is there already is only moved
//! to its next, later time.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::time::{Instant, Sleep, sleep_until};

/// The timer, while no caller waits for it.
#[derive(Clone, Default)]
pub(crate) struct Alarm(Arc<Mutex<Option<Pin<Box<Sleep>>>>>);

impl std::fmt::Debug for Alarm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Alarm").finish_non_exhaustive()
    }
}

impl Alarm {
    /// Waits until `at`.
    pub(crate) async fn ring(&self, at: Instant) {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        // Who waits at the same time has one of its own.
        let mut sleep = kept.unwrap_or_else(|| Box::pin(sleep_until(at)));
        sleep.as_mut().reset(at);
        let mut lent = Lent { alarm: self, sleep: Some(sleep) };
        if let Some(sleep) = &mut lent.sleep {
            sleep.as_mut().await;
        }
    }
}

/// Gives the timer back, also when the wait is given up.
struct Lent<'a> {
    alarm: &'a Alarm,
    sleep: Option<Pin<Box<Sleep>>>,
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        *self.alarm.0.lock().unwrap_or_else(PoisonError::into_inner) = self.sleep.take();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::timeout;

    use super::*;

    #[tokio::test]
    async fn it_rings_at_its_time_whatever_it_was_set_to_before() {
        let (alarm, patience) = (Alarm::default(), Duration::from_mins(1));
        let begin = Instant::now();
        let after = |ms| begin + Duration::from_millis(ms);
        // Given up long before its time.
        assert!(timeout(Duration::from_millis(1), alarm.ring(after(3_600_000))).await.is_err());
        // Earlier, later, in the past, and two at once.
        for at in [40, 80, 60] {
            timeout(patience, alarm.ring(after(at))).await.expect("it rings");
            assert!(Instant::now() >= after(at), "{at}");
        }
        let both = async { tokio::join!(alarm.ring(after(120)), alarm.ring(after(100))) };
        timeout(patience, both).await.expect("both ring");
        assert!(Instant::now() >= after(120));
    }
}
