//! Outcome of a run.
//!
//! # The value
//!
//! The value of [`Outcome::result`] is JSON. A value that JSON has is itself; everything else is an object with the member
//! `$type`, so that nothing a page returns is lost in silence:
//!
//! | JavaScript | JSON |
//! |---|---|
//! | `null`, booleans, finite numbers, well-formed strings, arrays, objects | themselves |
//! | `undefined`, also within objects and arrays | `{"$type":"undefined"}` |
//! | `NaN`, `Infinity`, `-Infinity`, `-0` | `{"$type":"number","value":"NaN"}` and so on |
//! | `10n` | `{"$type":"bigint","value":"10"}` |
//! | a string with lone surrogates | `{"$type":"string","value":"a\ufffd"}`: U+FFFD in their place |
//! | `Symbol("s")` | `{"$type":"symbol","value":"s"}` |
//! | a function or class `f` | `{"$type":"function","name":"f"}` |
//! | `Date` | `{"$type":"date","value":"2026-11-21T00:00:00.000Z"}`; `null` for an invalid one |
//! | `RegExp` | `{"$type":"regexp","value":"/a/gi"}` |
//! | `Map` | `{"$type":"map","entries":[[key,value],…]}` |
//! | `Set` | `{"$type":"set","values":[…]}` |
//! | typed arrays, `DataView`, `ArrayBuffer`, `SharedArrayBuffer` | `{"$type":"typedarray","class":"Uint8Array","values":[…]}`; bytes for the last three |
//! | errors, `DOMException` | `{"$type":"error","name":…,"message":…}`, with `cause`, `errors` and `properties` (entries) where it has any |
//! | promises | `{"$type":"promise","state":"pending"}`, `{…"fulfilled","value":…}` or `{…"rejected","reason":…}`; one inside a result is not waited for |
//! | DOM nodes | `{"$type":"node","name":"DIV","html":"<div>…"}`, the HTML cut at 200 characters |
//! | `NodeList`, `HTMLCollection`, `Headers`, `FormData`, `URLSearchParams` and the like | `{"$type":"list","class":"NodeList","values":[…]}` |
//! | what has neither own properties nor `toJSON`: `Blob`, `Response`, `WeakMap`, generators, the window, instances with private fields | `{"$type":"opaque","class":"Blob"}` |
//! | an object with a `toJSON` method | what the method returns |
//! | other instances of classes | their own enumerable properties, as objects |
//! | a hole in an array | `{"$type":"hole"}` |
//! | an array that is mostly holes | `{"$type":"sparse","length":4294967295,"entries":[[0,"a"],…]}` |
//! | an object that contains itself | `{"$type":"cycle","path":"$.a"}`, the path of the first occurrence |
//! | a getter, `toJSON` or proxy that throws | `{"$type":"thrown","message":"TypeError: no"}` in its place |
//! | an object with a member `$type` of its own, or with a member whose name has lone surrogates | `{"$type":"object","entries":[["$type","bigint"],…]}`, so that no object can pass for another type |
//! | a run that the submission of a form ended ([`Outcome::is_navigated`]) | `{"$type":"navigated","tool":"find","url":"https://…","tools":["again"],"message":…}`: the page that the form led to and the tools there, where they are followed: those of the manifest of the toolbox and those that the page registers; a manifest that the page names is not read |
//! | nesting beyond 100 levels of JSON | `{"$type":"truncated","reason":"depth"}` |
//!
//! Members keep their order. Symbol keys, and properties of arrays other than their elements, are left out, as JSON
//! does. A value whose JSON is longer than [`ExecuteOptions::max_result_bytes`](crate::ExecuteOptions) is not cut: the
//! run fails with [`ErrorKind::ResultTooLarge`]. Arguments in the journal and on the console are cut:
//! `{"$type":"truncated","reason":"size"}`.

mod model_text;

use std::fmt;
use std::time::Duration;

use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::guard::policy::Verdict;
use crate::page::Dialog;
use crate::tools::source::SourceKind;

/// Outcome of running code on a page: a value or an error, console lines, tool calls and dialogs.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Outcome {
    /// Value that the code returned, as JSON, or the error that ended the run.
    ///
    /// The value is in the representation that [the module](self) describes.
    pub result: Result<Value, ExecError>,
    /// Lines that the code wrote to `console`, in order.
    pub console: Vec<ConsoleLine>,
    /// Number of console lines of the run that its options' limits kept from being recorded.
    pub console_dropped: u64,
    /// Records of the tool calls that the code made, in the order in which they began.
    pub calls: Vec<Call>,
    /// Number of tool calls of the run that its options' limit kept from being recorded.
    pub calls_dropped: u64,
    /// `true` if the tools that the page registers are no longer those that were listed before the run.
    ///
    /// List them again ([`list_webmcp`](crate::webmcp::list_webmcp)). Never with a toolbox without such tools.
    pub tools_changed: bool,
    /// Dialogs that the page opened during the run, or between it and the previous run.
    ///
    /// They were dismissed and the code went on. Where the transport has no events of dialogs, one ends the run with
    /// [`ErrorKind::Dialog`].
    pub dialogs: Vec<Dialog>,
    /// Warnings about the code, found before it ran, each with its position and a remedy.
    ///
    /// For example a forgotten `await`, a Markdown fence that was taken away, a result that is not returned.
    pub warnings: Vec<String>,
    /// Time that the run took, including the communication with the browser.
    pub duration: Duration,
}

