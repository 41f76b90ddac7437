//! Whose turn it is to read a connection: of one that waits for an answer, or else of the task that stands by.
//!
//! The decision: the connection is read with one waker, this one, which wakes whose turn it is then. So the task that
//! stands by sleeps through the calls, whose answers each wake their caller alone. Who gets its turn and does not read,
//! because it gave up waiting, passes it on.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Wake, Waker};

/// See the module.
#[derive(Default)]
pub(crate) struct Turn(Mutex<Inner>);

#[derive(Default)]
struct Inner {
    /// The task that stands by.
    standby: Option<Waker>,
    /// Who waits, by the number of its command. Of two that wait, the first has the turn: what it reads may be for the
    /// other.
    caller: Option<(u64, Waker)>,
    /// Whether there is something to read that nobody has begun to.
    rung: bool,
}

impl Turn {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The task that stands by says how it is woken.
    pub(crate) fn stand_by(&self, waker: &Waker) {
        let mut inner = self.inner();
        if !inner.standby.as_ref().is_some_and(|known| known.will_wake(waker)) {
            inner.standby = Some(waker.clone());
        }
    }

    /// Command `id` is waited for, by who is woken by `waker`.
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

    /// Somebody begins to read.
    pub(crate) fn hush(&self) {
        self.inner().rung = false;
    }

    /// Whether there is something to read again.
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
