//! Helpers of the suite: engines, sites, browsers, and the list of the machine's processes.
//!
//! Every test of the suite is a function that runs once on each engine; [`on_every_engine`] lists them, and a function
//! that is not listed is dead code, which the compiler refuses.

use std::collections::BTreeMap;
use std::future::Future;
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use webagents_host::Isolates;
use webagents_isolate::Program;
use webagents_runtime::outcome::Level;
use webagents_runtime::page::{Answer, Page as _};
use webagents_runtime::{
    CallOutcome, ErrorKind, ExecError, ExecuteOptions, GuardOptions, Outcome, Policy, PreflightMode, Realm,
    Reply, Request, Toolbox,
};
use webagents_runtime_webdriver::{
    Browser, BrowserOptions, Engine, Isolation, Pool, PoolOptions, Protocol, Running, Session,
};
use webagents_testkit::{PATIENCE, Route, Site};

/// The `webagents.md` of the shop.
pub(crate) const SHOP: &str = include_str!("../pages/runtime/shop.md");

tokio::task_local! {
    static ENGINE: Engine;
}

/// Browsers that run at once, however many processors there are: each takes up to half a gigabyte.
static AT_ONCE: Semaphore = Semaphore::const_new(AT_ONCE_SIZE);
const AT_ONCE_SIZE: usize = 8;
/// Firefoxes among them: one takes seconds of two processors to start.
static FIREFOXES: Semaphore = Semaphore::const_new(3);

/// Makes one test for each engine of each function that is named: `firefox::a_function`.
///
/// Of the two Chromiums it is the headless shell, whose engine is the other's.
macro_rules! on_every_engine {
    (@ $module:ident $engine:ident $($name:ident)+) => {
        mod $module {
            $(
                #[test]
                fn $name() {
                    crate::support::run(webagents_runtime_webdriver::Engine::$engine, super::$name());
                }
            )+
        }
    };
    ($($name:ident),+ $(,)?) => {
        crate::support::on_every_engine!(@ headless_shell ChromiumHeadlessShell $($name)+);
        crate::support::on_every_engine!(@ firefox Firefox $($name)+);
        crate::support::on_every_engine!(@ webkit WebKit $($name)+);
    };
}
pub(crate) use on_every_engine;

/// Makes one more test of each listed function, on full Chromium.
///
/// It is for functions whose result depends on the browser around the engine: windows, profiles, joined browsers,
/// processes, its own requests and `document.modelContext`.
macro_rules! on_full_chromium {
    ($($name:ident),+ $(,)?) => {
        crate::support::on_every_engine!(@ chromium Chromium $($name)+);
    };
}
pub(crate) use on_full_chromium;

/// Makes one test of each listed function, on Chromium's headless shell.
///
/// It is for functions about the host's side of a run, which has no part that depends on the engine.
macro_rules! on_one_engine {
    ($($name:ident),+ $(,)?) => {
        crate::support::on_every_engine!(@ on_one_engine ChromiumHeadlessShell $($name)+);
    };
}
pub(crate) use on_one_engine;

/// Makes one test of each listed function for each protocol by which a browser reports events.
///
/// The protocols are Chromium's `DevTools` Protocol, Firefox's `BiDi` and `WebKit`'s inspector; tests of
/// [`on_every_engine`] are about browsers that report none. With `Chromium:` before the names it is full Chromium,
/// otherwise the headless shell.
macro_rules! by_every_channel {
    (Chromium: $($name:ident),+ $(,)?) => {
        crate::support::on_every_engine!(@ by_devtools Chromium $($name)+);
        crate::support::on_every_engine!(@ by_bidi Firefox $($name)+);
        crate::support::on_every_engine!(@ by_inspector WebKit $($name)+);
    };
    ($($name:ident),+ $(,)?) => {
        crate::support::on_every_engine!(@ by_devtools ChromiumHeadlessShell $($name)+);
        crate::support::on_every_engine!(@ by_bidi Firefox $($name)+);
        crate::support::on_every_engine!(@ by_inspector WebKit $($name)+);
    };
}
pub(crate) use by_every_channel;

/// Returns whether the test's engine does `$instead` in place of `$what`, because of `$why`.
///
/// `cargo xtask codegen` reads the invocations, and makes the table of `docs/reference/engines.md` of them.
macro_rules! instead {
    ($($engine:ident)|+, $what:literal, $instead:literal, $why:literal $(,)?) => {
        matches!(crate::support::engine(), $(webagents_runtime_webdriver::Engine::$engine)|+)
    };
}
pub(crate) use instead;

