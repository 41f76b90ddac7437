//! The process of a session.
//!
//! It leaves the terminal and the group of the command that started it, and serves that command first, over the socket
//! that it got as its stdin. A command that is given up is dropped, and the page is made ready for the next one.

use std::fs::{File, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::net::UnixStream as StdStream;
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use tokio::net::{UnixListener, UnixStream};
use tokio::sync::mpsc;
use tokio::task::yield_now;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, sleep_until, timeout};

use super::live::{Asked, Live, start};
use crate::args::SessionName;
use crate::commands::runs::Runs;
use crate::exit::{Exit, Failure};
use crate::file;
use crate::session::{
    Client, Ended, Folder, Record, Request, SessionState, accept, now, refuse, runs_already, span,
};
use crate::signals::{Asked as Signal, Signals};

/// Interval at which the browser is looked at and the lock is marked.
const LOOK: Duration = Duration::from_secs(2);
/// Time in which another command may hold the lock, to see whether the session runs.
const LOCK: Duration = Duration::from_secs(2);
/// Time for the last connections.
const LAST: Duration = Duration::from_secs(10);
/// Time for the browser to close; one with a profile of the user's may take its time to write it.
const END: Duration = Duration::from_secs(27);

/// Serves a session until it ends.
pub(in crate::commands) async fn supervise(name: SessionName) -> Result<Exit, Failure> {
    let cannot =
        |error: std::io::Error| Failure::new(Exit::Browser, format!("cannot supervise a session: {error}"));
    // It fails if the process leads a group already, as in a shell.
    let _ = rustix::process::setsid();
    let stdin = rustix::stdio::stdin().try_clone_to_owned().map_err(cannot)?;
    let first = StdStream::from(stdin);
    first.set_nonblocking(true).map_err(cannot)?;
    first.peer_addr().map_err(|_| {
        Failure::usage("expected to be started by `webagents session start`").help("use that command")
    })?;
    let first = UnixStream::from_std(first).map_err(cannot)?;
    let Files { folder, path, lock, record, listener } = match Files::make(name).await {
        Ok(files) => files,
        Err(failure) => {
            refuse(first, &failure).await;
            return Ok(failure.exit());
        }
    };
    let shared = Arc::new(SessionState::new(record.clone()));
    let (jobs, queue) = mpsc::unbounded_channel();
    let connections = tokio::spawn(accept(listener, first, Arc::clone(&shared), jobs));
    let marking = tokio::spawn(mark(lock.try_clone().map_err(cannot)?));
    let mut signals = Signals::catch().map_err(cannot)?;
    let stopping = Arc::clone(&shared);
    let heeding = tokio::spawn(async move {
        let name = match signals.next().await {
            Signal::Interrupt => "INT",
            Signal::Terminate => "TERM",
        };
        stopping.stop(&format!("its supervisor got the signal {name}"));
    });
    let mut supervisor = Supervisor { shared, queue, asked: Asked::default() };
    // Boxed, for a session's steps make a large future.
    let (live, why) = Box::pin(supervisor.serve()).await;
    supervisor.asked.set(None);
    // From here on nobody connects, and those who do find the record.
    let _ = std::fs::remove_file(&path);
    let ended = Ended { at: now(), why: supervisor.shared.redact(why) };
    let record = Record { ended: Some(ended.clone()), ..record };
    let written = folder.write(&record);
    supervisor.shared.stop(&ended.why);
    supervisor.queue.close();
    while let Ok((_, client)) = supervisor.queue.try_recv() {
        client.answer(Err(record.failure(&ended)));
    }
    if let Some(live) = live {
        let _ = timeout(END, live.end()).await;
    }
    let _ = timeout(LAST, connections).await;
    marking.abort();
    heeding.abort();
    drop(lock);
    written.map(|()| Exit::Ok)
}

/// Files of a session while it runs.
struct Files {
    folder: Folder,
    /// The socket.
    path: PathBuf,
    lock: File,
    record: Record,
    listener: UnixListener,
}

impl Files {
    async fn make(name: SessionName) -> Result<Self, Failure> {
        let folder = Folder::open()?;
        let path = folder.socket(&name)?;
        let Some(lock) = lock(&folder, &name).await? else { return Err(runs_already(&name, "which begins")) };
        let record = Record::new(name)?;
        folder.write(&record)?;
        // A socket is left if the last supervisor was killed, and this process has the lock.
        let _ = std::fs::remove_file(&path);
        let listener = UnixListener::bind(&path).map_err(|error| file::unwritable(&path, &error))?;
        std::fs::set_permissions(&path, Permissions::from_mode(0o600))
            .map_err(|error| file::unwritable(&path, &error))?;
        Ok(Self { folder, path, lock, record, listener })
    }
}

/// Takes the lock, which a command may hold for a moment.
async fn lock(folder: &Folder, name: &SessionName) -> Result<Option<File>, Failure> {
    let end = Instant::now() + LOCK;
    loop {
        match folder.lock(name)? {
            None if Instant::now() < end => sleep(Duration::from_millis(10)).await,
            lock => return Ok(lock),
        }
    }
}

/// Marks the lock with the time, so that the end of a supervisor that is killed is known.
async fn mark(lock: File) {
    let mut ticks = interval(LOOK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let _ = lock.set_modified(SystemTime::now());
    }
}

struct Supervisor {
    shared: Arc<SessionState>,
    queue: mpsc::UnboundedReceiver<(Request, Arc<Client>)>,
    asked: Asked,
}

