//! Table of the global names of the isolated realm, and of names that code may expect there.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Names that the realm has or lacks.
static TABLE: LazyLock<BTreeMap<&'static str, Global>> = LazyLock::new(|| read(include_str!("globals.txt")));

/// Global name, in the isolated realm.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Global {
    Present,
    /// The realm lacks the name; the text has the code to write instead.
    Absent(&'static str),
}

/// Returns the names of the globals that code has in the isolated realm, in alphabetical order.
///
/// `global`, the object with the tools, is not one of them.
///
/// ```
/// assert!(webagents_script::isolated_globals().any(|name| name == "structuredClone"));
/// ```
pub fn isolated_globals() -> impl Iterator<Item = &'static str> {
    TABLE.iter().filter(|(_, global)| **global == Global::Present).map(|(name, _)| *name)
}

/// Returns the entry of a name, or of a member such as `crypto.subtle`.
pub(crate) fn find(name: &str) -> Option<Global> {
    TABLE.get(name).copied()
}

fn read(text: &'static str) -> BTreeMap<&'static str, Global> {
    let mut table = BTreeMap::new();
    for line in text.lines() {
        if let Some(names) = line.strip_prefix("+ ") {
            table.extend(names.split_whitespace().map(|name| (name, Global::Present)));
        } else if let Some((names, instead)) = line.strip_prefix("- ").and_then(|line| line.split_once(": "))
        {
            table.extend(names.split_whitespace().map(|name| (name, Global::Absent(instead))));
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_names_each_global_once() {
        let text = include_str!("globals.txt");
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        let names = lines.flat_map(|line| {
            let (names, _) = line.split_once(": ").unwrap_or((line, ""));
            names.split_whitespace().skip(1)
        });
        assert_eq!(names.count(), TABLE.len());
        assert_eq!(find("Array"), Some(Global::Present));
        assert!(matches!(find("document"), Some(Global::Absent(text)) if text.contains("no DOM")));
        assert_eq!(find("nothing"), None);
    }
}
