//! One connection of the browser: its requests, judged and passed on, or its tunnel.

use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use http_body_util::{Either, Full};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1 as client;
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::server::conn::http1 as server;
use hyper::service::service_fn;
use hyper::upgrade::OnUpgrade;
use hyper::{Method, Request, Response, StatusCode, Version};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::copy_bidirectional;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use url::{Host, Position, Url};

use super::Shared;
use super::crowd::Place;
use super::watch::Watched;
use crate::error::cause;
use crate::guard::{Refusal, Trust, Unconnected, check_url, moved, vet_address};
use crate::resolve::{Unvetted, vet, vetted};

/// hyper's own least size of its buffer.
const LEAST_HEAD: usize = 8 * 1024;
/// Headers of one request or response.
const MOST_HEADERS: usize = 256;
/// Addresses of a name that are tried, and how much later each begins than the one before (RFC 8305 section 5).
const ADDRESSES: usize = 8;
const STAGGER: Duration = Duration::from_millis(250);
/// What one hop says to the next and a proxy keeps to itself (RFC 9110 section 7.6.1), beside what `Connection`
/// names. hyper writes its own framing; `Expect` it answers itself.
const HOP: [HeaderName; 10] = [
    header::CONNECTION,
    HeaderName::from_static("keep-alive"),
    HeaderName::from_static("proxy-connection"),
    header::PROXY_AUTHENTICATE,
    header::PROXY_AUTHORIZATION,
    header::TE,
    header::TRAILER,
    header::TRANSFER_ENCODING,
    header::UPGRADE,
    header::EXPECT,
];

type Body = Either<Incoming, Full<Bytes>>;

/// What the requests of one of the browser's connections share.
struct Connection<'a> {
    shared: &'a Shared,
    place: &'a Place,
    /// A tunnel that begins when the answer to its `CONNECT` has been written.
    tunnel: Mutex<Option<(OnUpgrade, TcpStream)>>,
    /// What drives the connection to the server of the last plain request.
    upstream: Mutex<JoinSet<()>>,
}

/// The connection that ends in place of an answer.
#[derive(Debug)]
struct Unreached;

impl fmt::Display for Unreached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the server was not reached")
    }
}

impl std::error::Error for Unreached {}

/// Why the server was not reached.
enum Denied {
    Refused(Refusal),
    Failed(String),
}

/// Serves the connection to its end, or to the end of its time.
pub(super) async fn serve(stream: TcpStream, place: Place, shared: Arc<Shared>) {
    // Small pieces of a tunnel are the browser's own choice.
    let _ = stream.set_nodelay(true);
    let clock = place.clock();
    let watched = Watched::new(stream, clock.clone());
    tokio::select! {
        () = converse(watched, &place, &shared) => {}
        () = place.leaves() => {}
        () = clock.idle_for(shared.options.idle_timeout) => {}
        () = sleep(shared.options.total_timeout) => {}
    }
}

async fn converse(stream: Watched<TcpStream>, place: &Place, shared: &Shared) {
    let connection = Connection { shared, place, tunnel: Mutex::default(), upstream: Mutex::default() };
    let served = server::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(shared.options.head_timeout)
        .max_buf_size(shared.options.max_header_bytes.max(LEAST_HEAD))
        .max_headers(MOST_HEADERS)
        .serve_connection(TokioIo::new(stream), service_fn(|request| answer(request, &connection)))
        .with_upgrades();
    // A browser that breaks off, or speaks no HTTP, has been answered by hyper as far as that is possible.
    let _ = served.await;
    let opened = connection.tunnel.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some((upgrade, mut server)) = opened
        && let Ok(browser) = upgrade.await
    {
        let _ = copy_bidirectional(&mut TokioIo::new(browser), &mut server).await;
    }
}

