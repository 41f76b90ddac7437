//! Options of a reading.

use url::Url;
use webagents_html::Selector;

/// Options for converting an HTML page to Markdown. The default keeps the main content.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct ReadOptions {
    /// URL of the page after all redirects, against which relative links are resolved.
    ///
    /// With it links are absolute; `<base>` is honoured either way.
    pub url: Option<Url>,
    /// Part of the page to convert: its main content, or everything visible.
    pub scope: Scope,
    /// CSS selector of the elements to convert; `None` converts the part that `scope` names.
    ///
    /// Within the selected elements only hidden text is removed.
    pub select: Option<Selector>,
    /// Fragment of the page's URL, such as `history` of `#history`; only the section so named is converted.
    ///
    /// The section is the element with that id, or the text under that heading. It applies if the main
    /// content is wanted and nothing is selected. If there is no such section, the page is read.
    pub section: Option<String>,
    /// CSS selector of elements to leave out of the Markdown.
    pub exclude: Option<Selector>,
    /// Form in which the page's links are written: inline, as a list at the end, or without their URLs.
    pub links: Links,
    /// Images of the page to write: informative ones, all or none, with URLs or as descriptions only.
    pub images: Images,
    /// Preference where main content is uncertain: keep too much, lose some content, or neither.
    pub favor: Favor,
}

/// Part of a page to convert to Markdown: its main content, or everything visible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Scope {
    /// The main content, without navigation, advertising and the like.
    #[default]
    Content,
    /// Everything that a reader of the page may see.
    Whole,
}

/// Preference where main content is uncertain: keep too much, lose some content, or neither.
///
/// Signs of boilerplate: the part is mostly links, its name or its place outside of the text suggests it, it
/// holds fields to fill in, its first words introduce a list of other pages, it is short. Each of them can be
/// wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
#[non_exhaustive]
pub enum Favor {
    /// Two signs remove a part of the page, and three a part of the content of a manual.
    ///
    /// A name alone removes nothing. A page is a manual if code is a fair part of its blocks, and it is not a
    /// discussion.
    #[default]
    Balance,
    /// One sign removes an element without a heading, code, a table row or a term.
    ///
    /// Less boilerplate is left, and some content is lost.
    Precision,
    /// Three signs remove a part of the page.
    ///
    /// Lists of links, repeated blocks and the text after an article stay: nearly no content is lost, but
    /// more boilerplate stays.
    Recall,
}

/// Form in which a page's links are written in Markdown: inline, as a list at the end, or without URLs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Links {
    /// `[text](address)` in the place of the link.
    #[default]
    Inline,
    /// The text of the link, without its address.
    Off,
    /// The text of the link, and a list of all addresses at the end.
    Listed,
}

/// Images of a page to write in Markdown: informative ones, all or none, with URLs or as descriptions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Images {
    /// `![description](address)` of each image that conveys information.
    ///
    /// Of the main content those are left out that the page declares to be decoration (HTML Standard, section
    /// 4.8.4.4.8), and those whose description is next to them as text (WCAG 2.2, technique H2), unless they are all
    /// that a link shows.
    #[default]
    Informative,
    /// `![description](address)` of every image.
    All,
    /// Only the descriptions of the images that convey information.
    Alt,
    /// No images.
    None,
}
