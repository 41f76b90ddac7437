//! Format of a `case.json`.
//!
//! It is strict: an unknown key is an error, because a silently ignored key means a test that silently tests less.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use crate::error::{Error, ErrorKind};

/// Function of an implementation that the suite tests, such as parsing a `webagents.md`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Operation {
    /// Converts the bytes of a `webagents.md` to a manifest in normal form.
    Parse,
    /// Converts a manifest in normal form to the canonical `webagents.md`.
    Serialize,
    /// Converts a `webagents.md` to TypeScript declarations.
    Typescript,
    /// Converts a `webagents.md` to an object from tool name to JSON Schema of its arguments.
    JsonSchema,
    /// Finds the manifest's URL, or null, for an HTML page and its URL (`base_url`).
    Discover,
    /// Finds the manifest's URL, or null, for an HTML page, its URL and its `Link` headers (`link`).
    DiscoverResponse,
}

impl Operation {
    /// All variants of [`Operation`], in the order of declaration.
    pub const ALL: [Self; 6] = [
        Self::Parse,
        Self::Serialize,
        Self::Typescript,
        Self::JsonSchema,
        Self::Discover,
        Self::DiscoverResponse,
    ];

    /// Returns the operation's name in case files and in the adapter protocol, such as `json-schema`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Parse => "parse",
            Self::Serialize => "serialize",
            Self::Typescript => "typescript",
            Self::JsonSchema => "json-schema",
            Self::Discover => "discover",
            Self::DiscoverResponse => "discover-response",
        }
    }

    /// Returns the operation called `name`, such as `json-schema`, or `None` if no operation has the name.
    pub fn from_text(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|op| op.as_str() == name)
    }

    /// Returns whether an expectation is a text file; otherwise it is a JSON file.
    pub(crate) const fn gives_text(self) -> bool {
        matches!(self, Self::Serialize | Self::Typescript)
    }

    /// Returns the reason why the operation does not take `args`.
    pub(crate) const fn refuses(self, args: &Args) -> Option<&'static str> {
        let of_page = matches!(self, Self::Discover | Self::DiscoverResponse);
        if of_page != args.base_url.is_some() {
            return Some("`base_url` belongs to `discover` and `discover-response`, which need it");
        }
        if matches!(self, Self::DiscoverResponse) != args.link.is_some() {
            return Some("`link` belongs to `discover-response`, which needs it");
        }
        None
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Severity of a diagnostic that an implementation returns for a document: hint, warning or error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CheckSeverity {
    /// The diagnostic gives useful information.
    Hint,
    /// The diagnostic reports a deviation that is tolerated.
    Warning,
    /// The diagnostic reports text that has no effect.
    Error,
}

/// Diagnostic of an implementation, as the suite compares it: code, severity and line.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckDiagnostic {
    /// Code of the rule that the input breaks, such as `param.no-description`.
    pub code: String,
    /// Severity of the diagnostic: hint, warning or error.
    pub severity: CheckSeverity,
    /// Line of the input that the diagnostic is about, counted from 1; lines end at LF.
    pub line: u64,
}

impl CheckDiagnostic {
    /// Creates a diagnostic with a code, such as `param.no-description`, a severity and a line from 1.
    pub fn new(code: impl Into<String>, severity: CheckSeverity, line: u64) -> Self {
        Self { code: code.into(), severity, line }
    }
}

impl fmt::Display for CheckDiagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            CheckSeverity::Hint => "hint",
            CheckSeverity::Warning => "warning",
            CheckSeverity::Error => "error",
        };
        write!(f, "{severity} {} on line {}", self.code, self.line)
    }
}

/// Arguments of an [`Operation`] in addition to its input, such as the page's URL for `discover`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Args {
    /// URL of the page that `discover` or `discover-response` gets; `None` for the other operations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base_url: Option<String>,
    /// Values of the `Link` headers in order, for `discover-response`; `None` for the other operations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<Vec<String>>,
}

impl Args {
    pub(crate) fn is_empty(&self) -> bool {
        self.base_url.is_none() && self.link.is_none()
    }
}

/// Answers that pass a check: a result equal to one of some values, or a rejection of the input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum Expectation {
    /// A result equal to one of these values; there are several if the specification leaves a choice.
    #[serde(rename = "expect")]
    Value(Vec<Value>),
    /// A rejection, because the input is invalid.
    #[serde(rename = "reject", serialize_with = "serialize_true")]
    Reject,
}

fn serialize_true<S: Serializer>(serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bool(true)
}

/// Contents of `case.json`.
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

/// Member of `ops`.
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
    pub(crate) diagnostics: Option<Vec<CheckDiagnostic>>,
    #[serde(default)]
    pub(crate) args: Args,
}

impl OpFile {
    /// Returns the files of the acceptable values; `None` means that the input must be rejected.
    pub(crate) fn expected_files(&self) -> Result<Option<Vec<&str>>, &'static str> {
        match (&self.expect, &self.expect_any, self.reject) {
            (Some(file), None, None) => Ok(Some(vec![file])),
            (None, Some(files), None) if files.len() >= 2 => {
                Ok(Some(files.iter().map(String::as_str).collect()))
            }
            (None, Some(_), None) => Err("expected two files or more in `expect_any`"),
            (None, None, Some(true)) => Ok(None),
            (None, None, Some(false)) => Err("`reject` can only be true"),
            _ => Err("expected exactly one of `expect`, `expect_any` and `reject` in an operation"),
        }
    }
}

/// Version such as `0.1`, compared by its numbers.
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

    use super::{Args, CaseFile, CheckDiagnostic, OpFile, Operation, Version};

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

    /// Returns the members that a type accepts, as serde lists them when it refuses another.
    fn accepted<T: DeserializeOwned>() -> BTreeSet<String> {
        let refusal =
            serde_json::from_str::<T>(r#"{"?":0}"#).err().map_or_else(String::new, |e| e.to_string());
        let expected = refusal.split_once("expected").map_or("", |(_, list)| list);
        expected.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    }

    #[test]
    fn schema_lists_the_same_members() {
        let schema: Value =
            serde_json::from_str(include_str!("../../../spec/conformance/schema/case.schema.json")).unwrap();
        let members = |schema: &Value| schema["properties"].as_object().unwrap().keys().cloned().collect();
        assert_eq!(accepted::<CaseFile>(), members(&schema));
        assert_eq!(accepted::<OpFile>(), members(&schema["$defs"]["op"]));
        assert_eq!(accepted::<CheckDiagnostic>(), members(&schema["$defs"]["finding"]));
        assert_eq!(accepted::<Args>(), members(&schema["$defs"]["op"]["properties"]["args"]));
        let names: Vec<&str> = Operation::ALL.into_iter().map(Operation::as_str).collect();
        assert_eq!(schema["properties"]["ops"]["propertyNames"]["enum"], serde_json::json!(names));
    }
}
