//! Words that a forum writes around each post: its buttons, and the figures of the author.
//!
//! They are recognized by their repetition, in any language: the same words at the same place of nearly every
//! post, and short. The parts that differ from post to post are the author's: names, dates, titles, and the
//! text. The figures of an author differ as well, but their labels do not: "Joined:", "Posts:", a list of
//! such lines with a number in one.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use webagents_html::{Dom, Id, Tag};

use super::marks::{Marks, PruneLevel};
use super::posts::{Posts, class_of};
use super::series::{has_time, is_dated};
use crate::removal::RemovedKind;

/// Posts that are evidence, at least.
const POSTS: usize = 3;

/// Part of the posts that have such words, in percent. The second is for labels.
const SHARE: usize = 80;
const LABELS: usize = 60;

/// Maximum length of such words, and of a label, in characters without blanks.
const LINE: usize = 60;
const LABEL: usize = 30;

/// Nodes below such an element, at most.
const NODES: usize = 48;

/// Number of posts that have a thing, and the last of them.
#[derive(Debug, Clone, Copy, Default)]
struct Count {
    posts: usize,
    last: usize,
}

/// A short line of a post.
struct PanelLine {
    id: Id,
    /// Its place in the post.
    place: u64,
    /// Its letters, as a number.
    words: u64,
    /// The place of its parent, and its label as a number.
    label: Option<(u64, u64)>,
    /// `true` if a number follows the label.
    is_number: bool,
    /// `true` if it is a label of the text after it.
    is_label: bool,
}

/// Marks these words in the posts of a page.
pub(super) fn mark_panels(dom: &Dom, posts: &Posts, marks: &mut Marks) {
    if posts.all().len() < POSTS {
        return;
    }
    let mut places = vec![0_u64; dom.node_count()];
    let all = with_replies(dom, posts);
    let known: HashSet<Id> = all.iter().copied().collect();
    let lines: Vec<Vec<PanelLine>> =
        all.iter().map(|&post| lines_of(dom, post, &known, marks, &mut places)).collect();
    let mut words: HashMap<(u64, u64), Count> = HashMap::new();
    let mut labels: BTreeMap<(u64, u64), Count> = BTreeMap::new();
    let mut numbers: HashMap<u64, Count> = HashMap::new();
    for (post, lines) in lines.iter().enumerate() {
        let add = |count: &mut Count| {
            if count.posts == 0 || count.last != post {
                *count = Count { posts: count.posts + 1, last: post };
            }
        };
        for line in lines {
            add(words.entry((line.place, line.words)).or_default());
            if let Some(label) = line.label {
                add(labels.entry(label).or_default());
                if line.is_number {
                    add(numbers.entry(label.0).or_default());
                }
            }
        }
    }
    let is_common = |count: Option<&Count>, share: usize| {
        count.is_some_and(|count| count.posts * 100 >= all.len() * share)
    };
    // Places with two labels at least, and a number after one.
    let mut kinds: HashMap<u64, usize> = HashMap::new();
    for (&(place, _), count) in &labels {
        if is_common(Some(count), LABELS) && is_common(numbers.get(&place), LABELS) {
            *kinds.entry(place).or_default() += 1;
        }
    }
    for line in lines.iter().flatten() {
        let is_figure =
            line.label.is_some_and(|(place, _)| kinds.get(&place).is_some_and(|&kinds| kinds >= 2));
        let is_said_again = !line.is_label
            && is_common(words.get(&(line.place, line.words)), SHARE)
            && !has_time(dom, line.id)
            && !is_dated(dom, line.id);
        if is_figure || is_said_again {
            marks.mark(line.id, PruneLevel::Links, RemovedKind::Repeated);
        }
    }
}

/// Returns the posts, and the replies in them that are elements like their post.
fn with_replies(dom: &Dom, posts: &Posts) -> Vec<Id> {
    let mut all = Vec::new();
    for &post in posts.all() {
        let (tag, class) = (dom.tag(post), class_of(dom, post));
        let is_reply = |&id: &Id| dom.tag(id) == tag && !class.is_empty() && class_of(dom, id) == class;
        all.push(post);
        all.extend(dom.descendants(post).skip(1).filter(is_reply));
    }
    all
}

/// Returns the short lines of a post, without the lines of its replies, each with its place.
fn lines_of(dom: &Dom, post: Id, posts: &HashSet<Id>, marks: &Marks, places: &mut [u64]) -> Vec<PanelLine> {
    let mut lines = Vec::new();
    let mut at = dom.first_child(post);
    while let Some(id) = at {
        let tag = dom.tag(id);
        let is_content = tag.heading().is_some()
            || matches!(tag, Tag::Pre | Tag::Listing | Tag::Code | Tag::Blockquote | Tag::Text);
        if is_content || posts.contains(&id) || marks.is_out(id, PruneLevel::Named) {
            at = dom.following_skipping(id, post);
            continue;
        }
        let parent = dom.parent(id).unwrap_or(post);
        let mut place = DefaultHasher::new();
        (places[parent.index()], tag as u32, class_of(dom, id)).hash(&mut place);
        let place = place.finish();
        places[id.index()] = place;
        if let Some(line) = read_line(dom, id, place, places[parent.index()]) {
            lines.push(line);
        }
        at = dom.following(id, post);
    }
    lines
}

/// Reads an element as a short line. `None` if it is longer, or empty.
fn read_line(dom: &Dom, id: Id, place: u64, around: u64) -> Option<PanelLine> {
    let mut words = DefaultHasher::new();
    let (mut length, mut nodes) = (0, 0);
    let mut label = None;
    let (mut is_number, mut digits, mut is_label) = (true, false, false);
    for below in dom.descendants(id) {
        nodes += 1;
        let tag = dom.tag(below);
        if nodes > NODES || tag.heading().is_some() || matches!(tag, Tag::Pre | Tag::Code) {
            return None;
        }
        let text = dom.text(below).trim();
        let mut rest = text;
        if !text.is_empty() {
            is_label = text.ends_with([':', '\u{ff1a}']);
        }
        if label.is_none() && !text.is_empty() {
            let (name, value) = text.split_once([':', '\u{ff1a}']).unwrap_or(("", text));
            let count = name.chars().count();
            label = Some((1..=LABEL).contains(&count).then_some(name));
            rest = value;
        }
        is_number &= rest.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ',') || c.is_whitespace());
        digits |= rest.contains(|c: char| c.is_ascii_digit());
        for c in text.chars().filter(|c| !c.is_whitespace()) {
            length += 1;
            if c.is_alphabetic() {
                c.hash(&mut words);
            }
        }
        if length > LINE {
            return None;
        }
    }
    // A label alone describes the text after its element.
    let is_apart = !dom.tag(id).is_block() || matches!(dom.tag(id), Tag::Dt | Tag::Td | Tag::Th);
    let label = label.flatten().filter(|_| !(is_label && is_apart)).map(|name| {
        let mut hash = DefaultHasher::new();
        name.trim().hash(&mut hash);
        (around, hash.finish())
    });
    (length > 0).then(|| PanelLine {
        id,
        place,
        words: words.finish(),
        label,
        is_number: is_number && digits,
        is_label,
    })
}
