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
    pub(crate) fn find(&self, text: &str) -> Option<Range<usize>> {
        let regex = self.regex.get_or_init(|| Regex::new(self.expression).ok());
        regex.as_ref()?.find(text).map(|found| found.range())
    }

    /// Returns whether a part of a text has the literals of an alternative in their order.
    ///
    /// `hits` are those of the part, in the order of their ends.
    pub(crate) fn may_match(&self, hits: &[Hit]) -> bool {
        self.alternatives.iter().any(|sets| are_in_order(sets, hits))
    }
}

fn are_in_order(sets: &[u16], hits: &[Hit]) -> bool {
    let mut sets = sets.iter().filter_map(|set| SETS.get(usize::from(*set)));
    let mut wanted = sets.next();
    let mut at = 0;
    for hit in hits {
        let Some(set) = wanted else { break };
        if hit.start >= at && set.binary_search(&hit.literal).is_ok() {
            at = hit.end;
            wanted = sets.next();
        }
    }
    wanted.is_none()
}

#[cfg(test)]
mod tests {
    use crate::tables::PATTERNS;

    #[test]
    fn each_pattern_compiles_and_has_literals() {
        for pattern in &PATTERNS {
            let expression = pattern.expression;
            assert!(
                pattern.find("").is_none() && pattern.regex.get().is_some_and(Option::is_some),
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
