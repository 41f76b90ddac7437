//! What may be fetched: the rules on a URL, and the permissions of the program's owner.
//!
//! The rules look at the parsed [`Url`] and never at its text, because the URL Standard has already turned
//! `0x7f000001`, `127.1` and full-width digits into the address they mean. A permission is an exact host and
//! port: a switch that opens everything would be left on.
//!
//! Names are resolved elsewhere (`resolve`), which asks [`vet_address`] about each address.

pub(crate) mod address;
mod first;

use std::collections::HashSet;
use std::fmt;
use std::net::IpAddr;

use url::{Host, Url};

use self::address::{AddressClass, classify};
pub use self::first::FirstAnswers;
pub(crate) use self::first::Moved;
use crate::error::{Error, ErrorKind};
use crate::shown::redact_url;

/// Names that never lead to the public internet, whatever a resolver says of them.
const SPECIAL_NAMES: &[(&str, &str)] = &[
    ("localhost", "RFC 6761"),
    ("local", "RFC 6762"),
    ("internal", "reserved by ICANN"),
    ("home.arpa", "RFC 8375"),
    ("invalid", "RFC 6761"),
    ("onion", "RFC 7686"),
];

/// A rule of the guard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rule {
    /// Only `http` and `https`.
    Scheme,
    /// No user name or password in a URL.
    UserInfo,
    /// Only the ports of [`ClientOptions::ports`](crate::ClientOptions::ports).
    Port,
    /// No name that is set apart for local use, such as `localhost`.
    SpecialName,
    /// Only public addresses, be they written in the URL, found for a name, or met as a peer.
    SpecialAddress,
    /// No redirect from `https` to `http`.
    Downgrade,
    /// No name of a typed URL that moves between public, private and loopback addresses, or mixes them in one answer.
    Rebinding,
}

impl Rule {
    /// The rule as JSON spells it, such as `special_address`.
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

/// A request that the guard refused: which rule, what it saw, and how the owner of the program changes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    rule: Rule,
    url: String,
    saw: String,
    host: String,
    port: u16,
}

impl Refusal {
    fn new(rule: Rule, url: &Url, saw: String) -> Self {
        Self {
            rule,
            // A password must not reach a log.
            url: redact_url(url.as_str()).into_owned(),
            saw,
            host: url.host_str().unwrap_or_default().to_owned(),
            port: url.port_or_known_default().unwrap_or_default(),
        }
    }

    /// The host and port that were asked for, as they stand in a URL.
    pub fn target(&self) -> (&str, u16) {
        (&self.host, self.port)
    }

    /// The rule that was broken.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The URL that was refused, as [`redact_url`] shows it.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// What the guard saw, such as `127.0.0.1, loopback (127.0.0.0/8, RFC 1122)`.
    pub fn saw(&self) -> &str {
        &self.saw
    }

    /// Host and port which, once [allowed](crate::ClientOptions::allow), let the request pass. `None` where no
    /// permission would help.
    pub fn remedy(&self) -> Option<(&str, u16)> {
        matches!(self.rule, Rule::Port | Rule::SpecialName | Rule::SpecialAddress | Rule::Rebinding)
            .then_some((self.host.as_str(), self.port))
    }

    /// Why it was refused, such as `127.0.0.1, loopback (127.0.0.0/8, RFC 1122), is no public address`.
    pub fn reason(&self) -> impl fmt::Display {
        let saw = &self.saw;
        fmt::from_fn(move |f| match self.rule {
            Rule::Scheme => write!(f, "only http and https are fetched, this is {saw}"),
            Rule::UserInfo => write!(f, "a URL may not hold {saw}; remove it"),
            Rule::Port => write!(f, "{saw} is not among the ports of the web"),
            Rule::SpecialName => write!(f, "{saw}, and only the public internet may be fetched"),
            Rule::SpecialAddress => write!(f, "{saw} is no public address"),
            Rule::Rebinding => {
                write!(f, "{saw}; a name must keep to public, private or loopback addresses (DNS rebinding)")
            }
            Rule::Downgrade => write!(f, "{saw} redirected from https to http; ask the site to mend it"),
        })
    }

