//! Values checked against a schema, with errors that a model can repair from.
//!
//! The `jsonschema` crate validates. This module adds the guard around it, because a site's schema is hostile until
//! shown otherwise: its depth, size and references are bounded before it is compiled, nothing is ever fetched, and
//! patterns run on an engine whose time is linear in the text. A pattern that this engine cannot hold (look-around,
//! back-references, a huge repetition) is omitted with a [`Loss`], which reports that the check is laxer.
//!
//! ```
//! use serde_json::json;
//! use webagents_schema::validate::Validator;
//! let schema = json!({
//!     "type": "object",
//!     "properties": { "size": { "type": "integer", "maximum": 50 } },
//!     "required": ["size"],
//! });
//! let validator = Validator::new(&schema)?.value;
//! assert!(validator.check(&json!({ "size": 42 })).is_empty());
//! let violations = validator.check(&json!({ "size": "42" }));
//! assert_eq!(violations[0].to_string(), r#"/size: "42" is not of type "number" (rule /properties/size/type)"#);
//! # Ok::<(), webagents_schema::json_schema::SchemaError>(())
//! ```

use std::collections::BTreeSet;
use std::fmt;

use jsonschema::PatternOptions;
use jsonschema::error::{ValidationError, ValidationErrorKind};
use serde_json::{Map, Value};

use crate::escape;
use crate::json_schema::{self, SchemaError, SchemaErrorKind, SchemaReadOptions, SchemaWriteOptions};
use crate::loss::{Action, Loss, Lossy, pointer};

/// Limits of checking a value against a JSON Schema.
pub mod limits {
    /// Maximum number of violations of a JSON Schema that are reported for one value.
    pub const VIOLATIONS: usize = 20;
    /// Maximum length, in characters, of the explanation of one violation; a longer one is cut.
    ///
    /// Longer text ends in `…`. A hidden character counts as one, and is written as `\u{…}`.
    pub const REASON: usize = 300;
    /// Number of nested JSON values from which the violations of a value are not listed separately.
    ///
    /// The value itself counts as well.
    ///
    /// Of a larger value only the verdict is reported: a list of a million wrong elements helps nobody.
    pub const PARTS: usize = 100_000;
    /// Maximum bytes of a compiled regular expression of a schema; a larger one is not checked.
    pub const PATTERN: usize = 1 << 20;
}

/// Formats of texts that [`Validator::with_formats`] checks; others are not checked.
pub const FORMATS: [&str; 17] = [
    "date",
    "date-time",
    "duration",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "iri",
    "iri-reference",
    "json-pointer",
    "regex",
    "relative-json-pointer",
    "time",
    "uri",
    "uri-reference",
    "uri-template",
    "uuid",
];

/// A compiled JSON Schema, against which values are checked.
#[derive(Debug, Clone)]
pub struct Validator {
    compiled: jsonschema::Validator,
}

/// A violation of a JSON Schema: the part of the value, the rule that the part breaks, and the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Violation {
    /// JSON Pointer (RFC 6901) to the part of the value that breaks the rule; empty for the whole value.
    pub path: String,
    /// Explanation of the violation for people, in one line that may quote the value.
    pub reason: String,
    /// JSON Pointer (RFC 6901) to the rule, within the JSON Schema, that the value breaks.
    pub schema_path: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.path.is_empty() { "/" } else { &self.path };
        write!(f, "{place}: {} (rule {})", self.reason, self.schema_path)
    }
}

/// `{"path", "reason", "schema_path"}`, for a program or a model.
impl From<Violation> for Value {
    fn from(violation: Violation) -> Self {
        let Violation { path, reason, schema_path } = violation;
        serde_json::json!({ "path": path, "reason": reason, "schema_path": schema_path })
    }
}

impl Validator {
    /// Compiles a JSON Schema of draft 7, 2019-09 or 2020-12, for checking values.
    ///
    /// The losses are the patterns that could not be compiled safely.
    ///
    /// # Errors
    ///
    /// When [`json_schema::read`] would not read it, or it breaks its dialect's own rules.
    pub fn new(schema: &Value) -> Result<Lossy<Self>, SchemaError> {
        Self::compiled(schema, None)
    }

