//! One operation as a tool: words, annotations and output.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::arguments::{self, Arguments};
use super::document::{Document, Side};
use super::media::{self, Media, unread_loss};
use super::source::{Source, object_member, text_member};
use crate::entry::{place_of, with_prefix};
use crate::error::FormatError;
use webagents_schema::Shape;
use webagents_schema::json_schema::{self, SchemaReadOptions};
use webagents_schema::{Action, Loss, Lossy, pointer};
use webagents_schema::{CallStyle, Interface};

pub(super) fn read_operation<'a>(
    document: &mut Document<'a>,
    source: &Source<'a, '_>,
) -> Result<Lossy<Interface>, FormatError> {
    let operation = source.operation;
    let tool = place_of(&source.name);
    let mut interface = Interface::new(source.name.clone());
    interface.call = CallStyle::Object;
    let (summary, description) =
        (text_member(operation, "summary", source.at)?, text_member(operation, "description", source.at)?);
    description.or(summary).unwrap_or_default().clone_into(&mut interface.description);
    interface.title = description.and(summary).map(str::to_owned);

    let Arguments { schema, places, content_type, mut losses } = arguments::read_arguments(document, source)?;
    losses.extend(find_undeclared(source.path, &places).map(|name| {
        let message = "the path has this parameter, and `parameters` does not declare it; declare it, so that a request \
                       can be made";
        Loss::new(tool.clone(), "path", name.into(), Action::Dropped, message)
    }));
    let input = json_schema::read_arguments(&schema);
    interface.input = read_shape(input, source.at, &tool, &mut losses)?;
    if let Some((at, schema)) = find_output(document, source, &tool, &mut losses)? {
        let prefix = pointer(&tool, "outputSchema");
        let output = json_schema::read(&schema, &SchemaReadOptions::tool());
        interface.output = Some(read_shape(output, &at, &prefix, &mut losses)?);
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
            "the description states it",
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

/// Returns the names in braces of a path that are the place of no argument.
///
/// OpenAPI 3.1, 4.8.8.1: each template expression in the path must correspond to a path parameter.
fn find_undeclared<'p>(path: &'p str, places: &Map<String, Value>) -> impl Iterator<Item = &'p str> {
    let is_declared =
        |name: &str| places.values().any(|place| place["in"] == "path" && place["name"] == name);
    let names = path.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name);
    names.filter(move |name| !is_declared(name))
}

fn read_shape(
    read: Result<Lossy<Shape>, json_schema::SchemaError>,
    at: &str,
    prefix: &str,
    losses: &mut Vec<Loss>,
) -> Result<Shape, FormatError> {
    let read = read.map_err(|error| FormatError::of_schema(at, error))?;
    losses.extend(with_prefix(prefix, read.losses));
    Ok(read.value)
}

/// The schema of the first successful response that has content, if it is a value or a text.
///
/// A result in another form has no type, and is a loss; so is every further response that the type does not describe.
fn find_output<'a>(
    document: &mut Document<'a>,
    source: &Source<'a, '_>,
    tool: &str,
    losses: &mut Vec<Loss>,
) -> Result<Option<(String, Value)>, FormatError> {
    let Some(responses) = object_member(source.operation, "responses", source.at)? else { return Ok(None) };
    let at = pointer(source.at, "responses");
    let mut successes: Vec<_> = responses.iter().filter(|(code, _)| code.starts_with('2')).collect();
    if successes.is_empty() && responses.contains_key("default") {
        let message = "the default response may be an error, so it is not the output";
        losses.push(unread_loss(tool, "default", message));
    }
    // `2XX` covers the codes without an entry, and sorts after them all.
    successes.sort_by_key(|(code, _)| code.as_str());
    let mut found: Option<Option<(String, Value)>> = None;
    let mut empty = Vec::new();
    for (code, response) in successes {
        let (at, response) = document.find_object(response, &pointer(&at, code))?;
        let content = object_member(response, "content", &at)?;
        let Some((kind, media, form)) = content.and_then(media::choose_content) else {
            empty.push(code);
            continue;
        };
        if found.is_some() {
            losses.push(unread_loss(tool, code, "only the first successful response is the output"));
            continue;
        }
        for (other, _) in content
            .into_iter()
            .flatten()
            .filter(|(other, one)| *other != kind && one.get("schema") != media.get("schema"))
        {
            let message =
                "a result of this media type is not the output: another media type of the response is";
            losses.push(unread_loss(tool, other, message));
        }
        let at = pointer(&pointer(&pointer(&at, "content"), kind), "schema");
        let schema = media.get("schema");
        found = Some(match (form, schema) {
            (Media::Json | Media::Range, None) => None,
            (Media::Json | Media::Range, Some(schema)) => {
                Some((at.clone(), read_whole(document, schema, &at, tool, losses)?))
            }
            (Media::Text, Some(schema)) if media::is_string(document, schema, &at)? => {
                Some((at.clone(), read_whole(document, schema, &at, tool, losses)?))
            }
            (Media::Text, schema) => {
                if schema.is_some_and(|schema| *schema != json!({}) && *schema != json!(true)) {
                    let message = "the output is the text of the response, and its schema is not of a string";
                    losses.push(unread_loss(tool, kind, message));
                }
                Some((at, json!({"type": "string"})))
            }
            (Media::Other, _) => {
                losses.push(unread_loss(tool, kind, "a result of this media type has no type"));
                None
            }
        });
    }
    if let Some(Some(_)) = found {
        for code in empty {
            losses.push(unread_loss(
                tool,
                code,
                "a successful response without content, which the output does not describe",
            ));
        }
    }
    Ok(found.flatten())
}

/// A schema with the definitions that it uses.
fn read_whole<'a>(
    document: &mut Document<'a>,
    schema: &'a Value,
    at: &str,
    tool: &str,
    losses: &mut Vec<Loss>,
) -> Result<Value, FormatError> {
    let mut wanted = BTreeSet::new();
    let output = pointer(tool, "outputSchema");
    let mut schema =
        document.translate_schema(Side::Response, schema, at, &mut wanted)?.into_schema(&output, losses);
    let definitions = document.write_definitions(Side::Response, wanted, &output, losses)?;
    if let (Value::Object(map), false) = (&mut schema, definitions.is_empty()) {
        map.insert("$defs".into(), Value::Object(definitions));
    }
    Ok(schema)
}
