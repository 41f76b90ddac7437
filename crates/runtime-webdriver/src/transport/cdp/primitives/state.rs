//! State of the primitive actions.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex};

use webagents_runtime::driver::Viewport;

use super::pressed::Input;
use crate::transport::primitives::lock;
use crate::transport::primitives::log::Log;
use crate::transport::socket::Socket;

/// State of the primitive actions.
#[derive(Default)]
pub(in crate::transport::cdp) struct Actions {
    pub(super) frames: Mutex<Frames>,
    pub(super) input: Mutex<Input>,
    pub(super) tabs: Mutex<Kept>,
    /// The requested size of the viewport.
    pub(super) viewport: Mutex<Option<Viewport>>,
    pub(super) watches: Watches,
}

/// The frames of the page that is shown.
#[derive(Default)]
pub(super) struct Frames {
    /// Number of the page's document, with which all frames go.
    pub(super) documents: u64,
    pub(super) known: HashMap<String, Frame>,
}

/// A frame.
#[derive(Debug, Clone, Default)]
pub(super) struct Frame {
    /// The debugger's session that had it last; empty for the page's own.
    pub(super) session: String,
    pub(super) isolated: Option<String>,
    pub(super) page: Option<String>,
}

impl Frames {
    pub(super) fn clear(&mut self) {
        self.known.clear();
    }
}

/// Tabs of the session, other than the one that is shown.
#[derive(Default)]
pub(super) struct Kept {
    /// Sessions of tabs that were shown, and the number of scripts that come before their pages'.
    pub(super) sessions: BTreeMap<String, (String, usize)>,
    /// The tabs that were there when they were listed last.
    pub(super) seen: BTreeSet<String>,
    /// The tabs that may be shown, in a browser of another program.
    pub(super) own: Option<BTreeSet<String>>,
    /// Tabs that this session has opened.
    pub(super) opened: BTreeSet<String>,
}

impl Kept {
    pub(super) fn restrict(&mut self, first: String) {
        self.own = Some(BTreeSet::from([first]));
    }

    pub(super) fn own(&self) -> Vec<String> {
        let own = self.own.iter().flatten().chain(&self.opened).cloned();
        own.collect::<BTreeSet<_>>().into_iter().collect()
    }
}

/// Records of the session, as far as they were wanted.
#[derive(Default)]
pub(super) struct Watches {
    pub(super) requests: Mutex<Option<Arc<Watch>>>,
    pub(super) console: Mutex<Option<Arc<Watch>>>,
    pub(super) downloads: Mutex<Option<Arc<Watch>>>,
}

impl Watches {
    pub(super) fn clear(&self) {
        for one in [&self.requests, &self.console, &self.downloads] {
            *lock(one) = None;
        }
    }
}

/// A connection that records events.
pub(super) struct Watch {
    pub(super) socket: Socket,
    pub(super) log: Arc<Mutex<Log>>,
    /// The tabs whose events it receives.
    pub(super) targets: Mutex<Vec<String>>,
}