/// The same for a deviation that an engine shows only sometimes: tests accept both.
///
/// The table has `not always` in its row.
///
/// [`instead!`] is about outcomes that are never seen otherwise; tests accept the better outcome there as well where
/// one is possible, and the row becomes one of this macro when it is seen.
macro_rules! not_always {
    ($($engine:ident)|+, $what:literal, $instead:literal, $why:literal $(,)?) => {
        matches!(crate::support::engine(), $(webagents_runtime_webdriver::Engine::$engine)|+)
    };
}
pub(crate) use not_always;

/// Runtime of every test on an engine, because their browsers outlast them.
static RUNTIME: LazyLock<tokio::runtime::Runtime> = LazyLock::new(|| {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime")
});

/// Processes for isolated code, of the program `isolate-helper`.
pub(crate) fn isolates() -> Isolates {
    Isolates::default().with_program(Program::at(env!("CARGO_BIN_EXE_isolate-helper")))
}

/// Gives a session the processes for isolated code.
pub(crate) fn isolate(session: &mut Session) {
    static ISOLATES: LazyLock<Arc<Isolates>> = LazyLock::new(|| Arc::new(isolates()));
    session.use_isolates(Arc::clone(&ISOLATES) as _);
}

/// Opens a session that can run isolated code.
pub(crate) async fn session_of(browser: &Browser) -> Session {
    let mut session = browser.session().await.unwrap_or_else(|error| panic!("{error}"));
    isolate(&mut session);
    session
}

/// Runs a test on an engine.
pub(crate) fn run(engine: Engine, test: impl Future<Output = ()>) {
    RUNTIME.block_on(ENGINE.scope(engine, async {
        let _firefox = match engine {
            Engine::Firefox => Some(FIREFOXES.acquire().await.expect("it is never closed")),
            _ => None,
        };
        let _permit = AT_ONCE.acquire().await.expect("it is never closed");
        test.await;
    }));
}

/// Does a part of a test on another engine than the rest.
pub(crate) async fn on<T>(engine: Engine, part: impl Future<Output = T>) -> T {
    ENGINE.scope(engine, part).await
}

/// The engine that the test runs on. A test that is about Chromium alone need not name it.
pub(crate) fn engine() -> Engine {
    ENGINE.try_with(|engine| *engine).unwrap_or(Engine::Chromium)
}

/// The options for the engine that the test runs on.
pub(crate) fn options() -> BrowserOptions {
    let mut options = BrowserOptions::default().with_engine(engine());
    options.driver.program = driver();
    // Every core may be at work on something else.
    options.driver.deadline = Duration::from_mins(2);
    options
}

/// Path of the geckodriver that `cargo xtask setup` built, for Firefox; `None` uses the `PATH`.
pub(crate) fn driver() -> Option<PathBuf> {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tools/geckodriver/bin/geckodriver");
    (engine() == Engine::Firefox && built.is_file()).then_some(built)
}

/// Jobs that a browser of [`Lent`] serves before another takes its place.
const JOBS: u32 = 30;

/// Session whose browser other tests use before and, if it is usable at the end, afterwards.
///
/// A browser takes up to three seconds of a processor to start. The tests are jobs of one user to the pool
/// ([`Isolation::Shared`]): cookies and storage stay, but each test has a site of its own, on its own port.
pub(crate) struct Lent {
    session: Option<Session>,
    /// The pool that it goes back to; a session of no pool is closed.
    pool: Option<Pool>,
}

impl Lent {
    /// Takes a session of the engine that the test runs on, and the browser that opens further ones.
    pub(crate) async fn session() -> (Self, Browser) {
        Self::with_options("", options()).await
    }

    /// The same in a browser with `options`, which other tests with this name share.
    pub(crate) async fn with_options(name: &str, options: BrowserOptions) -> (Self, Browser) {
        static POOLS: Mutex<BTreeMap<String, (Browser, Pool)>> = Mutex::new(BTreeMap::new());
        let known = || POOLS.lock().unwrap_or_else(PoisonError::into_inner);
        let name = format!("{} {name}", engine().name());
        let found = known().get(&name).cloned();
        let (browser, pool) = match found {
            Some(pool) => pool,
            None => {
                // A test with a runtime of its own may be the first one.
                let browser = RUNTIME.spawn(launch(options)).await.expect("a browser");
                let _runtime = RUNTIME.enter();
                let mut shared = PoolOptions::default();
                shared.size = AT_ONCE_SIZE;
                shared.isolation = Isolation::Shared { jobs: JOBS };
                let pool = Pool::new(browser.clone(), shared).expect("every engine serves jobs of one user");
                known().entry(name).or_insert((browser, pool)).clone()
            }
        };
        let mut session = pool.acquire(2 * PATIENCE).await.unwrap_or_else(|error| panic!("{error}"));
        isolate(&mut session);
        (Self { session: Some(session), pool: Some(pool) }, browser)
    }

