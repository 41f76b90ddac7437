//! A supervisor's side of its connections: who may call, who waits, and who has given up.
//!
//! Each connection has a task, so that calls that describe or end the session are answered while another is served, and a
//! command that goes away is noticed at once. The work itself is done by one task, which takes [`Job`]s in their order.

use std::io;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::net::unix::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep, sleep_until, timeout};
use webagents_browse::Secrets;

use crate::exit::{Exit, Failure};
use crate::question::Consent;
use crate::session::protocol::{
    ALIVE, Answer, CALL_BYTES, Call, Event, Hello, Lines, PROTOCOL, Reply, Request, other_version, send,
};
use crate::session::record::{Record, span};

/// Time for a call to arrive, and for a line to be read by the command.
const CALL: Duration = Duration::from_secs(30);
const WRITE: Duration = Duration::from_mins(1);
/// Time for the last answers to be written when a session ends.
const LAST_WORDS: Duration = Duration::from_secs(20);
/// Maximum number of connections at one time.
const CONNECTIONS: usize = 128;
/// Pause after the system refused a connection, as it does without free file descriptors.
const PAUSE: Duration = Duration::from_millis(50);

/// State of a session that its connections share.
#[derive(Debug)]
pub(crate) struct SessionState {
    pub(crate) record: Record,
    /// Why the session is to end, once it is.
    pub(crate) end: watch::Sender<Option<String>>,
    served: Mutex<Served>,
    /// Number of commands that have no answer yet.
    waiting: AtomicU64,
    /// Secrets, once the arguments of the session are read.
    secrets: OnceLock<Secrets>,
}

/// State of the work.
#[derive(Debug, Default, Clone)]
pub(crate) struct Served {
    /// The command that is served: its name, its process, and since when.
    pub(crate) now: Option<(&'static str, Option<i32>, Instant)>,
    /// Number of commands that were served.
    pub(crate) count: u64,
    /// Time until the session ends for lack of commands.
    pub(crate) idle: Duration,
    /// When the last command ended.
    pub(crate) last: Option<Instant>,
    /// Address of the page after the last command.
    pub(crate) url: Option<String>,
    pub(crate) engine: Option<String>,
}

impl SessionState {
    pub(crate) fn new(record: Record) -> Self {
        Self {
            record,
            end: watch::Sender::new(None),
            served: Mutex::default(),
            waiting: AtomicU64::new(0),
            secrets: OnceLock::new(),
        }
    }

    /// Removes the values of `secrets` from all that leaves the session from now on.
    pub(crate) fn use_secrets(&self, secrets: Secrets) {
        // A session has one set of arguments.
        let _ = self.secrets.set(secrets);
    }

    /// Returns a text without the values of secrets, for a file or stderr.
    pub(crate) fn redact(&self, text: String) -> String {
        match self.secrets.get() {
            Some(secrets) => secrets.redact(text),
            None => text,
        }
    }

    /// Writes an event to a command, without the values of secrets.
    ///
    /// Every text that a command gets from a session leaves it here.
    async fn deliver(&self, writer: &mut OwnedWriteHalf, event: Event) -> io::Result<()> {
        let event = match self.secrets.get() {
            Some(secrets) => event.redacted(secrets),
            None => event,
        };
        write(writer, &event).await
    }

    pub(crate) fn served(&self) -> MutexGuard<'_, Served> {
        self.served.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks for the end of the session. The first reason counts.
    pub(crate) fn stop(&self, why: &str) {
        self.end.send_if_modified(|end| {
            let is_first = end.is_none();
            end.get_or_insert_with(|| why.to_owned());
            is_first
        });
    }

    /// Waits until the end of the session is requested.
    pub(crate) async fn ends(&self) {
        let _ = self.end.subscribe().wait_for(Option::is_some).await;
    }

    fn status(&self) -> Value {
        let served = self.served().clone();
        let mut status = self.record.json("running");
        status["url"] = json!(served.url);
        status["engine"] = json!(served.engine);
        status["commands"] = json!(served.count);
        let serving = served.now.map(
            |(name, pid, since)| json!({ "command": name, "pid": pid, "seconds": since.elapsed().as_secs() }),
        );
        let ends_in = served.last.filter(|_| serving.is_none());
        let all = self.waiting.load(Ordering::Relaxed);
        status["waiting"] = json!(all.saturating_sub(u64::from(serving.is_some())));
        status["serving"] = json!(serving);
        status["idle_seconds"] = json!(served.idle.as_secs());
        status["ends_in_seconds"] =
            json!(ends_in.map(|last| served.idle.saturating_sub(last.elapsed()).as_secs()));
        status
    }

