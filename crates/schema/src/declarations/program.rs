//! The grammar of declarations, one function for each production.
//!
//! Declarations of types are read; every other statement is skipped to its end and reported. The decision is that
//! of the grammar of types: no branch is tried and given up, time is linear, nothing recurses without a bound.

use std::cell::Cell;

use serde_json::Value;
use webagents_manifest::Span;

use super::constants::{self, Constant};
use crate::escape::{self, Breaks};
use crate::loss::{Action, Loss};
use crate::ty::context::{Cx, Source};
use crate::ty::grammar::{doc_comment, type_expression};
use crate::ty::lex::{Fault, Res, eat, found, identifier, peek, punct, trivia, word};
use crate::ty::members::property_name;
use crate::ty::source::{TypeParameter, type_parameters};
use crate::ty::{Constraints, Member, SyntaxError, SyntaxErrorKind, Type, tags};

/// The bounds of a text of declarations.
pub mod limits {
    /// Bytes: 1 MiB.
    pub const BYTES: usize = 1024 * 1024;
    /// Nodes of all types together.
    pub const NODES: usize = 200_000;
    /// Nodes that reading one type may make of them: arguments of generics are put in at every place.
    pub const STEPS: usize = 100_000;
    /// Levels of a type that is read, instances of generics included.
    pub const DEPTH: usize = 64;
    /// Maximum number of losses that are kept of one conversion.
    pub const LOSSES: usize = 100;
}

/// Declaration of one statement.
#[derive(Debug)]
pub(super) struct Declaration {
    pub(super) name: String,
    pub(super) params: Vec<TypeParameter>,
    pub(super) body: Body,
    pub(super) facts: Constraints,
    /// The statement has `export`.
    pub(super) exported: bool,
}

/// Meaning of a declared name.
#[derive(Debug)]
pub(super) enum Body {
    Alias(Type),
    Interface {
        extends: Vec<Type>,
        members: Vec<Member>,
    },
    Enum(Vec<(String, Option<Constant>, Constraints)>),
    /// A class, whose instances are no plain data.
    Class,
}

/// Reads all declarations of a text.
pub(super) fn program(text: &str, losses: &mut Vec<Loss>) -> Result<Vec<Declaration>, SyntaxError> {
    let fail = |fault: Fault| {
        let start = text.len() - fault.left.min(text.len());
        let (len, found) = found(&text[start..]);
        SyntaxError { kind: fault.kind, span: Span::new(start, start + len), expected: fault.expected, found }
    };
    if text.len() > limits::BYTES {
        let left = text.len();
        return Err(fail(Fault { kind: SyntaxErrorKind::TooLarge, left, expected: "a shorter text" }));
    }
    let nodes = Cell::new(0);
    let cx = Cx::new(&nodes, limits::NODES, Breaks::Keep, Source::Program);
    let mut declarations = Vec::new();
    let mut i = text.strip_prefix('\u{feff}').unwrap_or(text);
    while !trivia(i).is_empty() {
        match statement(cx, i, losses) {
            Ok((rest, declaration)) => {
                declarations.extend(declaration);
                i = rest;
            }
            Err(nom::Err::Error(fault) | nom::Err::Failure(fault)) => return Err(fail(fault)),
            Err(nom::Err::Incomplete(_)) => {
                let kind = SyntaxErrorKind::Unexpected;
                return Err(fail(Fault { kind, left: 0, expected: "a declaration" }));
            }
        }
    }
    Ok(declarations)
}

