//! Common parts of all formats: finding tools in a document, and reading and writing a tool's members.

use serde_json::{Map, Value};

use super::annotations::{self, Vocabulary};
use super::error::{FormatError, FormatErrorKind};
use super::options::ExportOptions;
use webagents_schema::Shape;
use webagents_schema::json_schema::{self, SchemaReadOptions};
use webagents_schema::{Action, Loss, pointer};
use webagents_schema::{CallStyle, Interface};

/// Tools of one document, at most.
const TOOLS: usize = 10_000;

/// Place of a tool's declaration, and the declaration, or the reason why it is not one.
pub(super) type Entry<'a> = (String, Result<&'a Map<String, Value>, FormatError>);

/// The tools of `value`: a list, an object that holds one under one of the paths, or one tool.
pub(super) fn find_entries<'a>(
    value: &'a Value,
    lists: &[&[&str]],
    is_tool: fn(&Map<String, Value>) -> bool,
) -> Result<Vec<Entry<'a>>, FormatError> {
    let (at, list) = match value {
        Value::Array(list) => (String::new(), list),
        Value::Object(map) => {
            let found = lists.iter().find_map(|path| {
                let mut at = String::new();
                let mut value = value;
                for step in *path {
                    value = value.as_object()?.get(*step)?;
                    at = pointer(&at, step);
                }
                Some((at, value))
            });
            match found {
                Some((at, Value::Array(list))) => (at, list),
                Some((at, other)) if !is_tool(map) => {
                    return Err(FormatError::wrong_kind(&at, "a list of tools", other));
                }
                _ if is_tool(map) => return Ok(vec![(String::new(), Ok(map))]),
                _ if lists.is_empty() => return Err(FormatError::wrong_kind("", "a list of tools", value)),
                _ => {
                    let known: Vec<String> =
                        lists.iter().map(|path| format!("`{}`", path.join("."))).collect();
                    let message = format!(
                        "no tools here: expected a list, a tool, or an object with {}",
                        known.join(" or ")
                    );
                    return Err(FormatError::new(FormatErrorKind::Missing, "", message));
                }
            }
        }
        other => {
            return Err(FormatError::wrong_kind("", "a list of tools, or an object that holds one", other));
        }
    };
    if list.len() > TOOLS {
        let message = format!("{} tools, and {TOOLS} are read at most: split the document", list.len());
        return Err(FormatError::new(FormatErrorKind::TooLarge, at, message));
    }
    let entry = |(index, value): (usize, &'a Value)| {
        let at = pointer(&at, &index.to_string());
        let map = match value {
            Value::Object(map) => Ok(map),
            other => Err(FormatError::wrong_kind(&at, "a tool, which is an object", other)),
        };
        (at, map)
    };
    Ok(list.iter().enumerate().map(entry).collect())
}

/// Reads the members of one tool, and remembers which of them were read.
pub(super) struct EntryReader<'a> {
    pub(super) at: String,
    map: &'a Map<String, Value>,
    read: Vec<&'static str>,
    /// The tool's name as losses have it.
    pub(super) tool: String,
    pub(super) losses: Vec<Loss>,
}

impl<'a> EntryReader<'a> {
    /// A tool must have a name.
    pub(super) fn new(at: String, map: &'a Map<String, Value>) -> Result<(Self, Interface), FormatError> {
        let mut reader = Self { at, map, read: Vec::new(), tool: String::new(), losses: Vec::new() };
        let Some(name) = reader.take_text("name")? else {
            let message = "a tool without `name`: every tool must have one";
            return Err(FormatError::new(FormatErrorKind::Missing, reader.at, message));
        };
        reader.tool = place_of(name);
        let mut interface = Interface::new(name);
        interface.call = CallStyle::Object;
        if let Some(text) = reader.take_text("description")? {
            text.clone_into(&mut interface.description);
        }
        Ok((reader, interface))
    }

