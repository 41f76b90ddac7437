//! YAML 1.2 as JSON values, for OpenAPI documents.
//!
//! Scalars are resolved by the core schema (YAML 1.2.2, 10.3): `yes` and `2024-01-01` are texts, a key is the text
//! that was written. The values are built without recursion, and what aliases repeat counts as often as it is
//! repeated: a small document cannot become a large one. What JSON cannot hold (`.nan`, a second key of the same
//! name) is a fault of its place, as in a JSON text.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Tag};
use serde_json::{Map, Number, Value};

use super::document::{Document, REPEATED};
use super::error::{FormatError, FormatErrorKind};
use webagents_schema::pointer;

/// Levels of a document, as of JSON.
const DEPTH: usize = 127;
/// Values of a document, those counted that aliases repeat.
const NODES: usize = 4_000_000;
/// Bytes of its texts, counted in the same way.
const BYTES: usize = 256 * 1024 * 1024;

impl Document {
    /// Parses a YAML text to a JSON value; if it has several documents, they become an array.
    ///
    /// # Errors
    ///
    /// When the text is not YAML, with the line, or too large with its aliases written out.
    ///
    /// ```
    /// use serde_json::json;
    /// use webagents_formats::Document;
    /// let document = Document::from_yaml("openapi: '3.1.0'\ninfo: &i {version: 1, on: yes}\nx: *i\n").unwrap();
    /// let info = json!({"version": 1, "on": "yes"});
    /// assert_eq!(document.value, json!({"openapi": "3.1.0", "info": info, "x": info}));
    /// ```
    pub fn from_yaml(text: &str) -> Result<Self, FormatError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut builder = Builder::default();
        for event in Parser::new_from_str(text) {
            let (event, _) = event.map_err(|error| scan_error(&error))?;
            builder.process_event(event)?;
        }
        let mut documents = builder.documents;
        builder.document.value = match documents.len() {
            0 | 1 => documents.pop().unwrap_or_default(),
            _ => Value::Array(documents),
        };
        Ok(builder.document)
    }

    /// Returns the places of the values at the JSON Pointers `wanted` in the YAML text, and of their keys.
    ///
    /// Ranges are in bytes. A list or mapping in block style is the place at which it begins. A pointer that
    /// the text does not have itself (the value of an alias or a merge) is absent, and so is everything after
    /// an error of syntax.
    ///
    /// ```
    /// use std::collections::BTreeSet;
    /// use webagents_formats::Document;
    /// let text = "info:\n  title: Café\n  version: 1\n";
    /// let places = Document::yaml_places(text, &BTreeSet::from(["/info/version"]));
    /// let place = &places["/info/version"];
    /// assert_eq!((&text[place.value.clone()], &text[place.key.clone().unwrap()]), ("1", "version"));
    /// ```
    pub fn yaml_places(text: &str, wanted: &BTreeSet<&str>) -> BTreeMap<String, YamlPlace> {
        let mut builder = Builder::default();
        let mut places: BTreeMap<String, YamlPlace> = BTreeMap::new();
        let mut key = None;
        for event in Parser::new_from_str(text) {
            let Ok((event, span)) = event else { break };
            let is_node = matches!(
                event,
                Event::Scalar(..) | Event::SequenceStart(..) | Event::MappingStart(..) | Event::Alias(_)
            );
            let range = span.start.index()..span.end.index();
            if is_node && builder.expects_key() {
                key = Some(range);
            } else if is_node {
                let key = key.take();
                let place = builder.current_place();
                if wanted.contains(place.as_str()) {
                    places.entry(place).or_insert(YamlPlace { key, value: range });
                }
            }
            if builder.process_event(event).is_err() {
                break;
            }
        }
        in_bytes(text, places.values_mut());
        for YamlPlace { value, .. } in places.values_mut() {
            // A block scalar continues to the next key.
            value.end = value.start + text[value.clone()].trim_end().len();
        }
        places
    }
}

/// Place of a value and of its key in a YAML text, in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct YamlPlace {
    /// Bytes of the key; `None` for an element of a list.
    pub key: Option<Range<usize>>,
    /// Bytes of the value.
    pub value: Range<usize>,
}

/// Converts the parser's positions, which count characters, by one pass over the text.
fn in_bytes<'p>(text: &str, places: impl Iterator<Item = &'p mut YamlPlace>) {
    let ranges = places.flat_map(|place| place.key.iter_mut().chain([&mut place.value]));
    let mut positions: Vec<&mut usize> =
        ranges.flat_map(|range| [&mut range.start, &mut range.end]).collect();
    positions.sort_unstable();
    let mut bytes = text.char_indices().map(|(at, _)| at).enumerate().peekable();
    for position in positions {
        while bytes.next_if(|(characters, _)| *characters < *position).is_some() {}
        *position = bytes.peek().map_or(text.len(), |(_, byte)| *byte);
    }
}

