//! Runs in the isolated realm, next to Playwright, the bare debugger and an engine in Node.
//!
//! Three questions. What a call costs that the host decides on, next to an evaluation for each call. What a run costs that
//! calls nothing, next to two evaluations and to quickjs-emscripten. And how long code runs that does not end: native loops of
//! the engine, which no interrupt handler sees.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::runtime::Runtime;
use tokio::sync::Mutex;
use webagents_host::{HostTools, Isolates, Policy, ToolRunner, Verdict};
use webagents_runtime::{ErrorKind, ExecuteOptions, Outcome, Realm, Toolbox};
use webagents_runtime_webdriver::{Browser, BrowserOptions, Engine, Protocol, Session};

use crate::bare::Bare;
use crate::measure::{Contender, race, times_faster};
use crate::node::Node;
use crate::report::{Table, Target};
use crate::runtime::{chromium, seconds};
use crate::{Failure, corpus, site};

const SUBJECT: &str = "isolate";

/// Rounds of the small script, and of the chains.
const SMALL_ROUNDS: usize = 200;
const CHAIN_ROUNDS: usize = 25;
/// Rounds on another engine, in which a run in the page takes 100 ms and more.
const ELSEWHERE_ROUNDS: usize = 5;
/// Calls in a chain.
const CHAIN: usize = 20;
/// Runs after which processes and memory are looked at.
const MANY: usize = 1_000;
/// Deadline of code that does not end, and the time after which a peer's thread is ended.
const DEADLINE: Duration = Duration::from_secs(1);
const PATIENCE: Duration = Duration::from_secs(15);

/// Code that does not end soon: loops of the engine's own functions, and loops of the language.
const LOOPS: [&str; 12] = [
    "[].join.call({ length: 2 ** 32 - 1 }, '')",
    "[].reverse.call({ length: 2 ** 53 - 1 })",
    "[].indexOf.call({ length: 2 ** 53 - 1 }, 1)",
    "[].splice.call({ length: 2 ** 53 - 1 }, 0, 1)",
    "const a = 'a'.repeat(1e6) + 'b'; for (let i = 0; i < 1e6; i += 1) (a + i).indexOf(a + 'c')",
    "'a'.repeat(1e7).replaceAll('a', 'b'.repeat(3)).replaceAll('b', 'ccc').length",
    "/(?=(a+)+$)b/.test('a'.repeat(40) + 'c')",
    "/^(a+)+$/.test('a'.repeat(40) + 'b')",
    "new Array(1e8).fill(0).sort(() => 1)",
    "for (;;);",
    "(async () => { for (;;) await 0 })()",
    "JSON.stringify({ toJSON() { for (;;); } })",
];

/// Measures on a page with the bookstore's tools.
pub fn run(table: &mut Table) -> Result<(), Failure> {
    let site = site::serve(|path| {
        (path == "/").then(|| ("text/html; charset=utf-8", corpus::BOOKSTORE_PAGE.to_owned()))
    })?;
    let page = format!("{}/", site.url);
    let browser = chromium()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let options = BrowserOptions::default().with_binary(browser.clone());
    let (session, bare) = runtime.block_on(async {
        let session = session(options, &page).await?;
        let bare = Bare::open(session.driver().url(), &page).await?;
        Ok::<_, Failure>((session, bare))
    })?;
    let session = Mutex::new(session);
    let mut node = Node::running("browser_peer.mjs")?;
    node.ask(&json!({ "open": page, "browser": browser }))?;
    chain(table, &runtime, &session, &mut node, bare)?;
    host_calls(table, &runtime, &mut node)?;
    small(table, &runtime, &session, &mut node)?;
    endless(table, &runtime, &session, &mut node)?;
    many(table, &runtime, &session)?;
    node.ask(&json!({ "close": true }))?;
    runtime.block_on(session.into_inner().close())?;
    for (name, engine, protocol) in [
        ("firefox", Engine::Firefox, Protocol::Auto),
        ("webkit", Engine::WebKit, Protocol::Auto),
        ("chromium by classic WebDriver", Engine::Chromium, Protocol::Classic),
    ] {
        let options = BrowserOptions::default().with_engine(engine).with_protocol(protocol);
        match runtime.block_on(self::session(options, &page)) {
            Ok(session) => elsewhere(table, &runtime, name, session)?,
            Err(error) => table.figure(SUBJECT, format!("{name}: not run"), error.to_string()),
        }
    }
    Ok(())
}

