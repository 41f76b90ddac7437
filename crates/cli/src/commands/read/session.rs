//! Pages of a session.

use std::num::NonZeroUsize;

use serde_json::Value;
use webagents_browse::Secrets;
use webagents_read::BrowseOptions;

use super::argument::INVALID_URL;
use super::options::options;
use super::printer::{PrintedPage, Printer};
use super::render::{of_the_web, shown};
use crate::args::{self, SessionName, SourceArg, first_given};
use crate::exit::{Exit, Failure};
use crate::output;
use crate::session::{ReadRequest, Request, at_start, call};

/// Reads the session's page, or each named page, in its tab.
pub(super) async fn read(
    args: &args::ReadArgs,
    name: &SessionName,
    mut printer: Printer,
) -> Result<Exit, Failure> {
    check(args, name)?;
    if args.pages.is_empty() {
        let page = one(args, name, None).await?;
        printer.print_page(&SourceArg::Url(page.url().to_owned()), Ok(page))?;
        return Ok(printer.exit);
    }
    for page in &args.pages {
        let read = async {
            let url = page.url().map_err(|failure| Failure::usage(INVALID_URL).cause(failure.to_string()))?;
            let url = of_the_web(url)?;
            let mut read = one(args, name, Some(url.to_string())).await?;
            read.set_name(page);
            Ok(read)
        };
        printer.print_page(page, read.await)?;
        if output::is_closed() {
            break;
        }
    }
    Ok(printer.exit)
}

async fn one(args: &args::ReadArgs, name: &SessionName, url: Option<String>) -> Result<PrintedPage, Failure> {
    let request = ReadRequest { url, arguments: std::env::args_os().collect() };
    let answer = call(name, &args.render_in.in_session, Request::Read(request)).await?;
    serde_json::from_value(answer).map_err(|error| {
        let message = format!("the session {name} sent an answer that cannot be read: {error}");
        Failure::new(Exit::Browser, message)
    })
}

/// Reader of a session's pages, in the process of the session, without the values of its secrets.
pub(in crate::commands) struct PageReader {
    options: BrowseOptions,
    chunk: Option<usize>,
    secrets: Secrets,
}

impl PageReader {
    /// Creates a reader with the options of a command.
    pub(in crate::commands) fn new(args: &args::ReadArgs, secrets: Secrets) -> Result<Self, Failure> {
        let chunk = args.destination.chunk.map(NonZeroUsize::get);
        Ok(Self { options: options(args)?, chunk, secrets })
    }

    /// Reads a page that [`load`](super::render::load) returned for `url`, or for the session's own page.
    ///
    /// The whole Markdown is redacted before a part of it is taken, so that no part ends within a secret.
    pub(in crate::commands) fn read(&self, page: &Value, url: Option<&str>) -> Result<PrintedPage, Failure> {
        let url = url.unwrap_or_else(|| page["url"].as_str().unwrap_or_default());
        let mut whole = self.options.clone();
        whole.part.start_index = None;
        whole.part.max_characters = usize::MAX;
        whole.part.max_tokens = None;
        let mut browsed = shown(page, url, false, &whole)?;
        let text = self.secrets.redact(std::mem::take(&mut browsed.text));
        let browsed = browsed.with_text(&text, &self.options.part);
        Ok(PrintedPage::new(url, &browsed, self.chunk))
    }
}

/// Refuses options of requests and browsers, which a session has its own of.
fn check(args: &args::ReadArgs, name: &SessionName) -> Result<(), Failure> {
    let request = &args.request;
    let requests = first_given(&[
        ("--header", !request.header.is_empty()),
        ("--cookie", !request.cookie.is_empty()),
        ("--basic", request.basic.is_some()),
        ("--bearer", request.bearer.is_some()),
        ("--user-agent", request.user_agent.is_some()),
        ("--robots", request.robots),
        ("--cache", args.destination.cache.is_some()),
        ("--prefer-markdown", args.what.prefer_markdown),
    ]);
    if let Some(option) = requests {
        return Err(Failure::usage(format!(
            "{option} is for requests without a browser; leave out it or --session"
        )));
    }
    let given = first_given(&[("--render", args.render), ("--allow-host", !request.allow_host.is_empty())]);
    match given.or(args.render_in.given()) {
        Some(option) => Err(at_start(option, name)),
        None => Ok(()),
    }
}
