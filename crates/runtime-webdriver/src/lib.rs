//! [`webagents_runtime`] over W3C WebDriver: drivers, browsers, sessions.
//!
//! An agent builder launches a [`Browser`], opens a [`Session`], lets it detect a site's tools, and runs the code that
//! a model writes. The decision: everything that is started here ends here. Every wait has a
//! deadline of our own, a page that hangs is stopped or given up, and no process outlives this one. This is no
//! library for browser automation: fantoccini is one, and these types wrap it.
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use webagents_runtime_webdriver::{Browser, BrowserOptions};
//!
//! let mut session = Browser::launch(BrowserOptions::default()).await?.session().await?;
//! session.detect("https://shop.example/").await?;
//! println!("{}", session.system_prompt("Find red shoes."));
//! let outcome = session.execute("return await global.searchProducts('red shoes')").await;
//! println!("{:?}", outcome.result);
//! session.close().await?;
//! # Ok(())
//! # }
//! ```
//!
//! It drives Chromium, Chromium's headless shell, Firefox and WebKit ([`Engine`]); what each can do and what it does
//! instead is in `docs/reference/engines.md`.
//!
//! It runs where process groups are: on Linux, macOS and other Unix systems.

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

#[cfg(not(unix))]
compile_error!(
    "webagents-runtime-webdriver needs Unix, because it ends browsers by process groups; build the command with \
     `--no-default-features`"
);

mod attach;
mod browser;
mod driver;
mod engine;
mod error;
mod options;
mod pool;
mod running;
mod secret;
mod session;
mod transport;

pub use browser::Browser;
pub use driver::http::received_bytes;
pub use driver::process::DriverServer;
pub use driver::resources;
pub use engine::{Engine, UnknownEngine};
pub use error::{Error, ErrorKind, SessionRemedy};
pub use options::{BrowserOptions, Display, DriverOptions, Egress, Protocol, Sandbox, WebMcp, WindowOptions};
pub use pool::Pool;
pub use pool::options::{Isolation, PoolOptions, PoolStatus};
pub use running::Running;
pub use session::Session;
pub use session::detect::Site;
pub use transport::Stopping;
pub use transport::storage::{Cookie, Item, OriginState, StorageState};
pub use webagents_discover::{DiscoverOptions, Discovery};
pub use webagents_fetch::{ProxyOptions, Refusals, Refused};
