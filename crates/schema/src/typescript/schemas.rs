//! A manifest's tools that carry JSON Schemas, as interfaces.
//!
//! [`interface_of`](crate::interface_of) converts them; here its losses and errors become diagnostics with places in the
//! document.

use serde_json::Value;
use webagents_manifest::{Code, Text, Tool};

use super::types::Types;
use crate::interface::Interface;
use crate::json_schema::{self, ReadSchema};
use crate::json_text::json_problem;
use crate::manifest::{declared, lines};
use crate::shape::Shape;

/// The tool as an interface, when it has an input schema that can be read. Findings go to `types`.
pub(super) fn interface(types: &mut Types<'_>, tool: &Tool) -> Option<Interface> {
    let text = tool.schemas.input.as_ref();
    let input = read(types, "input schema", text, |spans| spans.input_schema, json_schema::read_arguments)?;
    Some(declared(tool, Some(input), lines(tool)))
}

/// The type of the output schema, as [`interface`] has the type of the input schema.
pub(super) fn result(types: &mut Types<'_>, tool: &Tool) -> Option<Shape> {
    let text = tool.schemas.output.as_ref();
    read(types, "output schema", text, |spans| spans.output_schema, json_schema::read_result)
}

/// The type of a schema; `None` without a schema that can be read.
fn read(
    types: &mut Types<'_>,
    what: &str,
    text: Option<&Text>,
    span: fn(&webagents_manifest::ToolSpans) -> Option<webagents_manifest::Span>,
    read: ReadSchema,
) -> Option<Shape> {
    let json = text?;
    let problem = match serde_json::from_str::<Value>(json) {
        Ok(schema @ Value::Object(_)) => match read(&schema) {
            Ok(shape) => return Some(shape.value),
            Err(error) => error.to_string(),
        },
        Ok(_) => "expected a JSON object".to_owned(),
        Err(error) => json_problem(json, &error),
    };
    types.report(Code::SchemaInvalid, what, span, text.and_then(Text::place), &problem);
    None
}
