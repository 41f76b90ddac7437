//! The driver process, and the guarantee that no process of it outlives this one.
//!
//! The decision: the driver is not our child but the child of a small supervisor, `/bin/sh`, that leads a
//! process group of its own and reads from a pipe whose other end only we hold. When we end, however that
//! comes about (SIGKILL included), the kernel closes the pipe and the supervisor's `read` ends. It signals its group
//! to end, removes the folder of its temporary files, and a second later kills the rest: driver, browser and
//! all. Dropping a [`DriverServer`] kills the group and removes the folder at once. A driver is not a pool: a
//! chromedriver serves many sessions, the other drivers one.

use std::collections::VecDeque;
use std::fmt;
use std::fs::Permissions;
use std::net::{Ipv4Addr, SocketAddr};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::future::BoxFuture;
use rustix::process::{Pid, Signal, kill_process_group};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, BufReader};
use tokio::net::{TcpSocket, TcpStream};
use tokio::process::{Child, ChildStdin, Command};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, timeout};
use tracing::debug;
use webagents_fetch::redact_url;

use super::profile::remove;
use super::resources;
use super::tls::{Address, TlsConfig, is_local};
use super::xvfb::{self, Screen};
use crate::engine::Engine;
use crate::error::{Error, ErrorKind};
use crate::options::{Display, WindowOptions};

/// Runs its arguments with no input and the driver's own output, then waits for the end of its input.
///
/// The arguments come as arguments, the folder as `TMPDIR`: nothing from outside is ever part of this text. What they
/// write is for their user only. It ignores its own SIGTERM, but only once the driver is started, which would otherwise
/// inherit that.
const SUPERVISOR: &str = r#"umask 077; "$@" </dev/null & trap '' TERM; exec >/dev/null 2>&1; read -r _
kill -TERM 0; sleep 1; rm -rf -- "${TMPDIR:?}"; kill -KILL 0"#;

/// Time to connect to a driver on this machine.
const CONNECT: Duration = Duration::from_secs(2);
/// Time between two attempts to connect to a driver that does not report that it listens.
const POLL: Duration = Duration::from_millis(10);

/// Number of attempts to start a driver whose port is taken.
const STARTS: u32 = 3;

/// geckodriver's switch for sessions that may act on the browser itself.
const SYSTEM_ACCESS: &str = "--allow-system-access";

/// Environment variable with the processor time in milliseconds that WebKit gives a script.
///
/// A script that runs longer without a pause is ended (`Source/JavaScriptCore/runtime/OptionsList.h`, `watchdog`).
/// Neither the driver nor the inspector has such a command that a busy page accepts. It does not depend on a
/// deadline, and holds for the site's scripts as well: more would keep who waits for a page that hangs, less would end
/// what only takes its time.
const WATCHDOG: &str = "JSC_watchdog";
const WATCHDOG_MS: &str = "2000";

/// Lines of the driver's output that an error quotes.
const QUOTED_LINES: usize = 12;

/// WebDriver server that opens browser sessions, started by this program or known by its address.
pub struct DriverServer {
    url: String,
    engine: Option<Engine>,
    process: Option<Process>,
    /// TLS configuration of a driver at an `https` address.
    tls: Option<TlsConfig>,
}

impl fmt::Debug for DriverServer {
    /// Without the password that its address may hold.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DriverServer")
            .field("url", &redact_url(&self.url))
            .field("engine", &self.engine)
            .field("process", &self.process)
            .finish_non_exhaustive()
    }
}

#[derive(Debug)]
struct Process {
    group: Pid,
    /// Supervisor, held so that its process number is not reused before the group is killed.
    _child: Child,
    /// Held so that the supervisor's `read` does not end before we do.
    _stdin: ChildStdin,
    /// Held so that the system gives the driver's port to no other process.
    _port: Option<TcpSocket>,
    /// The temporary files of driver and browsers: browsers that are killed leave some.
    scratch: Option<TempDir>,
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some(scratch) = &self.scratch {
            xvfb::end(scratch.path(), self.group);
        }
        // It fails only when the group is gone already.
        let _ = kill_process_group(self.group, Signal::KILL);
        if let Some(scratch) = self.scratch.take() {
            remove(scratch);
        }
    }
}

