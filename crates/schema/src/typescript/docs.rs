//! Documentation of a tool: its title and its hints.

use std::collections::HashSet;

use webagents_manifest::Annotations;

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
    let mut known = HashSet::new();
    words(name, &mut |word| {
        known.insert(word);
    });
    words(description, &mut |word| {
        known.insert(word);
    });
    let mut all = true;
    words(title, &mut |word| all = all && known.contains(&word));
    all
}

/// Calls `each` with the words of a text, in small letters.
///
/// A large letter after a small one begins a word.
pub(crate) fn words(text: &str, each: &mut dyn FnMut(String)) {
    let mut word = String::new();
    let mut before = ' ';
    for c in text.chars() {
        let ends = !c.is_alphanumeric() || (c.is_uppercase() && before.is_lowercase());
        if ends && !word.is_empty() {
            each(std::mem::take(&mut word));
        }
        if c.is_alphanumeric() {
            word.extend(c.to_lowercase());
        }
        before = c;
    }
    if !word.is_empty() {
        each(word);
    }
}