    /// Gives the session back; a browser of the test's own has to close.
    pub(crate) async fn close(mut self) {
        if self.pool.is_none()
            && let Some(session) = self.session.take()
        {
            session.close().await.expect("the browser closes");
        }
    }
}

impl From<Session> for Lent {
    fn from(session: Session) -> Self {
        Self { session: Some(session), pool: None }
    }
}

impl Deref for Lent {
    type Target = Session;

    fn deref(&self) -> &Session {
        self.session.as_ref().expect("it is taken at the end only")
    }
}

impl DerefMut for Lent {
    fn deref_mut(&mut self) -> &mut Session {
        self.session.as_mut().expect("it is taken at the end only")
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        // Leftovers of a failed test must not affect the next one.
        if let (Some(session), Some(pool)) = (self.session.take(), &self.pool)
            && !thread::panicking()
        {
            pool.give_back(session);
        }
    }
}

/// A site, and a session on its page `/` with the shop's tools declared.
pub(crate) struct Bench {
    pub(crate) site: Site,
    pub(crate) browser: Browser,
    pub(crate) session: Lent,
}

impl Bench {
    /// The shop, whose page defines all the tools but one.
    pub(crate) async fn shop() -> Self {
        Self::with(shop()).await
    }

    /// The same in a browser and with a driver that no other test uses, for tests that end them.
    pub(crate) async fn shop_alone() -> Self {
        Self::over(Protocol::Auto, shop()).await
    }

    /// Pages of the caller's, with the shop's tools declared all the same.
    pub(crate) async fn with(routes: Vec<Route>) -> Self {
        let (session, browser) = Lent::session().await;
        Self::on(browser, session, routes).await
    }

    /// The same with scripts going to the pages by a way of the caller's, in a browser of the test's own.
    pub(crate) async fn over(protocol: Protocol, routes: Vec<Route>) -> Self {
        let mut options = options();
        options.protocol = protocol;
        let browser = launch(options).await;
        let session = open_in(&browser).await;
        Self::on(browser, session, routes).await
    }

    async fn on(browser: Browser, session: Lent, routes: Vec<Route>) -> Self {
        let site = Site::serve(routes).await;
        let mut bench = Self { site, browser, session };
        bench.session.use_tools(Toolbox::from(webagents_manifest::parse(SHOP)));
        bench.session.open(&bench.site.url("/")).await.expect("the page");
        bench
    }

    /// Ends the use of the session, as [`Lent::close`] does.
    pub(crate) async fn close(self) {
        self.session.close().await;
    }

    /// Replaces a session that has ended.
    pub(crate) async fn renew(&mut self) {
        self.session = open_in(&self.browser).await;
        self.session.use_tools(Toolbox::from(webagents_manifest::parse(SHOP)));
    }
}

/// Pages of the shop.
fn shop() -> Vec<Route> {
    vec![
        Route::html("/", include_str!("../pages/runtime/shop.html")),
        Route::html("/other", "other"),
        Route::script("/shop.js", include_str!("../pages/runtime/shop.js")),
    ]
}

async fn launch(options: BrowserOptions) -> Browser {
    Browser::launch(options).await.unwrap_or_else(|error| panic!("{error}"))
}

async fn open_in(browser: &Browser) -> Lent {
    Lent::from(session_of(browser).await)
}

/// Sends a command for a session to its driver, as another program would.
pub(crate) async fn behind_its_back(session: &Session, method: &str, path: &str, body: &str) {
    let answer = command(&session.address().await.expect("it has a driver"), method, path, body).await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{method} {path}: {answer}");
}

