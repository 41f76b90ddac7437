//! One line of JSON for each run, to be kept.
//!
//! The decision: a record says what was done and who decided it, and holds no text that could carry a secret out of
//! the run: the code and the manifest stand in it as hashes, the result as its length, an error as its kind and class.
//! Writing it anywhere is the caller's, and so is the time.

use serde_json::{Value, json};

use super::lock::sha256;
use crate::execute::outcome::{CallOutcome, Outcome};

/// The circumstances of a run that the audit records with its outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct AuditContext<'a> {
    /// When the run began, in milliseconds since 1970-01-01T00:00:00Z.
    pub unix_ms: u64,
    /// Origin of the page, such as `https://shop.example`.
    pub origin: &'a str,
    /// SHA-256 of the manifest, where there is one.
    pub manifest_sha256: Option<&'a str>,
    /// The code as it was given.
    pub code: &'a str,
}

impl<'a> AuditContext<'a> {
    /// Creates the record of a run of `code` on a page of `origin` that began at `unix_ms`.
    pub fn new(unix_ms: u64, origin: &'a str, code: &'a str) -> Self {
        Self { unix_ms, origin, manifest_sha256: None, code }
    }
}

/// The record of a run: one line, without its line end.
///
/// The members are `time`, `origin`, `manifest`, `code`, `ok`, `error` (`kind` and `name`, or null), `calls` (as in the
/// journal, redacted as the run's guards say), `calls_dropped`, `result_bytes` (null without a result) and
/// `duration_ms`.
pub fn audit(occasion: &AuditContext<'_>, outcome: &Outcome) -> String {
    let calls: Vec<Value> = outcome
        .calls
        .iter()
        .map(|call| {
            json!({
                "tool": call.tool,
                "source": call.source,
                "args": call.args,
                "started_ms": call.started_ms,
                "duration_ms": call.duration_ms,
                "outcome": ending(&call.outcome),
                "decision": call.decision,
            })
        })
        .collect();
    json!({
        "time": occasion.unix_ms,
        "origin": occasion.origin,
        "manifest": occasion.manifest_sha256,
        "code": sha256(occasion.code.as_bytes()),
        "ok": outcome.is_ok(),
        "error": outcome.error.as_ref().map(|error| json!({ "kind": error.kind, "name": error.name })),
        "calls": calls,
        "calls_dropped": outcome.calls_dropped,
        "result_bytes": outcome.value.as_ref().map(|value| value.to_string().len()),
        "duration_ms": u64::try_from(outcome.duration.as_millis()).unwrap_or(u64::MAX),
    })
    .to_string()
}

/// Returns the end of a call, without the message, which the page writes.
fn ending(outcome: &CallOutcome) -> Value {
    let mut ending = json!(outcome);
    if let Some(members) = ending.as_object_mut() {
        members.shift_remove("message");
    }
    ending
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execute::outcome::{Call, CallSource, Decision};

    #[test]
    fn a_record_is_one_line() {
        let mut outcome = Outcome::empty();
        outcome.value = Some(json!("a\nb"));
        outcome.calls.push(Call {
            tool: "buy".to_owned(),
            source: CallSource::default(),
            args: json!(["[redacted]"]),
            started_ms: 1.0,
            duration_ms: 2.0,
            decision: Decision::default(),
            ask: None,
            registered: false,
            warnings: Vec::new(),
            outcome: CallOutcome::Threw { name: "E".to_owned(), message: "the page's\nown words".to_owned() },
        });
        let mut occasion = AuditContext::new(1_795_000_000_000, "https://shop.example", "return 1");
        occasion.manifest_sha256 = Some("ab");
        let line = audit(&occasion, &outcome);
        assert!(!line.contains('\n'), "{line}");
        insta::assert_snapshot!(line);
    }
}
