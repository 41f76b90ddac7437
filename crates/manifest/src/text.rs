//! Free text of the model and of Markdown.
//!
//! A text field is trimmed, has LF line ends, and never contains a line that would become structure in the place that
//! the writer puts it in; `protect` ensures the last point.

use std::borrow::Cow;

use nom::FindSubstring;

use crate::lines;

/// Trims a text and replaces its line ends by LF.
pub(crate) fn normalize(text: &str) -> Cow<'_, str> {
    with_lf(trim(text))
}

/// Trims a piece of Markdown and replaces its line ends by LF.
pub(crate) fn markdown(text: &str) -> Cow<'_, str> {
    with_lf(trim_markdown(text))
}

/// Replaces line ends by LF.
///
/// Several CR before one LF are one line end, so that a second pass changes nothing.
fn with_lf(text: &str) -> Cow<'_, str> {
    if !has(text, b'\r') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        match line.strip_suffix('\n') {
            Some(line) => {
                out.push_str(line.trim_end_matches('\r'));
                out.push('\n');
            }
            None => out.push_str(line),
        }
    }
    Cow::Owned(out)
}

/// Returns whether `text` contains a byte of ASCII.
pub(crate) fn has(text: &str, byte: u8) -> bool {
    // nom's search is memchr's, many times faster than the standard library's `contains`.
    text.as_bytes().find_substring(&[byte][..]).is_some()
}

/// Removes blank lines at both ends, and the first line's indent unless that makes it code.
///
/// A fence four columns from the margin is text, and must not become a fence.
pub(crate) fn trim_markdown(text: &str) -> &str {
    let trimmed = trim(text);
    let start = text.len() - trim_start(text).len();
    if start == 0 || text[..start].ends_with('\n') {
        return trimmed;
    }
    let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let is_code = lines::indent_of(&text[line..]).0 > 3;
    if is_code && !trimmed.is_empty() { &text[line..start + trimmed.len()] } else { trimmed }
}

/// Returns whether a line contains nothing but white space.
pub(crate) fn is_blank(line: &str) -> bool {
    trim_start(line).is_empty()
}

/// Returns whether a line may begin and end with this byte. A form feed is a character like any other.
fn is_blank_byte(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// Removes white space at the start.
pub(crate) fn trim_start(text: &str) -> &str {
    &text[text.bytes().position(|byte| !is_blank_byte(byte)).unwrap_or(text.len())..]
}

/// Removes white space at both ends.
pub(crate) fn trim(text: &str) -> &str {
    let text = trim_start(text);
    &text[..text.bytes().rposition(|byte| !is_blank_byte(byte)).map_or(0, |last| last + 1)]
}

/// Returns the body of a fence or of an indented block without the indent that its lines share.
pub(crate) fn dedent(text: &str) -> String {
    let common =
        text.lines().filter(|line| !is_blank(line)).map(|line| lines::indent_of(line).0).min().unwrap_or(0);
    unindent(text, common)
}

/// Replaces line ends by LF and removes up to `columns` columns of white space from each line.
pub(crate) fn unindent(text: &str, columns: usize) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split('\n').map(|line| line.trim_end_matches('\r')) {
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(strip_columns(line, columns));
    }
    trim(&out).to_owned()
}

/// Removes the first `columns` columns of `line`, as far as they are white space.
pub(crate) fn strip_columns(line: &str, columns: usize) -> &str {
    let mut left = columns;
    for (at, byte) in line.bytes().enumerate() {
        let width = match byte {
            b' ' => 1,
            b'\t' => 4,
            _ => return &line[at..],
        };
        if width > left {
            return &line[at..];
        }
        left -= width;
    }
    ""
}

/// Joins a text to one line.
///
/// It is trimmed, and if it has several lines, each run of white space becomes one space.
pub(crate) fn one_line(text: &str) -> Cow<'_, str> {
    if text.contains('\n') {
        Cow::Owned(text.split_ascii_whitespace().collect::<Vec<_>>().join(" "))
    } else {
        Cow::Borrowed(trim(text))
    }
}

/// Returns the first characters of `text`, for a message.
pub(crate) fn shorten(text: &str) -> String {
    const CHARS: usize = 60;
    match text.char_indices().nth(CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
