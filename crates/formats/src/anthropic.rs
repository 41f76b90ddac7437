//! Anthropic: the tools of the Messages API, plain and strict.
//!
//! `{"name", "description", "input_schema"}`, and `strict: true` if the schema binds the model. The tools of
//! a request share limits of strict mode: 20 tools, 24 optional parameters, 16 parameters with alternatives.
//! A tool above them, or one that strict mode would make useless, is written without `strict`, with a loss.
//! Tools of the service itself, such as `web_search`, are left out with a loss when read.

use serde_json::{Map, Value, json};

use super::document::Input;
use super::entry::{EntryReader, Output, Writer, find_entries, with_prefix};
use super::error::FormatError;
use super::imported::{Imported, read_all, skip_tool};
use super::provider::engine::write_variant;
use super::provider::rules;
use webagents_schema::{Action, Lossy};

/// Members of a tool that are not an interface's (`@anthropic-ai/sdk` 1.11.0, `Tool`).
const KNOWN: [&str; 5] =
    ["allowed_callers", "cache_control", "defer_loading", "eager_input_streaming", "input_examples"];

const STRICT_TOOLS: usize = 20;
const OPTIONAL: usize = 24;
const UNIONS: usize = 16;

pub(super) fn read_tools(document: Input<'_>) -> Result<Imported, FormatError> {
    let list = find_entries(document.value, &[&["tools"]], |map| map.contains_key("name"))?;
    Ok(read_all(document, list, |at, map| {
        let own = map.get("type").and_then(Value::as_str).is_some_and(|ty| ty != "custom");
        if own && !map.contains_key("input_schema") {
            return Ok(skip_tool(&at, map));
        }
        let (mut reader, mut interface) = EntryReader::new(at, map)?;
        if let Some(shape) = reader.take_schema(&["input_schema"], Output::No)? {
            interface.input = shape;
        }
        interface.extra = reader.other_members();
        interface.extra.shift_remove("type");
        Ok(Lossy { value: Some(interface), losses: reader.losses })
    }))
}

/// Totals over the strict tools of a request.
#[derive(Debug, Default, Clone, Copy)]
struct Strict {
    tools: usize,
    optional: usize,
    unions: usize,
}

pub(super) fn write_tools(tools: &mut [(Writer<'_>, String)], is_strict: bool) -> Value {
    let mut used = Strict::default();
    let list = tools.iter_mut().map(|(writer, name)| {
        let mut out = writer.begin_tool(name, None);
        let schema = writer.write_input();
        let strict = if is_strict { strict_schema(writer, &schema, &mut used) } else { None };
        if let Some(schema) = strict {
            out.insert("input_schema".into(), schema);
            out.insert("strict".into(), Value::Bool(true));
        } else {
            let plain = match write_variant(&schema, &rules::ANTHROPIC) {
                Ok(plain) => {
                    writer.losses.extend(with_prefix(&writer.tool, plain.losses));
                    plain.value
                }
                Err(error) => {
                    writer.no_input(&error);
                    // The service refuses a tool without a schema.
                    json!({"type": "object"})
                }
            };
            out.insert("input_schema".into(), plain);
        }
        writer.no_title();
        writer.no_output();
        writer.end_tool(&KNOWN, &mut out);
        Value::Object(out)
    });
    Value::Array(list.collect())
}

/// The strict schema, if there may be one.
fn strict_schema(writer: &mut Writer<'_>, schema: &Value, used: &mut Strict) -> Option<Value> {
    let reason = match write_variant(schema, &rules::ANTHROPIC_STRICT) {
        Err(error) => error.to_string(),
        Ok(variant) => {
            let mut after = Strict { tools: used.tools + 1, ..*used };
            count_parameters(&variant.value, &mut after);
            if let Some(at) = variant.unusable_at {
                format!("{at}: strict mode takes neither objects of free form nor recursion")
            } else if after.tools > STRICT_TOOLS || after.optional > OPTIONAL || after.unions > UNIONS {
                format!(
                    "the strict tools of a request may be {STRICT_TOOLS}, and have {OPTIONAL} optional parameters \
                     and {UNIONS} with alternatives together"
                )
            } else {
                *used = after;
                writer.losses.extend(with_prefix(&writer.tool, variant.losses));
                return Some(variant.value);
            }
        }
    };
    writer.add_loss("strict", Value::Bool(true), Action::Widened, format!("not strict, because of {reason}"));
    None
}

/// `schema` is a finished variant, and as deep as that.
fn count_parameters(schema: &Value, used: &mut Strict) {
    let Some(map) = schema.as_object() else { return };
    let required = map.get("required").and_then(Value::as_array).map_or(0, Vec::len);
    let properties = map.get("properties").and_then(Value::as_object);
    used.optional += properties.map_or(0, Map::len).saturating_sub(required);
    used.unions += usize::from(map.contains_key("anyOf") || map.get("type").is_some_and(Value::is_array));
    let definitions = map.get("$defs").and_then(Value::as_object);
    for child in [properties, definitions].into_iter().flatten().flat_map(Map::values) {
        count_parameters(child, used);
    }
    map.get("anyOf")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .chain(map.get("items"))
        .for_each(|child| count_parameters(child, used));
}
