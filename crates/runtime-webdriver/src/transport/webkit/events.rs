//! Handler of the events of a page.
//!
//! Source: the domains `Page`, `Runtime` and `Console` of the protocol, and what `WebKitGTK` 2.50 was seen to send. A
//! navigation is `frameStartedLoading`, `frameNavigated`, `loadEventFired`, `frameStoppedLoading`. One that fails stops
//! without `frameNavigated`, the console has the reason, and then a page of the browser's own is loaded that shows it;
//! if the engine does not even try, the reason comes first. That page is `about:blank` without an origin.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Deserialize;
use tokio::sync::oneshot;
use tokio::time::Instant;
use webagents_runtime::page::{Dialog, DialogAnswer, DialogKind};

use crate::transport::events::{End, Phase, Tab, dialog_kind};
use crate::transport::socket::{Command, Listener};

/// Bytes of a failure's text that are kept.
const WHY: usize = 500;

/// State of the page in addition to its [`Tab`].
#[derive(Clone, Default)]
pub(super) struct Known(Arc<Mutex<Inner>>);

#[derive(Default)]
struct Inner {
    /// The number of the document's own realm.
    context: Option<u64>,
    /// `true` if the last load gave no document, or the browser's own.
    aborted: bool,
    /// `true` if a document has come since the last load began.
    navigated: bool,
    failure: Option<String>,
}

impl Known {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The realm of the document's own scripts, if it is known.
    pub(super) fn context(&self) -> Option<u64> {
        self.inner().context
    }

    /// Forgets what became of the last load.
    pub(super) fn set_out(&self) {
        let mut inner = self.inner();
        inner.aborted = false;
        inner.failure = None;
    }

    /// Returns whether the last load gave no document of the site's.
    pub(super) fn is_aborted(&self) -> bool {
        self.inner().aborted
    }

    /// The reason, once it was reported.
    pub(super) fn failure(&self) -> Option<String> {
        self.inner().failure.clone()
    }
}

pub(super) struct Events {
    tab: Tab,
    known: Known,
    /// Receiver of the notice that the page exists.
    found: Option<oneshot::Sender<()>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FrameEvent<'a> {
    #[serde(borrow)]
    frame_id: Cow<'a, str>,
}

#[derive(Deserialize)]
struct Navigated<'a> {
    #[serde(borrow)]
    frame: Frame<'a>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Frame<'a> {
    #[serde(borrow)]
    id: Cow<'a, str>,
    #[serde(borrow)]
    parent_id: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    url: Cow<'a, str>,
    #[serde(borrow, default)]
    security_origin: Cow<'a, str>,
}

#[derive(Deserialize)]
struct Created<'a> {
    #[serde(borrow)]
    context: ExecutionContext<'a>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ExecutionContext<'a> {
    id: u64,
    #[serde(rename = "type", borrow, default)]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    frame_id: Cow<'a, str>,
}

#[derive(Deserialize)]
struct Added<'a> {
    #[serde(borrow)]
    message: Message<'a>,
}

#[derive(Deserialize)]
struct Message<'a> {
    #[serde(borrow)]
    source: Cow<'a, str>,
    #[serde(borrow)]
    level: Cow<'a, str>,
    #[serde(borrow)]
    text: Cow<'a, str>,
}

impl Events {
    pub(super) fn new(tab: Tab, known: Known, found: oneshot::Sender<()>) -> Self {
        Self { tab, known, found: Some(found) }
    }

    /// Returns whether an event of a frame is about the page's main frame.
    fn is_ours(&self, params: &str) -> bool {
        let event: Result<FrameEvent<'_>, _> = serde_json::from_str(params);
        event.is_ok_and(|event| self.tab.state().frame == event.frame_id)
    }

    fn navigated(&self, params: &str) {
        let Ok(Navigated { frame }) = serde_json::from_str(params) else { return };
        let mut state = self.tab.state();
        if frame.parent_id.is_some() {
            return;
        }
        frame.id.as_ref().clone_into(&mut state.frame);
        state.documents += 1;
        state.phase = Phase::Loading;
        drop(state);
        let mut inner = self.known.inner();
        inner.context = None;
        inner.navigated = true;
        inner.aborted = frame.url == "about:blank" && frame.security_origin.is_empty();
        if !inner.aborted {
            inner.failure = None;
        }
        drop(inner);
        self.tab.changed();
    }

    /// A message of the console: one of ours, or why a load came to nothing.
    fn said(&self, params: &str) {
        let ours = params.contains(&self.tab.state().journal.channel);
        if !ours && !["\"network\"", "\"security\""].iter().any(|source| params.contains(source)) {
            return;
        }
        // A text with half a character in it is none of ours.
        let Ok(Added { message }) = serde_json::from_str(params) else { return };
        if message.source != "console-api" && message.level == "error" {
            let mut inner = self.known.inner();
            if !inner.navigated && inner.failure.is_none() {
                let why = message.text.trim_start_matches("Failed to load resource: ");
                inner.failure = Some(why.get(..why.floor_char_boundary(WHY)).unwrap_or_default().to_owned());
            }
            return;
        }
        if message.source == "console-api" && message.level == "debug" {
            self.note(&message.text);
        }
    }

    /// `NAME COUNT KIND TEXT`.
    fn note(&self, text: &str) {
        let mut state = self.tab.state();
        let Some(rest) =
            text.strip_prefix(state.journal.channel.as_str()).and_then(|rest| rest.strip_prefix(' '))
        else {
            return;
        };
        let mut parts = rest.splitn(3, ' ').skip(1);
        let (Some(kind), Some(text)) = (parts.next(), parts.next()) else { return };
        match dialog_kind(kind) {
            DialogKind::Other => state.note(text.to_owned()),
            kind => state.dialog(Dialog::new(kind, text, DialogAnswer::Dismissed)),
        }
    }
}

impl Listener for Events {
    fn event(&mut self, method: &str, params: &str) -> Option<Command> {
        let settle = |phase: Phase| {
            if self.is_ours(params) {
                self.tab.settle(phase);
            }
        };
        match method {
            "Target.targetCreated" => {
                if let Some(found) = self.found.take() {
                    // Who has given up waiting needs no word.
                    let _ = found.send(());
                }
            }
            "Page.frameScheduledNavigation" => settle(Phase::Asked(Instant::now())),
            "Page.frameStartedLoading" if self.is_ours(params) => {
                self.known.inner().navigated = false;
                self.tab.settle(Phase::Loading);
            }
            "Page.frameStoppedLoading" if self.is_ours(params) => {
                let mut inner = self.known.inner();
                inner.aborted |= !inner.navigated;
                drop(inner);
                self.tab.settle(Phase::Still);
            }
            "Page.frameNavigated" => self.navigated(params),
            // It belongs to the page itself.
            "Page.loadEventFired" => self.tab.settle(Phase::Still),
            "Runtime.executionContextCreated" => {
                if let Ok(Created { context }) = serde_json::from_str(params)
                    && context.kind == "normal"
                    && self.tab.state().frame == context.frame_id
                {
                    self.known.inner().context = Some(context.id);
                }
            }
            "Console.messageAdded" => self.said(params),
            _ => {}
        }
        None
    }

    fn closed(&mut self, why: &str) {
        self.tab.end(End::Gone(why.to_owned()));
    }
}
