//! One connection over which a browser is asked and tells: the frame that the Chrome `DevTools` Protocol and
//! WebDriver `BiDi` have in common. Commands are `{id, method, params}`, answers carry the `id`, events a `method`.
//!
//! The decision: a task of our own reads for as long as the socket has its owner, so that events are heard and
//! dialogs are answered while nobody asks anything. Whoever calls writes to the connection itself and waits for
//! the reader to bring the answer: a call costs one message each way and one wake. A call can be dropped at any
//! time; its answer is then thrown away. What it is not: a model of either protocol (`cdp.rs`, `bidi.rs`).

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt as _, StreamExt as _};
use serde::de::DeserializeOwned;
use tokio::net::TcpStream;
use tokio::sync::{Mutex as AsyncMutex, mpsc, oneshot};
use tokio::task::AbortHandle;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};
use url::Url;

use crate::members::members;

/// Bytes of one message. A result of 100 MB, escaped once more, fits.
const MESSAGE: usize = 256 * 1024 * 1024;
/// Commands of our own that may wait to be sent in answer to events. There is one dialog at a time.
const REACTIONS: usize = 16;

type Stream = WebSocketStream<TcpStream>;

/// Hears the events of a connection, on its reading task: it must neither wait nor work long.
pub(crate) trait Listener: Send + 'static {
    /// An event; what is to be sent in answer to it, if anything. `params` is JSON.
    fn event(&mut self, method: &str, params: &str) -> Option<Command>;

    /// The connection has ended; nothing follows.
    fn closed(&mut self, why: &str);
}

/// A command; `params` is a JSON object.
#[derive(Debug, Clone)]
pub(crate) struct Command {
    pub(crate) method: &'static str,
    pub(crate) params: String,
}

/// Why there is no result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The other side refused, in its own words.
    Refused(String),
    /// The answer came and cannot be read.
    Unreadable(String),
    /// The answer did not come in time.
    Late,
    /// The connection has ended.
    Closed(String),
}

/// A result as it came: a part of a message.
#[derive(Debug)]
pub(crate) struct Reply {
    text: Utf8Bytes,
    result: Range<usize>,
}

impl Reply {
    /// The result's JSON.
    pub(crate) fn json(&self) -> &str {
        self.text.get(self.result.clone()).unwrap_or_default()
    }

    /// The result as a value of a type.
    pub(crate) fn read<T: DeserializeOwned>(&self) -> Result<T, Fault> {
        serde_json::from_str(self.json()).map_err(|error| Fault::Unreadable(error.to_string()))
    }
}

type Answer = Result<Reply, Fault>;

#[derive(Default)]
struct Pending {
    waiting: BTreeMap<u64, oneshot::Sender<Answer>>,
    closed: Option<String>,
}

struct Shared {
    sink: AsyncMutex<SplitSink<Stream, Message>>,
    pending: Mutex<Pending>,
    last: AtomicU64,
    /// The `DevTools` session that commands are for, as a member of a message; empty for the connection's own.
    session: Mutex<String>,
}

impl Shared {
    fn pending(&self) -> MutexGuard<'_, Pending> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn message(&self, id: u64, method: &str, params: &str) -> Message {
        let session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        Message::text(format!("{{\"id\":{id},\"method\":\"{method}\",\"params\":{params}{session}}}"))
    }

    async fn write(&self, message: Message) -> Result<(), Fault> {
        let sent = self.sink.lock().await.send(message).await;
        sent.map_err(|error| Fault::Closed(format!("the connection to the browser broke: {error}")))
    }
}

/// A connection. Dropping it closes it and ends its tasks.
pub(crate) struct Socket {
    shared: Arc<Shared>,
    tasks: [AbortHandle; 2],
}

impl Drop for Socket {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
    }
}

/// A command that was sent, and whose answer can be awaited. Dropping it gives the answer up.
pub(crate) struct Ticket {
    id: u64,
    answer: oneshot::Receiver<Answer>,
    shared: Arc<Shared>,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.shared.pending().waiting.remove(&self.id);
    }
}

impl Ticket {
    /// The answer. It can be awaited again when the future was dropped before it was ready.
    pub(crate) async fn answer(&mut self) -> Answer {
        (&mut self.answer).await.unwrap_or_else(|_| Err(Fault::Closed("the connection has ended".to_owned())))
    }
}

impl Socket {
    /// Connects to `url`, whose scheme is `ws`, within a deadline.
    pub(crate) async fn open(url: &str, listener: impl Listener, within: Duration) -> Result<Self, Fault> {
        let closed = |why: String| Fault::Closed(why);
        let parsed = Url::parse(url).map_err(|error| closed(format!("{url} is no address: {error}")))?;
        let (Some(host), Some(port), "ws") =
            (parsed.host_str(), parsed.port_or_known_default(), parsed.scheme())
        else {
            return Err(closed(format!("{url} is no address of a plain WebSocket")));
        };
        let config = WebSocketConfig::default().max_message_size(Some(MESSAGE)).max_frame_size(Some(MESSAGE));
        let connect = async {
            let stream = TcpStream::connect((host.trim_matches(['[', ']']), port)).await?;
            // A command is one small write, and its answer is waited for.
            stream.set_nodelay(true)?;
            client_async_with_config(url, stream, Some(config)).await.map_err(std::io::Error::other)
        };
        let (stream, _) = timeout(within, connect)
            .await
            .map_err(|_| Fault::Late)?
            .map_err(|error| closed(format!("cannot connect to {url}: {error}")))?;
        let (sink, stream) = stream.split();
        let shared = Arc::new(Shared {
            sink: AsyncMutex::new(sink),
            pending: Mutex::default(),
            last: AtomicU64::new(0),
            session: Mutex::default(),
        });
        let (react, reactions) = mpsc::channel(REACTIONS);
        let reader = tokio::spawn(read(stream, Arc::clone(&shared), listener, react));
        let writer = tokio::spawn(answer_events(Arc::clone(&shared), reactions));
        Ok(Self { shared, tasks: [reader.abort_handle(), writer.abort_handle()] })
    }

