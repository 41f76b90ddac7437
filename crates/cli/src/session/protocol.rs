//! Protocol between commands and a session's supervisor: JSON objects in lines over a Unix socket.
//!
//! The supervisor begins with a [`Hello`], so that a command of another version knows it before it sends anything. The
//! command sends one [`Call`], and for each [`Event::Ask`] one [`Reply`]. The supervisor answers with events, the last of
//! which is [`Event::Answer`] or [`Event::Failure`]. A command that closes its side has given up.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};
use webagents_browse::Secrets;

use crate::args::SessionName;
use crate::exit::Failure;
use crate::programs::ProgramTable;
use crate::question::Consent;

/// Version of the protocol. Another one is refused by both sides.
pub(crate) const PROTOCOL: u64 = 3;
/// Bytes of a command's line: code of up to 8 MiB, of which JSON writes some characters as six bytes.
pub(crate) const CALL_BYTES: usize = 64 * 1024 * 1024;
/// Bytes of a supervisor's line: a result of up to 64 MiB that is saved, and a picture.
pub(crate) const EVENT_BYTES: usize = 512 * 1024 * 1024;
/// Interval at which a supervisor reports that it lives.
pub(crate) const ALIVE: Duration = Duration::from_secs(5);

/// First line of a supervisor.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Hello {
    pub(crate) webagents_session: u64,
    pub(crate) id: String,
}

/// Line of a command.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Call {
    pub(crate) version: u64,
    /// Time to wait while other commands are served.
    pub(crate) wait: Duration,
    /// `true` if the command has a terminal, on which its user can decide.
    pub(crate) can_ask: bool,
    pub(crate) request: Request,
}

/// Work for a session. `commands/session/live.rs` has an arm for each.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Request {
    /// Opens the session. Only the command that started the supervisor can request it.
    Start { arguments: Vec<OsString> },
    /// Describes the session, also while it serves a command.
    Status,
    /// Ends the session, also while it serves a command.
    Stop,
    /// Runs code on its page.
    Exec(ExecRequest),
    /// Returns its page once it has settled.
    Read(ReadRequest),
    /// Does a command on its page.
    Browse(Box<BrowseRequest>),
}

impl Request {
    /// Name of the command, for those who wait for its end.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Start { .. } => "session start",
            Self::Status => "session list",
            Self::Stop => "session stop",
            Self::Exec(_) => "exec",
            Self::Read(_) => "read",
            Self::Browse(_) => "browse",
        }
    }
}

/// Work of `exec`.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ExecRequest {
    /// The page to open first.
    pub(crate) url: Option<String>,
    pub(crate) code: String,
    pub(crate) deadline: Duration,
    pub(crate) load: Duration,
    /// Time to wait for tools that come after the page has loaded.
    pub(crate) wait_tools: Duration,
    pub(crate) max_result: usize,
    /// Name of the realm in which the code runs.
    pub(crate) realm: String,
    pub(crate) json: bool,
    /// Programs that the code can call.
    pub(crate) tools: Option<ProgramTable>,
    pub(crate) wants: Wants,
}

/// Parts of an answer for files, which the command writes.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Wants {
    pub(crate) result: bool,
    pub(crate) picture: bool,
    pub(crate) storage_state: bool,
}

/// Work of `read`.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ReadRequest {
    /// The page to open first.
    pub(crate) url: Option<String>,
    /// Arguments of the command, whose options hold for the page.
    pub(crate) arguments: Vec<OsString>,
}

/// Work of `browse`.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct BrowseRequest {
    pub(crate) request: webagents_browse::ActionRequest,
    pub(crate) deadline: Duration,
    /// `true` if the request does not come from stdin, in which case the user could not answer a question.
    pub(crate) is_typed: bool,
    /// The current folder of the command, in which it names files.
    pub(crate) folder: PathBuf,
}

/// Line of a supervisor after the first.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Event {
    /// The supervisor lives, and the command waits or is served.
    Alive,
    /// A question to the user. It expects a [`Reply`].
    Ask {
        id: u64,
        question: String,
        /// `true` if an answer for the session is not offered.
        once: bool,
    },
    Answer(Answer),
    /// A [`Failure`] as JSON.
    Failure(Value),
}

