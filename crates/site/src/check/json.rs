//! Tool lists in JSON: their tools, and the places of their values in the text.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};
use webagents_formats::Document;
use webagents_manifest::{AnnotationSpec, Annotations, Span};
use webagents_text::TextKind;

use super::input::{Syntax, without_mark};
use super::view::{Field, Group, Inside, TextPlace, walk_schema};

/// Tools that are looked at; a list with more is cut.
const MOST: usize = 20_000;

/// The tools of a document of any format, and the text around them.
pub(super) fn find_groups(document: &Value) -> Vec<Group<'_>> {
    let mut out = Vec::new();
    if document.get("openapi").is_some() || document.get("swagger").is_some() {
        add_openapi(document, &mut out);
    } else {
        find_tools(document, "", 0, &mut out);
    }
    out.truncate(MOST);
    out
}

/// Members around tools whose texts a model reads: `instructions` of an MCP server, and the like.
const ABOUT: [&str; 3] = ["instructions", "description", "description_for_model"];

/// Adds the texts of some members of an object, which are about no single tool.
fn add_around<'v>(
    at: &str,
    members: impl Iterator<Item = (&'v String, &'v Value)>,
    out: &mut Vec<Group<'v>>,
) {
    let mut texts = Vec::new();
    for (name, value) in members {
        walk_member(name, value, &webagents_schema::pointer(at, name), &mut texts);
    }
    out.extend((!texts.is_empty()).then(|| prose_group(at, texts)));
}

fn prose_group<'v>(at: &str, texts: Vec<(TextKind, &'v str, TextPlace)>) -> Group<'v> {
    Group {
        name: String::new(),
        name_place: TextPlace::Value(at.to_owned()),
        is_tool: false,
        fields: to_fields(texts),
        annotations: Annotations::default(),
    }
}

/// Objects that declare a tool, wherever they are in a document.
fn find_tools<'v>(value: &'v Value, at: &str, depth: usize, out: &mut Vec<Group<'v>>) {
    /// Nesting of lists around tools: `result.tools[]`, `config.tools[].functionDeclarations[]`.
    const DEPTH: usize = 8;
    if depth > DEPTH {
        return;
    }
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                find_tools(item, &format!("{at}/{index}"), depth + 1, out);
            }
        }
        Value::Object(members) => {
            let declared = match members.get("function") {
                Some(Value::Object(function)) => Some((function, format!("{at}/function"))),
                _ => is_tool(members).then(|| (members, at.to_owned())),
            };
            match declared {
                Some((tool, pointer)) => out.push(tool_group(tool, &pointer, "name")),
                None => {
                    let about = members.iter().filter(|(name, _)| ABOUT.contains(&name.as_str()));
                    add_around(at, about, out);
                    for (name, value) in members {
                        find_tools(value, &webagents_schema::pointer(at, name), depth + 1, out);
                    }
                }
            }
        }
        _ => {}
    }
}

fn is_tool(members: &Map<String, Value>) -> bool {
    let has = |name: &str| members.contains_key(name);
    members.get("name").is_some_and(Value::is_string)
        && (has("description")
            || has("inputSchema")
            || has("input_schema")
            || has("parameters")
            || has("parametersJsonSchema")
            || has("annotations"))
}

/// The operations of an OpenAPI document, and its own texts.
fn add_openapi<'v>(document: &'v Value, out: &mut Vec<Group<'v>>) {
    const METHODS: [&str; 8] = ["get", "put", "post", "delete", "patch", "options", "head", "trace"];
    for (path, item) in document.get("paths").and_then(Value::as_object).into_iter().flatten() {
        let at = webagents_schema::pointer("/paths", path);
        let members = || item.as_object().into_iter().flatten();
        let is_operation =
            |(name, value): &(&String, &Value)| METHODS.contains(&name.as_str()) && value.is_object();
        for (method, operation) in members().filter(is_operation) {
            let operation = operation.as_object().into_iter();
            out.extend(
                operation.map(|operation| tool_group(operation, &format!("{at}/{method}"), "operationId")),
            );
        }
        // Those of all operations of the path.
        add_around(&at, members().filter(|member| !is_operation(member)), out);
    }
    for part in ["info", "components", "tags", "servers", "webhooks"] {
        if let Some(value) = document.get(part) {
            let (at, mut texts) = (format!("/{part}"), Vec::new());
            walk_schema(value, &at, Inside::Schema, &mut texts);
            out.push(prose_group(&at, texts));
        }
    }
}

fn to_fields(texts: Vec<(TextKind, &str, TextPlace)>) -> Vec<Field<'_>> {
    texts.into_iter().map(|(kind, text, place)| Field { kind, text: text.into(), place }).collect()
}

