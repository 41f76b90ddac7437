//! Escapes of text that would be markup in Markdown.
//!
//! The one place where a page's text enters Markdown (I7).
//!
//! The decision it embodies: a character is escaped only at places that give it a meaning, so that
//! `snake_case`, `2 * 3` and `[1]` stay as they were written. The meaning depends on the adjacent characters
//! (CommonMark 0.31.2, section 6.2 for emphasis, 4 for what begins a line; GitHub Flavored Markdown for `~`,
//! `|` and `$`).

/// Context of a run of text.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts about a place")]
pub(super) struct Around {
    /// The character after the run, as far as it is known.
    pub(super) next: Option<char>,
    /// `true` if the text written before it does not count, as at the beginning of a line.
    pub(super) is_first: bool,
    /// `true` if the run is the text of a link, where brackets count.
    pub(super) in_link: bool,
    /// `true` if the run is in a table, where pipes count.
    pub(super) in_cell: bool,
    /// `true` if the page has formulas.
    ///
    /// On others a dollar sign is a price or a variable, and stays as it is.
    pub(super) has_formulas: bool,
}

/// Appends text, escaped for its place after what `out` already holds.
pub(super) fn push_text(out: &mut String, text: &str, around: Around) {
    let mut previous = if around.is_first { None } else { out.chars().next_back() };
    let mut rest = text;
    // Most text holds none of these, and is copied in one piece.
    while let Some(at) = rest.find(['\\', '`', '*', '_', '[', ']', '<', '&', '~', '|', '!', '$']) {
        let (before, special) = rest.split_at(at);
        out.push_str(before);
        if let Some(last) = before.chars().next_back() {
            previous = Some(last);
        }
        let mut chars = special.chars();
        let Some(c) = chars.next() else { break };
        let after = chars.as_str();
        let next = after.chars().next().or(around.next);
        if needs_escape(c, previous, next, after, around) {
            out.push('\\');
        }
        out.push(c);
        previous = Some(c);
        rest = after;
    }
    out.push_str(rest);
}

fn needs_escape(c: char, previous: Option<char>, next: Option<char>, after: &str, around: Around) -> bool {
    let space = |c: Option<char>| c.is_none_or(char::is_whitespace);
    let word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    match c {
        '\\' => next.is_some_and(|next| next.is_ascii_punctuation() || next == '\n'),
        '`' => true,
        '*' => !(space(previous) && space(next)),
        '_' => !(word(previous) && word(next) || space(previous) && space(next)),
        '~' => {
            let opens = space(previous) || matches!(previous, Some('(' | '"' | '\'' | '/' | '='));
            !(space(next) && space(previous)
                || opens && word(next)
                || previous == Some('/')
                || next == Some('/'))
        }
        '[' => around.in_link,
        ']' => around.in_link || matches!(next, Some('(' | '[')),
        // In front of a link it would make an image of it.
        '!' => after.is_empty() && next == Some('['),
        '<' => next.is_some_and(|next| next.is_ascii_alphabetic() || matches!(next, '/' | '!' | '?')),
        '&' => is_reference(after),
        '|' => around.in_cell,
        '$' => around.has_formulas && !(space(previous) && space(next)),
        _ => false,
    }
}

/// Returns whether `&` and this text would be a character reference (CommonMark, section 2.5).
fn is_reference(after: &str) -> bool {
    let Some(end) = after.bytes().take(40).position(|byte| byte == b';') else { return false };
    let name = &after[..end];
    match name.strip_prefix('#') {
        Some(number) => {
            let digits = number.strip_prefix(['x', 'X']).unwrap_or(number);
            !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
        }
        None => !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric()),
    }
}

/// Position of a line in its paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LinePlace {
    /// The first of a block.
    First,
    /// One after a hard break.
    Later,
}

