//! From a name to addresses that have been looked at.
//!
//! The guard can only hold if the address it judged is the address that is connected to. So the judgement
//! happens inside the client's own resolver: what it returns is what the connector uses, and a name that
//! changes its answer between two look-ups (DNS rebinding) gains nothing.
//!
//! A name with one address out of bounds is refused as a whole. No honest site mixes the two, and connecting
//! to "the public one of them" would make the outcome depend on the resolver's mood.

use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use url::Url;

use crate::guard::address::{AddressClass, classify};
use crate::guard::{Refusal, Trust, vet_address};

/// The addresses of a name, or why there are none.
pub(crate) type Answer = std::io::Result<Vec<IpAddr>>;

/// Where answers come from: the machine, or a table in tests.
pub(crate) trait Lookup: Send + Sync + 'static {
    /// Looks `name` up in both address families.
    fn lookup(&self, name: String) -> Pin<Box<dyn Future<Output = Answer> + Send>>;
}

/// The machine's own resolver.
#[derive(Debug)]
pub(crate) struct System;

impl Lookup for System {
    fn lookup(&self, name: String) -> Pin<Box<dyn Future<Output = Answer> + Send>> {
        Box::pin(async move {
            let addresses = tokio::net::lookup_host((name, 0)).await?;
            Ok(addresses.map(|address| address.ip()).collect())
        })
    }
}

/// A [`Lookup`] that judges its answers, in the shape that reqwest wants.
pub(crate) struct Guarded {
    pub(crate) lookup: Arc<dyn Lookup>,
    pub(crate) trust: Trust,
}

impl Resolve for Guarded {
    fn resolve(&self, name: Name) -> Resolving {
        let answer = self.lookup.lookup(name.as_str().to_owned());
        let trust = self.trust;
        Box::pin(async move {
            let addresses = answer.await?;
            if addresses.is_empty() {
                return Err(format!("`{}` has no address", name.as_str()).into());
            }
            if trust == Trust::Public
                && let Some(&address) = addresses.iter().find(|&&ip| classify(ip) != AddressClass::Public)
            {
                return Err(Unvetted(address).into());
            }
            // Port 0 stands for the port of the URL.
            let addresses = addresses.into_iter().map(|address| SocketAddr::new(address, 0));
            Ok(Box::new(addresses) as Addrs)
        })
    }
}

/// An address out of bounds, found behind a name. The client adds the URL, which a resolver does not see.
#[derive(Debug)]
pub(crate) struct Unvetted(pub(crate) IpAddr);

impl std::fmt::Display for Unvetted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} is no public address", self.0)
    }
}

impl std::error::Error for Unvetted {}

impl Unvetted {
    /// The refusal of `url`, whose host this address stands behind.
    pub(crate) fn refusal(&self, url: &Url) -> Option<Refusal> {
        vet_address(url, self.0).err()
    }
}
