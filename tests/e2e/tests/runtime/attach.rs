//! Tools that ride on a login: browsers that run already, and profiles that are kept.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tokio::time::timeout;
use webagents_runtime::{ErrorKind as RunErrorKind, Page as _, Toolbox};
use webagents_runtime_webdriver::{Browser, Egress, Engine, ErrorKind, ProxyOptions, Running, Session};
use webagents_testkit::{PATIENCE, Route, Site, until};

use crate::support::{self, engine, error, hasty_in_page, in_page, instead, not_always, patient, value};

support::on_every_engine! {
    a_tool_without_a_login_says_so_itself,
    a_session_of_another_is_joined_and_left_as_it_was,
    a_browser_with_a_debugger_is_joined_and_goes_on,
    what_cannot_be_joined_is_told,
    a_profile_keeps_a_login_and_one_browser,
}

support::on_full_chromium! {
    a_tool_without_a_login_says_so_itself,
    a_session_of_another_is_joined_and_left_as_it_was,
    a_browser_with_a_debugger_is_joined_and_goes_on,
    what_cannot_be_joined_is_told,
    a_profile_keeps_a_login_and_one_browser,
}

/// The tool sends a request to the site, which requires a login.
const ORDERS: &str = "# Orders\n\n## listOrders\nLists the orders of the user.\n\n### Params\n";
const PAGE: &str = "<!doctype html><title>Orders</title><script>
globalThis.listOrders = async () => {
    const answer = await fetch('/orders');
    if (answer.status === 401) throw new Error('401: log in first');
    return await answer.json();
};
</script>";

async fn shop() -> Site {
    Site::serve([
        Route::html("/", PAGE),
        Route::html("/login", "welcome")
            .header("set-cookie", "sid=secret; HttpOnly; Max-Age=3600; SameSite=Lax"),
        Route::new("/orders", "application/json", "[7]").for_cookie("sid=secret"),
        Route::new("/orders", "text/plain", "who are you?").status(401),
    ])
    .await
}

/// Opens the shop's page with its tool.
async fn visit(session: &mut Session, site: &Site) {
    session.open(&site.url("/")).await.expect("the page");
    session.use_tools(Toolbox::from(webagents_manifest::parse(ORDERS)));
}

async fn orders(session: &mut Session, site: &Site) -> webagents_runtime::Outcome {
    visit(session, site).await;
    support::isolate(session);
    session.execute_with("return await global.listOrders()", &patient()).await
}

async fn launch() -> Session {
    let browser = Browser::launch(support::options()).await.expect("a driver");
    browser.session().await.expect("a session")
}

async fn a_tool_without_a_login_says_so_itself() {
    let site = shop().await;
    let mut session = launch().await;
    let outcome = orders(&mut session, &site).await;
    assert_eq!(error(&outcome, RunErrorKind::Thrown).message, "401: log in first");
    // The journal has it as the tool's own failure.
    assert_eq!(outcome.calls.len(), 1);
    session.close().await.expect("the browser closes");
}

