//! Starts browsers: which one, and by which driver.

use std::env;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use fantoccini::error::NewSessionError;
use fantoccini::wd::Capabilities;
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::Value;
use tokio::time::timeout;

use crate::bounded::Bounded;
use crate::capabilities::{Place, capabilities};
use crate::driver::{Driver, Launch};
use crate::egress::{Egress, shut_in};
use crate::engine::Engine;
use crate::error::{Error, ErrorKind};
use crate::extra_capabilities;
use crate::profile::Profile;
use crate::protocol::Protocol;
use crate::resources;
use crate::session::Session;
use crate::session_error::refused;
use crate::tls::TlsConfig;
use crate::xvfb;

/// Time for a window to take its size.
const RESIZE: Duration = Duration::from_secs(2);

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
#[derive(Debug, Clone)]
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
    /// The driver's program; otherwise chromedriver, geckodriver or `WebKitWebDriver` on the PATH.
    pub driver: Option<PathBuf>,
    /// Visibility of the window.
    pub display: Display,
    /// Isolation of the renderers.
    pub sandbox: Sandbox,
    /// Width and height of the window in CSS pixels. Default: 1280 x 720.
    pub window: (u32, u32),
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
    /// A file with the certificates (PEM) of authorities that are trusted in addition to the machine's when the
    /// driver's address is of the scheme `https`, as that of a Grid with a private authority. Certificates are always
    /// checked.
    pub driver_ca: Option<PathBuf>,
    /// A name for the sessions at a Grid, where its log, its traces and its console show it (`se:name`).
    ///
    /// Drivers on this machine are not sent it.
    pub name: Option<String>,
    /// Capabilities in addition to those that these options make: members of objects are merged, lists get longer,
    /// anything else takes the place of ours. A Grid chooses the node by them.
    pub capabilities: serde_json::Map<String, Value>,
    /// Time for the driver to start and for a session to open, each. Default: 30 seconds.
    pub start_deadline: Duration,
}

impl Default for BrowserOptions {
    fn default() -> Self {
        Self {
            engine: None,
            binary: None,
            driver: None,
            display: Display::default(),
            sandbox: Sandbox::default(),
            window: (1280, 720),
            profile: None,
            egress: Egress::default(),
            web_mcp: WebMcp::default(),
            protocol: Protocol::default(),
            args: Vec::new(),
            driver_ca: None,
            name: None,
            capabilities: serde_json::Map::new(),
            start_deadline: Duration::from_secs(30),
        }
    }
}

/// A source of sessions: an engine's driver, and how its browsers are started.
///
/// It is cheap to clone. A chromedriver serves many sessions; the one that is started here lives until the last clone
/// and the last session are gone. The other drivers serve one session each, so every session starts its own, and ends
/// it.
#[derive(Debug, Clone)]
pub struct Browser {
    engine: Engine,
    drivers: Drivers,
    options: BrowserOptions,
    tls: Arc<OnceLock<TlsConfig>>,
}

/// Source of the driver of a session.
#[derive(Debug, Clone)]
enum Drivers {
    /// One for all, and how another is started in its place, if it is ours to start.
    One(Arc<Driver>, Option<Box<Launch>>),
    /// One for each session.
    Each(Box<Launch>),
}

impl Browser {
    /// The driver at `WEBDRIVER_URL` if that is set, else the engine's own, started here or with each session.
    pub async fn launch(mut options: BrowserOptions) -> Result<Self, Error> {
        if let Ok(url) = env::var("WEBDRIVER_URL")
            && !url.trim().is_empty()
        {
            // What is on our PATH says nothing about another machine.
            options.engine = Engine::asked_for(&options)?;
            return Ok(Self::connect(url.trim(), options));
        }
        let engine = Engine::choose(&options)?;
        let program = match &options.driver {
            Some(program) => program.clone(),
            None => engine.find_driver()?,
        };
        let screen = xvfb::find(engine, options.display, options.window)?;
        let launch =
            Box::new(Launch { engine, program, screen, deadline: options.start_deadline, existing: None });
        let drivers = if engine.shares_its_driver() {
            Drivers::One(Arc::new(Driver::launch(&launch).await?), Some(launch))
        } else {
            Drivers::Each(launch)
        };
        Ok(Self { engine, drivers, options, tls: Arc::default() })
    }

    /// The driver that listens at `url`, which may be of the scheme `https` ([`BrowserOptions::driver_ca`]). What it drives is what the options say, otherwise [`Engine::Chromium`].
    pub fn connect(url: &str, options: BrowserOptions) -> Self {
        Self::with_driver(Driver::at(url), options)
    }

    /// The browsers of `driver`, which serves one session only if it is not a chromedriver.
    pub fn with_driver(driver: Driver, options: BrowserOptions) -> Self {
        let engine = options
            .engine
            .or(driver.engine())
            .or_else(|| options.binary.as_deref().and_then(Engine::of_program))
            .unwrap_or(Engine::Chromium);
        Self { engine, drivers: Drivers::One(Arc::new(driver), None), options, tls: Arc::default() }
    }

    /// The same browsers from a driver of the same kind that is started now.
    pub(crate) async fn restart(&self) -> Result<Self, Error> {
        let mut fresh = self.clone();
        if let Drivers::One(driver, Some(launch)) = &mut fresh.drivers {
            *driver = Arc::new(Driver::launch(launch).await?);
        }
        Ok(fresh)
    }

    /// Returns whether both are clones of one value.
    pub(crate) fn shares_driver(&self, other: &Self) -> bool {
        match (self.driver(), other.driver()) {
            (Some(one), Some(other)) => std::ptr::eq(one, other),
            _ => false,
        }
    }

