//! Resolution of names to addresses that the guard has checked.
//!
//! The guard only holds if the checked address is the address that is connected to. So the check happens inside the
//! client's own resolver: the connector uses the resolver's answer, and a name that changes its answer between two
//! look-ups (DNS rebinding) gains nothing.
//!
//! A name with one forbidden address is refused as a whole. No honest site mixes the two, and connecting to the
//! public one of them would make the outcome depend on the order of the answer.

use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use url::Url;

use crate::guard::address::{AddressClass, classify};
use crate::guard::{FirstAnswers, Moved, Trust, moved};
use crate::refusal::Refusal;

/// Addresses of a name, or the error of the look-up.
pub(crate) type Answer = std::io::Result<Vec<IpAddr>>;

/// Source of answers: the machine, or a table in tests.
pub(crate) trait Lookup: Send + Sync + 'static {
    /// Looks up `name` in both address families.
    fn lookup(&self, name: String) -> Pin<Box<dyn Future<Output = Answer> + Send>>;
}

/// Resolver of the machine.
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

/// Adapter of a [`Lookup`] to reqwest that checks each answer.
pub(crate) struct GuardedResolver {
    pub(crate) lookup: Arc<dyn Lookup>,
    pub(crate) trust: Trust,
    pub(crate) first: FirstAnswers,
}

impl Resolve for GuardedResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let (lookup, trust, first) = (Arc::clone(&self.lookup), self.trust, self.first.clone());
        Box::pin(async move {
            let addresses = vetted(lookup.as_ref(), name.as_str(), trust, &first).await?;
            // Port 0 means the port of the URL.
            let addresses = addresses.into_iter().map(|address| SocketAddr::new(address, 0));
            Ok(Box::new(addresses) as Addrs)
        })
    }
}

/// Resolves `name` to at least one address and checks all of them.
pub(crate) async fn vetted(
    lookup: &dyn Lookup,
    name: &str,
    trust: Trust,
    first: &FirstAnswers,
) -> Result<Vec<IpAddr>, Box<dyn std::error::Error + Send + Sync>> {
    let addresses = lookup.lookup(name.to_owned()).await?;
    if addresses.is_empty() {
        return Err(format!("`{name}` has no address").into());
    }
    vet(name, &addresses, trust, first).map_err(Unvetted)?;
    Ok(addresses)
}

/// Checks the addresses of a name.
pub(crate) fn vet(name: &str, addresses: &[IpAddr], trust: Trust, first: &FirstAnswers) -> Result<(), Moved> {
    let special = |&&address: &&IpAddr| classify(address) != AddressClass::Public;
    match trust {
        Trust::Allowed => Ok(()),
        Trust::Typed => first.vet(name, addresses),
        Trust::Public => {
            addresses.iter().find(special).map_or(Ok(()), |&address| Err(Moved::Special(address)))
        }
    }
}

/// Forbidden answer. The client adds the URL, which a resolver does not see.
#[derive(Debug, thiserror::Error)]
#[error("the name has a forbidden address: {0:?}")]
pub(crate) struct Unvetted(Moved);

impl Unvetted {
    /// Returns the refusal of `url`, whose host had this answer.
    pub(crate) fn refusal(&self, url: &Url) -> Option<Refusal> {
        moved(url, self.0)
    }
}

/// Resolver for tests.
#[cfg(test)]
pub(crate) mod testing {
    use std::collections::HashMap;
    use std::sync::Mutex;

    use super::*;

    /// Resolver that gives its answers in turn, like a server that rebinds a name.
    pub(crate) struct Table(Mutex<HashMap<&'static str, Vec<Vec<IpAddr>>>>);

    impl Table {
        pub(crate) fn new(table: &[(&'static str, &[&str])]) -> Self {
            let mut answers: HashMap<_, Vec<_>> = HashMap::new();
            for (name, addresses) in table {
                let addresses = addresses.iter().map(|address| address.parse().unwrap()).collect();
                answers.entry(*name).or_default().push(addresses);
            }
            Self(Mutex::new(answers))
        }
    }

    impl Lookup for Table {
        fn lookup(&self, name: String) -> Pin<Box<dyn Future<Output = Answer> + Send>> {
            let mut table = self.0.lock().unwrap();
            let answer = match table.get_mut(name.as_str()) {
                Some(answers) => Ok(answers.remove(0)),
                None => Err(std::io::Error::other("no such name")),
            };
            Box::pin(std::future::ready(answer))
        }
    }
}
