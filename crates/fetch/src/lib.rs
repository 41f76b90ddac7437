//! The one guarded door to HTTP.
//!
//! Every byte that the workspace reads from the web comes through [`Client::get`]. The decision this room
//! embodies: whoever names an address decides how far it is trusted. What the program's owner typed may point
//! anywhere ([`ClientOptions::allow_url`]); what a site names may only point to the public internet. The guard
//! therefore looks at each hop of a redirect, at each address of a name, and at the peer of each connection.
//!
//! A request is a `GET` without referrer or proxy, and without cookies and credentials but for those that its
//! caller gives it ([`RequestOptions::headers`]), which no other origin hears. It ends: each phase has a time limit,
//! and the body has a limit on *decoded* bytes. Dropping the future cancels it. Nothing is retried, but for a
//! pooled connection that turned out to be closed before a byte of the request was sent.
//!
//! A browser is a second way out: what a page asks for, no client of ours sees. With the feature `proxy`, `Proxy`
//! puts one behind the same guard.
//!
//! It is not a crawler, not a cache and not a browser: no robots.txt, no stored state, no script.
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use webagents_fetch::{Client, ClientOptions, RequestOptions};
//!
//! let typed = url::Url::parse("http://localhost:8080/")?;
//! let mut options = ClientOptions::default();
//! options.allow_url(&typed)?;
//! let response = Client::new(&options)?.get(&typed, &RequestOptions::default()).await?;
//! println!("{} {} {}", response.status, response.url, response.text().text);
//! # Ok(())
//! # }
//! ```

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

mod charset;
mod client;
mod cookies;
mod error;
mod guard;
mod prescan;
#[cfg(feature = "proxy")]
mod proxy;
mod request;
mod resolve;
mod response;
mod shown;
mod tls;

pub use charset::{CharsetSource, Text};
pub use client::{Client, ClientOptions};
pub use cookies::Cookies;
pub use error::{Error, ErrorKind};
pub use guard::address::{AddressClass, Special, classify};
pub use guard::{FirstAnswers, Refusal, Rule};
#[cfg(feature = "proxy")]
pub use proxy::{Proxy, ProxyOptions, Refusals, Refused};
pub use request::{Gate, Known, Overflow, Passing, RequestHeaders, RequestOptions};
pub use response::{Headers, Response};
pub use shown::{redact_url, redact_urls};
pub use tls::tls_config;
