//! The seam between the harness and a browser: the trait [`Page`] and its error.
//!
//! The decision: the harness needs five verbs of a page and nothing of the transport, so that WebDriver, a browser's
//! debugging protocol or a recorded page can use the same code. Three more have an answer for transports that cannot
//! do them: scripts before the page's own, a channel that outlives a document, and the events since the last call. It
//! is not an interface for browser automation, and has no click.

use std::error::Error;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use serde::Serialize;

pub use crate::execute::prepare;
pub use crate::harness::secrets::HarnessSecrets;

/// Return type of the methods of [`Page`]: a boxed future, so that the trait can be used as `dyn Page`.
pub type PageFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, PageError>> + Send + 'a>>;

/// Connection to a page in a browser, to load URLs, run scripts and take events.
///
/// Every method ends in bounded time, whatever the page does: that is the implementation's duty, because only
/// it can stop its own transport. A method that was given a deadline ends at most a few seconds after it.
pub trait Page: Send {
    /// Loads `url` and waits for the load event, for at most `deadline`.
    ///
    /// A browser that shows an error page of its own has not loaded it: [`PageErrorKind::Unreachable`]. A page whose
    /// server answers with a document and a status of failure is a page.
    fn navigate<'a>(&'a mut self, url: &'a str, deadline: Duration) -> PageFuture<'a, ()>;

    /// Returns the URL of the document that the page shows.
    fn url(&mut self) -> PageFuture<'_, String>;

    /// Runs `script` as the body of a function in the page's own realm, and returns its result.
    ///
    /// The answer is the value that it returns, awaited.
    ///
    /// A script that is not done a grace period after `deadline` is an error: [`PageErrorKind::Timeout`] when the
    /// page still answers, [`PageErrorKind::Hung`] when it does not; then the caller calls
    /// [`recover`](Page::recover).
    fn evaluate<'a>(&'a mut self, script: &'a str, deadline: Duration) -> PageFuture<'a, Answer>;

    /// Makes a page that hangs in an endless loop answer again, or replaces it.
    ///
    /// When it cannot, the error's kind is [`PageErrorKind::Lost`] and the page is of no more use.
    fn recover(&mut self) -> PageFuture<'_, Recovery>;

    /// Looks for a syntax error in `script`, the body of a function, without running it.
    ///
    /// A page that has no means for it leaves this method as it is.
    fn check_syntax<'a>(&'a mut self, script: &'a str) -> PageFuture<'a, SyntaxCheck> {
        let _ = script;
        Box::pin(async { Ok(SyntaxCheck::Unknown) })
    }

    /// Returns the random names and keys of the runtime's script in this page's documents.
    ///
    /// An implementation keeps one [`HarnessSecrets::default`] for each page and hands it out.
    fn keys(&mut self) -> &mut HarnessSecrets;

    /// Registers `script` to run in every later document and frame, before the page's own scripts.
    ///
    /// It is a script and no function's body, and runs in the page's own realm, and once in the document that is there
    /// now. A page that has no means for it leaves this method as it is.
    fn preload<'a>(&'a mut self, script: &'a str) -> PageFuture<'a, Preload> {
        let _ = script;
        Box::pin(async { Ok(Preload::Unsupported) })
    }

    /// Opens a channel by which the document sends texts out at once, as [`PageEvent::Note`].
    ///
    /// `take` is the text of a function that is called in the document, before the next script, with a function that
    /// takes those texts; they arrive whatever becomes of the document. Where a channel is open in that document
    /// already, nothing happens. A page that has no means for it leaves this method as it is.
    fn listen(&mut self, take: &str) {
        let _ = take;
    }

    /// Takes the events of the page since the last call, in order.
    ///
    /// A page without events keeps this default.
    fn drain_events(&mut self) -> Vec<PageEvent> {
        Vec::new()
    }

    /// Waits for the end of the page, and returns the reason: its process, tab or browser ended.
    ///
    /// Dropping the future changes nothing. A page without events keeps this default, which waits for ever.
    fn ended(&mut self) -> Pin<Box<dyn Future<Output = PageError> + Send + '_>> {
        Box::pin(std::future::pending())
    }
}

/// Result of [`Page::preload`]: the script was installed, or the page does not support that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Preload {
    /// The script runs in every document from now on.
    Installed,
    /// The page cannot run scripts before its own.
    Unsupported,
}

/// Event that a connection to a page observed: a text that the runtime's script sent, or a dialog.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum PageEvent {
    /// A text from the channel that [`Page::listen`] opened.
    Note(String),
    /// A dialog, which has been answered. The transport does not know the running tool.
    Dialog(Dialog),
}

/// JavaScript dialog that a page opened, such as an `alert`, with the answer it got.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Dialog {
    /// Function or event that opened the dialog, such as `alert`.
    pub kind: DialogKind,
    /// Text that the dialog showed, cut at 1,000 characters.
    pub message: String,
    /// Answer that the dialog got: dismissed, or an unknown answer by the driver or browser.
    pub answer: DialogAnswer,
    /// Name of the tool whose call was running when the dialog opened; `None` if not known or no tool.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
}

impl Dialog {
    /// Characters of a message that are kept.
    const MESSAGE: usize = 1_000;

