//! The format of word lists.
//!
//! Sections begin with their name in brackets; each other line is an entry. Lines with `#` are comments.

use std::sync::LazyLock;

/// The entries of a list, each with the name of its section.
pub(crate) fn list_sections(list: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let mut section = "";
    list.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).filter_map(
        move |line| match line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            Some(name) => {
                section = name;
                None
            }
            None => Some((section, line)),
        },
    )
}

/// Words of a section.
pub(crate) type Words = LazyLock<Vec<&'static str>>;

/// The words of a section of a list.
pub(crate) fn section_words(list: &'static str, section: &str) -> Vec<&'static str> {
    list_sections(list).filter(|(name, _)| *name == section).flat_map(|(_, line)| line.split(' ')).collect()
}
