//! Errors of a page, as errors of a run.

use std::fmt::Write as _;

use crate::outcome::{ErrorKind, ExecError};
use crate::page::{Page, PageError, PageErrorKind, Recovery, cut};

/// The error of a run whose document went away, while `tool` had not answered.
pub(crate) fn navigated(error: &PageError, url: Option<&str>, tool: Option<&str>) -> ExecError {
    let mut message = match url {
        Some(url) => format!("the page went to {} while the code ran", shown(url)),
        None => error.message().to_owned(),
    };
    if let Some(tool) = tool {
        // Writing to a String cannot fail.
        let _ = write!(message, "; the tool {tool} had been called and had not answered");
    }
    ExecError::new(ErrorKind::Navigated, message)
}

/// The error of a page whose process has ended, after an empty page took its place if one can.
pub(crate) async fn crashed(page: &mut dyn Page, error: &PageError) -> ExecError {
    match page.recover().await {
        Ok(Recovery::Replaced) => replaced(error.message()),
        Ok(Recovery::Stopped) => ExecError::new(ErrorKind::PageCrashed, error.message()),
        Err(lost) => transport(&lost),
    }
}

/// The error of a page that is gone while the session goes on.
pub(crate) fn replaced(why: &str) -> ExecError {
    let message = format!("{why}; the session goes on in a new, empty page of the same browser");
    ExecError::new(ErrorKind::PageCrashed, message)
}

/// A URL as a message shows it.
fn shown(url: &str) -> String {
    cut(&url.replace(char::is_control, ""), 300)
}

pub(crate) fn tampered() -> ExecError {
    ExecError::new(
        ErrorKind::Tampered,
        "the answer is not the harness's: the page, or the code, replaces parts of the language that it needs",
    )
}

pub(crate) fn transport(error: &PageError) -> ExecError {
    let kind = match error.kind() {
        PageErrorKind::Timeout | PageErrorKind::Loading | PageErrorKind::Hung => ErrorKind::Timeout,
        PageErrorKind::Navigated => ErrorKind::Navigated,
        PageErrorKind::Dialog => ErrorKind::Dialog,
        PageErrorKind::TooLarge => ErrorKind::ResultTooLarge,
        PageErrorKind::Crashed => ErrorKind::PageCrashed,
        PageErrorKind::Closed => ErrorKind::PageClosed,
        PageErrorKind::Lost => ErrorKind::BrowserLost,
        PageErrorKind::Script => ErrorKind::Tampered,
        _ => ErrorKind::Transport,
    };
    ExecError::new(kind, error.message())
}
