//! Server that sends exactly the bytes of a test, well-formed or not.
//!
//! It knows nothing of HTTP but the end of a request's head.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

/// Action on a connection after a request was read.
#[derive(Debug, Clone)]
pub enum Act {
    /// Writes these bytes.
    Write(Vec<u8>),
    /// Writes these bytes repeatedly, until the client closes.
    Repeat(Vec<u8>),
    /// Writes these bytes repeatedly, with a pause before each.
    Drip(Vec<u8>, Duration),
    /// Holds the connection open without writing.
    Hang,
    /// Closes the connection with a reset instead of an end.
    Reset,
    /// Waits for the next request on the same connection.
    KeepAlive,
    /// Performs these acts instead of the following ones, if the head contains this text, in lower case.
    When(&'static str, Vec<Act>),
}

/// A running server. Dropping it closes the listener.
#[derive(Debug)]
pub struct Server {
    /// Address on loopback.
    pub address: SocketAddr,
    /// Heads of all requests so far.
    pub requests: Arc<Mutex<Vec<String>>>,
    /// Number of connections.
    pub connections: Arc<Mutex<usize>>,
    task: tokio::task::JoinHandle<()>,
}

impl Server {
    /// Serves each path with its acts; another path is a 404.
    ///
    /// # Panics
    /// Panics if loopback has no free port.
    pub async fn start<const N: usize>(routes: [(&str, Vec<Act>); N]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let routes: HashMap<String, Vec<Act>> =
            routes.into_iter().map(|(path, acts)| (path.to_owned(), with_address(acts, address))).collect();
        let (routes, requests, connections) = (Arc::new(routes), Arc::default(), Arc::default());
        let task = tokio::spawn(accept(listener, routes, Arc::clone(&requests), Arc::clone(&connections)));
        Self { address, requests, connections, task }
    }

    /// Returns the URL of a path.
    ///
    /// # Panics
    /// Panics if `path` cannot be part of a URL.
    pub fn url(&self, path: &str) -> url::Url {
        format!("http://{}{path}", self.address).parse().unwrap()
    }

    /// Returns the number of requests so far.
    ///
    /// # Panics
    /// Panics if a connection has panicked.
    pub fn hits(&self) -> usize {
        self.requests.lock().unwrap().len()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Replaces `{here}` in a route by the host and port of the server.
fn with_address(acts: Vec<Act>, address: SocketAddr) -> Vec<Act> {
    let act = |act| match act {
        Act::Write(bytes) => match String::from_utf8(bytes) {
            Ok(text) => Act::Write(text.replace("{here}", &address.to_string()).into_bytes()),
            Err(error) => Act::Write(error.into_bytes()),
        },
        Act::When(text, acts) => Act::When(text, with_address(acts, address)),
        other => other,
    };
    acts.into_iter().map(act).collect()
}

async fn accept(
    listener: TcpListener,
    routes: Arc<HashMap<String, Vec<Act>>>,
    requests: Arc<Mutex<Vec<String>>>,
    connections: Arc<Mutex<usize>>,
) {
    while let Ok((stream, _)) = listener.accept().await {
        *connections.lock().unwrap() += 1;
        let (routes, requests) = (Arc::clone(&routes), Arc::clone(&requests));
        tokio::spawn(async move {
            // Many tests have a client that disconnects in the middle.
            let _ = serve(stream, &routes, &requests).await;
        });
    }
}

async fn serve(
    mut stream: TcpStream,
    routes: &HashMap<String, Vec<Act>>,
    requests: &Mutex<Vec<String>>,
) -> std::io::Result<()> {
    'request: loop {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await?);
        }
        let head = String::from_utf8(head).unwrap();
        let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
        let lower = head.to_ascii_lowercase();
        requests.lock().unwrap().push(head);
        let missing = vec![ok("not found").with_status("404 Not Found")];
        let acts = routes.get(&path).unwrap_or(&missing);
        let instead = acts.iter().find_map(|act| match act {
            Act::When(text, instead) if lower.contains(text) => Some(instead),
            _ => None,
        });
        for act in instead.unwrap_or(acts) {
            match act {
                Act::When(..) => {}
                Act::Write(bytes) => stream.write_all(bytes).await?,
                Act::Repeat(bytes) => loop {
                    stream.write_all(bytes).await?;
                },
                Act::Drip(bytes, pause) => loop {
                    tokio::time::sleep(*pause).await;
                    stream.write_all(bytes).await?;
                },
                Act::Hang => std::future::pending().await,
                Act::Reset => {
                    stream.set_zero_linger()?;
                    return Ok(());
                }
                Act::KeepAlive => continue 'request,
            }
        }
        return stream.shutdown().await;
    }
}

impl Act {
    /// Returns the same response with another status line.
    ///
    /// # Panics
    /// Panics if the bytes are not UTF-8.
    #[must_use]
    pub fn with_status(self, status: &str) -> Self {
        let Self::Write(bytes) = self else { return self };
        let text = String::from_utf8(bytes).unwrap();
        Self::Write(text.replacen("200 OK", status, 1).into_bytes())
    }
}

/// Returns a complete response with a text body.
pub fn ok(body: &str) -> Act {
    answer("", body.as_bytes())
}

/// Returns a complete response with further header lines, each ended by CRLF.
pub fn answer(headers: &str, body: &[u8]) -> Act {
    let mut bytes =
        format!("HTTP/1.1 200 OK\r\n{headers}content-length: {}\r\n\r\n", body.len()).into_bytes();
    bytes.extend_from_slice(body);
    Act::Write(bytes)
}

/// Returns a redirect to `location`, in which `{here}` is the server.
pub fn redirect(location: &str) -> Vec<Act> {
    vec![answer(&format!("location: {location}\r\n"), b"").with_status("302 Found")]
}

/// Returns the output of `printf '%0.sA' {1..N} | gzip`.
///
/// It is written by hand: stored blocks would not be a bomb, so the body is one run of a byte, deflated with the
/// fixed code (length 258 at distance 1).
pub fn gzip_bomb(runs: usize) -> Vec<u8> {
    let mut bits: Vec<bool> = Vec::new();
    let mut put = |value: u32, count: u32, msb_first: bool| {
        for at in 0..count {
            let shift = if msb_first { count - 1 - at } else { at };
            bits.push(value >> shift & 1 == 1);
        }
    };
    put(1, 1, false); // the last block
    put(1, 2, false); // fixed Huffman codes
    put(0x30 + u32::from(b'A'), 8, true);
    for _ in 0..runs {
        put(0b1100_0101, 8, true); // length 258
        put(0, 5, true); // distance 1
    }
    put(0, 7, true); // end of block
    let mut bytes = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
    bytes.extend(
        bits.chunks(8).map(|byte| byte.iter().rev().fold(0, |value, &bit| value << 1 | u8::from(bit))),
    );
    bytes
}