    /// The sentence about a refusal: what was not done, and the option by which the owner allows it.
    fn tell(&self, f: &mut fmt::Formatter<'_>, doing: &dyn fmt::Display, option: &str) -> fmt::Result {
        write!(f, "refused to {doing}: {}", self.reason())?;
        match self.remedy() {
            Some((host, port)) => {
                write!(f, "; the program's owner may allow host {host}, port {port} ({option})")
            }
            None => Ok(()),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tell(f, &format_args!("fetch {}", self.url), "ClientOptions::allow")
    }
}

/// A refusal in the words of the proxy, which knows a host and a port and no URL.
#[cfg(feature = "proxy")]
pub(crate) struct Unconnected<'a>(pub(crate) &'a Refusal);

#[cfg(feature = "proxy")]
impl fmt::Display for Unconnected<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Refusal { host, port, .. } = self.0;
        self.0.tell(f, &format_args!("connect the browser to {host}:{port}"), "ProxyOptions::allow")
    }
}

impl std::error::Error for Refusal {}

/// The hosts and ports that the user allowed.
#[derive(Debug, Clone, Default)]
pub(crate) struct Allow {
    /// With any address.
    hosts: HashSet<(String, u16)>,
    /// Names of URLs that were typed: with addresses of the kind that the first answer had.
    typed: HashSet<(String, u16)>,
}

impl Allow {
    /// Allows a host as it stands in a URL, or an IPv6 address without its brackets.
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
        // An address cannot change what it leads to.
        let known = if let Host::Domain(_) = host { &mut self.typed } else { &mut self.hosts };
        known.insert((key(&host), port));
        Ok(())
    }

    /// How far the host and port of a URL are allowed, if they are.
    fn trust(&self, url: &Url) -> Option<Trust> {
        let place = (key(&url.host()?), url.port_or_known_default()?);
        if self.hosts.contains(&place) {
            Some(Trust::Allowed)
        } else {
            self.typed.contains(&place).then_some(Trust::Typed)
        }
    }
}

/// A name with its trailing dot is the same name.
fn key<S: AsRef<str>>(host: &Host<S>) -> String {
    match host {
        Host::Domain(name) => trim_dot(name.as_ref()).to_ascii_lowercase(),
        Host::Ipv4(address) => address.to_string(),
        Host::Ipv6(address) => address.to_string(),
    }
}

fn trim_dot(name: &str) -> &str {
    name.strip_suffix('.').unwrap_or(name)
}

/// How far a URL is trusted after [`check_url`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Trust {
    /// The user allowed its host and port: any address will do.
    Allowed,
    /// Its host and port were typed: an address of the kind that the first answer had.
    Typed,
    /// Only public addresses may be behind it.
    Public,
}

/// Applies every rule that needs no network.
pub(crate) fn check_url(url: &Url, allow: &Allow, ports: &[u16]) -> Result<Trust, Refusal> {
    if !matches!(url.scheme(), "http" | "https") {
        return Err(Refusal::new(Rule::Scheme, url, format!("`{}:`", url.scheme())));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(Refusal::new(Rule::UserInfo, url, "a user name or password".to_owned()));
    }
    if let Some(trust) = allow.trust(url) {
        return Ok(trust);
    }
    if let Some(port) = url.port_or_known_default()
        && !ports.contains(&port)
    {
        return Err(Refusal::new(Rule::Port, url, format!("port {port}")));
    }
    match url.host() {
        Some(Host::Domain(name)) => {
            if let Some(saw) = special_name(name) {
                return Err(Refusal::new(Rule::SpecialName, url, saw));
            }
        }
        Some(Host::Ipv4(address)) => vet_address(url, address.into())?,
        Some(Host::Ipv6(address)) => vet_address(url, address.into())?,
        // `http` and `https` URLs always have a host.
        None => return Err(Refusal::new(Rule::Scheme, url, "a URL without a host".to_owned())),
    }
    Ok(Trust::Public)
}