    /// Creates the description of a dialog, and cuts its message at 1,000 characters.
    pub fn new(kind: DialogKind, message: &str, answer: DialogAnswer) -> Self {
        Self { kind, message: cut(message, Self::MESSAGE), answer, tool: None }
    }
}

/// Returns the first `characters` characters of `text`, with an ellipsis if it has more.
///
/// ```
/// use webagents_runtime::page::cut;
/// assert_eq!(cut("éa", 2), "éa");
/// assert_eq!(cut("éab", 2), "éa…");
/// ```
pub fn cut(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        Some((end, _)) => format!("{}\u{2026}", &text[..end]),
        None => text.to_owned(),
    }
}

/// Returns a name or a pattern for a message: at most 100 characters, on one line.
pub(crate) fn escape_name(name: &str) -> String {
    cut(name, 100).chars().flat_map(char::escape_debug).collect()
}

/// Function or event that opened a dialog, such as `alert` or `beforeunload`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum DialogKind {
    /// `alert`.
    Alert,
    /// `confirm`.
    Confirm,
    /// `prompt`.
    Prompt,
    /// A page's question whether to leave it (`beforeunload`).
    BeforeUnload,
    /// Something else, such as a form that cannot be sent.
    Other,
}

impl DialogKind {
    /// Returns the dialog kind's name in JSON, such as `confirm`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Alert => "alert",
            Self::Confirm => "confirm",
            Self::Prompt => "prompt",
            Self::BeforeUnload => "before_unload",
            Self::Other => "other",
        }
    }
}

/// Answer that a dialog got: dismissed, or an unknown answer by the driver or browser.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum DialogAnswer {
    /// The dialog was dismissed: `confirm` gave false, `prompt` null, and the page was not left.
    Dismissed,
    /// The driver or the browser answered as it was set up to; the answer is not known.
    Elsewhere,
}

/// Result of [`Page::recover`]: the hanging script was stopped, or an empty page took the page's place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Recovery {
    /// The page answers again: its script was stopped.
    Stopped,
    /// The page is gone; the next scripts run in an empty one in the same browser.
    Replaced,
}

/// Result of a script that [`Page::evaluate`] ran: a string, null, or a value of another type.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Answer {
    /// A string, without lone surrogates.
    Text(String),
    /// Null or undefined. It is also what WebDriver answers when a dialog came up.
    Null,
    /// A value of another type.
    Other,
}

/// Result of [`Page::check_syntax`]: the script is valid, has a syntax error, or was not checked.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SyntaxCheck {
    /// The script has no syntax error.
    Valid,
    /// The script has this syntax error.
    Fault(SyntaxFault),
    /// The page cannot check scripts.
    Unknown,
}

/// Syntax error of a script, with its position.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SyntaxFault {
    /// Message of the JavaScript engine, such as `SyntaxError: Unexpected token '}'`.
    pub message: String,
    /// Line of the syntax error in the script, counted from 1.
    pub line: usize,
    /// Column of the syntax error in its line, counted from 1 in UTF-16 code units.
    pub column: usize,
}

impl SyntaxFault {
    /// Creates a syntax error from the engine's message and its position, counted from 1.
    pub fn new(message: impl Into<String>, line: usize, column: usize) -> Self {
        Self { message: message.into(), line, column }
    }
}

/// Cause of a failed operation on a page, such as a timeout or a lost connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PageErrorKind {
    /// The engine refused the script, or the page broke the driver's own script.
    Script,
    /// The script was not done in time; the page still answers.
    Timeout,
    /// The document that the page is on the way to did not come in time. The script was not run.
    Loading,
    /// The page does not answer; [`Page::recover`] may help.
    Hung,
    /// The document went away while the script ran, and the next one is there, or long in coming.
    Navigated,
    /// A dialog was open.
    Dialog,
    /// The answer was larger or deeper than the transport carries.
    TooLarge,
    /// The URL could not be loaded.
    Unreachable,
    /// The answer was a download or had no content, or a guard refused the address before the navigation.
    ///
    /// The page stays in the document that it shows.
    NoDocument,
    /// The page's own process ended. [`Page::recover`] may put an empty page in its place.
    Crashed,
    /// The page's window was closed.
    Closed,
    /// The browser, its driver or the connection to it is gone.
    Lost,
    /// Something else; the message is the transport's.
    Other,
}

impl PageErrorKind {
    /// Returns whether the page at a URL could not be shown.
    ///
    /// It is `true` for [`Unreachable`](Self::Unreachable) and [`NoDocument`](Self::NoDocument).
    pub const fn is_not_shown(self) -> bool {
        matches!(self, Self::Unreachable | Self::NoDocument)
    }
}

/// Error of an operation on a page, such as a timeout, a crash or a lost connection.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct PageError {
    kind: PageErrorKind,
    message: String,
    source: Option<Box<dyn Error + Send + Sync>>,
}

impl PageError {
    /// Creates an error of an operation on a page, with its kind and a message for people.
    pub fn new(kind: PageErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), source: None }
    }

    /// Attaches the error that caused this one, as its [`source`](Error::source).
    #[must_use]
    pub fn with_source(mut self, source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        self.source = Some(source.into());
        self
    }

    /// Returns the kind of the error, such as a timeout or a lost connection.
    pub fn kind(&self) -> PageErrorKind {
        self.kind
    }

    /// Returns the message of the error, for people.
    pub fn message(&self) -> &str {
        &self.message
    }
}
