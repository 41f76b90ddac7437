//! Cost of commands on a page next to agent-browser and Playwright.
//!
//! The same steps on the same page: as calls of the library, next to agent-browser's daemon and Playwright in its own
//! process. All drive the same Chromium, each its own. agent-browser and Playwright wait for less than we do after a click: they
//! do not report the changes.

mod steps;

use std::path::Path;

use tokio::runtime::Runtime;

use crate::Failure;
use crate::agent_browser::AgentBrowser;
use crate::measure::{Contender, Quartiles, ratios};
use crate::node::Node;
use crate::report::{Table, Target};
use crate::site::{self, Site};

const SUBJECT: &str = "browse";
const HTML: &str = "text/html; charset=utf-8";

/// Measures all of it.
pub fn run(table: &mut Table) -> Result<(), Failure> {
    let site = site()?;
    let browser = crate::runtime::chromium()?;
    table.figure(SUBJECT, "load of the machine at the start: 1, 5 and 15 minutes", load());
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let peers = Peers::start(&browser, &site)?;
    steps::run(table, &runtime, peers, &browser, &site)?;
    table.figure(SUBJECT, "load of the machine at the end: 1, 5 and 15 minutes", load());
    Ok(())
}

/// The other programs, each with a browser.
struct Peers {
    agent_browser: AgentBrowser,
    node: Node,
}

impl Peers {
    fn start(browser: &Path, site: &Site) -> Result<Self, Failure> {
        let page = format!("{}/", site.url);
        let mut node = Node::running("browser_peer.mjs")?;
        node.ask(&serde_json::json!({ "open": page, "browser": browser }))?;
        Ok(Self { agent_browser: AgentBrowser::open(browser, &page)?, node })
    }
}

/// The pages of the measurements.
fn site() -> Result<Site, Failure> {
    site::serve(|path| (path == "/").then(|| (HTML, SMALL.to_owned())))
}

/// A page whose button changes it at once.
const SMALL: &str = r#"<!doctype html><html lang=en><meta charset=utf-8><title>Order</title>
<h1>Order</h1><nav><a href="/">Home</a></nav>
<form onsubmit="return false"><label>Name <input id=name></label> <label>Street <input></label> <label>Town <input></label>
<label>Country <select><option>France<option>Spain</select></label> <label><input type=checkbox> Gift</label>
<label>Remarks <textarea></textarea></label>
<button type=button id=more onclick="document.querySelector('output').textContent = ++count">More</button>
<button type=button>Less</button></form><p>Copies: <output>0</output></p><script>let count = 0</script></html>"#;

/// Puts the times of contenders into the table: the median and the quartiles.
fn figures(table: &mut Table, what: &str, contenders: &[Contender<'_>]) {
    for contender in contenders {
        let what = format!("{what}, {}: ms (quartiles)", contender.name);
        table.figure(SUBJECT, what, contender.milliseconds().to_string());
    }
}

/// Compares two contenders: how many times as long the other one takes.
fn compare(
    table: &mut Table,
    what: &str,
    ours: &Contender<'_>,
    theirs: &Contender<'_>,
    target: Option<Target>,
) {
    let Quartiles { lower, median, upper } = ratios(ours, theirs);
    let what =
        format!("{what}, {} over {}: time (quartiles {lower:.2} to {upper:.2})", theirs.name, ours.name);
    table.ratio(SUBJECT, what, median, target);
}

fn load() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split_whitespace().take(3).collect::<Vec<_>>().join(" ")
}

/// A session of the library on the page at `url`, and its commands.
async fn session(
    browser: &Path,
    url: &str,
) -> Result<(webagents_runtime_webdriver::Session, webagents_browse::Browse), Failure> {
    use webagents_runtime_webdriver::{Browser, BrowserOptions};
    let options = BrowserOptions::default().with_binary(browser.to_owned());
    let mut session = Browser::launch(options).await?.session().await?;
    session.open(url).await?;
    Ok((session, webagents_browse::Browse::new(webagents_browse::ActionOptions::default())))
}

/// Blocks on a request, and returns its value with the time it took.
fn ask(
    runtime: &Runtime,
    session: &mut webagents_runtime_webdriver::Session,
    browse: &mut webagents_browse::Browse,
    words: &[&str],
) -> Result<(String, std::time::Duration), Failure> {
    let request = webagents_browse::ActionRequest::from_words(words.iter().copied())?;
    let start = std::time::Instant::now();
    let reply = runtime.block_on(browse.run(session, &request, std::time::Duration::from_secs(30)));
    let took = start.elapsed();
    Ok((reply?.value, took))
}
