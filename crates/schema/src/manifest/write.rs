//! From an interface to a manifest's tool.

use std::collections::HashSet;
use std::hash::BuildHasher;

use serde_json::{Map, Value};
use webagents_manifest::{
    Constraint, ConstraintKeyword, Manifest, NameError, Param, ParamName, Text, Tool, ToolName, parse, write,
};

use super::interface_of;
use crate::interface::{CallStyle, Interface};
use crate::json_schema::{self, SchemaWriteOptions};
use crate::lookalike::unusual_characters;
use crate::loss::{Action, Loss, Lossy};
use crate::shape::Shape;
use crate::ty::{Constraints, Docs, Keyword, Keywords, Member, MemberKind, Type, limits};

/// Converts a tool's format-independent declaration, an [`Interface`], to a tool of a manifest.
///
/// It has a line for each argument, and a JSON Schema where lines cannot express everything.
///
/// A name that a tool cannot have is changed, with a loss; [`manifest_of`] ensures that no two are the same.
pub fn tool_of(interface: &Interface) -> Lossy<Tool> {
    manifest_of(std::slice::from_ref(interface), "", "")
        .map(|mut manifest| manifest.tools.pop().unwrap_or_else(|| Tool::new(fallback(0))))
}

/// Builds a manifest of the site called `name` from tools of any format, as if it had been parsed.
///
/// ```
/// use serde_json::json;
/// use webagents_schema::{Interface, json_schema, manifest_of};
/// let mut find = Interface::new("find");
/// find.description = "Finds books.".to_owned();
/// let schema = json!({"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]});
/// find.input = json_schema::read(&schema, &json_schema::SchemaReadOptions::tool()).unwrap().value;
/// let manifest = manifest_of(&[find], "Shop", "Sells books.").value;
/// assert_eq!(
///     webagents_manifest::write(&manifest),
///     "# Shop\n\nSells books.\n\n## find\n\nFinds books.\n\n### Params\n\n- `query` (string, required)\n",
/// );
/// ```
pub fn manifest_of(interfaces: &[Interface], name: &str, description: &str) -> Lossy<Manifest> {
    let mut losses = Vec::new();
    let mut manifest = Manifest::default();
    manifest.name = name.into();
    manifest.description = description.into();
    // Names that can stay are kept, whatever the order; the others keep clear of them.
    let mut taken: HashSet<String> = HashSet::new();
    let mut stays: Vec<bool> = Vec::with_capacity(interfaces.len());
    for interface in interfaces {
        stays.push(ToolName::new(interface.name.as_str()).is_ok() && taken.insert(interface.name.clone()));
    }
    for (interface, stays) in interfaces.iter().zip(stays) {
        let name = if stays {
            tool_name(&interface.name, &HashSet::new())
        } else {
            tool_name(&interface.name, &taken)
        };
        if !stays {
            losses.push(renamed(interface, &name));
            taken.insert(name.as_str().to_owned());
        }
        manifest.tools.push(tool_named(interface, name, &mut losses));
    }
    // A document does not preserve white space at the ends of texts, CR LF and the like.
    let normal = parse(&write(&manifest)).manifest;
    let value = if normal.tools.len() == manifest.tools.len() { normal } else { manifest };
    Lossy { value, losses }
}

/// Derives a valid name of a tool from any text; it differs from all names in `taken`.
///
/// A text that is a free name stays as it is.
pub fn tool_name<S: BuildHasher>(text: &str, taken: &HashSet<String, S>) -> ToolName {
    /// Most characters of a name, without a number after it.
    const LONGEST: usize = 120;
    let free = |text: &str| ToolName::new(text).ok().filter(|name| !taken.contains(name.as_str()));
    if let Some(name) = free(text) {
        return name;
    }
    let part =
        |c: char| if c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.' | '-') { c } else { '_' };
    let mut base: String = text.chars().take(LONGEST).map(part).collect();
    if ToolName::new(base.as_str()).is_err() {
        base.insert_str(0, "tool_");
    }
    // There is one more number than names that are taken, so one of them is free.
    let numbered = (2..taken.len() + 3).find_map(|number| free(&format!("{base}_{number}")));
    free(&base).or(numbered).unwrap_or_else(|| fallback(taken.len()))
}

/// A name that nothing can be wrong with.
fn fallback(number: usize) -> ToolName {
    let mut text = format!("tool{number}");
    loop {
        match ToolName::new(text.as_str()) {
            Ok(name) => return name,
            Err(_) => text.insert(0, 't'),
        }
    }
}

fn renamed(interface: &Interface, name: &ToolName) -> Loss {
    let old = interface.name.as_str();
    let why = match (ToolName::new(old), unusual_characters(old)) {
        (Ok(_), _) => "another tool has this name".to_owned(),
        (Err(NameError::Reserved), _) => "JavaScript objects use this name themselves".to_owned(),
        (Err(_), Some(unusual)) => format!("the name has {unusual}"),
        (Err(_), None) => "a webagents.md takes no such name".to_owned(),
    };
    Loss::new(old, "name", old.into(), Action::Renamed, format!("{why}: it is `{name}`"))
}

