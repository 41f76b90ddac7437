//! Questions to the user on the terminal.

use std::io;

use rustix::termios::{QueueSelector, tcflush};
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

use crate::output;

/// Answer to the question whether a call is allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Consent {
    Once,
    Session,
    Denied,
}

/// One question at a time, whichever line it is from.
static ASKING: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

/// Asks on the terminal. The thread that reads may outlive the question, but not the program.
///
/// With `once` an answer for the session is not offered.
pub(crate) async fn ask(question: &str, once: bool) -> Consent {
    let _alone = ASKING.lock().await;
    // Input typed before the question is not an answer to it. An input that is not a terminal has none that waits.
    let _ = tcflush(io::stdin(), QueueSelector::IFlush);
    let session = if once { "" } else { "s: in this session, " };
    output::say(&format!("{question}\nAllow? y: this time, {session}anything else: no"));
    let (give, take) = oneshot::channel();
    let read = move || {
        let mut line = String::new();
        let read = io::stdin().read_line(&mut line);
        // Nobody waits for an answer that comes too late.
        let _ = give.send(read.is_ok().then_some(line));
    };
    let reading = std::thread::Builder::new().name("confirm".to_owned()).spawn(read);
    let line = if reading.is_ok() { take.await.ok().flatten() } else { None };
    match line.map(|line| line.trim().to_ascii_lowercase()).as_deref() {
        Some("y" | "yes") => Consent::Once,
        Some("s") if !once => Consent::Session,
        _ => Consent::Denied,
    }
}
