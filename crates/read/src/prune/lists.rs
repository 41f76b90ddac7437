//! The format of the pruner's word lists.
//!
//! Sections begin with their name in brackets; each other line is an entry. Lines with `#` are comments.

/// The entries of a list, each with the name of its section.
pub(super) fn sections(list: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
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