    /// Compiles a JSON Schema as [`new`](Self::new) does, to check the [`FORMATS`] of texts as well.
    ///
    /// # Errors
    ///
    /// Those of [`new`](Self::new).
    pub fn with_formats(schema: &Value) -> Result<Lossy<Self>, SchemaError> {
        Self::compiled(schema, Some(true))
    }

    fn compiled(schema: &Value, formats: Option<bool>) -> Result<Lossy<Self>, SchemaError> {
        // Reading checks depth, size and references, so it comes before anything recurses without a bound.
        let shape = json_schema::read(schema, &SchemaReadOptions::default())?.value;
        if json_schema::expanded(schema)? > json_schema::limits::EXPANDED {
            let message =
                "its references make more than 100,000 schemas of it; checking a value would not end";
            return Err(SchemaError::new(SchemaErrorKind::TooLarge, "", message));
        }
        let mut schema = schema.clone();
        let losses = Patterns::default().remove_from(&mut schema);
        let compiled = match compile(&schema, formats) {
            Ok(compiled) => compiled,
            // Only `read` understands a schema that mixes the spellings of several drafts; its result is in one
            // dialect.
            Err(_) if schema.get("$schema").is_none() => {
                let mut normal = json_schema::write(&shape, &SchemaWriteOptions::default()).value;
                Patterns::default().remove_from(&mut normal);
                compile(&normal, formats)?
            }
            Err(error) => return Err(error),
        };
        Ok(Lossy { value: Self { compiled }, losses })
    }

    /// Returns whether `value` satisfies the JSON Schema.
    pub fn is_valid(&self, value: &Value) -> bool {
        self.compiled.is_valid(value)
    }

    /// Returns the violations of the JSON Schema by `value`; empty if the value satisfies the schema.
    ///
    /// There are none when it matches, and at most [`limits::VIOLATIONS`].
    pub fn check(&self, value: &Value) -> Vec<Violation> {
        if self.compiled.is_valid(value) {
            return Vec::new();
        }
        if json_schema::size_within(value, limits::PARTS) == limits::PARTS {
            let reason = "a value this large does not match; its violations are not listed".to_owned();
            return vec![Violation { path: String::new(), reason, schema_path: String::new() }];
        }
        self.compiled.iter_errors(value).take(limits::VIOLATIONS).map(|error| violation(&error)).collect()
    }
}

/// Compiles a schema; `formats` decides on the check of formats instead of the draft.
fn compile(schema: &Value, formats: Option<bool>) -> Result<jsonschema::Validator, SchemaError> {
    let mut options = jsonschema::options();
    if let Some(formats) = formats {
        options = options.should_validate_formats(formats);
    }
    options
        .offline()
        .with_pattern_options(PatternOptions::regex().size_limit(limits::PATTERN))
        .build(schema)
        .map_err(|error| {
            let message = escape::excerpt(&error.masked_with("this").to_string(), limits::REASON);
            SchemaError::new(SchemaErrorKind::Invalid, error.instance_path().as_str(), message)
        })
}

fn violation(error: &ValidationError<'_>) -> Violation {
    Violation {
        path: error.instance_path().as_str().to_owned(),
        reason: reason(error),
        schema_path: error.schema_path().as_str().to_owned(),
    }
}