impl Outcome {
    /// Creates an outcome of this result, without console and calls.
    pub(crate) fn new(result: Result<Value, ExecError>) -> Self {
        Self {
            result,
            console: Vec::new(),
            console_dropped: 0,
            calls: Vec::new(),
            calls_dropped: 0,
            tools_changed: false,
            dialogs: Vec::new(),
            warnings: Vec::new(),
            duration: Duration::ZERO,
        }
    }

    /// Returns the value that the code returned, as JSON; `None` if the run ended without a value.
    ///
    /// A run that a dialog ended with [`ErrorKind::Dialog`] has one if its code came to its end ([`ExecError::returned`]).
    pub fn value(&self) -> Option<&Value> {
        match &self.result {
            Ok(value) => Some(value),
            Err(error) => error.returned.as_ref(),
        }
    }

    /// Returns a mutable reference to the value that the code returned; `None` if the run has no value.
    ///
    /// A run that a dialog ended with [`ErrorKind::Dialog`] has one if its code came to its end.
    pub fn value_mut(&mut self) -> Option<&mut Value> {
        match &mut self.result {
            Ok(value) => Some(value),
            Err(error) => error.returned.as_mut(),
        }
    }

    /// Returns the error that ended the run, or `None` if no error did.
    pub fn error(&self) -> Option<&ExecError> {
        self.result.as_ref().err()
    }

    /// Returns whether the run of the code ended with an error of this kind.
    pub fn failed_with(&self, kind: ErrorKind) -> bool {
        self.error().is_some_and(|error| error.kind == kind)
    }

    /// Returns whether the run ended without an error, by a return or by submitting a form.
    ///
    /// See [`is_navigated`](Self::is_navigated) for the second.
    pub fn is_ok(&self) -> bool {
        self.result.is_ok()
    }

    /// Returns whether the run ended because the code submitted a form that led to another document.
    ///
    /// The navigation is the result of such a call and no error; the code after it was not run. The value has the
    /// page's new address.
    pub fn is_navigated(&self) -> bool {
        self.value().is_some_and(|value| value["$type"] == "navigated")
    }

    /// The outcome of a run whose call of `tool` led to the page at `url`.
    pub(crate) fn navigated_by(tool: &str, url: &str) -> Self {
        Self::new(Ok(json!({
            "$type": "navigated",
            "tool": tool,
            "url": cut(url),
            "message": "the form was sent and the page is now at this URL; code after the call was not run",
        })))
    }

    /// Adds the new page's URL and tool names to the value of a run that ended by submitting a form.
    pub fn land<'t>(&mut self, url: Option<&str>, tools: impl IntoIterator<Item = &'t str>) {
        if !self.is_navigated() {
            return;
        }
        let Some(Value::Object(value)) = self.value_mut() else { return };
        if let Some(url) = url {
            value.insert("url".to_owned(), cut(url).into());
        }
        value.insert("tools".to_owned(), tools.into_iter().collect());
    }

    /// Writes into the journal that the call of a form has its result.
    pub(crate) fn answered_by_navigation(&mut self, form: &str) {
        let pending = |call: &&mut Call| call.tool == form && call.outcome == CallOutcome::Pending;
        if let Some(call) = self.calls.iter_mut().rev().find(pending) {
            call.outcome = CallOutcome::Returned;
        }
    }

    /// Gives the error of a call that a guard refused its own kind.
    ///
    /// A page's own error may have the name of one, but it has no such call.
    pub(crate) fn mark_denied(&mut self) {
        let Err(error) = &mut self.result else { return };
        if error.kind != ErrorKind::Thrown {
            return;
        }
        let refused = |call: &Call| {
            matches!(&call.outcome, CallOutcome::Denied { name, .. } if *name == error.name)
                && call.decision.source != DecisionSource::Arguments
        };
        if self.calls.iter().any(refused) {
            error.kind = ErrorKind::Denied;
        }
    }
}

