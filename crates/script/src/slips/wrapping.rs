//! What stands around code in a model's answer: Markdown fences, HTML tags, words.
//!
//! All of it is blanked, so that every line and column of the code stays true.

/// Code without what was around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unwrapped {
    /// A text of as many lines, with blanks in the place of the rest.
    pub(crate) code: String,
    /// What was there, and how to write it.
    pub(crate) message: &'static str,
}

const FENCE: &str = "the code is in a Markdown fence, which was taken away; send the code alone";
const TAG: &str = "the code is in an HTML tag such as `<script>` or `<code>` (`</script>`, `</code>`), which was taken away; \
                   send the code alone";
const EXPORT: &str = "`export default` was taken away: the code is the body of a function, and its result is what it \
                      returns; write `return …`";

/// Whether a text begins with a fence or has an `export default`, which no code of a function does.
pub(crate) fn is_wrapped(code: &str) -> bool {
    fence(code.trim_start().lines().next().unwrap_or_default()).is_some() || exported(code).is_some()
}

/// What can be taken from around a text, the likeliest first.
pub(crate) fn unwrapped(code: &str) -> Vec<Unwrapped> {
    let mut found = Vec::new();
    found.extend(fenced(code));
    found.extend(tagged(code));
    found.extend(exported(code));
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
    match blocks(code).as_slice() {
        [only] => Some(Unwrapped { code: keep(code, only.clone()), message: FENCE }),
        _ => None,
    }
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

fn exported(code: &str) -> Option<Unwrapped> {
    const WORDS: &str = "export default";
    let mut at = 0;
    let mut found = None;
    for line in code.split_inclusive('\n') {
        if line.starts_with(WORDS) && line[WORDS.len()..].starts_with(|c: char| c.is_whitespace() || c == '(')
        {
            if found.is_some() {
                return None;
            }
            found = Some(at);
        }
        at += line.len();
    }
    let start = found?;
    let mut text = code.to_owned();
    text.replace_range(start..start + WORDS.len(), &" ".repeat(WORDS.len()));
    Some(Unwrapped { code: text, message: EXPORT })
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

/// Whether a text is a function without a name, which is no statement.
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
        for text in ["return 1", "```a```", "```\na\n```\n```\nb\n```"] {
            assert_eq!(fenced(text), None, "{text}");
        }
    }
}
