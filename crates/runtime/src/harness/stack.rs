//! Finds the caller's lines in an engine's stack.
//!
//! Engines count lines in the script they compiled, and drivers put lines of their own before ours; so the harness
//! measures its position instead of knowing it: the page throws once on a line that is known. Chromium writes
//! `at f (NAME:LINE:COLUMN)`, Firefox `f@NAME:LINE:COLUMN`. WebKit's frames have no places in a script without an
//! address, and its errors have their innermost line and column themselves.
//!
//! The harness is twice in a stack: at the call of a tool, between the site's function and the code, and below the
//! code, which it called itself. The frames below it there belong to the driver, and are cut off with it.

use crate::harness::javascript::{INSTALLER_NAME, SOURCE_NAME};

/// Maps places in the code that runs to places in the code as the caller wrote it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Origins {
    #[cfg(feature = "preflight")]
    pub(crate) moves: webagents_script::Moves,
}

impl Origins {
    #[cfg_attr(not(feature = "preflight"), expect(clippy::unused_self, reason = "only preflight moves code"))]
    pub(crate) fn of(&self, place: CodePosition) -> CodePosition {
        #[cfg(feature = "preflight")]
        let place = {
            let (line, column) = self.moves.line_and_column(place.line, place.column);
            CodePosition { line, column }
        };
        place
    }
}

/// A place in the caller's code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CodePosition {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

/// The stack as a caller should see it, and the innermost place of it that is in the caller's code.
///
/// `mark` is a stack whose innermost frame is on the line before the code; `lines` is the length of the code that runs.
/// `positions` are line and column of the error and of the mark, where errors have them.
pub(crate) fn localize(
    stack: &str,
    mark: &str,
    positions: Option<((u32, u32), (u32, u32))>,
    lines: usize,
    origins: &Origins,
) -> (String, Option<CodePosition>) {
    let Some(mark) = mark.lines().find_map(frame) else {
        let known = |number: u32| usize::try_from(number).ok();
        let place = positions.and_then(|((line, column), (mark, _))| {
            let line = known(line.checked_sub(mark)?)?;
            let place =
                (1..=lines).contains(&line).then_some(CodePosition { line, column: known(column)? })?;
            Some(origins.of(place))
        });
        return (above_bootstrap(stack), place);
    };
    let mut place = None;
    let mut kept: Vec<String> = Vec::new();
    // As many lines as there were when the harness was met, if no code came after it.
    let mut end = None;
    for text in stack.lines() {
        let Some(frame) = frame(text) else {
            kept.push(text.to_owned());
            continue;
        };
        let line = frame.place.line.saturating_sub(mark.place.line);
        if frame.script != mark.script || line == 0 || line > lines {
            end = end.or(Some(kept.len()));
            continue;
        }
        end = None;
        let origin = origins.of(CodePosition { line, column: frame.place.column });
        place = place.or(Some(origin));
        // Chromium calls the code's own function `eval`, which does not help a reader.
        let (before, after) = (&text[..frame.range.start], &text[frame.range.end..]);
        let (before, after) = match (before.strip_suffix("eval ("), after.strip_suffix(')')) {
            (Some(before), Some(after)) => (before, after),
            _ => (before, after),
        };
        kept.push(format!("{before}code:{}:{}{after}", origin.line, origin.column));
    }
    kept.truncate(end.unwrap_or(kept.len()));
    (kept.join("\n"), place)
}

/// Code of an isolated realm, by which a stack's positions are read.
#[derive(Debug, Default)]
pub(crate) struct RealmCode {
    pub(crate) text: String,
    /// Columns, in bytes, that a stack counts before the code on its first line.
    pub(crate) columns_before: usize,
    pub(crate) origins: Origins,
}

