//! OpenAI: function tools of the Responses API and of Chat Completions, plain and strict.
//!
//! Responses: `{"type": "function", "name", "description", "parameters", "strict"}`; Chat Completions have
//! all but `type` in a member `function`. Read in both forms, and in the form of the old `functions`; other
//! tools, such as `web_search`, have no interface of their own and are left out with a loss. A tool that
//! strict mode cannot take is written with `strict: false`, with a loss.

use serde_json::{Map, Value, json};

use super::document::Input;
use super::entry::{EntryReader, Output, Writer, find_entries, with_prefix};
use super::error::FormatError;
use super::imported::{Imported, read_all, skip_tool};
use super::provider::engine::write_variant;
use super::provider::rules::{self, Rules};
use webagents_schema::{Action, Lossy};

const LISTS: [&[&str]; 2] = [&["tools"], &["functions"]];
/// Members of a function tool that are not an interface's (`openai` 6.49.0, `FunctionTool`).
const KNOWN: [&str; 2] = ["allowed_callers", "defer_loading"];

/// Which of the two APIs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Api {
    Responses,
    Chat,
}

pub(super) fn read_tools(document: Input<'_>) -> Result<Imported, FormatError> {
    let list =
        find_entries(document.value, &LISTS, |map| map.contains_key("name") || map.contains_key("function"))?;
    Ok(read_all(document, list, |at, map| {
        if map.get("type").and_then(Value::as_str).is_some_and(|ty| ty != "function") {
            return Ok(skip_tool(&at, map));
        }
        let (at, map) = match map.get("function") {
            None => (at, map),
            Some(Value::Object(function)) => (format!("{at}/function"), function),
            Some(other) => {
                return Err(FormatError::wrong_kind(&format!("{at}/function"), "an object", other));
            }
        };
        let (mut reader, mut interface) = EntryReader::new(at, map)?;
        if let Some(shape) = reader.take_schema(&["parameters"], Output::No)? {
            interface.input = shape;
        }
        interface.output = reader.take_schema(&["output_schema"], Output::Yes)?;
        if map.get("output_schema").is_some_and(is_empty) {
            interface.output = None;
        }
        interface.extra = reader.other_members();
        interface.extra.shift_remove("type");
        Ok(Lossy { value: Some(interface), losses: reader.losses })
    }))
}

pub(super) fn write_tools(tools: &mut [(Writer<'_>, String)], api: Api, rules: &'static Rules) -> Value {
    let list = tools.iter_mut().map(|(writer, name)| {
        let mut function = writer.begin_tool(name, None);
        let (parameters, strict) = write_parameters(writer, rules);
        function.insert("parameters".into(), parameters);
        function.insert("strict".into(), Value::Bool(strict));
        writer.no_title();
        match api {
            Api::Chat => writer.no_output(),
            Api::Responses => {
                if let Some(schema) = writer.write_output().filter(|schema| !is_empty(schema)) {
                    function.insert("output_schema".into(), schema);
                }
            }
        }
        writer.end_tool(&KNOWN, &mut function);
        match api {
            Api::Chat => json!({"type": "function", "function": function}),
            Api::Responses => {
                let mut out = Map::new();
                out.insert("type".into(), "function".into());
                out.extend(function);
                Value::Object(out)
            }
        }
    });
    Value::Array(list.collect())
}

/// Returns whether a schema accepts every value and describes none, as an absent one.
fn is_empty(schema: &Value) -> bool {
    schema == &Value::Bool(true) || schema.as_object().is_some_and(Map::is_empty)
}

/// The schema, and whether it is a strict one.
fn write_parameters(writer: &mut Writer<'_>, rules: &'static Rules) -> (Value, bool) {
    let schema = writer.write_input();
    let reason = match write_variant(&schema, rules) {
        Ok(written) if written.unusable_at.is_none() => {
            writer.losses.extend(with_prefix(&writer.tool, written.losses));
            return (written.value, !rules.is_whole);
        }
        Ok(_) => "an object of free form".to_owned(),
        Err(error) => error.to_string(),
    };
    writer.add_loss("strict", Value::Bool(true), Action::Widened, format!("not strict, because of {reason}"));
    match write_variant(&schema, &rules::OPENAI) {
        Ok(written) => {
            writer.losses.extend(with_prefix(&writer.tool, written.losses));
            (written.value, false)
        }
        // Without strictness nothing is unrepresentable.
        Err(_) => (schema, false),
    }
}
