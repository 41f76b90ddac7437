//! Rules of each provider, as tables.
//!
//! They are data: the engine does not know providers by name.

use webagents_schema::json_schema;

use crate::names::PropertyNames;

/// Rules of a provider.
#[derive(Debug)]
pub(crate) struct Rules {
    /// It takes all of JSON Schema, if the root is an object; the other rules hold for the root.
    pub(crate) is_whole: bool,
    /// It limits the size of a schema.
    pub(crate) has_limits: bool,
    pub(crate) objects: Objects,
    /// Form of references.
    pub(crate) refs: Refs,
    /// Form of null.
    pub(crate) null: Null,
    pub(crate) values: Values,
    /// `prefixItems` stays.
    pub(crate) tuples: bool,
    /// The formats of text that it takes; none means all.
    pub(crate) formats: Option<&'static [&'static str]>,
    /// Keywords with plain values that it takes in addition to those known to the engine.
    pub(crate) keywords: &'static [&'static str],
    /// Names of properties that it takes.
    pub(crate) names: PropertyNames,
}

/// Rules of objects.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each answers a question of its own about a provider")]
pub(crate) struct Objects {
    /// They must have `additionalProperties: false`.
    pub(crate) closed: bool,
    /// Every property must be required.
    pub(crate) all_required: bool,
    /// Free-form ones fail the whole schema. Where they do not and objects are closed, they are emptied.
    pub(crate) free_form_fails: bool,
    /// `additionalProperties` stays.
    pub(crate) additional: bool,
}

/// Rules of listed values and defaults.
#[derive(Debug)]
pub(crate) struct Values {
    /// Values that an `enum` may hold.
    pub(crate) literals: Literals,
    /// A schema with `enum` or `const` has its type.
    pub(crate) typed: bool,
    /// `const` is known. Where it is not, it is an `enum` of one.
    pub(crate) constant: bool,
    /// `default` stays.
    pub(crate) default: bool,
}

/// Form of references.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refs {
    /// As references to `$defs`.
    Keep,
    /// The same, but what refers to itself is inlined and cut.
    Acyclic,
    /// Not at all: their targets replace them.
    Inline,
}

/// Form of null.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Null {
    /// `type: [T, "null"]`.
    Type,
    /// The same if the schema has only a type, else a member of `anyOf`.
    Union,
    /// `nullable: true`.
    Keyword,
}

/// Values that an `enum` may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Literals {
    /// Anything but arrays and objects.
    Primitives,
    /// Texts and numbers.
    StringsAndNumbers,
    /// Texts that are not empty.
    Strings,
}

impl Literals {
    pub(crate) fn takes_value(self, value: &serde_json::Value) -> bool {
        match self {
            Self::Primitives => !value.is_array() && !value.is_object(),
            Self::StringsAndNumbers => value.is_string() || value.is_number() || value.is_null(),
            Self::Strings => value.as_str().is_some_and(|text| !text.is_empty()),
        }
    }
}

/// OpenAI's functions with `strict: false`.
pub(crate) static OPENAI: Rules = plain_rules(PropertyNames::Any);

/// Anthropic's `input_schema`.
pub(crate) static ANTHROPIC: Rules = plain_rules(PropertyNames::Root);

/// The rules of a provider that takes all schemas of objects.
pub(crate) const fn plain_rules(names: PropertyNames) -> Rules {
    Rules {
        is_whole: true,
        has_limits: false,
        objects: Objects { closed: false, all_required: false, free_form_fails: false, additional: true },
        refs: Refs::Keep,
        null: Null::Type,
        values: Values { literals: Literals::Primitives, typed: true, constant: true, default: true },
        tuples: true,
        formats: None,
        keywords: &[],
        names,
    }
}

