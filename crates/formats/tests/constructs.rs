//! Each construct of JSON Schema once, as every provider takes it.

use serde_json::Value;
use webagents_formats::Format;
use webagents_formats::provider::for_provider;
use webagents_schema::json_schema::{self, SchemaReadOptions};

/// Writes each construct of the data of `schema` for `provider`.
fn of_each(provider: Format) -> String {
    let data = include_str!("../../schema/tests/data/constructs.json");
    let constructs: Value = serde_json::from_str(data).expect("JSON");
    let mut out = String::new();
    for (name, schema) in constructs.as_object().expect("an object") {
        let read = json_schema::read(schema, &SchemaReadOptions::default());
        let read = read.unwrap_or_else(|error| panic!("{name}: {error}"));
        let (text, losses) = match for_provider(&read.value, provider) {
            Ok(written) => (written.value.to_string(), written.losses),
            Err(error) => (format!("not representable: {error}"), Vec::new()),
        };
        out.extend(["# ", name.as_str(), "\n", text.trim_end(), "\n"]);
        for loss in read.losses.iter().chain(&losses) {
            out.extend(["lost: ", &loss.to_string(), "\n"]);
        }
        out.push('\n');
    }
    out
}

#[test]
fn constructs_as_providers_take_them() {
    for provider in [
        Format::OpenAiStrict,
        Format::Anthropic,
        Format::AnthropicStrict,
        Format::Gemini,
        Format::GeminiJsonSchema,
    ] {
        insta::assert_snapshot!(format!("constructs_{provider:?}"), of_each(provider));
    }
}
