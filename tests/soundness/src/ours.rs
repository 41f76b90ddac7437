//! Our converters: every call of `webagents-schema` and `webagents-script` of the harness.

use serde_json::Value;
use webagents_schema::declarations;
use webagents_schema::json_schema::{self, SchemaReadOptions, SchemaWriteOptions};
use webagents_schema::{Lossy, Shape};

pub use webagents_formats::Format;

use crate::corpus::{Of, Tool};

/// Losses of a conversion that succeeds, or the reason why it did not.
pub type Converted<T> = Result<Lossy<T>, String>;

fn read_schema(schema: &Value, options: SchemaReadOptions) -> Converted<Shape> {
    json_schema::read(schema, &options).map_err(|error| error.to_string())
}

/// A declaration of a type `Root`, with everything in the schema.
pub fn write_declaration(schema: &Value, of: Of) -> Converted<String> {
    let options = match of {
        Of::Values => SchemaReadOptions::default(),
        Of::Tools => SchemaReadOptions::tool(),
    };
    let shape = read_schema(schema, options)?;
    let text = declarations::write(shape.value, "Root");
    Ok(join_losses(shape.losses, text))
}

/// The schema of the type `root` that a module declares.
pub fn schema_of_type(module: &str, root: &str) -> Converted<Value> {
    let shape = webagents_script::declared_type(module, root).map_err(|error| error.to_string())?;
    let written = json_schema::write(&shape.value, &SchemaWriteOptions::default());
    Ok(join_losses(shape.losses, written))
}

/// The schema after it was read and written again.
pub fn through_tree(schema: &Value) -> Converted<Value> {
    let shape = read_schema(schema, SchemaReadOptions::default())?;
    Ok(join_losses(shape.losses, json_schema::write(&shape.value, &SchemaWriteOptions::default())))
}

/// The schema after it went through TypeScript and back.
pub fn through_typescript(schema: &Value) -> Converted<Value> {
    let text = write_declaration(schema, Of::Values)?;
    let back = schema_of_type(&text.value, "Root")?;
    Ok(join_losses(text.losses, back))
}

/// The vendor whose transformer has to leave a provider's schemas as they are.
pub const fn oracle_of(provider: Format) -> Option<&'static str> {
    match provider {
        Format::OpenAiStrict => Some("openai"),
        Format::AnthropicStrict => Some("anthropic"),
        _ => None,
    }
}

/// The schema of a tool's input as `provider` takes it.
pub fn for_provider(tool: &Tool, provider: Format) -> Converted<Value> {
    let shape = read_schema(&tool.definition["inputSchema"], SchemaReadOptions::tool())?;
    webagents_formats::provider::for_provider(&shape.value, provider).map_err(|error| error.to_string())
}

/// `next` with the earlier losses before its own.
fn join_losses<T>(losses: Vec<webagents_schema::Loss>, mut next: Lossy<T>) -> Lossy<T> {
    next.losses.splice(0..0, losses);
    next
}
