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
//! | errors, `DOMException` | `{"$type":"error","name":…,"message":…}`, with its `cause`, `errors` and `properties` (entries), if present |
//! | promises | their values: a result waits for the promises in it within the deadline, and a rejection is the run's error; `{"$type":"promise","state":"pending"}` on the console |
//! | DOM nodes | `{"$type":"node","name":"DIV","html":"<div>…"}`, the HTML cut at 200 characters |
//! | `NodeList`, `HTMLCollection`, `Headers`, `FormData`, `URLSearchParams` and the like | `{"$type":"list","class":"NodeList","values":[…]}` |
//! | objects with neither own properties nor `toJSON`: `Blob`, `Response`, `WeakMap`, generators, the window, instances with private fields | `{"$type":"opaque","class":"Blob"}` |
//! | an object with a `toJSON` method | the method's result |
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

mod calls;
pub(crate) mod console;
mod errors;

pub use self::calls::{
    Call, CallOutcome, CallSource, ConsoleLine, Decision, DecisionSource, Level, SourceKind, Verdict,
};
pub use self::errors::{ErrorCode, ErrorKind, ExecError};

use std::time::Duration;

use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::page::Dialog;

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
    /// `true` if the page's registered tools differ from the tools that were listed before the run.
    ///
    /// List them again ([`list_webmcp`](crate::webmcp::list_webmcp)). Never with a toolbox without such tools.
    pub tools_changed: bool,
    /// Page to which the code, or a tool that it called, moved the browser by a script.
    ///
    /// A form that moves it ends the run, and its page is in the value ([`is_navigated`](Self::is_navigated)). A page
    /// that changes its address alone (`history.pushState`) counts; only sessions know of other documents and of tools.
    pub navigated: Option<Landing>,
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

/// Page to which a run moved the browser, and the tools there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Landing {
    /// URL of the page.
    pub url: String,
    /// Names of the tools that code can call there, as far as they are followed.
    pub tools: Vec<String>,
}

impl Landing {
    /// Creates a landing at `url`, whose tools have these names.
    pub fn new<'t>(url: &str, tools: impl IntoIterator<Item = &'t str>) -> Self {
        Self { url: cut(url), tools: tools.into_iter().map(str::to_owned).collect() }
    }
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
            navigated: None,
            dialogs: Vec::new(),
            warnings: Vec::new(),
            duration: Duration::ZERO,
        }
    }

    /// Creates the outcome of a run whose process cannot be had, with the reason. Nothing ran.
    pub fn without_process(reason: &str) -> Self {
        Self::new(Err(ExecError::new(ErrorKind::RealmLost, reason)))
    }

    /// Replaces the result by the error of a guard that refuses the run.
    pub fn deny(&mut self, message: &str) {
        self.result = Err(ExecError::new(ErrorKind::Denied, message).with_code(ErrorCode::ToolDenied));
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
            // It is the harness's own error, whose name and message are members already.
            error.thrown = None;
        }
    }
}

/// Serializes to `{"ok", "value", "error", "console", "calls", "duration_ms"}`.
///
/// `console_dropped`, `calls_dropped`, `navigated`, `dialogs` and `warnings` follow when there are any, `tools_changed` when
/// it is true.
impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("Outcome", 12)?;
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
        if let Some(navigated) = &self.navigated {
            out.serialize_field("navigated", navigated)?;
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

/// The first characters of a URL, without control characters.
fn cut(url: &str) -> String {
    const MOST: usize = 2_000;
    url.chars().filter(|character| !character.is_control()).take(MOST).collect()
}

/// Milliseconds to the microsecond, which is as fine as any clock here.
pub(crate) fn millis(duration: Duration) -> f64 {
    (duration.as_secs_f64() * 1e6).round() / 1e3
}

/// Returns whether a value has a part that was left out, because it is too long or nests too deeply.
pub(crate) fn is_cut(value: &Value) -> bool {
    match value {
        Value::Array(values) => values.iter().any(is_cut),
        Value::Object(members) => {
            members.get("$type").is_some_and(|kind| kind == "truncated") || members.values().any(is_cut)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests;