    /// Returns whether the driver that its sessions share is reachable; `true` where each session has its own.
    pub(crate) async fn is_up(&self) -> bool {
        match self.driver() {
            Some(driver) => driver.is_up().await,
            None => true,
        }
    }

    /// The same browsers with more time to open, where they are opened by a Grid, which has a queue.
    pub(crate) fn patient(mut self, deadline: Duration) -> Self {
        if matches!(&self.drivers, Drivers::One(driver, _) if driver.group().is_none()) {
            self.options.start_deadline = deadline;
        }
        self
    }

    /// The driver that its sessions share, to be kept.
    pub(crate) fn shared_driver(&self) -> Option<Arc<Driver>> {
        match &self.drivers {
            Drivers::One(driver, _) => Some(Arc::clone(driver)),
            Drivers::Each(_) => None,
        }
    }

    /// The engine of its browsers.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// The driver that its sessions share, if they do.
    pub fn driver(&self) -> Option<&Driver> {
        match &self.drivers {
            Drivers::One(driver, _) => Some(driver),
            Drivers::Each(_) => None,
        }
    }

    /// Opens a session: a browser process with one page, and with an empty profile unless the options name one.
    pub async fn session(&self) -> Result<Session, Error> {
        let mut session = self.bare_session().await?;
        self.furnish(&mut session).await;
        Ok(session)
    }

    /// Puts into the session's page what comes before all scripts of sites.
    pub(crate) async fn furnish(&self, session: &mut Session) {
        if self.options.web_mcp != WebMcp::Off {
            session.prepare_web_mcp().await;
        }
        // Behind it, because the harness looks for what it left.
        session.prepare().await;
    }

    /// Returns the options with which it starts browsers.
    pub(crate) fn options(&self) -> &BrowserOptions {
        &self.options
    }

    /// Returns the TLS configuration for the driver. Certificates are read once.
    fn tls(&self) -> Result<TlsConfig, Error> {
        if let Some(known) = self.tls.get() {
            return Ok(known.clone());
        }
        let tls = TlsConfig::new(self.options.driver_ca.as_deref())?;
        Ok(self.tls.get_or_init(|| tls).clone())
    }

    /// A session with nothing of ours in its page.
    pub(crate) async fn bare_session(&self) -> Result<Session, Error> {
        let cannot = |why: String| Error::new(ErrorKind::SessionNotCreated, why);
        if let (Some(folder), Engine::WebKit) = (&self.options.profile, self.engine) {
            return Err(cannot(format!(
                "WebKit keeps nothing when it is driven, so the profile {} cannot be used; use another engine",
                folder.display()
            )));
        }
        let driver = match &self.drivers {
            Drivers::One(driver, _) if driver.is_by_tls() && driver.tls().is_none() => {
                Arc::new(driver.with_tls(self.tls()?))
            }
            Drivers::One(driver, _) => Arc::clone(driver),
            Drivers::Each(launch) => Arc::new(Driver::launch(launch).await?),
        };
        // A profile can be on this machine only; elsewhere the driver makes one.
        let profile = match (&self.options.profile, driver.scratch()) {
            (Some(folder), _) if driver.is_here() => Some(Profile::kept(folder)?),
            (Some(folder), _) => {
                let (folder, url) = (folder.display(), driver.url());
                return Err(cannot(format!(
                    "the profile {folder} is on this machine, and the browsers of {url} are on another"
                )));
            }
            (None, Some(scratch)) => Some(Profile::throwaway(scratch)?),
            (None, None) => None,
        };
        let place = profile.as_ref().and_then(Profile::path).map_or(Place::Elsewhere, Place::Here);
        let mut capabilities = capabilities(self.engine, &self.options, place);
        extra_capabilities::add(&mut capabilities, &self.options, profile.is_none());
        // The last word is the guard's.
        let egress = self.options.egress.start(&driver).await?;
        if let Some(proxy) = &egress {
            shut_in(&mut capabilities, proxy);
        }
        let client = new_client(&driver, capabilities, self.options.start_deadline).await;
        // What this machine lacks says nothing about another.
        let client = if driver.group().is_some() { client.map_err(resources::explain)? } else { client? };
        if self.engine == Engine::WebKit {
            // Its browser takes no size when it starts. A screen without a window manager may refuse; the page works
            // in any size.
            let (width, height) = self.options.window;
            let _ = timeout(RESIZE, client.set_window_rect(0, 0, width, height)).await;
        }
        let mut session = Session::begin(client, driver, profile, self.options.protocol).await;
        session.egress = egress;
        Ok(session)
    }
}

/// Opens a session of `driver`.
pub(crate) async fn new_client(
    driver: &Driver,
    capabilities: Capabilities,
    deadline: Duration,
) -> Result<Client, Error> {
    let url = driver.url();
    let connect = async {
        match driver.tls() {
            Some(tls) => {
                let connector = Bounded(tls.connector());
                ClientBuilder::new(connector).capabilities(capabilities).connect(url).await
            }
            None => {
                let connector = Bounded(HttpConnector::new());
                ClientBuilder::new(connector).capabilities(capabilities).connect(url).await
            }
        }
    };
    timeout(deadline, connect)
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

/// A client of a session that is open.
pub(crate) async fn existing_client(driver: &Driver, id: &str) -> Result<Client, NewSessionError> {
    match driver.tls() {
        Some(tls) => Client::with_existing_session(driver.url(), id, Bounded(tls.connector())).await,
        None => Client::with_existing_session(driver.url(), id, Bounded(HttpConnector::new())).await,
    }
}
