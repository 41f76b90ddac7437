//! Addresses of browsers that run already.

use std::fmt;
use std::str::FromStr;

use url::Url;
use webagents_fetch::redact_url;

/// Address of a running browser: of its WebDriver session or of its debugger.
///
/// Its text has the form that its [`FromStr`] reads: `http://127.0.0.1:9515/session/ID`, or `127.0.0.1:9222`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Running {
    /// A WebDriver session that another program opened.
    Session {
        /// URL of the driver, such as `http://127.0.0.1:9515/`.
        driver: String,
        /// Identifier of the session.
        id: String,
    },
    /// Host and port at which the debugger of a browser listens.
    ///
    /// It is a Chromium as `--remote-debugging-port=9222` opened it, or a Firefox as `-marionette` did, whose port is
    /// 2828 unless its preference `marionette.port` names another. A Firefox that was started with
    /// `-remote-debugging-port` as well has `BiDi`, without which scripts cannot be stopped.
    Debugger(String),
}

impl FromStr for Running {
    type Err = String;

    /// Parses the URL of a WebDriver session or the address of a browser's debugger.
    ///
    /// `http://127.0.0.1:9515/session/ID`, or `127.0.0.1:9222`, also as an `http` or `ws` URL.
    fn from_str(text: &str) -> Result<Self, String> {
        let expected = || {
            format!(
                "{:?} is neither the URL of a WebDriver session, such as http://127.0.0.1:9515/session/ID, nor the \
                 address of a browser's debugger, such as 127.0.0.1:9222",
                redact_url(text)
            )
        };
        let whole = if text.contains("://") { text.to_owned() } else { format!("http://{text}") };
        let url = Url::parse(&whole).map_err(|_| expected())?;
        if let Some((driver, id)) = whole.rsplit_once("/session/") {
            let id = id.trim_end_matches('/');
            let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
            // Neither the id nor the part before it may change the paths of commands.
            let whole = matches!(url.scheme(), "http") && url.query().is_none() && url.fragment().is_none();
            return if whole && !id.is_empty() && id.bytes().all(plain) {
                Ok(Self::Session { driver: format!("{driver}/"), id: id.to_owned() })
            } else {
                Err(expected())
            };
        }
        match (url.scheme(), url.host_str(), url.port()) {
            ("http" | "ws", Some(host), Some(port)) if url.username().is_empty() => {
                Ok(Self::Debugger(format!("{host}:{port}")))
            }
            _ => Err(expected()),
        }
    }
}

impl fmt::Display for Running {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Session { driver, id } => write!(f, "{driver}session/{id}"),
            Self::Debugger(address) => f.write_str(address),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read() {
        let session =
            |driver: &str| Ok(Running::Session { driver: driver.to_owned(), id: "a1-b".to_owned() });
        let debugger = |address: &str| Ok(Running::Debugger(address.to_owned()));
        for (text, expected) in [
            ("http://127.0.0.1:9515/session/a1-b", session("http://127.0.0.1:9515/")),
            ("http://h:4444/wd/hub/session/a1-b/", session("http://h:4444/wd/hub/")),
            ("127.0.0.1:9222", debugger("127.0.0.1:9222")),
            ("[::1]:9222", debugger("[::1]:9222")),
            ("http://localhost:9222/", debugger("localhost:9222")),
            ("ws://127.0.0.1:9222/devtools/browser/x", debugger("127.0.0.1:9222")),
            ("", Err(())),
            ("9222", Err(())),
            ("localhost", Err(())),
            ("https://127.0.0.1:9222", Err(())),
            ("http://u:p@127.0.0.1:9222", Err(())),
            ("http://h:4444/session/", Err(())),
            ("http://h:4444/session/a/url", Err(())),
            ("http://h:4444/session/a?b", Err(())),
            ("http://h:4444/session/..%2f", Err(())),
        ] {
            assert_eq!(text.parse::<Running>().map_err(|_| ()), expected, "{text}");
        }
        let session: Running = "http://h:4444/wd/hub/session/a".parse().unwrap();
        assert_eq!(session.to_string(), "http://h:4444/wd/hub/session/a");
    }
}