async fn answer(
    mut request: Request<Incoming>,
    connection: &Connection<'_>,
) -> Result<Response<Body>, Unreached> {
    connection.place.asks();
    let is_tunnel = request.method() == Method::CONNECT;
    // hyper's buffer bounds memory; what fitted by chance is measured.
    if head_bytes(request.headers()) > connection.shared.options.max_header_bytes {
        let status = StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE;
        return Ok(line_with(
            status,
            "the headers of the request are larger than ProxyOptions::max_header_bytes",
        ));
    }
    let Some(target) = target(&request) else {
        let line = "this is the way out of a browser that webagents started; it takes CONNECT host:port and absolute \
                    http URLs";
        return Ok(line_with(StatusCode::BAD_REQUEST, line));
    };
    match connection.shared.connect(&target).await {
        Ok(stream) if is_tunnel => {
            let upgrade = hyper::upgrade::on(&mut request);
            *connection.tunnel.lock().unwrap_or_else(PoisonError::into_inner) = Some((upgrade, stream));
            Ok(Response::new(Either::Right(Full::default())))
        }
        Ok(stream) => pass_on(request, &target, stream, connection).await,
        Err(Denied::Refused(refusal)) => {
            Ok(line_with(StatusCode::FORBIDDEN, &Unconnected(&refusal).to_string()))
        }
        // A browser shows neither this nor anything else that came instead of a tunnel; programs may.
        Err(Denied::Failed(why)) if is_tunnel => Ok(line_with(StatusCode::BAD_GATEWAY, &why)),
        Err(Denied::Failed(_)) => Err(Unreached),
    }
}

/// The URL that a request asks for. All that is judged, connected to and sent on is read from it, so that no two
/// parsers can disagree. `None` where the request is not one that a proxy gets, such as that of a web page which
/// takes this port for a server.
fn target(request: &Request<Incoming>) -> Option<Url> {
    let uri = request.uri();
    if request.method() != Method::CONNECT {
        let url = Url::parse(&uri.to_string()).ok()?;
        return (url.scheme() == "http").then_some(url);
    }
    // RFC 9110 section 9.3.6: there is no default port, and nothing but host and port.
    let (authority, port) = (uri.authority()?, uri.port_u16()?);
    let scheme = if port == 80 { "http" } else { "https" };
    let url = Url::parse(&format!("{scheme}://{authority}/")).ok()?;
    (uri.path().is_empty() && url.port_or_known_default() == Some(port)).then_some(url)
}

