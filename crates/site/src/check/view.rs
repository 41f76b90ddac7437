//! Input of rules: the tools of any source, with the place of each text.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;
use serde_json::{Map, Value};
use webagents_manifest::{Annotations, Parsed, Severity, Span, Text};
use webagents_text::TextKind;

use super::finding::{Finding, Fix};
use super::rule::Rule;

/// Place of a text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum TextPlace {
    /// In the source.
    Span(Span),
    /// A value of a JSON document, by its pointer.
    Value(String),
    /// The name of a member, by the pointer of its value.
    Key(String),
}

/// A text of a tool.
#[derive(Debug)]
pub(super) struct Field<'a> {
    pub(super) kind: TextKind,
    pub(super) text: Cow<'a, str>,
    pub(super) place: TextPlace,
}

/// A tool, or the prose of a site.
#[derive(Debug)]
pub(super) struct Group<'a> {
    /// The tool's name; empty for prose.
    pub(super) name: String,
    pub(super) name_place: TextPlace,
    pub(super) is_tool: bool,
    pub(super) fields: Vec<Field<'a>>,
    pub(super) annotations: Annotations,
}

impl Group<'_> {
    /// The texts of one kind.
    pub(super) fn fields_of(&self, kind: TextKind) -> impl Iterator<Item = &Field<'_>> {
        self.fields.iter().filter(move |field| field.kind == kind)
    }
}

/// A finding whose place is not a span yet.
#[derive(Debug, Clone)]
pub(super) struct Raw {
    pub(super) rule: &'static Rule,
    pub(super) severity: Severity,
    pub(super) place: TextPlace,
    pub(super) message: String,
    pub(super) tool: String,
    pub(super) fix: Option<Fix>,
}

impl Raw {
    pub(super) fn new(rule: &'static Rule, place: TextPlace, message: impl Into<String>) -> Self {
        Self { rule, severity: rule.severity, place, message: message.into(), tool: String::new(), fix: None }
    }

    pub(super) fn of_tool(mut self, name: &str) -> Self {
        name.clone_into(&mut self.tool);
        self
    }

    pub(super) fn at_span(self, span: Span) -> Finding {
        let mut finding = Finding::new(self.rule, span, self.message).of_tool(&self.tool);
        finding.severity = self.severity;
        finding.fix = self.fix;
        finding
    }
}

/// The groups of a manifest: its prose and its tools.
pub(super) fn of_manifest(parsed: &Parsed) -> Vec<Group<'_>> {
    let manifest = &parsed.manifest;
    let source = parsed.content.as_str();
    let mut prose = Group {
        name: String::new(),
        name_place: TextPlace::Span(Span::default()),
        is_tool: false,
        fields: Vec::new(),
        annotations: Annotations::default(),
    };
    let start = Span::default();
    let mut places = Places::new(source, Span::new(0, source.len()), start);
    for text in [&manifest.name, &manifest.description] {
        push_text(&mut prose, TextKind::Prose, text, places.span_of(text));
    }
    let mut places = Places::new(source, Span::new(0, source.len()), start);
    for text in manifest.sections.iter().flat_map(|section| [&section.heading, &section.text]) {
        push_text(&mut prose, TextKind::Prose, text, places.span_of(text));
    }
    let mut groups = vec![prose];
    for (at, tool) in manifest.tools.iter().enumerate() {
        let spans = parsed.source_map.tools.get(at);
        let block = spans.map_or(start, |spans| spans.block);
        let name = spans.map_or(block, |spans| spans.name);
        let mut places = Places::new(source, block, name);
        let mut group = Group {
            name: tool.name.to_string(),
            name_place: TextPlace::Span(name),
            is_tool: true,
            fields: Vec::new(),
            annotations: tool.annotations.clone(),
        };
        if let Some(title) = &tool.title {
            push_text(&mut group, TextKind::Title, title, title.place().unwrap_or(block));
        }
        let described = Places::new(source, block, name).span_of(&tool.description);
        push_text(&mut group, TextKind::Prose, &tool.description, described);
        for (index, param) in tool.params.iter().enumerate() {
            let line = spans.and_then(|spans| spans.params.get(index)).map_or(block, |spans| spans.line);
            let text = Cow::Borrowed(param.name.as_str());
            group.fields.push(Field { kind: TextKind::ParamName, text, place: TextPlace::Span(line) });
            let next =
                spans.and_then(|spans| spans.params.get(index + 1)).map_or(block.end, |next| next.line.start);
            let below = Span::new(line.start, next.max(line.end));
            let described = Places::new(source, below, line).span_of(&param.description);
            push_text(&mut group, TextKind::ParamProse, &param.description, described);
            let place = |text: &Text| text.place().unwrap_or(line);
            if param.ty.contains(['"', '\'', '/']) {
                push_text(&mut group, TextKind::Value, &param.ty, place(&param.ty));
            }
            if let Some(default) = &param.default {
                push_text(&mut group, TextKind::Value, default, place(default));
            }
            for constraint in &param.constraints {
                push_text(&mut group, TextKind::Pattern, &constraint.value, place(&constraint.value));
            }
            for modifier in &param.unknown_modifiers {
                push_text(&mut group, TextKind::Value, modifier, place(modifier));
            }
        }
        for code in [&tool.returns, &tool.sample_code].into_iter().chain(&tool.more_samples) {
            let place = places.span_of(code);
            push_text(&mut group, TextKind::Code, code, place);
            push_texts_of_code(&mut group, code, place);
        }
        let mut places = Places::new(source, block, name);
        for text in tool.notes.iter().flat_map(|note| [&note.heading, &note.text]) {
            push_text(&mut group, TextKind::Prose, text, places.span_of(text));
        }
        for item in &tool.annotations.unknown {
            push_text(&mut group, TextKind::Prose, item, item.place().unwrap_or(block));
        }
        let schemas = [
            (&tool.schemas.input, spans.and_then(|spans| spans.input_schema)),
            (&tool.schemas.output, spans.and_then(|spans| spans.output_schema)),
        ];
        for (schema, span) in schemas {
            let Some(schema) = schema else { continue };
            let span = span.or_else(|| schema.place()).unwrap_or(block);
            if let Ok(value) = serde_json::from_str::<Value>(schema) {
                let mut texts = Vec::new();
                walk_schema(&value, "", Inside::Schema, &mut texts);
                group.fields.extend(texts.into_iter().map(|(kind, text, _)| Field {
                    kind,
                    text: text.to_owned().into(),
                    place: TextPlace::Span(span),
                }));
            }
        }
        groups.push(group);
    }
    groups
}

