//! MCP: the result of `tools/list`.
//!
//! Specification 2025-11-25, `Tool`, and 2026-07-28 on request ([`McpRevision`]). Read as `{"tools": […]}`,
//! as the JSON-RPC response around it, as a bare list and as a single tool; written as `{"tools": […]}`.
//! `_meta`, `icons`, `execution` and all other members of a server are kept in [`Interface::extra`] and
//! written back.
//!
//! Clients check a list as a whole (`ListToolsResultSchema` of `@modelcontextprotocol/sdk` 1.32), so that one
//! tool of another form costs all of them. Therefore the output always has that form, whatever was read.

use serde_json::{Map, Value, json};
use webagents_manifest::{AnnotationSpec, Annotations};

use super::annotations::{self, Vocabulary};
use super::document::Input;
use super::entry::{EntryReader, MODES, Output, Writer, find_entries};
use super::error::FormatError;
use super::imported::{Imported, read_all};
use super::options::McpRevision;
use webagents_schema::Interface;
use webagents_schema::{Action, Loss, Lossy, pointer};

const LISTS: [&[&str]; 3] = [&["tools"], &["result", "tools"], &["params", "tools"]];

pub(super) fn read_tools(document: Input<'_>) -> Result<Imported, FormatError> {
    let list = find_entries(document.value, &LISTS, |map| map.contains_key("name"))?;
    let mut imported = read_all(document, list, |at, map| {
        let (mut reader, mut interface) = EntryReader::new(at, map)?;
        interface.title = reader.take_text("title")?.map(str::to_owned);
        if let Some(shape) = reader.take_schema(&["inputSchema"], Output::No)? {
            interface.input = shape;
        }
        interface.output = reader.take_schema(&["outputSchema"], Output::Yes)?;
        read_annotations(&mut reader, &mut interface)?;
        Ok(Lossy { value: Some(interface), losses: reader.losses })
    });
    for path in [&[][..], &["result"], &["params"]] {
        let page = path.iter().try_fold(document.value, |value, step| value.get(step));
        if let Some(cursor) = page.and_then(|page| page.get("nextCursor")).filter(|cursor| !cursor.is_null())
        {
            let at = path.iter().fold(String::new(), |at, step| pointer(&at, step));
            let message =
                "the list is one page of several: get the others by this cursor, and import all of them";
            imported.losses.push(Loss::new(at, "nextCursor", cursor.clone(), Action::Dropped, message));
        }
    }
    Ok(imported)
}

/// The member `annotations`, and what remains of the declaration.
pub(super) fn read_annotations(
    reader: &mut EntryReader<'_>,
    interface: &mut Interface,
) -> Result<(), FormatError> {
    let member = reader.take_member("annotations");
    let read = annotations::read_annotations(member, &reader.at, &reader.tool, &mut reader.losses)?;
    interface.annotations = read.annotations;
    interface.extra = reader.other_members();
    if interface.title.is_none() {
        interface.title = read.rest.get("title").and_then(Value::as_str).map(str::to_owned);
    }
    if !read.rest.is_empty() {
        interface.extra.insert("annotations".into(), Value::Object(read.rest));
    }
    Ok(())
}

