//! Schemas of a tool's arguments and result, in the form in which each of its calls is checked.
//!
//! The decision: a call is judged in the page, in the command that makes it, by the part of JSON Schema that nearly
//! all tools stay within; it is a small interpreter, because a page may forbid to compile code. Where a value meets a
//! keyword beyond that part, the page asks, and the `jsonschema` crate decides (feature `validate`; without it nothing
//! is said of such a value). Both judge by the same schema, so their verdicts agree.
//!
//! Values that JSON does not have (functions, dates, nodes, `NaN`) are not judged: pages define their meaning.
//! Only a promise where a value is declared is refused, because it is an `await` that was forgotten.
//!
//! | in the page | beyond |
//! |---|---|
//! | `type`, `enum`, `const`, `required`, `properties`, `additionalProperties`, `items`, `prefixItems`, `minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum`, `minLength`, `maxLength`, `minItems`, `maxItems`, `minProperties`, `maxProperties`, `anyOf`, `allOf`, `oneOf`, `not`, and `$ref` to a definition that does not contain itself | `pattern`, `format`, `multipleOf`, `uniqueItems`, `contains`, `patternProperties`, `propertyNames`, `dependentRequired`, `dependentSchemas`, `if`, `unevaluatedProperties`, `unevaluatedItems`, recursion |

use std::collections::BTreeMap;
use std::hash::BuildHasher as _;
use std::sync::LazyLock;
#[cfg(feature = "validate")]
use std::sync::{Arc, OnceLock};

use serde_json::{Map, Value, json};
use webagents_schema::json_schema::{self, SchemaWriteOptions};
use webagents_schema::ty::MemberKind;
#[cfg(feature = "validate")]
use webagents_schema::validate::{Validator, Violation};
use webagents_schema::{CallStyle, Interface, Shape};

use crate::harness::secrets::NAMES;

/// Depth of a schema that the page interprets, counted in keywords' steps, references included.
const DEPTH: usize = 24;
/// Schemas of one tool that the page interprets, references followed; what is beyond is asked about.
const PARTS: usize = 2_000;
/// Bytes of all tools' schemas that go into a document. Tools beyond are asked about.
const BYTES: usize = 512 * 1024;

/// Keywords that can refuse a value and are not interpreted in the page.
static BEYOND: LazyLock<Vec<&str>> = LazyLock::new(|| include_str!("beyond.txt").lines().collect());

/// Keywords with numbers, which the page compares.
const BOUNDS: [&str; 10] = [
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
];

/// The contracts of a toolbox, ready for a document.
#[derive(Debug, Clone, Default)]
pub(crate) struct ArgumentSchemas {
    /// Names the text, so that a document that has it need not be sent it again.
    name: String,
    /// For the page: JSON, an object from names to contracts.
    text: String,
    /// The parameters of the tools that are called with positions.
    parameters: BTreeMap<String, Vec<String>>,
    #[cfg(feature = "validate")]
    tools: Arc<BTreeMap<String, ArgumentSchema>>,
}

/// The schema of one tool's arguments.
#[cfg(feature = "validate")]
#[derive(Debug)]
struct ArgumentSchema {
    /// Parameters in the order of a call, and whether each is required; `None` where a call has one object.
    names: Names,
    schema: Value,
    /// Compiled when the first value needs it. `None` where it is no schema that can be compiled.
    validator: OnceLock<Option<Validator>>,
    /// Schema of the result, if the tool declares one.
    output: Option<Value>,
    output_validator: OnceLock<Option<Validator>>,
}

impl ArgumentSchemas {
    pub(crate) fn of(tools: &[Interface]) -> Self {
        #[cfg(feature = "validate")]
        let mut contracts = BTreeMap::new();
        let mut page = Map::new();
        let mut parameters = BTreeMap::new();
        let mut bytes = 0;
        for tool in tools {
            let (names, schema, mut entry) = contract(tool);
            let size = entry.to_string().len();
            if bytes + size > BYTES {
                entry = json!({ "names": entry["names"], "input": beyond() });
            } else {
                bytes += size;
            }
            page.insert(tool.name.clone(), entry);
            if let Some(names) = &names {
                parameters.insert(tool.name.clone(), names.iter().map(|(name, _)| name.clone()).collect());
            }
            #[cfg(feature = "validate")]
            contracts.insert(
                tool.name.clone(),
                ArgumentSchema {
                    names,
                    schema,
                    validator: OnceLock::new(),
                    output: tool.output.as_ref().map(output_schema),
                    output_validator: OnceLock::new(),
                },
            );
            #[cfg(not(feature = "validate"))]
            drop(schema);
        }
        let text = Value::Object(page).to_string();
        Self {
            name: format!("{:016x}", NAMES.hash_one(&text)),
            text,
            parameters,
            #[cfg(feature = "validate")]
            tools: Arc::new(contracts),
        }
    }

