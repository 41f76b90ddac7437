//! Constraints as the text of a comment, and back.
//!
//! A comment is the description, then a tag for each keyword: `A port. @integer @minimum 1 @default 80`. Tags are
//! JSON Schema's keywords, as generators of schemas read them from JSDoc. The decision this module embodies:
//! **printed tags read back exactly, and a text that is not a tag stays text**. A word after `@` is a tag only if it
//! is in the table below and a value of its kind follows; every other keyword, and every value that is not of its
//! keyword's kind, goes into `@schema {…}`, which holds any JSON.
//!
//! Not here: `@param`, `@returns` and the like. They describe functions; a description keeps them.

use serde_json::Value;

use super::constraints::{INTEGER, ShownKeyword};
use super::{Constraints, Keyword, Type};
use crate::escape::{self, Breaks};

/// Kind of a tag's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// `true` or `false`; nothing is `true`.
    Flag,
    /// A number.
    Number,
    /// A text: as it is to the end of the line or to the next tag, or a JSON string.
    Text,
    /// Any JSON; a text that is none is a string.
    Any,
    /// A JSON array.
    List,
    /// A JSON object.
    Object,
    /// A schema: a JSON object, `true` or `false`.
    Schema,
    /// A schema, or the text of a type.
    Values,
    /// `array` or more JSON Schema types.
    TypeName,
    /// Nothing: the value is a whole number.
    Integer,
    /// Keywords that are not tags, as one JSON object.
    Rest,
    /// A text that is not a keyword: the key of a definition.
    Key,
}

/// The kind of a tag.
fn kind(name: &str) -> Option<Kind> {
    Some(match name {
        "integer" => Kind::Integer,
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" | "minLength"
        | "maxLength" | "minItems" | "maxItems" | "minContains" | "maxContains" | "minProperties"
        | "maxProperties" => Kind::Number,
        "uniqueItems" | "deprecated" | "readOnly" | "writeOnly" | "nullable" => Kind::Flag,
        "pattern" | "format" | "title" | "contentEncoding" | "contentMediaType" | "$comment" | "$id"
        | "$anchor" | "$schema" | "$ref" => Kind::Text,
        "default" | "const" => Kind::Any,
        "examples" | "enum" | "required" | "allOf" | "anyOf" | "oneOf" | "prefixItems" => Kind::List,
        "patternProperties" | "dependentRequired" | "dependentSchemas" | "dependencies" | "properties"
        | "$defs" | "definitions" => Kind::Object,
        "not"
        | "if"
        | "then"
        | "else"
        | "contains"
        | "propertyNames"
        | "items"
        | "additionalItems"
        | "unevaluatedItems"
        | "unevaluatedProperties"
        | "contentSchema" => Kind::Schema,
        "additionalProperties" => Kind::Values,
        "type" | "asType" | "TJS-type" => Kind::TypeName,
        "schema" => Kind::Rest,
        "defsKey" => Kind::Key,
        _ => return None,
    })
}

impl Kind {
    /// Returns whether a value is printed after the keyword's own tag.
    fn takes(self, value: &Value) -> bool {
        match self {
            Self::Flag => value.is_boolean(),
            Self::Number => value.is_number(),
            Self::Text => value.is_string(),
            Self::Any => true,
            Self::List => value.is_array(),
            Self::Object => value.is_object(),
            Self::Schema | Self::Values => value.is_object() || value.is_boolean(),
            Self::TypeName => is_type_name(value),
            Self::Integer | Self::Rest | Self::Key => false,
        }
    }
}

fn is_type_name(value: &Value) -> bool {
    let is_name = |value: &Value| {
        let names = ["string", "number", "integer", "boolean", "object", "array", "null"];
        value.as_str().is_some_and(|name| names.contains(&name))
    };
    match value {
        Value::Array(names) => !names.is_empty() && names.iter().all(is_name),
        value => is_name(value),
    }
}

/// Returns the letters after an `@`, if they are the name of a tag.
fn tag_name(text: &str) -> Option<&str> {
    let part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '$' | '-' | '_');
    // No name is longer; a longer word is not looked through.
    let end = text.bytes().take(32).position(|byte| !part(char::from(byte))).unwrap_or(text.len().min(32));
    let name = text.get(..end)?;
    kind(name).map(|_| name)
}

fn is_tag(text: &str) -> bool {
    tag_name(text).is_some()
}

/// Tags that are printed in addition to the keywords.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct TypeTags<'a> {
    /// The type is `integer`, and printed as `number`.
    pub(crate) integer: bool,
    /// A keyword that the type itself expresses.
    pub(crate) said: Option<&'a str>,
    /// The text of the type of an index signature that is printed wider than it is.
    pub(crate) values: Option<&'a str>,
    /// The key of a definition that is declared by another name.
    pub(crate) key: Option<&'a str>,
}