/// The stack without the harness's own frames and the frames below the last of them, which called it.
///
/// So WebKit calls the script that is before the page's own.
fn above_bootstrap(stack: &str) -> String {
    let lines: Vec<&str> = stack.lines().collect();
    let ours = |line: &&str| line.contains("@web-inspector://bootstrap.js");
    let Some(last) = lines.iter().rposition(ours) else { return stack.to_owned() };
    let above = lines.into_iter().take(last).filter(|line| !ours(line));
    above.collect::<Vec<_>>().join("\n")
}

/// Position in one of our scripts that a line of a stack names.
struct StackFrame {
    /// The script's name.
    script: &'static str,
    place: CodePosition,
    /// Range of script and position in the line.
    range: std::ops::Range<usize>,
}

fn frame(text: &str) -> Option<StackFrame> {
    [SOURCE_NAME, INSTALLER_NAME].into_iter().find_map(|script| {
        let start = text.find(script)?;
        let rest = text[start + script.len()..].strip_prefix(':')?;
        let (line, after) = number(rest)?;
        let (column, after) = number(after.strip_prefix(':')?)?;
        Some(StackFrame {
            script,
            place: CodePosition { line, column },
            range: start..text.len() - after.len(),
        })
    })
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
        let (text, found) = localize(stack, mark, None, 3, &Origins::default());
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
    fn below_the_code_is_nothing_of_the_callers() {
        check(
            "E: x\n    at shop.js:3:1\n    at tool (webagents-code.js:20:1)\n    at eval (webagents-code.js:51:7)\n    \
             at begin (webagents-code.js:40:1)\n    at eval (<anonymous>:4:2)\n    at callFunction (<anonymous>:418:30)",
            "Error\n    at mark (webagents-code.js:50:9)",
            "E: x\n    at shop.js:3:1\n    at code:1:7",
            Some((1, 7)),
        );
        // The code is not in every stack.
        check(
            "E: x\n    at shop.js:3:1\n    at tool (webagents-code.js:20:1)\n    at callFunction (<anonymous>:418:30)",
            "Error\n    at mark (webagents-code.js:50:9)",
            "E: x\n    at shop.js:3:1",
            None,
        );
    }

    #[test]
    fn the_harness_is_not_taken_for_the_code_of_a_later_script() {
        check(
            "E: x\n    at eval (webagents-code.js:5:7)\n    at begin (webagents-first.js:6:1)\n    at run (<anonymous>:1:1)",
            "Error\n    at mark (webagents-code.js:4:9)",
            "E: x\n    at code:1:7",
            Some((1, 7)),
        );
        check(
            "E: x\n    at eval (webagents-first.js:95:7)\n    at begin (webagents-first.js:60:1)\n    at run (<anonymous>:1:1)",
            "Error\n    at mark (webagents-first.js:94:9)",
            "E: x\n    at code:1:7",
            Some((1, 7)),
        );
    }

    #[test]
    fn errors_that_know_their_line_tell_it() {
        let stack = "tool@http://h/shop.js:3:1\n@web-inspector://bootstrap.js:9:1\n@\n\
                     run@web-inspector://bootstrap.js:8:1\n@\nglobal code@";
        for (at, expected) in [
            ((4, 7), Some(CodePosition { line: 1, column: 7 })),
            ((6, 1), Some(CodePosition { line: 3, column: 1 })),
            ((3, 1), None),
            ((7, 1), None),
            ((0, 0), None),
        ] {
            let (text, place) =
                localize(stack, "@\nglobal code@", Some((at, (3, 9))), 3, &Origins::default());
            assert_eq!((text.as_str(), place), ("tool@http://h/shop.js:3:1\n@", expected), "{at:?}");
        }
        // Where a stack has lines, they count.
        let (_, place) = localize(
            "f@webagents-code.js:51:7",
            "@webagents-code.js:50:9",
            Some(((9, 9), (8, 8))),
            3,
            &Origins::default(),
        );
        assert_eq!(place, Some(CodePosition { line: 1, column: 7 }));
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
