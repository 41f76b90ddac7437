//! Lines that were probably meant as params, and what to write.

use crate::balance::Items;
use crate::grammar;
use crate::name::ParamName;
use crate::text;

/// Characters that people use as bullets and Markdown does not.
const OTHER_BULLETS: [char; 8] = ['•', '–', '—', '−', '‣', '◦', '·', '▪'];

/// Returns the text of a line under `### Params` that was probably meant as a param.
///
/// It is a row of a table, an item of an ordered list, or a name without a bullet.
pub(crate) fn meant(line: &str) -> Option<&str> {
    let line = line.trim().trim_start_matches('>').trim_start();
    if let Some(row) = line.strip_prefix('|') {
        return is_data_row(row).then_some(line);
    }
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    if digits.len() < line.len()
        && let Some(item) = digits.strip_prefix(['.', ')']).and_then(|item| item.strip_prefix([' ', '\t']))
    {
        return Some(item.trim());
    }
    if let Some(item) = line.strip_prefix(OTHER_BULLETS) {
        return Some(item.trim());
    }
    if let Some(item) = line.strip_prefix(['-', '*', '+']).filter(|item| item.starts_with(['`', '*'])) {
        return Some(item.trim_start_matches('*'));
    }
    let tag = line.as_bytes().get(..3).is_some_and(|tag| {
        [b"<li", b"<td", b"<tr", b"<dt"].iter().any(|known| tag.eq_ignore_ascii_case(*known))
    });
    let named = tag
        || line.starts_with(['`', '@', ':'])
        || line.starts_with("**")
        || line.matches(" | ").nth(1).is_some();
    let named = named && !line.starts_with("```") && (!line.contains(" | ") || is_data_row(line));
    (named && suggestion(line).is_some() || is_declaration(line)).then_some(line)
}

/// `name: string`, `name (string)`.
fn is_declaration(line: &str) -> bool {
    let end =
        line.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '$'))).unwrap_or(line.len());
    let rest = line[end..].trim_start_matches('?').trim_start();
    end > 0 && rest.strip_prefix([':', '(']).is_some_and(|rest| type_word(rest.trim_start()).is_some())
}

/// Returns whether a row of a table is neither its head nor the line below that.
fn is_data_row(row: &str) -> bool {
    let first = row.split('|').next().unwrap_or_default().trim_matches(|c: char| !c.is_alphanumeric());
    let is_head =
        ["name", "param", "params", "parameter", "parameters", "argument", "field", "option", "key"]
            .iter()
            .any(|word| first.eq_ignore_ascii_case(word));
    !first.is_empty() && !is_head
}

/// The names of types, including other languages' names, with their names in this format.
const TYPES: [(&str, &str); 21] = [
    ("string", "string"),
    ("number", "number"),
    ("boolean", "boolean"),
    ("integer", "integer"),
    ("object", "object"),
    ("array", "unknown[]"),
    ("str", "string"),
    ("text", "string"),
    ("int", "integer"),
    ("float", "number"),
    ("double", "number"),
    ("decimal", "number"),
    ("bool", "boolean"),
    ("dict", "object"),
    ("map", "object"),
    ("list", "unknown[]"),
    ("any", "any"),
    ("unknown", "unknown"),
    ("null", "null"),
    ("date", "string"),
    ("datetime", "string"),
];

/// The name of a type that a text begins with: the word as it is written, and the type.
fn type_word(text: &str) -> Option<(&str, &'static str)> {
    let end = text.bytes().position(|b| !b.is_ascii_alphabetic()).unwrap_or(text.len());
    let word = &text[..end];
    TYPES.iter().find(|(name, _)| word.eq_ignore_ascii_case(name)).map(|&(_, ty)| (word, ty))
}

