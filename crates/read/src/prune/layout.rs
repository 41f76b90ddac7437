//! Facts about a page and its elements that several steps need.

use webagents_html::{Dom, Id, Tag};

use super::measure::Measure;

/// A page with less text than this, in characters, shows little.
pub(super) const LITTLE: u32 = 200;

/// Children of one element that are looked at, or siblings after or before another one.
pub(super) const SIBLINGS: usize = 64;

/// Maximum part of the page's prose in comments and reviews, in percent.
///
/// Above, they are the content.
pub(super) const ASIDE: u32 = 60;

/// Elements whose names are a sign only if the page is an article.
#[derive(Debug, Default)]
pub(super) struct WeakHints {
    /// Buttons and calls to do something.
    pub(super) actions: Vec<Id>,
    /// Names of the authors.
    pub(super) authors: Vec<Id>,
    /// `true` if the page is a discussion.
    pub(super) is_discussion: bool,
    /// `true` if its parts are comments that do not form a section of the page.
    pub(super) is_thread: bool,
}

pub(super) fn find_body(dom: &Dom) -> Id {
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

/// Returns whether no block and no text is next to the element in its parent, which has few children.
pub(super) fn is_alone(dom: &Dom, id: Id, parent: Id, measures: &[Measure]) -> bool {
    let is_empty = |at: Id| measures[at.index()].text == 0 && dom.text(at).trim().is_empty();
    dom.children(parent).nth(SIBLINGS).is_none() && dom.children(parent).all(|at| at == id || is_empty(at))
}

/// Returns whether a paragraph comes right before the element, and another or a heading right after it.
///
/// Old manuals have blocks with text of their own for paragraphs.
pub(super) fn is_amid(dom: &Dom, id: Id, measures: &[Measure]) -> bool {
    let is_shown = |&at: &Id| match dom.tag(at) {
        Tag::Text => !dom.text(at).trim().is_empty(),
        _ => measures[at.index()].text > 0,
    };
    let has_text = |at: Id| dom.children(at).take(SIBLINGS).any(|at| !dom.text(at).trim().is_empty());
    let is_paragraph = |at: Id| {
        measures[at.index()].prose > 0 && (dom.tag(at) == Tag::P || dom.tag(at) == Tag::Div && has_text(at))
    };
    let before =
        std::iter::successors(dom.previous(id), |&at| dom.previous(at)).take(SIBLINGS).find(is_shown);
    let after = std::iter::successors(dom.next(id), |&at| dom.next(at)).take(SIBLINGS).find(is_shown);
    before.is_some_and(is_paragraph)
        && after.is_some_and(|at| is_paragraph(at) || dom.tag(at).heading().is_some())
}

/// Returns whether the element is a part of a sentence: inline, with text next to it, in prose.
///
/// Without these words a sentence changes its meaning, whatever their class. So do words of a heading, a term
/// or code that are not links.
pub(super) fn is_word(dom: &Dom, id: Id, measures: &[Measure]) -> bool {
    let has_text = |at: Option<Id>| at.is_some_and(|at| !dom.text(at).trim().is_empty());
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
        }) && (has_text(dom.previous(id)) || has_text(dom.next(id)))
}

/// Returns whether a text ends as a sentence does, or as what introduces the next block.
pub(super) fn ends_sentence(text: &str) -> bool {
    let said =
        text.trim_end().trim_end_matches(['"', '\'', ')', '*', '\u{201d}', '\u{2019}', '\u{bb}', '\u{300d}']);
    said.ends_with(['.', '!', '?', ':', '\u{2026}', '\u{3002}', '\u{ff01}', '\u{ff1a}', '\u{ff1f}'])
}

/// Returns whether the page's markup names it a discussion.
///
/// The names are schema.org's `DiscussionForumPosting` and `QAPage`.
pub(super) fn declares_forum(dom: &Dom) -> bool {
    let names = |text: &str| text.contains("DiscussionForumPosting") || text.contains("QAPage");
    dom.descendants(Id::DOCUMENT).any(|id| match dom.tag(id) {
        Tag::Script => {
            dom.attribute(id, "type").is_some_and(|kind| kind.contains("ld+json"))
                && dom.children(id).any(|child| names(dom.text(child)))
        }
        _ => dom.attribute(id, "itemtype").is_some_and(names),
    })
}

/// Returns whether the page is a manual, by its markup or by its code.
///
/// Code, and terms next to code, are a fair part of the blocks of a manual.
/// Its lists of links, its short boxes and its notes are its author's.
pub(super) fn is_manual(dom: &Dom, root: Id) -> bool {
    has_code(dom, root) || declares_manual(dom)
}

/// Programs that make nothing but manuals, by the first word of the element `<meta name="generator">`.
const GENERATORS: [&str; 11] = [
    "asciidoc",
    "asciidoctor",
    "docbook",
    "doxygen",
    "groff",
    "javadoc",
    "makeinfo",
    "mandoc",
    "pandoc",
    "rustdoc",
    "texi2any",
];

/// Classes by which `DocBook`, mandoc and Asciidoctor mark a page of a manual.
const CLASSES: [&str; 3] = ["refentry", "manual-text", "manpage"];

/// The `id` of the header of a page that Haddock wrote, and of a list on one of Scaladoc.
const IDS: [&str; 2] = ["module-header", "inheritedMembers"];

/// Returns whether a page's generator, a class or its headings name it a manual.
fn declares_manual(dom: &Dom) -> bool {
    let (mut has_name, mut has_synopsis) = (false, false);
    dom.descendants(Id::DOCUMENT).any(|id| match dom.tag(id) {
        Tag::Text => false,
        Tag::Meta => {
            let is_generator =
                dom.attribute(id, "name").is_some_and(|name| name.eq_ignore_ascii_case("generator"));
            let content = dom.attribute(id, "content").filter(|_| is_generator).unwrap_or_default();
            let name = content.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
            GENERATORS.iter().any(|generator| name.eq_ignore_ascii_case(generator))
        }
        tag if tag.heading().is_some() => {
            let mut texts = dom.descendants(id).take(8).map(|below| dom.text(below).trim());
            let text = texts.find(|text| !text.is_empty()).unwrap_or_default();
            has_name |= text.eq_ignore_ascii_case("name");
            has_synopsis |= text.eq_ignore_ascii_case("synopsis");
            has_name && has_synopsis
        }
        _ => dom.attributes(id).any(|(name, value)| match name {
            "class" => CLASSES.contains(&value.trim()),
            "id" => IDS.contains(&value),
            _ => false,
        }),
    })
}

fn has_code(dom: &Dom, root: Id) -> bool {
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