/// Returns whether there is something to print.
pub(crate) fn is_said(facts: &Constraints, type_tags: TypeTags<'_>, tags: bool) -> bool {
    if !facts.description.is_empty() {
        return true;
    }
    let said = usize::from(type_tags.said.is_some_and(|name| facts.keywords.contains_key(name)));
    tags && (type_tags.integer
        || type_tags.values.is_some()
        || type_tags.key.is_some()
        || facts.keywords.len() > said)
}

/// Appends the description and the tags on one line.
pub(crate) fn push_line(out: &mut String, facts: &Constraints, type_tags: TypeTags<'_>, tags: bool) {
    let start = out.len();
    escape::push_remark(out, &facts.description, is_tag);
    if tags {
        push_tags(out, facts, type_tags, |out| {
            if out.len() > start {
                out.push(' ');
            }
        });
    }
}

/// Appends the lines of the description, each tag on one of its own, `margin` before each.
pub(crate) fn push_lines(
    out: &mut String,
    facts: &Constraints,
    type_tags: TypeTags<'_>,
    tags: bool,
    margin: &str,
) {
    // White space at the end has no meaning, and would not come back.
    let description = facts.description.trim_end();
    if !description.is_empty() {
        for line in description.split('\n') {
            out.push_str(margin);
            escape::push_remark_line(out, line, is_tag);
            out.truncate(out.trim_end_matches(' ').len());
        }
    }
    if tags {
        push_tags(out, facts, type_tags, |out| out.push_str(margin));
    }
}

/// Appends `(default: 1) @integer @minimum 1`, a space before each: the tags of a function's parameter.
pub(crate) fn push_param(out: &mut String, facts: &Constraints, integer: bool) {
    if let Some(default) = facts.shown("default") {
        out.push_str(" (default: ");
        default.push(out);
        out.push(')');
    }
    if integer {
        out.push_str(" @integer");
    }
    let mut others = Constraints::default();
    for (name, shown) in facts.shown_all().filter(|(name, _)| *name != "default") {
        match shown {
            ShownKeyword::Value(value) => {
                others.keywords.insert(name.to_owned(), value.clone());
            }
            ShownKeyword::Written(text) => {
                out.push_str(" @");
                out.push_str(name);
                out.push(' ');
                escape::push_doc(out, text);
            }
        }
    }
    push_tags(out, &others, TypeTags::default(), |out| out.push(' '));
}

fn push_tags(out: &mut String, facts: &Constraints, type_tags: TypeTags<'_>, separate: impl Fn(&mut String)) {
    if type_tags.integer {
        separate(out);
        out.push_str("@integer");
    }
    if let Some(text) = type_tags.values {
        separate(out);
        out.push_str("@additionalProperties ");
        if is_raw(text) && starts_json(text).is_none() {
            out.push_str(text);
        } else {
            escape::push_json(out, &Value::from(text));
        }
    }
    if let Some(key) = type_tags.key {
        separate(out);
        out.push_str("@defsKey ");
        if is_raw(key) {
            out.push_str(key);
        } else {
            escape::push_json(out, &Value::from(key));
        }
    }
    let mut has_rest = false;
    for (name, value) in &facts.keywords {
        if type_tags.said == Some(name) {
            continue;
        }
        match kind(name).filter(|kind| kind.takes(value)) {
            Some(kind) => {
                separate(out);
                out.push('@');
                out.push_str(name);
                match value {
                    Value::Bool(true) if kind == Kind::Flag => {}
                    Value::String(text) if kind == Kind::TypeName || (kind == Kind::Text && is_raw(text)) => {
                        out.push(' ');
                        out.push_str(text);
                    }
                    value => {
                        out.push(' ');
                        escape::push_json(out, value);
                    }
                }
            }
            None => has_rest = true,
        }
    }
    if has_rest {
        separate(out);
        out.push_str("@schema ");
        let is_rest = |name: &str, value: &Value| kind(name).is_none_or(|kind| !kind.takes(value));
        let rest = facts
            .keywords
            .iter()
            .filter(|(name, value)| is_rest(name, value) && type_tags.said != Some(name));
        let rest = rest.map(|(name, value)| (name.clone(), value.clone())).collect();
        escape::push_json(out, &Value::Object(rest));
    }
}