    /// The name under which a document keeps them.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the schemas for a document that does not have them.
    ///
    /// They are JSON as a string of JavaScript, because in an object literal `__proto__` would set the prototype.
    pub(crate) fn literal(&self) -> String {
        Value::from(self.text.as_str()).to_string()
    }

    /// The name of a tool's parameter, from 0, where it is called with positions.
    pub(crate) fn parameter(&self, tool: &str, at: usize) -> Option<&str> {
        self.parameters.get(tool)?.get(at).map(String::as_str)
    }

    /// Returns the violations in the arguments of a call.
    ///
    /// `None` for an unknown tool, or arguments that JSON cannot represent.
    #[cfg(feature = "validate")]
    pub(crate) fn judge(&self, tool: &str, args: &Value) -> Option<Vec<Violation>> {
        let contract = self.tools.get(tool)?;
        let value = contract.named(args)?;
        let validator = contract.validator.get_or_init(|| compiled(&contract.schema));
        Some(validator.as_ref()?.check(&value))
    }

    /// Returns the violations in the result of a call, as texts; none for a result that JSON cannot represent.
    #[cfg(feature = "validate")]
    pub(crate) fn judge_result(&self, tool: &str, value: &Value) -> Vec<String> {
        let Some(contract) = self.tools.get(tool) else { return Vec::new() };
        let Some(schema) = &contract.output else { return Vec::new() };
        let Some(value) = plain(value) else { return Vec::new() };
        let validator = contract.output_validator.get_or_init(|| compiled(schema));
        let found = validator.as_ref().map(|validator| validator.check(&value)).unwrap_or_default();
        found.iter().take(RESULT_FAULTS).map(ToString::to_string).collect()
    }
}

/// Violations of one result that a journal names.
#[cfg(feature = "validate")]
const RESULT_FAULTS: usize = 5;

/// Compiles a schema; `None` where it is no schema that can be compiled.
#[cfg(feature = "validate")]
fn compiled(schema: &Value) -> Option<Validator> {
    let read = Validator::with_formats(schema).ok().filter(|read| read.losses.is_empty())?;
    Some(read.value)
}

#[cfg(feature = "validate")]
impl ArgumentSchema {
    /// The arguments of a call as one object.
    fn named(&self, args: &Value) -> Option<Value> {
        let Value::Array(args) = args else { return None };
        let undefined = |value: &Value| value.get("$type").is_some_and(|kind| kind == "undefined");
        let Some(names) = &self.names else {
            return match args.first() {
                Some(value) if !undefined(value) => plain(value),
                _ => Some(json!({})),
            };
        };
        let mut object = Map::new();
        for ((name, required), value) in names.iter().zip(args) {
            if undefined(value) || (!required && value.is_null()) {
                continue;
            }
            object.insert(name.clone(), plain(value)?);
        }
        Some(Value::Object(object))
    }
}

/// Converts a value of the harness's representation to JSON, as `JSON.stringify` would.
///
/// `None` if it is not only JSON.
#[cfg(feature = "validate")]
fn plain(value: &Value) -> Option<Value> {
    Some(match value {
        Value::Array(values) => Value::Array(values.iter().map(plain).collect::<Option<_>>()?),
        Value::Object(members) => match members.get("$type").and_then(Value::as_str) {
            None => {
                let mut out = Map::new();
                for (name, member) in members {
                    if member.get("$type").is_some_and(|kind| kind == "undefined") {
                        continue;
                    }
                    out.insert(name.clone(), plain(member)?);
                }
                Value::Object(out)
            }
            Some("number") if members.get("value").is_some_and(|value| value == "-0") => json!(0),
            Some("object") => {
                let mut out = Map::new();
                for entry in members.get("entries")?.as_array()? {
                    out.insert(entry.get(0)?.as_str()?.to_owned(), plain(entry.get(1)?)?);
                }
                Value::Object(out)
            }
            Some(_) => return None,
        },
        other => other.clone(),
    })
}

/// The marker of what the page cannot judge.
fn beyond() -> Value {
    json!({ "?": 1 })
}

/// Parameters in the order of a call, and whether each is required; `None` where a call has one object.
type Names = Option<Vec<(String, bool)>>;

