//! Lines that were probably meant as a heading or as the header of a compact tool.

use super::heading::{Likeness::Strong, subsection};
use crate::grammar::{self, ToolHeading};
use crate::name::ToolName;
use crate::text;

/// Returns whether a heading is spelled like a name in a program.
///
/// Examples: `searchBooks`, `cart.add`, `add_item`, `` `search` ``, `search(query)`.
pub(crate) fn looks_like_code(heading: &ToolHeading<'_>) -> bool {
    let name = heading.name;
    let small = name.starts_with(|c: char| c.is_ascii_lowercase());
    let inner = |c: &[u8]| c[0] == b'.' && c[1].is_ascii_alphabetic() || c[0] == b'_';
    let camel = name.bytes().any(|byte| byte.is_ascii_uppercase()) || name.as_bytes().windows(2).any(inner);
    small && camel || heading.backticks || heading.signature && (small || !heading.spaced)
}

/// Returns whether a line is an HTML heading of level 1 to 3, or a deeper one that names a subsection.
pub(crate) fn is_html_heading(line: &str) -> bool {
    let [b'<', b'h' | b'H', level @ b'1'..=b'6', b'>' | b' ' | b'\t', ..] = line.as_bytes() else {
        return false;
    };
    *level <= b'3'
        || html_text(line)
            .is_some_and(|text| subsection(text).is_some_and(|(_, likeness)| likeness == Strong))
}

/// The text of an HTML heading up to the tag that ends it.
fn html_text(text: &str) -> Option<&str> {
    let text = text.split_once('>')?.1;
    Some(text.split('<').next().unwrap_or(text).trim())
}

/// Returns the Markdown for the HTML heading that `text` begins with; its text may be on a later line.
pub(crate) fn markdown_heading(text: &str) -> String {
    const LONGEST: usize = 400;
    let text = &text[..text.floor_char_boundary(LONGEST)];
    let level = usize::from(text.as_bytes().get(2).map_or(1, |digit| digit.saturating_sub(b'0'))).clamp(1, 3);
    let end = ["</h", "</H"].iter().find_map(|tag| text.find(tag)).or_else(|| text.find('\n'));
    let words = text[..end.unwrap_or(text.len())]
        .split('<')
        .map(|part| part.split_once('>').map_or(part, |(_, words)| words));
    let words = words.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ");
    let name = if words.is_empty() { "name" } else { &words };
    format!("{} {}", &"###"[..level], text::shorten(name))
}

/// Returns a line of hashes with the blank that it lacks after them.
pub(crate) fn spaced_heading(line: &str) -> String {
    let line = line.trim();
    let text = line.trim_start_matches('#');
    format!("{} {}", &line[..line.len() - text.len()], text::shorten(text.trim()))
}

/// Returns whether a line of hashes without a blank after them was probably meant as a heading.
pub(crate) fn is_unspaced_heading(line: &str) -> bool {
    let text = line.trim_start_matches('#');
    // A blank of another kind, such as a no-break space, is not one of this format.
    let is_spaced = text.starts_with(char::is_whitespace) && !text.trim().is_empty();
    let begins =
        is_spaced || text.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '`' | '_' | '$' | '*'));
    match line.len() - text.len() {
        1 if is_spaced => true,
        // `#word` is a tag more often than a heading.
        1 => {
            let shape = grammar::tool_heading(text.trim_end());
            subsection(text).is_some_and(|(_, likeness)| likeness == Strong)
                || shape.is_some_and(|shape| looks_like_code(&shape) && (shape.signature || shape.backticks))
        }
        2 | 3 => begins,
        _ => begins && subsection(text).is_some_and(|(_, likeness)| likeness == Strong),
    }
}

/// Returns whether a line was probably meant as the header of a compact tool.
///
/// It has text after the signature, a name of several words, an indent, or another case.
pub(crate) fn is_near_header(line: &str) -> bool {
    let is_header = line.starts_with("tool:");
    let line = line.trim();
    let Some(rest) =
        line.get(..4).filter(|word| word.eq_ignore_ascii_case("tool")).and_then(|_| line.get(4..))
    else {
        return false;
    };
    let Some(rest) = rest.trim_start().strip_prefix(':') else { return false };
    let rest = rest.trim();
    let name =
        rest.bytes().position(|b| !(b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.' | b'-')));
    match name {
        // A name alone is a header in small letters at the margin.
        None => !is_header && ToolName::check(rest).is_ok(),
        Some(0) => rest.starts_with(['`', '*']),
        Some(end) => rest.as_bytes()[end] == b'(' || rest.contains('(') && rest.ends_with(')'),
    }
}
