//! html5ever, fed within bounds: what every room that reads a hostile page needs before it builds anything.
//!
//! html5ever's tokenizer compares each attribute of a tag with all before it, so one tag of a megabyte takes
//! minutes. [`feed`] hands a page to a [`Tokenizer`] piece by piece, with a [`TagScan`] that looks at each piece
//! first: no tag reaches the tokenizer with more attributes than the caller allows.
//!
//! It knows no element and builds no tree. What the tree builder may cost is bounded by who owns the tree, in an
//! implementation of [`Guard`]; what belongs to every such guard is a [`Watch`]. What is found
//! out of names, its readers remember in a [`Recent`].
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

pub use feed::{Content, End, Guard, Surplus, Watch, feed};
pub use recent::Recent;
pub use scan::{Cut, TagScan};
