//! Options of a proxy.

use std::time::Duration;

use url::Url;

use crate::ClientOptions;
use crate::error::Error;
use crate::guard::{Allow, FirstAnswers};

/// Limits of a [`Proxy`](super::Proxy), and the ports and hosts that a browser may reach through it.
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
    /// Time limit of the proxy for resolving a name and connecting to the server. Default: 10 s.
    pub connect_timeout: Duration,
    /// Time limit for the browser to send a request's head after its last request. Default: 5 s.
    pub head_timeout: Duration,
    /// Time without a byte in either direction after which a connection is closed. Default: 5 minutes.
    pub idle_timeout: Duration,
    /// Time after which the proxy closes a connection, even if it is in use. Default: 1 hour.
    pub total_timeout: Duration,
    /// Maximum bytes of the head of a request or response; a larger one is refused. Default: 64 KiB.
    ///
    /// The buffer for a head has at least 8 KiB.
    pub max_header_bytes: usize,
    /// Maximum number of connections at once; one more replaces a silent one or waits. Default: 256.
    ///
    /// A further connection replaces one that has not sent the head of a request, the longest silent first, else one
    /// that has been silent for two seconds. Without either, it waits.
    pub max_connections: usize,
    /// Ports that pages may reach without [`allow`](Self::allow). Default: 80, 443, 8080, 8443.
    pub ports: Vec<u16>,
    /// Record of the kind of address that each host first resolved to; other kinds are refused later.
    ///
    /// It is shared with the client whose options these derive from.
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
    /// Allows the browser to reach exactly this host and port, even if its address is not public.
    ///
    /// `host` is a name or an address; IPv6 is accepted with or without brackets.
    pub fn allow(&mut self, host: &str, port: u16) -> Result<(), Error> {
        self.allow.host(host, port)
    }

    /// Allows the browser to reach the host and port of `url`, which a person typed.
    ///
    /// It does so like [`ClientOptions::allow_url`].
    pub fn allow_url(&mut self, url: &Url) -> Result<(), Error> {
        self.allow.url(url)
    }
}
