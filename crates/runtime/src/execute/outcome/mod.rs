//! Outcome of a run.
//!
//! # The value
//!
//! [`Outcome::value`] is JSON. A value that JSON has is itself; everything else is an object with the member
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
//! | a run that the submission of a form ended ([`Outcome::is_navigated`]) | `{"$type":"navigated","tool":"find","url":"https://…","tools":["again"],"message":…}`: the page that the form led to and the tools there, where they are followed |
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

/// Outcome of a run of code: a value or an error, the console, the journal and dialogs.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Outcome {
    /// Value that the code returned, in the representation that [the module](self) describes.
    ///
    /// With an error it is present only for [`ErrorKind::Dialog`], when the code came to its end after the dialog was
    /// dismissed.
    pub value: Option<Value>,
    /// Why there is no value.
    pub error: Option<ExecError>,
    /// Lines that the code wrote to `console`, in order.
    pub console: Vec<ConsoleLine>,
    /// Lines that were not kept because there were too many.
    pub console_dropped: u64,
    /// The journal: each call of a tool, in the order in which they began.
    pub calls: Vec<Call>,
    /// Calls that were not written down because there were too many. They did happen.
    pub calls_dropped: u64,
    /// `true` if the page's registered tools are no longer those of the toolbox: list them again
    /// ([`list_live`](crate::list_live)). Never with a toolbox without such tools.
    pub tools_changed: bool,
    /// Dialogs that the page opened during the run, or since the one before it.
    ///
    /// They were dismissed and the code went on. Where the transport has no events of dialogs, one ends the run with
    /// [`ErrorKind::Dialog`].
    pub dialogs: Vec<Dialog>,
    /// Remarks of the preflight on the code, each with its place and the fix: a forgotten `await`, a Markdown fence that
    /// was taken away, a result that is not returned.
    pub warnings: Vec<String>,
    /// Duration, transport included.
    pub duration: Duration,
}

impl Outcome {
    /// An outcome without value, error, console or calls.
    pub(crate) fn empty() -> Self {
        Self {
            value: None,
            error: None,
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

    /// Returns whether the code ran to its end and returned, or ended with the submission of a form
    /// ([`is_navigated`](Self::is_navigated)).
    pub fn is_ok(&self) -> bool {
        self.error.is_none()
    }

    /// Returns whether the call of a form of the page ended the run, because its submission led the page elsewhere.
    ///
    /// The navigation is the result of such a call and no error; the code after it was not run. The value has the
    /// page's new address.
    pub fn is_navigated(&self) -> bool {
        self.value.as_ref().is_some_and(|value| value["$type"] == "navigated")
    }

    /// The outcome of a run whose call of `tool` led to the page at `url`.
    pub(crate) fn navigated_by(tool: &str, url: &str) -> Self {
        let value = json!({
            "$type": "navigated",
            "tool": tool,
            "url": cut(url),
            "message": "the form was sent and the page is now at this URL; code after the call was not run",
        });
        Self { value: Some(value), ..Self::empty() }
    }

    /// Says in the value of a run that a form's submission ended where the page is by now, and which tools it has.
    pub fn land<'t>(&mut self, url: Option<&str>, tools: impl IntoIterator<Item = &'t str>) {
        if !self.is_navigated() {
            return;
        }
        let Some(Value::Object(value)) = &mut self.value else { return };
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
        let Some(error) = self.error.as_mut().filter(|error| error.kind == ErrorKind::Thrown) else { return };
        let refused = |call: &Call| {
            matches!(&call.outcome, CallOutcome::Denied { name, .. } if *name == error.name)
                && call.decision.source != DecisionSource::Arguments
        };
        if self.calls.iter().any(refused) {
            error.kind = ErrorKind::Denied;
        }
    }
}

/// Serializes to `{"ok", "value", "error", "console", "calls", "duration_ms"}`; `console_dropped`, `calls_dropped`,
/// `dialogs` and `warnings` follow when there are any, `tools_changed` when it is true.
impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("Outcome", 11)?;
        out.serialize_field("ok", &self.is_ok())?;
        out.serialize_field("value", &self.value)?;
        out.serialize_field("error", &self.error)?;
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

/// Kind of the failure that ended a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ErrorKind {
    /// The code breaks JavaScript's grammar, or TypeScript's with the feature `preflight`, or closes the function
    /// that it is the body of. Nothing ran.
    Syntax,
    /// The code calls a tool that is not declared (the error's name is `UnknownTool`), or calls one with arguments that
    /// its declaration refuses (`ToolArguments`). Nothing ran. Only with the feature `preflight`; without it, and where
    /// that does not know, such a call throws.
    Tools,
    /// The code threw.
    ///
    /// A call of a tool that is not declared has the name `UnknownTool`, one of a tool that the page does not define
    /// `ToolNotDefined`, and one whose arguments do not fit its declaration `ToolArguments`, with a list `errors` of
    /// `{path, reason, schema_path}`.
    Thrown,
    /// A guard refused a call, and the code did not catch that: the policy or the user (the name is `ToolDenied`), a
    /// limit on calls (`ToolBudget`), or a tool that is not the one that was listed (`ToolReplaced`). Also code that
    /// reaches a guarded tool past `global` (`ToolDenied`): then nothing ran.
    Denied,
    /// The deadline passed. In an endless loop the page was stopped.
    Timeout,
    /// The page is not of the origin that the tools are for, as
    /// [`Toolbox::with_origin`](crate::Toolbox::with_origin) named it. Nothing ran.
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
    /// The kind as JSON spells it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Syntax => "syntax",
            Self::Tools => "tools",
            Self::Thrown => "thrown",
            Self::Denied => "denied",
            Self::Timeout => "timeout",
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

/// Why a run gave no value.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ExecError {
    /// Kind of the failure.
    pub kind: ErrorKind,
    /// The error's class, such as `TypeError`; empty when what was thrown is not an error.
    pub name: String,
    /// Message.
    pub message: String,
    /// The engine's stack with the caller's own lines as `code:LINE:COLUMN` and without the harness's frames;
    /// empty where the engine gives none.
    pub stack: String,
    /// Line of the caller's code, from 1, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Column, from 1, in UTF-16 code units.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// Value that was thrown, in the representation of values, for [`ErrorKind::Thrown`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thrown: Option<Value>,
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
        }
    }
}

