//! Literals without which an expression cannot match.
//!
//! They are derived from the expressions themselves, so that nothing has to be kept in step. A match has one literal of each
//! set, in the order of the sets; a text without them needs no attempt.

use std::sync::LazyLock;

use regex_syntax::hir::{Class, Hir, HirKind, Look};

use crate::lists::{Words, list};

/// Words that most sentences have.
static USUAL: Words = LazyLock::new(|| list("usual"));

/// Words that most tools have in a sentence.
static COMMON: Words = LazyLock::new(|| list("common"));

/// Characters that few sentences have.
const TELLING: [&str; 3] = ["<", "@", "|"];

/// The [`frequency`] from which a set is worth no search.
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

/// A side of what an expression matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

/// Returns the sets of each alternative of an expression; a match has those of one of them.
pub(crate) fn alternatives(expression: &Hir) -> Vec<Vec<Set>> {
    match expression.kind() {
        HirKind::Alternation(parts) => parts.iter().map(required).collect(),
        _ => vec![required(expression)],
    }
}

/// Returns the sets of an expression in the order of a match.
///
/// Sets of which nearly every text has a literal are left out if there is another.
fn required(expression: &Hir) -> Vec<Set> {
    let sets = sets_of(expression, false, false);
    let frequencies: Vec<f64> = sets.iter().map(frequency).collect();
    let rarest = frequencies.iter().copied().fold(f64::INFINITY, f64::min);
    let is_rare = |frequency: f64| frequency < OFTEN || frequency <= rarest;
    sets.into_iter()
        .zip(frequencies)
        .filter(|(_, frequency)| is_rare(*frequency))
        .map(|(set, _)| set)
        .collect()
}

/// Returns an estimate of how common a set is.
pub(crate) fn frequency<'a>(set: impl IntoIterator<Item = &'a Literal>) -> f64 {
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

/// `starts` and `ends` say that no word goes on past that side of the expression.
fn sets_of(hir: &Hir, starts: bool, ends: bool) -> Vec<Set> {
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
            if is_telling { vec![vec![literal]] } else { Vec::new() }
        }
        HirKind::Capture(capture) => sets_of(&capture.sub, starts, ends),
        HirKind::Repetition(repetition) if repetition.min > 0 => {
            sets_of(&repetition.sub, starts, ends && repetition.max == Some(1))
        }
        HirKind::Concat(parts) => {
            let mut out = Vec::new();
            for (at, part) in parts.iter().enumerate() {
                let before = parts[..at].iter().fold(starts, |edge, part| is_edge(part, Side::Right, edge));
                let after =
                    parts[at + 1..].iter().rev().fold(ends, |edge, part| is_edge(part, Side::Left, edge));
                out.extend(sets_of(part, before, after));
            }
            out
        }
        HirKind::Alternation(parts) => {
            let mut all: Set = Vec::new();
            for part in parts {
                let sets = sets_of(part, starts, ends);
                let Some(best) = sets.into_iter().min_by(|a, b| frequency(a).total_cmp(&frequency(b))) else {
                    return Vec::new();
                };
                all.extend(best.into_iter().filter(|literal| !all.contains(literal)).collect::<Set>());
            }
            vec![all]
        }
        _ => Vec::new(),
    }
}

/// Returns whether no word goes on past a side of what an expression matches.
///
/// `beyond` says it of the text that follows on the other side, which counts where the expression matches nothing.
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
            let sets = required(&regex_syntax::parse(text).unwrap());
            sets.iter().map(|set| set.iter().map(shown).collect::<Vec<_>>().join(" or ")).collect()
        };
        assert_eq!(sets("ignore (?:each|every)"), ["ignore ", "|each or |every"]);
        assert_eq!(sets(r"\bignore\b.{0,9}\b(?:each|every)\b"), ["|ignore|", "|each| or |every|"]);
        assert_eq!(sets(r"\b(?:send|post)s? it|mail"), ["|send or |post or mail"]);
        assert_eq!(sets("ignore (?:the|all) rules"), ["ignore ", " rules"]);
        assert_eq!(sets("a|[0-9]+"), [""; 0]);
        assert_eq!(sets(r"\bdo not (?:tell)?"), ["|do not "]);
        assert_eq!(sets(r"(?m)^(?:the )?user[ -](?:name)+$"), ["|user|", "|name"]);
    }
}
