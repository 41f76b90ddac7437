//! Messages of the adapter protocol, version 1: one JSON object on each line, UTF-8.
//!
//! `spec/conformance/schema/protocol.schema.json` describes the same messages for other languages. Both sides share
//! these types, so that they cannot drift apart. An adapter ignores unknown members of a question; a host accepts
//! none in an answer, because a misspelt `diagnostics` would otherwise not be compared.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::case::{Args, CheckDiagnostic, Operation};
use crate::implementation::{CheckAnswer, Description};
use crate::input::CaseInput;

/// Message of the host.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "cmd", rename_all = "lowercase")]
pub(crate) enum Question {
    Start {
        protocol: u32,
        spec_version: String,
    },
    Run {
        seq: u64,
        op: String,
        input: CaseInput,
        #[serde(default)]
        args: Args,
    },
    Stop,
}

/// First line of an adapter.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Greeting {
    pub(crate) protocol: u32,
    implementation: Identity,
    operations: Vec<String>,
    #[serde(default)]
    diagnostics: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    capabilities: Option<Vec<String>>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Identity {
    name: String,
    language: String,
    version: String,
}

impl Greeting {
    pub(crate) fn new(description: Description) -> Self {
        let Description { name, language, version, operations, diagnostics, capabilities } = description;
        Self {
            protocol: crate::PROTOCOL,
            implementation: Identity { name, language, version },
            operations: operations.iter().map(|op| op.as_str().to_owned()).collect(),
            diagnostics,
            capabilities,
        }
    }

    /// Converts the greeting. Operations that this version of the suite does not define are left out.
    pub(crate) fn into_description(self) -> Description {
        let Identity { name, language, version } = self.implementation;
        let operations = self.operations.iter().filter_map(|op| Operation::from_text(op));
        let mut description = Description::new(name, language, version, operations);
        description.diagnostics = self.diagnostics;
        description.capabilities = self.capabilities;
        description
    }
}

/// Answer of an adapter to `run`: exactly one of `value`, `reject`, `skip` and `error`.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Reply {
    seq: u64,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    value: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reject: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    skip: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    diagnostics: Option<Vec<CheckDiagnostic>>,
}

/// Accepts `"value": null` as a value: it is discovery's answer for a page without a manifest.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

impl Reply {
    pub(crate) fn new(seq: u64, answer: CheckAnswer) -> Self {
        let empty = Self { seq, ..Self::default() };
        match answer {
            CheckAnswer::Value { value, diagnostics } => Self { value: Some(value), diagnostics, ..empty },
            CheckAnswer::Reject { diagnostics } => Self { reject: Some(true), diagnostics, ..empty },
            CheckAnswer::Skip(why) => Self { skip: Some(why), ..empty },
            CheckAnswer::Error(why) => Self { error: Some(why), ..empty },
        }
    }

    /// Returns the answer to question `seq`, or the reason why it is invalid.
    pub(crate) fn into_answer(self, seq: u64) -> Result<CheckAnswer, String> {
        if self.seq != seq {
            return Err(format!("expected the answer to question {seq}, found one to question {}", self.seq));
        }
        let diagnostics = self.diagnostics;
        match (self.value, self.reject, self.skip, self.error) {
            (Some(value), None, None, None) => Ok(CheckAnswer::Value { value, diagnostics }),
            (None, Some(true), None, None) => Ok(CheckAnswer::Reject { diagnostics }),
            (None, None, Some(why), None) => Ok(CheckAnswer::Skip(why)),
            (None, None, None, Some(why)) => Ok(CheckAnswer::Error(why)),
            _ => Err("expected exactly one of `value`, `reject: true`, `skip` and `error`".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Question, Reply};
    use crate::case::{CheckDiagnostic, CheckSeverity};
    use crate::implementation::CheckAnswer;
    use serde_json::json;

    #[track_caller]
    fn check(answer: CheckAnswer, text: &str) {
        assert_eq!(serde_json::to_string(&Reply::new(7, answer.clone())).unwrap(), text);
        assert_eq!(serde_json::from_str::<Reply>(text).unwrap().into_answer(7), Ok(answer));
    }

    #[test]
    fn answers_as_the_readme_shows_them() {
        let found = vec![CheckDiagnostic::new("param.no-description", CheckSeverity::Warning, 7)];
        check(CheckAnswer::value(json!(null)), r#"{"seq":7,"value":null}"#);
        check(
            CheckAnswer::Value { value: json!({"a": []}), diagnostics: Some(found.clone()) },
            r#"{"seq":7,"value":{"a":[]},"diagnostics":[{"code":"param.no-description","severity":"warning","line":7}]}"#,
        );
        check(
            CheckAnswer::Reject { diagnostics: Some(Vec::new()) },
            r#"{"seq":7,"reject":true,"diagnostics":[]}"#,
        );
        check(CheckAnswer::Skip("why".to_owned()), r#"{"seq":7,"skip":"why"}"#);
        check(CheckAnswer::Error("trace".to_owned()), r#"{"seq":7,"error":"trace"}"#);
    }

    #[test]
    fn invalid_answers_are_refused() {
        for text in [
            r#"{"seq":8,"value":1}"#,
            r#"{"seq":7}"#,
            r#"{"seq":7,"reject":false}"#,
            r#"{"seq":7,"value":1,"error":"x"}"#,
        ] {
            assert!(serde_json::from_str::<Reply>(text).unwrap().into_answer(7).is_err(), "{text}");
        }
        for text in [r#"{"value":1}"#, r#"{"seq":7,"value":1,"diagnostic":[]}"#, r#"{"seq":-7,"value":1}"#] {
            assert!(serde_json::from_str::<Reply>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn adapter_ignores_unknown_members() {
        let text = r#"{"cmd":"run","seq":1,"op":"parse","input":{"text":""},"hint":1}"#;
        assert!(matches!(serde_json::from_str(text).unwrap(), Question::Run { seq: 1, .. }));
    }
}
