//! Words without which an expression cannot match.
//!
//! A document is searched for all words of all expressions in one pass; an expression is tried only where each of its sets has
//! a word in the text. The sets are derived from the expressions themselves, so that nothing has to be kept in step.

use regex_syntax::hir::{Class, Hir, HirKind, Look};

/// Words of which one is in every match.
type Set = Vec<String>;

/// Words of a set at most; larger ones filter little.
const MOST: usize = 160;
/// Sets of an expression.
const SETS: usize = 3;

/// The sets of an expression, the rarest first.
pub(super) fn required(expression: &Hir) -> Vec<Set> {
    let mut sets = sets_of(expression);
    sets.sort_by(|a, b| frequency(a).total_cmp(&frequency(b)));
    sets.truncate(SETS);
    sets
}

/// Returns whether each match of an expression is within one line, and the same in the line alone as in the text around it.
pub(super) fn is_of_one_line(expression: &Hir) -> bool {
    let looks = expression.properties().look_set();
    let has_ends = [Look::Start, Look::End].into_iter().any(|look| looks.contains(look));
    !has_ends && !takes_line_end(expression)
}

fn takes_line_end(hir: &Hir) -> bool {
    match hir.kind() {
        HirKind::Literal(literal) => literal.0.contains(&b'\n'),
        HirKind::Class(Class::Unicode(class)) => {
            class.ranges().iter().any(|range| range.start() <= '\n' && '\n' <= range.end())
        }
        HirKind::Class(Class::Bytes(class)) => {
            class.ranges().iter().any(|range| range.start() <= b'\n' && b'\n' <= range.end())
        }
        HirKind::Capture(capture) => takes_line_end(&capture.sub),
        HirKind::Repetition(repetition) => takes_line_end(&repetition.sub),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => parts.iter().any(takes_line_end),
        HirKind::Empty | HirKind::Look(_) => false,
    }
}

/// Returns an estimate of how common a set is.
fn frequency(set: &Set) -> f64 {
    set.iter().map(|word| 0.4_f64.powi(i32::try_from(word.len()).unwrap_or(i32::MAX))).sum()
}

fn sets_of(hir: &Hir) -> Vec<Set> {
    match hir.kind() {
        HirKind::Literal(literal) => {
            let text = String::from_utf8_lossy(&literal.0).into_owned();
            // White space and signs differ between a text and its plain form.
            let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            words.filter(|word| word.len() > 1).map(|word| vec![word.to_owned()]).collect()
        }
        HirKind::Capture(capture) => sets_of(&capture.sub),
        HirKind::Repetition(repetition) if repetition.min > 0 => sets_of(&repetition.sub),
        HirKind::Concat(parts) => parts.iter().flat_map(sets_of).collect(),
        HirKind::Alternation(parts) => {
            let mut all = Vec::new();
            for part in parts {
                let sets = sets_of(part);
                let Some(best) = sets.into_iter().min_by(|a, b| frequency(a).total_cmp(&frequency(b))) else {
                    return Vec::new();
                };
                all.extend(best);
            }
            all.sort();
            all.dedup();
            if all.len() > MOST { Vec::new() } else { vec![all] }
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_what_each_match_needs() {
        let sets = |text: &str| required(&regex_syntax::parse(text).unwrap());
        assert_eq!(sets("ignore (?:all|any)"), [vec!["ignore"], vec!["all", "any"]]);
        assert_eq!(sets("(?:send|post)s? it|mail"), [vec!["mail", "post", "send"]]);
        assert_eq!(sets("a|[0-9]+"), [[""; 0]; 0]);
        assert_eq!(sets("do not (?:tell)?"), [vec!["not"], vec!["do"]]);
    }

    #[test]
    fn expressions_of_one_line_have_no_line_end() {
        let is = |text: &str| is_of_one_line(&regex_syntax::parse(text).unwrap());
        for text in [r"\bsend .{0,20}(?:it|[^\n]+)\b", "a?", "(?m)^a$"] {
            assert!(is(text), "{text}");
        }
        for text in [r"a\s+b", r"a[^.]b", "^a", "a$", r"(?s)a.b", r"a(?:b|\n)?"] {
            assert!(!is(text), "{text}");
        }
    }
}
