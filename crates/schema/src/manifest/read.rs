//! From a manifest's tool to an interface.

use std::borrow::Cow;
use std::collections::HashMap;

use serde_json::{Number, Value};
use webagents_manifest::{Constraint, ConstraintKeyword, Param, Tool};

use crate::default::default_value;
use crate::interface::{CallStyle, Interface};
use crate::json_schema::{self, ReadSchema};
use crate::json_text::json_problem;
use crate::loss::{Action, Loss, Lossy};
use crate::shape::Shape;
use crate::ty::{self, Constraints, Keyword, Member, MemberKind, Type};

/// Converts a tool that a manifest declares to the format-independent [`Interface`].
///
/// A type that does not parse is `any`, and a loss. Losses point into the tool: `find/params/limit`.
///
/// ```
/// use webagents_schema::interface_of;
/// let manifest = webagents_manifest::parse(
///     "# S\n\n## find\nFinds.\n\n### Params\n- `limit` (integer, default=10): How many.\n",
/// ).manifest;
/// let find = interface_of(&manifest.tools[0]).value;
/// assert_eq!(find.input.root.to_string(), "{ /** How many. @default 10 */ limit?: integer }");
/// ```
pub fn interface_of(tool: &Tool) -> Lossy<Interface> {
    let name = tool.name.as_str();
    let mut reader = Reader { at: name, losses: Vec::new() };
    for item in &tool.annotations.unknown {
        let value = Value::String(item.to_string());
        reader.lose("annotations", "unknown", value, Action::Dropped, "the format gives it no meaning");
    }
    let members: Vec<Member> = tool.params.iter().map(|param| reader.param(param)).collect();
    let text = tool.schemas.input.as_deref();
    let input = text.and_then(|text| reader.schema("inputSchema", text, json_schema::read_arguments));
    let mut out = declared(tool, input, members);
    out.annotations.unknown.clear();
    out.output = match tool
        .schemas
        .output
        .as_deref()
        .and_then(|text| reader.schema("outputSchema", text, json_schema::read_result))
    {
        Some(shape) => Some(shape),
        None if tool.returns.trim().is_empty() => None,
        None => Some(Shape::new(promised(reader.ty("output", &tool.returns)))),
    };
    Lossy { value: out, losses: reader.losses }
}

/// Returns a tool as its lines and the schema of its arguments declare it, without its result.
///
/// It is the one way from a tool to an interface. A schema, if present, is authoritative; the lines give the order of
/// its members.
pub(crate) fn declared(tool: &Tool, schema: Option<Shape>, lines: Vec<Member>) -> Interface {
    let mut out = Interface::new(tool.name.as_str());
    out.title = tool.title.as_deref().map(str::to_owned);
    out.description = unescaped(&tool.description).into_owned();
    out.annotations.clone_from(&tool.annotations);
    out.input = match schema {
        Some(mut shape) => {
            if let Type::Object(members) = &mut shape.root {
                arrange(members, lines);
            }
            shape
        }
        None => Shape::new(Type::Object(lines)),
    };
    out.call = call_style(tool, &out.input);
    out
}

/// A description without the backslashes before lines that would be structure in a manifest.
///
/// Elsewhere they have no meaning.
pub(crate) fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let (indent, rest) = line.split_at(line.len() - line.trim_start_matches(' ').len());
        out.push_str(indent);
        let plain = rest.strip_prefix('\\').filter(|rest| rest.starts_with('#') || rest.starts_with("tool:"));
        out.push_str(plain.unwrap_or(rest));
    }
    Cow::Owned(out)
}

/// Returns the style of the calls of a tool with this input.
///
/// Without lines the order of positional arguments is unknown, so they go by their names.
fn call_style(tool: &Tool, input: &Shape) -> CallStyle {
    let takes_nothing = matches!(&input.root, Type::Object(members) if members.is_empty());
    if tool.params.is_empty() && !takes_nothing { CallStyle::Object } else { CallStyle::Positional }
}

/// The members that the lines declare, whatever is wrong with them.
pub(crate) fn lines(tool: &Tool) -> Vec<Member> {
    let mut reader = Reader { at: tool.name.as_str(), losses: Vec::new() };
    tool.params.iter().map(|param| reader.param(param)).collect()
}

/// Returns the type that a promise resolves to: an author who writes `Promise<T>` means `T`.
pub(crate) fn promised(ty: Type) -> Type {
    match ty {
        Type::Reference { name, mut args } if name == "Promise" && args.len() == 1 => args.swap_remove(0),
        ty => ty,
    }
}

