//! The parameters and the body of an operation, as one object.
//!
//! A name that two of them have is given to the first; the others have the place before it (`query_id`, `body_id`),
//! with a loss. The properties of a body are next to the parameters when the body is a plain object; any other body is
//! the property `body`.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::document::{Document, Side};
use super::media::{self, Media};
use super::source::{Source, object_member, text_member};
use crate::entry::{place_of, required_names};
use crate::error::{FormatError, FormatErrorKind};
use webagents_schema::{Action, Loss, pointer};

/// The arguments of an operation.
pub(super) struct Arguments {
    /// The schema of the object that holds them.
    pub(super) schema: Value,
    /// By property: `{"in", "name"}`.
    pub(super) places: Map<String, Value>,
    /// The media type of the body.
    pub(super) content_type: Option<String>,
    pub(super) losses: Vec<Loss>,
}

struct Builder {
    properties: Map<String, Value>,
    required: Vec<Value>,
    places: Map<String, Value>,
    losses: Vec<Loss>,
    tool: String,
}

impl Builder {
    /// Adds a property under a name that is free.
    fn add_argument(&mut self, name: &str, place: &str, schema: Value, required: bool) {
        let mut free = name.to_owned();
        let mut number = 1;
        while self.properties.contains_key(&free) {
            free = if number == 1 { format!("{place}_{name}") } else { format!("{place}_{name}_{number}") };
            number += 1;
        }
        if free != name {
            let message = format!("another argument has this name: the one in {place} is `{free}`");
            let at = pointer(&pointer(&self.tool, "properties"), &free);
            self.losses.push(Loss::new(at, "name", name.into(), Action::Renamed, message));
        }
        self.places.insert(free.clone(), json!({"in": place, "name": name}));
        if required {
            self.required.push(free.as_str().into());
        }
        self.properties.insert(free, schema);
    }

    /// Translates a schema of the document, with its losses.
    fn read_schema<'a>(
        &mut self,
        document: &mut Document<'a>,
        schema: &'a Value,
        at: &str,
        wanted: &mut BTreeSet<String>,
    ) -> Result<Value, FormatError> {
        Ok(document
            .translate_schema(Side::Request, schema, at, wanted)?
            .into_schema(&self.tool, &mut self.losses))
    }

    fn add_loss(&mut self, keyword: &str, value: Value, action: Action, message: &str) {
        self.losses.push(Loss::new(self.tool.clone(), keyword, value, action, message));
    }
}

pub(super) fn read_arguments<'a>(
    document: &mut Document<'a>,
    source: &Source<'a, '_>,
) -> Result<Arguments, FormatError> {
    let mut builder = Builder {
        properties: Map::new(),
        required: Vec::new(),
        places: Map::new(),
        losses: Vec::new(),
        tool: place_of(&source.name),
    };
    let mut wanted = BTreeSet::new();
    for (at, parameter) in find_parameters(document, source)? {
        add_parameter(document, &mut builder, &mut wanted, parameter, &at)?;
    }
    // Only the document closes the arguments: a closed object needs a schema next to its lines.
    let mut closed = false;
    let content_type = match source.operation.get("requestBody") {
        None | Some(Value::Null) => None,
        Some(body) => {
            let (at, body) = document.find_object(body, &pointer(source.at, "requestBody"))?;
            add_body(document, &mut builder, &mut wanted, body, &at, &mut closed)?
        }
    };
    let definitions =
        document.write_definitions(Side::Request, wanted, &builder.tool, &mut builder.losses)?;
    let mut schema = Map::new();
    schema.insert("type".into(), "object".into());
    schema.insert("properties".into(), Value::Object(builder.properties));
    if !builder.required.is_empty() {
        schema.insert("required".into(), Value::Array(builder.required));
    }
    if closed {
        schema.insert("additionalProperties".into(), Value::Bool(false));
    }
    if !definitions.is_empty() {
        schema.insert("$defs".into(), Value::Object(definitions));
    }
    Ok(Arguments {
        schema: Value::Object(schema),
        places: builder.places,
        content_type,
        losses: builder.losses,
    })
}

type Parameter<'a> = (String, &'a Map<String, Value>);

