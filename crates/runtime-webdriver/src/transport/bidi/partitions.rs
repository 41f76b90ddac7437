//! Which sites Firefox keeps cookies apart within: it returns all cookies at once, and those of a site that one names,
//! but of no cookie where it is kept.
//!
//! The decision: what is not in the common jar is looked for in the jars of the sites that are known: those of the
//! cookies and of the origins whose storage is saved. A cookie that is in none of them is reported, and not left out.
//!
//! Source: <https://www.w3.org/TR/webdriver-bidi/#type-storage-PartitionKey>.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;

use url::Url;

use crate::transport::storage::Cookie;

/// The list with each cookie once. A jar has one of a name for a host and a path.
pub(super) fn once(mut list: Vec<Cookie>) -> Vec<Cookie> {
    let mut seen = HashSet::new();
    list.retain(|cookie| seen.insert((cookie.name.clone(), cookie.domain.clone(), cookie.path.clone())));
    list
}

/// Returns the cookies of a list without those of another, each as often as the other has it.
pub(super) fn without(mut list: Vec<Cookie>, other: &[Cookie]) -> Vec<Cookie> {
    // A cookie has a number with a point, which is no key.
    let key = |cookie: &Cookie| serde_json::to_string(cookie).unwrap_or_default();
    let mut left: HashMap<String, usize> = HashMap::new();
    for cookie in other {
        *left.entry(key(cookie)).or_default() += 1;
    }
    list.retain(|cookie| match left.get_mut(&key(cookie)) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    });
    list
}

/// The sites that cookies may be kept apart within, in the order in which they are asked: of a host the short names come
/// first, because a jar is a site's and the first that leads to it is the site's own name. Names of one part alone are no
/// sites, but for this machine's.
pub(super) fn candidates(cookies: &[Cookie], origins: &[String]) -> Vec<String> {
    let mut shared_browsers: Vec<String> = Vec::new();
    // The origins first: it is there that frames of other sites were.
    shared_browsers.extend(origins.iter().map(|origin| host(origin)));
    shared_browsers.extend(cookies.iter().map(|cookie| cookie.domain.trim_start_matches('.').to_owned()));
    shared_browsers.sort();
    shared_browsers.dedup();
    let mut sites = Vec::new();
    for host in shared_browsers.iter().filter(|host| !host.is_empty()) {
        for name in names(host) {
            sites.extend(["https", "http"].map(|scheme| format!("{scheme}://{name}")));
        }
    }
    sites
}

/// The names that a host's site may have, the shortest first.
fn names(host: &str) -> Vec<&str> {
    if host.trim_matches(['[', ']']).parse::<IpAddr>().is_ok() {
        return vec![host];
    }
    let parts = host.matches('.').count();
    let mut names: Vec<&str> = host.match_indices('.').filter_map(|(at, _)| host.get(at + 1..)).collect();
    names.insert(0, host);
    names.retain(|name| parts == 0 || name.contains('.'));
    names.reverse();
    names
}

/// The host of an origin.
pub(super) fn host(origin: &str) -> String {
    Url::parse(origin).ok().and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default()
}

/// Returns whether a cookie of `domain` may be sent to `host`.
pub(super) fn is_within(host: &str, domain: &str) -> bool {
    let domain = domain.trim_start_matches('.');
    host == domain || host.strip_suffix(domain).is_some_and(|before| before.ends_with('.'))
}

/// Returns whether a cookie of `domain` is one of the site at `host`.
pub(super) fn is_of(domain: &str, host: &str) -> bool {
    is_within(domain.trim_start_matches('.'), host)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cookie(name: &str, domain: &str) -> Cookie {
        serde_json::from_value(serde_json::json!({ "name": name, "value": "", "domain": domain })).unwrap()
    }

    #[test]
    fn the_short_names_of_a_host_come_first() {
        let origins = ["https://a.shop.example:8443".to_owned(), "http://[::1]:80".to_owned()];
        assert_eq!(
            candidates(&[cookie("a", ".x.example"), cookie("b", "localhost")], &origins),
            [
                "https://[::1]",
                "http://[::1]",
                "https://shop.example",
                "http://shop.example",
                "https://a.shop.example",
                "http://a.shop.example",
                "https://localhost",
                "http://localhost",
                "https://x.example",
                "http://x.example",
            ]
        );
        assert_eq!(names("127.0.0.1"), ["127.0.0.1"]);
    }

    #[test]
    fn what_is_there_twice_is_taken_once() {
        let (a, b) = (cookie("a", "x"), cookie("b", "x"));
        assert_eq!(once(vec![a.clone(), b.clone(), a.clone()]), [a.clone(), b.clone()]);
        assert_eq!(without(vec![a.clone(), b.clone(), a.clone()], std::slice::from_ref(&a)), [b, a]);
    }

    #[test]
    fn hosts_are_within_domains() {
        for (host, domain, expected) in [
            ("shop.example", ".shop.example", true),
            ("a.shop.example", "shop.example", true),
            ("ashop.example", "shop.example", false),
            ("shop.example", "a.shop.example", false),
        ] {
            assert_eq!(is_within(host, domain), expected, "{host} {domain}");
        }
        assert!(is_of(".a.shop.example", "shop.example") && !is_of("shop.example", "a.shop.example"));
    }
}