    /// The failure of a command that has waited for too long.
    fn busy(&self, waited: Duration) -> Failure {
        let by = match self.served().now {
            Some((name, pid, since)) => {
                let pid = pid.map(|pid| format!(" of process {pid}")).unwrap_or_default();
                format!("it serves `{name}`{pid} for {} now", span(since.elapsed()))
            }
            None => "it serves no command, but has not taken this one".to_owned(),
        };
        let message = format!("the session {} was busy for {}: {by}", self.record.name, span(waited));
        Failure::new(Exit::Browser, message).help("--wait SECONDS waits longer")
    }
}

/// State of a command: whether its work has begun, or it has given up before.
const WAITS: u8 = 0;
const BEGAN: u8 = 1;
const GAVE_UP: u8 = 2;

/// A command that waits for its answer.
#[derive(Debug)]
pub(crate) struct Client {
    events: mpsc::UnboundedSender<Event>,
    replies: tokio::sync::Mutex<mpsc::UnboundedReceiver<Reply>>,
    gone: watch::Receiver<bool>,
    state: AtomicU8,
    questions: AtomicU64,
    can_ask: bool,
    pub(crate) pid: Option<i32>,
}

impl Client {
    /// Begins its work, unless it has given up.
    pub(crate) fn begin(&self) -> bool {
        self.pass(BEGAN)
    }

    fn give_up(&self) -> bool {
        self.pass(GAVE_UP)
    }

    fn pass(&self, to: u8) -> bool {
        self.state.compare_exchange(WAITS, to, Ordering::AcqRel, Ordering::Acquire).is_ok()
    }

    /// Waits until the command has gone away.
    pub(crate) async fn gone(&self) {
        // The connection's task has ended as well if the sender is gone.
        let _ = self.gone.clone().wait_for(|gone| *gone).await;
    }

    pub(crate) fn answer(&self, answer: Result<Answer, Failure>) {
        let event = match answer {
            Ok(answer) => Event::Answer(answer),
            Err(failure) => Event::Failure(failure.wire()),
        };
        // A command that has gone away needs no answer.
        let _ = self.events.send(event);
    }

    /// Returns whether the command has a terminal, on which its user can decide.
    pub(crate) fn can_ask(&self) -> bool {
        self.can_ask && !*self.gone.borrow()
    }

