//! The grammar of single lines, in nom: one function for each production.
//!
//! A production's doc comment is its EBNF (ISO 14977 with `?…?` for what prose says better);
//! `cargo xtask codegen` collects them into `spec/grammar.ebnf`, and tidy compares the two. Every production
//! looks at one line only, never fails on what follows it, and takes time linear in the line: brackets are
//! counted with a stack of bounded depth, and a quote that does not close is searched for once.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_till1, take_while, take_while_m_n, take_while1};
use nom::character::complete::{char, one_of, space0, space1};
use nom::combinator::{eof, opt, recognize, rest, verify};
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};

use crate::limits::TYPE_DEPTH;

/// ```ebnf
/// atx_heading = indent , hashes , ( line_end | blank , { blank } , [ heading_text ] , [ blank , hash , { hash } ] , line_end ) ;
/// hashes = hash , [ hash ] , [ hash ] , [ hash ] , [ hash ] , [ hash ] ;
/// indent = [ " " ] , [ " " ] , [ " " ] ;
/// ```
pub(crate) fn atx_heading(line: &str) -> Option<(u8, &str)> {
    let hashes = preceded(indent, take_while_m_n(1, 6, |c| c == '#'));
    let (text, hashes): (&str, &str) = terminated(hashes, alt((space1, eof))).parse(line).ok()?;
    let text = text.trim_ascii();
    let open = text.trim_end_matches('#');
    // A closing run counts only behind a blank, so that `C#` keeps its hash.
    let text = if open.is_empty() || open.ends_with([' ', '\t']) { open.trim_ascii_end() } else { text };
    // Six hashes at most, so the length fits.
    Some((u8::try_from(hashes.len()).unwrap_or(6), text))
}

fn indent(input: &str) -> IResult<&str, &str> {
    take_while_m_n(0, 3, |c| c == ' ').parse(input)
}

/// ```ebnf
/// fence_open = indent , ( backtick_run , { ? any character but a backtick ? } | tilde_run , { character } ) ;
/// backtick_run = "```" , { "`" } ;
/// tilde_run = "~~~" , { "~" } ;
/// ```
///
/// Inside a compact block, and in a list, the indent is free: whoever calls has looked at it.
pub(crate) fn fence_open(line: &str) -> Option<(&str, &str)> {
    let backticks =
        (recognize((tag("```"), take_while(|c| c == '`'))), verify(rest, |s: &str| !s.contains('`')));
    let tildes = (recognize((tag("~~~"), take_while(|c| c == '~'))), rest);
    let run: IResult<&str, (&str, &str)> = preceded(space0, alt((backticks, tildes))).parse(line);
    let (_, (run, info)) = run.ok()?;
    Some((run, info.trim_ascii_start()))
}

/// ```ebnf
/// fence_close = { blank } , ? at least as many of the opening run's characters ? , { blank } , line_end ;
/// ```
pub(crate) fn fence_close(line: &str, open: &str) -> bool {
    let marker = open.as_bytes()[0];
    let run = line.trim_ascii();
    run.len() >= open.len() && run.bytes().all(|b| b == marker)
}

/// ```ebnf
/// tool_name = name_char , { name_char } ;
/// name_char = letter | digit | "_" | "$" | "." | "-" ;
/// ```
///
/// The newtype `ToolName` has the last word: length, a letter among them, reserved names.
fn tool_name(input: &str) -> IResult<&str, &str> {
    take_while1(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.' | '-')).parse(input)
}

/// What a heading says, when it is meant as a tool's.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ToolHeading<'a> {
    pub(crate) name: &'a str,
    pub(crate) backticks: bool,
    pub(crate) signature: bool,
}

/// ```ebnf
/// tool_heading = tool_name | "`" , tool_name , [ signature ] , "`" | tool_name , signature ;
/// ```
pub(crate) fn tool_heading(text: &str) -> Option<ToolHeading<'_>> {
    if let Ok(("", name)) = tool_name(text) {
        return Some(ToolHeading { name, backticks: false, signature: false });
    }
    let call = |input| (tool_name, opt(preceded(space0, signature))).parse(input);
    let quoted = text.strip_prefix('`').and_then(|text| text.strip_suffix('`'));
    let (rest, (name, found)) = call(quoted.unwrap_or(text)).ok()?;
    rest.is_empty().then_some(ToolHeading { name, backticks: quoted.is_some(), signature: found.is_some() })
}

