//! A Grid with a TLS proxy in front of it, whose certificate is from a private authority.
//!
//! The hub itself serves plain HTTP, and returns plain addresses for its sockets.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use serde_json::json;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::PrivatePkcs8KeyDer;
use webagents_runtime::{ExecuteOptions, Realm};
use webagents_runtime_webdriver::{
    Browser, BrowserOptions, ErrorKind, Isolation, Pool, PoolOptions, Stopping,
};
use webagents_testkit::{Route, Site};

use crate::grid::{Grid, PATIENCE};

/// The front of a Grid.
struct Front {
    url: String,
    /// The certificate of its authority.
    ca: PathBuf,
    /// The first line from each connection.
    asked: Arc<Mutex<Vec<String>>>,
    folder: TempDir,
    server: JoinHandle<()>,
}

impl Drop for Front {
    fn drop(&mut self) {
        self.server.abort();
    }
}

impl Front {
    async fn of(grid: &Grid) -> Self {
        let mut authority = CertificateParams::default();
        authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let authority = CertifiedIssuer::self_signed(authority, KeyPair::generate().expect("a key"))
            .expect("an authority");
        let key = KeyPair::generate().expect("a key");
        let names = CertificateParams::new(["127.0.0.1".to_owned()]).expect("a name");
        let certificate = names.signed_by(&key, &authority).expect("a certificate");
        let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_no_client_auth()
            .with_single_cert(
                vec![certificate.der().clone()],
                PrivatePkcs8KeyDer::from(key.serialize_der()).into(),
            )
            .expect("a configuration");
        let folder = tempfile::tempdir().expect("a temporary folder");
        let ca = folder.path().join("ca.pem");
        let pem = format!(
            "-----BEGIN CERTIFICATE-----\n{}\n-----END CERTIFICATE-----\n",
            BASE64_STANDARD.encode(authority.der())
        );
        std::fs::write(&ca, pem).expect("it is written");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("https://{}", listener.local_addr().expect("an address"));
        let hub = grid.url.trim_start_matches("http://").to_owned();
        let asked = Arc::<Mutex<Vec<String>>>::default();
        let log = Arc::clone(&asked);
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let server = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(forward(acceptor.clone(), stream, hub.clone(), Arc::clone(&log)));
            }
        });
        Self { url, ca, asked, folder, server }
    }

    fn browser(&self, ca: Option<PathBuf>) -> Browser {
        let mut options = BrowserOptions::default();
        options.driver.ca = ca;
        Browser::connect(&self.url, options)
    }

    fn was_asked(&self, what: &str) -> usize {
        self.asked.lock().expect("no panic").iter().filter(|line| line.contains(what)).count()
    }
}

async fn forward(acceptor: TlsAcceptor, stream: TcpStream, hub: String, asked: Arc<Mutex<Vec<String>>>) {
    // A client that does not trust the certificate ends the handshake.
    let Ok(mut stream) = acceptor.accept(stream).await else { return };
    let mut first = vec![0; 4096];
    let Ok(read) = stream.read(&mut first).await else { return };
    let line = String::from_utf8_lossy(&first[..read]).lines().next().unwrap_or_default().to_owned();
    asked.lock().expect("no panic").push(line);
    let mut behind = TcpStream::connect(hub).await.expect("the hub");
    if behind.write_all(&first[..read]).await.is_ok() {
        let _ = copy_bidirectional(&mut stream, &mut behind).await;
    }
}

#[tokio::test]
async fn a_grid_is_used_by_tls_alone() {
    let (grid, _turn) = Grid::shared().await;
    let site = Site::serve([Route::html("/", "<title>shop</title>")]).await;
    let front = Front::of(grid).await;
    let page = ExecuteOptions::default().with_realm(Realm::Page);
    let mut session = front.browser(Some(front.ca.clone())).session().await.expect("a session");
    assert_eq!(session.stopping(), Stopping::InPlace, "it has the browser's debugger");
    session.open(&site.url("/")).await.expect("the page");
    let outcome = session.execute_with("return document.title", &page).await;
    assert_eq!(outcome.result, Ok(json!("shop")));
    assert!(front.was_asked("POST /session ") == 1 && front.was_asked("/se/cdp") == 1, "{:?}", front.asked);
    session.close().await.expect("it closes");
    grid.until_idle().await;
    // Contexts have a connection each, and a dropped one sends its last command by the same way.
    let options = PoolOptions::default().with_size(2).with_isolation(Isolation::Context { jobs: 1 });
    let pool = Pool::new(front.browser(Some(front.ca.clone())), options).expect("a pool");
    let (one, other) = tokio::join!(pool.acquire(PATIENCE), pool.acquire(PATIENCE));
    for session in [one, other] {
        let outcome = session.expect("a session").execute_with("return 1", &page).await;
        assert_eq!(outcome.result, Ok(json!(1)), "{outcome:?}");
    }
    assert_eq!(front.was_asked("/se/cdp"), 4);
    drop(pool);
    grid.until_idle().await;
}

#[tokio::test]
async fn a_certificate_that_nobody_vouches_for_is_refused() {
    let (grid, _turn) = Grid::shared().await;
    let front = Front::of(grid).await;
    let error = front.browser(None).session().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::SessionNotCreated);
    let text = error.to_string().replace(&front.url, "https://HUB");
    insta::assert_snapshot!(text, @"cannot verify the TLS certificate of the WebDriver at https://HUB/: invalid peer certificate: UnknownIssuer; if it has an authority of its own, name the file of that one's certificate");
    assert_eq!(front.was_asked(""), 0);
    let nonsense = front.folder.path().join("nonsense.pem");
    std::fs::write(&nonsense, "nonsense").expect("it is written");
    let error = front.browser(Some(nonsense)).session().await.unwrap_err();
    let text = error.to_string().replace(&front.folder.path().display().to_string(), "FOLDER");
    insta::assert_snapshot!(text, @"cannot read FOLDER/nonsense.pem as the certificates of authorities: there is none in it; PEM is expected");
}
