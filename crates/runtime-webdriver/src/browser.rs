//! Starts browsers: which one, with which flags, and with a profile of its own.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use fantoccini::wd::Capabilities;
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::driver::{Driver, on_path};
use crate::egress::{Egress, shut_in};
use crate::error::{Error, ErrorKind};
use crate::page::SCRIPT_TIMEOUT;
use crate::profile::Profile;
use crate::refusal::refused;
use crate::session::Session;
use crate::wishes;

/// Whether a window is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Display {
    /// No window; the page is drawn all the same.
    #[default]
    Headless,
    /// A window on the desktop.
    Headed,
}

/// Whether the browser isolates its renderers from the system.
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

/// What becomes of the tools that pages register through WebMCP (`document.modelContext`).
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

/// How a browser is started.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct BrowserOptions {
    /// The browser's program; otherwise the first of chromium, chromium-browser, google-chrome-stable and
    /// google-chrome on the PATH, or what the driver finds.
    pub binary: Option<PathBuf>,
    /// Whether a window is shown.
    pub display: Display,
    /// Whether renderers are isolated.
    pub sandbox: Sandbox,
    /// Width and height of the window in CSS pixels. Default: 1280 x 720.
    pub window: (u32, u32),
    /// The folder of a profile that is kept: its cookies and logins are used and remain. It is made if it is not there,
    /// and one browser at a time can have it. Browsers of 2025 and later let no driver into the profile that they use by
    /// default, so this is one of its own. Default: an empty profile for each session, which is removed.
    pub profile: Option<PathBuf>,
    /// What pages may reach. Default: everything.
    pub egress: Egress,
    /// How pages may register tools.
    pub web_mcp: WebMcp,
    /// Further arguments for the browser.
    pub args: Vec<String>,
    /// A name for the sessions at a Grid, where its log, its traces and its console show it (`se:name`). Drivers on
    /// this machine are not told.
    pub name: Option<String>,
    /// Capabilities that are asked for beside those that these options make: members of objects are merged, lists
    /// get longer, anything else takes the place of ours. A Grid chooses the node by them.
    pub capabilities: serde_json::Map<String, Value>,
    /// Time for the driver to start and for a session to open, each. Default: 30 seconds.
    pub start_deadline: Duration,
}

impl Default for BrowserOptions {
    fn default() -> Self {
        Self {
            binary: None,
            display: Display::default(),
            sandbox: Sandbox::default(),
            window: (1280, 720),
            profile: None,
            egress: Egress::default(),
            web_mcp: WebMcp::default(),
            args: Vec::new(),
            name: None,
            capabilities: serde_json::Map::new(),
            start_deadline: Duration::from_secs(30),
        }
    }
}

/// A source of sessions: a driver, and how its browsers are started.
///
/// It is cheap to clone. The driver that it started lives until the last clone and the last session are gone.
#[derive(Debug, Clone)]
pub struct Browser {
    driver: Arc<Driver>,
    options: BrowserOptions,
}

impl Browser {
    /// The driver at `WEBDRIVER_URL` if that is set, else the chromedriver on the PATH, started here.
    pub async fn launch(options: BrowserOptions) -> Result<Self, Error> {
        match env::var("WEBDRIVER_URL") {
            Ok(url) if !url.trim().is_empty() => Ok(Self::connect(url.trim(), options)),
            _ => Ok(Self::with_driver(Driver::start(options.start_deadline).await?, options)),
        }
    }

    /// The driver that listens at `url`.
    pub fn connect(url: &str, options: BrowserOptions) -> Self {
        Self::with_driver(Driver::at(url), options)
    }

    /// The browsers of `driver`.
    pub fn with_driver(driver: Driver, options: BrowserOptions) -> Self {
        Self { driver: Arc::new(driver), options }
    }

    /// The same browsers from a driver of the same kind that is started now.
    pub(crate) async fn restart(&self) -> Result<Self, Error> {
        let options = self.options.clone();
        Ok(Self::with_driver(Driver::start(options.start_deadline).await?, options))
    }

