//! Cancellation of a run by its caller.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::task::{Context, Poll};

use crate::page::{PageError, PageErrorKind};

/// A future of the caller's that ends a run.
pub(crate) struct Cancellation<'a> {
    /// `None` once it was ready, because a future is not polled after that.
    asked: Option<Pin<&'a mut (dyn Future<Output = ()> + Send + 'a)>>,
}

impl<'a> Cancellation<'a> {
    pub(crate) fn new(asked: Pin<&'a mut (dyn Future<Output = ()> + Send + 'a)>) -> Self {
        Self { asked: Some(asked) }
    }

    /// Returns whether the caller has cancelled the run.
    pub(crate) fn has_come(&self) -> bool {
        self.asked.is_none()
    }

    /// Returns whether the caller cancels the run now.
    pub(crate) fn poll(&mut self, context: &mut Context<'_>) -> bool {
        let is_ready = self.asked.as_mut().is_some_and(|asked| asked.as_mut().poll(context).is_ready());
        if is_ready {
            self.asked = None;
        }
        is_ready
    }

    /// Waits for `step` of the run, or gives it up when the caller cancels the run.
    ///
    /// A cancelled run is collected from the page like a run whose deadline passed, and so the error is a timeout.
    /// The later steps collect it, and are waited for.
    pub(crate) async fn or<T>(&mut self, step: impl Future<Output = T>) -> Result<T, PageError> {
        let mut step = pin!(step);
        poll_fn(|context| {
            if self.poll(context) {
                return Poll::Ready(Err(PageError::new(PageErrorKind::Timeout, "the run was cancelled")));
            }
            step.as_mut().poll(context).map(Ok)
        })
        .await
    }
}