    /// Sends all further commands to this session of the browser's.
    pub(crate) fn use_session(&self, session: &str) {
        let member = format!(",\"sessionId\":{}", serde_json::Value::from(session));
        *self.shared.session.lock().unwrap_or_else(PoisonError::into_inner) = member;
    }

    /// Sends a command, and does not wait for the answer.
    pub(crate) async fn send(&self, method: &str, params: &str) -> Result<Ticket, Fault> {
        let id = self.shared.last.fetch_add(1, Ordering::Relaxed) + 1;
        let (give, answer) = oneshot::channel();
        {
            let mut pending = self.shared.pending();
            if let Some(why) = &pending.closed {
                return Err(Fault::Closed(why.clone()));
            }
            pending.waiting.insert(id, give);
        }
        let ticket = Ticket { id, answer, shared: Arc::clone(&self.shared) };
        self.shared.write(self.shared.message(id, method, params)).await?;
        Ok(ticket)
    }

    /// Sends a command and waits for its answer, both within a deadline.
    pub(crate) async fn call(&self, method: &str, params: &str, within: Duration) -> Answer {
        let call = async { self.send(method, params).await?.answer().await };
        timeout(within, call).await.unwrap_or(Err(Fault::Late))
    }
}

/// Reads until the connection ends, and gives each message to the one it is for.
async fn read(
    mut stream: SplitStream<Stream>,
    shared: Arc<Shared>,
    mut listener: impl Listener,
    react: mpsc::Sender<Command>,
) {
    let why = loop {
        match stream.next().await {
            Some(Ok(Message::Text(text))) => {
                if let Some(reaction) = deliver(text, &shared, &mut listener) {
                    // A browser that floods us with dialogs while it takes no answer gets none.
                    let _ = react.try_send(reaction);
                }
            }
            Some(Ok(_)) => {}
            Some(Err(error)) => break format!("the connection to the browser broke: {error}"),
            None => break "the browser closed the connection".to_owned(),
        }
    };
    listener.closed(&why);
    let waiting = {
        let mut pending = shared.pending();
        pending.closed = Some(why.clone());
        std::mem::take(&mut pending.waiting)
    };
    for give in waiting.into_values() {
        // Who has given up waiting needs no answer.
        let _ = give.send(Err(Fault::Closed(why.clone())));
    }
}

/// Sends what events call for. It is a task of its own, because a reader that waits to write can wait for ever for
/// a browser that waits to write.
async fn answer_events(shared: Arc<Shared>, mut reactions: mpsc::Receiver<Command>) {
    while let Some(Command { method, params }) = reactions.recv().await {
        let id = shared.last.fetch_add(1, Ordering::Relaxed) + 1;
        if shared.write(shared.message(id, method, &params)).await.is_err() {
            return;
        }
    }
}

fn deliver(text: Utf8Bytes, shared: &Shared, listener: &mut impl Listener) -> Option<Command> {
    let (mut id, mut method, mut params, mut result, mut error, mut message) =
        (None, None, None, None, None, None);
    for (name, value) in members(&text) {
        match name {
            "id" => id = text.get(value).and_then(|id| id.parse::<u64>().ok()),
            "method" => method = Some(value),
            "params" => params = Some(value),
            "result" => result = Some(value),
            "error" => error = Some(value),
            "message" => message = Some(value),
            _ => {}
        }
    }
    if let Some(id) = id {
        let give = shared.pending().waiting.remove(&id)?;
        let answer = match (result, error) {
            // DevTools: `error` is an object with a `message`; BiDi: both are members of the answer.
            (_, Some(error)) => Err(Fault::Refused(refusal(&text, error, message))),
            (Some(result), None) => Ok(Reply { text, result }),
            (None, None) => Err(Fault::Unreadable("the answer has neither a result nor an error".to_owned())),
        };
        // Who has given up waiting needs no answer.
        let _ = give.send(answer);
        return None;
    }
    let method = text.get(method?)?;
    listener.event(method.trim_matches('"'), params.and_then(|params| text.get(params)).unwrap_or("{}"))
}

/// What a refusal says: `kind: message`, or the message alone.
fn refusal(text: &str, error: Range<usize>, message: Option<Range<usize>>) -> String {
    let error = text.get(error).unwrap_or_default();
    if let Some(message) = members(error).find_map(|(name, value)| (name == "message").then_some(value)) {
        return plain(error.get(message).unwrap_or_default());
    }
    let message = message.and_then(|message| text.get(message)).map(plain).unwrap_or_default();
    format!("{}: {message}", plain(error))
}

/// The text of a JSON string; the JSON itself where it cannot be read.
fn plain(json: &str) -> String {
    serde_json::from_str(json).unwrap_or_else(|_| json.to_owned())
}

#[cfg(test)]
#[path = "socket_tests.rs"]
mod tests;
