//! The inspector's connection as a stream of the page's own messages, in both directions.
//!
//! The decision: this module adds and removes the two envelopes of a message, so that the rest of the crate has commands,
//! answers and events as of any other browser. The outer envelope is the server's (`frames.rs`), the inner one that of
//! the protocol's `Target` domain: the browser answers `Target.sendMessageToTarget` without content, and
//! the page's answer comes as `Target.dispatchMessageFromTarget`.
//!
//! Both are small messages, sent one after the other over a connection inside the browser. TCP holds the second back
//! until the first is acknowledged, and the acknowledgement waits up to 40 ms for data to travel with (RFC 1122, 4.2.3.2
//! and 4.2.3.4). So each turn of reading sends data: a notification without an answer. A call then takes a millisecond.

use std::borrow::Cow;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use futures_util::{Sink, Stream};
use serde::Deserialize;
use serde_json::Value;
use tokio::io::{AsyncRead as _, AsyncWrite as _, AsyncWriteExt as _, ReadBuf};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::{Error, Message};

use super::frames;
use crate::transport::json_members::members;

/// Bytes that are read at once.
const READ: usize = 64 * 1024;
/// Capacity of the input that outlives the message which it was for.
const KEPT: usize = 1024 * 1024;

/// A connection to the page of a browser's first window.
pub(crate) struct Frames {
    stream: TcpStream,
    /// Bytes that were read, and the number that was returned; after them comes the header of a frame.
    input: Vec<u8>,
    taken: usize,
    /// Buffer for reads.
    room: Vec<u8>,
    /// Bytes to write, and the number that was written.
    output: Vec<u8>,
    written: usize,
    /// Bytes that a message may have.
    ///
    /// A longer one is read past and not kept: the page chooses the length of some.
    limit: usize,
    /// Bytes of such a message that are still to come.
    skipped: usize,
    /// The page's name in the `Target` domain.
    target: String,
    /// `true` if a message has come since the last notice.
    heard: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FromTarget<'a> {
    #[serde(borrow)]
    target_id: Cow<'a, str>,
    message: String,
}

impl Frames {
    /// Introduces us over a new connection, and requests the page.
    pub(crate) async fn begin(mut stream: TcpStream, limit: usize) -> io::Result<Self> {
        stream.write_all(&[frames::introduce(), frames::inspect()].concat()).await?;
        Ok(Self {
            stream,
            input: Vec::new(),
            taken: 0,
            room: vec![0; READ],
            output: Vec::new(),
            written: 0,
            limit,
            skipped: 0,
            target: String::new(),
            heard: false,
        })
    }

    /// Returns the message within a message of the protocol, if it is for this client.
    fn take(&mut self, text: String) -> Option<String> {
        let (mut method, mut params, mut failed) = (None, None, false);
        for (name, value) in members(&text) {
            match name {
                "method" => method = text.get(value),
                "params" => params = text.get(value),
                "error" => failed = true,
                _ => {}
            }
        }
        match (method, params) {
            (Some("\"Target.dispatchMessageFromTarget\""), Some(params)) => {
                let from: FromTarget<'_> = serde_json::from_str(params).ok()?;
                (from.target_id == self.target).then_some(from.message)
            }
            (Some("\"Target.targetCreated\""), Some(params)) => {
                let created: Value = serde_json::from_str(params).ok()?;
                let target = created["targetInfo"]["targetId"].as_str()?;
                if self.target.is_empty() && created["targetInfo"]["type"] == "page" {
                    target.clone_into(&mut self.target);
                }
                Some(text)
            }
            // A notice that a command was handed on is not its answer; a notice that it was not is one.
            (None, _) if !failed => None,
            _ => Some(text),
        }
    }

