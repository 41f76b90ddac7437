//! What the suite needs around a session: a site, a browser, and a look at the machine's processes.

use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use webagents_runtime::{
    CallOutcome, ErrorKind, ExecError, ExecuteOptions, Level, Outcome, Preflight, Toolbox,
};
use webagents_runtime_webdriver::{Browser, BrowserOptions, Session};
use webagents_tests::{Route, Site};

/// The `webagents.md` of the shop.
pub(crate) const SHOP: &str = include_str!("../pages/runtime/shop.md");

/// A site, and a session on its page `/` with the shop's tools declared.
pub(crate) struct Bench {
    pub(crate) site: Site,
    pub(crate) browser: Browser,
    pub(crate) session: Session,
    /// An argument that only this bench's browsers have.
    pub(crate) mark: String,
}

impl Bench {
    /// The shop, whose page defines all the tools but one.
    pub(crate) async fn shop() -> Self {
        Self::with(vec![
            Route::html("/", include_str!("../pages/runtime/shop.html")),
            Route::html("/other", "other"),
            Route::script("/shop.js", include_str!("../pages/runtime/shop.js")),
        ])
        .await
    }

    /// Pages of the caller's, with the shop's tools declared all the same.
    pub(crate) async fn with(routes: Vec<Route>) -> Self {
        let site = Site::serve(routes).await;
        let mark = mark();
        let mut options = BrowserOptions::default();
        options.args.push(mark.clone());
        let browser = Browser::launch(options).await.expect("chromedriver");
        let mut session = browser.session().await.expect("a session");
        session.use_tools(Toolbox::from(webagents_manifest::parse(SHOP)));
        session.open(&site.url("/")).await.expect("the page");
        Self { site, browser, session, mark }
    }

    /// Closes the browser.
    pub(crate) async fn close(self) {
        self.session.close().await.expect("the browser closes");
    }
}

/// An argument for a browser by which its processes can be told from others.
pub(crate) fn mark() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("--webagents-mark={}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

/// A process of this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Process {
    pub(crate) pid: Pid,
    pub(crate) group: i32,
    pub(crate) command: String,
}

/// Every process that is not a zombie.
pub(crate) fn processes() -> Vec<Process> {
    let one = |entry: std::fs::DirEntry| {
        let pid = Pid::from_raw(entry.file_name().to_str()?.parse().ok()?)?;
        let command = std::fs::read(entry.path().join("cmdline")).ok()?;
        // A zombie has no command line any more.
        (!command.is_empty()).then_some(())?;
        let command = String::from_utf8_lossy(&command).replace('\0', " ");
        Some(Process { pid, group: group(&entry.path().join("stat"))?, command })
    };
    std::fs::read_dir(Path::new("/proc")).expect("/proc").flatten().filter_map(one).collect()
}

/// The process group: the fifth field of `/proc/PID/stat`, the third behind the name in parentheses.
fn group(stat: &Path) -> Option<i32> {
    let stat = std::fs::read_to_string(stat).ok()?;
    stat.rsplit_once(')')?.1.split_whitespace().nth(2)?.parse().ok()
}

/// The main processes of the browsers that carry `mark`.
pub(crate) fn browsers(mark: &str) -> Vec<Process> {
    let main = |process: &Process| {
        process.command.contains(mark)
            && process.command.contains("--user-data-dir=")
            && !process.command.contains("--type=")
    };
    processes().into_iter().filter(main).collect()
}

/// Kills the browsers that carry `mark`, and nothing else.
pub(crate) fn kill_browsers(mark: &str) {
    let found = browsers(mark);
    assert!(!found.is_empty(), "no browser carries {mark}");
    for process in found {
        // A wrapper script and the browser are two processes; the second may go with the first.
        let _ = kill_process(process.pid, Signal::KILL);
    }
}

/// Long enough for a loaded machine where the deadline is not the point.
pub(crate) fn patient() -> ExecuteOptions {
    ExecuteOptions::within(Duration::from_secs(30))
}

/// The same, with the code sent to the page as it is.
pub(crate) fn unchecked() -> ExecuteOptions {
    let mut options = patient();
    options.preflight = Preflight::Off;
    options
}

pub(crate) fn hasty() -> ExecuteOptions {
    ExecuteOptions::within(Duration::from_millis(800))
}

#[track_caller]
pub(crate) fn value(outcome: &Outcome) -> &Value {
    assert_eq!(outcome.error, None);
    outcome.value.as_ref().expect("a value where there is no error")
}

#[track_caller]
pub(crate) fn error(outcome: &Outcome, kind: ErrorKind) -> &ExecError {
    let error = outcome.error.as_ref().unwrap_or_else(|| panic!("an error is expected: {outcome:?}"));
    assert_eq!(error.kind, kind, "{outcome:?}");
    error
}

pub(crate) fn calls(outcome: &Outcome) -> Vec<(&str, &Value, &CallOutcome)> {
    outcome.calls.iter().map(|call| (call.tool.as_str(), &call.args, &call.outcome)).collect()
}

pub(crate) fn said(outcome: &Outcome) -> Vec<(Level, &str)> {
    outcome.console.iter().map(|line| (line.level, line.text.as_str())).collect()
}
