//! Listings of Doxygen, in which each line of code is a block, as `<pre>`.
//!
//! ```html
//! <div class="fragment"><div class="line"><span class="lineno">    1</span>&#160;int a;</div></div>
//! ```
//!
//! Anything but code is left out: numbers of lines, and the boxes that a script shows over a name.

use memchr::memmem;
use webagents_html::{Dom, Id, Tag};

use crate::class::has_class;

/// Makes the listings of a page blocks of code.
pub(crate) fn resolve_listings(dom: &mut Dom) {
    // Most pages do not have the word.
    if memmem::find(dom.shared_text(), b"fragment").is_none() {
        return;
    }
    let mut found = false;
    let mut at = Some(Id::DOCUMENT);
    while let Some(id) = at {
        at = dom.following(id, Id::DOCUMENT);
        let is_fragment = is_listing(dom, id);
        match dom.tag(id) {
            Tag::Div if is_fragment && holds_lines(dom, id) => to_preformatted(dom, id),
            Tag::Pre if is_fragment => remove_numbers(dom, id),
            _ => continue,
        }
        found = true;
        at = dom.following_skipping(id, Id::DOCUMENT);
    }
    if found {
        dom.count_letters();
    }
}

/// Returns whether an element is a listing by its class.
pub(crate) fn is_listing(dom: &Dom, id: Id) -> bool {
    has_class(dom, id, "fragment")
}

fn is_line(dom: &Dom, id: Id) -> bool {
    dom.tag(id) == Tag::Div && has_class(dom, id, "line")
}

/// Returns whether the first block of an element is a line, or a part that can be folded.
fn holds_lines(dom: &Dom, id: Id) -> bool {
    let first = dom.children(id).find(|&child| dom.tag(child).is_block());
    first.is_some_and(|first| is_line(dom, first) || has_class(dom, first, "foldopen"))
}

/// Makes a listing of blocks a `<pre>` with line breaks.
fn to_preformatted(dom: &mut Dom, root: Id) {
    dom.set_tag(root, Tag::Pre);
    let mut begun = false;
    let mut at = dom.first_child(root);
    while let Some(id) = at {
        at = dom.following(id, root);
        if is_line(dom, id) {
            if std::mem::replace(&mut begun, true) {
                dom.insert_text(id, "\n");
            }
            dom.set_tag(id, Tag::Span);
            at = dom.following_skipping(id, root);
            clean_line(dom, id);
        } else if has_class(dom, id, "ttc") || dom.tag(id) == Tag::Text && dom.text(id).trim().is_empty() {
            at = dom.following_skipping(id, root);
            dom.detach(id);
        } else if has_class(dom, id, "foldopen") {
            dom.set_tag(id, Tag::Span);
        }
    }
}

/// Takes out of a line its number with the blank after it, and the blank that keeps an empty line open.
fn clean_line(dom: &mut Dom, root: Id) {
    let mut after_number = false;
    let mut is_empty = true;
    let mut at = dom.first_child(root);
    while let Some(id) = at {
        at = dom.following(id, root);
        if has_class(dom, id, "lineno") {
            at = dom.following_skipping(id, root);
            dom.detach(id);
            after_number = true;
        } else if dom.tag(id) == Tag::Text {
            let text = dom.text(id);
            let is_separate = std::mem::take(&mut after_number);
            let code = if is_separate { text.strip_prefix('\u{a0}').unwrap_or(text) } else { text };
            is_empty &= code.trim().is_empty();
            let code = code.replace('\u{a0}', " ");
            dom.set_text(id, &code);
        }
    }
    while is_empty && let Some(child) = dom.first_child(root) {
        dom.detach(child);
    }
}

/// Takes the numbers out of a listing of text: `<a name="l00012"></a>00012 int a;`.
fn remove_numbers(dom: &mut Dom, root: Id) {
    let mut at = dom.first_child(root);
    while let Some(id) = at {
        at = dom.following(id, root);
        let number = dom.attribute(id, "name").and_then(|name| name.strip_prefix('l'));
        let (Some(number), Some(text)) = (number, dom.next(id)) else { continue };
        if number.len() < 5 || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            continue;
        }
        if let Some(code) = dom.text(text).strip_prefix(number) {
            let code = code.strip_prefix(' ').unwrap_or(code).to_owned();
            dom.set_text(text, &code);
        }
    }
}
