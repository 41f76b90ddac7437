//! Documentation comments: text and tags.
//!
//! The decision: a comment is read line by line and nothing in it is an error here; [`deduce`](crate::deduce())
//! decides on the meaning of a tag for a tool. Types in braces are taken as text and rewritten from JSDoc's own forms
//! (`?T`, `Array.<T>`, `*`) into TypeScript's.

use std::ops::Range;

/// A documentation comment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Doc {
    /// The text before the first tag, as Markdown.
    pub(crate) text: String,
    pub(crate) tags: Vec<Tag>,
}

/// One `@tag`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tag {
    /// Its name, without the `@`.
    pub(crate) name: String,
    /// Text after the tag, up to the next one.
    pub(crate) text: String,
    /// Start in bytes of the source.
    pub(crate) at: usize,
}

impl Tag {
    pub(crate) fn span(&self) -> Range<usize> {
        self.at..self.at + 1 + self.name.len()
    }
}

impl Doc {
    pub(crate) fn tags<'d>(&'d self, names: &'static [&'static str]) -> impl Iterator<Item = &'d Tag> {
        self.tags.iter().filter(move |tag| names.contains(&tag.name.as_str()))
    }

    pub(crate) fn has(&self, names: &'static [&'static str]) -> bool {
        self.tags(names).next().is_some()
    }
}

/// Reads the comment `/** … */` at `at` of the source.
pub(crate) fn read(comment: &str, at: usize) -> Doc {
    let inner = comment.strip_prefix("/**").unwrap_or(comment);
    let inner = inner.strip_suffix("*/").unwrap_or(inner);
    let mut place = at + comment.len() - comment.strip_prefix("/**").unwrap_or(comment).len();
    let mut doc = Doc::default();
    let mut fenced = false;
    for line in inner.split_inclusive('\n') {
        let text = line.trim_end();
        let star = text.trim_start();
        let text = match star.strip_prefix('*') {
            Some(rest) => rest.strip_prefix(' ').unwrap_or(rest),
            None if place == at + 3 => star,
            None => text,
        };
        let begins = text.trim_start();
        let name_length = begins.strip_prefix('@').map_or(0, |rest| {
            rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_').unwrap_or(rest.len())
        });
        // A decorator in an example is not a tag.
        let example = doc.tags.last().is_some_and(|tag| tag.name == "example");
        if name_length > 0 && !fenced && !(example && text.starts_with([' ', '\t'])) {
            let column = line.find('@').unwrap_or(0);
            let (name, rest) = begins[1..].split_at(name_length);
            doc.tags.push(Tag {
                name: name.to_owned(),
                text: rest.trim_start().to_owned(),
                at: place + column,
            });
        } else {
            // The name of a tool is on the line of its tag; the lines after it are text about the function.
            let tag = doc.tags.last_mut().filter(|tag| !matches!(tag.name.as_str(), "tool" | "webagents"));
            let into = tag.map_or(&mut doc.text, |tag| &mut tag.text);
            into.push('\n');
            into.push_str(text);
        }
        if begins.starts_with("```") {
            fenced = !fenced;
        }
        place += line.len();
    }
    doc.text = trimmed(&doc.text);
    for tag in &mut doc.tags {
        tag.text = trimmed(&tag.text);
    }
    doc
}

/// Returns the text without blank lines around it and without trailing blanks.
fn trimmed(text: &str) -> String {
    text.trim_end().trim_start_matches('\n').trim_start_matches(' ').to_owned()
}

/// Parts of a `@param` tag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ParamTag {
    /// The name, with dots for members.
    pub(crate) name: String,
    pub(crate) ty: Option<String>,
    pub(crate) optional: bool,
    pub(crate) default: Option<String>,
    pub(crate) text: String,
    pub(crate) at: Range<usize>,
}

/// `{T} [name=default] - text`, each part but the name optional.
pub(crate) fn param(tag: &Tag) -> Option<ParamTag> {
    let (ty, rest) = braces(&tag.text);
    let rest = rest.trim_start();
    let (mut optional, mut default) = (false, None);
    let (name, rest) = if let Some(inner) = rest.strip_prefix('[') {
        let end = closing(inner)?;
        optional = true;
        let (name, value) = inner[..end].split_once('=').map_or((&inner[..end], None), |(n, v)| (n, Some(v)));
        default = value.map(str::trim).filter(|value| !value.is_empty()).map(str::to_owned);
        (name.trim(), &inner[end + 1..])
    } else {
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        (&rest[..end], &rest[end..])
    };
    let name = name.strip_prefix("...").unwrap_or(name);
    let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | '[' | ']' | '-');
    if name.is_empty() || !name.chars().all(word) {
        return None;
    }
    let text = rest.trim_start();
    let text = text.strip_prefix("- ").or_else(|| text.strip_prefix("-\n")).unwrap_or(text).trim();
    let (ty, more_optional) = match ty {
        Some(ty) => {
            let (ty, optional) = type_text(ty);
            (Some(ty), optional)
        }
        None => (None, false),
    };
    optional |= more_optional;
    Some(ParamTag { name: name.to_owned(), ty, optional, default, text: one_line(text), at: tag.span() })
}

/// The type in braces at the beginning, and the rest of the text.
pub(crate) fn braces(text: &str) -> (Option<&str>, &str) {
    let Some(inner) = text.trim_start().strip_prefix('{') else { return (None, text) };
    let mut depth = 1usize;
    for (at, byte) in inner.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return (Some(inner[..at].trim()), &inner[at + 1..]);
        }
    }
    (None, text)
}

