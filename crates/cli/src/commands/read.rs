//! `webagents read`: pages as Markdown.
//!
//! The decision it embodies: rooms do not know each other where they need not. What runs scripts (`runtime-webdriver`)
//! and what reads pages (`read`) meet here: a browser gives its HTML, and that is read like any other.

mod files;
mod folder;

use std::borrow::Cow;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt as _;
use serde_json::{Value, json};
use url::Url;
use webagents_fetch::{Client, RequestHeaders, redact_url};
use webagents_read::{
    BrowseOptions, Browsed, FrontMatter, Kind, Metadata, NativeMarkdown, Remark, Robots, Scope, Served, Stage,
};
use webagents_runtime::{ErrorKind, ExecuteOptions, Page as _};
use webagents_runtime_webdriver::{Session, StorageState};

use self::files::Files;
use self::folder::Folder;
use crate::args::{self, Network};
use crate::commands::exec;
use crate::commands::login::{self, LoggedIn};
use crate::exit::{Exit, Failure};
use crate::file;
use crate::local_site;
use crate::output;
use crate::source::{Source, allowed, unreadable};

/// Bytes of HTML that are read from a file or from stdin.
const HTML_BYTES: usize = 64 * 1024 * 1024;
/// Characters of HTML that are read from a browser, as many as bytes from a server. The rest never leaves the page.
const RENDERED: usize = 16 * 1024 * 1024;

/// Waits until the page has loaded and changed nothing for half a second, or for five seconds, and gives what it is then.
/// A page with scripts and hardly any text is waited for as long as requests or short timers are open ([`WATCH`]), because
/// what it shows first is often a sign that more will come. Shadow roots are written as templates, which a reader opens.
const SETTLED: &str = "
const watch = window[Symbol.for('webagents.read')];
const has_script = () => [...document.scripts].some((script) => !/json/i.test(script.type));
const is_thin = () => (document.body?.innerText ?? '').trim().length < 250 && has_script();
const is_busy = () => is_thin() && (watch ? watch.requests > 0 || watch.timers.size > 0 : true);
await new Promise((resolve) => {
  let quiet;
  const wait = () => {
    clearTimeout(quiet);
    quiet = setTimeout(() => document.readyState !== 'complete' || is_busy() ? wait() : resolve(), 500);
    watch?.timers.delete(quiet);
  };
  wait();
  const end = setTimeout(resolve, 5000);
  watch?.timers.delete(end);
  new MutationObserver(wait).observe(document, { subtree: true, childList: true, characterData: true });
});
const root = document.documentElement;
let html = root ? root.outerHTML : '';
const shadowRoots = [];
for (const left = [document]; left.length > 0 && shadowRoots.length < 10000;) {
  for (const { shadowRoot } of left.pop().querySelectorAll('*')) {
    if (shadowRoot) {
      shadowRoots.push(shadowRoot);
      left.push(shadowRoot);
    }
  }
}
if (root?.getHTML && shadowRoots.length > 0) {
  const [open] = root.cloneNode(false).outerHTML.split('</html>');
  html = open + root.getHTML({ shadowRoots }) + '</html>';
}
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

