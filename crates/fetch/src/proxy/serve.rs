//! Connection of the browser: its requests, checked and forwarded, or its tunnel.

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
use tracing::{debug, info};
use url::{Host, Position, Url};

use super::options::ProxyOptions;
use super::record::Record;
use super::slots::Slot;
use super::watch::Watched;
use crate::error::cause;
use crate::guard::{Allow, Trust, check_url, moved, vet_address};
use crate::refusal::Refusal;
use crate::resolve::{Lookup, Unvetted, vet, vetted};

/// Minimum size of hyper's buffer.
const LEAST_HEAD: usize = 8 * 1024;
/// Maximum number of headers of one request or response.
const MOST_HEADERS: usize = 256;
/// Maximum number of addresses of a name to try, with a delay between them (RFC 8305 section 5).
const ADDRESSES: usize = 8;
const STAGGER: Duration = Duration::from_millis(250);
/// Hop-by-hop headers (RFC 9110 section 7.6.1), in addition to the headers that `Connection` names.
///
/// hyper writes the framing itself, and answers `Expect`.
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

/// State that the connections of a proxy share.
pub(super) struct ProxyState {
    pub(super) address: SocketAddr,
    pub(super) options: ProxyOptions,
    pub(super) allow: Mutex<Allow>,
    pub(super) lookup: Arc<dyn Lookup>,
    pub(super) record: Mutex<Record>,
}

impl fmt::Debug for ProxyState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProxyState").field("address", &self.address).finish_non_exhaustive()
    }
}

/// State that the requests of one connection of the browser share.
struct Connection<'a> {
    shared: &'a ProxyState,
    slot: &'a Slot,
    /// Tunnel that begins when the response to its `CONNECT` has been written.
    tunnel: Mutex<Option<(OnUpgrade, TcpStream)>>,
    /// Task of the connection to the server of the last plain request.
    upstream: Mutex<JoinSet<()>>,
}

/// Error that ends a connection without a response.
#[derive(Debug, thiserror::Error)]
#[error("the server was not reached")]
struct Unreached;

/// Reason why the server was not reached.
enum Denied {
    Refused(Refusal),
    Failed(String),
}

/// Serves a connection until its end or its time limit.
pub(super) async fn serve(stream: TcpStream, slot: Slot, shared: Arc<ProxyState>) {
    // The browser chooses the size of the pieces of a tunnel.
    let _ = stream.set_nodelay(true);
    let clock = slot.clock();
    let watched = Watched::new(stream, clock.clone());
    tokio::select! {
        () = converse(watched, &slot, &shared) => {}
        () = slot.closing() => {}
        () = clock.idle_for(shared.options.idle_timeout) => {}
        () = sleep(shared.options.total_timeout) => {}
    }
}

async fn converse(stream: Watched<TcpStream>, slot: &Slot, shared: &ProxyState) {
    let connection = Connection { shared, slot, tunnel: Mutex::default(), upstream: Mutex::default() };
    let served = server::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(shared.options.head_timeout)
        .max_buf_size(shared.options.max_header_bytes.max(LEAST_HEAD))
        .max_headers(MOST_HEADERS)
        .serve_connection(TokioIo::new(stream), service_fn(|request| answer(request, &connection)))
        .with_upgrades();
    // hyper has answered a browser that breaks off or does not speak HTTP as far as possible.
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
    connection.slot.mark_request();
    let is_tunnel = request.method() == Method::CONNECT;
    // hyper's buffer bounds memory; this checks the exact size.
    if head_bytes(request.headers()) > connection.shared.options.max_header_bytes {
        let status = StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE;
        return Ok(line_with(status, "the headers of the request are larger than they may be"));
    }
    let Some(target) = target(&request) else {
        let line = "this is the proxy of a browser that webagents started; expected CONNECT host:port and absolute \
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
            // A page may read this, and is not to learn the addresses of this network.
            let line = format!(
                "refused by the rule `{}` of webagents; the program that started the browser reports the cause",
                refusal.rule().as_str()
            );
            Ok(line_with(StatusCode::FORBIDDEN, &line))
        }
        // A browser shows no response that came instead of a tunnel; programs may.
        Err(Denied::Failed(why)) if is_tunnel => Ok(line_with(StatusCode::BAD_GATEWAY, &why)),
        Err(Denied::Failed(_)) => Err(Unreached),
    }
}

