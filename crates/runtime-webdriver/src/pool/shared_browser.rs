//! A browser that several sessions share, each in a context of its own.
//!
//! The decision: what is isolated is what an incognito window isolates (cookies, storage, caches, service workers,
//! permissions, channels between pages), and what is shared is the process of the browser: a context costs a page where a
//! browser costs a dozen processes. A driver opens the browser as any other, with a session of its own whose page stays
//! empty, so that the guarantees on the ends of browsers hold for it. Sessions in contexts never use the driver, which has
//! one current window for all.
//!
//! Contexts share no logins: each begins empty, also where the browser has a profile.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use fantoccini::Client;
use tokio::runtime::Handle;
use tokio::time::timeout;

use crate::browser::Browser;
use crate::driver::client::existing_client;
use crate::driver::egress;
use crate::driver::process::Driver;
use crate::driver::tls::Address;
use crate::engine::Engine;
use crate::error::{Error, ErrorKind};
use crate::options::{BrowserOptions, Protocol};
use crate::pool::ContextPermit;
use crate::session::Session;
use crate::session::keep_alive::KeepAlive;
use crate::transport::Transport;
use crate::transport::cdp::{Cdp, ContextOptions, browser_of};
use crate::transport::events::Tab;
use crate::transport::socket::Fault;

/// Time for a Grid to delete a session.
const DELETE: Duration = Duration::from_secs(5);

/// A browser in which several sessions have a context each.
#[derive(Debug)]
pub(crate) struct SharedBrowser {
    /// The browser's own session, whose page stays empty. Dropping it ends the browser.
    session: Mutex<Option<Session>>,
    /// State of that page.
    tab: Tab,
    client: Client,
    driver: Arc<Driver>,
    /// The WebSocket to the browser as a whole.
    url: Address,
    /// Driver and identifier of a remote session, which no signal to a process here ends.
    remote: Option<(Arc<Driver>, String)>,
    /// Keep-alive of a remote browser, for all sessions in it.
    keep_alive: Option<Arc<KeepAlive>>,
}

/// Permit of a session for a context in a shared browser, held as long as the session.
#[derive(Debug)]
pub(crate) struct BrowserContext(ContextPermit);

impl BrowserContext {
    /// Excludes the browser from further sessions, because it does not answer.
    pub(crate) fn exclude_browser(&self) {
        self.0.exclude_browser();
    }
}

impl Browser {
    /// Checks whether sessions can have contexts, as far as the options and the engine show.
    pub(crate) fn can_have_contexts(&self) -> Result<(), Error> {
        let cannot = |why: String| Err(Error::new(ErrorKind::Unsupported, why));
        let BrowserOptions { protocol, profile, .. } = self.options();
        match self.engine() {
            Engine::Chromium | Engine::ChromiumHeadlessShell => {}
            engine => {
                return cannot(format!(
                    "the engine {} has no contexts for the sessions of one browser; use Isolation::Profile, or \
                     Chromium",
                    engine.name()
                ));
            }
        }
        if *protocol == Protocol::Classic {
            return cannot(
                "classic WebDriver has no command for contexts; use Protocol::Auto, or Isolation::Profile"
                    .to_owned(),
            );
        }
        if let Some(folder) = profile {
            return cannot(format!(
                "contexts begin empty, without the logins of the profile {}; use Isolation::Profile, or no \
                 profile",
                folder.display()
            ));
        }
        Ok(())
    }

    /// Opens a browser for sessions in contexts.
    pub(crate) async fn open_shared(&self) -> Result<SharedBrowser, Error> {
        let mut session = self.bare_session().await?;
        let remote = session.remote().await;
        let (tab, url) = match &session.transport {
            Transport::Cdp(cdp) => (Some(cdp.tab().clone()), browser_of(cdp.place()).await),
            _ => (None, None),
        };
        let (client, driver) = (session.client.clone(), Arc::clone(&session.driver));
        let keep_alive = session.keep_alive.clone();
        let tab = tab.filter(|_| url.is_some());
        let browser = SharedBrowser {
            session: Mutex::new(Some(session)),
            tab: tab.clone().unwrap_or_default(),
            client,
            driver,
            url: url.unwrap_or_else(|| Address::from(String::new())),
            remote,
            keep_alive,
        };
        if tab.is_some() {
            return Ok(browser);
        }
        browser.close().await;
        Err(Error::new(
            ErrorKind::Unsupported,
            "cannot reach the debugger of the browser, which creates contexts; have the nodes of the Grid offer the \
             DevTools Protocol (`se:cdp`), or use Isolation::Profile",
        ))
    }
}

impl SharedBrowser {
    /// Returns whether the connection to the browser is open.
    pub(crate) fn is_up(&self) -> bool {
        !self.tab.state().is_gone()
    }

    /// Opens a session in a new context, which holds `permit`.
    pub(crate) async fn open_context(
        &self,
        browser: &Browser,
        permit: ContextPermit,
    ) -> Result<Session, Error> {
        let failed = |why: &dyn std::fmt::Display| {
            Error::new(ErrorKind::SessionNotCreated, format!("the browser opened no context: {why}"))
        };
        let BrowserOptions { egress, window, .. } = browser.options();
        let egress = egress::start(egress, &self.driver).await?;
        let proxy = egress.as_ref().map(|proxy| proxy.address().to_string());
        let options = ContextOptions { window: *window, proxy };
        let cdp = match Cdp::open_context(&self.url, &options).await {
            Ok(cdp) => cdp,
            Err(fault) => {
                return Err(match fault {
                    Fault::Refused(why) | Fault::Unreadable(why) | Fault::Closed(why) => failed(&why),
                    Fault::Late => failed(&"it did not answer in time"),
                });
            }
        };
        let transport = Transport::Cdp(Box::new(cdp));
        let mut session = Session::over(self.client.clone(), Arc::clone(&self.driver), transport);
        // Code in the browser's own pages could act on the other contexts.
        session.shows_only_the_web = true;
        session.egress = egress;
        session.keep_alive.clone_from(&self.keep_alive);
        session.context = Some(BrowserContext(permit));
        browser.furnish(&mut session).await;
        Ok(session)
    }

    /// Closes the browser; one that does not close in time is killed.
    pub(crate) async fn close(mut self) {
        let session = self.session.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(session) = session {
            // Dropping the session kills a browser that did not close.
            if session.close().await.is_ok() {
                self.remote = None;
            }
        }
    }
}

impl Drop for SharedBrowser {
    fn drop(&mut self) {
        *self.session.get_mut().unwrap_or_else(PoisonError::into_inner) = None;
        if let Some((driver, id)) = self.remote.take()
            && let Ok(runtime) = Handle::try_current()
        {
            runtime.spawn(delete_remote_session(driver, id));
        }
    }
}

/// Ends a session of a remote driver.
pub(crate) async fn delete_remote_session(driver: Arc<Driver>, id: String) {
    // On a connection of its own, because a command may be pending on the session's.
    if let Ok(client) = existing_client(&driver, &id).await {
        // The Grid ends a session that is left by its own `session-timeout`.
        let _ = timeout(DELETE, client.close()).await;
    }
}
