//! Literals without which an expression cannot match.
//!
//! They are derived from the expressions themselves, so that nothing has to be kept in step. A match has one literal of each
//! set, in the order of the sets and within their distances; a text without them needs no attempt.

use std::sync::LazyLock;

use regex_syntax::hir::{Class, Hir, HirKind, Look};

use crate::lists::{Words, read_list};

/// Words that most sentences have.
static USUAL: Words = LazyLock::new(|| read_list("usual"));

/// Words that most tools have in a sentence.
static COMMON: Words = LazyLock::new(|| read_list("common"));

/// Characters that few sentences have.
const TELLING: [&str; 3] = ["<", "@", "|"];

/// The [`estimate_frequency`] from which a set is worth no search.
const OFTEN: f64 = 3.0;

/// A part of the text of each match.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Literal {
    pub(crate) text: String,
    /// `true` if no word goes on before it.
    pub(crate) starts: bool,
    /// `true` if no word goes on after it.
    pub(crate) ends: bool,
}

/// Literals of which one is in every match.
pub(crate) type Set = Vec<Literal>;

/// A side of a match of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

/// A set, and its distance to the set before it.
#[derive(Debug, Clone)]
pub(crate) struct Step {
    pub(crate) set: Set,
    /// Most bytes between the literal before, or the match's beginning, and this one. `None` is any number.
    pub(crate) within: Option<usize>,
}

/// The sets of an expression in the order of a match.
#[derive(Debug, Clone, Default)]
struct Sequence {
    steps: Vec<Step>,
    /// Most bytes after the last literal, or of the whole match if there is none.
    after: Option<usize>,
}

impl Sequence {
    /// A sequence without a set, of at most `len` bytes.
    fn empty(len: Option<usize>) -> Self {
        Self { steps: Vec::new(), after: len }
    }

    /// Adds a sequence that follows.
    fn extend_with(&mut self, next: Self) {
        let mut before = self.after;
        self.after = if next.steps.is_empty() { add_lengths(before, next.after) } else { next.after };
        for step in next.steps {
            self.steps.push(Step { within: add_lengths(before, step.within), set: step.set });
            before = Some(0);
        }
    }

    /// Leaves out the sets that are not wanted; the sets after them are so much further away.
    fn retain_sets(&mut self, is_wanted: impl Fn(usize, &Set) -> bool) {
        let mut skipped = Some(0);
        let steps = std::mem::take(&mut self.steps);
        for (at, Step { set, within }) in steps.into_iter().enumerate() {
            let within = add_lengths(skipped, within);
            if is_wanted(at, &set) {
                self.steps.push(Step { set, within });
                skipped = Some(0);
            } else {
                skipped = add_lengths(within, set.iter().map(|literal| literal.text.len()).max());
            }
        }
        self.after = add_lengths(skipped, self.after);
    }
}

fn add_lengths(a: Option<usize>, b: Option<usize>) -> Option<usize> {
    a?.checked_add(b?)
}

/// Returns the sets of each alternative of an expression; a match has all sets of one alternative.
pub(crate) fn find_alternatives(expression: &Hir) -> Vec<Vec<Step>> {
    match expression.kind() {
        HirKind::Alternation(parts) => parts.iter().map(required_sets).collect(),
        _ => vec![required_sets(expression)],
    }
}

/// Returns the sets of an expression in the order of a match.
///
/// Sets of which nearly every text has a literal are left out if there are two others.
fn required_sets(expression: &Hir) -> Vec<Step> {
    let mut sequence = find_sequence(expression, false, false);
    let mut frequencies: Vec<f64> = sequence.steps.iter().map(|step| estimate_frequency(&step.set)).collect();
    frequencies.sort_by(f64::total_cmp);
    let second = frequencies.get(1).copied().unwrap_or(f64::INFINITY);
    sequence.retain_sets(|_, set| estimate_frequency(set) < OFTEN || estimate_frequency(set) <= second);
    sequence.steps
}

/// Returns an estimate of how common a set is.
pub(crate) fn estimate_frequency<'a>(set: impl IntoIterator<Item = &'a Literal>) -> f64 {
    let of = |literal: &Literal| match literal.text.trim() {
        text if USUAL.contains(&text) => OFTEN,
        text if COMMON.contains(&text) => 1.0,
        text => {
            let open = i32::from(!literal.starts) + i32::from(!literal.ends);
            0.4_f64.powi(i32::try_from(text.len()).unwrap_or(i32::MAX)) * 2_f64.powi(open)
        }
    };
    set.into_iter().map(of).sum()
}

