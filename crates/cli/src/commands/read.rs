//! `webagents read`: pages as Markdown.
//!
//! The decision it embodies: crates do not depend on each other where they need not. The runner of scripts
//! (`runtime-webdriver`) and the reader of pages (`read`) meet here: a browser gives its HTML, and that is read like
//! any other.

mod client;
mod files;
mod folder;
mod options;
mod printer;
#[cfg(feature = "browser")]
pub(super) mod render;
#[cfg(feature = "browser")]
mod session;

#[cfg(feature = "browser")]
pub(super) use self::printer::PrintedPage;
#[cfg(feature = "browser")]
pub(super) use self::session::PageReader;

use std::fs::File;
use std::num::NonZeroUsize;
use std::path::Path;

use futures_util::StreamExt as _;
use webagents_fetch::Client;
use webagents_read::{BrowseOptions, Browsed};

use self::client::client_options;
use self::files::Files;
use self::options::options;
use self::printer::Printer;
use crate::args::{self, SourceArg, address_meant};
use crate::exit::{Exit, Failure};
use crate::file::{self, unreadable};
use crate::output;

/// Bytes of HTML that are read from a file or from stdin.
const HTML_BYTES: usize = 64 * 1024 * 1024;

pub(super) async fn run(args: &args::ReadArgs) -> Result<Exit, Failure> {
    if let Some(target) = args.definition {
        output::value(&webagents_read::tool_definition(target.0))?;
        return Ok(Exit::Ok);
    }
    if args.pages.iter().filter(|page| **page == SourceArg::Stdin).count() > 1 {
        return Err(Failure::usage("stdin can be read once; - is given more than once"));
    }
    #[cfg(feature = "browser")]
    if let Some(name) =
        args.render_in.given().filter(|_| !args.render && args.render_in.in_session.session.is_none())
    {
        return Err(Failure::usage(format!("{name} is for a browser, and none is started without --render")));
    }
    let options = options(args)?;
    let files = args
        .destination
        .output
        .as_ref()
        .map(|folder| Files::new(folder, args.destination.force))
        .transpose()?;
    let chunk = args.destination.chunk.map(NonZeroUsize::get);
    let mut printer = Printer {
        json: args.json || chunk.is_some() && files.is_none(),
        many: args.pages.len() > 1,
        exit: Exit::Ok,
        chunk,
        files,
    };
    #[cfg(feature = "browser")]
    if let Some(name) = &args.render_in.in_session.session {
        return session::read(args, name, printer).await;
    }
    #[cfg(feature = "browser")]
    if args.render {
        return render::render(args, &options, printer).await;
    }
    let client = Client::new(&client_options(args)?)?;
    let pages = futures_util::stream::iter(&args.pages)
        .map(async |page| (page, one(&client, page, &options).await))
        .buffered(args.jobs.get());
    let mut pages = std::pin::pin!(pages);
    while let Some((page, outcome)) = pages.next().await {
        printer.print(page, outcome)?;
        if output::is_closed() {
            break;
        }
    }
    Ok(printer.exit)
}

async fn one(client: &Client, page: &SourceArg, options: &BrowseOptions) -> Result<Browsed, Failure> {
    match page {
        SourceArg::Url(url) => Ok(webagents_read::web_browse(client, url, options).await?),
        SourceArg::Stdin => shown(&read(page, std::io::stdin().lock())?, None, options),
        SourceArg::File(path) => match open(path) {
            Ok((file, section)) => shown(&read(page, file)?, section, options),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err(missing(path, &error)),
            Err(error) => Err(unreadable(page, &error)),
        },
    }
}

/// Returns the failure for a file that does not exist.
///
/// A name without the ending of a file may be an address: the user forgot the scheme, or gave one that is not HTTP.
fn missing(path: &Path, error: &std::io::Error) -> Failure {
    const ENDINGS: [&str; 8] = ["html", "htm", "xhtml", "xml", "md", "markdown", "txt", "json"];
    let page = SourceArg::File(path.to_owned());
    let unread = unreadable(&page, error);
    let is_file =
        path.extension().is_some_and(|end| ENDINGS.iter().any(|file| end.eq_ignore_ascii_case(file)));
    if is_file && !has_scheme(path) {
        return unread;
    }
    let failure = Failure::usage(INVALID_URL).cause(unread.to_string());
    match address_meant(path) {
        Some(url) => failure.help(format!("if it is a website, write {url}")),
        None => failure,
    }
}

/// Fails if a page is a file that does not exist.
#[cfg(feature = "browser")]
fn check_file(path: &Path) -> Result<(), Failure> {
    match open(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err(missing(path, &error)),
        _ => Ok(()),
    }
}

/// Message for an argument that is not the URL of a page, as the tool `web_browse` has it.
const INVALID_URL: &str = "Invalid URL format - must start with http:// or https://";

/// Returns whether a name begins with the scheme of a URL. One letter is a drive.
fn has_scheme(path: &Path) -> bool {
    let scheme = path.to_str().and_then(|text| text.split_once(':')).map(|(scheme, _)| scheme);
    scheme.is_some_and(|scheme| {
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
        scheme.len() > 1
            && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(is_allowed)
    })
}

/// Opens a page, and returns the section that a fragment after the name of the file selects.
fn open(path: &Path) -> std::io::Result<(File, Option<&str>)> {
    match file::open(path) {
        Ok(file) => Ok((file, None)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let parts = path.to_str().and_then(|text| text.rsplit_once('#'));
            let with_section =
                parts.and_then(|(name, section)| Some((file::open(Path::new(name)).ok()?, Some(section))));
            with_section.ok_or(error)
        }
        Err(error) => Err(error),
    }
}

fn read(page: &SourceArg, from: impl std::io::Read) -> Result<Vec<u8>, Failure> {
    // One byte more than is read, so that the reader can say that there was more.
    file::read_up_to(page, from, HTML_BYTES.saturating_add(1))
}

fn shown(bytes: &[u8], section: Option<&str>, options: &BrowseOptions) -> Result<Browsed, Failure> {
    Ok(webagents_read::show_bytes(bytes, section, options)?)
}
