//! The embedded bookstore, served on loopback.
//!
//! `webagents demo` needs a site that is really fetched over HTTP and really guarded, on a machine without
//! network: three files compiled into the command, an ephemeral port of 127.0.0.1 and a content security policy
//! that forbids `eval` and trusts no foreign origin, as careful sites have it. It is not a general file
//! server: it knows three paths, reads nothing from disk, and takes no input but the request line.

use std::convert::Infallible;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{self, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

/// Only the page's own inline script and style may run.
///
/// No text becomes code (`'unsafe-eval'` is absent, and Trusted Types are required), nothing is loaded from elsewhere,
/// and no page may frame this one.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; \
     style-src 'unsafe-inline'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

/// Time that a client may take to send a request's head.
const HEADER_TIMEOUT: Duration = Duration::from_secs(10);

/// Pause before the next accept when the system has no file descriptor left.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// A file of the site.
struct File {
    path: &'static str,
    content_type: &'static str,
    text: &'static str,
}

const FILES: [File; 3] = [
    File { path: "/", content_type: "text/html; charset=utf-8", text: include_str!("../demo/index.html") },
    File {
        path: "/webagents.md",
        content_type: "text/markdown; charset=utf-8",
        text: include_str!("../demo/webagents.md"),
    },
    File {
        path: "/events",
        content_type: "text/html; charset=utf-8",
        text: include_str!("../demo/events.html"),
    },
];

/// The answer to a request, by its method and path.
pub(crate) type Respond = Arc<dyn Fn(&Method, &str) -> Response<Full<Bytes>> + Send + Sync>;

/// A running site. Dropping it closes the listener and the connections.
#[derive(Debug)]
pub(crate) struct DemoSite {
    /// Address of the page, such as `http://127.0.0.1:41573/`.
    pub(crate) url: String,
    /// The task that accepts connections.
    _server: JoinSet<()>,
}

/// Starts the site on a free port of 127.0.0.1.
///
/// The server is a task of the current tokio runtime. Fails when no port can be bound.
pub(crate) async fn serve() -> io::Result<DemoSite> {
    serve_with(Arc::new(respond)).await
}

/// Starts a site with other answers.
pub(crate) async fn serve_with(respond: Respond) -> io::Result<DemoSite> {
    let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).await?;
    let url = format!("http://{}/", listener.local_addr()?);
    let mut server = JoinSet::new();
    server.spawn(accept(listener, respond));
    Ok(DemoSite { url, _server: server })
}

/// Accepts connections, which end with this task.
async fn accept(listener: TcpListener, respond: Respond) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            Some(_) = connections.join_next() => {}
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => { connections.spawn(converse(stream, Arc::clone(&respond))); }
                Err(_) => tokio::time::sleep(ACCEPT_PAUSE).await,
            },
        }
    }
}

/// Answers the requests of one connection.
async fn converse(stream: TcpStream, respond: Respond) {
    let connection =
        http1::Builder::new().timer(TokioTimer::new()).header_read_timeout(HEADER_TIMEOUT).serve_connection(
            TokioIo::new(stream),
            service_fn(|request: Request<Incoming>| {
                let respond = Arc::clone(&respond);
                async move { Ok::<_, Infallible>(respond(request.method(), request.uri().path())) }
            }),
        );
    // A client that breaks off or talks nonsense concerns nobody but itself.
    let _ = connection.await;
}