/// `starts` and `ends` are `true` if no word continues past that side of the expression.
fn find_sequence(hir: &Hir, starts: bool, ends: bool) -> Sequence {
    let longest = hir.properties().maximum_len();
    match hir.kind() {
        HirKind::Literal(literal) => {
            let text = String::from_utf8_lossy(&literal.0).into_owned();
            let (first, last) = (text.chars().next(), text.chars().next_back());
            let literal = Literal {
                starts: starts && first.is_some_and(is_of_word),
                ends: ends && last.is_some_and(is_of_word),
                text,
            };
            let is_telling = literal.text.trim().len() > 1 || TELLING.contains(&literal.text.trim());
            if !is_telling {
                return Sequence::empty(longest);
            }
            Sequence { steps: vec![Step { set: vec![literal], within: Some(0) }], after: Some(0) }
        }
        HirKind::Capture(capture) => find_sequence(&capture.sub, starts, ends),
        HirKind::Repetition(repetition) if repetition.min > 0 => {
            let is_once = repetition.max == Some(1);
            let first = find_sequence(&repetition.sub, starts, ends && is_once);
            let after = if is_once { first.after } else { longest };
            Sequence { after, ..first }
        }
        HirKind::Concat(parts) => {
            let mut out = Sequence::empty(Some(0));
            for (at, part) in parts.iter().enumerate() {
                let before = parts[..at].iter().fold(starts, |edge, part| is_edge(part, Side::Right, edge));
                let after =
                    parts[at + 1..].iter().rev().fold(ends, |edge, part| is_edge(part, Side::Left, edge));
                out.extend_with(find_sequence(part, before, after));
            }
            out
        }
        HirKind::Alternation(parts) => {
            let mut all = Step { set: Vec::new(), within: Some(0) };
            let mut after = Some(0);
            for part in parts {
                let mut sequence = find_sequence(part, starts, ends);
                let frequencies = sequence.steps.iter().map(|step| estimate_frequency(&step.set)).enumerate();
                let rarest = frequencies.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(at, _)| at);
                sequence.retain_sets(|at, _| Some(at) == rarest);
                let Some(best) = sequence.steps.pop() else { return Sequence::empty(longest) };
                all.within = all.within.zip(best.within).map(|(a, b)| a.max(b));
                after = after.zip(sequence.after).map(|(a, b)| a.max(b));
                let new: Set = best.set.into_iter().filter(|literal| !all.set.contains(literal)).collect();
                all.set.extend(new);
            }
            Sequence { steps: vec![all], after }
        }
        _ => Sequence::empty(longest),
    }
}

/// Returns whether no word continues past a side of a match.
///
/// `beyond` is the answer for the adjacent text on that side, which counts if the match is empty.
fn is_edge(hir: &Hir, side: Side, beyond: bool) -> bool {
    match hir.kind() {
        HirKind::Empty => beyond,
        HirKind::Literal(literal) => {
            let text = String::from_utf8_lossy(&literal.0);
            let c = if side == Side::Left { text.chars().next() } else { text.chars().next_back() };
            c.is_some_and(|c| !is_of_word(c))
        }
        HirKind::Class(Class::Unicode(class)) => class
            .ranges()
            .iter()
            .all(|range| range.end().is_ascii() && !(range.start()..=range.end()).any(is_of_word)),
        HirKind::Class(Class::Bytes(_)) => false,
        HirKind::Look(look) => matches!(
            look,
            Look::Start | Look::End | Look::StartLF | Look::EndLF | Look::WordAscii | Look::WordUnicode
        ),
        HirKind::Repetition(repetition) => {
            (repetition.min > 0 || beyond) && is_edge(&repetition.sub, side, false)
        }
        HirKind::Capture(capture) => is_edge(&capture.sub, side, beyond),
        HirKind::Concat(parts) if side == Side::Right => {
            parts.iter().fold(beyond, |edge, part| is_edge(part, side, edge))
        }
        HirKind::Concat(parts) => parts.iter().rev().fold(beyond, |edge, part| is_edge(part, side, edge)),
        HirKind::Alternation(parts) => parts.iter().all(|part| is_edge(part, side, beyond)),
    }
}

/// Returns whether a match can have the end of a line in it.
pub(crate) fn has_line_end(hir: &Hir) -> bool {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => false,
        HirKind::Literal(literal) => literal.0.contains(&b'\n'),
        HirKind::Class(Class::Unicode(class)) => {
            class.ranges().iter().any(|range| (range.start()..=range.end()).contains(&'\n'))
        }
        HirKind::Class(Class::Bytes(_)) => true,
        HirKind::Repetition(repetition) => has_line_end(&repetition.sub),
        HirKind::Capture(capture) => has_line_end(&capture.sub),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => parts.iter().any(has_line_end),
    }
}

/// Returns whether a character may be of a word.
fn is_of_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || !c.is_ascii()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_are_found_in_classes() {
        let crosses = |text: &str| has_line_end(&regex_syntax::parse(text).unwrap());
        assert!(crosses(r"<b[^>]*>") && crosses(r"(?:a|\s)") && crosses("(?s)a.b"));
        assert!(!crosses(r"^a.{0,9}\b[^<\n]*(?: \w+)*$"));
    }

    #[test]
    fn sets_are_literals_of_each_match_in_their_order() {
        let sets = |text: &str| -> Vec<String> {
            let edge = |is: bool| if is { "|" } else { "" };
            let shown =
                |literal: &Literal| format!("{}{}{}", edge(literal.starts), literal.text, edge(literal.ends));
            let distance = |within: Option<usize>| within.map_or("*".to_owned(), |within| within.to_string());
            let steps = required_sets(&regex_syntax::parse(text).unwrap());
            let of = |step: &Step| step.set.iter().map(shown).collect::<Vec<_>>().join(" or ");
            steps.iter().map(|step| format!("{} {}", distance(step.within), of(step))).collect()
        };
        assert_eq!(sets("ignore (?:each|every)"), ["0 ignore ", "0 |each or |every"]);
        assert_eq!(sets(r"\bignore\b.{0,9}\b(?:each|every)\b"), ["0 |ignore|", "36 |each| or |every|"]);
        assert_eq!(sets(r"\b(?:send|post)s? it|mail"), ["0 |send or |post or mail"]);
        assert_eq!(sets("ignore (?:the|all) rules"), ["0 ignore ", "3  rules"]);
        assert_eq!(sets("a|[0-9]+"), [""; 0]);
        assert_eq!(sets(r"\bdo not (?:tell)?"), ["0 |do not "]);
        assert_eq!(sets(r"(?m)^(?:the )?user[ -](?:name)+$"), ["4 |user|", "1 |name"]);
        assert_eq!(
            sets(r"(?:ignored|forget) \w+ (?:orders,? please|rule )[0-9]{2}xyz"),
            ["0 ignored| or forget|", "* |orders| or |rule ", "10 xyz"]
        );
    }
}
