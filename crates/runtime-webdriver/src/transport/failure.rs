//! Errors of pages that are the same over each protocol.

use std::time::Duration;

use webagents_runtime::{PageError, PageErrorKind};

/// The error of a script that was not run, because the document it was for did not come.
pub(super) fn not_loaded(deadline: Duration) -> PageError {
    PageError::new(
        PageErrorKind::Loading,
        format!(
            "the document that the page is on the way to was not loaded within {} ms; it was stopped, and nothing was run",
            deadline.as_millis()
        ),
    )
}

/// The error of a page that gives no answer.
pub(super) fn hung() -> PageError {
    PageError::new(PageErrorKind::Hung, "the page does not answer")
}

/// The error of a script whose document went away.
pub(super) fn moved() -> PageError {
    PageError::new(PageErrorKind::Navigated, "the document went away while the script ran")
}

/// The error of a page that no other one can take the place of.
pub(super) fn irreplaceable() -> PageError {
    PageError::new(
        PageErrorKind::Lost,
        "the page crashed or hung and no other could be opened, so the browser was given up",
    )
}

/// The error of a script that cannot be ended; `lost` is the part of the browser that is given up.
pub(super) fn unstoppable(lost: &str) -> PageError {
    let why = format!("the page did not answer and could not be stopped, so {lost} was given up");
    PageError::new(PageErrorKind::Lost, why)
}

/// The error of an address that the browser shows an error page of its own for.
pub(super) fn unreachable(url: &str, code: &str) -> PageError {
    let why = if code.is_empty() { String::new() } else { format!(" ({code})") };
    let message = format!("the browser cannot show {url} and shows an error page of its own{why}");
    PageError::new(PageErrorKind::Unreachable, message)
}

/// The error of a navigation, with the address.
pub(super) fn not_shown(url: &str, deadline: Duration, error: PageError) -> PageError {
    let message = match error.kind() {
        PageErrorKind::Timeout => format!("{url} did not load within {} ms", deadline.as_millis()),
        PageErrorKind::Unreachable => format!("the browser cannot show {url}: {}", error.message()),
        _ => return error,
    };
    PageError::new(error.kind(), message).with_source(error)
}
