//! The grammar of type expressions, one function for each production.
//!
//! Its decision is never to guess: every choice is made by looking at the next token (two for a parenthesis). So no
//! branch is tried and abandoned, an error is at the first token that cannot continue the type, and time is linear.
//! Nothing recurses without [`Cx::deeper`], and every node is counted. Productions in other modules that call
//! productions of this one are methods of [`Cx`].

use std::cell::{Cell, RefCell};

use nom::Parser as _;
use nom::bytes::complete::take_while;
use nom::multi::fold_many0;
use nom::sequence::delimited;
use webagents_manifest::Span;

use super::context::Cx;
use super::lex::{
    Fault, Res, SyntaxError, SyntaxErrorKind, comment, eat, escaped, found, identifier, number, peek, punct,
    spaces, string, trivia, word,
};
use super::{
    ElementKind, Function, FunctionParam, Keyword, Literal, TemplatePart, TupleElement, Type, limits,
};
use crate::escape;

/// Parses a type expression, such as `string[] | null`, in a grammar close to TypeScript's.
///
/// White space and comments may be around it, and at most a `;` after it.
///
/// In addition to TypeScript's grammar the word `integer` is a type at any depth, `array` is `unknown[]` at any depth,
/// and `object` is `Record<string, unknown>` when it is the whole text: a manifest's author means a JSON object by it.
/// Inside a larger type `object` is TypeScript's own.
///
/// Time is linear in the length; at most [`limits::BYTES`] are read.
pub fn parse(text: &str) -> Result<Type, SyntaxError> {
    parse_noting(text, None)
}

/// [`parse`], with the addresses of the comments that the tree holds added to `kept`.
pub(super) fn parse_noting(text: &str, kept: Option<&RefCell<Vec<usize>>>) -> Result<Type, SyntaxError> {
    let fail = |fault: Fault| {
        let start = text.len() - fault.left;
        let (len, found) = found(&text[start..]);
        SyntaxError { kind: fault.kind, span: Span::new(start, start + len), expected: fault.expected, found }
    };
    if text.len() > limits::BYTES {
        let kind = SyntaxErrorKind::TooLarge;
        let span = Span::new(0, text.len());
        return Err(SyntaxError { kind, span, expected: "a shorter type", found: String::new() });
    }
    let nodes = Cell::new(0);
    let cx = Cx { kept, ..Cx::new(&nodes) };
    match whole_type(cx, text) {
        // No level has less than a byte.
        Ok((_, ty)) if text.len() > limits::HEIGHT && ty.height() > limits::HEIGHT => {
            let fault =
                Fault { kind: SyntaxErrorKind::TooDeep, left: text.len(), expected: "a flatter type" };
            Err(fail(fault))
        }
        Ok((_, Type::Keyword(Keyword::Object))) => {
            let args = vec![Type::Keyword(Keyword::String), Type::Keyword(Keyword::Unknown)];
            Ok(Type::Reference { name: "Record".to_owned(), args })
        }
        Ok((_, ty)) => Ok(ty),
        Err(nom::Err::Error(fault) | nom::Err::Failure(fault)) => Err(fail(fault)),
        Err(nom::Err::Incomplete(_)) => {
            Err(fail(Fault { kind: SyntaxErrorKind::Unexpected, left: 0, expected: "a type" }))
        }
    }
}

/// ```ebnf
/// whole_type = type_expression , [ ";" ] ;
/// ```
fn whole_type<'a>(cx: Cx<'_>, i: &'a str) -> Res<'a, Type> {
    let (i, ty) = type_expression(cx, i, "a type")?;
    let i = eat(";", i).unwrap_or(i);
    let rest = trivia(i);
    match word(rest) {
        _ if rest.is_empty() => Ok((rest, ty)),
        Some("extends") => Fault::at(rest, "the end of the type: conditional types are not supported"),
        Some("is") => Fault::at(rest, "the end of the type: write `boolean` for a predicate"),
        Some("symbol") => Fault::at(rest, "the end of the type: `unique symbol` is not supported"),
        _ if rest.starts_with('?') => {
            Fault::at(rest, "the end of the type: write `| undefined` or mark the name optional")
        }
        _ if rest.starts_with("=>") => {
            Fault::at(rest, "the end of the type: put the function's parameters in parentheses")
        }
        _ => Fault::at(rest, "the end of the type, `|`, `&` or `[]`"),
    }
}