/// What a line that begins with `tool:` is.
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
    let head: IResult<&str, &str> = preceded((tag("tool:"), space0), tool_name).parse(line);
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

/// The parts of a compact header that [`tool_header`] accepted: the name and what stands in its parentheses.
pub(crate) fn tool_header_parts(line: &str) -> (&str, Option<&str>) {
    let parts: IResult<&str, (&str, Option<&str>)> =
        preceded((tag("tool:"), space0), (tool_name, opt(preceded(space0, signature)))).parse(line);
    parts.map_or((line, None), |(_, parts)| parts)
}

/// ```ebnf
/// signature = "(" , [ signature_param , { "," , signature_param } ] , ")" ;
/// ```
///
/// Gives the text between the parentheses; [`split_list`] takes it apart.
fn signature(input: &str) -> IResult<&str, &str> {
    let (list, _) = char('(').parse(input)?;
    match Balance::default().until(list, &PARENTHESIS, |at| list.as_bytes()[at] == b')') {
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
        space0,
    )
    .parse(item);
    let (rest, name) = name.ok()?;
    let mark: IResult<&str, Option<char>> = terminated(opt(char('?')), space0).parse(rest);
    let (rest, mark) = mark.ok()?;
    let (ty, default) = match rest.strip_prefix(':') {
        Some(rest) => {
            let end = Balance::default().until_assignment(rest)?;
            (Some(rest[..end].trim_ascii()), rest[end..].strip_prefix('='))
        }
        None if rest.is_empty() => (None, None),
        None => (None, Some(rest.strip_prefix('=')?)),
    };
    Some(SignatureParam { name, optional: mark.is_some(), ty, default: default.map(str::trim_ascii) })
}

/// The items of a comma-separated list, trimmed; a comma inside brackets or quotes separates nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Items<'a> {
    rest: &'a str,
    /// Whether the list ends at a parenthesis; else it ends with the text.
    parenthesis: bool,
    state: ItemsState,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ItemsState {
    First,
    Next,
    Done,
}

impl<'a> Items<'a> {
    /// The items of a whole text.
    pub(crate) fn of(list: &'a str) -> Self {
        Self { rest: list, parenthesis: false, state: ItemsState::First }
    }

    /// What stands behind the list, once it has given its last item.
    pub(crate) fn rest(&self) -> &'a str {
        self.rest
    }
}

impl<'a> Iterator for Items<'a> {
    type Item = Result<&'a str, Unbalanced>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.state == ItemsState::Done {
            return None;
        }
        let bytes = self.rest.as_bytes();
        let closes = |at: usize| self.parenthesis && bytes[at] == b')';
        let end = Balance::default().until(self.rest, &ITEM, |at| bytes[at] == b',' || closes(at));
        let end = match end {
            Ok(end) if end == bytes.len() && self.parenthesis => Err(Unbalanced::Open),
            other => other,
        };
        let end = match end {
            Ok(end) => end,
            Err(error) => {
                self.state = ItemsState::Done;
                return Some(Err(error));
            }
        };
        let item = self.rest[..end].trim_ascii();
        let is_last = end == bytes.len() || closes(end);
        let is_empty_list = is_last && item.is_empty() && self.state == ItemsState::First;
        self.rest = self.rest.get(end + 1..).unwrap_or("");
        self.state = if is_last { ItemsState::Done } else { ItemsState::Next };
        (!is_empty_list).then_some(Ok(item))
    }
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
    /// Between the parentheses; behind the last of them stands the tail.
    pub(crate) modifiers: Option<Items<'a>>,
    /// What follows the name, where there are no modifiers.
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