/// Describes a violation, without the text of a large value.
fn reason(error: &ValidationError<'_>) -> String {
    let mut text = match &**error.instance() {
        Value::Array(_) => error.masked_with("the array").to_string(),
        Value::Object(_) => error.masked_with("the object").to_string(),
        Value::String(text) if text.len() > 80 => error.masked_with("the text").to_string(),
        _ => error.to_string(),
    };
    if matches!(error.kind(), ValidationErrorKind::Type { .. })
        && let Some(at) = text.rfind(" is not of type")
    {
        // A model reads `number` in the declaration, also for whole numbers.
        let types = text.split_off(at);
        let is_whole = types.contains("\"integer\"") && !types.contains("\"number\"");
        if is_whole && error.instance().is_number() {
            text.push_str(" is not a whole number");
        } else {
            text.push_str(&types.replace("\"integer\"", "\"number\""));
        }
    }
    // Of several alternatives the one that fails in the fewest places is most likely meant.
    if let ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } =
        error.kind()
        && let Some(nearest) =
            context.iter().filter(|errors| !errors.is_empty()).min_by_key(|errors| errors.len())
        && let Some(first) = nearest.first()
    {
        text.push_str("; nearest to one of them: ");
        if !first.instance_path().as_str().is_empty() {
            text.push_str(first.instance_path().as_str());
            text.push_str(": ");
        }
        text.push_str(&first.masked_with("this").to_string());
    }
    escape::excerpt(&text, limits::REASON)
}

/// Patterns that were tried, so that each text is compiled once.
#[derive(Default)]
struct Patterns {
    good: BTreeSet<String>,
    bad: BTreeSet<String>,
}

impl Patterns {
    /// Takes every pattern out of the schema that cannot be compiled safely. Depth was checked before.
    fn remove_from(&mut self, schema: &mut Value) -> Vec<Loss> {
        let mut losses = Vec::new();
        self.visit(schema, "", &mut losses);
        losses
    }

    fn visit(&mut self, value: &mut Value, at: &str, losses: &mut Vec<Loss>) {
        match value {
            Value::Array(elements) => {
                for (index, element) in elements.iter_mut().enumerate() {
                    self.visit(element, &pointer(at, &index.to_string()), losses);
                }
            }
            Value::Object(members) => {
                self.clean(members, at, losses);
                for (name, member) in members.iter_mut() {
                    // The value there is data, and not a schema.
                    if !matches!(name.as_str(), "const" | "enum" | "default" | "examples" | "example") {
                        self.visit(member, &pointer(at, name), losses);
                    }
                }
            }
            _ => {}
        }
    }

    fn clean(&mut self, members: &mut Map<String, Value>, at: &str, losses: &mut Vec<Loss>) {
        // A property may be called `pattern`; then its value is a schema and not a text.
        if let Some(Value::String(pattern)) = members.get("pattern")
            && !self.is_good(pattern)
        {
            let value = members.shift_remove("pattern").unwrap_or_default();
            losses.push(refused(at, "pattern", value));
        }
        if let Some(Value::Object(patterns)) = members.get_mut("patternProperties") {
            let bad: Vec<String> = patterns.keys().filter(|key| !self.is_good(key)).cloned().collect();
            for key in &bad {
                patterns.shift_remove(key);
                losses.push(refused(at, "patternProperties", Value::String(key.clone())));
            }
            // Properties that matched would now fall to `additionalProperties`, which may refuse them.
            if !bad.is_empty() {
                for keyword in ["additionalProperties", "unevaluatedProperties"] {
                    if let Some(value) = members.shift_remove(keyword) {
                        losses.push(refused(at, keyword, value));
                    }
                }
            }
        }
    }

    fn is_good(&mut self, pattern: &str) -> bool {
        if self.good.contains(pattern) || self.bad.contains(pattern) {
            return self.good.contains(pattern);
        }
        let good = compile(&serde_json::json!({ "pattern": pattern }), None).is_ok();
        if good { &mut self.good } else { &mut self.bad }.insert(pattern.to_owned());
        good
    }
}

