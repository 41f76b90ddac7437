//! Primitive actions on a page: the trait [`Driver`], its capabilities and its error.
//!
//! The decision: [`Page`] is the least that the harness needs, and [`Driver`] the least that a tool needs that drives
//! pages: frames, scripts in a world of their own, raw input, files, dialogs, pictures, tabs, downloads, requests and
//! cookies. An element is named by a script that returns it, so that no handle outlives its document and a page
//! cannot detect it. Each group of methods has a [`Capability`]: a caller calls [`supports`](Driver::supports)
//! before, or handles [`Unsupported`] after. Waits, retries, checks and reports are the caller's.

mod capability;
mod error;
mod input;
mod types;

use std::future::Future;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::time::Duration;

pub use self::capability::Capability;
pub use self::error::{DriverError, Unsupported};
pub use self::input::{Button, InputEvent, Key, NamedKey};
pub use self::types::{
    Capture, ConsoleEntry, Download, DownloadState, FileChooser, FrameId, History, OpenDialog, PageCookie,
    Paper, Rect, RefusedPage, RequestEntry, Tab, TabId, Viewport, World,
};
use crate::page::Page;

/// Return type of the methods of [`Driver`]: a boxed future of a `Result`.
///
/// It is boxed, so that the trait can be used as `dyn Driver`.
pub type DriverFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, DriverError>> + Send + 'a>>;

/// Low-level control of a browser page: frames, input events, dialogs, tabs, downloads and cookies.
///
/// Every method ends in bounded time. Where an engine lacks a method's [`Capability`], the method's error is
/// [`DriverError::Unsupported`], and nothing has been done. Coordinates are CSS pixels from the upper left corner of the
/// viewport of the page, also in frames.
pub trait Driver: Page {
    /// Returns whether the browser engine and the transport to it have the capability.
    fn supports(&self, capability: Capability) -> bool;

    /// Returns the top-level frame of the page.
    fn main_frame(&mut self) -> DriverFuture<'_, FrameId>;

