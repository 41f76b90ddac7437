//! Links, images and where they lead.

use url::Url;
use webagents_html::{Id, Tag};

use super::MarkdownWriter;
use super::piece::{Mark, collapse};
use crate::options::{Images, Links};

/// Attributes in which pages keep an image's address until a script needs it, likeliest first.
const LAZY: [&str; 8] = [
    "data-src",
    "data-original",
    "data-lazy-src",
    "data-lazy",
    "data-url",
    "data-image",
    "data-hi-res-src",
    "data-full-src",
];

impl MarkdownWriter<'_> {
    pub(super) fn link(&mut self, id: Id) {
        let Some(url) = self.address(id, "href").filter(|_| !self.inline.in_link()) else {
            return self.children(id);
        };
        if self.is_heading_anchor(id) {
            return;
        }
        match self.style.links {
            Links::Off => return self.children(id),
            Links::Listed => {
                let text = collapse(&self.dom.text_content(id));
                if !text.is_empty() && self.out.may_grow(text.len()) {
                    self.links.push((text, url));
                }
                return self.children(id);
            }
            Links::Inline => {}
        }
        let title = self.title(id);
        // A code span may stand in a link, and no link in a code span.
        self.inline.open(Mark::Link { url, title });
        self.children(id);
        let keep = self.style.is_whole && !self.shows_below(id);
        self.inline.close(keep);
    }

    /// Returns the tooltip of an element, where all of a page is wanted.
    ///
    /// It is no content, since most readers never see it (HTML Standard, section 3.2.6.1).
    fn title(&self, id: Id) -> String {
        let title = if self.style.is_whole { self.dom.attribute(id, "title") } else { None };
        collapse(title.unwrap_or_default())
    }

    /// The sign next to a heading that gives its address: no text of the page.
    fn is_heading_anchor(&self, id: Id) -> bool {
        if !self.dom.attribute(id, "href").is_some_and(|href| href.starts_with('#')) {
            return false;
        }
        let mut at = self.dom.first_child(id);
        let mut count = 0;
        while let Some(node) = at {
            let sign = |text: &str| {
                matches!(
                    text,
                    "" | "#" | "\u{b6}" | "\u{a7}" | "\u{1f517}" | "\u{2693}" | "\u{221e}" | "\u{200b}"
                )
            };
            count += 1;
            if count > 8 || !sign(self.dom.text(node).trim()) {
                return false;
            }
            at = self.dom.following(node, id);
        }
        let mut above = self.dom.parent(id);
        for _ in 0..2 {
            let Some(parent) = above else { break };
            if self.dom.tag(parent).heading().is_some() {
                return true;
            }
            above = self.dom.parent(parent);
        }
        let class = self.dom.attribute(id, "class").unwrap_or_default();
        ["anchor", "headerlink", "permalink", "hash-link"].iter().any(|name| class.contains(name))
    }

    pub(super) fn image(&mut self, id: Id) {
        if !self.shows_image(id) {
            return;
        }
        let alt = self.dom.attribute(id, "alt").unwrap_or_default();
        let linked = matches!(self.style.images, Images::Informative | Images::All);
        let source = if linked { self.source(id) } else { None };
        if self.code > 0 {
            return self.inline.code(&alt.replace(['\n', '\r'], " "));
        }
        match source {
            Some(url) => {
                let title = self.title(id);
                self.inline.image(alt, url, if title == collapse(alt) { String::new() } else { title });
            }
            None => self.inline.text(alt),
        }
    }

    /// Returns whether an image has a meaning.
    ///
    /// A counting pixel has none, nor has a picture without words where none are wanted.
    pub(super) fn shows_image(&self, id: Id) -> bool {
        let tiny = |name| {
            self.dom
                .attribute(id, name)
                .is_some_and(|size| matches!(size.trim().trim_end_matches("px"), "0" | "1"))
        };
        if tiny("width") || tiny("height") {
            return false;
        }
        let described = self.dom.attribute(id, "alt").is_some_and(|alt| !alt.trim().is_empty());
        match self.style.images {
            Images::None => false,
            Images::Alt => described,
            Images::Informative | Images::All => described || self.source(id).is_some(),
        }
    }

    /// Returns the address of an image: `src`, or the one that a script would put there.
    fn source(&self, id: Id) -> Option<String> {
        let lazy = || LAZY.iter().find_map(|name| self.address(id, name));
        let candidates = || {
            let set = ["data-srcset", "srcset"].iter().find_map(|name| self.dom.attribute(id, name))?;
            self.resolve(largest(set)?)
        };
        // The `src` of an image that is loaded late is a placeholder.
        if LAZY.iter().any(|name| self.dom.attribute(id, name).is_some()) {
            return lazy().or_else(|| self.address(id, "src")).or_else(candidates);
        }
        self.address(id, "src").or_else(candidates)
    }

    pub(super) fn media(&mut self, id: Id) {
        let source = self.address(id, "src").or_else(|| {
            let mut sources = self.dom.children(id).filter(|&child| self.dom.tag(child) == Tag::Source);
            sources.find_map(|child| self.address(child, "src"))
        });
        let name = if self.dom.tag(id) == Tag::Audio { "audio" } else { "video" };
        if let (Some(url), Links::Inline, false) =
            (source, self.style.links, self.inline.in_link() || self.code > 0)
        {
            self.inline.open(Mark::Link { url, title: String::new() });
            self.inline.text(name);
            self.inline.close(false);
        }
    }

    /// An address in an attribute, as it is to be written.
    pub(super) fn address(&self, id: Id, name: &str) -> Option<String> {
        self.resolve(self.dom.attribute(id, name)?)
    }

    fn resolve(&self, written: &str) -> Option<String> {
        // The WHATWG URL Standard takes tabs and newlines out, and blanks off the ends.
        let written = written.trim_matches(|c: char| c <= ' ');
        let written: String = written.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect();
        if is_inert(&written) {
            return None;
        }
        // A place on this page is short as it is.
        if written.starts_with('#') {
            return (written.len() > 1 || self.style.is_whole).then_some(written);
        }
        match self.style.base {
            None => (!written.is_empty() || self.style.is_whole).then_some(written),
            Some(_) if written.is_empty() => None,
            Some(base) => match Url::parse(&written).or_else(|_| base.join(&written)) {
                Ok(url) if is_inert(url.as_str()) => None,
                Ok(url) if self.out.may_grow(url.as_str().len().saturating_sub(written.len())) => {
                    Some(url.into())
                }
                // One of too many that a long address of the page would make long.
                Ok(_) | Err(_) => Some(written),
            },
        }
    }
}

/// Addresses that lead nowhere: they run code, or are the thing itself.
fn is_inert(address: &str) -> bool {
    let Some((scheme, _)) = address.split_once(':') else { return false };
    ["javascript", "data", "vbscript", "blob", "about"].iter().any(|inert| scheme.eq_ignore_ascii_case(inert))
}

/// The largest image of a `srcset` (HTML Standard, section 4.8.4.2.2).
fn largest(set: &str) -> Option<&str> {
    let mut best: Option<(f64, &str)> = None;
    let mut words = set.split_ascii_whitespace();
    while let Some(word) = words.next() {
        // Commas before an address and those at its end are none of it.
        let word = word.trim_start_matches(',');
        if word.is_empty() {
            continue;
        }
        let url = word.trim_end_matches(',');
        let (url, size) = if url.len() < word.len() {
            (url, 1.0)
        } else {
            let descriptor = words.next().unwrap_or("1x").trim_end_matches(',');
            (url, descriptor.trim_end_matches(['w', 'x', 'h']).parse().unwrap_or(1.0))
        };
        if !is_inert(url) && best.is_none_or(|(largest, _)| size > largest) {
            best = Some((size, url));
        }
    }
    best.map(|(_, url)| url)
}