async fn a_session_of_another_is_joined_and_left_as_it_was() {
    let site = shop().await;
    let mut owner = launch().await;
    owner.open(&site.url("/login")).await.expect("the login");
    let place = owner.address().await.expect("an address");
    assert_eq!(place.to_string().parse::<Running>().as_ref(), Ok(&place));
    assert!(!owner.is_attached());

    let mut attached = Session::attach(&place, support::options()).await.expect("the session");
    assert!(attached.is_attached());
    let outcome = orders(&mut attached, &site).await;
    assert_eq!(*value(&outcome), json!([7]));
    attached.close().await.expect("the tab closes");
    // The page of the first session has its old URL, and is in front.
    assert_eq!(owner.url().await.expect("a URL"), site.url("/login"));
    let outcome = owner.execute_with("return document.body.textContent", &in_page()).await;
    assert_eq!(*value(&outcome), json!("welcome"));

    // An attached session that is dropped closes its tab as well.
    let mut attached = Session::attach(&place, support::options()).await.expect("the session");
    visit(&mut attached, &site).await;
    drop(attached);
    let may_end = not_always!(
        WebKit,
        "The program that opened a session may use it while an attached session closes",
        "Both are to wait for each other, or the driver may end (`BrowserLost`)",
        "WebKitWebDriver aborts at a command that arrives while it closes a window",
    );
    if may_end {
        // On most machines the attached session has closed its tab by then, or has given up.
        tokio::time::sleep(Duration::from_secs(6)).await;
    }
    let left = async {
        loop {
            match shown(&place).await {
                Ok(answer) if answer.contains(&site.url("/login")) => return true,
                Err(_) if may_end => return false,
                answer => drop(answer.expect("the driver")),
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    if !timeout(PATIENCE, left).await.expect("the tab of the attached session closes") {
        return;
    }
    assert_eq!(owner.url().await.expect("a URL"), site.url("/login"));
    owner.close().await.expect("the browser closes");
    let gone = Session::attach(&place, support::options()).await.expect_err("it has ended");
    assert_eq!(gone.kind(), ErrorKind::SessionNotCreated, "{gone}");
    assert!(gone.to_string().starts_with(&format!("cannot join the browser at {place}: ")), "{gone}");
}

/// State of the session's page from the driver.
///
/// Asked past the session, which would give up if its window is just being closed.
async fn shown(place: &Running) -> std::io::Result<String> {
    let url = place.to_string();
    let (host, path) = url.trim_start_matches("http://").split_once('/').expect("a path");
    let mut stream = TcpStream::connect(host).await?;
    let request = format!("GET /{path}/url HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut answer = Vec::new();
    // The driver keeps the connection; its answer is one object.
    while !answer.ends_with(b"}") && stream.read_buf(&mut answer).await.is_ok_and(|read| read > 0) {}
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

const CHROMIUM: [&str; 6] = [
    "--headless",
    "--no-sandbox",
    "--no-first-run",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--remote-debugging-port=0",
];

/// A browser that another program has started, with a debugger on a free port.
pub(crate) struct Theirs {
    process: Child,
    pub(crate) address: String,
    profile: tempfile::TempDir,
}

impl Theirs {
    pub(crate) async fn start() -> Self {
        let (programs, args, files): (&[&str], &[&str], &[&str]) = match engine() {
            Engine::Firefox => (
                &["firefox-esr", "firefox"],
                &["-headless", "-marionette", "-remote-debugging-port", "0", "-profile"],
                &["MarionetteActivePort", "WebDriverBiDiServer.json"],
            ),
            Engine::ChromiumHeadlessShell => {
                (&["chromium-headless-shell", "chrome-headless-shell"], &CHROMIUM, &["DevToolsActivePort"])
            }
            _ => (&["chromium", "google-chrome-stable", "google-chrome"], &CHROMIUM, &["DevToolsActivePort"]),
        };
        let program = programs.iter().find_map(|name| on_path(name)).expect("a browser");
        let profile = tempfile::tempdir().expect("a folder");
        let mut command = Command::new(program);
        command.args(args);
        if engine() == Engine::Firefox {
            let any_port = "user_pref(\"marionette.port\", 0);";
            std::fs::write(profile.path().join("user.js"), any_port).expect("preferences");
            command.arg(profile.path());
        } else {
            command.arg(format!("--user-data-dir={}", profile.path().display())).arg("about:blank");
        }
        let process = command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .kill_on_drop(true)
            .spawn()
            .expect("a browser");
        let whole = |name: &&str| {
            let text = std::fs::read_to_string(profile.path().join(name)).unwrap_or_default();
            !text.is_empty()
        };
        until("the browser opens its debugger", || files.iter().all(whole)).await;
        let text = std::fs::read_to_string(profile.path().join(files[0])).expect("a port");
        let port = text.lines().next().expect("a port");
        Self { process, address: format!("127.0.0.1:{port}"), profile }
    }
}

/// A system's browser may be a script that waits for the browser, its child: all of them end.
impl Drop for Theirs {
    fn drop(&mut self) {
        let group = self.process.id().and_then(|id| Pid::from_raw(i32::try_from(id).ok()?));
        if let Some(group) = group {
            // A process that has ended needs no signal.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

fn on_path(name: &str) -> Option<PathBuf> {
    std::env::split_paths(&std::env::var_os("PATH")?).map(|dir| dir.join(name)).find(|path| path.is_file())
}

async fn a_browser_with_a_debugger_is_joined_and_goes_on() {
    if instead!(
        WebKit,
        "A browser that runs already is joined by its debugger, and goes on (`Session::attach`)",
        "It is an error (`SessionNotCreated`); a WebDriver session is joined as elsewhere",
        "WebKitWebDriver joins no browser that it has not started",
    ) {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let place = Running::Debugger(listener.local_addr().expect("an address").to_string());
        let refused = Session::attach(&place, support::options()).await.expect_err("no driver joins it");
        assert_eq!(refused.kind(), ErrorKind::SessionNotCreated, "{refused}");
        assert!(refused.to_string().starts_with("WebKit's driver joins no browser that runs"), "{refused}");
        return;
    }
    let site = shop().await;
    let mut theirs = Theirs::start().await;
    let place: Running = theirs.address.parse().expect("an address");
    let mut first = Session::attach(&place, support::options()).await.expect("the browser");
    first.open(&site.url("/login")).await.expect("the login");
    let looped = first.execute_with("for (;;) {}", &hasty_in_page()).await;
    if instead!(
        Firefox,
        "An endless loop in the page's realm is stopped in a browser that was joined by its debugger, if possible",
        "Its tab is closed, and the session goes on in a new one (`PageCrashed`)",
        "only a Firefox that was started with `-remote-allow-system-access` lets a session listen to its monitor of pages that hang",
    ) && looped.error().is_some_and(|error| error.kind != RunErrorKind::Timeout)
    {
        error(&looped, RunErrorKind::PageCrashed);
    } else {
        error(&looped, RunErrorKind::Timeout);
    }
    assert_eq!(*value(&first.execute_with("return 1", &in_page()).await), json!(1));
    first.close().await.expect("the tab closes");
    assert!(theirs.process.try_wait().expect("a process").is_none(), "the browser has ended");
    // The next session has the browser's state: its user is logged in.
    let mut second = Session::attach(&place, support::options()).await.expect("the browser");
    let outcome = orders(&mut second, &site).await;
    assert_eq!(*value(&outcome), json!([7]));
    drop(second);
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert!(theirs.process.try_wait().expect("a process").is_none(), "the browser has ended");
}

async fn what_cannot_be_joined_is_told() {
    let closed = {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        listener.local_addr().expect("an address")
    };
    let attach = async |place: &str, egress: Egress| {
        let mut options = support::options();
        options.egress = egress;
        let outcome = Session::attach(&place.parse().expect("an address"), options).await;
        let error = outcome.expect_err("nothing is there");
        assert_eq!(error.kind(), ErrorKind::SessionNotCreated, "{error}");
        error.to_string()
    };
    let text = attach(&closed.to_string(), Egress::Open).await;
    assert!(text.starts_with(&format!("no debugger of a browser listens at {closed}: ")), "{text}");
    assert!(text.contains("--remote-debugging-port") && text.contains("-marionette"), "{text}");
    let text = attach(&format!("http://{closed}/session/x"), Egress::Open).await;
    assert!(text.starts_with("cannot join the browser at "), "{text}");
    let text = attach(&closed.to_string(), Egress::Guarded(ProxyOptions::default())).await;
    assert!(text.contains("runs already, so the egress guard cannot be its only way out"), "{text}");
}

async fn a_profile_keeps_a_login_and_one_browser() {
    let site = shop().await;
    let folder = tempfile::tempdir().expect("a folder");
    let browser = async |profile: &Path| {
        let mut options = support::options();
        options.profile = Some(profile.to_owned());
        Browser::launch(options).await.expect("a driver")
    };
    let profile = folder.path().join("shop");
    if instead!(
        WebKit,
        "A profile is kept, and with it the logins (`BrowserOptions::profile`)",
        "It is an error (`SessionNotCreated`)",
        "the browser keeps nothing on disk while it is driven",
    ) {
        let refused = browser(&profile).await.session().await.expect_err("nothing is kept");
        assert_eq!(refused.kind(), ErrorKind::SessionNotCreated, "{refused}");
        assert!(refused.to_string().contains("keeps nothing when it is driven"), "{refused}");
        return;
    }
    let mut first = browser(&profile).await.session().await.expect("a session");
    first.open(&site.url("/login")).await.expect("the login");
    let refused = browser(&profile).await.session().await.expect_err("the profile has its browser");
    assert_eq!(refused.kind(), ErrorKind::SessionNotCreated);
    assert!(refused.to_string().contains("is in use by "), "{refused}");
    first.close().await.expect("the browser closes");
    assert!(profile.is_dir());

    let mut second = browser(&profile).await.session().await.expect("a session");
    let outcome = orders(&mut second, &site).await;
    assert_eq!(*value(&outcome), json!([7]));
    second.close().await.expect("the browser closes");
    // Another profile knows nothing of it.
    let mut other = browser(&folder.path().join("other")).await.session().await.expect("a session");
    let outcome = orders(&mut other, &site).await;
    assert_eq!(error(&outcome, RunErrorKind::Thrown).message, "401: log in first");
    other.close().await.expect("the browser closes");
    assert!(profile.is_dir());
}

/// About Firefox, whose marks of a profile are its own.
#[test]
fn a_profile_that_somebodys_firefox_has_is_left_to_it() {
    support::run(Engine::Firefox, async {
        let mut theirs = Theirs::start().await;
        let mut options = support::options();
        options.profile = Some(theirs.profile.path().to_owned());
        let browser = Browser::launch(options).await.expect("a driver");
        let refused = browser.session().await.expect_err("the profile has its browser");
        assert_eq!(refused.kind(), ErrorKind::SessionNotCreated);
        let process = theirs.process.id().expect("a process");
        assert!(refused.to_string().contains(&format!("is in use by process {process};")), "{refused}");
        assert!(theirs.process.try_wait().expect("a process").is_none(), "the browser has ended");
    });
}