/// ```ebnf
/// type_expression = function | union ;
/// ```
pub(crate) fn type_expression<'a>(cx: Cx<'_>, i: &'a str, expected: &'static str) -> Res<'a, Type> {
    let (i, cx) = cx.deeper(i)?;
    if is_function(i) {
        let (i, ()) = cx.node(i)?;
        let (i, function) = function(cx, i, "=>", "`=>` after the function's parameters")?;
        return Ok((i, Type::Function(Box::new(function))));
    }
    union(cx, i, expected)
}

/// ```ebnf
/// union = [ "|" ] , intersection , { "|" , intersection } ;
/// ```
fn union<'a>(cx: Cx<'_>, i: &'a str, expected: &'static str) -> Res<'a, Type> {
    separated(cx, i, "|", expected, "a type after `|`", intersection, Type::Union)
}

/// ```ebnf
/// intersection = [ "&" ] , operator , { "&" , operator } ;
/// ```
fn intersection<'a>(cx: Cx<'_>, i: &'a str, expected: &'static str) -> Res<'a, Type> {
    separated(cx, i, "&", expected, "a type after `&`", operator, Type::Intersection)
}

fn separated<'a>(
    cx: Cx<'_>,
    i: &'a str,
    sign: &'static str,
    first: &'static str,
    next: &'static str,
    member: impl Fn(Cx<'_>, &'a str, &'static str) -> Res<'a, Type>,
    join: fn(Vec<Type>) -> Type,
) -> Res<'a, Type> {
    let (mut i, one) = match eat(sign, i) {
        Some(rest) => member(cx, rest, next)?,
        None => member(cx, i, first)?,
    };
    if peek(i) != sign.as_bytes()[0] {
        return Ok((i, one));
    }
    let (_, ()) = cx.node(i)?;
    let mut members = Vec::new();
    members.push(one);
    while let Some(rest) = eat(sign, i) {
        let (rest, ty) = member(cx, rest, next)?;
        members.push(ty);
        i = rest;
    }
    Ok((i, join(members)))
}

/// ```ebnf
/// operator = ( "keyof" | "readonly" ) , operator | postfix ;
/// ```
///
/// A comment `/** … */` before it documents the type after it ([`Type::Refined`]); of several the last counts. Other comments are trivia.
fn operator<'a>(cx: Cx<'_>, i: &'a str, expected: &'static str) -> Res<'a, Type> {
    match doc_comment(i) {
        None => bare_operator(cx, i, expected),
        Some(comment) => commented(cx, i, comment, expected),
    }
}

/// The rest of [`operator`] after a comment.
///
/// It is a function of its own, as are other rare branches of recursive functions, because a function's stack holds
/// what any of its branches needs.
fn commented<'a>(cx: Cx<'_>, i: &'a str, comment: &str, expected: &'static str) -> Res<'a, Type> {
    let (i, ty) = bare_operator(cx, i, expected)?;
    Ok((i, refined(cx, comment, ty)))
}

/// A type with the facts of a comment.
fn refined(cx: Cx<'_>, comment: &str, ty: Type) -> Type {
    ty.documented(cx.facts(comment))
}

/// The text of the last `/** … */` among the trivia that `i` begins with.
fn doc_comment(mut i: &str) -> Option<&str> {
    let mut found = None;
    loop {
        i = spaces(i);
        if !i.starts_with('/') {
            return found;
        }
        let Some((text, rest)) = comment(i) else { return found };
        if i.starts_with("/**") && text.len() > 1 {
            found = Some(text);
        }
        i = rest;
    }
}

/// The production of [`operator`] without its comment.
///
/// As in TypeScript, the two words are not names of types: without an operand they are an error.
fn bare_operator<'a>(cx: Cx<'_>, i: &'a str, expected: &'static str) -> Res<'a, Type> {
    let start = trivia(i);
    let keyword = if start.starts_with(['k', 'r']) { word(start) } else { None };
    let (wrap, after): (fn(Box<Type>) -> Type, _) = match keyword {
        Some("keyof") => (Type::Keyof, "a type after `keyof`"),
        Some("readonly") => (Type::Readonly, "an array or a tuple after `readonly`"),
        _ => return postfix(cx, start, expected),
    };
    let rest = &start[if after.ends_with("`keyof`") { "keyof" } else { "readonly" }.len()..];
    let (rest, ()) = cx.node(rest)?;
    let (rest, cx) = cx.deeper(rest)?;
    let (rest, ty) = operator(cx, rest, after)?;
    Ok((rest, wrap(Box::new(ty))))
}

