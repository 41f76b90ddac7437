//! A site on loopback for benchmarks that fetch something.
//!
//! It runs on a thread of its own, so that it serves our client and a peer in another process alike.

use std::convert::Infallible;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{CONTENT_TYPE, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::sync::oneshot;

use crate::Failure;

/// Content of a path: its media type and its text.
pub type Answer = Option<(&'static str, String)>;

/// A running site; dropping it stops it.
#[derive(Debug)]
pub struct Site {
    /// Its address, such as `http://127.0.0.1:41573`, without a slash.
    pub url: String,
    stop: Option<oneshot::Sender<()>>,
}

impl Drop for Site {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            // It fails when the site has ended by itself, which is as good.
            let _ = stop.send(());
        }
    }
}

/// Serves the answers of `answer` on a free port of 127.0.0.1.
pub fn serve(answer: impl Fn(&str) -> Answer + Send + Sync + 'static) -> Result<Site, Failure> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    listener.set_nonblocking(true)?;
    let url = format!("http://{}", listener.local_addr()?);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (stop, stopped) = oneshot::channel();
    std::thread::spawn(move || {
        runtime.block_on(async {
            tokio::select! {
                _ = stopped => {}
                () = accept(listener, Arc::new(answer)) => {}
            }
        });
    });
    Ok(Site { url, stop: Some(stop) })
}

async fn accept(listener: TcpListener, answer: Arc<impl Fn(&str) -> Answer + Send + Sync + 'static>) {
    let Ok(listener) = tokio::net::TcpListener::from_std(listener) else { return };
    while let Ok((stream, _)) = listener.accept().await {
        let answer = Arc::clone(&answer);
        tokio::spawn(async move {
            // Small answers must not wait for an acknowledgement.
            let _ = stream.set_nodelay(true);
            let service = service_fn(|request: Request<Incoming>| {
                let response = respond(answer(request.uri().path()));
                async move { Ok::<_, Infallible>(response) }
            });
            // A client that breaks off concerns nobody but itself.
            let _ = http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
        });
    }
}

fn respond(answer: Answer) -> Response<Full<Bytes>> {
    let Some((media_type, text)) = answer else {
        let mut response = Response::new(Full::default());
        *response.status_mut() = StatusCode::NOT_FOUND;
        return response;
    };
    let mut response = Response::new(Full::new(Bytes::from(text)));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    response
}
