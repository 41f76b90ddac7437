//! The helper's pipes: standard input and output, without buffers of the standard library.

use std::io::{stdin, stdout};
use std::os::fd::AsFd as _;
use std::time::Duration;

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::unistd::{read, write};

use crate::frame::{Decoder, Frame, FrameKind, encode};

/// Bytes that are read at a time.
const CHUNK: usize = 64 * 1024;

/// Exit code of a helper that reported why it cannot serve, or that found the pipe broken.
pub(super) const FAILED: i32 = 1;

/// Input from the parent.
///
/// A parent that is gone, or that sends what no parent sends, ends the process: nobody is left to report to.
pub(super) struct Pipe {
    decoder: Decoder,
    chunk: Vec<u8>,
}

impl Pipe {
    pub(super) fn new(limit: usize) -> Self {
        Self { decoder: Decoder::new(limit), chunk: vec![0; CHUNK] }
    }

    /// Waits for the next frame, for at most the given time.
    pub(super) fn receive(&mut self, wait: Option<Duration>) -> Option<Frame> {
        loop {
            match self.decoder.next_frame() {
                Ok(Some(frame)) => return Some(frame),
                Ok(None) => {}
                Err(_) => std::process::exit(FAILED),
            }
            if !is_readable(wait) {
                return None;
            }
            match read(stdin(), &mut self.chunk) {
                Ok(0) => std::process::exit(0),
                Ok(read) => self.decoder.push(self.chunk.get(..read).unwrap_or_default()),
                Err(Errno::EINTR) => {}
                Err(_) => std::process::exit(FAILED),
            }
        }
    }
}

/// Sends a frame. It waits while the parent does not read.
pub(super) fn send(kind: FrameKind, text: &str) {
    let Some(bytes) = encode(kind, text) else { std::process::exit(FAILED) };
    let mut rest = bytes.as_slice();
    while !rest.is_empty() {
        match write(stdout(), rest) {
            Ok(written) => rest = rest.get(written..).unwrap_or_default(),
            Err(Errno::EINTR) => {}
            Err(_) => std::process::exit(FAILED),
        }
    }
}

/// Waits until there is input or the time is over. Without a time it waits for input.
fn is_readable(wait: Option<Duration>) -> bool {
    let timeout = wait.map_or(PollTimeout::NONE, |wait| {
        // A part of a millisecond is a whole one, or a timer would be polled for until it is due.
        let milliseconds = wait.as_nanos().div_ceil(1_000_000);
        i32::try_from(milliseconds)
            .ok()
            .and_then(|time| PollTimeout::try_from(time).ok())
            .unwrap_or(PollTimeout::MAX)
    });
    let stdin = stdin();
    let mut descriptors = [PollFd::new(stdin.as_fd(), PollFlags::POLLIN)];
    matches!(poll(&mut descriptors, timeout), Ok(ready) if ready > 0)
}

/// Reports to the parent why this process cannot serve, and returns the exit code.
pub(super) fn fail(reason: &str) -> i32 {
    send(FrameKind::Failed, reason);
    FAILED
}
