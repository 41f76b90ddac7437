//! One operation as a tool: words, annotations and output.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::arguments::{self, Arguments};
use super::document::Document;
use super::member;
use crate::formats::entry::{place, prefixed, schema_error};
use crate::formats::error::FormatError;
use crate::interface::{CallStyle, Interface};
use crate::json_schema::{self, ReadOptions};
use crate::loss::{Action, Loss, Lossy, pointer};
use crate::shape::Shape;

/// An operation and where it stands.
pub(super) struct Source<'a, 'p> {
    pub(super) name: String,
    pub(super) method: &'static str,
    pub(super) path: &'a str,
    pub(super) item: &'a Map<String, Value>,
    pub(super) operation: &'a Map<String, Value>,
    pub(super) item_at: &'p str,
    pub(super) at: &'p str,
}

pub(super) fn read<'a>(
    document: &mut Document<'a>,
    source: &Source<'a, '_>,
) -> Result<Lossy<Interface>, FormatError> {
    let operation = source.operation;
    let tool = place(&source.name);
    let mut interface = Interface::new(source.name.clone());
    interface.call = CallStyle::Object;
    let (summary, description) =
        (text(operation, "summary", source.at)?, text(operation, "description", source.at)?);
    description.or(summary).unwrap_or_default().clone_into(&mut interface.description);
    interface.title = description.and(summary).map(str::to_owned);

    let Arguments { schema, places, content_type, mut losses } = arguments::read(document, source)?;
    interface.input = shape(&schema, source.at, &tool, &mut losses)?;
    if let Some((at, schema)) = output(document, source, &tool, &mut losses)? {
        let prefix = pointer(&tool, "outputSchema");
        interface.output = Some(shape(&schema, &at, &prefix, &mut losses)?);
    }
    if operation.get("deprecated") == Some(&Value::Bool(true)) {
        let gap = if interface.description.is_empty() { "" } else { "\n\n" };
        interface.description.push_str(gap);
        interface.description.push_str("Deprecated.");
        losses.push(Loss::new(
            tool.clone(),
            "deprecated",
            Value::Bool(true),
            Action::Described,
            "the description says it",
        ));
    }
    // RFC 9110, 9.2.1, 9.2.2 and 9.3.5; QUERY is safe and idempotent as well (draft-ietf-httpbis-safe-method-w-body). Nothing is read from other methods: a POST may well only search.
    if matches!(source.method, "get" | "head" | "options" | "query" | "trace") {
        interface.annotations.read_only = Some(true);
        interface.annotations.idempotent = Some(true);
    } else if matches!(source.method, "put" | "delete") {
        interface.annotations.idempotent = Some(true);
    }
    if source.method == "delete" {
        interface.annotations.destructive = Some(true);
    }

    let mut request = Map::new();
    request.insert("method".into(), source.method.into());
    request.insert("path".into(), source.path.into());
    request.insert("arguments".into(), Value::Object(places));
    if let Some(content_type) = content_type {
        request.insert("contentType".into(), content_type.into());
    }
    let said = ["operationId", "summary", "description", "parameters", "requestBody", "responses"];
    for (name, value) in operation.iter().filter(|(name, _)| !said.contains(&name.as_str())) {
        if name == "callbacks" {
            losses.push(Loss::new(
                tool.clone(),
                "callbacks",
                value.clone(),
                Action::Dropped,
                "a tool is called, and does not call back",
            ));
        } else {
            request.entry(name.clone()).or_insert_with(|| value.clone());
        }
    }
    interface.extra.insert("openapi".into(), Value::Object(request));
    Ok(Lossy { value: interface, losses })
}

/// A member that is a text, if it is there and not empty.
pub(super) fn text<'a>(
    map: &'a Map<String, Value>,
    name: &str,
    at: &str,
) -> Result<Option<&'a str>, FormatError> {
    match map.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.as_str()).filter(|text| !text.is_empty())),
        Some(other) => Err(FormatError::wrong_kind(&pointer(at, name), "a string", other)),
    }
}

fn shape(schema: &Value, at: &str, prefix: &str, losses: &mut Vec<Loss>) -> Result<Shape, FormatError> {
    let read = json_schema::read(schema, &ReadOptions::tool()).map_err(|error| schema_error(at, error))?;
    losses.extend(prefixed(prefix, read.losses));
    Ok(read.value)
}

/// The schema of the first successful response that has a JSON body.
fn output<'a>(
    document: &mut Document<'a>,
    source: &Source<'a, '_>,
    tool: &str,
    losses: &mut Vec<Loss>,
) -> Result<Option<(String, Value)>, FormatError> {
    let Some(responses) = member(source.operation, "responses", source.at)? else { return Ok(None) };
    let at = pointer(source.at, "responses");
    let mut successes: Vec<_> = responses.iter().filter(|(code, _)| code.starts_with('2')).collect();
    // `2XX` says what no code says by itself, and is after them all.
    successes.sort_by_key(|(code, _)| code.as_str());
    let mut found: Option<(String, Value)> = None;
    for (code, response) in successes {
        let (at, response) = document.object(response, &pointer(&at, code))?;
        let Some(content) = member(response, "content", &at)? else { continue };
        let Some((kind, media)) = content.iter().find(|(kind, _)| is_json(kind)) else { continue };
        let at = pointer(&pointer(&at, "content"), kind);
        let Some(schema) = media.get("schema") else { continue };
        if found.is_some() {
            let message = "only the first successful response is the output";
            losses.push(Loss::new(
                pointer(tool, "outputSchema"),
                "responses",
                code.as_str().into(),
                Action::Dropped,
                message,
            ));
            continue;
        }
        let at = pointer(&at, "schema");
        let mut wanted = BTreeSet::new();
        let mut schema = document.schema(schema, &at, &mut wanted)?;
        let definitions = document.definitions(wanted)?;
        if let (Value::Object(map), false) = (&mut schema, definitions.is_empty()) {
            map.insert("$defs".into(), Value::Object(definitions));
        }
        found = Some((at, schema));
    }
    Ok(found)
}

/// Whether a media type is JSON: `application/json`, or with the suffix of RFC 6839.
pub(super) fn is_json(media_type: &str) -> bool {
    let essence = media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    essence == "application/json" || essence == "text/json" || essence.ends_with("+json")
}