/// Session on the page with the bookstore's tools, with processes for isolated code.
async fn session(options: BrowserOptions, page: &str) -> Result<Session, Failure> {
    let mut session = Browser::launch(options).await?.session().await?;
    session.use_isolates(Arc::new(Isolates::default()));
    // Code in the page's realm runs only if the policy allows every tool.
    session.use_guards(Policy::default().with_rule("*", Verdict::Allow));
    session.open(page).await?;
    session.use_tools(Toolbox::new(webagents_manifest::parse(corpus::BOOKSTORE).manifest));
    Ok(session)
}

fn chained() -> String {
    format!("let b; for (let i = 0; i < {CHAIN}; i++) b = await global.getBasket(); return b.count + 2")
}

/// Twenty calls, one after the other and at once, next to twenty evaluations.
fn chain(
    table: &mut Table,
    runtime: &Runtime,
    session: &Mutex<Session>,
    node: &mut Node,
    mut bare: Bare,
) -> Result<(), Failure> {
    let raw = Mutex::new(runtime.block_on(bare.debugger())?);
    let (script, steps) = (chained(), vec!["getBasket().then((basket) => basket.count + 2)"; CHAIN]);
    let at_once = format!(
        "const b = await Promise.all(Array.from({{ length: {CHAIN} }}, () => global.getBasket())); return b[0].count + 2"
    );
    let ours = |code: &str| runtime.block_on(timed(session, code, Realm::Isolated));
    let mut contenders = [
        Contender::timed("20 calls, one after the other", || ours(&script)),
        Contender::timed("20 calls at once", || ours(&at_once)),
        Contender::timed("20 Playwright evaluations", || seconds(&node.ask(&json!({ "chain": steps }))?)),
        Contender::timed("20 raw CDP evaluations", || {
            runtime.block_on(async {
                let mut raw = raw.lock().await;
                let start = Instant::now();
                for step in &steps {
                    raw.evaluate(step).await?;
                }
                Ok(start.elapsed())
            })
        }),
    ];
    race(CHAIN_ROUNDS, &mut contenders)?;
    figures(table, "", &contenders);
    let [ours, at_once, playwright, cdp] = &contenders;
    for (what, ratio, most) in [
        ("20 calls over 20 Playwright evaluations", times_faster(playwright, ours), 0.6),
        ("20 calls over 20 raw CDP evaluations", times_faster(cdp, ours), 1.7),
        ("20 calls at once over one after the other", times_faster(ours, at_once), 0.3),
    ] {
        table.ratio(SUBJECT, what, ratio, Some(Target::AtMost(most)));
    }
    drop(contenders);
    drop(raw);
    runtime.block_on(bare.close())
}

/// Twenty calls of a tool of this program, next to twenty evaluations and to quickjs-emscripten.
fn host_calls(table: &mut Table, runtime: &Runtime, node: &mut Node) -> Result<(), Failure> {
    let declaration = json!({ "name": "next", "description": "Returns the number after `value`.",
        "inputSchema": { "type": "object", "properties": { "value": { "type": "number" } }, "required": ["value"] } });
    let next =
        |arguments: Value, _| async move { Ok(json!(arguments["value"].as_f64().unwrap_or_default() + 1.0)) };
    let tools = HostTools::default().with_declaration("counter", &declaration, next)?;
    let runner = ToolRunner::new(tools, Policy::default());
    let code = format!(
        "let n = 0; const start = performance.now(); for (let i = 0; i < {CHAIN}; i++) n = await counter.next({{ value: n }}); \
         return [n, performance.now() - start]"
    );
    let node = std::cell::RefCell::new(node);
    let steps = vec!["getBasket().then((basket) => basket.count + 2)"; CHAIN];
    let mut contenders = [
        Contender::timed("20 host calls, with the start of the run", || {
            let start = Instant::now();
            called(runtime, &runner, &code)?;
            Ok(start.elapsed())
        }),
        Contender::timed("20 host calls", || called(runtime, &runner, &code)),
        Contender::timed("20 Playwright evaluations, next to host calls", || {
            seconds(&node.borrow_mut().ask(&json!({ "chain": steps }))?)
        }),
        Contender::timed("quickjs-emscripten, 20 host calls", || {
            seconds(&node.borrow_mut().ask(&json!({ "hostCalls": CHAIN }))?)
        }),
    ];
    race(CHAIN_ROUNDS, &mut contenders)?;
    figures(table, "", &contenders);
    let [_, ours, playwright, sandbox] = &contenders;
    let ratio = times_faster(playwright, ours);
    table.ratio(SUBJECT, "20 host calls over 20 Playwright evaluations", ratio, Some(Target::AtMost(0.1)));
    table.ratio(SUBJECT, "20 host calls over quickjs-emscripten", times_faster(sandbox, ours), None);
    Ok(())
}