/// Why a text has no balanced end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unbalanced {
    /// A bracket or a quote does not close.
    Open,
    /// Brackets are nested deeper than [`TYPE_DEPTH`].
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
/// `item` is the line behind its [`bullet`].
pub(crate) fn param_line(item: &str) -> Option<ParamLine<'_>> {
    let name: IResult<&str, &str> =
        terminated(delimited(char('`'), take_till1(|c| c == '`'), char('`')), space0).parse(item);
    let (tail, name) = name.ok()?;
    let modifiers =
        tail.strip_prefix('(').map(|rest| Items { rest, parenthesis: true, state: ItemsState::First });
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
    /// `key=value`, or a bare word that takes no value.
    Assignment {
        key: &'a str,
        value: &'a str,
    },
    Type(&'a str),
}

/// ```ebnf
/// modifier = "required" | "optional" | "integer" | assignment | type ;
/// assignment = key , { blank } , "=" , chunk ;
/// key = letter , { letter } ;
/// type = chunk ;
/// chunk = ? characters in which brackets and quotes are balanced and no comma stands outside them ? ;
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
    let key: IResult<&str, &str> = terminated(
        take_while1(|c: char| c.is_ascii_alphabetic()),
        (space0, char('='), verify(rest, |s: &str| !s.starts_with(['>', '=']))),
    )
    .parse(text);
    match key {
        Err(_) => Modifier::Type(text),
        Ok((_, key)) => {
            let value = text[key.len()..].trim_ascii_start()[1..].trim_ascii();
            if key == "default" { Modifier::Default(value) } else { Modifier::Assignment { key, value } }
        }
    }
}

/// ```ebnf
/// annotation_item = ( word | "`" , word , "`" ) , [ { blank } , ":" , { blank } , ( "true" | "false" ) ] ;
/// ```
pub(crate) fn annotation_item(item: &str) -> Option<(&str, bool)> {
    fn word(input: &str) -> IResult<&str, &str> {
        take_while1(|c: char| c.is_ascii_alphanumeric()).parse(input)
    }
    let value = preceded((space0, char(':'), space0), alt((tag("true"), tag("false"))));
    let parsed: IResult<&str, _> =
        (alt((word, delimited(char('`'), word, char('`')))), opt(value), space0, eof).parse(item);
    parsed.ok().map(|(_, (name, value, ..))| (name, value != Some("false")))
}

