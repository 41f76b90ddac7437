//! Primitive actions on a page, as each protocol has them.
//!
//! The decision: each protocol has the functions that it can offer as methods with the names of
//! [`Driver`](webagents_runtime::driver::Driver), by `&self` and for the page that the transport shows; `session/driver.rs`
//! chooses among them, and refuses with [`Unsupported`] what a protocol lacks. The commands of classic WebDriver are in
//! `commands.rs`.

pub(super) mod actions;
pub(crate) mod commands;
pub(super) mod keys;
pub(super) mod log;

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::Value;
use tokio::time::Instant;
use webagents_runtime::driver::{Capability, DriverError, InputEvent, PageCookie, Tab, TabId, Unsupported};
use webagents_runtime::page::{Answer, Dialog, DialogAnswer};
use webagents_runtime::{PageError, PageErrorKind};

use super::Transport;
use super::events;
use super::page_driver::PageDriver;
use super::socket::{Fault, Reply, Ticket};

/// Name of the isolated world, which pages do not see.
pub(super) const WORLD: &str = "webagents";
/// Script that returns if a window's document, or one in a frame of it, has the focus of the keyboard.
pub(super) const HAS_FOCUS: &str = "return String(document.hasFocus())";
/// Time for an input event to be handled by the page.
pub(crate) const INPUT: Duration = Duration::from_secs(10);
/// Longest pause between two input events.
const PAUSE: Duration = Duration::from_secs(1);
/// Time for a picture of a page, or a print.
pub(super) const PICTURE: Duration = Duration::from_secs(20);
/// Pixels of a picture each way.
pub(super) const PIXELS: f64 = 16_384.0;
/// Entries that are kept of requests, of the console and of downloads.
pub(super) const ENTRIES: usize = 1_000;
/// Characters of a text of the console that are kept.
pub(super) const TEXT: usize = 10_000;

/// Dialogs of a page over a protocol with a socket.
pub(crate) trait Dialogs: PageDriver {
    /// Answers the dialog that is open, and returns whether there was one.
    fn answer_open_dialog(
        &self,
        accept: bool,
        text: Option<&str>,
    ) -> impl Future<Output = Result<bool, DriverError>> + Send;

    /// Answers the dialog that is open, and waits until the page runs scripts again.
    fn answer_dialog(
        &self,
        accept: bool,
        text: Option<&str>,
    ) -> impl Future<Output = Result<bool, DriverError>> + Send {
        async move {
            let was_open = self.answer_open_dialog(accept, text).await?;
            if was_open {
                self.resumed().await;
            }
            Ok(was_open)
        }
    }

    /// Dismisses the dialog that is open, if one is, and reports it as an event.
    ///
    /// Returns whether one was open. The page may open another one before it runs anything else.
    fn dismiss(&self) -> impl Future<Output = bool> + Send {
        async {
            let held = self.tab().state().dialogs.open.clone();
            let Some(dialog) = held else { return false };
            self.tab().state().dialog(Dialog::new(dialog.kind, &dialog.message, DialogAnswer::Dismissed));
            // The next command reports a browser that refuses.
            let _ = self.answer_open_dialog(false, None).await;
            true
        }
    }
}

/// Locks a part of a transport's state; a panic of another holder leaves it as it is.
pub(super) fn lock<T>(one: &Mutex<T>) -> MutexGuard<'_, T> {
    one.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits for an answer until `end`; `None` if there is none by then.
///
/// A dialog that stays open is an error, because its page answers nothing.
pub(super) async fn answer(
    tab: &events::Tab,
    ticket: &mut Ticket,
    end: Instant,
) -> Result<Option<Result<Reply, Fault>>, DriverError> {
    tokio::select! {
        biased;
        came = tab.wait(ticket, end) => came.transpose().map_err(DriverError::from),
        () = tab.dialog_opened() => Err(DriverError::DialogOpen),
    }
}

/// Checks that no dialog keeps the page from running scripts.
pub(super) fn no_dialog(tab: &events::Tab) -> Result<(), DriverError> {
    if tab.state().dialogs.open.is_some() { Err(DriverError::DialogOpen) } else { Ok(()) }
}

/// Reads the member `data` of an answer: bytes in Base64.
pub(super) fn data(answer: &Value, what: &str) -> Result<Vec<u8>, DriverError> {
    let bytes = answer["data"].as_str().and_then(|data| BASE64_STANDARD.decode(data).ok());
    bytes.ok_or_else(|| missing(what))
}

/// The error of a page that did not load before its deadline.
pub(super) fn not_loaded(deadline: Duration) -> DriverError {
    let message = format!("the page did not load within {} ms", deadline.as_millis());
    PageError::new(PageErrorKind::Timeout, message).into()
}

