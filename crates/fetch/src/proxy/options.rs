//! Options of a proxy.

use std::time::Duration;

use url::Url;

use crate::ClientOptions;
use crate::error::Error;
use crate::guard::{Allow, FirstAnswers};

/// Permissions and limits of a [`Proxy`](super::Proxy).
///
/// [`Default`] gives the values named at each field.
///
/// ```
/// let mut options = webagents_fetch::ProxyOptions::default();
/// options.allow("localhost", 8080)?;
/// # Ok::<(), webagents_fetch::Error>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ProxyOptions {
    /// Time limit for name resolution and connection: 10 s.
    pub connect_timeout: Duration,
    /// Time limit for the head of a request, counted from the end of the previous one: 5 s.
    pub head_timeout: Duration,
    /// Maximum time of a connection without a byte in either direction: 5 minutes.
    pub idle_timeout: Duration,
    /// Maximum time that a connection is open: 1 hour. A browser opens another.
    pub total_timeout: Duration,
    /// Maximum number of bytes of the head of a request or response: 64 KiB, and at least 8 KiB.
    pub max_header_bytes: usize,
    /// Maximum number of connections at once: 256.
    ///
    /// A further connection replaces one that has not sent the head of a request, the longest silent first, else one
    /// that has been silent for two seconds. Without either, it waits.
    pub max_connections: usize,
    /// Ports that are open without permission: 80, 443, 8080, 8443.
    pub ports: Vec<u16>,
    /// First answers for the hosts of typed URLs: shared with the client whose options these derive from.
    pub first_answers: FirstAnswers,
    pub(super) allow: Allow,
}

impl Default for ProxyOptions {
    fn default() -> Self {
        Self::from(&ClientOptions::default())
    }
}

/// Copies ports and permissions, so that one decision of the user holds for client and browser.
impl From<&ClientOptions> for ProxyOptions {
    fn from(client: &ClientOptions) -> Self {
        Self {
            connect_timeout: Duration::from_secs(10),
            head_timeout: Duration::from_secs(5),
            idle_timeout: Duration::from_mins(5),
            total_timeout: Duration::from_hours(1),
            max_header_bytes: 64 * 1024,
            max_connections: 256,
            ports: client.ports.clone(),
            first_answers: client.first_answers.clone(),
            allow: client.permissions().clone(),
        }
    }
}

impl ProxyOptions {
    /// Allows the browser to reach this host and port, at any address.
    ///
    /// `host` is a name or an address; IPv6 is accepted with or without brackets.
    pub fn allow(&mut self, host: &str, port: u16) -> Result<(), Error> {
        self.allow.host(host, port)
    }

    /// Allows the browser to reach the host and port of a typed URL, as [`ClientOptions::allow_url`] does.
    pub fn allow_url(&mut self, url: &Url) -> Result<(), Error> {
        self.allow.url(url)
    }
}
