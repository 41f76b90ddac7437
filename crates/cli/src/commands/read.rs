//! `webagents read`: pages as Markdown.
//!
//! The decision: crates do not depend on each other without need. The runner of scripts
//! (`runtime-webdriver`) and the reader of pages (`read`) meet here: a browser gives its HTML, and that is read like
//! any other.

mod argument;
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

use std::num::NonZeroUsize;

use futures_util::StreamExt as _;
use webagents_fetch::Client;
use webagents_read::{BrowseOptions, Browsed};

use self::argument::{missing, open};
use self::client::client_options;
use self::files::Files;
use self::options::options;
use self::printer::Printer;
use crate::args::{self, SourceArg};
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
    let unread = |error| Failure::unread(error, &options.read);
    match page {
        SourceArg::Url(url) => webagents_read::web_browse(client, url, options).await.map_err(unread),
        SourceArg::Stdin => {
            let bytes = read(page, std::io::stdin().lock())?;
            webagents_read::show_bytes(&bytes, "", None, options).map_err(unread)
        }
        SourceArg::File(path) => match open(path) {
            Ok((file, section)) => {
                let bytes = read(page, file)?;
                let name = path.file_name().and_then(std::ffi::OsStr::to_str).unwrap_or_default();
                let name =
                    section.and_then(|section| name.strip_suffix(section)?.strip_suffix('#')).unwrap_or(name);
                webagents_read::show_bytes(&bytes, name, section, options).map_err(unread)
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err(missing(path, &error)),
            Err(error) => Err(unreadable(page, &error)),
        },
    }
}

fn read(page: &SourceArg, from: impl std::io::Read) -> Result<Vec<u8>, Failure> {
    // One byte above the limit, so that the reader can report that there was more.
    file::read_up_to(page, from, HTML_BYTES.saturating_add(1))
}
