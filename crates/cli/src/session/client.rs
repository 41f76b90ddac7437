//! A command's side of a session.

use std::ffi::OsString;
use std::future::pending;
use std::io::{self, IsTerminal as _};
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::pin::pin;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::net::UnixStream;
use tokio::net::unix::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep, timeout};

use crate::args::{InSession, SessionName};
use crate::exit::{Exit, Failure};
use crate::question;
use crate::session::folder::Folder;
use crate::session::lookup::{look_up, unknown};
use crate::session::protocol::{
    Answer, Call, EVENT_BYTES, Event, Hello, Lines, PROTOCOL, Reply, Request, other_version, send,
};
use crate::session::record::{Ended, Record, now};

/// Time for a supervisor to greet, and for a socket to take a call.
const GREETING: Duration = Duration::from_secs(10);
/// Time without a sign of life after which a supervisor is given up; it gives one every few seconds.
const SILENCE: Duration = Duration::from_secs(30);
/// Time for a session to end, and then for its process to be killed.
const STOP: Duration = Duration::from_secs(45);
const KILL: Duration = Duration::from_secs(10);
/// Time within which a session that begins has its socket, in milliseconds.
const BEGIN: u64 = 10_000;
/// Interval at which an end is looked for.
const POLL: Duration = Duration::from_millis(20);

/// Sends `request` to the session that `args` names, and returns its answer.
pub(crate) async fn call(name: &SessionName, args: &InSession, request: Request) -> Result<Value, Failure> {
    Ok(call_until(name, args, request, pending()).await?.value)
}

/// Sends `request`, and has its work cancelled when `cancelled` ends.
///
/// The answer to a cancelled run holds its calls.
pub(crate) async fn call_until(
    name: &SessionName,
    args: &InSession,
    request: Request,
    cancelled: impl Future<Output = ()>,
) -> Result<Answer, Failure> {
    let folder = Folder::open()?;
    let connected = Connection::open(&folder, name).await?;
    connected.ask(&folder, name, args.patience(), request, cancelled).await
}

/// A connection to a supervisor that has greeted.
struct Connection {
    lines: Lines<OwnedReadHalf>,
    writer: OwnedWriteHalf,
    hello: Hello,
}

/// Reason for the missing connection.
enum Unconnected {
    /// Nothing listens.
    Nothing,
    Failed(Failure),
}

impl Connection {
    /// Connects to a running session. Otherwise the failure has the reason.
    async fn open(folder: &Folder, name: &SessionName) -> Result<Self, Failure> {
        let path = folder.socket(name)?;
        match Self::to(&path, name).await {
            Ok(connection) => connection.of_this_version(name),
            Err(Unconnected::Failed(failure)) => Err(failure),
            Err(Unconnected::Nothing) => Err(match look_up(folder, name)? {
                None => unknown(folder, name),
                Some(Record { ended: None, started, .. }) if !path.exists() && now() >= started + BEGIN => {
                    let message =
                        format!("the session {name} has lost its socket: {} is absent", path.display());
                    Failure::new(Exit::Browser, message).help(format!(
                        "`webagents session stop {name}` ends it; `webagents session start {name}` then starts another one"
                    ))
                }
                Some(Record { ended: None, .. }) => {
                    let message = format!("the session {name} begins or ends at this moment");
                    Failure::new(Exit::Browser, message).help("try again")
                }
                Some(record) => ended(&record),
            }),
        }
    }

