//! HTTP client: one request with its redirects and limits.
//!
//! A [`Client`] consists of three HTTP clients that differ in their resolver: one connects to public addresses only,
//! one to the hosts and ports of typed URLs, and one to allowed hosts and ports. A resolver sees a name without its
//! port, so a single client could not distinguish `localhost:8080`, which is allowed, from `localhost:9`, which is
//! not.

use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{ACCEPT, HeaderMap, LOCATION};
use tokio::time::timeout;
use tracing::{Instrument as _, debug, debug_span, info};
use url::Url;

use crate::error::{Error, ErrorKind, Remedy, cause};
use crate::guard::{Allow, FirstAnswers, Trust, check_url, moved, next_hop};
use crate::inflate::Inflater;
use crate::request::{CredentialScope, Overflow, RequestOptions};
use crate::resolve::{GuardedResolver, Lookup, System, Unvetted, vet};
use crate::response::{Headers, Response};
use crate::shown::redact_url;

/// Limits of a [`Client`] for HTTP requests, and the ports and hosts that it may reach.
///
/// [`Default`] gives the values named at each field.
///
/// ```
/// let mut options = webagents_fetch::ClientOptions::default();
/// options.total_timeout = std::time::Duration::from_secs(60);
/// options.allow("localhost", 8080)?;
/// # Ok::<(), webagents_fetch::Error>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ClientOptions {
    /// Value of the `User-Agent` header. Default: `webagents/` and the version of this crate.
    pub user_agent: String,
    /// Time limit for connecting to one server, with name resolution and TLS handshake. Default: 5 s.
    pub connect_timeout: Duration,
    /// Time limit for the response head, and for each wait for more of the body. Default: 5 s.
    pub idle_timeout: Duration,
    /// Time limit for a request with all its redirects and its response's body. Default: 15 s.
    pub total_timeout: Duration,
    /// Maximum number of redirects of one request; a further one is an error. Default: 5.
    pub max_redirects: usize,
    /// Maximum total bytes of header names and values in a response; more is an error. Default: 64 KiB.
    pub max_header_bytes: usize,
    /// Ports that requests may reach without [`allow`](Self::allow). Default: 80, 443, 8080, 8443.
    pub ports: Vec<u16>,
    /// DER certificates of authorities to trust in addition to the machine's own. Default: none.
    pub extra_roots: Vec<Vec<u8>>,
    /// Record of the kind of address that each host first resolved to; other kinds are refused later.
    ///
    /// It is kept for hosts of [typed URLs](Self::allow_url). A later answer of another kind, such as loopback after
    /// public, is refused, against DNS rebinding. Clones share the record.
    pub first_answers: FirstAnswers,
    allow: Allow,
}

impl Default for ClientOptions {
    fn default() -> Self {
        Self {
            user_agent: concat!("webagents/", env!("CARGO_PKG_VERSION")).to_owned(),
            connect_timeout: Duration::from_secs(5),
            idle_timeout: Duration::from_secs(5),
            total_timeout: Duration::from_secs(15),
            max_redirects: 5,
            max_header_bytes: 64 * 1024,
            ports: vec![80, 443, 8080, 8443],
            extra_roots: Vec::new(),
            first_answers: FirstAnswers::default(),
            allow: Allow::default(),
        }
    }
}

impl ClientOptions {
    /// Allows requests to exactly this host and port, even if its address is not public.
    ///
    /// `host` is a name or an address; IPv6 is accepted with or without brackets.
    pub fn allow(&mut self, host: &str, port: u16) -> Result<(), Error> {
        self.allow.host(host, port)
    }

    /// Allows requests to the host and port of `url`, which a person typed, even at a private address.
    ///
    /// Not for URLs that a site wrote. An address is allowed as by [`allow`](Self::allow). A name is allowed with
    /// addresses of one kind: its first answer decides whether that is public, private or loopback
    /// ([`first_answers`](Self::first_answers)).
    pub fn allow_url(&mut self, url: &Url) -> Result<(), Error> {
        self.allow.url(url)
    }

    #[cfg(feature = "proxy")]
    pub(crate) fn permissions(&self) -> &Allow {
        &self.allow
    }
}

/// HTTP client that reaches only public addresses, and hosts and ports that its options allow.
///
/// Clones share its connections and limits.
#[derive(Debug, Clone)]
pub struct Client {
    inner: Arc<ClientState>,
}

