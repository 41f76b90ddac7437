//! Servers, waits and texts that the suites share.
//!
//! [`Site`] is a website of well-formed pages, [`raw::Server`] sends any bytes. Neither is a part of what users build.

mod corpus;
mod matching;
pub mod raw;
mod site;
mod widgets;

use std::time::Duration;

use tokio::time::Instant;

pub use corpus::{CorpusList, CorpusSentence, corpus_lists, corpus_sentences};
pub use matching::matching_texts;
pub use site::{Answer, Gate, Route, Site};
pub use widgets::{WidgetLibrary, WidgetOutcome, WidgetTask, serve_widgets, widget_folder, widget_libraries};

/// Limit against hanging of every wait in the suites.
///
/// Nothing may take nearly as long on any machine that runs them.
pub const PATIENCE: Duration = Duration::from_mins(1);

/// Waits until `holds`.
///
/// # Panics
/// Panics if it does not hold within [`PATIENCE`].
pub async fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !holds() {
        assert!(Instant::now() < end, "waited in vain: {what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Waits until `holds`, on a thread of no runtime.
///
/// # Panics
/// Panics if it does not hold within [`PATIENCE`].
#[track_caller]
pub fn wait_until(what: &str, holds: impl Fn() -> bool) {
    let end = std::time::Instant::now() + PATIENCE;
    while !holds() {
        assert!(std::time::Instant::now() < end, "waited in vain: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Returns a port of 127.0.0.1 that refuses connections until the process ends.
///
/// A socket holds it that does not listen, so that no server of another test gets it.
///
/// # Panics
/// Panics if loopback has no free port.
pub fn closed_port() -> u16 {
    let socket = tokio::net::TcpSocket::new_v4().expect("a socket");
    socket.bind(([127, 0, 0, 1], 0).into()).expect("a free port");
    let port = socket.local_addr().expect("its address").port();
    std::mem::forget(socket);
    port
}

/// Returns a port of 127.0.0.1 that a program may take.
///
/// # Panics
/// Panics if loopback has no free port.
pub fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("its address").port()
}
