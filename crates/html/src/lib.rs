//! Bounded feeding of html5ever.
//!
//! html5ever's tokenizer compares each attribute of a tag with all previous ones, so one tag of a megabyte takes
//! minutes. [`feed`] passes a page to a [`Tokenizer`] piece by piece, and a [`TagScan`] checks each piece first: no
//! tag reaches the tokenizer with more attributes than the caller allows.
//!
//! This crate does not interpret elements and builds no tree. The crate with the tree bounds its cost in an
//! implementation of [`Guard`]; [`Watch`] is the part that all guards share. [`Recent`] caches results by name.
//!
//! ```
//! use webagents_html::{Content, Cut, TagScan};
//! let page = "<p a b c d>text";
//! let cut = TagScan::new(page, 3).look(11, || Content::Html).unwrap();
//! assert_eq!((&page[..cut.from], &page[cut.resume..]), ("<p a b c ", "text"));
//! ```
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

mod feed;
mod plain;
mod recent;
mod scan;

pub use html5ever::tokenizer::Tokenizer;

pub use feed::{End, Guard, Surplus, Watch, feed};
pub use recent::Recent;
pub use scan::{Content, Cut, TagScan};
