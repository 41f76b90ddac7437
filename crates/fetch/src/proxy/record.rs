//! Refusals and failures that a proxy records.
//!
//! A page can request any number of hosts, so both lists are bounded; further refusals are only counted.

use std::collections::VecDeque;

use crate::refusal::{Refusal, Unconnected};

/// Maximum number of distinct refusals.
const REFUSALS: usize = 100;
/// Maximum number of failures; the latest are kept.
const FAILURES: usize = 32;

/// Refusal of connections to one host and port by one rule of the proxy, with their number.
///
/// Its message is the one that the browser gets as its answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", Unconnected(.refusal))]
#[non_exhaustive]
pub struct Refused {
    /// Refusal of the first of the counted connections; its URL has no path and no query.
    pub refusal: Refusal,
    /// Number of connections to this host and port that were refused by the same rule.
    pub count: u64,
}

/// Refusals by a [`Proxy`](super::Proxy): each host and rule once, in order of first occurrence.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refusals {
    /// First 100 refusals that differ in host, port or rule, in the order of their first occurrence.
    pub list: Vec<Refused>,
    /// Number of refused connections that were not recorded because the list had 100 entries.
    pub dropped: u64,
}

impl Refusals {
    /// Returns the first recorded refusal of this host and port, or `None` if there is none.
    ///
    /// `host` is written as in a URL, with an IPv6 address in brackets.
    pub fn of(&self, host: &str, port: u16) -> Option<&Refused> {
        self.list.iter().find(|one| one.refusal.target() == (host, port))
    }
}

#[derive(Debug, Default)]
pub(super) struct Record {
    refusals: Refusals,
    /// For each refusal, whether the host was let through since.
    passed: Vec<bool>,
    failures: VecDeque<(String, u16, String)>,
}

impl Record {
    pub(super) fn refused(&mut self, refusal: &Refusal) {
        let same = |known: &Refused| {
            known.refusal.target() == refusal.target() && known.refusal.rule() == refusal.rule()
        };
        let mut known = self.refusals.list.iter_mut().zip(&mut self.passed);
        if let Some((known, passed)) = known.find(|(known, _)| same(known)) {
            known.count += 1;
            *passed = false;
        } else if self.refusals.list.len() < REFUSALS {
            self.refusals.list.push(Refused { refusal: refusal.clone(), count: 1 });
            self.passed.push(false);
        } else {
            self.refusals.dropped += 1;
        }
    }

    pub(super) fn failed(&mut self, host: &str, port: u16, why: String) {
        self.failures.retain(|(of, at, _)| (of.as_str(), *at) != (host, port));
        if self.failures.len() == FAILURES {
            self.failures.pop_front();
        }
        self.failures.push_back((host.to_owned(), port, why));
    }

    pub(super) fn connected(&mut self, host: &str, port: u16) {
        for (refused, passed) in self.refusals.list.iter().zip(&mut self.passed) {
            *passed |= refused.refusal.target() == (host, port);
        }
        self.failures.retain(|(of, at, _)| (of.as_str(), *at) != (host, port));
    }

    /// Returns the refusal of this host and port, unless it was let through since.
    pub(super) fn refusal(&self, host: &str, port: u16) -> Option<&Refused> {
        let mut known = self.refusals.list.iter().zip(&self.passed);
        known.find(|(one, passed)| !**passed && one.refusal.target() == (host, port)).map(|(one, _)| one)
    }

    pub(super) fn refusals(&self) -> Refusals {
        self.refusals.clone()
    }

    pub(super) fn failure(&self, host: &str, port: u16) -> Option<String> {
        let found = self.failures.iter().find(|(of, at, _)| (of.as_str(), *at) == (host, port));
        found.map(|(_, _, why)| why.clone())
    }
}
