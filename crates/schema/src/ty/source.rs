//! Types that only a program has: conditional and mapped types, type parameters, queries.
//!
//! The tree has no node for them, because a type alone never has them. In a program they are references with
//! a [`Mark`] for a name, which no source can spell; who reads the program resolves or drops them, and they
//! never leave it. The grammar stays one: the productions here are asked only where the context says that the
//! text is a program.

use super::context::Cx;
use super::grammar::{function, plain, type_expression as any_type};
use super::lex::{Fault, Res, eat, identifier, peek, punct, string, trivia, word};
use super::{Keyword, MemberKind, Type};

/// The names of what only a program can resolve.
pub(crate) struct Mark;

impl Mark {
    /// `A extends B ? C : D`.
    pub(crate) const CONDITIONAL: &str = "\0conditional";
    /// `typeof a`.
    pub(crate) const QUERY: &str = "\0typeof";
    /// `import("a")`.
    pub(crate) const IMPORT: &str = "\0import";
    /// `infer A`, `this`, constructors.
    pub(crate) const OTHER: &str = "\0other";
    /// The start of the name of a mapped type.
    ///
    /// After it follow a sign for `?`, one for `readonly` (each `+`, `-` or `=`) and the name of the key. The arguments
    /// are the keys, the values, and the new name of the key.
    pub(crate) const MAPPED: &str = "\0mapped";
    /// The name of a member that declares no property: a setter or a constructor.
    pub(crate) const SKIPPED: &str = "\0skipped";
}

fn mark(name: &str) -> Type {
    Type::Reference { name: name.to_owned(), args: Vec::new() }
}

impl Cx<'_> {
    /// `source_type = [ type_parameters ] type [ "is" type | "extends" type "?" type ":" type ]`
    ///
    /// A predicate is `boolean`.
    pub(super) fn program_type<'a>(self, i: &'a str, expected: &'static str) -> Res<'a, Type> {
        let cx = self;
        // Rare branches are functions of their own: frequent ones recurse, and the stack is bounded.
        if let Some(b'<' | b'n' | b'a') = trivia(i).as_bytes().first()
            && let Some(found) = rare(cx, i, expected)
        {
            return found;
        }
        let (i, ty) = plain(cx, i, expected)?;
        let next = trivia(i);
        if next.starts_with(['i', 'e']) { suffix(cx, i, next, ty) } else { Ok((i, ty)) }
    }

    /// Parses an operand that only a program has.
    ///
    /// `operand = "typeof" name { "." name } | "import" "(" string ")" { "." name } | "infer" name | "this" | "unique
    /// symbol"`
    pub(super) fn operand<'a>(self, i: &'a str, first: &str) -> Option<Res<'a, Type>> {
        let cx = self;
        let rest = &i[first.len()..];
        let named = word(trivia(rest)).is_some();
        Some(match first {
            "typeof" if named => query(cx, rest),
            "import" if peek(rest) == b'(' => import(cx, rest),
            "infer" if named => identifier("a name after `infer`")(rest).map(|(i, _)| (i, mark(Mark::OTHER))),
            "unique" if word(trivia(rest)) == Some("symbol") => {
                Ok((&trivia(rest)["symbol".len()..], Type::Keyword(Keyword::Symbol)))
            }
            "this" => names(cx, rest).map(|i| (i, mark(Mark::OTHER))),
            _ => return None,
        })
    }

    /// Parses a mapped type.
    ///
    /// `mapped = [ ( "+" | "-" ) "readonly" ] "[" name "in" type [ "as" type ] "]" [ [ "+" | "-" ] "?" ] ":" type [ ";" ]
    /// "}"`
    ///
    /// `None` where an object has another member here. `i` is after the object's brace.
    pub(super) fn mapped(self, i: &str, first: bool) -> Option<Res<'_, Type>> {
        let cx = self;
        if !first {
            return None;
        }
        let (readonly, rest) = signed("readonly", i);
        let rest = trivia(rest).strip_prefix('[')?;
        let start = trivia(rest);
        let key = word(start)?;
        let after = trivia(&start[key.len()..]);
        (word(after) == Some("in")).then(|| mapped_rest(cx, key, readonly, &after["in".len()..]))
    }

    /// `skipped_member = "new" signature | type_parameters signature | ( "get" | "set" ) name signature`
    ///
    /// A getter is the property it gives; the others declare none.
    pub(super) fn skipped_member(self, i: &str) -> Option<Res<'_, MemberKind>> {
        let cx = self;
        let skipped = |name: &str, ty| MemberKind::Property {
            name: name.to_owned(),
            optional: true,
            readonly: false,
            ty,
        };
        if i.starts_with('<') {
            return Some((|| {
                let (i, _) = type_parameters(cx, i)?;
                let (i, function) = function(cx, i, ":", "`:`")?;
                Ok((i, MemberKind::Call(function)))
            })());
        }
        let first = word(i)?;
        let rest = &i[first.len()..];
        match first {
            "new" if matches!(peek(rest), b'(' | b'<') => Some((|| {
                let i = if peek(rest) == b'<' { type_parameters(cx, rest)?.0 } else { rest };
                let (i, _) = function(cx, i, ":", "`:`")?;
                Ok((i, skipped(Mark::SKIPPED, mark(Mark::OTHER))))
            })()),
            "get" | "set" if !matches!(peek(rest), b'(' | b'<' | b':' | b'?' | b';' | b',' | b'}' | 0) => {
                Some((|| {
                    let (i, name) = super::members::property_name(trivia(rest))?;
                    let (i, function) = function(cx, i, ":", "`:`")?;
                    let kind = if first == "get" {
                        MemberKind::Property { name, optional: false, readonly: true, ty: function.returns }
                    } else {
                        skipped(Mark::SKIPPED, mark(Mark::OTHER))
                    };
                    Ok((i, kind))
                })())
            }
            _ => None,
        }
    }

    /// `generic_method = type_parameters signature`, after the name of a method
    pub(super) fn generic_method(self, i: &str, name: String, optional: bool) -> Res<'_, MemberKind> {
        let cx = self;
        let (i, _) = type_parameters(cx, i)?;
        let (i, function) = function(cx, i, ":", "`:`")?;
        Ok((i, MemberKind::Method { name, optional, function }))
    }

    /// `parameter_name = name | "{" … "}" | "[" … "]"`: of a pattern the name is `arg`.
    pub(super) fn parameter_name(self, i: &str) -> Res<'_, &str> {
        let cx = self;
        let start = trivia(i);
        if !start.starts_with(['{', '[']) {
            return identifier("the name of a parameter")(i);
        }
        let (_, ()) = cx.node(i)?;
        let mut open = 0_usize;
        for (at, byte) in start.bytes().enumerate() {
            match byte {
                b'{' | b'[' => open += 1,
                b'}' | b']' => open -= 1,
                _ => {}
            }
            if open == 0 {
                return Ok((&start[at + 1..], "arg"));
            }
        }
        Fault::at(i, "the end of the pattern")
    }
}