/// Returns whether a text reads back from a tag as it is.
///
/// Such a text is one line of visible characters that ends no comment, begins no tag and is not quoted.
fn is_raw(text: &str) -> bool {
    let edge = |c: Option<char>| c.is_some_and(|c| !c.is_whitespace());
    edge(text.chars().next())
        && edge(text.chars().next_back())
        && !text.starts_with(['"', '@', '/'])
        && !text.contains("*/")
        && !text.contains(" @")
        && !text.chars().any(|c| escape::is_hidden(c) || (c != ' ' && c.is_whitespace()))
}

/// Reads the facts of a comment: the text between its marks.
///
/// `breaks` decides the line breaks of the description. [`INTEGER`] and [`VALUES`] are left among the keywords for
/// [`settle`].
pub(crate) fn read(comment: &str, breaks: Breaks) -> Constraints {
    let text = without_margin(comment);
    let Some(first) = next_tag(&text, 0) else {
        return Constraints::described(escape::unescaped(&text, breaks));
    };
    let mut facts = Constraints::default();
    let mut said = text[..first].to_owned();
    let mut at = first;
    while at < text.len() {
        // A word that is not a tag after all is a part of the description.
        let name = tag_name(&text[at + 1..]).unwrap_or_default();
        let value = at + 1 + name.len();
        match tag_value(name, &text, value) {
            Some((keyword, end)) => {
                for (name, value) in keyword {
                    facts.keywords.insert(name, value);
                }
                let next = next_tag(&text, end).unwrap_or(text.len());
                let between = &text[end..next];
                if !between.trim().is_empty() {
                    said.push_str(between);
                }
                at = next;
            }
            None => {
                let next = next_tag(&text, value).unwrap_or(text.len());
                said.push_str(&text[at..next]);
                at = next;
            }
        }
    }
    facts.description = escape::unescaped(&said, breaks);
    facts
}

impl Constraints {
    /// Parses a documentation comment, without `/**` and `*/`, to a description and constraints.
    ///
    /// Tags that change the type itself (`@integer`) are kept for [`Type::documented`] and [`Member::documented`].
    ///
    /// [`Member::documented`]: super::Member::documented
    pub fn from_comment(comment: &str) -> Self {
        read(comment, Breaks::Keep)
    }
}

impl Type {
    /// Adds the description and constraints of a parsed documentation comment, `facts`, to the type.
    ///
    /// [`Constraints::from_comment`] returns them.
    #[must_use]
    pub fn documented(mut self, mut facts: Constraints) -> Self {
        settle(&mut facts, &mut self);
        self.refined(facts)
    }
}

/// The keyword under which [`read`] leaves the key of a definition.
const KEY: &str = "@key";
/// The keyword under which [`read`] leaves the text of an index signature's own type.
const VALUES: &str = "@values";

type Pairs = Vec<(String, Value)>;

/// The keyword that a tag's value gives, and the end of the value.
fn tag_value(name: &str, text: &str, start: usize) -> Option<(Pairs, usize)> {
    let kind = kind(name)?;
    let one = |name: &str, value: Value, end: usize| Some((vec![(name.to_owned(), value)], end));
    let rest = &text[start..];
    let blank = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    let from = start + blank;
    if kind == Kind::Integer {
        return one(INTEGER, Value::Bool(true), start);
    }
    let json = if blank > 0 { json_at(text, from) } else { None };
    let raw = || {
        let end = text[from..].find('\n').map_or(text.len(), |end| from + end);
        let end = next_tag(&text[..end], from).unwrap_or(end);
        let value = text[from..end].trim_end();
        (blank > 0 && !value.is_empty()).then_some((value, end))
    };
    let text_name = if kind == Kind::Key { KEY } else { name };
    match kind {
        Kind::Flag => match json {
            Some((value @ Value::Bool(_), end)) => one(name, value, end),
            _ => one(name, Value::Bool(true), start),
        },
        Kind::Number | Kind::List | Kind::Object | Kind::Schema => {
            let (value, end) = json.filter(|(value, _)| kind.takes(value))?;
            one(name, value, end)
        }
        Kind::Rest => match json? {
            (Value::Object(keywords), end) => Some((keywords.into_iter().collect(), end)),
            _ => None,
        },
        Kind::Text | Kind::Key => match json {
            Some((value @ Value::String(_), end)) => one(text_name, value, end),
            _ => raw().and_then(|(value, end)| one(text_name, Value::String(value.to_owned()), end)),
        },
        Kind::Any => match json {
            Some((value, end)) => one(name, value, end),
            None => raw().and_then(|(value, end)| one(name, Value::String(value.to_owned()), end)),
        },
        Kind::Values => match json {
            Some((value, end)) if kind.takes(&value) => one(name, value, end),
            Some((value @ Value::String(_), end)) => one(VALUES, value, end),
            Some(_) => None,
            None => raw().and_then(|(value, end)| one(VALUES, Value::String(value.to_owned()), end)),
        },
        Kind::TypeName => {
            let (value, end) = match json {
                Some(found) => found,
                None => raw().map(|(value, end)| (Value::String(value.to_owned()), end))?,
            };
            match &value {
                Value::String(word) if word == "integer" => one(INTEGER, Value::Bool(true), end),
                value if is_type_name(value) => one("type", value.clone(), end),
                _ => None,
            }
        }
        Kind::Integer => None,
    }
}

