//! What a caller may ask for.

use url::Url;

use crate::selector::Selector;

/// How a page is read. The default is its main content, with links and images.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct ReadOptions {
    /// The page's final address, after all redirects.
    ///
    /// With it links are absolute; `<base>` is honoured either way.
    pub url: Option<Url>,
    /// How much of the page.
    pub scope: Scope,
    /// Only what this selects, in document order. Nothing is pruned from it but what no reader sees.
    pub select: Option<Selector>,
    /// Only the section that this fragment of an address names, where the main content is wanted and nothing is selected:
    /// the element with that id, or what is under that heading. If there is none, the page.
    pub section: Option<String>,
    /// Not what this selects.
    pub exclude: Option<Selector>,
    /// What becomes of links.
    pub links: Links,
    /// What becomes of images.
    pub images: Images,
    /// Which mistake is the smaller one where it is not certain that something is content.
    pub favor: Favor,
}

/// How much of a page is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Scope {
    /// The main content, without navigation, advertising and the like.
    #[default]
    Content,
    /// Everything that a reader of the page may see.
    Whole,
}

/// Which mistake of the pruner is the smaller one.
///
/// A page shows by several signs that a part of it is no content: the part is mostly links, its name says so, it stands
/// outside of the text, it holds fields to fill in, its first words are those of a list of other pages, it is short.
/// Each of them can be wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
#[non_exhaustive]
pub enum Favor {
    /// Two signs remove a part of the page. A name alone removes nothing.
    #[default]
    Balance,
    /// One sign removes what holds no heading, no code, no row of a table and no term: less that is no content, and some
    /// content is lost.
    Precision,
    /// Three signs remove a part of the page; lists of links, repeated blocks and what follows an article stay: nearly
    /// nothing is lost, and more stays that is no content.
    Recall,
}

/// What becomes of links.
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

/// What becomes of images.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Images {
    /// `![description](address)` of those that say something.
    ///
    /// Of the main content those are left out that the page declares to be decoration (HTML Standard, section
    /// 4.8.4.4.8), and those whose description stands beside them as text (WCAG 2.2, technique H2), unless they are all
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
