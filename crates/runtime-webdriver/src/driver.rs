//! The driver process, and the promise that nothing of it outlives its owner.
//!
//! The decision: the driver is not our child but the child of a small supervisor, `/bin/sh`, that leads a
//! process group of its own and reads from a pipe whose other end only we hold. When we end, however that
//! comes about (SIGKILL included), the kernel closes the pipe and the supervisor's `read` ends. It asks its group
//! to end, removes the folder of its temporary files, and a second later kills what is left: driver, browser and
//! all. Dropping a [`Driver`] kills the group and removes the folder at once. What it is not: a pool; a
//! chromedriver serves many sessions.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, BufReader};
use tokio::net::TcpStream;
use tokio::process::{Child, ChildStdin, Command};
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::error::{Error, ErrorKind};

/// Runs its arguments with no input and the driver's own output, then waits for the end of its input. The
/// arguments come as arguments, the folder as `TMPDIR`: nothing from outside is ever part of this text. It
/// ignores its own SIGTERM, but only once the driver is started, which would otherwise inherit that.
const SUPERVISOR: &str = r#""$@" </dev/null & trap '' TERM; exec >/dev/null 2>&1; read -r _
kill -TERM 0; sleep 1; rm -rf -- "${TMPDIR:?}"; kill -KILL 0"#;

/// Time to connect to a driver on this machine.
const CONNECT: Duration = Duration::from_secs(2);

/// Lines of the driver's output that an error quotes.
const QUOTED_LINES: usize = 12;

/// A WebDriver endpoint: a process of ours, or an address.
#[derive(Debug)]
pub struct Driver {
    url: String,
    process: Option<Process>,
}

#[derive(Debug)]
struct Process {
    group: Pid,
    /// Held so that the supervisor is not reaped, and its number not given to another, before the group is killed.
    _child: Child,
    /// Held so that the supervisor's `read` does not end before we do.
    _stdin: ChildStdin,
    /// The temporary files of driver and browsers: browsers that are killed leave some behind.
    scratch: Option<TempDir>,
}

impl Drop for Process {
    fn drop(&mut self) {
        // It fails only when the group is gone already.
        let _ = kill_process_group(self.group, Signal::KILL);
        if let Some(scratch) = self.scratch.take() {
            remove(scratch);
        }
    }
}

impl Driver {
    /// The driver that listens at `url`, such as `http://127.0.0.1:9515` or a Grid's `http://host:4444/wd/hub`.
    /// Nothing is sent to it yet.
    pub fn at(url: impl Into<String>) -> Self {
        let mut url = url.into();
        // The paths of commands are resolved against it; without the slash its last part would be lost.
        if !url.ends_with('/') {
            url.push('/');
        }
        Self { url, process: None }
    }

    /// Starts the chromedriver that is on the PATH, on a free port.
    pub async fn start(deadline: Duration) -> Result<Self, Error> {
        let Some(program) = on_path("chromedriver") else {
            return Err(Error::new(
                ErrorKind::DriverNotFound,
                "no chromedriver is on the PATH; install it (Debian: apt install chromium chromium-driver), or set \
                 WEBDRIVER_URL to the address of a running WebDriver",
            ));
        };
        Self::start_program(&program, deadline).await
    }

