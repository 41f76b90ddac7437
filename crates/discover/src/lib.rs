//! Discovery of the `webagents.md` of a page.
//!
//! A site names its manifest in one of three ways, and the first that is present counts:
//!
//! 1. `<meta name="webagents-md" content="URL">`,
//! 2. the header `Link: <URL>; rel="webagents-md"`,
//! 3. `<link rel="webagents-md" href="URL">`.
//!
//! The decision of this crate: a tag counts if and only if a browser would see it. So pages are read by the tree
//! construction of the HTML Standard, within a guard that keeps its cost linear, and URLs are resolved against the
//! page's final address and its `<base>`. [`find_in_html`] and [`find_in_link_header`] are pure; with the feature
//! `http` (on by default) `discover` fetches and reads both, and loads the manifest.
//!
//! This crate runs no script: only a browser finds a tag that JavaScript adds.
//!
//! ```
//! let page = url::Url::parse("https://shop.example/en/").unwrap();
//! let scan = webagents_discover::find_in_html(
//!     "<title>Shop</title><meta name=webagents-md content='../webagents.md?a=1&amp;b=2'>",
//!     &page,
//! );
//! assert_eq!(scan.first().unwrap().url.as_str(), "https://shop.example/webagents.md?a=1&b=2");
//! ```

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

#[cfg(feature = "http")]
mod error;
mod html;
#[cfg(feature = "http")]
mod http;
mod link;
mod signal;

#[cfg(feature = "http")]
pub use error::{Error, ErrorKind};
pub use html::{begins_like_html, find_in_html};
#[cfg(feature = "http")]
pub use http::{DiscoverOptions, Discovery, discover, load};
pub use link::{find_in_link_header, find_in_response};
pub use signal::{How, Scan, Signal, Warning, WarningCode};

/// Name of the `<meta>` tag, and of the link relation, by which a page refers to its manifest.
pub const NAME: &str = "webagents-md";

/// Limits on the parts of a page that are searched for a reference to its manifest.
pub mod limits {
    /// Maximum bytes of a page in which [`find_in_html`](crate::find_in_html) searches: 8 MiB.
    ///
    /// Discovery over HTTP requests fewer.
    pub const HTML_BYTES: usize = 8 * 1024 * 1024;
    pub use webagents_html::limits::{EXACT_TAG_ATTRIBUTES as TAG_ATTRIBUTES, NODES, STEPS, STEPS_PER_BYTE};

    /// Maximum number of warnings about one page's duplicate references, and about its unusable ones.
    ///
    /// A last warning reports how many references there are beyond it.
    pub const REPORTED: usize = 8;
}
