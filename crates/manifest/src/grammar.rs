//! The grammar of single lines, in nom: one function for each production.
//!
//! A production's doc comment is its EBNF (ISO 14977 with `?…?` for parts that prose expresses better);
//! `cargo xtask codegen` collects them into `spec/grammar.ebnf`, and tidy compares the two. Every production looks at
//! one line only, never fails on the text after it, and takes time linear in the line: brackets are counted with a
//! stack of bounded depth, and the end of an open quote is searched for once.

use nom::branch::alt;
use nom::bytes::complete::{is_a, tag, take_till1, take_while, take_while1};
use nom::character::complete::{alpha1, alphanumeric1, char, one_of, space0, space1};
use nom::combinator::{eof, opt, rest, verify};
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};

use crate::balance::{Balance, Items, Unbalanced};
use crate::name::is_tool_character;

/// `{ blank }` of the productions below.
fn blanks(input: &str) -> IResult<&str, &str> {
    space0(input)
}

/// ```ebnf
/// atx_heading = indent , hashes , ( line_end | blank , { blank } , [ heading_text ] , [ blank , hash , { hash } ] , line_end ) ;
/// hashes = hash , [ hash ] , [ hash ] , [ hash ] , [ hash ] , [ hash ] ;
/// hash = "#" ;
/// heading_text = character , { character } ;
/// ```
pub(crate) fn atx_heading(line: &str) -> Option<(u8, &str)> {
    let hashes = verify(is_a("#"), |hashes: &str| hashes.len() <= 6);
    let gap = is_a(" \t\r");
    let (text, hashes) = terminated(preceded(indent, hashes), alt((gap, eof))).parse(line).ok()?;
    // Six hashes at most, so the length fits.
    let level = u8::try_from(hashes.len()).unwrap_or(6);
    let text = text.trim_ascii();
    if !text.ends_with('#') {
        return Some((level, text));
    }
    let open = text.trim_end_matches('#');
    // A closing run counts only after a blank, so that `C#` keeps its hash.
    let text = if open.is_empty() || open.ends_with([' ', '\t']) { open.trim_ascii_end() } else { text };
    Some((level, text))
}

/// ```ebnf
/// indent = [ " " ] , [ " " ] , [ " " ] ;
/// blank = " " | tab ;
/// tab = ? U+0009 ? ;
/// letter = ? one of A-Z a-z ? ;
/// digit = ? one of 0-9 ? ;
/// character = ? any character but LF ? ;
/// line_end = ? the end of the line: LF, CR LF, or the end of the document ? ;
/// ```
fn indent(input: &str) -> IResult<&str, &str> {
    verify(take_while(|c| c == ' '), |indent: &str| indent.len() <= 3).parse(input)
}

/// ```ebnf
/// fence_open = indent , ( backtick_run , { ? any character but a backtick ? } | tilde_run , { character } ) ;
/// backtick_run = "```" , { "`" } ;
/// tilde_run = "~~~" , { "~" } ;
/// ```
///
/// Inside a compact block, and in a list, the indent is free: the caller has checked it.
pub(crate) fn fence_open(line: &str) -> Option<(&str, &str)> {
    let backticks = (is_a("`"), verify(rest, |info: &str| !info.contains('`')));
    let tildes = (is_a("~"), rest);
    let run = verify(alt((backticks, tildes)), |(run, _): &(&str, &str)| run.len() >= 3);
    let run: IResult<&str, (&str, &str)> = preceded(blanks, run).parse(line);
    let (_, (run, info)) = run.ok()?;
    Some((run, info.trim_ascii_start()))
}

/// ```ebnf
/// fence_close = { blank } , ? at least as many of the opening run's characters ? , { blank } , line_end ;
/// ```
pub(crate) fn fence_close(line: &str, open: &str) -> bool {
    let marker = open.as_bytes()[0];
    let run = line.trim_start_matches([' ', '\t']).trim_ascii_end();
    run.len() >= open.len() && run.bytes().all(|b| b == marker)
}

