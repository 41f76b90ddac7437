//! Would the vendor's own client send the schema that we write for it unchanged?
//!
//! The client's transformer answers: it has to leave our schema as it is.
//!
//! `openai` makes strict schemas with `toStrictJsonSchema`, `@anthropic-ai/sdk` with `transformJSONSchema`;
//! both throw at, or rewrite, schemas that the vendor does not take. For Gemini there is no such transformer,
//! and a plain OpenAI or Anthropic schema needs none: of those only the conversions are counted.

use serde_json::{Value, json};

use crate::Failure;
use crate::converter::{run_command, script_path};
use crate::corpus::Tool;
use crate::ours::{self, Format};

/// The script that runs the npm packages.
const PEERS: &str = "peers/providers.mjs";

/// A schema as we write it for a vendor.
#[derive(Debug, Clone)]
pub struct Variant {
    /// The tool.
    pub id: String,
    /// Provider whose transformer is run: `openai`, `anthropic`, or none.
    vendor: Option<&'static str>,
    schema: Value,
}

impl Variant {
    /// Returns `tool` as written for `provider`.
    pub fn new(tool: &Tool, provider: Format, schema: Value) -> Self {
        Self { id: tool.id.clone(), vendor: ours::oracle_of(provider), schema }
    }
}

/// Percentage of tools that may have no form in OpenAI's strict mode.
///
/// The mode has no schema for an object that is open to any property. 48 of 1,123 tools have one.
const OPENAI_STRICT_LEFT_OUT: usize = 5;

/// Returns whether so many of `total` tools are enough. All but OpenAI's strict mode take every tool.
pub fn are_enough(provider: Format, converted: usize, total: usize) -> bool {
    match provider {
        Format::OpenAiStrict => (total - converted) * 100 <= total * OPENAI_STRICT_LEFT_OUT,
        _ => converted == total,
    }
}

/// Changes that a transformer made to each of `variants`, in words; empty for none.
pub fn run_transformers(variants: &[Variant]) -> Result<Vec<Result<(), String>>, Failure> {
    let mut input = String::new();
    for variant in variants {
        input.push_str(&json!({ "vendor": variant.vendor, "schema": variant.schema }).to_string());
        input.push('\n');
    }
    let output = run_command(&["node".to_owned(), script_path(PEERS).to_string_lossy().into_owned()], input)?;
    let answers: Vec<Result<(), String>> = output
        .lines()
        .map(|line| {
            let answer: Value = serde_json::from_str(line).map_err(|cause| cause.to_string())?;
            match answer["problem"].as_str() {
                Some(problem) => Err(problem.to_owned()),
                None => Ok(()),
            }
        })
        .collect();
    if answers.len() == variants.len() && !answers.is_empty() {
        Ok(answers)
    } else {
        Err(format!("{} answers to {} schemas", answers.len(), variants.len()).into())
    }
}
