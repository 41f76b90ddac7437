//! Names that are given once each.

use std::collections::{HashMap, HashSet};

/// Names that are taken.
#[derive(Debug, Default)]
pub(crate) struct UniqueNames {
    taken: HashSet<String>,
    /// The next number for a name, so that many collisions cost no more than few.
    next: HashMap<String, usize>,
}

impl UniqueNames {
    /// Takes `wanted`, or `wanted` with a number after it, and returns the name.
    pub(crate) fn take(&mut self, wanted: &str) -> String {
        if self.taken.insert(wanted.to_owned()) {
            return wanted.to_owned();
        }
        let next = self.next.entry(wanted.to_owned()).or_insert(2);
        loop {
            let name = format!("{wanted}_{next}");
            *next += 1;
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }
}

impl FromIterator<String> for UniqueNames {
    fn from_iter<I: IntoIterator<Item = String>>(names: I) -> Self {
        Self { taken: names.into_iter().collect(), next: HashMap::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_given_once() {
        let mut names = UniqueNames::default();
        assert_eq!(["a", "a", "a_2", "a"].map(|name| names.take(name)), ["a", "a_2", "a_2_2", "a_3"]);
    }
}
