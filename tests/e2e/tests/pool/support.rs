//! A pool whose browsers can be distinguished from others, and a look at them.

use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use rustix::process::{Pid, Signal, getpgid, kill_process};
use serde_json::Value;
use webagents_runtime::{ExecuteOptions, Outcome, Realm};
use webagents_runtime_webdriver::{
    Browser, BrowserOptions, Engine, Isolation, Pool, PoolOptions, PoolStatus, Session,
};

pub(crate) use webagents_testkit::{PATIENCE, until};

/// Makes two tests of each function: with a browser for each session, and with a context for each.
macro_rules! over_each_isolation {
    ($($test:ident),+ $(,)?) => {
        mod browser_each {
            $(#[tokio::test]
            async fn $test() {
                super::$test(webagents_runtime_webdriver::Isolation::Profile).await;
            })+
        }
        mod context_each {
            $(#[tokio::test]
            async fn $test() {
                super::$test(webagents_runtime_webdriver::Isolation::Context { jobs: 1 }).await;
            })+
        }
    };
}
pub(crate) use over_each_isolation;

/// Returns whether sessions of this isolation share a browser.
pub(crate) fn shares(isolation: Isolation) -> bool {
    matches!(isolation, Isolation::Context { .. })
}

/// A pool, and an argument that only its browsers have.
pub(crate) struct Bench {
    pub(crate) pool: Pool,
    pub(crate) mark: String,
    /// The driver's process.
    pub(crate) driver: Pid,
}

impl Bench {
    /// A pool of this isolation, with the options that `change` makes.
    pub(crate) async fn with(isolation: Isolation, change: impl FnOnce(&mut PoolOptions)) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let mark =
            format!("--webagents-mark=pool-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let mut options = BrowserOptions::default().with_engine(Engine::Chromium);
        options.args.push(mark.clone());
        let browser = Browser::launch(options).await.expect("chromedriver");
        let driver = driver(browser.driver().expect("one for all sessions").url());
        let mut options = PoolOptions::default().with_isolation(isolation);
        change(&mut options);
        Self { pool: Pool::new(browser, options).expect("a pool"), mark, driver }
    }

    pub(crate) async fn acquire(&self) -> Session {
        self.pool.acquire(PATIENCE).await.expect("a session")
    }

    /// Waits until `holds` accepts the pool's state.
    pub(crate) async fn until(&self, what: &'static str, holds: impl Fn(PoolStatus) -> bool) {
        until(what, || holds(self.pool.status())).await;
    }

    /// Closes the pool and asserts that no browser is left.
    pub(crate) async fn close(self) {
        assert_eq!(self.pool.close(PATIENCE).await, 0, "{:?}", self.pool.status());
        until("its browsers end", || browsers(&self.mark).is_empty()).await;
    }
}

/// Command lines of all processes except zombies.
fn processes() -> Vec<(Pid, String)> {
    let one = |entry: std::fs::DirEntry| {
        let pid = Pid::from_raw(entry.file_name().to_str()?.parse().ok()?)?;
        let command = std::fs::read(entry.path().join("cmdline")).ok()?;
        (!command.is_empty()).then(|| (pid, String::from_utf8_lossy(&command).replace('\0', " ")))
    };
    std::fs::read_dir(Path::new("/proc")).expect("/proc").flatten().filter_map(one).collect()
}

/// The main processes of the browsers that carry `mark`.
pub(crate) fn browsers(mark: &str) -> Vec<Pid> {
    let is_main = |command: &str| {
        command.contains(mark) && command.contains("--user-data-dir=") && !command.contains("--type=")
    };
    let main: Vec<Pid> =
        processes().into_iter().filter(|(_, command)| is_main(command)).map(|(pid, _)| pid).collect();
    // A process that a browser starts has the browser's arguments until it executes its own program.
    let is_forked = |pid: &Pid| parent(*pid).is_some_and(|parent| main.contains(&parent));
    main.iter().copied().filter(|pid| !is_forked(pid)).collect()
}

/// The parent of a process (proc(5), `ppid`).
fn parent(pid: Pid) -> Option<Pid> {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero())).ok()?;
    let (_, fields) = stat.rsplit_once(')')?;
    Pid::from_raw(fields.split_whitespace().nth(1)?.parse().ok()?)
}

/// The processes of a driver's browsers that show pages.
pub(crate) fn renderers(driver: Pid) -> Vec<Pid> {
    let group = getpgid(Some(driver)).expect("a living driver");
    let ours = |pid: Pid| getpgid(Some(pid)).is_ok_and(|of| of == group);
    let all = processes().into_iter().filter(|(_, command)| command.contains("--type=renderer"));
    all.map(|(pid, _)| pid).filter(|&pid| ours(pid)).collect()
}

/// The processor time that a process has had, in ticks (proc(5), `utime` and `stime`).
pub(crate) fn worked(pid: Pid) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero())).unwrap_or_default();
    let fields = stat.rsplit_once(')').map(|(_, fields)| fields).unwrap_or_default();
    fields.split_whitespace().skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum()
}

/// Kills the browsers that carry `mark`, and nothing else. Returns their main processes.
pub(crate) fn kill_browsers(mark: &str) -> Vec<Pid> {
    let found = browsers(mark);
    assert!(!found.is_empty(), "no browser carries {mark}");
    for &pid in &found {
        // A wrapper script and the browser are two processes; the second may go with the first.
        let _ = kill_process(pid, Signal::KILL);
    }
    found
}

/// Returns whether the last thread of a process has ended, and with it its sockets.
///
/// A process loses its command line before that.
pub(crate) fn has_ended(pid: Pid) -> bool {
    let folder = format!("/proc/{}", pid.as_raw_nonzero());
    let stat = std::fs::read_to_string(format!("{folder}/stat")).unwrap_or_default();
    let state = stat.rsplit_once(") ").map(|(_, fields)| &fields[..1]);
    let threads = std::fs::read_dir(format!("{folder}/task")).map_or(0, Iterator::count);
    threads <= 1 && matches!(state, None | Some("Z" | "X"))
}

/// Process that listens at a driver's address, found by the socket in its table of open files.
fn driver(url: &str) -> Pid {
    let port = url.trim_end_matches('/').rsplit(':').next().and_then(|port| port.parse::<u16>().ok());
    let wanted = format!(":{:04X}", port.expect("a port"));
    let table = std::fs::read_to_string("/proc/net/tcp").expect("the table of sockets");
    let socket = table.lines().skip(1).find_map(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        // Address, and the state that means LISTEN.
        (fields[1].ends_with(&wanted) && fields[3] == "0A").then(|| format!("socket:[{}]", fields[9]))
    });
    let socket = socket.expect("a socket that listens");
    let holds = |pid: &Pid| {
        let files = std::fs::read_dir(format!("/proc/{}/fd", pid.as_raw_nonzero()));
        files.is_ok_and(|files| {
            files.flatten().any(|file| std::fs::read_link(file.path()).is_ok_and(|to| *to == *socket))
        })
    };
    processes().into_iter().map(|(pid, _)| pid).find(holds).expect("a process that listens")
}

/// Runs code in the page's realm.
pub(crate) async fn run(session: &mut Session, code: &str) -> Outcome {
    session
        .execute_with(code, &ExecuteOptions::default().with_realm(Realm::Page).with_deadline(PATIENCE))
        .await
}

/// Returns the result of `code`.
pub(crate) async fn value(session: &mut Session, code: &str) -> Value {
    let outcome = run(session, code).await;
    outcome.result.expect("a value")
}
