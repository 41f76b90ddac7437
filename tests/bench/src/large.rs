//! Results of 1 to 200 MB by each transport: what comes of them, and how long after the deadline.

use std::path::Path;
use std::time::{Duration, Instant};

use webagents_runtime::ExecuteOptions;
use webagents_runtime_webdriver::{Browser, BrowserOptions, Engine, Wire};

use crate::report::Table;
use crate::{Failure, site};

const SUBJECT: &str = "large";
const MEGABYTES: [usize; 4] = [1, 17, 64, 200];
const DEADLINE: Duration = Duration::from_secs(8);

/// Measures with each engine that can be started, by its own protocol and by classic WebDriver.
pub fn run(table: &mut Table) -> Result<(), Failure> {
    let page =
        site::serve(|path| (path == "/").then(|| ("text/html; charset=utf-8", "<body>page".to_owned())))?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    for (engine, name) in [
        (Engine::ChromiumHeadlessShell, "Chromium's headless shell"),
        (Engine::Firefox, "Firefox"),
        (Engine::WebKit, "WebKit"),
    ] {
        for (wire, way) in [(Wire::Auto, "its own protocol"), (Wire::Classic, "classic WebDriver")] {
            for megabytes in MEGABYTES {
                let measured = runtime.block_on(one(engine, wire, megabytes, &page.url));
                let said = measured.unwrap_or_else(|failure| format!("not measured: {failure}"));
                table.figure(SUBJECT, format!("{name}, {way}: a result of {megabytes} MB"), said);
            }
        }
    }
    Ok(())
}

/// What came of one result, and the time.
async fn one(engine: Engine, wire: Wire, megabytes: usize, page: &str) -> Result<String, Failure> {
    let mut options = BrowserOptions::default();
    options.engine = Some(engine);
    options.wire = wire;
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tools/geckodriver/bin/geckodriver");
    options.driver = (engine == Engine::Firefox && built.is_file()).then_some(built);
    let mut session = Browser::launch(options).await?.session().await?;
    session.open(&format!("{page}/")).await?;
    let mut limits = ExecuteOptions::within(DEADLINE);
    limits.max_result_bytes = 300_000_000;
    let code = format!("return 'x'.repeat({megabytes}e6)");
    let start = Instant::now();
    let outcome = session.execute_with(&code, &limits).await;
    let took = start.elapsed();
    let end = match &outcome.error {
        Some(error) => format!("{:?}", error.kind),
        None => "the result".to_owned(),
    };
    let goes_on = session.is_usable() && session.execute("return 1").await.error.is_none();
    let session = if goes_on { "goes on" } else { "has ended" };
    let over = took.saturating_sub(DEADLINE).as_secs_f64();
    Ok(format!(
        "{end} after {:.1} s, {over:.1} s over the deadline; the session {session}",
        took.as_secs_f64()
    ))
}