/// ```ebnf
/// postfix = primary , { ? no line break ? , "[" , [ type_expression ] , "]" } ;
/// ```
fn postfix<'a>(cx: Cx<'_>, i: &'a str, expected: &'static str) -> Res<'a, Type> {
    let (mut i, mut ty) = primary(cx, i, expected)?;
    let mut cx = cx;
    loop {
        let bracket = trivia(i);
        if !bracket.starts_with('[') || i[..i.len() - bracket.len()].contains(escape::is_line_break) {
            return Ok((i, ty));
        }
        let (rest, ()) = cx.node(&bracket[1..])?;
        // Each bracket of a chain wraps the tree once more, so it counts as a level.
        (_, cx) = cx.deeper(bracket)?;
        if let Some(rest) = eat("]", rest) {
            ty = Type::Array(Box::new(ty));
            i = rest;
        } else {
            let (rest, index) = type_expression(cx, rest, "`]`, or the type of a key")?;
            let (rest, ()) = punct("]", "`]` after the type of the key")(rest)?;
            ty = Type::Indexed { object: Box::new(ty), index: Box::new(index) };
            i = rest;
        }
    }
}

/// ```ebnf
/// primary = parenthesised | object_type | tuple | string | number | template | reference ;
/// ```
fn primary<'a>(cx: Cx<'_>, i: &'a str, expected: &'static str) -> Res<'a, Type> {
    let i = trivia(i);
    let (_, ()) = cx.node(i)?;
    match i.as_bytes().first() {
        Some(b'(') if is_function(i) => {
            Fault::at(i, "a type: put a function within a larger type in parentheses")
        }
        Some(b'(') => parenthesised(cx, i),
        Some(b'{') => cx.object_type(i),
        Some(b'[') => tuple(cx, i),
        Some(b'"' | b'\'') => string.map(|value| Type::Literal(Literal::String(value))).parse(i),
        Some(b'-') if !i[1..].starts_with(|c: char| c.is_ascii_digit()) => {
            Fault::at(i, "a type: write the members of a list as one type, `{ name: type }`")
        }
        Some(b'-' | b'0'..=b'9') => {
            let (i, (text, big)) = number(i)?;
            let literal = if big { Literal::BigInt } else { Literal::Number };
            Ok((i, Type::Literal(literal(text.to_owned()))))
        }
        Some(b'`') => template(cx, i),
        Some(b'<') => Fault::at(i, "a type: type parameters are not supported"),
        _ => reference(cx, i, expected),
    }
}

/// ```ebnf
/// parenthesised = "(" , type_expression , ")" ;
/// ```
fn parenthesised<'a>(cx: Cx<'_>, i: &'a str) -> Res<'a, Type> {
    let inner = |i| type_expression(cx, i, "a type after `(`");
    delimited(punct("(", "`(`"), inner, punct(")", "`)`, `|` or `&`")).parse(i)
}

/// Returns whether a function type begins here: `()`, `(...`, `(a:`, `(a?`, `(a,` or `(a) =>`.
fn is_function(i: &str) -> bool {
    let Some(inner) = eat("(", i) else { return false };
    let inner = trivia(inner);
    if inner.starts_with(')') || inner.starts_with("...") {
        return true;
    }
    let Some(name) = word(inner) else { return false };
    let after = trivia(&inner[name.len()..]);
    after.starts_with([':', '?', ',']) || eat(")", after).is_some_and(|rest| eat("=>", rest).is_some())
}

/// ```ebnf
/// (* A parenthesis begins a function if "()", "(...", "(a:", "(a?", "(a," or "(a) =>" does, with any identifier a. *)
/// function = parameters , "=>" , type_expression ;
/// parameters = "(" , [ parameter , { "," , parameter } , [ "," ] ] , ")" ;
/// ```
///
/// In a member `":"` takes the place of `"=>"`.
pub(super) fn function<'a>(
    cx: Cx<'_>,
    i: &'a str,
    sign: &'static str,
    expected: &'static str,
) -> Res<'a, Function> {
    let (mut i, ()) = punct("(", "`(`")(i)?;
    let mut params = Vec::new();
    while peek(i) != b')' {
        let (rest, param) = parameter(cx, i)?;
        params.push(param);
        i = rest;
        match eat(",", i) {
            Some(rest) => i = rest,
            None => break,
        }
    }
    let (i, ()) = punct(")", "`)` or `,` after a parameter")(i)?;
    let (i, returns) = match eat(sign, i) {
        Some(rest) => type_expression(cx, rest, "the type of the result")?,
        // A method without a result type gives `any`.
        None if sign == ":" => (i, Type::ANY),
        None => return Fault::at(i, expected),
    };
    Ok((i, Function { params, returns }))
}

