//! The JSON value of a text, and the parts of it that no JSON value can hold.
//!
//! A text may be well-formed JSON and have values that cannot be kept: half of a surrogate pair (`"\ud800"`),
//! a number beyond the range (`1e400`), a hundred levels too many; or lose a value (two members of one name).
//! The decision this module embodies: **one such value costs the tool that it is part of, and no other
//! tool**. So the text is read in parts: a value that cannot be kept becomes `null`, and its place is
//! recorded as a fault, which readers of formats attribute to a tool.

use std::collections::{BTreeMap, HashSet};
use std::fmt::{self, Write as _};

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::error::{FormatError, FormatErrorKind};
use webagents_schema::{json_reason, pointer};

/// Levels in which parts are searched: tools are at most at the fourth, with their schemas right below.
const LEVELS: usize = 8;
/// Faults that are recorded one by one.
const FAULTS: usize = 10_000;

/// JSON or YAML document that may declare tools, with errors for the parts that could not be read.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Document {
    /// Value of the document, with `null` in place of each part that could not be read.
    pub value: Value,
    /// Why each of those parts could not be read, by its place.
    faults: BTreeMap<String, FormatError>,
}

/// A document that is read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Input<'a> {
    pub(super) value: &'a Value,
    faults: &'a BTreeMap<String, FormatError>,
}

impl<'a> Input<'a> {
    /// A value without faults.
    pub(super) const fn without_faults(value: &'a Value) -> Self {
        static NONE: BTreeMap<String, FormatError> = BTreeMap::new();
        Self { value, faults: &NONE }
    }

    /// Why parts of it could not be read.
    pub(super) fn faults(self) -> impl Iterator<Item = &'a FormatError> {
        self.faults.values()
    }

    /// The fault at `place`, in a part of it, or in a value around it.
    pub(super) fn find_fault(self, place: &str) -> Option<&'a FormatError> {
        if self.faults.is_empty() {
            return None;
        }
        let below = format!("{place}/");
        let within = self.faults.range(below.clone()..).next().filter(|(at, _)| at.starts_with(&below));
        let mut above = place.match_indices('/').map(|(end, _)| &place[..end]).chain([place]);
        above.find_map(|at| self.faults.get(at)).or(within.map(|(_, fault)| fault))
    }
}

impl From<Value> for Document {
    fn from(value: Value) -> Self {
        Self { value, faults: BTreeMap::new() }
    }
}

impl Document {
    /// Returns the pointers of members whose name another member of their object has.
    ///
    /// RFC 8259, section 4, leaves to a reader which of them counts.
    ///
    /// ```
    /// use webagents_formats::Document;
    /// let document = Document::from_json(r#"{"a": {"b": 1, "\u0062": 2}}"#).unwrap();
    /// assert_eq!(document.repeated_members().collect::<Vec<_>>(), ["/a/b"]);
    /// ```
    pub fn repeated_members(&self) -> impl Iterator<Item = &str> {
        let repeated = self.faults.values().filter(|fault| fault.message == REPEATED);
        repeated.map(|fault| fault.pointer.as_str())
    }

