//! What was found out of names of late.

/// How many names are remembered.
const NAMES: usize = 256;

/// What was found out of names of late: a page has few of them and uses each often.
///
/// Names with the same number take turns in one place, so that no page can make this slow or large.
///
/// ```
/// let mut lengths = webagents_html::Recent::new(0);
/// assert_eq!(lengths.get_or("header", |name| name.len()), 6);
/// assert_eq!(lengths.get_or("header", |_| unreachable!("it is known")), 6);
/// ```
#[derive(Debug)]
pub struct Recent<'a, T>(Vec<(&'a str, T)>);

impl<'a, T: Clone> Recent<'a, T> {
    /// Nothing is known yet but what is to be said of the empty name.
    pub fn new(empty: T) -> Self {
        Self(vec![("", empty); NAMES])
    }

    /// What is known of a name, or else what `find` says of it.
    pub fn get_or(&mut self, name: &'a str, find: impl FnOnce(&'a str) -> T) -> T {
        let Some(slot) = self.0.get_mut(number(name) % NAMES) else { return find(name) };
        if slot.0 != name {
            *slot = (name, find(name));
        }
        slot.1.clone()
    }
}

/// A number of the length, the first eight bytes and the last eight, which tell most names apart.
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
    fn names_that_share_a_place_are_told_apart() {
        let names: Vec<String> = (0..20 * NAMES).map(|at| format!("name-number-{at}-and-more")).collect();
        let mut known = Recent::new(usize::MAX);
        assert_eq!(known.get_or("", |_| 0), usize::MAX);
        for _ in 0..2 {
            for (at, name) in names.iter().enumerate() {
                assert_eq!(known.get_or(name, |_| at), at);
                assert_eq!(known.get_or(name, |_| usize::MAX), at, "a name that was just told is known");
            }
        }
    }
}
