//! From a shape to a schema of 2020-12.
//!
//! A shape's keywords are written as they are; the rest is written from the type. The types of TypeScript that JSON has
//! no values for (functions, `undefined`, big integers) become the nearest schema, with a loss.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use super::closing;
use super::keywords::{Kind, bounds, is_defining};
use super::uri::place;
use super::utility::{self, Expanded};
use crate::escape::excerpt;
use crate::loss::{Action, Loss, Lossy, pointer};
use crate::shape::{Definition, Shape};
use crate::ty::{
    Constraints, ElementKind, Keyword, Literal, Member, MemberKind, TemplatePart, TupleElement, Type,
};

/// Options for writing a data type ([`Shape`]) as a JSON Schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct SchemaWriteOptions {
    /// Choice to forbid undeclared properties of objects by `additionalProperties`. Default: no.
    pub additional_properties: Objects,
}

impl SchemaWriteOptions {
    /// Returns options that forbid undeclared properties where an object type has no rule for them.
    ///
    /// These are [`Objects::Closed`].
    pub const fn closed() -> Self {
        Self { additional_properties: Objects::Closed }
    }
}

/// Choice to forbid, in a written JSON Schema, object properties that the type does not declare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Objects {
    /// Undeclared properties are allowed or forbidden as the shape has it.
    #[default]
    AsIs,
    /// `additionalProperties: false`, unless the shape has a rule.
    Closed,
}

/// Keywords in the order in which they are written; others follow as they come.
const ORDER: [&str; 12] = [
    "$schema",
    "$id",
    "$ref",
    "type",
    "title",
    "description",
    "const",
    "enum",
    "properties",
    "required",
    "prefixItems",
    "items",
];

/// Writes a data type as a JSON Schema of 2020-12, with the named types it uses in `$defs`.
///
/// ```
/// use serde_json::json;
/// use webagents_schema::{Shape, json_schema, ty};
/// let shape = Shape::new(ty::parse("{ id: integer; tags?: string[] }").unwrap());
/// assert_eq!(json_schema::write(&shape, &json_schema::SchemaWriteOptions::closed()).value, json!({
///     "type": "object",
///     "properties": { "id": { "type": "integer" }, "tags": { "type": "array", "items": { "type": "string" } } },
///     "required": ["id"],
///     "additionalProperties": false,
/// }));
/// ```
pub fn write(shape: &Shape, options: &SchemaWriteOptions) -> Lossy<Value> {
    let root = root_definition(shape);
    let mut writer = Writer {
        shape,
        options: *options,
        wanted: options.additional_properties,
        open: HashSet::new(),
        root: root.map(|definition| definition.name.as_str()),
        losses: Vec::new(),
        path: Vec::new(),
        expanded: Expanded::new(),
    };
    if options.additional_properties == Objects::Closed {
        writer.open = closing::open_definitions(shape);
    }
    let mut schema = match root {
        Some(definition) => writer.definition(definition),
        None => writer.schema(&shape.facts, &shape.root),
    };
    let mut definitions = Map::new();
    for definition in &shape.definitions {
        if root.is_some_and(|root| root.name == definition.name) {
            continue;
        }
        let written = writer.at(&["$defs", &definition.key], |writer| writer.definition(definition));
        definitions.insert(definition.key.clone(), Value::Object(written));
    }
    if let Some(definition) = root {
        // Kept keywords may name the root as a definition.
        let place = place(&definition.key);
        let named = |map: &Map<String, Value>| map.values().any(|value| refers(value, &place));
        if named(&schema) || named(&definitions) {
            definitions.insert(definition.key.clone(), json!({ "$ref": "#" }));
        }
    }
    if !definitions.is_empty() {
        schema.insert("$defs".to_owned(), Value::Object(definitions));
    }
    Lossy { value: Value::Object(schema), losses: writer.losses }
}