fn scan_error(error: &ScanError) -> FormatError {
    let message = format!("expected YAML: line {}: {}", error.marker().line(), error.info());
    FormatError::new(FormatErrorKind::NotYaml, "", message)
}

/// Cost of a value.
#[derive(Debug, Clone, Copy, Default)]
struct Size {
    nodes: usize,
    bytes: usize,
}

/// List or mapping whose end the parser has not reached.
struct OpenCollection {
    open: Open,
    anchor: usize,
    /// Cost of the values before it.
    before: Size,
}

enum Open {
    List(Vec<Value>),
    Mapping {
        members: Map<String, Value>,
        /// The key that waits for its value, and whether it was written plain.
        key: Option<(String, bool)>,
        /// Mappings to merge (`<<`).
        merged: Vec<Value>,
    },
}

#[derive(Default)]
struct Builder {
    document: Document,
    documents: Vec<Value>,
    stack: Vec<OpenCollection>,
    anchors: HashMap<usize, (Value, Size)>,
    size: Size,
    /// Levels below one that is left out.
    skipped: usize,
}

impl Builder {
    fn process_event(&mut self, event: Event<'_>) -> Result<(), FormatError> {
        if self.skipped > 0 {
            match event {
                Event::SequenceStart(..) | Event::MappingStart(..) => self.skipped += 1,
                Event::SequenceEnd | Event::MappingEnd => self.skipped -= 1,
                _ => {}
            }
            return Ok(());
        }
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                let before = self.size;
                let plain = style == ScalarStyle::Plain;
                self.count_size(Size { nodes: 1, bytes: text.len() })?;
                if self.expects_key() {
                    self.set_key(text.into_owned(), plain);
                    return Ok(());
                }
                let value = match parse_scalar(text.as_ref(), plain, tag.as_deref()) {
                    Ok(value) => value,
                    Err(message) => {
                        let at = self.current_place();
                        self.document.add_fault(at, message.to_owned())
                    }
                };
                self.add_value(value, anchor, before)
            }
            Event::SequenceStart(anchor, _) => self.open_container(Open::List(Vec::new()), anchor),
            Event::MappingStart(anchor, _) => self
                .open_container(Open::Mapping { members: Map::new(), key: None, merged: Vec::new() }, anchor),
            Event::SequenceEnd | Event::MappingEnd => self.close_container(),
            Event::Alias(anchor) => {
                let Some((value, size)) = self.anchors.get(&anchor).cloned() else {
                    let message = "an alias within the value that it names, which no document can have";
                    return Err(FormatError::new(FormatErrorKind::NotYaml, self.current_place(), message));
                };
                self.count_size(size)?;
                if self.expects_key() {
                    self.set_key(value.as_str().map_or_else(|| value.to_string(), str::to_owned), false);
                    return Ok(());
                }
                self.add_value(value, 0, self.size)
            }
            Event::Nothing
            | Event::StreamStart
            | Event::StreamEnd
            | Event::DocumentStart(_)
            | Event::DocumentEnd => Ok(()),
        }
    }

    fn count_size(&mut self, more: Size) -> Result<(), FormatError> {
        self.size.nodes = self.size.nodes.saturating_add(more.nodes);
        self.size.bytes = self.size.bytes.saturating_add(more.bytes);
        if self.size.nodes > NODES || self.size.bytes > BYTES {
            let message = "the document is too large with its aliases written out";
            return Err(FormatError::new(FormatErrorKind::TooLarge, self.current_place(), message));
        }
        Ok(())
    }

    fn expects_key(&self) -> bool {
        matches!(self.stack.last(), Some(OpenCollection { open: Open::Mapping { key: None, .. }, .. }))
    }

    fn set_key(&mut self, text: String, plain: bool) {
        if let Some(OpenCollection { open: Open::Mapping { key, .. }, .. }) = self.stack.last_mut() {
            *key = Some((text, plain));
        }
    }

    fn open_container(&mut self, open: Open, anchor: usize) -> Result<(), FormatError> {
        if self.expects_key() {
            let message = "expected a text as the key of a mapping, found a list or a mapping";
            return Err(FormatError::new(FormatErrorKind::WrongKind, self.current_place(), message));
        }
        let before = self.size;
        self.count_size(Size { nodes: 1, bytes: 0 })?;
        if self.stack.len() == DEPTH {
            self.skipped = 1;
            let at = self.current_place();
            let value = self.document.add_fault(at, format!("more than {DEPTH} levels"));
            return self.add_value(value, 0, before);
        }
        self.stack.push(OpenCollection { open, anchor, before });
        Ok(())
    }

    fn close_container(&mut self) -> Result<(), FormatError> {
        let Some(frame) = self.stack.pop() else { return Ok(()) };
        let value = match frame.open {
            Open::List(values) => Value::Array(values),
            Open::Mapping { mut members, merged, .. } => {
                // Members of the mapping itself precede merged ones, and the first of these precedes the
                // second.
                for (name, value) in merged.into_iter().filter_map(into_map).flatten() {
                    members.entry(name).or_insert(value);
                }
                Value::Object(members)
            }
        };
        self.add_value(value, frame.anchor, frame.before)
    }

    /// Adds a value at a place that expects one.
    fn add_value(&mut self, value: Value, anchor: usize, before: Size) -> Result<(), FormatError> {
        if anchor > 0 {
            let size = Size {
                nodes: self.size.nodes.saturating_sub(before.nodes),
                bytes: self.size.bytes.saturating_sub(before.bytes),
            };
            // The copy is another value of the document.
            self.count_size(size)?;
            self.anchors.insert(anchor, (value.clone(), size));
        }
        let place = self.current_place();
        match self.stack.last_mut().map(|frame| &mut frame.open) {
            None => self.documents.push(value),
            Some(Open::List(values)) => values.push(value),
            Some(Open::Mapping { members, key, merged }) => {
                let Some((name, plain)) = key.take() else { return Ok(()) };
                if plain && name == "<<" && is_merge(&value) {
                    match value {
                        Value::Array(values) => merged.extend(values),
                        value => merged.push(value),
                    }
                } else if members.insert(name, value).is_some() {
                    self.document.add_fault(place, REPEATED.to_owned());
                }
            }
        }
        Ok(())
    }

    /// Returns the place of the next value.
    fn current_place(&self) -> String {
        let mut place = if self.documents.is_empty() {
            String::new()
        } else {
            pointer("", &self.documents.len().to_string())
        };
        for frame in &self.stack {
            place = match &frame.open {
                Open::List(values) => pointer(&place, &values.len().to_string()),
                Open::Mapping { key: Some((key, _)), .. } => pointer(&place, key),
                Open::Mapping { key: None, .. } => place,
            };
        }
        place
    }
}

