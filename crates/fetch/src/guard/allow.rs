//! Permissions of the user: hosts and ports outside the public internet.

use std::collections::HashSet;
use std::net::IpAddr;

use url::{Host, Url};

use crate::error::{Error, ErrorKind};
use crate::shown::redact_url;

/// Hosts and ports that the user allowed.
#[derive(Debug, Clone, Default)]
pub(crate) struct Allow {
    /// Allowed with any address.
    hosts: HashSet<(String, u16)>,
    /// Names of typed URLs: allowed with addresses of the kind of the first answer.
    typed: HashSet<(String, u16)>,
}

impl Allow {
    /// Allows a host as a URL spells it, or an IPv6 address without its brackets.
    pub(crate) fn host(&mut self, host: &str, port: u16) -> Result<(), Error> {
        let parsed = match host.parse::<IpAddr>() {
            Ok(IpAddr::V6(address)) => Ok(Host::Ipv6(address)),
            _ => Host::parse(host),
        };
        let parsed = parsed.map_err(|source| {
            let text = format!("`{}` is not a host name or an address", redact_url(host));
            Error::new(ErrorKind::InvalidUrl, text).because(source)
        })?;
        self.hosts.insert((key(&parsed), port));
        Ok(())
    }

    pub(crate) fn url(&mut self, url: &Url) -> Result<(), Error> {
        let (Some(host), Some(port)) = (url.host(), url.port_or_known_default()) else {
            return Err(Error::new(ErrorKind::InvalidUrl, format!("{url} names no host and port")));
        };
        // An address cannot change its target.
        let known = if let Host::Domain(_) = host { &mut self.typed } else { &mut self.hosts };
        known.insert((key(&host), port));
        Ok(())
    }

    /// Returns the trust in the host and port of a URL, if they are allowed.
    pub(super) fn trust(&self, url: &Url) -> Option<Trust> {
        let place = (key(&url.host()?), url.port_or_known_default()?);
        if self.hosts.contains(&place) {
            Some(Trust::Allowed)
        } else {
            self.typed.contains(&place).then_some(Trust::Typed)
        }
    }
}

/// Returns the key of a host. A name with its trailing dot is the same name.
fn key<S: AsRef<str>>(host: &Host<S>) -> String {
    match host {
        Host::Domain(name) => trim_dot(name.as_ref()).to_ascii_lowercase(),
        Host::Ipv4(address) => address.to_string(),
        Host::Ipv6(address) => address.to_string(),
    }
}

/// Removes the dot at the end of an absolute name.
pub(super) fn trim_dot(name: &str) -> &str {
    name.strip_suffix('.').unwrap_or(name)
}

/// Trust in a URL, as returned by [`check_url`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Trust {
    /// The user allowed its host and port: any address is accepted.
    Allowed,
    /// Its host and port were typed: addresses of the kind of the first answer are accepted.
    Typed,
    /// Only public addresses are accepted.
    Public,
}
