//! Choice of the protocol by which scripts reach a page, once when a session begins.

use std::ops::Deref;

use fantoccini::Client;
use futures_util::future::BoxFuture;
use rustix::process::Pid;

use super::Transport;
use super::bidi::Bidi;
use super::cdp::Cdp;
use super::cdp::endpoint::browser_of;
use super::classic::Classic;
use super::webdriver::WebDriver;
#[cfg(feature = "webkit")]
use super::webkit::{Webkit, process::server};
use crate::driver::process::DriverServer;
use crate::options::Protocol;

/// Transport of a session, by its protocol.
pub(crate) enum OpenTransport {
    /// The `DevTools` Protocol.
    Cdp(Box<Cdp>),
    /// WebDriver `BiDi`.
    Bidi(Box<Bidi>),
    /// The inspector of WebKit.
    #[cfg(feature = "webkit")]
    Webkit(Box<Webkit>),
    /// The commands of classic WebDriver.
    Classic(Box<Classic>),
}

impl Deref for OpenTransport {
    type Target = dyn Transport;

    fn deref(&self) -> &Self::Target {
        match self {
            Self::Cdp(transport) => &**transport,
            Self::Bidi(transport) => &**transport,
            #[cfg(feature = "webkit")]
            Self::Webkit(transport) => &**transport,
            Self::Classic(transport) => &**transport,
        }
    }
}

/// Opens the best transport that `client`'s session offers and `protocol` allows.
///
/// `group` is the process group of a driver that was started for this session alone.
pub(crate) fn open(
    client: Client,
    driver: &DriverServer,
    protocol: Protocol,
    #[cfg_attr(not(feature = "webkit"), expect(unused_variables, reason = "for WebKit's inspector alone"))]
    group: Option<Pid>,
) -> BoxFuture<'_, OpenTransport> {
    Box::pin(async move {
        let session = WebDriver::new(client.clone());
        let other = || WebDriver::new(client.clone());
        if protocol == Protocol::Classic {
            return OpenTransport::Classic(Box::new(Classic::new(session).await));
        }
        // `debuggerAddress` is relative to the node of a Grid, which only the Grid can reach.
        let browser = match session.capability("se:cdp").as_str() {
            Some(url) => Some(driver.socket(url)),
            None => match session.capability("goog:chromeOptions")["debuggerAddress"].as_str() {
                Some(address) => browser_of(address).await,
                None => None,
            },
        };
        if let Some(browser) = browser
            && let Some(handle) = session.window().await
            && let Some(cdp) = Cdp::attach(browser, &handle, other()).await
        {
            return OpenTransport::Cdp(Box::new(cdp));
        }
        if let Some(url) = session.capability("webSocketUrl").as_str()
            && let Some(handle) = session.window().await
            && let Some(bidi) = Bidi::attach(driver.socket(url), &handle, other()).await
        {
            return OpenTransport::Bidi(Box::new(bidi));
        }
        #[cfg(feature = "webkit")]
        if let Some(server) = group.and_then(server)
            && let Some(webkit) = Webkit::attach(server, other()).await
        {
            return OpenTransport::Webkit(Box::new(webkit));
        }
        OpenTransport::Classic(Box::new(Classic::new(session).await))
    })
}
