//! Sessions in a tab of a browser that another program owns.

use std::sync::Arc;
use std::time::Duration;

use fantoccini::Client;
use tokio::time::timeout;
use webagents_runtime::PageErrorKind;

use super::Session;
use super::lifecycle::AttachedTab;
use crate::driver::process::DriverServer;
use crate::error::{Error, ErrorKind};
use crate::options::Protocol;
use crate::running::Running;

/// Time for each of the steps that join and leave.
pub(crate) const STEP: Duration = Duration::from_secs(5);

impl Session {
    /// Begins in a tab of its own, which is closed when the session ends.
    pub(crate) async fn begin_attached(
        client: Client,
        driver: Arc<DriverServer>,
        protocol: Protocol,
        tab: AttachedTab,
    ) -> Self {
        let mut session = Self::begin(client, driver, None, protocol, None).await;
        // From here on the tab is closed with the session, also if the caller gives up.
        session.lifecycle.attached = Some(tab);
        session.prepare().await;
        // The program that opened the session may have changed the initial timeouts.
        if let Ok(transport) = session.transport() {
            transport.driver().forget_timeouts();
            transport.restrict_tabs();
        }
        session
    }

    /// Returns the address by which another process can connect to the session by [`attach`](Self::attach).
    ///
    /// A session in a [context](crate::Isolation::Context) of a browser that others use as well has no address.
    pub async fn address(&self) -> Result<Running, Error> {
        if self.lifecycle.context.is_some() {
            return Err(Error::new(
                ErrorKind::Unsupported,
                "the session has a context of its own in a browser that it shares, and a WebDriver session leads to the \
                 browser's own context only; use Isolation::Profile",
            ));
        }
        let driver = self.lifecycle.driver.url().to_owned();
        match timeout(STEP, self.lifecycle.client.session_id()).await {
            Ok(Ok(Some(id))) => Ok(Running::Session { driver, id }),
            _ => {
                let text = format!("the session at {driver} has ended");
                Err(Error::new(ErrorKind::Page(PageErrorKind::Lost), text))
            }
        }
    }

    /// Returns whether the session was opened by [`attach`](Self::attach), in another program's browser.
    pub fn is_attached(&self) -> bool {
        self.lifecycle.attached.is_some()
    }
}