/// Code of an error that the harness or a guard raises. It is the error's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorCode {
    /// No tool has the name that was called.
    UnknownTool,
    /// The page does not define the tool.
    ToolNotDefined,
    /// The arguments do not fit the tool's declaration.
    ToolArguments,
    /// The policy or the user refused the call.
    ToolDenied,
    /// The call is one too many.
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

    /// The code as the name of an error.
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
    /// Returns the code of an error of the harness or a guard.
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

/// Level of a line on the console.
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
    /// The level as JSON spells it.
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

/// One call of a method of `console`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ConsoleLine {
    /// Which method.
    pub level: Level,
    /// The arguments as a console shows them: strings bare, `%s` and its like filled in, the rest as JSON.
    pub text: String,
    /// The arguments in the representation of values.
    pub args: Vec<Value>,
    /// Milliseconds after the run began.
    pub at_ms: f64,
}

/// One call of a tool.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Call {
    /// The tool's name.
    pub tool: String,
    /// Source of the tool's declaration.
    pub source: CallSource,
    /// Its arguments as they were before the call, without secrets: an array, or
    /// `{"$type":"truncated","reason":"size"}`.
    pub args: Value,
    /// Milliseconds after the run began, by the page's clock.
    pub started_ms: f64,
    /// Milliseconds until it settled, or until the run ended.
    pub duration_ms: f64,
    /// Decision on the call, and its source. In JSON it is left out where it is the default.
    #[serde(skip_serializing_if = "Decision::is_default")]
    pub decision: Decision,
    /// End of the call.
    pub outcome: CallOutcome,
    /// Differences of its result from the tool's declaration, at most 20 lines.
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

/// Source of a tool that was called.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CallSource {
    /// The manifest, or a way of WebMCP.
    ///
    /// For a declared tool whose function the page has only registered it is that way.
    pub kind: SourceKind,
    /// The frame whose document registered it, as [`LiveTool::frame`](crate::LiveTool::frame) writes it; empty for the
    /// page's own.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub frame: String,
    /// The origin of that document; empty where it is the page's.
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

/// Decision on a call, and its source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Decision {
    /// [`Verdict::Allow`] or [`Verdict::Deny`]; [`Verdict::Confirm`] when the run ended before it was decided.
    pub verdict: Verdict,
    /// Source of the decision.
    pub source: DecisionSource,
    /// The rule of the policy, as [`Evaluation::rule`](crate::Evaluation::rule) names it; empty where none had a say.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub rule: String,
    /// Reason that the user gave; empty if there is none.
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

/// Source of the decision on a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum DecisionSource {
    /// The policy, without asking.
    Policy,
    /// The user, who was asked.
    Owner,
    /// The user, who was asked at an earlier call and allowed all later ones.
    Session,
    /// The default: there was no one to ask, or no answer in time.
    Nobody,
    /// The tool's own declaration, which the arguments do not fit.
    Arguments,
    /// The budget of a run, or the rate of a tool.
    Budget,
    /// The tool's function on the page, which is another than when the tools were taken.
    Identity,
}

/// End of a call of a tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
#[non_exhaustive]
pub enum CallOutcome {
    /// It returned, or its promise was fulfilled.
    Returned,
    /// It threw, or its promise was rejected.
    Threw {
        /// The error's class; empty when what was thrown is not an error.
        name: String,
        /// Its message.
        message: String,
    },
    /// A guard refused it: it did not reach the page.
    Denied {
        /// The class of the error that it threw: `ToolDenied`; `ToolArguments` for arguments that do not fit the
        /// tool's declaration, `ToolBudget` for a call too many, `ToolReplaced` for a function that was replaced.
        name: String,
        /// Its message: the rule, what it matched, and how the user of the program changes it.
        message: String,
    },
    /// It had not settled when the run ended.
    Pending,
}

impl CallOutcome {
    /// Returns the code of a refused call.
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