/// The service refuses `default` although the SDK lets it pass, and takes these nine formats.
pub(crate) static OPENAI_STRICT: Rules = Rules {
    is_whole: false,
    has_limits: true,
    objects: Objects { closed: true, all_required: true, free_form_fails: true, additional: false },
    refs: Refs::Keep,
    null: Null::Type,
    values: Values { literals: Literals::Primitives, typed: true, constant: true, default: false },
    tuples: false,
    formats: Some(&["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"]),
    keywords: &[
        "pattern",
        "multipleOf",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "minItems",
        "maxItems",
    ],
    names: PropertyNames::Any,
};

/// `minItems` stays when it is 0 or 1, which the engine knows.
pub(crate) static ANTHROPIC_STRICT: Rules = Rules {
    is_whole: false,
    has_limits: false,
    objects: Objects { closed: true, all_required: false, free_form_fails: false, additional: false },
    refs: Refs::Acyclic,
    null: Null::Union,
    values: Values { literals: Literals::Primitives, typed: false, constant: true, default: false },
    tuples: false,
    formats: Some(&[
        "date-time",
        "time",
        "date",
        "duration",
        "email",
        "hostname",
        "uri",
        "ipv4",
        "ipv6",
        "uuid",
    ]),
    keywords: &[],
    names: PropertyNames::Root,
};

/// Formats of text other than these got an error from the service, against its reference.
pub(crate) static GEMINI: Rules = Rules {
    is_whole: false,
    has_limits: false,
    objects: Objects { closed: false, all_required: false, free_form_fails: false, additional: false },
    refs: Refs::Inline,
    null: Null::Keyword,
    values: Values { literals: Literals::Strings, typed: true, constant: false, default: true },
    tuples: false,
    formats: Some(&["date-time", "enum", "float", "double", "int32", "int64"]),
    keywords: &[
        "minLength",
        "maxLength",
        "pattern",
        "minimum",
        "maximum",
        "minItems",
        "maxItems",
        "minProperties",
        "maxProperties",
        "propertyOrdering",
        "example",
    ],
    names: PropertyNames::Words,
};

pub(crate) static GEMINI_JSON_SCHEMA: Rules = Rules {
    is_whole: false,
    has_limits: false,
    objects: Objects { closed: false, all_required: false, free_form_fails: false, additional: true },
    refs: Refs::Keep,
    null: Null::Type,
    values: Values { literals: Literals::StringsAndNumbers, typed: true, constant: false, default: false },
    tuples: true,
    formats: None,
    keywords: &["minimum", "maximum", "minItems", "maxItems", "propertyOrdering"],
    names: PropertyNames::Any,
};

/// Returns the type that a keyword restricts; with another type the keyword has no effect.
pub(crate) fn type_of_keyword(keyword: &str) -> Option<&'static str> {
    Some(match keyword {
        "minLength" | "maxLength" | "pattern" | "contentEncoding" | "contentMediaType" | "contentSchema" => {
            "string"
        }
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => "number",
        "items" | "prefixItems" | "minItems" | "maxItems" | "uniqueItems" | "contains" | "minContains"
        | "maxContains" | "unevaluatedItems" | "additionalItems" => "array",
        "properties"
        | "required"
        | "additionalProperties"
        | "patternProperties"
        | "propertyNames"
        | "minProperties"
        | "maxProperties"
        | "dependentRequired"
        | "dependentSchemas"
        | "dependencies"
        | "unevaluatedProperties"
        | "propertyOrdering" => "object",
        _ => return None,
    })
}

/// The types of JSON Schema.
pub(crate) const TYPES: [&str; 7] = ["string", "number", "integer", "boolean", "object", "array", "null"];

/// Returns whether a keyword does not restrict values. Providers enforce the `format` of texts.
pub(crate) fn is_annotation(keyword: &str) -> bool {
    (keyword != "format" && json_schema::is_annotation(keyword))
        || matches!(keyword, "$schema" | "$id" | "$defs" | "definitions" | "$anchor")
        || keyword.starts_with("x-")
}
