//! A manifest's tools that carry JSON Schemas, as interfaces.
//!
//! Where a tool has both, the schema says the types, because it can say more; the parameter lines say the
//! order, because calls are positional. A parameter that the schema does not know keeps its place and its own
//! type: without it the others would move.

use serde_json::Value;
use webagents_manifest::{Code, Param, Tool};

use super::types::Types;
use crate::default::default_value;
use crate::interface::{CallStyle, Interface};
use crate::json_schema::{self, ReadSchema};
use crate::shape::Shape;
use crate::ty::{self, Facts, Member, MemberKind, Type};

/// The tool as an interface, when it has an input schema that can be read. Findings go to `types`.
pub(super) fn interface(types: &mut Types<'_>, tool: &Tool) -> Option<Interface> {
    let text = tool.input_schema.as_deref();
    let mut input =
        read(types, "input schema", text, |spans| spans.input_schema, json_schema::read_arguments)?;
    if let Type::Object(members) = &mut input.root {
        order(members, &tool.params);
    }
    let mut interface = Interface::new(tool.name.as_str());
    interface.title = tool.title.as_deref().map(str::to_owned);
    (*tool.description).clone_into(&mut interface.description);
    interface.annotations.clone_from(&tool.annotations);
    // Without lines nothing says in which order arguments would be passed.
    let named = tool.params.is_empty() && !matches!(&input.root, Type::Object(members) if members.is_empty());
    interface.call = if named { CallStyle::Object } else { CallStyle::Positional };
    interface.input = input;
    Some(interface)
}

/// The type of the output schema, as [`interface`] has that of the input schema.
pub(super) fn result(types: &mut Types<'_>, tool: &Tool) -> Option<Shape> {
    let text = tool.output_schema.as_deref();
    read(types, "output schema", text, |spans| spans.output_schema, json_schema::read_result)
}

/// The type of a schema; `None` where there is none, or none that can be read.
fn read(
    types: &mut Types<'_>,
    what: &str,
    text: Option<&str>,
    span: fn(&webagents_manifest::ToolSpans) -> Option<webagents_manifest::Span>,
    read: ReadSchema,
) -> Option<Shape> {
    let problem = match serde_json::from_str::<Value>(text?) {
        Ok(schema @ Value::Object(_)) => match read(&schema) {
            Ok(shape) => return Some(shape.value),
            Err(error) => error.to_string(),
        },
        Ok(_) => "it is no JSON object".to_owned(),
        Err(error) => error.to_string(),
    };
    types.report(Code::SchemaInvalid, what, span, &problem);
    None
}

/// Puts members into the order of the parameters; those that are none come last, in their own order.
fn order(members: &mut Vec<Member>, params: &[Param]) {
    if params.is_empty() {
        return;
    }
    let places: std::collections::HashMap<String, usize> =
        members.iter().enumerate().filter_map(|(at, m)| Some((name_of(m)?.to_owned(), at))).collect();
    let mut old: Vec<Option<Member>> = std::mem::take(members).into_iter().map(Some).collect();
    for param in params {
        let own = places.get(param.name.as_str()).and_then(|&at| old[at].take());
        members.push(match own {
            Some(mut member) => {
                if member.facts.description.is_empty() {
                    (*param.description).clone_into(&mut member.facts.description);
                }
                member
            }
            None => of_param(param),
        });
    }
    members.extend(old.into_iter().flatten());
}

fn name_of(member: &Member) -> Option<&str> {
    match &member.kind {
        MemberKind::Property { name, .. } => Some(name),
        _ => None,
    }
}

/// A parameter of which the schema does not speak.
fn of_param(param: &Param) -> Member {
    let (inner, ty) = ty::parse(&param.ty).unwrap_or(Type::ANY).into_parts();
    let mut facts = Facts::described(&*param.description);
    if let Some(default) = &param.default {
        facts.keywords.insert("default".to_owned(), default_value(default));
    }
    let (facts, _) = Type::ANY.refined(inner).refined(facts).into_parts();
    let kind = MemberKind::Property {
        name: param.name.as_str().to_owned(),
        optional: !param.required,
        readonly: false,
        ty,
    };
    Member { facts, kind }
}