fn push_text<'a>(group: &mut Group<'a>, kind: TextKind, text: &'a Text, place: Span) {
    if !text.is_empty() {
        let place = TextPlace::Span(place);
        group.fields.push(Field { kind, text: Cow::Borrowed(text.as_str()), place });
    }
}

/// The places of texts that follow each other in a part of a document.
///
/// A text that the parser changed, such as its line ends or its indent, has no place of its own: its lines are searched for.
struct Places<'s> {
    source: &'s str,
    /// The text that is left to search.
    rest: Span,
    /// Searches that may still find nothing: each looks at all that is left.
    searches: usize,
    /// Place of a text that is not found.
    fallback: Span,
}

impl<'s> Places<'s> {
    const fn new(source: &'s str, rest: Span, fallback: Span) -> Self {
        Self { source, rest, searches: 8, fallback }
    }

    /// Returns the place of the next text.
    fn span_of(&mut self, text: &Text) -> Span {
        let place = text.place().or_else(|| self.search_text(text));
        if let Some(place) = place {
            self.rest.start = place.end.clamp(self.rest.start, self.rest.end);
        } else if !text.is_empty() {
            self.searches = self.searches.saturating_sub(1);
        }
        place.unwrap_or(self.fallback)
    }

    fn search_text(&self, text: &str) -> Option<Span> {
        let rest = self.source.get(self.rest.range()).filter(|_| self.searches > 0)?;
        let mut found: Option<Span> = None;
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let from = found.map_or(0, |found| found.end);
            let start = from + rest.get(from..)?.find(line)?;
            found = Some(Span::new(found.map_or(start, |found| found.start), start + line.len()));
        }
        found.map(|found| Span::new(self.rest.start + found.start, self.rest.start + found.end))
    }
}

