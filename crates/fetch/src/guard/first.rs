//! Kind of address of a typed host, fixed by its first answer.
//!
//! A person who types a name may mean a public site, a machine of the local network or this machine, and the guard
//! cannot know which. But it is one of the three. A name that is public at first and leads into the local network
//! later is under attack (DNS rebinding), so every later answer is compared with the first.
//!
//! Link-local addresses, where clouds keep instance metadata, and reserved ranges have no kind: no name may lead
//! there. Addresses that a person typed and hosts that an option allows are not checked here.

use std::collections::HashMap;
use std::fmt;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use super::address::{AddressClass, classify};
use super::allow::trim_dot;

/// Kind of an address, as seen by the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AddressKind {
    Public,
    Private,
    Loopback,
}

impl AddressKind {
    /// Returns the kind of an address, or `None` if it has none.
    fn of(address: IpAddr) -> Option<Self> {
        match classify(address) {
            AddressClass::Public => Some(Self::Public),
            AddressClass::Special(special) if special.is_loopback() => Some(Self::Loopback),
            AddressClass::Special(special) if special.is_private() => Some(Self::Private),
            AddressClass::Special(_) => None,
        }
    }
}

impl fmt::Display for AddressKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Public => "public",
            Self::Private => "private",
            Self::Loopback => "loopback",
        })
    }
}

/// Forbidden answer for a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Moved {
    /// Address without a kind.
    Special(IpAddr),
    /// Address of another kind than the first answer.
    Changed { first: AddressKind, now: IpAddr },
    /// Addresses of two kinds in one answer.
    Mixed(IpAddr, IpAddr),
}

/// Record of the kind of address that each host first resolved to; other kinds are refused later.
///
/// It is kept for the hosts of URLs that were [allowed as typed](crate::ClientOptions::allow_url). A later answer of
/// another kind is refused, against DNS rebinding. Clones share their answers. Clients and proxies that serve the same
/// user should share one value, so that a name cannot be public for one of them and loopback for the other.
#[derive(Debug, Clone, Default)]
pub struct FirstAnswers(Arc<Mutex<HashMap<String, AddressKind>>>);

impl FirstAnswers {
    /// Compares an answer for `name` with the first one, which it may be.
    pub(crate) fn vet(&self, name: &str, addresses: &[IpAddr]) -> Result<(), Moved> {
        let mut seen: Option<(AddressKind, IpAddr)> = None;
        for &address in addresses {
            let kind = AddressKind::of(address).ok_or(Moved::Special(address))?;
            match seen {
                Some((other, first)) if other != kind => return Err(Moved::Mixed(first, address)),
                Some(_) => {}
                None => seen = Some((kind, address)),
            }
        }
        let Some((kind, now)) = seen else { return Ok(()) };
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let first = *known.entry(trim_dot(name).to_ascii_lowercase()).or_insert(kind);
        if first == kind { Ok(()) } else { Err(Moved::Changed { first, now }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks answers for one name in turn; `answers` are separated by `;`, addresses by a blank.
    fn vet(answers: &str) -> Vec<Result<(), Moved>> {
        let first = FirstAnswers::default();
        let one = |answer: &str| {
            let addresses: Vec<IpAddr> =
                answer.split_whitespace().map(|text| text.parse().unwrap()).collect();
            first.clone().vet("Shop.example.", &addresses)
        };
        answers.split(';').map(one).collect()
    }

    #[test]
    fn answers_of_the_first_kind_pass() {
        for answers in [
            "8.8.8.8; 1.1.1.1 2606:4700::1111; ::ffff:9.9.9.9; 64:ff9b::808:808",
            "10.0.0.1; 192.168.0.1 fd00::1; ::ffff:172.16.0.1; 100.64.0.1; 64:ff9b::a00:1; 198.18.0.5",
            "127.0.0.1 ::1; 127.0.0.2; ::ffff:127.0.0.1; 64:ff9b::7f00:1",
            "; ; 10.0.0.1; ; 10.0.0.2",
        ] {
            assert!(vet(answers).iter().all(Result::is_ok), "{answers}: {:?}", vet(answers));
        }
    }

    #[test]
    fn answers_of_another_kind_do_not() {
        for (first, kind) in [
            ("8.8.8.8", AddressKind::Public),
            ("10.0.0.1", AddressKind::Private),
            ("127.0.0.1", AddressKind::Loopback),
        ] {
            for (now, other) in [
                ("2606:4700::1111", AddressKind::Public),
                ("192.168.1.1", AddressKind::Private),
                ("::ffff:10.1.1.1", AddressKind::Private),
                ("64:ff9b::a00:1", AddressKind::Private),
                ("fd00::1", AddressKind::Private),
                ("::1", AddressKind::Loopback),
                ("::ffff:127.0.0.1", AddressKind::Loopback),
                ("64:ff9b::7f00:1", AddressKind::Loopback),
            ] {
                let moved = Moved::Changed { first: kind, now: now.parse().unwrap() };
                let expected = if kind == other { Ok(()) } else { Err(moved) };
                // A refused answer does not replace the first.
                assert_eq!(vet(&format!("{first};{now};{now};{first}"))[1..], [expected, expected, Ok(())]);
            }
        }
    }

    #[test]
    fn mixed_answers_fix_no_kind() {
        let address = |text: &str| text.parse::<IpAddr>().unwrap();
        assert_eq!(
            vet("8.8.8.8 ::1; 10.0.0.1"),
            [Err(Moved::Mixed(address("8.8.8.8"), address("::1"))), Ok(())]
        );
        for special in [
            "169.254.169.254",
            "::ffff:169.254.169.254",
            "64:ff9b::a9fe:a9fe",
            "fe80::1",
            "0.0.0.0",
            "::",
            "224.0.0.1",
            "255.255.255.255",
            "192.0.2.1",
            "2002:7f00:1::",
            "168.63.129.16",
        ] {
            assert_eq!(
                vet(&format!("{special}; 8.8.8.8 {special}; 8.8.8.8; {special}")),
                [
                    Err(Moved::Special(address(special))),
                    Err(Moved::Special(address(special))),
                    Ok(()),
                    Err(Moved::Special(address(special)))
                ],
                "{special}"
            );
        }
    }

    #[test]
    fn names_have_separate_kinds() {
        let first = FirstAnswers::default();
        let vet = |name: &str, address: &str| first.vet(name, &[address.parse().unwrap()]).is_ok();
        assert!(vet("a.example", "8.8.8.8") && vet("b.example", "127.0.0.1"));
        assert!(!vet("A.EXAMPLE.", "127.0.0.1") && !vet("b.example", "8.8.8.8"));
    }
}
