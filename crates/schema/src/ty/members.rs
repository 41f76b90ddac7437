//! The members of object types, and the comments that document them.

use std::cell::Cell;

use super::context::Cx;
use super::grammar::{function, type_expression};
use super::lex::{Fault, Res, comment, eat, number, peek, punct, spaces, string, trivia, word};
use super::tags;
use super::{Constraints, Member, MemberKind, Type};
use crate::escape;

impl Cx<'_> {
    /// ```ebnf
    /// object_type = "{" , { member , ( ";" | "," | ? a line break ? ) } , [ member ] , "}" ;
    /// ```
    pub(crate) fn object_type(self, i: &str) -> Res<'_, Type> {
        let cx = self;
        let (mut i, ()) = punct("{", "`{`")(i)?;
        let mut members = Vec::new();
        loop {
            let (start, before) = documentation(i);
            if let Some(rest) = start.strip_prefix('}') {
                return Ok((rest, Type::Object(members)));
            }
            let (rest, kind) = member(cx, start)?;
            (i, ()) = documented(cx, rest, kind, before, &mut members)?;
        }
    }
}

/// The end of a member, and the comment on its line.
fn documented<'a>(
    cx: Cx<'_>,
    rest: &'a str,
    kind: MemberKind,
    before: Option<&str>,
    members: &mut Vec<Member>,
) -> Res<'a, ()> {
    let (rest, trailing) = trailing_comment(rest);
    let after = trivia(rest);
    let broken = || rest[..rest.len() - after.len()].contains(escape::is_line_break);
    let (rest, trailing) = match after.as_bytes().first() {
        Some(b';' | b',') => {
            let (rest, later) = trailing_comment(&after[1..]);
            (rest, trailing.or(later))
        }
        Some(b'}') => (rest, trailing),
        _ if broken() => (rest, trailing),
        _ => return Fault::at(after, "`;`, `,` or `}` after a member"),
    };
    let facts = before.or(trailing).map(|comment| cx.facts(comment));
    members.push(described(cx, kind, facts));
    Ok((rest, ()))
}

/// ```ebnf
/// member = [ "readonly" ] , ( property | index ) | method | call ;
/// (* Without a type it is any, if ";", "," or "}" follows. *)
/// property = property_name , [ "?" ] , [ ":" , type_expression ] ;
/// (* A method without "?" is not called new. Without the type of its result that is any. *)
/// method = property_name , [ "?" ] , call ;
/// call = parameters , [ ":" , type_expression ] ;
/// ```
fn member<'a>(cx: Cx<'_>, i: &'a str) -> Res<'a, MemberKind> {
    let (_, ()) = cx.node(i)?;
    let (i, readonly) = match after_word("readonly", i) {
        Some(rest) if !matches!(peek(rest), b':' | b'?' | b'(' | b',' | b';' | b'}' | 0) => {
            (trivia(rest), true)
        }
        _ => (i, false),
    };
    match i.as_bytes().first() {
        Some(b'[') => return index(cx, i, readonly),
        Some(b'(') if !readonly => {
            let (i, signature) = function(cx, i, ":", "`:`")?;
            return Ok((i, MemberKind::Call(signature)));
        }
        Some(b'<') => return Fault::at(i, "a member: type parameters are not supported"),
        _ => {}
    }
    let bare_new = after_word("new", i).is_some();
    let (i, name) = property_name(i)?;
    let (i, optional) = eat("?", i).map_or((i, false), |i| (i, true));
    match peek(i) {
        b'(' if !readonly => {
            if bare_new && !optional {
                return Fault::at(i, "a member: constructors are not supported");
            }
            let (i, function) = function(cx, i, ":", "`:`")?;
            Ok((i, MemberKind::Method { name, optional, function }))
        }
        b':' => {
            let (i, ()) = punct(":", "`:`")(i)?;
            let (i, ty) = type_expression(cx, i, "the type of the property")?;
            Ok((i, MemberKind::Property { name, optional, readonly, ty }))
        }
        // `{ a, b }` and `{ a; b }` are what authors write who only want to list the names.
        b';' | b',' | b'}' => Ok((i, MemberKind::Property { name, optional, readonly, ty: Type::ANY })),
        _ => Fault::at(i, "`:` and a type after the name of a property"),
    }
}

/// The text after an identifier that is this word.
fn after_word<'a>(name: &str, i: &'a str) -> Option<&'a str> {
    i.strip_prefix(name).filter(|_| word(i) == Some(name))
}