/// Adds the comments and the string literals of sample code or of a type.
///
/// A model reads them as it reads prose. A type that is in fact a sentence is prose as a whole.
fn push_texts_of_code<'a>(group: &mut Group<'a>, code: &'a Text, place: Span) {
    static TEXTS: LazyLock<Option<Regex>> = LazyLock::new(|| {
        let comments = r"//[^\n]*|(?s:/\*.*?(?:\*/|$))|<!--(?s:.*?(?:-->|$))";
        let literals = r#""(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`(?s:\\.|[^`\\])*`?"#;
        Regex::new(&format!("{comments}|{literals}")).ok()
    });
    let place = TextPlace::Span(place);
    let mut add = |kind, text: &'a str| {
        if text.contains(char::is_whitespace) || !text.is_ascii() {
            group.fields.push(Field { kind, text: Cow::Borrowed(text), place: place.clone() });
        }
    };
    if !code.contains(['{', '}', '<', '(', '|', ':', ';', '=']) {
        add(TextKind::Prose, code);
        return;
    }
    for found in TEXTS.as_ref().into_iter().flat_map(|texts| texts.find_iter(code)) {
        let text = found.as_str();
        if text.starts_with(['"', '\'', '`']) {
            add(TextKind::Value, text.trim_matches(['"', '\'', '`']));
        } else {
            add(TextKind::Prose, text.trim_matches(['/', '*', '<', '>', '!', '-']).trim());
        }
    }
}

/// Surroundings of a JSON value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Inside {
    /// A declaration: an object with a name and a description.
    Tool,
    /// A schema.
    Schema,
    /// The members `properties` of a schema.
    Properties,
    /// The schema of a parameter.
    Param,
    /// A value.
    Value,
}

/// Every text of a JSON value with its kind and its place.
pub(super) fn walk_schema<'v>(
    value: &'v Value,
    at: &str,
    inside: Inside,
    out: &mut Vec<(TextKind, &'v str, TextPlace)>,
) {
    match value {
        Value::String(text) => {
            let kind = if inside == Inside::Value { TextKind::Value } else { TextKind::Prose };
            out.push((kind, text, TextPlace::Value(at.to_owned())));
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                walk_schema(item, &format!("{at}/{index}"), inside, out);
            }
        }
        Value::Object(members) => walk_object(members, at, inside, out),
        _ => {}
    }
}

fn walk_object<'v>(
    members: &'v Map<String, Value>,
    at: &str,
    inside: Inside,
    out: &mut Vec<(TextKind, &'v str, TextPlace)>,
) {
    for (name, value) in members {
        let pointer = webagents_schema::pointer(at, name);
        if inside == Inside::Value {
            out.push((TextKind::Value, name, TextPlace::Key(pointer.clone())));
            walk_schema(value, &pointer, inside, out);
            continue;
        }
        if inside == Inside::Properties {
            let is_definition = at.ends_with("/$defs") || at.ends_with("/definitions");
            let kind = if is_definition { TextKind::DefinitionName } else { TextKind::ParamName };
            out.push((kind, name, TextPlace::Key(pointer.clone())));
            walk_schema(value, &pointer, Inside::Param, out);
            continue;
        }
        let in_param = inside == Inside::Param;
        match (name.as_str(), value) {
            ("type" | "format" | "$ref" | "$schema" | "$id" | "required" | "contentEncoding" | "in", _) => {}
            ("name" | "operationId", Value::String(text)) if in_param || inside == Inside::Tool => {
                let kind = if in_param { TextKind::ParamName } else { TextKind::Name };
                out.push((kind, text, TextPlace::Value(pointer)));
            }
            ("pattern", Value::String(text)) => {
                out.push((TextKind::Pattern, text, TextPlace::Value(pointer)));
            }
            (
                "description" | "title" | "summary" | "$comment" | "markdownDescription",
                Value::String(text),
            ) => {
                let kind = if in_param { TextKind::ParamProse } else { TextKind::Prose };
                out.push((kind, text, TextPlace::Value(pointer)));
            }
            ("default" | "const" | "enum" | "examples" | "example" | "enumNames", value) => {
                walk_schema(value, &pointer, Inside::Value, out);
            }
            ("properties" | "$defs" | "definitions" | "patternProperties", Value::Object(members)) => {
                walk_object(members, &pointer, Inside::Properties, out);
            }
            ("parameters", Value::Array(_)) => walk_schema(value, &pointer, Inside::Param, out),
            (
                "inputSchema" | "input_schema" | "parameters" | "schema" | "outputSchema" | "output_schema",
                Value::String(text),
            ) => {
                // WebMCP gives schemas as text.
                out.push((
                    if in_param { TextKind::ParamProse } else { TextKind::Prose },
                    text,
                    TextPlace::Value(pointer),
                ));
            }
            (
                "inputSchema" | "input_schema" | "parameters" | "schema" | "outputSchema" | "output_schema",
                _,
            ) => {
                walk_schema(value, &pointer, if in_param { inside } else { Inside::Schema }, out);
            }
            (_, value) => walk_schema(value, &pointer, inside, out),
        }
    }
}
