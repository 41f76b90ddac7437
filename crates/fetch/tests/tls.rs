//! Client against a TLS server with a certificate made for the test.

use std::sync::Arc;

use rcgen::{CertifiedKey, generate_simple_self_signed};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::PrivatePkcs8KeyDer;
use url::Url;
use webagents_fetch::{Client, ClientOptions, ErrorKind, GuardRule, Refusal, RequestOptions};

/// Serves `answer` to every request, with a certificate for `name`.
///
/// Returns the port and the certificate.
async fn serve(name: &str, answer: &'static str) -> (u16, Vec<u8>) {
    let CertifiedKey { cert, signing_key } = generate_simple_self_signed([name.to_owned()]).unwrap();
    let key = PrivatePkcs8KeyDer::from(signing_key.serialize_der());
    let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![cert.der().clone()], key.into())
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            // A client that does not trust the certificate ends the handshake.
            let Ok(mut stream) = acceptor.accept(stream).await else { continue };
            let mut request = [0; 4096];
            let _ = stream.read(&mut request).await;
            let _ = stream.write_all(answer.as_bytes()).await;
            let _ = stream.shutdown().await;
        }
    });
    (port, cert.der().to_vec())
}

async fn get(url: &str, root: Option<Vec<u8>>) -> Result<webagents_fetch::Response, webagents_fetch::Error> {
    let url = Url::parse(url).unwrap();
    let mut options = ClientOptions::default();
    options.allow_url(&url).unwrap();
    options.extra_roots.extend(root);
    Client::new(&options).unwrap().get(&url, &RequestOptions::default()).await
}

const OK: &str = "HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nsecret";

#[tokio::test]
async fn a_trusted_certificate() {
    let (port, root) = serve("localhost", OK).await;
    let response = get(&format!("https://localhost:{port}/"), Some(root)).await.unwrap();
    assert_eq!(response.body, b"secret");
}

#[tokio::test]
async fn certificates_that_are_not_trusted() {
    let (port, _) = serve("localhost", OK).await;
    let error = get(&format!("https://localhost:{port}/"), None).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Tls, "{error}");
    let (port, root) = serve("elsewhere.example", OK).await;
    let error = get(&format!("https://localhost:{port}/"), Some(root)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Tls, "{error}");
}

#[tokio::test]
async fn a_redirect_may_not_leave_https() {
    let answer = "HTTP/1.1 301 Moved\r\nlocation: http://example.com/\r\ncontent-length: 0\r\n\r\n";
    let (port, root) = serve("localhost", answer).await;
    let error = get(&format!("https://localhost:{port}/"), Some(root)).await.unwrap_err();
    assert_eq!(error.refusal().map(Refusal::rule), Some(GuardRule::Downgrade));
    assert_eq!(
        error.to_string(),
        format!(
            "refused to fetch http://example.com/: https://localhost:{port}/ redirected from https to http; report it \
             to the site"
        )
    );
}
