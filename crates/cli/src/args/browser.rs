//! Command-line arguments that choose a browser, its driver and its logins.

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use clap::{Args as ClapArgs, ValueEnum};
use url::Url;
use webagents_fetch::redact_url;
use webagents_runtime_webdriver::{self as webdriver, BrowserOptions, Display, Running};

use super::egress::ReachArgs;
use super::given::first_given;
use super::tool_wait::ToolWait;
use crate::exit::{Exit, Failure};
use crate::file::{self, unreadable};

/// Which browser is started, and how.
#[derive(Debug, Clone, Copy, ClapArgs)]
pub(crate) struct Browser {
    /// Engine [default: `WEBAGENTS_ENGINE`, else headless-shell if installed (no --headed), else chromium]
    #[arg(long, value_enum, value_name = "ENGINE")]
    pub(crate) engine: Option<Engine>,
    /// Show the browser's window
    #[arg(long)]
    pub(crate) headed: bool,
}

/// A browser that can be driven.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Engine {
    /// Chromium or Chrome, by chromedriver
    Chromium,
    /// Chromium without windows, by chromedriver: starts faster and takes less memory
    HeadlessShell,
    /// Firefox, by geckodriver
    Firefox,
    /// WebKitGTK, by its own driver
    Webkit,
}

impl From<Browser> for BrowserOptions {
    fn from(browser: Browser) -> Self {
        let mut options = Self::default();
        options.engine = browser.engine.map(|engine| match engine {
            Engine::Chromium => webdriver::Engine::Chromium,
            Engine::HeadlessShell => webdriver::Engine::ChromiumHeadlessShell,
            Engine::Firefox => webdriver::Engine::Firefox,
            Engine::Webkit => webdriver::Engine::WebKit,
        });
        options.window.display = if browser.headed { Display::Headed } else { Display::Headless };
        options
    }
}

impl Browser {
    /// The option that was given, if one was, for commands that start a browser only on request.
    pub(crate) fn given(self) -> Option<&'static str> {
        first_given(&[("--engine", self.engine.is_some()), ("--headed", self.headed)])
    }

    /// Reads `WEBAGENTS_ENGINE` if it applies.
    fn check(self) -> Result<(), Failure> {
        let asked = BrowserOptions::from(self).named_engine();
        asked.map(drop).map_err(|error| Failure::usage(error.to_string()))
    }
}

/// A browser and its driver: one group of options for every command that runs code.
#[derive(Debug, Clone, ClapArgs)]
#[command(next_help_heading = "Browser")]
pub(crate) struct BrowserArgs {
    #[command(flatten)]
    pub(crate) started: Browser,
    #[command(flatten)]
    pub(crate) driver: DriverArgs,
}

impl BrowserArgs {
    /// The option that was given, if one was.
    pub(crate) fn given(&self) -> Option<&'static str> {
        self.started.given().or(self.driver.given())
    }

    /// Checks the named programs before anything is fetched for them.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        self.driver.check(self.started)
    }
}

/// Which driver starts the browser.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct DriverArgs {
    /// Use the WebDriver or Grid at this URL [env: `WEBDRIVER_URL`]; a remote one needs --egress open
    #[arg(long, value_name = "URL", hide_short_help = true)]
    pub(crate) driver_url: Option<String>,
    /// Start this driver (chromedriver, geckodriver or `WebKitWebDriver`) and not the one on the PATH
    #[arg(long, value_name = "PATH", conflicts_with = "driver_url", hide_short_help = true)]
    pub(crate) driver: Option<PathBuf>,
    /// Also trust the certificate authorities in this PEM file where --driver-url is an https URL
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub(crate) driver_ca: Option<PathBuf>,
}

