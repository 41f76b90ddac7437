//! Links, images and their destinations.

use percent_encoding::percent_decode_str;
use url::Url;
use webagents_html::{Id, Tag};
use webagents_text::hidden;

use super::MarkdownWriter;
use super::piece::{Mark, collapse_blanks};
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

/// Number of elements around a link that may be the place to which it leads.
const LEVELS: usize = 4;

impl MarkdownWriter<'_> {
    pub(super) fn write_link(&mut self, id: Id) {
        let Some(url) = self.find_address(id, "href").filter(|_| !self.inline.in_link()) else {
            return self.write_children(id);
        };
        if self.is_heading_anchor(id) {
            return;
        }
        if self.is_own_heading(id) {
            return self.write_children(id);
        }
        match self.style.links {
            Links::Off => return self.write_children(id),
            Links::Listed => {
                let text = collapse_blanks(&self.dom.text_content(id));
                if !text.is_empty() && self.out.may_grow(text.len()) {
                    self.links.push((text, url));
                }
                return self.write_children(id);
            }
            Links::Inline => {}
        }
        let title = self.find_title(id);
        // A code span may stand in a link, and no link in a code span.
        self.inline.open_mark(Mark::Link { url, title });
        self.write_children(id);
        let keep = self.style.is_whole && !self.shows_below(id);
        self.inline.close_mark(keep);
    }

    /// Returns the tooltip of an element, if the whole page is wanted.
    ///
    /// Tooltips are not content, since most readers never see them (HTML Standard, section 3.2.6.1).
    fn find_title(&self, id: Id) -> String {
        let title = if self.style.is_whole { self.dom.attribute(id, "title") } else { None };
        collapse_blanks(title.unwrap_or_default())
    }

    /// The sign next to a heading that gives its address: no text of the page.
    fn is_heading_anchor(&self, id: Id) -> bool {
        let Some((path, fragment)) = self.dom.attribute(id, "href").and_then(|href| href.split_once('#'))
        else {
            return false;
        };
        if !self.is_sign(id, fragment) {
            return false;
        }
        if self.is_own_name(id, fragment) {
            return true;
        }
        if !path.is_empty() {
            return false;
        }
        let class = self.dom.attribute(id, "class").unwrap_or_default();
        self.ancestors_within(id, 2).any(|above| self.dom.tag(above).heading().is_some())
            || ["anchor", "headerlink", "permalink", "hash-link"].iter().any(|name| class.contains(name))
    }

    /// Returns whether a link shows nothing but a sign for links, its fragment with one, or a picture.
    fn is_sign(&self, id: Id, fragment: &str) -> bool {
        let is_unseen = |c: char| c.is_whitespace() || hidden::LINK_SIGN.contains(c);
        let mut below = self.dom.descendants(id).skip(1);
        let mut first = below.by_ref().take(8);
        first.all(|node| {
            let text = self.dom.text(node).trim_matches(is_unseen);
            let is_fragment = || text.strip_prefix('#') == Some(fragment);
            is_fragment()
                || matches!(
                    text,
                    "" | "#"
                        | "\u{b6}"
                        | "\u{a7}"
                        | "\u{1f517}"
                        | "\u{2693}"
                        | "\u{221e}"
                        | "\u{25c6}"
                        | "\u{f0c1}"
                )
        }) && below.next().is_none()
    }

    /// Returns whether a link is the text of a heading and leads to it.
    fn is_own_heading(&self, id: Id) -> bool {
        let fragment = self.dom.attribute(id, "href").and_then(|href| href.strip_prefix('#'));
        fragment.is_some_and(|fragment| {
            self.ancestors_within(id, LEVELS).any(|above| self.dom.tag(above).heading().is_some())
                && self.is_own_name(id, fragment)
        })
    }

    /// Returns whether a link is the text of its heading, so that a picture in it is a sign.
    fn is_sign_of_heading(&self, link: Id) -> bool {
        self.dom.tag(link) == Tag::A
            && self.is_own_heading(link)
            && self.dom.descendants(link).take(16).any(|id| self.dom.text(id).contains(char::is_alphanumeric))
    }

    /// Returns whether a fragment names the place of the link itself.
    ///
    /// The place is an element around it, the heading next to it, or an anchor in or before its heading.
    fn is_own_name(&self, link: Id, fragment: &str) -> bool {
        if fragment.is_empty() {
            return false;
        }
        let decoded = percent_decode_str(fragment).decode_utf8_lossy();
        let names = |id: Id| {
            ["id", "name"].iter().filter_map(|name| self.dom.attribute(id, name)).any(|name| {
                // GitHub has a prefix before the ids of authors.
                let name = name.strip_prefix("user-content-").unwrap_or(name);
                name == fragment || name == decoded
            })
        };
        let is_blank = |id: Id| self.dom.tag(id) == Tag::Text && self.dom.text(id).trim().is_empty();
        let previous = |id: Id| {
            let mut before =
                std::iter::successors(self.dom.previous(id), |&at| self.dom.previous(at)).take(2);
            before.find(|&at| !is_blank(at))
        };
        let next = |id: Id| {
            let mut after = std::iter::successors(self.dom.next(id), |&at| self.dom.next(at)).take(2);
            after.find(|&at| !is_blank(at))
        };
        let is_heading = |id: Id| self.dom.tag(id).heading().is_some();
        std::iter::once(link).chain(self.ancestors_within(link, LEVELS)).any(|at| {
            let holds = || is_heading(at) && self.dom.descendants(at).take(16).any(names);
            let is_anchor = |before: Id| self.dom.tag(before) == Tag::A && names(before);
            names(at) || holds() || is_heading(at) && previous(at).is_some_and(is_anchor)
        }) || [previous(link), next(link)].into_iter().flatten().any(|at| is_heading(at) && names(at))
    }

    pub(super) fn ancestors_within(&self, id: Id, levels: usize) -> impl Iterator<Item = Id> + '_ {
        std::iter::successors(self.dom.parent(id), |&above| self.dom.parent(above)).take(levels)
    }

    pub(super) fn write_image(&mut self, id: Id) {
        if !self.shows_image(id) || self.ancestors_within(id, 2).any(|above| self.is_sign_of_heading(above)) {
            return;
        }
        let named = |name: &str| self.dom.attribute(id, name).filter(|text| !text.trim().is_empty());
        let alt = named("alt").or_else(|| named("title")).unwrap_or_default();
        let linked = matches!(self.style.images, Images::Informative | Images::All);
        let source = if linked { self.find_source(id) } else { None };
        if self.code > 0 {
            return self.inline.push_code(&alt.replace(['\n', '\r'], " "));
        }
        match source {
            Some(url) => {
                let title = self.find_title(id);
                self.inline.push_image(
                    alt,
                    url,
                    if title == collapse_blanks(alt) { String::new() } else { title },
                );
            }
            None => self.inline.push_text(alt),
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
            Images::Informative | Images::All => described || self.find_source(id).is_some(),
        }
    }

    /// Returns the address of an image: `src`, or the one that a script would put there.
    fn find_source(&self, id: Id) -> Option<String> {
        let lazy = || LAZY.iter().find_map(|name| self.find_address(id, name));
        let candidates = || {
            let set = ["data-srcset", "srcset"].iter().find_map(|name| self.dom.attribute(id, name))?;
            self.resolve_address(largest_source(set)?)
        };
        // The `src` of an image that is loaded late is a placeholder.
        if LAZY.iter().any(|name| self.dom.attribute(id, name).is_some()) {
            return lazy().or_else(|| self.find_address(id, "src")).or_else(candidates);
        }
        self.find_address(id, "src").or_else(candidates)
    }

    pub(super) fn write_media(&mut self, id: Id) {
        let source = self.find_address(id, "src").or_else(|| {
            let mut sources = self.dom.children(id).filter(|&child| self.dom.tag(child) == Tag::Source);
            sources.find_map(|child| self.find_address(child, "src"))
        });
        let name = if self.dom.tag(id) == Tag::Audio { "audio" } else { "video" };
        if let (Some(url), Links::Inline, false) =
            (source, self.style.links, self.inline.in_link() || self.code > 0)
        {
            self.inline.open_mark(Mark::Link { url, title: String::new() });
            self.inline.push_text(name);
            self.inline.close_mark(false);
        }
    }

    /// An address in an attribute, as it is to be written.
    pub(super) fn find_address(&self, id: Id, name: &str) -> Option<String> {
        self.resolve_address(self.dom.attribute(id, name)?)
    }

    fn resolve_address(&self, written: &str) -> Option<String> {
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
fn largest_source(set: &str) -> Option<&str> {
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
