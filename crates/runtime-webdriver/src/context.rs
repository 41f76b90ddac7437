//! A browser that several sessions share, each in a context of its own.
//!
//! The decision: what is isolated is what an incognito window isolates (cookies, storage, caches, service workers,
//! permissions, channels between pages), and what is shared is the process of the browser: a context costs a page where a
//! browser costs a dozen processes. The browser is opened as any other, by a driver, and is a session of its own whose
//! page stays empty, so that all promises on the ends of browsers hold for it. Its guests never use the driver: it has
//! one current window for all.
//!
//! What it is not: a way to have logins in common. A context begins with nothing, also where the browser has a profile.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use fantoccini::Client;
use tokio::runtime::Handle;
use tokio::time::timeout;

use crate::browser::{Browser, BrowserOptions, existing_client};
use crate::cdp::{Cdp, Lodgings, browser_of};
use crate::driver::Driver;
use crate::engine::Engine;
use crate::error::{Error, ErrorKind};
use crate::pool::Room;
use crate::pulse::Pulse;
use crate::session::Session;
use crate::socket::Fault;
use crate::tab::Tab;
use crate::trust::Address;
use crate::wire::{Line, Wire};

/// Time for a Grid to end a session.
const FAREWELL: Duration = Duration::from_secs(5);

/// A browser that has guests.
#[derive(Debug)]
pub(crate) struct Host {
    /// Its own session, whose page nobody uses. Dropping it ends the browser.
    session: Mutex<Option<Session>>,
    /// What is known of that page.
    tab: Tab,
    client: Client,
    driver: Arc<Driver>,
    /// The WebSocket to the browser as a whole.
    url: Address,
    /// The driver and the identifier of the session, where no process of ours can be killed to end it.
    remote: Option<(Arc<Driver>, String)>,
    /// What tells a driver elsewhere that the browser is in use: by any of its guests.
    pulse: Option<Arc<Pulse>>,
}

/// The place of a session in a browser that it shares, which stays as long as the session does.
#[derive(Debug)]
pub(crate) struct Lodging(Room);

impl Lodging {
    /// The browser does not answer: no more guests are sent to it.
    pub(crate) fn warn_of(&self) {
        self.0.closes();
    }
}

impl Browser {
    /// Whether its browsers can have contexts, as far as can be known before one is open.
    pub(crate) fn can_lodge(&self) -> Result<(), Error> {
        let cannot = |why: String| Err(Error::new(ErrorKind::Unsupported, why));
        let BrowserOptions { wire, profile, .. } = self.options();
        match self.engine() {
            Engine::Chromium | Engine::ChromiumHeadlessShell => {}
            engine => {
                return cannot(format!(
                    "the engine {} has no contexts that sessions could have for themselves in one browser; use \
                     Isolation::Profile, or Chromium",
                    engine.name()
                ));
            }
        }
        if *wire == Wire::Classic {
            return cannot(
                "by WebDriver's own commands no contexts can be made; use Wire::Auto, or Isolation::Profile"
                    .to_owned(),
            );
        }
        if let Some(folder) = profile {
            return cannot(format!(
                "contexts begin empty, so the logins of the profile {} would be in none of them; use Isolation::Profile, or \
                 no profile",
                folder.display()
            ));
        }
        Ok(())
    }

    /// Opens a browser that guests can come to.
    pub(crate) async fn host(&self) -> Result<Host, Error> {
        let mut session = self.bare_session().await?;
        let remote = session.remote().await;
        let (tab, url) = match &session.line {
            Line::Cdp(cdp) => (Some(cdp.tab().clone()), browser_of(cdp.place()).await),
            _ => (None, None),
        };
        let (client, driver) = (session.client.clone(), Arc::clone(&session.driver));
        let pulse = session.pulse.clone();
        let tab = tab.filter(|_| url.is_some());
        let host = Host {
            session: Mutex::new(Some(session)),
            tab: tab.clone().unwrap_or_default(),
            client,
            driver,
            url: url.unwrap_or_else(|| Address::from(String::new())),
            remote,
            pulse,
        };
        if tab.is_some() {
            return Ok(host);
        }
        host.close().await;
        Err(Error::new(
            ErrorKind::Unsupported,
            "the debugger of the browser cannot be reached from here, and contexts are made by it; on a Grid its nodes \
             must offer the DevTools Protocol (`se:cdp`); otherwise use Isolation::Profile",
        ))
    }
}

impl Host {
    /// Whether the browser is still there, as far as its connection tells.
    pub(crate) fn is_up(&self) -> bool {
        !self.tab.state().is_gone()
    }

    /// Opens a session in a context of its own, which takes `room`.
    pub(crate) async fn lodge(&self, browser: &Browser, room: Room) -> Result<Session, Error> {
        let failed = |why: &dyn std::fmt::Display| {
            Error::new(ErrorKind::SessionNotCreated, format!("the browser opened no context: {why}"))
        };
        let BrowserOptions { egress, window, .. } = browser.options();
        let egress = egress.start(&self.driver).await?;
        let proxy = egress.as_ref().map(|proxy| proxy.address().to_string());
        let lodgings = Lodgings { window: *window, proxy };
        let cdp = match Cdp::lodge(&self.url, &lodgings).await {
            Ok(cdp) => cdp,
            Err(fault) => {
                return Err(match fault {
                    Fault::Refused(why) | Fault::Unreadable(why) | Fault::Closed(why) => failed(&why),
                    Fault::Late => failed(&"it did not answer in time"),
                });
            }
        };
        let line = Line::Cdp(Box::new(cdp));
        let mut session = Session::over(self.client.clone(), Arc::clone(&self.driver), line);
        // Code in the pages of the browser itself would have power over the other contexts.
        session.shows_only_the_web = true;
        session.egress = egress;
        session.pulse.clone_from(&self.pulse);
        session.lodging = Some(Lodging(room));
        browser.furnish(&mut session).await;
        Ok(session)
    }

    /// Ends the browser, gently if it lets itself be.
    pub(crate) async fn close(mut self) {
        let session = self.session.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(session) = session {
            // What does not close gently is ended by being dropped.
            if session.close().await.is_ok() {
                self.remote = None;
            }
        }
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        *self.session.get_mut().unwrap_or_else(PoisonError::into_inner) = None;
        if let Some((driver, id)) = self.remote.take()
            && let Ok(runtime) = Handle::try_current()
        {
            runtime.spawn(farewell(driver, id));
        }
    }
}

/// Ends a session of a driver elsewhere.
pub(crate) async fn farewell(driver: Arc<Driver>, id: String) {
    // A connection of its own: on the session's there may be a command that is not answered.
    if let Ok(client) = existing_client(&driver, &id).await {
        // What is not ended now, the Grid ends by its own `session-timeout`.
        let _ = timeout(FAREWELL, client.close()).await;
    }
}
