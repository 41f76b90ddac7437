//! Errors of a run.

use std::fmt;

use serde::Serialize;
use serde_json::Value;

/// Kind of the error that ended a run of code, such as a thrown exception or a timeout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ErrorKind {
    /// The code breaks the grammar, or reads a name that does not exist.
    ///
    /// It breaks the grammar as well if it closes the function that it is the body of.
    /// The error's name is `SyntaxError` or, for a name, `ReferenceError`.
    /// The grammar is JavaScript's, or TypeScript's with the feature `preflight`. Nothing ran.
    Syntax,
    /// The code calls a tool that is not declared, or passes arguments that the declaration refuses.
    ///
    /// The error's name is `UnknownTool` or `ToolArguments`. Nothing ran. This kind needs the feature `preflight`;
    /// without it, and where preflight cannot analyse the call, the call throws instead.
    Tools,
    /// The code threw.
    ///
    /// A call of a tool that is not declared has the name `UnknownTool`, one of a tool that the page does not define
    /// `ToolNotDefined`, and one whose arguments do not fit its declaration `ToolArguments`, with a list `errors` of
    /// `{path, reason, schema_path}`.
    Thrown,
    /// A guard refused a call, and the code did not catch the error.
    ///
    /// The error's name is `ToolDenied` (the policy or the user refused), `ToolBudget` (a limit on calls) or
    /// `ToolReplaced` (the tool is not the one that was listed). Code in a page gets `ToolDenied` before anything runs if
    /// a rule guards a tool.
    Denied,
    /// The deadline passed. In an endless loop the page was stopped.
    Timeout,
    /// The caller cancelled the run ([`execute_until`](crate::execute_until)) before the code was done.
    Cancelled,
    /// The page is not of the origin that the tools are for. Nothing ran.
    ///
    /// [`Toolbox::with_origin`](crate::Toolbox::with_origin) names that origin.
    Origin,
    /// The document went away while the code ran.
    ///
    /// With a channel out of the page, journal and console up to that point are kept if the code called a tool; without
    /// one they are lost with the document.
    Navigated,
    /// The page opened a dialog, and it took the place of the answer; it was dismissed.
    ///
    /// The value is the result of the code, if it came to its end. Only transports without events of dialogs report it:
    /// with them dialogs are in [`Outcome::dialogs`](crate::Outcome::dialogs) and no error.
    Dialog,
    /// The result is longer than allowed. Nothing of it is kept.
    ResultTooLarge,
    /// The page's own process ended. The message contains whether the session continues in a new page.
    PageCrashed,
    /// The page's window was closed. The session is of no more use.
    PageClosed,
    /// The browser or its driver is gone, or had to be given up. The session is of no more use.
    BrowserLost,
    /// The page has replaced parts of the language that the harness needs, or answered in its place.
    Tampered,
    /// The code passed a limit of the process that runs it, such as the size of its values.
    Limit,
    /// The process that runs the code cannot be started, ended, or sent something other than a message.
    RealmLost,
    /// The transport failed in another way; the message is its own.
    Transport,
}

impl ErrorKind {
    /// Returns the name of the error kind in JSON, such as `page_crashed`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Syntax => "syntax",
            Self::Tools => "tools",
            Self::Thrown => "thrown",
            Self::Denied => "denied",
            Self::Timeout => "timeout",
            Self::Cancelled => "cancelled",
            Self::Origin => "origin",
            Self::Navigated => "navigated",
            Self::Dialog => "dialog",
            Self::ResultTooLarge => "result_too_large",
            Self::PageCrashed => "page_crashed",
            Self::PageClosed => "page_closed",
            Self::BrowserLost => "browser_lost",
            Self::Tampered => "tampered",
            Self::Limit => "limit",
            Self::RealmLost => "realm_lost",
            Self::Transport => "transport",
        }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Error that ended a run of code, with its kind, name, message and position.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ExecError {
    /// Kind of the error, such as a thrown exception or a timeout.
    pub kind: ErrorKind,
    /// Name of the error's class, such as `TypeError`; empty if the thrown value is not an error.
    pub name: String,
    /// Message of the error that ended the run.
    pub message: String,
    /// JavaScript stack trace of the error, as text; empty if the engine gives none.
    ///
    /// The caller's own lines are `code:LINE:COLUMN`, and the harness's frames are left out.
    pub stack: String,
    /// Line of the error in the code that was run, counted from 1; `None` if it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Column of the error in its line, counted from 1 in UTF-16 code units; `None` if not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// Value that the code threw, as JSON, if it threw one ([`ErrorKind::Thrown`]).
    ///
    /// [The module](crate::outcome) describes the conversion.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thrown: Option<Value>,
    /// Value that the code returned, as JSON, in a run that failed because of a dialog; else `None`.
    ///
    /// The error is [`ErrorKind::Dialog`] then: the dialog was dismissed, and the code went on.
    ///
    /// It is [`Outcome::value`](crate::Outcome::value) in JSON.
    #[serde(skip)]
    pub returned: Option<Value>,
}

impl ExecError {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            name: String::new(),
            message: message.into(),
            stack: String::new(),
            line: None,
            column: None,
            thrown: None,
            returned: None,
        }
    }
}

/// Code of an error that the runtime raises for a tool call; it is the JavaScript error's `name`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorCode {
    /// No tool has the called name.
    UnknownTool,
    /// The page does not define the tool.
    ToolNotDefined,
    /// The arguments do not fit the tool's declaration.
    ToolArguments,
    /// The policy or the user refused the call.
    ToolDenied,
    /// The run or the tool has made as many calls as it may.
    ToolBudget,
    /// The tool is not the one that was listed.
    ToolReplaced,
}

impl ErrorCode {
    const ALL: [Self; 6] = [
        Self::UnknownTool,
        Self::ToolNotDefined,
        Self::ToolArguments,
        Self::ToolDenied,
        Self::ToolBudget,
        Self::ToolReplaced,
    ];

    /// Returns the code as the `name` of the JavaScript error, such as `ToolDenied`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::UnknownTool => "UnknownTool",
            Self::ToolNotDefined => "ToolNotDefined",
            Self::ToolArguments => "ToolArguments",
            Self::ToolDenied => "ToolDenied",
            Self::ToolBudget => "ToolBudget",
            Self::ToolReplaced => "ToolReplaced",
        }
    }

    pub(crate) fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|code| code.as_str() == name)
    }
}

impl ExecError {
    /// Returns the [`ErrorCode`] whose text is this error's name, such as `ToolDenied`, if there is one.
    ///
    /// With [`ErrorKind::Thrown`] the error may be the page's own, which can have any name.
    pub fn code(&self) -> Option<ErrorCode> {
        ErrorCode::of(&self.name)
    }

    pub(crate) fn with_code(mut self, code: ErrorCode) -> Self {
        code.as_str().clone_into(&mut self.name);
        self
    }
}

impl fmt::Display for ExecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind)?;
        if let Some(line) = self.line {
            write!(f, " at line {line}")?;
        }
        f.write_str(": ")?;
        if !self.name.is_empty() {
            write!(f, "{}: ", self.name)?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for ExecError {}
