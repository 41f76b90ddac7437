//! The section of a page that the fragment of its address names.
//!
//! The decision it embodies: a reader who follows a link to a heading wants the text under it. A heading
//! selects everything up to the next heading of its level or above. Any other element selects itself. An
//! anchor without text selects the section of the heading after it, or the block that it begins. All other
//! nodes are removed, but the ancestors stay, so that a section in a table or list is written as it was.

use percent_encoding::percent_decode_str;
use webagents_html::{Dom, Id, Tag};

/// Nodes after an anchor that are looked at for the text that it belongs to.
const NEAR: usize = 64;

/// Leaves only the section that `fragment` names.
///
/// Returns `false` if there is none; the page then stays unchanged.
pub(crate) fn keep_section(dom: &mut Dom, fragment: &str) -> bool {
    let Some((start, end)) = find_section(dom, fragment) else { return false };
    // The nodes before the section, except for its ancestors.
    let mut around = vec![false; dom.node_count()];
    for above in std::iter::successors(dom.parent(start), |&above| dom.parent(above)) {
        around[above.index()] = true;
    }
    let mut at = Some(Id::DOCUMENT);
    while let Some(id) = at.filter(|&id| id != start) {
        if around[id.index()] || dom.tag(id) == Tag::Head {
            at = if dom.tag(id) == Tag::Head {
                dom.following_skipping(id, Id::DOCUMENT)
            } else {
                dom.following(id, Id::DOCUMENT)
            };
        } else {
            at = dom.following_skipping(id, Id::DOCUMENT);
            dom.detach(id);
        }
    }
    // The nodes after it.
    let mut at = end;
    while let Some(id) = at {
        at = dom.following_skipping(id, Id::DOCUMENT);
        dom.detach(id);
    }
    true
}

/// The first node of the section, and the first after it.
fn find_section(dom: &Dom, fragment: &str) -> Option<(Id, Option<Id>)> {
    let target = find_target(dom, fragment)?;
    if matches!(dom.tag(target), Tag::Html | Tag::Body | Tag::Head | Tag::Main) {
        return None;
    }
    let after = |id: Id| dom.following_skipping(id, Id::DOCUMENT);
    // In a heading, or one itself.
    let above = std::iter::successors(Some(target), |&above| dom.parent(above));
    let heading = above.take(8).find(|&id| dom.tag(id).heading().is_some());
    if let Some(heading) = heading.or_else(|| heading_near(dom, target)) {
        let level = dom.tag(heading).heading().unwrap_or(6);
        let end = std::iter::successors(after(heading), |&id| dom.following(id, Id::DOCUMENT))
            .find(|&id| dom.tag(id).heading().is_some_and(|other| other <= level));
        return Some((heading, end));
    }
    if has_text(dom, target) {
        return Some((target, end_of(dom, target)));
    }
    // An anchor: the block that it begins, or the nodes up to the next anchor or heading.
    let block = std::iter::successors(dom.parent(target), |&above| dom.parent(above))
        .find(|&above| dom.tag(above).is_block())
        .filter(|&above| {
            !matches!(
                dom.tag(above),
                Tag::Body | Tag::Main | Tag::Article | Tag::Div | Tag::Section | Tag::Html
            ) && has_text(dom, above)
        });
    if let Some(block) = block {
        return Some((block, end_of(dom, block)));
    }
    let end = std::iter::successors(after(target), |&id| dom.following(id, Id::DOCUMENT)).find(|&id| {
        dom.tag(id).heading().is_some()
            || is_anchor(dom, id) && !has_text(dom, id) && text_before(dom, target, id)
    });
    Some((target, end))
}

/// Returns whether the fragment names an element, and the page has none of that name.
///
/// `#top`, text fragments and the routes of applications name no element.
pub(crate) fn is_missing(dom: &Dom, fragment: &str) -> bool {
    let name = fragment.split(":~:").next().unwrap_or_default();
    !name.is_empty()
        && !name.eq_ignore_ascii_case("top")
        && !name.starts_with(['/', '!', '?'])
        && find_target(dom, fragment).is_none()
}

/// The node after an element; a term continues up to the next one.
fn end_of(dom: &Dom, id: Id) -> Option<Id> {
    if dom.tag(id) == Tag::Dt {
        let mut after = std::iter::successors(dom.next(id), |&next| dom.next(next));
        let mut seen = false;
        let next = after.find(|&next| {
            seen |= dom.tag(next) == Tag::Dd;
            seen && dom.tag(next) == Tag::Dt
        });
        if let Some(next) = next {
            return Some(next);
        }
        return dom.parent(id).and_then(|list| dom.following_skipping(list, Id::DOCUMENT));
    }
    dom.following_skipping(id, Id::DOCUMENT)
}

/// The heading that an element without text before it begins with or precedes.
fn heading_near(dom: &Dom, target: Id) -> Option<Id> {
    let has_own = has_text(dom, target);
    // Only an element that holds nothing else than the heading is selected by it: a section has its own end.
    let mut nodes = std::iter::successors(Some(target), |&id| dom.following(id, Id::DOCUMENT)).take(NEAR);
    let first = nodes.find(|&id| dom.tag(id).heading().is_some() || !dom.text(id).trim().is_empty())?;
    let heading = dom.tag(first).heading().map(|_| first)?;
    if !has_own {
        return Some(heading);
    }
    // A wrapper of a heading, with what edits or links it.
    let is_within =
        std::iter::successors(Some(heading), |&above| dom.parent(above)).any(|above| above == target);
    let rest: u32 = dom.descendants(target).map(|id| dom.letters(id)).sum();
    let own: u32 = dom.descendants(heading).map(|id| dom.letters(id)).sum();
    let is_wrapper = is_within
        && rest <= own.saturating_add(16)
        && !matches!(dom.tag(target), Tag::Section | Tag::Article);
    is_wrapper.then_some(heading)
}