/// ```ebnf
/// property_name = identifier | string | ? 1 to 15 digits without a leading zero, or "0" ? ;
/// ```
fn property_name(i: &str) -> Res<'_, String> {
    const EXPECTED: &str = "the name of a property, `[` or `}`";
    match i.as_bytes().first() {
        Some(b'"' | b'\'') => string(i),
        Some(b'0'..=b'9') => {
            let (rest, (text, big)) = number(i)?;
            // Beyond 15 digits, and with a point, the name would not be the text (`1.0` names `1`).
            if big || text.len() > 15 || !text.bytes().all(|b| b.is_ascii_digit()) {
                return Fault::at(i, "a name: put a number that is not a short integer in quotes");
            }
            Ok((rest, text.to_owned()))
        }
        _ => match word(i) {
            Some(name) => Ok((&i[name.len()..], name.to_owned())),
            None => Fault::at(i, EXPECTED),
        },
    }
}

/// ```ebnf
/// index = "[" , identifier , ":" , type_expression , "]" , [ ":" , type_expression ] ;
/// ```
fn index<'a>(cx: Cx<'_>, i: &'a str, readonly: bool) -> Res<'a, MemberKind> {
    let (i, ()) = punct("[", "`[`")(i)?;
    let start = trivia(i);
    let Some(name) = word(start) else { return Fault::at(start, "the name of a key, as in `[key: string]`") };
    let i = &start[name.len()..];
    if word(trivia(i)) == Some("in") {
        return Fault::at(i, "`:`: mapped types are not supported, write `Record<K, T>`");
    }
    let (i, ()) = punct(":", "`:` and the type of the key, as in `[key: string]`")(i)?;
    let (i, key) = type_expression(cx, i, "the type of the key")?;
    let (i, ()) = punct("]", "`]` after the type of the key")(i)?;
    let (i, ty) = match eat(":", i) {
        Some(i) => type_expression(cx, i, "the type of the values")?,
        None => (i, Type::ANY),
    };
    Ok((i, MemberKind::Index { name: name.to_owned(), key, readonly, ty }))
}

/// Returns a member with its comments.
///
/// A comment in front of its whole type is a comment of the member.
fn described(cx: Cx<'_>, mut kind: MemberKind, facts: Option<Constraints>) -> Member {
    let mut facts = facts.unwrap_or_default();
    if let MemberKind::Property { ty, .. } | MemberKind::Index { ty, .. } = &mut kind {
        if matches!(ty, Type::Refined(_)) {
            let (inner, bare) = std::mem::replace(ty, Type::ANY).into_parts();
            let (all, bare) = bare.refined(inner).refined(facts).into_parts();
            facts = all;
            *ty = bare;
        }
        if !facts.keywords.is_empty() {
            let values = tags::take_values(&mut facts);
            tags::settle(&mut facts, ty);
            if let Some(own) = values.and_then(|text| own_values(cx, &text)) {
                let (inner, bare) = own.into_parts();
                let (all, _) = Type::ANY.refined(inner).refined(facts).into_parts();
                facts = all;
                *ty = bare;
            }
        }
    }
    Member { facts, kind }
}

impl Member {
    /// Creates a member of an object type, with its parsed documentation comment, `facts`.
    ///
    /// [`Constraints::from_comment`] returns them.
    pub fn documented(kind: MemberKind, facts: Constraints) -> Self {
        described(Cx::new(&Cell::new(0)), kind, Some(facts))
    }
}

/// The type of an index signature that is declared wider; `None` if the text is not a type.
fn own_values(cx: Cx<'_>, text: &str) -> Option<Type> {
    let (rest, ty) = type_expression(cx.deeper(text).ok()?.1, text, "a type").ok()?;
    trivia(rest).is_empty().then_some(ty)
}

/// The last comment with text before a member, and the member.
fn documentation(mut i: &str) -> (&str, Option<&str>) {
    let mut doc = None;
    loop {
        i = spaces(i);
        let Some((text, rest)) = comment(i) else { return (i, doc) };
        doc = said(text).or(doc);
        i = rest;
    }
}

/// A comment that begins on the last line of the member.
fn trailing_comment(i: &str) -> (&str, Option<&str>) {
    let start = i.trim_start_matches([' ', '\t']);
    match comment(start) {
        // A block comment may belong to the member after it, unless its line ends after it.
        Some((text, rest)) if start.starts_with("//") || ends_line(rest) => (rest, said(text)),
        _ => (i, None),
    }
}

fn ends_line(rest: &str) -> bool {
    let rest = rest.trim_start_matches([' ', '\t']);
    rest.is_empty() || rest.starts_with(escape::is_line_break)
}

/// A comment with text.
fn said(comment: &str) -> Option<&str> {
    let mut lines = comment.trim_start_matches(['*', '/']).split(escape::is_line_break);
    let first = lines.next().is_some_and(|line| !line.trim().is_empty());
    let more = |line: &str| {
        let line = line.trim();
        !line.strip_prefix('*').unwrap_or(line).is_empty()
    };
    (first || lines.any(more)).then_some(comment)
}