/// Serializes to `{"ok", "value", "error", "console", "calls", "duration_ms"}`.
///
/// `console_dropped`, `calls_dropped`, `dialogs` and `warnings` follow when there are any, `tools_changed` when it is
/// true.
impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("Outcome", 11)?;
        out.serialize_field("ok", &self.is_ok())?;
        out.serialize_field("value", &self.value())?;
        out.serialize_field("error", &self.error())?;
        out.serialize_field("console", &self.console)?;
        out.serialize_field("calls", &self.calls)?;
        out.serialize_field("duration_ms", &millis(self.duration))?;
        if self.console_dropped > 0 {
            out.serialize_field("console_dropped", &self.console_dropped)?;
        }
        if self.calls_dropped > 0 {
            out.serialize_field("calls_dropped", &self.calls_dropped)?;
        }
        if self.tools_changed {
            out.serialize_field("tools_changed", &true)?;
        }
        if !self.dialogs.is_empty() {
            out.serialize_field("dialogs", &self.dialogs)?;
        }
        if !self.warnings.is_empty() {
            out.serialize_field("warnings", &self.warnings)?;
        }
        out.end()
    }
}

/// Kind of the error that ended a run of code, such as a thrown exception or a timeout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ErrorKind {
    /// The code breaks the grammar, or closes the function that it is the body of.
    ///
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
    /// `ToolReplaced` (the tool is not the one that was listed). Code that reaches a guarded tool without `global` gets
    /// `ToolDenied` before anything runs.
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
    /// with them dialogs are in [`Outcome::dialogs`] and no error.
    Dialog,
    /// The result is longer than allowed. Nothing of it is kept.
    ResultTooLarge,
    /// The page's own process ended. The message says whether the session goes on in a new page.
    PageCrashed,
    /// The page's window was closed. The session is of no more use.
    PageClosed,
    /// The browser or its driver is gone, or had to be given up. The session is of no more use.
    BrowserLost,
    /// The page has replaced parts of the language that the harness needs, or answered in its place.
    Tampered,
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
    /// [The module](self) describes the conversion.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thrown: Option<Value>,
    /// Value that the code returned, as JSON, in a run that failed because of a dialog; else `None`.
    ///
    /// The error is [`ErrorKind::Dialog`] then: the dialog was dismissed, and the code went on.
    ///
    /// It is [`Outcome::value`] in JSON.
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

/// Severity of a console line, by the `console` method that wrote it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Level {
    /// `console.debug`, `console.trace`.
    Debug,
    /// `console.log`, and `dir`, `table`, `group`.
    Log,
    /// `console.info`, `count`, `timeEnd`.
    Info,
    /// `console.warn`; a suppressed `alert`, `confirm` or `prompt`.
    Warn,
    /// `console.error`, a failed `assert`.
    Error,
}

impl Level {
    /// Returns the console level's name in JSON, such as `warn`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Log => "log",
            Self::Info => "info",
            Self::Warn => "warn",
            Self::Error => "error",
        }
    }
}

/// Line that the code wrote to the console by one call of a `console` method.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ConsoleLine {
    /// Severity of the console line, by the `console` method that wrote it.
    pub level: Level,
    /// Text of the line, with strings as they are, `%s` and the like filled in, and the rest as JSON.
    pub text: String,
    /// Arguments of the call of the `console` method, converted to JSON.
    ///
    /// [The module](self) describes the conversion.
    pub args: Vec<Value>,
    /// Time of the call of the `console` method, in milliseconds after the run began.
    pub at_ms: f64,
}

/// Record of one tool call: arguments, times, the decision to allow it, and the outcome.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Call {
    /// Name of the called tool.
    pub tool: String,
    /// Source of the tool's declaration: the manifest, or a registration by a frame of the page.
    pub source: CallSource,
    /// Arguments of the tool call, as JSON before the tool ran, with secrets replaced by `[redacted]`.
    ///
    /// The guards' [`Redaction`](crate::guard::Redaction) says which values are secrets.
    ///
    /// An array, or `{"$type":"truncated","reason":"size"}`.
    pub args: Value,
    /// Time when the call began, in milliseconds after the run began, by the page's clock.
    pub started_ms: f64,
    /// Time from the start of the call until it returned or threw, or the run ended, in milliseconds.
    pub duration_ms: f64,
    /// Decision to allow or refuse the tool call, with the policy, user or limit that made it.
    ///
    /// In JSON it is left out where it is the default.
    #[serde(skip_serializing_if = "Decision::is_default")]
    pub decision: Decision,
    /// Outcome of the tool call: returned, threw, was refused, or not settled when the run ended.
    pub outcome: CallOutcome,
    /// Warnings about the tool call, such as a result that differs from the tool's declaration.
    ///
    /// The code got the result all the same.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// The number of the question that it asked.
    #[serde(skip)]
    pub(crate) ask: Option<u32>,
    /// `true` if the page's registered tool was called in the place of a declared function.
    #[serde(skip)]
    pub(crate) registered: bool,
}

