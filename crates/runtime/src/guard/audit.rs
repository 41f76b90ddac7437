//! One line of JSON for each run, to be kept.
//!
//! The decision: a record has each action and who decided on it, but no text that could carry a secret out of the
//! run: the code and the manifest are hashes, the result is its length, an error its kind and class. The caller
//! writes the record and supplies the time.

use serde_json::{Value, json};

use crate::lock::sha256;
use crate::outcome::{CallOutcome, Outcome};

/// Facts about a run of code, such as its time, that [`audit`] records together with its outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct AuditContext<'a> {
    /// Time when the run began, in milliseconds since 1970-01-01T00:00:00Z.
    pub unix_ms: u64,
    /// Origin of the page on which the code was run, such as `https://shop.example`.
    pub origin: &'a str,
    /// SHA-256 of the site's manifest, in hexadecimal digits; `None` without a manifest.
    pub manifest_sha256: Option<&'a str>,
    /// Code that was run, as the caller gave it; the audit record holds only its SHA-256.
    pub code: &'a str,
}

impl<'a> AuditContext<'a> {
    /// Creates the facts about a run of `code` on a page of `origin` that began at `unix_ms`.
    pub fn new(unix_ms: u64, origin: &'a str, code: &'a str) -> Self {
        Self { unix_ms, origin, manifest_sha256: None, code }
    }

    /// Sets the SHA-256 of the site's manifest, in hexadecimal digits, or `None` without a manifest.
    #[must_use]
    pub fn with_manifest_sha256(self, manifest_sha256: impl Into<Option<&'a str>>) -> Self {
        Self { manifest_sha256: manifest_sha256.into(), ..self }
    }
}

/// Formats a run of code as an audit record: its tool calls and who allowed them, as a line of JSON.
///
/// The members are `time`, `origin`, `manifest`, `code`, `ok`, `error` (`kind` and `name`, or null), `calls` (as in
/// the journal, redacted by the run's guards), `calls_dropped`, `result_bytes` (null without a result) and
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
        "error": outcome.error().map(|error| json!({ "kind": error.kind, "name": error.name })),
        "calls": calls,
        "calls_dropped": outcome.calls_dropped,
        "result_bytes": outcome.value().map(|value| value.to_string().len()),
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
    use crate::outcome::{Call, CallSource, Decision};

    #[test]
    fn a_record_is_one_line() {
        let mut outcome = Outcome::new(Ok(json!("a\nb")));
        outcome.calls.push(Call {
            tool: "buy".to_owned(),
            source: CallSource::default(),
            args: json!(["[redacted]"]),
            started_ms: 1.0,
            duration_ms: 2.0,
            decision: Decision::default(),
            registered: false,
            warnings: Vec::new(),
            outcome: CallOutcome::Threw { name: "E".to_owned(), message: "the page's\nown words".to_owned() },
        });
        let occasion = AuditContext::new(1_795_000_000_000, "https://shop.example", "return 1")
            .with_manifest_sha256(Some("ab"));
        let line = audit(&occasion, &outcome);
        assert!(!line.contains('\n'), "{line}");
        insta::assert_snapshot!(line);
    }
}