/// Runs code that counts to [`CHAIN`] by calls, and returns the time that the code measured.
fn called(runtime: &Runtime, runner: &ToolRunner, code: &str) -> Result<Duration, Failure> {
    let run = runtime.block_on(runner.run(code, &ExecuteOptions::default()));
    let value = run.outcome.value().ok_or_else(|| format!("the run failed: {:?}", run.outcome.result))?;
    if value[0] != CHAIN {
        return Err(format!("the code counted to {} instead of {CHAIN}", value[0]).into());
    }
    Ok(Duration::from_secs_f64(value[1].as_f64().ok_or("no time")? / 1e3))
}

/// Runs that call nothing.
fn small(
    table: &mut Table,
    runtime: &Runtime,
    session: &Mutex<Session>,
    node: &mut Node,
) -> Result<(), Failure> {
    let node = std::cell::RefCell::new(node);
    let limit = DEADLINE.as_millis();
    let mut contenders = [
        Contender::timed("a run of 1 + 1", || {
            runtime.block_on(timed(session, "return 1 + 1", Realm::Isolated))
        }),
        Contender::timed("2 Playwright evaluations", || {
            seconds(&node.borrow_mut().ask(&json!({ "chain": ["1 + 1", "1 + 1"] }))?)
        }),
        Contender::timed("quickjs-emscripten, 1 + 1", || {
            seconds(&node.borrow_mut().ask(&json!({ "sandbox": "1 + 1", "limit": limit }))?)
        }),
    ];
    race(SMALL_ROUNDS, &mut contenders)?;
    figures(table, "", &contenders);
    let [ours, playwright, sandbox] = &contenders;
    let ratio = times_faster(playwright, ours);
    table.ratio(SUBJECT, "a run of 1 + 1 over 2 Playwright evaluations", ratio, Some(Target::AtMost(1.0)));
    table.ratio(SUBJECT, "a run of 1 + 1 over quickjs-emscripten", times_faster(sandbox, ours), None);
    Ok(())
}

/// Code that does not end, with a deadline of a second.
fn endless(
    table: &mut Table,
    runtime: &Runtime,
    session: &Mutex<Session>,
    node: &mut Node,
) -> Result<(), Failure> {
    let options = ExecuteOptions::default().with_deadline(DEADLINE);
    let (mut ours, mut theirs, mut open) = (Duration::ZERO, Duration::ZERO, 0);
    for code in LOOPS {
        let start = Instant::now();
        let code_of_run = format!("return {code}");
        let outcome = runtime.block_on(async {
            let mut session = session.lock().await;
            let code = if code.starts_with("const") || code.starts_with("for") { code } else { &code_of_run };
            session.execute_with(code, &options).await
        });
        ours = ours.max(start.elapsed());
        if outcome.failed_with(ErrorKind::BrowserLost) || outcome.failed_with(ErrorKind::PageCrashed) {
            return Err(format!("{code}: {:?}", outcome.result).into());
        }
        let (limit, patience) = (DEADLINE.as_millis(), PATIENCE.as_millis());
        let answer = node.ask(&json!({ "endless": code, "limit": limit, "patience": patience }))?;
        theirs = theirs.max(seconds(&answer)?);
        open += usize::from(answer["ended"] == false);
    }
    let shown = |time: Duration| format!("{:.2} s", time.as_secs_f64());
    table.figure(SUBJECT, "quickjs-emscripten, longest of 12 endless codes", shown(theirs));
    let what = format!("quickjs-emscripten, not ended after {} s", PATIENCE.as_secs());
    table.figure(SUBJECT, what, open.to_string());
    let ratio = ours.as_secs_f64() / DEADLINE.as_secs_f64();
    table.ratio(
        SUBJECT,
        "longest of 12 endless codes over its deadline of 1 s",
        ratio,
        Some(Target::AtMost(2.0)),
    );
    Ok(())
}

