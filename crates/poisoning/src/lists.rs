//! Lists of words of the rules, which are data (`lists.txt`).

use std::sync::LazyLock;

/// Words of a list.
pub(crate) type Words = LazyLock<Vec<&'static str>>;

/// The words of a list.
pub(crate) fn read_list(wanted: &str) -> Vec<&'static str> {
    let lines = include_str!("lists.txt").lines().filter_map(|line| line.split_once(": "));
    lines.filter(|(name, _)| *name == wanted).flat_map(|(_, words)| words.split(' ')).collect()
}
