//! Starts browsers: which one, and by which driver.

use std::env;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio::time::timeout;

use crate::driver::capabilities::{BrowserMachine, capabilities};
use crate::driver::client::new_client;
use crate::driver::process::{DriverServer, Launch};
use crate::driver::profile::Profile;
use crate::driver::startup_cache::StartupCache;
use crate::driver::tls::TlsConfig;
use crate::driver::{egress, extra_capabilities, resources, xvfb};
use crate::engine::Engine;
use crate::error::{Error, ErrorKind};
use crate::options::{BrowserOptions, WebMcp};
use crate::session::Session;

/// Time for a window to take its size.
const RESIZE: Duration = Duration::from_secs(2);

/// Factory that opens browser sessions on a WebDriver program or server, with options for them.
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
    One(Arc<DriverServer>, Option<Box<Launch>>),
    /// One for each session.
    Each(Box<Launch>),
}

impl Browser {
    /// Creates a factory of sessions on the WebDriver server at `$WEBDRIVER_URL`, or starts a driver.
    ///
    /// With `WEBDRIVER_URL` unset, the engine's own driver is started.
    ///
    /// The engine's own driver is started here, or with each session.
    pub async fn launch(mut options: BrowserOptions) -> Result<Self, Error> {
        if let Ok(url) = env::var("WEBDRIVER_URL")
            && !url.trim().is_empty()
        {
            // The programs on our PATH do not show those on another machine.
            options.engine = options.named_engine()?;
            return Ok(Self::connect(url.trim(), options));
        }
        let engine = options.default_engine()?;
        let program = match &options.driver.program {
            Some(program) => program.clone(),
            None => engine.find_driver()?,
        };
        let screen = xvfb::find(engine, options.window.display, options.window.size)?;
        let launch = Box::new(Launch {
            engine,
            program,
            screen,
            deadline: options.driver.deadline,
            hidden: options.driver.hidden_variables.clone(),
            existing: None,
        });
        let drivers = if engine.shares_its_driver() {
            Drivers::One(Arc::new(DriverServer::launch(&launch).await?), Some(launch))
        } else {
            Drivers::Each(launch)
        };
        Ok(Self { engine, drivers, options, tls: Arc::default() })
    }

    /// Creates a factory of browser sessions on the WebDriver server that listens at `url`.
    ///
    /// The scheme may be `https` ([`DriverOptions::ca`](crate::DriverOptions::ca)). The engine is that of the options,
    /// otherwise [`Engine::Chromium`].
    pub fn connect(url: &str, options: BrowserOptions) -> Self {
        Self::with_driver(DriverServer::at(url), options)
    }

    /// Creates a factory of sessions on `driver`, which serves only one session unless it is chromedriver.
    pub fn with_driver(driver: DriverServer, options: BrowserOptions) -> Self {
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
            *driver = Arc::new(DriverServer::launch(launch).await?);
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

    /// Returns whether the driver that its sessions share, if they share one, is reachable.
    pub(crate) async fn is_up(&self) -> bool {
        match self.driver() {
            Some(driver) => driver.is_up().await,
            None => true,
        }
    }

    /// The same browsers with more time to open if a Grid opens them, which has a queue.
    pub(crate) fn patient(mut self, deadline: Duration) -> Self {
        if matches!(&self.drivers, Drivers::One(driver, _) if driver.group().is_none()) {
            self.options.driver.deadline = deadline;
        }
        self
    }

    /// The driver that its sessions share, to be kept.
    pub(crate) fn shared_driver(&self) -> Option<Arc<DriverServer>> {
        match &self.drivers {
            Drivers::One(driver, _) => Some(Arc::clone(driver)),
            Drivers::Each(_) => None,
        }
    }

    /// Returns the browser engine of the sessions that the factory opens.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// Returns the WebDriver server that all sessions share; `None` if each session starts its own.
    pub fn driver(&self) -> Option<&DriverServer> {
        match &self.drivers {
            Drivers::One(driver, _) => Some(driver),
            Drivers::Each(_) => None,
        }
    }

    /// Opens a session: a browser process with one page, and with an empty profile by default.
    pub async fn session(&self) -> Result<Session, Error> {
        let mut session = self.bare_session().await?;
        self.furnish(&mut session).await;
        Ok(session)
    }

    /// Adds to the session's page the scripts that run before all scripts of sites.
    pub(crate) async fn furnish(&self, session: &mut Session) {
        if self.options.web_mcp != WebMcp::Off {
            session.prepare_web_mcp().await;
        }
        // After the WebMCP script, because the harness looks for the objects that it left.
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
        let tls = TlsConfig::new(self.options.driver.ca.as_deref())?;
        Ok(self.tls.get_or_init(|| tls).clone())
    }

    /// A session with nothing of ours in its page.
    pub(crate) fn bare_session(&self) -> BoxFuture<'_, Result<Session, Error>> {
        Box::pin(async move {
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
                Drivers::Each(launch) => Arc::new(DriverServer::launch(launch).await?),
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
                (None, Some(scratch)) => {
                    let cache = if self.engine == Engine::Firefox { crate::engine::cache() } else { None };
                    let cache = cache.map(|cache| StartupCache::below(&cache));
                    Some(Profile::throwaway(scratch, cache)?)
                }
                (None, None) => None,
            };
            let place = profile
                .as_ref()
                .and_then(Profile::path)
                .map_or(BrowserMachine::Elsewhere, BrowserMachine::Here);
            let mut capabilities = capabilities(self.engine, &self.options, place);
            extra_capabilities::add(&mut capabilities, &self.options, profile.is_none());
            // The last word is the guard's.
            let guard = egress::start(&self.options.egress, &driver).await?;
            if let Some(proxy) = &guard {
                egress::shut_in(&mut capabilities, proxy);
            }
            let client = new_client(&driver, capabilities, self.options.driver.deadline).await;
            // A program missing on this machine may be on another.
            let client = if driver.group().is_some() { client.map_err(resources::explain)? } else { client? };
            if self.engine == Engine::WebKit {
                // Its browser takes no size when it starts. A screen without a window manager may refuse; the page works
                // in any size.
                let (width, height) = self.options.window.size;
                let _ = timeout(RESIZE, client.set_window_rect(0, 0, width, height)).await;
            }
            Ok(Session::begin(client, driver, profile, self.options.protocol, guard).await)
        })
    }
}