/// ```ebnf
/// tool_name = name_char , { name_char } ;
/// name_char = letter | digit | "_" | "$" | "." | "-" ;
/// ```
///
/// The newtype `ToolName` checks the rest: length, a letter among the characters, reserved names.
fn tool_name(input: &str) -> IResult<&str, &str> {
    take_while1(is_tool_character).parse(input)
}

/// Parts of a heading that is meant as a tool's.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ToolHeading<'a> {
    pub(crate) name: &'a str,
    pub(crate) backticks: bool,
    pub(crate) signature: bool,
    /// `true` if a blank separates the name from the signature.
    pub(crate) spaced: bool,
}

/// ```ebnf
/// tool_heading = tool_name
///              | "`" , tool_name , [ { blank } , signature ] , "`"
///              | ( tool_name | "`" , tool_name , "`" ) , { blank } , signature ;
/// ```
pub(crate) fn tool_heading(text: &str) -> Option<ToolHeading<'_>> {
    if let Ok(("", name)) = tool_name(text) {
        return Some(ToolHeading { name, backticks: false, signature: false, spaced: false });
    }
    let tick = || char('`');
    let call = |input| (tool_name, opt((blanks, signature))).parse(input);
    let inside = delimited(tick(), call, tick());
    let outside = (delimited(tick(), tool_name, tick()), opt((blanks, signature)));
    let backticks = text.starts_with('`');
    let parsed = terminated(alt((outside, inside, call)), eof::<&str, nom::error::Error<&str>>).parse(text);
    parsed.ok().map(|(_, (name, found))| {
        let spaced = found.is_some_and(|(blanks, _)| !blanks.is_empty());
        ToolHeading { name, backticks, signature: found.is_some(), spaced }
    })
}

/// Kind of a line that begins with `tool:`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum HeaderShape {
    /// The header of a compact tool.
    Tool,
    /// A header whose parenthesis does not close.
    Broken,
    /// A sentence.
    Prose,
}

/// ```ebnf
/// tool_header = "tool:" , { blank } , tool_name , [ { blank } , signature ] , { blank } , line_end ;
/// ```
pub(crate) fn tool_header(line: &str) -> HeaderShape {
    let head: IResult<&str, &str> = preceded((tag("tool:"), blanks), tool_name).parse(line);
    let Ok((after, _)) = head else { return HeaderShape::Prose };
    let after_blank = after.trim_ascii();
    if after_blank.is_empty() {
        return HeaderShape::Tool;
    }
    match signature(after_blank) {
        Ok(("", _)) => HeaderShape::Tool,
        Err(_) if after.starts_with('(') => HeaderShape::Broken,
        _ => HeaderShape::Prose,
    }
}

/// Returns the name and the text in the parentheses of a header that [`tool_header`] accepted.
pub(crate) fn tool_header_parts(line: &str) -> (&str, Option<&str>) {
    let parts: IResult<&str, (&str, Option<&str>)> =
        preceded((tag("tool:"), blanks), (tool_name, opt(preceded(blanks, signature)))).parse(line);
    parts.map_or((line, None), |(_, parts)| parts)
}

/// ```ebnf
/// signature = "(" , [ signature_param , { "," , signature_param } ] , ")" ;
/// ```
///
/// Gives the text between the parentheses; [`split_list`] takes it apart.
fn signature(input: &str) -> IResult<&str, &str> {
    let (list, _) = char('(').parse(input)?;
    match Balance::default().until(list, |at| list.as_bytes()[at] == b')') {
        Ok(end) if end < list.len() => Ok((&list[end + 1..], &list[..end])),
        _ => fail(input),
    }
}

fn fail<T>(input: &str) -> IResult<&str, T> {
    Err(nom::Err::Error(nom::error::Error::new(input, nom::error::ErrorKind::Verify)))
}

/// One parameter of a signature.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct SignatureParam<'a> {
    pub(crate) name: &'a str,
    pub(crate) optional: bool,
    pub(crate) ty: Option<&'a str>,
    pub(crate) default: Option<&'a str>,
}

