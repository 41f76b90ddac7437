//! Errors of pages that are the same over each protocol.

use std::time::Duration;

use webagents_runtime::{PageError, PageErrorKind};

/// The error of a script that was not run, because the document it was for did not come.
pub(super) fn not_loaded(deadline: Duration) -> PageError {
    PageError::new(
        PageErrorKind::Loading,
        format!(
            "the document that the page is on the way to was not loaded within {} ms; it was stopped, and nothing was run",
            deadline.as_millis()
        ),
    )
}

/// The error of a page that gives no answer.
pub(super) fn hung() -> PageError {
    PageError::new(PageErrorKind::Hung, "the page does not answer")
}

/// The error of a script whose document went away.
pub(super) fn moved() -> PageError {
    PageError::new(PageErrorKind::Navigated, "the document went away while the script ran")
}

/// The error of a page that no other one can take the place of.
pub(super) fn irreplaceable() -> PageError {
    PageError::new(
        PageErrorKind::Lost,
        "the page crashed or hung and no other could be opened, so the browser was given up",
    )
}

/// The error of a script that cannot be ended; `lost` is the part of the browser that is given up.
pub(super) fn unstoppable(lost: &str) -> PageError {
    let why = format!("the page did not answer and could not be stopped, so {lost} was given up");
    PageError::new(PageErrorKind::Lost, why)
}

/// The error of an address that the browser shows an error page of its own for.
pub(super) fn unreachable(url: &str, code: &str) -> PageError {
    let why = if code.is_empty() { "it shows an error page of its own".to_owned() } else { explained(code) };
    PageError::new(PageErrorKind::Unreachable, format!("the browser cannot show {url}: {why}"))
}

/// The error of an address whose answer leaves the page as it is.
pub(super) fn no_document() -> PageError {
    let message = "its answer is no document: it is a download, or has no content (such as status 204)";
    PageError::new(PageErrorKind::NoDocument, message)
}

/// Causes in plain words, by parts of the messages of Chromium, Firefox and `WebKit`.
///
/// Sources: `net/base/net_error_list.h`, `xpcom/base/ErrorList.py` with the names in `netError.mjs`, and libsoup's texts.
const REASONS: [(&str, &[&str]); 10] = [
    (
        "nothing accepts connections at its address and port",
        &["ERR_CONNECTION_REFUSED", "NS_ERROR_CONNECTION_REFUSED", "connectionFailure", "Could not connect"],
    ),
    (
        "the name of its host cannot be resolved",
        &["ERR_NAME_NOT_RESOLVED", "NS_ERROR_UNKNOWN_HOST", "dnsNotFound", "Error resolving"],
    ),
    (
        "the browser does not connect to its port, which another protocol uses",
        &["ERR_UNSAFE_PORT", "NS_ERROR_PORT_ACCESS", "deniedPortAccess", "restricted network port"],
    ),
    (
        "the certificate of its server is not trusted",
        &["ERR_CERT_", "nssBadCert", "MOZILLA_PKIX", "SEC_ERROR_", "SSL_ERROR_BAD_CERT", "TLS certificate"],
    ),
    (
        "its server and the browser agree on no TLS connection",
        &["ERR_SSL_", "SSL_ERROR_", "nssFailure", "NS_ERROR_NET_INTERRUPT", "TLS"],
    ),
    (
        "its server ended the connection without an answer",
        &[
            "ERR_EMPTY_RESPONSE",
            "ERR_CONNECTION_RESET",
            "ERR_CONNECTION_CLOSED",
            "NS_ERROR_NET_RESET",
            "NS_ERROR_NET_EMPTY_RESPONSE",
            "netReset",
            "netInterrupt",
            "Connection terminated",
            "Connection reset",
        ],
    ),
    (
        "its server did not answer in time",
        &["ERR_CONNECTION_TIMED_OUT", "ERR_TIMED_OUT", "NS_ERROR_NET_TIMEOUT", "netTimeout", "timed out"],
    ),
    (
        "it redirects without end",
        &["ERR_TOO_MANY_REDIRECTS", "NS_ERROR_REDIRECT_LOOP", "redirectLoop", "Too many redirects"],
    ),
    (
        "its answer is no valid HTTP",
        &["ERR_INVALID_HTTP_RESPONSE", "ERR_INVALID_CHUNKED", "NS_ERROR_NET_", "corruptedContent"],
    ),
    (
        "its network cannot be reached",
        &["ERR_ADDRESS_UNREACHABLE", "ERR_INTERNET_DISCONNECTED", "netOffline", "unreachable"],
    ),
];

/// The message of a browser with the cause in plain words before it, if that is known.
fn explained(message: &str) -> String {
    let has = |parts: &&[&str]| parts.iter().any(|part| message.contains(part));
    match REASONS.iter().find(|(_, parts)| has(parts)) {
        Some((reason, _)) => format!("{reason} ({message})"),
        None => message.to_owned(),
    }
}

/// The error of a navigation, with the address.
pub(super) fn not_shown(url: &str, deadline: Duration, error: PageError) -> PageError {
    let message = match error.kind() {
        PageErrorKind::Timeout => format!("{url} did not load within {} ms", deadline.as_millis()),
        kind if kind.is_not_shown() => {
            format!("the browser cannot show {url}: {}", explained(error.message()))
        }
        _ => return error,
    };
    PageError::new(error.kind(), message).with_source(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_browsers_are_explained() {
        for (message, words) in [
            ("net::ERR_CONNECTION_REFUSED", "nothing accepts connections"),
            ("about:neterror?e=connectionFailure&u=http%3A//127.0.0.1%3A1/", "nothing accepts connections"),
            ("Could not connect to 127.0.0.1: Connection refused", "nothing accepts connections"),
            ("NS_ERROR_UNKNOWN_HOST", "the name of its host"),
            ("Error resolving “nowhere.invalid”: Name or service not known", "the name of its host"),
            ("net::ERR_CERT_AUTHORITY_INVALID", "the certificate of its server"),
            ("Unacceptable TLS certificate", "the certificate of its server"),
            ("SSL_ERROR_RX_RECORD_TOO_LONG", "agree on no TLS"),
            ("net::ERR_UNSAFE_PORT", "does not connect to its port"),
        ] {
            let error = unreachable("http://shop.example/", message).message().to_owned();
            assert!(error.starts_with("the browser cannot show http://shop.example/: "), "{error}");
            assert!(error.contains(words) && error.ends_with(&format!("({message})")), "{error}");
        }
        assert_eq!(explained("net::ERR_NEW"), "net::ERR_NEW");
        assert!(unreachable("http://a.example/", "").message().ends_with("an error page of its own"));
    }
}
