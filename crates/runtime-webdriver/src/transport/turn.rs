//! Choice of the task that polls a connection.
//!
//! A caller that awaits a response polls it if there is one, otherwise the background reader does.
//!
//! The decision: the connection is read with one waker, this one, which wakes the task that polls next. So the
//! background reader sleeps during calls, whose answers each wake their caller alone. A caller that is woken after it
//! gave up waiting wakes the next task.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Wake, Waker};

/// See the module.
#[derive(Default)]
pub(crate) struct Turn(Mutex<Inner>);

#[derive(Default)]
struct Inner {
    /// The background reader.
    standby: Option<Waker>,
    /// The waiting caller, by the number of its command.
    ///
    /// Of two, the first polls: a message that it reads may be for the other.
    caller: Option<(u64, Waker)>,
    /// `true` if the connection has become readable and no task has polled it since.
    rung: bool,
}

impl Turn {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers the waker of the background reader.
    pub(crate) fn stand_by(&self, waker: &Waker) {
        let mut inner = self.inner();
        if !inner.standby.as_ref().is_some_and(|known| known.will_wake(waker)) {
            inner.standby = Some(waker.clone());
        }
    }

    /// Registers the waker of the caller that waits for command `id`.
    pub(crate) fn take(&self, id: u64, waker: &Waker) {
        let mut inner = self.inner();
        match &mut inner.caller {
            Some((taken, _)) if *taken != id => {}
            Some((_, known)) => known.clone_from(waker),
            none @ None => *none = Some((id, waker.clone())),
        }
    }

    /// Command `id` is waited for no more.
    pub(crate) fn leave(&self, id: u64) {
        let mut inner = self.inner();
        if inner.caller.as_ref().is_some_and(|(taken, _)| *taken == id) {
            inner.caller = None;
            let next = inner.standby.clone().filter(|_| inner.rung);
            drop(inner);
            if let Some(next) = next {
                next.wake();
            }
        }
    }

    /// Clears the wake-up, because a task begins to read.
    pub(crate) fn hush(&self) {
        self.inner().rung = false;
    }

    /// Returns whether the connection has become readable again.
    pub(crate) fn has_rung(&self) -> bool {
        self.inner().rung
    }
}

impl Wake for Turn {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        let whose = {
            let mut inner = self.inner();
            inner.rung = true;
            let Inner { standby, caller, .. } = &*inner;
            caller.as_ref().map(|(_, waker)| waker).or(standby.as_ref()).cloned()
        };
        if let Some(whose) = whose {
            whose.wake();
        }
    }
}
