//! Connections of a proxy, and the choice of one to close for a new one.
//!
//! A client that connects and sends nothing occupies a slot. A browser sends the head of a request at once, so the
//! proxy closes the longest silent of the connections without one. Thus no number of half-open connections delays a
//! request for longer than it takes to accept them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::Notify;

use super::watch::Clock;

/// Silence after which a connection that has sent a request may be closed for another.
const SILENT: Duration = Duration::from_secs(2);
/// Time in which the head of a request arrives.
///
/// A younger connection is only closed where nearly all are as young.
const YOUNG: Duration = Duration::from_millis(100);

/// Slot of one connection.
#[derive(Debug, Clone)]
pub(super) struct Slot {
    clock: Clock,
    asked: Arc<AtomicBool>,
    leave: Arc<Notify>,
    /// Reference that the connection alone holds: it is gone when the connection is.
    alive: Arc<()>,
}

impl Slot {
    pub(super) fn clock(&self) -> Clock {
        self.clock.clone()
    }

    /// Records that the head of a request has arrived.
    pub(super) fn mark_request(&self) {
        self.asked.store(true, Ordering::Relaxed);
    }

    /// Completes when the connection has to close.
    pub(super) async fn closing(&self) {
        self.leave.notified().await;
    }
}

/// Slots of all connections.
#[derive(Debug, Default)]
pub(super) struct Slots(Vec<Slot>);

impl Slots {
    /// Adds a slot for a new connection.
    pub(super) fn join(&mut self) -> Slot {
        let slot = Slot {
            clock: Clock::start(),
            asked: Arc::default(),
            leave: Arc::default(),
            alive: Arc::default(),
        };
        self.0.push(slot.clone());
        slot
    }

    /// Returns the number of open connections.
    pub(super) fn len(&mut self) -> usize {
        self.0.retain(|slot| Arc::strong_count(&slot.alive) > 1);
        self.0.len()
    }

    /// Asks one connection to close; returns `false` if none may be closed.
    pub(super) fn close_one(&mut self) -> bool {
        let known = |slot: &Slot| (slot.asked.load(Ordering::Relaxed), slot.clock.silent_for());
        let Some(at) = to_close(&self.0.iter().map(known).collect::<Vec<_>>()) else { return false };
        self.0.swap_remove(at).leave.notify_one();
        true
    }
}

/// Returns the index of the connection to close.
///
/// Each is described by whether it has sent the head of a request, and how long it has been silent.
fn to_close(slots: &[(bool, Duration)]) -> Option<usize> {
    let longest = |asked: bool| {
        let of_kind = slots.iter().enumerate().filter(|(_, slot)| slot.0 == asked);
        of_kind.max_by_key(|(_, slot)| slot.1).map(|(at, slot)| (at, slot.1))
    };
    let half_open = slots.iter().filter(|slot| !slot.0).count();
    longest(false)
        .filter(|(_, silent)| *silent >= YOUNG || half_open * 2 >= slots.len())
        .or(longest(true).filter(|(_, silent)| *silent >= SILENT))
        .map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longest_silent_without_request_closes_first() {
        let to_close = |slots: &[(bool, u64)]| {
            to_close(&slots.iter().map(|&(asked, ms)| (asked, Duration::from_millis(ms))).collect::<Vec<_>>())
        };
        assert_eq!(to_close(&[]), None);
        assert_eq!(to_close(&[(true, 9_000), (false, 200), (false, 300), (true, 1)]), Some(2));
        // All connections without a request are young, and they are the majority.
        assert_eq!(to_close(&[(true, 9_000), (false, 2), (false, 1), (true, 1)]), Some(1));
        // They are the minority: a silent connection closes, or none.
        assert_eq!(to_close(&[(true, 3_000), (false, 2), (true, 2_000), (true, 1)]), Some(0));
        assert_eq!(to_close(&[(true, 1_999), (false, 99), (true, 5), (true, 1)]), None);
    }

    #[tokio::test]
    async fn closing_completes_for_chosen_slot() {
        let mut slots = Slots::default();
        let (one, other) = (slots.join(), slots.join());
        one.mark_request();
        assert_eq!(slots.len(), 2);
        assert!(slots.close_one());
        other.closing().await;
        assert_eq!(slots.len(), 1);
        drop(one);
        assert_eq!(slots.len(), 0);
    }
}
