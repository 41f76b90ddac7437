//! Schemas of a tool's arguments and result, by which each of its calls is checked.
//!
//! The decision: the host validates, over the `jsonschema` crate (feature `validate`; without it nothing is checked but
//! what preflight sees). Neither the page nor the code takes part.
//!
//! Values that JSON does not have are judged in the form in which their types are written as schemas: a date as a text, a
//! `bigint` as an integer, a set as a list. Objects of other kinds, such as a map, have no members there.

use std::collections::BTreeMap;
#[cfg(feature = "validate")]
use std::sync::{Arc, OnceLock};

#[cfg(feature = "validate")]
use serde_json::{Map, Value, json};
#[cfg(feature = "validate")]
use webagents_schema::Shape;
#[cfg(feature = "validate")]
use webagents_schema::json_schema::{self, SchemaWriteOptions};
use webagents_schema::ty::MemberKind;
#[cfg(feature = "validate")]
use webagents_schema::validate::{Validator, Violation};
use webagents_schema::{CallStyle, Interface};

/// Schemas of the tools of a toolbox.
#[derive(Debug, Clone, Default)]
pub(crate) struct ArgumentSchemas {
    /// The parameters of the tools that are called with positions.
    parameters: BTreeMap<String, Vec<String>>,
    #[cfg(feature = "validate")]
    tools: Arc<BTreeMap<String, ArgumentSchema>>,
}

/// The schema of one tool's arguments.
#[cfg(feature = "validate")]
#[derive(Debug)]
struct ArgumentSchema {
    /// Parameters in the order of a call, and whether each is required; `None` if a call has one object.
    names: Names,
    schema: Value,
    /// Compiled when the first value needs it. `None` if the schema cannot be compiled.
    validator: OnceLock<Option<Validator>>,
    /// Schema of the result, if the tool declares one.
    output: Option<Value>,
    output_validator: OnceLock<Option<Validator>>,
}

impl ArgumentSchemas {
    pub(crate) fn of(tools: &[Interface]) -> Self {
        #[cfg(feature = "validate")]
        let schemas = tools.iter().map(|tool| (tool.name.clone(), ArgumentSchema::of(tool)));
        let positional = tools.iter().filter_map(|tool| Some((tool, names(tool)?)));
        let parameters = positional
            .map(|(tool, names)| (tool.name.clone(), names.into_iter().map(|(name, _)| name).collect()));
        Self {
            parameters: parameters.collect(),
            #[cfg(feature = "validate")]
            tools: Arc::new(schemas.collect()),
        }
    }

    /// The name of a tool's parameter, from 0, if it is called with positions.
    pub(crate) fn parameter(&self, tool: &str, at: usize) -> Option<&str> {
        self.parameters.get(tool)?.get(at).map(String::as_str)
    }

    /// Returns the violations in the arguments of a call.
    ///
    /// `None` for an unknown tool, or a schema that cannot be compiled.
    #[cfg(feature = "validate")]
    pub(crate) fn judge(&self, tool: &str, args: &Value) -> Option<Vec<Violation>> {
        let contract = self.tools.get(tool)?;
        let value = contract.named(args)?;
        let validator = contract.validator.get_or_init(|| compiled(&contract.schema));
        Some(validator.as_ref()?.check(&value))
    }

    /// Returns the violations in the result of a call, as texts; none for `undefined`.
    #[cfg(feature = "validate")]
    pub(crate) fn judge_result(&self, tool: &str, value: &Value) -> Vec<String> {
        let Some(contract) = self.tools.get(tool) else { return Vec::new() };
        let Some(schema) = &contract.output else { return Vec::new() };
        if is_undefined(value) {
            return Vec::new();
        }
        let value = judged(value);
        let validator = contract.output_validator.get_or_init(|| compiled(schema));
        let found = validator.as_ref().map(|validator| validator.check(&value)).unwrap_or_default();
        found.iter().take(RESULT_FAULTS).map(ToString::to_string).collect()
    }
}

/// Violations of one result that a journal names.
#[cfg(feature = "validate")]
const RESULT_FAULTS: usize = 5;

/// Compiles a schema; `None` if it cannot be compiled.
#[cfg(feature = "validate")]
fn compiled(schema: &Value) -> Option<Validator> {
    let read = Validator::with_formats(schema).ok().filter(|read| read.losses.is_empty())?;
    Some(read.value)
}

#[cfg(feature = "validate")]
impl ArgumentSchema {
    fn of(tool: &Interface) -> Self {
        let names = names(tool);
        let mut schema = schema_of(&tool.input);
        // A default takes the place of an omitted argument, even if the schema requires it.
        if let (Some(names), Some(Value::Array(required))) = (&names, schema.get_mut("required")) {
            required.retain(|name| !names.iter().any(|(known, required)| name == known && !required));
        }
        if tool.call == CallStyle::Positional && names.is_none() {
            // The further arguments have no known names.
            schema = Value::Bool(true);
        }
        Self {
            names,
            schema,
            validator: OnceLock::new(),
            output: tool.output.as_ref().map(schema_of),
            output_validator: OnceLock::new(),
        }
    }

    /// The arguments of a call as one value.
    fn named(&self, args: &Value) -> Option<Value> {
        let Value::Array(args) = args else { return None };
        let first = args.first().filter(|value| !is_undefined(value));
        let names = match &self.names {
            // A tool without parameters may be given them by name all the same.
            Some(names)
                if !(names.is_empty()
                    && first.is_some_and(|first| first.is_object() || first.is_array())) =>
            {
                names
            }
            _ => return Some(first.map_or_else(|| json!({}), judged)),
        };
        let mut object = Map::new();
        for ((name, required), value) in names.iter().zip(args) {
            if !is_undefined(value) && (*required || !value.is_null()) {
                object.insert(name.clone(), judged(value));
            }
        }
        Some(Value::Object(object))
    }
}