    /// Parses JSON, or JSON Lines as an array, and records errors for values that cannot be read.
    ///
    /// # Errors
    ///
    /// When it is neither, with the line.
    ///
    /// ```
    /// use webagents_formats::{Document, Format, read_each};
    /// let text = r#"[{"name": "a", "description": "\ud800"}, {"name": "b"}]"#;
    /// let read = read_each(Format::Mcp, &Document::from_json(text).unwrap()).unwrap();
    /// assert_eq!(read.tools[0].name, "b");
    /// assert_eq!(read.refused[0].tool, "a");
    /// ```
    pub fn from_json(text: &str) -> Result<Self, FormatError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let error = match serde_json::from_str(text) {
            Ok(value) => {
                let mut document = Self { value, faults: BTreeMap::new() };
                document.note_repeated(text, "");
                return Ok(document);
            }
            Err(error) => error,
        };
        let mut document = Self::default();
        if is_well_formed(text) {
            document.value = document.read_part(text, String::new(), 0);
            return Ok(document);
        }
        if document.read_lines(text) {
            return Ok(document);
        }
        let message = format!("neither JSON nor JSON Lines: {error}");
        Err(FormatError::new(FormatErrorKind::NotJson, "", message))
    }

    /// Returns the errors about the parts of the document that could not be read as JSON values.
    ///
    /// For readers of the document other than [`read_each`](super::read_each).
    pub fn faults(&self) -> impl Iterator<Item = &FormatError> {
        self.faults.values()
    }

    /// The same, for the readers of formats.
    pub(super) const fn input(&self) -> Input<'_> {
        Input { value: &self.value, faults: &self.faults }
    }

    pub(super) fn add_fault(&mut self, at: String, message: String) -> Value {
        if self.faults.len() < FAULTS {
            let fault = FormatError::new(FormatErrorKind::NotJson, at.clone(), message);
            self.faults.insert(at, fault);
        } else {
            // The list no longer has all failed parts, so none is read.
            let fault =
                FormatError::new(FormatErrorKind::TooLarge, "", "more values than 10000 cannot be read");
            self.faults.insert(String::new(), fault);
        }
        Value::Null
    }

    /// A well-formed text, in which values that cannot be kept become `null`.
    fn read_part(&mut self, text: &str, at: String, level: usize) -> Value {
        let error = match serde_json::from_str(text) {
            Ok(value) => {
                self.note_repeated(text, &at);
                return value;
            }
            Err(error) => error,
        };
        let text = text.trim_ascii();
        if level < LEVELS && text.starts_with('[') {
            let elements = split_elements(text).enumerate();
            let elements: Vec<Value> = elements
                .map(|(index, element)| self.read_part(element, pointer(&at, &index.to_string()), level + 1))
                .collect();
            return Value::Array(elements);
        }
        if level < LEVELS && text.starts_with('{') {
            let mut members = Map::new();
            for member in split_elements(text) {
                let (key, value) = key_and_value(member);
                match serde_json::from_str::<String>(key) {
                    Ok(name) => {
                        let place = pointer(&at, &name);
                        let value = self.read_part(value, place.clone(), level + 1);
                        if members.insert(name, value).is_some() {
                            self.add_fault(place, REPEATED.to_owned());
                        }
                    }
                    Err(error) => {
                        let at = pointer(&at, key.trim_ascii().trim_matches('"'));
                        self.add_fault(
                            at,
                            format!("a name that cannot be read: {}", json_reason(key, &error)),
                        );
                    }
                }
            }
            return Value::Object(members);
        }
        self.add_fault(at, format!("a value that cannot be read: {}", json_reason(text, &error)))
    }

    /// Records the repeated members of a JSON value at `at`, which can be read.
    fn note_repeated(&mut self, text: &str, at: &str) {
        let mut repeated = Repeated { document: self, at: at.to_owned() };
        // Errors were found before.
        let _ = repeated.deserialize(&mut serde_json::Deserializer::from_str(text));
    }

    /// Reads JSON Lines, unless the text has none.
    fn read_lines(&mut self, text: &str) -> bool {
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let lines: Vec<(usize, &str)> = lines.collect();
        let objects = |line: &str| line.trim_start().starts_with('{');
        // A document over several lines has other lines than such.
        if lines.len() < 2 || !lines.iter().all(|(_, line)| objects(line)) {
            return false;
        }
        let mut values = Vec::with_capacity(lines.len());
        let mut read = 0;
        for (index, (number, line)) in lines.into_iter().enumerate() {
            let at = pointer("", &index.to_string());
            values.push(if is_well_formed(line) {
                read += 1;
                self.read_part(line, at, 1)
            } else {
                self.add_fault(at, format!("line {} is not JSON", number + 1))
            });
        }
        self.value = Value::Array(values);
        read > 0
    }
}

/// Returns whether a text is one JSON value by its grammar, whatever its numbers and characters are.
fn is_well_formed(text: &str) -> bool {
    serde_json::from_str::<IgnoredAny>(text).is_ok()
}

/// Message about a second member of one name: of the values the last is kept, and the others are lost.
pub(super) const REPEATED: &str = "expected one member of this name, found two; remove one of them";

/// Finds the members of objects whose name an earlier member of the object has.
struct Repeated<'d> {
    document: &'d mut Document,
    at: String,
}

impl<'de> DeserializeSeed<'de> for &mut Repeated<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for &mut Repeated<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<(), A::Error> {
        let length = self.at.len();
        for index in 0_usize.. {
            // Writing to a string cannot fail.
            let _ = write!(self.at, "/{index}");
            let element = elements.next_element_seed(&mut *self)?;
            self.at.truncate(length);
            if element.is_none() {
                break;
            }
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        let length = self.at.len();
        let mut names = HashSet::new();
        while let Some(name) = members.next_key::<String>()? {
            self.at = pointer(&self.at, &name);
            if !names.insert(name) {
                self.document.add_fault(self.at.clone(), REPEATED.to_owned());
            }
            members.next_value_seed(&mut *self)?;
            self.at.truncate(length);
        }
        Ok(())
    }
}