impl DriverArgs {
    /// The option that was given, if one was.
    pub(crate) fn given(&self) -> Option<&'static str> {
        first_given(&[
            ("--driver-url", self.driver_url.is_some()),
            ("--driver", self.driver.is_some()),
            ("--driver-ca", self.driver_ca.is_some()),
        ])
    }

    /// Checks the named programs before anything is fetched for them.
    pub(crate) fn check(&self, browser: Browser) -> Result<(), Failure> {
        browser.check()?;
        let address = self.address()?;
        if let Some(driver) = &self.driver {
            self.runs(driver)?;
        }
        let Some(ca) = &self.driver_ca else { return Ok(()) };
        file::open(ca).map_err(|error| unreadable(&ca.display(), &error))?;
        if address.is_some_and(|address| address.scheme() == "https") {
            return Ok(());
        }
        Err(Failure::usage("--driver-ca is for a driver at an https address, and none was named")
            .help("name it with --driver-url https://.., or leave --driver-ca out"))
    }

    /// Checks a named driver: it is an executable file, and the variable names no other driver.
    fn runs(&self, driver: &Path) -> Result<(), Failure> {
        if self.address()?.is_some() {
            return Err(Failure::usage("--driver starts a driver, and WEBDRIVER_URL names one that runs")
                .help("unset WEBDRIVER_URL, or leave --driver out"));
        }
        let about = driver.metadata().map_err(|error| unreadable(&driver.display(), &error))?;
        if about.is_file() && about.permissions().mode() & 0o111 != 0 {
            return Ok(());
        }
        Err(Failure::usage(format!("--driver: expected a program, found {}", driver.display()))
            .help("name the file of chromedriver, geckodriver or WebKitWebDriver"))
    }

    /// Returns the address of a driver started elsewhere: from the option, else from the variable.
    pub(crate) fn address(&self) -> Result<Option<Url>, Failure> {
        let variable = std::env::var("WEBDRIVER_URL").ok();
        let (name, text) = match (&self.driver_url, &variable) {
            (Some(text), _) => ("--driver-url", text.trim()),
            (None, Some(text)) if !text.trim().is_empty() => ("WEBDRIVER_URL", text.trim()),
            (None, _) => return Ok(None),
        };
        match Url::parse(text) {
            Ok(url) if matches!(url.scheme(), "http" | "https") => Ok(Some(url)),
            _ => Err(Failure::new(
                Exit::Usage,
                format!("{name}: {:?} is not the URL of a driver", redact_url(text)),
            )
            .help("write the whole address, such as http://127.0.0.1:9515/")),
        }
    }
}

/// Sources of a login for the browser.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct Login {
    /// Tab of a running browser to work in.
    #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["profile", "headed", "storage_state", "driver_url"],
        help = "Work in a tab of a running browser: http://HOST:PORT/session/ID of a WebDriver session, or HOST:PORT \
                of the debugger of Chromium or of Firefox (started with -marionette). The egress guard does not \
                limit the pages of such a browser")]
    pub(crate) attach: Option<Running>,
    /// Keep the browser's profile in this folder, and with it the logins
    #[arg(long, value_name = "FOLDER")]
    pub(crate) profile: Option<PathBuf>,
    /// Put back cookies and localStorage from this file, as Playwright's storageState writes it
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub(crate) storage_state: Option<PathBuf>,
}

impl Login {
    /// The option that was given, if one was.
    pub(crate) fn given(&self) -> Option<&'static str> {
        first_given(&[
            ("--attach", self.attach.is_some()),
            ("--profile", self.profile.is_some()),
            ("--storage-state", self.storage_state.is_some()),
        ])
    }
}

/// Options for the tools that a page registers in a browser.
#[derive(Debug, Clone, ClapArgs)]
#[command(next_help_heading = "In a browser")]
pub(crate) struct WebMcpArgs {
    /// Open the page in a browser, and take the tools that it registers through WebMCP as well
    #[arg(long = "live", id = "live")]
    pub(crate) wanted: bool,
    #[command(flatten)]
    pub(crate) wait: ToolWait,
    #[command(flatten)]
    pub(crate) browser: Browser,
    #[command(flatten)]
    pub(crate) driver: DriverArgs,
    #[command(flatten)]
    pub(crate) pages: ReachArgs,
}

/// `webagents demo`.
#[derive(Debug, ClapArgs)]
pub(crate) struct Demo {
    #[command(flatten)]
    pub(crate) browser: Browser,
    /// Save a picture of the page after the script, as PNG
    #[arg(long, value_name = "FILE")]
    pub(crate) screenshot: Option<PathBuf>,
    /// Only serve the bookstore until interrupted, to try the other commands on it
    #[arg(long, conflicts_with = "json")]
    pub(crate) serve: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `webagents doctor`.
#[derive(Debug, ClapArgs)]
pub(crate) struct Doctor {
    #[command(flatten)]
    pub(crate) browser: Browser,
    /// Print `{"version", "ok", "default", "engines", "limits", "shared"}` as JSON
    #[arg(long)]
    pub(crate) json: bool,
}
