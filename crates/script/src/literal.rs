//! Literal values in code, and whether one may be of a type.
//!
//! The decision: **only a certain mismatch is one**. A literal has holes where a name, a call or a spread stands; what
//! is in a hole fits every type, and a type that says nothing certain about its values takes all of them.

use oxc_ast::ast::{
    Argument, ArrayExpressionElement, Expression, ObjectPropertyKind, PropertyKey, PropertyKind,
    UnaryOperator,
};
use webagents_schema::ty::{ElementKind, Keyword, Literal as Value, Member, MemberKind, Type};

use crate::finding::shown;

/// A literal value as far as the text says what it is.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Literal {
    /// Anything.
    Hole,
    Null,
    Undefined,
    Boolean(bool),
    Number(f64),
    BigInt,
    /// A text; `None` for a template with holes.
    String(Option<String>),
    /// Elements; `None` from the first spread on.
    Array {
        elements: Vec<Literal>,
        open: bool,
    },
    /// Members in order; open with a spread, a computed name, an accessor or `__proto__`.
    Object {
        members: Vec<(String, Literal)>,
        open: bool,
    },
    Function,
}

/// The literal that an argument is; `None` for a spread.
pub(crate) fn argument(argument: &Argument<'_>) -> Option<Literal> {
    argument.as_expression().map(literal)
}

/// The literal that an expression is, with holes.
pub(crate) fn literal(expression: &Expression<'_>) -> Literal {
    match expression {
        Expression::NullLiteral(_) => Literal::Null,
        Expression::BooleanLiteral(it) => Literal::Boolean(it.value),
        Expression::NumericLiteral(it) => Literal::Number(it.value),
        Expression::BigIntLiteral(_) => Literal::BigInt,
        Expression::StringLiteral(it) => {
            Literal::String((!it.lone_surrogates).then(|| it.value.as_str().to_owned()))
        }
        Expression::TemplateLiteral(it) => {
            let text = it.quasis.first().filter(|_| it.expressions.is_empty());
            Literal::String(
                text.filter(|text| !text.lone_surrogates)
                    .and_then(|text| text.value.cooked.as_ref().map(|text| text.as_str().to_owned())),
            )
        }
        Expression::UnaryExpression(it) => match (it.operator, literal(&it.argument)) {
            (UnaryOperator::UnaryNegation, Literal::Number(value)) => Literal::Number(-value),
            (UnaryOperator::UnaryNegation, Literal::BigInt) => Literal::BigInt,
            _ => Literal::Hole,
        },
        Expression::ParenthesizedExpression(it) => literal(&it.expression),
        // What an assertion says of the value is the author's to know.
        Expression::TSSatisfiesExpression(it) => literal(&it.expression),
        Expression::ArrowFunctionExpression(_) | Expression::FunctionExpression(_) => Literal::Function,
        Expression::ArrayExpression(it) => {
            let mut elements = Vec::new();
            let mut open = false;
            for element in &it.elements {
                match element {
                    ArrayExpressionElement::SpreadElement(_) => {
                        open = true;
                        break;
                    }
                    ArrayExpressionElement::Elision(_) => elements.push(Literal::Hole),
                    _ => elements.push(element.as_expression().map_or(Literal::Hole, literal)),
                }
            }
            Literal::Array { elements, open }
        }
        Expression::ObjectExpression(it) => {
            let mut members = Vec::new();
            let mut open = false;
            for property in &it.properties {
                let ObjectPropertyKind::ObjectProperty(property) = property else {
                    open = true;
                    continue;
                };
                match key_name(&property.key, property.computed) {
                    Some(name) if property.kind == PropertyKind::Init && name != "__proto__" => {
                        members.push((name, literal(&property.value)));
                    }
                    _ => open = true,
                }
            }
            Literal::Object { members, open }
        }
        Expression::Identifier(it) if it.name == "undefined" => Literal::Undefined,
        _ => Literal::Hole,
    }
}