    /// Returns the frame inside an `iframe` or `frame` element.
    ///
    /// `element` is the body of a function that returns the element, run in [`World::Isolated`] of `frame`. `None` if
    /// the function returns no such element. Capability: [`Frames`](Capability::Frames).
    fn content_frame<'a>(
        &'a mut self,
        frame: &'a FrameId,
        element: &'a str,
    ) -> DriverFuture<'a, Option<FrameId>>;

    /// Runs `script`, the body of a function, in a realm of a frame, and returns its string result.
    ///
    /// Its promise is awaited. `None` means null or undefined; any other value is an error.
    /// Globals that a script sets in [`World::Isolated`] are there for the next one, as long as the document is.
    /// Where the engine has no [`IsolatedWorld`](Capability::IsolatedWorld), the page's own world takes its place, and
    /// the page can see them.
    fn evaluate_in<'a>(
        &'a mut self,
        frame: &'a FrameId,
        world: World,
        script: &'a str,
        deadline: Duration,
    ) -> DriverFuture<'a, Option<String>>;

    /// Passes the shadow roots of elements, also closed ones, to a function, and returns their number.
    ///
    /// `elements` is the body of a function that returns a list of elements, and `take` the body of a function of one
    /// shadow root, `root`. Both run in [`World::Isolated`] of `frame`. Capability:
    /// [`ClosedRoots`](Capability::ClosedRoots).
    fn shadow_roots<'a>(
        &'a mut self,
        frame: &'a FrameId,
        elements: &'a str,
        take: &'a str,
    ) -> DriverFuture<'a, usize>;

    /// Passes the elements that listen to one of some events to a function, and returns their number.
    ///
    /// `take` is the body of a function of `listeners`, a list of at most 5,000 objects with an `element` and the types
    /// of all its listeners, `events`. It runs in [`World::Isolated`] of `frame`, also if there are none. The engine
    /// reads `handleEvent` of listeners that are objects. Capability: [`Listeners`](Capability::Listeners).
    fn listeners<'a>(
        &'a mut self,
        frame: &'a FrameId,
        events: &'a [&'a str],
        take: &'a str,
    ) -> DriverFuture<'a, usize>;

    /// Gives the page the focus of the keyboard, if another window of the browser has it.
    ///
    /// A page without it gets no `focus` and `blur` events, and keys do not activate its controls.
    fn take_focus(&mut self) -> DriverFuture<'_, ()>;

    /// Sends input events to the page, in order.
    ///
    /// Capability: [`Input`](Capability::Input).
    ///
    /// Where a dialog opens meanwhile and [stays open](Self::hold_dialogs), the method returns.
    fn input<'a>(&'a mut self, events: &'a [InputEvent]) -> DriverFuture<'a, ()>;

    /// Inserts a text at the caret of the focused element, as an input method does.
    ///
    /// The page gets the events `beforeinput` and `input`, and no key events. Capability: [`Input`](Capability::Input).
    fn insert_text<'a>(&'a mut self, text: &'a str) -> DriverFuture<'a, ()>;

    /// Sets the files that a file input holds.
    ///
    /// `element` names it as in [`content_frame`](Self::content_frame). Capability: [`Files`](Capability::Files).
    fn set_files<'a>(
        &'a mut self,
        frame: &'a FrameId,
        element: &'a str,
        files: &'a [PathBuf],
    ) -> DriverFuture<'a, ()>;

    /// Sets whether file choosers that pages open are reported, and not opened.
    ///
    /// [`new_chooser`](Self::new_chooser) reports them. Capability: [`Choosers`](Capability::Choosers).
    fn hold_choosers(&mut self, hold: bool) -> DriverFuture<'_, ()>;

    /// Returns the file chooser that a page has opened since the last call, if choosers are held.
    fn new_chooser(&mut self) -> DriverFuture<'_, Option<FileChooser>>;

    /// Gives files to the input whose chooser was reported last, which need not be in the document.
    ///
    /// Returns `false` if there is none, or the chooser did not come from an input.
    fn answer_chooser<'a>(&'a mut self, files: &'a [PathBuf]) -> DriverFuture<'a, bool>;

    /// Goes back, goes forward or reloads, and waits for the load event, for at most `deadline`.
    ///
    /// Returns `false` without an entry to go to. The page of the entry may be loaded again. A dialog that is open is
    /// dismissed.
    fn travel(&mut self, history: History, deadline: Duration) -> DriverFuture<'_, bool>;

    /// Returns the session's refusal to show the page to which the last navigation led, if it refused.
    ///
    /// The navigation was to `url`. `None` if no guard of the session refused the page. `has_arrived` is `true` if
    /// the navigation ended without an error: the page may be the guard's own answer then.
    fn refused_page<'a>(
        &'a mut self,
        url: &'a str,
        has_arrived: bool,
    ) -> DriverFuture<'a, Option<RefusedPage>>;

    /// Checks against the guards of the session's tools that code may run in [`World::Page`].
    ///
    /// The error is [`DriverError::Denied`] if a rule guards a tool of any page of the session.
    fn check_page_code(&mut self) -> DriverFuture<'_, ()>;

    /// Sets whether dialogs stay open or, as by default, are dismissed at once.
    ///
    /// Those that stay wait for [`answer_dialog`](Self::answer_dialog). While [`evaluate`](Page::evaluate) runs they are
    /// dismissed all the same, and [`navigate`](Page::navigate) and [`recover`](Page::recover) dismiss the one that is
    /// open; such a dialog is one of [`drain_events`](Page::drain_events). Capability: [`Dialogs`](Capability::Dialogs).
    fn hold_dialogs(&mut self, hold: bool) -> DriverFuture<'_, ()>;

    /// Returns whether the top-level frame is on its way to another document.
    ///
    /// `None` if the engine does not report it. A way that ends without one, as with an answer 204, is over as soon
    /// as the engine knows.
    fn is_loading(&mut self) -> DriverFuture<'_, Option<bool>>;

    /// Returns the dialog that is open, if there is one.
    ///
    /// The page runs no script while it is open.
    fn open_dialog(&mut self) -> DriverFuture<'_, Option<OpenDialog>>;

    /// Accepts or dismisses the open dialog, with `text` as the answer to a prompt.
    ///
    /// Returns `false` where none is open.
    fn answer_dialog<'a>(&'a mut self, accept: bool, text: Option<&'a str>) -> DriverFuture<'a, bool>;

    /// Takes a picture of the page, and returns the bytes of a PNG file.
    ///
    /// Capability: [`Screenshot`](Capability::Screenshot), and but for the viewport [`Clip`](Capability::Clip).
    fn capture(&mut self, area: Capture) -> DriverFuture<'_, Vec<u8>>;

    /// Prints the page, and returns the bytes of a PDF file.
    ///
    /// Capability: [`Pdf`](Capability::Pdf).
    fn print(&mut self, paper: Paper) -> DriverFuture<'_, Vec<u8>>;

    /// Returns the tab that the session shows, as the browser knows it: its page may be busy.
    ///
    /// `None` if only the page itself has this information.
    fn shown_tab(&mut self) -> DriverFuture<'_, Option<Tab>>;

    /// Returns the session's tabs, including tabs that pages opened.
    ///
    /// Capability: [`Tabs`](Capability::Tabs).
    fn tabs(&mut self) -> DriverFuture<'_, Vec<Tab>>;

    /// Selects the tab that the session shows and that later method calls act on.
    fn select_tab<'a>(&'a mut self, tab: &'a TabId) -> DriverFuture<'a, ()>;

    /// Opens an empty tab, and selects it.
    fn open_tab(&mut self) -> DriverFuture<'_, TabId>;

    /// Closes a tab; the last open tab cannot be closed.
    ///
    /// Where the session showed it, it shows the first of the others.
    fn close_tab<'a>(&'a mut self, tab: &'a TabId) -> DriverFuture<'a, ()>;

    /// Sets the folder in which files that pages offer for download are stored.
    ///
    /// Capability: [`Downloads`](Capability::Downloads).
    fn use_downloads<'a>(&'a mut self, folder: &'a Path) -> DriverFuture<'a, ()>;

    /// Returns the first 1,000 downloads since the call of [`use_downloads`](Self::use_downloads).
    fn downloads(&mut self) -> DriverFuture<'_, Vec<Download>>;

    /// Takes the page's requests that were answered or failed since the last call, at most 1,000.
    ///
    /// The first call begins to record them. Capability: [`Requests`](Capability::Requests).
    fn requests(&mut self) -> DriverFuture<'_, Vec<RequestEntry>>;

    /// Takes the texts that the page wrote to the console since the last call, at most 1,000.
    ///
    /// The first call begins to record them. Uncaught errors are among them. Capability: [`Console`](Capability::Console).
    fn console(&mut self) -> DriverFuture<'_, Vec<ConsoleEntry>>;

    /// Returns the cookies that the browser would send to the page's URL.
    ///
    /// Capability: [`Cookies`](Capability::Cookies).
    fn cookies(&mut self) -> DriverFuture<'_, Vec<PageCookie>>;

    /// Sets a cookie for the host of the page.
    fn set_cookie<'a>(&'a mut self, cookie: &'a PageCookie) -> DriverFuture<'a, ()>;

    /// Deletes the page's cookies with the name `name`.
    fn delete_cookie<'a>(&'a mut self, name: &'a str) -> DriverFuture<'a, ()>;

    /// Sets the size of the viewport, as closely as the engine can.
    ///
    /// Capability: [`Viewport`](Capability::Viewport).
    fn resize(&mut self, viewport: Viewport) -> DriverFuture<'_, ()>;
}
