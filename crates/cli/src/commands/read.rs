//! `webagents read`: pages as Markdown.
//!
//! The decision it embodies: rooms do not know each other where they need not. What runs scripts (`runtime-webdriver`)
//! and what reads pages (`read`) meet here: a browser gives its HTML, and that is read like any other.

use std::io::Read as _;
use std::time::Duration;

use futures_util::StreamExt as _;
use serde_json::{Value, json};
use url::Url;
use webagents_fetch::{Client, RequestHeaders};
use webagents_read::{
    BrowseOptions, Browsed, FrontMatter, Metadata, NativeMarkdown, Remark, Robots, Scope, Served, Stage,
};
use webagents_runtime::ExecuteOptions;
use webagents_runtime_webdriver::Session;

use crate::args::{self, Network};
use crate::commands::login;
use crate::exit::{Exit, Failure};
use crate::output;
use crate::source::{Source, allowed, unreadable};

/// Bytes of HTML that are read from a file, from stdin or from a browser.
const HTML_BYTES: usize = 64 * 1024 * 1024;

/// Waits until the page has changed nothing for half a second, or for five seconds, and gives what it is then.
const SETTLED: &str = "
await new Promise((resolve) => {
  let quiet = setTimeout(resolve, 500);
  setTimeout(resolve, 5000);
  new MutationObserver(() => {
    clearTimeout(quiet);
    quiet = setTimeout(resolve, 500);
  }).observe(document, { subtree: true, childList: true, characterData: true });
});
return { url: location.href, html: document.documentElement ? document.documentElement.outerHTML : '' };
";

pub(super) async fn run(args: &args::Read) -> Result<Exit, Failure> {
    if let Some(target) = args.definition {
        let Some(format) = target.format() else {
            return Err(Failure::usage("json-schema is the schema of arguments, and a definition has more")
                .help("name the format of a provider or a protocol, such as mcp"));
        };
        output::json(&webagents_read::tool_definition(format))?;
        return Ok(Exit::Ok);
    }
    if args.pages.iter().filter(|page| **page == Source::Stdin).count() > 1 {
        return Err(Failure::usage("stdin can be read once; - is given more than once"));
    }
    let options = options(args)?;
    let mut told = Told { json: args.json, many: args.pages.len() > 1, exit: Exit::Ok };
    if args.render {
        return render(args, &options, told).await;
    }
    let client = Client::new(&client_options(args)?)?;
    let pages = futures_util::stream::iter(&args.pages)
        .map(async |page| (page, one(&client, page, &options).await))
        .buffered(args.jobs.get());
    let mut pages = std::pin::pin!(pages);
    while let Some((page, outcome)) = pages.next().await {
        told.tell(page, outcome)?;
    }
    Ok(told.exit)
}

fn options(args: &args::Read) -> Result<BrowseOptions, Failure> {
    let (part, what, request) = (&args.part, &args.what, &args.request);
    let mut options = BrowseOptions::default();
    options.start_index = part.start_index;
    options.max_characters = part.max_characters;
    options.max_tokens = part.budget;
    options.read.scope = if what.raw { Scope::Whole } else { Scope::Content };
    options.read.select.clone_from(&what.select);
    options.read.exclude.clone_from(&what.exclude);
    options.read.links = what.links.into();
    options.read.images = what.images.into();
    options.front_matter = if what.front_matter { FrontMatter::Yaml } else { FrontMatter::Omit };
    options.native = if what.prefer_markdown { NativeMarkdown::Prefer } else { NativeMarkdown::Report };
    options.headers = headers(request)?;
    options.robots = if request.robots { Robots::Obey } else { Robots::Ignore };
    options.timeout = request.timeout;
    Ok(options)
}

fn headers(request: &args::RequestArgs) -> Result<RequestHeaders, Failure> {
    let mut headers = RequestHeaders::default();
    for header in &request.header {
        headers.add(&header.name, &header.value)?;
    }
    for cookie in &request.cookie {
        headers.cookie(&cookie.name, &cookie.value)?;
    }
    if let Some(login) = &request.basic {
        headers.basic(&login.name, &login.value)?;
    }
    if let Some(token) = &request.bearer {
        headers.bearer(&token.0)?;
    }
    Ok(headers)
}