/// ```ebnf
/// compact_key = key_indent , word , ":" , [ { blank } , ( "|" | ">" ) , { "-" | "+" } ] , { character } ;
/// key_indent = "  " | tab ;
/// word = ( letter | "_" ) , { letter | digit | "_" } ;
/// ```
pub(crate) fn compact_key(line: &str) -> Option<(&str, &str)> {
    let word = verify(take_while1(|c: char| c.is_ascii_alphanumeric() || c == '_'), |word: &str| {
        !word.as_bytes()[0].is_ascii_digit()
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
        terminated(take_till1(|c: char| matches!(c, '?' | ':' | '`') || c.is_whitespace()), space0)
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
    Ok(CompactParam {
        name,
        optional: mark || stripped.is_some(),
        ty: stripped.unwrap_or(ty),
        description: description.trim_ascii(),
    })
}

/// Finds the end of a balanced text: a stack of open brackets, bounded by [`TYPE_DEPTH`].
///
/// `<` is a bracket only behind a name, because a default may be `a < b`.
struct Balance {
    open: [u8; TYPE_DEPTH],
    depth: usize,
}

impl Default for Balance {
    fn default() -> Self {
        Self { open: [0; TYPE_DEPTH], depth: 0 }
    }
}

/// The bytes at which a search has to think: brackets, quotes, and what it may stop at.
const fn bytes_of(stops: &[u8]) -> [bool; 256] {
    let mut table = [false; 256];
    let brackets = b"()[]{}<>\"'`";
    let mut at = 0;
    while at < brackets.len() {
        table[brackets[at] as usize] = true;
        at += 1;
    }
    at = 0;
    while at < stops.len() {
        table[stops[at] as usize] = true;
        at += 1;
    }
    table
}

static PARENTHESIS: [bool; 256] = bytes_of(b"");
static ITEM: [bool; 256] = bytes_of(b",");
static ASSIGNMENT: [bool; 256] = bytes_of(b"=");
static DESCRIPTION: [bool; 256] = bytes_of(b" \t");

impl Balance {
    /// Offset of the `=` that ends a signature param's type, or the length; `=>` is an arrow.
    fn until_assignment(&mut self, text: &str) -> Option<usize> {
        let bytes = text.as_bytes();
        self.until(text, &ASSIGNMENT, |at| bytes[at] == b'=' && bytes.get(at + 1) != Some(&b'>')).ok()
    }

    /// Offset of the blank that begins a compact param's description, or the length.
    fn until_description(&mut self, text: &str) -> Result<usize, Unbalanced> {
        let bytes = text.as_bytes();
        self.until(text, &DESCRIPTION, |at| {
            if !matches!(bytes[at], b' ' | b'\t') {
                return false;
            }
            match bytes.get(at + 1) {
                Some(b'#') => true,
                Some(b'-') => bytes.get(at + 2).is_none_or(|b| matches!(b, b' ' | b'\t')),
                // A parenthesis behind an operator belongs to the type.
                Some(b'(') => {
                    let before = text[..at].trim_ascii_end();
                    bytes.last() == Some(&b')') && !before.ends_with(['|', '&', '>', ':', '?', '='])
                }
                _ => false,
            }
        })
    }

    /// Offset of the first byte outside brackets and quotes at which `stop` holds, or the length. `table`
    /// says at which bytes to look.
    fn until(
        &mut self,
        text: &str,
        table: &[bool; 256],
        stop: impl Fn(usize) -> bool,
    ) -> Result<usize, Unbalanced> {
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let byte = bytes[at];
            if table[byte as usize] {
                if self.depth == 0 && stop(at) {
                    return Ok(at);
                }
                match byte {
                    b'(' | b'[' | b'{' => self.push(byte)?,
                    b'<' if at > 0 && is_word(bytes[at - 1]) => self.push(byte)?,
                    b')' | b']' | b'}' => self.pop(byte)?,
                    b'>' if at > 0 && bytes[at - 1] == b'=' => {}
                    b'>' if self.depth > 0 && self.open[self.depth - 1] == b'<' => self.depth -= 1,
                    b'"' | b'\'' | b'`' if opens_quote(bytes, at) => {
                        at = quote_end(bytes, at).ok_or(Unbalanced::Open)?;
                    }
                    _ => {}
                }
            }
            at += 1;
        }
        if self.depth == 0 { Ok(bytes.len()) } else { Err(Unbalanced::Open) }
    }

    fn push(&mut self, bracket: u8) -> Result<(), Unbalanced> {
        *self.open.get_mut(self.depth).ok_or(Unbalanced::TooDeep)? = bracket;
        self.depth += 1;
        Ok(())
    }

    /// Closes the innermost bracket, which must be of the closer's kind; a closer that nothing opened is an
    /// ordinary character.
    fn pop(&mut self, closer: u8) -> Result<(), Unbalanced> {
        let opener = match closer {
            b')' => b'(',
            b']' => b'[',
            _ => b'{',
        };
        if self.depth == 0 {
            return Ok(());
        }
        self.depth -= 1;
        if self.open[self.depth] == opener { Ok(()) } else { Err(Unbalanced::Open) }
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte >= 0x80
}

/// An apostrophe within a word quotes nothing, and neither does what a backslash stands before.
fn opens_quote(bytes: &[u8], at: usize) -> bool {
    at == 0 || !(is_word(bytes[at - 1]) || bytes[at - 1] == b'\\')
}

/// Offset of the quote that closes the one at `at`.
fn quote_end(bytes: &[u8], at: usize) -> Option<usize> {
    let mut next = at + 1;
    while next < bytes.len() {
        match bytes[next] {
            b'\\' => next += 2,
            byte if byte == bytes[at] => return Some(next),
            _ => next += 1,
        }
    }
    None
}
