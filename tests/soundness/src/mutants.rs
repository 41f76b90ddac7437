//! Values that do not fit a schema, each by one change to one that does.
//!
//! The walk goes down a schema and a value side by side and notes possible violations with their places. The
//! class is the kind of violation. The [`Judge`] decides whether it is one, for a union may have a branch
//! that fits.

use serde_json::{Map, Value, json};

use crate::instances::{flatten_schema, types_of};
use crate::judge::Judge;
use crate::rng::Rng;

/// Number of mutants of each class that are made of a schema.
const EACH: usize = 6;

/// Depth of the walk.
const DEPTH: usize = 12;

/// Values of every JSON type, none of which a real schema names.
const STRANGERS: [(&str, &str); 6] = [
    ("string", r#""~no such member~""#),
    ("number", "987654.5"),
    ("boolean", "true"),
    ("object", r#"{"~stranger~": 1}"#),
    ("array", r#"["~stranger~"]"#),
    ("null", "null"),
];

/// Fault of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// A required property is not there.
    MissingRequired,
    /// A value is of another JSON type.
    WrongType,
    /// A value is none of those listed.
    BadEnum,
    /// An item of an array is of another type.
    WrongItem,
    /// A closed object has a property more. Only a fresh literal is refused for it.
    ExtraProperty,
    /// A bound, a length, a pattern, a number that is not whole: properties that types do not express.
    BeyondTypes,
}

impl Class {
    /// All, in the order of the table.
    pub const ALL: [Self; 6] = [
        Self::MissingRequired,
        Self::WrongType,
        Self::BadEnum,
        Self::WrongItem,
        Self::ExtraProperty,
        Self::BeyondTypes,
    ];

    /// Its name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::MissingRequired => "missing required",
            Self::WrongType => "wrong type",
            Self::BadEnum => "bad enum",
            Self::WrongItem => "wrong item",
            Self::ExtraProperty => "extra property",
            Self::BeyondTypes => "beyond types",
        }
    }
}

/// A change to a value: at `path`, `edit`.
#[derive(Debug, Clone)]
struct Site {
    class: Class,
    path: Vec<Step>,
    edit: Edit,
}

#[derive(Debug, Clone)]
enum Step {
    Member(String),
    Item(usize),
}

#[derive(Debug, Clone)]
enum Edit {
    Replace(Value),
    Remove(String),
    Insert(String, Value),
    Push(Value),
}

/// Values that do not fit `schema`, made of the first two of `valid`. `id` is the seed.
pub fn mutate_values(id: &str, schema: &Value, valid: &[Value], judge: &Judge) -> Vec<(Class, Value)> {
    let types = Judge::new(&types_only(schema));
    select_mutants(id, schema, valid, &|class, value| match &types {
        _ if judge.accepts(value) => None,
        // Another branch of a union would take it, were it not for a bound.
        Ok(types) if types.accepts(value) => Some(Class::BeyondTypes),
        _ => Some(class),
    })
}

/// The same without asking whether they fit.
pub fn change_values(id: &str, schema: &Value, valid: &[Value]) -> Vec<(Class, Value)> {
    select_mutants(id, schema, valid, &|class, _| Some(class))
}

/// Keywords that no type expresses.
const BOUNDS: [&str; 14] = [
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
];

/// The schema without bounds, and with numbers in place of whole numbers.
///
/// `not` inverts its schema, so it stays unchanged. It recurses as deep as `serde_json` reads, 128 levels.
fn types_only(schema: &Value) -> Value {
    let Value::Object(members) = schema else { return schema.clone() };
    let mut kept = Map::new();
    for (keyword, value) in members {
        let value = match (keyword.as_str(), value) {
            (word, _) if BOUNDS.contains(&word) => continue,
            ("type", Value::String(name)) if name == "integer" => json!("number"),
            ("type", Value::Array(names)) => {
                let twice = |name: &&Value| *name != "integer" || !names.contains(&json!("number"));
                let number = |name: &Value| if name == "integer" { json!("number") } else { name.clone() };
                names.iter().filter(twice).map(number).collect()
            }
            ("enum" | "const" | "default" | "examples" | "not" | "required", value) => value.clone(),
            // Names, not keywords.
            (
                "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas",
                Value::Object(named),
            ) => named.iter().map(|(name, schema)| (name.clone(), types_only(schema))).collect(),
            (_, Value::Array(schemas)) => schemas.iter().map(types_only).collect(),
            (_, value) => types_only(value),
        };
        kept.insert(keyword.clone(), value);
    }
    Value::Object(kept)
}