/// `statement = { "export" | "default" | "declare" } ( interface | alias | enum | skipped ) | ";"`
fn statement<'a>(cx: Cx<'_>, i: &'a str, losses: &mut Vec<Loss>) -> Res<'a, Option<Declaration>> {
    let comment = doc_comment(i);
    let start = trivia(i);
    if let Some(rest) = start.strip_prefix(';') {
        return Ok((rest, None));
    }
    let mut i = start;
    let mut exported = false;
    loop {
        let keyword = word(i).unwrap_or_default();
        let after = trivia(&i[keyword.len()..]);
        match keyword {
            "export" => exported = true,
            "default" | "declare" => {}
            _ => break,
        }
        if word(after).is_none() {
            break;
        }
        i = after;
    }
    let keyword = word(i).unwrap_or_default();
    let after = trivia(&i[keyword.len()..]);
    let named = word(after).is_some_and(|name| name != "in");
    let parsed = match keyword {
        "interface" if named => interface(cx, after),
        "type" if named && is_alias(after) => alias(cx, after),
        "enum" if named => enumeration(cx, after),
        "const" if word(after) == Some("enum") => enumeration(cx, &after["enum".len()..]),
        "class" | "abstract" => {
            let name = if keyword == "class" { after } else { trivia(eat("class", after).unwrap_or("")) };
            let name = word(name).unwrap_or_default().to_owned();
            let rest = skipped(i, keyword);
            report(losses, &name, "class", "a class is no plain data; it was skipped");
            Ok((rest, (name, Vec::new(), Body::Class)))
        }
        "import" | "export" | "function" | "async" | "namespace" | "module" | "global" | "const" | "let"
        | "var" | "type" | "if" | "for" | "while" | "return" | "throw" | "try" | "switch" | "new"
        | "await" | "using" | "default" | "declare" => {
            // What is only about other files, and what only lists names, takes nothing away.
            if !matches!(keyword, "import" | "export" | "type") {
                report(losses, "", keyword, "only interfaces, types and enums are read; it was skipped");
            } else if keyword == "import" {
                report(losses, "", keyword, "other files are not read; what it names is unknown");
            }
            return Ok((skipped(i, keyword), None));
        }
        _ => return Fault::at(i, "`interface`, `type`, `enum` or another declaration"),
    };
    let (i, (name, params, body)) = parsed?;
    let facts = comment.map(|comment| tags::read(comment, Breaks::Keep)).unwrap_or_default();
    Ok((i, Some(Declaration { name, params, body, facts, exported })))
}

fn report(losses: &mut Vec<Loss>, name: &str, keyword: &str, message: &str) {
    if losses.len() < limits::LOSSES {
        let pointer = if name.is_empty() { String::new() } else { crate::loss::pointer("", name) };
        losses.push(Loss::new(pointer, keyword, Value::Null, Action::Dropped, message));
    }
}

type Parsed = (String, Vec<TypeParameter>, Body);

/// Returns whether a name after `type` begins an alias, and not a list of exported names.
fn is_alias(i: &str) -> bool {
    word(i).is_some_and(|name| matches!(peek(&i[name.len()..]), b'=' | b'<'))
}

/// `head = name [ type_parameters ]`
fn head<'a>(cx: Cx<'_>, i: &'a str) -> Res<'a, (String, Vec<TypeParameter>)> {
    let (i, name) = identifier("a name")(i)?;
    let (i, params) = if peek(i) == b'<' { type_parameters(cx, i)? } else { (i, Vec::new()) };
    Ok((i, (name.to_owned(), params)))
}

/// `alias = "type" head "=" type [ ";" ]`
fn alias<'a>(cx: Cx<'_>, i: &'a str) -> Res<'a, Parsed> {
    let (i, (name, params)) = head(cx, i)?;
    let (i, ()) = punct("=", "`=` and a type")(i)?;
    let (i, ty) = type_expression(cx, i, "a type after `=`")?;
    let rest = trivia(i);
    let (i, ()) = match rest.strip_prefix(';') {
        Some(rest) => (rest, ()),
        None if rest.is_empty() || i[..i.len() - rest.len()].contains(escape::is_line_break) => (i, ()),
        None => return Fault::at(i, "`;`, `|`, `&` or `[]` after a type"),
    };
    Ok((i, (name, params, Body::Alias(ty))))
}

/// `interface = "interface" head [ "extends" type { "," type } ] object`
fn interface<'a>(cx: Cx<'_>, i: &'a str) -> Res<'a, Parsed> {
    let (mut i, (name, params)) = head(cx, i)?;
    let mut extends = Vec::new();
    if word(trivia(i)) == Some("extends") {
        i = &trivia(i)["extends".len()..];
        loop {
            let (rest, base) = type_expression(cx, i, "a type after `extends`")?;
            extends.push(base);
            i = rest;
            match eat(",", i) {
                Some(rest) => i = rest,
                None => break,
            }
        }
    }
    let (_, inner) = cx.deeper(i)?;
    let (i, ty) = inner.object_type(i)?;
    let body = match ty {
        Type::Object(members) => Body::Interface { extends, members },
        // The braces of an interface may hold a mapped type to this grammar, though not to the compiler.
        ty => Body::Alias(ty),
    };
    Ok((i, (name, params, body)))
}