    /// Whether both are clones of one.
    pub(crate) fn shares_driver(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.driver, &other.driver)
    }

    /// The same browsers with more time to open, where they are opened by a Grid, which has a queue.
    pub(crate) fn patient(mut self, deadline: Duration) -> Self {
        if self.driver.group().is_none() {
            self.options.start_deadline = deadline;
        }
        self
    }

    /// The driver, to be kept.
    pub(crate) fn shared_driver(&self) -> Arc<Driver> {
        Arc::clone(&self.driver)
    }

    /// The driver.
    pub fn driver(&self) -> &Driver {
        &self.driver
    }

    /// Opens a session: a browser process with one page, and with an empty profile unless the options name one.
    pub async fn session(&self) -> Result<Session, Error> {
        // A profile can be on this machine only; elsewhere the driver makes one.
        let profile = match (&self.options.profile, self.driver.scratch()) {
            (Some(folder), _) if self.driver.is_here() => Some(Profile::kept(folder)?),
            (Some(folder), _) => {
                let (folder, url) = (folder.display(), self.driver.url());
                return Err(Error::new(
                    ErrorKind::SessionNotCreated,
                    format!(
                        "the profile {folder} is on this machine, and the browsers of {url} are on another"
                    ),
                ));
            }
            (None, Some(scratch)) => Some(Profile::throwaway(scratch)?),
            (None, None) => None,
        };
        let mut capabilities = self.capabilities(profile.as_ref().and_then(Profile::path));
        wishes::add(&mut capabilities, &self.options, profile.is_none());
        // The last word is the guard's.
        let egress = self.options.egress.start(&self.driver).await?;
        if let Some(proxy) = &egress {
            shut_in(&mut capabilities, proxy);
        }
        let client = new_client(self.driver.url(), capabilities, self.options.start_deadline).await?;
        let mut session = Session::begin(client, Arc::clone(&self.driver), profile).await;
        session.egress = egress;
        if self.options.web_mcp != WebMcp::Off {
            session.prepare_web_mcp().await;
        }
        Ok(session)
    }

    fn capabilities(&self, profile: Option<&Path>) -> Capabilities {
        let mut chrome = json!({ "args": self.args(profile) });
        if let Some(binary) = self.options.binary.clone().or_else(|| profile.and_then(|_| find_browser())) {
            chrome["binary"] = Value::from(binary.to_string_lossy());
        }
        let script_ms = u64::try_from(SCRIPT_TIMEOUT.as_millis()).unwrap_or(u64::MAX);
        let capabilities = json!({
            "browserName": "chrome",
            "goog:chromeOptions": chrome,
            "timeouts": { "script": script_ms },
            "unhandledPromptBehavior": "dismiss",
        });
        match capabilities {
            Value::Object(members) => members,
            _ => Capabilities::new(),
        }
    }

    fn args(&self, profile: Option<&Path>) -> Vec<String> {
        let (width, height) = self.options.window;
        let mut args = vec![format!("--window-size={width},{height}")];
        // What a throwaway browser should not do: ask questions, call home, share memory that a container lacks.
        args.extend(
            [
                "--no-first-run",
                "--disable-gpu",
                "--disable-quic",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-dev-shm-usage",
            ]
            .map(str::to_owned),
        );
        if self.options.display == Display::Headless {
            args.push("--headless=new".to_owned());
        }
        let isolated = match self.options.sandbox {
            Sandbox::Auto => !(rustix::process::geteuid().is_root() || in_container()),
            Sandbox::On => true,
            Sandbox::Off => false,
        };
        if !isolated {
            args.push("--no-sandbox".to_owned());
        }
        if let Some(profile) = profile {
            args.push(format!("--user-data-dir={}", profile.display()));
        }
        args.extend(self.options.args.iter().cloned());
        if self.options.web_mcp == WebMcp::Native {
            enable_feature(&mut args, "WebMCP");
        }
        args
    }
}

/// Opens a session of the driver at `url`.
pub(crate) async fn new_client(
    url: &str,
    capabilities: Capabilities,
    deadline: Duration,
) -> Result<Client, Error> {
    let mut builder = ClientBuilder::new(HttpConnector::new());
    builder.capabilities(capabilities);
    timeout(deadline, builder.connect(url))
        .await
        .map_err(|_| {
            let within = deadline.as_millis();
            Error::new(
                ErrorKind::SessionNotCreated,
                format!("the driver opened no session within {within} ms"),
            )
        })?
        .map_err(|error| refused(error, url))
}

/// Switches a feature of Chromium on. Of several such arguments the last alone counts, so there must be one.
fn enable_feature(args: &mut Vec<String>, feature: &str) {
    const ENABLE: &str = "--enable-features=";
    match args.iter_mut().rfind(|arg| arg.starts_with(ENABLE)) {
        Some(arg) => {
            arg.push(',');
            arg.push_str(feature);
        }
        None => args.push(format!("{ENABLE}{feature}")),
    }
}

fn find_browser() -> Option<PathBuf> {
    ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"].into_iter().find_map(on_path)
}

/// Docker and Podman leave these marks.
fn in_container() -> bool {
    Path::new("/.dockerenv").exists() || Path::new("/run/.containerenv").exists()
}