/// Returns a tool's parameter names, the schema of its arguments, and both as the page gets them.
fn contract(tool: &Interface) -> (Names, Value, Value) {
    let mut names = None;
    let mut schema = json_schema::write(&tool.input, &SchemaWriteOptions::default()).value;
    if tool.call == CallStyle::Positional
        && let Some(members) = tool.arguments()
    {
        let mut found = Vec::new();
        let mut closed = true;
        for member in members {
            match &member.kind {
                MemberKind::Property { name, optional, .. } => {
                    found.push((name.clone(), !optional && member.facts.keyword("default").is_none()));
                }
                _ => closed = false,
            }
        }
        // A default takes the place of an argument that is left out, whatever the schema says of it.
        if let Some(Value::Array(required)) = schema.get_mut("required") {
            required.retain(|name| !found.iter().any(|(known, required)| name == known && !required));
        }
        if closed {
            names = Some(found);
        } else {
            // Nothing says what the further arguments are called.
            schema = Value::Bool(true);
        }
    }
    let mut entry = Map::new();
    if let Some(names) = &names {
        entry.insert("names".into(), names.iter().map(|(name, required)| json!([name, required])).collect());
    }
    entry.insert("input".into(), compact(&schema));
    if let Some(output) = &tool.output {
        let output = compact_output(output);
        if output != Value::Bool(true) {
            entry.insert("output".into(), output);
        }
    }
    (names, schema, Value::Object(entry))
}

/// Returns whether texts are compared with this format.
#[cfg(feature = "validate")]
fn is_format(name: &str) -> bool {
    webagents_schema::validate::FORMATS.contains(&name)
}

/// Returns whether texts are compared with this format.
#[cfg(not(feature = "validate"))]
const fn is_format(_: &str) -> bool {
    false
}

fn output_schema(output: &Shape) -> Value {
    json_schema::write(output, &SchemaWriteOptions::default()).value
}

fn compact_output(output: &Shape) -> Value {
    compact(&output_schema(output))
}

/// Returns a schema as the page interprets it.
///
/// It is without words, with its references followed, and has `"?"` where it says more than the page can check.
fn compact(schema: &Value) -> Value {
    let mut compact = Compact { root: schema, parts: 0, open: Vec::new() };
    compact.schema(schema, 0)
}

struct Compact<'a> {
    root: &'a Value,
    parts: usize,
    /// References that are being followed.
    open: Vec<&'a str>,
}

impl<'a> Compact<'a> {
    fn schema(&mut self, schema: &'a Value, depth: usize) -> Value {
        self.parts += 1;
        if depth > DEPTH || self.parts > PARTS {
            return beyond();
        }
        let Value::Object(members) = schema else {
            return if schema == &Value::Bool(false) { json!({ "not": true }) } else { Value::Bool(true) };
        };
        let mut out = Map::new();
        let is_beyond = |(keyword, value): (&String, &Value)| match keyword.as_str() {
            "format" => value.as_str().is_some_and(is_format),
            keyword => BEYOND.contains(&keyword),
        };
        let mut unknown = members.iter().any(is_beyond);
        let patterns = members.contains_key("patternProperties");
        for (keyword, value) in members {
            // A name that matches a pattern is not additional, and the page does not know which names do.
            if patterns && keyword == "additionalProperties" {
                continue;
            }
            let written = match (keyword.as_str(), value) {
                ("type", Value::String(_) | Value::Array(_))
                | ("enum" | "required", Value::Array(_))
                | ("const", _) => value.clone(),
                (bound, Value::Number(_)) if BOUNDS.contains(&bound) => value.clone(),
                ("properties", Value::Object(properties)) => {
                    let written =
                        properties.iter().map(|(name, one)| (name.clone(), self.schema(one, depth + 1)));
                    Value::Object(written.collect())
                }
                ("additionalProperties" | "items" | "not", one) => self.schema(one, depth + 1),
                ("prefixItems" | "anyOf" | "allOf" | "oneOf", Value::Array(several)) => {
                    several.iter().map(|one| self.schema(one, depth + 1)).collect()
                }
                _ => continue,
            };
            if !(written == Value::Bool(true) && matches!(keyword.as_str(), "additionalProperties" | "items"))
            {
                out.insert(keyword.clone(), written);
            }
        }
        if let Some(reference) = members.get("$ref").and_then(Value::as_str) {
            match self.follow(reference, depth) {
                Some(target) => {
                    let mut all = vec![target];
                    if let Some(Value::Array(more)) = out.remove("allOf") {
                        all.extend(more);
                    }
                    out.insert("allOf".into(), Value::Array(all));
                }
                None => unknown = true,
            }
        }
        if unknown && let Value::Object(mark) = beyond() {
            out.extend(mark);
        }
        if out.is_empty() { Value::Bool(true) } else { Value::Object(out) }
    }