/// The elements or members of an array or object that is well-formed.
fn split_elements(text: &str) -> impl Iterator<Item = &str> {
    let inner = text.get(1..text.len().saturating_sub(1)).unwrap_or_default();
    let mut rest = (!inner.trim_ascii().is_empty()).then_some(inner);
    std::iter::from_fn(move || {
        let text = rest?;
        let end = find_mark(text, b',');
        rest = end.map(|end| &text[end + 1..]);
        Some(&text[..end.unwrap_or(text.len())])
    })
}

/// The key of a member, as JSON, and its value.
fn key_and_value(member: &str) -> (&str, &str) {
    let at = find_mark(member, b':').unwrap_or(member.len());
    (&member[..at], member.get(at + 1..).unwrap_or_default())
}

/// Returns the position of `mark` outside texts, arrays and objects.
fn find_mark(text: &str, mark: u8) -> Option<usize> {
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ if byte == mark && depth == 0 => return Some(at),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(text: &str) -> (Value, Vec<String>) {
        let document = Document::from_json(text).unwrap();
        (document.value.clone(), document.faults().map(ToString::to_string).collect())
    }

    #[test]
    fn a_value_that_cannot_be_kept_is_a_fault() {
        assert_eq!(
            read(
                r#" {"tools": [{"name": "a, \"b\": ]", "x": {"y": [1, 1e400]}}, {"\udc00": 1}, {"name": "c"}]} "#
            ),
            (
                json!({"tools": [{"name": "a, \"b\": ]", "x": {"y": [1, null]}}, {}, {"name": "c"}]}),
                vec![
                    "/tools/0/x/y/1: a value that cannot be read: number out of range".to_owned(),
                    "/tools/1/\\udc00: a name that cannot be read: expected a character, found `\\udc00`, half of a \
                     surrogate pair; write both halves"
                        .to_owned(),
                ]
            )
        );
        assert_eq!(read("1e999").1, ["/: a value that cannot be read: number out of range"]);
        let deep = format!("{{\"a\": {}1{}, \"b\": 2}}", "[".repeat(5_000), "]".repeat(5_000));
        let (value, faults) = read(&deep);
        assert_eq!((&value["b"], faults.len()), (&json!(2), 1));
    }

    #[test]
    fn repeated_members_are_faults() {
        for (text, value, places) in [
            (r#"{"a": 1, "b": {"a": 2}}"#, json!({"a": 1, "b": {"a": 2}}), &[][..]),
            (r#"{"a": 1, "a": 2}"#, json!({"a": 2}), &["/a"]),
            (r#"[{"x": [{"a/b": 1, "a\u002fb": 2}]}]"#, json!([{"x": [{"a/b": 2}]}]), &["/0/x/0/a~1b"]),
            (
                r#"{"a": {"b": 1e400}, "c": {"d": 1, "d": 1}, "a": 2}"#,
                json!({"a": 2, "c": {"d": 1}}),
                &["/a", "/a/b", "/c/d"],
            ),
            ("{\"a\": 1, \"a\": 1}\n{\"a\": 1}", json!([{"a": 1}, {"a": 1}]), &["/0/a"]),
        ] {
            let document = Document::from_json(text).unwrap();
            assert_eq!(document.value, value, "{text}");
            assert_eq!(document.faults.keys().collect::<Vec<_>>(), places, "{text}");
        }
    }

    #[test]
    fn lines_are_read_one_by_one() {
        let (value, faults) = read("{\"a\": 1}\n\n{\"a\": \n{\"a\": 1e999}\n{\"a\": 4}\n");
        assert_eq!(value, json!([{"a": 1}, null, {"a": null}, {"a": 4}]));
        assert_eq!(
            faults,
            ["/1: line 3 is not JSON", "/2/a: a value that cannot be read: number out of range"]
        );
        for text in ["{]", "", "{\n\"a\": 1,\n}", "{\"a\": \n{\"b\": ", "[1]\n[2]"] {
            assert!(Document::from_json(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn a_fault_is_found_by_place() {
        let document = Document::from_json(r#"{"a": {"b": [1e999]}, "ab": 1, "a-b": 2}"#).unwrap();
        let found = |place: &str| document.input().find_fault(place).is_some();
        assert!(found("") && found("/a") && found("/a/b") && found("/a/b/0") && found("/a/b/0/c"));
        assert!(!found("/ab") && !found("/a-b") && !found("/a/c") && !found("/a/b/1"));
    }
}