/// The parameters of the operation and of its path item.
///
/// A parameter of the operation replaces one of the path item with the same name and place.
fn find_parameters<'a>(
    document: &Document<'a>,
    source: &Source<'a, '_>,
) -> Result<Vec<Parameter<'a>>, FormatError> {
    let mut out: Vec<Parameter<'a>> = Vec::new();
    let mut index = std::collections::BTreeMap::new();
    for (map, at) in [(source.item, source.item_at), (source.operation, source.at)] {
        let at = pointer(at, "parameters");
        let list = match map.get("parameters") {
            None | Some(Value::Null) => continue,
            Some(Value::Array(list)) => list,
            Some(other) => return Err(FormatError::wrong_kind(&at, "a list of parameters", other)),
        };
        for (number, parameter) in list.iter().enumerate() {
            let (at, parameter) = document.find_object(parameter, &pointer(&at, &number.to_string()))?;
            let key = (text_member(parameter, "name", &at)?, text_member(parameter, "in", &at)?);
            match index.get(&key) {
                Some(known) => out[*known] = (at, parameter),
                None => {
                    index.insert(key, out.len());
                    out.push((at, parameter));
                }
            }
        }
    }
    Ok(out)
}

fn add_parameter<'a>(
    document: &mut Document<'a>,
    builder: &mut Builder,
    wanted: &mut BTreeSet<String>,
    parameter: &'a Map<String, Value>,
    at: &str,
) -> Result<(), FormatError> {
    let missing =
        |name: &str| FormatError::new(FormatErrorKind::Missing, at, format!("a parameter without `{name}`"));
    let name = text_member(parameter, "name", at)?.ok_or_else(|| missing("name"))?;
    let within = text_member(parameter, "in", at)?.ok_or_else(|| missing("in"))?;
    if !matches!(within, "path" | "query" | "header" | "cookie" | "querystring") {
        let message = "expected `path`, `query`, `header` or `cookie`";
        return Err(FormatError::new(FormatErrorKind::WrongKind, pointer(at, "in"), message));
    }
    // OpenAPI 3.1, 4.8.12.2: these are not described by parameters.
    let own = ["accept", "content-type", "authorization"];
    if within == "header" && own.contains(&name.to_ascii_lowercase().as_str()) {
        builder.add_loss(
            "parameters",
            name.into(),
            Action::Dropped,
            "a header that OpenAPI does not describe as a parameter",
        );
        return Ok(());
    }
    let content = object_member(parameter, "content", at)?.and_then(|content| content.iter().next());
    let schema = match (parameter.get("schema"), content) {
        (Some(schema), _) => builder.read_schema(document, schema, &pointer(at, "schema"), wanted)?,
        (None, Some((kind, media))) => {
            let here = pointer(&pointer(at, "content"), kind);
            if Media::from_type(kind) == Media::Other {
                let message = "how it is written into the request is left to the maker of the request";
                builder.add_loss("content", kind.as_str().into(), Action::Dropped, message);
            }
            match media.get("schema") {
                Some(schema) => builder.read_schema(document, schema, &pointer(&here, "schema"), wanted)?,
                None => json!({}),
            }
        }
        (None, None) => json!({"type": "string"}),
    };
    let mut schema = match schema {
        Value::Object(map) => map,
        _ => Map::new(),
    };
    if let Some(words) = text_member(parameter, "description", at)? {
        // The parameter's description applies here only; the schema's applies to every use of it.
        schema.insert("description".into(), words.into());
    }
    if parameter.get("deprecated") == Some(&Value::Bool(true)) {
        schema.insert("deprecated".into(), Value::Bool(true));
    }
    if let Some(example) = parameter.get("example") {
        schema.entry("examples").or_insert_with(|| json!([example]));
    }
    let (style, explode) =
        if matches!(within, "query" | "cookie") { ("form", true) } else { ("simple", false) };
    let place = pointer(&pointer(&builder.tool, "properties"), name);
    for (keyword, default) in [
        ("style", Value::from(style)),
        ("explode", Value::from(explode)),
        ("allowReserved", Value::from(false)),
        ("allowEmptyValue", Value::from(false)),
    ] {
        if let Some(value) = parameter.get(keyword).filter(|value| **value != default) {
            let message = "how it is written into the request is left to the maker of the request";
            builder.losses.push(Loss::new(place.clone(), keyword, value.clone(), Action::Dropped, message));
        }
    }
    let required = within == "path" || parameter.get("required") == Some(&Value::Bool(true));
    builder.add_argument(name, within, Value::Object(schema), required);
    Ok(())
}

