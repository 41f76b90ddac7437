//! Options for starting a browser.

use std::path::PathBuf;
use std::time::Duration;

use serde_json::Value;
use webagents_fetch::ProxyOptions;

use crate::engine::{Engine, UnknownEngine};
use crate::error::{Error, ErrorKind};

/// Visibility of the browser's window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Display {
    /// No window; the page is drawn all the same.
    #[default]
    Headless,
    /// A window on the desktop.
    Headed,
}

/// Isolation of the renderers from the system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Sandbox {
    /// On, but for root and in containers, where Chromium's sandbox cannot start.
    #[default]
    Auto,
    /// On.
    On,
    /// Off.
    Off,
}

/// Support for the tools that pages register through WebMCP (`document.modelContext`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum WebMcp {
    /// The browser's own, switched on, or the shim where it has none.
    #[default]
    Native,
    /// The shim, also where the browser could have its own.
    Shim,
    /// Nothing is switched on and nothing is put into pages.
    Off,
}

/// Options for starting a browser.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct BrowserOptions {
    /// The engine.
    ///
    /// Otherwise that of the file name of [`binary`](Self::binary); otherwise the one that the variable
    /// `WEBAGENTS_ENGINE` names, as [`Engine::name`] does; otherwise, where no window is wanted,
    /// [`Engine::ChromiumHeadlessShell`] if it is on the PATH; otherwise [`Engine::Chromium`].
    pub engine: Option<Engine>,
    /// The browser's program. Otherwise the first of these that is on the PATH, or what the driver finds:
    ///
    /// - chromium, chromium-browser, google-chrome-stable, google-chrome
    /// - chromium-headless-shell, chrome-headless-shell
    /// - firefox-esr, firefox
    /// - `MiniBrowser`, also where `WebKitGTK` keeps its own programs
    pub binary: Option<PathBuf>,
    /// The window.
    pub window: WindowOptions,
    /// Isolation of the renderers.
    pub sandbox: Sandbox,
    /// The folder of a profile that is kept: its cookies and logins are used and remain.
    ///
    /// It is made if it is not there, and one browser at a time can have it. Browsers of 2025 and later let no driver
    /// into the profile that they use by default, so this is one of its own. Default: an empty profile for each
    /// session, which is removed.
    pub profile: Option<PathBuf>,
    /// Network access of pages. Default: everything.
    pub egress: Egress,
    /// Support for tools that pages register.
    pub web_mcp: WebMcp,
    /// Which way scripts go to its pages. Default: the best that it offers.
    pub protocol: Protocol,
    /// Further arguments for the browser.
    pub args: Vec<String>,
    /// The driver, and the sessions that it opens.
    pub driver: DriverOptions,
}

/// Options for the window of a browser.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct WindowOptions {
    /// Visibility of the window.
    pub display: Display,
    /// Width and height in CSS pixels. Default: 1280 x 720.
    pub size: (u32, u32),
}

impl Default for WindowOptions {
    fn default() -> Self {
        Self { display: Display::default(), size: (1280, 720) }
    }
}

/// Options for a driver, and for the sessions that it opens.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct DriverOptions {
    /// The driver's program; otherwise chromedriver, geckodriver or `WebKitWebDriver` on the PATH.
    pub program: Option<PathBuf>,
    /// A file with certificates (PEM) of authorities that are trusted in addition to the machine's.
    ///
    /// It counts where the driver's address is of the scheme `https`, as that of a Grid with a private authority.
    /// Certificates are always checked.
    pub ca: Option<PathBuf>,
    /// A name for the sessions at a Grid, where its log, its traces and its console show it (`se:name`).
    ///
    /// Drivers on this machine are not sent it.
    pub name: Option<String>,
    /// Capabilities in addition to those that these options make.
    ///
    /// Members of objects are merged, lists get longer, anything else takes the place of ours. A Grid chooses the node by them.
    pub capabilities: serde_json::Map<String, Value>,
    /// Time for the driver to start and for a session to open, each. Default: 30 seconds.
    pub deadline: Duration,
}

impl Default for DriverOptions {
    fn default() -> Self {
        let (program, ca, name, capabilities) = (None, None, None, serde_json::Map::new());
        Self { program, ca, name, capabilities, deadline: Duration::from_secs(30) }
    }
}

impl BrowserOptions {
    /// The engine of a browser with these options, on this machine, as [`BrowserOptions::engine`] says.
    ///
    /// # Errors
    ///
    /// As of [`named_engine`](Self::named_engine).
    pub fn default_engine(&self) -> Result<Engine, Error> {
        if let Some(engine) = self.named_engine()? {
            return Ok(engine);
        }
        let shell = Engine::ChromiumHeadlessShell;
        let here = self.binary.is_none() && shell.find_browser().is_some();
        Ok(if self.window.display == Display::Headless && here { shell } else { Engine::Chromium })
    }

    /// The engine that the options name, or else the variable `WEBAGENTS_ENGINE`, if one of them does.
    ///
    /// Options name it by [`BrowserOptions::engine`] or the browser's program. Starting a browser asks for it as well.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::UnknownEngine`] where the variable counts and names none.
    pub fn named_engine(&self) -> Result<Option<Engine>, Error> {
        let named = self.engine.or_else(|| self.binary.as_deref().and_then(Engine::of_program));
        match std::env::var("WEBAGENTS_ENGINE") {
            Ok(name) if named.is_none() && !name.trim().is_empty() => {
                let engine = name.trim().parse().map_err(|unknown: UnknownEngine| {
                    let message = format!("WEBAGENTS_ENGINE: {unknown}");
                    Error::because(ErrorKind::UnknownEngine, message, unknown)
                })?;
                Ok(Some(engine))
            }
            _ => Ok(named),
        }
    }
}

/// Choice of the protocol by which scripts reach a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Protocol {
    /// The best protocol that the browser offers.
    #[default]
    Auto,
    /// The commands of W3C WebDriver, which every driver has.
    Classic,
}

/// Network access of a browser's pages.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
#[expect(clippy::large_enum_variant, reason = "there is one for each browser, and none in a list")]
pub enum Egress {
    /// Whatever the machine can reach.
    ///
    /// It is the default, because a library cannot know which of its caller's URLs are the caller's own word:
    /// [`Session::open`](crate::Session::open) takes those of a local test server and those that a model wrote.
    #[default]
    Open,
    /// Public addresses on the ports of the web, and what the options allow in addition.
    ///
    /// Each session has a guard of its own; [`Session::refusals`](crate::Session::refusals) returns what it refused. The browser must be on this
    /// machine.
    ///
    /// A proxy that other options name is left out: it would be a second way.
    ///
    /// Use this wherever a page or a model that is not trusted decides what is fetched.
    Guarded(ProxyOptions),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_options_say_counts_before_anything_else() {
        let mut options =
            BrowserOptions { binary: Some("/usr/bin/firefox".into()), ..BrowserOptions::default() };
        assert_eq!(options.default_engine().ok(), Some(Engine::Firefox));
        options.engine = Some(Engine::WebKit);
        assert_eq!(options.default_engine().ok(), Some(Engine::WebKit));
    }
}
