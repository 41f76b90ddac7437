//! Subjects of JSON Schema's keywords: one table for reading, writing and following references.

use serde_json::{Map, Value};

/// Returns whether a keyword's value is an object of schemas.
fn holds_named(keyword: &str) -> bool {
    matches!(
        keyword,
        "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas" | "dependencies"
    )
}

/// Returns whether a keyword's value is an array of schemas; the value of `items` may be one.
fn holds_listed(keyword: &str) -> bool {
    matches!(keyword, "allOf" | "anyOf" | "oneOf" | "prefixItems" | "items")
}

/// Returns whether a keyword's value is a schema.
pub(super) fn holds_one(keyword: &str) -> bool {
    matches!(
        keyword,
        "items"
            | "additionalItems"
            | "additionalProperties"
            | "unevaluatedItems"
            | "unevaluatedProperties"
            | "not"
            | "if"
            | "then"
            | "else"
            | "contains"
            | "propertyNames"
            | "contentSchema"
    )
}

/// Returns whether a keyword defines a value and is not only a further condition on it.
///
/// With one of them in [`Constraints`](crate::ty::Constraints), the keywords are the whole schema.
pub(super) fn is_defining(keyword: &str) -> bool {
    matches!(
        keyword,
        "type"
            | "enum"
            | "const"
            | "$ref"
            | "$dynamicRef"
            | "$recursiveRef"
            | "anyOf"
            | "oneOf"
            | "allOf"
            | "not"
            | "if"
            | "then"
            | "else"
            | "properties"
            | "required"
            | "prefixItems"
            | "items"
            | "additionalItems"
            | "dependentRequired"
            | "dependentSchemas"
            | "dependencies"
            | "unevaluatedItems"
            | "unevaluatedProperties"
            | "nullable"
    )
}

/// Returns whether a JSON Schema keyword only describes values and never makes one invalid.
pub fn is_annotation(keyword: &str) -> bool {
    matches!(
        keyword,
        "title"
            | "description"
            | "default"
            | "examples"
            | "example"
            | "deprecated"
            | "readOnly"
            | "writeOnly"
            | "$comment"
            | "format"
    )
}

/// Keywords that bound the values of one kind, without the keywords of [`is_defining`].
pub(super) fn bounds(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Null | Kind::Boolean => &[],
        Kind::String => &["minLength", "maxLength", "pattern", "format"],
        Kind::Number => &["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
        Kind::Array => &[
            "items",
            "prefixItems",
            "additionalItems",
            "unevaluatedItems",
            "contains",
            "minItems",
            "maxItems",
            "uniqueItems",
        ],
        Kind::Object => &[
            "properties",
            "required",
            "additionalProperties",
            "patternProperties",
            "propertyNames",
            "minProperties",
            "maxProperties",
            "dependentRequired",
            "dependentSchemas",
            "dependencies",
            "unevaluatedProperties",
        ],
    }
}

/// The kinds of JSON values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Kind {
    String,
    Number,
    Boolean,
    Null,
    Array,
    Object,
}

impl Kind {
    pub(super) const ALL: [Self; 6] =
        [Self::String, Self::Number, Self::Boolean, Self::Null, Self::Array, Self::Object];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Number => "number",
            Self::Boolean => "boolean",
            Self::Null => "null",
            Self::Array => "array",
            Self::Object => "object",
        }
    }

    pub(super) fn of(value: &Value) -> Self {
        match value {
            Value::String(_) => Self::String,
            Value::Number(_) => Self::Number,
            Value::Bool(_) => Self::Boolean,
            Value::Null => Self::Null,
            Value::Array(_) => Self::Array,
            Value::Object(_) => Self::Object,
        }
    }
}

/// A set of kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Kinds(u8);

impl Kinds {
    pub(super) const NONE: Self = Self(0);
    pub(super) const ALL: Self = Self(0b11_1111);

    pub(super) const fn contains(self, kind: Kind) -> bool {
        self.0 & (1 << kind as u8) != 0
    }

    /// Intersection of two sets.
    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Union of two sets.
    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl FromIterator<Kind> for Kinds {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Self {
        kinds.into_iter().fold(Self::NONE, |set, kind| Self(set.0 | 1 << kind as u8))
    }
}

/// Place of a schema in the one around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Step<'s> {
    pub(super) keyword: &'s str,
    /// The name in an object of schemas, or nothing.
    pub(super) name: Option<&'s str>,
    /// The place in an array of schemas, or nothing.
    pub(super) at: Option<usize>,
}

impl Step<'_> {
    /// Returns whether the schema is only kept there for references.
    pub(super) fn is_definition(&self) -> bool {
        matches!(self.keyword, "$defs" | "definitions")
    }

    /// Returns whether the schema is about the very value that the one around it is about.
    pub(super) fn is_in_place(&self) -> bool {
        matches!(
            self.keyword,
            "allOf"
                | "anyOf"
                | "oneOf"
                | "not"
                | "if"
                | "then"
                | "else"
                | "dependentSchemas"
                | "dependencies"
        )
    }
}

/// Calls `visit` with each schema directly in `schema`.
pub(super) fn for_each_schema<'s>(
    schema: &'s Map<String, Value>,
    visit: &mut dyn FnMut(Step<'s>, &'s Value),
) {
    for (keyword, value) in schema {
        let keyword = keyword.as_str();
        match value {
            Value::Object(members) if holds_named(keyword) => {
                for (name, value) in members {
                    // `dependencies` may list names instead.
                    if keyword != "dependencies" || !value.is_array() {
                        visit(Step { keyword, name: Some(name), at: None }, value);
                    }
                }
            }
            Value::Array(members) if holds_listed(keyword) => {
                for (at, value) in members.iter().enumerate() {
                    visit(Step { keyword, name: None, at: Some(at) }, value);
                }
            }
            value if holds_one(keyword) => {
                visit(Step { keyword, name: None, at: None }, value);
            }
            _ => {}
        }
    }
}