/// ```ebnf
/// signature_param = param_name , [ "?" ] , [ ":" , chunk ] , [ "=" , chunk ] ;
/// ```
pub(crate) fn signature_param(item: &str) -> Option<SignatureParam<'_>> {
    let name: IResult<&str, &str> = terminated(
        take_till1(|c: char| matches!(c, '?' | ':' | '=' | ',' | '(' | ')') || c.is_whitespace()),
        blanks,
    )
    .parse(item);
    let (rest, name) = name.ok()?;
    let mark: IResult<&str, Option<char>> = terminated(opt(char('?')), blanks).parse(rest);
    let (rest, mark) = mark.ok()?;
    let (ty, default) = match rest.strip_prefix(':') {
        Some(rest) => {
            let end = Balance::default().until_assignment(rest)?;
            (Some(rest[..end].trim_ascii()), rest[end..].strip_prefix('='))
        }
        None if rest.is_empty() => (None, None),
        None => (None, Some(rest.strip_prefix('=')?)),
    };
    let default = default.map(str::trim_ascii);
    // `=>` is an arrow in a param line, so a value after `=` cannot begin with `>`.
    let is_valid = ty.is_none_or(|ty: &str| ty.is_empty() || is_compact_type(ty))
        && default.is_none_or(|default| default.is_empty() || is_item(default) && !default.starts_with('>'));
    is_valid.then_some(SignatureParam { name, optional: mark.is_some(), ty, default })
}

/// ```ebnf
/// bullet = ( "-" | "*" | "+" ) , blank , { blank } ;
/// ```
pub(crate) fn bullet(line: &str) -> Option<&str> {
    let parsed: IResult<&str, _> = (one_of("-*+"), space1).parse(line);
    parsed.ok().map(|(rest, _)| rest)
}

/// The parts of a param line, as written.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ParamLine<'a> {
    pub(crate) name: &'a str,
    /// Text between the parentheses; the tail follows the last item.
    pub(crate) modifiers: Option<Items<'a>>,
    /// Text after the name, without modifiers.
    pub(crate) tail: &'a str,
}

/// Why a line is not a param line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ParamLineError {
    /// It has another shape.
    Syntax,
    /// The parenthesis of its modifiers, or a bracket or a quote inside it, does not close.
    Unclosed,
    /// Brackets are nested too deep.
    TooDeep,
}

impl From<Unbalanced> for ParamLineError {
    fn from(error: Unbalanced) -> Self {
        match error {
            Unbalanced::Open => Self::Unclosed,
            Unbalanced::TooDeep => Self::TooDeep,
        }
    }
}

/// ```ebnf
/// param_line = "`" , param_name , "`" , { blank } , [ modifiers ] , { blank } , [ ":" , description ] , line_end ;
/// param_name = ? 1 to 128 characters but white space, controls and backticks ? ;
/// modifiers = "(" , [ modifier , { "," , modifier } ] , ")" ;
/// description = { character } ;
/// ```
///
/// `item` is the line after its [`bullet`].
pub(crate) fn param_line(item: &str) -> Option<ParamLine<'_>> {
    let name = delimited(char('`'), take_till1(|c| c == '`'), char('`'));
    let parsed: IResult<&str, &str> = terminated(name, blanks).parse(item);
    let (tail, name) = parsed.ok()?;
    let modifiers = tail.strip_prefix('(').map(Items::in_parentheses);
    Some(ParamLine { name, modifiers, tail })
}

/// The description at the end of a param line, and whether the colon before it is there.
pub(crate) fn description(tail: &str) -> (&str, bool) {
    let tail = tail.trim_ascii();
    match tail.strip_prefix(':') {
        Some(description) => (description.trim_ascii_start(), true),
        None => (tail, tail.is_empty()),
    }
}

