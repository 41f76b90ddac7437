//! Documentation of a tool: its title and its hints.

use std::collections::HashSet;

use webagents_manifest::Annotations;
use webagents_text::name_words;

/// Appends the tool's hints, `read-only, idempotent`, after `before`; nothing without hints.
///
/// Only hints that a site affirms are printed: a hint may raise caution, never lower it.
pub(super) fn push_hints(out: &mut String, annotations: &Annotations, before: &str, after: &str) {
    let mut any = false;
    for (known, value) in Annotations::KNOWN.iter().zip(annotations.values()) {
        if value == Some(true) {
            out.push_str(if any { ", " } else { before });
            out.push_str(known.phrase);
            any = true;
        }
    }
    if any {
        out.push_str(after);
    }
}

/// Returns whether each word of a title is one of the name or the description.
pub(super) fn has_the_words(title: &str, name: &str, description: &str) -> bool {
    let known: HashSet<String> = name_words(name).into_iter().chain(name_words(description)).collect();
    name_words(title).iter().all(|word| known.contains(word))
}