/// The name that a key certainly has.
pub(crate) fn key_name(key: &PropertyKey<'_>, computed: bool) -> Option<String> {
    match key {
        PropertyKey::StaticIdentifier(it) if !computed => Some(it.name.as_str().to_owned()),
        PropertyKey::StringLiteral(it) if !it.lone_surrogates => Some(it.value.as_str().to_owned()),
        _ => None,
    }
}

/// Why a literal is not of a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mismatch {
    /// Where in the literal, such as `.sort[0]`.
    pub(crate) path: String,
    /// What is wrong there, such as ``must be `number`, not a text``.
    pub(crate) message: String,
}

/// Whether `literal` may be a value of `ty`.
pub(crate) fn fit(literal: &Literal, ty: &Type) -> Result<(), Mismatch> {
    check(literal, ty, &mut Vec::new(), Extra::Refuse)
}

/// What becomes of members that the type does not name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extra {
    /// They are wrong, as the compiler says of a fresh literal.
    Refuse,
    /// They may belong to another part of the type.
    Allow,
}

fn check(literal: &Literal, ty: &Type, path: &mut Vec<String>, extra: Extra) -> Result<(), Mismatch> {
    if *literal == Literal::Hole {
        return Ok(());
    }
    let ty = ty.bare();
    let fits = match ty {
        Type::Keyword(word) => keyword(literal, *word),
        Type::Literal(value) => single(literal, value),
        Type::Template(_) => matches!(literal, Literal::String(_)),
        Type::Union(members) => return union(literal, ty, members, path, extra),
        Type::Intersection(members) => {
            return members.iter().try_for_each(|member| check(literal, member, path, Extra::Allow));
        }
        Type::Readonly(inner) => return check(literal, inner, path, extra),
        Type::Array(element) => match literal {
            Literal::Array { elements, .. } => return all(elements, element, path, extra),
            _ => false,
        },
        Type::Reference { name, args } if name == "Array" || name == "ReadonlyArray" => match literal {
            Literal::Array { elements, .. } => {
                return args.first().map_or(Ok(()), |element| all(elements, element, path, extra));
            }
            _ => false,
        },
        Type::Reference { name, args } if name == "Record" => match literal {
            Literal::Object { members, .. } => {
                let Some(value) = args.get(1) else { return Ok(()) };
                return members
                    .iter()
                    .try_for_each(|(name, member)| within(member, value, name, path, extra));
            }
            // The compiler takes arrays and functions for some records.
            Literal::Array { .. } | Literal::Function => true,
            _ => false,
        },
        Type::Tuple(types) => match literal {
            Literal::Array { elements, open } => {
                let flat = types.iter().all(|element| element.kind != ElementKind::Rest);
                let least = types.iter().filter(|element| element.kind == ElementKind::Required).count();
                if flat && (elements.len() > types.len() || (!open && elements.len() < least)) {
                    return Err(mismatch(path, ty, literal));
                }
                let before_rest = types.iter().take_while(|element| element.kind != ElementKind::Rest);
                for (index, (element, one)) in elements.iter().zip(before_rest).enumerate() {
                    if *element != Literal::Undefined || one.kind == ElementKind::Required {
                        within(element, &one.ty, &index.to_string(), path, extra)?;
                    }
                }
                return Ok(());
            }
            _ => false,
        },
        Type::Object(members) => return object(literal, ty, members, path, extra),
        Type::Function(_) => matches!(literal, Literal::Function),
        // Everything else says nothing certain, and neither does a kind of type that this room does not know.
        _ => true,
    };
    if fits { Ok(()) } else { Err(mismatch(path, ty, literal)) }
}

fn all(elements: &[Literal], ty: &Type, path: &mut Vec<String>, extra: Extra) -> Result<(), Mismatch> {
    elements.iter().enumerate().try_for_each(|(index, one)| within(one, ty, &index.to_string(), path, extra))
}

