//! Connection for commands to a browser and for its events, which all protocols of browsers share.
//!
//! In the Chrome `DevTools` Protocol, WebDriver `BiDi` and `WebKit`'s inspector commands are `{id, method, params}`,
//! answers have the `id`, and events a `method`.
//!
//! The decision: one task reads the connection for as long as the socket lives. It handles each event before the answers
//! that come after it, and hands each answer to its call. Its end, of whatever cause, ends every wait. A call can be
//! dropped at any time; its answer is then discarded. The protocols themselves are in `cdp`, `bidi` and `webkit`.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{Sink, SinkExt as _, Stream, StreamExt as _};
use serde::de::DeserializeOwned;
use tokio::sync::{Mutex as AsyncMutex, mpsc, oneshot};
use tokio::task::AbortHandle;
use tokio::time::timeout;
use tokio_tungstenite::client_async_with_config;
use tokio_tungstenite::tungstenite::error::CapacityError;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error as TransportError, Message, Utf8Bytes};
use tracing::trace;

use super::json_members::members;
use crate::driver::tls::Address;

/// Bytes of one message.
///
/// Answers come in parts of a mebibyte; a page decides how long the text of a dialog is, and a longer message ends the
/// connection.
const MESSAGE: usize = 256 * 1024 * 1024;
/// Time for a browser to take a message. Callers with less of it give up earlier.
const WRITE: Duration = Duration::from_secs(5);
/// Commands of our own that may wait to be sent in answer to events. There is one dialog at a time.
const REACTIONS: usize = 16;

/// The connection itself, as a stream of texts in both directions.
pub(super) trait Messages:
    Stream<Item = Result<Message, TransportError>> + Sink<Message, Error = TransportError> + Send + Unpin
{
}

impl<T> Messages for T where
    T: Stream<Item = Result<Message, TransportError>> + Sink<Message, Error = TransportError> + Send + Unpin
{
}

pub(super) type Connected = Box<dyn Messages>;

/// Handler of a connection's events. The reader calls it, so it must neither wait nor work long.
pub(crate) trait Listener: Send + 'static {
    /// Handles an event with `params` as JSON, and returns the command to send in answer, if there is one.
    fn event(&mut self, method: &str, params: &str) -> Option<Command>;

    /// Handles an event of another `DevTools` session than the current one.
    ///
    /// Returns a command to send to that session, if there is one.
    fn event_of(&mut self, session: &str, method: &str, params: &str) -> Option<Command> {
        let _ = (session, method, params);
        None
    }

    /// The connection has ended; nothing follows.
    fn closed(&mut self, why: &str) {
        let _ = why;
    }
}

/// A command; `params` is a JSON object.
#[derive(Debug, Clone)]
pub(crate) struct Command {
    pub(crate) method: &'static str,
    pub(crate) params: String,
}

/// A command in answer to an event, and its session if that is not the one in use.
type Reaction = (Option<String>, Command);

/// Reason for the missing result.
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

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(why) | Self::Unreadable(why) | Self::Closed(why) => {
                write!(f, "{}", why.escape_debug())
            }
            Self::Late => f.write_str("it did not answer in time"),
        }
    }
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

/// The recipient of a command, if one connection leads to both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum To<'a> {
    /// The session that was chosen by [`Socket::use_session`], if one was.
    Page,
    /// The browser as a whole.
    Browser,
    /// Another session of the browser's.
    Session(&'a str),
}

#[derive(Default)]
struct Pending {
    waiting: BTreeMap<u64, oneshot::Sender<Answer>>,
    closed: Option<String>,
}

struct Shared {
    sink: AsyncMutex<SplitSink<Connected, Message>>,
    pending: Mutex<Pending>,
    last: AtomicU64,
    /// `DevTools` session of commands and events, as a JSON string; empty without a session.
    session: Mutex<String>,
}

impl Shared {
    fn pending(&self) -> MutexGuard<'_, Pending> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn session(&self) -> MutexGuard<'_, String> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn message(&self, to: To<'_>, id: u64, method: &str, params: &str) -> Message {
        let start = format!("{{\"id\":{id},\"method\":\"{method}\",\"params\":{params}");
        let session = self.session();
        Message::text(match to {
            To::Page if !session.is_empty() => format!("{start},\"sessionId\":{session}}}"),
            To::Page | To::Browser => format!("{start}}}"),
            To::Session(other) => format!("{start},\"sessionId\":{}}}", serde_json::Value::from(other)),
        })
    }