#[derive(Debug)]
struct ClientState {
    options: ClientOptions,
    public: reqwest::Client,
    typed: reqwest::Client,
    allowed: reqwest::Client,
}

impl Client {
    /// Creates an HTTP client with these options; it resolves host names with the system's resolver.
    pub fn new(options: &ClientOptions) -> Result<Self, Error> {
        Self::with_lookup(options, &(Arc::new(System) as Arc<dyn Lookup>))
    }

    fn with_lookup(options: &ClientOptions, lookup: &Arc<dyn Lookup>) -> Result<Self, Error> {
        let tls = crate::tls::tls_config(&options.extra_roots)?;
        let build = |trust| {
            reqwest::Client::builder()
                .tls_backend_preconfigured(tls.clone())
                .user_agent(&options.user_agent)
                .connect_timeout(options.connect_timeout)
                .redirect(reqwest::redirect::Policy::none())
                .referer(false)
                // A proxy of the environment would open the connection itself and bypass the guard.
                .no_proxy()
                .dns_resolver(GuardedResolver {
                    lookup: Arc::clone(lookup),
                    trust,
                    first: options.first_answers.clone(),
                })
                .build()
                .map_err(|source| {
                    Error::new(ErrorKind::Options, "the HTTP client cannot be built").because(source)
                })
        };
        let (public, typed, allowed) = (build(Trust::Public)?, build(Trust::Typed)?, build(Trust::Allowed)?);
        Ok(Self { inner: Arc::new(ClientState { options: options.clone(), public, typed, allowed }) })
    }

    /// Returns the options with which the HTTP client was created.
    pub fn options(&self) -> &ClientOptions {
        &self.inner.options
    }

    /// Sends a `GET` request for `url`, follows redirects and reads the body of the response.
    ///
    /// Any status is a response, not an error. Dropping the future cancels the request.
    pub async fn get(&self, url: &Url, options: &RequestOptions) -> Result<Response, Error> {
        let (limit, remedy) = match options.timeout {
            Some(limit) => (limit, Remedy::RequestTimeout),
            None => (self.inner.options.total_timeout, Remedy::TotalTimeout),
        };
        let span = debug_span!("request", url = %redact_url(url.as_str()));
        let outcome = timeout(limit, self.inner.follow(url, options)).instrument(span.clone()).await;
        let outcome = outcome.unwrap_or_else(|_| Err(timed_out(url, "the whole request", remedy, limit)));
        span.in_scope(|| match &outcome {
            Ok(response) => debug!(status = response.status, bytes = response.body.len(), "request finished"),
            Err(error) => match error.refusal() {
                Some(refusal) => {
                    info!(rule = ?refusal.rule(), url = refusal.url(), "address guard refuses the URL");
                }
                None => debug!(kind = ?error.kind(), "request failed"),
            },
        });
        outcome
    }
}

impl ClientState {
    async fn follow(&self, url: &Url, options: &RequestOptions) -> Result<Response, Error> {
        let mut url = url.clone();
        let mut redirects = Vec::new();
        let mut scope = CredentialScope::new(&url);
        let jar = options.cookies.clone().unwrap_or_default();
        loop {
            let mut sent = scope.headers(&url, options)?;
            jar.send(&url, &mut sent);
            let answer = self.send(&url, options, sent).await?;
            jar.keep(&url, answer.headers());
            let Some(location) = location(&answer) else {
                return self.read(answer, url, redirects, options).await;
            };
            if redirects.len() >= self.options.max_redirects {
                let message = format!(
                    "{} leads to more than {} redirects, the last to {url}",
                    redirects.first().unwrap_or(&url),
                    self.options.max_redirects,
                );
                return Err(
                    Error::new(ErrorKind::TooManyRedirects, message).with_remedy(Remedy::MaxRedirects)
                );
            }
            let next = next_hop(&url, &location)?;
            debug!(to = %redact_url(next.as_str()), "redirect");
            redirects.push(std::mem::replace(&mut url, next));
        }
    }

