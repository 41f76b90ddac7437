//! Socket that records when bytes last moved, so that an idle one is closed.
//!
//! The browser's side is watched. Every byte of a tunnel, a request or a response passes it, and if the other side
//! accepts no more, this side becomes idle as well.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, sleep_until};

/// Time when bytes last moved.
#[derive(Debug, Clone)]
pub(super) struct Clock(Arc<Mutex<Instant>>);

impl Clock {
    pub(super) fn start() -> Self {
        Self(Arc::new(Mutex::new(Instant::now())))
    }

    fn touch(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// Returns the time since bytes last moved.
    pub(super) fn silent_for(&self) -> Duration {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).elapsed()
    }

    /// Completes when nothing has moved for `limit`.
    pub(super) async fn idle_for(&self, limit: Duration) {
        loop {
            let last = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
            match last.checked_add(limit) {
                Some(end) if end <= Instant::now() => return,
                Some(end) => sleep_until(end).await,
                None => std::future::pending().await,
            }
        }
    }
}

/// Stream that updates a [`Clock`].
#[derive(Debug)]
pub(super) struct Watched<S> {
    stream: S,
    clock: Clock,
}

impl<S> Watched<S> {
    pub(super) fn new(stream: S, clock: Clock) -> Self {
        Self { stream, clock }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Watched<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        if buffer.filled().len() > before {
            self.clock.touch();
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Watched<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = ready!(Pin::new(&mut self.stream).poll_write(context, bytes))?;
        self.clock.touch();
        Poll::Ready(Ok(written))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
