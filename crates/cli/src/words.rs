//! Options of a library in its messages, renamed to those of the command line.
//!
//! The decision: a message of a crate names what its caller can change
//! ([`ClientOptions`](webagents_fetch::ClientOptions) and the like), and here the caller has options that are typed.
//! Names without such an option are left out. Only messages of the workspace's crates pass here, and no name is a word of any
//! language, so nothing that a site wrote is changed by it.

use std::borrow::Cow;

/// Names in messages, the longer first, and what is typed.
const NAMES: [(&str, &str); 14] = [
    ("ClientOptions::total_timeout", "--timeout"),
    ("ClientOptions::idle_timeout", "--timeout"),
    ("RequestOptions::timeout", "--timeout"),
    ("BrowseOptions::timeout", "--timeout"),
    ("ClientOptions::allow", "--allow-host"),
    ("ProxyOptions::allow", "--allow-host"),
    ("ClientOptions::user_agent", "--user-agent"),
    ("BrowserOptions::driver_ca", "--driver-ca"),
    ("Egress::Open", "--egress open"),
    ("set BrowseOptions::robots to Robots::Ignore", "leave --robots out"),
    ("; name that URL instead, or set DiscoverOptions::cross_origin_redirect", ""),
    ("ProxyOptions::max_header_bytes", "they may be"),
    ("ClientOptions::extra_roots", "--driver-ca"),
    ("BrowserOptions::profile", "--profile"),
];

/// A message in these words.
pub(crate) fn typed(message: &str) -> String {
    let mut text = Cow::Borrowed(message);
    for (name, option) in NAMES {
        if text.contains(name) {
            text = text.replace(name, option).into();
        }
    }
    without_options(&text)
}

/// Removes parentheses with the name of an option that the command line does not have.
fn without_options(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(" (") {
        out.push_str(before);
        let inner = after.split(')').next().unwrap_or_default();
        let is_name =
            |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        match inner.split_once("Options::") {
            Some((owner, name)) if is_name(owner) && is_name(name) && inner.len() < after.len() => {
                rest = after.get(inner.len() + 1..).unwrap_or_default();
            }
            _ => {
                out.push_str(" (");
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::typed;

    #[track_caller]
    fn check(message: &str, expected: &str) {
        assert_eq!(typed(message), expected);
    }

    #[test]
    fn options_are_named_as_they_are_typed() {
        check("no name", "no name");
        check("may allow port 80 (ClientOptions::allow), or not", "may allow port 80 (--allow-host), or not");
        check(
            "use a driver here, or Egress::Open if it is safe",
            "use a driver here, or --egress open if it is safe",
        );
        check("more than 5 (ClientOptions::max_redirects), the last", "more than 5, the last");
        check(
            "(Options::x) a (b) c (Options::) d (AOptions::e",
            "(Options::x) a (b) c (Options::) d (AOptions::e",
        );
        check("two (AOptions::a)(BOptions::b) (COptions::c)", "two(BOptions::b)");
    }
}