/// Options for starting a driver.
#[derive(Debug, Clone)]
pub(crate) struct Launch {
    pub(crate) engine: Engine,
    pub(crate) program: PathBuf,
    /// The screen that is started for it.
    pub(crate) screen: Option<Screen>,
    pub(crate) deadline: Duration,
    /// Environment variables that it does not inherit.
    pub(crate) hidden: Vec<String>,
    /// Address at which a running Firefox takes a driver; `None` if the driver starts its browser.
    pub(crate) existing: Option<(String, u16)>,
}

/// Rights of a driver's sessions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Access {
    /// The browser itself as well, if the driver has a switch for that.
    System,
    /// Pages only.
    Pages,
}

impl DriverServer {
    /// Creates a handle to the WebDriver server at `url`; nothing is sent to it yet.
    ///
    /// An address is `http://127.0.0.1:9515`, or a Grid's `http://host:4444/wd/hub`.
    pub fn at(url: impl Into<String>) -> Self {
        let mut url = url.into();
        // The paths of commands are resolved against it; without the slash its last part would be lost.
        if !url.ends_with('/') {
            url.push('/');
        }
        Self { url, engine: None, process: None, tls: None }
    }

    /// Finds the WebDriver program of `engine`, on the PATH or else in the cache, and starts it.
    pub async fn start(engine: Engine, deadline: Duration) -> Result<Self, Error> {
        Self::start_program(engine, &engine.find_driver()?, deadline).await
    }

    /// Starts the WebDriver program `program` for `engine` on a free port, and waits until it listens.
    ///
    /// With the driver of [`Engine::WebKit`], which needs a display, an invisible one is started.
    pub async fn start_program(engine: Engine, program: &Path, deadline: Duration) -> Result<Self, Error> {
        let screen = xvfb::find(engine, Display::Headless, WindowOptions::default().size)?;
        let program = program.to_owned();
        Self::launch(&Launch { engine, program, screen, deadline, hidden: Vec::new(), existing: None }).await
    }

