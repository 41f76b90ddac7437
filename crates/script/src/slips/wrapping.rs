//! Text around the code in a model's answer: Markdown fences, HTML tags, words, exports.
//!
//! All of it is blanked, so that every line and column of the code stays true.

/// Code without the text around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unwrapped {
    /// A text of as many lines, with blanks in the place of the rest.
    pub(crate) code: String,
    /// The text that was removed, and how to write the code.
    pub(crate) message: &'static str,
}

const FENCE: &str = "the code is in a Markdown fence, which was taken away; send the code alone";
const LANGUAGE: &str = "the code begins with the name of its language, as a Markdown fence does (`js`, `javascript`, `ts`, \
                        `typescript`), which was taken away; send the code alone";
const TAG: &str = "the code is in an HTML tag such as `<script>` or `<code>` (`</script>`, `</code>`), which was taken away; \
                   send the code alone";
const EXPORT: &str = "`export` or `export default` was taken away: the code is the body of a function, and its result is what \
                      it returns; write `return …`";

/// Names of the languages of fences.
const LANGUAGES: [&str; 10] =
    ["js", "javascript", "jsx", "mjs", "ts", "typescript", "tsx", "mts", "ecmascript", "es6"];

/// Returns whether a text begins with a fence or with a line that is the name of a language.
///
/// No code does.
pub(crate) fn is_wrapped(code: &str) -> bool {
    let first = code.trim_start().lines().next().unwrap_or_default();
    fence(first).is_some() || names_language(code)
}

/// Returns whether the first line is the name of a language alone.
pub(crate) fn names_language(code: &str) -> bool {
    let first = code.trim_start().lines().next().unwrap_or_default().trim_end();
    let word = first.strip_suffix(':').unwrap_or(first);
    LANGUAGES.iter().any(|language| word.eq_ignore_ascii_case(language))
}

/// Returns the readings of a text without the text around its code, the likeliest first.
pub(crate) fn unwrapped(code: &str) -> Vec<Unwrapped> {
    let mut found = Vec::new();
    let named = names_language(code).then(|| language(code)).flatten();
    for one in [named, fenced(code), language(code), tagged(code)].into_iter().flatten() {
        let within = exported(&one.code).map(|code| Unwrapped { code, message: one.message });
        found.push(one);
        found.extend(within);
    }
    found.extend(exported(code).map(|code| Unwrapped { code, message: EXPORT }));
    found
}

/// More than one block of code is in the text.
pub(crate) fn has_several_fences(code: &str) -> bool {
    blocks(code).len() > 1
}

/// The sign and length of a fence, if a line is one.
fn fence(line: &str) -> Option<(char, usize)> {
    let line = line.trim_start();
    let sign = line.chars().next().filter(|sign| matches!(sign, '`' | '~'))?;
    let length = line.chars().take_while(|c| *c == sign).count();
    let rest = line.get(length..)?;
    (length >= 3 && !rest.contains('`')).then_some((sign, length))
}

/// The lines of the blocks of code in Markdown, as ranges of bytes.
fn blocks(code: &str) -> Vec<std::ops::Range<usize>> {
    let mut found = Vec::new();
    let mut open: Option<((char, usize), usize)> = None;
    let mut at = 0;
    for line in code.split_inclusive('\n') {
        let end = at + line.len();
        match (open, fence(line.trim_end())) {
            (None, Some(mark)) => open = Some((mark, end)),
            (Some(((sign, length), begun)), Some((other, more))) => {
                let closes = sign == other && more >= length && line.trim().chars().all(|c| c == sign);
                if closes {
                    found.push(begun..at);
                    open = None;
                }
            }
            _ => {}
        }
        at = end;
    }
    if let Some((_, begun)) = open {
        found.push(begun..code.len());
    }
    found
}

fn fenced(code: &str) -> Option<Unwrapped> {
    let blocks = blocks(code);
    let [only] = blocks.as_slice() else { return None };
    let kept = match code[only.clone()].trim() {
        // A closing fence without an opening one.
        "" if code[only.start..].trim().is_empty() => until_fence(code)?,
        "" => return None,
        _ => only.clone(),
    };
    Some(Unwrapped { code: keep(code, kept), message: FENCE })
}

/// The text before the fence that is its last line.
fn until_fence(code: &str) -> Option<std::ops::Range<usize>> {
    let end = code.trim_end();
    let start = end.rfind('\n').map_or(0, |at| at + 1);
    let closes = fence(&end[start..]).is_some() && !end[..start].trim().is_empty();
    closes.then_some(0..start)
}

/// The text after the name of a language, and before a fence that closes it.
fn language(code: &str) -> Option<Unwrapped> {
    let begun = code.len() - code.trim_start().len();
    let rest = &code[begun..];
    let word = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
    if !LANGUAGES.iter().any(|language| rest[..word].eq_ignore_ascii_case(language)) {
        return None;
    }
    let word = if rest[word..].starts_with(':') { word + 1 } else { word };
    if !rest[word..].starts_with(char::is_whitespace) {
        return None;
    }
    let end = until_fence(code).map_or(code.len(), |kept| kept.end).max(begun + word);
    Some(Unwrapped { code: keep(code, begun + word..end), message: LANGUAGE })
}

