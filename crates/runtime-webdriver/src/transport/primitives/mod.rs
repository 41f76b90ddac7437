//! Primitive actions on a page, as each protocol has them: the trait [`Primitives`].
//!
//! The decision: the methods are those of [`Driver`](webagents_runtime::driver::Driver), by `&self` and for the page that
//! the transport shows. One table lists the actions that a protocol may lack: from a row come the method with the answer
//! of such a protocol, [`Unsupported`], the method of the protocols with a socket, and the session's. A protocol
//! implements what it has, and [`Primitives::supports`] is the only list of that. The commands of classic WebDriver are
//! in `classic.rs`.

pub(super) mod actions;
pub(super) mod classic;
pub(super) mod keys;
pub(super) mod log;

use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::Value;
use tokio::time::Instant;
use webagents_runtime::driver::{
    Capability, Capture, ConsoleEntry, Download, DriverError, DriverFuture, FileChooser, FrameId, History,
    InputEvent, OpenDialog, PageCookie, Paper, RequestEntry, Tab, TabId, Unsupported, Viewport, World,
};
use webagents_runtime::page::Answer;
use webagents_runtime::{PageError, PageErrorKind};

use super::events;
use super::socket::{Fault, Reply, Ticket};

/// Name of the isolated world, which pages do not see.
pub(super) const WORLD: &str = "webagents";
/// Time for an input event to be handled by the page.
pub(super) const INPUT: Duration = Duration::from_secs(10);
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

/// Frames in one another that are looked through for the focus.
const DEPTH: usize = 16;
/// Script for the element that has the focus, in the document and in shadow roots.
const FOCUS: &str =
    "let e=document.activeElement;while(e?.shadowRoot?.activeElement)e=e.shadowRoot.activeElement;return e";

/// Passes the actions that a protocol may lack to a macro, which declares or implements them.
///
/// A row has the name of the method in [`Primitives`] and in [`Driver`](webagents_runtime::driver::Driver), the function
/// that implements it in the protocols with a socket, the arguments, the output, and the capability.
macro_rules! actions_with_capability {
    ($($make:tt)+) => {
        $($make)+! {
            'a content_frame => Self::frame_of(frame: &'a FrameId, element: &'a str) -> Option<FrameId>, Frames;
            'a shadow_roots => Self::hand_roots(frame: &'a FrameId, elements: &'a str, take: &'a str) -> usize, ClosedRoots;
            'a listeners => Self::hand_listeners(frame: &'a FrameId, events: &'a [&'a str], take: &'a str) -> usize, Listeners;
            'a input => Self::dispatch(events: &'a [InputEvent]) -> (), Input;
            'a set_files => Self::choose_files(frame: &'a FrameId, element: &'a str, files: &'a [PathBuf]) -> (), Files;
            'a hold_choosers => Self::intercept_choosers(hold: bool) -> (), Choosers;
            'a new_chooser => Self::take_chooser() -> Option<FileChooser>, Choosers;
            'a answer_chooser => Self::fill_chooser(files: &'a [PathBuf]) -> bool, Choosers;
            'a print => Self::print_pdf(paper: Paper) -> Vec<u8>, Pdf;
            'a tabs => Self::list_tabs() -> Vec<Tab>, Tabs;
            'a select_tab => Self::show_tab(tab: &'a TabId) -> (), Tabs;
            'a open_tab => Self::new_tab() -> TabId, Tabs;
            'a close_tab => Self::end_tab(tab: &'a TabId) -> (), Tabs;
            'a use_downloads => Self::store_downloads(folder: &'a Path) -> (), Downloads;
            'a downloads => Self::list_downloads() -> Vec<Download>, Downloads;
            'a requests => Self::take_requests() -> Vec<RequestEntry>, Requests;
            'a console => Self::take_console() -> Vec<ConsoleEntry>, Console;
            'a cookies => Self::read_cookies() -> Vec<PageCookie>, Cookies;
            'a set_cookie => Self::put_cookie(cookie: &'a PageCookie) -> (), Cookies;
            'a delete_cookie => Self::remove_cookie(name: &'a str) -> (), Cookies;
            'a resize => Self::set_size(viewport: Viewport) -> (), Viewport;
        }
    };
}
pub(crate) use actions_with_capability;

/// Declares methods of [`Primitives`] that refuse, for the protocols that lack them.
macro_rules! lacking {
    ($($a:lifetime $name:ident => $($own:ident)::+($($argument:ident: $of:ty),*) -> $output:ty, $what:ident;)+) => {
        $(
            fn $name<$a>(&$a self, $($argument: $of),*) -> DriverFuture<$a, $output> {
                let _ = ($($argument,)*);
                self.lacks(Capability::$what)
            }
        )+
    };
}

/// Primitive actions on the page of a transport; see [`Driver`](webagents_runtime::driver::Driver).
pub(crate) trait Primitives: Send + Sync {
    /// Returns the engine's name for [`Unsupported`].
    fn engine(&self) -> &'static str;

    fn supports(&self, capability: Capability) -> bool;

    fn main_frame(&self) -> DriverFuture<'_, FrameId>;