fn special_name(name: &str) -> Option<String> {
    let name = trim_dot(name);
    SPECIAL_NAMES.iter().find_map(|&(special, source)| {
        let rest = name.strip_suffix(special)?;
        (rest.is_empty() || rest.ends_with('.'))
            .then(|| format!("`{name}` is a name for local use (`{special}`, {source})"))
    })
}

/// Refuses an address that is not public.
pub(crate) fn vet_address(url: &Url, address: IpAddr) -> Result<(), Refusal> {
    match classify(address) {
        AddressClass::Public => Ok(()),
        AddressClass::Special(special) => {
            Err(Refusal::new(Rule::SpecialAddress, url, format!("{address}, {special},")))
        }
    }
}

/// The refusal of `url`, whose name had an answer that it may not have.
pub(crate) fn moved(url: &Url, moved: Moved) -> Option<Refusal> {
    let host = url.host_str().unwrap_or_default();
    let shown = |address: IpAddr| {
        fmt::from_fn(move |f| match classify(address) {
            AddressClass::Public => write!(f, "{address}, a public address"),
            AddressClass::Special(special) => write!(f, "{address}, {special}"),
        })
    };
    let saw = match moved {
        Moved::Special(address) => return vet_address(url, address).err(),
        Moved::Changed { first, now } => {
            format!("`{host}` has the address {}, and its first address was {first}", shown(now))
        }
        Moved::Mixed(one, other) => {
            format!("`{host}` has the addresses {} and {}", shown(one), shown(other))
        }
    };
    Some(Refusal::new(Rule::Rebinding, url, saw))
}

