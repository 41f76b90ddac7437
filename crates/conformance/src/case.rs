//! What a `case.json` says, and the words it uses. Strict: an unknown key is an error, because a key that
//! is silently ignored is a test that silently tests less.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::{Error, ErrorKind};

/// Something that an implementation can be asked to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Operation {
    /// The bytes of a `webagents.md` become a manifest in normal form.
    Parse,
    /// A manifest in normal form becomes the canonical `webagents.md`.
    Serialize,
    /// A `webagents.md` becomes TypeScript declarations.
    Typescript,
    /// A `webagents.md` becomes an object from tool name to JSON Schema of its arguments.
    JsonSchema,
    /// An HTML page and its URL (`base_url`) become the manifest's URL, or null.
    Discover,
}

impl Operation {
    /// Every operation of this version of the suite.
    pub const ALL: [Self; 5] =
        [Self::Parse, Self::Serialize, Self::Typescript, Self::JsonSchema, Self::Discover];

    /// The name that case files and the protocol use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Parse => "parse",
            Self::Serialize => "serialize",
            Self::Typescript => "typescript",
            Self::JsonSchema => "json-schema",
            Self::Discover => "discover",
        }
    }

    /// The operation called `name`.
    pub fn from_text(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|op| op.as_str() == name)
    }

    /// Whether an expectation is a text file; otherwise it is a JSON file.
    pub(crate) const fn gives_text(self) -> bool {
        matches!(self, Self::Serialize | Self::Typescript)
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// How grave a diagnostic is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing.
    Hint,
    /// Tolerated.
    Warning,
    /// Something that was written does not count.
    Error,
}

/// A diagnostic as the suite compares it: no column, no offset, no message.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// The rule's code, such as `param.no-description`.
    pub code: String,
    /// How grave it is.
    pub severity: Severity,
    /// Line from 1; lines end at LF.
    pub line: u64,
}

impl Finding {
    /// A finding of `code` on `line`.
    pub fn new(code: impl Into<String>, severity: Severity, line: u64) -> Self {
        Self { code: code.into(), severity, line }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Hint => "hint",
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        write!(f, "{severity} {} on line {}", self.code, self.line)
    }
}

/// What an operation needs beside its input.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Args {
    /// URL of the page, for `discover`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base_url: Option<String>,
}

impl Args {
    /// Arguments with this page URL.
    pub fn with_base_url(url: impl Into<String>) -> Self {
        Self { base_url: Some(url.into()) }
    }
}

/// What a check expects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expectation {
    /// One of these values; several where the spec leaves a choice.
    Value(Vec<Value>),
    /// The input is invalid.
    Reject,
}

/// `case.json`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CaseFile {
    pub(crate) description: String,
    pub(crate) spec: Vec<String>,
    pub(crate) since: String,
    #[serde(default)]
    pub(crate) until: Option<String>,
    #[serde(default)]
    pub(crate) requires: Vec<String>,
    #[serde(default)]
    pub(crate) comment: Option<String>,
    pub(crate) ops: BTreeMap<Operation, OpFile>,
}

/// One member of `ops`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OpFile {
    pub(crate) input: String,
    #[serde(default)]
    pub(crate) expect: Option<String>,
    #[serde(default)]
    pub(crate) expect_any: Option<Vec<String>>,
    #[serde(default)]
    pub(crate) reject: Option<bool>,
    #[serde(default)]
    pub(crate) diagnostics: Option<Vec<Finding>>,
    #[serde(default)]
    pub(crate) args: Args,
}

impl OpFile {
    /// The files that hold the acceptable values; `None` is "must be rejected".
    pub(crate) fn expected_files(&self) -> Result<Option<Vec<&str>>, &'static str> {
        match (&self.expect, &self.expect_any, self.reject) {
            (Some(file), None, None) => Ok(Some(vec![file])),
            (None, Some(files), None) if files.len() >= 2 => {
                Ok(Some(files.iter().map(String::as_str).collect()))
            }
            (None, Some(_), None) => Err("`expect_any` needs two files or more"),
            (None, None, Some(true)) => Ok(None),
            (None, None, Some(false)) => Err("`reject` can only be true"),
            _ => Err("exactly one of `expect`, `expect_any` and `reject` must stand in an operation"),
        }
    }
}

