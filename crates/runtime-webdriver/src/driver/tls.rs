//! Drivers at `https` addresses: the trusted certificates, and the addresses of their sockets.
//!
//! The decisions: certificates are always checked. A caller with an authority of their own names its certificate
//! ([`DriverOptions::ca`](crate::DriverOptions::ca)), which is trusted in addition to the machine's authorities;
//! no option switches the check off, because the connection carries the pages of a user. And where the driver is reached by
//! TLS, so are the sockets that it names: a hub after a proxy that ends TLS knows only its own plain address, so a plain
//! socket is opened at the proxy.

use std::fmt;
use std::io;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use hyper_rustls::HttpsConnector;
use hyper_util::client::legacy::connect::HttpConnector;
use rustls::ClientConfig;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use url::Url;

use crate::error::{Error, ErrorKind, SessionRemedy};

/// TLS configuration for a driver.
#[derive(Clone)]
pub(crate) struct TlsConfig(Arc<ClientConfig>);

impl fmt::Debug for TlsConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TlsConfig")
    }
}

impl TlsConfig {
    /// Creates a configuration that trusts the machine's authorities and the authorities of the file `ca`.
    pub(crate) fn new(ca: Option<&Path>) -> Result<Self, Error> {
        let cannot = |path: &Path, why: &dyn fmt::Display| {
            let text = format!(
                "cannot read {} as the certificates of authorities: {why}; PEM is expected",
                path.display()
            );
            Error::new(ErrorKind::Unsupported, text).with_remedy(SessionRemedy::DriverCa)
        };
        let mut roots: Vec<Vec<u8>> = Vec::new();
        if let Some(path) = ca {
            let found = CertificateDer::pem_file_iter(path).map_err(|error| cannot(path, &error))?;
            for one in found {
                roots.push(one.map_err(|error| cannot(path, &error))?.to_vec());
            }
            if roots.is_empty() {
                return Err(cannot(path, &"there is none in it"));
            }
        }
        let config = webagents_fetch::tls_config(&roots).map_err(|error| match ca {
            Some(path) => cannot(path, &error),
            None => Error::because(ErrorKind::SessionNotCreated, error.to_string(), error),
        })?;
        Ok(Self(Arc::new(config)))
    }

    /// Returns the connector for a driver's commands, which never opens a plain connection.
    pub(crate) fn connector(&self) -> HttpsConnector<HttpConnector> {
        let mut plain = HttpConnector::new();
        plain.enforce_http(false);
        HttpsConnector::from((plain, Arc::clone(&self.0)))
    }
}

/// Address of a WebSocket, with its TLS configuration.
#[derive(Debug, Clone)]
pub(crate) struct Address {
    pub(crate) url: String,
    /// Only with `wss`.
    tls: Option<TlsConfig>,
}

impl From<String> for Address {
    fn from(url: String) -> Self {
        Self { url, tls: None }
    }
}

/// Returns whether the host of a URL is this machine.
pub(super) fn is_local(url: &str) -> bool {
    Url::parse(url).is_ok_and(|url| match url.host() {
        Some(url::Host::Domain(name)) => name == "localhost",
        Some(url::Host::Ipv4(ip)) => ip.is_loopback(),
        Some(url::Host::Ipv6(ip)) => ip.is_loopback(),
        None => false,
    })
}

impl Address {
    /// The socket that a driver at `driver` names as `url`.
    pub(crate) fn of(url: &str, driver: &str, tls: Option<&TlsConfig>) -> Self {
        let plain = Self::from(url.to_owned());
        let Some(tls) = tls else { return plain };
        let (Ok(mut socket), Ok(driver)) = (Url::parse(url), Url::parse(driver)) else { return plain };
        if socket.scheme() == "ws" {
            let moved = socket.set_scheme("wss").is_ok()
                && socket.set_host(driver.host_str()).is_ok()
                && socket.set_port(driver.port_or_known_default()).is_ok();
            if !moved {
                return plain;
            }
        }
        Self { url: socket.into(), tls: Some(tls.clone()) }
    }

    /// Returns whether it is one of this machine.
    pub(crate) fn is_local(&self) -> bool {
        is_local(&self.url)
    }

    /// Opens a connection to it.
    pub(crate) async fn connect(&self) -> io::Result<Connection> {
        let invalid = |why: String| io::Error::new(io::ErrorKind::InvalidInput, why);
        let url = &self.url;
        let parsed = Url::parse(url).map_err(|error| invalid(format!("{url} is no address: {error}")))?;
        let (Some(host), Some(port)) = (parsed.host_str(), parsed.port_or_known_default()) else {
            return Err(invalid(format!("{url} is no address of a WebSocket")));
        };
        let host = host.trim_matches(['[', ']']);
        let stream = async {
            let stream = TcpStream::connect((host, port)).await?;
            // A command is one small write, and its answer is waited for.
            stream.set_nodelay(true)?;
            Ok::<_, io::Error>(stream)
        };
        match (parsed.scheme(), &self.tls) {
            ("ws", None) => Ok(Connection::Plain(stream.await?)),
            ("wss", Some(TlsConfig(config))) => {
                let name =
                    ServerName::try_from(host.to_owned()).map_err(|error| invalid(error.to_string()))?;
                let tls = TlsConnector::from(Arc::clone(config)).connect(name, stream.await?).await?;
                Ok(Connection::Tls(Box::new(tls)))
            }
            _ => Err(invalid(format!("{url} is no address of a WebSocket that the driver's own leads to"))),
        }
    }
}

/// A connection, plain or by TLS.
#[derive(Debug)]
pub(crate) enum Connection {
    Plain(TcpStream),
    Tls(Box<TlsStream<TcpStream>>),
}

impl AsyncRead for Connection {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = match self.get_mut() {
            Self::Plain(stream) => Pin::new(stream).poll_read(context, buffer),
            Self::Tls(stream) => Pin::new(stream).poll_read(context, buffer),
        };
        crate::driver::http::count(buffer.filled().len().saturating_sub(before));
        read
    }
}

impl AsyncWrite for Connection {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Self::Plain(stream) => Pin::new(stream).poll_write(context, bytes),
            Self::Tls(stream) => Pin::new(stream).poll_write(context, bytes),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Plain(stream) => Pin::new(stream).poll_flush(context),
            Self::Tls(stream) => Pin::new(stream).poll_flush(context),
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Plain(stream) => Pin::new(stream).poll_shutdown(context),
            Self::Tls(stream) => Pin::new(stream).poll_shutdown(context),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn behind_tls_no_socket_is_plain() {
        let tls = TlsConfig::new(None).unwrap();
        let named = "ws://10.0.0.7:5555/session/a/se/cdp";
        for (driver, url, believed, expected) in [
            ("http://hub:4444/", named, None, named),
            ("https://grid.example/", named, Some(&tls), "wss://grid.example/session/a/se/cdp"),
            ("https://grid.example:8443/", named, Some(&tls), "wss://grid.example:8443/session/a/se/cdp"),
            ("https://grid.example/", "wss://other/x", Some(&tls), "wss://other/x"),
        ] {
            assert_eq!(Address::of(url, driver, believed).url, expected, "{driver} {url}");
        }
    }

    #[test]
    fn a_file_without_authorities_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("ca.pem");
        let error = TlsConfig::new(Some(&file)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unsupported);
        for text in ["", "nonsense", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"] {
            std::fs::write(&file, text).unwrap();
            let error = TlsConfig::new(Some(&file)).unwrap_err().to_string();
            assert!(error.contains("ca.pem") && error.contains("PEM is expected"), "{error}");
        }
    }
}