fn line_with(status: StatusCode, line: &str) -> Response<Body> {
    let mut response = Response::new(Either::Right(Full::from(format!("{line}\n"))));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

/// Sends a plain request on, over a connection of its own.
async fn pass_on(
    mut request: Request<Incoming>,
    target: &Url,
    stream: TcpStream,
    connection: &Connection<'_>,
) -> Result<Response<Body>, Unreached> {
    let shared = connection.shared;
    let (mut sender, upstream) = client::Builder::new()
        .max_buf_size(shared.options.max_header_bytes.max(LEAST_HEAD))
        .max_headers(MOST_HEADERS)
        .handshake(TokioIo::new(stream))
        .await
        .map_err(|_| Unreached)?;
    {
        // A browser's connection has one request at a time, so what served the one before is done.
        let mut upstreams = connection.upstream.lock().unwrap_or_else(PoisonError::into_inner);
        *upstreams = JoinSet::new();
        upstreams.spawn(async move {
            // What goes wrong is told where the response is read.
            let _ = upstream.await;
        });
    }
    *request.uri_mut() = target[Position::BeforePath..Position::AfterQuery].parse().map_err(|_| Unreached)?;
    *request.version_mut() = Version::HTTP_11;
    let host = target[Position::BeforeHost..Position::AfterPort].parse().map_err(|_| Unreached)?;
    let headers = request.headers_mut();
    strip(headers);
    // RFC 9112 section 3.2.2: the host of the URL counts, whatever the header said.
    headers.insert(header::HOST, host);
    headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    let mut response = sender.send_request(request).await.map_err(|_| Unreached)?;
    if head_bytes(response.headers()) > shared.options.max_header_bytes {
        return Err(Unreached);
    }
    // Neither was asked for: there is no other protocol to switch to, and only a proxy may ask for a password like
    // that, which the browser would take for ours.
    if matches!(
        response.status(),
        StatusCode::SWITCHING_PROTOCOLS | StatusCode::PROXY_AUTHENTICATION_REQUIRED
    ) {
        return Err(Unreached);
    }
    strip(response.headers_mut());
    *response.version_mut() = Version::HTTP_11;
    Ok(response.map(Either::Left))
}

fn head_bytes(headers: &HeaderMap) -> usize {
    headers.iter().map(|(name, value)| name.as_str().len() + value.len()).sum()
}

/// Takes out what was for us only.
fn strip(headers: &mut HeaderMap) {
    let named: Vec<HeaderName> = headers
        .get_all(header::CONNECTION)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .filter_map(|name| name.trim().parse().ok())
        // Framing and routing are no options of a connection.
        .filter(|name| ![header::CONTENT_LENGTH, header::HOST].contains(name))
        .collect();
    for name in named.iter().chain(&HOP) {
        headers.remove(name);
    }
}

impl Shared {
    /// A connection to the host and port of `target`, if the guard lets it pass.
    async fn connect(&self, target: &Url) -> Result<TcpStream, Denied> {
        // What is recorded and told is a host; a path or query can hold secrets.
        let mut origin = target.clone();
        origin.set_path("");
        origin.set_query(None);
        origin.set_fragment(None);
        let (host, port) = (origin.host_str().unwrap_or_default(), origin.port_or_known_default());
        let port = port.unwrap_or_default();
        let limit = self.options.connect_timeout;
        let outcome = timeout(limit, self.reach(&origin, port)).await.unwrap_or_else(|_| {
            let limit = limit.as_secs_f64();
            Err(Denied::Failed(format!(
                "no connection to {host}:{port} within {limit} s (ProxyOptions::connect_timeout)"
            )))
        });
        let mut record = self.record.lock().unwrap_or_else(PoisonError::into_inner);
        match &outcome {
            Ok(_) => record.connected(host, port),
            Err(Denied::Refused(refusal)) => record.refused(refusal),
            Err(Denied::Failed(why)) => record.failed(host, port, why.clone()),
        }
        outcome
    }

    async fn reach(&self, origin: &Url, port: u16) -> Result<TcpStream, Denied> {
        let trust = {
            let allow = self.allow.lock().unwrap_or_else(PoisonError::into_inner);
            check_url(origin, &allow, &self.options.ports).map_err(Denied::Refused)?
        };
        let first = &self.options.first_answers;
        let addresses = match origin.host() {
            Some(Host::Ipv4(address)) => vec![address.into()],
            Some(Host::Ipv6(address)) => vec![address.into()],
            Some(Host::Domain(name)) => {
                vetted(self.lookup.as_ref(), name, trust, first).await.map_err(|error| {
                    match cause::<Unvetted>(&*error).and_then(|unvetted| unvetted.refusal(origin)) {
                        Some(refusal) => Denied::Refused(refusal),
                        None => Denied::Failed(format!("`{name}` has no address: {error}")),
                    }
                })?
            }
            None => return Err(Denied::Failed(format!("{origin} names no host"))),
        };
        // Nothing comes of a proxy that calls itself but connections, whoever allowed it.
        if port == self.address.port()
            && let Some(&own) =
                addresses.iter().find(|address| address.is_loopback() || address.is_unspecified())
        {
            vet_address(origin, own).map_err(Denied::Refused)?;
        }
        let failed = |error: io::Error| {
            let host = origin.host_str().unwrap_or_default();
            Denied::Failed(format!("no connection to {host}:{port}: {error}"))
        };
        let stream = first_of(addresses, port).await.map_err(failed)?;
        if trust != Trust::Allowed {
            // The addresses have been judged already; this holds even if that is changed.
            let (host, peer) = (origin.host_str().unwrap_or_default(), stream.peer_addr().map_err(failed)?);
            if let Err(answer) = vet(host, &[peer.ip()], trust, first)
                && let Some(refusal) = moved(origin, answer)
            {
                return Err(Denied::Refused(refusal));
            }
        }
        let _ = stream.set_nodelay(true);
        Ok(stream)
    }
}

/// The first connection that comes about. The addresses are tried in order, the next one when the one before has
/// failed or has taken its time.
async fn first_of(addresses: Vec<IpAddr>, port: u16) -> io::Result<TcpStream> {
    let mut untried = addresses.into_iter().take(ADDRESSES).peekable();
    let mut attempts = JoinSet::new();
    let mut last = io::Error::other("it has no address");
    loop {
        if let Some(address) = untried.next() {
            attempts.spawn(TcpStream::connect(SocketAddr::new(address, port)));
        }
        tokio::select! {
            done = attempts.join_next() => match done {
                Some(Ok(Ok(stream))) => return Ok(stream),
                Some(Ok(Err(error))) => last = error,
                Some(Err(_)) => {}
                None => return Err(last),
            },
            () = sleep(STAGGER), if untried.peek().is_some() => {}
        }
    }
}