/// A thousand runs: what is left of them.
fn many(table: &mut Table, runtime: &Runtime, session: &Mutex<Session>) -> Result<(), Failure> {
    let (before, browsers_before) = (resident("self")?, sum_of_descendants()?);
    for _ in 0..MANY {
        runtime.block_on(timed(session, "return 1 + 1", Realm::Isolated))?;
    }
    let grown = resident("self")?.saturating_sub(before);
    let browsers_grown = sum_of_descendants()?.saturating_sub(browsers_before);
    for (what, grown, most) in [("the parent", grown, 5.0), ("its browsers", browsers_grown, 20.0)] {
        let what = format!("MiB that {what} grew by in {MANY} runs");
        let grown = f64::from(u32::try_from(grown)?) / 1024.0;
        table.score(SUBJECT, what, grown, Some(Target::AtMost(most)));
    }
    // One is ready for the next run.
    table.figure(SUBJECT, format!("helpers after {MANY} runs"), helpers()?.len().to_string());
    Ok(())
}

/// The chain on another engine, next to a run for each call in the page's realm.
fn elsewhere(table: &mut Table, runtime: &Runtime, name: &str, session: Session) -> Result<(), Failure> {
    let session = Mutex::new(session);
    let (script, single) = (chained(), "return (await global.getBasket()).count + 2");
    let mut contenders = [
        Contender::timed("20 calls, one after the other", || {
            runtime.block_on(timed(&session, &script, Realm::Isolated))
        }),
        Contender::timed("20 runs of one call in the page", || {
            let mut sum = Duration::ZERO;
            for _ in 0..CHAIN {
                sum += runtime.block_on(timed(&session, single, Realm::Page))?;
            }
            Ok(sum)
        }),
    ];
    race(ELSEWHERE_ROUNDS, &mut contenders)?;
    figures(table, &format!(", {name}"), &contenders);
    let [ours, page] = &contenders;
    let what = format!("20 calls over 20 runs in the page, {name}");
    table.ratio(SUBJECT, what, times_faster(page, ours), None);
    drop(contenders);
    Ok(runtime.block_on(session.into_inner().close())?)
}

/// Runs code that returns 2, and takes the time.
async fn timed(session: &Mutex<Session>, code: &str, realm: Realm) -> Result<Duration, Failure> {
    let mut session = session.lock().await;
    let options = ExecuteOptions::default().with_realm(realm);
    let start = Instant::now();
    let outcome: Outcome = session.execute_with(code, &options).await;
    let took = start.elapsed();
    // A figure for work that failed would be worth nothing.
    if outcome.value().is_some_and(|value| *value == 2) {
        return Ok(took);
    }
    Err(format!("the script did not return 2 but {:?}", outcome.result).into())
}

/// Resident memory of a process, in KiB.
fn resident(process: &str) -> Result<u64, Failure> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no VmRSS")?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}

/// Resident memory of the processes that this one started, and of theirs, without helpers, in KiB.
fn sum_of_descendants() -> Result<u64, Failure> {
    let (parents, helpers) = (parents()?, helpers()?);
    let own = std::process::id().to_string();
    let is_descendant = |process: &String| {
        std::iter::successors(Some(process), |process| parents.get(*process)).any(|process| *process == own)
    };
    let others = parents.keys().filter(|process| is_descendant(process) && !helpers.contains(process));
    // A process may have ended since, and a dead one has no memory.
    Ok(others.filter_map(|process| resident(process).ok()).sum())
}

/// Process identifiers with the parent of each.
fn parents() -> Result<HashMap<String, String>, Failure> {
    let mut parents = HashMap::new();
    for entry in std::fs::read_dir("/proc")? {
        let entry = entry?;
        let Ok(stat) = std::fs::read_to_string(entry.path().join("stat")) else { continue };
        let parent = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(1));
        if let Some(parent) = parent {
            parents.insert(entry.file_name().to_string_lossy().into_owned(), parent.to_owned());
        }
    }
    Ok(parents)
}

/// Child processes that run isolated code.
fn helpers() -> Result<Vec<String>, Failure> {
    let own = std::process::id().to_string();
    let mut children: Vec<String> =
        parents()?.into_iter().filter(|(_, parent)| *parent == own).map(|(process, _)| process).collect();
    children.retain(|process| {
        std::fs::read_to_string(format!("/proc/{process}/cmdline")).is_ok_and(|line| line.contains("isolate"))
    });
    Ok(children)
}

/// The best next to the median shows how much of it is the machine's other work.
fn figures(table: &mut Table, of: &str, contenders: &[Contender<'_>]) {
    for contender in contenders {
        let (median, best) = (contender.median().as_secs_f64() * 1e3, contender.best().as_secs_f64() * 1e3);
        table.figure(SUBJECT, format!("{}{of}", contender.name), format!("{median:.2} ms, best {best:.2}"));
    }
}
