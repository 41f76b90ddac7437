//! MCP: the result of `tools/list`.
//!
//! Specification 2025-11-25, `Tool`. Read as `{"tools": […]}`, as the JSON-RPC response around it, as a bare
//! list and as a single tool; written as `{"tools": […]}`. `_meta`, `icons`, `execution` and whatever else a
//! server says are kept in [`Interface::extra`] and written back.

use serde_json::{Map, Value, json};

use super::annotations::{self, Vocabulary};
use super::entry::{MODES, Output, Reader, Writer, entries};
use super::error::FormatError;
use super::{Written, read_all};
use crate::interface::Interface;
use crate::loss::Lossy;

const LISTS: [&[&str]; 3] = [&["tools"], &["result", "tools"], &["params", "tools"]];

pub(super) fn read(value: &Value) -> Result<Lossy<Vec<Interface>>, FormatError> {
    let list = entries(value, &LISTS, |map| map.contains_key("name"))?;
    read_all(list, |at, map| {
        let (mut reader, mut interface) = Reader::new(at, map)?;
        interface.title = reader.text("title")?.map(str::to_owned);
        if let Some(shape) = reader.schema(&["inputSchema"], Output::No)? {
            interface.input = shape;
        }
        interface.output = reader.schema(&["outputSchema"], Output::Yes)?;
        read_annotations(&mut reader, &mut interface)?;
        Ok(Lossy { value: Some(interface), losses: reader.losses })
    })
}

/// The member `annotations`, and what remains of the declaration.
pub(super) fn read_annotations(
    reader: &mut Reader<'_>,
    interface: &mut Interface,
) -> Result<(), FormatError> {
    let member = reader.member("annotations");
    let read = annotations::read(member, &reader.at, &reader.tool, &mut reader.losses)?;
    interface.annotations = read.annotations;
    interface.extra = reader.rest();
    if interface.title.is_none() {
        interface.title = read.rest.get("title").and_then(Value::as_str).map(str::to_owned);
    }
    if !read.rest.is_empty() {
        interface.extra.insert("annotations".into(), Value::Object(read.rest));
    }
    Ok(())
}

pub(super) fn write(tools: &mut [(Writer<'_>, String)]) -> Written {
    let list = tools.iter_mut().map(|(writer, name)| {
        let mut out = begin(writer, name);
        out.insert("inputSchema".into(), writer.input());
        if let Some(schema) = writer.output() {
            out.insert("outputSchema".into(), schema);
        }
        let vocabulary = if writer.beyond() { Vocabulary::All } else { Vocabulary::Mcp };
        end(writer, vocabulary, &mut out);
        Value::Object(out)
    });
    json!({"tools": list.collect::<Vec<_>>()})
}

/// Name, title and description.
pub(super) fn begin(writer: &Writer<'_>, name: &str) -> Map<String, Value> {
    let interface = writer.interface;
    let mut out = Map::new();
    out.insert("name".into(), name.into());
    let within =
        interface.extra.get("annotations").and_then(|rest| rest.get("title")).and_then(Value::as_str);
    if let Some(title) = interface.title.as_deref().filter(|title| within != Some(title)) {
        out.insert("title".into(), title.into());
    }
    if !interface.description.is_empty() {
        out.insert("description".into(), interface.description.as_str().into());
    }
    out
}

/// Annotations, and the members that were kept.
pub(super) fn end(writer: &mut Writer<'_>, vocabulary: Vocabulary, out: &mut Map<String, Value>) {
    let interface = writer.interface;
    let mut hints = annotations::write(&interface.annotations, vocabulary, &writer.tool, &mut writer.losses);
    for (name, value) in interface.extra.get("annotations").and_then(Value::as_object).into_iter().flatten() {
        hints.entry(name.clone()).or_insert_with(|| value.clone());
    }
    if !hints.is_empty() {
        out.insert("annotations".into(), Value::Object(hints));
    }
    for (name, value) in &interface.extra {
        if !MODES.contains(&name.as_str()) {
            out.entry(name.clone()).or_insert_with(|| value.clone());
        }
    }
}
