//! Counts that may only go down, for rules that older code does not meet yet.
//!
//! A crate without an entry meets the rule. One with an entry may break it as often as the entry says and no more; a
//! note asks to lower the number once the crate does better.

use std::cmp::Ordering;

use crate::finding::Finding;

/// Folder of a crate, and how many findings of a rule it may have.
pub(super) type Bound = (&'static str, usize);

/// Compares a count of findings in `folder` with its bound. `message` names what was found.
pub(super) fn compare(
    bounds: &[Bound],
    folder: &str,
    rule: &'static str,
    count: usize,
    message: &str,
) -> Option<Finding> {
    let bound = bounds.iter().find(|(name, _)| *name == folder).map_or(0, |(_, bound)| *bound);
    match count.cmp(&bound) {
        Ordering::Greater => {
            Some(Finding::new(folder, 1, rule, format!("expected at most {bound}, found {count}: {message}")))
        }
        Ordering::Less => Some(Finding::note(
            folder,
            1,
            rule,
            format!("{count} are left; lower the bound of {bound} to it"),
        )),
        Ordering::Equal => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::rules;
    use super::*;
    use crate::finding::Weight;

    #[test]
    fn counts_only_go_down() {
        let of = |count| compare(&[("a", 2)], "a", "x", count, "m");
        assert_eq!(rules(of(3)), ["x:1"]);
        assert_eq!(of(3).map(|finding| finding.weight), Some(Weight::Error));
        assert_eq!(rules(of(2)), [""; 0]);
        assert_eq!(of(1).map(|finding| finding.weight), Some(Weight::Note));
        assert_eq!(rules(compare(&[], "a", "x", 1, "m")), ["x:1"]);
    }
}
