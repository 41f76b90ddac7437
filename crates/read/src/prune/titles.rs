//! Title of the page, elements `<h1>` that are not its title, and the standfirst.
//!
//! Templates put the name of the site, or the headings of all their boxes, in such elements. The `<title>` of
//! a page names its subject. An `<h1>` is not the title if another heading has the words of `<title>`, and it
//! has not. Nor is it if both have a part of them and it is a link, as the name of a site leads to its first
//! page.
//!
//! The standfirst is the sentence or two before the content about its subject. The element that holds the content seldom
//! holds it. Between the two stand bylines, dates, shares, disclosures and pictures as well, so only whole sentences are
//! taken, and lists of them ("key points").

use std::collections::HashSet;

use webagents_html::{Dom, Id, Tag};

use super::layout::{self, ends_sentence};
use super::marks::{Marks, PruneLevel};
use super::measure::percent_of;
use super::names;
use super::signs::Page;
use crate::class::has_class;

/// Maximum length of a title's text, in bytes, and minimum length, in characters.
pub(super) const LONG: usize = 600;
pub(super) const SHORT: usize = 8;

/// Words of a title that are looked at.
const WORDS: usize = 48;

/// Minimum part of an element's words that are the title's, in percent.
///
/// The second is the minimum part of the title's words that a heading has.
pub(super) const SAME: usize = 80;
pub(super) const OF_HEADING: usize = 40;

/// Minimum part of a heading's words that are the title's, in percent, for it to be about the same.
const SOME: usize = 50;

/// Headings that are looked at, and nodes below each, at most.
const HEADINGS: usize = 256;
const NODES: usize = 48;

/// A heading, and the words of the page's title that it has.
struct Heading {
    id: Id,
    is_h1: bool,
    is_linked: bool,
    /// `true` if it has the words of a part of the title.
    is_part: bool,
    /// Part of its words that are the title's, in percent.
    same: usize,
    shared: HashSet<String>,
}

/// Marks the elements `<h1>` that are not the title of the page, and returns the title of the item.
///
/// It is the page's title as its metadata has it, unless the metadata took the name of the site for it.
pub(super) fn find_title(dom: &Dom, body: Id, marks: &mut Marks, title: Option<&str>) -> Option<String> {
    let whole = dom.find(Id::DOCUMENT, Tag::Title).map(|id| dom.text_content(id));
    let mut found = find_other_titles(dom, body, marks, whole.as_deref());
    let count = split_words(title.unwrap_or_default()).into_iter().collect::<HashSet<_>>().len();
    let wanted = Wanted::new(title.unwrap_or_default());
    let has_title = |&id: &Id| {
        read_heading(dom, id, &wanted)
            .is_some_and(|heading| heading.same >= SAME && heading.shared.len() == count)
    };
    let title = if found.iter().any(has_title) { whole.clone() } else { title.map(str::to_owned) };
    if title != whole {
        found.extend(find_other_titles(dom, body, marks, title.as_deref()));
    }
    marks.no_titles = found;
    title
}

/// Makes the title of a manual's page an `<h1>` if the page has none.
///
/// The title is a block, or a heading of another level, of the class `title` with words of the element `<title>`, as Javadoc
/// and Doxygen have it.
pub(super) fn promote_title(dom: &mut Dom, body: Id) {
    if dom.has(Tag::H1) {
        return;
    }
    let Some(title) = dom.find(Id::DOCUMENT, Tag::Title).map(|id| dom.text_content(id)) else { return };
    let wanted = Wanted::new(&title);
    let is_named = |&id: &Id| {
        matches!(dom.tag(id), Tag::Div | Tag::P | Tag::H2 | Tag::H3) && has_class(dom, id, "title")
    };
    let found = dom.descendants(body).find(is_named).filter(|&id| is_named_by(dom, id, &wanted));
    if let Some(found) = found.filter(|_| layout::is_manual(dom, body)) {
        dom.set_tag(found, Tag::H1);
    }
}

/// Returns whether an element, up to the first block in it, has words of the title and no link.
///
/// Doxygen writes the groups of a file into a block at the end of its title.
fn is_named_by(dom: &Dom, id: Id, wanted: &Wanted) -> bool {
    let is_block = |at: Id| dom.descendants(at).take(NODES).any(|below| dom.tag(below).is_block());
    let parts: Vec<Id> = dom.children(id).take(NODES).take_while(|&at| !is_block(at)).collect();
    let is_linked = parts.iter().any(|&part| dom.find(part, Tag::A).is_some());
    let own: HashSet<String> = parts.iter().flat_map(|&part| split_words(&dom.text_content(part))).collect();
    let shared = own.iter().filter(|word| wanted.all.contains(*word)).count();
    !is_linked && shared > 0 && shared * 100 >= own.len() * SOME
}

