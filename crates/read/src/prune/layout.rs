//! Facts about a page and its elements that several steps ask for.

use webagents_html::{Dom, Id, Tag};

use super::measure::Measure;

/// A page with less text than this, in characters, shows little.
pub(super) const LITTLE: u32 = 200;

/// Maximum part of the page's prose in comments and reviews, in percent.
///
/// Above, they are the content.
pub(super) const ASIDE: u32 = 60;

/// Elements whose names say something that counts only where the page is an article.
#[derive(Debug, Default)]
pub(super) struct WeakHints {
    /// Buttons and calls to do something.
    pub(super) actions: Vec<Id>,
    /// Names of the authors.
    pub(super) authors: Vec<Id>,
    /// `true` if the page is a discussion.
    pub(super) is_discussion: bool,
}

pub(super) fn body(dom: &Dom) -> Id {
    dom.find(Id::DOCUMENT, Tag::Body).unwrap_or(Id::DOCUMENT)
}

/// Returns whether the page has none of the elements by which HTML 5 names the parts of a page.
///
/// It is an old page, or one of a plain layout, whose parts are distinguished by their structure alone.
pub(super) fn is_plain(dom: &Dom) -> bool {
    ![Tag::Main, Tag::Article, Tag::Section, Tag::Nav, Tag::Header, Tag::Footer, Tag::Aside]
        .into_iter()
        .any(|tag| dom.has(tag))
}

/// Returns whether the element is a part of a sentence: inline, with text next to it, in prose.
///
/// A sentence without them says something else, whatever their class. So do words of a heading, a term or code that are
/// no link.
pub(super) fn is_word(dom: &Dom, id: Id, measures: &[Measure]) -> bool {
    let says = |at: Option<Id>| at.is_some_and(|at| !dom.text(at).trim().is_empty());
    if dom.tag(id).is_block() {
        return false;
    }
    let is_part =
        |tag: Tag| tag.heading().is_some() || matches!(tag, Tag::Dt | Tag::Pre | Tag::Code | Tag::Summary);
    let mut above = std::iter::successors(dom.parent(id), |&at| dom.parent(at)).take(3);
    measures[id.index()].links == 0 && above.any(|above| is_part(dom.tag(above)))
        || dom.parent(id).is_some_and(|parent| {
            let whole = measures[parent.index()];
            whole.prose > 0 && whole.link_density() < 50
        }) && (says(dom.previous(id)) || says(dom.next(id)))
}

/// Returns whether the page's markup names it a discussion.
///
/// The names are schema.org's `DiscussionForumPosting` and `QAPage`.
pub(super) fn says_forum(dom: &Dom) -> bool {
    let names = |text: &str| text.contains("DiscussionForumPosting") || text.contains("QAPage");
    dom.descendants(Id::DOCUMENT).any(|id| match dom.tag(id) {
        Tag::Script => {
            dom.attribute(id, "type").is_some_and(|kind| kind.contains("ld+json"))
                && dom.children(id).any(|child| names(dom.text(child)))
        }
        _ => dom.attribute(id, "itemtype").is_some_and(names),
    })
}

/// Returns whether the page is a manual: code, and terms next to code, are a fair part of its blocks.
///
/// Its lists of links, its short boxes and its notes are its author's.
pub(super) fn is_manual(dom: &Dom, root: Id) -> bool {
    const LEAST: u32 = 3;
    const SHARE: u32 = 4;
    let (mut code, mut terms, mut paragraphs) = (0_u32, 0_u32, 0_u32);
    for id in dom.descendants(root) {
        match dom.tag(id) {
            Tag::Code if dom.parent(id).is_some_and(|above| dom.tag(above) == Tag::Pre) => {}
            Tag::Pre | Tag::Code | Tag::Tt | Tag::Kbd | Tag::Samp => code += 1,
            Tag::Dt => terms += 1,
            Tag::P => paragraphs += 1,
            _ => {}
        }
    }
    let technical = if code > 0 { code.saturating_add(terms) } else { 0 };
    technical >= LEAST && technical.saturating_mul(SHARE) >= paragraphs
}