fn tool_named(interface: &Interface, name: ToolName, losses: &mut Vec<Loss>) -> Tool {
    let mut tool = Tool::new(name);
    tool.description = interface.description.as_str().into();
    tool.title = interface.title.as_deref().map(Into::into);
    tool.annotations = interface.annotations.clone();
    for (keyword, value) in &interface.extra {
        let Some(value) = unsaid(value, tool.title.as_deref()) else { continue };
        let message = "a webagents.md has no place for it";
        let place =
            |at: &str, keyword: &str, value: Value| Loss::new(at, keyword, value, Action::Dropped, message);
        match value {
            // Each by its own name: who reads of the loss knows the annotation, and not our list of it.
            Value::Object(hints) if keyword == "annotations" => {
                let at = format!("{}/annotations", interface.name);
                losses.extend(hints.into_iter().map(|(name, value)| place(&at, &name, value)));
            }
            value => losses.push(place(&interface.name, keyword, value)),
        }
    }
    if let Some(params) = lines(interface) {
        tool.params = params;
    }
    if let Some(output) = &interface.output {
        tool.returns = type_text(output, Docs::Keep).into();
    }
    let input = json_schema::write(&interface.input, &SchemaWriteOptions::default());
    let output =
        interface.output.as_ref().map(|shape| json_schema::write(shape, &SchemaWriteOptions::default()));
    let from = losses.len();
    losses.extend(input.losses);
    losses.extend(output.iter().flat_map(|output| output.losses.clone()));
    for loss in &mut losses[from..] {
        loss.pointer.insert_str(0, &interface.name);
    }
    let back = read_back(&tool);
    let same = |shape: Option<&Shape>, schema: &Value| {
        let read = shape.map(|shape| json_schema::write(shape, &SchemaWriteOptions::default()));
        read.is_some_and(|read| {
            read.losses.is_empty() && comparable(read.value) == comparable(schema.clone())
        })
    };
    if !same(back.as_ref().map(|back| &back.input), &input.value) {
        tool.schemas.input = Some(pretty(&input.value).into());
    }
    if let Some(output) = output
        && !same(back.as_ref().and_then(|back| back.output.as_ref()), &output.value)
    {
        tool.schemas.output = Some(pretty(&output.value).into());
    }
    tool
}

/// Returns the part of a further member that is not written yet.
///
/// MCP repeats the title among the annotations, and `null` carries no information anywhere.
fn unsaid(value: &Value, title: Option<&str>) -> Option<Value> {
    let Value::Object(members) = value else { return Some(value.clone()).filter(|value| !value.is_null()) };
    let is_said = |name: &str, value: &Value| value.is_null() || (name == "title" && value.as_str() == title);
    let left: Map<String, Value> = members
        .iter()
        .filter(|(name, value)| !is_said(name, value))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    (!left.is_empty() || members.is_empty()).then_some(Value::Object(left))
}

/// Returns the interface of the tool once it is written and read again.
///
/// `None` when that is not the same tool.
fn read_back(tool: &Tool) -> Option<Interface> {
    let mut manifest = Manifest::default();
    manifest.tools.push(tool.clone());
    let parsed = parse(&write(&manifest));
    let read = interface_of(parsed.manifest.tools.first()?);
    read.losses.is_empty().then_some(read.value)
}

/// Returns a schema without differences that mean nothing.
///
/// These are the dialect's name, the names of definitions, the order of `required`, and the white space of
/// descriptions.
fn comparable(mut schema: Value) -> Value {
    let mut definitions = Map::new();
    if let Value::Object(members) = &mut schema {
        members.shift_remove("$schema");
        if let Some(Value::Object(defined)) = members.shift_remove("$defs") {
            definitions = defined;
        }
    }
    if !definitions.is_empty() {
        let mut whole = schema.clone();
        if inline(&mut whole, &definitions, 0, &mut limits::NODES.saturating_mul(4)) {
            schema = whole;
        } else if let Value::Object(members) = &mut schema {
            members.insert("$defs".into(), Value::Object(definitions));
        }
    }
    settle(&mut schema);
    schema
}

/// Replaces references by the definitions, and returns whether that was possible.
fn inline(value: &mut Value, definitions: &Map<String, Value>, depth: usize, budget: &mut usize) -> bool {
    *budget = budget.saturating_sub(1);
    if *budget == 0 || depth > limits::HEIGHT {
        return false;
    }
    let name = value.get("$ref").and_then(Value::as_str).and_then(|text| text.strip_prefix("#/$defs/"));
    if let Some(name) = name {
        let Some(meant) = definitions.get(name) else { return false };
        if value.as_object().is_none_or(|members| members.len() > 1) {
            return false;
        }
        *value = meant.clone();
        return inline(value, definitions, depth + 1, budget);
    }
    match value {
        Value::Array(elements) => elements.iter_mut().all(|one| inline(one, definitions, depth + 1, budget)),
        Value::Object(members) => members.values_mut().all(|one| inline(one, definitions, depth + 1, budget)),
        _ => true,
    }
}