impl Supervisor {
    /// Serves one command after the other. Returns the browser, and why the session ends.
    async fn serve(&mut self) -> (Option<Live>, String) {
        let shared = Arc::clone(&self.shared);
        let began = tokio::select! {
            biased;
            began = self.start() => began,
            () = shared.ends() => Err(String::new()),
        };
        let (live, why) = match began {
            Ok(mut live) => {
                let why = self.work(&mut live).await;
                (Some(live), why)
            }
            Err(why) => (None, why),
        };
        // The reason of the request to end, if there was one, is the reason of the work's end.
        (live, shared.end.borrow().clone().unwrap_or(why))
    }

    /// Serves the command that started the session.
    async fn start(&mut self) -> Result<Live, String> {
        let gave_up = || "the command that started it ended before it was ready".to_owned();
        let first = async {
            loop {
                // Others wait until it is ready.
                match self.queue.recv().await {
                    Some((Request::Start { arguments }, client)) => return Some((arguments, client)),
                    Some((_, client)) => client
                        .answer(Err(Failure::new(Exit::Browser, "the session is about to begin; try again"))),
                    None => return None,
                }
            }
        };
        let Ok(Some((arguments, client))) = timeout(LAST, first).await else { return Err(gave_up()) };
        if !client.begin() {
            return Err(gave_up());
        }
        self.shared.served().now = Some(("session start", client.pid, Instant::now()));
        self.asked.set(Some(Arc::clone(&client)));
        let started = tokio::select! {
            started = start(arguments, &self.asked, &self.shared) => started,
            () = client.gone() => return Err(gave_up()),
        };
        self.asked.set(None);
        // From here on the terminal of that command is not ours.
        leave_streams();
        match started {
            Ok(mut live) => {
                self.done(&mut live).await;
                let mut description = self.shared.record.json("running");
                description["url"] = live.url.clone().into();
                description["engine"] = live.engine().into();
                description["tools"] = live.tools().into();
                description["idle_seconds"] = live.idle().as_secs().into();
                client.answer(Ok(description.into()));
                Ok(live)
            }
            Err(failure) => {
                let why = format!("it did not start: {}", failure.line().trim_start_matches("Error: "));
                client.answer(Err(failure));
                Err(why)
            }
        }
    }

    /// Notes the end of a command.
    async fn done(&self, live: &mut Live) {
        live.look().await;
        let mut served = self.shared.served();
        served.now = None;
        served.last = Some(Instant::now());
        served.idle = live.idle();
        served.url.clone_from(&live.url);
        served.engine = live.engine().map(str::to_owned);
    }

    /// Serves commands until the session ends by itself, and returns why it does.
    async fn work(&mut self, live: &mut Live) -> String {
        let mut last = Instant::now();
        let mut looks = interval(LOOK);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let shared = Arc::clone(&self.shared);
        loop {
            tokio::select! {
                biased;
                () = shared.ends() => return String::new(),
                job = self.queue.recv() => {
                    let Some((request, client)) = job else { return "it takes no more commands".to_owned() };
                    if client.begin() {
                        self.one(live, request, &client).await;
                        last = Instant::now();
                    }
                }
                () = sleep_until(last + live.idle()) => {
                    return format!("no command used it for {} (--idle)", span(live.idle()));
                }
                _ = looks.tick() => {
                    tokio::select! {
                        biased;
                        () = shared.ends() => {}
                        () = live.look() => {}
                    }
                }
            }
            if let Some(why) = live.lost() {
                return why;
            }
        }
    }

    async fn one(&mut self, live: &mut Live, request: Request, client: &Arc<Client>) {
        {
            let mut served = self.shared.served();
            served.now = Some((request.name(), client.pid, Instant::now()));
            served.count = served.count.saturating_add(1);
        }
        self.asked.set(Some(Arc::clone(client)));
        let runs = Runs::default();
        let answer = {
            let mut serving = pin!(live.serve(request, &runs));
            // The answer to a cancelled run holds its calls until then.
            tokio::select! {
                answer = &mut serving => Some(answer),
                () = client.gone() => runs.cancel(serving).await,
                () = self.shared.ends() => runs.cancel(serving).await,
            }
        };
        self.asked.set(None);
        let has_answer = answer.is_some();
        let end = self.shared.end.borrow().clone();
        let answer = match (answer, &end) {
            (Some(Ok(mut answer)), Some(why)) => {
                let ended = self.shared.record.failure(&Ended { at: now(), why: why.clone() });
                // A cancelled run reports its calls, and not the reason.
                if let Some(notes) = answer.value["notes"].as_array_mut() {
                    notes.push(ended.line().trim_start_matches("Error: ").into());
                }
                Some(Ok(answer))
            }
            (Some(answer), _) => Some(answer),
            (None, None) => {
                Some(Err(Failure::new(Exit::Browser, "the command was ended, and its work was given up")))
            }
            // The record has the reason for the end.
            (None, Some(_)) => None,
        };
        if let Some(answer) = answer {
            client.answer(answer);
            // The connection writes it before the page's URL is read from the browser.
            yield_now().await;
        }
        let rest = async {
            if !has_answer {
                live.settle().await;
            }
            self.done(live).await;
        };
        tokio::select! {
            biased;
            () = self.shared.ends() => {}
            () = rest => {}
        }
    }
}

/// Puts `/dev/null` in the place of stdin and stderr.
fn leave_streams() {
    let Ok(null) = File::options().read(true).write(true).open("/dev/null") else { return };
    // If it fails, the streams of the command stay in use.
    let _ = rustix::stdio::dup2_stdin(&null);
    let _ = rustix::stdio::dup2_stderr(&null);
}