    /// Sends the request of one hop and reads the head of its response.
    async fn send(
        &self,
        url: &Url,
        options: &RequestOptions,
        headers: HeaderMap,
    ) -> Result<reqwest::Response, Error> {
        let trust = check_url(url, &self.options.allow, &self.options.ports)?;
        debug!(url = %redact_url(url.as_str()), ?trust, "address guard accepts the URL");
        let client = match trust {
            Trust::Public => &self.public,
            Trust::Typed => &self.typed,
            Trust::Allowed => &self.allowed,
        };
        if let Some(filter) = &options.filter {
            filter.check(url).await.map_err(|source| {
                Error::new(ErrorKind::Filtered, format!("{url} is not fetched: {source}")).because(source)
            })?;
        }
        let idle = self.idle(options);
        let limit = self.options.connect_timeout.saturating_add(idle);
        let sent = client.get(url.clone()).headers(headers).header(ACCEPT, &options.accept).send();
        let answer = timeout(limit, sent)
            .await
            .map_err(|_| timed_out(url, "the head of the response", Remedy::IdleTimeout, idle))?
            .map_err(|source| self.failure(url, source))?;
        if trust != Trust::Allowed {
            // The resolver and `check_url` have checked the address already; this check holds even if they change.
            let peer = answer.remote_addr().ok_or_else(|| {
                Error::new(ErrorKind::Connect, format!("the peer of the connection to {url} is unknown"))
            })?;
            let host = url.host_str().unwrap_or_default();
            if let Err(answer) = vet(host, &[peer.ip()], trust, &self.options.first_answers)
                && let Some(refusal) = moved(url, answer)
            {
                return Err(refusal.into());
            }
        }
        debug!(status = answer.status().as_u16(), headers = answer.headers().len(), "response");
        let size: usize =
            answer.headers().iter().map(|(name, value)| name.as_str().len() + value.len()).sum();
        if size > self.options.max_header_bytes {
            return Err(headers_too_large(url, self.options.max_header_bytes));
        }
        Ok(answer)
    }

    async fn read(
        &self,
        mut answer: reqwest::Response,
        url: Url,
        redirects: Vec<Url>,
        options: &RequestOptions,
    ) -> Result<Response, Error> {
        let status = answer.status().as_u16();
        let raw = answer.headers().iter();
        let mut headers = Headers::from_raw(raw.map(|(name, value)| (name.as_str(), value.as_bytes())));
        let mut decoder = inflater(&url, &headers)?;
        if decoder.is_some() {
            // They describe the body as it was sent. The HTTP client removes the headers of a coding that it decodes.
            headers.remove(&["content-encoding", "content-length"]);
        }
        let limit = options.max_body_bytes;
        let mut body = Vec::new();
        let mut truncated = false;
        let idle = self.idle(options);
        while let Some(chunk) = timeout(idle, answer.chunk())
            .await
            .map_err(|_| timed_out(&url, "more of the body", Remedy::IdleTimeout, idle))?
            .map_err(|source| self.failure(&url, source))?
        {
            let room = limit - body.len();
            let inflated = match &mut decoder {
                Some(decoder) => Some(
                    decoder
                        .decode(&chunk, room.saturating_add(1))
                        .map_err(|source| miscoded(&url).because(source))?,
                ),
                None => None,
            };
            let chunk = inflated.as_deref().unwrap_or(&chunk);
            if chunk.len() > room {
                if options.overflow == Overflow::Fail {
                    let message = format!("the body of {url} is larger than {limit} bytes");
                    return Err(Error::new(ErrorKind::TooLarge, message).with_remedy(Remedy::MaxBodyBytes));
                }
                body.extend_from_slice(&chunk[..room]);
                truncated = true;
                break;
            }
            body.extend_from_slice(chunk);
        }
        if !truncated && decoder.is_some_and(|decoder| !decoder.is_complete()) {
            return Err(miscoded(&url));
        }
        Ok(Response { url, status, headers, body, truncated, redirects })
    }

    /// Returns the limit of one wait. A request with a timeout of its own is bounded by that alone.
    fn idle(&self, options: &RequestOptions) -> Duration {
        options.timeout.unwrap_or(self.options.idle_timeout)
    }

    /// Converts an error of the HTTP client.
    fn failure(&self, url: &Url, source: reqwest::Error) -> Error {
        if let Some(refusal) = cause::<Unvetted>(&source).and_then(|unvetted| unvetted.refusal(url)) {
            return refusal.into();
        }
        if cause::<hyper::Error>(&source).is_some_and(hyper::Error::is_parse_too_large) {
            return headers_too_large(url, self.options.max_header_bytes);
        }
        // The message already contains the URL.
        let source = source.without_url();
        let (kind, message) = if source.is_timeout() {
            let limit = self.options.connect_timeout;
            return timed_out(url, "a connection", Remedy::ConnectTimeout, limit).because(source);
        } else if source.is_dns() {
            (ErrorKind::Dns, format!("the host of {url} has no address; check the name"))
        } else if cause::<rustls::Error>(&source).is_some() {
            (ErrorKind::Tls, format!("cannot establish a trusted TLS connection to {url}"))
        } else if source.is_connect() {
            (ErrorKind::Connect, format!("cannot connect to {url}; check that a server listens there"))
        } else if source.is_builder() {
            (ErrorKind::Options, format!("the request for {url} cannot be built"))
        } else if source.is_decode() && cause::<hyper::Error>(&source).is_none() {
            return miscoded(url).because(source);
        } else {
            (ErrorKind::Protocol, format!("the response of {url} is incomplete or not HTTP"))
        };
        Error::new(kind, message).because(source)
    }
}

