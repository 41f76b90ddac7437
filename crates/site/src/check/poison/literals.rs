//! Words without which an expression cannot match.
//!
//! A document is searched for all words of all expressions in one pass; an expression is tried only where each of its sets has
//! a word in the text. The sets are derived from the expressions themselves, so that nothing has to be kept in step.

use regex_syntax::hir::{Hir, HirKind};

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
}
