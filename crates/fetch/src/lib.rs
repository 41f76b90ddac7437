//! Guarded HTTP client.
//!
//! Every byte that the workspace reads from the web comes through [`Client::get`]. The decision of this crate:
//! trust depends on who named an address. A URL that the user typed may point anywhere
//! ([`ClientOptions::allow_url`]); a URL that a site names may only point to the public internet. The guard therefore
//! checks each hop of a redirect, each address of a name, and the peer of each connection.
//!
//! A request is a `GET` without referrer or proxy. It carries only the cookies and credentials that its caller gives
//! it ([`RequestOptions::headers`]), and sends them to no other origin. Every request ends: each phase has a time
//! limit, and the body has a limit on *decoded* bytes. Dropping the future cancels the request. Nothing is retried,
//! except on a pooled connection that was already closed before a byte of the request was sent.
//!
//! A browser opens connections of its own. With the feature `proxy`, `Proxy` applies the same guard to them. The feature
//! `codings` adds the content codings br and zstd to gzip and deflate.
//!
//! This crate is not a crawler, not a cache and not a browser: no robots.txt, no stored state, no script.
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use webagents_fetch::{Client, ClientOptions, RequestOptions};
//!
//! let typed = url::Url::parse("http://localhost:8080/")?;
//! let mut options = ClientOptions::default();
//! options.allow_url(&typed)?;
//! let response = Client::new(&options)?.get(&typed, &RequestOptions::default()).await?;
//! println!("{} {} {}", response.status, response.url, String::from_utf8_lossy(&response.body));
//! # Ok(())
//! # }
//! ```

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod client;
mod cookies;
mod error;
mod guard;
mod inflate;
#[cfg(feature = "proxy")]
mod proxy;
mod refusal;
mod request;
mod resolve;
mod response;
mod shown;
mod tls;

pub use client::{Client, ClientOptions};
pub use cookies::Cookies;
pub use error::{Error, ErrorKind, Remedy};
pub use guard::FirstAnswers;
pub use guard::address::{AddressClass, Special, classify};
#[cfg(feature = "proxy")]
pub use proxy::{Proxy, ProxyOptions, Refusals, Refused};
pub use refusal::{GuardRule, Refusal};
pub use request::{FilterFuture, Overflow, RequestFilter, RequestHeaders, RequestOptions, Validators};
pub use response::{Headers, Response};
pub use shown::{redact_url, redact_urls};
pub use tls::tls_config;
