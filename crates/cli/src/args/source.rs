//! Sources on the command line: a file, a URL, or stdin.

use std::convert::Infallible;
use std::fmt;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use url::Url;
use webagents_fetch::redact_url;

use crate::exit::Failure;

/// A place as it was typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SourceArg {
    Stdin,
    File(PathBuf),
    /// Begins with a scheme; its use decides if it is a URL.
    Url(String),
}

impl FromStr for SourceArg {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match text {
            "-" => Self::Stdin,
            _ if text.contains("://") => Self::Url(text.to_owned()),
            _ => Self::File(text.into()),
        })
    }
}

impl fmt::Display for SourceArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stdin => f.write_str("<stdin>"),
            // It may be an address with a password whose scheme was left out.
            Self::File(path) => f.write_str(&redact_url(&path.display().to_string())),
            Self::Url(url) => f.write_str(&redact_url(url)),
        }
    }
}

impl SourceArg {
    /// The URL that was typed.
    pub(crate) fn url(&self) -> Result<Url, Failure> {
        let Self::Url(text) = self else {
            let failure = Failure::usage(format!("{self} is not a URL"));
            let meant = if let Self::File(path) = self { address_meant(path) } else { None };
            return Err(match meant {
                Some(url) => failure.help(format!("write {url}")),
                None => failure.help("write the whole address, such as https://shop.example/"),
            });
        };
        Url::parse(text).map_err(|error| Failure::usage(format!("{self} is not a URL: {error}")))
    }
}

/// The address that a user may have meant by `shop.example/books`, without a scheme.
pub(crate) fn address_meant(path: &Path) -> Option<String> {
    const FILES: [&str; 8] = ["md", "markdown", "txt", "html", "htm", "js", "ts", "json"];
    let text = path.to_str()?;
    let authority = text.split('/').next()?;
    let (host, port) = authority.split_once(':').unwrap_or((authority, "0"));
    let is_local = host == "localhost" || host.parse::<IpAddr>().is_ok();
    let is_name = !host.starts_with('.')
        && host
            .rsplit_once('.')
            .is_some_and(|(_, end)| !FILES.iter().any(|file| end.eq_ignore_ascii_case(file)));
    if !(is_local || is_name) || port.parse::<u16>().is_err() {
        return None;
    }
    let url = Url::parse(&format!("{}://{text}", if is_local { "http" } else { "https" })).ok()?;
    Some(url.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_without_a_scheme_are_no_paths() {
        for (text, expected) in [
            ("shop.example", Some("https://shop.example/")),
            ("shop.example/books", Some("https://shop.example/books")),
            ("shop.example:8443", Some("https://shop.example:8443/")),
            ("localhost:8080/", Some("http://localhost:8080/")),
            ("127.0.0.1:8080", Some("http://127.0.0.1:8080/")),
            ("webagents.md", None),
            ("page.HTML", None),
            ("site/webagents.md", None),
            ("../shop.example", None),
            (".hidden", None),
            ("notes", None),
            ("a.b:c", None),
            ("a..b%/", None),
            ("", None),
        ] {
            assert_eq!(address_meant(Path::new(text)).as_deref(), expected, "{text}");
        }
    }
}