/// The param line that a text was probably meant as.
pub(crate) fn suggestion(item: &str) -> Option<String> {
    const LONGEST: usize = 400;
    if item.len() > LONGEST {
        return None;
    }
    let item = without_tags(item);
    let item = item.trim().trim_start_matches("[ ]").trim_start_matches("[x]").trim_start_matches(":param");
    let item = item.trim_start_matches("@param").trim().trim_matches('|').trim();
    let mut line = Suggested { is_row: item.contains(" | ") || item.contains("||"), ..Suggested::default() };
    let (name, mut rest) = name(item)?;
    if let Some((ty, _)) = item.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
        line.take(ty.trim());
    }
    line.optional = name.ends_with('?');
    let name = name.trim_end_matches('?');
    if ParamName::check(name).is_err() || !name.contains(|c: char| c.is_alphanumeric()) {
        return None;
    }
    // The rest is a list of modifiers in brackets, words, and the description.
    loop {
        rest = rest.trim_start_matches(|c: char| {
            c.is_whitespace() || matches!(c, ':' | '|' | ',' | ';' | '`' | '*') || OTHER_BULLETS.contains(&c)
        });
        rest = rest.trim_start_matches("- ");
        if let Some(open) = rest.chars().next().filter(|c| matches!(c, '(' | '[' | '{' | '<'))
            && let Some(end) = rest.find(match open {
                '(' => ')',
                '[' => ']',
                '<' => '>',
                _ => '}',
            })
            && rest[1..end].split(',').all(|word| line.take(word.trim()))
        {
            rest = &rest[end + 1..];
            continue;
        }
        let end = rest
            .find(|c: char| c.is_whitespace() || matches!(c, ',' | ':' | ';' | '|' | '`' | '*' | ')'))
            .unwrap_or(rest.len());
        if end == 0 || !line.take(&rest[..end]) {
            break;
        }
        rest = &rest[end..];
    }
    let says_nothing = line.ty.is_none() && rest.trim_matches(|c: char| !c.is_alphanumeric()).is_empty();
    if says_nothing && is_label(name) {
        return None;
    }
    let description = rest.trim_matches(|c: char| c.is_whitespace() || matches!(c, '|' | '*' | ')'));
    Some(line.written(name, description))
}

/// Returns whether a single word labels the lines below it.
fn is_label(word: &str) -> bool {
    let labels =
        ["required", "optional", "params", "parameters", "arguments", "options", "mandatory", "none"];
    labels.iter().any(|label| word.eq_ignore_ascii_case(label))
}

/// Returns whether a line is the one below the head of a table: `---|---`, `| :-- | --: |`.
pub(crate) fn is_table_rule(line: &str) -> bool {
    let line = line.trim();
    line.contains('|')
        && line.contains('-')
        && line.bytes().all(|b| matches!(b, b'|' | b'-' | b':' | b' ' | b'\t'))
}

/// The same for a line under `params:` of a compact tool.
pub(crate) fn compact_suggestion(item: &str) -> Option<String> {
    let line = suggestion(item)?;
    let (name, rest) = line.strip_prefix("- `")?.split_once("` (")?;
    let (ty, rest) = rest.split_once(", ")?;
    let mark = if rest.starts_with("optional") { "?" } else { "" };
    let description = rest.split_once("): ").map(|(_, text)| format!(" - {text}")).unwrap_or_default();
    Some(format!("{name}{mark}: {ty}{description}"))
}

#[derive(Default)]
struct Suggested {
    ty: Option<String>,
    optional: bool,
    default: Option<String>,
    /// `true` if the words are the cells of a row, whose columns may have `yes` or `no`.
    is_row: bool,
}

impl Suggested {
    /// The param line of a name and a description.
    fn written(&self, name: &str, description: &str) -> String {
        let ty = self.ty.as_deref().unwrap_or("string");
        let presence = if self.optional || self.default.is_some() { "optional" } else { "required" };
        let default = self.default.as_ref().map(|value| format!(", default={value}")).unwrap_or_default();
        let description =
            if description.is_empty() { String::new() } else { format!(": {}", text::shorten(description)) };
        format!("- `{name}` ({ty}, {presence}{default}){description}")
    }

    /// Takes a word that is a type or a modifier.
    fn take(&mut self, word: &str) -> bool {
        let word = word.trim_matches(['`', '*', '.', '"']);
        let lower = word.to_ascii_lowercase();
        match lower.as_str() {
            "required" | "mandatory" => return true,
            "yes" | "true" if self.is_row => return true,
            "no" | "false" if self.is_row => {
                self.optional = true;
                return true;
            }
            "optional" | "opt" => {
                self.optional = true;
                return true;
            }
            _ => {}
        }
        if let Some(value) = lower.strip_prefix("default").and(word.get("default".len()..)) {
            let value = value.strip_prefix("s to ").or_else(|| value.strip_prefix(" is ")).unwrap_or(value);
            let value = value.trim_start_matches(['=', ':', ' ']);
            if !value.is_empty() {
                self.default = Some(value.to_owned());
            }
            return !value.is_empty();
        }
        let Some((name, ty)) = type_word(word).filter(|_| self.ty.is_none()) else { return false };
        let suffix = &word[name.len()..];
        self.optional |= suffix == "?";
        match suffix {
            "" | "?" => self.ty = Some(ty.to_owned()),
            "[]" => self.ty = Some(format!("{ty}[]")),
            _ if grammar::is_type(word) && suffix.starts_with(['[', '<', ' ']) => {
                self.ty = Some(word.to_owned());
            }
            _ => return false,
        }
        true
    }
}