fn find_other_titles(dom: &Dom, body: Id, marks: &Marks, title: Option<&str>) -> HashSet<Id> {
    let wanted = Wanted::new(title.unwrap_or_default());
    if wanted.all.len() < 2 || !dom.has(Tag::H1) {
        return HashSet::new();
    }
    let found = |is: fn(Tag) -> bool| {
        let all = marks.kept_nodes(dom, body, PruneLevel::Hidden);
        all.filter(move |&id| matches!(dom.tag(id), Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4))
            .take(HEADINGS)
            .filter(move |&id| is(dom.tag(id)))
            .filter_map(|id| read_heading(dom, id, &wanted))
    };
    // Of most pages the only `<h1>` is the title, and no other heading needs to be looked at.
    if !found(|tag| tag == Tag::H1).any(|heading| heading.same < SOME || heading.is_linked) {
        return HashSet::new();
    }
    let headings: Vec<Heading> = found(|_| true).collect();
    // A heading that has the title's words, and not only one of them.
    let is_named = |heading: &Heading| {
        heading.same >= SAME
            && heading.shared.len() >= 2
            && (heading.is_part || heading.shared.len() * 100 >= wanted.all.len() * OF_HEADING)
            && heading.shared.iter().map(String::len).sum::<usize>() >= SHORT
    };
    let is_other = |heading: &Heading| {
        let mut later = headings.iter().skip_while(|other| other.id != heading.id).skip(1);
        heading.same < SOME
            && headings.iter().any(|other| is_named(other) && (other.is_h1 || !other.is_linked))
            || heading.is_linked
                && later.any(|other| is_named(other) && are_apart(&other.shared, &heading.shared))
    };
    headings.iter().filter(|heading| heading.is_h1 && is_other(heading)).map(|heading| heading.id).collect()
}

/// Returns whether two parts of a title have hardly a word in common, such as an article.
fn are_apart(one: &HashSet<String>, other: &HashSet<String>) -> bool {
    one.intersection(other).count() * 3 <= one.len().min(other.len())
}

fn read_heading(dom: &Dom, id: Id, wanted: &Wanted) -> Option<Heading> {
    // The anchor of a heading leads nowhere else.
    let leads = |target: &str| !target.starts_with('#');
    let is_link = |id: Id| dom.tag(id) == Tag::A && dom.attribute(id, "href").is_some_and(leads);
    let is_h1 = dom.tag(id) == Tag::H1;
    let mut is_linked = dom.parent(id).is_some_and(is_link);
    let mut text = String::new();
    for below in dom.descendants(id).take(NODES) {
        is_linked |= is_link(below);
        text.push_str(dom.text(below));
        // A heading that was never closed.
        if text.len() > LONG {
            return None;
        }
    }
    let own: HashSet<String> = split_words(&text).into_iter().collect();
    let count = own.len();
    let is_part = wanted.has_part(&own);
    let shared: HashSet<String> = own.into_iter().filter(|word| wanted.all.contains(word)).collect();
    (count > 0 || is_h1).then(|| Heading {
        id,
        is_h1,
        is_linked,
        is_part,
        same: shared.len() * 100 / count.max(1),
        shared,
    })
}

/// Words of the page's title.
pub(super) struct Wanted {
    pub(super) all: HashSet<String>,
    /// Those of its parts, with a sign between them: the site and the item, for two.
    parts: Vec<HashSet<String>>,
    /// Letters of the shortest part and of all.
    pub(super) letters: (usize, usize),
}

/// Minimum number of words and of bytes of a part of a title.
const PART_WORDS: usize = 3;
const PART_BYTES: usize = 12;

impl Wanted {
    pub(super) fn new(title: &str) -> Self {
        let title = title.get(..title.floor_char_boundary(LONG)).unwrap_or_default();
        let all: HashSet<String> = split_words(title).into_iter().collect();
        let mut parts = vec![String::new()];
        for word in title.split_whitespace() {
            let is_sign = !word.contains(char::is_alphanumeric);
            if let Some(part) = parts.last_mut().filter(|_| !is_sign) {
                part.push_str(word);
                part.push(' ');
            }
            if is_sign || word.ends_with(':') {
                parts.push(String::new());
            }
        }
        let mut parts: Vec<HashSet<String>> =
            parts.iter().map(|part| split_words(part).into_iter().collect()).collect();
        parts.retain(|part| {
            (PART_WORDS..all.len()).contains(&part.len())
                && part.iter().map(String::len).sum::<usize>() >= PART_BYTES
        });
        let count = |words: &HashSet<String>| words.iter().map(|word| word.chars().count()).sum();
        let most = count(&all);
        let least = parts.iter().map(count).min().unwrap_or(most);
        Self { all, parts, letters: (least, most) }
    }

    /// Returns whether these words match a part of the title, all but a few.
    pub(super) fn has_part(&self, own: &HashSet<String>) -> bool {
        self.parts.iter().any(|part| {
            let both = own.iter().filter(|word| part.contains(*word)).count();
            both * 100 >= own.len() * SAME && both * 100 >= part.len() * SAME
        })
    }
}