/// What may be fetched: what is public, each URL that was typed, and what was allowed beside them.
fn client_options(args: &args::Read) -> Result<webagents_fetch::ClientOptions, Failure> {
    let request = &args.request;
    let network = Network { allow_host: request.allow_host.clone(), timeout: request.timeout };
    let mut options = allowed(&network)?;
    options.max_redirects = webagents_read::client_options().max_redirects;
    if let Some(agent) = &request.user_agent {
        options.user_agent.clone_from(agent);
    }
    for page in &args.pages {
        if let Source::Url(text) = page
            && let Ok(url) = Url::parse(text.trim())
            && matches!(url.scheme(), "http" | "https")
        {
            options.allow_url(&url)?;
        }
    }
    Ok(options)
}

async fn one(client: &Client, page: &Source, options: &BrowseOptions) -> Result<Browsed, Failure> {
    match page {
        Source::Url(url) => Ok(webagents_read::web_browse(client, url, options).await?),
        Source::Stdin => shown(&read(page, std::io::stdin().lock())?, options),
        Source::File(path) => match std::fs::File::open(path) {
            Ok(file) => shown(&read(page, file)?, options),
            // Somebody may have forgotten the scheme.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let failure = Failure::usage("Invalid URL format - must start with http:// or https://");
                let failure = failure.cause(format!("cannot read {page}: {error}"));
                Err(match crate::source::address_meant(path) {
                    Some(url) => failure.help(format!("if it is a website, write {url}")),
                    None => failure,
                })
            }
            Err(error) => Err(unreadable(page, &error)),
        },
    }
}

fn read(page: &Source, from: impl std::io::Read) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let most = u64::try_from(HTML_BYTES).unwrap_or(u64::MAX);
    from.take(most).read_to_end(&mut bytes).map_err(|error| unreadable(page, &error))?;
    Ok(bytes)
}

fn shown(bytes: &[u8], options: &BrowseOptions) -> Result<Browsed, Failure> {
    let html = webagents_read::decode(bytes, None);
    Ok(webagents_read::show_html(&html.text, None, options)?)
}

/// Reads pages as a browser has them, one after the other.
async fn render(args: &args::Read, options: &BrowseOptions, mut told: Told) -> Result<Exit, Failure> {
    if let Some(page) = args.pages.iter().find(|page| !matches!(page, Source::Url(_))) {
        return Err(Failure::usage(format!("{page} is not a URL, and only URLs are opened in a browser")));
    }
    let mut session = in_browser(args).await?;
    for (place, page) in args.pages.iter().enumerate() {
        let outcome = match tokio::time::timeout(options.timeout, rendered(&mut session, page, options)).await
        {
            Ok(outcome) => outcome,
            Err(_) => Err(slow(options.timeout)),
        };
        told.tell(page, outcome)?;
        // What is left to read does not suffer from a page that took the browser with it.
        if !session.is_usable() && place + 1 < args.pages.len() {
            session = in_browser(args).await?;
        }
    }
    let _ = session.close().await;
    Ok(told.exit)
}

/// A browser that reaches what a client would, unless it was asked for otherwise.
async fn in_browser(args: &args::Read) -> Result<Session, Failure> {
    let how = &args.render_in;
    login::session(login::Wanted {
        browser: how.browser,
        driver_url: how.driver_url.as_deref(),
        driver_ca: how.driver_ca.as_deref(),
        login: &how.login(),
        reach: how.egress,
        name: Some("webagents read"),
        guarded: client_options(args)?,
    })
    .await
}

fn slow(limit: Duration) -> Failure {
    let failure =
        Failure::new(Exit::Network, format!("Request timed out after {} seconds", limit.as_secs_f64()));
    failure.help("--timeout SECONDS gives it more time")
}