fn has_text(dom: &Dom, id: Id) -> bool {
    dom.descendants(id)
        .any(|at| !dom.text(at).trim().is_empty() || matches!(dom.tag(at), Tag::Img | Tag::Math))
}

/// Returns whether text lies between two nodes.
fn text_before(dom: &Dom, from: Id, to: Id) -> bool {
    std::iter::successors(dom.following_skipping(from, Id::DOCUMENT), |&id| dom.following(id, Id::DOCUMENT))
        .take_while(|&id| id != to)
        .take(NEAR)
        .any(|id| !dom.text(id).trim().is_empty())
}

fn is_anchor(dom: &Dom, id: Id) -> bool {
    dom.tag(id) == Tag::A && (dom.attribute(id, "name").is_some() || dom.attribute(id, "id").is_some())
}

/// The element that a fragment indicates (HTML Standard, section 7.4.6.4).
fn find_target(dom: &Dom, fragment: &str) -> Option<Id> {
    let fragment = fragment.split(":~:").next().unwrap_or_default();
    if fragment.is_empty() {
        return None;
    }
    let named = |name: &str| {
        let has = |id: Id, attribute: &str| dom.attribute(id, attribute) == Some(name);
        let mut all = dom.descendants(Id::DOCUMENT);
        let by_id = all.find(|&id| has(id, "id"));
        by_id.or_else(|| dom.descendants(Id::DOCUMENT).find(|&id| dom.tag(id) == Tag::A && has(id, "name")))
    };
    let decoded = percent_decode_str(fragment).decode_utf8_lossy();
    named(fragment)
        .or_else(|| if decoded == fragment { None } else { named(&decoded) })
        // Wikis and code hosts write the ids of what users wrote with a prefix.
        .or_else(|| named(&format!("user-content-{decoded}")))
}

#[cfg(test)]
mod tests {
    use crate::{ReadOptions, Stage, read};

    #[track_caller]
    fn check(body: &str, fragment: &str, markdown: &str) {
        let options = ReadOptions { section: Some(fragment.to_owned()), ..ReadOptions::default() };
        let reading = read(body, &options);
        assert_eq!(
            (reading.markdown.as_str(), reading.stage),
            (markdown, Stage::Section),
            "#{fragment} {body}"
        );
    }

    #[test]
    fn a_heading_goes_on_to_the_next_of_its_level() {
        let page = "<nav>menu</nav><h1 id=t>T</h1><p>intro<h2 id=a>A</h2><p>one<h3 id=b>B</h3><p>two<h2 \
                    id='c d'>C</h2><p>three<h1>U</h1><p>four<footer>foot</footer>";
        check(page, "a", "## A\n\none\n\n### B\n\ntwo");
        check(page, "b", "### B\n\ntwo");
        check(page, "c%20d", "## C\n\nthree");
        check(page, "t", "# T\n\nintro\n\n## A\n\none\n\n### B\n\ntwo\n\n## C\n\nthree");
        check(page, "a:~:text=one", "## A\n\none\n\n### B\n\ntwo");
    }

    #[test]
    fn anchors_and_wrappers_of_headings() {
        for before in [
            "<a name=a></a><h2>A</h2>",
            "<p><a id=a></a><h2>A</h2>",
            "<h2><a name=a></a>A</h2>",
            "<h2><span id=a>A</span></h2>",
            "<div id=a><h2>A</h2><a href=#>[edit]</a></div>",
            "<div><div class=mw-heading><h2 id=a>A</h2></div></div>",
            "<h2 id=user-content-a>A</h2>",
        ] {
            let options = ReadOptions { section: Some("a".to_owned()), ..ReadOptions::default() };
            let markdown = read(&format!("<p>zero{before}<p>one<h2>B</h2><p>two"), &options).markdown;
            assert!(markdown.starts_with("## A") && markdown.ends_with("one"), "{before} {markdown}");
        }
    }

    #[test]
    fn other_elements_are_themselves() {
        let page = "<p>zero<section id=s><h2>A</h2><p>one</section><p>two<dl><dt id=x>X<dd>1<dt>Y<dd>2</dl><ul><li>l<li \
                    id=m>m</ul><p><a name=n></a>three<p>four<a name=e></a><table><tr id=r><td>5</table>";
        check(page, "s", "## A\n\none");
        check(page, "x", "X\n:   1");
        check(page, "m", "- m");
        check(page, "n", "three");
        check("<body>zero<a name=a></a>one<br>two<a name=b></a>three", "a", "one  \ntwo");
    }

    #[test]
    fn a_section_that_is_not_there_is_the_page() {
        for (fragment, is_missing) in [
            ("", false),
            ("z", true),
            ("/route", false),
            ("!a", false),
            (":~:text=one", false),
            ("%ff", true),
            ("Top", false),
        ] {
            let options = ReadOptions { section: Some(fragment.to_owned()), ..ReadOptions::default() };
            let reading = read("<h1 id=a>A</h1><p>one", &options);
            assert_eq!(reading.markdown, "# A\n\none", "{fragment}");
            assert_ne!(reading.stage, Stage::Section, "{fragment}");
            assert_eq!(reading.lacks_section, is_missing, "{fragment}");
        }
    }
}