fn rare<'a>(cx: Cx<'_>, i: &'a str, expected: &'static str) -> Option<Res<'a, Type>> {
    let start = trivia(i);
    let constructor = match word(start) {
        None => {
            let generic = || plain(cx, type_parameters(cx, i)?.0, expected);
            return Some(generic());
        }
        Some("new") if matches!(peek(&start[3..]), b'(' | b'<') => &start[3..],
        Some("abstract") => eat("new", &start["abstract".len()..])?,
        Some("asserts") if word(trivia(&start["asserts".len()..])).is_some_and(|next| next != "is") => {
            let predicate = || {
                let (i, ty) = plain(cx, &start["asserts".len()..], expected)?;
                suffix(cx, i, trivia(i), ty)
            };
            return Some(predicate());
        }
        Some(_) => return None,
    };
    let signature = || {
        let i = if peek(constructor) == b'<' { type_parameters(cx, constructor)?.0 } else { constructor };
        let (i, _) = function(cx, i, "=>", "`=>` after the constructor's parameters")?;
        Ok((i, mark(Mark::OTHER)))
    };
    Some(signature())
}

/// Parses the rest of a predicate or a condition at `next`, after the type that ends at `i`.
fn suffix<'a>(cx: Cx<'_>, i: &'a str, next: &'a str, ty: Type) -> Res<'a, Type> {
    match word(next) {
        Some("is") if !broken(i, next) => {
            let (i, _) = any_type(cx, &next["is".len()..], "a type after `is`")?;
            Ok((i, Type::Keyword(Keyword::Boolean)))
        }
        Some("extends") if !broken(i, next) || goes_on(next) => {
            let (i, _) = plain(cx, &next["extends".len()..], "a type after `extends`")?;
            let (i, ()) = punct("?", "`?` of a conditional type")(i)?;
            let (i, _) = any_type(cx, i, "a type after `?`")?;
            let (i, ()) = punct(":", "`:` of a conditional type")(i)?;
            let (i, _) = any_type(cx, i, "a type after `:`")?;
            Ok((i, mark(Mark::CONDITIONAL)))
        }
        _ => Ok((i, ty)),
    }
}

/// Returns whether a line ends between two places.
fn broken(from: &str, to: &str) -> bool {
    from[..from.len() - to.len()].contains(crate::escape::is_line_break)
}

/// After a line break `extends` goes on with a type: no member and no declaration begins with it.
fn goes_on(next: &str) -> bool {
    !matches!(peek(&next["extends".len()..]), b':' | b'?' | b'(' | b';' | b',' | b'=' | 0)
}