fn refused(at: &str, keyword: &str, value: Value) -> Loss {
    let message = "the pattern needs look-around, back-references or too much memory; it is not checked";
    Loss::new(at, keyword, value, Action::Widened, message)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn validator(schema: &Value) -> Validator {
        Validator::new(schema).unwrap().value
    }

    #[track_caller]
    fn check(schema: &Value, value: &Value, expected: &[&str]) {
        let violations: Vec<String> =
            validator(schema).check(value).iter().map(ToString::to_string).collect();
        assert_eq!(violations, expected, "{schema} {value}");
    }

    #[test]
    fn violations_say_where_what_and_by_which_rule() {
        let schema = json!({
            "type": "object",
            "properties": {
                "query": { "type": "string", "minLength": 2 },
                "sort": { "enum": ["asc", "desc"] },
                "tags": { "type": "array", "items": { "type": "string" } },
                "a/b": { "type": "null" },
            },
            "required": ["query"],
            "additionalProperties": false,
        });
        check(&schema, &json!({ "query": "shoes", "tags": [] }), &[]);
        check(&schema, &json!({}), &[r#"/: "query" is a required property (rule /required)"#]);
        check(
            &schema,
            &json!({ "query": "s", "sort": "up", "tags": ["a", 1], "a/b": 1 }),
            &[
                r#"/query: "s" is shorter than 2 characters (rule /properties/query/minLength)"#,
                r#"/sort: "up" is not one of "asc" or "desc" (rule /properties/sort/enum)"#,
                r#"/tags/1: 1 is not of type "string" (rule /properties/tags/items/type)"#,
                r#"/a~1b: 1 is not of type "null" (rule /properties/a~1b/type)"#,
            ],
        );
        check(
            &schema,
            &json!({ "query": "shoes", "size": 1 }),
            &[
                "/: Additional properties are not allowed ('size' was unexpected) (rule /additionalProperties)",
            ],
        );
    }

    #[test]
    fn formats_are_checked_for_calls() {
        let schema = json!({ "properties": {
            "at": { "format": "date" }, "to": { "format": "email" }, "n": { "type": ["integer", "null"], "format": "int32" },
        } });
        let value = json!({ "at": "tomorrow", "to": "someone", "n": 1 });
        check(&schema, &value, &[]);
        let found = Validator::with_formats(&schema).unwrap().value;
        let messages =
            |value: &Value| -> Vec<String> { found.check(value).iter().map(ToString::to_string).collect() };
        assert_eq!(
            messages(&value),
            [
                r#"/at: "tomorrow" is not a "date" (rule /properties/at/format)"#,
                r#"/to: "someone" is not a "email" (rule /properties/to/format)"#,
            ]
        );
        assert_eq!(messages(&json!({ "at": "2026-11-28", "to": "a@b.example", "n": null })), [""; 0]);
        assert_eq!(
            [messages(&json!({ "n": 1.5 })), messages(&json!({ "n": "1" }))].concat(),
            [
                "/n: 1.5 is not a whole number (rule /properties/n/type)",
                r#"/n: "1" is not of types "null", "number" (rule /properties/n/type)"#,
            ]
        );
        let known = |format: &&str| {
            !Validator::with_formats(&json!({ "format": format })).unwrap().value.is_valid(&json!("\u{0} %{"))
        };
        let unknown: Vec<&&str> = FORMATS.iter().filter(|format| !known(format)).collect();
        assert_eq!(unknown, [&""; 0]);
    }

    #[test]
    fn the_nearest_alternative_is_reported() {
        let schema = json!({ "anyOf": [
            { "type": "object", "properties": { "id": { "type": "integer" } }, "required": ["id"] },
            { "type": "string" },
        ] });
        let violations = validator(&schema).check(&json!({ "id": "7" }));
        assert!(violations[0].reason.contains("nearest to one of them: /id: "), "{violations:?}");
    }

    #[test]
    fn large_values_are_not_repeated() {
        let schema = json!({ "type": "array", "items": { "type": "string", "maxLength": 3 } });
        let long = "x".repeat(100_000);
        let violations = validator(&schema).check(&json!([long, { "a": long }]));
        assert!(
            violations.iter().all(|violation| violation.reason.len() <= limits::REASON + 4),
            "{violations:?}"
        );
        let many = Value::Array(vec![json!(1); 1_000]);
        assert_eq!(validator(&schema).check(&many).len(), limits::VIOLATIONS);
        let more = Value::Array(vec![json!(1); limits::PARTS]);
        assert_eq!(validator(&schema).check(&more).len(), 1);
    }

    #[test]
    fn patterns_that_could_blow_up_are_left_out_and_told() {
        for pattern in [r"(?=a)b", r"(a)\1", "(a{1,1000}){1,1000}", "("] {
            let schema = json!({ "properties": { "a": { "pattern": pattern, "maxLength": 3 } } });
            let Lossy { value: checked, losses } = Validator::new(&schema).unwrap();
            assert_eq!(losses.len(), 1, "{pattern}");
            assert_eq!(losses[0].pointer, "/properties/a");
            assert!(checked.is_valid(&json!({ "a": "zzz" })) && !checked.is_valid(&json!({ "a": "zzzz" })));
        }
        let schema = json!({ "patternProperties": { "^(?!x)": {} }, "additionalProperties": false });
        let Lossy { value: checked, losses } = Validator::new(&schema).unwrap();
        assert_eq!(losses.len(), 2);
        assert!(checked.is_valid(&json!({ "y": 1 })));
        // The engine is linear: this would not end on one that goes back.
        let slow = json!({ "type": "string", "pattern": "^(a+)+$" });
        assert!(!validator(&slow).is_valid(&json!(format!("{}b", "a".repeat(10_000)))));
    }

    #[test]
    fn properties_called_pattern_and_data_are_no_patterns() {
        let schema = json!({
            "properties": { "pattern": { "type": "string" } },
            "default": { "pattern": "(" },
        });
        let Lossy { value: checked, losses } = Validator::new(&schema).unwrap();
        assert_eq!(losses, []);
        assert!(!checked.is_valid(&json!({ "pattern": 1 })));
    }

    #[test]
    fn nothing_is_fetched_and_nothing_is_too_deep() {
        for uri in ["http://127.0.0.1:9/x", "file:///etc/hostname", "other.json"] {
            let error = Validator::new(&json!({ "$ref": uri })).unwrap_err();
            assert_eq!(error.kind, SchemaErrorKind::RemoteRef, "{error}");
            assert!(compile(&json!({ "$ref": uri }), None).is_err(), "the crate itself would fetch {uri}");
        }
        let mut deep = json!({});
        for _ in 0..3_000 {
            deep = Value::Object(Map::from_iter([("not".to_owned(), deep)]));
        }
        assert_eq!(Validator::new(&deep).unwrap_err().kind, SchemaErrorKind::TooDeep);
        // Dropping a deep value recurses; a test's stack need not hold that as well.
        std::mem::forget(deep);
        let mut bomb = json!({ "$ref": "#/$defs/d0", "$defs": { "d40": { "type": "string" } } });
        for level in 0..40 {
            let next = json!({ "$ref": format!("#/$defs/d{}", level + 1) });
            bomb["$defs"][format!("d{level}")] = json!({ "allOf": [next.clone(), next] });
        }
        assert_eq!(Validator::new(&bomb).unwrap_err().kind, SchemaErrorKind::TooLarge);
    }

    #[test]
    fn the_crate_is_built_without_ways_to_fetch() {
        // Cargo unites features: this test fails if any crate switches `resolve-http` or `resolve-file` on.
        for (uri, feature) in
            [("http://127.0.0.1:9/x", "resolve-http"), ("file:///etc/hostname", "resolve-file")]
        {
            let error = jsonschema::options().build(&json!({ "$ref": uri })).unwrap_err().to_string();
            assert!(error.contains(feature), "{error}");
        }
    }

    #[test]
    fn a_violation_is_json() {
        let violations = validator(&json!({ "type": "null" })).check(&json!(1));
        let expected = json!({ "path": "", "reason": "1 is not of type \"null\"", "schema_path": "/type" });
        assert_eq!(Value::from(violations[0].clone()), expected);
    }

    #[test]
    fn spellings_of_several_drafts_are_understood() {
        let schema = json!({ "items": [{ "$ref": "#/definitions/n" }], "definitions": { "n": { "type": "integer" } } });
        let validator = validator(&schema);
        assert!(validator.is_valid(&json!([1, "a"])));
        assert!(!validator.is_valid(&json!(["a"])));
        let draft7 =
            json!({ "$schema": "http://json-schema.org/draft-07/schema#", "items": [{ "type": "integer" }] });
        assert!(!Validator::new(&draft7).unwrap().value.is_valid(&json!(["a"])));
    }
}
