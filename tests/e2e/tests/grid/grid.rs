//! A hub and its nodes, configured as an operator would: one toml file each.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Mutex as StdMutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};
use serde_json::Value;
use tempfile::TempDir;
use tokio::sync::{Mutex, MutexGuard};
use webagents_host::Isolates;
use webagents_isolate::Program;
use webagents_runtime_webdriver::{Browser, BrowserOptions, Pool, PoolOptions};

/// Long enough for a loaded machine if the deadline is not the subject.
pub(crate) const PATIENCE: Duration = Duration::from_mins(2);

/// Processes for isolated code, of the program `isolate-helper`.
pub(crate) fn isolates() -> Isolates {
    Isolates::default().with_program(Program::at(env!("CARGO_BIN_EXE_isolate-helper")))
}

/// Sessions that a node runs at one time.
pub(crate) const SLOTS: usize = 2;

/// Runs its arguments in a group of its own.
///
/// When its own input ends, as it does with the test that holds the other end, it sends the group SIGTERM, removes the
/// folder of its files, and kills the rest: so neither outlives the test, even if that is killed, or leaves the
/// Grid to a static that nobody drops.
const SUPERVISOR: &str = r#""$@" </dev/null & trap '' TERM; read -r _
kill -TERM 0; sleep 1; rm -rf -- "${TMPDIR:?}"; kill -KILL 0"#;

/// A hub and two nodes.
pub(crate) struct Grid {
    /// Address at which the hub listens, without a slash at the end.
    pub(crate) url: String,
    port: u16,
    pub(crate) nodes: [Member; 2],
    hub: Member,
}

/// A server of the Grid, with all that it starts.
pub(crate) struct Member {
    group: Pid,
    _child: Child,
    _stdin: ChildStdin,
    folder: TempDir,
}

/// Status of one node, as the hub reports it.
#[derive(Debug)]
pub(crate) struct NodeStatus {
    pub(crate) is_up: bool,
    /// The capabilities of its sessions.
    pub(crate) sessions: Vec<Value>,
}

impl Grid {
    /// Starts one, and waits until both nodes are there.
    pub(crate) fn start() -> Self {
        Self::with(SLOTS, Duration::from_mins(5))
    }

    /// The same with this many sessions on each node, which ends a session that is idle for this long.
    ///
    /// Less than ten seconds are ten to a Grid, and it looks for such sessions every thirty.
    pub(crate) fn with(slots: usize, session_timeout: Duration) -> Self {
        // Java binds the ports long after they were chosen: a Grid that is started meanwhile could choose the same.
        static START: StdMutex<()> = StdMutex::new(());
        let _start = START.lock().unwrap_or_else(PoisonError::into_inner);
        // They are held until all are chosen, so that they differ.
        let held: Vec<TcpListener> =
            (0..5).map(|_| TcpListener::bind("127.0.0.1:0").expect("a free port")).collect();
        let ports: Vec<u16> = held.iter().map(|held| held.local_addr().expect("an address").port()).collect();
        drop(held);
        let (port, url) = (ports[0], format!("http://127.0.0.1:{}", ports[0]));
        let events = format!(
            "publish = \"tcp://127.0.0.1:{}\"\nsubscribe = \"tcp://127.0.0.1:{}\"",
            ports[1], ports[2]
        );
        let hub = Member::start(
            "hub",
            port,
            &format!(
                "[events]\nbind = true\n{events}\n\
             [distributor]\nreject-unsupported-caps = true\nhealthcheck-interval = 5\n"
            ),
        );
        let chromium = on_path(&["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"]);
        let node = format!(
            "[events]\n{events}\n\
             [node]\nhub = \"{url}\"\ndetect-drivers = false\nselenium-manager = false\nmax-sessions = {slots}\n\
             override-max-sessions = true\nsession-timeout = {}\nheartbeat-period = 5\n\
             [[node.driver-configuration]]\ndisplay-name = \"chromium\"\nmax-sessions = {slots}\n\
             webdriver-executable = \"{}\"\n\
             stereotype = '{{\"browserName\": \"chrome\", \"goog:chromeOptions\": {{\"binary\": \"{}\"}}}}'\n",
            session_timeout.as_secs(),
            on_path(&["chromedriver"]).display(),
            chromium.display(),
        );
        let nodes = [Member::start("node", ports[3], &node), Member::start("node", ports[4], &node)];
        let grid = Self { url, port, nodes, hub };
        let end = Instant::now() + PATIENCE;
        while grid.status().iter().filter(|node| node.is_up).count() < 2 {
            let logs = || [&grid.hub, &grid.nodes[0], &grid.nodes[1]].map(Member::log).join("\n---\n");
            assert!(Instant::now() < end, "the Grid does not come up:\n{}", logs());
            std::thread::sleep(Duration::from_millis(100));
        }
        grid
    }

    /// The Grid that all tests share which leave it whole, for one test at a time.
    pub(crate) async fn shared() -> (&'static Self, MutexGuard<'static, ()>) {
        static GRID: OnceLock<Grid> = OnceLock::new();
        static ONE_AT_A_TIME: Mutex<()> = Mutex::const_new(());
        let turn = ONE_AT_A_TIME.lock().await;
        let grid = GRID.get_or_init(Self::start);
        grid.until_idle().await;
        (grid, turn)
    }

    pub(crate) fn browser(&self, options: BrowserOptions) -> Browser {
        Browser::connect(&self.url, options)
    }

