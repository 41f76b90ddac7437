//! JSON Schema as each provider of language models takes it.
//!
//! Every provider takes a part of JSON Schema of its own, and answers a request with anything else with an
//! error, or ignores it in silence. [`for_provider`] writes a [`Shape`] in the part that a provider takes. The
//! decision this module embodies: **the variant is what the provider's own software would leave as it is, and
//! whatever it does not say is a [`Loss`](crate::Loss)**; a keyword that cannot stay goes into the description,
//! where the model at least reads it.
//!
//! Sources: the transformers that OpenAI and Anthropic publish in their npm packages (`openai` 6.49.0,
//! `lib/transform`; `@anthropic-ai/sdk` 1.11.0, `lib/transform-json-schema`), the types of `@google/genai`
//! 2.32.0, and the providers' pages on structured outputs and function calling.
//!
//! | | [`OpenAiStrict`](Format::OpenAiStrict) | [`AnthropicStrict`](Format::AnthropicStrict) | [`Gemini`](Format::Gemini) | [`GeminiJsonSchema`](Format::GeminiJsonSchema) |
//! |---|---|---|---|---|
//! | objects | closed | closed | open | any |
//! | optional properties | required and nullable | optional | optional | optional |
//! | `$ref` | kept | kept, recursion cut | inlined, recursion cut | kept |
//! | null | `type: [T, "null"]` | the same, or `anyOf` | `nullable: true` | `type: [T, "null"]` |
//! | `oneOf`, `allOf` | `anyOf`, merged | `anyOf`, merged | `anyOf`, merged | `anyOf`, merged |
//! | lengths, ranges, patterns | all but lengths of text | none | all but `exclusive*`, `multipleOf` | ranges, lengths of arrays |
//!
//! [`OpenAi`](Format::OpenAi) and [`Anthropic`](Format::Anthropic), without strictness, take a schema as it
//! is, if its root is an object.

mod alternatives;
pub(crate) mod engine;
mod limits;
mod merge;
mod node;
mod object;
mod output;
pub(crate) mod rules;
#[cfg(test)]
mod tests;
mod unrepresentable;
mod values;

use serde_json::Value;

use crate::format::Format;

pub use unrepresentable::Unrepresentable;

use webagents_schema::Lossy;
use webagents_schema::Shape;
use webagents_schema::json_schema::{self, SchemaWriteOptions};

/// Converts the type of a tool's arguments to the JSON Schema dialect of a model provider's format.
///
/// A format without a dialect takes all of JSON Schema.
///
/// Pointers of losses lead into the shape as [`json_schema::write`] writes it. A root that is no object is put into the
/// property `value` of one, because every provider calls a function with an object.
///
/// ```
/// use serde_json::json;
/// use webagents_formats::Format;
/// use webagents_formats::provider::for_provider;
/// use webagents_schema::json_schema::{self, SchemaReadOptions};
///
/// let schema = json!({
///     "type": "object",
///     "properties": {"city": {"type": "string", "minLength": 3}, "days": {"type": "integer"}},
///     "required": ["city"],
///     "additionalProperties": false,
/// });
/// let shape = json_schema::read(&schema, &SchemaReadOptions::tool()).unwrap().value;
/// let strict = for_provider(&shape, Format::OpenAiStrict).unwrap();
/// assert_eq!(strict.value, json!({
///     "type": "object",
///     "properties": {
///         "city": {"type": "string", "description": "[minLength: 3]"},
///         "days": {"type": ["integer", "null"]},
///     },
///     "required": ["city", "days"],
///     "additionalProperties": false,
/// }));
/// assert_eq!(strict.losses[0].pointer, "/properties/city");
/// assert_eq!(strict.losses[0].keyword, "minLength");
/// ```
///
/// # Errors
///
/// Only [`Format::OpenAiStrict`] gives one, see [`Unrepresentable`].
pub fn for_provider(shape: &Shape, format: Format) -> Result<Lossy<Value>, Unrepresentable> {
    let written = json_schema::write(shape, &SchemaWriteOptions::default());
    let Some(dialect) = format.facts().dialect else { return Ok(written) };
    let variant = engine::variant(&written.value, dialect)?;
    let mut losses = written.losses;
    losses.extend(variant.losses);
    Ok(Lossy { value: variant.value, losses })
}
