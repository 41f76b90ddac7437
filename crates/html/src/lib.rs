//! HTML as a tree, from bytes, within bounds.
//!
//! [`decode`] makes text of bytes, by the encoding that a browser would choose. [`parse`] and [`parse_exact`] make a
//! [`Dom`] of text, by the tree construction of the HTML Standard. Both cost time and memory linear in the page, whatever
//! the page holds. No type of html5ever is in this API.
//!
//! A [`Selector`] finds elements of a tree. The two parsers differ in the damage that a hostile page can do.
//! [`parse`] is for readers: it may lose structure and never loses text. [`parse_exact`] is for searches in
//! the elements: its tree matches a browser's with scripting on, and ends at the point at which the page
//! exceeds a limit.
//!
//! ```
//! use webagents_html::{Id, Tag, decode, parse};
//! let dom = parse(&decode(b"<p>One<p class=b>caf\xe9", Some("latin1")).text).dom;
//! let last = dom.descendants(Id::DOCUMENT).filter(|&id| dom.tag(id) == Tag::P).last().unwrap();
//! assert_eq!((dom.attribute(last, "class"), &*dom.text_content(last)), (Some("b"), "caf\u{e9}"));
//! ```
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod charset;
mod dom;
mod feed;
mod scan;
mod select;

pub use charset::{Decoded, charset_of, decode, quoted_string};
pub use dom::{Dom, Exact, Id, ParsedPage, Tag, parse, parse_exact};
pub use feed::End;
pub use select::{Found, Selector, SelectorError};

/// Limits of parsing HTML and of searching with CSS selectors.
pub mod limits {
    /// Maximum bytes of a page that [`parse`](crate::parse) reads: 64 MiB. The rest is cut off.
    pub const HTML_BYTES: usize = 64 * 1024 * 1024;
    /// Maximum number of attributes of one tag that [`parse`](crate::parse) keeps; it drops the others.
    ///
    /// Reading *n* of them costs *n*² comparisons.
    pub const TAG_ATTRIBUTES: usize = 256;
    /// Maximum number of attributes of a tag; [`parse_exact`](crate::parse_exact) ends at one with more.
    ///
    /// It ends before a tag with more.
    pub const EXACT_TAG_ATTRIBUTES: usize = 1024;
    /// Maximum nesting of elements in HTML that [`parse`](crate::parse) keeps; of deeper ones only text.
    pub const DEPTH: u16 = 256;
    /// Maximum depth of the tree that [`parse`](crate::parse) builds; of deeper nodes only text is kept.
    ///
    /// Misnested elements add to [`DEPTH`].
    pub const TREE_DEPTH: u16 = 300;
    /// Base limit on work of building a page's tree, in steps; [`STEPS_PER_BYTE`] more for each byte.
    pub const STEPS: u64 = 2_000_000;
    /// Number of steps that each byte of a page adds to [`STEPS`], the limit on building its tree.
    ///
    /// Ordinary pages take fewer than ten.
    pub const STEPS_PER_BYTE: u64 = 32;
    /// Base limit on the number of nodes in a page's tree; every two bytes of HTML allow one more.
    pub const NODES: usize = 100_000;
    /// Base limit on the bytes of a tree's texts and attributes; each byte of HTML allows two more.
    pub const TEXT_BYTES: usize = 16 * 1024 * 1024;
    /// Maximum length, in bytes, of a list of CSS selectors; a longer one is an error.
    ///
    /// It bounds the recursion of matching as well.
    pub const SELECTOR_BYTES: usize = 1024;
    /// Maximum nesting depth of brackets in a list of CSS selectors; a deeper one is an error.
    pub const SELECTOR_DEPTH: usize = 16;
    /// Base limit on the work of a selector search, in steps; [`SELECTOR_STEPS_PER_NODE`] more per node.
    ///
    /// For each node of the page there may be [`SELECTOR_STEPS_PER_NODE`] more.
    pub const SELECTOR_STEPS: usize = 10_000_000;
    /// Number of steps that each node of a page adds to [`SELECTOR_STEPS`], the limit on a search.
    ///
    /// Ordinary selectors take fewer than ten.
    pub const SELECTOR_STEPS_PER_NODE: usize = 64;
}
