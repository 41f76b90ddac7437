//! TLS configuration: rustls with ring and the trust store of the machine.
//!
//! The provider is passed explicitly. reqwest would look for a process-wide default and panic without one, and a
//! library must not install a default for its program.

use std::sync::Arc;

use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::Verifier;

use crate::error::{Error, ErrorKind};

/// Creates a TLS configuration that trusts the machine's authorities and the DER `extra_roots`.
///
/// Without a trust store (a bare container) plain HTTP still works; over TLS every certificate then has an unknown
/// issuer. The error is [`ErrorKind::Options`]: one of the roots is not a certificate.
pub fn tls_config(extra_roots: &[Vec<u8>]) -> Result<ClientConfig, Error> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .map_err(|source| Error::new(ErrorKind::Options, "TLS cannot be configured").because(source))?;
    let roots: Vec<_> = extra_roots.iter().cloned().map(Into::into).collect();
    match Verifier::new_with_extra_roots(roots, provider) {
        Ok(verifier) => {
            Ok(builder.dangerous().with_custom_certificate_verifier(Arc::new(verifier)).with_no_client_auth())
        }
        Err(_) if extra_roots.is_empty() => {
            Ok(builder.with_root_certificates(RootCertStore::empty()).with_no_client_auth())
        }
        Err(source) => {
            let message = "cannot read the certificate of an additional authority; expected DER";
            Err(Error::new(ErrorKind::Options, message).because(source))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_root_certificate_is_refused() {
        assert_eq!(tls_config(&[b"-----BEGIN".to_vec()]).unwrap_err().kind(), ErrorKind::Options);
        assert!(tls_config(&[]).is_ok());
    }
}
