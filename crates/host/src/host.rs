//! All steps from a URL to a page on which code can run.

use url::Url;
use webagents_fetch::{ClientOptions, redact_url};
use webagents_runtime_webdriver::{BrowserOptions, Egress};

use crate::browsers::BrowserSource;
use crate::error::Error;
use crate::guards::HostGuards;
use crate::session::{HostSession, ToolNeed};
use crate::site::SiteFinder;

/// Browsers with guards, which open pages with the tools of their sites.
#[derive(Debug)]
pub struct Host {
    source: BrowserSource,
    guards: HostGuards,
    reach: ClientOptions,
}

impl Host {
    /// Starts the driver of a browser.
    ///
    /// Its pages reach public addresses and the hosts of the URLs given to [`open`](Self::open). This limit replaces the options' [`egress`](BrowserOptions::egress).
    pub async fn launch(mut options: BrowserOptions, guards: impl Into<HostGuards>) -> Result<Self, Error> {
        let reach = ClientOptions::default();
        options.egress = Egress::Guarded((&reach).into());
        Ok(Self::new(BrowserSource::launch(options).await?, guards, reach))
    }

    /// Creates a host of the browsers of `source`, which finds manifests within `reach`.
    pub fn new(source: BrowserSource, guards: impl Into<HostGuards>, reach: ClientOptions) -> Self {
        Self { source, guards: guards.into(), reach }
    }

    /// Opens a page in a new session, whose code can call the tools of the page's site.
    ///
    /// The host and port of `url` may be in the local network or on this machine, because the caller chose them. So the
    /// URL must not come from a site or a model.
    ///
    /// # Errors
    ///
    /// Those of each step: no manifest and no registered tool, tools that differ from the lock, and a browser that fails.
    pub async fn open(&self, url: &str) -> Result<HostSession, Error> {
        let page =
            Url::parse(url).map_err(|source| Error::Url { url: redact_url(url).into_owned(), source })?;
        let mut reach = self.reach.clone();
        reach.allow_url(&page)?;
        let site = SiteFinder::new(&reach)?.find(&page).await?;
        self.guards.check(&site).await?;
        let session = self.source.acquire().await?;
        session.allow_egress_url(&page)?;
        let mut session = HostSession::new(session, self.guards.for_another_session());
        match session.enter(&site, ToolNeed::All).await {
            Ok(_) => Ok(session),
            Err(error) => {
                // In a browser that goes on, the tab should not.
                let _ = session.close().await;
                Err(error)
            }
        }
    }
}
