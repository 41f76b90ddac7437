//! Which way scripts go to the page: the choice, made once when a session begins.
//!
//! The decision: four ways behind one type. The `DevTools` Protocol where there is Chromium, because it is the
//! fastest and hides nothing; `BiDi` where there is that; the inspector of a `WebKitGTK` that was started here; classic
//! WebDriver everywhere else and when the others cannot be reached. What it is not: a fallback in the middle of a session.

use fantoccini::Client;
use rustix::process::Pid;
use tokio::time::timeout;

use crate::bidi::Bidi;
use crate::cdp::{Cdp, Place};
use crate::driver::Driver;
use crate::inspector::{self, Inspector};
use crate::session::CLOSE;
use crate::tab::Tab;

/// Which way scripts go to a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Wire {
    /// The best that the browser offers.
    #[default]
    Auto,
    /// WebDriver's own commands, which every driver has.
    Classic,
}

/// What becomes of a page whose script does not end, once its deadline has passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stopping {
    /// The script is stopped, and the page goes on: [`ErrorKind::Timeout`](webagents_runtime::ErrorKind::Timeout).
    InPlace,
    /// Its tab is closed, and the session goes on in a new, empty one:
    /// [`ErrorKind::PageCrashed`](webagents_runtime::ErrorKind::PageCrashed).
    NewTab,
    /// The browser is given up: [`ErrorKind::BrowserLost`](webagents_runtime::ErrorKind::BrowserLost).
    Never,
}

/// The way that was chosen.
pub(crate) enum Line {
    Cdp(Box<Cdp>),
    Bidi(Box<Bidi>),
    Inspector(Box<Inspector>),
    Classic,
}

impl Line {
    /// Opens the best line that `client`'s session offers and `wire` allows. `group` is the process group of the driver,
    /// where we started it for this session alone.
    pub(crate) async fn open(client: &Client, driver: &Driver, wire: Wire, group: Option<Pid>) -> Self {
        let capability =
            |name: &str| client.capabilities().and_then(|all| all.get(name)).cloned().unwrap_or_default();
        if wire == Wire::Classic {
            return Self::Classic;
        }
        // A Grid's address of the browser is that of a machine that only the Grid can reach.
        let grid = capability("se:cdp").as_str().map(|url| Place::Browser(driver.socket(url)));
        let address = capability("goog:chromeOptions")["debuggerAddress"].as_str().map(str::to_owned);
        if let Some(place) = grid.or(address.map(Place::Address))
            && let Ok(Ok(handle)) = timeout(CLOSE, client.window()).await
            && let Some(cdp) = Cdp::attach(place, &String::from(handle)).await
        {
            return Self::Cdp(Box::new(cdp));
        }
        if let Some(url) = capability("webSocketUrl").as_str()
            && let Ok(Ok(handle)) = timeout(CLOSE, client.window()).await
            && let Some(bidi) = Bidi::attach(&driver.socket(url), &String::from(handle)).await
        {
            return Self::Bidi(Box::new(bidi));
        }
        if let Some(group) = group
            && let Some(server) = inspector::server(group)
            && let Some(inspector) = Inspector::attach(server).await
        {
            return Self::Inspector(Box::new(inspector));
        }
        Self::Classic
    }

    /// What is known of the tab, where there is a line that tells.
    pub(crate) fn tab(&self) -> Option<&Tab> {
        match self {
            Self::Cdp(cdp) => Some(cdp.tab()),
            Self::Bidi(bidi) => Some(bidi.tab()),
            Self::Inspector(inspector) => Some(inspector.tab()),
            Self::Classic => None,
        }
    }

    /// What becomes of a page whose script does not end.
    pub(crate) fn stopping(&self) -> Stopping {
        match self {
            Self::Cdp(_) | Self::Inspector(_) => Stopping::InPlace,
            Self::Bidi(bidi) if bidi.stops() => Stopping::InPlace,
            Self::Bidi(_) => Stopping::NewTab,
            Self::Classic => Stopping::Never,
        }
    }

    /// The line's name, for people.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Cdp(_) => "the DevTools Protocol",
            Self::Bidi(_) => "WebDriver BiDi",
            Self::Inspector(_) => "WebKit's inspector",
            Self::Classic => "WebDriver",
        }
    }
}
