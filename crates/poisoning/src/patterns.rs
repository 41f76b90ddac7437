//! Phrases, and the literals that a text needs for them.

use std::ops::Range;

use regex::Regex;

use crate::tables::{Pattern, SETS};

/// A literal in a text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hit {
    /// Index of the literal.
    pub(crate) literal: u16,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Pattern {
    /// The first match in a plain text.
    pub(crate) fn find_match(&self, text: &str) -> Option<Range<usize>> {
        let regex = self.regex.get_or_init(|| Regex::new(self.expression).ok());
        regex.as_ref()?.find(text).map(|found| found.range())
    }

    /// Returns whether a part of a text has the literals of an alternative in their order and distances.
    ///
    /// `hits` belong to the part, in the order of their ends.
    pub(crate) fn may_match(&self, hits: &[Hit]) -> bool {
        self.alternatives.iter().any(|steps| are_in_order(steps, hits))
    }
}

/// Returns whether hits have a literal of each step, in order and each near the one before.
///
/// For each step, the last end of a literal that the steps before it lead to is enough: the next literal is nearest to it.
fn are_in_order(steps: &[(u16, u16)], hits: &[Hit]) -> bool {
    let mut ends: Vec<Option<usize>> = vec![None; steps.len()];
    for hit in hits {
        for at in (0..steps.len()).rev() {
            let (set, within) = steps[at];
            let is_near = match at.checked_sub(1).map(|before| ends[before]) {
                None => true,
                Some(end) => {
                    end.is_some_and(|end| within == u16::MAX || hit.start <= end + usize::from(within))
                }
            };
            debug_assert!(usize::from(set) < SETS.len(), "the tables of one build belong together");
            let literals = SETS.get(usize::from(set)).copied().unwrap_or_default();
            if is_near && literals.binary_search(&hit.literal).is_ok() {
                ends[at] = Some(hit.end);
            }
        }
        if ends.last().is_none_or(Option::is_some) {
            return true;
        }
    }
    steps.is_empty()
}

#[cfg(test)]
mod tests {
    use webagents_testkit::matching_texts;

    use crate::tables::PATTERNS;
    use crate::words::find_words;

    #[test]
    fn each_match_passes_the_filter() {
        let mut matched = 0;
        for pattern in &PATTERNS {
            for text in matching_texts(pattern.expression, 20) {
                if pattern.find_match(&text).is_some() {
                    matched += 1;
                    let found = find_words(&text).patterns;
                    assert!(found.iter().any(|found| std::ptr::eq(*found, pattern)), "{text}");
                }
            }
        }
        assert!(matched > PATTERNS.len() * 10, "{matched}");
    }

    #[test]
    fn each_pattern_compiles_and_has_literals() {
        for pattern in &PATTERNS {
            let expression = pattern.expression;
            assert!(
                pattern.find_match("").is_none() && pattern.regex.get().is_some_and(Option::is_some),
                "{expression}"
            );
            assert!(
                !pattern.alternatives.iter().any(|sets| sets.is_empty()),
                "no literal filters {expression}"
            );
            assert!(!expression.contains('%') || expression.contains("%20"), "{expression}");
        }
    }
}
