//! A bound on a driver's answer to a command, and a count of the bytes that browsers and drivers send.
//!
//! The decision: fantoccini collects the body of a response whatever its length, and takes any connector. So the bound is
//! the connection's: it reads so many bytes after a request and no more. HTTP/1 sends one response after the other, so
//! that what is read since the last write is one response. The connection ends with the error; the next command opens
//! another one, and the session goes on.

use std::error::Error as StdError;
use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, ready};

use http::Uri;
use hyper_util::client::legacy::connect::{Connected, Connection};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tower_service::Service;

/// Bytes of a response.
///
/// The harness answers in parts of a mebibyte of text (`bootstrap.js`), which no escaping makes longer than twelve; the rest
/// is for screenshots.
const RESPONSE: u64 = 64 * 1024 * 1024;

/// See [`received_bytes`].
static RECEIVED: AtomicU64 = AtomicU64::new(0);

/// Returns the number of bytes that this process has received from browsers and drivers so far.
pub fn received_bytes() -> u64 {
    RECEIVED.load(Ordering::Relaxed)
}

/// Adds to what [`received_bytes`] returns.
pub(crate) fn count(bytes: usize) {
    RECEIVED.fetch_add(bytes as u64, Ordering::Relaxed);
}

/// The error of a response that is longer than the bound.
#[derive(Debug, thiserror::Error)]
#[error("the driver sent a response of more than {RESPONSE} bytes, which is the limit; return less")]
pub(crate) struct ResponseTooLarge;

impl ResponseTooLarge {
    /// Finds this error among the causes of another one.
    pub(crate) fn among_the_causes_of(error: &(dyn StdError + 'static)) -> bool {
        let mut cause = Some(error);
        while let Some(error) = cause {
            // An `io::Error` is not the source of the error that it wraps, and shows that error's source.
            let inner = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
            if error.is::<Self>() || inner.is_some_and(<dyn StdError + Send + Sync>::is::<Self>) {
                return true;
            }
            cause = error.source();
        }
        false
    }
}

/// A connector whose connections are bounded.
#[derive(Debug, Clone)]
pub(crate) struct Bounded<C>(pub(crate) C);

impl<C> Service<Uri> for Bounded<C>
where
    C: Service<Uri>,
    C::Response: Send + 'static,
    C::Future: Send + 'static,
    C::Error: 'static,
{
    type Response = TokioIo<Counted<TokioIo<C::Response>>>;
    type Error = C::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Self::Error>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        self.0.poll_ready(context)
    }

    fn call(&mut self, uri: Uri) -> Self::Future {
        let connecting = self.0.call(uri);
        Box::pin(async move { Ok(TokioIo::new(Counted::new(TokioIo::new(connecting.await?)))) })
    }
}

/// A connection that reads a bounded number of bytes between two writes.
#[derive(Debug)]
pub(crate) struct Counted<T> {
    stream: T,
    limit: u64,
    /// Bytes that were read since the last write.
    read: u64,
}

impl<T> Counted<T> {
    fn new(stream: T) -> Self {
        Self { stream, limit: RESPONSE, read: 0 }
    }
}

impl<T: AsyncRead + Unpin> AsyncRead for Counted<T> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let before = buffer.filled().len();
        ready!(Pin::new(&mut this.stream).poll_read(context, buffer))?;
        let bytes = buffer.filled().len().saturating_sub(before);
        count(bytes);
        this.read = this.read.saturating_add(bytes as u64);
        if this.read > this.limit {
            return Poll::Ready(Err(io::Error::other(ResponseTooLarge)));
        }
        Poll::Ready(Ok(()))
    }
}

impl<T: AsyncWrite + Unpin> AsyncWrite for Counted<T> {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        this.read = 0;
        Pin::new(&mut this.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        this.read = 0;
        Pin::new(&mut this.stream).poll_write_vectored(context, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}

impl<T: Connection> Connection for Counted<TokioIo<T>> {
    fn connected(&self) -> Connected {
        self.stream.inner().connected()
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::*;

    #[tokio::test]
    async fn a_response_has_a_bound_and_each_has_its_own() {
        let (ours, mut theirs) = tokio::io::duplex(64);
        let mut ours = Counted { stream: ours, limit: 10, read: 0 };
        for _ in 0..3 {
            ours.write_all(b"?").await.expect("sent");
            theirs.write_all(&[b'x'; 10]).await.expect("sent");
            let mut response = [0; 10];
            ours.read_exact(&mut response).await.expect("a response within the bound");
        }
        ours.write_all(b"?").await.expect("sent");
        theirs.write_all(&[b'x'; 11]).await.expect("sent");
        let error = ours.read_exact(&mut [0; 11]).await.expect_err("the bound");
        assert!(ResponseTooLarge::among_the_causes_of(&error), "{error}");
        assert!(!ResponseTooLarge::among_the_causes_of(&io::Error::other("another")));
    }
}
