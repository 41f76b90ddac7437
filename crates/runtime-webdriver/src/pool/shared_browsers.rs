//! The shared browsers of a pool whose sessions have contexts.
//!
//! The decision: a session takes its permit before the browser runs, under one lock of the list, so that eight concurrent
//! requests fill one browser and the ninth starts another without waiting for the first. The first session of a browser
//! starts it; if that one gives up, the next continues. A browser stays until the pool is closed, unless it has ended or has
//! had its number of sessions: the memory of browsers grows with the pages that they showed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::OnceCell;

use super::shared_browser::SharedBrowser;
use crate::browser::Browser;
use crate::error::Error;
use crate::session::Session;
use crate::session::permit::Context;

/// The browsers of one pool.
#[derive(Debug, Default)]
pub(super) struct SharedBrowsers(Mutex<Vec<Arc<Slot>>>);

/// Bounds on the contexts of a browser.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// At one time; at least 1.
    pub(super) at_once: usize,
    /// In all its life; at least 1.
    pub(super) in_all: u32,
}

/// A browser that runs or is about to.
#[derive(Debug, Default)]
struct Slot {
    browser: OnceCell<SharedBrowser>,
    contexts: Mutex<ContextCounts>,
    /// `true` if the browser takes no more sessions.
    is_over: AtomicBool,
}

#[derive(Debug, Default, Clone, Copy)]
struct ContextCounts {
    now: usize,
    in_all: u32,
}

impl Slot {
    fn contexts(&self) -> MutexGuard<'_, ContextCounts> {
        self.contexts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn takes_sessions(&self) -> bool {
        !self.is_over.load(Ordering::Relaxed) && self.browser.get().is_none_or(SharedBrowser::is_up)
    }
}

/// Permit for a context in a browser.
///
/// The last one of a browser that takes no more sessions ends the browser.
#[derive(Debug)]
struct ContextPermit(Arc<Slot>);

impl Context for ContextPermit {
    /// Sessions that it has may continue.
    fn exclude_browser(&self) {
        self.0.is_over.store(true, Ordering::Relaxed);
    }
}

impl Drop for ContextPermit {
    fn drop(&mut self) {
        let mut contexts = self.0.contexts();
        contexts.now = contexts.now.saturating_sub(1);
    }
}

impl SharedBrowsers {
    fn list(&self) -> MutexGuard<'_, Vec<Arc<Slot>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a permit of the first browser that has one left, or of a new one.
    fn permit(&self, limits: Limits) -> ContextPermit {
        let mut list = self.list();
        list.retain(|slot| slot.takes_sessions());
        let free = list.iter().position(|slot| slot.contexts().now < limits.at_once);
        let at = free.unwrap_or_else(|| {
            list.push(Arc::default());
            list.len() - 1
        });
        let slot = Arc::clone(list.get(at).unwrap_or(&Arc::default()));
        let mut contexts = slot.contexts();
        contexts.now += 1;
        contexts.in_all = contexts.in_all.saturating_add(1);
        if contexts.in_all >= limits.in_all {
            slot.is_over.store(true, Ordering::Relaxed);
            list.retain(|one| !Arc::ptr_eq(one, &slot));
        }
        drop(contexts);
        ContextPermit(slot)
    }

    /// Opens a session in a context of a browser that runs, or starts one.
    pub(super) async fn session(&self, browser: &Browser, limits: Limits) -> Result<Session, Error> {
        loop {
            let permit = self.permit(limits);
            let slot = Arc::clone(&permit.0);
            let was_running = slot.browser.initialized();
            let shared = slot.browser.get_or_try_init(|| browser.open_shared()).await?;
            let opened = shared.open_context(browser, Box::new(permit)).await;
            if opened.is_err() {
                // A browser that creates no context creates none for the next session either; its sessions may continue.
                slot.is_over.store(true, Ordering::Relaxed);
            }
            // A browser with sessions before may have ended unnoticed, as a Grid ends idle ones. Each turn removes one such
            // browser from the list.
            if opened.is_ok() || !was_running {
                return opened;
            }
        }
    }

    /// Ends the browsers without sessions; the others end with their last one.
    pub(super) async fn close(&self) {
        let list = std::mem::take(&mut *self.list());
        let ends = list.into_iter().filter_map(Arc::into_inner).filter_map(|slot| slot.browser.into_inner());
        futures_util::future::join_all(ends.map(SharedBrowser::close)).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_are_filled_one_after_the_other() {
        let shared_browsers = SharedBrowsers::default();
        let limits = Limits { at_once: 2, in_all: 4 };
        let mut permits: Vec<ContextPermit> = (0..3).map(|_| shared_browsers.permit(limits)).collect();
        assert!(Arc::ptr_eq(&permits[0].0, &permits[1].0));
        assert!(!Arc::ptr_eq(&permits[0].0, &permits[2].0));
        let first = Arc::clone(&permits.remove(0).0);
        permits.push(shared_browsers.permit(limits));
        assert!(Arc::ptr_eq(&permits[2].0, &first), "a permit that is free again is taken");
        drop(permits);
        // It has had three; with the fourth it has served enough.
        let last = shared_browsers.permit(limits);
        assert!(Arc::ptr_eq(&last.0, &first));
        let next = shared_browsers.permit(limits);
        assert!(!Arc::ptr_eq(&next.0, &first));
        assert_eq!(
            shared_browsers.list().len(),
            1,
            "a browser that takes no more is held by its sessions alone"
        );
    }

    #[test]
    fn one_that_makes_no_contexts_takes_no_more() {
        let shared_browsers = SharedBrowsers::default();
        let limits = Limits { at_once: 8, in_all: 100 };
        let permit = shared_browsers.permit(limits);
        permit.0.is_over.store(true, Ordering::Relaxed);
        assert!(!Arc::ptr_eq(&shared_browsers.permit(limits).0, &permit.0));
    }
}