/// The name at the start of an item, and the rest of the item.
fn name(item: &str) -> Option<(&str, &str)> {
    for (open, close) in [("`", "`"), ("**", "**"), ("__", "__"), ("\"", "\""), ("'", "'")] {
        if let Some((name, rest)) = item.strip_prefix(open).and_then(|rest| rest.split_once(close)) {
            let name = name.trim_matches('`').trim_end_matches(':');
            return Some((name, rest));
        }
    }
    // `{string} name` of JSDoc.
    if let Some((_, rest)) = item.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
        return name(rest.trim_start()).filter(|(name, _)| !name.is_empty());
    }
    // Emphasis ends before a character that is not a letter; `_id` is a name.
    for mark in ["*", "_"] {
        if let Some((name, rest)) = item.strip_prefix(mark).and_then(|rest| rest.split_once(mark))
            && !name.is_empty()
            && !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')
        {
            return Some((name.trim_end_matches(':'), rest));
        }
    }
    let item = item.trim_start_matches(['`', '*']);
    let end = item
        .find(|c: char| c.is_whitespace() || matches!(c, ':' | '(' | ',' | '|' | '`' | '*' | '='))
        .unwrap_or(item.len());
    (end > 0).then(|| item.split_at(end))
}

/// The text of a line of HTML, with a bar for each tag.
fn without_tags(line: &str) -> String {
    if !line.starts_with('<') {
        return line.to_owned();
    }
    let mut out = String::new();
    for part in line.split('<') {
        out.push_str(part.split_once('>').map_or(part, |(_, text)| text));
        out.push('|');
    }
    out.trim_matches('|').to_owned()
}

/// Returns whether a text under `### Params` states that there are none.
pub(crate) fn says_none(text: &str) -> bool {
    let text = text
        .trim()
        .trim_matches(|c: char| matches!(c, '*' | '_' | '.' | '(' | ')' | '-' | '—' | '–' | '`' | ' '));
    let lower = text.get(..text.len().min(64)).unwrap_or(text).to_lowercase();
    let begins = [
        "none",
        "no ",
        "nothing",
        "n/a",
        "na",
        "empty",
        "this tool takes no",
        "it takes no",
        "takes no",
        "without",
    ];
    lower.is_empty() || begins.iter().any(|word| lower.starts_with(word)) && lower.len() < 64
}

/// Returns whether the description of a param without a type begins with one.
///
/// Examples: `number (required)`, `{string} The name`.
pub(crate) fn holds_type(description: &str) -> bool {
    let bare = description.trim_start_matches(['(', '[', '{', '<', '*', '_', '`']);
    let is_open = bare.len() < description.len();
    let Some((word, _)) = type_word(bare) else {
        let after = presence(bare);
        return after.is_some_and(|after| {
            type_word(after).is_some_and(|(word, _)| ends_type(&after[word.len()..], false))
        });
    };
    if is_prose_type(word) && !is_open {
        return false;
    }
    ends_type(&bare[word.len()..], is_open)
}

/// Returns whether the text after the name of a type shows that the name was meant as one.
fn ends_type(rest: &str, is_open: bool) -> bool {
    let next = rest.trim_start();
    let is_array_of = rest.starts_with(" of ") && is_open;
    next.is_empty()
        || is_array_of
        || next.len() == rest.len()
            && next.starts_with([
                ',', ';', ':', '.', ')', ']', '}', '>', '(', '|', '[', '*', '_', '`', '?', '<', '=',
            ])
        || next.len() < rest.len() && next.starts_with(['(', '-', '–', '—', '|', '=', '[', '{'])
}