fn into_map(value: Value) -> Option<Map<String, Value>> {
    if let Value::Object(map) = value { Some(map) } else { None }
}

/// Returns whether the value of a key `<<` can be merged: a mapping, or a list of mappings.
fn is_merge(value: &Value) -> bool {
    match value {
        Value::Object(_) => true,
        Value::Array(values) => !values.is_empty() && values.iter().all(Value::is_object),
        _ => false,
    }
}

/// The value of a scalar by the core schema.
fn parse_scalar(text: &str, plain: bool, tag: Option<&Tag>) -> Result<Value, &'static str> {
    let core = tag.filter(|tag| tag.is_yaml_core_schema()).map(|tag| tag.suffix.as_str());
    let resolved = match (core, tag) {
        (Some("null" | "bool" | "int" | "float"), _) => true,
        (_, Some(_)) => false,
        (_, None) => plain,
    };
    if !resolved {
        return Ok(text.into());
    }
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Ok(Value::Null),
        "true" | "True" | "TRUE" => return Ok(Value::Bool(true)),
        "false" | "False" | "FALSE" => return Ok(Value::Bool(false)),
        _ => {}
    }
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if matches!(digits, ".inf" | ".Inf" | ".INF") || matches!(text, ".nan" | ".NaN" | ".NAN") {
        return Err("a number that JSON cannot hold");
    }
    let radix = [("0x", 16), ("0o", 8)]
        .iter()
        .find_map(|(prefix, radix)| text.strip_prefix(prefix).map(|digits| (digits, *radix)));
    if let Some((digits, radix)) = radix {
        let number = u64::from_str_radix(digits, radix).ok().filter(|_| !digits.starts_with('+'));
        return Ok(number.map_or_else(|| text.into(), Value::from));
    }
    if !is_number(digits) {
        return Ok(text.into());
    }
    let whole = text.strip_prefix('+').unwrap_or(text);
    if let Ok(number) = whole.parse::<i64>() {
        return Ok(number.into());
    }
    if let Ok(number) = whole.parse::<u64>() {
        return Ok(number.into());
    }
    let number = whole.parse::<f64>().ok().and_then(Number::from_f64);
    number.map(Value::Number).ok_or("a number that JSON cannot hold")
}

