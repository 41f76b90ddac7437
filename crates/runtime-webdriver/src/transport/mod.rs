//! Connections to a browser: the trait [`Transport`], which each protocol implements.
//!
//! The decision: one trait and four protocols. The `DevTools` Protocol for Chromium, because it is the fastest and reports
//! every event; WebDriver `BiDi` where the driver has it; the inspector of a `WebKitGTK` that was started here; classic
//! WebDriver everywhere else and when the others cannot be reached. A session does not change its protocol later
//! (`open.rs` chooses it). The parts that the protocols have in common are `page_driver.rs` (a script from its document's
//! arrival to its answer), `events.rs` (the state of a tab by its events) and `socket.rs` (commands and answers). A new
//! protocol is one folder here and one line in `open.rs`.

mod bidi;
pub(crate) mod cdp;
mod classic;
pub(crate) mod engine_messages;
mod error_page;
pub(crate) mod events;
mod failure;
mod json_members;
pub(crate) mod open;
mod page_driver;
pub(crate) mod primitives;
mod remote;
mod socket;
pub(crate) mod storage;
pub(crate) mod webdriver;
#[cfg(feature = "webkit")]
mod webkit;

use std::pin::Pin;
use std::time::Duration;

use webagents_runtime::driver::{Capability, DriverFuture};
use webagents_runtime::page::{Answer, PageEvent, PageFuture, Preload, Recovery, SyntaxCheck};

use self::events::Tab;
use self::failure::irreplaceable;
use self::storage::{StorageFuture, StorageTab, unavailable};
use self::webdriver::WebDriver;
use crate::driver::tls::Address;

/// Way in which a session can end a script that runs past its time limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stopping {
    /// The script is stopped, and the page goes on.
    ///
    /// The error is [`ErrorKind::Timeout`](webagents_runtime::ErrorKind::Timeout).
    InPlace,
    /// The script's tab is closed, and the session goes on in a new, empty one.
    ///
    /// The error is [`ErrorKind::PageCrashed`](webagents_runtime::ErrorKind::PageCrashed).
    NewTab,
    /// The script cannot be stopped, so the browser is given up.
    ///
    /// The error is [`ErrorKind::BrowserLost`](webagents_runtime::ErrorKind::BrowserLost).
    Never,
}

/// Connection to a browser, which shows one page of a session.
///
/// Commands take `&self`, so that several can be in flight, with one evaluation at a time; a transport whose protocol takes
/// one command at a time makes the others wait. Each ends in bounded time, and dropping its future gives it up. Methods
/// without a description do as the methods of [`Page`](webagents_runtime::Page).
pub(crate) trait Transport: Send + Sync {
    /// Returns the engine's name, for messages.
    fn engine(&self) -> &'static str;

    /// Returns whether the engine and the protocol have the capability.
    fn supports(&self, capability: Capability) -> bool;

    /// Returns the state of the page's tab, as far as the protocol reports events.
    fn tab(&self) -> &Tab;

    /// Returns the driver's commands, for operations that the protocol does not have.
    fn driver(&self) -> &WebDriver;

    /// Returns the outcome for a page whose script does not end.
    fn stopping(&self) -> Stopping {
        Stopping::InPlace
    }

    fn evaluate<'a>(&'a self, script: &'a str, deadline: Duration) -> PageFuture<'a, Answer>;

    fn navigate<'a>(&'a self, url: &'a str, deadline: Duration) -> PageFuture<'a, ()>;

    fn url(&self) -> PageFuture<'_, String> {
        Box::pin(self.driver().url())
    }

    fn check_syntax<'a>(&'a self, script: &'a str) -> PageFuture<'a, SyntaxCheck>;

    fn preload<'a>(&'a self, script: &'a str) -> PageFuture<'a, Preload>;

    fn listen(&self, take: &str);

    fn drain_events(&self) -> Vec<PageEvent> {
        self.tab().drain_events()
    }

    /// Ends the script that runs in the page now, or replaces the page if that cannot be done.
    ///
    /// The error has the kind [`Lost`](webagents_runtime::PageErrorKind::Lost) where neither is possible.
    fn stop(&self) -> PageFuture<'_, Recovery>;

    /// Shows a new, empty page of the browser in place of one that crashed or hangs, and closes that one.
    ///
    /// The error has the kind [`Lost`](webagents_runtime::PageErrorKind::Lost).
    fn replace(&self) -> PageFuture<'_, Recovery> {
        Box::pin(async { Err(irreplaceable()) })
    }

    /// Dismisses the dialog that is open, if one is, and reports it as an event.
    ///
    /// Returns whether one was open. The page may open another one before it runs anything else.
    fn dismiss_held(&self) -> Pin<Box<dyn Future<Output = bool> + Send + '_>> {
        Box::pin(async { false })
    }

    /// Shows tabs of this session only, in a browser that is another program's.
    fn restrict_tabs(&self) {}

    /// Returns the tabs that have been opened by this session, next to its first one.
    fn own_tabs(&self) -> Vec<String> {
        Vec::new()
    }

    /// Resets the state that would last for the next user of the page: tabs, held dialogs, a size, records.
    fn reset(&self) -> DriverFuture<'_, ()> {
        Box::pin(async { Ok(()) })
    }

    /// Opens a tab in which cookies and storage can be read and set.
    fn storage(&self) -> StorageFuture<'_, Box<dyn StorageTab>> {
        Box::pin(async { Err(unavailable()) })
    }

    /// Returns the WebSocket of the browser as a whole, if contexts can be created there.
    fn browser(&self) -> Option<&Address> {
        None
    }

    /// Leaves the page of the job before, if the page is still that one.
    fn leave(&self) -> PageFuture<'_, ()> {
        Box::pin(async { Ok(()) })
    }

    /// Keeps the page for the next job, whose first use of it leaves it; `false` if it has to be left now.
    fn leave_later(&self) -> bool {
        false
    }

    /// Ends the page's context with all its pages, and waits for the end.
    fn close(&self) -> PageFuture<'_, ()> {
        Box::pin(async { Ok(()) })
    }
}
