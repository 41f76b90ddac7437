//! The question to the user about a call, and the time for the answer.
//!
//! The decision: what is shown is what is called. The page makes a copy of the arguments before it asks and calls the
//! tool with that copy, so that code cannot change them after the question. What this module is not: a user interface;
//! that is the caller's.

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// A call of a tool that the user or the program has to allow or deny.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Request {
    /// The tool's name.
    pub tool: String,
    /// Its arguments, an array in the representation of values ([`crate::outcome`]).
    ///
    /// They are the page's text and the model's: escape them where they are shown.
    pub arguments: Value,
    /// Origin of the page that the call goes to, such as `https://shop.example`.
    pub origin: String,
    /// The rule of the policy that asks, as [`Evaluation::rule`](crate::Evaluation) names it.
    pub rule: String,
    /// Why, in a sentence.
    pub reason: String,
}

/// The user's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reply {
    /// This call, with these arguments.
    AllowOnce,
    /// This call and all later ones of the same tool on the same origin, as long as the
    /// [`Guards`](crate::Guards) live.
    AllowForSession,
    /// Not this call.
    Deny {
        /// Reason for the model; empty if the user gives none.
        reason: String,
    },
}

/// The future of an answer.
pub type Replying<'a> = Pin<Box<dyn Future<Output = Reply> + Send + 'a>>;

/// Somebody who can be asked. A function from [`Request`] to a future of a [`Reply`] is one.
pub trait Confirm: Send + Sync {
    /// Asks. A future that is dropped was asked for too long.
    fn confirm(&self, request: Request) -> Replying<'_>;
}

impl<F, R> Confirm for F
where
    F: Fn(Request) -> R + Send + Sync,
    R: Future<Output = Reply> + Send + 'static,
{
    fn confirm(&self, request: Request) -> Replying<'_> {
        Box::pin(self(request))
    }
}

/// Returns the output of `future`, if it completes within `limit`.
///
/// This crate has no runtime of its own, so the clock is a thread, which ends when the answer is there.
pub(crate) async fn within<T>(limit: Duration, future: impl Future<Output = T>) -> Option<T> {
    let mut future = pin!(future);
    let mut alarm: Option<Alarm> = None;
    let until = Instant::now() + limit;
    std::future::poll_fn(|context: &mut Context<'_>| {
        if let Poll::Ready(value) = future.as_mut().poll(context) {
            return Poll::Ready(Some(value));
        }
        if Instant::now() >= until {
            return Poll::Ready(None);
        }
        match &alarm {
            Some(alarm) => alarm.wake(context.waker()),
            None => match Alarm::set(until, context.waker()) {
                Some(set) => alarm = Some(set),
                // Without a clock there is no wait: the result is that no answer came.
                None => return Poll::Ready(None),
            },
        }
        Poll::Pending
    })
    .await
}

/// Wakes a task at a time.
struct Alarm {
    shared: Arc<Clock>,
}

#[derive(Default)]
struct Clock {
    /// The waker of the waiting task; `None` when no task waits.
    waker: Mutex<Option<Waker>>,
    changed: Condvar,
}

impl Alarm {
    fn set(until: Instant, waker: &Waker) -> Option<Self> {
        let shared = Arc::new(Clock { waker: Mutex::new(Some(waker.clone())), ..Clock::default() });
        let clock = Arc::clone(&shared);
        let wait = move || {
            let mut waker = clock.waker.lock().unwrap_or_else(PoisonError::into_inner);
            while waker.is_some() {
                let left = until.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    if let Some(waker) = waker.take() {
                        waker.wake();
                    }
                    return;
                }
                waker = clock.changed.wait_timeout(waker, left).unwrap_or_else(PoisonError::into_inner).0;
            }
        };
        thread::Builder::new().name("webagents-confirm".to_owned()).spawn(wait).ok()?;
        Some(Self { shared })
    }

    fn wake(&self, waker: &Waker) {
        let mut held = self.shared.waker.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(held) = held.as_mut() {
            held.clone_from(waker);
        } else {
            // The alarm went off between our look at the time and this.
            waker.wake_by_ref();
        }
    }
}

impl Drop for Alarm {
    fn drop(&mut self) {
        *self.shared.waker.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.shared.changed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::task::Wake;

    use super::*;

    struct Bell(mpsc::Sender<()>);

    impl Wake for Bell {
        fn wake(self: Arc<Self>) {
            let _ = self.0.send(());
        }
    }

    fn block_on<T>(future: impl Future<Output = T>) -> T {
        let (ring, heard) = mpsc::channel();
        let waker = Waker::from(Arc::new(Bell(ring)));
        let mut future = pin!(future);
        loop {
            if let Poll::Ready(value) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
                return value;
            }
            heard.recv().expect("somebody wakes us");
        }
    }

    #[test]
    fn an_answer_in_time_is_an_answer() {
        assert_eq!(block_on(within(Duration::from_mins(1), std::future::ready(1))), Some(1));
        let mut polls = 0;
        let late = std::future::poll_fn(|context| {
            polls += 1;
            if polls == 3 {
                return Poll::Ready(2);
            }
            context.waker().wake_by_ref();
            Poll::Pending
        });
        assert_eq!(block_on(within(Duration::from_mins(1), late)), Some(2));
    }

    #[test]
    fn nobody_is_waited_for_longer_than_was_said() {
        assert_eq!(block_on(within(Duration::from_millis(20), std::future::pending::<()>())), None);
        assert_eq!(block_on(within(Duration::ZERO, std::future::pending::<()>())), None);
    }
}