fn query<'a>(cx: Cx<'_>, i: &'a str) -> Res<'a, Type> {
    if word(trivia(i)) == Some("import") {
        let rest = &trivia(i)["import".len()..];
        return import(cx, rest);
    }
    let (i, _) = identifier("a name after `typeof`")(i)?;
    Ok((names(cx, i)?, mark(Mark::QUERY)))
}

fn import<'a>(cx: Cx<'_>, i: &'a str) -> Res<'a, Type> {
    let (i, ()) = punct("(", "`(` after `import`")(i)?;
    let (i, _) = string(i)?;
    let (i, ()) = punct(")", "`)` after the name of a module")(i)?;
    Ok((names(cx, i)?, mark(Mark::IMPORT)))
}

/// `{ "." name } [ "<" type { "," type } ">" ]`: the rest of a name that means nothing here.
fn names<'a>(cx: Cx<'_>, mut i: &'a str) -> Result<&'a str, nom::Err<Fault>> {
    while let Some(rest) = eat(".", i) {
        i = identifier("a name after `.`")(rest)?.0;
    }
    if let Some(mut rest) = eat("<", i) {
        loop {
            rest = any_type(cx, rest, "a type argument")?.0;
            match eat(",", rest) {
                Some(more) => rest = more,
                None => break,
            }
        }
        i = punct(">", "`>` or `,` after a type argument")(rest)?.0;
    }
    Ok(i)
}

/// A type parameter of a declaration.
#[derive(Debug, Clone)]
pub(crate) struct TypeParameter {
    pub(crate) name: String,
    /// Type in the absence of an argument.
    pub(crate) default: Option<Type>,
    /// Bound of the arguments.
    pub(crate) bound: Option<Type>,
}

/// `type_parameters = "<" parameter { "," parameter } [ "," ] ">"`
///
/// `parameter = { "const" | "in" | "out" } name [ "extends" type ] [ "=" type ]`
pub(crate) fn type_parameters<'a>(cx: Cx<'_>, i: &'a str) -> Res<'a, Vec<TypeParameter>> {
    let (mut i, ()) = punct("<", "`<`")(i)?;
    let mut params = Vec::new();
    while peek(i) != b'>' {
        let (_, ()) = cx.node(i)?;
        let (mut rest, mut name) = identifier("the name of a type parameter")(i)?;
        while matches!(name, "const" | "in" | "out") && word(trivia(rest)).is_some() {
            (rest, name) = identifier("the name of a type parameter")(rest)?;
        }
        let mut param = TypeParameter { name: name.to_owned(), default: None, bound: None };
        if word(trivia(rest)) == Some("extends") {
            let (after, bound) = any_type(cx, &trivia(rest)["extends".len()..], "a type after `extends`")?;
            rest = after;
            param.bound = Some(bound);
        }
        if let Some(after) = eat("=", rest) {
            let (after, default) = any_type(cx, after, "a type after `=`")?;
            rest = after;
            param.default = Some(default);
        }
        params.push(param);
        i = rest;
        match eat(",", i) {
            Some(rest) => i = rest,
            None => break,
        }
    }
    let (i, ()) = punct(">", "`>` or `,` after a type parameter")(i)?;
    Ok((i, params))
}

fn mapped_rest<'a>(cx: Cx<'_>, key: &str, readonly: char, i: &'a str) -> Res<'a, Type> {
    let (_, ()) = cx.node(i)?;
    let (mut i, keys) = any_type(cx, i, "the keys of a mapped type")?;
    let mut named = None;
    if word(trivia(i)) == Some("as") {
        let (rest, name) = any_type(cx, &trivia(i)["as".len()..], "a type after `as`")?;
        named = Some(name);
        i = rest;
    }
    let (i, ()) = punct("]", "`]` after the keys of a mapped type")(i)?;
    let (optional, i) = signed("?", i);
    let (i, values) = match eat(":", i) {
        Some(i) => any_type(cx, i, "the type of the values")?,
        None => (i, Type::ANY),
    };
    let i = eat(";", i).or_else(|| eat(",", i)).unwrap_or(i);
    let (i, ()) = punct("}", "`}` after a mapped type")(i)?;
    let name = format!("{}{optional}{readonly}{key}", Mark::MAPPED);
    let mut args = vec![keys, values];
    args.extend(named);
    Ok((i, Type::Reference { name, args }))
}

/// The sign before `text`: `+` where there is none, `=` where `text` is absent.
fn signed<'a>(text: &'static str, i: &'a str) -> (char, &'a str) {
    for (sign, c) in [("+", '+'), ("-", '-')] {
        if let Some(rest) = eat(sign, i).and_then(|rest| eat(text, rest)) {
            return (c, rest);
        }
    }
    match eat(text, i) {
        Some(rest) => ('+', rest),
        None => ('=', i),
    }
}
