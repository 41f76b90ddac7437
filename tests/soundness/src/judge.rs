//! The judge: the `jsonschema` crate decides whether a value fits a schema.
//!
//! It is built without the features that fetch: a `$ref` to another document is an error, never a connection.
//! Formats are annotations here, as in the default of every draft since 2019-09, because no type could
//! express them.

use jsonschema::{PatternOptions, Validator};
use serde_json::Value;

use crate::Failure;

/// Decides whether values fit a schema.
#[derive(Debug)]
pub struct Judge(Validator);

impl Judge {
    /// The judge of `schema`, in the draft that its `$schema` names, else 2020-12.
    pub fn new(schema: &Value) -> Result<Self, Failure> {
        let options = jsonschema::options()
            .with_pattern_options(PatternOptions::fancy_regex())
            .should_validate_formats(false);
        options.build(schema).map(Self).map_err(|error| error.to_string().into())
    }

    /// Returns whether `value` fits.
    pub fn accepts(&self, value: &Value) -> bool {
        self.0.is_valid(value)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Judge;

    #[test]
    fn another_document_is_never_fetched() {
        for address in ["http://127.0.0.1:9/x", "file:///etc/hostname"] {
            let error = Judge::new(&json!({ "$ref": address })).unwrap_err().to_string();
            assert!(error.contains("feature") || error.contains("resolver"), "{error}");
        }
    }

    #[test]
    fn values_are_judged() {
        let judge = Judge::new(&json!({ "type": "integer", "minimum": 2 })).unwrap();
        assert!(judge.accepts(&json!(2)) && !judge.accepts(&json!(1)) && !judge.accepts(&json!("2")));
    }
}