/// Counts the requests of a page's scripts and their timers of up to four seconds, from before they run.
const WATCH: &str = "(() => {
  const watch = { requests: 0, timers: new Set() };
  Object.defineProperty(window, Symbol.for('webagents.read'), { value: watch });
  const begin = () => {
    let open = true;
    watch.requests += 1;
    return () => { if (open) { open = false; watch.requests -= 1; } };
  };
  const { fetch, setTimeout, clearTimeout } = window;
  window.fetch = function (...args) {
    const end = begin();
    const answer = fetch.apply(this ?? window, args);
    answer.then(end, end);
    return answer;
  };
  const { send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function (...args) {
    this.addEventListener('loadend', begin(), { once: true });
    return send.apply(this, args);
  };
  let depth = 0;
  window.setTimeout = function (work, delay, ...args) {
    // What sets itself again and again is no sign that more will come.
    if (typeof work !== 'function' || !(Number(delay ?? 0) <= 4000) || depth > 4) {
      return setTimeout.call(window, work, delay, ...args);
    }
    const own = depth + 1;
    const id = setTimeout.call(window, function (...args) {
      watch.timers.delete(id);
      depth = own;
      try { return work.apply(this, args); } finally { depth = 0; }
    }, delay, ...args);
    watch.timers.add(id);
    return id;
  };
  window.clearTimeout = function (id) {
    watch.timers.delete(id);
    return clearTimeout.call(window, id);
  };
  new MutationObserver((records) => {
    for (const record of records) {
      for (const node of record.addedNodes) {
        if (node.localName === 'script' && node.src && document.readyState === 'complete') {
          const end = begin();
          node.addEventListener('load', end);
          node.addEventListener('error', end);
        }
      }
    }
  }).observe(document, { subtree: true, childList: true });
})()";

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
    let files = args.output.as_ref().map(|folder| Files::new(folder, args.force)).transpose()?;
    let chunk = args.chunk.map(NonZeroUsize::get);
    let mut told = Told {
        json: args.json || chunk.is_some() && files.is_none(),
        many: args.pages.len() > 1,
        exit: Exit::Ok,
        chunk,
        files,
    };
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
    let usual = if args.output.is_some() { usize::MAX } else { options.max_characters };
    options.max_characters = part.max_characters.map_or(usual, NonZeroUsize::get);
    if args.chunk.is_some() {
        options.max_characters = usize::MAX;
    }
    if let Some(path) = &args.cache {
        options.store = Some(Arc::new(Folder::open(path)?));
    }
    options.max_tokens = part.budget.map(NonZeroUsize::get);
    options.read.scope = if what.raw { Scope::Whole } else { Scope::Content };
    options.read.select.clone_from(&what.select);
    options.read.exclude.clone_from(&what.exclude);
    options.read.links = what.links.into();
    options.read.images = what.images.into();
    options.read.favor = what.favor.map(Into::into).unwrap_or_default();
    options.front_matter = if what.front_matter { FrontMatter::Yaml } else { FrontMatter::Omit };
    options.native = if what.prefer_markdown { NativeMarkdown::Prefer } else { NativeMarkdown::Report };
    options.headers = headers(request)?;
    options.whole_page = what.whole_page;
    options.show_errors = request.show_errors;
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
    if args.pages.contains(&Source::Stdin) {
        return Err(Failure::usage("stdin is not opened in a browser; expected a URL or a file"));
    }
    // Files are served, because a browser keeps pages of `file:` apart.
    let mut places = Vec::new();
    for page in &args.pages {
        places.push(match page {
            Source::File(path) => Some(local_site::serve(path).await?),
            _ => None,
        });
    }
    let local = places.iter().flatten().map(|site| &site.url);
    args.render_in.driver.check(args.render_in.browser)?;
    let state = login::state(&args.render_in.login)?;
    let login = in_browser(args, state, local).await?;
    let work = async {
        let mut last: Option<Session> = None;
        for (page, local) in args.pages.iter().zip(&places) {
            // What the page before has left on the screen is not to be taken for this one.
            if let Some(session) = &mut last
                && session.is_usable()
            {
                let _ = session.open("about:blank").await;
            }
            // What is left to read does not suffer from a page that took the browser with it.
            let mut session = match last.take().filter(Session::is_usable) {
                Some(session) => session,
                None => watched(&login).await?,
            };
            let url = match local {
                Some(site) => Ok(site.url.clone()),
                None => page.url(),
            };
            let rendered = async { rendered(&mut session, url?, local.is_some(), options).await };
            let rendered = tokio::time::timeout(options.timeout, rendered).await;
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
async fn in_browser(
    args: &args::Read,
    state: Option<StorageState>,
    local: impl Iterator<Item = &Url>,
) -> Result<LoggedIn, Failure> {
    let how = &args.render_in;
    let mut guarded = client_options(args)?;
    for url in local {
        guarded.allow_url(url)?;
    }
    let wanted = login::Wanted {
        browser: how.browser,
        driver: &how.driver,
        login: &how.login,
        name: Some("webagents read"),
        guarded,
    };
    login::browsers(wanted, state).await
}

/// A session that counts what a page's scripts wait for, where its browser can.
async fn watched(login: &LoggedIn) -> Result<Session, Failure> {
    let mut session = login.session().await?;
    let _ = session.preload(WATCH).await;
    Ok(session)
}

fn slow(limit: Duration) -> Failure {
    let failure =
        Failure::new(Exit::Network, format!("Request timed out after {} seconds", limit.as_secs_f64()));
    failure.help("--timeout SECONDS gives it more time")
}

async fn rendered(
    session: &mut Session,
    url: Url,
    is_local: bool,
    options: &BrowseOptions,
) -> Result<Browsed, Failure> {
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
    if let Some(status) = status.filter(|status| *status >= 400 && !options.show_errors) {
        return Err(no_page(status, None).help("--show-errors prints the page of the error"));
    }
    match webagents_read::show_html(member("html"), at.as_ref(), options) {
        Ok(mut browsed) => {
            if is_local {
                browsed.url = None;
            }
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

/// The failure of a server that has no page.
fn no_page(status: u16, retry_after: Option<&str>) -> Failure {
    let failure = Failure::new(Exit::Network, format!("HTTP {status} - Failed to fetch URL"));
    failure.answered(status, retry_after)
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
    /// Tokens of a part, where each is a line of its own.
    chunk: Option<usize>,
    /// Where pages are written instead of stdout.
    files: Option<Files>,
}

impl Told {
    /// Prints a page, or why there is none. A page's trouble stops no other.
    fn tell(&mut self, page: &Source, outcome: Result<Browsed, Failure>) -> Result<(), Failure> {
        // A page that could not be read has its name all the same, so that those after it keep theirs.
        let name = self.files.as_mut().map(|files| files.name(page));
        let outcome = match (outcome, name, &self.files) {
            (Ok(browsed), Some(name), Some(files)) => {
                write(files, &name, page, &browsed, self.chunk).map(|()| browsed)
            }
            (outcome, ..) => outcome,
        };
        match outcome {
            Ok(browsed) => {
                let answer = browsed.status.filter(|status| *status >= 400);
                let failure = answer.map(|status| no_page(status, browsed.retry_after.as_deref()));
                if let Some(failure) = &failure {
                    self.exit = self.exit_of(failure);
                }
                if let (Some(tokens), None) = (self.chunk, &self.files) {
                    return chunk_records(page, &browsed, tokens, failure.as_ref()).iter().try_for_each(line);
                }
                if self.json {
                    return line(&record(page, &browsed, failure.as_ref()));
                }
                self.text(page, &browsed)?;
                if let Some(failure) = failure {
                    let after = browsed.retry_after.as_ref().map(|after| format!("; Retry-After: {after}"));
                    output::complain(&format!("{page}: {failure}{}", after.unwrap_or_default()));
                }
                Ok(())
            }
            Err(failure) if self.many || self.json => {
                self.exit = self.exit_of(&failure);
                if self.json {
                    let (status, after) = failure.answer().unzip();
                    let told = json!({
                        "ok": false,
                        "url": page.to_string(),
                        "line": failure.line(),
                        "error": failure.json(),
                        "status": status,
                        "retry_after": after.flatten(),
                    });
                    return line(&told);
                }
                output::complain(&format!("{page}: {failure}"));
                Ok(())
            }
            Err(failure) => Err(failure),
        }
    }

    /// The exit code once this page could not be read.
    fn exit_of(&self, failure: &Failure) -> Exit {
        if self.many { Exit::Findings } else { failure.exit() }
    }

    fn text(&self, page: &Source, browsed: &Browsed) -> Result<(), Failure> {
        if self.files.is_some() {
            // Its path was printed.
        } else if self.many {
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

/// Writes a page into its file, and prints where it is.
fn write(
    files: &Files,
    name: &str,
    page: &Source,
    browsed: &Browsed,
    chunk: Option<usize>,
) -> Result<(), Failure> {
    let (ending, text) = match (chunk, browsed.kind) {
        (Some(tokens), _) => {
            let records = chunk_records(page, browsed, tokens, None);
            let lines =
                records.iter().map(|record| output::one_line(output::versioned(record).to_string()) + "\n");
            ("jsonl", lines.collect())
        }
        (None, Kind::Json) => ("json", format!("{browsed}\n")),
        (None, Kind::Text) => ("txt", format!("{browsed}\n")),
        (None, _) => ("md", format!("{browsed}\n")),
    };
    let path = files.write(name, ending, &text)?;
    output::data(&path.display().to_string())
}

/// The parts of a page, each under its headings.
fn chunk_records(page: &Source, browsed: &Browsed, tokens: usize, failure: Option<&Failure>) -> Vec<Value> {
    let chunks = webagents_read::chunks(&browsed.text, tokens);
    let record = |(index, chunk): (usize, webagents_read::Chunk)| {
        json!({
            "ok": failure.is_none(),
            "url": page.to_string(),
            "final_url": browsed.url.as_ref().map(shown_url),
            "status": browsed.status,
            "title": browsed.metadata.title,
            "index": index,
            "headings": chunk.headings,
            "text": chunk.text,
            "tokens_estimated": chunk.tokens,
            "cut": chunk.cut,
        })
    };
    chunks.into_iter().enumerate().map(record).collect()
}

/// One line, also on a terminal.
fn line(value: &Value) -> Result<(), Failure> {
    output::data(&output::one_line(output::versioned(value).to_string()))
}

/// What is known of a page, and the failure that a server showed it for.
fn record(page: &Source, browsed: &Browsed, failure: Option<&Failure>) -> Value {
    let mut record = json!({
        "ok": failure.is_none(),
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
        "section": browsed.section,
        "retry_after": browsed.retry_after,
        "content_signal": browsed.content_signal,
        "markdown_tokens": browsed.markdown_tokens,
        "remarks": browsed.remarks.iter().map(Remark::text).collect::<Vec<_>>(),
    });
    if let Some(failure) = failure {
        record["line"] = failure.line().into();
        record["error"] = failure.json();
    }
    record
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