impl Event {
    /// Returns the same event without the values of `secrets`.
    pub(crate) fn redacted(self, secrets: &Secrets) -> Self {
        match self {
            Self::Alive => Self::Alive,
            Self::Ask { id, question, once } => Self::Ask { id, question: secrets.redact(question), once },
            Self::Answer(Answer { value, files }) => {
                Self::Answer(Answer { value: secrets.redact_value(value), files })
            }
            Self::Failure(failure) => Self::Failure(secrets.redact_value(failure)),
        }
    }
}

/// Answer of a session.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Answer {
    /// The answer, which the command prints or saves.
    pub(crate) value: Value,
    /// Contents of files that the user requested, which are not redacted.
    pub(crate) files: Files,
}

/// Contents of files that have to stay as they are.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Files {
    /// A PNG, as base64.
    pub(crate) picture: Option<String>,
    pub(crate) storage_state: Option<String>,
}

impl From<Value> for Answer {
    fn from(value: Value) -> Self {
        Self { value, files: Files::default() }
    }
}

/// Answer of the user to the question with the same number.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Reply {
    pub(crate) id: u64,
    pub(crate) consent: Consent,
}

/// Reader of lines of a limited length.
///
/// A call of [`next`](Self::next) that is dropped loses nothing.
#[derive(Debug)]
pub(crate) struct Lines<R> {
    reader: BufReader<R>,
    line: Vec<u8>,
    limit: usize,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    pub(crate) fn new(reader: R, limit: usize) -> Self {
        Self { reader: BufReader::new(reader), line: Vec::new(), limit }
    }

    /// Reads a line; `None` at the end of input. A last line without its end is none.
    pub(crate) async fn next<T: DeserializeOwned>(&mut self) -> io::Result<Option<T>> {
        loop {
            let chunk = self.reader.fill_buf().await?;
            if chunk.is_empty() {
                return Ok(None);
            }
            let end = chunk.iter().position(|byte| *byte == b'\n');
            let part = chunk.get(..end.unwrap_or(chunk.len())).unwrap_or(chunk);
            if self.line.len().saturating_add(part.len()) > self.limit {
                return Err(io::Error::other(format!("a line is longer than {} bytes", self.limit)));
            }
            self.line.extend_from_slice(part);
            let used = part.len().saturating_add(usize::from(end.is_some()));
            self.reader.consume(used);
            if end.is_some() {
                let line = std::mem::take(&mut self.line);
                return serde_json::from_slice(&line).map(Some).map_err(io::Error::other);
            }
        }
    }
}

/// Writes a message as one line.
pub(crate) async fn send(writer: &mut (impl AsyncWrite + Unpin), message: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(message).map_err(io::Error::other)?;
    line.push(b'\n');
    writer.write_all(&line).await?;
    writer.flush().await
}

/// The failure of a command of another version than the session's.
pub(crate) fn other_version(name: &SessionName, theirs: u64) -> Failure {
    let message = format!(
        "the session {name} is of another version of webagents: expected version {PROTOCOL} of the protocol, found {theirs}"
    );
    Failure::usage(message).help(format!(
        "use the program that started it; or end it with `webagents session stop {name}`, and start another one"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn lines_are_bounded_and_come_in_parts() {
        let (mut ours, theirs) = tokio::io::duplex(7);
        let writing = tokio::spawn(async move {
            for text in ["short", &"x".repeat(50), &"y".repeat(300)] {
                send(&mut ours, &text).await.expect("a reader");
            }
        });
        let mut lines = Lines::new(theirs, 60);
        assert_eq!(lines.next::<String>().await.expect("a line").as_deref(), Some("short"));
        assert_eq!(lines.next::<String>().await.expect("a line"), Some("x".repeat(50)));
        let error = lines.next::<String>().await.expect_err("a long line");
        assert_eq!(error.to_string(), "a line is longer than 60 bytes");
        drop(lines);
        assert!(writing.await.is_err(), "nobody reads the rest");
        let mut lines = Lines::new(&b"\"cut"[..], 60);
        assert_eq!(lines.next::<String>().await.expect("an end"), None);
        assert!(Lines::new(&b"{\n"[..], 60).next::<String>().await.is_err());
    }
}
