//! Share of an article's links, cells, code and other parts that survive the conversion to Markdown.
//!
//! The Markdown is rendered back to HTML, and the parts are counted in both.
//!
//! Parts that a reader of pages is to leave out are not counted: the links of a heading to places in its page, images
//! and links that hold their own data, a program or nothing, and characters without a width. Links within code are
//! counted, though in Markdown they can only stand next to it; those outside of it are counted a second time.

use std::collections::BTreeMap;

use unicode_normalization::UnicodeNormalization as _;

use super::tree::{self, Content, Tree};

/// Parts of a page, each a kind and a text, with the number of times that it occurs.
pub(super) type Things = BTreeMap<(&'static str, String), usize>;

/// Parts of a page that Markdown can express.
pub(super) fn things(html: &str) -> Things {
    let tree = tree::parse(html);
    let mut things = Things::new();
    let mut open = vec![(0, false)];
    while let Some((id, in_pre)) = open.pop() {
        let node = &tree.nodes[id];
        let mut in_pre = in_pre;
        match &node.content {
            Content::Element(name, _) if matches!(&*name.local, "script" | "style" | "head") => continue,
            Content::Element(name, attributes) => {
                let value = |key: &str| {
                    attributes.iter().find(|(name, _)| name == key).map(|(_, value)| value.trim())
                };
                if let Some(kind) = kind(&name.local, in_pre) {
                    let mut said = said(&tree, id);
                    match kind {
                        "links" if in_heading(&tree, id) && (is_sign(&said) || leads_here(value("href"))) => {
                            said.clear();
                        }
                        "links" if !said.is_empty() => match value("href").filter(|href| is_address(href)) {
                            Some(href) => said = format!("{href} {said}"),
                            None => said.clear(),
                        },
                        "images" => {
                            value("src")
                                .filter(|src| is_address(src))
                                .unwrap_or_default()
                                .clone_into(&mut said);
                        }
                        "headings" => said.truncate(said.trim_end_matches(SIGNS).len()),
                        _ => {}
                    }
                    if !said.is_empty() {
                        if kind == "links" && !in_pre {
                            *things.entry(("links outside of code", said.clone())).or_default() += 1;
                        }
                        *things.entry((kind, said)).or_default() += 1;
                    }
                }
                in_pre |= &*name.local == "pre";
            }
            Content::Text(text) => {
                for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
                    *things.entry(("words", word.to_owned())).or_default() += 1;
                }
            }
            Content::Nothing => {}
        }
        open.extend(node.children.iter().map(|&child| (child, in_pre)));
    }
    things
}

/// By which a heading links to itself.
const SIGNS: [char; 3] = ['#', '\u{b6}', '\u{a7}'];

fn is_sign(said: &str) -> bool {
    !said.is_empty() && said.trim_matches(SIGNS).is_empty()
}

/// Returns whether an address names a place in the page.
fn leads_here(href: Option<&str>) -> bool {
    href.is_some_and(|href| href.starts_with('#'))
}

fn in_heading(tree: &Tree, id: usize) -> bool {
    let mut above = std::iter::successors(tree.nodes[id].parent, |&at| tree.nodes[at].parent);
    above.any(|at| {
        matches!(&tree.nodes[at].content, Content::Element(name, _) if kind(&name.local, false) == Some("headings"))
    })
}

/// Returns whether an address has none of the schemes `data:`, `javascript:` and `about:`.
fn is_address(address: &str) -> bool {
    !["data:", "javascript:", "about:"]
        .iter()
        .any(|scheme| address.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme)))
}

fn kind(name: &str, in_pre: bool) -> Option<&'static str> {
    Some(match name {
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => "headings",
        "a" => "links",
        "img" => "images",
        "li" => "list items",
        "td" | "th" => "table cells",
        "pre" => "code blocks",
        "code" | "kbd" | "samp" | "tt" if !in_pre => "inline code",
        "b" | "strong" => "bold",
        "i" | "em" => "italic",
        "blockquote" => "quotes",
        _ => return None,
    })
}

/// The text of an element, without blanks, in the form NFKC: a raised letter is that letter.
fn said(tree: &Tree, root: usize) -> String {
    let mut said = String::new();
    let mut open = vec![root];
    while let Some(id) = open.pop() {
        match &tree.nodes[id].content {
            Content::Element(name, _) if matches!(&*name.local, "script" | "style" | "template") => continue,
            Content::Text(text) => {
                said.extend(text.nfkc().filter(|&c| !c.is_whitespace() && c != '\u{feff}'));
            }
            _ => {}
        }
        open.extend(tree.nodes[id].children.iter().rev());
    }
    said
}

/// For each kind: how many there were, how many came back, and how many of these were there before.
pub(super) type Score = BTreeMap<&'static str, (usize, usize, usize)>;

/// Adds a page to a score.
pub(super) fn add(score: &mut Score, before: &Things, after: &Things) {
    for (thing, &count) in before {
        let entry = score.entry(thing.0).or_default();
        entry.0 += count;
        entry.2 += count.min(after.get(thing).copied().unwrap_or(0));
    }
    for (thing, &count) in after {
        score.entry(thing.0).or_default().1 += count;
    }
}

/// Shows what came back other than it was, but for words.
pub(super) fn show_misses(page: &str, before: &Things, after: &Things) {
    let count = |things: &Things, thing| things.get(thing).copied().unwrap_or(0);
    for thing in before.keys().chain(after.keys().filter(|thing| !before.contains_key(thing))) {
        let (was, is) = (count(before, thing), count(after, thing));
        if was != is && thing.0 != "words" {
            let said: String = thing.1.chars().take(200).collect();
            eprintln!("{page}: {}: {was} became {is}: {said}", thing.0);
        }
    }
}