    fn evaluate_in<'a>(
        &'a self,
        frame: &'a FrameId,
        world: World,
        script: &'a str,
        deadline: Duration,
    ) -> DriverFuture<'a, Option<String>>;

    /// Inserts a text at the focus of the frame that has it.
    fn insert_text<'a>(&'a self, text: &'a str) -> DriverFuture<'a, ()> {
        Box::pin(async move {
            let mut frame = self.main_frame().await?;
            // The scripts by which a driver finds elements depend on functions that a page may have replaced.
            let is_frame = format!(
                "const e=(function(){{{FOCUS}}})();return e&&/^i?frame$/.test(e.localName)?e.localName:null"
            );
            for _ in 0..DEPTH {
                if self.evaluate_in(&frame, World::Isolated, &is_frame, INPUT).await?.is_none() {
                    break;
                }
                match self.content_frame(&frame, FOCUS).await? {
                    Some(inner) => frame = inner,
                    None => break,
                }
            }
            let script = format!("document.execCommand('insertText',false,{})", Value::from(text));
            match self.evaluate_in(&frame, World::Isolated, &script, INPUT).await {
                Ok(_) | Err(DriverError::DialogOpen) => Ok(()),
                Err(error) => Err(error),
            }
        })
    }

    fn travel(&self, history: History, deadline: Duration) -> DriverFuture<'_, bool>;

    fn hold_dialogs(&self, hold: bool) -> DriverFuture<'_, ()> {
        // Not to hold them is what every engine does.
        if hold { self.lacks(Capability::Dialogs) } else { Box::pin(async { Ok(()) }) }
    }

    fn is_loading(&self) -> DriverFuture<'_, Option<bool>> {
        Box::pin(async { Ok(None) })
    }

    fn open_dialog(&self) -> DriverFuture<'_, Option<OpenDialog>> {
        Box::pin(async { Ok(None) })
    }

    fn answer_dialog<'a>(&'a self, accept: bool, text: Option<&'a str>) -> DriverFuture<'a, bool> {
        let _ = (accept, text);
        Box::pin(async { Ok(false) })
    }

    /// Dismisses the dialog that is open, if one is, and reports it as an event.
    ///
    /// Returns whether one was open. The page may open another one before it runs anything else.
    fn dismiss_held(&self) -> Pin<Box<dyn Future<Output = bool> + Send + '_>> {
        Box::pin(async { false })
    }

    fn capture(&self, area: Capture) -> DriverFuture<'_, Vec<u8>>;

    fn shown_tab(&self) -> DriverFuture<'_, Option<Tab>> {
        Box::pin(async { Ok(None) })
    }

    actions_with_capability!(lacking);

    /// Shows tabs of this session only, in a browser that is another program's.
    fn restrict_tabs(&self) {}

    /// Returns the tabs that have been opened by this session, next to its first one.
    fn own_tabs(&self) -> Vec<String> {
        Vec::new()
    }

    /// Undoes what would last for the next user of the page: tabs, dialogs that are held, a size, records.
    fn reset(&self) -> DriverFuture<'_, ()> {
        Box::pin(async { Ok(()) })
    }
}

/// Implements methods of [`Primitives`] by async functions with the same arguments.
macro_rules! by_functions {
    ($($a:lifetime $name:ident => $($function:ident)::+($($argument:ident: $of:ty),*) -> $output:ty $(, $what:ident)?;)+) => {
        $(
            fn $name<$a>(&$a self, $($argument: $of),*) -> DriverFuture<$a, $output> {
                Box::pin($($function)::+(self, $($argument),*))
            }
        )+
    };
}
pub(super) use by_functions;

/// Implements most methods of [`Primitives`] by functions that both protocols with a socket have.
macro_rules! by_own_functions {
    () => {
        crate::transport::primitives::actions_with_capability!(crate::transport::primitives::by_functions);

        crate::transport::primitives::by_functions! {
            'a evaluate_in => Self::run_in(frame: &'a FrameId, world: World, script: &'a str, deadline: Duration) -> Option<String>;
            'a travel => Self::go_through_history(history: History, deadline: Duration) -> bool;
            'a hold_dialogs => Self::hold(hold: bool) -> ();
            'a capture => Self::picture(area: Capture) -> Vec<u8>;
            'a reset => Self::reset_actions() -> ();
        }

        fn open_dialog(&self) -> DriverFuture<'_, Option<OpenDialog>> {
            let open = self.tab.state().dialogs.open.clone();
            Box::pin(async { Ok(open) })
        }

        fn answer_dialog<'a>(&'a self, accept: bool, text: Option<&'a str>) -> DriverFuture<'a, bool> {
            Box::pin(async move {
                let was_open = self.answer_open_dialog(accept, text).await?;
                if was_open {
                    self.resumed().await;
                }
                Ok(was_open)
            })
        }

        fn dismiss_held(&self) -> Pin<Box<dyn Future<Output = bool> + Send + '_>> {
            Box::pin(async {
                let held = self.tab.state().dialogs.open.clone();
                let Some(dialog) = held else { return false };
                self.tab.state().dialog(Dialog::new(dialog.kind, &dialog.message, DialogAnswer::Dismissed));
                // A browser that does not take it is found out by what is asked next.
                let _ = self.answer_open_dialog(false, None).await;
                true
            })
        }
    };
}
pub(super) use by_own_functions;

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

/// The error of a method that an engine lacks.
trait Lacks {
    fn lacks<T>(&self, what: Capability) -> DriverFuture<'_, T>;
}

impl<P: Primitives + ?Sized> Lacks for P {
    fn lacks<T>(&self, what: Capability) -> DriverFuture<'_, T> {
        let unsupported = Unsupported { engine: self.engine(), what };
        Box::pin(async move { Err(unsupported.into()) })
    }
}

/// The string of a script of [`Primitives::evaluate_in`].
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

/// The length of a pause that is asked for.
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