    /// Starts a driver, and another when it finds that its port is taken.
    ///
    /// chromedriver chooses a port that is free for IPv6, and gives up when another process has it for IPv4.
    ///
    /// A geckodriver that does not know `--allow-system-access` is started without it. In its sessions a script that
    /// does not end cannot be stopped: its tab is closed, and the session goes on in a new one
    /// ([`Stopping::NewTab`](crate::Stopping::NewTab)).
    pub(crate) fn launch(launch: &Launch) -> BoxFuture<'_, Result<Self, Error>> {
        Box::pin(async move {
            resources::check()?;
            let began = Instant::now();
            let mut launch = launch.clone();
            let deadline = launch.deadline;
            let (mut access, mut starts) = (Access::System, 1);
            loop {
                match Self::start_once(&launch, access).await {
                    Err(error) if starts < STARTS && port_is_taken(&error) => starts += 1,
                    Err(error) if access == Access::System && knows_no_access(&error) => {
                        access = Access::Pages;
                    }
                    done => {
                        let error = done.as_ref().err().map(Error::kind);
                        debug!(engine = ?launch.engine, starts, ?error, elapsed = ?began.elapsed(), "driver started");
                        return done.map_err(resources::explain);
                    }
                }
                launch.deadline = deadline.saturating_sub(began.elapsed());
            }
        })
    }

    async fn start_once(launch: &Launch, access: Access) -> Result<Self, Error> {
        let Launch { engine, program, screen, deadline, hidden, existing } = launch;
        let failed = |message: String| Error::new(ErrorKind::DriverFailed, message);
        let cannot = |what: &str, error: std::io::Error| {
            Error::because(ErrorKind::DriverFailed, format!("cannot {what}: {error}"), error)
        };
        // A short name: a browser puts a socket below it, and the path of a socket has about a hundred bytes.
        let scratch = tempfile::Builder::new()
            .prefix("wa-")
            .permissions(Permissions::from_mode(0o700))
            .tempdir()
            .map_err(|error| cannot("make a temporary folder", error))?;
        let (arguments, reserved) = arguments(*engine, access, existing.as_ref())
            .map_err(|error| cannot("find a free port on 127.0.0.1", error))?;
        let mut supervisor = Command::new("/bin/sh");
        match screen {
            Some(_) => supervisor.args(["-c", &format!("{}{SUPERVISOR}", xvfb::START)]),
            None => supervisor.args(["-c", SUPERVISOR]),
        };
        supervisor
            .arg("webagents-driver")
            .arg(program)
            .args(arguments)
            .env("TMPDIR", scratch.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0);
        for name in hidden {
            supervisor.env_remove(name);
        }
        if !resources::has_usable_home() {
            // Firefox would wait for the answer to a dialog that nobody sees.
            supervisor.env("HOME", scratch.path());
        }
        if *engine == Engine::WebKit {
            supervisor.env(WATCHDOG, WATCHDOG_MS);
        }
        if let Some((xvfb, size)) = screen {
            let environment = xvfb::environment(xvfb, scratch.path(), *size)
                .map_err(|error| cannot("write the secret of a screen", error))?;
            supervisor.envs(environment);
        }
        let mut child = supervisor.spawn().map_err(|error| cannot("start /bin/sh", error))?;
        let group = child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
        let (Some(group), Some(stdin), Some(stdout), Some(stderr)) =
            (group, child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(failed("the driver ended as it began".to_owned()));
        };
        let listens = reserved.as_ref().map(|(_, address)| *address);
        let process = Process {
            group,
            _child: child,
            _stdin: stdin,
            _port: reserved.map(|(socket, _)| socket),
            scratch: Some(scratch),
        };

        let said = Arc::new(Mutex::new(VecDeque::new()));
        let (ready, mut port) = mpsc::channel(1);
        drain(stdout, Arc::clone(&said), Some(ready));
        drain(stderr, Arc::clone(&said), None);
        let listening = async {
            match listens {
                Some(address) => tokio::select! {
                    () = reachable(address) => Some(address.port()),
                    port = port.recv() => port,
                },
                None => port.recv().await,
            }
        };
        let heard = timeout(*deadline, listening).await;
        let quote = || {
            let said = said.lock().unwrap_or_else(PoisonError::into_inner);
            let lines: Vec<&str> = said.iter().map(String::as_str).collect();
            if lines.is_empty() { String::new() } else { format!("; it said:\n{}", lines.join("\n")) }
        };
        match heard {
            Ok(Some(port)) => Ok(Self {
                url: format!("http://127.0.0.1:{port}/"),
                engine: Some(*engine),
                process: Some(process),
                tls: None,
            }),
            Ok(None) => Err(failed(format!("{} ended before it listened{}", program.display(), quote()))),
            Err(_) => Err(failed(format!(
                "{} did not listen within {} ms{}",
                program.display(),
                deadline.as_millis(),
                quote()
            ))),
        }
    }

    /// Returns the URL of the WebDriver server, which ends with a slash.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Returns whether its address is an `https` one.
    pub(crate) fn is_by_tls(&self) -> bool {
        self.url.get(..6).is_some_and(|scheme| scheme.eq_ignore_ascii_case("https:"))
    }

    /// Returns the same remote driver with a TLS configuration.
    pub(crate) fn with_tls(&self, tls: TlsConfig) -> Self {
        Self { url: self.url.clone(), engine: self.engine, process: None, tls: Some(tls) }
    }

    /// Returns its TLS configuration, if its address is an `https` one.
    pub(crate) fn tls(&self) -> Option<&TlsConfig> {
        self.tls.as_ref()
    }

    /// A socket of one of its sessions, which it names as `url`.
    pub(crate) fn socket(&self, url: &str) -> Address {
        Address::of(url, &self.url, self.tls.as_ref())
    }

    /// Returns whether its port accepts connections.
    ///
    /// It is `true` for a remote driver, whose answer to a command shows it.
    pub(crate) async fn is_up(&self) -> bool {
        let Some(_) = &self.process else { return true };
        let address = self.url.trim_start_matches("http://").trim_end_matches('/');
        matches!(timeout(CONNECT, TcpStream::connect(address)).await, Ok(Ok(_)))
    }

    /// Returns whether its address is one of loopback, so that its browsers are on this machine.
    pub(crate) fn is_here(&self) -> bool {
        is_local(&self.url)
    }

    /// Returns the engine of a WebDriver server that this program started; `None` if it did not start it.
    pub fn engine(&self) -> Option<Engine> {
        self.engine
    }

    /// Returns the process group of the driver and its browsers, or `None` if others started the driver.
    ///
    /// By this number their memory can be counted or their limits set.
    pub fn process_group(&self) -> Option<u32> {
        self.group().and_then(|group| u32::try_from(group.as_raw_nonzero().get()).ok())
    }

    /// The same as a process number.
    pub(crate) fn group(&self) -> Option<Pid> {
        self.process.as_ref().map(|process| process.group)
    }

    /// A folder that is removed with the driver, when we started it.
    pub(crate) fn scratch(&self) -> Option<&Path> {
        self.process.as_ref()?.scratch.as_ref().map(TempDir::path)
    }

    /// Kills the driver and all that it started, if it serves one session only.
    pub(crate) fn kill_if_exclusive(&self) {
        if let (Some(engine), Some(process)) = (self.engine, &self.process)
            && !engine.shares_its_driver()
        {
            if let Some(scratch) = &process.scratch {
                xvfb::end(scratch.path(), process.group);
            }
            // It fails only when the group is gone already. The supervisor is not reaped before the driver is dropped,
            // so no other process has the number.
            let _ = kill_process_group(process.group, Signal::KILL);
        }
    }
}