/// One modifier of a param line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Modifier<'a> {
    Required,
    Optional,
    Default(&'a str),
    /// A word of the format in another form, such as `Required` or `default: 1`.
    Slip(&'a str),
    /// `key=value`, or a bare word that takes no value.
    Assignment {
        key: &'a str,
        value: &'a str,
    },
    Type(&'a str),
}

/// ```ebnf
/// modifier = "required" | "optional" | "integer" | assignment | near_modifier | type ;
/// assignment = key , { blank } , "=" , chunk ;
/// key = letter , { letter } ;
/// type = chunk ;
/// chunk = ? characters in which brackets and quotes are balanced and no comma is outside them ? ;
/// ```
///
/// `=>` is an arrow, so `(x: number) => void` is a type.
pub(crate) fn modifier(text: &str) -> Modifier<'_> {
    match text {
        "required" => return Modifier::Required,
        "optional" => return Modifier::Optional,
        "integer" => return Modifier::Assignment { key: text, value: "" },
        _ => {}
    }
    let key: IResult<&str, &str> =
        terminated(alpha1, (blanks, char('='), verify(rest, |s: &str| !s.starts_with('>')))).parse(text);
    match key {
        Err(_) if near_modifier(text) => Modifier::Slip(text),
        Err(_) => Modifier::Type(text),
        Ok((_, key)) => {
            let value = text[key.len()..].trim_ascii_start()[1..].trim_ascii();
            if key == "default" { Modifier::Default(value) } else { Modifier::Assignment { key, value } }
        }
    }
}

/// ```ebnf
/// near_modifier = ? a word of the format in another form, such as "Required" or "default: 1" ? ;
/// ```
fn near_modifier(item: &str) -> bool {
    /// Words that are near modifiers by themselves.
    const ALONE: [&str; 7] = ["required", "optional", "mandatory", "nullable", "opt", "req", "default"];
    /// Words that need a text after them.
    const WITH_TEXT: [&str; 14] = [
        "defaults",
        "min",
        "max",
        "minimum",
        "maximum",
        "minlength",
        "maxlength",
        "pattern",
        "format",
        "multipleof",
        "minitems",
        "maxitems",
        "not",
        "non",
    ];
    let end = item.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(item.len());
    let (word, rest) = item.split_at(end);
    let is = |words: &[&str]| words.iter().any(|known| word.eq_ignore_ascii_case(known));
    let text = rest.trim_start();
    let has_text =
        text.len() < rest.len() && !text.is_empty() && !text.starts_with(['|', '&', '[', '?', '=', '<']);
    is(&ALONE) && (rest.is_empty() || rest.starts_with([':', '.', '!', '?']) || has_text)
        || is(&WITH_TEXT) && (rest.starts_with([':', '-']) || has_text)
}

/// Returns whether `text` would be read back as one modifier.
pub(crate) fn is_item(text: &str) -> bool {
    // As the modifiers of a line are read: up to the parenthesis that closes them.
    let line = format!("`x` ({text})");
    let Some(mut items) = param_line(&line).and_then(|parts| parts.modifiers) else { return false };
    items.next() == Some(Ok(text)) && items.next().is_none() && items.rest().is_empty()
}

/// Returns whether `text` would be read back as a type.
pub(crate) fn is_type(text: &str) -> bool {
    matches!(modifier(text), Modifier::Type(_)) && is_item(text)
}

/// Returns whether `text` can be the type of a compact param: a type of a param line, or `integer`.
fn is_compact_type(text: &str) -> bool {
    text == "integer" || is_type(text)
}

/// ```ebnf
/// annotation_item = ( word | "`" , word , "`" ) , [ { blank } , ":" , { blank } , ( "true" | "false" ) ] ;
/// ```
pub(crate) fn annotation_item(item: &str) -> Option<(&str, bool)> {
    fn word(input: &str) -> IResult<&str, &str> {
        alphanumeric1(input)
    }
    let value = preceded((blanks, char(':'), blanks), alt((tag("true"), tag("false"))));
    let parsed: IResult<&str, _> =
        (alt((word, delimited(char('`'), word, char('`')))), opt(value), blanks, eof).parse(item);
    parsed.ok().map(|(_, (name, value, ..))| (name, value != Some("false")))
}

/// ```ebnf
/// compact_key = key_indent , word , ":" , [ { blank } , ( "|" | ">" ) , { "-" | "+" } ] , { character } ;
/// key_indent = "  " | tab ;
/// word = ( letter | "_" ) , { letter | digit | "_" } ;
/// ```
pub(crate) fn compact_key(line: &str) -> Option<(&str, &str)> {
    let word = verify(take_while1(|c: char| c.is_ascii_alphanumeric() || c == '_'), |word: &str| {
        !word.starts_with(|c: char| c.is_ascii_digit())
    });
    let parsed: IResult<&str, &str> = delimited(alt((tag("  "), tag("\t"))), word, char(':')).parse(line);
    let (value, key) = parsed.ok()?;
    let value = value.trim_ascii();
    let is_block =
        value.strip_prefix(['|', '>']).is_some_and(|rest| rest.bytes().all(|b| matches!(b, b'-' | b'+')));
    Some((key, if is_block { "" } else { value }))
}

/// One line under `params:`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct CompactParam<'a> {
    pub(crate) name: &'a str,
    pub(crate) optional: bool,
    pub(crate) ty: &'a str,
    pub(crate) description: &'a str,
}