    /// Starts the chromedriver at `program`, on a free port, and waits until it listens.
    pub async fn start_program(program: &Path, deadline: Duration) -> Result<Self, Error> {
        let failed = |message: String| Error::new(ErrorKind::DriverFailed, message);
        // A short name: a browser puts a socket below it, and the path of a socket has about a hundred bytes.
        let scratch = tempfile::Builder::new().prefix("wa-").tempdir().map_err(|error| {
            Error::because(ErrorKind::DriverFailed, "cannot make a temporary folder", error)
        })?;
        let mut child = Command::new("/bin/sh")
            .args(["-c", SUPERVISOR, "webagents-driver"])
            .arg(program)
            .arg("--port=0")
            .env("TMPDIR", scratch.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()
            .map_err(|error| Error::because(ErrorKind::DriverFailed, "cannot start /bin/sh", error))?;
        let group = child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
        let (Some(group), Some(stdin), Some(stdout), Some(stderr)) =
            (group, child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(failed("the driver ended as it began".to_owned()));
        };
        let process = Process { group, _child: child, _stdin: stdin, scratch: Some(scratch) };

        let said = Arc::new(Mutex::new(VecDeque::new()));
        let (ready, mut port) = mpsc::channel(1);
        drain(stdout, Arc::clone(&said), Some(ready));
        drain(stderr, Arc::clone(&said), None);
        let heard = timeout(deadline, port.recv()).await;
        let quote = || {
            let said = said.lock().unwrap_or_else(PoisonError::into_inner);
            let lines: Vec<&str> = said.iter().map(String::as_str).collect();
            if lines.is_empty() { String::new() } else { format!("; it said:\n{}", lines.join("\n")) }
        };
        match heard {
            Ok(Some(port)) => Ok(Self { url: format!("http://127.0.0.1:{port}/"), process: Some(process) }),
            Ok(None) => Err(failed(format!("{} ended before it listened{}", program.display(), quote()))),
            Err(_) => Err(failed(format!(
                "{} did not listen within {} ms{}",
                program.display(),
                deadline.as_millis(),
                quote()
            ))),
        }
    }

    /// Where it listens; the address ends with a slash.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Whether somebody still listens at its address. A driver elsewhere is taken to be there: what it answers to a
    /// command says more.
    pub(crate) async fn is_up(&self) -> bool {
        let Some(_) = &self.process else { return true };
        let address = self.url.trim_start_matches("http://").trim_end_matches('/');
        matches!(timeout(CONNECT, TcpStream::connect(address)).await, Ok(Ok(_)))
    }

    /// Whether its browsers are on this machine, as far as its address can tell.
    pub(crate) fn is_here(&self) -> bool {
        let url = url::Url::parse(&self.url).ok();
        match url.as_ref().and_then(url::Url::host) {
            Some(url::Host::Ipv4(address)) => address.is_loopback(),
            Some(url::Host::Ipv6(address)) => address.is_loopback(),
            Some(url::Host::Domain(name)) => name == "localhost",
            None => false,
        }
    }

    /// The process group of the driver and its browsers, when we started it.
    pub(crate) fn group(&self) -> Option<Pid> {
        self.process.as_ref().map(|process| process.group)
    }

    /// A folder that is removed with the driver, when we started it.
    pub(crate) fn scratch(&self) -> Option<&Path> {
        self.process.as_ref()?.scratch.as_ref().map(TempDir::path)
    }
}

/// Removes a folder that processes wrote to which are just being killed. They end one after the other and the
/// last may still write a file, so it is tried again for a fraction of a second.
pub(crate) fn remove(folder: TempDir) {
    let path = folder.keep();
    for _ in 0..20 {
        match std::fs::remove_dir_all(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                std::thread::sleep(Duration::from_millis(15));
            }
            _ => return,
        }
    }
}

/// Reads an output of the driver to its end, so that the driver never waits for us, and sends the port when it
/// is named.
fn drain(
    output: impl AsyncRead + Unpin + Send + 'static,
    said: Arc<Mutex<VecDeque<String>>>,
    mut ready: Option<mpsc::Sender<u16>>,
) {
    tokio::spawn(async move {
        let mut lines = BufReader::new(output).lines();
        while let Ok(Some(line)) = lines.next_line().await {
            if ready.is_some()
                && let Some(port) = listening_port(&line)
                && let Some(ready) = ready.take()
            {
                let _ = ready.send(port).await;
            }
            let mut said = said.lock().unwrap_or_else(PoisonError::into_inner);
            if said.len() == QUOTED_LINES {
                said.pop_front();
            }
            said.push_back(line);
        }
    });
}

/// The port in `ChromeDriver was started successfully on port 40335.`
fn listening_port(line: &str) -> Option<u16> {
    let (_, rest) = line.split_once("started successfully on port ")?;
    rest.trim_end().trim_end_matches('.').parse().ok()
}

/// The first file called `name` in the directories of the PATH.
pub(crate) fn on_path(name: &str) -> Option<PathBuf> {
    std::env::split_paths(&std::env::var_os("PATH")?).map(|dir| dir.join(name)).find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_port_is_read_from_the_ready_line() {
        assert_eq!(listening_port("ChromeDriver was started successfully on port 40335."), Some(40335));
        assert_eq!(listening_port("ChromeDriver was started successfully on port 99999."), None);
        assert_eq!(listening_port("Starting ChromeDriver 156.0 on port 0"), None);
    }

    #[test]
    fn an_address_ends_with_a_slash() {
        assert_eq!(Driver::at("http://h:4444/wd/hub").url(), "http://h:4444/wd/hub/");
        assert_eq!(Driver::at("http://h:4444/").url(), "http://h:4444/");
    }

    #[tokio::test]
    async fn a_program_that_is_no_driver_is_quoted() {
        let error = Driver::start_program(Path::new("/bin/echo"), Duration::from_secs(20)).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::DriverFailed);
        assert!(error.to_string().contains("it said:\n--port=0"), "{error}");
    }

    #[tokio::test]
    async fn a_program_that_is_missing_is_reported() {
        let error =
            Driver::start_program(Path::new("/nowhere/driver"), Duration::from_secs(20)).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::DriverFailed);
        assert!(error.to_string().contains("/nowhere/driver ended before it listened"), "{error}");
    }
}