/// Returns the text after `required` or `optional` at the start of a text.
fn presence(text: &str) -> Option<&str> {
    let end = text.bytes().position(|b| !b.is_ascii_alphabetic()).unwrap_or(text.len());
    let is_known = ["required", "optional"].iter().any(|known| text[..end].eq_ignore_ascii_case(known));
    is_known.then(|| text[end..].trim_start_matches(|c: char| !c.is_alphanumeric()))
}

/// Returns whether a description marks its param as optional, in words that are not a sentence.
///
/// Examples: `(optional) The limit`, `Optional. The limit`, `The limit (optional)`.
pub(crate) fn says_optional(description: &str) -> bool {
    let bare = description.trim_start_matches(['(', '[', '*', '_', '`']);
    if let Some((word, rest)) = bare.split_at_checked("optional".len())
        && word.eq_ignore_ascii_case("optional")
    {
        let next = rest.trim_start();
        return next.is_empty()
            || next.starts_with(['.', ',', ';', ':', ')', ']', '*', '_', '`', '-', '–', '—']);
    }
    let text = description.strip_suffix('.').unwrap_or(description);
    let end = text.len().checked_sub("(optional)".len()).and_then(|at| text.get(at..));
    end.is_some_and(|end| ["(optional)", "[optional]"].iter().any(|mark| end.eq_ignore_ascii_case(mark)))
}

/// Modifiers in parentheses at the end of a description, and the text around them.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Trailing {
    pub(crate) has_type: bool,
    pub(crate) is_optional: bool,
    pub(crate) has_default: bool,
    /// The param line with the modifiers in their place.
    pub(crate) line: String,
}

/// Returns the modifiers at the end of the description of a param with this name.
///
/// Example: `number of people (integer, optional, default: 1)`.
pub(crate) fn trailing(name: &str, description: &str) -> Option<Trailing> {
    const LONGEST: usize = 200;
    let text = description.strip_suffix('.').unwrap_or(description);
    if !text.ends_with([')', ']']) {
        return None;
    }
    let mut open = 0_usize;
    let at = text.bytes().rev().take(LONGEST).position(|byte| {
        match byte {
            b')' | b']' => open += 1,
            b'(' | b'[' => open = open.saturating_sub(1),
            _ => {}
        }
        open == 0
    });
    let start = text.len() - at? - 1;
    let (before, list) = (text[..start].trim_end(), &text[start + 1..text.len() - 1]);
    let mut found = Suggested::default();
    let mut left = Vec::new();
    let mut begins_with_type = false;
    for (at, item) in Items::of(list).enumerate() {
        let item = item.ok()?.trim();
        // `number of people` is not a type.
        let is_phrase = item.contains(' ') && !item.contains(['|', '<', '{']) && !begins_default(item);
        let is_type = found.ty.is_none()
            && (is_modifier_word(item)
                || (item.starts_with(['"', '{']) || item.contains('<')) && grammar::is_type(item));
        if is_phrase {
            left.push(item);
        } else if found.take(item) {
            begins_with_type |= at == 0 && found.ty.is_some();
        } else if is_type {
            found.ty = Some(item.to_owned());
            begins_with_type |= at == 0;
        } else {
            left.push(item);
        }
    }
    // A single word may be prose: `the size (text)`.
    let is_prose = found.default.is_none() && !found.optional && is_prose_type(list.trim());
    if is_prose || !(begins_with_type || found.optional || found.default.is_some()) {
        return None;
    }
    let rest = if left.is_empty() { String::new() } else { format!(" ({})", left.join(", ")) };
    Some(Trailing {
        has_type: begins_with_type,
        is_optional: found.optional,
        has_default: found.default.is_some(),
        line: found.written(name, format!("{before}{rest}").trim()),
    })
}

fn begins_default(item: &str) -> bool {
    item.get(..7).is_some_and(|word| word.eq_ignore_ascii_case("default"))
}