/// Returns the JSON by which a value is judged that JSON may not have.
///
/// A type that a declaration can name has the form in which `webagents-schema` writes that type. Other objects have no
/// members, and other primitives are `null`.
#[cfg(feature = "validate")]
fn judged(value: &Value) -> Value {
    let list = |values: &Value| Value::Array(values.as_array().into_iter().flatten().map(judged).collect());
    match value {
        Value::Array(values) => Value::Array(values.iter().map(judged).collect()),
        Value::Object(members) => match members.get("$type").and_then(Value::as_str) {
            None => members_of(members.iter().map(|(name, member)| (name.as_str(), member))),
            Some("object") => {
                let entries = members.get("entries").and_then(Value::as_array).into_iter().flatten();
                members_of(entries.filter_map(|entry| Some((name_of(entry.get(0)?)?, entry.get(1)?))))
            }
            Some("number") if value["value"] == "-0" => json!(0),
            Some("bigint") => {
                value["value"].as_str().and_then(|digits| digits.parse().ok()).unwrap_or_default()
            }
            Some("string" | "date") => value["value"].clone(),
            Some("set" | "typedarray") => list(&value["values"]),
            Some("number" | "undefined" | "hole") => Value::Null,
            Some("sparse") => json!([]),
            Some(_) => json!({}),
        },
        other => other.clone(),
    }
}

/// The members of an object, without undefined ones.
#[cfg(feature = "validate")]
fn members_of<'a>(members: impl Iterator<Item = (&'a str, &'a Value)>) -> Value {
    let defined = members.filter(|(_, member)| !is_undefined(member));
    Value::Object(defined.map(|(name, member)| (name.to_owned(), judged(member))).collect())
}

/// The name of a member: a text, also one with lone surrogates.
#[cfg(feature = "validate")]
fn name_of(name: &Value) -> Option<&str> {
    name.as_str().or_else(|| name.get("value")?.as_str())
}

#[cfg(feature = "validate")]
fn is_undefined(value: &Value) -> bool {
    value.get("$type").is_some_and(|kind| kind == "undefined")
}

/// Parameters in the order of a call, and whether each is required; `None` if a call has one object.
type Names = Option<Vec<(String, bool)>>;

/// Returns the parameters of a tool that is called with positions.
///
/// `None` if it is called with one object, or takes arguments without names.
fn names(tool: &Interface) -> Names {
    if tool.call != CallStyle::Positional {
        return None;
    }
    let members = tool.arguments()?;
    let name = |member: &webagents_schema::ty::Member| match &member.kind {
        MemberKind::Property { name, optional, .. } => {
            Some((name.clone(), !optional && member.facts.keyword("default").is_none()))
        }
        _ => None,
    };
    members.iter().map(name).collect()
}

#[cfg(feature = "validate")]
fn schema_of(shape: &Shape) -> Value {
    json_schema::write(shape, &SchemaWriteOptions::default()).value
}

#[cfg(test)]
mod tests {
    use super::*;

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
            "# S\n\n## f\nF.\n\n### Params\n- `a` (string, required, pattern=^x): A.\n- `b` (number, optional): B.\n- `c` (integer, default=3): C.\n\n\
             ## g\nG.\n\n### Params\n\n### Input Schema\n```json\n\
             {\"type\":\"object\",\"properties\":{},\"additionalProperties\":false}\n```\n\n\
             ## h\nH.\n\n### Params\n\n### Input Schema\n```json\n\
             {\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"string\"},\"n\":{\"type\":\"number\"}},\n\
             \"required\":[\"id\"],\"additionalProperties\":false}\n```\n",
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
        assert_eq!(contracts.judge("nobody", &json!([])), None);
        let typed = |kind: &str, value: Value| json!({ "$type": kind, "value": value });
        for (args, faults) in [
            (json!(["x", typed("bigint", json!("2"))]), 0),
            (json!(["x", typed("number", json!("-0"))]), 0),
            (json!(["x", typed("number", json!("NaN"))]), 1),
            (json!([typed("date", json!("x-1970")), 1]), 0),
            (json!([typed("date", Value::Null), typed("date", json!("1970"))]), 2),
            (json!([{ "$type": "map", "entries": [] }, "2", { "$type": "cycle", "up": 1 }]), 3),
            (json!([{ "$type": "object", "entries": [["$type", "string"]] }]), 1),
        ] {
            assert_eq!(wrong(args.clone()).map(|told| told.len()), Some(faults), "{args}");
        }
        // A tool without parameters may be given them by name.
        for (args, faults) in [(json!([{}]), 0), (json!([{ "a": 1 }]), 1), (json!([[]]), 1), (json!([]), 0)] {
            assert_eq!(contracts.judge("g", &args).map(|told| told.len()), Some(faults), "{args}");
        }
        let input = |value: Value| contracts.judge("h", &json!([value])).map(|told| told.len());
        assert_eq!(input(json!({ "id": "a", "n": typed("undefined", Value::Null) })), Some(0));
        assert_eq!(input(json!({ "id": typed("undefined", Value::Null) })), Some(1));
        assert_eq!(input(json!({ "$type": "map", "entries": [["id", "a"]] })), Some(1));
        assert_eq!(input(json!({ "$type": "object", "entries": [["id", "a"], ["$type", 1]] })), Some(1));
        assert_eq!(input(json!({ "id": { "$type": "set", "values": [] } })), Some(1));
    }
}