/// The definition that is the root itself.
fn root_definition(shape: &Shape) -> Option<&Definition> {
    if let Type::Reference { name, args } = &shape.root
        && args.is_empty()
        && shape.facts.is_empty()
    {
        let definition = shape.definition(name)?;
        // A chain of names has no first one.
        return (!matches!(definition.ty, Type::Reference { .. })).then_some(definition);
    }
    shape.definitions.iter().find(|definition| definition.ty == shape.root && definition.facts == shape.facts)
}

/// Returns whether `value` contains a reference to `place`.
fn refers(value: &Value, place: &str) -> bool {
    match value {
        Value::String(text) => text == place,
        Value::Array(values) => values.iter().any(|value| refers(value, place)),
        Value::Object(map) => map.values().any(|value| refers(value, place)),
        _ => false,
    }
}

struct Writer<'s> {
    shape: &'s Shape,
    options: SchemaWriteOptions,
    /// Option for objects, where nothing around them overrides it.
    wanted: Objects,
    /// Definitions that are parts of intersections, and so stay open.
    open: HashSet<&'s str>,
    /// The definition that is written as the root.
    root: Option<&'s str>,
    losses: Vec<Loss>,
    path: Vec<String>,
    expanded: Expanded,
}

impl Writer<'_> {
    fn at<T>(&mut self, steps: &[&str], write: impl FnOnce(&mut Self) -> T) -> T {
        self.path.extend(steps.iter().map(|step| (*step).to_owned()));
        // A property or an item is another value, so it is closed whatever rule this one has.
        let in_place = matches!(steps, ["anyOf" | "allOf" | "$defs", _]);
        let before = self.options.additional_properties;
        if !in_place {
            self.options.additional_properties = self.wanted;
        }
        let written = write(self);
        self.options.additional_properties = before;
        self.path.truncate(self.path.len() - steps.len());
        written
    }

    fn lose(&mut self, keyword: &str, action: Action, message: impl Into<String>) {
        let place = self.path.iter().fold(String::new(), |text, step| pointer(&text, step));
        self.losses.push(Loss::new(place, keyword, Value::Null, action, message));
    }

    fn definition(&mut self, definition: &Definition) -> Map<String, Value> {
        if !self.open.contains(definition.name.as_str()) {
            return self.schema(&definition.facts, &definition.ty);
        }
        let message = "it is a part of another type, whose properties it would refuse; it stays open";
        self.lose("additionalProperties", Action::Widened, message);
        self.options.additional_properties = Objects::AsIs;
        let map = self.schema(&definition.facts, &definition.ty);
        self.options.additional_properties = self.wanted;
        map
    }

    fn schema(&mut self, facts: &Constraints, ty: &Type) -> Map<String, Value> {
        let closes = self.options.additional_properties == Objects::Closed;
        if closes && facts.keywords.keys().any(|keyword| is_defining(keyword)) {
            let (map, whole) = closing::closed(&facts.keywords);
            if !whole {
                let message = "objects within it are described by keywords, and stay open";
                self.lose("additionalProperties", Action::Widened, message);
            }
            let facts = Constraints { description: facts.description.clone(), ..Constraints::default() };
            return ordered(Self::described(map, &facts));
        }
        let map =
            if facts.keywords.keys().any(|keyword| is_defining(keyword)) { Map::new() } else { self.ty(ty) };
        ordered(Self::described(map, facts))
    }

    fn described(mut map: Map<String, Value>, facts: &Constraints) -> Map<String, Value> {
        if !facts.description.is_empty() {
            map.insert("description".to_owned(), Value::String(facts.description.clone()));
        }
        for (keyword, value) in &facts.keywords {
            map.insert(keyword.clone(), value.clone());
        }
        map
    }

    fn ty(&mut self, ty: &Type) -> Map<String, Value> {
        match ty {
            Type::Keyword(word) => self.keyword(*word),
            Type::Literal(literal) => self.literals(std::slice::from_ref(literal), &[]),
            Type::Template(parts) => one("type", "string").with("pattern", utility::pattern(parts)),
            Type::Reference { name, args } => self.reference(name, args),
            Type::Array(item) => {
                let items = self.at(&["items"], |writer| writer.ty(item));
                let map = one("type", "array");
                if items.is_empty() { map } else { map.with("items", Value::Object(items)) }
            }
            Type::Tuple(elements) => self.tuple(elements),
            Type::Union(members) => self.union(members),
            Type::Intersection(members) => self.intersection(members),
            Type::Object(members) => self.object(members),
            Type::Function(_) => {
                self.lose("function", Action::Widened, "JSON has no functions; any value is accepted");
                Map::new()
            }
            Type::Keyof(_) | Type::Indexed { .. } => self.expand(ty),
            Type::Readonly(inner) => self.ty(inner),
            Type::Refined(refined) => self.schema(&refined.facts, &refined.ty),
        }
    }

    fn keyword(&mut self, word: Keyword) -> Map<String, Value> {
        match word {
            Keyword::Any | Keyword::Unknown => Map::new(),
            Keyword::Never => Map::new().with("not", json!({})),
            Keyword::Null => one("type", "null"),
            Keyword::String => one("type", "string"),
            Keyword::Number => one("type", "number"),
            Keyword::Integer => one("type", "integer"),
            Keyword::Boolean => one("type", "boolean"),
            Keyword::Object => one("type", "object"),
            Keyword::BigInt => {
                self.lose("bigint", Action::Widened, "JSON has no big integers; it is written as an integer");
                one("type", "integer")
            }
            Keyword::Void | Keyword::Undefined | Keyword::Symbol => {
                let name = word.as_str();
                self.lose(name, Action::Widened, format!("JSON has no `{name}`; any value is accepted"));
                Map::new()
            }
        }
    }

    /// One or several single values; `others` are more of them.
    fn literals(&mut self, literals: &[Literal], others: &[Value]) -> Map<String, Value> {
        let mut values: Vec<Value> = Vec::new();
        for literal in literals {
            let value = match literal {
                Literal::String(text) => Value::String(text.clone()),
                Literal::Boolean(value) => Value::Bool(*value),
                Literal::Number(text) | Literal::BigInt(text) => match serde_json::from_str(text) {
                    Ok(Value::Number(number)) => Value::Number(number),
                    _ => {
                        self.lose("const", Action::Widened, format!("the number {text} is none of JSON's"));
                        return one("type", "number");
                    }
                },
            };
            values.push(value);
        }
        values.extend_from_slice(others);
        let mut kinds: Vec<&str> = Vec::new();
        for value in &values {
            let name = match value {
                Value::Number(number) if number.as_f64().is_some_and(|n| n.fract() == 0.0) => "integer",
                value => Kind::of(value).name(),
            };
            if !kinds.contains(&name) {
                kinds.push(name);
            }
        }
        if kinds.contains(&"number") {
            kinds.retain(|kind| *kind != "integer");
        }
        let map = match kinds.as_slice() {
            [kind] => one("type", kind),
            _ => Map::new(),
        };
        match values.len() {
            1 => map.with("const", values.remove(0)),
            _ => map.with("enum", Value::Array(values)),
        }
    }

    fn reference(&mut self, name: &str, args: &[Type]) -> Map<String, Value> {
        if args.is_empty()
            && let Some(definition) = self.shape.definition(name)
        {
            return match self.root {
                Some(root) if root == name => one("$ref", "#"),
                _ => one("$ref", &place(&definition.key)),
            };
        }
        match (name, args) {
            ("Array" | "ReadonlyArray", [item]) => self.ty(&Type::Array(Box::new(item.clone()))),
            ("Set" | "ReadonlySet", [item]) => {
                self.lose("Set", Action::Widened, "JSON has no sets; it is written as an array");
                self.ty(&Type::Array(Box::new(item.clone()))).with("uniqueItems", Value::Bool(true))
            }
            ("Map" | "ReadonlyMap", [_, value]) => {
                self.lose("Map", Action::Widened, "JSON has no maps; it is written as an object");
                self.record(value)
            }
            ("Record", [Type::Keyword(Keyword::String | Keyword::Any), value]) => self.record(value),
            ("Promise" | "PromiseLike" | "Readonly", [inner]) => self.ty(inner),
            ("Date", []) => {
                self.lose("Date", Action::Widened, "JSON has no dates; it is written as a text");
                one("type", "string").with("format", "date-time")
            }
            ("URL", []) => {
                self.lose("URL", Action::Widened, "JSON has no addresses; it is written as a text");
                one("type", "string").with("format", "uri")
            }
            ("String", _) => one("type", "string"),
            ("Uppercase" | "Lowercase" | "Capitalize" | "Uncapitalize", _) => {
                let ty = Type::Reference { name: name.to_owned(), args: args.to_vec() };
                match utility::compute(&ty, self.shape, &mut self.expanded) {
                    Some(texts) => self.ty(&texts),
                    None => {
                        self.lose(
                            name,
                            Action::Widened,
                            "the case of a text is not expressed; it is any text",
                        );
                        one("type", "string")
                    }
                }
            }
            ("Number", []) => one("type", "number"),
            ("Boolean", []) => one("type", "boolean"),
            ("Object", []) => one("type", "object"),
            _ => self.expand(&Type::Reference { name: name.to_owned(), args: args.to_vec() }),
        }
    }

    fn record(&mut self, value: &Type) -> Map<String, Value> {
        let value =
            self.at(&["additionalProperties"], |writer| writer.others(value, &Constraints::default()));
        one("type", "object").with("additionalProperties", value)
    }

    /// The schema of other properties or items, in its short form.
    fn others(&mut self, ty: &Type, facts: &Constraints) -> Value {
        if facts.is_empty() && ty.is_top() {
            return Value::Bool(true);
        }
        if facts.is_empty() && *ty == Type::Keyword(Keyword::Never) {
            return Value::Bool(false);
        }
        Value::Object(self.schema(facts, ty))
    }

    /// A type that has to be computed first.
    fn expand(&mut self, ty: &Type) -> Map<String, Value> {
        let Some(computed) = utility::compute(ty, self.shape, &mut self.expanded) else {
            let message = format!(
                "JSON Schema cannot express `{}`; any value is accepted",
                excerpt(&ty.to_string(), 60)
            );
            self.lose("type", Action::Widened, message);
            return Map::new();
        };
        self.expanded.enter();
        let map = self.ty(&computed);
        self.expanded.leave();
        map
    }

    fn tuple(&mut self, elements: &[TupleElement]) -> Map<String, Value> {
        let mut first: Vec<Value> = Vec::new();
        let mut required = 0;
        let mut rest = Value::Bool(false);
        let mut is_open = false;
        for element in elements {
            match element.kind {
                ElementKind::Rest => {
                    let item = utility::item(&element.ty);
                    rest = self.at(&["items"], |writer| writer.others(&item, &Constraints::default()));
                    is_open = true;
                }
                _ if is_open => {
                    self.lose("prefixItems", Action::Widened, "elements after `...` may be anything");
                    rest = Value::Bool(true);
                    required += usize::from(element.kind == ElementKind::Required);
                }
                kind => {
                    let at = first.len().to_string();
                    let ty = if kind == ElementKind::Optional {
                        utility::defined(&element.ty)
                    } else {
                        element.ty.clone()
                    };
                    first.push(Value::Object(self.at(&["prefixItems", &at], |writer| writer.ty(&ty))));
                    required += usize::from(kind == ElementKind::Required);
                }
            }
        }
        let mut map = one("type", "array");
        if !first.is_empty() {
            map = map.with("prefixItems", Value::Array(first));
        }
        if rest != Value::Bool(true) {
            map = map.with("items", rest);
        }
        if required > 0 { map.with("minItems", required) } else { map }
    }

    fn union(&mut self, members: &[Type]) -> Map<String, Value> {
        let mut flat: Vec<&Type> = Vec::new();
        flatten(members, &mut flat);
        flat.retain(|ty| !matches!(ty, Type::Keyword(Keyword::Undefined | Keyword::Void | Keyword::Never)));
        if flat.iter().any(|ty| ty.is_top()) {
            return Map::new();
        }
        let null = Type::Keyword(Keyword::Null);
        let mut literals: Vec<Literal> = flat
            .iter()
            .filter_map(|ty| if let Type::Literal(literal) = ty { Some(literal.clone()) } else { None })
            .collect();
        let mut parts: Vec<Map<String, Value>> = Vec::new();
        let booleans = [true, false].map(Literal::Boolean);
        let both = booleans.iter().all(|value| literals.contains(value));
        if both {
            literals.retain(|literal| !booleans.contains(literal));
        }
        // `null` is one more value if there are others.
        let takes_null = !literals.is_empty() && flat.contains(&&null);
        let mut wrote_literals = false;
        let mut wrote_boolean = false;
        for ty in flat {
            match ty {
                Type::Literal(Literal::Boolean(_)) if both => {
                    if !std::mem::replace(&mut wrote_boolean, true) {
                        parts.push(one("type", "boolean"));
                    }
                }
                Type::Literal(_) => {
                    if !std::mem::replace(&mut wrote_literals, true) {
                        let more: &[Value] = if takes_null { &[Value::Null] } else { &[] };
                        parts.push(self.literals(&literals, more));
                    }
                }
                ty if takes_null && *ty == null => {}
                ty => {
                    let at = parts.len().to_string();
                    parts.push(self.at(&["anyOf", &at], |writer| writer.ty(ty)));
                }
            }
        }
        match parts.len() {
            0 => Map::new().with("not", json!({})),
            1 => parts.remove(0),
            _ => merged(&parts).unwrap_or_else(|| {
                let parts = parts.into_iter().map(Value::Object).collect();
                Map::new().with("anyOf", Value::Array(parts))
            }),
        }
    }

    fn intersection(&mut self, members: &[Type]) -> Map<String, Value> {
        let members = utility::binding(members);
        if let [only] = members.as_slice() {
            return self.ty(only);
        }
        // Objects that declare different properties are one object.
        let mut all: Vec<Member> = Vec::new();
        let mut names = HashSet::new();
        let are_objects = members.iter().all(|ty| match ty {
            Type::Object(members) => members.iter().all(|member| {
                all.push(member.clone());
                matches!(&member.kind, MemberKind::Property { name, .. } if names.insert(name.clone()))
            }),
            _ => false,
        });
        if are_objects {
            return self.object(&all);
        }
        // A closed part would refuse the properties of the others: all of them are closed together.
        let closed = std::mem::replace(&mut self.options.additional_properties, Objects::AsIs);
        let mut parts = Vec::new();
        for (at, ty) in members.iter().enumerate() {
            parts.push(Value::Object(self.at(&["allOf", &at.to_string()], |writer| writer.ty(ty))));
        }
        self.options.additional_properties = closed;
        let map = Map::new().with("allOf", Value::Array(parts));
        if closed == Objects::Closed { map.with("unevaluatedProperties", false) } else { map }
    }

    fn object(&mut self, members: &[Member]) -> Map<String, Value> {
        let mut properties = Map::new();
        let mut required: Vec<Value> = Vec::new();
        let mut patterns = Map::new();
        let mut others = None;
        for member in members {
            match &member.kind {
                MemberKind::Property { name, optional, ty, .. } => {
                    let defined = utility::defined(ty);
                    let written =
                        self.at(&["properties", name], |writer| writer.schema(&member.facts, &defined));
                    properties.insert(name.clone(), Value::Object(written));
                    if !optional && (defined == *ty) {
                        required.push(Value::String(name.clone()));
                    }
                }
                MemberKind::Index { key, ty, .. } => {
                    let defined = utility::defined(ty);
                    match key {
                        Type::Keyword(Keyword::String) => {
                            others = Some(self.at(&["additionalProperties"], |writer| {
                                writer.others(&defined, &member.facts)
                            }));
                        }
                        Type::Keyword(Keyword::Symbol) => {
                            self.lose("symbol", Action::Dropped, "JSON has no properties that symbols name");
                        }
                        key => {
                            let pattern = match key {
                                Type::Template(parts) => utility::pattern(parts),
                                key => utility::pattern(&[TemplatePart::Type(key.clone())]),
                            };
                            let written = self.at(&["patternProperties", &pattern], |writer| {
                                writer.others(&defined, &member.facts)
                            });
                            patterns.insert(pattern, written);
                        }
                    }
                }
                MemberKind::Method { name, .. } => {
                    self.lose(name, Action::Dropped, "JSON has no functions; the method was left out");
                }
                MemberKind::Call(_) => {
                    self.lose(
                        "function",
                        Action::Dropped,
                        "JSON has no functions; the signature was left out",
                    );
                }
            }
        }
        let mut map = one("type", "object");
        if !properties.is_empty() {
            map = map.with("properties", Value::Object(properties));
        }
        if !required.is_empty() {
            map = map.with("required", Value::Array(required));
        }
        if !patterns.is_empty() {
            map = map.with("patternProperties", Value::Object(patterns));
        }
        match others {
            Some(others) => map.with("additionalProperties", others),
            None if self.options.additional_properties == Objects::Closed => {
                map.with("additionalProperties", Value::Bool(false))
            }
            None => map,
        }
    }
}

