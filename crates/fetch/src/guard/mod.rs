//! Guard: rules for URLs, and the permissions of the user.
//!
//! The rules look at the parsed [`Url`] and never at its text, because the URL Standard has already turned
//! `0x7f000001`, `127.1` and full-width digits into the address they mean. A permission is an exact host and port: a
//! switch that opens everything would be left on.
//!
//! Names are resolved in `resolve`, which calls [`vet_address`] for each address.

pub(crate) mod address;
mod allow;
mod first;

use std::fmt;
use std::net::IpAddr;

use url::{Host, Url};

use self::address::{AddressClass, classify};
use self::allow::trim_dot;
pub(crate) use self::allow::{Allow, Trust};
pub use self::first::FirstAnswers;
pub(crate) use self::first::Moved;
use crate::error::{Error, ErrorKind};
use crate::refusal::{GuardRule, Refusal};

/// Names that never lead to the public internet, whatever a resolver answers.
const SPECIAL_NAMES: &[(&str, &str)] = &[
    ("localhost", "RFC 6761"),
    ("local", "RFC 6762"),
    ("internal", "reserved by ICANN"),
    ("home.arpa", "RFC 8375"),
    ("invalid", "RFC 6761"),
    ("onion", "RFC 7686"),
];

/// Applies every rule that needs no network.
pub(crate) fn check_url(url: &Url, allow: &Allow, ports: &[u16]) -> Result<Trust, Refusal> {
    if !matches!(url.scheme(), "http" | "https") {
        return Err(Refusal::new(GuardRule::Scheme, url, format!("`{}:`", url.scheme())));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(Refusal::new(GuardRule::UserInfo, url, "a user name or password".to_owned()));
    }
    if let Some(trust) = allow.trust(url) {
        return Ok(trust);
    }
    if let Some(port) = url.port_or_known_default()
        && !ports.contains(&port)
    {
        return Err(Refusal::new(GuardRule::Port, url, format!("port {port}")));
    }
    match url.host() {
        Some(Host::Domain(name)) => {
            if let Some(saw) = special_name(name) {
                return Err(Refusal::new(GuardRule::SpecialName, url, saw));
            }
        }
        Some(Host::Ipv4(address)) => vet_address(url, address.into())?,
        Some(Host::Ipv6(address)) => vet_address(url, address.into())?,
        // `http` and `https` URLs always have a host.
        None => return Err(Refusal::new(GuardRule::Scheme, url, "a URL without a host".to_owned())),
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
            Err(Refusal::new(GuardRule::SpecialAddress, url, format!("{address}, {special},")))
        }
    }
}

/// Returns the refusal of `url`, whose name had a forbidden answer.
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
    Some(Refusal::new(GuardRule::Rebinding, url, saw))
}

/// Resolves a `Location` against the hop that sent it, and refuses to leave `https`.
pub(crate) fn next_hop(from: &Url, location: &str) -> Result<Url, Error> {
    let mut to = from.join(location).map_err(|source| {
        let message = format!("{from} redirects to `{}`, which is not a URL", location.escape_debug());
        Error::new(ErrorKind::InvalidUrl, message).because(source)
    })?;
    if from.scheme() == "https" && to.scheme() == "http" {
        return Err(Refusal::new(GuardRule::Downgrade, &to, from.to_string()).into());
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
    fn check(url: &str, expected: Result<Trust, GuardRule>) {
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
            ("ftp://example.com/", Err(GuardRule::Scheme)),
            ("file:///etc/passwd", Err(GuardRule::Scheme)),
            ("data:text/html,x", Err(GuardRule::Scheme)),
            ("javascript:1", Err(GuardRule::Scheme)),
            ("http://user@example.com/", Err(GuardRule::UserInfo)),
            ("http://:secret@127.0.0.1:8000/", Err(GuardRule::UserInfo)),
            ("http://example.com:22/", Err(GuardRule::Port)),
            ("https://example.com:8000/", Err(GuardRule::Port)),
            ("http://localhost/", Err(GuardRule::SpecialName)),
            ("http://localhost./", Err(GuardRule::SpecialName)),
            ("http://LOCALHOST/", Err(GuardRule::SpecialName)),
            ("http://a.localhost/", Err(GuardRule::SpecialName)),
            ("http://printer.local/", Err(GuardRule::SpecialName)),
            ("http://metadata.google.internal/", Err(GuardRule::SpecialName)),
            ("http://router.home.arpa/", Err(GuardRule::SpecialName)),
            ("http://notlocalhost/", Ok(Public)),
            ("http://127.0.0.1/", Err(GuardRule::SpecialAddress)),
            ("http://2130706433/", Err(GuardRule::SpecialAddress)),
            ("http://0x7f000001/", Err(GuardRule::SpecialAddress)),
            ("http://0177.0.0.1/", Err(GuardRule::SpecialAddress)),
            ("http://127.1/", Err(GuardRule::SpecialAddress)),
            ("http://0/", Err(GuardRule::SpecialAddress)),
            ("http://１２７.0.0.1/", Err(GuardRule::SpecialAddress)),
            ("http://[::ffff:127.0.0.1]/", Err(GuardRule::SpecialAddress)),
            ("http://[64:ff9b::7f00:1]/", Err(GuardRule::SpecialAddress)),
            ("http://169.254.169.254/latest/meta-data/", Err(GuardRule::SpecialAddress)),
            ("http://127.0.0.1:8000/", Ok(Allowed)),
            ("http://127.1:8000/", Ok(Allowed)),
            ("http://127.0.0.1:8080/", Err(GuardRule::SpecialAddress)),
            ("http://127.0.0.2:8000/", Err(GuardRule::Port)),
            ("http://[::1]:8000/", Ok(Allowed)),
            ("http://localhost:3000/", Ok(Allowed)),
            ("http://localhost.:3000/", Ok(Allowed)),
            ("http://a.localhost:3000/", Err(GuardRule::Port)),
            ("https://intranet.example/", Ok(Typed)),
            ("http://intranet.example/", Ok(Public)),
        ] {
            check(url, expected);
        }
    }

    #[test]
    fn refusals_name_rule_and_remedy() {
        let text = |url: &str| check_url(&Url::parse(url).unwrap(), &allow(), PORTS).unwrap_err().to_string();
        assert_eq!(
            text("http://127.0.0.1:8080/x"),
            "refused to fetch http://127.0.0.1:8080/x: 127.0.0.1, loopback (127.0.0.0/8, RFC 1122), is not a public \
             address; to permit it, allow host 127.0.0.1, port 8080"
        );
        assert_eq!(
            text("http://u:secret@example.com/"),
            "refused to fetch http://***@example.com/: a URL must not contain a user name or password; remove it"
        );
        assert_eq!(
            text("http://localhost/"),
            "refused to fetch http://localhost/: `localhost` is a name for local use (`localhost`, RFC 6761), and \
             only the public internet may be fetched; to permit it, allow host localhost, port 80"
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
        assert_eq!(downgrade.refusal().map(Refusal::rule), Some(GuardRule::Downgrade));
        assert_eq!(hop("http://a/", "http://[").unwrap_err().kind(), ErrorKind::InvalidUrl);
    }
}
