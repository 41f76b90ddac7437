//! Maps places in the code that runs to places in the code that came in.
//!
//! Blanked types move nothing. Text that is inserted or replaced (`return `, an enum) moves the rest of its last
//! line.

use std::ops::Range;

use crate::diagnostic::{Place, Places};

/// Map from positions in the code that [`preflight`](crate::preflight()) returns to those in its input.
///
/// ```
/// use webagents_script::{Tools, preflight};
/// let found = preflight("const a = 1;\na.b.c", &Tools::default());
/// assert_eq!(found.code, "const a = 1;\nreturn a.b.c");
/// assert_eq!(found.moves.line_and_column(2, 12), (2, 5));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Moves {
    /// In the order of the code.
    replaced: Vec<Move>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Move {
    /// In the code to run.
    to: Range<Place>,
    /// In the code that came in.
    from: Range<Place>,
}

/// A part of the code that came in, and the part of the code to run that replaced it, in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Replaced {
    pub(crate) from: Range<usize>,
    pub(crate) to: Range<usize>,
}

impl Moves {
    /// Takes linear time; `replaced` is in the order of the code.
    pub(crate) fn new(came: &str, runs: &str, replaced: &[Replaced]) -> Self {
        let (mut from, mut to) = (Places::new(came), Places::new(runs));
        let mut ends = |one: &Replaced| Move {
            from: from.of(one.from.start)..from.of(one.from.end),
            to: to.of(one.to.start)..to.of(one.to.end),
        };
        Self { replaced: replaced.iter().map(&mut ends).collect() }
    }

    /// Converts a line and column of the code that preflight returned to the line and column of its input.
    ///
    /// A place within text that was inserted maps to the place of the insertion.
    ///
    /// Lines and columns count as in [`Place`].
    pub fn line_and_column(&self, line: usize, column: usize) -> (usize, usize) {
        let place = Place { line, column };
        let index = self.replaced.partition_point(|one| one.to.start <= place);
        let Some(Move { from, to }) = index.checked_sub(1).and_then(|last| self.replaced.get(last)) else {
            return (line, column);
        };
        if place < to.end {
            return (from.start.line, from.start.column);
        }
        let moved = line - to.end.line + from.end.line;
        if line > to.end.line { (moved, column) } else { (moved, column - to.end.column + from.end.column) }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Place, Tools, preflight};

    /// `¦` marks a place in the code to run, and in the code that came in the place that it has there.
    #[track_caller]
    fn check(came: &str, runs: &str) {
        let found = preflight(&came.replace('¦', ""), &Tools::default());
        assert_eq!(found.code, runs.replace('¦', ""));
        let [(line, column), expected] = [runs, came].map(|text| {
            let place = Place::of(text, text.find('¦').expect("a mark"));
            (place.line, place.column)
        });
        assert_eq!(found.moves.line_and_column(line, column), expected, "{came}");
    }

    #[test]
    fn places_are_those_of_the_code_that_came_in() {
        for (came, runs) in [
            ("const a = 1;\na.¦b.c", "const a = 1;\nreturn a.¦b.c"),
            ("¦a.b.c", "re¦turn a.b.c"),
            ("'\u{1f600}é'.¦b.c", "return '\u{1f600}é'.¦b.c"),
            ("const a¦ = 1;\na", "const a¦ = 1;\nreturn a"),
            ("async () => {\n  ¦x()\n}", "return (async () => {\n  ¦x()\n})(global)"),
            ("async () => { ¦x() }", "return (async () => { ¦x() })(global)"),
            ("async () => { x() }¦", "return (async () => { x() })(glo¦bal)"),
            ("function () { ¦x() }", "return (function () { ¦x() }\n)(global)"),
            ("function () { x() }¦", "return (function () { x() }\n)(¦global)"),
            ("(a as any).¦b", "return (a       ).¦b"),
        ] {
            check(came, runs);
        }
    }

    #[test]
    fn what_is_compiled_moves_what_follows() {
        for came in [
            "enum A { B } return ¦x.y",
            "enum A {\n  B,\n  C,\n} return ¦x.y",
            "enum A { B } enum C { D } ¦x.y",
            "class A { constructor(public a: number) { ¦x.y } }\nreturn 1",
            "enum A { B }\nfunction main() { ¦x.y }",
        ] {
            let code = came.replace('¦', "");
            let found = preflight(&code, &Tools::default());
            let here = Place::of(came, came.find('¦').expect("a mark"));
            let there = Place::of(&found.code, found.code.find("x.y").expect("it is kept"));
            assert_ne!(found.code, code);
            let place = found.moves.line_and_column(there.line, there.column);
            assert_eq!(place, (here.line, here.column), "{came}: {}", found.code);
        }
        let found = preflight("function main() { x() }", &Tools::default());
        assert_ne!(found.code, "function main() { x() }");
        let (line, column) = found.moves.line_and_column(found.code.lines().count(), 9);
        assert_eq!((line, column), (1, 24), "{}", found.code);
    }
}
