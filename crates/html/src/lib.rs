//! HTML as a tree, from bytes, within bounds.
//!
//! [`decode`] makes text of bytes, by the encoding that a browser would choose. [`parse`] and [`parse_exact`] make a
//! [`Dom`] of text, by the tree construction of the HTML Standard. Both cost time and memory linear in the page, whatever
//! the page holds. No type of html5ever is in this API.
//!
//! A [`Selector`] finds elements of a tree. The two parsers differ in what a hostile page may take from them. [`parse`] is for readers: it may lose structure
//! and never loses text. [`parse_exact`] is for searches in the elements: its tree is that of a browser with scripting
//! on, and ends where the page exceeds a limit.
//!
//! ```
//! use webagents_html::{Id, Tag, decode, parse};
//! let dom = parse(&decode(b"<p>One<p class=b>caf\xe9", Some("latin1")).text).dom;
//! let last = dom.descendants(Id::DOCUMENT).filter(|&id| dom.tag(id) == Tag::P).last().unwrap();
//! assert_eq!((dom.attribute(last, "class"), &*dom.text_content(last)), (Some("b"), "caf\u{e9}"));
//! ```
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

mod charset;
mod dom;
mod feed;
mod plain;
mod scan;
mod select;

pub use charset::{Decoded, charset_of, decode, quoted_string};
pub use dom::{Dom, Exact, Id, ParsedPage, Tag, parse, parse_exact};
pub use feed::End;
pub use select::{Found, Selector, SelectorError};

/// Limits of parsing and of selectors.
pub mod limits {
    /// Bytes of a page that [`parse`](crate::parse) reads: 64 MiB.
    pub const HTML_BYTES: usize = 64 * 1024 * 1024;
    /// Attributes of one tag that [`parse`](crate::parse) reads.
    ///
    /// Reading *n* of them costs *n*² comparisons.
    pub const TAG_ATTRIBUTES: usize = 256;
    /// Attributes of one tag at which [`parse_exact`](crate::parse_exact) ends.
    pub const EXACT_TAG_ATTRIBUTES: usize = 1024;
    /// Maximum nesting depth of elements in [`parse`](crate::parse). The text of deeper elements is kept.
    pub const DEPTH: u16 = 256;
    /// Maximum depth of the tree of [`parse`](crate::parse): misnested elements add to [`DEPTH`].
    pub const TREE_DEPTH: u16 = 300;
    /// Steps of tree construction that every page may take.
    pub const STEPS: u64 = 2_000_000;
    /// Further steps for each byte of a page. Ordinary pages take fewer than ten.
    pub const STEPS_PER_BYTE: u64 = 32;
    /// Nodes that every page may have, in addition to one for every two bytes.
    pub const NODES: usize = 100_000;
    /// Bytes of text and attributes that every tree may have, in addition to two for each byte of its page.
    pub const TEXT_BYTES: usize = 16 * 1024 * 1024;
    /// Bytes of a list of selectors. They bound the recursion of matching as well.
    pub const SELECTOR_BYTES: usize = 1024;
    /// Brackets of selectors in each other.
    pub const SELECTOR_DEPTH: usize = 16;
    /// Steps that a search for selected elements may take.
    pub const SELECTOR_STEPS: usize = 10_000_000;
    /// Further steps for each node of a page. Ordinary selectors take fewer than ten.
    pub const SELECTOR_STEPS_PER_NODE: usize = 64;
}
