//! Cost of an agent's step, compared with other tools that drive a browser for a model.
//!
//! Two questions. The cost of one evaluation: next to Playwright's `page.evaluate`, agent-browser's `eval`, and the
//! debugger with nothing in between. And the cost of a task: one script that chains a site's tools, next to one
//! evaluation for each call, and next to looking at the page and clicking on it. There the milliseconds are the
//! smaller part: each command is a turn of the model, and each snapshot is text that it reads.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::runtime::Runtime;
use tokio::sync::Mutex;
use webagents_host::Isolates;
use webagents_runtime::{ErrorKind, ExecuteOptions, Toolbox};
use webagents_runtime_webdriver::{Browser, BrowserOptions, Session};

use crate::agent_browser::AgentBrowser;
use crate::bare::Bare;
use crate::measure::{Contender, race};
use crate::node::Node;
use crate::report::{Table, Target};
use crate::{Failure, corpus, site};

const SUBJECT: &str = "runtime";

/// Runs of the small script, of the chains, and of the task.
const SMALL_ROUNDS: usize = 300;
const CHAIN_ROUNDS: usize = 25;
const TASK_ROUNDS: usize = 5;

/// Calls in a chain.
const CHAIN: usize = 20;

/// The task as a model would write it for the bookstore's tools.
const TASK: &str = "const [book] = await global.searchBooks(\"sea\", 3);\n\
    await global.getBookDetails(book.id);\n\
    await global.addToBasket(book.id, 2);\n\
    return await global.getBasket();";

/// Copies of the book in the basket in the end.
const COPIES: u64 = 2;

/// The deadline of an endless loop.
const DEADLINE: Duration = Duration::from_secs(1);

/// Measures on a page with the bookstore's tools.
pub fn run(table: &mut Table) -> Result<(), Failure> {
    let site = site::serve(|path| {
        (path == "/").then(|| ("text/html; charset=utf-8", corpus::BOOKSTORE_PAGE.to_owned()))
    })?;
    let page = format!("{}/", site.url);
    let browser = chromium()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let (session, bare) = runtime.block_on(async {
        let options = BrowserOptions::default().with_binary(browser.clone());
        let source = Browser::launch(options).await?;
        let mut session = source.session().await?;
        session.use_isolates(Arc::new(Isolates::default()));
        session.open(&page).await?;
        session.use_tools(Toolbox::from(webagents_manifest::parse(corpus::BOOKSTORE)));
        let bare = Bare::open(session.driver().url(), &page).await?;
        Ok::<_, Failure>((session, bare))
    })?;
    let mut bench = Bench {
        runtime: &runtime,
        session: Mutex::new(session),
        node: Node::running("browser_peer.mjs")?,
        page: &page,
        browser: &browser,
    };
    bench.node.ask(&json!({ "open": page, "browser": browser }))?;
    bench.one_evaluation(table, bare)?;
    bench.chain(table)?;
    bench.endless_loop(table)?;
    bench.task(table)?;
    bench.node.ask(&json!({ "close": true }))?;
    runtime.block_on(bench.session.into_inner().close())?;
    Ok(())
}

struct Bench<'a> {
    runtime: &'a Runtime,
    session: Mutex<Session>,
    node: Node,
    page: &'a str,
    browser: &'a Path,
}

