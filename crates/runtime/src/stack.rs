//! Finds the caller's lines in an engine's stack.
//!
//! Engines count lines in the script they compiled, and drivers put lines of their own before ours; so the
//! harness measures where it stands instead of knowing it: the page throws once on a line that is known.
//! Chromium writes `at f (NAME:LINE:COLUMN)`, Firefox `f@NAME:LINE:COLUMN`; others give no lines here.

use crate::harness::SOURCE_NAME;

/// A place in the caller's code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

/// The stack as a caller should see it, and the innermost place of it that is in the caller's code.
///
/// `mark` is a stack whose innermost frame is on the line before the code; `lines` is the code's length.
pub(crate) fn localize(stack: &str, mark: &str, lines: usize) -> (String, Option<Place>) {
    let Some((before, _)) = mark.lines().find_map(frame) else { return (stack.to_owned(), None) };
    let mut place = None;
    let mut kept: Vec<String> = Vec::new();
    for text in stack.lines() {
        match frame(text) {
            None => kept.push(text.to_owned()),
            Some((at, range)) => {
                let line = at.line.saturating_sub(before.line);
                if line == 0 || line > lines {
                    continue;
                }
                place = place.or(Some(Place { line, column: at.column }));
                // Chromium calls the code's own function `eval`, which tells nobody anything.
                let (before, after) = (&text[..range.start], &text[range.end..]);
                let (before, after) = match (before.strip_suffix("eval ("), after.strip_suffix(')')) {
                    (Some(before), Some(after)) => (before, after),
                    _ => (before, after),
                };
                kept.push(format!("{before}code:{line}:{}{after}", at.column));
            }
        }
    }
    (kept.join("\n"), place)
}

/// The place that a line of a stack names, if it is in our script, and where in the line it stands.
fn frame(text: &str) -> Option<(Place, std::ops::Range<usize>)> {
    let start = text.find(SOURCE_NAME)?;
    let rest = text[start + SOURCE_NAME.len()..].strip_prefix(':')?;
    let (line, after) = number(rest)?;
    let (column, after) = number(after.strip_prefix(':')?)?;
    Some((Place { line, column }, start..text.len() - after.len()))
}

fn number(text: &str) -> Option<(usize, &str)> {
    let end = text.bytes().position(|b| !b.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(stack: &str, mark: &str, want: &str, place: Option<(usize, usize)>) {
        let (text, found) = localize(stack, mark, 3);
        assert_eq!(text, want);
        assert_eq!(found.map(|p| (p.line, p.column)), place);
    }

    #[test]
    fn lines_of_the_caller_are_counted_from_one() {
        check(
            "TypeError: x\n    at shop.js:3:1\n    at async webagents-code.js:52:7\n    at run (webagents-code.js:40:1)",
            "Error\n    at mark (webagents-code.js:50:9)\n    at f (webagents-code.js:9:9)",
            "TypeError: x\n    at shop.js:3:1\n    at async code:2:7",
            Some((2, 7)),
        );
    }

    #[test]
    fn the_other_notation() {
        check("f@webagents-code.js:51:7\n", "@webagents-code.js:50:9\n", "f@code:1:7", Some((1, 7)));
    }

    #[test]
    fn without_lines_nothing_is_claimed() {
        check("f@\nglobal code@", "@", "f@\nglobal code@", None);
        check(
            "x webagents-code.js:99999999999999999999999:1",
            "@webagents-code.js:5:1",
            "x webagents-code.js:99999999999999999999999:1",
            None,
        );
        check("x webagents-code.js:4:1", "@webagents-code.js:5:1", "", None);
    }
}