/// The answer to one request. hyper leaves out the body of an answer to HEAD and keeps its length.
fn respond(method: &Method, path: &str) -> Response<Full<Bytes>> {
    let plain = "text/plain; charset=utf-8";
    let (status, content_type, body) = match FILES.iter().find(|file| file.path == path) {
        None => (StatusCode::NOT_FOUND, plain, "There is no such page. The shop is at /\n"),
        Some(_) if !matches!(*method, Method::GET | Method::HEAD) => {
            (StatusCode::METHOD_NOT_ALLOWED, plain, "This site answers GET and HEAD.\n")
        }
        Some(file) => (StatusCode::OK, file.content_type, file.text),
    };
    let mut response = Response::new(Full::new(Bytes::from_static(body.as_bytes())));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(CONTENT_SECURITY_POLICY));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if status == StatusCode::METHOD_NOT_ALLOWED {
        headers.insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
    }
    response
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::*;

    /// Sends one request and returns the head and the body of the answer.
    async fn exchange(site: &DemoSite, method: &str, path: &str) -> (String, String) {
        let mut stream = TcpStream::connect(address(site)).await.unwrap();
        let request = format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.to_ascii_lowercase(), body.to_owned())
    }

    fn address(site: &DemoSite) -> &str {
        site.url.trim_start_matches("http://").trim_end_matches('/')
    }

    #[track_caller]
    fn check(head: &str, lines: &[&str]) {
        for line in lines {
            assert!(head.lines().any(|l| l.starts_with(line)), "no line begins with {line:?} in\n{head}");
        }
    }

    #[tokio::test]
    async fn serves_pages_and_manifest_with_their_types() {
        let site = serve().await.unwrap();
        let (head, body) = exchange(&site, "GET", "/").await;
        check(
            &head,
            &["http/1.1 200", "content-type: text/html; charset=utf-8", "x-content-type-options: nosniff"],
        );
        assert_eq!(body, FILES[0].text);
        let (head, body) = exchange(&site, "GET", "/webagents.md?v=1").await;
        check(&head, &["http/1.1 200", "content-type: text/markdown; charset=utf-8"]);
        assert_eq!(body, FILES[1].text);
        let (head, body) = exchange(&site, "GET", "/events").await;
        check(&head, &["http/1.1 200", "content-type: text/html; charset=utf-8"]);
        assert_eq!(body, FILES[2].text);
    }

    #[tokio::test]
    async fn head_has_the_length_and_no_body() {
        let site = serve().await.unwrap();
        let (head, body) = exchange(&site, "HEAD", "/webagents.md").await;
        check(&head, &["http/1.1 200", &format!("content-length: {}", FILES[1].text.len())]);
        assert_eq!(body, "");
    }

    #[tokio::test]
    async fn refuses_other_paths_and_methods() {
        let site = serve().await.unwrap();
        for path in ["/index.html", "/../Cargo.toml", "/webagents.md/", "//"] {
            let (head, _) = exchange(&site, "GET", path).await;
            check(&head, &["http/1.1 404", "content-security-policy: default-src 'none'"]);
        }
        let (head, _) = exchange(&site, "POST", "/").await;
        check(&head, &["http/1.1 405", "allow: get, head"]);
    }

    #[tokio::test]
    async fn policy_forbids_eval() {
        let site = serve().await.unwrap();
        let (head, _) = exchange(&site, "GET", "/").await;
        let policy = head.lines().find(|line| line.starts_with("content-security-policy:")).unwrap();
        assert!(policy.contains("script-src 'unsafe-inline';"), "{policy}");
        assert!(!policy.contains("unsafe-eval"), "{policy}");
    }

    #[tokio::test]
    async fn dropping_it_closes_port_and_connections() {
        let site = serve().await.unwrap();
        let address = address(&site).to_owned();
        let mut stream = TcpStream::connect(&address).await.unwrap();
        // One exchange shows that the server holds the connection before the site is dropped.
        stream.write_all(b"HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n").await.unwrap();
        let mut first = [0; 12];
        stream.read_exact(&mut first).await.unwrap();
        assert_eq!(&first, b"HTTP/1.1 200");
        drop(site);
        let mut rest = Vec::new();
        stream.read_to_end(&mut rest).await.unwrap();
        assert!(rest.ends_with(b"\r\n\r\n"));
        assert!(TcpStream::connect(&address).await.is_err());
    }

    #[test]
    fn manifest_declares_what_the_page_defines() {
        let parsed = webagents_manifest::parse(FILES[1].text);
        assert_eq!(parsed.diagnostics, []);
        let declared: Vec<_> = parsed.manifest.tools.iter().map(|tool| tool.name.as_str()).collect();
        let defined: Vec<_> = FILES[0]
            .text
            .lines()
            .filter_map(|line| line.trim_start().strip_prefix("global."))
            .filter_map(|rest| rest.split_once(" = ").map(|(name, _)| name))
            .collect();
        assert_eq!(declared.len(), 6);
        assert_eq!(declared, defined);
    }
}
