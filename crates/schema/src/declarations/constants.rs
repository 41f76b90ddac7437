//! The constants of enums: numbers, texts, and what they are computed from.
//!
//! TypeScript computes such expressions at compile time; so does this, for what it allows there. A value that
//! it cannot compute is `None`, and never wrong.

use std::collections::HashMap;

use crate::ty::context::Cx;
use crate::ty::lex::{Fault, Res, eat, identifier, peek, punct, string, trivia, word};

/// The value of an enum's member.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Constant {
    Number(f64),
    Text(String),
}

/// Bytes of a computed text: joining texts to themselves doubles them.
const TEXT: usize = 4_096;

/// Names that an expression may refer to: the members before it.
pub(super) struct Scope<'a> {
    name: &'a str,
    members: HashMap<String, Constant>,
}

impl<'a> Scope<'a> {
    pub(super) fn new(name: &'a str) -> Self {
        Self { name, members: HashMap::new() }
    }

    pub(super) fn insert(&mut self, name: &str, value: Constant) {
        self.members.insert(name.to_owned(), value);
    }
}

type Value = Option<Constant>;

/// `constant = binary`, up to a `,` or `}`
pub(super) fn constant<'a>(cx: Cx<'_>, i: &'a str, scope: &Scope<'_>) -> Res<'a, Value> {
    binary(cx, i, scope, 0)
}

/// The binary operators, from the loosest.
const OPERATORS: [(&str, u8); 11] = [
    ("**", 6),
    ("<<", 3),
    (">>>", 3),
    (">>", 3),
    ("|", 0),
    ("^", 1),
    ("&", 2),
    ("+", 4),
    ("-", 4),
    ("*", 5),
    ("/", 5),
];

/// `binary = unary { operator unary }`, by precedence
fn binary<'a>(cx: Cx<'_>, i: &'a str, scope: &Scope<'_>, least: u8) -> Res<'a, Value> {
    let (i, cx) = cx.deeper(i)?;
    let (mut i, mut left) = unary(cx, i, scope)?;
    loop {
        let start = trivia(i);
        let found = OPERATORS.iter().find(|(sign, level)| *level >= least && start.starts_with(sign));
        let Some(&(sign, level)) = found else { return Ok((i, left)) };
        let (_, ()) = cx.node(i)?;
        let (rest, right) = binary(cx, &start[sign.len()..], scope, level + u8::from(sign != "**"))?;
        left = left.zip(right).and_then(|(left, right)| apply(sign, left, right));
        i = rest;
    }
}

#[allow(clippy::cast_possible_truncation, reason = "ECMAScript's ToInt32, of numbers that were looked at")]
fn apply(sign: &str, left: Constant, right: Constant) -> Value {
    match (left, right) {
        (Constant::Number(a), Constant::Number(b)) => {
            let bits = |f: fn(i32, i32) -> i32| {
                let whole = |x: f64| x.fract() == 0.0 && x.abs() < 2_147_483_648.0;
                (whole(a) && whole(b)).then(|| f64::from(f(a as i32, b as i32)))
            };
            let value = match sign {
                "|" => bits(|a, b| a | b)?,
                "^" => bits(|a, b| a ^ b)?,
                "&" => bits(|a, b| a & b)?,
                "<<" => bits(|a, b| a.wrapping_shl(b.cast_unsigned() & 31))?,
                ">>" => bits(|a, b| a.wrapping_shr(b.cast_unsigned() & 31))?,
                "+" => a + b,
                "-" => a - b,
                "*" => a * b,
                "/" => a / b,
                "**" => a.powf(b),
                _ => return None,
            };
            value.is_finite().then_some(Constant::Number(value))
        }
        (left, right) if sign == "+" => {
            let text = |value: Constant| match value {
                Constant::Text(text) => text,
                Constant::Number(number) => number.to_string(),
            };
            let joined = text(left) + &text(right);
            (joined.len() <= TEXT).then_some(Constant::Text(joined))
        }
        _ => None,
    }
}