/// Changed values; `class` returns the class of a changed value, given the intended one.
fn select_mutants(
    id: &str,
    schema: &Value,
    valid: &[Value],
    class: &dyn Fn(Class, &Value) -> Option<Class>,
) -> Vec<(Class, Value)> {
    let mut rng = Rng::from_text(id);
    let mut mutants: Vec<(Class, Value)> = Vec::new();
    for value in valid.iter().take(2) {
        let mut walk = Walk { root: schema, sites: Vec::new() };
        walk.visit_schema(schema, value, &mut Vec::new());
        rng.shuffle(&mut walk.sites);
        for site in walk.sites {
            if mutants.iter().filter(|(class, _)| *class == site.class).count() >= EACH {
                continue;
            }
            let mut mutant = value.clone();
            let meant = site.class;
            if site.apply_edit(&mut mutant).is_some()
                && let Some(class) = class(meant, &mutant)
                && !mutants.iter().any(|(_, known)| *known == mutant)
            {
                mutants.push((class, mutant));
            }
        }
    }
    mutants.sort_by_key(|(class, _)| *class);
    mutants
}

impl Site {
    fn apply_edit(self, value: &mut Value) -> Option<()> {
        let mut at = value;
        for step in &self.path {
            at = match step {
                Step::Member(name) => at.get_mut(name)?,
                Step::Item(index) => at.get_mut(*index)?,
            };
        }
        match self.edit {
            Edit::Replace(other) => *at = other,
            // The order of the others stays.
            Edit::Remove(name) => drop(at.as_object_mut()?.shift_remove(&name)),
            Edit::Insert(name, other) => drop(at.as_object_mut()?.insert(name, other)),
            Edit::Push(other) => at.as_array_mut()?.push(other),
        }
        Some(())
    }
}

struct Walk<'a> {
    root: &'a Value,
    sites: Vec<Site>,
}

