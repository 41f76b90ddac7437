//! Results, events and pages of 1 to 200 MB by each transport, and such results by Playwright.
//!
//! Measured are the outcome, the time over the deadline, and the bytes that left the page.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::time::timeout;
use webagents_runtime::{ExecuteOptions, Outcome};
use webagents_runtime_webdriver::{Browser, BrowserOptions, Engine, Protocol, Session, received_bytes};

use crate::node::Node;
use crate::report::{Table, Target};
use crate::{Failure, site};

const SUBJECT: &str = "large";
const MEGABYTES: [usize; 4] = [1, 17, 64, 200];
const DEADLINE: Duration = Duration::from_secs(8);
/// A run that is not over by then never ends.
const HANGS: Duration = Duration::from_mins(2);
/// Seconds that a run may take over its deadline, to stop the script and to fetch its journal.
const OVER: f64 = 1.5;
/// Seconds over the deadline of a run with large console messages, dialogs and errors.
///
/// While the browser handles these, it stops no script, and the session ends or goes on in another tab. The longest is
/// the headless shell's, with 600 MB in all.
const OVER_EVENTS: f64 = 12.0;
/// Megabytes that may leave a page whose result is above its limit.
const LEFT: f64 = 0.1;
/// Rounds of the comparison with Playwright, of which the median counts.
const ROUNDS: usize = 3;

const ENGINES: [(Engine, &str, &str); 3] = [
    (Engine::ChromiumHeadlessShell, "Chromium's headless shell", "headless-shell"),
    (Engine::Firefox, "Firefox", "firefox"),
    (Engine::WebKit, "WebKit", "webkit"),
];

const EVENTS: &str = "console, error and dialog";

/// Kinds of code: name, code with `SIZE` for the bytes, and `true` for a result above the limit.
const KINDS: [(&str, &str, bool); 5] = [
    ("a result within the limit", "return 'x'.repeat(SIZE)", false),
    (
        "a list within the limit",
        "const text = 'x'.repeat(99); return Array.from({ length: SIZE / 100 }, () => text)",
        false,
    ),
    ("a result above the limit", "return 'x'.repeat(SIZE)", true),
    (
        "a nested result above the limit",
        "return { a: [{ ['x'.repeat(SIZE / 2)]: 'x'.repeat(SIZE / 2) }] }",
        true,
    ),
    (
        EVENTS,
        "console.log(...Array.from({ length: 10 }, () => 'x'.repeat(SIZE / 10))); shout(SIZE); \
         throw new Error('x'.repeat(SIZE))",
        true,
    ),
];

/// A page whose own console and dialogs have no end, and one that its script fills with text.
fn page(path: &str) -> site::Answer {
    let html = match path.strip_prefix("/filled/").and_then(|size| size.parse::<usize>().ok()) {
        None if path == "/" => "<body>page<script>
                function shout(size) { const text = 'x'.repeat(size); console.log(text); alert(text); }
            </script>"
            .to_owned(),
        None => return None,
        Some(megabytes) => format!(
            "<body><main id=m></main><script>
                const line = '<p>' + 'words of a page '.repeat(6) + '</p>';
                m.innerHTML = line.repeat(Math.ceil({megabytes}e6 / line.length));
            </script>"
        ),
    };
    Some(("text/html; charset=utf-8", html))
}