    /// Ends every wait, now and later, with the first reason that is given.
    fn close(&self, why: &str) {
        let mut pending = self.pending();
        pending.closed.get_or_insert_with(|| why.to_owned());
        // Each receiver finds its sender gone, and reads the reason.
        pending.waiting.clear();
    }

    async fn write(&self, message: Message) -> Result<(), Fault> {
        let sent = async { self.sink.lock().await.send(message).await };
        // A message that was begun stays in the buffer and leaves before the next one.
        let sent = timeout(WRITE, sent).await.map_err(|_| Fault::Late)?;
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
        let closed = |_| Err(Fault::Closed(self.shared.pending().closed.clone().unwrap_or_default()));
        (&mut self.answer).await.unwrap_or_else(closed)
    }
}

impl Socket {
    /// Connects to an address within a deadline.
    pub(crate) async fn open(
        address: &Address,
        listener: impl Listener,
        within: Duration,
    ) -> Result<Self, Fault> {
        let url = &address.url;
        let config = WebSocketConfig::default().max_message_size(Some(MESSAGE)).max_frame_size(Some(MESSAGE));
        let connect = async {
            let stream = address.connect().await?;
            client_async_with_config(url, stream, Some(config)).await.map_err(std::io::Error::other)
        };
        let (stream, _) = timeout(within, connect)
            .await
            .map_err(|_| Fault::Late)?
            .map_err(|error| Fault::Closed(format!("cannot connect to {url}: {error}")))?;
        Ok(Self::over(Box::new(stream), listener))
    }

    /// Uses a connection that is open.
    pub(super) fn over(stream: Connected, listener: impl Listener) -> Self {
        let (sink, stream) = stream.split();
        let (react, reactions) = mpsc::channel(REACTIONS);
        let shared = Arc::new(Shared {
            sink: AsyncMutex::new(sink),
            pending: Mutex::default(),
            last: AtomicU64::new(0),
            session: Mutex::default(),
        });
        let reader = tokio::spawn(read(stream, Reading(Arc::clone(&shared)), listener, react));
        let writer = tokio::spawn(answer_events(Arc::clone(&shared), reactions));
        Self { shared, tasks: [reader.abort_handle(), writer.abort_handle()] }
    }

    /// Sends all further commands to this session of the browser's, and receives the events of no other.
    pub(crate) fn use_session(&self, session: &str) {
        *self.shared.session() = serde_json::Value::from(session).to_string();
    }

    /// Sends a command, and does not wait for the answer.
    pub(crate) async fn send(&self, method: &str, params: &str) -> Result<Ticket, Fault> {
        self.send_to(To::Page, method, params).await
    }

    /// The same for another session of the browser's.
    pub(crate) async fn send_session(
        &self,
        session: &str,
        method: &str,
        params: &str,
    ) -> Result<Ticket, Fault> {
        self.send_to(To::Session(session), method, params).await
    }

    async fn send_to(&self, to: To<'_>, method: &str, params: &str) -> Result<Ticket, Fault> {
        let id = self.shared.last.fetch_add(1, Ordering::Relaxed) + 1;
        let (give, answer) = oneshot::channel();
        {
            let mut pending = self.shared.pending();
            if let Some(why) = &pending.closed {
                return Err(Fault::Closed(why.clone()));
            }
            pending.waiting.insert(id, give);
        }
        // Without its parameters, which may hold a secret.
        trace!(id, method, bytes = params.len(), "command sent");
        let ticket = Ticket { id, answer, shared: Arc::clone(&self.shared) };
        self.shared.write(self.shared.message(to, id, method, params)).await?;
        Ok(ticket)
    }

    /// Sends a command and waits for its answer, both within a deadline.
    pub(crate) async fn call(&self, method: &str, params: &str, within: Duration) -> Answer {
        self.call_to(To::Page, method, params, within).await
    }

    /// The same for the browser as a whole, whatever session was chosen.
    pub(crate) async fn call_browser(&self, method: &str, params: &str, within: Duration) -> Answer {
        self.call_to(To::Browser, method, params, within).await
    }

