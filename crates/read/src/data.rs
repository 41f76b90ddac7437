//! The text of a page that shows none: what its JSON-LD says to machines.
//!
//! The decision it embodies: it is the last step, taken only where the page's own text is tiny in comparison, and the
//! reading reports it. A page shows what its author answers for; its data may be older, shorter or for sale. It is
//! hostile like the rest of the page, and goes the same way: through the parser and the writer.

use webagents_html::{Id, parse};

use crate::formula;
use crate::markdown::{self, Style, Written};
use crate::metadata::Body;
use crate::visible::visible;

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
pub(crate) fn write(body: &Body, style: &Style<'_>) -> (Written, usize) {
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
    formula::resolve(&mut dom);
    (markdown::write(&dom, &[Id::DOCUMENT], style), visible(&dom, &[Id::DOCUMENT]))
}

/// Returns whether a text has marks of blocks in it, as HTML in data has.
fn is_html(text: &str) -> bool {
    ["</p>", "<br", "</div>", "</li>", "<p>", "</h"].iter().any(|mark| text.contains(mark))
}