/// Returns the byte that needs a backslash so that the line begins no block, if one does.
pub(super) fn line_escape(line: &str, which: LinePlace) -> Option<usize> {
    let first = line.bytes().next()?;
    let ends = |at: usize| line.as_bytes().get(at).is_none_or(|byte| matches!(byte, b' ' | b'\t' | b'\n'));
    let only = |set: &[u8]| line.bytes().all(|byte| set.contains(&byte));
    match first {
        b'#' => {
            let count = line.bytes().take_while(|&byte| byte == b'#').count();
            (count <= 6 && ends(count)).then_some(0)
        }
        b'>' => Some(0),
        b'+' => ends(1).then_some(0),
        b'-' => (ends(1) || only(b"- \t") || which == LinePlace::Later && only(b"-:| \t")).then_some(0),
        b'*' => (ends(1) || only(b"* \t")).then_some(0),
        b'_' => only(b"_ \t").then_some(0),
        b'=' | b':' | b'|' => (which == LinePlace::Later && only(b"=-:| \t")).then_some(0),
        b'~' => line.starts_with("~~~").then_some(0),
        b'0'..=b'9' => {
            let count = line.bytes().take_while(u8::is_ascii_digit).count();
            let marker = matches!(line.as_bytes().get(count), Some(b'.' | b')'));
            (count <= 9 && marker && ends(count + 1)).then_some(count)
        }
        b'[' if which == LinePlace::First => {
            let label = line.find(']')?;
            let task = matches!(&line[..=label], "[ ]" | "[x]" | "[X]") && ends(label + 1);
            (line[label..].starts_with("]:") || task).then_some(0)
        }
        _ => None,
    }
}

/// Appends a link's destination (CommonMark, section 6.3), without the pointed brackets.
pub(super) fn push_destination(out: &mut String, url: &str) {
    let mut depth = 0_usize;
    let mut balanced = true;
    for c in url.chars() {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => balanced = false,
            ')' => depth -= 1,
            _ => {}
        }
    }
    // Parsers give up on many levels of parentheses.
    balanced &= depth == 0 && url.bytes().filter(|&byte| byte == b'(').count() < 16;
    if url.is_empty() {
        out.push_str("<>");
    }
    for (at, c) in url.char_indices() {
        match c {
            ' ' => out.push_str("%20"),
            '<' => out.push_str("%3C"),
            '>' => out.push_str("%3E"),
            '\u{a0}' => out.push_str("%C2%A0"),
            c if c.is_ascii_control() => {}
            '(' | ')' if !balanced => out.extend(['\\', c]),
            '\\' if url[at + 1..].starts_with(|next: char| next.is_ascii_punctuation()) => {
                out.push_str("\\\\");
            }
            '\\' if at + 1 == url.len() => out.push_str("%5C"),
            '&' if is_reference(&url[at + 1..]) => out.push_str("\\&"),
            // It would not end a link, and it would end a table's cell.
            '|' => out.push_str("%7C"),
            _ => out.push(c),
        }
    }
}

/// Appends a title in its quotes. A title is one line.
pub(super) fn push_title(out: &mut String, title: &str) {
    out.push_str(" \"");
    let mut blank = false;
    let trimmed = title.trim();
    for (at, c) in trimmed.char_indices() {
        let after = &trimmed[at + c.len_utf8()..];
        match c {
            '"' => out.push_str("\\\""),
            '\\' if after.is_empty() || after.starts_with(|next: char| next.is_ascii_punctuation()) => {
                out.push_str("\\\\");
            }
            '&' if is_reference(after) => out.push_str("\\&"),
            '|' => out.push_str("\\|"),
            c if c.is_ascii_whitespace() => {
                if !blank {
                    out.push(' ');
                }
            }
            _ => out.push(c),
        }
        blank = c.is_ascii_whitespace();
    }
    out.push('"');
}

/// Appends a code span (CommonMark, section 6.1) with as many backticks as its contents need.
pub(super) fn push_code(out: &mut String, code: &str, in_cell: bool) {
    let fence = "`".repeat(spare_run(code));
    let blank = code.bytes().all(|byte| byte == b' ');
    let pads = !blank
        && (code.starts_with('`') || code.ends_with('`') || code.starts_with(' ') && code.ends_with(' '));
    out.push_str(&fence);
    if pads {
        out.push(' ');
    }
    if in_cell {
        out.push_str(&code.replace('|', "\\|"));
    } else {
        out.push_str(code);
    }
    if pads {
        out.push(' ');
    }
    out.push_str(&fence);
}

/// The shortest run of backticks that is not in the text.
fn spare_run(code: &str) -> usize {
    let mut seen = 0_u64;
    let mut longest = 0;
    for run in code.split(|c| c != '`').map(str::len).filter(|&run| run > 0) {
        longest = longest.max(run);
        if run < 64 {
            seen |= 1 << run;
        }
    }
    (1..64).find(|&run| seen & (1 << run) == 0).unwrap_or(longest + 1)
}

/// The longest run of a character in a text.
pub(super) fn longest_run(text: &str, of: char) -> usize {
    text.split(|c| c != of).map(str::len).max().unwrap_or(0)
}