/// A version such as `0.1`, compared by its numbers.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Version(Vec<u32>);

impl Version {
    pub(crate) fn parse(text: &str) -> Result<Self, Error> {
        let part = |part: &str| {
            let digits = !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
            digits.then(|| part.parse().ok()).flatten()
        };
        text.split('.').map(part).collect::<Option<Vec<u32>>>().map(Self).ok_or_else(|| {
            Error::new(ErrorKind::Invalid, format!("expected a version such as `0.1`, found {text:?}"))
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde::de::DeserializeOwned;
    use serde_json::Value;

    use super::{Args, CaseFile, Finding, OpFile, Operation, Version};

    #[track_caller]
    fn op(json: &str) -> Result<Option<usize>, String> {
        let text = format!(r#"{{"description":"d","spec":["a"],"since":"0.1","ops":{{"parse":{json}}}}}"#);
        let case: CaseFile = serde_json::from_str(&text).map_err(|e| e.to_string())?;
        case.ops[&Operation::Parse]
            .expected_files()
            .map(|files| files.map(|files| files.len()))
            .map_err(str::to_owned)
    }

    #[test]
    fn exactly_one_expectation() {
        assert_eq!(op(r#"{"input":"i","expect":"e"}"#), Ok(Some(1)));
        assert_eq!(op(r#"{"input":"i","expect_any":["e","f"]}"#), Ok(Some(2)));
        assert_eq!(op(r#"{"input":"i","reject":true}"#), Ok(None));
        for wrong in [
            r#"{"input":"i"}"#,
            r#"{"input":"i","expect":"e","reject":true}"#,
            r#"{"input":"i","expect":"e","expect_any":["e","f"]}"#,
            r#"{"input":"i","expect_any":["e"]}"#,
            r#"{"input":"i","reject":false}"#,
            r#"{"expect":"e"}"#,
            r#"{"input":"i","expect":"e","expected":"f"}"#,
            r#"{"input":"i","expect":"e","args":{"base":"f"}}"#,
            r#"{"input":"i","expect":"e","diagnostics":[{"code":"c","severity":"fatal","line":1}]}"#,
            r#"{"input":"i","expect":"e","diagnostics":[{"code":"c","severity":"hint","line":1,"column":2}]}"#,
        ] {
            assert!(op(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn operations_have_one_spelling() {
        for operation in Operation::ALL {
            assert_eq!(serde_json::to_value(operation).unwrap(), operation.as_str());
            assert_eq!(Operation::from_text(operation.as_str()), Some(operation));
        }
    }

    #[test]
    fn versions_compare_by_number() {
        let version = |text| Version::parse(text).unwrap();
        assert!(version("0.9") < version("0.10"));
        assert!(version("0.1") < version("0.1.1"));
        for wrong in ["", "0.", "v1", "0.+1", "1.x"] {
            assert!(Version::parse(wrong).is_err(), "{wrong}");
        }
    }

    /// The members that a type accepts, as serde lists them when it refuses another.
    fn accepted<T: DeserializeOwned>() -> BTreeSet<String> {
        let refusal =
            serde_json::from_str::<T>(r#"{"?":0}"#).err().map_or_else(String::new, |e| e.to_string());
        let expected = refusal.split_once("expected").map_or("", |(_, list)| list);
        expected.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    }

    #[test]
    fn the_schema_for_other_languages_lists_the_same_members() {
        let schema: Value =
            serde_json::from_str(include_str!("../../../spec/conformance/schema/case.schema.json")).unwrap();
        let members = |schema: &Value| schema["properties"].as_object().unwrap().keys().cloned().collect();
        assert_eq!(accepted::<CaseFile>(), members(&schema));
        assert_eq!(accepted::<OpFile>(), members(&schema["$defs"]["op"]));
        assert_eq!(accepted::<Finding>(), members(&schema["$defs"]["finding"]));
        assert_eq!(accepted::<Args>(), members(&schema["$defs"]["op"]["properties"]["args"]));
        let names: Vec<&str> = Operation::ALL.into_iter().map(Operation::as_str).collect();
        assert_eq!(schema["properties"]["ops"]["propertyNames"]["enum"], serde_json::json!(names));
    }
}