impl Bench<'_> {
    /// `1 + 1` on a warm page.
    fn one_evaluation(&mut self, table: &mut Table, mut bare: Bare) -> Result<(), Failure> {
        let (runtime, session, node) = (self.runtime, &self.session, &mut self.node);
        let raw = Mutex::new(runtime.block_on(bare.debugger())?);
        let agent_browser = AgentBrowser::open(self.browser, self.page)?;
        let mut contenders = [
            Contender::timed("webagents execute", || {
                runtime.block_on(async {
                    let mut session = session.lock().await;
                    let start = Instant::now();
                    let outcome = session.execute("return 1 + 1").await;
                    let took = start.elapsed();
                    is_two(outcome.value())?;
                    Ok(took)
                })
            }),
            Contender::timed("raw CDP Runtime.evaluate", || {
                runtime.block_on(async {
                    let mut raw = raw.lock().await;
                    let start = Instant::now();
                    let value = raw.evaluate("1 + 1").await?;
                    let took = start.elapsed();
                    is_two(Some(&value))?;
                    Ok(took)
                })
            }),
            Contender::timed("Playwright page.evaluate", || {
                let answer = node.ask(&json!({ "evaluate": "1 + 1" }))?;
                is_two(answer.get("value"))?;
                seconds(&answer)
            }),
            Contender::timed("agent-browser eval", || {
                let (printed, took) = agent_browser.evaluate("1 + 1")?;
                if printed == "2" { Ok(took) } else { Err(format!("agent-browser printed {printed}").into()) }
            }),
        ];
        race(SMALL_ROUNDS, &mut contenders)?;
        figures(table, ", 1 + 1", &contenders);
        let [ours, raw_cdp, playwright, agent] =
            &contenders.map(|contender| contender.median().as_secs_f64());
        let targets = [
            ("webagents over raw CDP", ours / raw_cdp, Target::AtMost(1.5)),
            ("Playwright over webagents", playwright / ours, Target::AtLeast(1.0)),
            ("agent-browser over webagents", agent / ours, Target::AtLeast(1.0)),
        ];
        for (what, ratio, target) in targets {
            table.ratio(SUBJECT, what, ratio, Some(target));
        }
        drop(agent_browser);
        drop(raw);
        runtime.block_on(bare.close())
    }

    /// Twenty calls in one script, and one each in twenty of Playwright's evaluations.
    fn chain(&mut self, table: &mut Table) -> Result<(), Failure> {
        let (runtime, session, node) = (self.runtime, &self.session, &mut self.node);
        let script = format!(
            "let basket;\nfor (let i = 0; i < {CHAIN}; i++) basket = await global.getBasket();\nreturn basket.count + 2;"
        );
        let mut steps = vec!["getBasket().then((basket) => basket.count)"; CHAIN - 1];
        steps.push("getBasket().then((basket) => basket.count + 2)");
        let mut contenders = [
            Contender::timed("webagents, 20 calls in one script", || {
                runtime.block_on(async {
                    let start = Instant::now();
                    let outcome = session.lock().await.execute(&script).await;
                    let took = start.elapsed();
                    is_two(outcome.value())?;
                    Ok(took)
                })
            }),
            Contender::timed("Playwright, 20 evaluations", || {
                let answer = node.ask(&json!({ "chain": steps }))?;
                is_two(answer.get("value"))?;
                seconds(&answer)
            }),
        ];
        race(CHAIN_ROUNDS, &mut contenders)?;
        figures(table, "", &contenders);
        let [ours, theirs] = &contenders.map(|contender| contender.median().as_secs_f64());
        table.ratio(
            SUBJECT,
            "20 Playwright evaluations over one script",
            theirs / ours,
            Some(Target::AtLeast(1.0)),
        );
        Ok(())
    }

    /// Measures the time until an endless loop has ended and the page has answered the next run.
    ///
    /// The target is the deadline and one second.
    fn endless_loop(&self, table: &mut Table) -> Result<(), Failure> {
        let took = self.runtime.block_on(async {
            let mut session = self.session.lock().await;
            let start = Instant::now();
            let outcome =
                session.execute_with("for (;;);", &ExecuteOptions::default().with_deadline(DEADLINE)).await;
            if outcome.error().map(|error| error.kind) != Some(ErrorKind::Timeout) {
                return Err(Failure::from(format!("the endless loop ended in another way: {outcome:?}")));
            }
            is_two(session.execute("return 1 + 1").await.value())?;
            Ok(start.elapsed())
        })?;
        let what = "an endless loop: until the next run has answered, over its deadline of 1 s";
        table.ratio(SUBJECT, what, took.as_secs_f64() / DEADLINE.as_secs_f64(), Some(Target::AtMost(2.0)));
        Ok(())
    }

    /// Find a book, look at it, take two copies, read the basket.
    fn task(&mut self, table: &mut Table) -> Result<(), Failure> {
        let (runtime, session) = (self.runtime, &self.session);
        let started = self.node.ask(&json!({ "start": self.page, "browser": self.browser }))?;
        let node = &mut self.node;
        let (mut ours, mut theirs) = (Value::Null, Value::Null);
        let mut contenders = [
            Contender::timed("webagents, the task", || {
                runtime.block_on(async {
                    let mut session = session.lock().await;
                    let start = Instant::now();
                    // A fresh page has an empty basket.
                    session.open(self.page).await?;
                    let outcome = session.execute(TASK).await;
                    let took = start.elapsed();
                    ours = outcome.result.map_err(|_| "the task failed")?;
                    if ours["count"] == COPIES {
                        Ok(took)
                    } else {
                        Err(format!("the basket is {ours}").into())
                    }
                })
            }),
            Contender::timed("playwright-mcp, the task", || {
                theirs = node.ask(&json!({ "task": true }))?;
                let basket = theirs["basket"].as_str().unwrap_or_default();
                let label = format!("{COPIES} copies in the basket");
                if !basket.contains(&label) {
                    return Err(format!("playwright-mcp's basket: {basket}").into());
                }
                seconds(&theirs)
            }),
        ];
        race(TASK_ROUNDS, &mut contenders)?;
        figures(table, "", &contenders);
        let [our_time, their_time] = &contenders.map(|contender| contender.median().as_secs_f64());
        table.ratio(SUBJECT, "the task, playwright-mcp over webagents: time", their_time / our_time, None);

        let toolbox = Toolbox::from(webagents_manifest::parse(corpus::BOOKSTORE));
        let call = json!({ "name": "execute_js", "arguments": { "code": TASK } }).to_string();
        let our_texts = [call, ours.to_string()];
        let their_texts: Vec<String> = serde_json::from_value(theirs["texts"].take())?;
        let (our_tools, their_tools) = (
            [toolbox.context_for_llm(), toolbox.execute_tool().to_string()],
            [text(&started, "definitions")?],
        );
        let commands = theirs["commands"].as_f64().ok_or("playwright-mcp's commands were not counted")?;
        table.ratio(SUBJECT, "the task, playwright-mcp over webagents: commands", commands, None);
        let mut counter = Node::start()?;
        let mut count = |texts: &[String]| counter.tokens(texts);
        let told = [count(&our_tools)?, count(&their_tools)?];
        let said = [count(&our_texts)?, count(&their_texts)?];
        for (what, [ours, theirs]) in [("tokens to know the tools", told), ("tokens to do the task", said)] {
            table.figure(SUBJECT, format!("webagents, {what}"), ours.to_string());
            table.figure(SUBJECT, format!("playwright-mcp, {what}"), theirs.to_string());
            #[allow(clippy::cast_precision_loss, reason = "tokens are far below 2^53")]
            let ratio = theirs as f64 / ours as f64;
            table.ratio(SUBJECT, format!("the task, playwright-mcp over webagents: {what}"), ratio, None);
        }
        Ok(())
    }
}