pub(super) fn write_tools(tools: &mut [(Writer<'_>, String)]) -> Value {
    let list = tools.iter_mut().map(|(writer, name)| {
        let mut out = begin_tool(writer, name);
        let input = writer.write_input();
        let input = to_object_schema(input).unwrap_or_else(|_| {
            let message = "MCP takes arguments in an object only; the schema accepts any object";
            writer.add_loss("inputSchema", Value::Null, Action::Widened, message);
            json!({"type": "object"})
        });
        out.insert("inputSchema".into(), input);
        if let Some(schema) = write_output(writer) {
            out.insert("outputSchema".into(), schema);
        }
        end_tool(writer, Vocabulary::Mcp, is_valid, &mut out);
        Value::Object(out)
    });
    json!({"tools": list.collect::<Vec<_>>()})
}

/// The schema of the result, if the revision takes it.
fn write_output(writer: &mut Writer<'_>) -> Option<Value> {
    let before = writer.losses.len();
    let schema = writer.write_output()?;
    if writer.options.mcp == McpRevision::V2026_07_28 {
        return Some(schema);
    }
    match to_object_schema(schema) {
        Ok(schema) => Some(schema),
        Err(schema) => {
            writer.losses.truncate(before);
            let message =
                "MCP before revision 2026-07-28 takes the schema of an object only; it was left out";
            writer.add_loss("outputSchema", schema, Action::Dropped, message);
            None
        }
    }
}

/// Returns a schema in the form that MCP needs at a tool.
///
/// The form has `"type": "object"`, and an object for each property. The error is the schema itself if it
/// accepts other values than objects.
fn to_object_schema(schema: Value) -> Result<Value, Value> {
    /// Schemas that are looked at.
    const LOOKS: usize = 1_000;
    if !is_of_objects(&schema, &schema, &mut LOOKS.clone()) {
        return Err(schema);
    }
    let Value::Object(mut members) = schema else { return Err(schema) };
    members.insert("type".into(), "object".into());
    if let Some(Value::Object(properties)) = members.get_mut("properties") {
        for schema in properties.values_mut() {
            match schema {
                Value::Bool(true) => *schema = json!({}),
                Value::Bool(false) => *schema = json!({"not": {}}),
                _ => {}
            }
        }
    }
    Ok(Value::Object(members))
}

/// Returns whether a schema accepts objects and nothing else.
fn is_of_objects(schema: &Value, root: &Value, looks: &mut usize) -> bool {
    let (Some(members), Some(left)) = (schema.as_object(), looks.checked_sub(1)) else { return false };
    *looks = left;
    let list = |name: &str| members.get(name).and_then(Value::as_array).filter(|list| !list.is_empty());
    if members.get("type").is_some_and(|ty| ty == "object") {
        return true;
    }
    if list("enum").is_some_and(|values| values.iter().all(Value::is_object))
        || members.get("const").is_some_and(Value::is_object)
    {
        return true;
    }
    let target = members.get("$ref").and_then(Value::as_str).and_then(|text| text.strip_prefix('#'));
    if let Some(target) = target.and_then(|place| root.pointer(place))
        && is_of_objects(target, root, looks)
    {
        return true;
    }
    ["anyOf", "oneOf"]
        .iter()
        .any(|name| list(name).is_some_and(|all| all.iter().all(|each| is_of_objects(each, root, looks))))
        || list("allOf").is_some_and(|all| all.iter().any(|each| is_of_objects(each, root, looks)))
}

/// Returns whether a member or hint of MCP has the type that its clients demand.
///
/// One that has not makes a client refuse the whole list.
fn is_valid(name: &str, value: &Value) -> bool {
    let text = |value: Option<&Value>| value.is_none_or(Value::is_string);
    let texts = |value: &Value| value.as_array().is_some_and(|all| all.iter().all(Value::is_string));
    let within = |value: Option<&Value>, words: &[&str]| {
        value.is_none_or(|value| value.as_str().is_some_and(|value| words.contains(&value)))
    };
    let icon = |icon: &Value| {
        icon.get("src").is_some_and(Value::is_string)
            && text(icon.get("mimeType"))
            && icon.get("sizes").is_none_or(texts)
            && within(icon.get("theme"), &["light", "dark"])
    };
    match name {
        "title" => value.is_string(),
        "_meta" => value.is_object(),
        "icons" => value.as_array().is_some_and(|icons| icons.iter().all(icon)),
        "execution" => {
            value.is_object() && within(value.get("taskSupport"), &["required", "optional", "forbidden"])
        }
        name => {
            let is_hint = |known: &AnnotationSpec| known.is_in_mcp && known.hint == name;
            value.is_boolean() || !Annotations::KNOWN.iter().any(is_hint)
        }
    }
}

/// Name, title and description.
pub(super) fn begin_tool(writer: &Writer<'_>, name: &str) -> Map<String, Value> {
    let interface = writer.interface;
    let within =
        interface.extra.get("annotations").and_then(|rest| rest.get("title")).and_then(Value::as_str);
    writer.begin_tool(name, interface.title.as_deref().filter(|title| within != Some(title)))
}

const INVALID: &str = "its value is none that the format has there";

/// Annotations, and the members that were kept and are valid in the format.
pub(super) fn end_tool(
    writer: &mut Writer<'_>,
    vocabulary: Vocabulary,
    is_valid: fn(&str, &Value) -> bool,
    out: &mut Map<String, Value>,
) {
    let interface = writer.interface;
    let mut hints =
        annotations::write_annotations(&interface.annotations, vocabulary, &writer.tool, &mut writer.losses);
    for (name, value) in interface.extra.get("annotations").and_then(Value::as_object).into_iter().flatten() {
        if is_valid(name, value) {
            hints.entry(name.clone()).or_insert_with(|| value.clone());
        } else {
            let at = pointer(&writer.tool, "annotations");
            writer.losses.push(Loss::new(at, name, value.clone(), Action::Dropped, INVALID));
        }
    }
    if !hints.is_empty() {
        out.insert("annotations".into(), Value::Object(hints));
    }
    for (name, value) in &interface.extra {
        // The hints were written.
        if MODES.contains(&name.as_str()) || name == "annotations" {
            continue;
        }
        if is_valid(name, value) {
            out.entry(name.clone()).or_insert_with(|| value.clone());
        } else {
            writer.add_loss(name, value.clone(), Action::Dropped, INVALID);
        }
    }
}
