//! The byline: the author and the date next to the title.
//!
//! The decision it embodies: it is the last source, and it is trusted only on two conditions. An element's
//! class, role or name declares its content, and its text can be nothing else: a valid day, or a text that
//! looks like a name. Bylines far from the title belong to something else.

use webagents_html::{Dom, Id, Tag};

use super::date;
use super::sources::bounded_text;
use super::words::{person_name, to_line};
use crate::limits;

/// Number of nodes examined from the start of the search on.
const NEAR: usize = 120;

/// Number of siblings before the title, or before its ancestors, at which the search starts.
const BEFORE: usize = 3;

/// The most characters of a name, and of the text around it.
const SHORT: usize = 80;

/// Byline of a page.
#[derive(Debug, Default)]
pub(super) struct NearTitle {
    pub(super) author: Option<String>,
    pub(super) published: Option<String>,
    pub(super) modified: Option<String>,
}

/// Searches near a title.
pub(super) fn find_near_title(dom: &Dom, title: Id) -> NearTitle {
    let mut found = NearTitle::default();
    let mut at = Some(find_start(dom, title));
    for _ in 0..NEAR {
        let Some(id) = at else { break };
        let tag = dom.tag(id);
        if matches!(tag, Tag::Nav | Tag::Footer | Tag::Aside | Tag::Script | Tag::Style | Tag::Form) {
            at = dom.following_skipping(id, Id::DOCUMENT);
            continue;
        }
        if tag != Tag::Text {
            look_at(dom, id, tag, &mut found);
        }
        at = dom.following(id, Id::DOCUMENT);
    }
    found
}

/// A little before the title.
fn find_start(dom: &Dom, title: Id) -> Id {
    let mut at = title;
    for _ in 0..BEFORE {
        at = dom.previous(at).or_else(|| dom.parent(at)).unwrap_or(at);
    }
    at
}

fn look_at(dom: &Dom, id: Id, tag: Tag, near: &mut NearTitle) {
    if tag == Tag::Time {
        let declared = dom.attribute(id, "datetime").and_then(date::normalize_date);
        let found = declared.or_else(|| date::normalize_date(bounded_text(dom, id, SHORT).trim()));
        let says = |id: Id| {
            find_names(dom, id).is_some_and(|names| names.contains("updated") || names.contains("modified"))
        };
        if says(id) || dom.parent(id).is_some_and(says) {
            near.modified = near.modified.take().or(found);
        } else {
            near.published = near.published.take().or(found);
        }
        return;
    }
    let Some(names) = find_names(dom, id) else { return };
    let says = |words: &[&str]| words.iter().any(|word| names.contains(word));
    let is_author = says(&["author", "byline"]);
    let is_date = says(&["date", "publish", "posted", "timestamp"]);
    if !(is_author || is_date) {
        return;
    }
    let Some(found) = to_line(&bounded_text(dom, id, 2 * SHORT), 2 * SHORT) else { return };
    if is_date {
        let (day, is_change) = parse_day(&found);
        let place = if is_change { &mut near.modified } else { &mut near.published };
        *place = place.take().or(day);
    }
    if is_author && near.author.is_none() {
        near.author = parse_name(&found);
    }
}

/// Returns the names of an element in lower case.
fn find_names(dom: &Dom, id: Id) -> Option<String> {
    let mut names = String::new();
    for key in ["class", "id", "rel", "data-testid"] {
        if let Some(value) = dom.attribute(id, key).filter(|value| value.len() < 500) {
            names.push_str(value);
            names.push(' ');
        }
    }
    names.make_ascii_lowercase();
    (!names.is_empty()).then_some(names)
}

/// The day in a short text, after at most a few words; `true` for the day of a change.
fn parse_day(text: &str) -> (Option<String>, bool) {
    let lower = text.to_lowercase();
    let is_change =
        lower.starts_with("updated") || lower.starts_with("last ") || lower.starts_with("modified");
    let starts =
        std::iter::once(0).chain(text.match_indices([' ', '\u{a0}', '(']).map(|(at, sign)| at + sign.len()));
    (starts.take(8).find_map(|at| date::normalize_date(&text[at..])), is_change)
}

/// The name in a line such as `By Ann Lee | 3 min read`.
fn parse_name(text: &str) -> Option<String> {
    const SIGNS: [char; 8] = ['|', '\u{b7}', '\u{2022}', ',', '(', '\u{2013}', '\u{2014}', '/'];
    const BY: [&str; 9] = [
        "by ",
        "by: ",
        "written by ",
        "posted by ",
        "author: ",
        "author ",
        "words by ",
        "story by ",
        "published by ",
    ];
    let mut rest = text.trim();
    let lower = rest.to_ascii_lowercase();
    if let Some(by) = BY.iter().filter(|by| lower.starts_with(**by)).max_by_key(|by| by.len()) {
        rest = rest[by.len()..].trim_start();
    }
    let rest = rest.split(SIGNS).next().unwrap_or_default().trim();
    let words = rest.split_whitespace().count();
    // Names of people and of pages begin with a capital letter if the script has such letters.
    let is_name = (1..=5).contains(&words)
        && rest.chars().count() <= SHORT / 2
        && !rest.chars().any(|c| c.is_ascii_digit() || matches!(c, '?' | '!' | ':'))
        && rest.chars().next().is_some_and(|c| c.is_alphabetic() && !c.is_lowercase())
        && !["About", "Author", "Share", "Follow", "Authors", "Updated", "Published", "Posted"]
            .iter()
            .any(|word| rest.split_whitespace().next() == Some(word));
    if is_name { person_name(rest).filter(|name| name.len() <= limits::NAME) } else { None }
}