/// The browser that all contenders drive.
pub(crate) fn chromium() -> Result<PathBuf, Failure> {
    let names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
    let folders: Vec<PathBuf> =
        std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect()).unwrap_or_default();
    names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|program| program.is_file())
        .ok_or_else(|| "no Chromium is on the PATH; run `cargo xtask setup`".into())
}

/// A figure for work that failed would be worth nothing.
fn is_two(value: Option<&Value>) -> Result<(), Failure> {
    if value.and_then(Value::as_f64) == Some(2.0) {
        return Ok(());
    }
    Err(format!("the script did not return 2 but {value:?}").into())
}

pub(crate) fn seconds(answer: &Value) -> Result<Duration, Failure> {
    let seconds = answer["seconds"].as_f64().ok_or("expected `seconds` in the peer's answer, found none")?;
    Ok(Duration::from_secs_f64(seconds))
}

fn text(answer: &Value, name: &str) -> Result<String, Failure> {
    answer[name].as_str().map(str::to_owned).ok_or_else(|| format!("the peer gave no {name}").into())
}

/// The best next to the median shows how much of it is the machine's other work.
fn figures(table: &mut Table, of: &str, contenders: &[Contender<'_>]) {
    for contender in contenders {
        let (median, best) = (contender.median().as_secs_f64() * 1e3, contender.best().as_secs_f64() * 1e3);
        table.figure(SUBJECT, format!("{}{of}", contender.name), format!("{median:.2} ms, best {best:.2}"));
    }
}
