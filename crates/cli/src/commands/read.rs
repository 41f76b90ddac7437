//! `webagents read`: pages as Markdown.
//!
//! The decision it embodies: rooms do not know each other where they need not. What runs scripts (`runtime-webdriver`)
//! and what reads pages (`read`) meet here: a browser gives its HTML, and that is read like any other.

use std::borrow::Cow;
use std::num::NonZeroUsize;
use std::time::Duration;

use futures_util::StreamExt as _;
use serde_json::{Value, json};
use url::Url;
use webagents_fetch::{Client, RequestHeaders, redact_url};
use webagents_read::{
    BrowseOptions, Browsed, FrontMatter, Metadata, NativeMarkdown, Remark, Robots, Scope, Served, Stage,
};
use webagents_runtime::{ErrorKind, ExecuteOptions};
use webagents_runtime_webdriver::{Session, StorageState};

use crate::args::{self, Network};
use crate::commands::exec;
use crate::commands::login::{self, LoggedIn};
use crate::exit::{Exit, Failure};
use crate::file;
use crate::output;
use crate::source::{Source, allowed, unreadable};

/// Bytes of HTML that are read from a file or from stdin.
const HTML_BYTES: usize = 64 * 1024 * 1024;
/// Characters of HTML that are read from a browser, as many as bytes from a server. The rest never leaves the page.
const RENDERED: usize = 16 * 1024 * 1024;

/// Waits until the page has loaded and changed nothing for half a second, or for five seconds, and gives what it is then.
/// A page with scripts and hardly any text is waited for to the end, because what it shows first is often a sign that more
/// will come.
const SETTLED: &str = "
const has_script = () => [...document.scripts].some((script) => !/json/i.test(script.type));
const is_thin = () => (document.body?.innerText ?? '').trim().length < 250 && has_script();
await new Promise((resolve) => {
  let quiet;
  const wait = () => {
    clearTimeout(quiet);
    quiet = setTimeout(() => document.readyState !== 'complete' || is_thin() ? wait() : resolve(), 500);
  };
  wait();
  setTimeout(resolve, 5000);
  new MutationObserver(wait).observe(document, { subtree: true, childList: true, characterData: true });
});
const html = document.documentElement ? document.documentElement.outerHTML : '';
const [entry] = performance.getEntriesByType('navigation');
return {
  url: location.href,
  html: html.slice(0, MOST),
  cut: html.length > MOST,
  status: entry?.responseStatus ?? 0,
  type: document.contentType,
};
";

/// Time to close the browser of a page that took too long.
const CLOSE: Duration = Duration::from_secs(1);

/// Pages that a page may lead to by script, one after the other, before it counts as one that never settles.
const LED: u32 = 10;

pub(super) async fn run(args: &args::Read) -> Result<Exit, Failure> {
    if let Some(target) = args.definition {
        output::value(&webagents_read::tool_definition(target.0))?;
        return Ok(Exit::Ok);
    }
    if args.pages.iter().filter(|page| **page == Source::Stdin).count() > 1 {
        return Err(Failure::usage("stdin can be read once; - is given more than once"));
    }
    if let Some(name) = args.render_in.given().filter(|_| !args.render) {
        return Err(Failure::usage(format!("{name} is for a browser, and none is started without --render")));
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
        if output::is_closed() {
            break;
        }
    }
    Ok(told.exit)
}

fn options(args: &args::Read) -> Result<BrowseOptions, Failure> {
    let (part, what, request) = (&args.part, &args.what, &args.request);
    let mut options = BrowseOptions::default();
    options.start_index = part.start_index;
    options.max_characters = part.max_characters.get();
    options.max_tokens = part.budget.map(NonZeroUsize::get);
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
        Source::File(path) => match file::open(path) {
            Ok(file) => shown(&read(page, file)?, options),
            // Somebody may have forgotten the scheme.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let unread = unreadable(page, &error);
                Err(match crate::source::address_meant(path) {
                    Some(url) => Failure::usage("Invalid URL format - must start with http:// or https://")
                        .cause(unread.to_string())
                        .help(format!("if it is a website, write {url}")),
                    None => unread,
                })
            }
            Err(error) => Err(unreadable(page, &error)),
        },
    }
}

fn read(page: &Source, from: impl std::io::Read) -> Result<Vec<u8>, Failure> {
    // One byte more than is read, so that the reader can say that there was more.
    file::read_up_to(page, from, HTML_BYTES.saturating_add(1))
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
    args.render_in.driver.check(args.render_in.browser)?;
    let state = login::state(&args.render_in.login)?;
    let login = in_browser(args, state).await?;
    let work = async {
        let mut last: Option<Session> = None;
        for page in &args.pages {
            // What the page before has left on the screen is not to be taken for this one.
            if let Some(session) = &mut last
                && session.is_usable()
            {
                let _ = session.open("about:blank").await;
            }
            // What is left to read does not suffer from a page that took the browser with it.
            let mut session = match last.take().filter(Session::is_usable) {
                Some(session) => session,
                None => login.session().await?,
            };
            let rendered = tokio::time::timeout(options.timeout, rendered(&mut session, page, options)).await;
            if rendered.is_ok() {
                last = Some(session);
            } else {
                // A browser that is busy with the page takes long to close it, and is killed.
                let _ = tokio::time::timeout(CLOSE, session.close()).await;
            }
            told.tell(page, rendered.unwrap_or_else(|_| Err(slow(options.timeout))))?;
            if output::is_closed() {
                break;
            }
        }
        if let Some(session) = last {
            let _ = session.close().await;
        }
        Ok(told.exit)
    };
    login.browsers.around(work).await
}

