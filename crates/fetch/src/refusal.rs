//! Refusals of the guard: the rule, the finding, and the permission that would change it.

use std::fmt;

use url::Url;

use crate::shown::redact_url;

/// Rule of the guard on requests, such as that none may reach the address of a private network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum GuardRule {
    /// Only `http` and `https`.
    Scheme,
    /// No user name or password in a URL.
    UserInfo,
    /// Only the ports of [`ClientOptions::ports`](crate::ClientOptions::ports).
    Port,
    /// No name that is set apart for local use, such as `localhost`.
    SpecialName,
    /// Only public addresses, whether written in the URL, resolved from a name, or found as the peer.
    SpecialAddress,
    /// No redirect from `https` to `http`.
    Downgrade,
    /// No typed name that changes between public, private and loopback addresses, or mixes them.
    Rebinding,
}

impl GuardRule {
    /// Returns the guard rule's name in JSON, such as `special_address`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Scheme => "scheme",
            Self::UserInfo => "user_info",
            Self::Port => "port",
            Self::SpecialName => "special_name",
            Self::SpecialAddress => "special_address",
            Self::Downgrade => "downgrade",
            Self::Rebinding => "rebinding",
        }
    }
}

/// Refusal of a request, with the rule that it violates, the reason, and the host and port to allow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    rule: GuardRule,
    url: String,
    saw: String,
    host: String,
    port: u16,
}

impl Refusal {
    pub(crate) fn new(rule: GuardRule, url: &Url, saw: String) -> Self {
        Self {
            rule,
            // Passwords must not be logged.
            url: redact_url(url.as_str()).into_owned(),
            saw,
            host: url.host_str().unwrap_or_default().to_owned(),
            port: url.port_or_known_default().unwrap_or_default(),
        }
    }

    /// Returns host and port of the refused request, with an IPv6 address in brackets, as in a URL.
    pub fn target(&self) -> (&str, u16) {
        (&self.host, self.port)
    }

    /// Returns the guard's rule that the refused request violates.
    pub fn rule(&self) -> GuardRule {
        self.rule
    }

    /// Returns the URL of the refused request, with passwords and secret parameters replaced by `***`.
    ///
    /// [`redact_url`] replaces the parts.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Returns the violation as text, such as the address `127.0.0.1, loopback (127.0.0.0/8, RFC 1122)`.
    pub fn saw(&self) -> &str {
        &self.saw
    }

    /// Returns the host and port to [allow](crate::ClientOptions::allow) for the request, if that helps.
    ///
    /// `None` if no permission would help.
    pub fn remedy(&self) -> Option<(&str, u16)> {
        matches!(
            self.rule,
            GuardRule::Port | GuardRule::SpecialName | GuardRule::SpecialAddress | GuardRule::Rebinding
        )
        .then_some((self.host.as_str(), self.port))
    }

    /// Returns the reason for the refusal as text, such as that an address is not a public one.
    pub fn reason(&self) -> impl fmt::Display {
        let saw = &self.saw;
        fmt::from_fn(move |f| match self.rule {
            GuardRule::Scheme => write!(f, "expected http or https, found {saw}"),
            GuardRule::UserInfo => write!(f, "a URL must not contain {saw}; remove it"),
            GuardRule::Port => write!(f, "{saw} is not an allowed port"),
            GuardRule::SpecialName => write!(f, "{saw}, and only the public internet may be fetched"),
            GuardRule::SpecialAddress => write!(f, "{saw} is not a public address"),
            GuardRule::Rebinding => {
                write!(
                    f,
                    "{saw}; expected only public, only private or only loopback addresses (DNS rebinding)"
                )
            }
            GuardRule::Downgrade => write!(f, "{saw} redirected from https to http; report it to the site"),
        })
    }

    /// Writes the message of a refusal: the refused action, the reason, and the permission that changes it.
    fn describe(&self, f: &mut fmt::Formatter<'_>, doing: &dyn fmt::Display) -> fmt::Result {
        write!(f, "refused to {doing}: {}", self.reason())?;
        match self.remedy() {
            Some((host, port)) => write!(f, "; to permit it, allow host {host}, port {port}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.describe(f, &format_args!("fetch {}", self.url))
    }
}

/// Display of a refusal by the proxy, which has a host and a port and no URL.
#[cfg(feature = "proxy")]
pub(crate) struct Unconnected<'a>(pub(crate) &'a Refusal);

#[cfg(feature = "proxy")]
impl fmt::Display for Unconnected<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Refusal { host, port, .. } = self.0;
        self.0.describe(f, &format_args!("connect the browser to {host}:{port}"))
    }
}

impl std::error::Error for Refusal {}