    async fn to(path: &PathBuf, name: &SessionName) -> Result<Self, Unconnected> {
        let stream = match timeout(GREETING, UnixStream::connect(path)).await {
            Ok(Ok(stream)) => stream,
            Ok(Err(error))
                if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused) =>
            {
                return Err(Unconnected::Nothing);
            }
            Ok(Err(error)) => return Err(Unconnected::Failed(silent(name, &error.to_string()))),
            Err(_) => return Err(Unconnected::Failed(silent(name, "it takes no connection"))),
        };
        Self::greeted(stream, name).await
    }

    async fn greeted(stream: UnixStream, name: &SessionName) -> Result<Self, Unconnected> {
        let user = rustix::process::geteuid().as_raw();
        if stream.peer_cred().ok().is_none_or(|peer| peer.uid() != user) {
            let message = format!("the socket of the session {name} is another user's");
            return Err(Unconnected::Failed(Failure::new(Exit::Refused, message)));
        }
        let (reader, writer) = stream.into_split();
        let mut lines = Lines::new(reader, EVENT_BYTES);
        match timeout(GREETING, lines.next::<Hello>()).await {
            Ok(Ok(Some(hello))) => Ok(Self { lines, writer, hello }),
            // It ends, and the connection was not taken.
            Ok(Ok(None)) => Err(Unconnected::Nothing),
            Ok(Err(error)) if error.kind() == io::ErrorKind::ConnectionReset => Err(Unconnected::Nothing),
            Ok(Err(error)) => Err(Unconnected::Failed(silent(name, &error.to_string()))),
            Err(_) => Err(Unconnected::Failed(silent(name, "it sent no greeting"))),
        }
    }

    fn of_this_version(self, name: &SessionName) -> Result<Self, Failure> {
        match self.hello.webagents_session {
            PROTOCOL => Ok(self),
            theirs => Err(other_version(name, theirs)),
        }
    }

    /// Sends a request, answers questions, and returns the answer.
    async fn ask(
        mut self,
        folder: &Folder,
        name: &SessionName,
        wait: Duration,
        request: Request,
        cancelled: impl Future<Output = ()>,
    ) -> Result<Answer, Failure> {
        // Where requests come from stdin, so would the answer.
        let is_stream = matches!(&request, Request::Browse(request) if !request.is_typed);
        let can_ask = !is_stream && io::stdin().is_terminal();
        let call = Call { version: PROTOCOL, wait, can_ask, request };
        let sent = async {
            send(&mut self.writer, &call).await?;
            self.writer.flush().await
        };
        match timeout(SILENCE, sent).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) => return Err(self.lost(folder, name).await),
            Err(_) => return Err(silent(name, "it does not read the command")),
        }
        let mut answer: Option<oneshot::Receiver<Reply>> = None;
        let mut end = Instant::now() + SILENCE;
        let (mut cancelled, mut has_left) = (pin!(cancelled), false);
        loop {
            let event = tokio::select! {
                () = &mut cancelled, if !has_left => {
                    has_left = true;
                    // A supervisor that has gone meanwhile is found out by the end of its events.
                    let _ = self.writer.shutdown().await;
                    continue;
                }
                event = self.lines.next::<Event>() => event,
                reply = async { match &mut answer { Some(answer) => answer.await, None => pending().await } } => {
                    answer = None;
                    if let Ok(reply) = reply {
                        // A supervisor that does not take it is found out by its silence.
                        let _ = timeout(GREETING, send(&mut self.writer, &reply)).await;
                    }
                    continue;
                }
                () = tokio::time::sleep_until(end) => return Err(silent(name, "it gives no sign of life")),
            };
            end = Instant::now() + SILENCE;
            match event {
                Ok(Some(Event::Alive)) => {}
                Ok(Some(Event::Ask { id, question, once })) => {
                    let (give, take) = oneshot::channel();
                    tokio::spawn(async move {
                        let _ = give.send(Reply { id, consent: question::ask(&question, once).await });
                    });
                    answer = Some(take);
                }
                Ok(Some(Event::Answer(answer))) => return Ok(answer),
                Ok(Some(Event::Failure(failure))) => return Err(Failure::from_wire(&failure)),
                // A request that has not begun has no answer.
                Ok(None) if has_left => return Err(silent(name, "the command was given up")),
                Ok(None) => return Err(self.lost(folder, name).await),
                Err(error) if error.kind() == io::ErrorKind::ConnectionReset => {
                    return Err(self.lost(folder, name).await);
                }
                Err(error) => return Err(silent(name, &error.to_string())),
            }
        }
    }

    /// The failure of a connection that ended without an answer.
    async fn lost(&self, folder: &Folder, name: &SessionName) -> Failure {
        let end = Instant::now() + GREETING;
        while Instant::now() < end {
            match look_up(folder, name) {
                Ok(Some(record)) if record.id == self.hello.id && record.ended.is_none() => sleep(POLL).await,
                Ok(Some(record)) if record.id == self.hello.id => return ended(&record),
                _ => break,
            }
        }
        silent(name, "the connection ended without an answer")
    }
}