impl Walk<'_> {
    fn note_site(&mut self, class: Class, path: &[Step], edit: Edit) {
        self.sites.push(Site { class, path: path.to_owned(), edit });
    }

    fn visit_schema(&mut self, schema: &Value, value: &Value, path: &mut Vec<Step>) {
        if path.len() > DEPTH {
            return;
        }
        // The branch of a union that speaks of such values. A wrong guess gives mutants that the judge drops.
        let root = self.root;
        let flat = flatten_schema(root, schema, &mut |branches| {
            let fits = |branch: &Value| {
                let flat = flatten_schema(root, branch, &mut |_| Some(0)).unwrap_or_default();
                let types = types_of(&flat);
                types.is_empty() || types.iter().any(|name| is_of(value, name))
            };
            branches.iter().position(fits)
        });
        let Some(flat) = flat else { return };
        self.visit_scalar(&flat, value, path);
        match value {
            Value::Object(members) => self.visit_object(&flat, members, path),
            Value::Array(items) => self.visit_array(&flat, items, path),
            _ => {}
        }
    }

    fn visit_scalar(&mut self, flat: &Map<String, Value>, value: &Value, path: &[Step]) {
        if flat.contains_key("enum") || flat.contains_key("const") {
            let class = Class::BadEnum;
            let other = if value.is_string() { json!("~no such member~") } else { json!(987_654) };
            self.note_site(class, path, Edit::Replace(other));
        }
        let allowed = types_of(flat);
        for (name, text) in STRANGERS {
            let is_allowed =
                allowed.iter().any(|allowed| *allowed == name || (*allowed == "integer" && name == "number"));
            if !allowed.is_empty()
                && !is_allowed
                && let Ok(stranger) = serde_json::from_str(text)
            {
                let class = if matches!(path.last(), Some(Step::Item(_))) {
                    Class::WrongItem
                } else {
                    Class::WrongType
                };
                self.note_site(class, path, Edit::Replace(stranger));
            }
        }
        let beyond = match value {
            Value::Number(_) => vec![json!(987_654_321), json!(-987_654_321), json!(0.123)],
            Value::String(text) => vec![json!(""), json!(text.repeat(200))],
            _ => Vec::new(),
        };
        if !flat.contains_key("enum") && !flat.contains_key("const") {
            for other in beyond {
                self.note_site(Class::BeyondTypes, path, Edit::Replace(other));
            }
        }
    }

    fn visit_object(
        &mut self,
        flat: &Map<String, Value>,
        members: &Map<String, Value>,
        path: &mut Vec<Step>,
    ) {
        let empty = Map::new();
        let properties = flat.get("properties").and_then(Value::as_object).unwrap_or(&empty);
        for name in
            flat.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
        {
            self.note_site(Class::MissingRequired, path, Edit::Remove(name.to_owned()));
        }
        let others = flat.get("additionalProperties");
        if others == Some(&Value::Bool(false)) {
            self.note_site(Class::ExtraProperty, path, Edit::Insert("~extra~".to_owned(), json!(1)));
        }
        for (name, member) in members {
            let Some(schema) = properties.get(name).or(others.filter(|others| others.is_object())) else {
                continue;
            };
            path.push(Step::Member(name.clone()));
            self.visit_schema(schema, member, path);
            path.pop();
        }
    }

    fn visit_array(&mut self, flat: &Map<String, Value>, items: &[Value], path: &mut Vec<Step>) {
        let Some(schema @ Value::Object(_)) = flat.get("items") else { return };
        for (_, text) in STRANGERS {
            if let Ok(stranger) = serde_json::from_str(text) {
                self.note_site(Class::WrongItem, path, Edit::Push(stranger));
            }
        }
        for (at, item) in items.iter().enumerate() {
            path.push(Step::Item(at));
            self.visit_schema(schema, item, path);
            path.pop();
        }
    }
}

/// Returns whether `value` is of the JSON type `name`.
fn is_of(value: &Value, name: &str) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" | "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        _ => value.is_null(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_class_is_made_and_nothing_fits() {
        let schema = json!({
            "type": "object", "required": ["a", "b"], "additionalProperties": false,
            "properties": {
                "a": { "enum": ["x", "y"] },
                "b": { "type": "array", "items": { "type": "object", "required": ["c"],
                    "properties": { "c": { "type": "integer", "maximum": 9 } } } },
            },
        });
        let judge = Judge::new(&schema).unwrap();
        let valid = json!({ "a": "x", "b": [{ "c": 1 }] });
        let mutants = mutate_values("seed", &schema, &[valid], &judge);
        for class in Class::ALL {
            assert!(mutants.iter().any(|(made, _)| *made == class), "no {class:?}");
        }
        assert!(mutants.iter().all(|(_, value)| !judge.accepts(value)));
        assert!(mutants.contains(&(Class::MissingRequired, json!({ "a": "x", "b": [{}] }))));
        assert!(
            mutants.contains(&(Class::ExtraProperty, json!({ "a": "x", "b": [{ "c": 1 }], "~extra~": 1 })))
        );
    }

    #[test]
    fn a_bound_in_another_branch_is_no_wrong_type() {
        let schema = json!({ "anyOf": [{ "type": "null" }, { "type": ["integer"], "maximum": 9 }] });
        let judge = Judge::new(&schema).unwrap();
        let mutants = mutate_values("seed", &schema, &[Value::Null], &judge);
        assert!(mutants.contains(&(Class::BeyondTypes, json!(987_654.5))));
        assert!(mutants.contains(&(Class::WrongType, json!(true))));
    }

    #[test]
    fn what_a_union_allows_is_no_mutant() {
        let schema = json!({ "anyOf": [{ "type": "string" }, { "type": ["number", "boolean", "null"] }, { "type": "object" }, { "type": "array" }] });
        let judge = Judge::new(&schema).unwrap();
        assert_eq!(mutate_values("seed", &schema, &[json!("a")], &judge), []);
    }
}