/// A port that is kept free, and its address.
type Reserved = (TcpSocket, SocketAddr);

/// Returns the arguments by which the driver of `engine` listens on a free port of loopback.
///
/// A port is reserved for a driver that cannot choose one itself.
fn arguments(
    engine: Engine,
    access: Access,
    existing: Option<&(String, u16)>,
) -> std::io::Result<(Vec<String>, Option<Reserved>)> {
    Ok(match engine {
        Engine::Chromium | Engine::ChromiumHeadlessShell => (vec!["--port=0".to_owned()], None),
        // Without the second port, every Firefox would listen for WebDriver BiDi on the same one.
        Engine::Firefox => {
            let mut arguments = vec!["--port".to_owned(), "0".to_owned()];
            match existing {
                // It reports its port for BiDi itself.
                Some((host, port)) => {
                    arguments.extend(["--connect-existing", "--marionette-host", host].map(str::to_owned));
                    arguments.extend(["--marionette-port".to_owned(), port.to_string()]);
                }
                None => arguments.extend(["--websocket-port", "0"].map(str::to_owned)),
            }
            if access == Access::System {
                // With it a script that does not end can be stopped (`bidi/stop.rs`).
                arguments.push(SYSTEM_ACCESS.to_owned());
            }
            (arguments, None)
        }
        Engine::WebKit => {
            let (socket, address) = reserve()?;
            (vec![format!("--port={}", address.port())], Some((socket, address)))
        }
    })
}

/// Reserves a port of loopback, which the system gives to no other process while the socket is held.
///
/// The socket is bound and does not listen, and both it and the driver's own allow that the address is used twice
/// (`SO_REUSEADDR`, socket(7)).
fn reserve() -> std::io::Result<Reserved> {
    let socket = TcpSocket::new_v4()?;
    socket.set_reuseaddr(true)?;
    socket.bind((Ipv4Addr::LOCALHOST, 0).into())?;
    let address = socket.local_addr()?;
    Ok((socket, address))
}

/// Returns whether the messages of a driver that ended report that its port is taken.
fn port_is_taken(error: &Error) -> bool {
    let said = error.to_string();
    ["port not available", "Address already in use"].iter().any(|saying| said.contains(saying))
}

/// Returns whether a driver ended because its version does not know the switch.
///
/// The messages come from the argument parsers that geckodriver has had (`Found argument '...' which wasn't
/// expected`, `unexpected argument '...' found`).
fn knows_no_access(error: &Error) -> bool {
    error.to_string().lines().any(|line| line.contains("argument") && line.contains(SYSTEM_ACCESS))
}

/// Waits until `address` accepts connections.
async fn reachable(address: SocketAddr) {
    while TcpStream::connect(address).await.is_err() {
        sleep(POLL).await;
    }
}

/// Reads an output stream of the driver to its end and sends the port number once a line names it.
///
/// A driver whose output nobody reads would block as soon as the pipe is full.
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

/// Returns the port in the line that a driver prints once it listens.
///
/// `ChromeDriver was started successfully on port 40335.`, or geckodriver's `Listening on 127.0.0.1:40335` after a time
/// and a level.
fn listening_port(line: &str) -> Option<u16> {
    const READY: [&str; 2] = ["started successfully on port ", "Listening on 127.0.0.1:"];
    let (_, rest) = READY.iter().find_map(|ready| line.split_once(ready))?;
    rest.trim_end().trim_end_matches('.').parse().ok()
}

#[cfg(test)]
mod tests;
