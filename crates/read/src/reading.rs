//! A page, read.

use url::Url;
use webagents_html::{Dom, Id, ParsedPage, Tag, parse};

use crate::data;
use crate::disclosure;
use crate::formula;
use crate::listing;
use crate::markdown::{self, Style};
use crate::metadata::{self, Metadata};
use crate::options::{Links, ReadOptions, Scope};
use crate::prune;
use crate::removal::Removal;
use crate::reveal;
use crate::section;
use crate::stage::Stage;
use crate::visible::{count_visible, open_text_area};

/// Result of converting an HTML page to Markdown with [`read`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Reading {
    /// The page as Markdown, without a line break at its end. Empty if there is nothing to read.
    pub markdown: String,
    /// Way in which the text to convert was found, such as by removing navigation or by a selector.
    pub stage: Stage,
    /// Numbers of characters, without white space, of the page's visible text and of the converted part.
    pub text: TextCounts,
    /// Percentages of the visible text that were left out as no main content, by kind such as navigation.
    pub removal: Removal,
    /// Facts that the page states about itself, such as its title, authors and dates.
    pub metadata: Metadata,
    /// `true` if the page has no section that [`ReadOptions::section`] names.
    pub lacks_section: bool,
    /// `true` if a CSS selector exceeded its limit on work, so that the end of the page was not searched.
    pub selection_cut: bool,
    /// `true` if some elements exceeded a limit, such as the depth, and only their text was kept.
    pub flattened: bool,
    /// `true` if the page shows hardly any text, and has scripts that a browser would run.
    pub needs_scripts: bool,
    /// `true` if the page was longer than [`limits::HTML_BYTES`](crate::limits::HTML_BYTES) and was cut.
    pub truncated: bool,
}

/// Fewer characters than these are hardly any text.
const FEW: usize = 250;

/// Numbers of characters, without white space, of a page's visible text and of the converted part.
///
/// Text from a page's data counts as part of the page if it was used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct TextCounts {
    /// Number of characters, without white space, in the page's visible text.
    pub before: usize,
    /// Number of characters, without white space, of the visible text that were converted.
    pub after: usize,
}

/// Converts an HTML page to Markdown, by default only its main content.
///
/// Never fails: any text gives a reading, in time and memory linear in its length.
///
/// ```
/// use webagents_read::{ReadOptions, read};
/// let reading = read("<nav>Home</nav><h1>Title</h1><p>Some <b>bold</b> text.", &ReadOptions::default());
/// assert_eq!(reading.markdown, "# Title\n\nSome **bold** text.");
/// ```
pub fn read(html: &str, options: &ReadOptions) -> Reading {
    let ParsedPage { mut dom, flattened, truncated, .. } = parse(html);
    let base = base_address(&dom, options.url.as_ref());
    formula::resolve_formulas(&mut dom);
    listing::resolve_listings(&mut dom);
    reveal::show_panels(&mut dom);
    let panels = disclosure::open_panels(&mut dom);
    open_text_area(&mut dom);
    let before = count_visible(&dom, &[Id::DOCUMENT]);
    let needs_scripts = before < FEW && has_script(&dom);
    let facts = metadata::find_metadata(&dom, base.as_ref(), options.url.as_ref());
    let mut selection_cut = false;
    if let Some(exclude) = &options.exclude {
        let found = exclude.find(&dom, Id::DOCUMENT);
        selection_cut |= found.is_cut;
        for id in found.elements {
            dom.detach(id);
        }
    }
    let is_section = options.select.is_none()
        && options.scope == Scope::Content
        && options.section.as_ref().is_some_and(|fragment| section::keep_section(&mut dom, fragment));
    let lacks_section = !is_section
        && options.select.is_none()
        && options.section.as_ref().is_some_and(|fragment| section::is_missing(&dom, fragment));
    let mut removal = Removal::default();
    let (roots, mut stage) = match (&options.select, options.scope) {
        _ if is_section => {
            prune::remove_hidden(&mut dom, Id::DOCUMENT);
            (vec![Id::DOCUMENT], Stage::Section)
        }
        (Some(select), _) => {
            let found = select.find(&dom, Id::DOCUMENT);
            selection_cut |= found.is_cut;
            let roots = found.elements;
            for &root in &roots {
                prune::remove_hidden(&mut dom, root);
            }
            (roots, Stage::Selected)
        }
        (None, Scope::Content) => {
            let pruned =
                prune::prune_content(&mut dom, &facts.metadata, &panels, options.images, options.favor);
            removal = pruned.removal;
            (pruned.roots, pruned.stage)
        }
        (None, Scope::Whole) => {
            let pruned = prune::prune_unseen(&mut dom);
            (pruned.roots, pruned.stage)
        }
    };
    let style = Style {
        base: base.as_ref(),
        links: options.links,
        images: options.images,
        is_whole: options.scope == Scope::Whole,
    };
    let mut written = markdown::write_roots(&dom, &roots, &style);
    let mut text = TextCounts { before, after: count_visible(&dom, &roots) };
    if options.scope == Scope::Content
        && options.select.is_none()
        && !is_section
        && let Some(body) = facts.body.filter(|body| data::is_missing(body, text.after))
    {
        let (body, after) = data::write_body(&body, &style);
        removal = Removal::default();
        (written, stage, text) = (body, Stage::Data, TextCounts { before: before + after, after });
    }
    if options.links == Links::Listed {
        written.list_links();
    }
    Reading {
        markdown: written.markdown,
        stage,
        text,
        metadata: facts.metadata,
        selection_cut,
        flattened,
        needs_scripts,
        truncated,
        lacks_section,
        removal,
    }
}

