//! The process in which isolated code runs, as this crate sees it.
//!
//! The decision: this crate does no IO, so a process is a trait that moves texts. This crate defines the meaning of
//! the texts (`realm.js` writes and reads them on the other side); the implementation has limits, kernel restrictions
//! and the engine.

use std::error::Error;
use std::fmt;
use std::pin::Pin;
use std::time::Duration;

/// Return type of the methods of [`Isolate`] and [`IsolateSource`]: a boxed future.
pub type IsolateFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, IsolateError>> + Send + 'a>>;

/// Source of processes in which isolated code runs; one process serves one run.
pub trait IsolateSource: Send + Sync + fmt::Debug {
    /// Returns a process that has evaluated nothing but the [`library`](super::library).
    fn acquire(&self) -> IsolateFuture<'_, Box<dyn Isolate>>;
}

/// Process that runs the code of one run, apart from the browser and from this process.
///
/// Texts from it are untrusted, whatever the process is. To drop it ends the process.
pub trait Isolate: Send {
    /// Evaluates the prelude, and calls the function that it returns, which runs the code.
    fn begin<'a>(&'a mut self, code: IsolatedCode<'a>) -> IsolateFuture<'a, ()>;

    /// Returns the next text that the process sends, or `None` if there was none `within` a time.
    ///
    /// Nothing is lost if the future is dropped. Without a limit it waits until the process ends.
    fn receive(&mut self, within: Option<Duration>) -> IsolateFuture<'_, Option<String>>;

    /// Returns the columns, in bytes, that a stack counts before the code on its first line.
    fn columns_before(&self) -> usize {
        0
    }

    /// Returns the limits that an exception can be due to.
    ///
    /// Each has the name that `host.limit` returns for the exception, and words such as `64 MiB of values`.
    fn limits(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// Returns a sender of texts to the process that has begun.
    fn sender(&self) -> Box<dyn IsolateSender>;
}

/// Sender of texts to an isolated process.
pub trait IsolateSender: Send {
    /// Passes a text to the process. It waits while too many bytes have not been read.
    fn send(&self, text: String) -> IsolateFuture<'static, ()>;
}

/// Code to run in an isolated process, with the script that prepares the realm for it.
#[derive(Debug, Clone, Copy)]
pub struct IsolatedCode<'a> {
    /// Expression of JavaScript: a function of `host` and of the [`library`](super::library)'s value.
    ///
    /// It returns a function. `host.send` sends a text to [`Isolate::receive`], `host.onmessage` is called with each text that was sent to the
    /// process, and `host.compile` returns the code as an async function. The returned function runs it; the process
    /// ends when the promise that it returns is settled. `host.timers` returns the number of timers that are set, and
    /// `host.limit` the name of the limit that an exception is due to. A stack
    /// names the code `code.js:LINE:COLUMN`, with columns in bytes.
    pub prelude: &'a str,
    /// Code to run: the body of an async function.
    pub code: &'a str,
}

/// Cause of a failed operation on an isolated process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum IsolateErrorKind {
    /// The code breaks the grammar. Nothing ran.
    Syntax,
    /// The code passed a limit, such as the size of its values.
    Limit,
    /// The process cannot be started or restricted on this machine.
    Unavailable,
    /// The process ended, or sent something other than a message.
    Lost,
}

/// Error of an operation on an isolated process.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct IsolateError {
    kind: IsolateErrorKind,
    message: String,
    position: Option<(usize, usize)>,
    source: Option<Box<dyn Error + Send + Sync>>,
}

impl IsolateError {
    /// Creates an error of an isolated process, with its kind and a message for people.
    pub fn new(kind: IsolateErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), position: None, source: None }
    }

    /// Sets the line and the UTF-16 column in the code, counted from 1.
    #[must_use]
    pub fn at(mut self, line: usize, column: usize) -> Self {
        self.position = Some((line, column));
        self
    }

    /// Attaches the error that caused this one, as its [`source`](Error::source).
    #[must_use]
    pub fn with_source(mut self, source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        self.source = Some(source.into());
        self
    }

    /// Returns the cause of the failed operation.
    pub fn kind(&self) -> IsolateErrorKind {
        self.kind
    }

    /// Returns the message of the error, for people.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns line and UTF-16 column in the code, counted from 1, if they are known.
    pub fn position(&self) -> Option<(usize, usize)> {
        self.position
    }
}
