//! Which format a document has.
//!
//! By members that only one format has; nothing is read. WebMCP and MCP declare tools with the same members, so
//! that a document without a word of WebMCP's own is MCP's, which reads the same from it.

use serde_json::{Map, Value};
use webagents_manifest::Annotations;

use super::Format;

/// Tools that are looked at.
const SAMPLE: usize = 100;

/// Detects the format of a JSON document's tool declarations; `None` if it is not a known one.
///
/// ```
/// use serde_json::json;
/// use webagents_formats::{Format, detect};
/// let tool = json!({"name": "f", "description": "F.", "input_schema": {"type": "object"}});
/// assert_eq!(detect(&json!([tool])), Some(Format::Anthropic));
/// assert_eq!(detect(&json!({"type": "object", "properties": {}})), None);
/// ```
pub fn detect(document: &Value) -> Option<Format> {
    // The reader's error for a document of version 2 has the remedy.
    if ["openapi", "swagger"].iter().any(|name| document.get(name).is_some_and(Value::is_string)) {
        return Some(Format::OpenApi);
    }
    if document.get("method").and_then(Value::as_str).is_some_and(|method| method.starts_with("WebMCP.")) {
        return Some(Format::WebMcp);
    }
    let mut seen = None;
    for map in sample_tools(document) {
        match of_tool(map) {
            // A word of WebMCP's own at any tool makes all of them WebMCP's.
            Some(Format::WebMcp) => return Some(Format::WebMcp),
            Some(format) => seen = seen.or(Some(format)),
            None => {}
        }
    }
    seen
}

fn sample_tools(document: &Value) -> Vec<&Map<String, Value>> {
    let lists =
        [&["tools"][..], &["functions"], &["result", "tools"], &["params", "tools"], &["config", "tools"]];
    let found = lists.iter().find_map(|path| path.iter().try_fold(document, |value, step| value.get(step)));
    match found.unwrap_or(document) {
        Value::Array(values) => values.iter().filter_map(Value::as_object).take(SAMPLE).collect(),
        Value::Object(map) => vec![map],
        _ => Vec::new(),
    }
}

fn of_tool(map: &Map<String, Value>) -> Option<Format> {
    let has = |name: &str| map.contains_key(name);
    let strict = |map: &Map<String, Value>| map.get("strict") == Some(&Value::Bool(true));
    for name in ["functionDeclarations", "function_declarations"] {
        if let Some(declarations) = map.get(name) {
            let first = declarations.get(0).and_then(Value::as_object);
            return Some(first.map_or(Format::Gemini, of_declaration));
        }
    }
    if has("input_schema") {
        return Some(if strict(map) { Format::AnthropicStrict } else { Format::Anthropic });
    }
    if let Some(Value::Object(function)) = map.get("function") {
        return Some(if strict(function) { Format::OpenAiChatStrict } else { Format::OpenAiChat });
    }
    if has("parametersJsonSchema") || has("parameters_json_schema") {
        return Some(Format::GeminiJsonSchema);
    }
    if has("name") && map.get("type").is_some_and(|ty| ty == "function") {
        return Some(if strict(map) { Format::OpenAiStrict } else { Format::OpenAi });
    }
    if let Some(schema) = map.get("parameters").filter(|_| has("name")) {
        let ty = schema.get("type").and_then(Value::as_str).unwrap_or_default();
        let capitals = !ty.is_empty() && ty.chars().all(|c| c.is_ascii_uppercase());
        return Some(if capitals { Format::Gemini } else { Format::OpenAi });
    }
    // Words that WebMCP has and MCP has not.
    let is_own = |hint: &String| {
        let word = hint.trim_end_matches("Hint");
        let known = Annotations::KNOWN.iter().filter(|known| known.is_in_web_mcp && !known.is_in_mcp);
        known.map(|known| known.name).chain(["debugging", "autosubmit"]).any(|own| own == word)
    };
    let hints = map.get("annotations").and_then(Value::as_object).into_iter().flat_map(Map::keys);
    let web = hints.into_iter().any(is_own)
        || ["execute", "window", "frameId", "backendNodeId"].into_iter().any(has)
        || map.get("inputSchema").is_some_and(Value::is_string);
    match (has("name") && (has("inputSchema") || has("description")), web) {
        (true, true) => Some(Format::WebMcp),
        (true, false) if !has("$schema") && !has("properties") => Some(Format::Mcp),
        _ => None,
    }
}

fn of_declaration(map: &Map<String, Value>) -> Format {
    let json_schema = map.contains_key("parametersJsonSchema") || map.contains_key("parameters_json_schema");
    if json_schema { Format::GeminiJsonSchema } else { Format::Gemini }
}
