//! Options of a reading.

use url::Url;
use webagents_html::Selector;

/// Options for reading a page. The default is its main content, with links and images.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct ReadOptions {
    /// The page's final address, after all redirects.
    ///
    /// With it links are absolute; `<base>` is honoured either way.
    pub url: Option<Url>,
    /// Part of the page to read.
    pub scope: Scope,
    /// Only what this selects, in document order. Nothing is pruned from it but what no reader sees.
    pub select: Option<Selector>,
    /// Fragment of an address: only the section that it names is read.
    ///
    /// The section is the element with that id, or the text under that heading. It applies where the main content is
    /// wanted and nothing is selected. If there is no such section, the page is read.
    pub section: Option<String>,
    /// Not what this selects.
    pub exclude: Option<Selector>,
    /// Treatment of links.
    pub links: Links,
    /// Treatment of images.
    pub images: Images,
    /// Preference where it is not certain that a part is content.
    pub favor: Favor,
}

/// Part of a page to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Scope {
    /// The main content, without navigation, advertising and the like.
    #[default]
    Content,
    /// Everything that a reader of the page may see.
    Whole,
}

/// Preferred mistake of the pruner.
///
/// A page shows by several signs that a part of it is no content: the part is mostly links, its name says so, it is
/// outside of the text, it holds fields to fill in, its first words are those of a list of other pages, it is short.
/// Each of them can be wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
#[non_exhaustive]
pub enum Favor {
    /// Two signs remove a part of the page. A name alone removes nothing.
    #[default]
    Balance,
    /// One sign removes an element without a heading, code, a table row or a term.
    ///
    /// Less text that is no content is left, and some content is lost.
    Precision,
    /// Three signs remove a part of the page.
    ///
    /// Lists of links, repeated blocks and the text after an article stay: nearly no content is lost, and more text
    /// stays that is no content.
    Recall,
}

/// Treatment of links.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Links {
    /// `[text](address)` where they stand.
    #[default]
    Inline,
    /// Only their text.
    Off,
    /// Only their text, and a list of addresses at the end.
    Listed,
}

/// Choice of the images that are written, and their form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Images {
    /// `![description](address)` of those that say something.
    ///
    /// Of the main content those are left out that the page declares to be decoration (HTML Standard, section
    /// 4.8.4.4.8), and those whose description is next to them as text (WCAG 2.2, technique H2), unless they are all
    /// that a link shows.
    #[default]
    Informative,
    /// `![description](address)` of all.
    All,
    /// Only the descriptions of informative ones.
    Alt,
    /// Nothing.
    None,
}