/// The JSON value at `from`, if it ends at a place that may end a tag's value.
fn json_at(text: &str, from: usize) -> Option<(Value, usize)> {
    let (value, len) = starts_json(&text[from..])?;
    let end = from + len;
    let line = text[end..].trim_start_matches([' ', '\t']);
    let ends = line.is_empty()
        || line.starts_with('\n')
        || (line.len() < text.len() - end && line.starts_with('@') && is_tag(&line[1..]));
    ends.then_some((value, end))
}

/// The JSON value that a text begins with, and its length.
fn starts_json(text: &str) -> Option<(Value, usize)> {
    if !text.starts_with(|c: char| matches!(c, '"' | '[' | '{' | '-' | '0'..='9' | 't' | 'f' | 'n')) {
        return None;
    }
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let value = values.next()?.ok()?;
    Some((value, values.byte_offset()))
}

/// Finds the next tag from `from` on: an `@` at the start of a word, and a tag's name after it.
fn next_tag(text: &str, from: usize) -> Option<usize> {
    text[from..]
        .match_indices('@')
        .map(|(at, _)| from + at)
        .find(|&at| text[..at].chars().next_back().is_none_or(char::is_whitespace) && is_tag(&text[at + 1..]))
}

/// The text of a comment without the stars of a block's margin; its lines end in LF.
fn without_margin(comment: &str) -> String {
    let comment = comment.trim_start_matches(['*', '/']);
    let mut lines = comment.split(escape::is_line_break);
    let mut text = lines.next().unwrap_or_default().trim().to_owned();
    for line in lines {
        text.push('\n');
        let line = line.trim();
        let line = line.strip_prefix('*').map_or(line, |line| line.strip_prefix(' ').unwrap_or(line));
        text.push_str(line);
    }
    text
}

/// Moves the keywords that [`read`] left for the type into it.
///
/// A whole number becomes [`Keyword::Integer`]. A keyword that the type cannot take stays as the keyword `type`, or is
/// dropped.
pub(crate) fn settle(facts: &mut Constraints, ty: &mut Type) {
    if facts.keywords.shift_remove(INTEGER).is_some() && !make_integer(ty) {
        facts.keywords.insert("type".to_owned(), Value::String("integer".to_owned()));
    }
    facts.keywords.shift_remove(VALUES);
    facts.keywords.shift_remove(KEY);
}

/// Leaves the key of a definition where [`take_key`] finds it.
pub(crate) fn put_key(facts: &mut Constraints, key: String) {
    facts.keywords.insert(KEY.to_owned(), Value::String(key));
}

/// The key of a definition that is declared by another name.
pub(crate) fn take_key(facts: &mut Constraints) -> Option<String> {
    match facts.keywords.shift_remove(KEY) {
        Some(Value::String(text)) => Some(text),
        _ => None,
    }
}

/// The text of an index signature's own type, if it is printed wider.
pub(super) fn take_values(facts: &mut Constraints) -> Option<String> {
    match facts.keywords.shift_remove(VALUES) {
        Some(Value::String(text)) => Some(text),
        _ => None,
    }
}

/// Turns the numbers of a type into whole ones: itself, or the members of a union.
fn make_integer(ty: &mut Type) -> bool {
    match ty {
        Type::Keyword(word @ (Keyword::Number | Keyword::Integer)) => {
            *word = Keyword::Integer;
            true
        }
        Type::Union(members) => {
            let mut any = false;
            for member in members {
                if let Type::Keyword(word @ (Keyword::Number | Keyword::Integer)) = member {
                    *word = Keyword::Integer;
                    any = true;
                }
            }
            any
        }
        _ => false,
    }
}

/// Returns whether the type is printed as `number` with [`TypeTags::integer`] for the whole.
///
/// It is `integer`, or a union that has it and no `number`.
pub(crate) fn is_integer(ty: &Type) -> bool {
    let is = |ty: &Type, word| matches!(ty, Type::Keyword(found) if *found == word);
    match ty {
        Type::Union(members) => {
            members.iter().any(|ty| is(ty, Keyword::Integer))
                && !members.iter().any(|ty| is(ty, Keyword::Number))
        }
        ty => is(ty, Keyword::Integer),
    }
}
