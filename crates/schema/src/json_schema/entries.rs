//! The keywords of one schema, for asking.
//!
//! A schema has three, so that a short list of them is looked through. Nothing is copied.

use serde_json::{Map, Value};

use super::keywords::Kind;
use crate::ty::Keyword;

/// The keywords of one schema, by their names in 2020-12.
#[derive(Debug)]
pub(super) struct Entries<'s>(Vec<(&'s str, &'s Value)>);

impl<'s> Entries<'s> {
    pub(super) fn with_capacity(count: usize) -> Self {
        Self(Vec::with_capacity(count))
    }

    pub(super) fn push(&mut self, name: &'s str, value: &'s Value) {
        self.0.push((name, value));
    }

    /// All, in the order of the schema.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&'s str, &'s Value)> {
        self.0.iter().copied()
    }

    pub(super) fn get(&self, name: &str) -> Option<&'s Value> {
        self.0.iter().find(|(key, _)| *key == name).map(|(_, value)| *value)
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    pub(super) fn object(&self, name: &str) -> Option<&'s Map<String, Value>> {
        self.get(name).and_then(Value::as_object)
    }

    pub(super) fn list(&self, name: &str) -> Option<&'s [Value]> {
        self.get(name).and_then(Value::as_array).map(Vec::as_slice)
    }

    /// The names of `required`.
    pub(super) fn required(&self) -> impl Iterator<Item = &'s str> + Clone + use<'s> {
        self.list("required").unwrap_or_default().iter().filter_map(Value::as_str)
    }

    /// Counts the words that are present.
    pub(super) fn count(&self, words: &[&str]) -> usize {
        words.iter().filter(|name| self.has(name)).count()
    }

    /// Returns whether other schemas hold for its value as well.
    pub(super) fn refers(&self) -> bool {
        self.count(&["$ref", "allOf", "anyOf", "oneOf"]) > 0
    }

    /// The kinds that `type` names, each once; nothing without `type`.
    pub(super) fn kinds(&self) -> Option<KindList> {
        let names = match self.get("type")? {
            name @ Value::String(_) => std::slice::from_ref(name),
            Value::Array(names) => names,
            _ => return None,
        };
        let mut kinds = KindList::default();
        for name in names.iter().filter_map(Value::as_str) {
            let (kind, word) = kind_of(name)?;
            kinds.add(kind, word);
        }
        if self.is_nullable() {
            kinds.add(Kind::Null, Keyword::Null);
        }
        Some(kinds)
    }

    /// `nullable` of OpenAPI 3.0; the entries contain it only in documents to which it applies.
    pub(super) fn is_nullable(&self) -> bool {
        self.get("nullable") == Some(&Value::Bool(true))
    }

    /// The values of `enum` or `const`, of a nullable schema `null` among them.
    pub(super) fn values(&self) -> Option<impl Iterator<Item = &'s Value> + use<'s>> {
        let values = match (self.list("enum"), self.get("const")) {
            (Some(values), _) => values,
            (None, Some(value)) => std::slice::from_ref(value),
            (None, None) => return None,
        };
        Some(values.iter().chain(self.is_nullable().then_some(&Value::Null)))
    }
}

/// Kinds in the order in which a schema names them, each once, with the word for it.
#[derive(Debug, Clone, Copy)]
pub(super) struct KindList {
    kinds: [(Kind, Keyword); Kind::ALL.len()],
    len: usize,
}

impl Default for KindList {
    fn default() -> Self {
        Self { kinds: [(Kind::Null, Keyword::Null); Kind::ALL.len()], len: 0 }
    }
}

impl KindList {
    /// Adds a kind if it is new; of `integer` and `number`, the wider one stays.
    pub(super) fn add(&mut self, kind: Kind, word: Keyword) {
        let known = self.kinds.iter_mut().take(self.len).find(|(known, _)| *known == kind);
        match known {
            Some((_, known)) if word == Keyword::Number => *known = word,
            Some(_) => {}
            None => {
                if let Some(free) = self.kinds.get_mut(self.len) {
                    *free = (kind, word);
                    self.len += 1;
                }
            }
        }
    }

    pub(super) fn as_slice(&self) -> &[(Kind, Keyword)] {
        self.kinds.get(..self.len).unwrap_or_default()
    }

    pub(super) fn contains(&self, kind: Kind) -> bool {
        self.as_slice().iter().any(|(known, _)| *known == kind)
    }
}

pub(super) fn kind_of(name: &str) -> Option<(Kind, Keyword)> {
    Some(match name {
        "string" => (Kind::String, Keyword::String),
        "number" => (Kind::Number, Keyword::Number),
        "integer" => (Kind::Number, Keyword::Integer),
        "boolean" => (Kind::Boolean, Keyword::Boolean),
        "null" => (Kind::Null, Keyword::Null),
        "array" => (Kind::Array, Keyword::Any),
        "object" => (Kind::Object, Keyword::Object),
        _ => return None,
    })
}

/// Returns whether a keyword's value is of the kind that the keyword takes.
pub(super) fn is_sensible(keyword: &str, value: &Value) -> bool {
    match keyword {
        "type" => match value {
            Value::String(name) => kind_of(name).is_some(),
            Value::Array(names) => names.iter().all(|name| name.as_str().and_then(kind_of).is_some()),
            _ => false,
        },
        "properties" | "patternProperties" | "dependentSchemas" | "dependentRequired" | "dependencies" => {
            value.is_object()
        }
        "allOf" | "anyOf" | "oneOf" => value.as_array().is_some_and(|values| !values.is_empty()),
        "enum" | "prefixItems" => value.is_array(),
        "required" => value.as_array().is_some_and(|names| names.iter().all(Value::is_string)),
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties"
        | "minContains" | "maxContains" => value.as_f64().is_some_and(|n| n >= 0.0 && n.fract() == 0.0),
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => value.is_number(),
        "multipleOf" => value.as_f64().is_some_and(|n| n > 0.0),
        "uniqueItems" | "nullable" => value.is_boolean(),
        "pattern" | "format" | "description" | "$ref" | "$dynamicRef" | "$recursiveRef" => value.is_string(),
        _ => true,
    }
}

/// Returns whether a keyword is about the location of a schema and not about its values.
pub(super) fn is_identity(keyword: &str) -> bool {
    matches!(
        keyword,
        "$schema"
            | "$id"
            | "$anchor"
            | "$dynamicAnchor"
            | "$recursiveAnchor"
            | "$vocabulary"
            | "$defs"
            | "definitions"
            | "id"
    )
}
