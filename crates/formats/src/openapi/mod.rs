//! OpenAPI 3.0 and 3.1: each operation is a tool.
//!
//! The tool's name is the `operationId`, or its method and path. Its parameters and the properties of a JSON
//! body are the properties of one object; the schema of the first successful response with content is the
//! output, if it is JSON or a text; another media type is a [`Loss`]. The place of each argument in the
//! request is in [`Interface::extra`] under `openapi`:
//!
//! ```json
//! {"method": "get", "path": "/pets/{id}", "arguments": {"id": {"in": "path", "name": "id"}}}
//! ```
//!
//! HTTP defines the methods that change nothing, those that may be repeated, and the one that removes (RFC
//! 9110, 9.2.1, 9.2.2 and 9.3.5). They become `readOnly`, `idempotent` and `destructive`. References are
//! resolved within the document. A reference to another document is an error: none is fetched. OpenAPI is
//! only read, because a tool has no address of a service.

mod arguments;
mod discriminator;
mod document;
mod media;
mod operation;
mod source;
mod subtypes;

use serde_json::Value;

use self::document::Document;
use self::source::Source;
use super::error::{FormatError, FormatErrorKind};
use super::imported::Imported;
use super::names;
use webagents_schema::{Action, Loss, pointer};

/// The methods of a path item, in the order of the specification.
const METHODS: [&str; 9] = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];
/// Operations of one document, at most.
const OPERATIONS: usize = 10_000;

pub(super) fn read_document(text: super::document::Input<'_>) -> Result<Imported, FormatError> {
    let value = text.value;
    let Value::Object(root) = value else {
        return Err(FormatError::wrong_kind("", "an OpenAPI document, which is an object", value));
    };
    let version = match root.get("openapi") {
        Some(Value::String(version)) => version.as_str(),
        Some(other) => return Err(FormatError::wrong_kind("/openapi", "a version such as \"3.1.0\"", other)),
        None => {
            let message = if root.contains_key("swagger") {
                "a Swagger 2.0 document: convert it to OpenAPI 3 first"
            } else {
                "`openapi` is missing: is this an OpenAPI document?"
            };
            return Err(FormatError::new(FormatErrorKind::Missing, "", message));
        }
    };
    let old = match version.split('.').take(2).collect::<Vec<_>>().as_slice() {
        ["3", "0"] => true,
        ["3", _] => false,
        _ => {
            let message = format!("OpenAPI {version:?} is not known: expected 3.0, 3.1 or 3.2");
            return Err(FormatError::new(FormatErrorKind::WrongKind, "/openapi", message));
        }
    };
    let mut document = Document::new(text, old);
    let mut out = Imported::default();
    if let Some(Value::Object(webhooks)) = root.get("webhooks") {
        for (name, webhook) in webhooks.iter().filter(|(name, _)| !name.starts_with("x-")) {
            let message = "a webhook is a request that the service sends, not a tool";
            let methods = webhook.as_object().map(|item| item.keys().cloned().collect::<Vec<_>>().join(", "));
            let value = methods.map_or(Value::Null, Value::from);
            out.losses.push(Loss::new("", pointer("webhooks", name), value, Action::Dropped, message));
        }
    }
    let paths = match root.get("paths") {
        None | Some(Value::Null) => return Ok(out),
        Some(Value::Object(paths)) => paths,
        Some(other) => return Err(FormatError::wrong_kind("/paths", "an object", other)),
    };
    let mut unnamed = Vec::new();
    for (path, item) in paths.iter().filter(|(path, _)| !path.starts_with("x-")) {
        let at = pointer("/paths", path);
        let (at, item) = match document.find_object(item, &at) {
            Ok(found) => found,
            Err(error) => {
                out.refuse_tool(path.clone(), at, error);
                continue;
            }
        };
        if let Some(Value::Object(more)) = item.get("additionalOperations") {
            for method in more.keys() {
                let message = "an operation of a method that is not in the specification is not a tool";
                let keyword = pointer("additionalOperations", method);
                out.losses.push(Loss::new(path.clone(), keyword, Value::Null, Action::Dropped, message));
            }
        }
        for method in METHODS {
            let Some(operation) = item.get(method) else { continue };
            if out.tools.len() == OPERATIONS {
                let message = format!("more than {OPERATIONS} operations: split the document");
                return Err(FormatError::new(FormatErrorKind::TooLarge, "/paths", message));
            }
            let place = pointer(&at, method);
            let Value::Object(operation) = operation else {
                let error = FormatError::wrong_kind(&place, "an operation, which is an object", operation);
                out.refuse_tool(format!("{method} {path}"), place, error);
                continue;
            };
            let id = operation.get("operationId").filter(|id| !id.is_null());
            let (name, made_up) = match id.map(Value::as_str) {
                Some(Some(id)) if !id.is_empty() => (id.to_owned(), false),
                _ => (generate_name(method, path), true),
            };
            let source = Source { name, method, path, item, operation, item_at: &at, at: &place };
            let shared = pointer(&at, "parameters");
            let read = match (id, text.find_fault(&place).or_else(|| text.find_fault(&shared))) {
                (_, Some(fault)) => Err(fault.clone()),
                (Some(id), None) if !id.is_string() => {
                    Err(FormatError::wrong_kind(&pointer(&place, "operationId"), "a string", id))
                }
                (_, None) => operation::read_operation(&mut document, &source),
            };
            match read {
                Ok(read) => {
                    if made_up {
                        unnamed.push(out.tools.len());
                    }
                    out.tools.push(read.value);
                    out.losses.extend(read.losses);
                }
                Err(error) => out.refuse_tool(source.name, place, error),
            }
        }
    }
    // A generated name gives way to the names in the document.
    let all = names::of_tools(out.tools.iter().map(|tool| tool.name.as_str()), names::DOTTED);
    for index in unnamed {
        out.tools[index].name.clone_from(&all[index]);
    }
    Ok(out)
}

/// `get_pets_id` of `GET /pets/{id}`.
fn generate_name(method: &str, path: &str) -> String {
    let words: Vec<&str> = path.split(['/', '{', '}']).filter(|word| !word.is_empty()).collect();
    names::of_tool(&format!("{method}_{}", words.join("_")), names::DOTTED)
}
