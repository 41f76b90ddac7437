//! Text of a page that shows none, taken from its JSON-LD.
//!
//! The decision it embodies: this is the last step. It is taken only if the page's own text is tiny in
//! comparison, and the reading reports it. An author answers for the text that a page shows; its data may be
//! older, shorter or for sale. The data is as hostile as the rest of the page, so the same parser and writer
//! process it.

use webagents_html::{Id, parse};

use crate::formula;
use crate::markdown::{self, Style, Written};
use crate::metadata::Body;
use crate::visible::count_visible;

/// A text shorter than this, in characters, is a teaser.
const TEASER: usize = 200;

/// The page shows next to nothing if its data has so many times the text.
const TIMES: usize = 4;

/// Returns whether a page that shows `shown` characters, blanks not counted, lacks this text.
pub(crate) fn is_missing(body: &Body, shown: usize) -> bool {
    // Enough are counted, and no more.
    let enough = TEASER.max(shown.saturating_mul(TIMES));
    body.text.len() >= enough
        && body.text.chars().filter(|c| !c.is_whitespace()).take(enough).count() == enough
}

/// The text under its title, and how many characters it has, blanks not counted.
pub(crate) fn write_body(body: &Body, style: &Style<'_>) -> (Written, usize) {
    let mut html = String::with_capacity(body.text.len() + 64);
    if let Some(title) = &body.title {
        html.push_str("<h1>");
        html.push_str(&title.replace('&', "&amp;").replace('<', "&lt;"));
        html.push_str("</h1>");
    }
    if is_html(&body.text) {
        html.push_str(&body.text);
    } else {
        for paragraph in body.text.lines() {
            html.push_str("<p>");
            // Entities may stand in it, because it was made of HTML.
            html.push_str(&paragraph.replace('<', "&lt;"));
        }
    }
    let mut dom = parse(&html).dom;
    formula::resolve_formulas(&mut dom);
    (markdown::write_roots(&dom, &[Id::DOCUMENT], style), count_visible(&dom, &[Id::DOCUMENT]))
}

/// Returns whether a text has marks of blocks in it, as HTML in data has.
fn is_html(text: &str) -> bool {
    ["</p>", "<br", "</div>", "</li>", "<p>", "</h"].iter().any(|mark| text.contains(mark))
}