/// `\.[0-9]+|[0-9]+(\.[0-9]*)?`, with an exponent or without.
fn is_number(text: &str) -> bool {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let exponent = exponent.is_none_or(|exponent| {
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        !exponent.is_empty() && digits(exponent)
    });
    exponent && digits(whole) && digits(part) && !(whole.is_empty() && part.is_empty())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &Value, faults: &[&str]) {
        let document = Document::from_yaml(text).unwrap();
        assert_eq!(&document.value, expected, "{text}");
        let found: Vec<String> = document.faults().map(ToString::to_string).collect();
        assert_eq!(found, faults, "{text}");
    }

    #[test]
    fn scalars_follow_the_core_schema() {
        check(
            "[~, null, true, False, yes, off, 2024-01-01, 12:30]",
            &json!([null, null, true, false, "yes", "off", "2024-01-01", "12:30"]),
            &[],
        );
        check(
            "[1, -2, +3, 0x1F, 0o17, 1.5, .5, 1., 1e3, 010, 18446744073709551615]",
            &json!([1, -2, 3, 31, 15, 1.5, 0.5, 1.0, 1000.0, 10, 18_446_744_073_709_551_615_u64]),
            &[],
        );
        check(
            "['1', \"true\", !!str 1, !!int '7', !other 1, 1_000, 0x, e5, .]",
            &json!(["1", "true", "1", 7, "1", "1_000", "0x", "e5", "."]),
            &[],
        );
    }

    #[test]
    fn keys_are_texts_and_merged() {
        check("200: a\ntrue: b\n? c\n: d\n", &json!({"200": "a", "true": "b", "c": "d"}), &[]);
        check(
            "x: &x {a: 1, b: 2}\ny:\n  <<: *x\n  b: 3\nz: {<<: [*x, {c: 4}], '<<': 5}\n",
            &json!({"x": {"a": 1, "b": 2}, "y": {"b": 3, "a": 1}, "z": {"<<": 5, "a": 1, "b": 2, "c": 4}}),
            &[],
        );
        check("--- 1\n--- 2\n", &json!([1, 2]), &[]);
        check("", &json!(null), &[]);
    }

    #[test]
    fn what_json_cannot_hold_is_a_fault() {
        check(
            "a: [1, .nan]\nb: 1e999\n",
            &json!({"a": [1, null], "b": null}),
            &["/a/1: a number that JSON cannot hold", "/b: a number that JSON cannot hold"],
        );
        check(
            "a: {x: 1, x: 2}\n",
            &json!({"a": {"x": 2}}),
            &["/a/x: expected one member of this name, found two; remove one of them"],
        );
        let deep = format!("a: {}{}\nb: 1\n", "- ".repeat(3_000), 1);
        let document = Document::from_yaml(&deep.replace("a: -", "a:\n -")).unwrap();
        assert_eq!((&document.value["b"], document.faults().count()), (&json!(1), 1));
    }

    #[test]
    fn places_are_bytes_of_the_text() {
        let text = "é: 'ü'\nlist:\n  - a: &x |\n      two\n      lines\n  - {b: *x}\nc: [1, \"e\"]\n";
        let wanted = BTreeSet::from([
            "/é",
            "/list",
            "/list/0/a",
            "/list/1",
            "/list/1/b",
            "/c/1",
            "/none",
            "/list/1/b/c",
        ]);
        let shown: Vec<String> = Document::yaml_places(text, &wanted)
            .into_iter()
            .map(|(pointer, place)| {
                format!("{pointer} {:?} {:?}", place.key.map(|key| &text[key]), &text[place.value])
            })
            .collect();
        insta::assert_snapshot!(shown.join("\n"));
        for broken in ["a: [1", "{[1]: 2}", "\t", "a: b: c", "é: 'ü"] {
            Document::yaml_places(broken, &BTreeSet::from(["/a"]));
        }
    }

    #[test]
    fn what_is_no_document_is_an_error() {
        for text in ["a: [1", "a: &x [*x]", "a: *x", "{[1]: 2}", "a: b: c"] {
            assert!(Document::from_yaml(text).is_err(), "{text}");
        }
    }

    #[test]
    fn aliases_cannot_multiply() {
        let mut text = String::from("l0: &l0 [x, x, x, x, x, x, x, x, x, x]\n");
        for level in 1..10 {
            let line = format!("l{level}: &l{level} [{}]\n", vec![format!("*l{}", level - 1); 10].join(", "));
            text.push_str(&line);
        }
        let error = Document::from_yaml(&text).unwrap_err();
        assert_eq!(error.kind, FormatErrorKind::TooLarge);
        let long = format!("a: &a {}\nb: [{}]\n", "x".repeat(1 << 20), vec!["*a"; 500].join(", "));
        assert_eq!(Document::from_yaml(&long).unwrap_err().kind, FormatErrorKind::TooLarge);
    }
}
