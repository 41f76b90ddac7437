//! Refusals of calls.

use std::time::Duration;

use serde_json::Value;

use super::budget::Rate;
use super::policy::Evaluation;
use crate::outcome::Verdict;
use crate::outcome::{Decision, DecisionSource, ErrorCode};
use crate::page::escape_name;

/// A refusal on its way to the page.
pub(crate) struct Refusal {
    pub(crate) code: ErrorCode,
    pub(crate) message: String,
    /// A list for the error's `errors`, or nothing.
    pub(crate) errors: Value,
    pub(crate) decision: Decision,
}

impl Refusal {
    /// A call beyond a limit on calls.
    pub(crate) fn budget(message: String) -> Self {
        let decision = Decision::new(Verdict::Deny, DecisionSource::Budget, "calls");
        Self { code: ErrorCode::ToolBudget, message, errors: Value::Null, decision }
    }

    /// A call whose name or arguments are none of a tool.
    pub(crate) fn arguments(message: String) -> Self {
        let decision = Decision::new(Verdict::Deny, DecisionSource::Arguments, "");
        Self { code: ErrorCode::ToolArguments, message, errors: Value::Null, decision }
    }

    /// A call of a site's tool in a namespace of the program's tools, which `source` declares.
    pub(crate) fn name_conflict(tool: &str, namespace: &str, source: &str) -> Self {
        let message = format!(
            "{} was not called: it is a tool of the site, and {namespace} is a namespace of {source}, so that one rule \
             would name tools of both (rule `namespace`). The operator of the program renames the namespace",
            escape_name(tool)
        );
        let decision = Decision::new(Verdict::Deny, DecisionSource::Policy, "namespace");
        Self { code: ErrorCode::ToolDenied, message, errors: Value::Null, decision }
    }

    /// A call of a tool that the page changed again after a change was allowed; `rule` is the policy's.
    pub(crate) fn changed_again(tool: &str, rule: &str) -> Self {
        let message = format!(
            "{} was not called: the page has changed it again since the change was allowed (rule `{rule}` of the policy). \
             The operator of the program changes this with that rule, or opens the page anew",
            escape_name(tool)
        );
        let decision = Decision::new(Verdict::Deny, DecisionSource::Identity, rule);
        Self { code: ErrorCode::ToolReplaced, message, errors: Value::Null, decision }
    }
}

/// A call that came too early.
pub(crate) fn too_often(tool: &str, rate: &Rate, wait: Duration) -> Refusal {
    let message = format!(
        "{} was not called: it may be called {} times in 60 seconds, and the next call may come in {} seconds (the rate \
         for `{}`). The operator of the program changes this with the budget's rates; code cannot",
        escape_name(tool),
        rate.per_minute,
        wait.as_secs() + 1,
        escape_name(&rate.tools),
    );
    let decision = Decision::new(Verdict::Deny, DecisionSource::Budget, "rates");
    Refusal { code: ErrorCode::ToolBudget, message, errors: Value::Null, decision }
}

/// Arguments that do not fit the tool's declaration.
#[cfg(feature = "validate")]
pub(crate) fn unfit(tool: &str, violations: Vec<webagents_schema::validate::Violation>) -> Refusal {
    let mut message =
        format!("{} was not called: its arguments do not fit its declaration", escape_name(tool));
    for violation in &violations {
        message.push('\n');
        message.push_str(&violation.to_string());
    }
    let errors = violations.into_iter().map(Value::from).collect();
    let decision = Decision::new(Verdict::Deny, DecisionSource::Arguments, "");
    Refusal { code: ErrorCode::ToolArguments, message, errors, decision }
}

/// A tool that the page has changed, which the policy denies.
pub(crate) fn changed(tool: &str, judged: &Evaluation) -> Refusal {
    Refusal { code: ErrorCode::ToolReplaced, ..denied(tool, judged, DecisionSource::Identity, "") }
}

pub(crate) fn denied(tool: &str, judged: &Evaluation, source: DecisionSource, what: &str) -> Refusal {
    let Evaluation { rule, because, .. } = judged;
    let (tool, joint) = (escape_name(tool), if what.is_empty() { "" } else { ", and " });
    let message = format!(
        "{tool} was not called: {because}{joint}{what} (rule `{rule}` of the policy). The operator of the program \
         changes this with a rule for {tool}, or by answering where calls are confirmed; code cannot"
    );
    Refusal {
        code: ErrorCode::ToolDenied,
        message,
        errors: Value::Null,
        decision: Decision::new(Verdict::Deny, source, rule.as_str()),
    }
}
