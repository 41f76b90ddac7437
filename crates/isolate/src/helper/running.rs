//! A run in a helper process, and the task that exchanges its messages.
//!
//! The decision: one task owns the process, reads, writes and holds the deadline, so that a run ends in time also while
//! the caller does not look at it. The task keeps two messages at most until the caller takes them; then it stops
//! reading, and the helper waits in its `write`. Whatever the helper does, the parent's memory stays bounded.

use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::{ChildStdin, ChildStdout};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot};

use super::end::RunEnd;
use super::process::{CHUNK, HelperProcess};
use crate::frame::{Decoder, Frame, FrameKind, encode};
use crate::limits::Limits;

/// Bytes that a message occupies besides its text.
const FRAME: usize = 64;

/// Event of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// Message that the prelude sent. Its text is untrusted.
    Message(String),
    /// The run is over, and its process is gone. No event follows.
    Ended(RunEnd),
}

/// Message that was not sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PostError {
    /// The message is longer than [`Limits::message`].
    #[error("a message has {length} bytes; expected at most {limit}")]
    TooLong {
        /// Bytes of the message.
        length: usize,
        /// Maximum bytes.
        limit: usize,
    },
    /// The run is over.
    #[error("the run is over")]
    Ended,
}

/// Code that runs in a helper process. Dropping it kills the process.
#[derive(Debug)]
pub struct IsolatedRun {
    events: mpsc::Receiver<Event>,
    poster: Poster,
    /// Dropped to kill the process.
    stop: Option<oneshot::Sender<()>>,
}

/// Sender of messages to the prelude of a run. Clones send to the same run.
#[derive(Debug, Clone)]
pub struct Poster {
    outgoing: mpsc::UnboundedSender<Outgoing>,
    /// Bytes of messages that may wait to be written.
    free: Arc<Semaphore>,
    limit: usize,
}

/// Bytes of a frame, with the permits that they occupy.
type Outgoing = (Vec<u8>, OwnedSemaphorePermit);

impl IsolatedRun {
    pub(super) fn start(process: HelperProcess, limits: &Limits, first: Vec<u8>, deadline: Duration) -> Self {
        let limit = limits.message;
        let (events, received) = mpsc::channel(1);
        let (outgoing, to_write) = mpsc::unbounded_channel();
        let free = Arc::new(Semaphore::new(limit.saturating_add(FRAME).min(Semaphore::MAX_PERMITS)));
        let (stop, stopped) = oneshot::channel();
        let poster = Poster { outgoing, free, limit };
        let task = Task { process, first, to_write, events, deadline, free: poster.free.clone() };
        tokio::spawn(task.drive(stopped));
        Self { events: received, poster, stop: Some(stop) }
    }

    /// Waits for the next event. It can be cancelled without the loss of an event.
    ///
    /// After [`Event::Ended`] it returns [`RunEnd::Lost`].
    pub async fn next(&mut self) -> Event {
        let over = || Event::Ended(RunEnd::Lost("the run is over".to_owned()));
        self.events.recv().await.unwrap_or_else(over)
    }

    /// Sends a message to the prelude, as [`Poster::post`].
    pub async fn post(&self, text: &str) -> Result<(), PostError> {
        self.poster.post(text).await
    }

    /// Sender of messages, for tasks that answer calls while [`Self::next`] waits.
    pub fn poster(&self) -> Poster {
        self.poster.clone()
    }

    /// Kills the process, and waits until it is gone.
    pub async fn end(mut self) {
        self.stop = None;
        while self.events.recv().await.is_some() {}
    }
}

impl Poster {
    /// Sends a message to the prelude.
    ///
    /// It waits while the messages that are to be written have more bytes than a message may have.
    /// A message that is sent when the code has just ended is dropped without an error.
    pub async fn post(&self, text: &str) -> Result<(), PostError> {
        let length = text.len();
        let too_long = PostError::TooLong { length, limit: self.limit };
        let permits = u32::try_from(length + FRAME).ok().filter(|_| length <= self.limit).ok_or(too_long)?;
        let permit = self.free.clone().acquire_many_owned(permits).await.map_err(|_| PostError::Ended)?;
        let bytes = encode(FrameKind::Message, text).ok_or(too_long)?;
        self.outgoing.send((bytes, permit)).map_err(|_| PostError::Ended)
    }
}

/// Process during a run, with the channels to the caller.
struct Task {
    process: HelperProcess,
    /// Prelude and code.
    first: Vec<u8>,
    to_write: mpsc::UnboundedReceiver<Outgoing>,
    events: mpsc::Sender<Event>,
    deadline: Duration,
    free: Arc<Semaphore>,
}

impl Task {
    async fn drive(self, mut stopped: oneshot::Receiver<()>) {
        let Self { mut process, first, to_write, events, deadline, free } = self;
        let HelperProcess { stdin, stdout, decoder, .. } = &mut process;
        let end = tokio::select! {
            biased;
            _ = &mut stopped => return process.kill().await,
            () = tokio::time::sleep(deadline) => Some(RunEnd::Timeout),
            end = read(stdout, decoder, &events) => end,
            () = write(stdin, first, to_write) => None,
        };
        free.close();
        let end = if let Some(end) = end {
            process.kill().await;
            end
        } else {
            process.explain_end().await
        };
        tokio::select! {
            _ = stopped => {}
            _ = events.send(Event::Ended(end)) => {}
        }
    }
}

/// Passes messages on until the run ends; returns `None` when the pipe was closed without a reason.
async fn read(
    stdout: &mut ChildStdout,
    decoder: &mut Decoder,
    events: &mpsc::Sender<Event>,
) -> Option<RunEnd> {
    let mut chunk = vec![0; CHUNK];
    loop {
        match decoder.next_frame() {
            Ok(None) => {}
            Ok(Some(Frame { kind: FrameKind::Message, text })) => {
                // The receiver is dropped together with the sender of `stopped`.
                let _ = events.send(Event::Message(text)).await;
                continue;
            }
            Ok(Some(Frame { kind: FrameKind::Done, .. })) => return Some(RunEnd::Done),
            Ok(Some(Frame { kind: FrameKind::Failed, text })) => return Some(RunEnd::Failed(text)),
            Ok(Some(frame)) => return Some(RunEnd::Lost(format!("a helper sent a frame {:?}", frame.kind))),
            Err(error) => return Some(RunEnd::Lost(format!("a helper sent wrong bytes: {error}"))),
        }
        match stdout.read(&mut chunk).await {
            Ok(read) if read > 0 => decoder.push(chunk.get(..read).unwrap_or_default()),
            _ => return None,
        }
    }
}

/// Writes prelude, code and messages. It never returns: the reader notices the end of the process.
async fn write(stdin: &mut ChildStdin, first: Vec<u8>, mut messages: mpsc::UnboundedReceiver<Outgoing>) {
    let mut bytes = first;
    // The permit is dropped when the bytes are written.
    let mut _permit = None;
    while stdin.write_all(&bytes).await.is_ok() {
        let Some((next, permit)) = messages.recv().await else { break };
        (bytes, _permit) = (next, Some(permit));
    }
    std::future::pending::<()>().await;
}