fn ended(record: &Record) -> Failure {
    let unknown = Ended { at: record.started, why: "for an unknown reason".to_owned() };
    record.failure(record.ended.as_ref().unwrap_or(&unknown))
}

/// The failure of a supervisor that does not do its part.
fn silent(name: &SessionName, why: &str) -> Failure {
    Failure::new(Exit::Browser, format!("the session {name} does not answer: {why}"))
        .help(format!("`webagents session stop {name}` ends it, by force if it has to"))
}

/// Starts a session with the arguments of this process, and returns its description.
pub(crate) async fn start(name: &SessionName) -> Result<Value, Failure> {
    let folder = Folder::open()?;
    let path = folder.socket(name)?;
    match Connection::to(&path, name).await {
        Ok(connection) => return Err(runs_already(name, &connection.hello.id)),
        Err(Unconnected::Failed(failure)) => return Err(failure),
        Err(Unconnected::Nothing) => {}
    }
    let cannot =
        |error: io::Error| Failure::new(Exit::Browser, format!("cannot start a supervisor: {error}"));
    let (ours, theirs) = std::os::unix::net::UnixStream::pair().map_err(cannot)?;
    let program = std::env::current_exe().map_err(cannot)?;
    let mut supervisor = Command::new(program);
    // Errors before the session is ready go to the messages of this command.
    supervisor
        .args(["session-supervisor", "--", name.as_str()])
        .stdin(OwnedFd::from(theirs))
        .stdout(Stdio::null())
        // The memory of a large answer goes back to the system: without a fixed threshold glibc keeps it (mallopt(3)).
        .env("MALLOC_MMAP_THRESHOLD_", "262144");
    let mut child = supervisor.spawn().map_err(cannot)?;
    // Its copy of the socket, which would keep the connection open.
    drop(supervisor);
    ours.set_nonblocking(true).map_err(cannot)?;
    let stream = UnixStream::from_std(ours).map_err(cannot)?;
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let started = match Connection::greeted(stream, name).await {
        Ok(connection) => {
            connection.ask(&folder, name, Duration::ZERO, Request::Start { arguments }, pending()).await
        }
        Err(Unconnected::Failed(failure)) => Err(failure),
        Err(Unconnected::Nothing) => {
            let message = format!("the supervisor of the session {name} ended as it began");
            Err(Failure::new(Exit::Browser, message))
        }
    };
    if started.is_err() {
        reap(&mut child).await;
    }
    started.map(|answer| answer.value)
}

/// Waits until a supervisor that could not start has ended, and kills it if it does not.
async fn reap(child: &mut Child) {
    let end = Instant::now() + STOP;
    while matches!(child.try_wait(), Ok(None)) {
        if Instant::now() >= end {
            let _ = child.kill();
            let _ = child.wait();
            return;
        }
        sleep(POLL).await;
    }
}

pub(crate) fn runs_already(name: &SessionName, id: &str) -> Failure {
    Failure::usage(format!("the session {name} ({id}) runs already")).help(format!(
        "use it with --session {name}, end it with `webagents session stop {name}`, or choose another name"
    ))
}

/// Returns the description of each session, or the reason why its record cannot be read.
pub(crate) async fn list() -> Result<Vec<(SessionName, Result<Value, Failure>)>, Failure> {
    let folder = Folder::open()?;
    let mut sessions = Vec::new();
    for name in folder.names()? {
        if let Some(described) = describe(&folder, &name).await.transpose() {
            sessions.push((name, described));
        }
    }
    Ok(sessions)
}