async fn rendered(session: &mut Session, page: &Source, options: &BrowseOptions) -> Result<Browsed, Failure> {
    let url = page.url()?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(Failure::usage("Invalid URL format - must start with http:// or https://"));
    }
    session.open(url.as_str()).await?;
    let mut how = ExecuteOptions::within(options.timeout);
    how.max_result_bytes = HTML_BYTES;
    let outcome = session.execute_with(SETTLED, &how).await;
    let value = match (outcome.value, outcome.error) {
        (_, Some(error)) => {
            return Err(Failure::new(Exit::Browser, format!("the page could not be read: {error}")));
        }
        (value, None) => value.unwrap_or_default(),
    };
    let member = |name: &str| value.get(name).and_then(Value::as_str).unwrap_or_default();
    let at = Url::parse(member("url")).ok();
    Ok(webagents_read::show_html(member("html"), at.as_ref(), options)?)
}

/// What was told so far.
struct Told {
    json: bool,
    many: bool,
    exit: Exit,
}

impl Told {
    /// Prints a page, or why there is none. A page's trouble stops no other.
    fn tell(&mut self, page: &Source, outcome: Result<Browsed, Failure>) -> Result<(), Failure> {
        match outcome {
            Ok(browsed) if self.json => line(&record(page, &browsed)),
            Ok(browsed) => self.text(page, &browsed),
            Err(failure) if self.many || self.json => {
                self.exit = if self.many { Exit::Findings } else { failure.exit() };
                if self.json {
                    let told = json!({
                        "ok": false,
                        "url": page.to_string(),
                        "line": failure.line(),
                        "error": failure.json(),
                    });
                    return line(&told);
                }
                output::complain(&format!("{page}: {failure}"));
                Ok(())
            }
            Err(failure) => Err(failure),
        }
    }

    fn text(&self, page: &Source, browsed: &Browsed) -> Result<(), Failure> {
        if self.many {
            output::data(&format!("==> {page} <==\n{browsed}\n\n"))?;
        } else {
            output::data(&browsed.to_string())?;
        }
        for remark in &browsed.remarks {
            output::say(&format!("{page}: {remark}"));
            if *remark == Remark::Scripted && browsed.served != Served::Given {
                output::say("help: --render lets its scripts run in a browser first");
            }
        }
        if let Some(next) = browsed.next {
            output::say(&format!("{page}: --start-index {next} goes on"));
        }
        Ok(())
    }
}

/// One line, also on a terminal.
fn line(value: &Value) -> Result<(), Failure> {
    output::data(&value.to_string())
}

fn record(page: &Source, browsed: &Browsed) -> Value {
    json!({
        "ok": true,
        "url": page.to_string(),
        "final_url": browsed.url.as_ref().map(Url::as_str),
        "redirects": browsed.redirects.iter().map(Url::as_str).collect::<Vec<_>>(),
        "status": browsed.status,
        "media_type": browsed.media_type,
        "kind": browsed.kind.as_str(),
        "text": browsed.to_string(),
        "start_index": browsed.start,
        "next_start_index": browsed.next,
        "total_characters": browsed.total,
        "tokens_estimated": browsed.tokens,
        "stage": browsed.stage.map(Stage::as_str),
        "metadata": metadata(&browsed.metadata),
        "page_characters": browsed.kept.map(|kept| kept.before),
        "kept_characters": browsed.kept.map(|kept| kept.after),
        "remarks": browsed.remarks.iter().map(|remark| remark.as_str()).collect::<Vec<_>>(),
    })
}

fn metadata(metadata: &Metadata) -> Value {
    json!({
        "title": metadata.title,
        "authors": metadata.authors,
        "published": metadata.published,
        "modified": metadata.modified,
        "description": metadata.description,
        "canonical_url": metadata.canonical.as_ref().map(Url::as_str),
        "language": metadata.language,
        "site_name": metadata.site_name,
        "markdown_url": metadata.markdown.as_ref().map(Url::as_str),
    })
}