/// Browsers that reach what a client would, unless they were asked for otherwise.
async fn in_browser(args: &args::Read, state: Option<StorageState>) -> Result<LoggedIn, Failure> {
    let how = &args.render_in;
    let wanted = login::Wanted {
        browser: how.browser,
        driver: &how.driver,
        login: &how.login,
        name: Some("webagents read"),
        guarded: client_options(args)?,
    };
    login::browsers(wanted, state).await
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
    let url = exec::page(url)?;
    session.open(url.as_str()).await?;
    let value = settled(session, options.timeout).await?;
    let member = |name: &str| value.get(name).and_then(Value::as_str).unwrap_or_default();
    let mut at = Url::parse(member("url")).ok();
    // A redirect may have led to an address with a password.
    if let Some(at) = &mut at {
        let _ = at.set_password(None);
        let _ = at.set_username("");
    }
    if !at.as_ref().is_some_and(|at| matches!(at.scheme(), "http" | "https")) {
        let failure = Failure::new(Exit::Findings, "No readable content found on page");
        return Err(failure
            .cause(format!("the browser showed no page of {url}: what it cannot show, it saves as a file"))
            .help("without --render it is said what the server sends"));
    }
    // 0 where the engine does not say (<https://www.w3.org/TR/navigation-timing-2/>, Resource Timing's responseStatus).
    let status = value.get("status").and_then(Value::as_u64).and_then(|status| u16::try_from(status).ok());
    let status = status.filter(|status| *status > 0);
    if let Some(status) = status.filter(|status| *status >= 400) {
        return Err(Failure::new(Exit::Network, format!("HTTP {status} - Failed to fetch URL")));
    }
    match webagents_read::show_html(member("html"), at.as_ref(), options) {
        Ok(mut browsed) => {
            browsed.status = status;
            browsed.media_type = Some(member("type")).filter(|kind| !kind.is_empty()).map(str::to_owned);
            // Its scripts have run.
            browsed.remarks.retain(|remark| *remark != Remark::Scripted);
            if value.get("cut") == Some(&Value::Bool(true)) && !browsed.remarks.contains(&Remark::Cut) {
                browsed.remarks.push(Remark::Cut);
            }
            Ok(browsed)
        }
        Err(error) if error.is_scripted() => {
            Err(Failure::new(Exit::Findings, "No readable content found on page")
                .cause("its scripts have run, and it still has no text")
                .help("--raw reads the whole page"))
        }
        Err(error) => Err(error.into()),
    }
}

/// What the page has become, and where scripts lead to another one, that.
async fn settled(session: &mut Session, limit: Duration) -> Result<Value, Failure> {
    let mut how = ExecuteOptions::within(limit);
    // JSON writes some characters as six bytes.
    how.max_result_bytes = RENDERED.saturating_mul(6).saturating_add(64 * 1024);
    let code = SETTLED.replace("MOST", &RENDERED.to_string());
    for _ in 0..LED {
        let outcome = session.execute_with(&code, &how).await;
        match outcome.error {
            None => return Ok(outcome.value.unwrap_or_default()),
            Some(error) if error.kind == ErrorKind::Navigated => {}
            Some(error) => {
                return Err(Failure::new(Exit::Browser, format!("the page could not be read: {error}")));
            }
        }
    }
    Err(Failure::new(
        Exit::Findings,
        format!("the page could not be read: it led to another one {LED} times"),
    ))
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
    output::data(&output::versioned(value).to_string())
}

fn record(page: &Source, browsed: &Browsed) -> Value {
    json!({
        "ok": true,
        "url": page.to_string(),
        "final_url": browsed.url.as_ref().map(shown_url),
        "redirects": browsed.redirects.iter().map(shown_url).collect::<Vec<_>>(),
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

fn shown_url(url: &Url) -> Cow<'_, str> {
    redact_url(url.as_str())
}

fn metadata(metadata: &Metadata) -> Value {
    json!({
        "title": metadata.title,
        "authors": metadata.authors,
        "published": metadata.published,
        "modified": metadata.modified,
        "description": metadata.description,
        "canonical_url": metadata.canonical.as_ref().map(shown_url),
        "language": metadata.language,
        "site_name": metadata.site_name,
        "markdown_url": metadata.markdown.as_ref().map(shown_url),
    })
}
