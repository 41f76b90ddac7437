//! Objects and arrays: closed objects, required properties, items of lists.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::engine::{Engine, renaming_loss};
use super::output::{is_nullable, to_nullable};
use super::unrepresentable::Unrepresentable;
use crate::entry::required_names;
use crate::names;
use crate::names::PropertyNames;
use webagents_schema::{Action, pointer};

impl Engine<'_> {
    /// `properties`, `required` and `additionalProperties`.
    pub(super) fn write_object(
        &mut self,
        out: &mut Map<String, Value>,
        flat: &Map<String, Value>,
        notes: &mut Vec<String>,
        at: &str,
        depth: usize,
    ) -> Result<(), Unrepresentable> {
        let empty = Map::new();
        let declared = flat.get("properties").and_then(Value::as_object).unwrap_or(&empty);
        let listed: Vec<&str> = required_names(flat).collect();
        let required: BTreeSet<&str> = listed.iter().copied().collect();
        let mut met = BTreeSet::new();
        let undeclared = listed.iter().filter(|name| !declared.contains_key(**name) && met.insert(**name));
        let any = Value::Bool(true);
        let additional = flat.get("additionalProperties");
        let all: Vec<(&str, &Value)> = declared
            .iter()
            .map(|(name, schema)| (name.as_str(), schema))
            .chain(undeclared.map(|name| (*name, additional.filter(|a| a.is_object()).unwrap_or(&any))))
            .collect();
        self.write_openness(out, flat, all.is_empty(), notes, at, depth)?;
        if all.is_empty() && !self.rules.objects.closed {
            return Ok(());
        }
        let scope = match self.rules.names {
            PropertyNames::Root if !at.is_empty() => PropertyNames::Any,
            names => names,
        };
        let renamed = names::of_properties(all.iter().map(|(name, _)| *name), scope);
        let here = pointer(at, "properties");
        let mut properties = Map::new();
        let mut needed = Vec::new();
        for (name, schema) in all {
            let is_required = required.contains(name);
            if schema == &Value::Bool(false) && !is_required {
                // A closed object without the property means the same.
                if !self.rules.objects.closed {
                    self.add_loss(
                        &pointer(&here, name),
                        "",
                        Value::Bool(false),
                        Action::Widened,
                        "the dialect cannot require that it is absent",
                    );
                }
                continue;
            }
            let mut value = self.write_node(schema, &pointer(&here, name), depth + 1)?;
            if self.rules.objects.all_required && !is_required {
                if is_nullable(&value) || self.accepts_null(schema) {
                    let message =
                        "an optional property is null if it is absent, so that null itself cannot be passed";
                    self.add_loss(&pointer(&here, name), "required", Value::Null, Action::Narrowed, message);
                }
                value = to_nullable(value, self.rules.null);
            }
            let new = renamed.get(name).map_or(name, String::as_str);
            if new != name {
                self.losses.push(renaming_loss(&here, name, new));
            }
            if is_required || self.rules.objects.all_required {
                needed.push(Value::from(new));
            }
            properties.insert(new.to_owned(), value);
        }
        out.insert("properties".into(), Value::Object(properties));
        if !needed.is_empty()
            || flat.contains_key("required") && !self.rules.objects.closed
            || self.rules.objects.all_required
        {
            out.insert("required".into(), Value::Array(needed));
        }
        if let Some(closed) = out.shift_remove("additionalProperties") {
            out.insert("additionalProperties".into(), closed);
        }
        Ok(())
    }

    /// Returns whether a schema that is written as a reference accepts null.
    fn accepts_null(&self, schema: &Value) -> bool {
        let reference = schema.get("$ref").and_then(Value::as_str);
        reference
            .and_then(|reference| self.resolve_reference(reference))
            .is_some_and(|(_, target)| is_nullable(target))
    }

    /// Writes the rule for properties other than the declared ones.
    fn write_openness(
        &mut self,
        out: &mut Map<String, Value>,
        flat: &Map<String, Value>,
        no_properties: bool,
        notes: &mut Vec<String>,
        at: &str,
        depth: usize,
    ) -> Result<(), Unrepresentable> {
        let additional = flat.get("additionalProperties");
        let open = additional != Some(&Value::Bool(false)) || flat.contains_key("patternProperties");
        if self.rules.objects.closed {
            // A tool without parameters need not declare that it takes none.
            let silent = additional.is_none() && !flat.contains_key("patternProperties");
            if open && no_properties && !(at.is_empty() && silent) {
                let value = additional.cloned().unwrap_or_default();
                if self.rules.objects.free_form_fails && !at.is_empty() {
                    return Err(Unrepresentable::new(
                        at,
                        "an object of free form: strict mode takes only objects whose properties are declared; \
                         declare them, or use the plain format",
                    ));
                }
                self.unusable_at.get_or_insert_with(|| at.to_owned());
                let message = "an object of free form is empty here, because only closed objects are taken";
                self.add_loss(at, "additionalProperties", value, Action::Narrowed, message);
            } else if open && !(no_properties && silent) {
                let value = additional.cloned().unwrap_or_default();
                self.add_loss(
                    at,
                    "additionalProperties",
                    value,
                    Action::Narrowed,
                    "only closed objects are taken",
                );
            }
            out.insert("additionalProperties".into(), Value::Bool(false));
            return Ok(());
        }
        match additional {
            Some(schema @ Value::Object(map)) if !map.is_empty() => {
                if self.rules.objects.additional {
                    let value = self.write_node(schema, &pointer(at, "additionalProperties"), depth + 1)?;
                    out.insert("additionalProperties".into(), value);
                } else {
                    self.add_note(notes, at, "additionalProperties", schema);
                }
            }
            Some(value) if self.rules.objects.additional => {
                out.insert("additionalProperties".into(), value.clone());
            }
            Some(value @ Value::Bool(false)) => {
                self.add_loss(
                    at,
                    "additionalProperties",
                    value.clone(),
                    Action::Widened,
                    "the provider does not take it",
                );
            }
            _ => {}
        }
        Ok(())
    }

    /// `items` and `prefixItems`.
    pub(super) fn write_array(
        &mut self,
        out: &mut Map<String, Value>,
        flat: &Map<String, Value>,
        notes: &mut Vec<String>,
        at: &str,
        depth: usize,
    ) -> Result<(), Unrepresentable> {
        let items = flat.get("items");
        let prefix = flat.get("prefixItems").and_then(Value::as_array).filter(|prefix| !prefix.is_empty());
        let Some(prefix) = prefix else {
            match items {
                Some(Value::Bool(false)) => {
                    self.add_note(notes, at, "items", &Value::Bool(false));
                    out.insert("items".into(), json!({"type": "string"}));
                }
                Some(schema) => {
                    let value = self.write_node(schema, &pointer(at, "items"), depth + 1)?;
                    out.insert("items".into(), value);
                }
                // A list of anything needs no `items` if a dialect takes a missing schema for any value.
                None if self.rules.objects.additional => {}
                None => {
                    let value = self.write_any(&pointer(at, "items"));
                    out.insert("items".into(), value);
                }
            }
            return Ok(());
        };
        let here = pointer(at, "prefixItems");
        let mut written = Vec::new();
        for (index, schema) in prefix.iter().enumerate() {
            written.push(self.write_node(schema, &pointer(&here, &index.to_string()), depth + 1)?);
        }
        let rest = match items {
            None | Some(Value::Bool(false)) => None,
            Some(schema) => Some(self.write_node(schema, &pointer(at, "items"), depth + 1)?),
        };
        if self.rules.tuples {
            out.insert("prefixItems".into(), Value::Array(written));
            if let Some(rest) = rest {
                out.insert("items".into(), rest);
            } else if items == Some(&Value::Bool(false)) {
                self.add_note(notes, at, "items", &Value::Bool(false));
            }
            return Ok(());
        }
        self.add_note(notes, at, "prefixItems", &Value::Array(prefix.clone()));
        let mut distinct: Vec<Value> = Vec::new();
        for value in written.into_iter().chain(rest) {
            if !distinct.contains(&value) {
                distinct.push(value);
            }
        }
        let one = if distinct.len() == 1 { distinct.remove(0) } else { json!({"anyOf": distinct}) };
        out.insert("items".into(), one);
        Ok(())
    }
}