/// Returns the URL of a request.
///
/// All checks, connections and forwarded requests use this URL, so that no two parsers can disagree. `None` if the
/// request is not for a proxy, such as a web page's request to this port as a server.
fn target(request: &Request<Incoming>) -> Option<Url> {
    let uri = request.uri();
    if request.method() != Method::CONNECT {
        let url = Url::parse(&uri.to_string()).ok()?;
        return (url.scheme() == "http").then_some(url);
    }
    // RFC 9110 section 9.3.6: no default port, and only host and port.
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

/// Forwards a plain request over a connection of its own.
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
        // A connection of the browser has one request at a time, so the task of the previous one has ended.
        let mut upstreams = connection.upstream.lock().unwrap_or_else(PoisonError::into_inner);
        *upstreams = JoinSet::new();
        upstreams.spawn(async move {
            // Errors appear when the response is read.
            let _ = upstream.await;
        });
    }
    *request.uri_mut() = target[Position::BeforePath..Position::AfterQuery].parse().map_err(|_| Unreached)?;
    *request.version_mut() = Version::HTTP_11;
    let host = target[Position::BeforeHost..Position::AfterPort].parse().map_err(|_| Unreached)?;
    let headers = request.headers_mut();
    strip(headers);
    // RFC 9112 section 3.2.2: the host of the URL counts, whatever the header is.
    headers.insert(header::HOST, host);
    headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    let mut response = sender.send_request(request).await.map_err(|_| Unreached)?;
    if head_bytes(response.headers()) > shared.options.max_header_bytes {
        return Err(Unreached);
    }
    // Neither was requested: there is no other protocol to switch to, and only a proxy may request a proxy password.
    // The browser would attribute such a request to this proxy.
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

/// Removes hop-by-hop headers.
fn strip(headers: &mut HeaderMap) {
    let named: Vec<HeaderName> = headers
        .get_all(header::CONNECTION)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .filter_map(|name| name.trim().parse().ok())
        // Framing and routing headers are not options of a connection.
        .filter(|name| ![header::CONTENT_LENGTH, header::HOST].contains(name))
        .collect();
    for name in named.iter().chain(&HOP) {
        headers.remove(name);
    }
}

impl ProxyState {
    /// Connects to the host and port of `target`, if the guard permits it.
    async fn connect(&self, target: &Url) -> Result<TcpStream, Denied> {
        let origin = origin_of(target);
        let (host, port) = (origin.host_str().unwrap_or_default(), origin.port_or_known_default());
        let port = port.unwrap_or_default();
        let limit = self.options.connect_timeout;
        let outcome = timeout(limit, self.reach(&origin, port)).await.unwrap_or_else(|_| {
            let limit = limit.as_secs_f64();
            Err(Denied::Failed(format!("cannot connect to {host}:{port} within {limit} s")))
        });
        let mut record = self.record.lock().unwrap_or_else(PoisonError::into_inner);
        match &outcome {
            Ok(_) => {
                debug!(host, port, "egress guard connects the browser");
                record.connected(host, port);
            }
            Err(Denied::Refused(refusal)) => {
                info!(host, port, rule = ?refusal.rule(), "egress guard refuses the browser");
                record.refused(refusal);
            }
            Err(Denied::Failed(why)) => {
                debug!(host, port, "egress guard cannot connect the browser");
                record.failed(host, port, why.clone());
            }
        }
        outcome
    }

    /// Returns the refusal of a connection to the host and port of `target`, which is recorded.
    pub(super) async fn judge(&self, target: &Url) -> Option<Refusal> {
        let mut origin = origin_of(target);
        // A browser connects without them.
        let _ = (origin.set_username(""), origin.set_password(None));
        let permitted = self.permit(&origin, origin.port_or_known_default()?);
        match timeout(self.options.connect_timeout, permitted).await {
            Ok(Err(Denied::Refused(refusal))) => {
                self.record.lock().unwrap_or_else(PoisonError::into_inner).refused(&refusal);
                Some(refusal)
            }
            _ => None,
        }
    }

    /// Returns the addresses of the host of `origin`, if the guard permits a connection to them.
    async fn permit(&self, origin: &Url, port: u16) -> Result<(Vec<IpAddr>, Trust), Denied> {
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
        // A proxy that connects to itself would only produce further connections, whatever is allowed.
        if port == self.address.port()
            && let Some(&own) =
                addresses.iter().find(|address| address.is_loopback() || address.is_unspecified())
        {
            vet_address(origin, own).map_err(Denied::Refused)?;
        }
        Ok((addresses, trust))
    }

    async fn reach(&self, origin: &Url, port: u16) -> Result<TcpStream, Denied> {
        let (addresses, trust) = self.permit(origin, port).await?;
        let failed = |error: io::Error| {
            let host = origin.host_str().unwrap_or_default();
            Denied::Failed(format!("cannot connect to {host}:{port}: {error}"))
        };
        let stream = first_of(addresses, port).await.map_err(failed)?;
        if trust != Trust::Allowed {
            // The addresses have been checked already; this check holds even if that changes.
            let (host, peer) = (origin.host_str().unwrap_or_default(), stream.peer_addr().map_err(failed)?);
            if let Err(answer) = vet(host, &[peer.ip()], trust, &self.options.first_answers)
                && let Some(refusal) = moved(origin, answer)
            {
                return Err(Denied::Refused(refusal));
            }
        }
        let _ = stream.set_nodelay(true);
        Ok(stream)
    }
}

/// The scheme, host and port of a URL.
///
/// Records and messages contain no path or query, which can contain secrets.
fn origin_of(target: &Url) -> Url {
    let mut origin = target.clone();
    origin.set_path("");
    origin.set_query(None);
    origin.set_fragment(None);
    origin
}

/// Returns the first connection that succeeds.
///
/// The addresses are tried in order, each when the previous one has failed or has taken its time.
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