async fn describe(folder: &Folder, name: &SessionName) -> Result<Option<Value>, Failure> {
    let Some(record) = look_up(folder, name)? else { return Ok(None) };
    if record.ended.is_some() {
        return Ok(Some(record.json("ended")));
    }
    if let Some(status) = status(folder, name).await {
        return Ok(Some(status));
    }
    // It may have ended since.
    Ok(Some(match look_up(folder, name)? {
        Some(record) if record.ended.is_some() => record.json("ended"),
        _ => record.json("unresponsive"),
    }))
}

async fn status(folder: &Folder, name: &SessionName) -> Option<Value> {
    let status = async {
        let connection = Connection::open(folder, name).await.ok()?;
        let answer = connection.ask(folder, name, Duration::ZERO, Request::Status, pending()).await.ok()?;
        Some(answer.value)
    };
    timeout(GREETING, status).await.ok()?
}

/// A session that was to be stopped.
#[derive(Debug)]
pub(crate) struct Stopped {
    pub(crate) record: Value,
    /// `true` if it had ended before.
    pub(crate) had_ended: bool,
    /// `true` if its supervisor did not end in time and was killed.
    pub(crate) killed: bool,
}

impl Stopped {
    /// The record, with `"had_ended"` and `"killed"`.
    pub(crate) fn json(&self) -> Value {
        let mut value = self.record.clone();
        value["had_ended"] = json!(self.had_ended);
        value["killed"] = json!(self.killed);
        value
    }
}

/// Ends a session, and returns when its browser has ended.
pub(crate) async fn stop(name: &SessionName) -> Result<Stopped, Failure> {
    let folder = Folder::open()?;
    let record = look_up(&folder, name)?.ok_or_else(|| unknown(&folder, name))?;
    if record.ended.is_some() {
        return Ok(Stopped { record: record.json("ended"), had_ended: true, killed: false });
    }
    // One of another version takes no request, but the signal.
    let pid = i32::try_from(record.pid).ok().and_then(Pid::from_raw);
    // The lock is held, so the process with this number is still the supervisor.
    let signal = |signal| {
        pid.filter(|_| matches!(folder.last_seen(&record), Ok(None))).map(|pid| kill_process(pid, signal))
    };
    // A process that was stopped by a signal takes no request and no signal to end.
    signal(Signal::CONT);
    let asked = async {
        let Ok(connection) = Connection::open(&folder, name).await else { return false };
        connection.ask(&folder, name, Duration::ZERO, Request::Stop, pending()).await.is_ok()
    };
    let was_asked = timeout(GREETING, asked).await.unwrap_or(false);
    let is_gone = async |within: Duration| {
        let end = Instant::now() + within;
        while folder.last_seen(&record)?.is_none() {
            if Instant::now() >= end {
                return Ok::<bool, Failure>(false);
            }
            sleep(POLL).await;
        }
        Ok(true)
    };
    let mut killed = false;
    if !was_asked {
        signal(Signal::TERM);
    }
    if !is_gone(STOP).await? {
        killed = true;
        signal(Signal::KILL);
        if !is_gone(KILL).await? {
            let message =
                format!("the supervisor of the session {name} (process {}) does not end", record.pid);
            return Err(Failure::new(Exit::Browser, message));
        }
    }
    let record = look_up(&folder, name)?.unwrap_or(record);
    Ok(Stopped { record: record.json("ended"), had_ended: false, killed })
}

/// Ends all sessions that run.
pub(crate) async fn stop_all() -> Result<Vec<(SessionName, Result<Stopped, Failure>)>, Failure> {
    let folder = Folder::open()?;
    let mut all = Vec::new();
    for name in folder.names()? {
        if look_up(&folder, &name).is_ok_and(|record| record.is_some_and(|record| record.ended.is_none())) {
            let stopped = stop(&name).await;
            all.push((name, stopped));
        }
    }
    Ok(all)
}