fn tool_group<'v>(tool: &'v Map<String, Value>, at: &str, name: &str) -> Group<'v> {
    let mut texts = Vec::new();
    for (member, value) in tool {
        let pointer = webagents_schema::pointer(at, member);
        walk_member(member, value, &pointer, &mut texts);
    }
    let hint = |known: &AnnotationSpec| {
        let hints = tool.get("annotations").and_then(Value::as_object)?;
        hints.get(known.name).or_else(|| hints.get(known.hint)).and_then(Value::as_bool)
    };
    let mut annotations = Annotations::default();
    for known in Annotations::KNOWN {
        if let Some(slot) = annotations.slot(known.name) {
            *slot = hint(&known);
        }
    }
    Group {
        name: tool.get(name).and_then(Value::as_str).unwrap_or_default().to_owned(),
        name_place: TextPlace::Value(webagents_schema::pointer(at, name)),
        is_tool: true,
        fields: to_fields(texts),
        annotations,
    }
}

fn walk_member<'v>(
    member: &str,
    value: &'v Value,
    pointer: &str,
    out: &mut Vec<(TextKind, &'v str, TextPlace)>,
) {
    match (member, value) {
        ("name" | "operationId", Value::String(text)) => {
            out.push((TextKind::Name, text, TextPlace::Value(pointer.to_owned())));
        }
        ("source" | "execute" | "type" | "strict" | "frameId" | "icons" | "security" | "tags", _) => {}
        ("parameters", Value::Array(_)) => walk_schema(value, pointer, Inside::Param, out),
        ("title", Value::String(text)) => {
            out.push((TextKind::Title, text, TextPlace::Value(pointer.to_owned())));
        }
        (_, Value::String(text)) => out.push((TextKind::Prose, text, TextPlace::Value(pointer.to_owned()))),
        ("annotations" | "_meta", value) => {
            let from = out.len();
            walk_schema(value, pointer, Inside::Schema, out);
            for (kind, ..) in &mut out[from..] {
                *kind = TextKind::Title;
            }
        }
        (_, value) => walk_schema(value, pointer, Inside::Schema, out),
    }
}

/// The spans of the values and names at some pointers.
pub(super) struct Spans {
    values: BTreeMap<String, Span>,
    keys: BTreeMap<String, Span>,
}

impl Spans {
    /// Finds `wanted` in the text of a document by one pass over it, and reads nothing for none.
    pub(super) fn find_spans(text: &str, syntax: Syntax, wanted: &BTreeSet<&str>) -> Self {
        let body = without_mark(text);
        let mut spans = match syntax {
            _ if wanted.is_empty() => Self { values: BTreeMap::new(), keys: BTreeMap::new() },
            Syntax::Json => Self::of_json(body, wanted),
            Syntax::Yaml => Self::of_yaml(body, wanted),
        };
        let mark = text.len() - body.len();
        for span in spans.values.values_mut().chain(spans.keys.values_mut()) {
            *span = Span::new(span.start + mark, span.end + mark);
        }
        spans
    }

    fn of_yaml(text: &str, wanted: &BTreeSet<&str>) -> Self {
        let mut spans = Self { values: BTreeMap::new(), keys: BTreeMap::new() };
        for (pointer, place) in Document::yaml_places(text, wanted) {
            let key = place.key.map(|key| (pointer.clone(), Span::new(key.start, key.end)));
            spans.keys.extend(key);
            spans.values.insert(pointer, Span::new(place.value.start, place.value.end));
        }
        spans
    }

    /// Finds `wanted` in JSON or JSON Lines.
    fn of_json(text: &str, wanted: &BTreeSet<&str>) -> Self {
        let first = Scanner::new(text).find_spans(wanted, None);
        match first {
            (spans, rest) if text[rest..].trim().is_empty() => spans,
            _ => {
                let mut spans = Self { values: BTreeMap::new(), keys: BTreeMap::new() };
                let mut at = 0;
                let mut index = 0;
                while !text[at..].trim().is_empty() {
                    let mut scanner = Scanner::new(text);
                    scanner.at = at;
                    let (more, rest) = scanner.find_spans(wanted, Some(index));
                    spans.values.extend(more.values);
                    spans.keys.extend(more.keys);
                    index += 1;
                    at = rest.max(at + 1);
                    while !text.is_char_boundary(at) {
                        at += 1;
                    }
                }
                spans
            }
        }
    }

    /// The span of a place; of the nearest value around it if it has none of its own.
    pub(super) fn span_of(&self, place: &TextPlace) -> Span {
        let (map, pointer) = match place {
            TextPlace::Span(span) => return *span,
            TextPlace::Value(pointer) => (&self.values, pointer),
            TextPlace::Key(pointer) => (&self.keys, pointer),
        };
        map.get(pointer).or_else(|| self.values.get(pointer)).copied().unwrap_or_default()
    }
}

/// A scanner of JSON that tracks its position and builds nothing.
struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

/// An object or array that is open.
struct Open {
    /// Length of the pointer before this value's members.
    pointer: usize,
    /// First byte of the value.
    start: usize,
    /// The index of the next element; none in an object.
    index: Option<usize>,
}