/// ```ebnf
/// compact_param = param_name , [ "?" ] , { blank } , ":" , [ chunk ] , [ "?" ] , [ compact_description ] ;
/// compact_description = blank , ( "(" , { character } , ")" | "- " , { character } | "#" , { character } ) ;
/// ```
pub(crate) fn compact_param(line: &str) -> Result<CompactParam<'_>, ParamLineError> {
    let name: IResult<&str, &str> =
        terminated(take_till1(|c: char| matches!(c, '?' | ':' | '`') || c.is_whitespace()), blanks)
            .parse(line);
    let Ok((rest, name)) = name else { return Err(ParamLineError::Syntax) };
    let (rest, mark) = match rest.strip_prefix('?') {
        Some(rest) => (rest.trim_ascii_start(), true),
        None => (rest, false),
    };
    let Some(value) = rest.strip_prefix(':') else { return Err(ParamLineError::Syntax) };
    let value = value.trim_ascii();
    let end = Balance::default().until_description(value)?;
    let (ty, description) = (value[..end].trim_ascii(), value[end..].trim_ascii());
    let description = match description.as_bytes().first() {
        Some(b'(') => description[1..].strip_suffix(')').unwrap_or(&description[1..]),
        Some(b'-' | b'#') => &description[1..],
        _ => description,
    };
    let stripped = ty.strip_suffix('?').map(str::trim_ascii_end);
    let optional = mark || stripped.is_some();
    let ty = stripped.unwrap_or(ty);
    if ty.is_empty() || is_compact_type(ty) {
        Ok(CompactParam { name, optional, ty, description: description.trim_ascii() })
    } else {
        Err(ParamLineError::Syntax)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modifiers_in_another_form_are_recognized() {
        for item in [
            "Required",
            "OPTIONAL",
            "optional.",
            "required: true",
            "default: all",
            "default all",
            "Default: 1",
            "default",
            "min: 1",
            "max 10",
            "maximum: 10",
            "not required",
            "non-null",
            "mandatory",
            "opt",
            "nullable",
            "optional string",
            "defaults to 10",
            "format: date",
        ] {
            assert_eq!(modifier(item), Modifier::Slip(item), "{item}");
        }
        for item in [
            "Record<string, number>",
            "Date",
            "Promise<string>",
            "readonly string[]",
            "Required<Foo>",
            "Optional[]",
            "never",
            "null",
            "Partial<A>",
            "Money | null",
            "format",
            "Map<a, b>",
            "Node",
            "min",
        ] {
            assert_ne!(modifier(item), Modifier::Slip(item), "{item}");
        }
    }
}
