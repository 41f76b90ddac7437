//! Any web page as clean Markdown.
//!
//! The decision this crate embodies: a page is read as a browser reads it, by the HTML Standard's own tree
//! construction, and written as Markdown that has the same meaning for any parser. In between a pruner leaves out what
//! is no content. All of it is pure and costs time and memory linear in the page, whatever the page holds: hostile
//! nesting loses its structure and never its text, and no page can end the process.
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

mod data;
#[cfg(feature = "http")]
mod feed;
mod formula;
#[cfg(feature = "http")]
mod leads;
mod markdown;
mod metadata;
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
pub use reading::{Kept, Reading, read};
pub use removal::{Removal, RemovedKind};
pub use stage::Stage;
#[cfg(feature = "http")]
pub use web::{
    BrowseOptions, Browsed, Cache, Chunk, Error, ErrorKind, FrontMatter, Kind, NativeMarkdown, Remark,
    Robots, Served, Store, TOOL_NAME, call_tool, chunks, client_options, show_html, tool_definition,
    web_browse, web_browse_many,
};
pub use webagents_html::{Decoded, Selector, SelectorError, decode};

/// The bounds within which a page is read.
pub mod limits {
    pub use webagents_html::limits::{
        DEPTH, HTML_BYTES, NODES, STEPS, STEPS_PER_BYTE, TAG_ATTRIBUTES, TREE_DEPTH,
    };

    /// Lists and quotes in each other that are written as such.
    pub const CONTAINERS: usize = 24;
    /// Columns or rows over which a cell of a table may span.
    pub const SPAN: usize = 64;
    /// Bytes that the Markdown of any page may have beyond its own text.
    ///
    /// They are indentation of lines in lists and quotes, empty cells for spans, the part that makes relative addresses
    /// absolute, and texts of links that are listed.
    pub const GROWTH: usize = 1024 * 1024;
    /// Bytes that the Markdown may have beyond its own text for each byte of a page.
    ///
    /// They are added to [`GROWTH`].
    pub const GROWTH_PER_BYTE: usize = 4;
    /// Bytes of formulas that stand as MathML in attributes and scripts, and are read.
    pub const FORMULA_BYTES: usize = 1024 * 1024;
    /// Nodes of formulas examined in any page, and [`FORMULA_NODES_PER_NODE`] for each node of it.
    pub const FORMULA_NODES: usize = 100_000;
    /// Further such nodes for each node of a page. Ordinary pages have less than one.
    pub const FORMULA_NODES_PER_NODE: usize = 8;
    /// Bytes of all JSON-LD of a page that is read. A script beyond is not read at all.
    pub const JSON_LD_BYTES: usize = 512 * 1024;
    /// Maximum number of scripts with JSON-LD that are read.
    pub const JSON_LD_SCRIPTS: usize = 64;
    /// Things of a page's JSON-LD that are looked at.
    pub const JSON_LD_THINGS: usize = 256;
    /// Names of `<meta>` elements that are looked at.
    pub const METAS: usize = 512;
    /// Elements with `itemprop` that are looked at.
    pub const ITEMS: usize = 128;
    /// Maximum number of nodes of one element that are searched for metadata.
    pub const ITEM_NODES: usize = 512;
    /// Characters of a title.
    pub const TITLE: usize = 300;
    /// Characters of a description.
    pub const DESCRIPTION: usize = 1000;
    /// Characters of the name of an author or a site.
    pub const NAME: usize = 200;
    /// Authors of a page.
    pub const AUTHORS: usize = 16;
    /// Bytes of an address that a page names as its own.
    pub const ADDRESS: usize = 2048;
}