/// Returns whether a word names a type and begins sentences as well.
fn is_prose_type(word: &str) -> bool {
    let words = ["text", "date", "datetime", "list", "map", "any", "null", "unknown", "double"];
    words.iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// The type that the items of a nested list were probably meant as the members of.
pub(crate) fn nested_members<'a>(lines: impl Iterator<Item = &'a str>, ty: &str) -> Option<String> {
    const MOST: usize = 8;
    let takes_members = ty.contains("object")
        || ty.contains('{')
        || ty.contains("Record")
        || ty.contains("[]")
        || ty.contains("rray");
    let mut members = Vec::new();
    for line in lines {
        let Some(item) = grammar::bullet(line.trim_start()) else { continue };
        let is_typed = grammar::param_line(item)
            .and_then(|parts| parts.modifiers)
            .and_then(|mut items| items.next())
            .is_some_and(|first| first.is_ok_and(is_modifier));
        let is_bare = takes_members
            && (is_declaration(item.trim_start_matches('`'))
                || name(item).is_some_and(|(_, rest)| holds_type(rest.trim_start_matches([':', ' ', '-']))));
        if !is_typed && !is_bare {
            continue;
        }
        let Some(line) = suggestion(item) else { continue };
        let member =
            line.strip_prefix("- `").and_then(|line| line.split_once("` (")).and_then(|(name, rest)| {
                let (ty, rest) = rest.split_once(", ")?;
                let mark = if rest.starts_with("optional") { "?" } else { "" };
                let ty = if ty == "integer" { "number" } else { ty };
                Some(format!("{name}{mark}: {ty}"))
            });
        members.extend(member);
        if members.len() == MOST {
            members.push("…".to_owned());
            break;
        }
    }
    (!members.is_empty()).then(|| format!("{{ {} }}", members.join("; ")))
}

/// Returns whether a list item is a param line whose modifiers begin with a type or its presence.
pub(super) fn is_typed_item(item: &str) -> bool {
    if let Some(parts) = grammar::param_line(item) {
        return parts
            .modifiers
            .and_then(|mut items| items.next())
            .is_some_and(|first| first.is_ok_and(is_modifier));
    }
    // Without backticks each of the modifiers has to be one.
    name(item).is_some_and(|(name, rest)| {
        ParamName::check(name).is_ok()
            && rest
                .trim_start_matches(['*', '_', '`', ' '])
                .strip_prefix('(')
                .and_then(|rest| rest.split_once(')'))
                .is_some_and(|(list, _)| list.split(',').all(|word| is_modifier_word(word.trim())))
    })
}

/// Returns whether a row of a table is a name and a type.
pub(super) fn is_typed_row(row: &str) -> bool {
    let mut cells = row.trim().trim_matches('|').split('|').map(|cell| cell.trim().trim_matches(['`', '*']));
    let named = cells.next().is_some_and(|cell| ParamName::check(cell).is_ok());
    named && cells.next().is_some_and(is_modifier_word)
}

/// Returns whether a text is the name of a type or a word for a required or optional param, alone.
pub(super) fn is_modifier_word(text: &str) -> bool {
    let is_type = type_word(text).is_some_and(|(word, _)| matches!(&text[word.len()..], "" | "?" | "[]"));
    is_type || ["required", "optional"].iter().any(|known| text.eq_ignore_ascii_case(known))
}

/// Returns whether a modifier is a type or `required` or `optional`.
fn is_modifier(item: &str) -> bool {
    matches!(item, "required" | "optional") || item.starts_with(['"', '{', '\'']) || type_word(item).is_some()
}

