//! Messages of drivers and browsers that are compared, and the kinds of errors that they mean.

use fantoccini::error::{CmdError, ErrorStatus};
use serde_json::Value;
use webagents_runtime::{PageError, PageErrorKind};

use crate::driver::http::ResponseTooLarge;

/// The page's error for a driver's.
///
/// W3C WebDriver's status is not enough: a navigation, a crash and a wrong script come as the same status from one
/// engine and as different ones from the next, so the engines' messages decide if the status does not.
pub(crate) fn page_error(error: CmdError) -> PageError {
    let (kind, message) = match &error {
        CmdError::Failed(_) | CmdError::FailedC(_) | CmdError::Lost(_)
            if ResponseTooLarge::among_the_causes_of(&error) =>
        {
            (PageErrorKind::TooLarge, ResponseTooLarge.to_string())
        }
        CmdError::Standard(error) => {
            (kind_of(&error.error, &error.message), first_line(&error.message).to_owned())
        }
        CmdError::NotW3C(Value::String(text)) => {
            (by_message(text).unwrap_or(PageErrorKind::Script), text.clone())
        }
        CmdError::Failed(_) | CmdError::FailedC(_) | CmdError::Lost(_) => {
            (PageErrorKind::Lost, "the connection to the WebDriver is gone".to_owned())
        }
        CmdError::Json(_) => {
            (PageErrorKind::TooLarge, "the driver's answer cannot be read as JSON".to_owned())
        }
        other => (PageErrorKind::Other, other.to_string()),
    };
    PageError::new(kind, message).with_source(error)
}

/// Returns whether an error has neither a specific status nor a message.
///
/// `WebKitWebDriver` does so when its browser is gone, and when a page has broken the script that writes a result.
pub(crate) fn says_nothing(error: &CmdError) -> bool {
    matches!(error, CmdError::Standard(error) if error.error == ErrorStatus::UnknownError && error.message.is_empty())
}

fn kind_of(status: &ErrorStatus, message: &str) -> PageErrorKind {
    match status {
        ErrorStatus::InvalidSessionId => PageErrorKind::Lost,
        ErrorStatus::NoSuchWindow => PageErrorKind::Closed,
        ErrorStatus::UnexpectedAlertOpen => PageErrorKind::Dialog,
        _ => by_message(message).unwrap_or(match status {
            ErrorStatus::JavascriptError => PageErrorKind::Script,
            ErrorStatus::ScriptTimeout | ErrorStatus::Timeout => PageErrorKind::Timeout,
            _ => PageErrorKind::Other,
        }),
    }
}

/// Classifies an error by the engine's message, if the status is not specific.
///
/// Chromium, Firefox and `WebKit` each have messages of their own.
pub(crate) fn by_message(message: &str) -> Option<PageErrorKind> {
    const SAYINGS: [(&str, PageErrorKind); 27] = [
        // A Grid whose node is gone. It reports nothing else of it, and its status is the same as for any fault of its own.
        ("Unable to execute request for an existing session", PageErrorKind::Lost),
        ("tab crashed", PageErrorKind::Crashed),
        ("Target crashed", PageErrorKind::Crashed),
        ("no such window", PageErrorKind::Closed),
        ("target window already closed", PageErrorKind::Closed),
        ("disconnected", PageErrorKind::Lost),
        ("not reachable", PageErrorKind::Lost),
        ("session deleted", PageErrorKind::Lost),
        ("Failed to decode response from marionette", PageErrorKind::Lost),
        ("aborted by navigation", PageErrorKind::Navigated),
        ("Inspected target navigated", PageErrorKind::Navigated),
        ("Execution context was destroyed", PageErrorKind::Navigated),
        ("Cannot find context", PageErrorKind::Navigated),
        ("Document was unloaded", PageErrorKind::Navigated),
        ("before the unload event", PageErrorKind::Navigated),
        ("no such frame", PageErrorKind::Navigated),
        // A document that went away, or a script that was stopped, while Firefox waited for the answer.
        ("Actor 'MessageHandlerFrame' destroyed", PageErrorKind::Navigated),
        ("AbortError", PageErrorKind::Navigated),
        ("Message handler threw uncatchable exception", PageErrorKind::Timeout),
        ("right-hand side of 'in' should be an object, got null", PageErrorKind::Timeout),
        ("Execution was terminated", PageErrorKind::Timeout),
        ("Promise was collected", PageErrorKind::Timeout),
        // A script that WebKit's watchdog has ended, in the words of its driver and of its inspector.
        ("JavaScript execution terminated", PageErrorKind::Timeout),
        ("result is not an Object", PageErrorKind::Timeout),
        ("net::ERR_", PageErrorKind::Unreachable),
        ("about:neterror", PageErrorKind::Unreachable),
        ("cannot deserialize", PageErrorKind::TooLarge),
    ];
    SAYINGS.iter().find(|(saying, _)| message.contains(saying)).map(|&(_, kind)| kind)
}

/// The first line, without the status that chromedriver repeats; the others are its own stack.
fn first_line(message: &str) -> &str {
    let line = message.lines().next().unwrap_or_default().trim();
    line.strip_prefix("javascript error: ").or_else(|| line.strip_prefix("unknown error: ")).unwrap_or(line)
}
