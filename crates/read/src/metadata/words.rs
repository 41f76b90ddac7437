//! Texts of metadata as one line, and names of people in them.

use webagents_text::hidden;

use crate::limits;

/// Returns a text as one line of at most `limit` characters.
///
/// Runs of blanks become one blank. Controls, including those that change the direction of text, are removed,
/// so that they cannot affect the text after them.
pub(super) fn to_line(text: &str, limit: usize) -> Option<String> {
    let mut out = String::new();
    let (mut count, mut blank) = (0, false);
    for c in text.chars().filter(|c| c.is_whitespace() || !hidden::METADATA.contains(*c)) {
        if c.is_whitespace() {
            blank = count > 0;
            continue;
        }
        let width = 1 + usize::from(blank);
        if count + width > limit {
            out.push('\u{2026}');
            break;
        }
        if blank {
            out.push(' ');
        }
        out.push(c);
        count += width;
        blank = false;
    }
    (!out.is_empty()).then_some(out)
}

/// The name of a person or an organisation: no address, and without the word `By`.
pub(super) fn person_name(text: &str) -> Option<String> {
    let name = to_line(text, limits::NAME)?;
    let name = match name.get(..3) {
        Some(by) if by.eq_ignore_ascii_case("by ") => name[3..].trim_start(),
        _ => &name,
    };
    let is_address = name.contains("://") || name.starts_with(['@', '/']) || name.starts_with("www.");
    let has_letter = name.chars().any(char::is_alphabetic);
    (has_letter && !is_address && !name.eq_ignore_ascii_case("by")).then(|| name.to_owned())
}
