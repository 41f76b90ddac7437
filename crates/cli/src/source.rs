//! Source of a manifest: a file, a URL, or stdin.

use std::convert::Infallible;
use std::fmt;
use std::io::Read;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::LazyLock;
use std::time::Duration;

use url::Url;
use webagents_discover::{DiscoverOptions, Discovery};
use webagents_fetch::{Client, ClientOptions, FirstAnswers, RequestOptions, redact_url};
use webagents_manifest::{Parsed, limits, parse_bytes};
use webagents_runtime_webdriver::Site;

use crate::args::Network;
use crate::exit::{Exit, Failure};
use crate::file;

/// A place as it was typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Source {
    Stdin,
    File(PathBuf),
    /// Begins with a scheme; whether it is a URL is found out where it is used.
    Url(String),
}

impl FromStr for Source {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match text {
            "-" => Self::Stdin,
            _ if text.contains("://") => Self::Url(text.to_owned()),
            _ => Self::File(text.into()),
        })
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stdin => f.write_str("<stdin>"),
            // It may be an address with a password whose scheme was left out.
            Self::File(path) => f.write_str(&redact_url(&path.display().to_string())),
            Self::Url(url) => f.write_str(&redact_url(url)),
        }
    }
}

impl Source {
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

/// A manifest, and the name of where it came from.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub(crate) name: String,
    pub(crate) parsed: Parsed,
}

/// Reads the manifest at `source`; a page is searched for the one that it names.
pub(crate) async fn load(source: &Source, network: &Network) -> Result<Loaded, Failure> {
    match source {
        Source::Url(_) => {
            let discovery = discover(&source.url()?, network).await?;
            Ok(Loaded { name: discovery.manifest_url.to_string(), parsed: discovery.parsed })
        }
        Source::Stdin => read(source, std::io::stdin().lock()),
        Source::File(path) => {
            let file = file::open(path).map_err(|error| {
                let failure = unreadable(source, &error);
                match address_meant(path) {
                    Some(url) if error.kind() == std::io::ErrorKind::NotFound => {
                        failure.help(format!("if it is a website, write {url}"))
                    }
                    _ => failure,
                }
            })?;
            read(source, file)
        }
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

fn read(source: &Source, reader: impl Read) -> Result<Loaded, Failure> {
    // One byte more than is parsed, so that the parser can say that there was more.
    let bytes = file::read_up_to(source, reader, limits::DOCUMENT_BYTES.saturating_add(1))?;
    Ok(Loaded { name: source.to_string(), parsed: parse_bytes(&bytes) })
}

/// Bytes of a document that is imported: more than the largest OpenAPI documents have.
const IMPORT_BYTES: usize = 64 * 1024 * 1024;

/// The text of a file, of stdin, or of what a URL answers with.
pub(crate) async fn read_text(source: &Source, network: &Network) -> Result<String, Failure> {
    match source {
        Source::Stdin => file::text(source, file::read_all(source, std::io::stdin().lock(), IMPORT_BYTES)?),
        Source::File(path) => file::read_text(path, IMPORT_BYTES),
        Source::Url(_) => {
            let url = source.url()?;
            let client = Client::new(&permitted(&url, network)?)?;
            let mut request = RequestOptions::default();
            request.accept = "application/json,application/yaml,text/yaml,text/*;q=0.9,*/*;q=0.1".into();
            request.max_body_bytes = IMPORT_BYTES;
            let response = client.get(&url, &request).await?;
            if !response.is_success() {
                let message = format!("{} answers with status {}", response.url, response.status);
                return Err(Failure::new(Exit::Network, message));
            }
            file::text(source, response.body)
        }
    }
}

/// A file or stdin that cannot be read.
pub(crate) fn unreadable(source: &impl fmt::Display, error: &std::io::Error) -> Failure {
    Failure::new(Exit::Usage, format!("cannot read {source}: {error}"))
}

/// The manifest of the page at `url`, an address that was typed and may therefore be anywhere.
pub(crate) async fn discover(url: &Url, network: &Network) -> Result<Discovery, Failure> {
    let client = Client::new(&permitted(url, network)?)?;
    Ok(webagents_discover::discover(&client, url, &DiscoverOptions::default()).await?)
}

/// The same, where a page that names no manifest is no failure: its scripts may register tools.
pub(crate) async fn site(url: &Url, network: &Network) -> Result<Site, Failure> {
    let client = Client::new(&permitted(url, network)?)?;
    Ok(Site::find(&client, url, &DiscoverOptions::default()).await?)
}

/// Returns client options that permit public addresses, `url`, and those allowed by option.
pub(crate) fn permitted(url: &Url, network: &Network) -> Result<ClientOptions, Failure> {
    let mut options = allowed(network)?;
    options.allow_url(url)?;
    Ok(options)
}

/// Returns client options that permit public addresses and those allowed by option.
pub(crate) fn allowed(network: &Network) -> Result<ClientOptions, Failure> {
    // One command is one user: what a name was at first for its client, it is for its browsers and every other client.
    static FIRST: LazyLock<FirstAnswers> = LazyLock::new(FirstAnswers::default);
    let mut options = ClientOptions::default();
    options.first_answers = FIRST.clone();
    options.total_timeout = network.request();
    options.idle_timeout = network.request();
    // The limit that was given bounds connecting and TLS as well; it ends the request before this one does.
    options.connect_timeout = network.request().saturating_add(Duration::from_secs(1));
    for allowed in &network.allow_host {
        options.allow(&allowed.host, allowed.port)?;
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_limit_bounds_connecting_too() {
        let timeout = Duration::from_mins(1);
        let options = allowed(&Network { allow_host: Vec::new(), timeout: Some(timeout) }).unwrap();
        assert!(options.connect_timeout > timeout);
        assert_eq!((options.total_timeout, options.idle_timeout), (timeout, timeout));
    }

    #[test]
    fn addresses_without_a_scheme_are_told_from_paths() {
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
