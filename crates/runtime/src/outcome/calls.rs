//! Entries of a run's console and journal.

use std::fmt;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use super::errors::ErrorCode;
use crate::page::escape_name;

/// Severity of a console line, by the `console` method that wrote it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
    /// [The module](crate::outcome) describes the conversion.
    pub args: Vec<Value>,
    /// Time of the call of the `console` method, in milliseconds after the run began.
    pub at_ms: f64,
}

/// Record of one tool call: arguments, times, the decision to allow it, and the outcome.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Call {
    /// Name of the called tool; for a tool of the program, after its namespace and a dot.
    pub tool: String,
    /// Source of the tool's declaration: the manifest, or a registration by a frame of the page.
    pub source: CallSource,
    /// Arguments of the tool call, as JSON before the tool ran, with secrets replaced by `[redacted]`.
    ///
    /// The guards' [`Redaction`](crate::guard::Redaction) defines which values are secrets.
    ///
    /// An array, or `{"$type":"truncated","reason":"size"}`.
    pub args: Value,
    /// Time when the call began, in milliseconds after the run began, by the page's clock.
    pub started_ms: f64,
    /// Time from the start of the call until it returned or threw, or the run ended, in milliseconds.
    pub duration_ms: f64,
    /// Decision to allow or refuse the tool call, with the policy, user or limit that made it.
    ///
    /// In JSON it is left out if it is the default.
    #[serde(skip_serializing_if = "Decision::is_default")]
    pub decision: Decision,
    /// Outcome of the tool call: returned, threw, was refused, or not settled when the run ended.
    pub outcome: CallOutcome,
    /// Warnings about the tool call, such as a result that differs from the tool's declaration.
    ///
    /// The code got the result all the same.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// `true` if the page's registered tool was called in the place of a declared function.
    #[serde(skip)]
    pub(crate) registered: bool,
}

impl Call {
    /// Records that the last pending call of a form has its result.
    pub(crate) fn answer_by_navigation(calls: &mut [Self], form: &str) {
        let pending = |call: &&mut Self| call.tool == form && call.outcome == CallOutcome::Pending;
        if let Some(call) = calls.iter_mut().rev().find(pending) {
            call.outcome = CallOutcome::Returned;
        }
    }

    /// Records that the run ended before the call was decided on.
    pub(crate) fn end_undecided(&mut self, is_cancelled: bool) {
        if is_cancelled {
            self.outcome = CallOutcome::Denied {
                name: ErrorCode::ToolDenied.as_str().to_owned(),
                message: format!(
                    "{} was not called: the run was cancelled before it was decided on",
                    escape_name(&self.tool)
                ),
            };
            self.decision = Decision::new(Verdict::Deny, DecisionSource::Nobody, "");
        } else {
            self.decision.verdict = Verdict::Confirm;
        }
    }
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

impl CallSource {
    /// The program that runs the code.
    pub(crate) fn host() -> Self {
        Self { kind: SourceKind::Host, ..Self::default() }
    }
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
    /// Reason that the user gave for denying the tool call; empty without a reason or a question.
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
    /// The user, who allowed all later calls at an earlier question.
    Session,
    /// The default, because no user could answer, or no answer came in time.
    Nobody,
    /// The tool's declaration, which the arguments do not fit.
    Arguments,
    /// The limit on the calls of a run, or of a tool per minute.
    Budget,
    /// The check that the page's function for the tool has not been replaced.
    Identity,
}

/// Outcome of a tool call: returned, threw, was refused, or did not settle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
        /// Message of the error: the rule, the match, and the way in which the user of the program changes it.
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

/// Decision of a policy on a tool call: allow it, ask the user, or deny it.
///
/// In order of caution: of two verdicts of the same weight the later one counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Verdict {
    /// The call is made.
    Allow,
    /// The user is asked; without a user, the call is denied.
    Confirm,
    /// The call throws `ToolDenied` and does not reach the page.
    Deny,
}

/// Kind of the source of a tool: the manifest, a way to register it by WebMCP, or the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SourceKind {
    /// The site's `webagents.md`.
    Manifest,
    /// The page, through the browser's own WebMCP.
    Native,
    /// The page, through the WebMCP script that this crate adds to the browser.
    Shim,
    /// A form of the page, in a browser with or without WebMCP of its own.
    Declarative,
    /// The page, through an older interface of WebMCP.
    Legacy,
    /// The program that runs the code ([`HostTools`](crate::tools::HostTools)).
    Host,
}

impl SourceKind {
    /// Returns the source kind's name in messages and JSON, such as `webmcp-form`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Manifest => "manifest",
            Self::Native => "webmcp",
            Self::Shim => "webmcp-shim",
            Self::Declarative => "webmcp-form",
            Self::Legacy => "webmcp-legacy",
            Self::Host => "host",
        }
    }
}

impl Serialize for SourceKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl fmt::Display for SourceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