/// Returns whether a param's name ends like a modifier.
///
/// Examples: `limit?`, `...rest`, `limit:number`, `limit=10`.
pub(crate) fn is_name_slip(name: &str) -> bool {
    name.ends_with('?')
        || name.starts_with("...")
        || name.split_once(':').is_some_and(|(name, ty)| {
            !name.is_empty() && type_word(ty).is_some_and(|(word, _)| ends_type(&ty[word.len()..], false))
        })
        || name.split_once('=').is_some_and(|(name, value)| !name.is_empty() && !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slip_suggests_a_line() {
        for (item, line) in [
            ("limit: how many", "- `limit` (string, required): how many"),
            ("**limit** (number, optional): How many.", "- `limit` (number, optional): How many."),
            ("`n`: number (required)", "- `n` (number, required)"),
            ("limit (int, default 10) – How many", "- `limit` (integer, optional, default=10): How many"),
            ("| `q` | string | yes | The words. |", "- `q` (string, required): The words."),
            ("limit? - How many", "- `limit` (string, optional): How many"),
            ("`q` [string, required]: Words.", "- `q` (string, required): Words."),
            ("[ ] `q`: string - Words.", "- `q` (string, required): Words."),
            ("<td>q</td><td>string</td><td>Words.</td>", "- `q` (string, required): Words."),
            ("@param {number} n - How many.", "- `n` (number, required): How many."),
            ("_s_ (string): W", "- `s` (string, required): W"),
            ("*s* (string): W", "- `s` (string, required): W"),
            ("_id (number): W", "- `_id` (number, required): W"),
            ("`x` <string>: W", "- `x` (string, required): W"),
            ("`x`: <string[]> W", "- `x` (string[], required): W"),
        ] {
            assert_eq!(suggestion(item).as_deref(), Some(line), "{item}");
        }
        assert_eq!(suggestion("**Required**"), None);
        assert_eq!(suggestion("***"), None);
        assert_eq!(suggestion(""), None);
    }

    #[test]
    fn lines_meant_as_params_are_recognized() {
        for line in [
            "1. `q` (string): Words.",
            "2) q: string",
            "• `q` (string): Words.",
            "– `q`",
            "-`q` (string)",
            "| q | string | Words. |",
            "`q` (string): Words.",
            "**q**: Words.",
            "<li><code>q</code> Words.</li>",
            "q: string",
            "q (number): How many.",
            "q | string | required | Words.",
            "> - `q`: Words.",
            "@param {string} q Words.",
            "*`q`: Words.",
        ] {
            assert!(meant(line).is_some() || line.starts_with('>'), "{line}");
        }
        for line in [
            "All are words.",
            "| --- | --- |",
            "| Name | Type |",
            "Name | Type | Description",
            "None.",
            "```js",
            "They: see below",
            "",
            "See (above)",
        ] {
            assert_eq!(meant(line), None, "{line}");
        }
    }

    #[test]
    fn type_in_description_is_recognized() {
        for text in [
            "number (required)",
            "string",
            "String, required",
            "{string} The name",
            "(number) The limit",
            "boolean - Whether",
            "`number`",
            "*string* Words",
            "number[] of ids",
            "string | null",
            "object: the filter",
            "required, number",
            "(optional) integer",
            "int: How many",
        ] {
            assert!(holds_type(text), "{text}");
        }
        for text in [
            "Number of items",
            "String to look for",
            "Object id",
            "The number",
            "",
            "Text: the words",
            "list, or none",
            "Required.",
            "optional filter",
            "Stringency",
            "integer part",
        ] {
            assert!(!holds_type(text), "{text}");
        }
    }

    #[test]
    fn trailing_modifiers_are_recognized() {
        for (text, line) in [
            (
                "number of people (integer, optional, default: 1)",
                "(integer, optional, default=1): number of people",
            ),
            ("the class (string, optional).", "(string, optional): the class"),
            ("Sort order [optional, defaults to asc]", "(string, optional, default=asc): Sort order"),
            ("Pages (number, 1 to 10)", "(number, required): Pages (1 to 10)"),
            ("Which ones (string[], required)", "(string[], required): Which ones"),
            ("The class (\"a\" | \"b\", optional)", "(\"a\" | \"b\", optional): The class"),
            ("Extra (Record<string, number>)", "(Record<string, number>, required): Extra"),
            ("Depth (see f(x), optional)", "(string, optional): Depth (see f(x))"),
            ("(boolean)", "(boolean, required)"),
        ] {
            let found = trailing("n", text).map(|found| found.line);
            assert_eq!(found.as_deref(), Some(format!("- `n` {line}").as_str()), "{text}");
        }
        for text in [
            "The city (a name)",
            "How many (number of people)",
            "The size (text)",
            "Sorted by date (default)",
            "An id (required if x is given)",
            "a) or b)",
            "()",
            "Values [1, 2]",
            "x (optional filter)",
        ] {
            assert_eq!(trailing("n", text), None, "{text}");
        }
    }

    #[test]
    fn optional_in_words_is_recognized() {
        for text in [
            "Optional. The limit",
            "(optional) The limit",
            "The limit (optional)",
            "optional",
            "The limit [Optional].",
            "*Optional*: x",
        ] {
            assert!(says_optional(text), "{text}");
        }
        for text in
            ["Optional filter for the words", "The optional limit", "(o)", "[x]", "", "Optionally a limit"]
        {
            assert!(!says_optional(text), "{text}");
        }
    }
}