/// Returns the error of an action that an engine lacks.
pub(crate) fn lacks<T>(transport: &dyn Transport, what: Capability) -> Result<T, DriverError> {
    Err(Unsupported { engine: transport.engine(), what }.into())
}

/// The string of a script of [`Driver::evaluate_in`](webagents_runtime::driver::Driver::evaluate_in).
pub(super) fn string(answer: Answer) -> Result<Option<String>, DriverError> {
    match answer {
        Answer::Text(text) => Ok(Some(text)),
        Answer::Null => Ok(None),
        _ => Err(PageError::new(
            PageErrorKind::Script,
            "expected a string, null or undefined of the script, found another value",
        )
        .into()),
    }
}

/// The error of an answer that lacks a member.
pub(super) fn missing(what: &str) -> DriverError {
    PageError::new(PageErrorKind::Other, format!("the browser gave no {what}")).into()
}

/// Returns the tab to show in place of `closed`, if that is the one that is shown.
pub(super) fn tab_after<'t>(tabs: &'t [Tab], closed: &TabId) -> Result<Option<&'t TabId>, DriverError> {
    let is_shown = tabs.iter().find(|tab| tab.id == *closed).ok_or_else(|| no_tab(closed))?.is_shown;
    if !is_shown {
        return Ok(None);
    }
    let other = tabs.iter().map(|tab| &tab.id).find(|id| *id != closed);
    let last = || PageError::new(PageErrorKind::Other, "it is the last tab; close the session");
    Ok(Some(other.ok_or_else(last)?))
}

/// The error of a tab that the session does not have.
pub(super) fn no_tab(tab: &TabId) -> DriverError {
    let message =
        format!("expected a tab of the session, found {}; list the tabs", tab.as_str().escape_debug());
    PageError::new(PageErrorKind::Other, message).into()
}

/// Reads the members of a cookie that all protocols share.
///
/// The domain of a cookie for a host alone has no dot before it.
pub(super) fn page_cookie(cookie: &Value, value: &Value, expires: Option<u64>) -> Option<PageCookie> {
    let domain = cookie["domain"].as_str().filter(|domain| domain.starts_with('.'));
    Some(PageCookie {
        name: cookie["name"].as_str()?.to_owned(),
        value: value.as_str()?.to_owned(),
        domain: domain.map(str::to_owned),
        path: cookie["path"].as_str().unwrap_or("/").to_owned(),
        http_only: cookie["httpOnly"] == true,
        secure: cookie["secure"] == true,
        expires,
    })
}

/// The error of a cookie that the browser does not take.
pub(super) fn refused_cookie(name: &str) -> DriverError {
    let message = format!(
        "the browser refused the cookie {}; compare its domain and path with the page's",
        name.escape_debug()
    );
    PageError::new(PageErrorKind::Other, message).into()
}

/// The length of a requested pause.
pub(super) fn pause(asked: Duration) -> Duration {
    asked.min(PAUSE)
}

/// The time for input events, of which each may keep the page busy.
pub(super) fn time_for(events: &[InputEvent]) -> Duration {
    let pauses = events.iter().map(|event| match event {
        InputEvent::Pause(asked) => pause(*asked),
        _ => Duration::ZERO,
    });
    INPUT + pauses.sum::<Duration>()
}

/// Checks that each file exists and has an absolute path, in the form of text that protocols take.
pub(super) fn paths(files: &[PathBuf]) -> Result<Vec<String>, DriverError> {
    let one = |file: &PathBuf| {
        let refused = |why: &dyn std::fmt::Display| -> DriverError {
            let message = format!("expected a file that can be read, found {}: {why}", file.display());
            PageError::new(PageErrorKind::Other, message).into()
        };
        let path = file.canonicalize().map_err(|error| refused(&error))?;
        if !path.is_file() {
            return Err(refused(&"it is a folder"));
        }
        path.into_os_string().into_string().map_err(|_| refused(&"its path is not UTF-8"))
    };
    files.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_are_bounded() {
        let events =
            [InputEvent::Pause(Duration::from_hours(1)), InputEvent::Pause(Duration::from_millis(5))];
        assert_eq!(time_for(&events), INPUT + Duration::from_millis(1_005));
    }

    #[test]
    fn files_have_to_exist() {
        assert!(paths(&[PathBuf::from("/no/such/file")]).is_err());
        assert!(paths(&[std::env::temp_dir()]).is_err());
        assert_eq!(paths(&[]).unwrap(), Vec::<String>::new());
    }
}