fn add_body<'a>(
    document: &mut Document<'a>,
    builder: &mut Builder,
    wanted: &mut BTreeSet<String>,
    body: &'a Map<String, Value>,
    at: &str,
    closed: &mut bool,
) -> Result<Option<String>, FormatError> {
    let Some(content) = object_member(body, "content", at)? else { return Ok(None) };
    let form = |kind: &str| {
        let essence = kind.split(';').next().unwrap_or_default().trim();
        matches!(essence, "application/x-www-form-urlencoded" | "multipart/form-data")
    };
    let of = |wanted: Media| content.iter().find(|(kind, _)| Media::from_type(kind) == wanted);
    let chosen = of(Media::Json)
        .or_else(|| content.iter().find(|(kind, _)| form(kind)))
        .or_else(|| of(Media::Range))
        .or_else(|| of(Media::Text));
    for (kind, _) in content.iter().filter(|(kind, _)| chosen.is_none_or(|(chosen, _)| chosen != *kind)) {
        let message = "a body of this media type cannot be given to the tool";
        builder.add_loss("requestBody", kind.as_str().into(), Action::Dropped, message);
    }
    let Some((kind, media)) = chosen else { return Ok(None) };
    let at = pointer(&pointer(&pointer(at, "content"), kind), "schema");
    let required = body.get("required") == Some(&Value::Bool(true));
    let form = Media::from_type(kind);
    // Of a range, the body is JSON.
    let sent = if form == Media::Range { "application/json" } else { kind.as_str() };
    let text_of = |schema: Option<&'a Value>| match schema {
        Some(schema) => media::is_string(document, schema, &at).map(|is_string| !is_string),
        None => Ok(true),
    };
    if form == Media::Text && text_of(media.get("schema"))? {
        if let Some(schema) = media.get("schema").filter(|schema| **schema != json!({})) {
            let message = "the body is a text, and its schema is not of a string";
            builder.add_loss("requestBody", schema.clone(), Action::Dropped, message);
        }
        builder.add_argument("body", "body", json!({"type": "string"}), required);
        return Ok(Some(sent.to_owned()));
    }
    let Some(schema) = media.get("schema") else {
        builder.add_argument("body", "body", json!({}), required);
        return Ok(Some(sent.to_owned()));
    };
    let (target_at, target) = match schema {
        Value::Object(_) => {
            let (at, map) = document.find_object(schema, &at)?;
            (at, Some(map))
        }
        _ => (at.clone(), None),
    };
    let Some(map) = target.filter(|map| is_plain_object(map)) else {
        let mut schema = builder.read_schema(document, schema, &at, wanted)?;
        if let (Value::Object(schema), Some(words)) = (&mut schema, text_member(body, "description", &at)?) {
            schema.insert("description".into(), words.into());
        }
        builder.add_argument("body", "body", schema, required);
        return Ok(Some(sent.to_owned()));
    };
    let names: Vec<&str> = required_names(map).collect();
    if !required && !names.is_empty() {
        let value = json!(names);
        builder.add_loss(
            "requestBody",
            value,
            Action::Widened,
            "the body may be absent, so that none of its properties is required",
        );
    }
    let here = pointer(&target_at, "properties");
    for (name, schema) in map.get("properties").and_then(Value::as_object).into_iter().flatten() {
        if document.is_absent(Side::Request, schema) {
            let (keyword, message) = Side::Request.absent_keywords();
            builder.add_loss(keyword, name.as_str().into(), Action::Dropped, message);
            continue;
        }
        let schema = builder.read_schema(document, schema, &pointer(&here, name), wanted)?;
        builder.add_argument(name, "body", schema, required && names.contains(&name.as_str()));
    }
    *closed = map.get("additionalProperties") == Some(&Value::Bool(false));
    Ok(Some(sent.to_owned()))
}

/// Returns whether the properties of a schema are all of it.
fn is_plain_object(map: &Map<String, Value>) -> bool {
    let known = [
        "type",
        "properties",
        "required",
        "additionalProperties",
        "title",
        "description",
        "example",
        "examples",
        "deprecated",
        "xml",
        "externalDocs",
        "$schema",
        "$id",
    ];
    let typed = map.get("type").is_none_or(|ty| ty == "object");
    typed
        && map.get("properties").is_some_and(Value::is_object)
        && map.get("additionalProperties").is_none_or(Value::is_boolean)
        && map.keys().all(|key| known.contains(&key.as_str()) || key.starts_with("x-"))
}
