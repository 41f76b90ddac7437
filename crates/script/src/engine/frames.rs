//! Stacks of the engine.

use std::fmt::Write as _;

use crate::diagnostic::Place;

/// Maximum number of frames that are read.
const MOST: usize = 10;

/// Position in the code that a frame has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Site {
    /// Byte of the code.
    At(usize),
    /// Beginning of the function that is the whole of the code, also if the position in it is unknown.
    Beginning,
    /// The position is not in the code.
    Unknown,
}

/// Line of a stack.
#[derive(Debug, Clone, Copy)]
pub(super) struct EngineFrame<'e> {
    /// Name of the function.
    pub(super) name: &'e str,
    /// Position in the code; `None` in another file, and in a function of the engine.
    pub(super) site: Option<Site>,
}

/// Name of a frame without a name.
const ANONYMOUS: &str = "<anonymous>";

impl<'e> EngineFrame<'e> {
    /// Returns the name of the frame's function, if it has one.
    fn function(&self) -> Option<&'e str> {
        (!matches!(self.name, ANONYMOUS | "<eval>")).then_some(self.name)
    }
}

/// Reads `    at NAME (FILE:LINE:COLUMN)` for each frame, the innermost first.
pub(super) fn read<'e>(code: &str, stack: &'e str, file: &str, before: usize) -> Vec<EngineFrame<'e>> {
    // The engine counts some line ends in some tokens only.
    let is_certain = !code.contains(['\u{2028}', '\u{2029}'])
        && code.match_indices('\r').all(|(at, _)| code[at..].starts_with("\r\n"));
    let lines = stack.lines().filter_map(|line| line.trim_start().strip_prefix("at "));
    let frame = |line: &'e str| {
        let (name, place) =
            line.strip_suffix(')').and_then(|line| line.rsplit_once(" (")).unwrap_or(("", line));
        let place = place.strip_prefix(file).and_then(|rest| rest.strip_prefix(':'));
        let numbers = place.and_then(|place| place.split_once(':'));
        let site = numbers.map(|(line, column)| match (line.parse(), column.parse()) {
            (Ok(line), Ok(column)) if is_certain => site(code, before, line, column),
            _ => Site::Unknown,
        });
        EngineFrame { name, site }
    };
    lines.take(MOST).map(frame).collect()
}

/// Returns the byte of the code at a line and a column in bytes.
fn site(code: &str, before: usize, line: usize, column: usize) -> Site {
    // A function that passes no position has the first column of its line.
    if line == 0 || (line == 1 && column <= before) {
        return Site::Beginning;
    }
    let column = if line == 1 { column - before } else { column };
    let Some(column) = column.checked_sub(1) else { return Site::Unknown };
    let mut begin = 0;
    for _ in 1..line {
        match code.get(begin..).and_then(|rest| rest.find('\n')) {
            Some(at) => begin += at + 1,
            None => return Site::Unknown,
        }
    }
    let mut at = begin.saturating_add(column);
    // The engine counts columns from 1, but from 0 on the first line, except at names that are read.
    if line == 1 && !begins_word(code, at) {
        at += 1;
    }
    let is_inside = code.is_char_boundary(at) && !code[begin..at].contains('\n');
    if is_inside { Site::At(at) } else { Site::Unknown }
}

/// Returns whether a word begins at a byte.
fn begins_word(code: &str, at: usize) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    code.get(at..).is_some_and(|rest| rest.starts_with(is_word))
        && code.get(..at).is_some_and(|before| !before.ends_with(is_word))
}

/// Writes the frames of the code, with the places of their bytes; `top` is the place of the innermost.
pub(super) fn show(frames: &[EngineFrame<'_>], top: Option<Place>, place: impl Fn(usize) -> Place) -> String {
    let mut out = String::new();
    let own = frames.iter().filter_map(|frame| Some((frame, frame.site?)));
    for (index, (frame, site)) in own.enumerate() {
        let place = match site {
            _ if index == 0 => top,
            Site::At(at) => Some(place(at)),
            Site::Beginning | Site::Unknown => None,
        };
        let text = match place {
            Some(Place { line, column }) => format!("code:{line}:{column}"),
            None => "code".to_owned(),
        };
        // Writing to a String cannot fail.
        let _ = match frame.function() {
            Some(name) => writeln!(out, "    at {name} ({text})"),
            None => writeln!(out, "    at {text}"),
        };
    }
    out.truncate(out.trim_end().len());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_converted() {
        let code = "\u{1f600} a\n  b";
        let read = |stack| {
            let frames = read(code, stack, "code.js", 3);
            (
                frames.iter().map(|frame| frame.site).collect::<Vec<_>>(),
                show(&frames, Some(Place { line: 1, column: 4 }), |at| Place::of(code, at)),
            )
        };
        let stack = "    at map (native)\n    at f (x) (code.js:1:9)\n    at <anonymous> (code.js:2:3)\n    at g (run.js:1:2)\n    \
                     at <anonymous> (code.js:1:2)\n    at <input>:1:2\n    at h (code.js:9:1)\n    at h (code.js:2:99)\n";
        let (sites, shown) = read(stack);
        let expected = [
            None,
            Some(Site::At(5)),
            Some(Site::At(9)),
            None,
            Some(Site::Beginning),
            None,
            Some(Site::Unknown),
            Some(Site::Unknown),
        ];
        assert_eq!(sites, expected);
        assert_eq!(
            shown,
            "    at f (x) (code:1:4)\n    at code:2:3\n    at code\n    at h (code)\n    at h (code)"
        );
        assert_eq!(read("").1, "");
        assert_eq!(read("    at code.js:1:2:3\n  at a (code.js::)").0.len(), 2);
    }
}