/// Returns the target of a redirect. A redirect without a `Location` is a response like any other.
fn location(answer: &reqwest::Response) -> Option<String> {
    if !matches!(answer.status().as_u16(), 301 | 302 | 303 | 307 | 308) {
        return None;
    }
    let raw = answer.headers().get(LOCATION)?;
    Headers::from_raw([("location", raw.as_bytes())].into_iter()).get("location").map(str::to_owned)
}

/// Returns the decoder for the content coding that the HTTP client leaves to the caller.
fn inflater(url: &Url, headers: &Headers) -> Result<Option<Inflater>, Error> {
    let codings: Vec<&str> = headers
        .all("content-encoding")
        .map(str::trim)
        .filter(|coding| !coding.is_empty() && !coding.eq_ignore_ascii_case("identity"))
        .collect();
    match codings.as_slice() {
        [] => Ok(None),
        [coding] if coding.eq_ignore_ascii_case("deflate") => Ok(Some(Inflater::default())),
        _ => {
            let found = codings.join(", ");
            let found = found.escape_debug();
            let known =
                if cfg!(feature = "codings") { "gzip, deflate, br or zstd" } else { "gzip or deflate" };
            let message = format!("{url}: expected one content coding of {known}, found `{found}`");
            Err(Error::new(ErrorKind::Decode, message))
        }
    }
}

fn miscoded(url: &Url) -> Error {
    Error::new(ErrorKind::Decode, format!("the body of {url} does not match its content coding"))
}

fn timed_out(url: &Url, what: &str, remedy: Remedy<'static>, limit: Duration) -> Error {
    let limit = limit.as_secs_f64();
    Error::new(ErrorKind::Timeout, format!("{url}: waited {limit} s for {what}")).with_remedy(remedy)
}

