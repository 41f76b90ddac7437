//! The connections of a proxy, and which of them makes room for another.
//!
//! A client that connects and sends nothing costs a place. A browser sends the head of a request at once, so of the connections
//! without one the longest silent has to leave. So no number of half-open connections keeps a request waiting for longer
//! than it takes to accept them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::Notify;

use super::watch::Clock;

/// How long a connection that has sent a request must be silent before it makes room for another.
const SILENT: Duration = Duration::from_secs(2);
/// Time in which the head of a request arrives. A younger connection leaves only where nearly all are as young.
const YOUNG: Duration = Duration::from_millis(100);

/// One connection among the others.
#[derive(Debug, Clone)]
pub(super) struct Place {
    clock: Clock,
    asked: Arc<AtomicBool>,
    leave: Arc<Notify>,
    /// Held by the connection alone: it is gone when this is.
    here: Arc<()>,
}

impl Place {
    pub(super) fn clock(&self) -> Clock {
        self.clock.clone()
    }

    /// The head of a request has come.
    pub(super) fn asks(&self) {
        self.asked.store(true, Ordering::Relaxed);
    }

    /// Ends when the connection has to make room.
    pub(super) async fn leaves(&self) {
        self.leave.notified().await;
    }
}

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Crowd(Vec<Place>);

impl Crowd {
    /// A place for a new connection.
    pub(super) fn join(&mut self) -> Place {
        let place = Place {
            clock: Clock::start(),
            asked: Arc::default(),
            leave: Arc::default(),
            here: Arc::default(),
        };
        self.0.push(place.clone());
        place
    }

    /// The number of connections that are there.
    pub(super) fn len(&mut self) -> usize {
        self.0.retain(|place| Arc::strong_count(&place.here) > 1);
        self.0.len()
    }

    /// Sends one connection away; `false` if none may be.
    pub(super) fn make_room(&mut self) -> bool {
        let known = |place: &Place| (place.asked.load(Ordering::Relaxed), place.clock.silent_for());
        let Some(at) = leaver(&self.0.iter().map(known).collect::<Vec<_>>()) else { return false };
        self.0.swap_remove(at).leave.notify_one();
        true
    }
}

/// Which of the connections makes room: of each it is known whether it has sent the head of a request, and how long it
/// has been silent.
fn leaver(places: &[(bool, Duration)]) -> Option<usize> {
    let longest = |asked: bool| {
        let of_kind = places.iter().enumerate().filter(|(_, place)| place.0 == asked);
        of_kind.max_by_key(|(_, place)| place.1).map(|(at, place)| (at, place.1))
    };
    let half_open = places.iter().filter(|place| !place.0).count();
    longest(false)
        .filter(|(_, silent)| *silent >= YOUNG || half_open * 2 >= places.len())
        .or(longest(true).filter(|(_, silent)| *silent >= SILENT))
        .map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_silent_without_a_request_leaves_first() {
        let leaver = |places: &[(bool, u64)]| {
            leaver(&places.iter().map(|&(asked, ms)| (asked, Duration::from_millis(ms))).collect::<Vec<_>>())
        };
        assert_eq!(leaver(&[]), None);
        assert_eq!(leaver(&[(true, 9_000), (false, 200), (false, 300), (true, 1)]), Some(2));
        // All without a request are young, and they are many.
        assert_eq!(leaver(&[(true, 9_000), (false, 2), (false, 1), (true, 1)]), Some(1));
        // They are few: one that is silent leaves, or none.
        assert_eq!(leaver(&[(true, 3_000), (false, 2), (true, 2_000), (true, 1)]), Some(0));
        assert_eq!(leaver(&[(true, 1_999), (false, 99), (true, 5), (true, 1)]), None);
    }

    #[tokio::test]
    async fn who_is_sent_away_hears_of_it() {
        let mut crowd = Crowd::default();
        let (one, other) = (crowd.join(), crowd.join());
        one.asks();
        assert_eq!(crowd.len(), 2);
        assert!(crowd.make_room());
        other.leaves().await;
        assert_eq!(crowd.len(), 1);
        drop(one);
        assert_eq!(crowd.len(), 0);
    }
}
