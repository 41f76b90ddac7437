//! One schema: its alternatives, its type and its words.

use serde_json::{Map, Value, json};

use super::alternatives::has_alternatives;
use super::engine::{DEPTH, Engine};
use super::merge::types_of;
use super::output::{order_keywords, to_nullable};
use super::rules::{Null, is_annotation, type_of_keyword};
use super::unrepresentable::Unrepresentable;
use super::values::{find_literals, fits_type, kind_of};
use webagents_schema::Action;

impl Engine<'_> {
    /// The variant of one schema.
    pub(super) fn write_node(
        &mut self,
        schema: &Value,
        at: &str,
        depth: usize,
    ) -> Result<Value, Unrepresentable> {
        let empty = Map::new();
        let map = schema.as_object().unwrap_or(&empty);
        if depth > DEPTH || !self.count_node() {
            self.add_loss(
                at,
                "",
                Value::Null,
                Action::Widened,
                "the schema is too large or too deep: any value is taken here",
            );
            return Ok(self.write_any(at));
        }
        if schema == &Value::Bool(false) {
            self.add_loss(
                at,
                "",
                Value::Bool(false),
                Action::Widened,
                "the dialect has no schema that accepts nothing",
            );
        }
        let mark = self.enter_branch();
        let flat = self.flatten_schema(map, at, false);
        let out = self.write_flat(flat, at, depth);
        self.leave_branch(mark);
        out
    }

    /// The variant of a schema without `allOf`.
    fn write_flat(
        &mut self,
        mut flat: Map<String, Value>,
        at: &str,
        depth: usize,
    ) -> Result<Value, Unrepresentable> {
        let mut notes = Vec::new();
        let texts = self.take_annotations(&mut flat, &mut notes, at);
        if let Some(reference) = flat.get("$ref") {
            let reference = json!({"$ref": reference});
            // No provider takes a description next to a reference.
            let value =
                if texts.is_empty() && notes.is_empty() { reference } else { json!({"anyOf": [reference]}) };
            return Ok(self.with_description(value, texts, &notes));
        }
        let value = match self.write_alternatives(&mut flat, &mut notes, at, depth)? {
            Some(value) => value,
            None => self.write_typed(&flat, &mut notes, at, depth)?,
        };
        Ok(self.with_description(value, texts, &notes))
    }

    /// Takes the keywords that do not restrict values. Returns title and description.
    fn take_annotations(
        &mut self,
        flat: &mut Map<String, Value>,
        notes: &mut Vec<String>,
        at: &str,
    ) -> Map<String, Value> {
        let mut texts = Map::new();
        let keys: Vec<String> = flat.keys().filter(|key| is_annotation(key)).cloned().collect();
        for key in keys {
            let Some(value) = flat.shift_remove(&key) else { continue };
            match key.as_str() {
                "title" | "description" => {
                    if value.as_str().is_some_and(|text| !text.is_empty()) {
                        texts.insert(key, value);
                    }
                }
                // Where alternatives are alone, a value has no place next to them.
                "default" | "example"
                    if self.keeps_keyword(&key)
                        && !(self.rules.null == Null::Keyword && has_alternatives(flat)) =>
                {
                    texts.insert(key, value);
                }
                // A default of null means the same as an omitted property.
                "default" if value.is_null() => {}
                "default" | "examples" | "example" => self.add_note(notes, at, &key, &value),
                "deprecated" if value == Value::Bool(true) => self.add_note(notes, at, &key, &value),
                "$schema" | "$id" | "$defs" | "definitions" | "$anchor" | "deprecated" => {}
                _ => self.add_loss(at, &key, value, Action::Dropped, "the provider does not take it"),
            }
        }
        texts
    }

    fn keeps_keyword(&self, keyword: &str) -> bool {
        keyword == "default" && self.rules.values.default || self.rules.keywords.contains(&keyword)
    }

    /// Returns the schema with its texts, and the notes after the description.
    fn with_description(&self, value: Value, mut texts: Map<String, Value>, notes: &[String]) -> Value {
        if !notes.is_empty() {
            let said = texts.get("description").and_then(Value::as_str).unwrap_or_default();
            let gap = if said.is_empty() { "" } else { " " };
            texts.insert("description".into(), format!("{said}{gap}[{}]", notes.join(", ")).into());
        }
        let Value::Object(mut map) = value else { return value };
        if texts.is_empty() {
            return order_keywords(map);
        }
        if self.rules.null == Null::Keyword
            && let Some(Value::Array(branches)) = map.get_mut("anyOf")
        {
            // Gemini's `anyOf` must be the only member, so its members get the description.
            for branch in branches.iter_mut() {
                describe_schema(branch, &texts);
            }
            return Value::Object(map);
        }
        if let (Some(inner), Some(outer)) = (map.get("description"), texts.get("description"))
            && inner != outer
            && let (Some(inner), Some(outer)) = (inner.as_str(), outer.as_str())
        {
            let both = format!("{outer} {inner}");
            texts.insert("description".into(), both.into());
        }
        map.extend(texts);
        order_keywords(map)
    }

    /// A schema without alternatives.
    pub(super) fn write_typed(
        &mut self,
        flat: &Map<String, Value>,
        notes: &mut Vec<String>,
        at: &str,
        depth: usize,
    ) -> Result<Value, Unrepresentable> {
        let literals = find_literals(flat);
        let mut kinds = match flat.get("type") {
            Some(ty) => types_of(ty),
            None => self.implied_types(flat, literals.as_deref(), at),
        };
        if let Some(values) = &literals
            && !kinds.is_empty()
        {
            // Values of another type than the declared ones were never accepted.
            kinds.retain(|ty| values.iter().any(|value| fits_type(value, ty)));
        }
        let null = kinds.len() > 1 && kinds.contains(&"null");
        if null {
            kinds.retain(|ty| *ty != "null");
        }
        let value = match kinds.as_slice() {
            [] => self.any_but(flat, notes, at),
            [ty] => self.write_one(ty, flat, literals.as_deref(), notes, at, depth)?,
            many => {
                let bare = flat.keys().all(|key| key == "type" || key == "enum" || key == "const");
                let scalar = !many.iter().any(|ty| matches!(*ty, "object" | "array"));
                if bare && scalar && self.rules.null != Null::Keyword {
                    let mut map = Map::new();
                    map.insert("type".into(), json!(many));
                    self.write_literals(&mut map, many, literals.as_deref(), flat, notes, at);
                    Value::Object(map)
                } else {
                    let mut branches = Vec::new();
                    for ty in many {
                        let mut own = Vec::new();
                        let value = self.write_one(ty, flat, literals.as_deref(), &mut own, at, depth)?;
                        branches.push(self.with_description(value, Map::new(), &own));
                    }
                    json!({"anyOf": branches})
                }
            }
        };
        Ok(if null { to_nullable(value, self.rules.null) } else { value })
    }

    /// The types that a schema without `type` means.
    fn implied_types(
        &mut self,
        flat: &Map<String, Value>,
        literals: Option<&[Value]>,
        at: &str,
    ) -> Vec<&'static str> {
        let mut out: Vec<&'static str> = Vec::new();
        if let Some(values) = literals {
            for ty in values.iter().map(kind_of) {
                if !out.contains(&ty) {
                    out.push(ty);
                }
            }
            return out;
        }
        for keyword in flat.keys() {
            let ty = if keyword == "format" { Some("string") } else { type_of_keyword(keyword) };
            if let Some(ty) = ty.filter(|ty| !out.contains(ty)) {
                out.push(ty);
            }
        }
        if !out.is_empty() {
            let message = format!("no type is given: {} is taken, as the keywords mean", out.join(" or "));
            self.add_loss(at, "type", Value::Null, Action::Narrowed, message);
        }
        out
    }

    /// A schema of one type.
    fn write_one(
        &mut self,
        ty: &str,
        flat: &Map<String, Value>,
        literals: Option<&[Value]>,
        notes: &mut Vec<String>,
        at: &str,
        depth: usize,
    ) -> Result<Value, Unrepresentable> {
        let mut out = Map::new();
        out.insert("type".into(), ty.into());
        self.write_literals(&mut out, &[ty], literals, flat, notes, at);
        match ty {
            "object" => self.write_object(&mut out, flat, notes, at, depth)?,
            "array" => self.write_array(&mut out, flat, notes, at, depth)?,
            _ => {}
        }
        for (keyword, value) in flat {
            self.write_keyword(&mut out, ty, keyword, value, notes, at);
        }
        Ok(Value::Object(out))
    }

    /// `enum` and `const`.
    fn write_literals(
        &mut self,
        out: &mut Map<String, Value>,
        types: &[&str],
        literals: Option<&[Value]>,
        flat: &Map<String, Value>,
        notes: &mut Vec<String>,
        at: &str,
    ) {
        let Some(values) = literals else { return };
        let keyword = if flat.contains_key("const") { "const" } else { "enum" };
        let values: Vec<Value> =
            values.iter().filter(|value| types.iter().any(|ty| fits_type(value, ty))).cloned().collect();
        if types == ["null"] {
            return;
        }
        let (kept, refused): (Vec<_>, Vec<_>) =
            values.into_iter().partition(|value| self.rules.values.literals.takes_value(value));
        if kept.is_empty() || refused.iter().any(|value| !value.is_string()) {
            let said = flat.get(keyword).unwrap_or(&Value::Null);
            self.add_note(notes, at, keyword, said);
            return;
        }
        for value in refused {
            self.add_loss(
                at,
                keyword,
                value,
                Action::Narrowed,
                "the provider does not take this value in an `enum`",
            );
        }
        if !self.rules.values.typed {
            out.shift_remove("type");
        }
        match kept.as_slice() {
            [value] if keyword == "const" && self.rules.values.constant => {
                out.insert("const".into(), value.clone())
            }
            _ => out.insert("enum".into(), Value::Array(kept)),
        };
    }

    /// A keyword that holds no schema which the type's own function has written.
    fn write_keyword(
        &mut self,
        out: &mut Map<String, Value>,
        ty: &str,
        keyword: &str,
        value: &Value,
        notes: &mut Vec<String>,
        at: &str,
    ) {
        const WRITTEN: [&str; 9] = [
            "type",
            "enum",
            "const",
            "properties",
            "required",
            "additionalProperties",
            "items",
            "prefixItems",
            "$ref",
        ];
        if WRITTEN.contains(&keyword) {
            return;
        }
        let own = if ty == "integer" { "number" } else { ty };
        if type_of_keyword(keyword).is_some_and(|of| of != own) {
            return;
        }
        let takes = match keyword {
            "format" => value
                .as_str()
                .is_some_and(|format| self.rules.formats.is_none_or(|all| all.contains(&format))),
            // The one length that Anthropic takes.
            "minItems" if self.rules.null == Null::Union => value == 0 || value == 1,
            keyword => self.keeps_keyword(keyword),
        };
        // For Anthropic, a schema of single values has neither its type nor any other keyword.
        if takes && out.contains_key("type") {
            out.insert(keyword.to_owned(), value.clone());
            return;
        }
        let whole = (ty == "integer").then(|| value.as_i64()).flatten();
        match (keyword, whole) {
            ("exclusiveMinimum", Some(bound))
                if self.keeps_keyword("minimum") && !out.contains_key("minimum") =>
            {
                out.insert("minimum".into(), bound.saturating_add(1).into());
            }
            ("exclusiveMaximum", Some(bound))
                if self.keeps_keyword("maximum") && !out.contains_key("maximum") =>
            {
                out.insert("maximum".into(), bound.saturating_sub(1).into());
            }
            _ => self.add_note(notes, at, keyword, value),
        }
    }

    /// Any value, as far as the provider can express that.
    pub(super) fn write_any(&mut self, at: &str) -> Value {
        if self.rules.objects.additional {
            return json!({});
        }
        let (value, missing) = if self.rules.null == Null::Keyword {
            let any = json!({"anyOf": [
                {"type": "string", "nullable": true},
                {"type": "number"},
                {"type": "boolean"},
                {"type": "object"},
                {"type": "array", "items": {"type": "string"}},
            ]});
            (any, "arrays of other values than texts")
        } else {
            (json!({"type": ["string", "number", "boolean", "null"]}), "objects and arrays")
        };
        let message =
            format!("any value is accepted, and the provider has no word for that: {missing} are left out");
        self.add_loss(at, "type", Value::Null, Action::Narrowed, message);
        value
    }

    /// Any value with keywords that mean no type, such as `not`.
    fn any_but(&mut self, flat: &Map<String, Value>, notes: &mut Vec<String>, at: &str) -> Value {
        for (keyword, value) in flat {
            if keyword != "type" && keyword != "enum" && keyword != "const" {
                self.add_note(notes, at, keyword, value);
            }
        }
        self.write_any(at)
    }
}

/// Puts words into a schema that has none of its own, or into its alternatives.
fn describe_schema(schema: &mut Value, texts: &Map<String, Value>) {
    let Value::Object(map) = schema else { return };
    if let Some(Value::Array(branches)) = map.get_mut("anyOf") {
        for branch in branches.iter_mut() {
            describe_schema(branch, texts);
        }
        return;
    }
    for (key, value) in texts {
        if !map.contains_key(key) {
            map.insert(key.clone(), value.clone());
        }
    }
    *schema = order_keywords(std::mem::take(map));
}