/// ```ebnf
/// (* Without a type it is any. No parameter is called this. *)
/// parameter = ( "..." , identifier | identifier , [ "?" ] ) , [ ":" , type_expression ] ;
/// ```
fn parameter<'a>(cx: Cx<'_>, i: &'a str) -> Res<'a, FunctionParam> {
    let (_, ()) = cx.node(i)?;
    let (i, rest) = eat("...", i).map_or((i, false), |i| (i, true));
    let (i, name) = identifier("the name of a parameter")(i)?;
    if name == "this" {
        return Fault::at(i, "a parameter with a name other than `this`");
    }
    let (i, kind) = match eat("?", i) {
        Some(i) if !rest => (i, ElementKind::Optional),
        _ if rest => (i, ElementKind::Rest),
        _ => (i, ElementKind::Required),
    };
    let (i, ty) = match eat(":", i) {
        Some(i) => type_expression(cx, i, "the type of the parameter")?,
        None if rest => (i, Type::Array(Box::new(Type::ANY))),
        None => (i, Type::ANY),
    };
    Ok((i, FunctionParam { name: name.to_owned(), kind, ty }))
}

/// ```ebnf
/// tuple = "[" , [ element , { "," , element } , [ "," ] ] , "]" ;
/// ```
fn tuple<'a>(cx: Cx<'_>, i: &'a str) -> Res<'a, Type> {
    let (mut i, ()) = punct("[", "`[`")(i)?;
    let mut elements = Vec::new();
    while peek(i) != b']' {
        let (rest, element) = element(cx, i)?;
        elements.push(element);
        i = rest;
        match eat(",", i) {
            Some(rest) => i = rest,
            None => break,
        }
    }
    let (i, ()) = punct("]", "`]` or `,` after an element")(i)?;
    Ok((i, Type::Tuple(elements)))
}

/// ```ebnf
/// element = "..." , [ identifier , ":" ] , type_expression
///         | [ identifier , [ "?" ] , ":" ] , type_expression
///         | type_expression , "?" ;
/// ```
fn element<'a>(cx: Cx<'_>, i: &'a str) -> Res<'a, TupleElement> {
    let (_, ()) = cx.node(i)?;
    let comment = doc_comment(i);
    let (i, rest) = eat("...", i).map_or((i, false), |i| (i, true));
    let start = trivia(i);
    let label = word(start).and_then(|name| {
        let after = trivia(&start[name.len()..]);
        let (after, optional) = after.strip_prefix('?').map_or((after, false), |after| (after, true));
        Some((name, optional, eat(":", after)?))
    });
    if let Some((name, optional, i)) = label {
        if rest && optional {
            return Fault::at(start, "`...` or `?`, not both");
        }
        let (i, mut ty) = type_expression(cx, i, "the type of the element")?;
        if let Some(comment) = comment {
            ty = refined(cx, comment, ty);
        }
        let kind = match (rest, optional) {
            (true, _) => ElementKind::Rest,
            (_, true) => ElementKind::Optional,
            _ => ElementKind::Required,
        };
        return Ok((i, TupleElement { name: Some(name.to_owned()), kind, ty }));
    }
    let (i, ty) = type_expression(cx, i, "an element of the tuple")?;
    let (i, kind) = match eat("?", i) {
        _ if rest => (i, ElementKind::Rest),
        Some(i) => (i, ElementKind::Optional),
        None => (i, ElementKind::Required),
    };
    Ok((i, TupleElement { name: None, kind, ty }))
}

