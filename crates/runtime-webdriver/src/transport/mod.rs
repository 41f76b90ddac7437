//! The protocol by which scripts reach a page, chosen once when a session begins.
//!
//! The decision: four protocols in one type. The `DevTools` Protocol for Chromium, because it is the fastest and reports
//! every event; WebDriver `BiDi` where the driver has it; the inspector of a `WebKitGTK` that was started here; classic
//! WebDriver everywhere else and when the others cannot be reached. A session does not change its protocol later.

pub(crate) mod alarm;
pub(crate) mod bidi;
pub(crate) mod cdp;
pub(crate) mod engine_messages;
pub(crate) mod events;
mod json_members;
mod remote;
pub(crate) mod socket;
mod turn;
pub(crate) mod webkit;

use crate::options::Protocol;
use fantoccini::Client;
use rustix::process::Pid;
use tokio::time::timeout;

use crate::driver::process::Driver;
use crate::session::CLOSE;
use crate::transport::bidi::Bidi;
use crate::transport::cdp::{Cdp, Place};
use crate::transport::events::Tab;
use crate::transport::webkit::Inspector;

/// Way in which an engine and transport can end a script at its deadline.
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

/// Connection to a page by the protocol that was chosen.
pub(crate) enum Transport {
    Cdp(Box<Cdp>),
    Bidi(Box<Bidi>),
    Inspector(Box<Inspector>),
    Classic,
}

impl Transport {
    /// Opens the best transport that `client`'s session offers and `protocol` allows.
    ///
    /// `group` is the process group of a driver that was started for this session alone.
    pub(crate) async fn open(
        client: &Client,
        driver: &Driver,
        protocol: Protocol,
        group: Option<Pid>,
    ) -> Self {
        let capability =
            |name: &str| client.capabilities().and_then(|all| all.get(name)).cloned().unwrap_or_default();
        if protocol == Protocol::Classic {
            return Self::Classic;
        }
        // `debuggerAddress` is relative to the node of a Grid, which only the Grid can reach.
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
            && let Some(server) = webkit::server(group)
            && let Some(inspector) = Inspector::attach(server).await
        {
            return Self::Inspector(Box::new(inspector));
        }
        Self::Classic
    }

    /// Returns the state of the tab, if the transport reports events.
    pub(crate) fn tab(&self) -> Option<&Tab> {
        match self {
            Self::Cdp(cdp) => Some(cdp.tab()),
            Self::Bidi(bidi) => Some(bidi.tab()),
            Self::Inspector(inspector) => Some(inspector.tab()),
            Self::Classic => None,
        }
    }

    /// Returns the outcome for a page whose script does not end.
    pub(crate) fn stopping(&self) -> Stopping {
        match self {
            Self::Cdp(_) | Self::Inspector(_) => Stopping::InPlace,
            Self::Bidi(bidi) if bidi.stops() => Stopping::InPlace,
            Self::Bidi(_) => Stopping::NewTab,
            Self::Classic => Stopping::Never,
        }
    }

    /// Returns the protocol's name for messages.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Cdp(_) => "the DevTools Protocol",
            Self::Bidi(_) => "WebDriver BiDi",
            Self::Inspector(_) => "WebKit's inspector",
            Self::Classic => "WebDriver",
        }
    }
}
