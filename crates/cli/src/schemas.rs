//! The JSON Schemas of the documents of `--json`, as `--json-schema` prints them.
//!
//! The decision: a schema lists the required members and the type of each, and leaves objects open, because a later
//! program may add members without another version. The tests hold every document that they see to its schema. Documents
//! of a site, such as a manifest, are not checked: they are any object here.
//!
//! The schemas are data (`schemas.json`) in a short form: a name (of `basic` or `shared`) is its schema, and `name or
//! null` that or `null`; `[form]` is a list; an object has the members that are named, those with `?` in some cases. The
//! member `...` adds the members of a shared form, `...?` adds them as members that an object has in some cases.

use std::sync::LazyLock;

use clap::ArgMatches;
use serde_json::{Map, Value, json};

use crate::args::{JSON_SCHEMA, has_flag};
use crate::output::VERSION;

static FORMS: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("schemas.json")).unwrap_or_default());

/// The requested schema.
pub(crate) fn asked_for(matches: &ArgMatches) -> Option<Value> {
    let (name, matches) = matches.subcommand()?;
    match matches.subcommand() {
        Some((inner, matches)) if has_flag(matches, JSON_SCHEMA) => schema(&format!("{name} {inner}")),
        None if has_flag(matches, JSON_SCHEMA) => schema(name),
        _ => None,
    }
}

/// The schema of a command's documents; `None` for a command that has none.
pub(crate) fn schema(command: &str) -> Option<Value> {
    let documents = FORMS["commands"].get(command)?.as_array()?;
    let documents: Vec<Value> = documents.iter().map(document).collect();
    Some(json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("webagents {command} --json"),
        "anyOf": documents,
    }))
}

/// The schema of a document, or of a list of documents.
fn document(form: &Value) -> Value {
    match form.as_array() {
        Some(forms) => {
            let items: Vec<Value> = forms.iter().map(document).collect();
            json!({ "type": "array", "items": { "anyOf": items } })
        }
        None => object(form, true),
    }
}

/// The schema of a form.
fn expand(form: &Value) -> Value {
    match form {
        Value::String(name) => match name.strip_suffix(" or null") {
            Some(name) => json!({ "anyOf": [expand(&name.into()), { "type": "null" }] }),
            None => FORMS["basic"].get(name).cloned().unwrap_or_else(|| object(form, false)),
        },
        Value::Array(forms) => json!({ "type": "array", "items": forms.first().map(expand) }),
        _ => object(form, false),
    }
}

/// The schema of the objects of a form. Documents have a version.
fn object(form: &Value, is_document: bool) -> Value {
    let (mut required, mut optional) = (Map::new(), Map::new());
    if is_document {
        required.insert("version".to_owned(), json!({ "const": VERSION }));
    }
    members(form, false, &mut required, &mut optional);
    let names: Vec<String> = required.keys().cloned().collect();
    required.extend(optional);
    json!({ "type": "object", "required": names, "properties": required })
}

/// Adds the members of a form. With `may_lack` all of them are optional.
fn members(
    form: &Value,
    may_lack: bool,
    required: &mut Map<String, Value>,
    optional: &mut Map<String, Value>,
) {
    let shared = form.as_str().map(|name| &FORMS["shared"][name]);
    for (name, form) in shared.unwrap_or(form).as_object().into_iter().flatten() {
        let (name, may_lack) = name.strip_suffix('?').map_or((name.as_str(), may_lack), |name| (name, true));
        if name == "..." {
            members(form, may_lack, required, optional);
        } else {
            let members = if may_lack { &mut *optional } else { &mut *required };
            members.insert(name.to_owned(), expand(form));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_with_documents_has_a_schema() {
        fn collect(command: &clap::Command, name: &str, names: &mut Vec<String>) {
            if command.get_arguments().any(|argument| argument.get_long() == Some(JSON_SCHEMA)) {
                assert!(schema(name).is_some(), "{name}");
                names.push(name.to_owned());
            }
            for inner in command.get_subcommands() {
                collect(inner, format!("{name} {}", inner.get_name()).trim(), names);
            }
        }
        let mut names = Vec::new();
        let mut command = crate::args::command();
        command.build();
        collect(&command, "", &mut names);
        for name in ["exec", "parse"] {
            assert!(names.iter().any(|known| known == name), "{names:?}");
        }
    }
}
