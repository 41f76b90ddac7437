//! Pages of a session.

use serde_json::Value;
use webagents_read::BrowseOptions;

use super::printer::Printer;
use super::render::{of_the_web, shown};
use crate::args::{self, SessionName, SourceArg, first_given};
use crate::exit::{Exit, Failure};
use crate::output;
use crate::session::{ReadRequest, Request, at_start, call};

/// Reads the page where the session is, or each page that was named, in its tab.
pub(super) async fn read(
    args: &args::ReadArgs,
    name: &SessionName,
    options: &BrowseOptions,
    mut printer: Printer,
) -> Result<Exit, Failure> {
    check(args, name)?;
    if args.pages.is_empty() {
        let page = one(args, name, None, options).await?;
        let member = |member: &str| page[member].as_str().unwrap_or_default();
        let url = member("url");
        printer.print(&SourceArg::Url(url.to_owned()), shown(&page, url, false, options))?;
        return Ok(printer.exit);
    }
    for page in &args.pages {
        let read = async {
            let url = of_the_web(page.url()?)?;
            let value = one(args, name, Some(url.to_string()), options).await?;
            shown(&value, url.as_str(), false, options)
        };
        printer.print(page, read.await)?;
        if output::is_closed() {
            break;
        }
    }
    Ok(printer.exit)
}

async fn one(
    args: &args::ReadArgs,
    name: &SessionName,
    url: Option<String>,
    options: &BrowseOptions,
) -> Result<Value, Failure> {
    let request = ReadRequest { url, timeout: options.request.timeout };
    call(name, &args.render_in.in_session, Request::Read(request)).await
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
