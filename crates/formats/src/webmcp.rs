//! WebMCP: the dictionaries of `document.modelContext.registerTool`.
//!
//! The specification's `ModelContextTool` and `RegisteredTool` of 2026-11, and what came before: Script Tools,
//! `provideContext({tools})`, schemas as JSON text (Chrome 149), the debugging protocol's `toolsAdded` with its
//! shorter names of annotations, and captures of any of them. Written as a list of dictionaries, without the
//! callback. `outputSchema` is part of WebMCP from Chrome 159 on; earlier versions ignore it.
//!
//! Members that are live objects, `execute` and `window`, are meaningless in a document and are left out.

use serde_json::{Value, json};

use super::annotations::{self, Vocabulary};
use super::document::Input;
use super::entry::{EntryReader, Output, Writer, find_entries};
use super::error::{FormatError, FormatErrorKind};
use super::imported::{Imported, read_all};
use super::mcp;
use webagents_schema::{Lossy, pointer};

const LISTS: [&[&str]; 3] = [&["tools"], &["params", "tools"], &["result", "tools"]];

pub(super) fn read_tools(document: Input<'_>) -> Result<Imported, FormatError> {
    let list = find_entries(document.value, &LISTS, |map| map.contains_key("name"))?;
    Ok(read_all(document, list, |at, map| {
        let (mut reader, mut interface) = EntryReader::new(at, map)?;
        // A browser answers with an empty title if a page gave none.
        interface.title = reader.take_text("title")?.filter(|title| !title.is_empty()).map(str::to_owned);
        if let Some(schema) = reader.take_member("inputSchema") {
            let at = pointer(&reader.at, "inputSchema");
            interface.input = match schema {
                Value::String(text) => {
                    let parsed = serde_json::from_str(text).map_err(|error| {
                        let message = format!("expected a schema, or one as JSON text: {error}");
                        FormatError::new(FormatErrorKind::NotJson, &at, message)
                    })?;
                    reader.read_shape(&parsed, &at, Output::No)?
                }
                schema => reader.read_shape(schema, &at, Output::No)?,
            };
        }
        interface.output = reader.take_schema(&["outputSchema"], Output::Yes)?;
        reader.take_member("execute");
        reader.take_member("window");
        mcp::read_annotations(&mut reader, &mut interface)?;
        annotations::remove_defaults(&mut interface.annotations);
        Ok(Lossy { value: Some(interface), losses: reader.losses })
    }))
}

pub(super) fn write_tools(tools: &mut [(Writer<'_>, String)]) -> Value {
    let list = tools.iter_mut().map(|(writer, name)| {
        let mut out = mcp::begin_tool(writer, name);
        if writer.interface.description.is_empty() {
            // A registration without a description is refused.
            out.insert("description".into(), writer.interface.name.as_str().into());
        }
        out.insert("inputSchema".into(), writer.write_input());
        if let Some(schema) = writer.write_output() {
            let schema = match schema {
                // The member is an object.
                Value::Bool(true) => json!({}),
                Value::Bool(false) => json!({"not": {}}),
                schema => schema,
            };
            out.insert("outputSchema".into(), schema);
        }
        mcp::end_tool(writer, Vocabulary::WebMcp, |_, _| true, &mut out);
        Value::Object(out)
    });
    Value::Array(list.collect())
}