fn headers_too_large(url: &Url, limit: usize) -> Error {
    let message = format!("the headers of {url} are larger than {limit} bytes");
    Error::new(ErrorKind::TooLarge, message).with_remedy(Remedy::MaxHeaderBytes)
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

    use super::*;
    use crate::refusal::GuardRule;
    use crate::resolve::testing::Table;

    fn client(options: &ClientOptions, table: &[(&'static str, &[&str])]) -> Client {
        Client::with_lookup(options, &(Arc::new(Table::new(table)) as Arc<dyn Lookup>)).unwrap()
    }

    async fn get(client: &Client, url: &str) -> Result<Response, Error> {
        client.get(&Url::parse(url).unwrap(), &RequestOptions::default()).await
    }

    #[tokio::test]
    async fn name_with_special_address_is_refused() {
        let client = client(
            &ClientOptions::default(),
            &[
                ("loop.example", &["127.0.0.1"]),
                ("mixed.example", &["8.8.8.8", "::ffff:10.0.0.1"]),
                ("six.example", &["64:ff9b::a9fe:a9fe"]),
                ("empty.example", &[]),
            ],
        );
        for (url, saw) in [
            ("http://loop.example:8080/", "127.0.0.1, loopback (127.0.0.0/8, RFC 1122),"),
            (
                "https://mixed.example/",
                "::ffff:10.0.0.1, carrying 10.0.0.1, private use (10.0.0.0/8, RFC 1918),",
            ),
            (
                "http://six.example/",
                "64:ff9b::a9fe:a9fe, carrying 169.254.169.254, link local, where clouds keep instance metadata \
                 (169.254.0.0/16, RFC 3927),",
            ),
        ] {
            let error = get(&client, url).await.unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Refused, "{error}");
            let refusal = error.refusal().unwrap();
            assert_eq!((refusal.rule(), refusal.saw(), refusal.url()), (GuardRule::SpecialAddress, saw, url));
        }
        for url in ["http://empty.example/", "http://unheard.example/"] {
            assert_eq!(get(&client, url).await.unwrap_err().kind(), ErrorKind::Dns);
        }
    }

    /// A name is allowed on one port; the same name on another port meets the guard.
    #[tokio::test]
    async fn permission_covers_one_port() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let server = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut request = [0; 1024];
            let _ = stream.read(&mut request).await.unwrap();
            let answer = b"HTTP/1.1 302 Found\r\nlocation: http://shop.example/\r\ncontent-length: 0\r\n\r\n";
            stream.write_all(answer).await.unwrap();
            listener
        });
        let mut options = ClientOptions::default();
        options.allow("shop.example", port).unwrap();
        let client = client(&options, &[("shop.example", &["127.0.0.1"]), ("shop.example", &["127.0.0.1"])]);
        let error = get(&client, &format!("http://shop.example:{port}/")).await.unwrap_err();
        assert_eq!(error.refusal().map(crate::Refusal::url), Some("http://shop.example/"));
        server.await.unwrap();
    }

    /// Resolver that changes its answer: a typed name keeps the kind of its first address.
    ///
    /// The rule holds for every client, port and redirect.
    #[tokio::test]
    async fn typed_name_keeps_first_address_kind() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let server = tokio::spawn(async move {
            let mut served = 0;
            while let Ok((mut stream, _)) = listener.accept().await {
                let mut head = [0; 1024];
                let _ = stream.read(&mut head).await;
                served += 1;
                let answer = if served == 1 {
                    format!(
                        "HTTP/1.1 302 x\r\nlocation: http://shop.example:{port}/2\r\nconnection: close\r\n\r\n"
                    )
                } else {
                    "HTTP/1.1 200 x\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok".to_owned()
                };
                let _ = stream.write_all(answer.as_bytes()).await;
            }
        });
        let typed = |url: &str| {
            let mut options = ClientOptions::default();
            options.allow_url(&Url::parse(url).unwrap()).unwrap();
            options
        };
        let url = format!("http://shop.example:{port}/");
        // Loopback first: the user may mean this machine. It stays allowed after the redirect; a private address does
        // not.
        let answers: [(_, &[&str]); 3] = [
            ("shop.example", &["127.0.0.1"]),
            ("shop.example", &["::ffff:127.0.0.1", "127.0.0.1"]),
            ("shop.example", &["10.0.0.1"]),
        ];
        let options = typed(&url);
        let lookup: Arc<dyn Lookup> = Arc::new(Table::new(&answers));
        let one = Client::with_lookup(&options, &lookup).unwrap();
        let response = get(&one, &url).await.unwrap();
        assert_eq!((response.body.as_slice(), response.redirects.len()), (b"ok".as_slice(), 1));
        // Another client of the same options knows the first answer as well.
        let other = Client::with_lookup(&options.clone(), &lookup).unwrap();
        let error = get(&other, &url).await.unwrap_err();
        let refusal = error.refusal().unwrap();
        assert_eq!((refusal.rule(), refusal.remedy()), (GuardRule::Rebinding, Some(("shop.example", port))));
        assert_eq!(
            refusal.saw(),
            "`shop.example` has the address 10.0.0.1, private use (10.0.0.0/8, RFC 1918), and its first address was \
             loopback"
        );
        // Public, private, mixed or no kind first: no later answer leads to this machine.
        for first in
            [&["192.0.0.1"][..], &["169.254.169.254"], &["8.8.8.8", "127.0.0.1"], &["8.8.8.8", "fd00::1"]]
        {
            let answers = [("shop.example", first)];
            let refused = get(&client(&typed(&url), &answers), &url).await.unwrap_err();
            assert_eq!(refused.kind(), ErrorKind::Refused, "{first:?}: {refused}");
        }
        for first in ["8.8.8.8", "10.0.0.1"] {
            let options = typed(&url);
            assert_eq!(options.first_answers.vet("shop.example", &[first.parse().unwrap()]), Ok(()));
            let answers: [(_, &[&str]); 1] = [("shop.example", &["127.0.0.1"])];
            let refused = get(&client(&options, &answers), &url).await.unwrap_err();
            assert_eq!(refused.refusal().map(crate::Refusal::rule), Some(GuardRule::Rebinding), "{refused}");
            // The option that the refusal names.
            let mut options = options.clone();
            options.allow("shop.example", port).unwrap();
            assert_eq!(get(&client(&options, &answers), &url).await.unwrap().body, b"ok");
        }
        server.abort();
    }
}