fn within(
    literal: &Literal,
    ty: &Type,
    step: &str,
    path: &mut Vec<String>,
    extra: Extra,
) -> Result<(), Mismatch> {
    path.push(step.to_owned());
    let checked = check(literal, ty, path, extra);
    path.pop();
    checked
}

fn keyword(literal: &Literal, word: Keyword) -> bool {
    match word {
        Keyword::String => matches!(literal, Literal::String(_)),
        Keyword::Number => matches!(literal, Literal::Number(_)),
        Keyword::Integer => matches!(literal, Literal::Number(value) if value.fract() == 0.0),
        Keyword::Boolean => matches!(literal, Literal::Boolean(_)),
        Keyword::Null => matches!(literal, Literal::Null),
        Keyword::Undefined | Keyword::Void => matches!(literal, Literal::Undefined),
        Keyword::BigInt => matches!(literal, Literal::BigInt),
        Keyword::Symbol => false,
        Keyword::Object => {
            matches!(literal, Literal::Array { .. } | Literal::Object { .. } | Literal::Function)
        }
        _ => true,
    }
}

fn single(literal: &Literal, value: &Value) -> bool {
    match (value, literal) {
        (Value::String(_), Literal::String(None)) | (Value::BigInt(_), Literal::BigInt) => true,
        (Value::String(want), Literal::String(Some(text))) => want == text,
        (Value::Number(want), Literal::Number(number)) => {
            // As numbers: `-0` is 0, and `1e2` is 100.
            want.parse::<f64>().map_or(true, |want| (want + 0.0).total_cmp(&(number + 0.0)).is_eq())
        }
        (Value::Boolean(want), Literal::Boolean(is)) => want == is,
        (Value::String(_) | Value::Number(_) | Value::BigInt(_) | Value::Boolean(_), _) => false,
        _ => true,
    }
}

fn union(
    literal: &Literal,
    ty: &Type,
    members: &[Type],
    path: &mut Vec<String>,
    extra: Extra,
) -> Result<(), Mismatch> {
    let mut found = None;
    let mut candidates = 0;
    for member in members {
        // A member that another object of the union names is not one too many.
        let Err(error) = check(literal, member, path, Extra::Allow) else {
            return extra_of_union(literal, members, path, extra);
        };
        let same_shape = matches!(
            (literal, member.bare()),
            (Literal::Object { .. }, Type::Object(_))
                | (Literal::Array { .. }, Type::Array(_) | Type::Tuple(_))
        );
        if same_shape {
            candidates += 1;
            found = Some(error);
        }
    }
    // With one object or array in the union, what is wrong inside of it tells more than the union.
    Err(found.filter(|_| candidates == 1).unwrap_or_else(|| mismatch(path, ty, literal)))
}

/// Members of a literal that no object of a union names.
fn extra_of_union(
    literal: &Literal,
    members: &[Type],
    path: &[String],
    extra: Extra,
) -> Result<(), Mismatch> {
    let Literal::Object { members: given, .. } = literal else { return Ok(()) };
    let mut names = Vec::new();
    for member in members {
        match member.bare() {
            Type::Object(members) if !members.is_empty() => match property_names(members) {
                Some(more) => names.extend(more),
                None => return Ok(()),
            },
            Type::Literal(_)
            | Type::Template(_)
            | Type::Array(_)
            | Type::Tuple(_)
            | Type::Keyword(
                Keyword::String
                | Keyword::Number
                | Keyword::Integer
                | Keyword::Boolean
                | Keyword::Null
                | Keyword::Undefined
                | Keyword::Void
                | Keyword::BigInt,
            ) => {}
            _ => return Ok(()),
        }
    }
    if extra == Extra::Allow {
        return Ok(());
    }
    match given.iter().find(|(name, _)| !names.contains(&name.as_str())) {
        Some((name, _)) => Err(unknown_member(name, &names, path)),
        None => Ok(()),
    }
}