/// The words of a text in lower case; signs of scripts without blanks are words of their own.
pub(super) fn split_words(text: &str) -> Vec<String> {
    first_words(text, WORDS)
}

pub(super) fn first_words(text: &str, most: usize) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    for c in text.chars() {
        if words.len() >= most {
            break;
        }
        if c.is_ascii_alphanumeric() {
            word.push(c.to_ascii_lowercase());
        } else if c.is_ascii() {
            end_word(&mut words, &mut word);
        } else {
            c.to_lowercase().for_each(|c| add_to_word(&mut words, &mut word, c));
        }
    }
    end_word(&mut words, &mut word);
    words
}

fn add_to_word(words: &mut Vec<String>, word: &mut String, c: char) {
    let is_dense = matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}');
    if !c.is_alphanumeric() || is_dense {
        end_word(words, word);
    }
    if c.is_alphanumeric() {
        word.push(c);
    }
    if is_dense {
        end_word(words, word);
    }
}

fn end_word(words: &mut Vec<String>, word: &mut String) {
    if !word.is_empty() {
        words.push(std::mem::take(word));
    }
}

/// Maximum part of the text of a sentence that is links, in percent.
const LEAD_LINKS: u32 = 30;

/// Minimum part of the text of a list that reads as sentences, in percent.
const LEAD_LIST: u32 = 80;

/// The page's title, if it is before its content.
pub(super) fn title_above(dom: &Dom, body: Id, root: Id, marks: &Marks) -> Option<Id> {
    let has_title = || marks.kept_nodes(dom, root, PruneLevel::Named).any(|id| marks.is_title(dom, id));
    if !dom.has(Tag::H1) || has_title() {
        return None;
    }
    for id in marks.kept_nodes(dom, body, PruneLevel::Named) {
        if id == root {
            return None;
        }
        if marks.is_title(dom, id) {
            // A heading that was never closed may hold the content itself.
            let mut around = std::iter::successors(dom.parent(root), |&at| dom.parent(at));
            return around.all(|above| above != id).then_some(id);
        }
    }
    None
}

/// Returns the prose between the title and the content, in document order.
pub(super) fn find_standfirst(page: Page<'_>, body: Id, (title, root): (Id, Id), marks: &Marks) -> Vec<Id> {
    let Page { dom, measures, .. } = page;
    let mut holds = vec![false; dom.node_count()];
    for above in std::iter::successors(dom.parent(root), |&at| dom.parent(at)) {
        holds[above.index()] = true;
    }
    let mut standfirst = Vec::new();
    let mut at = dom.following_skipping(title, body);
    while let Some(id) = at.filter(|&id| id != root) {
        let (tag, own) = (dom.tag(id), measures[id.index()]);
        let is_list = matches!(tag, Tag::Ul | Tag::Ol);
        let goes_in = if holds[id.index()] {
            true
        } else if is_lead(page, title, id) && !marks.is_out(id, PruneLevel::Named) {
            standfirst.push(id);
            false
        } else if own.prose == 0 || marks.is_out(id, PruneLevel::Named) || is_of_picture(dom, id) {
            false
        } else if is_list || !dom.children(id).any(|child| measures[child.index()].prose > 0) {
            let is_said = if is_list {
                percent_of(own.prose, own.text) >= LEAD_LIST
            } else {
                is_sentence(dom, id, tag)
            };
            if is_said && own.link_density() < LEAD_LINKS {
                standfirst.push(id);
            }
            false
        } else {
            true
        };
        at = if goes_in { dom.following(id, body) } else { dom.following_skipping(id, body) };
    }
    standfirst
}

/// Returns whether an element is a short sentence below the title, in the same element.
///
/// In a manual it is any line, such as the date of a version.
fn is_lead(page: Page<'_>, title: Id, id: Id) -> bool {
    let Page { dom, measures, .. } = page;
    let (tag, own) = (dom.tag(id), measures[id.index()]);
    own.prose == 0
        && own.text >= LEAD
        && own.links == 0
        && own.held == 0
        && (tag == Tag::P || tag == Tag::Div && dom.children(id).all(|child| dom.tag(child) == Tag::Text))
        && dom.parent(id) == dom.parent(title)
        && (page.is_manual && tag == Tag::P || is_sentence(dom, id, tag))
}

/// Characters of such a sentence, at least.
const LEAD: u32 = 8;

fn is_of_picture(dom: &Dom, id: Id) -> bool {
    matches!(dom.tag(id), Tag::Figure | Tag::Figcaption)
        || dom.attributes(id).any(|(name, value)| name == "class" && names::is_caption(value))
}

/// Returns whether the block ends as a sentence does.
///
/// A line with its time is a dateline, and a second title belongs to another page.
fn is_sentence(dom: &Dom, id: Id, tag: Tag) -> bool {
    tag.is_block()
        && tag != Tag::H1
        && ends_sentence(&dom.text_content(id))
        && dom.find(id, Tag::Time).is_none()
}
