//! Any web page as clean Markdown.
//!
//! The decision this crate embodies: a page is read as a browser reads it, by the HTML Standard's own tree
//! construction, and written as Markdown that has the same meaning for any parser. In between a pruner
//! removes boilerplate. All of it is pure, and its cost in time and memory is linear in the page, whatever
//! the page holds. Hostile nesting loses its structure and never its text, and no page can end the process.
//!
//! [`read`] takes text; [`decode`] makes text of bytes; [`part`] cuts the result for a reader with a budget. With the
//! feature `http`, `web_browse` does all of it for a URL, over the guarded client of `fetch`.
//!
//! ```
//! use webagents_read::{ReadOptions, read};
//!
//! let mut options = ReadOptions::default();
//! options.url = Some("https://shop.example/en/".parse().unwrap());
//! let reading = read("<p>See the <a href='../help?a=1&amp;b=2'>help</a>.", &options);
//! assert_eq!(reading.markdown, "See the [help](https://shop.example/help?a=1&b=2).");
//! ```

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod class;
mod data;
mod disclosure;
#[cfg(feature = "http")]
mod feed;
mod formula;
mod hidden;
#[cfg(feature = "http")]
mod leads;
mod listing;
mod lists;
mod markdown;
mod metadata;
mod noscript;
mod options;
mod page;
mod prune;
mod reading;
mod removal;
mod reveal;
mod section;
mod stage;
mod visible;
#[cfg(feature = "http")]
mod web;

pub use metadata::Metadata;
pub use options::{Favor, Images, Links, ReadOptions, Scope};
pub use page::{Part, part};
pub use reading::{Reading, TextCounts, read};
pub use removal::{Removal, RemovedKind};
pub use stage::Stage;
#[cfg(feature = "http")]
pub use web::{
    BrowseOptions, Browsed, Cache, Chunk, Error, ErrorKind, Extent, FrontMatter, Kind, NativeMarkdown,
    PageRequest, PartOptions, Remark, Robots, Served, Source, Store, TOOL_NAME, call_tool, chunks,
    client_options, show_bytes, show_html, tool_definition, web_browse,
};
pub use webagents_html::{Decoded, Selector, SelectorError, decode};

/// Limits on how much of a page is read, and on the size and nesting of its Markdown.
pub mod limits {
    pub use webagents_html::limits::{
        DEPTH, HTML_BYTES, NODES, STEPS, STEPS_PER_BYTE, TAG_ATTRIBUTES, TREE_DEPTH,
    };

    /// Maximum nesting depth of lists and quotes in Markdown; deeper ones are written as plain contents.
    pub const CONTAINERS: usize = 24;
    /// Maximum number of columns or rows that one table cell spans; greater numbers are reduced to it.
    pub const SPAN: usize = 64;
    /// Base limit on bytes, such as indentation, that Markdown adds; [`GROWTH_PER_BYTE`] more per byte.
    ///
    /// They are indentation of lines in lists and quotes, empty cells for spans, the part that makes relative addresses
    /// absolute, and texts of links that are listed.
    pub const GROWTH: usize = 1024 * 1024;
    /// Bytes that each byte of a page adds to [`GROWTH`], the limit on the Markdown's extra length.
    ///
    /// They are added to [`GROWTH`].
    pub const GROWTH_PER_BYTE: usize = 4;
    /// Maximum total bytes of MathML in a page's attributes and scripts that are parsed; more is ignored.
    pub const FORMULA_BYTES: usize = 1024 * 1024;
    /// Maximum formula nodes read of a page, plus [`FORMULA_NODES_PER_NODE`] for each node of the page.
    ///
    /// Each node of the page adds [`FORMULA_NODES_PER_NODE`] to it.
    pub const FORMULA_NODES: usize = 100_000;
    /// Formula nodes that the limit [`FORMULA_NODES`] grows by for each node of the page's HTML tree.
    ///
    /// Ordinary pages have less than one.
    pub const FORMULA_NODES_PER_NODE: usize = 8;
    /// Maximum total bytes of a page's JSON-LD scripts that are read; a script above it is ignored.
    ///
    /// A script that would exceed it is not read at all.
    pub const JSON_LD_BYTES: usize = 512 * 1024;
    /// Maximum number of JSON-LD scripts of one page that are read; later ones are ignored.
    pub const JSON_LD_SCRIPTS: usize = 64;
    /// Maximum number of objects in a page's JSON-LD that are searched for metadata.
    pub const JSON_LD_THINGS: usize = 256;
    /// Maximum number of names in a page's `<meta>` elements that are searched for metadata.
    pub const METAS: usize = 512;
    /// Maximum number of elements with the attribute `itemprop` that are searched for a page's metadata.
    pub const ITEMS: usize = 128;
    /// Maximum number of nodes that are read in an element whose text is a title, an author or the like.
    pub const ITEM_NODES: usize = 512;
    /// Maximum length, in characters, of [`Metadata::title`](crate::Metadata::title).
    pub const TITLE: usize = 300;
    /// Maximum length, in characters, of [`Metadata::description`](crate::Metadata::description).
    pub const DESCRIPTION: usize = 1000;
    /// Maximum length, in characters, of the names of authors and of the site in a page's metadata.
    pub const NAME: usize = 200;
    /// Maximum number of authors of a page in [`Metadata`](crate::Metadata); further ones are left out.
    pub const AUTHORS: usize = 16;
    /// Maximum length, in bytes, of a URL in metadata, in `<base>` or in a feed; a longer one is ignored.
    pub const ADDRESS: usize = 2048;
}