/// The names of an object type that has nothing but named members.
fn property_names(members: &[Member]) -> Option<Vec<&str>> {
    members
        .iter()
        .map(|member| match &member.kind {
            MemberKind::Property { name, .. } | MemberKind::Method { name, .. } => Some(name.as_str()),
            _ => None,
        })
        .collect()
}

fn object(
    literal: &Literal,
    ty: &Type,
    members: &[Member],
    path: &mut Vec<String>,
    extra: Extra,
) -> Result<(), Mismatch> {
    let Literal::Object { members: given, open } = literal else {
        let certain = match literal {
            Literal::Null | Literal::Undefined => true,
            // These have members of their own, such as `length`; only a type that asks for another is out of reach.
            Literal::Boolean(_) | Literal::Number(_) | Literal::BigInt | Literal::String(_) => {
                members.iter().any(|member| match &member.kind {
                    MemberKind::Property { name, optional: false, .. } => !COMMON.contains(&name.as_str()),
                    _ => false,
                })
            }
            _ => false,
        };
        return if certain { Err(mismatch(path, ty, literal)) } else { Ok(()) };
    };
    for member in members {
        let MemberKind::Property { name, optional, ty: value, .. } = &member.kind else { continue };
        // The last of two members of one name counts.
        match given.iter().rev().find(|(given, _)| given == name) {
            Some((_, Literal::Undefined)) if *optional => {}
            Some((_, one)) => within(one, value, name, path, Extra::Refuse)?,
            None if !optional && !open => {
                return Err(Mismatch {
                    path: steps(path),
                    message: format!("lacks the member {}", shown(name)),
                });
            }
            None => {}
        }
    }
    // `{}` takes every object.
    if extra == Extra::Allow || members.is_empty() {
        return Ok(());
    }
    let Some(names) = property_names(members) else { return Ok(()) };
    match given.iter().find(|(name, _)| !names.contains(&name.as_str())) {
        Some((name, _)) => Err(unknown_member(name, &names, path)),
        None => Ok(()),
    }
}

/// Members that texts, numbers and the like have as well.
const COMMON: [&str; 5] = ["length", "toString", "valueOf", "toLocaleString", "constructor"];

fn unknown_member(name: &str, names: &[&str], path: &[String]) -> Mismatch {
    let near = crate::tools::near(name, names.iter().copied());
    let hint = if near.is_empty() { String::new() } else { format!("; did you mean {}?", near.join(", ")) };
    Mismatch {
        path: steps(path),
        message: format!("has a member {} that is not declared{hint}", shown(name)),
    }
}

fn mismatch(path: &[String], ty: &Type, literal: &Literal) -> Mismatch {
    let is = match literal {
        Literal::Hole => "something else".to_owned(),
        Literal::Null => "null".to_owned(),
        Literal::Undefined => "undefined".to_owned(),
        Literal::Boolean(value) => value.to_string(),
        Literal::Number(value) => format!("the number {value}"),
        Literal::BigInt => "a big integer".to_owned(),
        Literal::String(Some(text)) => format!("the string {}", shown(text)),
        Literal::String(None) => "a string".to_owned(),
        Literal::Array { .. } => "an array".to_owned(),
        Literal::Object { .. } => "an object".to_owned(),
        Literal::Function => "a function".to_owned(),
    };
    Mismatch { path: steps(path), message: format!("must be {}, not {is}", type_text(ty)) }
}

/// A type in a message: in backquotes, cut.
fn type_text(ty: &Type) -> String {
    const MOST: usize = 200;
    let text = crate::tools::type_text(ty);
    if text.chars().count() <= MOST {
        return format!("`{text}`");
    }
    format!("`{}…`", text.chars().take(MOST).collect::<String>())
}

fn steps(path: &[String]) -> String {
    path.iter()
        .map(
            |step| {
                if step.bytes().all(|b| b.is_ascii_digit()) {
                    format!("[{step}]")
                } else {
                    format!(".{step}")
                }
            },
        )
        .collect()
}
