//! Cache of results by name.

/// Number of cached names.
const NAMES: usize = 256;

/// Cache of results by name: a page has few distinct names and repeats each often.
///
/// Names with the same hash replace each other, so that no page can make the cache slow or large.
///
/// ```
/// let mut lengths = webagents_html::Recent::new(0);
/// assert_eq!(lengths.get_or("header", |name| name.len()), 6);
/// assert_eq!(lengths.get_or("header", |_| unreachable!("cached")), 6);
/// ```
#[derive(Debug)]
pub struct Recent<'a, T>(Vec<(&'a str, T)>);

impl<'a, T: Clone> Recent<'a, T> {
    /// Creates a cache with a result for the empty name only.
    pub fn new(empty: T) -> Self {
        Self(vec![("", empty); NAMES])
    }

    /// Returns the cached result for a name, or computes it with `find`.
    pub fn get_or(&mut self, name: &'a str, find: impl FnOnce(&'a str) -> T) -> T {
        let Some(slot) = self.0.get_mut(number(name) % NAMES) else { return find(name) };
        if slot.0 != name {
            *slot = (name, find(name));
        }
        slot.1.clone()
    }
}

/// Hashes the length, the first eight bytes and the last eight, which distinguish most names.
fn number(name: &str) -> usize {
    let bytes = name.as_bytes();
    let (first, last) = match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(first), Some(last)) => (u64::from_le_bytes(*first), u64::from_le_bytes(*last)),
        _ => (bytes.iter().fold(0, |word, &byte| word << 8 | u64::from(byte)), 0),
    };
    let mixed = (first ^ last.rotate_left(23) ^ bytes.len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_equal_hash_stay_distinct() {
        let names: Vec<String> = (0..20 * NAMES).map(|at| format!("name-number-{at}-and-more")).collect();
        let mut known = Recent::new(usize::MAX);
        assert_eq!(known.get_or("", |_| 0), usize::MAX);
        for _ in 0..2 {
            for (at, name) in names.iter().enumerate() {
                assert_eq!(known.get_or(name, |_| at), at);
                assert_eq!(known.get_or(name, |_| usize::MAX), at, "a name that was just added is cached");
            }
        }
    }
}