    /// A pool over it.
    pub(crate) fn pool(&self, size: usize) -> Pool {
        let options = PoolOptions::default().with_size(size);
        Pool::new(self.browser(BrowserOptions::default()), options).expect("a pool")
    }

    /// Status of the hub; `None` when it does not answer.
    pub(crate) fn status(&self) -> Vec<NodeStatus> {
        let Some(status) = ask(self.port, "GET", "/status") else { return Vec::new() };
        let nodes = status["value"]["nodes"].as_array().cloned().unwrap_or_default();
        let of_slot = |slot: &Value| slot["session"].is_object().then(|| slot["session"].clone());
        let node = |node: &Value| NodeStatus {
            is_up: node["availability"] == "UP",
            sessions: node["slots"].as_array().into_iter().flatten().filter_map(of_slot).collect(),
        };
        nodes.iter().map(node).collect()
    }

    /// Sessions that the hub knows.
    pub(crate) fn sessions(&self) -> usize {
        self.status().iter().map(|node| node.sessions.len()).sum()
    }

    /// Ends all sessions, as who operates the Grid does.
    pub(crate) fn end_sessions(&self) {
        for session in self.status().into_iter().flat_map(|node| node.sessions) {
            let id = session["sessionId"].as_str().expect("a session has an identifier").to_owned();
            ask(self.port, "DELETE", &format!("/session/{id}")).expect("the Grid ends it");
        }
    }

    /// Waits until no slot is taken.
    pub(crate) async fn until_idle(&self) {
        until("the slots are free", || !self.status().is_empty() && self.sessions() == 0).await;
    }
}

impl Member {
    fn start(role: &str, port: u16, config: &str) -> Self {
        // A short name: a browser puts a socket below it, and the path of a socket has about a hundred bytes.
        let folder = tempfile::Builder::new().prefix("wa-g-").tempdir().expect("a temporary folder");
        let path = folder.path().join("config.toml");
        let config =
            format!("[server]\nhost = \"127.0.0.1\"\nport = {port}\n[logging]\ntracing = false\n{config}");
        std::fs::write(&path, config).expect("the configuration is written");
        let log = std::fs::File::create(folder.path().join("log")).expect("a log");
        let mut child = Command::new("/bin/sh")
            .args(["-c", SUPERVISOR, "webagents-grid", "java"])
            // Flags for a fast start and little memory, for a server that lives a minute.
            .args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m", "-jar"])
            .arg(selenium())
            .arg(role)
            .arg("--config")
            .arg(&path)
            .env("TMPDIR", folder.path())
            .stdin(Stdio::piped())
            .stdout(log.try_clone().expect("a second handle"))
            .stderr(log)
            .process_group(0)
            .spawn()
            .expect("/bin/sh starts");
        let stdin = child.stdin.take().expect("its input");
        Self { group: Pid::from_child(&child), _child: child, _stdin: stdin, folder }
    }

    /// Ends it and its browsers at once, as a machine that loses its power.
    pub(crate) fn kill(&self) {
        kill_process_group(self.group, Signal::KILL).expect("a living group");
    }

    /// Stops it and its browsers without a word to anybody, as a network that drops everything.
    pub(crate) fn freeze(&self) {
        kill_process_group(self.group, Signal::STOP).expect("a living group");
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }
}

impl Drop for Member {
    fn drop(&mut self) {
        // It fails only when the group is gone already.
        let _ = kill_process_group(self.group, Signal::KILL);
        // They end one after the other, and the last may still write a file.
        for _ in 0..100 {
            if std::fs::remove_dir_all(self.folder.path()).is_ok() {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// Waits until something holds.
pub(crate) async fn until(what: &'static str, holds: impl Fn() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !holds() {
        assert!(Instant::now() < end, "waited in vain: {what}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// The JSON that the hub answers.
fn ask(port: u16, method: &str, path: &str) -> Option<Value> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(10))).ok()?;
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json; charset=utf-8\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).ok()?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).ok()?;
    let body = answer.windows(4).position(|four| four == b"\r\n\r\n")? + 4;
    serde_json::from_slice(&answer[body..]).ok()
}

/// Selenium's jar: `WEBAGENTS_SELENIUM`, else the one that `cargo xtask setup` installed.
fn selenium() -> PathBuf {
    if let Some(path) = std::env::var_os("WEBAGENTS_SELENIUM") {
        return std::path::absolute(path).expect("WEBAGENTS_SELENIUM is a path");
    }
    let folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let folder = folders.map(|folder| folder.join("target/tools/selenium")).find(|folder| folder.is_dir());
    let folder = folder.expect("target/tools/selenium: run `cargo xtask setup`");
    let files = std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let jar = files.into_iter().find(|path| path.extension().is_some_and(|extension| extension == "jar"));
    jar.unwrap_or_else(|| panic!("no jar in {}: run `cargo xtask setup`", folder.display()))
}

/// The first of `names` on the PATH.
fn on_path(names: &[&str]) -> PathBuf {
    let path = std::env::var_os("PATH").expect("a PATH");
    let found = names
        .iter()
        .flat_map(|name| std::env::split_paths(&path).map(move |folder| folder.join(name)))
        .find(|path| path.is_file());
    found.unwrap_or_else(|| panic!("none of {names:?} is on the PATH: run `cargo xtask setup`"))
}