/// `enum = [ "const" ] "enum" name "{" [ member { "," member } [ "," ] ] "}"`
///
/// `member = property_name [ "=" constant ]`
fn enumeration<'a>(cx: Cx<'_>, i: &'a str) -> Res<'a, Parsed> {
    let (i, name) = identifier("the name of an enum")(i)?;
    let (mut i, ()) = punct("{", "`{`")(i)?;
    let mut members: Vec<(String, Option<Constant>, Constraints)> = Vec::new();
    let mut scope = constants::Scope::new(name);
    let mut next = Some(0.0);
    while peek(i) != b'}' {
        let (_, ()) = cx.node(i)?;
        let comment = doc_comment(i);
        let (rest, member) = property_name(trivia(i))?;
        let (rest, value) = match eat("=", rest) {
            Some(rest) => constants::constant(cx, rest, &scope)?,
            None => (rest, next.map(Constant::Number)),
        };
        next = match value {
            Some(Constant::Number(value)) => Some(value + 1.0),
            _ => None,
        };
        if let Some(value) = &value {
            scope.insert(&member, value.clone());
        }
        let facts = comment.map(|comment| tags::read(comment, Breaks::Keep)).unwrap_or_default();
        members.push((member, value, facts));
        i = rest;
        match eat(",", i) {
            Some(rest) => i = rest,
            None => break,
        }
    }
    let (i, ()) = punct("}", "`}` or `,` after a member of the enum")(i)?;
    Ok((i, (name.to_owned(), Vec::new(), Body::Enum(members))))
}

/// Returns the text after a statement that is not read.
///
/// It ends at a `;` outside brackets, at the brace that closes its block, or before a line that begins another
/// statement.
fn skipped<'a>(i: &'a str, keyword: &str) -> &'a str {
    const BLOCKS: [&str; 12] = [
        "class",
        "abstract",
        "function",
        "async",
        "namespace",
        "module",
        "global",
        "if",
        "for",
        "while",
        "try",
        "switch",
    ];
    let block = BLOCKS.contains(&keyword);
    let bytes = i.as_bytes();
    let mut at = keyword.len();
    let mut open = 0_usize;
    let mut last = b' ';
    let mut line = false;
    while let Some(&byte) = bytes.get(at) {
        if line && open == 0 && byte.is_ascii_alphabetic() && !continues(last) && begins(&i[at..]) {
            return &i[at..];
        }
        match byte {
            b'"' | b'\'' | b'`' => {
                at = quoted_end(bytes, at);
                last = byte;
                line = false;
                continue;
            }
            b'/' if matches!(bytes.get(at + 1), Some(b'/' | b'*')) => {
                let rest = trivia(&i[at..]);
                // A comment above the next statement belongs to it.
                if line && open == 0 && !continues(last) && begins(rest) {
                    return &i[at..];
                }
                let next = i.len() - rest.len();
                line |= i[at..next].contains('\n');
                at = next.max(at + 1);
                continue;
            }
            b'{' | b'(' | b'[' => open += 1,
            b'}' | b')' | b']' => {
                open = open.saturating_sub(1);
                let next = peek(&i[at + 1..]);
                if open == 0 && byte == b'}' && block && !matches!(next, b'{' | b'|' | b'&' | b'[' | b'.') {
                    return &i[at + 1..];
                }
            }
            b';' if open == 0 => return &i[at + 1..],
            b'\n' => line = true,
            _ => {}
        }
        if !byte.is_ascii_whitespace() {
            last = byte;
            // A word is looked at once, at its start.
            if byte.is_ascii_alphanumeric() || byte == b'_' {
                line = false;
            }
        }
        at += 1;
        while at < bytes.len() && !i.is_char_boundary(at) {
            at += 1;
        }
    }
    ""
}

/// Returns whether a statement goes on after this byte, whatever the next line is.
fn continues(last: u8) -> bool {
    matches!(last, b'=' | b',' | b':' | b'|' | b'&' | b'<' | b'+' | b'-' | b'?' | b'.')
}

/// Returns whether a line begins a statement.
fn begins(line: &str) -> bool {
    matches!(
        word(line),
        Some(
            "export"
                | "interface"
                | "type"
                | "enum"
                | "declare"
                | "import"
                | "const"
                | "let"
                | "var"
                | "function"
                | "class"
                | "abstract"
                | "namespace"
                | "async"
        )
    )
}

/// Returns the position after the quote that closes a text.
fn quoted_end(bytes: &[u8], start: usize) -> usize {
    let quote = bytes[start];
    let mut at = start + 1;
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        match byte {
            b'\\' => at += 1,
            b'\n' if quote != b'`' => break,
            byte if byte == quote => break,
            _ => {}
        }
    }
    at.min(bytes.len())
}