/// Sends a command to a driver by the session's address, and returns the response.
///
/// The response is empty if the command ends the driver.
pub(crate) async fn command(address: &Running, method: &str, path: &str, body: &str) -> String {
    let Running::Session { driver, id } = address else { panic!("a session is one of a driver") };
    let host = driver.trim_start_matches("http://").trim_end_matches('/');
    let request = format!(
        "{method} /session/{id}/{path} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json; charset=utf-8\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(host).await.expect("the driver listens");
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut answer = vec![0; 65_536];
    // Not every driver closes the connection.
    let count = stream.read(&mut answer).await.unwrap_or(0);
    String::from_utf8_lossy(&answer[..count]).into_owned()
}

/// Kills the driver of a group, and nothing else.
pub(crate) fn kill_driver(group: u32) {
    const DRIVERS: [&str; 3] = ["chromedriver", "geckodriver", "WebKitWebDriver"];
    let drivers = members(group).into_iter().filter(|process| {
        DRIVERS.iter().any(|name| process.command.split(' ').next().unwrap_or_default().ends_with(name))
    });
    let killed = drivers.filter(|process| kill_process(process.pid, Signal::KILL).is_ok()).count();
    assert_eq!(killed, 1, "drivers of the group");
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

/// Process group: the fifth field of `/proc/PID/stat`, the third after the name in parentheses.
fn group(stat: &Path) -> Option<i32> {
    let stat = std::fs::read_to_string(stat).ok()?;
    stat.rsplit_once(')')?.1.split_whitespace().nth(2)?.parse().ok()
}

/// The processes of a driver's group.
pub(crate) fn members(group: u32) -> Vec<Process> {
    processes().into_iter().filter(|process| u32::try_from(process.group) == Ok(group)).collect()
}

/// Those of them that are a browser's: not the driver, not its supervisor, and not a screen.
pub(crate) fn browsers(group: u32) -> Vec<Process> {
    const OTHERS: [&str; 5] = ["/bin/sh ", "chromedriver", "geckodriver", "WebKitWebDriver", "Xvfb"];
    let browsers = |process: &Process| {
        let program = process.command.split(' ').next().unwrap_or_default();
        !process.command.starts_with(OTHERS[0]) && !OTHERS.iter().any(|other| program.ends_with(other))
    };
    members(group).into_iter().filter(browsers).collect()
}

/// Kills the browsers of a driver's group, and nothing else.
pub(crate) fn kill_browsers(group: u32) {
    let found = browsers(group);
    assert!(!found.is_empty(), "the driver has no browser");
    for process in found {
        // Some go with others.
        let _ = kill_process(process.pid, Signal::KILL);
    }
}

/// Kills the renderers of a driver's browsers.
pub(crate) fn kill_renderers(group: u32) {
    // Firefox names the kind of a process in its last argument.
    let renders = |process: &Process| {
        process.command.contains("--type=renderer")
            || process.command.trim_end().ends_with(" tab")
            || process.command.contains("/WebKitWebProcess ")
    };
    let renderers = browsers(group).into_iter().filter(renders);
    let killed = renderers.filter(|process| kill_process(process.pid, Signal::KILL).is_ok()).count();
    assert!(killed > 0, "the browser has no renderer");
}

/// Folder for the temporary files of a process, as its environment has it.
pub(crate) fn folder(process: &Process) -> Option<PathBuf> {
    let environment = std::fs::read(format!("/proc/{}/environ", process.pid.as_raw_nonzero())).ok()?;
    let environment = String::from_utf8_lossy(&environment).into_owned();
    environment.split('\0').find_map(|variable| variable.strip_prefix("TMPDIR=")).map(PathBuf::from)
}

/// Processes of the browsers of a driver's group. Some of a browser's processes live for a moment only.
pub(crate) fn scratch(group: u32) -> Option<PathBuf> {
    browsers(group).iter().find_map(folder)
}

/// Long enough for a loaded machine if the deadline is not the subject.
pub(crate) fn patient() -> ExecuteOptions {
    ExecuteOptions::default().with_deadline(PATIENCE)
}

/// The same, with the code sent to the page as it is.
pub(crate) fn unchecked() -> ExecuteOptions {
    let mut options = patient();
    options.preflight = PreflightMode::Off;
    options
}

/// Long enough for a loaded machine, in the page's own realm.
pub(crate) fn in_page() -> ExecuteOptions {
    patient().with_realm(Realm::Page)
}

/// For code that never ends, if nothing depends on how far it comes.
///
/// For a use that does, see [`stopped`].
pub(crate) fn hasty() -> ExecuteOptions {
    ExecuteOptions::default().with_deadline(Duration::from_secs(2))
}

/// The same in the page's own realm.
pub(crate) fn hasty_in_page() -> ExecuteOptions {
    hasty().with_realm(Realm::Page)
}

/// Lets the page itself run the body of an async function, and returns its result as JSON has it.
///
/// It does not count as a run: no guard, journal or preflight is involved.
pub(crate) async fn on_page(session: &mut Session, body: &str) -> Value {
    let script =
        format!("return (async () => {{ {body} }})().then((value) => JSON.stringify(value ?? null))");
    match session.evaluate(&script, PATIENCE).await {
        Ok(Answer::Text(text)) => {
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
        }
        other => panic!("{body}: {other:?}"),
    }
}

/// Runs code in `realm` that is never done until its deadline.
///
/// A run that was stopped before `reached` held is repeated with a longer deadline, as long as the session is usable,
/// because how far code comes in two seconds depends on the machine. The last outcome is returned as it is.
pub(crate) async fn stopped(
    session: &mut Session,
    realm: Realm,
    code: &str,
    reached: impl Fn(&Outcome) -> bool,
) -> Outcome {
    let mut deadline = hasty().deadline;
    loop {
        let outcome = session.execute_with(code, &hasty().with_realm(realm).with_deadline(deadline)).await;
        if reached(&outcome) || !session.is_usable() || deadline >= PATIENCE {
            return outcome;
        }
        deadline = (deadline * 4).min(PATIENCE);
    }
}

/// Guards whose user allows the first call when `event` has come, and the others at once.
pub(crate) fn answering_after(
    policy: Policy,
    event: impl Future<Output = ()> + Send + 'static,
) -> GuardOptions {
    let event = Arc::new(tokio::sync::Mutex::new(Some(Box::pin(event))));
    GuardOptions::from(policy).with_confirm(move |_: Request| {
        let event = Arc::clone(&event);
        async move {
            if let Some(event) = event.lock().await.take() {
                event.await;
            }
            Reply::AllowOnce
        }
    })
}

#[track_caller]
pub(crate) fn value(outcome: &Outcome) -> &Value {
    assert_eq!(outcome.error(), None);
    outcome.value().expect("a value if there is no error")
}

#[track_caller]
pub(crate) fn error(outcome: &Outcome, kind: ErrorKind) -> &ExecError {
    let error = outcome.error().unwrap_or_else(|| panic!("an error is expected: {outcome:?}"));
    assert_eq!(error.kind, kind, "{outcome:?}");
    error
}

pub(crate) fn calls(outcome: &Outcome) -> Vec<(&str, &Value, &CallOutcome)> {
    outcome.calls.iter().map(|call| (call.tool.as_str(), &call.args, &call.outcome)).collect()
}

pub(crate) fn said(outcome: &Outcome) -> Vec<(Level, &str)> {
    outcome.console.iter().map(|line| (line.level, line.text.as_str())).collect()
}

/// Holds that an error that the code itself has thrown is on this line of it.
#[track_caller]
pub(crate) fn line(error: &ExecError, line: usize) {
    assert_eq!(error.line, Some(line), "{error:?}");
}

/// Holds that an error of a call is on this line of code in the page's realm.
///
/// It may be the tool's own error, or a refusal.
#[track_caller]
pub(crate) fn line_of_call(error: &ExecError, at: usize) {
    if instead!(
        WebKit,
        "In the page's realm, an error that comes of a call has the line of the call",
        "It has none; errors that the code itself throws have theirs",
        "the engine's stacks carry no lines if a driver runs the script, and an error knows its own line alone",
    ) {
        assert!(error.line.is_none_or(|line| line == at), "{error:?}");
    } else {
        line(error, at);
    }
}

/// Holds that an error is at this place of code in the page's realm.
///
/// `elsewhere` are the columns that Firefox and WebKit report.
#[track_caller]
pub(crate) fn place(error: &ExecError, at: usize, column: usize, elsewhere: (usize, usize)) {
    line(error, at);
    let seen = if not_always!(
        Firefox,
        "In the page's realm, an error has the column of the part of an expression that failed",
        "Often the beginning of the expression or the statement",
        "the engine sees it there",
    ) {
        elsewhere.0
    } else if not_always!(
        WebKit,
        "In the page's realm, an error has the column of the part of an expression that failed",
        "Often the end of the part",
        "the engine sees it there",
    ) {
        elsewhere.1
    } else {
        column
    };
    assert!(error.column == Some(column) || error.column == Some(seen), "{error:?}");
}

/// Prints a line even if the test passes: a count of cases, or the reason for leaving some out.
pub(crate) fn say(line: &str) {
    use std::io::Write as _;
    let _ = writeln!(std::io::stderr(), "{line}");
}