    /// The same for another session of the browser's, whose events are not received.
    pub(crate) async fn call_session(
        &self,
        session: &str,
        method: &str,
        params: &str,
        within: Duration,
    ) -> Answer {
        self.call_to(To::Session(session), method, params, within).await
    }

    async fn call_to(&self, to: To<'_>, method: &str, params: &str, within: Duration) -> Answer {
        let call = async { self.send_to(to, method, params).await?.answer().await };
        timeout(within, call).await.unwrap_or(Err(Fault::Late))
    }
}

/// The state of a connection that is read. Dropped with the task that reads, it ends every wait.
struct Reading(Arc<Shared>);

impl Drop for Reading {
    fn drop(&mut self) {
        self.0.close("the connection has ended");
    }
}

/// Reads until the connection ends, and gives each message to its receiver.
async fn read(
    mut stream: SplitStream<Connected>,
    reading: Reading,
    mut listener: impl Listener,
    react: mpsc::Sender<Reaction>,
) {
    let shared = &*reading.0;
    let why = loop {
        match stream.next().await {
            Some(Ok(Message::Text(text))) => {
                if let Some(reaction) = deliver(text, shared, &mut listener) {
                    // A browser that floods us with dialogs while it takes no answer gets none.
                    let _ = react.try_send(reaction);
                }
            }
            Some(Ok(_)) => {}
            Some(Err(TransportError::Capacity(CapacityError::MessageTooLong { size, .. }))) => {
                break format!(
                    "the browser sent a message of {size} bytes, expected at most {MESSAGE}; return less of a \
                     result, or lower the limit of its size"
                );
            }
            Some(Err(error)) => break format!("the connection to the browser broke: {error}"),
            None => break "the browser closed the connection".to_owned(),
        }
    };
    listener.closed(&why);
    shared.close(&why);
}

/// Sends what events call for.
///
/// It is a task of its own, because a reader that waits to write can wait for ever for a browser that waits to write.
async fn answer_events(shared: Arc<Shared>, mut reactions: mpsc::Receiver<Reaction>) {
    while let Some((session, Command { method, params })) = reactions.recv().await {
        let id = shared.last.fetch_add(1, Ordering::Relaxed) + 1;
        let to = session.as_deref().map_or(To::Page, To::Session);
        if shared.write(shared.message(to, id, method, &params)).await.is_err() {
            return;
        }
    }
}

fn deliver(text: Utf8Bytes, shared: &Shared, listener: &mut dyn Listener) -> Option<Reaction> {
    let (mut id, mut method, mut params, mut result, mut error, mut message, mut session) =
        (None, None, None, None, None, None, None);
    for (name, value) in members(&text) {
        match name {
            "id" => id = text.get(value).and_then(|id| id.parse::<u64>().ok()),
            "method" => method = Some(value),
            "params" => params = Some(value),
            "result" => result = Some(value),
            "error" => error = Some(value),
            "message" => message = Some(value),
            "sessionId" => session = Some(value),
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
    let method = text.get(method?)?.trim_matches('"');
    let params = params.and_then(|params| text.get(params)).unwrap_or("{}");
    if let Some(session) = session.and_then(|session| text.get(session)) {
        let is_another = {
            let ours = shared.session();
            !ours.is_empty() && *ours != session
        };
        if is_another {
            let session = plain(session);
            return listener.event_of(&session, method, params).map(|command| (Some(session), command));
        }
    }
    listener.event(method, params).map(|command| (None, command))
}

/// Returns the text of a refusal: `kind: message`, or the message alone.
fn refusal(text: &str, error: Range<usize>, message: Option<Range<usize>>) -> String {
    let error = text.get(error).unwrap_or_default();
    if let Some(message) = members(error).find_map(|(name, value)| (name == "message").then_some(value)) {
        return plain(error.get(message).unwrap_or_default());
    }
    let message = message.and_then(|message| text.get(message)).map(plain).unwrap_or_default();
    format!("{}: {message}", plain(error))
}

/// The text of a JSON string; the JSON itself if it cannot be read.
fn plain(json: &str) -> String {
    serde_json::from_str(json).unwrap_or_else(|_| json.to_owned())
}

#[cfg(test)]
#[path = "socket_tests.rs"]
mod tests;
