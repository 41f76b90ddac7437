//! Partition keys of Firefox's cookies: the site within which a cookie of another site is kept.
//!
//! Firefox returns all cookies, or the cookies of a partition that the command names, but never the partition of a cookie.
//!
//! The decision: a cookie that is not in the common jar is looked for in the partitions of the known sites: those of the
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

/// Returns the cookies of a list without the cookies of another, each as often as the other has it.
pub(super) fn without(mut list: Vec<Cookie>, other: &[Cookie]) -> Vec<Cookie> {
    // A cookie has a number with a point, which cannot be a key.
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

/// Sites whose partitions may have cookies, in the order of the commands.
///
/// Of each host the short names come first, because a partition is a site's, and the shortest name with a result is the
/// site's own. Names of one part are not sites, except the names of this machine.
pub(super) fn candidates(cookies: &[Cookie], origins: &[String]) -> Vec<String> {
    let mut hosts: Vec<String> = Vec::new();
    // The origins as well, because frames of other sites were in their pages.
    hosts.extend(origins.iter().map(|origin| host(origin)));
    hosts.extend(cookies.iter().map(|cookie| cookie.domain.trim_start_matches('.').to_owned()));
    hosts.sort();
    hosts.dedup();
    let mut sites = Vec::new();
    for host in hosts.iter().filter(|host| !host.is_empty()) {
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
