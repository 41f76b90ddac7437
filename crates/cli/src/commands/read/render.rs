//! Pages as a browser has them, once their scripts have run.

use std::time::Duration;

use serde_json::Value;
use url::Url;
use webagents_host::{BrowserSource, Session, SessionErrorKind, StorageState};
use webagents_read::{BrowseOptions, Browsed, Remark};
use webagents_runtime::{ErrorKind, ExecuteOptions, Page as _, PageErrorKind};

use super::argument::{INVALID_URL, check_file};
use super::client::client_options;
use super::printer::{Printer, no_page};
use crate::args::{self, SourceArg};
use crate::commands::site::{self, own_code};
use crate::commands::{browsers, login};
use crate::exit::{Exit, Failure};
use crate::local_site;
use crate::output;

/// Characters of HTML that are read from a browser, as many as bytes from a server.
///
/// The rest never leaves the page.
const RENDERED: usize = 16 * 1024 * 1024;

/// Waits until the page has loaded and is unchanged for half a second, and returns it.
///
/// It waits five seconds at most. A page with scripts and hardly any text is waited for as long as requests or short
/// timers are open ([`WATCH`]), because the first content is often a sign that more will come; for requests, up to a third
/// of the time for the page. Shadow roots are written as templates, which a reader opens,
/// and the text of a frame of the same origin as its `srcdoc`.
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
  if (watch) watch.changed = wait;
  const end = setTimeout(() => {
    if (!is_thin() || !(watch?.requests > 0)) return resolve();
    watch.timers.delete(setTimeout(resolve, MORE));
  }, 5000);
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
const text_of = (frame) => {
  try {
    const page = frame.contentDocument;
    if (new URL(frame.src).origin !== location.origin || !page.body.innerText.trim()) return '';
    const copy = page.documentElement.cloneNode(true);
    for (const name of ['href', 'src']) {
      for (const element of copy.querySelectorAll(`body [${name}]`)) element.setAttribute(name, element[name]);
    }
    return copy.outerHTML;
  } catch {
    return '';
  }
};
const frames = 'iframe[src]:not([srcdoc])';
const texts = root ? [...root.querySelectorAll(frames)].map(text_of) : [];
if (shadowRoots.length === 0 && texts.some((text) => text !== '')) {
  const copy = root.cloneNode(true);
  copy.querySelectorAll(frames).forEach((frame, at) => texts[at] && frame.setAttribute('srcdoc', texts[at]));
  html = copy.outerHTML;
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

/// Counts the open requests of a page's scripts, and their timers of up to four seconds.
///
/// A request is open until its answer is read. This runs before the scripts.
const WATCH: &str = "(() => {
  const watch = { requests: 0, timers: new Set() };
  Object.defineProperty(window, Symbol.for('webagents.read'), { value: watch });
  const begin = () => {
    let open = true;
    watch.requests += 1;
    return () => {
      if (open) {
        open = false;
        watch.requests -= 1;
        watch.changed?.();
      }
    };
  };
  const { fetch, setTimeout, clearTimeout } = window;
  window.fetch = function (...args) {
    const end = begin();
    const answer = fetch.apply(this ?? window, args);
    answer.then(end, end);
    return answer;
  };
  for (const name of ['arrayBuffer', 'blob', 'bytes', 'formData', 'json', 'text']) {
    const read = Response.prototype[name];
    if (!read) continue;
    Response.prototype[name] = function (...args) {
      const end = begin();
      const body = read.apply(this, args);
      body.then(end, end);
      return body;
    };
  }
  const { send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function (...args) {
    this.addEventListener('loadend', begin(), { once: true });
    return send.apply(this, args);
  };
  let depth = 0;
  window.setTimeout = function (work, delay, ...args) {
    // A timer that sets itself again and again does not show that more will come.
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

/// Maximum number of pages that scripts lead to in succession.
///
/// A page that leads further counts as one that never settles.
const LED: u32 = 10;

/// Reads pages as a browser has them, one after the other.
pub(super) async fn render(
    args: &args::ReadArgs,
    options: &BrowseOptions,
    mut printer: Printer,
) -> Result<Exit, Failure> {
    if args.pages.contains(&SourceArg::Stdin) {
        return Err(Failure::usage("stdin is not opened in a browser; expected a URL or a file"));
    }
    // Files are served, because a browser keeps pages of `file:` apart.
    let mut places = Vec::new();
    for page in &args.pages {
        places.push(match page {
            SourceArg::File(path) => {
                check_file(path)?;
                Some(local_site::serve(path).await?)
            }
            _ => None,
        });
    }
    let local = places.iter().flatten().map(|site| &site.url);
    args.render_in.driver.check(args.render_in.browser)?;
    let state = login::state(&args.render_in.login)?;
    let source = in_browser(args, state, local).await?;
    let work = async {
        let mut last: Option<Session> = None;
        for (page, local) in args.pages.iter().zip(&places) {
            // The screen may still show the page before.
            if let Some(session) = &mut last
                && session.is_usable()
            {
                let _ = session.open("about:blank").await;
            }
            // A page that ended the browser must not affect the pages after it.
            let mut session = match last.take().filter(Session::is_usable) {
                Some(session) => session,
                None => watched(&source).await?,
            };
            let url = match local {
                Some(site) => Ok(site.url.clone()),
                None => page.url(),
            };
            let rendered = async { rendered(&mut session, url?, local.is_some(), options).await };
            let rendered = tokio::time::timeout(options.request.timeout, rendered).await;
            if rendered.is_ok() {
                last = Some(session);
            } else {
                // A browser that is busy with the page takes long to close it, and is killed.
                let _ = tokio::time::timeout(CLOSE, session.close()).await;
            }
            printer.print(page, rendered.unwrap_or_else(|_| Err(slow(options.request.timeout))))?;
            if output::is_closed() {
                break;
            }
        }
        if let Some(session) = last {
            let _ = session.close().await;
        }
        Ok(printer.exit)
    };
    browsers::around(&source, work).await
}

/// Browsers that reach the addresses of a client, unless options change it.
async fn in_browser(
    args: &args::ReadArgs,
    state: Option<StorageState>,
    local: impl Iterator<Item = &Url>,
) -> Result<BrowserSource, Failure> {
    let how = &args.render_in;
    let mut guarded = client_options(args)?;
    for url in local {
        guarded.allow_url(url)?;
    }
    let wanted = login::Wanted {
        browser: how.browser,
        driver: &how.driver,
        pages: how.pages,
        login: &how.login,
        name: Some("webagents read"),
        hidden: Vec::new(),
        guarded,
    };
    login::browsers(wanted, state).await
}

/// A session that counts the requests of a page's scripts, if its browser can.
async fn watched(source: &BrowserSource) -> Result<Session, Failure> {
    let mut session = source.acquire().await?;
    let _ = session.preload(WATCH).await;
    Ok(session)
}

pub(in crate::commands) fn slow(limit: Duration) -> Failure {
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
    let url = of_the_web(url)?;
    let value = load(session, Some(url.as_str()), options.request.timeout).await?;
    shown(&value, url.as_str(), is_local, options)
}

/// An address that a browser may be sent to.
pub(super) fn of_the_web(url: Url) -> Result<Url, Failure> {
    if !matches!(url.scheme(), "http" | "https") {
        return Err(Failure::usage(INVALID_URL));
    }
    site::page(url)
}

/// Opens `url`, or stays on the session's page, and returns the page once it has settled.
pub(in crate::commands) async fn load(
    session: &mut Session,
    url: Option<&str>,
    limit: Duration,
) -> Result<Value, Failure> {
    if let Some(url) = url {
        session.use_load_deadline(limit);
        session.open(url).await.map_err(|error| match error.kind() {
            SessionErrorKind::Page(PageErrorKind::NoDocument) => nothing_shown(url),
            _ => error.into(),
        })?;
    }
    settled(session, limit).await
}

/// The failure of an address whose answer is not a page.
fn nothing_shown(url: &str) -> Failure {
    Failure::new(Exit::Findings, "No readable content found on page")
        .cause(format!("the browser showed no page of {url}: what it cannot show, it saves as a file"))
        .help("without --render it is said what the server sends")
}

/// A settled page as it is printed.
pub(super) fn shown(
    value: &Value,
    url: &str,
    is_local: bool,
    options: &BrowseOptions,
) -> Result<Browsed, Failure> {
    let member = |name: &str| value.get(name).and_then(Value::as_str).unwrap_or_default();
    let mut at = Url::parse(member("url")).ok();
    // A redirect may have led to an address with a password.
    if let Some(at) = &mut at {
        let _ = at.set_password(None);
        let _ = at.set_username("");
    }
    if !at.as_ref().is_some_and(|at| matches!(at.scheme(), "http" | "https")) {
        return Err(nothing_shown(url));
    }
    // 0 if the engine does not report it (<https://www.w3.org/TR/navigation-timing-2/>, Resource Timing's responseStatus).
    let status = value.get("status").and_then(Value::as_u64).and_then(|status| u16::try_from(status).ok());
    let status = status.filter(|status| *status > 0);
    if let Some(status) = status.filter(|status| *status >= 400 && !options.request.show_errors) {
        return Err(no_page(status, None).help("--show-errors prints the page of the error"));
    }
    match webagents_read::show_html(member("html"), at.as_ref(), options) {
        Ok(mut browsed) => {
            if is_local {
                browsed.source.url = None;
            }
            browsed.source.status = status;
            browsed.source.media_type =
                Some(member("type")).filter(|kind| !kind.is_empty()).map(str::to_owned);
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
                .without_text(&options.read))
        }
        Err(error) => Err(Failure::unread(error, &options.read)),
    }
}

/// Waits until the page has settled, also where scripts lead to another one, and returns it.
async fn settled(session: &mut Session, limit: Duration) -> Result<Value, Failure> {
    // JSON writes some characters as six bytes.
    let most = RENDERED.saturating_mul(6).saturating_add(64 * 1024);
    let how = ExecuteOptions::default().with_deadline(limit).with_max_result_bytes(most);
    let more = (limit / 3).saturating_sub(Duration::from_secs(5)).as_millis();
    let code = SETTLED.replace("MOST", &RENDERED.to_string()).replace("MORE", &more.to_string());
    for _ in 0..LED {
        let outcome = own_code(session, &code, &how).await;
        match outcome.result {
            Ok(value) => return Ok(value),
            Err(error) if error.kind == ErrorKind::Navigated => {}
            Err(error) => {
                return Err(Failure::new(Exit::Browser, format!("the page could not be read: {error}")));
            }
        }
    }
    Err(Failure::new(
        Exit::Findings,
        format!("the page could not be read: it led to another one {LED} times"),
    ))
}