fn settle(value: &mut Value) {
    match value {
        Value::Array(elements) => elements.iter_mut().for_each(settle),
        Value::Object(members) => {
            if let Some(Value::Array(names)) = members.get_mut("required") {
                names.sort_by(|a, b| a.as_str().cmp(&b.as_str()));
            }
            if let Some(Value::String(text)) = members.get_mut("description") {
                *text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            }
            members.values_mut().for_each(settle);
        }
        _ => {}
    }
}

fn pretty(schema: &Value) -> String {
    format!("{schema:#}")
}

/// The arguments as lines, if they have an order and names that a line can have.
fn lines(interface: &Interface) -> Option<Vec<Param>> {
    let members = interface.arguments()?;
    let properties = members.iter().filter(|member| matches!(member.kind, MemberKind::Property { .. }));
    let params: Option<Vec<Param>> = properties.map(|member| line(member, &interface.input)).collect();
    let mut params = params.filter(|params| params.len() <= webagents_manifest::limits::PARAMS)?;
    // Arguments that go by their names have no order of their own. In a call by position the optional ones come last,
    // so that a call can omit them.
    if interface.call == CallStyle::Object {
        params.sort_by_key(|param| !param.required);
    }
    Some(params)
}

fn line(member: &Member, shape: &Shape) -> Option<Param> {
    let MemberKind::Property { name, optional, ty, .. } = &member.kind else { return None };
    let mut param = Param::new(ParamName::new(name.as_str()).ok()?);
    param.required = !optional;
    // In a line `integer` is a modifier of its own, next to the type.
    let is_integer = *ty == Type::Keyword(Keyword::Integer);
    param.ty = if is_integer { "number".into() } else { written(ty, shape, Docs::Drop).into() };
    let Constraints { description, keywords, .. } = &member.facts;
    param.description = description.as_str().into();
    param.default = keywords.get("default").map(|value| value.to_string().into());
    if param.default.is_some() {
        param.required = false;
    }
    param.constraints = constraints(keywords);
    if is_integer {
        param
            .constraints
            .insert(0, Constraint { keyword: ConstraintKeyword::Integer, value: Text::default() });
    }
    Some(param)
}

fn constraints(keywords: &Keywords) -> Vec<Constraint> {
    let of = |keyword: &ConstraintKeyword| {
        let name = match keyword {
            ConstraintKeyword::Integer => return None,
            ConstraintKeyword::Min => "minimum",
            ConstraintKeyword::Max => "maximum",
            other => other.as_str(),
        };
        let value = match keywords.get(name)? {
            Value::String(text) => text.clone(),
            value => value.to_string(),
        };
        Some(Constraint { keyword: *keyword, value: value.into() })
    };
    ConstraintKeyword::ALL.iter().filter_map(of).collect()
}

/// A type as the text of a manifest.
fn type_text(shape: &Shape, docs: Docs) -> String {
    let root = shape.root.clone().refined(shape.facts.clone());
    written(if docs == Docs::Keep { &root } else { &shape.root }, shape, docs)
}

/// A type on one line, with its definitions inlined; recursive ones become `unknown`.
fn written(ty: &Type, shape: &Shape, docs: Docs) -> String {
    let mut ty = ty.clone();
    let mut budget = NODES;
    put_in(&mut ty, shape, &mut Vec::new(), &mut budget);
    let mut text = String::new();
    ty.print(&mut text, docs);
    if text.len() <= limits::BYTES / 4 { text } else { "unknown".to_owned() }
}

/// Parts of a type that are written out at most; it is a line for people, and the schema has the rest.
const NODES: usize = 500;

fn put_in(ty: &mut Type, shape: &Shape, open: &mut Vec<String>, budget: &mut usize) {
    *budget = budget.saturating_sub(1);
    let meant = match ty {
        Type::Reference { name, args } if args.is_empty() => shape.definition(name),
        _ => None,
    };
    match meant {
        Some(definition) if *budget == 0 || open.contains(&definition.name) => {
            *ty = Type::Keyword(Keyword::Unknown);
        }
        Some(definition) => {
            *ty = definition.ty.clone().refined(definition.facts.clone());
            open.push(definition.name.clone());
            put_in_parts(ty, shape, open, budget);
            open.pop();
        }
        None => put_in_parts(ty, shape, open, budget),
    }
}

fn put_in_parts(ty: &mut Type, shape: &Shape, open: &mut Vec<String>, budget: &mut usize) {
    ty.for_each_child_mut(&mut |child| put_in(child, shape, open, budget));
}
