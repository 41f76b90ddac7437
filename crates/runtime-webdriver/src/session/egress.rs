//! Requests that the egress guard of a session refused, and the rules for allowed ones.

use std::time::Duration;

use tokio::time::timeout;
use url::Url;
use webagents_fetch::{Proxy, Refusals, Refused};
use webagents_runtime::{Page as _, PageError, PageErrorKind};

use super::Session;
use crate::error::{Error, ErrorKind};

impl Session {
    /// Returns the network requests of the session's pages that its filtering proxy has refused so far.
    ///
    /// These are requests of pages, sockets, redirects and navigations, refused by the guard of
    /// [`Egress::Guarded`](crate::Egress::Guarded). Empty with [`Egress::Open`](crate::Egress::Open).
    pub fn refusals(&self) -> Refusals {
        self.egress.as_ref().map(Proxy::refusals).unwrap_or_default()
    }

    /// Allows the session's pages to reach this host and port from now on, even at a non-public address.
    ///
    /// Does nothing with [`Egress::Open`](crate::Egress::Open).
    pub fn allow_egress(&self, host: &str, port: u16) -> Result<(), Error> {
        let Some(proxy) = &self.egress else { return Ok(()) };
        proxy.allow(host, port).map_err(|error| Error::because(ErrorKind::Refused, error.to_string(), error))
    }

    /// Allows the session's pages to reach the host and port of a URL that a person typed.
    ///
    /// It is the same as [`ProxyOptions::allow_url`](crate::ProxyOptions::allow_url) beforehand. Does nothing with
    /// [`Egress::Open`](crate::Egress::Open).
    pub fn allow_egress_url(&self, url: &Url) -> Result<(), Error> {
        let Some(proxy) = &self.egress else { return Ok(()) };
        proxy.allow_url(url).map_err(|error| Error::because(ErrorKind::Refused, error.to_string(), error))
    }

    /// Replaces the result of a navigation by the egress guard's error if the guard refused the page.
    ///
    /// The browser itself reports only a failure of its proxy, or shows the guard's answer as a page.
    pub(crate) async fn explain(&mut self, url: &str, outcome: Result<(), Error>) -> Result<(), Error> {
        let arrived = match &outcome {
            Ok(()) => true,
            Err(error) if matches!(error.kind(), ErrorKind::Page(kind) if kind.is_not_shown()) => false,
            Err(_) => return outcome,
        };
        if let Some(refused) = self.refused(url, arrived).await {
            let message = format!("the browser cannot show {url}: {refused}");
            return Err(Error::because(ErrorKind::Refused, message, refused));
        }
        outcome
    }

    /// Returns the error of a page that cannot be shown with the cause that the guard knows.
    ///
    /// It is the failure of the guard's own connection to the page's host.
    pub(super) async fn with_cause(&mut self, url: &str, error: PageError) -> PageError {
        if self.egress.is_none() {
            return error;
        }
        let places = self.places(url, false).await;
        let Some(proxy) = &self.egress else { return error };
        match places.iter().find_map(|(host, port)| proxy.failure(host, *port)) {
            Some(why) => {
                let message = format!("the browser cannot show {url}: {why}");
                PageError::new(error.kind(), message).with_source(error)
            }
            None => error,
        }
    }

    /// Returns the error of a navigation to an address that the guard refuses.
    ///
    /// The shown page stays then.
    /// A redirect to such an address is known only when the page is gone.
    pub(super) async fn judge(&mut self, url: &str, deadline: Duration) -> Result<(), PageError> {
        let (Some(proxy), Ok(parsed)) = (&self.egress, Url::parse(url)) else { return Ok(()) };
        match timeout(deadline, proxy.judge(&parsed)).await {
            Ok(Some(refused)) => {
                let message = format!("the browser cannot show {url}: {refused}");
                Err(PageError::new(PageErrorKind::NoDocument, message).with_source(refused))
            }
            // A name that is looked up for too long fails in the browser as well.
            _ => Ok(()),
        }
    }

    /// Returns the guard's refusal of the page that a navigation to `url` has led to.
    pub(super) async fn refused(&mut self, url: &str, has_arrived: bool) -> Option<Refused> {
        if self.egress.as_ref()?.refusals().list.is_empty() {
            return None;
        }
        let places = self.places(url, has_arrived).await;
        let proxy = self.egress.as_ref()?;
        places.iter().find_map(|(host, port)| proxy.refusal(host, *port))
    }

    /// Hosts and ports that a navigation to `url` may have ended at. A redirect may have led elsewhere.
    async fn places(&mut self, url: &str, has_arrived: bool) -> Vec<(String, u16)> {
        let shown = self.url().await.ok();
        // An address that was refused before the navigation is not the one that is shown.
        let asked = Some(url).filter(|_| !has_arrived);
        asked.into_iter().chain(shown.as_deref()).filter_map(place).collect()
    }
}

fn place(url: &str) -> Option<(String, u16)> {
    let url = Url::parse(url).ok()?;
    Some((url.host_str()?.to_owned(), url.port_or_known_default()?))
}