/// Measures with each engine that can be started, by its own protocol and by classic WebDriver.
pub fn run(table: &mut Table) -> Result<(), Failure> {
    let site = site::serve(page)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let (mut latest, mut latest_event, mut most) = (0.0_f64, 0.0_f64, 0.0_f64);
    for (engine, name, option) in ENGINES {
        for (protocol, way) in
            [(Protocol::Auto, "its own protocol"), (Protocol::Classic, "classic WebDriver")]
        {
            let mut session = None;
            for (kind, code, is_above) in KINDS {
                for megabytes in MEGABYTES {
                    let code = code.replace("SIZE", &format!("{megabytes}e6"));
                    let measured =
                        runtime.block_on(one(&mut session, engine, protocol, &code, is_above, &site.url));
                    let figure = match measured {
                        Ok(Measured { figure, over, left }) => {
                            if kind == EVENTS {
                                latest_event = latest_event.max(over);
                            } else {
                                latest = latest.max(over);
                                // The smallest is within the limit.
                                most = if is_above && megabytes > 1 { most.max(left) } else { most };
                            }
                            figure
                        }
                        Err(failure) => format!("not measured: {failure}"),
                    };
                    eprintln!("{name}, {way}: {kind}, {megabytes} MB: {figure}");
                    table.figure(SUBJECT, format!("{name}, {way}: {kind}, {megabytes} MB"), figure);
                }
            }
        }
        for megabytes in MEGABYTES {
            let figure = rendered(option, megabytes, &site.url)?;
            eprintln!("{name}: `read --render`, {megabytes} MB: {figure}");
            table.figure(SUBJECT, format!("{name}: `read --render` of a page of {megabytes} MB"), figure);
        }
    }
    table.score(SUBJECT, "results: most seconds over the deadline", latest, Some(Target::AtMost(OVER)));
    let what = "events: most seconds over the deadline";
    table.score(SUBJECT, what, latest_event, Some(Target::AtMost(OVER_EVENTS)));
    table.score(
        SUBJECT,
        "results above the limit: most MB that left a page",
        most,
        Some(Target::AtMost(LEFT)),
    );
    beside_playwright(table, &runtime, &site.url)
}

/// Result of one run.
struct Measured {
    figure: String,
    /// Seconds over the deadline.
    over: f64,
    /// Megabytes that were received.
    left: f64,
}

/// Runs code in the session, or in a new one if there is none.
async fn one(
    session: &mut Option<Session>,
    engine: Engine,
    protocol: Protocol,
    code: &str,
    is_above: bool,
    site: &str,
) -> Result<Measured, Failure> {
    if !session.as_ref().is_some_and(Session::is_usable) {
        *session = Some(open(engine, protocol, site).await?);
    }
    let running = session.as_mut().ok_or("there is no session")?;
    let mut limits = ExecuteOptions::default().with_deadline(DEADLINE);
    if !is_above {
        limits.max_result_bytes = 300_000_000;
    }
    let (start, before) = (Instant::now(), received_bytes());
    let outcome = timeout(HANGS, running.execute_with(code, &limits)).await;
    let (took, left) = (start.elapsed(), megabytes(received_bytes() - before));
    let over = took.saturating_sub(DEADLINE).as_secs_f64();
    let end = match &outcome {
        Ok(outcome) => end(outcome),
        Err(_) => "no end".to_owned(),
    };
    let mut figure = format!("{end} after {} ms", took.as_millis());
    // Writing to a String cannot fail.
    let _ = write!(figure, ", {:.0} ms over the deadline, {left:.1} MB received", over * 1e3);
    if !(running.is_usable() && running.execute("return 1").await.is_ok()) {
        figure.push_str("; the session has ended");
        *session = None;
    }
    Ok(Measured { figure, over, left })
}

fn end(outcome: &Outcome) -> String {
    match outcome.error() {
        Some(error) => format!("{:?}", error.kind),
        None => "the result".to_owned(),
    }
}

#[allow(clippy::cast_precision_loss, reason = "sizes are far below 2^53")]
fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

async fn open(engine: Engine, protocol: Protocol, site: &str) -> Result<Session, Failure> {
    let mut options = BrowserOptions::default().with_engine(engine).with_protocol(protocol);
    options.driver.program = geckodriver().filter(|_| engine == Engine::Firefox);
    let mut session = Browser::launch(options).await?.session().await?;
    session.open(&format!("{site}/")).await?;
    Ok(session)
}