fn flatten<'t>(members: &'t [Type], out: &mut Vec<&'t Type>) {
    for member in members {
        match member {
            Type::Union(inner) => flatten(inner, out),
            member => out.push(member),
        }
    }
}

/// Merges schemas of different kinds into one, if each only has keywords of its own kind.
fn merged(parts: &[Map<String, Value>]) -> Option<Map<String, Value>> {
    let mut types: Vec<Value> = Vec::new();
    let mut seen: Vec<Kind> = Vec::new();
    let mut map = one("type", "");
    for part in parts {
        let names = match part.get("type")? {
            Value::Array(names) => names.clone(),
            name => vec![name.clone()],
        };
        let mut own: Vec<Kind> = Vec::new();
        for name in &names {
            let kind = match name.as_str()? {
                "integer" => Kind::Number,
                name => Kind::ALL.into_iter().find(|kind| kind.name() == name)?,
            };
            if seen.contains(&kind) {
                return None;
            }
            own.push(kind);
            seen.push(kind);
        }
        for (keyword, value) in part.iter().filter(|(keyword, _)| *keyword != "type") {
            if !own.iter().any(|kind| bounds(*kind).contains(&keyword.as_str())) {
                return None;
            }
            map.insert(keyword.clone(), value.clone());
        }
        types.extend(names);
    }
    if seen.len() == Kind::ALL.len() && types.iter().all(|name| name != "integer") {
        map.shift_remove("type");
    } else {
        map.insert("type".to_owned(), Value::Array(types));
    }
    Some(map)
}

/// The keywords in the order in which they are written.
fn ordered(map: Map<String, Value>) -> Map<String, Value> {
    let rank = |keyword: &str| ORDER.iter().position(|known| *known == keyword).unwrap_or(ORDER.len());
    let mut entries: Vec<(String, Value)> = map.into_iter().collect();
    entries.sort_by_key(|(keyword, _)| rank(keyword));
    entries.into_iter().collect()
}

fn one(keyword: &str, value: &str) -> Map<String, Value> {
    Map::new().with(keyword, value)
}

trait With {
    fn with(self, keyword: &str, value: impl Into<Value>) -> Self;
}

impl With for Map<String, Value> {
    fn with(mut self, keyword: &str, value: impl Into<Value>) -> Self {
        self.insert(keyword.to_owned(), value.into());
        self
    }
}