fn tagged(code: &str) -> Option<Unwrapped> {
    let begun = code.len() - code.trim_start().len();
    let rest = code.get(begun..)?;
    for tag in ["script", "code", "pre", "javascript", "js"] {
        let Some(after) = rest.strip_prefix('<').and_then(|rest| rest.strip_prefix(tag)) else { continue };
        let Some(open) = after.find('>').filter(|open| !after[..*open].contains('\n')) else { continue };
        let close = format!("</{tag}>");
        let start = begun + 1 + tag.len() + open + 1;
        let Some(end) = code.trim_end().strip_suffix(close.as_str()).map(str::len) else { continue };
        if start <= end {
            return Some(Unwrapped { code: keep(code, start..end), message: TAG });
        }
    }
    None
}

/// The text without `export` and `export default` at the beginning of lines.
///
/// `None` without such lines.
fn exported(code: &str) -> Option<String> {
    let mut found: Option<String> = None;
    let (mut at, mut defaults) = (0, 0);
    for line in code.split_inclusive('\n') {
        let words = if let Some(after) = line.strip_prefix("export default") {
            let is_word =
                after.is_empty() || after.starts_with(|c: char| c.is_whitespace() || "({[".contains(c));
            defaults += usize::from(is_word);
            if is_word { "export default".len() } else { 0 }
        } else {
            let after = line.strip_prefix("export ").unwrap_or_default();
            if is_function(after) || is_class(after) { "export".len() } else { 0 }
        };
        if words > 0 {
            found.get_or_insert_with(|| code.to_owned()).replace_range(at..at + words, &" ".repeat(words));
        }
        at += line.len();
    }
    found.filter(|_| defaults < 2)
}

/// Returns whether a line declares a function: `async function f`, `const f = (`.
fn is_function(line: &str) -> bool {
    let value = ["const ", "let ", "var "].iter().find_map(|word| line.strip_prefix(word));
    let line = match value {
        Some(value) => value.split_once('=').map_or("", |(_, value)| value.trim_start()),
        None => line,
    };
    line.starts_with("async ")
        || line.starts_with("async(")
        || line.starts_with("function")
        || (value.is_some() && line.starts_with('('))
}

/// Returns whether a line declares a class.
fn is_class(line: &str) -> bool {
    line.strip_prefix("abstract ").unwrap_or(line).starts_with("class ")
}

/// The text with blanks everywhere but in `kept`.
fn keep(code: &str, kept: std::ops::Range<usize>) -> String {
    let mut text = String::with_capacity(code.len());
    for (at, character) in code.char_indices() {
        if kept.contains(&at) || matches!(character, '\n' | '\r') {
            text.push(character);
        } else if !matches!(character, '\u{2028}' | '\u{2029}') {
            // One blank for each byte, so that places in bytes stay true as well.
            text.push_str(&" ".repeat(character.len_utf8()));
        } else {
            text.push(character);
        }
    }
    text
}

/// The text of code that may be an object, without the semicolon after it.
///
/// JSON is not code: nothing in it calls a tool.
pub(crate) fn object(code: &str) -> Option<String> {
    let text = code.trim();
    let inner = text.strip_suffix(';').unwrap_or(text);
    if !text.starts_with('{') || !inner.ends_with('}') || is_json(text) {
        return None;
    }
    let end = code.trim_end().len();
    Some(keep(code, 0..if inner.len() < text.len() { end - 1 } else { end }))
}

pub(crate) fn is_json(text: &str) -> bool {
    text.len() <= 64 * 1024 && serde_json::from_str::<serde_json::Value>(text).is_ok()
}

/// Returns whether a text has signs of code that no sentence has.
pub(crate) fn looks_like_code(text: &str) -> bool {
    const WORDS: [&str; 10] =
        ["global.", "global[", "await ", "return ", "=>", "const ", "let ", "var ", "function", "document."];
    WORDS.iter().any(|word| text.contains(word)) && text.contains(['(', ';', '=', '.'])
}

/// Returns whether a text is a function without a name, which is not a statement.
pub(crate) fn is_anonymous_function(code: &str) -> bool {
    let mut rest = code.trim_start();
    if let Some(after) = rest.strip_prefix("async") {
        rest = after.trim_start_matches([' ', '\t']);
    }
    rest.strip_prefix("function").is_some_and(|after| after.trim_start().starts_with('('))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fences_are_blanked() {
        for (text, code) in [
            ("```js\nreturn 1\n```", "     \nreturn 1\n   "),
            ("say:\n~~~\na\n```\nb\n~~~\n", "    \n   \na\n```\nb\n   \n"),
            ("```\na", "   \na"),
            ("````\n```\n````", "    \n```\n    "),
        ] {
            assert_eq!(fenced(text).map(|found| found.code).as_deref(), Some(code), "{text}");
        }
        for text in ["return 1", "```a```", "```\na\n```\n```\nb\n```", "```", "\n```js\n\n```\n"] {
            assert_eq!(fenced(text), None, "{text}");
        }
    }

    #[test]
    fn a_closing_fence_alone_is_blanked() {
        for (text, code) in [("return 1\n```", "return 1\n   "), ("return 1\n```\n", "return 1\n   \n")] {
            assert_eq!(fenced(text).map(|found| found.code).as_deref(), Some(code), "{text}");
        }
    }

    #[test]
    fn names_of_languages_are_blanked() {
        for (text, code) in [
            ("js\nreturn 1", "  \nreturn 1"),
            (" TypeScript:\nreturn 1\n```", "            \nreturn 1\n   "),
            ("ts const a: b = 1", "   const a: b = 1"),
        ] {
            assert_eq!(language(text).map(|found| found.code).as_deref(), Some(code), "{text}");
        }
        for text in ["json\n{}", "js.x()", "javascript", "js(1)", "jsonp\n1"] {
            assert_eq!(language(text), None, "{text}");
        }
    }
}
