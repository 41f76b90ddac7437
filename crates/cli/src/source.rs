//! Documents at the sources that were typed, and the network they are fetched over.

use std::ffi::OsStr;
use std::io::Read;
use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;

use serde::de::IgnoredAny;
use url::Url;
use webagents_discover::{DiscoverOptions, Discovery, begins_like_html};
use webagents_fetch::{Client, ClientOptions, FirstAnswers, RequestOptions};
use webagents_manifest::{Parsed, limits, parse_bytes};

use crate::args::{Network, SourceArg, address_meant};
use crate::exit::{Exit, Failure};
use crate::file::{self, unreadable};

/// A manifest, and the name of its source.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub(crate) name: String,
    pub(crate) parsed: Parsed,
}

/// Reads the manifest at `source`; a page is searched for the one that it names.
pub(crate) async fn load(source: &SourceArg, network: &Network) -> Result<Loaded, Failure> {
    match source {
        SourceArg::Url(_) => {
            let discovery = discover(&source.url()?, network).await?;
            Ok(Loaded { name: discovery.manifest_url.to_string(), parsed: discovery.parsed })
        }
        SourceArg::Stdin => read(source, std::io::stdin().lock()),
        SourceArg::File(path) => {
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

fn read(source: &SourceArg, reader: impl Read) -> Result<Loaded, Failure> {
    // One byte above the limit, so that the parser can report that there was more.
    let bytes = file::read_up_to(source, reader, limits::DOCUMENT_BYTES.saturating_add(1))?;
    expect_manifest(source, &bytes)?;
    Ok(Loaded { name: source.to_string(), parsed: parse_bytes(&bytes) })
}

/// Returns whether a document is an HTML page, by its beginning or by the name of its file.
pub(crate) fn is_page(source: &SourceArg, bytes: &[u8]) -> bool {
    begins_like_html(bytes) || ["html", "htm", "xhtml"].contains(&extension(source).as_str())
}

/// The ending of the name of a source, in lower case.
pub(crate) fn extension(source: &SourceArg) -> String {
    let path = match source {
        SourceArg::File(path) => path.as_path(),
        SourceArg::Url(url) => Path::new(url.split(['?', '#']).next().unwrap_or_default()),
        SourceArg::Stdin => Path::new(""),
    };
    path.extension().and_then(OsStr::to_str).unwrap_or_default().to_ascii_lowercase()
}

/// Returns whether the name of a source is the name of a tool list or an OpenAPI document.
pub(crate) fn names_list(source: &SourceArg) -> bool {
    ["json", "jsonl", "ndjson", "yaml", "yml"].contains(&extension(source).as_str())
}

/// Refuses a document of another kind, which would be a manifest without tools.
pub(crate) fn expect_manifest(source: &SourceArg, bytes: &[u8]) -> Result<(), Failure> {
    expect_declarations(source, bytes)?;
    let is_json = || {
        let body = bytes.trim_ascii_start();
        body.starts_with(b"{") || body.starts_with(b"[")
    };
    if names_list(source) || (is_json() && serde_json::from_slice::<IgnoredAny>(bytes).is_ok()) {
        let help = "`webagents import` makes a webagents.md of a tool list";
        return Err(another(source, "JSON or YAML").help(help));
    }
    Ok(())
}

/// Refuses a document that is neither a manifest nor a tool list.
pub(crate) fn expect_declarations(source: &SourceArg, bytes: &[u8]) -> Result<(), Failure> {
    const CODE: [&str; 11] = ["js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx", "py", "vue", "svelte"];
    if is_page(source, bytes) {
        return Err(another(source, "an HTML page").help(
            "give the file that its <meta name=\"webagents-md\"> names, or the page's URL: `webagents discover URL` finds \
             the manifest, and `webagents types --live URL` prints the tools that the page registers when it runs",
        ));
    }
    if CODE.contains(&extension(source).as_str()) {
        let help = "`webagents import` makes a webagents.md of JavaScript and TypeScript";
        return Err(another(source, "source code").help(help));
    }
    // A manifest in UTF-16 is reported as such by the parser.
    let is_utf16 = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
    if bytes.contains(&0) && !is_utf16 {
        return Err(another(source, "a file that is not text in UTF-8"));
    }
    Ok(())
}

fn another(source: &SourceArg, found: &str) -> Failure {
    Failure::new(Exit::Findings, format!("{source}: expected a webagents.md, found {found}"))
}

/// Bytes of code that are read from a file or from stdin.
const CODE_BYTES: usize = 8 * 1024 * 1024;

/// Returns the code in `file`, in `text`, or on stdin.
///
/// `manifest` is the source of the tools, and `other` names it in an error. All of the code is read: a part of it could
/// mean something else.
pub(crate) fn code(
    file: Option<&Path>,
    text: Option<&str>,
    manifest: Option<&SourceArg>,
    other: &str,
) -> Result<String, Failure> {
    let code = match (file.filter(|path| *path != Path::new("-")), text) {
        (Some(path), _) => file::read_text(path, CODE_BYTES)?,
        (None, Some("-") | None) if manifest == Some(&SourceArg::Stdin) => {
            return Err(Failure::usage("stdin cannot be both the code and the manifest")
                .help(format!("read one of them from a file: --file FILE, or {other}")));
        }
        (None, Some("-") | None) => file::text(
            &SourceArg::Stdin,
            file::read_all(&SourceArg::Stdin, std::io::stdin().lock(), CODE_BYTES)?,
        )?,
        (None, Some(text)) => text.to_owned(),
    };
    if code.trim().is_empty() {
        return Err(Failure::usage(EMPTY_CODE));
    }
    Ok(code)
}

/// Message for code that has nothing to run.
pub(crate) const EMPTY_CODE: &str =
    "the code is empty; expected the body of an async function, such as `return 1`";

/// Bytes of a document that is imported: more than the largest OpenAPI documents have.
const IMPORT_BYTES: usize = 64 * 1024 * 1024;

/// The text of a file, of stdin, or of a URL's answer.
pub(crate) async fn read_text(source: &SourceArg, network: &Network) -> Result<String, Failure> {
    match source {
        SourceArg::Stdin => {
            file::text(source, file::read_all(source, std::io::stdin().lock(), IMPORT_BYTES)?)
        }
        SourceArg::File(path) => file::read_text(path, IMPORT_BYTES),
        SourceArg::Url(_) => {
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

/// The manifest of the page at `url`, an address that was typed and may therefore be anywhere.
pub(crate) async fn discover(url: &Url, network: &Network) -> Result<Discovery, Failure> {
    let client = Client::new(&permitted(url, network)?)?;
    let found = webagents_discover::discover(&client, url, &DiscoverOptions::default()).await;
    found.map_err(|error| Failure::from(&error))
}

/// Returns client options that permit public addresses, `url`, and those allowed by option.
pub(crate) fn permitted(url: &Url, network: &Network) -> Result<ClientOptions, Failure> {
    let mut options = allowed(network)?;
    options.allow_url(url)?;
    Ok(options)
}

/// Returns client options that permit public addresses and those allowed by option.
pub(crate) fn allowed(network: &Network) -> Result<ClientOptions, Failure> {
    // One command is one user: the first address of a name for its client counts for its browsers and every other client.
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
}