    /// The next message that was read whole.
    fn next_read(&mut self) -> Option<String> {
        loop {
            let skipped = self.skipped.min(self.input.len().saturating_sub(self.taken));
            self.skipped -= skipped;
            self.taken += skipped;
            let unread = self.input.get(self.taken..).unwrap_or_default();
            if self.skipped > 0 {
                return None;
            }
            let length = frames::length(unread)?;
            if length > self.limit {
                self.skipped = frames::HEAD + length;
                self.heard = true;
                continue;
            }
            let whole = frames::HEAD + length;
            let text = frames::message(unread.get(frames::HEAD..whole)?).map(|at| {
                let body = unread.get(frames::HEAD..whole).unwrap_or_default();
                String::from_utf8_lossy(body.get(at).unwrap_or_default()).into_owned()
            });
            self.taken += whole;
            self.heard = true;
            if let Some(text) = text.and_then(|text| self.take(text)) {
                return Some(text);
            }
        }
    }

    /// Makes space after the bytes that were not returned yet.
    fn tidy(&mut self) {
        self.input.drain(..self.taken.min(self.input.len()));
        self.taken = 0;
        if self.input.is_empty() && self.input.capacity() > KEPT {
            self.input = Vec::new();
        }
    }

    /// Sends the notice that makes a browser go on, once for all received messages.
    fn nudge(&mut self) {
        // Messages already under way travel just as well.
        if std::mem::take(&mut self.heard) && self.output.is_empty() {
            let notice = frames::nudge();
            // Who reads does not wait to write. A browser that takes nothing now has enough to go on with.
            let count = self.stream.try_write(&notice).unwrap_or(0);
            if count > 0 {
                self.output.extend_from_slice(notice.get(count..).unwrap_or_default());
            }
        }
    }

    fn write(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Error>> {
        while self.written < self.output.len() {
            let left = self.output.get(self.written..).unwrap_or_default();
            let count = ready!(Pin::new(&mut self.stream).poll_write(context, left)).map_err(Error::Io)?;
            if count == 0 {
                return Poll::Ready(Err(Error::Io(io::ErrorKind::WriteZero.into())));
            }
            self.written += count;
        }
        self.output.clear();
        self.written = 0;
        Poll::Ready(Ok(()))
    }
}

/// The command in the form in which it reaches the page.
fn wrapped(target: &str, command: &str) -> String {
    let id = members(command).find_map(|(name, value)| (name == "id").then(|| command.get(value)).flatten());
    format!(
        "{{\"id\":{},\"method\":\"Target.sendMessageToTarget\",\"params\":{{\"targetId\":{},\"message\":{}}}}}",
        id.unwrap_or("0"),
        Value::from(target),
        Value::from(command),
    )
}

impl Stream for Frames {
    type Item = Result<Message, Error>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        loop {
            if let Some(message) = this.next_read() {
                return Poll::Ready(Some(Ok(Message::text(message))));
            }
            this.tidy();
            let mut buffer = ReadBuf::new(&mut this.room);
            match Pin::new(&mut this.stream).poll_read(context, &mut buffer) {
                Poll::Ready(Ok(())) if buffer.filled().is_empty() => return Poll::Ready(None),
                Poll::Ready(Ok(())) => {
                    crate::driver::http::count(buffer.filled().len());
                    this.input.extend_from_slice(buffer.filled());
                }
                Poll::Ready(Err(error)) => return Poll::Ready(Some(Err(Error::Io(error)))),
                Poll::Pending => {
                    this.nudge();
                    return Poll::Pending;
                }
            }
        }
    }
}

impl Sink<Message> for Frames {
    type Error = Error;

    fn poll_ready(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<(), Error>> {
        self.get_mut().write(context)
    }

    fn start_send(self: Pin<&mut Self>, message: Message) -> Result<(), Error> {
        let this = self.get_mut();
        if let Message::Text(command) = message {
            let wrapped = wrapped(&this.target, &command);
            if wrapped.len() > this.limit {
                return Err(Error::Io(io::Error::other("a command is above the limit of a message")));
            }
            this.output.extend(frames::send(&wrapped));
        }
        Ok(())
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<(), Error>> {
        self.get_mut().write(context)
    }

    fn poll_close(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<(), Error>> {
        let this = self.get_mut();
        ready!(this.write(context))?;
        Pin::new(&mut this.stream).poll_shutdown(context).map_err(Error::Io)
    }
}

#[cfg(test)]
#[path = "stream_tests.rs"]
mod tests;
