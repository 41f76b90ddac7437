//! Notices that programs show in place of a video or a post of another site.
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

/// Number of boxes and buttons around which a question is searched.
const ASKED: u32 = 64;

/// Levels between the question for a consent and its box or button.
const LEVELS: usize = 6;

/// Marks these notices.
pub(super) fn mark_notices(page: Page<'_>, root: Id, marks: &mut Marks) {
    let Page { dom, measures, .. } = page;
    let mut at = Some(root);
    let mut left = ASKED;
    while let Some(id) = at {
        let tag = dom.tag(id);
        let is_out = marks.is_out(id, PruneLevel::Chrome);
        at = if is_out { dom.following_skipping(id, root) } else { dom.following(id, root) };
        let is = |name: &str, wanted: &str| dom.attribute(id, name).is_some_and(|value| value == wanted);
        // A button may be out for its size.
        let asks = match tag {
            Tag::Button => !marks.is_out(id, PruneLevel::Hidden),
            Tag::A => !is_out && is("href", "#"),
            Tag::Input => !is_out && is("type", "checkbox"),
            _ => false,
        };
        let found = match tag {
            _ if asks && left > 0 => {
                left -= 1;
                consent_around(page, id, root)
            }
            Tag::P | Tag::Div | Tag::Span if !is_out && (1..=LINE).contains(&measures[id.index()].text) => {
                Some(id).filter(|&id| is_of_player(dom, id))
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

/// Returns the largest element around a box or a button for a consent that has no other purpose.
fn consent_around(page: Page<'_>, id: Id, root: Id) -> Option<Id> {
    let Page { dom, measures, .. } = page;
    let is_small = |&at: &Id| {
        let own = measures[at.index()];
        own.text <= CONSENT && own.titles == 0 && at != root && dom.tag(at) != Tag::Main
    };
    let around =
        std::iter::successors(dom.parent(id), |&at| dom.parent(at)).take(LEVELS).take_while(is_small);
    let asks = |at: &Id| measures[at.index()].prose > 0 && phrases::requests_consent(&dom.text_content(*at));
    around.collect::<Vec<_>>().into_iter().rev().find(asks)
}
