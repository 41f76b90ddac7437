//! The browsers of a pool whose sessions have contexts: which one takes the next session.
//!
//! The decision: a room is taken before the browser is there, in one look at the list, so that eight who come at once
//! fill one browser and the ninth begins another without waiting for the first. The browser is started by whoever of its
//! guests comes first; if that one gives up, the next goes on. Browsers stay until the pool is closed, but for those that
//! are gone or have served enough: browsers grow with what they showed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::OnceCell;

use crate::browser::Browser;
use crate::context::Host;
use crate::error::Error;
use crate::session::Session;

/// The browsers of one pool.
#[derive(Debug, Default)]
pub(super) struct Hosts(Mutex<Vec<Arc<Slot>>>);

/// How many guests a browser has.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// At one time; at least 1.
    pub(super) at_once: usize,
    /// In all its life; at least 1.
    pub(super) in_all: u32,
}

/// A browser that is there or will be.
#[derive(Debug, Default)]
struct Slot {
    host: OnceCell<Host>,
    guests: Mutex<Guests>,
    /// Whether it takes no more.
    is_over: AtomicBool,
}

#[derive(Debug, Default, Clone, Copy)]
struct Guests {
    now: usize,
    in_all: u32,
}

impl Slot {
    fn guests(&self) -> MutexGuard<'_, Guests> {
        self.guests.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn takes_guests(&self) -> bool {
        !self.is_over.load(Ordering::Relaxed) && self.host.get().is_none_or(Host::is_up)
    }
}

/// A guest's room in a browser. With the last of a browser that takes no more guests, the browser ends.
#[derive(Debug)]
pub(crate) struct Room(Arc<Slot>);

impl Room {
    /// The browser takes no more guests; those that it has may go on.
    pub(crate) fn closes(&self) {
        self.0.is_over.store(true, Ordering::Relaxed);
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        let mut guests = self.0.guests();
        guests.now = guests.now.saturating_sub(1);
    }
}

impl Hosts {
    fn list(&self) -> MutexGuard<'_, Vec<Arc<Slot>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A room in the first browser that has one, or in a new one.
    fn room(&self, limits: Limits) -> Room {
        let mut list = self.list();
        list.retain(|slot| slot.takes_guests());
        let free = list.iter().position(|slot| slot.guests().now < limits.at_once);
        let at = free.unwrap_or_else(|| {
            list.push(Arc::default());
            list.len() - 1
        });
        let slot = Arc::clone(list.get(at).unwrap_or(&Arc::default()));
        let mut guests = slot.guests();
        guests.now += 1;
        guests.in_all = guests.in_all.saturating_add(1);
        if guests.in_all >= limits.in_all {
            slot.is_over.store(true, Ordering::Relaxed);
            list.retain(|one| !Arc::ptr_eq(one, &slot));
        }
        drop(guests);
        Room(slot)
    }

    /// A session in a context of a browser that is there, or that is started now.
    pub(super) async fn session(&self, browser: &Browser, limits: Limits) -> Result<Session, Error> {
        loop {
            let room = self.room(limits);
            let slot = Arc::clone(&room.0);
            let was_there = slot.host.initialized();
            let host = slot.host.get_or_try_init(|| browser.host()).await?;
            let opened = host.lodge(browser, room).await;
            if opened.is_err() {
                // One that makes no contexts is of no use to the next either; its guests may go on.
                slot.is_over.store(true, Ordering::Relaxed);
            }
            // One that served others may have ended while nobody looked, as a Grid ends what is idle. Each turn takes
            // one such browser out of the list.
            if opened.is_ok() || !was_there {
                return opened;
            }
        }
    }

    /// Ends the browsers that have no guests; those that have some end with the last of them.
    pub(super) async fn close(&self) {
        let list = std::mem::take(&mut *self.list());
        let ends = list.into_iter().filter_map(Arc::into_inner).filter_map(|slot| slot.host.into_inner());
        futures_util::future::join_all(ends.map(Host::close)).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_are_filled_one_after_the_other() {
        let hosts = Hosts::default();
        let limits = Limits { at_once: 2, in_all: 4 };
        let mut rooms: Vec<Room> = (0..3).map(|_| hosts.room(limits)).collect();
        assert!(Arc::ptr_eq(&rooms[0].0, &rooms[1].0));
        assert!(!Arc::ptr_eq(&rooms[0].0, &rooms[2].0));
        let first = Arc::clone(&rooms.remove(0).0);
        rooms.push(hosts.room(limits));
        assert!(Arc::ptr_eq(&rooms[2].0, &first), "a room that came free is taken");
        drop(rooms);
        // It has had three; with the fourth it has served enough.
        let last = hosts.room(limits);
        assert!(Arc::ptr_eq(&last.0, &first));
        let next = hosts.room(limits);
        assert!(!Arc::ptr_eq(&next.0, &first));
        assert_eq!(hosts.list().len(), 1, "one that is over is held by its guests alone");
    }

    #[test]
    fn one_that_makes_no_contexts_takes_no_more() {
        let hosts = Hosts::default();
        let limits = Limits { at_once: 8, in_all: 100 };
        let room = hosts.room(limits);
        room.0.is_over.store(true, Ordering::Relaxed);
        assert!(!Arc::ptr_eq(&hosts.room(limits).0, &room.0));
    }
}