/// Sorts the members of a schema by the lines, which describe those without a description or a default.
///
/// A line that the schema does not know keeps its place and its own type: without it the others would move. Members
/// without a line come last, in their own order.
fn arrange(declared: &mut Vec<Member>, lines: Vec<Member>) {
    fn name(member: &Member) -> Option<&str> {
        match &member.kind {
            MemberKind::Property { name, .. } => Some(name),
            _ => None,
        }
    }
    if lines.is_empty() {
        return;
    }
    let places: HashMap<String, usize> =
        declared.iter().enumerate().filter_map(|(at, m)| Some((name(m)?.to_owned(), at))).collect();
    let mut old: Vec<Option<Member>> = std::mem::take(declared).into_iter().map(Some).collect();
    for mut line in lines {
        let own = name(&line).and_then(|name| places.get(name)).and_then(|&at| old[at].take());
        declared.push(match own {
            Some(mut own) => {
                if own.facts.description.is_empty() {
                    own.facts.description = line.facts.description;
                }
                if let Some(default) = line.facts.keywords.shift_remove("default") {
                    own.facts.keywords.entry("default").or_insert(default);
                }
                own
            }
            None => line,
        });
    }
    declared.extend(old.into_iter().flatten());
}

struct Reader<'t> {
    at: &'t str,
    losses: Vec<Loss>,
}

impl Reader<'_> {
    fn lose(&mut self, place: &str, keyword: &str, value: Value, action: Action, message: impl Into<String>) {
        self.losses.push(Loss::new(format!("{}/{place}", self.at), keyword, value, action, message));
    }

    fn ty(&mut self, place: &str, text: &str) -> Type {
        match ty::parse(text) {
            Ok(ty) => ty,
            Err(error) => {
                self.lose(place, "type", text.into(), Action::Widened, format!("it is `any`: {error}"));
                Type::ANY
            }
        }
    }

    fn schema(&mut self, keyword: &str, text: &str, read: ReadSchema) -> Option<Shape> {
        let read = serde_json::from_str::<Value>(text)
            .map_err(|error| json_problem(text, &error))
            .and_then(|schema| read(&schema).map_err(|error| error.to_string()));
        match read {
            Ok(Lossy { value, losses }) => {
                self.losses.extend(losses.into_iter().map(|mut loss| {
                    loss.pointer.insert_str(0, &format!("{}/{keyword}", self.at));
                    loss
                }));
                Some(value)
            }
            Err(error) => {
                self.lose(
                    keyword,
                    keyword,
                    Value::Null,
                    Action::Dropped,
                    format!("the lines count: {error}"),
                );
                None
            }
        }
    }

    fn param(&mut self, param: &Param) -> Member {
        let place = format!("params{}", crate::pointer("", param.name.as_str()));
        let (mut facts, mut ty) = self.ty(&place, &param.ty).into_parts();
        if !param.description.is_empty() {
            facts.description = param.description.to_string();
        }
        for constraint in &param.constraints {
            self.constraint(&place, constraint, &mut facts, &mut ty);
        }
        if let Some(default) = &param.default {
            facts.keywords.insert("default".to_owned(), default_value(default));
        }
        for modifier in &param.unknown_modifiers {
            let message = "the format does not know this modifier";
            self.lose(&place, "modifier", Value::String(modifier.to_string()), Action::Dropped, message);
        }
        let optional = !param.required || param.default.is_some();
        let name = param.name.as_str().to_owned();
        Member { facts, kind: MemberKind::Property { name, optional, readonly: false, ty } }
    }

    fn constraint(&mut self, place: &str, constraint: &Constraint, facts: &mut Constraints, ty: &mut Type) {
        let text = constraint.unquoted();
        let number = || serde_json::from_str::<Number>(text).ok().map(Value::Number);
        let (keyword, value) = match constraint.keyword {
            ConstraintKeyword::Integer => {
                if *ty == Type::Keyword(Keyword::Number) {
                    *ty = Type::Keyword(Keyword::Integer);
                } else if *ty != Type::Keyword(Keyword::Integer) {
                    let message = "only a number can be a whole one";
                    self.lose(place, "integer", Value::Null, Action::Dropped, message);
                }
                return;
            }
            ConstraintKeyword::Min => ("minimum", number()),
            ConstraintKeyword::Max => ("maximum", number()),
            ConstraintKeyword::Pattern | ConstraintKeyword::Format => {
                (constraint.keyword.as_str(), Some(text.into()))
            }
            ConstraintKeyword::MultipleOf => {
                ("multipleOf", number().filter(|value| value.as_f64() > Some(0.0)))
            }
            other => (other.as_str(), number().filter(Value::is_u64)),
        };
        match value {
            Some(value) => {
                facts.keywords.insert(keyword.to_owned(), value);
            }
            None => {
                let message = "its value is not a number that this bound takes";
                self.lose(place, keyword, text.into(), Action::Dropped, message);
            }
        }
    }
}
