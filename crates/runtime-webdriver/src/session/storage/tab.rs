//! A tab in which every page is an empty one of our own, whatever its address.
//!
//! Only a page of an origin can see the origin's storage. So the tab goes there, and each request that it makes for
//! that is answered here instead of by a server: nothing leaves the browser, and nothing of the site runs. How it is
//! done is the browser's: [`super::devtools`] and [`super::bidi`].

use serde_json::Value;

use super::state::{Cookie, Item, failed};
use super::{bidi, devtools};
use crate::error::Error;
use crate::session::Session;

/// The tab.
pub(super) enum Tab {
    Devtools(Box<devtools::Tab>),
    Bidi(bidi::Tab),
}

impl Tab {
    /// Opens it in the background of the session's own.
    pub(super) async fn open(session: &mut Session) -> Result<Self, Error> {
        if let Some(address) = devtools::debugger(session).await {
            return Ok(Self::Devtools(Box::new(devtools::Tab::open(session, &address).await?)));
        }
        if let Some(address) = bidi::address(session) {
            return Ok(Self::Bidi(bidi::Tab::open(session, &address).await?));
        }
        let why = "this needs a debugger, which a Chromium on this machine has, or the BiDi of a Firefox that this \
                   session has started; use one, or log in by a script";
        Err(failed("open a tab for cookies and storage", &why))
    }

    /// All cookies of the session. `sites` are origins that it knows.
    pub(super) async fn cookies(
        &mut self,
        session: &Session,
        sites: &[String],
    ) -> Result<Vec<Cookie>, Error> {
        match self {
            Self::Devtools(tab) => tab.cookies(session).await,
            Self::Bidi(tab) => tab.cookies(sites).await,
        }
    }

    /// Puts a cookie back.
    pub(super) async fn set_cookie(&mut self, session: &Session, cookie: &Cookie) -> Result<(), Error> {
        match self {
            Self::Devtools(tab) => tab.set_cookie(session, cookie).await,
            Self::Bidi(tab) => tab.set_cookie(cookie).await,
        }
    }

    /// Reads the storage of `origin` as a list of entries.
    pub(super) async fn read(&mut self, origin: &str) -> Result<Value, Error> {
        match self {
            Self::Devtools(tab) => tab.read(origin).await,
            Self::Bidi(tab) => tab.read(origin).await,
        }
    }

    /// Puts entries into the storage of `origin`.
    pub(super) async fn write(&mut self, origin: &str, items: &[Item]) -> Result<(), Error> {
        match self {
            Self::Devtools(tab) => tab.write(origin, items).await,
            Self::Bidi(tab) => tab.write(origin, items).await,
        }
    }

    /// Closes the tab. One that does not close goes with its browser.
    pub(super) async fn close(self) {
        match self {
            Self::Devtools(tab) => tab.close().await,
            Self::Bidi(tab) => tab.close().await,
        }
    }
}
