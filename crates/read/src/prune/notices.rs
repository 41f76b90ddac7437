//! Notices of programs that stand where a video or a post of another site would be.
//!
//! Two signs: the words, and a small block. A notice of a consent has a box or a button, and two words of such notices.

use webagents_html::{Dom, Id, Tag};

use super::marks::{Marks, PruneLevel};
use super::phrases;
use super::signs::Page;
use crate::removal::RemovedKind;

/// Maximum length of the notice of a player, and of the question for a consent, in characters.
const LINE: u32 = 200;
const CONSENT: u32 = 700;

/// Levels between the question for a consent and its box or button.
const LEVELS: usize = 6;

/// Marks these notices.
pub(super) fn mark(page: Page<'_>, root: Id, marks: &mut Marks) {
    let Page { dom, measures, .. } = page;
    let mut at = Some(root);
    while let Some(id) = at {
        if marks.is_out(id, PruneLevel::Chrome) {
            at = dom.following_skipping(id, root);
            continue;
        }
        at = dom.following(id, root);
        let found = match dom.tag(id) {
            Tag::P | Tag::Div | Tag::Span if (1..=LINE).contains(&measures[id.index()].text) => {
                Some(id).filter(|&id| is_of_player(dom, id))
            }
            Tag::Button => consent_around(page, id, root),
            Tag::Input
                if dom.attribute(id, "type").is_some_and(|kind| kind.eq_ignore_ascii_case("checkbox")) =>
            {
                consent_around(page, id, root)
            }
            _ => None,
        };
        if let Some(found) = found {
            marks.mark(found, PruneLevel::Named, RemovedKind::Boilerplate);
        }
    }
}

/// Returns whether an element begins with the words of a player that shows nothing.
fn is_of_player(dom: &Dom, id: Id) -> bool {
    let text = dom.children(id).find(|&at| !dom.text(at).trim().is_empty());
    text.is_some_and(|text| phrases::is_of_player(dom.text(text).trim()))
}

/// Returns the largest element around a box or a button that asks for a consent, and does nothing else.
fn consent_around(page: Page<'_>, id: Id, root: Id) -> Option<Id> {
    let Page { dom, measures, .. } = page;
    let is_small = |&at: &Id| {
        let own = measures[at.index()];
        own.text <= CONSENT && own.titles == 0 && at != root && dom.tag(at) != Tag::Main
    };
    let around =
        std::iter::successors(dom.parent(id), |&at| dom.parent(at)).take(LEVELS).take_while(is_small);
    let asks = |at: &Id| measures[at.index()].prose > 0 && phrases::asks_consent(&dom.text_content(*at));
    around.collect::<Vec<_>>().into_iter().rev().find(asks)
}