/// Returns the metadata of a page, without its text.
#[cfg(feature = "http")]
pub(crate) fn read_metadata(html: &str, options: &ReadOptions) -> Metadata {
    let dom = parse(html).dom;
    metadata::find_metadata(&dom, base_address(&dom, options.url.as_ref()).as_ref(), options.url.as_ref())
        .metadata
}

/// The address against which links are resolved (HTML Standard, section 2.4.3).
pub(crate) fn base_address(dom: &Dom, url: Option<&Url>) -> Option<Url> {
    let mut bases = dom.descendants(Id::DOCUMENT).filter(|&id| dom.tag(id) == Tag::Base);
    let written = if dom.has(Tag::Base) { bases.find_map(|id| dom.attribute(id, "href")) } else { None };
    let base = written.and_then(|written| Url::options().base_url(url).parse(written).ok());
    // "If urlRecord is failure, or its scheme is data or javascript". A long one would be copied for each link.
    base.filter(|base| {
        !matches!(base.scheme(), "data" | "javascript") && base.as_str().len() <= crate::limits::ADDRESS
    })
    .or_else(|| url.cloned())
}

/// Returns whether there is a script that a browser would run, and not only data.
fn has_script(dom: &Dom) -> bool {
    let is_data = |kind: &str| kind.to_ascii_lowercase().contains("json");
    dom.has(Tag::Script)
        && dom
            .descendants(Id::DOCUMENT)
            .any(|id| dom.tag(id) == Tag::Script && !dom.attribute(id, "type").is_some_and(is_data))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_is_no_script() {
        for (html, expected) in [
            ("<SCRIPT>x", true),
            ("<script>", true),
            ("<script type=application/ld+JSON>{}</script>", false),
            ("<script type=importmap+json>{}</script><script src=a.js>", true),
            ("<script src=/json.js data-type=json>x", true),
            ("<script src='a=b'type = 'application/json' id=state>{}</script>", false),
            ("<p>script", false),
            ("<!-- <script>x</script> -->", false),
            ("<textarea><script>x</script></textarea>", false),
        ] {
            assert_eq!(read(html, &ReadOptions::default()).needs_scripts, expected, "{html}");
        }
    }
}
