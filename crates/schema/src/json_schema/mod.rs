//! JSON Schema, read and written.
//!
//! [`read`] takes a schema of draft 7, 2019-09 or 2020-12 to a [`Shape`], [`write()`] takes a shape to 2020-12. The
//! decision this module embodies: **exactness comes from keywords, tightness from types**. A type accepts every value
//! that its schema accepts, and as few others as TypeScript can express. Keywords that the type alone would lose stay
//! in [`Constraints::keywords`](crate::ty::Constraints::keywords), so that `write(read(s))` accepts the same values
//! as `s`.
//!
//! There are two ways in which keywords stay:
//!
//! - next to the type, when they add to it: `minimum`, `pattern`, `uniqueItems`, `additionalProperties: false`;
//! - instead of it, when there is a *defining* keyword among them (`allOf`, `oneOf`, `not`, `type`, `enum`, …): then
//!   they are the whole schema, and the type is the nearest that TypeScript has. Types inside such a type carry prose
//!   and bounds for people, and nothing is written from them.
//!
//! Nothing is fetched: a `$ref` to another document is an error. It is not a validator (that is `validate`),
//! and not a checker of schemas: a keyword with a value that makes no sense is dropped with a loss.
//!
//! ```
//! use serde_json::json;
//! use webagents_schema::json_schema::{self, SchemaReadOptions};
//! let schema = json!({
//!     "type": "object",
//!     "properties": { "size": { "type": "integer" }, "sort": { "enum": ["asc", "desc"] } },
//!     "required": ["size"],
//! });
//! let shape = json_schema::read(&schema, &SchemaReadOptions::default()).unwrap().value;
//! assert_eq!(shape.root.to_string(), r#"{ size: integer; sort?: "asc" | "desc" }"#);
//! ```

mod algebra;
mod closing;
mod entries;
mod error;
mod exact;
mod identity;
mod index;
mod keywords;
mod kinds;
pub mod limits;
mod literals;
mod names;
mod negate;
mod objects;
mod options;
mod pattern;
mod raw;
mod read;
mod refs;
mod uri;
mod utility;
mod write;

use serde_json::Value;

pub use error::{SchemaError, SchemaErrorKind};
pub use keywords::is_annotation;
pub(crate) use names::type_name;
pub use options::{RootKind, SchemaReadOptions};
pub use uri::percent_decoded;
pub use write::{Objects, SchemaWriteOptions, write};

use crate::loss::Lossy;
use crate::shape::Shape;
use crate::ty::{Keyword, Type};

/// Converts a JSON Schema, of 2020-12 unless `$schema` names another dialect, to a [`Shape`].
///
/// In the latter, the spellings of older drafts and of OpenAPI 3.0 (`definitions`, an array of `items`, `dependencies`,
/// `nullable`) are understood.
///
/// # Errors
///
/// When `schema` is not a schema, is of an unknown dialect, refers to another document or to nothing, or is beyond
/// the [`limits`].
pub fn read(schema: &Value, options: &SchemaReadOptions) -> Result<Lossy<Shape>, SchemaError> {
    let index = index::Index::new(schema)?;
    Ok(read::read(&index, *options))
}

/// Converts the JSON Schema of a tool's arguments to a [`Shape`], the crate's form of data types.
///
/// It is read as [`read`] does with [`SchemaReadOptions::tool`].
///
/// A tool that declares no arguments takes none, `{}`, whether its schema is closed or has no rule for others.
///
/// # Errors
///
/// Those of [`read`].
///
/// ```
/// use serde_json::json;
/// use webagents_schema::{json_schema, ty::Type};
/// let nothing = Type::Object(Vec::new());
/// for schema in [json!({ "type": "object" }), json!({ "properties": {}, "additionalProperties": false })] {
///     assert_eq!(json_schema::read_arguments(&schema).unwrap().value.root, nothing);
/// }
/// let anything = json!({ "type": "object", "additionalProperties": true });
/// assert_ne!(json_schema::read_arguments(&anything).unwrap().value.root, nothing);
/// ```
pub fn read_arguments(schema: &Value) -> Result<Lossy<Shape>, SchemaError> {
    let mut read = read(schema, &SchemaReadOptions::tool())?;
    let shape = &mut read.value;
    if is_closed_and_empty(&shape.root) {
        shape.root = Type::Object(Vec::new());
        shape.facts.keywords.insert("additionalProperties".to_owned(), Value::Bool(false));
    } else if declares_nothing(schema) {
        shape.root = Type::Object(Vec::new());
    }
    Ok(read)
}

/// A way to read a schema: [`read_arguments`] or [`read_result`].
pub(crate) type ReadSchema = fn(&Value) -> Result<Lossy<Shape>, SchemaError>;

/// Reads the schema of a tool's result.
pub(crate) fn read_result(schema: &Value) -> Result<Lossy<Shape>, SchemaError> {
    read(schema, &SchemaReadOptions::tool())
}

/// Counts `value` and all JSON values nested in it, but counts no further than `limit`.
pub fn size_within(value: &Value, limit: usize) -> usize {
    let mut open = vec![value];
    let mut count = 0;
    while let Some(value) = open.pop() {
        count += 1;
        if count + open.len() >= limit {
            return limit;
        }
        match value {
            Value::Array(values) => open.extend(values.iter().take(limit)),
            Value::Object(map) => open.extend(map.values().take(limit)),
            _ => {}
        }
    }
    count
}

/// `Record<string, never>`.
fn is_closed_and_empty(ty: &Type) -> bool {
    let Type::Reference { name, args } = ty else { return false };
    name == "Record" && *args == [Type::Keyword(Keyword::String), Type::Keyword(Keyword::Never)]
}

/// Returns whether a schema of arguments declares none.
///
/// Of a tool without parameters it means that it has none, and not that it takes any object.
fn declares_nothing(schema: &Value) -> bool {
    let Value::Object(map) = schema else { return schema == &Value::Bool(true) };
    map.iter().all(|(keyword, value)| match keyword.as_str() {
        "type" => value == "object",
        "properties" => value.as_object().is_some_and(serde_json::Map::is_empty),
        "required" => value.as_array().is_some_and(Vec::is_empty),
        "$schema" | "$id" | "title" | "description" | "$comment" => true,
        _ => false,
    })
}

/// Counts the schemas that a validator may have to visit: see [`limits::EXPANDED`].
#[cfg(feature = "validate")]
pub(crate) fn expanded(schema: &Value) -> Result<usize, SchemaError> {
    let dialect = refs::Dialect::of(schema)?;
    Ok(refs::Graph::new(schema, dialect)?.expanded())
}