    /// A member; null counts as absent.
    pub(super) fn take_member(&mut self, name: &'static str) -> Option<&'a Value> {
        self.read.push(name);
        self.map.get(name).filter(|value| !value.is_null())
    }

    /// A member that is a text.
    pub(super) fn take_text(&mut self, name: &'static str) -> Result<Option<&'a str>, FormatError> {
        match self.take_member(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => Err(FormatError::wrong_kind(&pointer(&self.at, name), "a string", other)),
        }
    }

    /// A schema as a member, by the first of its names that is there.
    pub(super) fn take_schema(
        &mut self,
        names: &[&'static str],
        output: Output,
    ) -> Result<Option<Shape>, FormatError> {
        let mut found = None;
        for name in names {
            let value = self.take_member(name);
            found = found.or(value.map(|value| (*name, value)));
        }
        let Some((name, value)) = found else { return Ok(None) };
        let at = pointer(&self.at, name);
        self.read_shape(value, &at, output).map(Some)
    }

    /// Reads the schema at `at`.
    pub(super) fn read_shape(
        &mut self,
        value: &Value,
        at: &str,
        output: Output,
    ) -> Result<Shape, FormatError> {
        let prefix = match output {
            Output::No => self.tool.clone(),
            Output::Yes => pointer(&self.tool, "outputSchema"),
        };
        if !value.is_object() && !value.is_boolean() {
            return Err(FormatError::wrong_kind(at, "a schema, which is an object", value));
        }
        let read = match output {
            Output::No => json_schema::read_arguments(value),
            Output::Yes => json_schema::read(value, &SchemaReadOptions::tool()),
        };
        let read = read.map_err(|error| FormatError::of_schema(at, error))?;
        self.losses.extend(with_prefix(&prefix, read.losses));
        Ok(read.value)
    }

    /// Members that nothing has read.
    pub(super) fn other_members(&self) -> Map<String, Value> {
        let unread =
            self.map.iter().filter(|(name, value)| !self.read.contains(&name.as_str()) && !value.is_null());
        unread.map(|(name, value)| (name.clone(), value.clone())).collect()
    }
}

/// Distinction of schemas of results from other schemas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Output {
    No,
    Yes,
}

/// A tool's name at the beginning of the pointer of a loss.
pub(super) fn place_of(name: &str) -> String {
    let mut out = pointer("", name);
    out.remove(0);
    out
}

pub(super) fn with_prefix(prefix: &str, losses: Vec<Loss>) -> impl Iterator<Item = Loss> {
    losses.into_iter().map(move |mut loss| {
        loss.pointer.insert_str(0, prefix);
        loss
    })
}

/// Writes the members of one tool.
pub(super) struct Writer<'a> {
    pub(super) interface: &'a Interface,
    pub(super) options: &'a ExportOptions,
    /// The tool's name as losses have it: the one of the source.
    pub(super) tool: String,
    pub(super) losses: Vec<Loss>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(interface: &'a Interface, options: &'a ExportOptions) -> Self {
        Self { interface, options, tool: place_of(&interface.name), losses: Vec::new() }
    }

    pub(super) fn add_loss(
        &mut self,
        keyword: &str,
        value: Value,
        action: Action,
        message: impl Into<String>,
    ) {
        self.losses.push(Loss::new(self.tool.clone(), keyword, value, action, message));
    }

    /// The schema of the arguments, in full JSON Schema.
    pub(super) fn write_input(&mut self) -> Value {
        let written = json_schema::write(&self.interface.input, &json_schema::SchemaWriteOptions::default());
        self.losses.extend(with_prefix(&self.tool, written.losses));
        written.value
    }

    /// The schema of the result, in full JSON Schema.
    pub(super) fn write_output(&mut self) -> Option<Value> {
        let written =
            json_schema::write(self.interface.output.as_ref()?, &json_schema::SchemaWriteOptions::default());
        self.losses.extend(with_prefix(&pointer(&self.tool, "outputSchema"), written.losses));
        Some(written.value)
    }

    /// The name, the title and the description.
    pub(super) fn begin_tool(&self, name: &str, title: Option<&str>) -> Map<String, Value> {
        let description = Some(self.interface.description.as_str()).filter(|text| !text.is_empty());
        let members = [("name", Some(name)), ("title", title), ("description", description)];
        members.into_iter().filter_map(|(key, text)| Some((key.to_owned(), text?.into()))).collect()
    }

    /// Adds the members that a format without annotations knows, and reports the annotations as lost.
    pub(super) fn end_tool(&mut self, known: &[&str], out: &mut Map<String, Value>) {
        annotations::write_annotations(
            &self.interface.annotations,
            Vocabulary::None,
            &self.tool,
            &mut self.losses,
        );
        self.known_extra(known, out);
    }

    /// Reports that the provider's part of JSON Schema cannot express the arguments.
    pub(super) fn no_input(&mut self, error: &dyn std::fmt::Display) {
        self.add_loss(
            "inputSchema",
            Value::Null,
            Action::Dropped,
            format!("the arguments are not described: {error}"),
        );
    }

    /// Reports that the format has no results.
    pub(super) fn no_output(&mut self) {
        if let Some(shape) = &self.interface.output {
            let written = json_schema::write(shape, &json_schema::SchemaWriteOptions::default()).value;
            self.add_loss("outputSchema", written, Action::Dropped, "the format does not describe results");
        }
    }

    /// Reports that the format has no titles.
    pub(super) fn no_title(&mut self) {
        if let Some(title) = &self.interface.title {
            self.add_loss(
                "title",
                title.as_str().into(),
                Action::Dropped,
                "the format has no names for people",
            );
        }
    }

    /// The members of the source's declaration that this format knows; others are lost.
    fn known_extra(&mut self, known: &[&str], out: &mut Map<String, Value>) {
        for (name, value) in &self.interface.extra {
            if known.contains(&name.as_str()) {
                out.entry(name.clone()).or_insert_with(|| value.clone());
            } else if name == "annotations" {
                for (name, value) in value.as_object().into_iter().flatten() {
                    let at = pointer(&self.tool, "annotations");
                    self.losses.push(Loss::new(
                        at,
                        name,
                        value.clone(),
                        Action::Dropped,
                        "the format has no annotations",
                    ));
                }
            } else if !MODES.contains(&name.as_str()) {
                self.add_loss(name, value.clone(), Action::Dropped, "the format does not know this member");
            }
        }
    }
}

/// Members that set a provider's decoding, which the output format decides.
pub(super) const MODES: [&str; 2] = ["strict", "type"];

/// The names in an object schema's `required`.
pub(super) fn required_names(schema: &Map<String, Value>) -> impl Iterator<Item = &str> {
    schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
}