/// Position of the bracket that closes the one opened before `text`.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 1usize;
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), byte) if open == byte => quote = None,
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'[') => depth += 1,
            (None, b']') => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// A text on one line, as a parameter's description is.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A type in JSDoc's form as TypeScript, and whether it makes the parameter optional (`T=`).
pub(crate) fn type_text(text: &str) -> (String, bool) {
    let text = text.trim();
    let (text, optional) = text.strip_suffix('=').map_or((text, false), |text| (text.trim_end(), true));
    let text = text.strip_prefix("...").unwrap_or(text);
    let (text, null) = match text.strip_prefix('?') {
        Some("") => ("any", false),
        Some(rest) => (rest, true),
        None => text.strip_suffix('?').map_or((text, false), |text| (text, true)),
    };
    let text = text.strip_prefix('!').unwrap_or(text);
    let mut out = String::with_capacity(text.len());
    let mut word = String::new();
    let mut quote = None;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        if let Some(open) = quote {
            out.push(character);
            if character == open {
                quote = None;
            }
            continue;
        }
        if character.is_alphanumeric() || matches!(character, '_' | '$') {
            word.push(character);
            continue;
        }
        match character {
            '.' if characters.peek() == Some(&'<') => {}
            '*' => {
                flush(&mut out, &mut word, None);
                out.push_str("any");
            }
            _ => {
                flush(&mut out, &mut word, Some(character));
                out.push(character);
                if matches!(character, '"' | '\'' | '`') {
                    quote = Some(character);
                }
                continue;
            }
        }
        flush(&mut out, &mut word, characters.peek().copied());
    }
    flush(&mut out, &mut word, None);
    if null {
        out = if out.contains([' ', '|', '&']) { format!("({out}) | null") } else { format!("{out} | null") };
    }
    (out, optional)
}

/// A word in TypeScript's spelling.
fn flush(out: &mut String, word: &mut String, next: Option<char>) {
    out.push_str(match word.as_str() {
        "String" => "string",
        "Number" | "float" | "double" => "number",
        "Boolean" | "bool" => "boolean",
        "int" | "Integer" => "integer",
        "Object" | "object" if next == Some('<') => "Record",
        "Object" => "object",
        // A property's name is not a type.
        other => other,
    });
    word.clear();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_type(jsdoc: &str, typescript: &str) {
        assert_eq!(type_text(jsdoc).0, typescript);
    }

    #[test]
    fn types_are_rewritten() {
        check_type("string", "string");
        check_type("?string", "string | null");
        check_type("?(A|B)", "((A|B)) | null");
        check_type("!Array.<String>", "Array<string>");
        check_type("Object.<string, Number>", "Record<string, number>");
        check_type("Object<string, *>", "Record<string, any>");
        check_type("Object", "object");
        check_type("*", "any");
        check_type("int=", "integer");
        check_type("'Number'|\"a*\"", "'Number'|\"a*\"");
        check_type("{ a: Number }[]", "{ a: number }[]");
    }

    /// Name, type, whether it is optional, default and text.
    type Parts<'a> = (&'a str, Option<&'a str>, bool, Option<&'a str>, &'a str);

    #[track_caller]
    fn check_param(text: &str, want: Option<Parts<'_>>) {
        let tag = Tag { name: "param".to_owned(), text: text.to_owned(), at: 0 };
        let found = param(&tag);
        let found = found
            .as_ref()
            .map(|p| (p.name.as_str(), p.ty.as_deref(), p.optional, p.default.as_deref(), p.text.as_str()));
        assert_eq!(found, want);
    }

    #[test]
    fn params_have_parts() {
        check_param(
            "{string} a - Text\n  goes on.",
            Some(("a", Some("string"), false, None, "Text goes on.")),
        );
        check_param("{number} [b=10] How many.", Some(("b", Some("number"), true, Some("10"), "How many.")));
        check_param("{{ x: string }} opts.y", Some(("opts.y", Some("{ x: string }"), false, None, "")));
        check_param("[c='a]b'] x", Some(("c", None, true, Some("'a]b'"), "x")));
        check_param("d", Some(("d", None, false, None, "")));
        check_param("{string=} e", Some(("e", Some("string"), true, None, "")));
        check_param("", None);
        check_param("{string}", None);
        check_param("[a", None);
        check_param("{{{", None);
    }

    #[test]
    fn a_comment_has_text_and_tags() {
        let comment = "/**\n * Finds\n *  things.\n *\n * @param {string} q - Words\n *   and more.\n * @example\n * ```js\n * @dec\n * f('x')\n * ```\n * @internal */";
        let doc = read(comment, 100);
        assert_eq!(doc.text, "Finds\n things.");
        let tags: Vec<(&str, &str)> =
            doc.tags.iter().map(|tag| (tag.name.as_str(), tag.text.as_str())).collect();
        assert_eq!(
            tags,
            [
                ("param", "{string} q - Words\n  and more."),
                ("example", "```js\n@dec\nf('x')\n```"),
                ("internal", "")
            ]
        );
        assert!(comment[doc.tags[0].at - 100..].starts_with("@param"));
        assert_eq!(read("/** @tool */", 0).tags.len(), 1);
        assert_eq!(read("/***/", 0), Doc::default());
    }
}
