//! Files of `tests/data` that several suites read.

use std::path::{Path, PathBuf};

/// Returns the sets of tool lists in `tests/data/poisoning`, sorted by name.
///
/// They are `clean-*.jsonl` and `poisoned-*.jsonl`.
///
/// # Panics
/// Panics if the folder cannot be read.
pub fn poisoning() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/poisoning");
    let entries = std::fs::read_dir(folder).expect("the corpus");
    let paths = entries.map(|entry| entry.expect("a file of the corpus").path());
    let mut sets: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|end| end == "jsonl")).collect();
    sets.sort();
    sets
}
