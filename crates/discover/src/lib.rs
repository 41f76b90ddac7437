//! From a page to its `webagents.md`.
//!
//! A site says where its manifest is in one of three ways, and the first that is there counts:
//!
//! 1. `<meta name="webagents-md" content="URL">`,
//! 2. the header `Link: <URL>; rel="webagents-md"`,
//! 3. `<link rel="webagents-md" href="URL">`.
//!
//! The decision this room embodies: a tag counts where a browser would see one, and nowhere else. So a page is
//! read by the HTML Standard's own tree construction, behind a guard that keeps its cost linear, and a URL is
//! resolved against the page's final address and its `<base>`. [`find_in_html`] and [`find_in_link_header`] are
//! pure; with the feature `http` (on by default) `discover` fetches and reads both, and loads the manifest.
//!
//! It runs no script: a tag that JavaScript adds is found by a browser only.
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

#[cfg(feature = "http")]
mod error;
mod html;
#[cfg(feature = "http")]
mod http;
mod link;
mod signal;

#[cfg(feature = "http")]
pub use error::{Error, ErrorKind};
pub use html::find_in_html;
#[cfg(feature = "http")]
pub use http::{CrossOriginRedirect, DiscoverOptions, Discovery, discover, discover_many, load};
pub use link::find_in_link_header;
pub use signal::{How, Scan, Signal, Warning, WarningCode};

/// The name of the tag, and of the link relation.
pub const NAME: &str = "webagents-md";

/// The bounds within which a page is read.
pub mod limits {
    /// Bytes of a page that [`find_in_html`](crate::find_in_html) reads: 8 MiB. Discovery over HTTP asks for
    /// fewer.
    pub const HTML_BYTES: usize = 8 * 1024 * 1024;
    /// Attributes of one tag. Reading *n* of them costs *n*² comparisons.
    pub const TAG_ATTRIBUTES: usize = 1024;
    /// Steps of tree construction that any page may take.
    pub const STEPS: u64 = 2_000_000;
    /// Further steps for each byte of a page. Ordinary pages take fewer than ten.
    pub const STEPS_PER_BYTE: u64 = 32;
    /// Duplicate or unusable signals that are reported one by one.
    pub const REPORTED: usize = 8;
}
