//! JSON Schema as each provider of language models takes it.
//!
//! Every provider takes a part of JSON Schema of its own, and answers a request with anything else with an
//! error, or ignores it in silence. [`for_provider`] writes a [`Shape`](webagents_schema::Shape) in the part
//! that a provider takes. The decision this module embodies: **the provider's own software would leave the
//! variant unchanged, and everything that the variant lacks is a [`Loss`](crate::Loss)**. A keyword that
//! cannot stay goes into the description, so that the model at least reads it.
//!
//! Sources: the transformers that OpenAI and Anthropic publish in their npm packages (`openai` 6.49.0,
//! `lib/transform`; `@anthropic-ai/sdk` 1.11.0, `lib/transform-json-schema`), the types of `@google/genai`
//! 2.32.0, and the providers' pages on structured outputs and function calling.
//!
//! | | [`OpenAiStrict`](crate::Format::OpenAiStrict) | [`AnthropicStrict`](crate::Format::AnthropicStrict) | [`Gemini`](crate::Format::Gemini) | [`GeminiJsonSchema`](crate::Format::GeminiJsonSchema) |
//! |---|---|---|---|---|
//! | objects | closed | closed | open | any |
//! | optional properties | required and nullable | optional | optional | optional |
//! | `$ref` | kept | kept, recursion cut | inlined, recursion cut | kept |
//! | null | `type: [T, "null"]` | the same, or `anyOf` | `nullable: true` | `type: [T, "null"]` |
//! | `oneOf`, `allOf` | `anyOf`, merged | `anyOf`, merged | `anyOf`, merged | `anyOf`, merged |
//! | lengths, ranges, patterns | all but lengths of text | none | all but `exclusive*`, `multipleOf` | ranges, lengths of arrays |
//!
//! [`OpenAi`](crate::Format::OpenAi) and [`Anthropic`](crate::Format::Anthropic), without strictness, take a schema as it
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

pub use unrepresentable::Unrepresentable;

pub use crate::format::for_provider;
