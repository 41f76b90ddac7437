//! The question to the user about a call, and the time for the answer.
//!
//! The decision: the shown call is the call that is made. The arguments are the host's copy, which neither code nor
//! page can change after the question. This module has no user interface, which is the caller's part.

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// Tool call that the user or the program may allow or deny.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Request {
    /// Name of the tool that is to be called.
    pub tool: String,
    /// Arguments of the tool call as a JSON array; types that JSON lacks are objects with `$type`.
    ///
    /// [`crate::outcome`] describes the conversion.
    ///
    /// They are text of the page and the model: escape them for the place that shows them.
    pub arguments: Value,
    /// Origin of the page that the tool call goes to, such as `https://shop.example`.
    ///
    /// For a tool of the program, the place that declares it ([`HostTools::source`](crate::tools::HostTools::source)).
    pub origin: String,
    /// Name of the policy rule for which the user is asked, such as `destructive` or `tools cart.*`.
    ///
    /// It is the rule of [`Evaluation`](crate::guard::Evaluation).
    pub rule: String,
    /// Reason why the tool call needs the user's permission, as text for people.
    pub reason: String,
}

/// Answer of the user, or of the program, to a request to allow a tool call.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reply {
    /// Allows this call, with these arguments.
    AllowOnce,
    /// Allows this call and all later ones of the same tool on the same origin.
    ///
    /// As long as the [`Guards`](crate::Guards) exist.
    AllowForSession,
    /// Denies this call.
    Deny {
        /// Reason for the model; empty if the user gives none.
        reason: String,
    },
}

/// Return type of [`Confirm::confirm`]: a boxed future of the [`Reply`] to a request.
pub type Replying<'a> = Pin<Box<dyn Future<Output = Reply> + Send + 'a>>;

/// Handler that answers requests to allow tool calls, for example by asking the user.
///
/// A function from [`Request`] to a future of a [`Reply`] is one.
pub trait Confirm: Send + Sync {
    /// Asks for permission for a tool call.
    ///
    /// The future is dropped when the time for the answer is over.
    fn confirm(&self, request: Request) -> Replying<'_>;

    /// Returns whether a user can answer now.
    ///
    /// Otherwise calls that need an answer are denied.
    fn can_ask(&self) -> bool {
        true
    }
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
                // Without a clock the function does not wait: the result is a missing answer.
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
            heard.recv().expect("the future wakes its task");
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
