//! Command-line arguments that bound requests.

use std::num::NonZeroUsize;
use std::time::Duration;

use clap::Args as ClapArgs;

/// Limits of the network.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct Network {
    /// Let a site lead to this host, though its address is not public (may be given more than once)
    #[arg(long, value_name = "HOST:PORT")]
    pub(crate) allow_host: Vec<HostPort>,
    /// Give up after this many seconds on a request [default: 15] or a page load [default: 30]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) timeout: Option<Duration>,
}

impl Network {
    /// The option that was given, if one was.
    #[cfg(feature = "browser")]
    pub(crate) fn given(&self) -> Option<&'static str> {
        super::given::first_given(&[
            ("--allow-host", !self.allow_host.is_empty()),
            ("--timeout", self.timeout.is_some()),
        ])
    }

    /// Time for a request.
    pub(crate) fn request(&self) -> Duration {
        self.timeout.unwrap_or(Duration::from_secs(15))
    }

    /// Time for a page to load in a browser.
    #[cfg(feature = "browser")]
    pub(crate) fn load(&self) -> Duration {
        self.timeout.unwrap_or(Duration::from_secs(30))
    }
}

/// A host and a port.
#[derive(Debug, Clone)]
pub(crate) struct HostPort {
    pub(crate) host: String,
    pub(crate) port: u16,
}

impl std::str::FromStr for HostPort {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (host, port) = text.rsplit_once(':').ok_or("expected HOST:PORT, such as localhost:8080")?;
        let port = port.parse().map_err(|_| format!("{port:?} is not a port"))?;
        if host.is_empty() { Err("the host is empty".into()) } else { Ok(Self { host: host.into(), port }) }
    }
}

/// Parses a number of seconds.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 86_400.0 => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("expected a number of seconds, more than 0 and at most 86400".into()),
    }
}

/// Parses a number of tasks that run at the same time.
pub(super) fn jobs(text: &str) -> Result<NonZeroUsize, String> {
    match text.parse::<NonZeroUsize>() {
        Ok(jobs) if jobs.get() <= 256 => Ok(jobs),
        _ => Err("expected a number from 1 to 256".into()),
    }
}
