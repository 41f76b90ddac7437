//! A browser that several sessions share, each in a context of its own.
//!
//! The decision: the isolation equals an incognito window's (cookies, storage, caches, service workers,
//! permissions, channels between pages), and the process of the browser is shared: a context costs a page where a
//! browser costs a dozen processes. A driver opens the browser as any other, with a session of its own whose page stays
//! empty, so that the guarantees on the ends of browsers hold for it. Sessions in contexts never use the driver, which has
//! one current window for all.
//!
//! Contexts share no logins: each begins empty, also if the browser has a profile.

use tokio::runtime::Handle;
use webagents_fetch::Proxy;

use crate::browser::Browser;
use crate::driver::egress;
use crate::driver::tls::Address;
use crate::engine::Engine;
use crate::error::{Error, ErrorKind};
use crate::options::{BrowserOptions, Protocol};
use crate::session::Session;
use crate::session::permit::{Context, RemoteSession};
use crate::transport::cdp::Cdp;
use crate::transport::events::Tab;

/// A browser in which several sessions have a context each.
#[derive(Debug)]
pub(super) struct SharedBrowser {
    /// The browser's own session, whose page stays empty. Dropping it ends the browser.
    session: Session,
    /// State of that page.
    tab: Tab,
    /// The WebSocket to the browser as a whole.
    url: Address,
    remote: RemoteBrowser,
}

/// Session of a browser on another machine, which ends with this value.
#[derive(Debug)]
struct RemoteBrowser(Option<RemoteSession>);

impl Drop for RemoteBrowser {
    fn drop(&mut self) {
        if let (Some(remote), Ok(runtime)) = (self.0.take(), Handle::try_current()) {
            runtime.spawn(remote.delete());
        }
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
    pub(super) async fn open_shared(&self) -> Result<SharedBrowser, Error> {
        let session = self.bare_session().await?;
        let mut remote = RemoteBrowser(session.remote().await);
        let found = session.browser().map(|(url, tab)| (url.clone(), tab));
        if let Some((url, tab)) = found {
            return Ok(SharedBrowser { session, tab, url, remote });
        }
        if session.close().await.is_ok() {
            remote.0 = None;
        }
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
    pub(super) async fn open_context(
        &self,
        browser: &Browser,
        permit: Box<dyn Context>,
    ) -> Result<Session, Error> {
        let BrowserOptions { egress, window, .. } = browser.options();
        let guard = egress::start(egress, self.session.driver()).await?;
        let proxy = guard.as_ref().map(Proxy::address);
        let cdp = Cdp::open_context(&self.url, window.size, proxy, self.session.web_driver()).await;
        let cdp = cdp.map_err(|why| {
            Error::new(ErrorKind::SessionNotCreated, format!("the browser opened no context: {why}"))
        })?;
        let mut session = self.session.in_context(Box::new(cdp), guard, permit);
        browser.furnish(&mut session).await;
        Ok(session)
    }

    /// Closes the browser; one that does not close in time is killed.
    pub(super) async fn close(self) {
        let Self { session, mut remote, .. } = self;
        // Dropping the session kills a browser that did not close.
        if session.close().await.is_ok() {
            remote.0 = None;
        }
    }
}