    fn follow(&mut self, reference: &'a str, depth: usize) -> Option<Value> {
        let root: &'a Value = self.root;
        let target = root.pointer(reference.strip_prefix('#')?)?;
        if self.open.contains(&reference) || reference == "#" {
            return None;
        }
        self.open.push(reference);
        let written = self.schema(target, depth + 1);
        self.open.pop();
        Some(written)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    #[expect(clippy::needless_pass_by_value, reason = "a case is written where it is checked")]
    fn check(schema: Value, want: Value) {
        assert_eq!(compact(&schema), want);
    }

    #[test]
    fn the_page_is_told_what_it_can_judge_and_where_it_must_ask() {
        check(json!({ "description": "d", "default": 1, "format": "mine", "x-mine": 2 }), json!(true));
        #[cfg(feature = "validate")]
        check(json!({ "format": "uri" }), beyond());
        check(
            json!({ "type": "object", "properties": { "a": { "type": "string", "title": "A" }, "b": {} }, "required": ["a"] }),
            json!({ "type": "object", "properties": { "a": { "type": "string" }, "b": true }, "required": ["a"] }),
        );
        check(json!({ "type": "string", "pattern": "^a" }), json!({ "type": "string", "?": 1 }));
        check(json!({ "additionalProperties": false }), json!({ "additionalProperties": { "not": true } }));
        check(json!({ "additionalProperties": true, "items": {} }), json!(true));
        check(
            json!({ "properties": { "a": {} }, "patternProperties": { "^x-": {} }, "additionalProperties": false }),
            json!({ "properties": { "a": true }, "?": 1 }),
        );
        // A property may be called as a keyword.
        check(
            json!({ "properties": { "pattern": { "type": "null" } } }),
            json!({ "properties": { "pattern": { "type": "null" } } }),
        );
    }

    #[test]
    fn references_are_followed_unless_they_come_back() {
        let defs = json!({ "n": { "type": "integer" }, "l": { "items": { "$ref": "#/$defs/l" } } });
        check(
            json!({ "properties": { "a": { "$ref": "#/$defs/n" } }, "$defs": defs.clone() }),
            json!({ "properties": { "a": { "allOf": [{ "type": "integer" }] } } }),
        );
        check(json!({ "$ref": "#/$defs/l", "$defs": defs }), json!({ "allOf": [{ "items": { "?": 1 } }] }));
        check(json!({ "$ref": "#" }), json!({ "?": 1 }));
        check(json!({ "$ref": "#/nowhere" }), json!({ "?": 1 }));
    }

    #[test]
    fn what_a_hostile_schema_becomes_is_small() {
        let mut bomb = json!({ "$ref": "#/$defs/d0", "$defs": { "d20": { "type": "string" } } });
        for level in 0..20 {
            let next = json!({ "$ref": format!("#/$defs/d{}", level + 1) });
            bomb["$defs"][format!("d{level}")] = json!({ "anyOf": [next.clone(), next] });
        }
        assert!(compact(&bomb).to_string().len() < 100_000);
        let mut deep = json!({ "type": "string" });
        for _ in 0..200 {
            deep = json!({ "items": deep });
        }
        assert!(compact(&deep).to_string().len() < 1_000);
    }

    #[cfg(feature = "validate")]
    #[test]
    fn arguments_become_one_object() {
        let tool = |text: &str| {
            let manifest = webagents_manifest::parse(text).manifest;
            let tools: Vec<Interface> =
                manifest.tools.iter().map(|tool| webagents_schema::interface_of(tool).value).collect();
            ArgumentSchemas::of(&tools)
        };
        let contracts = tool(
            "# S\n\n## f\nF.\n\n### Params\n- `a` (string, required, pattern=^x): A.\n- `b` (number, optional): B.\n- `c` (integer, default=3): C.\n",
        );
        let wrong = |args: Value| -> Option<Vec<String>> {
            let told = contracts.judge("f", &args)?;
            Some(told.into_iter().map(|one| format!("{} {}", one.path, one.schema_path)).collect())
        };
        let fine = Some(Vec::new());
        assert_eq!(wrong(json!(["x"])), fine);
        assert_eq!(wrong(json!(["x", null, { "$type": "undefined" }])), fine);
        assert_eq!(wrong(json!([])), Some(vec![" /required".to_owned()]));
        assert_eq!(wrong(json!(["y", "2"])).map(|told| told.len()), Some(2));
        assert_eq!(wrong(json!([{ "$type": "date", "value": null }])), None);
        assert_eq!(contracts.judge("g", &json!([])), None);
    }
}
