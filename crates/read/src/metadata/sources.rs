//! One walk over the page, which gathers all candidates for metadata.
//!
//! The decision it embodies: the page is walked once, and the findings are bounded in number and length, so
//! that a page of a million `<meta>` costs no more than a page without any. The value of each finding is not
//! decided here.

use webagents_html::{Dom, Id, Tag};

use crate::limits;

/// Occurrences of metadata, each in document order.
#[derive(Debug, Default)]
pub(super) struct MetadataSources<'a> {
    /// `<meta>`: each name or property in lower case, and its content.
    metas: Vec<(String, &'a str)>,
    /// The text of each `<script type="application/ld+json">`.
    pub(super) json_ld: Vec<&'a str>,
    /// Elements with `itemprop`.
    pub(super) items: Vec<Id>,
    pub(super) canonical: Option<&'a str>,
    pub(super) markdown: Option<&'a str>,
    pub(super) language: Option<&'a str>,
    pub(super) title: Option<String>,
    /// The first `<h1>` with text, and its text.
    pub(super) heading: Option<(Id, String)>,
    /// Texts of links to authors.
    pub(super) author_links: Vec<String>,
}

impl<'a> MetadataSources<'a> {
    /// The first content that is not blank, by the first of the names that has one.
    pub(super) fn first_meta(&self, names: &[&str]) -> Option<&'a str> {
        names.iter().find_map(|name| self.all_metas(&[name]).next())
    }

    /// All contents that are not blank, by the first of the names that has any.
    pub(super) fn all_metas(&self, names: &[&str]) -> impl Iterator<Item = &'a str> {
        let of = |wanted: &str| {
            let wanted = wanted.to_owned();
            let found = self
                .metas
                .iter()
                .filter(move |(name, content)| *name == wanted && !content.trim().is_empty());
            found.map(|&(_, content)| content)
        };
        let first = names.iter().find(|name| of(name).next().is_some());
        first.map(|name| of(name)).into_iter().flatten()
    }
}

/// Walks the page.
pub(super) fn collect_sources(dom: &Dom) -> MetadataSources<'_> {
    let mut seen = MetadataSources::default();
    for id in dom.descendants(Id::DOCUMENT) {
        let tag = dom.tag(id);
        match tag {
            Tag::Text | Tag::Document => continue,
            Tag::Html if seen.language.is_none() => {
                seen.language = dom.attribute(id, "lang").or_else(|| dom.attribute(id, "xml:lang"));
            }
            Tag::Title if seen.title.is_none() => seen.title = Some(bounded_text(dom, id, limits::TITLE)),
            Tag::H1 if seen.heading.is_none() => {
                let heading = bounded_text(dom, id, limits::TITLE);
                if !heading.trim().is_empty() {
                    seen.heading = Some((id, heading));
                }
            }
            Tag::Meta => collect_meta(dom, id, &mut seen),
            Tag::Link => collect_link(dom, id, &mut seen),
            Tag::Script => collect_script(dom, id, &mut seen),
            Tag::A
                if seen.author_links.len() < limits::AUTHORS
                    && has_token(dom.attribute(id, "rel"), "author") =>
            {
                seen.author_links.push(bounded_text(dom, id, limits::NAME));
            }
            _ => {}
        }
        if seen.items.len() < limits::ITEMS && dom.attribute(id, "itemprop").is_some() {
            seen.items.push(id);
        }
    }
    seen
}

fn collect_meta<'a>(dom: &'a Dom, id: Id, seen: &mut MetadataSources<'a>) {
    let Some(content) = dom.attribute(id, "content") else { return };
    for key in ["property", "name", "http-equiv"] {
        for name in dom.attribute(id, key).unwrap_or_default().split_ascii_whitespace().take(4) {
            if seen.metas.len() < limits::METAS && name.len() <= 64 {
                seen.metas.push((name.to_ascii_lowercase(), content));
            }
        }
    }
}

fn collect_link<'a>(dom: &'a Dom, id: Id, seen: &mut MetadataSources<'a>) {
    let (rel, href) =
        (dom.attribute(id, "rel"), dom.attribute(id, "href").filter(|href| !href.trim().is_empty()));
    if seen.canonical.is_none() && has_token(rel, "canonical") {
        seen.canonical = href;
    }
    // RFC 7763. Parameters, such as its variant, may follow.
    let is_markdown = || {
        let essence = dom.attribute(id, "type").unwrap_or_default().split(';').next().unwrap_or_default();
        essence.trim().eq_ignore_ascii_case("text/markdown")
    };
    if seen.markdown.is_none() && has_token(rel, "alternate") && is_markdown() {
        seen.markdown = href;
    }
}

fn collect_script<'a>(dom: &'a Dom, id: Id, seen: &mut MetadataSources<'a>) {
    let kind = dom.attribute(id, "type").unwrap_or_default().split(';').next().unwrap_or_default().trim();
    if seen.json_ld.len() >= limits::JSON_LD_SCRIPTS || !kind.eq_ignore_ascii_case("application/ld+json") {
        return;
    }
    let room = limits::JSON_LD_BYTES.saturating_sub(seen.json_ld.iter().map(|text| text.len()).sum());
    // Half of a JSON text is not JSON.
    let text = dom.first_child(id).map(|child| dom.text(child)).unwrap_or_default();
    if !text.trim().is_empty() && text.len() <= room {
        seen.json_ld.push(text);
    }
}

/// Returns whether a list of tokens holds one, in any case.
pub(super) fn has_token(list: Option<&str>, token: &str) -> bool {
    list.is_some_and(|list| list.split_ascii_whitespace().any(|found| found.eq_ignore_ascii_case(token)))
}

/// Returns the text below an element.
///
/// No more of it is examined than `limit` characters and their blanks may need.
pub(super) fn bounded_text(dom: &Dom, root: Id, limit: usize) -> String {
    let mut text = String::new();
    let mut at = Some(root);
    for _ in 0..limits::ITEM_NODES {
        let Some(id) = at else { break };
        let tag = dom.tag(id);
        if matches!(tag, Tag::Script | Tag::Style | Tag::Template | Tag::Svg) && id != root {
            at = dom.following_skipping(id, root);
            continue;
        }
        if tag.ends_line() {
            text.push(' ');
        }
        let found = dom.text(id);
        // Four bytes a letter, and twice that for blanks between.
        text.push_str(&found[..found.floor_char_boundary(limit * 8)]);
        if text.len() > limit * 8 {
            break;
        }
        at = dom.following(id, root);
    }
    text
}
