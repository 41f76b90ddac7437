//! Comments: the page's content, or a discussion of the article before them.
//!
//! Comments and the posts of a forum have the same names. What comes before them decides: an article is a text under the
//! page's title, and readers came for that. Where there is hardly any, or the page says that it is a forum, the comments
//! are the content.

use webagents_html::{Dom, Id};

use super::layout::{ASIDE, says_forum};
use super::marks::{Marks, PruneLevel};
use super::measure::{Measure, percent};
use super::names::ClassHint;

/// Minimum length of a text before comments, in characters, that makes an article of the page.
const OPENING: u32 = 1_000;

/// Part of the page's text, in percent, above which comments are content.
const PART: u32 = 25;

/// The part that comments are of a page.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Discussion {
    /// `true` if they are its content.
    pub(super) is_all: bool,
    /// `true` if they are, and are no section with a heading.
    pub(super) is_thread: bool,
    /// `true` if an article comes before them.
    pub(super) has_article: bool,
    /// Part of the page's text, in percent, up to which one of them is no content.
    pub(super) part: u32,
}

/// Finds out whether the comments of a page are its content.
///
/// They are if they hold more than a quarter of its text without links, unless a text comes before them, under the
/// page's title, or most of them are in one section with a heading. A section is if it holds most of the text.
/// Short replies are no prose, and count as well.
pub(super) fn find(
    dom: &Dom,
    root: Id,
    marks: &Marks,
    measures: &[Measure],
    hints: &[ClassHint],
) -> Discussion {
    if !hints.contains(&ClassHint::Comments) {
        return Discussion::default();
    }
    let whole = measures[root.index()].plain();
    let (mut comments, mut section, mut prose, mut before) = (0, 0, 0, 0_u32);
    let mut at = Some(root);
    while let Some(id) = at {
        if marks.is_out(id, PruneLevel::Chrome) {
            at = dom.following_skipping(id, root);
            continue;
        }
        let own = measures[id.index()];
        if id != root
            && hints[id.index()] == ClassHint::Comments
            && (comments > 0 || percent(own.plain(), whole) < 95 || before >= OPENING && own.titles == 0)
        {
            comments += own.plain();
            section = section.max(if own.headings > 0 { own.plain() } else { 0 });
            prose += own.prose;
            at = dom.following_skipping(id, root);
            continue;
        }
        if marks.is_title(dom, id) {
            before = 0;
        } else if prose == 0 {
            let below: u32 = dom.children(id).map(|child| measures[child.index()].prose).sum();
            before = before.saturating_add(own.prose.saturating_sub(below));
        }
        at = dom.following(id, root);
    }
    let says_forum = || comments > 0 && says_forum(dom);
    let has_article = before >= OPENING && comments > 0 && !says_forum();
    // Buyers comment as well, on a page about an article that they bought.
    let is_section = section > comments / 2 || hints.contains(&ClassHint::Reviews);
    let part = if is_section { ASIDE } else { PART };
    let is_all = !has_article && (percent(comments, whole) > part || says_forum());
    Discussion { is_all, is_thread: is_all && !is_section, has_article, part }
}