/// Resolves a `Location` against the hop that sent it, and refuses to leave `https`.
pub(crate) fn next_hop(from: &Url, location: &str) -> Result<Url, Error> {
    let mut to = from.join(location).map_err(|source| {
        let message = format!("{from} redirects to `{}`, which is no URL", location.escape_debug());
        Error::new(ErrorKind::InvalidUrl, message).because(source)
    })?;
    if from.scheme() == "https" && to.scheme() == "http" {
        return Err(Refusal::new(Rule::Downgrade, &to, from.to_string()).into());
    }
    // A redirect without a fragment keeps the one of the request (Fetch Standard, "location URL").
    if to.fragment().is_none() {
        to.set_fragment(from.fragment());
    }
    Ok(to)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PORTS: &[u16] = &[80, 443, 8080, 8443];

    fn allow() -> Allow {
        let mut allow = Allow::default();
        allow.host("127.0.0.1", 8000).unwrap();
        allow.host("::1", 8000).unwrap();
        allow.host("LocalHost", 3000).unwrap();
        allow.url(&Url::parse("https://Intranet.example./x").unwrap()).unwrap();
        allow
    }

    #[track_caller]
    fn check(url: &str, expected: Result<Trust, Rule>) {
        let found = check_url(&Url::parse(url).unwrap(), &allow(), PORTS);
        assert_eq!(found.as_ref().map_err(Refusal::rule).copied(), expected, "{url}: {found:?}");
    }

    #[test]
    fn rules_on_urls() {
        use Trust::{Allowed, Public, Typed};
        for (url, expected) in [
            ("https://example.com/", Ok(Public)),
            ("http://example.com:8080/", Ok(Public)),
            ("http://8.8.8.8/", Ok(Public)),
            ("http://[2606:4700::1111]/", Ok(Public)),
            ("ftp://example.com/", Err(Rule::Scheme)),
            ("file:///etc/passwd", Err(Rule::Scheme)),
            ("data:text/html,x", Err(Rule::Scheme)),
            ("javascript:1", Err(Rule::Scheme)),
            ("http://user@example.com/", Err(Rule::UserInfo)),
            ("http://:secret@127.0.0.1:8000/", Err(Rule::UserInfo)),
            ("http://example.com:22/", Err(Rule::Port)),
            ("https://example.com:8000/", Err(Rule::Port)),
            ("http://localhost/", Err(Rule::SpecialName)),
            ("http://localhost./", Err(Rule::SpecialName)),
            ("http://LOCALHOST/", Err(Rule::SpecialName)),
            ("http://a.localhost/", Err(Rule::SpecialName)),
            ("http://printer.local/", Err(Rule::SpecialName)),
            ("http://metadata.google.internal/", Err(Rule::SpecialName)),
            ("http://router.home.arpa/", Err(Rule::SpecialName)),
            ("http://notlocalhost/", Ok(Public)),
            ("http://127.0.0.1/", Err(Rule::SpecialAddress)),
            ("http://2130706433/", Err(Rule::SpecialAddress)),
            ("http://0x7f000001/", Err(Rule::SpecialAddress)),
            ("http://0177.0.0.1/", Err(Rule::SpecialAddress)),
            ("http://127.1/", Err(Rule::SpecialAddress)),
            ("http://0/", Err(Rule::SpecialAddress)),
            ("http://１２７.0.0.1/", Err(Rule::SpecialAddress)),
            ("http://[::ffff:127.0.0.1]/", Err(Rule::SpecialAddress)),
            ("http://[64:ff9b::7f00:1]/", Err(Rule::SpecialAddress)),
            ("http://169.254.169.254/latest/meta-data/", Err(Rule::SpecialAddress)),
            ("http://127.0.0.1:8000/", Ok(Allowed)),
            ("http://127.1:8000/", Ok(Allowed)),
            ("http://127.0.0.1:8080/", Err(Rule::SpecialAddress)),
            ("http://127.0.0.2:8000/", Err(Rule::Port)),
            ("http://[::1]:8000/", Ok(Allowed)),
            ("http://localhost:3000/", Ok(Allowed)),
            ("http://localhost.:3000/", Ok(Allowed)),
            ("http://a.localhost:3000/", Err(Rule::Port)),
            ("https://intranet.example/", Ok(Typed)),
            ("http://intranet.example/", Ok(Public)),
        ] {
            check(url, expected);
        }
    }

    #[test]
    fn refusals_say_rule_sight_and_remedy() {
        let text = |url: &str| check_url(&Url::parse(url).unwrap(), &allow(), PORTS).unwrap_err().to_string();
        assert_eq!(
            text("http://127.0.0.1:8080/x"),
            "refused to fetch http://127.0.0.1:8080/x: 127.0.0.1, loopback (127.0.0.0/8, RFC 1122), is no public \
             address; the program's owner may allow host 127.0.0.1, port 8080 (ClientOptions::allow)"
        );
        assert_eq!(
            text("http://u:secret@example.com/"),
            "refused to fetch http://***@example.com/: a URL may not hold a user name or password; remove it"
        );
        assert_eq!(
            text("http://localhost/"),
            "refused to fetch http://localhost/: `localhost` is a name for local use (`localhost`, RFC 6761), and \
             only the public internet may be fetched; the program's owner may allow host localhost, port 80 \
             (ClientOptions::allow)"
        );
    }

    #[test]
    fn hosts_that_cannot_be_allowed() {
        let mut allow = Allow::default();
        for host in ["", "a b", "http://x", "[::1", "x/y"] {
            assert_eq!(allow.host(host, 80).unwrap_err().kind(), ErrorKind::InvalidUrl, "{host}");
        }
        assert!(allow.url(&Url::parse("data:,x").unwrap()).is_err());
    }

    #[test]
    fn hops() {
        let hop = |from: &str, to: &str| next_hop(&Url::parse(from).unwrap(), to).map(String::from);
        assert_eq!(hop("http://a/b/c", "../d").unwrap(), "http://a/d");
        assert_eq!(hop("http://a/#f", "/d").unwrap(), "http://a/d#f");
        assert_eq!(hop("http://a/#f", "/d#g").unwrap(), "http://a/d#g");
        assert_eq!(hop("http://a/", "https://b/").unwrap(), "https://b/");
        assert_eq!(hop("http://a/", "//b/c").unwrap(), "http://b/c");
        assert_eq!(hop("https://a/", "//b/c").unwrap(), "https://b/c");
        let downgrade = hop("https://a/", "http://a/").unwrap_err();
        assert_eq!(downgrade.refusal().map(Refusal::rule), Some(Rule::Downgrade));
        assert_eq!(hop("http://a/", "http://[").unwrap_err().kind(), ErrorKind::InvalidUrl);
    }
}