impl<'t> Scanner<'t> {
    fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    /// The spans of one value, and its end.
    fn find_spans(mut self, wanted: &BTreeSet<&str>, line: Option<usize>) -> (Spans, usize) {
        let mut spans = Spans { values: BTreeMap::new(), keys: BTreeMap::new() };
        let mut pointer = line.map_or_else(String::new, |line| format!("/{line}"));
        let mut open: Vec<Open> = Vec::new();
        let bytes = self.text.as_bytes();
        let mut key: Option<Span> = None;
        loop {
            while bytes
                .get(self.at)
                .is_some_and(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b',' | b':'))
            {
                self.at += 1;
            }
            let Some(&byte) = bytes.get(self.at) else { break };
            let start = self.at;
            if matches!(byte, b'}' | b']') {
                self.at += 1;
                if let Some(closed) = open.pop() {
                    pointer.truncate(closed.pointer);
                    if wanted.contains(pointer.as_str()) {
                        spans.values.insert(pointer.clone(), Span::new(closed.start, self.at));
                    }
                }
                if open.is_empty() {
                    break;
                }
                continue;
            }
            // The pointer of this value.
            let mut is_key = false;
            if let Some(parent) = open.last_mut() {
                if let Some(index) = &mut parent.index {
                    pointer.truncate(parent.pointer);
                    pointer.push('/');
                    pointer.push_str(&index.to_string());
                    *index += 1;
                } else if key.is_none() {
                    is_key = true;
                }
            }
            match byte {
                b'"' => {
                    self.skip_string();
                    let span = Span::new(start, self.at);
                    if is_key {
                        let base = open.last().map_or(0, |parent| parent.pointer);
                        pointer.truncate(base);
                        let name: String =
                            serde_json::from_str(&self.text[start..self.at]).unwrap_or_default();
                        pointer = webagents_schema::pointer(&pointer, &name);
                        if wanted.contains(pointer.as_str()) {
                            spans.keys.insert(pointer.clone(), span);
                        }
                        key = Some(span);
                        continue;
                    }
                    if wanted.contains(pointer.as_str()) {
                        spans.values.insert(pointer.clone(), span);
                    }
                }
                b'{' | b'[' => {
                    self.at += 1;
                    let index = (byte == b'[').then_some(0);
                    open.push(Open { pointer: pointer.len(), start, index });
                    key = None;
                    continue;
                }
                _ => {
                    let end = self.text[start..]
                        .find(|c: char| !(c.is_alphanumeric() || matches!(c, '+' | '-' | '.')));
                    self.at = end.map_or(self.text.len(), |end| start + end.max(1));
                    while !self.text.is_char_boundary(self.at) {
                        self.at += 1;
                    }
                    if wanted.contains(pointer.as_str()) {
                        spans.values.insert(pointer.clone(), Span::new(start, self.at));
                    }
                }
            }
            key = None;
            if open.is_empty() {
                break;
            }
        }
        (spans, self.at)
    }

    /// Moves to the end of a string.
    fn skip_string(&mut self) {
        let bytes = self.text.as_bytes();
        self.at += 1;
        while let Some(&byte) = bytes.get(self.at) {
            self.at += 1;
            match byte {
                b'"' => return,
                b'\\' => self.at = (self.at + 1).min(bytes.len()),
                _ => {}
            }
        }
        while !self.text.is_char_boundary(self.at) {
            self.at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_names_are_found() {
        let text = r#"{"tools": [{"name": "a", "x": {"p/q": [1, "two", {"k": null}]}}, {"name": "b\"c"}]}"#;
        let find = |pointer: &str| {
            let spans = Spans::of_json(text, &BTreeSet::from([pointer]));
            text[spans.span_of(&TextPlace::Value(pointer.to_owned())).range()].to_owned()
        };
        assert_eq!(find("/tools/0/name"), "\"a\"");
        assert_eq!(find("/tools/0/x/p~1q/1"), "\"two\"");
        assert_eq!(find("/tools/0/x/p~1q/2/k"), "null");
        assert_eq!(find("/tools/1/name"), r#""b\"c""#);
        assert_eq!(find("/tools/1"), r#"{"name": "b\"c"}"#);
        let spans = Spans::of_json(text, &BTreeSet::from(["/tools/0/x"]));
        assert_eq!(&text[spans.span_of(&TextPlace::Key("/tools/0/x".to_owned())).range()], "\"x\"");
        let lines = "{\"name\": \"a\"}\n{\"name\": \"b\"}\n";
        let spans = Spans::of_json(lines, &BTreeSet::from(["/1/name"]));
        assert_eq!(&lines[spans.span_of(&TextPlace::Value("/1/name".to_owned())).range()], "\"b\"");
        for broken in ["", "{", "[1,", "\"a", "\"\\", "}{", "{\"a\" 1 é", "nul", "é"] {
            Spans::of_json(broken, &BTreeSet::from(["/a"]));
        }
    }
}