/// `unary = { "-" | "+" | "~" } primary`
#[allow(clippy::cast_possible_truncation, reason = "ECMAScript's ToInt32, of a number that was looked at")]
fn unary<'a>(cx: Cx<'_>, i: &'a str, scope: &Scope<'_>) -> Res<'a, Value> {
    let start = trivia(i);
    let sign = start.as_bytes().first().copied().unwrap_or(0);
    if !matches!(sign, b'-' | b'+' | b'~') {
        return primary(cx, start, scope);
    }
    let (_, cx) = cx.deeper(i)?;
    let (i, value) = unary(cx, &start[1..], scope)?;
    let value = match (sign, value) {
        (b'-', Some(Constant::Number(x))) => Some(Constant::Number(-x)),
        (b'+', Some(Constant::Number(x))) => Some(Constant::Number(x)),
        (_, Some(Constant::Number(x))) if x.fract() == 0.0 && x.abs() < 2_147_483_648.0 => {
            Some(Constant::Number(f64::from(!(x as i32))))
        }
        _ => None,
    };
    Ok((i, value))
}

/// Parses an operand of a constant expression.
///
/// `primary = number | string | template | "(" constant ")" | name { "." name | "[" string "]" | call }`
fn primary<'a>(cx: Cx<'_>, i: &'a str, scope: &Scope<'_>) -> Res<'a, Value> {
    let (_, ()) = cx.node(i)?;
    match i.as_bytes().first() {
        Some(b'"' | b'\'') => {
            let (mut i, text) = string(i)?;
            let mut value = Some(Constant::Text(text));
            // `"a".length` is computed by the compiler; here it is unknown.
            while let Some(rest) = eat(".", i) {
                (i, _) = identifier("a name after `.`")(rest)?;
                value = None;
            }
            Ok((i, value))
        }
        Some(b'`') => {
            let end = i[1..].find('`').map_or(i.len(), |end| end + 1);
            let text = &i[1..end];
            let plain = !text.contains(['$', '\\']) && text.len() <= TEXT && end < i.len();
            match i.get(end + 1..) {
                Some(rest) => Ok((rest, plain.then(|| Constant::Text(text.to_owned())))),
                None => Fault::at(i, "the closing back quote"),
            }
        }
        Some(b'0'..=b'9' | b'.') => Ok(number(i)),
        Some(b'(') => {
            let (i, value) = constant(cx, &i[1..], scope)?;
            let (i, ()) = punct(")", "`)` or an operator")(i)?;
            Ok((i, value))
        }
        _ => name(cx, i, scope),
    }
}

/// A number of any notation.
fn number(i: &str) -> (&str, Value) {
    let part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    let mut end = i.find(|c| !part(c)).unwrap_or(i.len());
    // The sign of an exponent.
    let hex = i.starts_with("0x") || i.starts_with("0X");
    if !hex && i[..end].ends_with(['e', 'E']) && i[end..].starts_with(['+', '-']) {
        let more = &i[end + 1..];
        end += 1 + more.find(|c: char| !c.is_ascii_digit()).unwrap_or(more.len());
    }
    let text = i[..end].replace('_', "");
    let radix = |digits: &str, radix| u32::from_str_radix(digits, radix).ok().map(f64::from);
    let value = match text.get(..2) {
        Some("0x" | "0X") => radix(&text[2..], 16),
        Some("0b" | "0B") => radix(&text[2..], 2),
        Some("0o" | "0O") => radix(&text[2..], 8),
        _ => text.parse::<f64>().ok().filter(|value| value.is_finite()),
    };
    (&i[end..], value.map(Constant::Number))
}

fn name<'a>(cx: Cx<'_>, i: &'a str, scope: &Scope<'_>) -> Res<'a, Value> {
    let Some(first) = word(i) else { return Fault::at(i, "a number, a text or a member of the enum") };
    let mut i = &i[first.len()..];
    let mut value = scope.members.get(first).cloned();
    let mut own = first == scope.name;
    loop {
        match peek(i) {
            b'.' => {
                let (rest, member) = identifier("a name after `.`")(eat(".", i).unwrap_or(i))?;
                value = scope.members.get(member).filter(|_| own).cloned();
                i = rest;
            }
            b'[' => {
                let (rest, member) = string(eat("[", i).unwrap_or(i))?;
                (i, ()) = punct("]", "`]`")(rest)?;
                value = scope.members.get(&member).filter(|_| own).cloned();
            }
            b'(' => {
                let (rest, _) = constant(cx, eat("(", i).unwrap_or(i), scope)?;
                (i, ()) = punct(")", "`)`")(rest)?;
                value = None;
            }
            _ => return Ok((i, value)),
        }
        own = false;
    }
}
