//! JSON Schemas of Rust types.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde_json::Value;

/// The schema of a value that a program deserializes.
pub(super) fn argument_schema<T: JsonSchema>() -> Value {
    to_plain(SchemaSettings::draft2020_12().for_deserialize().into_generator().into_root_schema_for::<T>())
}

/// The schema of a value that a program serializes.
pub(super) fn result_schema<T: JsonSchema>() -> Value {
    to_plain(SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>())
}

/// Removes the name of the Rust type and the dialect from a schema.
///
/// The name is meaningless for a model, and the dialect is always the same.
fn to_plain(schema: Schema) -> Value {
    let mut value = Value::from(schema);
    if let Value::Object(members) = &mut value {
        members.shift_remove("$schema");
        members.shift_remove("title");
    }
    value
}