    /// Asks the user of the command. With `once` an answer for the session is not offered.
    pub(crate) async fn ask(&self, question: String, once: bool) -> Consent {
        let mut replies = self.replies.lock().await;
        let id = self.questions.fetch_add(1, Ordering::Relaxed);
        let _ = self.events.send(Event::Ask { id, question, once });
        while let Some(reply) = replies.recv().await {
            // An earlier one comes too late.
            if reply.id == id {
                return reply.consent;
            }
        }
        // The command has gone away, which is not an answer: its request is cancelled.
        std::future::pending().await
    }
}

/// Work for a session, and who waits for it.
pub(crate) type Job = (Request, Arc<Client>);
pub(crate) type Jobs = mpsc::UnboundedSender<Job>;

/// Serves connections until the end of the session is requested, and then until each has its answer.
pub(crate) async fn accept(listener: UnixListener, first: UnixStream, shared: Arc<SessionState>, jobs: Jobs) {
    let mut connections = JoinSet::new();
    connections.spawn(attend(first, Arc::clone(&shared), jobs.clone(), true));
    let mut end = shared.end.subscribe();
    let ended = end.wait_for(Option::is_some);
    let serving = async {
        loop {
            if connections.len() >= CONNECTIONS {
                connections.join_next().await;
            }
            while connections.try_join_next().is_some() {}
            match listener.accept().await {
                Ok((stream, _)) => {
                    connections.spawn(attend(stream, Arc::clone(&shared), jobs.clone(), false));
                }
                Err(_) => sleep(PAUSE).await,
            }
        }
    };
    tokio::select! {
        () = serving => {}
        _ = ended => {}
    }
    // No more jobs come, so that the worker reaches the end of the remaining ones.
    drop((listener, jobs));
    let _ = timeout(LAST_WORDS, async { while connections.join_next().await.is_some() {} }).await;
}

/// Answers the command that started a supervisor, which could not begin.
pub(crate) async fn refuse(stream: UnixStream, failure: &Failure) {
    let (reader, mut writer) = stream.into_split();
    let hello = Hello { webagents_session: PROTOCOL, id: String::new() };
    let mut lines = Lines::new(reader, CALL_BYTES);
    if write(&mut writer, &hello).await.is_ok() && timeout(CALL, lines.next::<Value>()).await.is_ok() {
        let _ = write(&mut writer, &Event::Failure(failure.wire())).await;
    }
}

/// Serves one connection.
async fn attend(stream: UnixStream, shared: Arc<SessionState>, jobs: Jobs, is_first: bool) {
    let Ok(peer) = stream.peer_cred() else { return };
    if peer.uid() != rustix::process::geteuid().as_raw() {
        return;
    }
    let (reader, mut writer) = stream.into_split();
    let mut lines = Lines::new(reader, CALL_BYTES);
    let hello = Hello { webagents_session: PROTOCOL, id: shared.record.id.clone() };
    if write(&mut writer, &hello).await.is_err() {
        return;
    }
    let call = match timeout(CALL, lines.next::<Value>()).await {
        Ok(Ok(Some(call))) => read_call(&call, &shared.record),
        Ok(Err(error)) => Err(Failure::usage(format!("expected a call: {error}"))),
        // It has gone away, or only wanted to know whether the session runs.
        Ok(Ok(None)) | Err(_) => return,
    };
    let answer = match call {
        Ok(Call { request: Request::Status, .. }) => Ok(shared.status()),
        Ok(Call { request: Request::Stop, .. }) => {
            shared.stop("`webagents session stop` ended it");
            Ok(json!({}))
        }
        Ok(Call { request: Request::Start { .. }, .. }) if !is_first => {
            Err(super::runs_already(&shared.record.name, &shared.record.id))
        }
        Ok(call) => return queue(call, lines, writer, peer.pid(), &shared, jobs).await,
        Err(failure) => Err(failure),
    };
    let event = match answer {
        Ok(answer) => Event::Answer(answer.into()),
        Err(failure) => Event::Failure(failure.wire()),
    };
    let _ = shared.deliver(&mut writer, event).await;
}

fn read_call(call: &Value, record: &Record) -> Result<Call, Failure> {
    match call["version"].as_u64() {
        Some(PROTOCOL) => serde::Deserialize::deserialize(call)
            .map_err(|error| Failure::usage(format!("expected a call: {error}"))),
        Some(theirs) => Err(other_version(&record.name, theirs)),
        None => Err(Failure::usage("expected a call with a version")),
    }
}

/// Waits for the work of a call, and passes on what happens in the meantime.
async fn queue(
    call: Call,
    mut lines: Lines<OwnedReadHalf>,
    mut writer: OwnedWriteHalf,
    pid: Option<i32>,
    shared: &SessionState,
    jobs: Jobs,
) {
    let (events, mut happened) = mpsc::unbounded_channel();
    let (reply, replies) = mpsc::unbounded_channel();
    let mut reply = Some(reply);
    let (leave, gone) = watch::channel(false);
    let client = Arc::new(Client {
        events,
        replies: replies.into(),
        gone,
        state: AtomicU8::new(WAITS),
        questions: AtomicU64::new(0),
        can_ask: call.can_ask,
        pid,
    });
    let came = Instant::now();
    let is_start = matches!(call.request, Request::Start { .. });
    if jobs.send((call.request, Arc::clone(&client))).is_err() {
        return;
    }
    drop(jobs);
    shared.waiting.fetch_add(1, Ordering::Relaxed);
    let mut alive = interval_at(came + ALIVE, ALIVE);
    alive.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut is_waiting = !is_start;
    loop {
        tokio::select! {
            event = happened.recv() => {
                let Some(event) = event else { break };
                let is_last = matches!(event, Event::Answer(_) | Event::Failure(_));
                if shared.deliver(&mut writer, event).await.is_err() || is_last {
                    break;
                }
            }
            line = lines.next::<Reply>(), if reply.is_some() => match line {
                Ok(Some(answer)) => { let _ = reply.as_ref().map(|reply| reply.send(answer)); }
                // A command that closes only its side gets the answer to its running request.
                Ok(None) if !client.give_up() => {
                    reply = None;
                    let _ = leave.send(true);
                }
                Ok(None) | Err(_) => break,
            },
            () = sleep_until(came + call.wait), if is_waiting => {
                is_waiting = false;
                if client.give_up() {
                    let busy = Event::Failure(shared.busy(came.elapsed()).wire());
                    let _ = shared.deliver(&mut writer, busy).await;
                    break;
                }
            }
            _ = alive.tick() => if write(&mut writer, &Event::Alive).await.is_err() { break },
        }
    }
    client.give_up();
    shared.waiting.fetch_sub(1, Ordering::Relaxed);
    let _ = leave.send(true);
}

async fn write(writer: &mut OwnedWriteHalf, message: &impl serde::Serialize) -> io::Result<()> {
    timeout(WRITE, send(writer, message)).await.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
}
