//! Values with holes.

use serde_json::Value;

/// A JavaScript or JSON value as far as it is known without running code; parts may be unknown.
#[derive(Debug, Clone, PartialEq)]
pub enum PartialValue {
    /// An unknown value, which may be anything.
    Hole,
    /// `null`.
    Null,
    /// `undefined`.
    Undefined,
    /// `true` or `false`.
    Boolean(bool),
    /// A number.
    Number(f64),
    /// A big integer.
    BigInt,
    /// A text; `None` for a template with holes.
    String(Option<String>),
    /// An array with the elements that are known, those before the first spread.
    Array {
        /// The known elements.
        elements: Vec<PartialValue>,
        /// More may follow.
        open: bool,
    },
    /// An object with the members that are known, in order.
    ///
    /// It is open with a spread, a computed name, an accessor or `__proto__`.
    Object {
        /// The known members.
        members: Vec<(String, PartialValue)>,
        /// More may follow.
        open: bool,
    },
    /// A function.
    Function,
}

impl From<&Value> for PartialValue {
    fn from(value: &Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Boolean(*value),
            Value::Number(number) => number.as_f64().map_or(Self::Hole, Self::Number),
            Value::String(text) => Self::String(Some(text.clone())),
            Value::Array(values) => {
                Self::Array { elements: values.iter().map(Self::from).collect(), open: false }
            }
            Value::Object(members) => {
                let members = members.iter().map(|(name, value)| (name.clone(), Self::from(value))).collect();
                Self::Object { members, open: false }
            }
        }
    }
}

/// Language in which a value is written: JavaScript or JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ValueLanguage {
    /// Expressions of JavaScript, as the compiler takes them.
    #[default]
    JavaScript,
    /// JSON.
    ///
    /// `null` is written for `undefined`, strings for values that JSON lacks, and a record is an object.
    Json,
}