/// ```ebnf
/// (* No trivia stand between its parts, but within the type. *)
/// template = "`" , { ? any character but "`" and "\", and "$" only before another character than "{" ? | escaped | "${" , type_expression , "}" } , "`" ;
/// ```
fn template<'a>(cx: Cx<'_>, i: &'a str) -> Res<'a, Type> {
    let (start, ()) = punct("`", "a template")(i)?;
    let mut i = start;
    let mut parts = Vec::new();
    let mut text = String::new();
    let flush = |text: &mut String, parts: &mut Vec<TemplatePart>| {
        if !text.is_empty() {
            parts.push(TemplatePart::Text(std::mem::take(text)));
        }
    };
    loop {
        let (after, plain): (_, &str) = take_while(|c: char| !matches!(c, '`' | '\\' | '$')).parse(i)?;
        text.push_str(plain);
        match after.as_bytes() {
            [b'`', ..] => {
                flush(&mut text, &mut parts);
                return Ok((&after[1..], Type::Template(parts)));
            }
            [b'\\', ..] => i = escaped(after, &mut text)?.0,
            [b'$', b'{', ..] => {
                flush(&mut text, &mut parts);
                let (rest, ty) = type_expression(cx, &after[2..], "a type after `${`")?;
                (i, ()) = punct("}", "`}` after the type")(rest)?;
                parts.push(TemplatePart::Type(ty));
            }
            [b'$', ..] => {
                text.push('$');
                i = &after[1..];
            }
            _ => return Fault::at(after, "the closing back quote of the template"),
        }
    }
}

/// ```ebnf
/// (* An identifier alone that is array, true, false or one of the "keywords" of types.json is that type. Otherwise the first
///    identifier is neither "keyof" nor "readonly", and none of its "reserved" words, but for its "type_words". *)
/// reference = identifier , { "." , identifier } , [ "<" , type_expression , { "," , type_expression } , [ "," ] , ">" ] ;
/// ```
fn reference<'a>(cx: Cx<'_>, i: &'a str, expected: &'static str) -> Res<'a, Type> {
    let Some(first) = word(i) else { return Fault::at(i, expected) };
    let rest = &i[first.len()..];
    match peek(rest) {
        b'.' | b'<' => {}
        _ => match first {
            "true" => return Ok((rest, Type::Literal(Literal::Boolean(true)))),
            "false" => return Ok((rest, Type::Literal(Literal::Boolean(false)))),
            "array" => return Ok((rest, Type::Array(Box::new(Type::Keyword(Keyword::Unknown))))),
            _ => {
                if let Some(keyword) = Keyword::from_text(first) {
                    return Ok((rest, Type::Keyword(keyword)));
                }
            }
        },
    }
    match first {
        "typeof" => return Fault::at(i, "a type: `typeof` needs a program, write out the type itself"),
        "new" | "abstract" => return Fault::at(i, "a type: constructors are not supported"),
        "infer" | "unique" | "asserts" if word(trivia(rest)).is_some() => {
            return Fault::at(i, "a type: this operator is not supported");
        }
        "interface" | "type" | "export" | "declare" if word(trivia(rest)).is_some() => {
            return Fault::at(i, "a type alone, without a declaration around it");
        }
        "import" => return Fault::at(i, "a type: imports are not supported"),
        "this" => return Fault::at(i, "a type: `this` is one only in a class"),
        _ if escape::is_reserved(first) && !TYPE_WORDS.contains(&first) => return Fault::at(i, expected),
        _ => {}
    }
    let dotted = |i: &'a str| match eat(".", i) {
        Some(rest) => identifier("a name after `.`")(rest),
        None => {
            Err(nom::Err::Error(Fault { kind: SyntaxErrorKind::Unexpected, left: i.len(), expected: "`.`" }))
        }
    };
    let (rest, name) = if peek(rest) == b'.' {
        let (rest, _) = dotted(rest)?;
        let join = |mut name: String, part: &str| {
            name.push('.');
            name.push_str(part);
            name
        };
        let init = || i[..i.len() - rest.len()].split_whitespace().collect::<String>();
        fold_many0(dotted, init, join).parse(rest)?
    } else {
        (rest, first.to_owned())
    };
    let Some(mut i) = eat("<", rest) else { return Ok((rest, Type::Reference { name, args: Vec::new() })) };
    let mut args = Vec::new();
    loop {
        let (rest, ty) = type_expression(cx, i, "a type argument")?;
        args.push(ty);
        i = rest;
        match eat(",", i) {
            Some(rest) if peek(rest) == b'>' => i = rest,
            Some(rest) => {
                i = rest;
                continue;
            }
            None => {}
        }
        let (i, ()) = punct(">", "`>` or `,` after a type argument")(i)?;
        return Ok((i, Type::Reference { name, args }));
    }
}

/// Words that strict code reserves for values and that may still name a type.
pub(super) const TYPE_WORDS: [&str; 7] =
    ["accessor", "arguments", "async", "eval", "override", "readonly", "undefined"];