/// geckodriver where `cargo xtask setup` puts it.
fn geckodriver() -> Option<PathBuf> {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tools/geckodriver/bin/geckodriver");
    built.is_file().then_some(built)
}

/// Reads a page of `megabytes` that its script makes, with the command `webagents read --render`.
///
/// The command is built with this program. The time includes the start and the end of a browser.
fn rendered(engine: &str, megabytes: usize, site: &str) -> Result<String, Failure> {
    let own = std::env::current_exe()?;
    let program = own.parent().unwrap_or(Path::new(".")).join("webagents");
    let mut command = Command::new(&program);
    command.args([
        "read",
        "--render",
        "--json",
        "--engine",
        engine,
        "--timeout",
        &DEADLINE.as_secs().to_string(),
    ]);
    if let Some(driver) = geckodriver().filter(|_| engine == "firefox") {
        command.arg("--driver").arg(driver);
    }
    command.arg(format!("{site}/filled/{megabytes}")).stdin(Stdio::null()).stderr(Stdio::null());
    let start = Instant::now();
    let output = command.output().map_err(|cause| format!("{}: {cause}", program.display()))?;
    let took = start.elapsed();
    let over = took.saturating_sub(DEADLINE).as_secs_f64();
    let said: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    let end = if said["ok"] == true {
        "a part of the page".to_owned()
    } else {
        format!("`{}`", said["line"].as_str().unwrap_or("no output"))
    };
    let (took, past) = (took.as_millis(), over * 1e3);
    let code = output.status.code().unwrap_or(-1);
    Ok(format!("{end}, exit code {code}, after {took} ms, {past:.0} ms over the timeout"))
}

/// The same string by Playwright's `page.evaluate` and by ours, in turns, in the same kind of browser.
fn beside_playwright(
    table: &mut Table,
    runtime: &tokio::runtime::Runtime,
    site: &str,
) -> Result<(), Failure> {
    let mut node = Node::running("browser_peer.mjs")?;
    node.ask(&json!({ "open": format!("{site}/"), "browser": crate::runtime::chromium()? }))?;
    let mut session = runtime.block_on(open(Engine::ChromiumHeadlessShell, Protocol::Auto, site))?;
    for megabytes in MEGABYTES {
        let expression = format!("'x'.repeat({megabytes}e6)");
        let limits = ExecuteOptions::default().with_deadline(HANGS).with_max_result_bytes(300_000_000);
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        let mut failed = None;
        for _ in 0..ROUNDS {
            let start = Instant::now();
            let outcome = runtime.block_on(session.execute_with(&format!("return {expression}"), &limits));
            ours.push(start.elapsed().as_secs_f64());
            if outcome.value().and_then(serde_json::Value::as_str).map(str::len)
                != Some(megabytes * 1_000_000)
            {
                failed = Some(format!("webagents: {}", end(&outcome)));
                break;
            }
            match node.ask(&json!({ "length": expression })) {
                Ok(answer) => theirs.push(answer["seconds"].as_f64().ok_or("no time")?),
                Err(failure) => {
                    failed = Some(format!("Playwright: {failure}"));
                    break;
                }
            }
        }
        let what = format!("a result of {megabytes} MB: webagents over Playwright");
        if let Some(why) = failed {
            table.figure(SUBJECT, what, why);
            continue;
        }
        let [ours, theirs] = [ours, theirs].map(|mut times| {
            times.sort_by(f64::total_cmp);
            times[ROUNDS / 2]
        });
        for (who, seconds) in [("webagents", ours), ("Playwright", theirs)] {
            table.figure(
                SUBJECT,
                format!("a result of {megabytes} MB, {who}"),
                format!("{:.0} ms", seconds * 1e3),
            );
        }
        table.ratio(SUBJECT, what, ours / theirs, None);
    }
    runtime.block_on(session.close())?;
    node.ask(&json!({ "close": true }))?;
    Ok(())
}