/// Source of the declaration of a tool that was called: the manifest, or a frame of the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CallSource {
    /// Source of the called tool: the manifest, or one of the ways to register it through WebMCP.
    ///
    /// For a declared tool whose function the page has only registered it is that way.
    pub kind: SourceKind,
    /// Path of frame indices to the frame that registered the tool, such as `0.2`; empty for no frame.
    ///
    /// It is empty for a tool of the top document or of the manifest.
    ///
    /// It is written as in [`WebMcpTool::frame`](crate::webmcp::WebMcpTool::frame).
    #[serde(skip_serializing_if = "String::is_empty")]
    pub frame: String,
    /// Origin of the document that registered the tool; empty for the page's origin or the manifest.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub origin: String,
}

/// The manifest.
impl Default for CallSource {
    fn default() -> Self {
        Self { kind: SourceKind::Manifest, frame: String::new(), origin: String::new() }
    }
}

/// As a journal shows it: `manifest`, `webmcp`, `webmcp in the frame 0.2 of https://pay.example`.
impl fmt::Display for CallSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind)?;
        if !self.frame.is_empty() {
            write!(f, " in the frame {}", self.frame)?;
        }
        if !self.origin.is_empty() {
            write!(f, " of {}", self.origin)?;
        }
        Ok(())
    }
}

/// Decision to allow or refuse a tool call, with the policy, user or limit that made it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Decision {
    /// Verdict on the tool call: allowed, refused, or still waiting for the user when the run ended.
    ///
    /// [`Verdict::Allow`] or [`Verdict::Deny`]; [`Verdict::Confirm`] when the run ended before it was decided.
    pub verdict: Verdict,
    /// Part that decided on the tool call: the policy, the user, or a limit or check.
    pub source: DecisionSource,
    /// Name of the policy rule that decided on the call, such as `destructive`; empty if no rule did.
    ///
    /// It is named as in [`Evaluation::rule`](crate::guard::Evaluation::rule).
    #[serde(skip_serializing_if = "String::is_empty")]
    pub rule: String,
    /// Reason that the user gave for denying the tool call; empty if none, or if the user was not asked.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub reason: String,
}

impl Decision {
    pub(crate) fn new(verdict: Verdict, source: DecisionSource, rule: impl Into<String>) -> Self {
        Self { verdict, source, rule: rule.into(), reason: String::new() }
    }

    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// Allowed by the policy, because no rule names the tool.
impl Default for Decision {
    fn default() -> Self {
        Self::new(Verdict::Allow, DecisionSource::Policy, "otherwise")
    }
}

/// Part that decided whether a tool call is allowed: the policy, the user, or a limit or check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum DecisionSource {
    /// The policy, without asking the user.
    Policy,
    /// The user, who was asked.
    #[serde(rename = "owner")]
    User,
    /// The user, who was asked at an earlier call and allowed all later ones.
    Session,
    /// The default, because there was no one to ask, or no answer in time.
    Nobody,
    /// The tool's declaration, which the arguments do not fit.
    Arguments,
    /// The limit on the calls of a run, or of a tool per minute.
    Budget,
    /// The check that the page's function for the tool has not been replaced.
    Identity,
}

/// Outcome of a tool call: returned, threw, was refused, or did not settle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
#[non_exhaustive]
pub enum CallOutcome {
    /// The call returned, or its promise was fulfilled.
    Returned,
    /// The call threw, or its promise was rejected.
    Threw {
        /// Name of the error's class; empty if the thrown value is not an error.
        name: String,
        /// Message of the error.
        message: String,
    },
    /// The call was refused and did not reach the page.
    Denied {
        /// Name of the class of the error that the call threw.
        ///
        /// `ToolDenied`; `ToolArguments` for arguments that do not fit the tool's declaration, `ToolBudget` for a call
        /// too many, `ToolReplaced` for a function that was replaced.
        name: String,
        /// Message of the error: the rule, what it matched, and how the user of the program changes it.
        message: String,
    },
    /// The call had not settled when the run ended.
    Pending,
}

impl CallOutcome {
    /// Returns the code of the error that a refused tool call threw; `None` if it was not refused.
    pub fn code(&self) -> Option<ErrorCode> {
        match self {
            Self::Denied { name, .. } => ErrorCode::of(name),
            _ => None,
        }
    }
}

/// The first characters of a URL, without control characters.
fn cut(url: &str) -> String {
    const MOST: usize = 2_000;
    url.chars().filter(|character| !character.is_control()).take(MOST).collect()
}

/// Milliseconds to the microsecond, which is as fine as any clock here.
fn millis(duration: Duration) -> f64 {
    (duration.as_secs_f64() * 1e6).round() / 1e3
}

#[cfg(test)]
mod tests;
