//! Names that a format takes.
//!
//! Each format takes its own names of tools, and some their own names of properties. The decision this module
//! embodies: **a name that does not fit is changed, always in the same way, and never to a name that another
//! has**; who exports gets the map back. A name that fits is never changed for the sake of one that does not.

use std::collections::{BTreeMap, BTreeSet};

/// Names of properties that a provider takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PropertyNames {
    /// Any text.
    Any,
    /// `[A-Za-z0-9_.-]{1,64}`, of the root's properties.
    Root,
    /// `[A-Za-z_][A-Za-z0-9_]{0,63}`, of all properties.
    Words,
}

/// Rule for names.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rule {
    /// Characters allowed in addition to ASCII letters, digits and `_`.
    marks: &'static str,
    /// It must begin with a letter or `_`.
    word: bool,
    /// Characters at most.
    length: usize,
    /// Replacement for a name of which nothing remains.
    empty: &'static str,
}

impl Rule {
    /// Creates the rule for names of tools.
    ///
    /// `marks` are the characters in addition to ASCII letters, digits and `_`; a `word` begins with a letter or `_`.
    pub(super) const fn of_tools(marks: &'static str, word: bool, length: usize) -> Self {
        Self { marks, word, length, empty: "tool" }
    }

    fn fits_name(self, name: &str) -> bool {
        let first = name.chars().next();
        first.is_some_and(|c| !self.word || c == '_' || c.is_ascii_alphabetic())
            && name.len() <= self.length
            && name.chars().all(|c| self.takes_character(c))
    }

    fn takes_character(self, c: char) -> bool {
        c == '_' || c.is_ascii_alphanumeric() || self.marks.contains(c)
    }

    /// The name with each run of other characters as one `_`.
    fn fit_name(self, name: &str) -> String {
        let mut out = String::new();
        for c in name.chars() {
            if out.len() >= self.length {
                break;
            }
            if self.takes_character(c) {
                out.push(c);
            } else if !out.ends_with('_') {
                out.push('_');
            }
        }
        if out.chars().all(|c| c == '_') {
            self.empty.clone_into(&mut out);
        }
        if !self.fits_name(&out) {
            out.insert(0, '_');
            out.truncate(self.length);
        }
        out
    }
}

/// Names of MCP and WebMCP.
pub(super) const DOTTED: Rule = Rule::of_tools("-.", false, 128);

/// Names for tools called `names`, in their order.
pub(super) fn of_tools<'a>(names: impl Iterator<Item = &'a str>, rule: Rule) -> Vec<String> {
    assign_names(&names.collect::<Vec<_>>(), rule)
}

/// One name for a tool made of `text`, whatever it is.
pub(super) fn of_tool(text: &str, rule: Rule) -> String {
    rule.fit_name(text)
}

/// New names of properties by the old ones. Properties that are not in the map keep their names.
pub(super) fn of_properties<T: AsRef<str>>(
    names: impl Iterator<Item = T>,
    scope: PropertyNames,
) -> BTreeMap<String, String> {
    let rule = match scope {
        PropertyNames::Any => return BTreeMap::new(),
        PropertyNames::Root => Rule { marks: "-.", word: false, length: 64, empty: "property" },
        PropertyNames::Words => Rule { marks: "", word: true, length: 64, empty: "property" },
    };
    let names: Vec<T> = names.collect();
    let texts: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    let assigned = assign_names(&texts, rule);
    texts
        .iter()
        .zip(assigned)
        .filter(|(old, new)| *old != new)
        .map(|(old, new)| ((*old).to_owned(), new))
        .collect()
}

/// Gives every name one that fits and that no other has.
fn assign_names(names: &[&str], rule: Rule) -> Vec<String> {
    let fitting: BTreeSet<&str> = names.iter().copied().filter(|name| rule.fits_name(name)).collect();
    let mut taken: BTreeSet<String> = BTreeSet::new();
    // The number from which the search for a free one continues, so that a thousand equal names do not cost a
    // million steps.
    let mut next: BTreeMap<String, usize> = BTreeMap::new();
    names
        .iter()
        .map(|name| {
            if fitting.contains(name) && taken.insert((*name).to_owned()) {
                return (*name).to_owned();
            }
            let base = rule.fit_name(name);
            if !fitting.contains(base.as_str()) && taken.insert(base.clone()) {
                return base;
            }
            let number = next.entry(base.clone()).or_insert(1);
            loop {
                *number += 1;
                let suffix = format!("_{number}");
                let mut candidate: String = base.chars().take(rule.length - suffix.len()).collect();
                candidate.push_str(&suffix);
                if !fitting.contains(candidate.as_str()) && taken.insert(candidate.clone()) {
                    return candidate;
                }
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HYPHENS: Rule = Rule::of_tools("-", false, 64);

    #[track_caller]
    fn check(rule: Rule, names: &[&str], expected: &[&str]) {
        assert_eq!(of_tools(names.iter().copied(), rule), expected);
    }

    #[test]
    fn a_name_that_fits_stays() {
        check(HYPHENS, &["get_weather", "get-weather"], &["get_weather", "get-weather"]);
        check(DOTTED, &["nodes.list"], &["nodes.list"]);
    }

    #[test]
    fn a_name_that_does_not_fit_never_takes_that_of_another() {
        check(HYPHENS, &["a.b", "a_b", "a b", "a/b"], &["a_b_2", "a_b", "a_b_3", "a_b_4"]);
        check(HYPHENS, &["x", "x", "x_2"], &["x", "x_3", "x_2"]);
        check(DOTTED, &["", "  ", "suche büch\u{202e}er"], &["tool", "tool_2", "suche_b_ch_er"]);
        check(Rule::of_tools("-.", true, 64), &["1st", "_1st"], &["_1st_2", "_1st"]);
        check(HYPHENS, &["__proto__", "constructor"], &["__proto__", "constructor"]);
    }

    #[test]
    fn a_long_name_is_cut_and_numbered() {
        let long = "n".repeat(100);
        let names = of_tools([long.as_str(), long.as_str()].into_iter(), HYPHENS);
        assert_eq!(names, ["n".repeat(64), format!("{}_2", "n".repeat(62))]);
    }

    #[test]
    fn many_equal_names_are_no_quadratic_search() {
        let names = of_tools(std::iter::repeat_n("a b", 5_000), DOTTED);
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), 5_000);
        assert_eq!(names.last().map(String::as_str), Some("a_b_5000"));
    }
}
