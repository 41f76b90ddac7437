//! Options for starting a browser.

use std::path::PathBuf;
use std::time::Duration;

use serde_json::Value;
use webagents_fetch::ProxyOptions;
use webagents_runtime::option_setters;

use crate::engine::{Engine, UnknownEngine};
use crate::error::{Error, ErrorKind};

/// Choice to run a browser with or without a window on the desktop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Display {
    /// No window is shown; pages are rendered all the same.
    #[default]
    Headless,
    /// A window is shown on the desktop.
    Headed,
}

/// Choice to run a browser with or without its sandbox, which isolates page processes from the system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Sandbox {
    /// The sandbox is on, except for root and in containers, where Chromium's cannot start.
    #[default]
    Auto,
    /// The sandbox is on.
    On,
    /// The sandbox is off.
    Off,
}

/// Choice to provide WebMCP, by which pages register tools, natively, by a script, or not at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum WebMcp {
    /// The browser's own WebMCP is switched on; a script provides it if the browser has none.
    #[default]
    Native,
    /// A script provides WebMCP, also if the browser has its own.
    Shim,
    /// WebMCP is not switched on, and no script is added to pages.
    Off,
}

/// Options for starting a browser: engine, program, window, sandbox, profile and network access.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct BrowserOptions {
    /// Browser engine to start. Default: by `binary`'s file name, `WEBAGENTS_ENGINE`, or Chromium.
    ///
    /// By default the engine of the file name of [`binary`](Self::binary); otherwise the one that the variable
    /// `WEBAGENTS_ENGINE` names, as [`Engine::name`] does; otherwise, where no window is wanted,
    /// [`Engine::ChromiumHeadlessShell`] if it is on the PATH; otherwise [`Engine::Chromium`].
    pub engine: Option<Engine>,
    /// Path of the browser's program. Default: one on the PATH, or one that the driver finds.
    ///
    /// By default it is the first of these that is on the PATH, or the one that the driver finds:
    ///
    /// - chromium, chromium-browser, google-chrome-stable, google-chrome
    /// - chromium-headless-shell, chrome-headless-shell
    /// - firefox-esr, firefox
    /// - `MiniBrowser`, also where `WebKitGTK` keeps its own programs
    pub binary: Option<PathBuf>,
    /// Visibility and size of the browser's window.
    pub window: WindowOptions,
    /// Use of the sandbox that isolates page processes from the system. Default: [`Sandbox::Auto`].
    pub sandbox: Sandbox,
    /// Folder of a browser profile to use and keep. Default: an empty one, removed with the session.
    ///
    /// It is made if it is not there, and one browser at a time can have it. Browsers of 2025 and later let no driver
    /// into the profile that they use by default, so this is one of its own.
    pub profile: Option<PathBuf>,
    /// Network access of the browser's pages. Default: everything that the machine can reach.
    pub egress: Egress,
    /// Provider of WebMCP, by which pages register tools. Default: [`WebMcp::Native`].
    pub web_mcp: WebMcp,
    /// Protocol by which scripts are sent to a page. Default: the best that the browser offers.
    pub protocol: Protocol,
    /// Further command-line arguments for the browser.
    pub args: Vec<String>,
    /// Options for the driver program or server, and for the sessions that it opens.
    pub driver: DriverOptions,
}

/// Visibility and size of a browser's window.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct WindowOptions {
    /// Choice to show the browser's window on the desktop. Default: no window is shown.
    pub display: Display,
    /// Width and height of the browser's window in CSS pixels. Default: 1280 x 720.
    pub size: (u32, u32),
}

impl Default for WindowOptions {
    fn default() -> Self {
        Self { display: Display::default(), size: (1280, 720) }
    }
}

/// Options for the WebDriver program or server, and for the sessions that it opens.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct DriverOptions {
    /// Path of the driver program. Default: chromedriver, geckodriver or `WebKitWebDriver` on the PATH.
    pub program: Option<PathBuf>,
    /// PEM file with certificates of further authorities to trust for a driver at an `https` address.
    ///
    /// They are trusted in addition to the machine's.
    ///
    /// It counts if the driver's address has the scheme `https`, as for a Grid with a private authority.
    /// Certificates are always checked.
    pub ca: Option<PathBuf>,
    /// Name for each session, which a Selenium Grid shows in its log and console (`se:name`).
    ///
    /// Drivers on this machine are not sent it.
    pub name: Option<String>,
    /// WebDriver capabilities to request in addition to the capabilities of the other options.
    ///
    /// Members of objects are merged, lists get longer, anything else takes the place of ours. A Grid chooses the node by them.
    pub capabilities: serde_json::Map<String, Value>,
    /// Environment variables that the driver and its browser do not inherit, such as those with secrets.
    pub hidden_variables: Vec<String>,
    /// Time limit for starting the driver, and again for opening a session. Default: 30 seconds.
    pub deadline: Duration,
}

impl Default for DriverOptions {
    fn default() -> Self {
        let (program, ca, name, capabilities) = (None, None, None, serde_json::Map::new());
        let hidden_variables = Vec::new();
        Self { program, ca, name, capabilities, hidden_variables, deadline: Duration::from_secs(30) }
    }
}

option_setters!(BrowserOptions {
    with_engine(engine: impl Into<Option<Engine>>),
    with_binary(binary: impl Into<Option<PathBuf>>),
    with_window(window: WindowOptions),
    with_sandbox(sandbox: Sandbox),
    with_profile(profile: impl Into<Option<PathBuf>>),
    with_egress(egress: Egress),
    with_web_mcp(web_mcp: WebMcp),
    with_protocol(protocol: Protocol),
    with_args(args: impl Into<Vec<String>>),
    with_driver(driver: DriverOptions),
});

option_setters!(WindowOptions { with_display(display: Display), with_size(size: (u32, u32)) });

option_setters!(DriverOptions {
    with_program(program: impl Into<Option<PathBuf>>),
    with_ca(ca: impl Into<Option<PathBuf>>),
    with_name(name: impl Into<Option<String>>),
    with_capabilities(capabilities: serde_json::Map<String, Value>),
    with_hidden_variables(hidden_variables: impl Into<Vec<String>>),
    with_deadline(deadline: Duration),
});

impl BrowserOptions {
    /// Returns the engine that a browser started with these options on this machine has.
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

    /// Returns the engine that the options or the variable `WEBAGENTS_ENGINE` name, if they name one.
    ///
    /// Options name it by [`BrowserOptions::engine`] or the browser's program. Starting a browser determines it as well.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::UnknownEngine`] if the variable counts and names none.
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

/// Choice of the protocol by which scripts are sent to a page: the browser's best, or W3C WebDriver.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Protocol {
    /// The best protocol that the browser offers.
    #[default]
    Auto,
    /// The commands of W3C WebDriver, which every driver has.
    Classic,
}

/// Network access of a browser's pages: unrestricted, or through a filtering proxy.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
#[expect(clippy::large_enum_variant, reason = "there is one for each browser, and none in a list")]
pub enum Egress {
    /// Pages reach whatever the machine can reach.
    ///
    /// It is the default, because a library cannot know which of its caller's URLs are the caller's own word:
    /// [`Session::open`](crate::Session::open) accepts a local test server's and a model's alike.
    #[default]
    Open,
    /// Pages reach public addresses on the ports of the web, and the addresses that the options allow.
    ///
    /// Each session has a guard of its own; [`Session::refusals`](crate::Session::refusals) returns what it refused. The browser must be on this
    /// machine.
    ///
    /// A proxy that other options name is left out: it would be a second way.
    ///
    /// Use this wherever a page or a model that is not trusted decides on requests.
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
