//! Requests that the egress guard of a session refused, and those that it allows.

use url::Url;
use webagents_fetch::{Proxy, Refusals};
use webagents_runtime::{Page as _, PageErrorKind};

use super::Session;
use crate::error::{Error, ErrorKind};

impl Session {
    /// Returns the refusals of the guard of [`Egress::Guarded`](crate::Egress::Guarded) so far, in all pages of this session: requests of
    /// pages, sockets, redirects, navigations. Empty with [`Egress::Open`](crate::Egress::Open).
    pub fn refusals(&self) -> Refusals {
        self.egress.as_ref().map(Proxy::refusals).unwrap_or_default()
    }

    /// Lets pages reach exactly this host and port from now on, wherever it is.
    ///
    /// Does nothing with [`Egress::Open`](crate::Egress::Open).
    pub fn allow_egress(&self, host: &str, port: u16) -> Result<(), Error> {
        let Some(proxy) = &self.egress else { return Ok(()) };
        proxy.allow(host, port).map_err(|error| Error::because(ErrorKind::Refused, error.to_string(), error))
    }

    /// Lets pages reach the host and port of a URL that a person typed, as
    /// [`ProxyOptions::allow_url`](crate::ProxyOptions::allow_url) does beforehand. Does nothing with [`Egress::Open`](crate::Egress::Open).
    pub fn allow_egress_url(&self, url: &Url) -> Result<(), Error> {
        let Some(proxy) = &self.egress else { return Ok(()) };
        proxy.allow_url(url).map_err(|error| Error::because(ErrorKind::Refused, error.to_string(), error))
    }

    /// Finds the guard's words for a navigation that came to nothing, or that ended on the guard's own answer. What
    /// the browser says of it is that a proxy did not do as it should.
    pub(crate) async fn explain(&mut self, url: &str, outcome: Result<(), Error>) -> Result<(), Error> {
        let arrived = match &outcome {
            Ok(()) => true,
            Err(error) if error.kind() == ErrorKind::Page(PageErrorKind::Unreachable) => false,
            Err(_) => return outcome,
        };
        let Some(proxy) = &self.egress else { return outcome };
        if arrived && proxy.refusals().list.is_empty() {
            return outcome;
        }
        // A redirect may have led elsewhere.
        let mut places = Vec::new();
        if let Ok(shown) = self.url().await {
            places.extend(place(&shown));
        }
        if !arrived {
            places.extend(place(url));
        }
        let Some(proxy) = &self.egress else { return outcome };
        if let Some(refused) = places.iter().find_map(|(host, port)| proxy.refusal(host, *port)) {
            let message = format!("the browser cannot show {url}: {refused}");
            return Err(Error::because(ErrorKind::Refused, message, refused));
        }
        match (outcome, places.iter().find_map(|(host, port)| proxy.failure(host, *port))) {
            (Err(error), Some(why)) => {
                let (kind, message) = (error.kind(), format!("the browser cannot show {url}: {why}"));
                Err(Error::because(kind, message, error))
            }
            (outcome, _) => outcome,
        }
    }
}

fn place(url: &str) -> Option<(String, u16)> {
    let url = Url::parse(url).ok()?;
    Some((url.host_str()?.to_owned(), url.port_or_known_default()?))
}
