//! State of a tab from its events: the phase of its document, its dialogs, its end.
//!
//! Each protocol fills it in.
//!
//! The decision: the reading task of the connection keeps it up to date at all times, so a command
//! after a navigation need not read the page's state. Everything that a page can make many of is counted.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until, timeout_at};
use webagents_runtime::driver::{FileChooser, OpenDialog};
use webagents_runtime::page::{Dialog, DialogKind, PageEvent, cut};
use webagents_runtime::{PageError, PageErrorKind};

use super::engine_messages::by_message;
use super::failure::hung;
use super::socket::{Fault, Reply, Ticket};

/// Notes and dialogs that are kept, and characters of notes.
const NOTES: usize = 25_000;
const NOTE_BYTES: usize = 8 * 1024 * 1024;
const DIALOGS: usize = 100;
/// Documents whose names are kept.
///
/// A requested and shown document is at most a few documents back: its own scripts led to the later ones.
const LOADERS: usize = 16;
/// A navigation that a script requested begins within this time, or not at all.
///
/// Otherwise it was a download, another program's address, or the page changed its mind.
const BEGINS: Duration = Duration::from_secs(1);
/// The same without knowledge that a script requested one.
const PERHAPS: Duration = Duration::from_millis(150);

/// Words of scripts that may start a navigation.
const LEADS: [&str; 9] =
    ["location", "history", "navigat", "href", "click", "submit", "open", "dispatchEvent", "reload"];

/// Phase of the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Phase {
    /// It is loaded, as far as events show.
    #[default]
    Still,
    /// A script has requested another one.
    Asked(Instant),
    /// A script was done that may have requested another one.
    Perhaps(Instant),
    /// Another one is on its way.
    Loading,
}

/// Source of a navigation that the caller requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Driven {
    /// Nobody; a script may.
    #[default]
    No,
    /// The driver, which answers the page as well.
    #[cfg(feature = "webkit")]
    ByTheDriver,
    /// We, and the page's question is ours to answer.
    ByUs,
}

/// Why a tab is of no more use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum End {
    /// Its renderer ended.
    Crashed,
    /// Its window was closed.
    Closed,
    /// The connection ended.
    Gone(String),
}

impl End {
    pub(crate) fn error(&self) -> PageError {
        match self {
            Self::Crashed => PageError::new(PageErrorKind::Crashed, "the page crashed"),
            Self::Closed => PageError::new(PageErrorKind::Closed, "the page's window was closed"),
            Self::Gone(why) => PageError::new(PageErrorKind::Lost, format!("the browser is gone: {why}")),
        }
    }
}

#[derive(Debug, Default)]
pub(crate) struct State {
    /// The frame, or browsing context, that the tab shows.
    pub(super) frame: String,
    /// The debugger's session with it, if one connection leads to more than one page.
    pub(super) session: String,
    pub(super) phase: Phase,
    /// Documents that it has shown.
    pub(super) documents: u64,
    pub(super) shown: Shown,
    pub(super) journal: Journal,
    pub(crate) end: Option<End>,
    /// `true` if the page is one that the job before has left, and its events are dropped.
    pub(crate) is_anothers: bool,
    /// `true` if the page has opened windows.
    pub(super) has_windows: bool,
    pub(crate) dialogs: Dialogs,
}

/// File choosers that pages open.
#[derive(Debug, Default)]
pub(super) struct Choosers {
    /// `true` if they are reported.
    pub(super) are_held: bool,
    /// The last one.
    pub(super) last: Option<Chooser>,
}

/// A file chooser that was reported.
#[derive(Debug, Clone)]
pub(super) struct Chooser {
    /// The debugger's session or the browsing context of the document; empty for the tab's own document.
    pub(super) place: String,
    /// The browser's name of its input; empty if it has no input.
    pub(super) input: String,
    pub(super) is_multiple: bool,
    /// `true` until it is taken.
    pub(super) is_new: bool,
}

impl Choosers {
    /// Sets whether they are reported, and forgets the last one.
    pub(super) fn hold(&mut self, hold: bool) {
        *self = Self { are_held: hold, last: None };
    }

    /// Takes the place and the input of the last one, if it came from an input.
    pub(super) fn answer(&mut self) -> Option<(String, String)> {
        let Chooser { place, input, .. } = self.last.take()?;
        (!input.is_empty()).then_some((place, input))
    }

    /// Takes a chooser that the page opened.
    pub(super) fn opens(&mut self, place: &str, input: String, is_multiple: bool) {
        if self.are_held {
            self.last = Some(Chooser { place: place.to_owned(), input, is_multiple, is_new: true });
        }
    }

    /// Returns the last one, once.
    pub(super) fn take(&mut self) -> Option<FileChooser> {
        let chooser = self.last.as_mut().filter(|chooser| chooser.is_new)?;
        chooser.is_new = false;
        Some(FileChooser { is_multiple: chooser.is_multiple, has_input: !chooser.input.is_empty() })
    }
}

/// Characters of the message of a dialog that stays open.
const HELD: usize = 100_000;

/// Treatment of dialogs, as the caller of the primitive actions wants it.
#[derive(Debug, Default)]
pub(crate) struct Dialogs {
    /// `true` if they stay open until they are answered.
    pub(crate) are_held: bool,
    /// `true` while a script of the harness runs, whose dialogs are dismissed all the same.
    pub(crate) are_of_the_harness: bool,
    /// The one that is open.
    pub(crate) open: Option<OpenDialog>,
    pub(super) choosers: Choosers,
    /// Number of the last one that stayed open.
    ///
    /// The event of the next dialog can come before the answer to the command that closed this one.
    number: u64,
    /// Source of the navigation that the caller requested.
    ///
    /// A page with a `beforeunload` dialog is left then.
    pub(super) driven: Driven,
}

impl Dialogs {
    /// Takes a dialog that opened, and returns whether it stays open.
    pub(super) fn hold(&mut self, kind: DialogKind, message: &str, default: Option<&str>) -> bool {
        let stays = self.are_held && !self.are_of_the_harness;
        if stays {
            self.number += 1;
            self.open =
                Some(OpenDialog { kind, message: cut(message, HELD), default: default.map(str::to_owned) });
        }
        stays
    }

    /// Returns the dialog that is open, with its number for [`close`](Self::close).
    pub(super) fn numbered(&self) -> Option<(u64, OpenDialog)> {
        self.open.clone().map(|dialog| (self.number, dialog))
    }

    /// Takes the end of a dialog that was answered, unless another one is open by now.
    pub(super) fn close(&mut self, number: u64) {
        if self.number == number {
            self.open = None;
        }
    }
}

/// Returns the kind of a dialog by the name that every protocol has for it.
pub(super) fn dialog_kind(name: &str) -> DialogKind {
    match name {
        "alert" => DialogKind::Alert,
        "confirm" => DialogKind::Confirm,
        "prompt" => DialogKind::Prompt,
        "beforeunload" => DialogKind::BeforeUnload,
        _ => DialogKind::Other,
    }
}

/// Documents of a tab, as far as the browser has names for them.
#[derive(Debug, Default)]
pub(super) struct Shown {
    /// `true` if the document is the browser's own for an address that it cannot show.
    pub(super) is_error_page: bool,
    /// `true` if the document refreshes itself as soon as it is loaded, which is the way to another one.
    pub(super) refreshes: bool,
    /// Names of the last documents that were shown.
    pub(super) loaders: VecDeque<String>,
    /// Name of the document that was requested last.
    pub(super) asked_for: Option<String>,
}

/// Notes and dialogs that no caller has taken.
#[derive(Debug, Default)]
pub(super) struct Journal {
    /// The channel whose notes are ours.
    pub(super) channel: String,
    /// Notes that came by it.
    pub(super) count: u64,
    notes: VecDeque<PageEvent>,
    note_bytes: usize,
    dialogs: usize,
}

impl State {
    /// Returns whether the connection has ended.
    pub(crate) fn is_gone(&self) -> bool {
        matches!(self.end, Some(End::Gone(_)))
    }

    /// Returns whether the document that was requested last was shown.
    pub(crate) fn has_come(&self) -> bool {
        let Shown { asked_for, loaders, .. } = &self.shown;
        asked_for.as_ref().is_some_and(|asked_for| loaders.contains(asked_for))
    }

    pub(super) fn note(&mut self, text: String) {
        let journal = &mut self.journal;
        journal.count += 1;
        if journal.notes.len() < NOTES && journal.note_bytes + text.len() <= NOTE_BYTES {
            journal.note_bytes += text.len();
            journal.notes.push_back(PageEvent::Note(text));
        }
    }

    pub(super) fn dialog(&mut self, dialog: Dialog) {
        let journal = &mut self.journal;
        if journal.dialogs < DIALOGS {
            journal.dialogs += 1;
            journal.notes.push_back(PageEvent::Dialog(dialog));
        }
    }

    fn drain_events(&mut self) -> Vec<PageEvent> {
        let journal = &mut self.journal;
        journal.note_bytes = 0;
        journal.dialogs = 0;
        std::mem::take(&mut journal.notes).into()
    }

    /// Another tab of the browser is shown.
    pub(super) fn shows_tab(&mut self, frame: &str) {
        frame.clone_into(&mut self.frame);
        self.phase = Phase::Still;
        self.documents += 1;
        self.dialogs.open = None;
        self.end = None;
    }

    /// Another document is shown, which the browser calls `loader`.
    pub(super) fn shows(&mut self, loader: &str) {
        self.documents += 1;
        self.shown.refreshes = false;
        let loaders = &mut self.shown.loaders;
        if loaders.len() >= LOADERS {
            loaders.pop_front();
        }
        loaders.push_back(loader.to_owned());
        if self.is_anothers {
            drop(self.drain_events());
        }
    }
}

/// A navigation that the caller requested, while it goes on.
pub(super) struct Driving(Tab);

impl Drop for Driving {
    fn drop(&mut self) {
        self.0.state().dialogs.driven = Driven::No;
    }
}

/// A tab's state, shared by the task that receives its events and the task that sends commands.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tab {
    state: Arc<Mutex<State>>,
    changed: Arc<Notify>,
}

impl Tab {
    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes the tasks that wait for a change.
    pub(crate) fn changed(&self) {
        self.changed.notify_waiters();
    }

    /// Marks the navigation as the caller's until the value is dropped.
    #[must_use]
    pub(super) fn drive(&self, driven: Driven) -> Driving {
        self.state().dialogs.driven = driven;
        Driving(self.clone())
    }

    /// Returns the number of documents that the tab has shown.
    pub(crate) fn documents(&self) -> u64 {
        self.state().documents
    }

    /// Waits until a navigation that is under way has come to its document, or `until`.
    ///
    /// Returns whether the tab has shown another document than the first `documents`.
    pub(crate) async fn has_gone_on(&self, documents: u64, until: Instant) -> bool {
        self.loaded(until).await;
        self.documents() != documents
    }

    /// Says how far the document is.
    pub(crate) fn settle(&self, phase: Phase) {
        self.state().phase = phase;
        self.changed();
    }

    pub(crate) fn end(&self, end: End) {
        self.state().end.get_or_insert(end);
        self.changed();
    }

    /// Takes the end of a script, before which `events` events had come.
    ///
    /// It may have requested another document: Firefox and WebKit answer it first, and then begin the navigation that a
    /// click, a form or a reload in it requested.
    pub(crate) fn ran(&self, script: &str, events: u64) {
        let mut state = self.state();
        let leads = state.journal.count != events || LEADS.iter().any(|word| script.contains(word));
        if leads && state.phase == Phase::Still {
            state.phase = Phase::Perhaps(Instant::now());
            drop(state);
            self.changed();
        }
    }

    /// Converts an error of the connection into one of the page.
    ///
    /// If the tab is known to have crashed or closed, that is the error, because it is the cause.
    pub(crate) fn error(&self, fault: Fault) -> PageError {
        if let Some(end) = &self.state().end {
            return end.error();
        }
        match fault {
            Fault::Refused(message) => {
                let kind = by_message(&message).unwrap_or(PageErrorKind::Other);
                PageError::new(kind, message)
            }
            Fault::Unreadable(why) => PageError::new(
                PageErrorKind::TooLarge,
                format!("the browser's answer cannot be read as JSON: {why}"),
            ),
            Fault::Late => hung(),
            Fault::Closed(why) => End::Gone(why).error(),
        }
    }

    /// Takes the events since the last call.
    pub(crate) fn drain_events(&self) -> Vec<PageEvent> {
        let mut state = self.state();
        if state.journal.notes.is_empty() {
            return Vec::new();
        }
        let heard = state.drain_events();
        if state.is_anothers { Vec::new() } else { heard }
    }

    /// Waits for an answer until `end`, or for the end of the page.
    pub(crate) async fn wait(
        &self,
        ticket: &mut Ticket,
        end: Instant,
    ) -> Option<Result<Result<Reply, Fault>, PageError>> {
        tokio::select! {
            biased;
            answer = ticket.answer() => Some(Ok(answer)),
            ended = self.ended() => Some(Err(ended)),
            () = sleep_until(end) => None,
        }
    }

    /// Waits until `look` finds something in the state.
    async fn until<T>(&self, mut look: impl FnMut(&State) -> Option<T>) -> T {
        loop {
            let changed = self.changed.notified();
            tokio::pin!(changed);
            changed.as_mut().enable();
            if let Some(found) = look(&self.state()) {
                return found;
            }
            changed.await;
        }
    }

    /// Waits until the tab is of no more use.
    pub(crate) async fn ended(&self) -> PageError {
        self.until(|state| state.end.as_ref().map(End::error)).await
    }

    /// Waits until a dialog is open that stays open.
    pub(super) async fn dialog_opened(&self) {
        self.until(|state| state.dialogs.open.is_some().then_some(())).await;
    }

    /// Waits until the tab has shown another number of documents than this.
    pub(super) async fn moved(&self, documents: u64) {
        self.until(|state| (state.documents != documents).then_some(())).await;
    }

    /// Waits until the tab has shown the document that the browser calls `loader`, or until `end`.
    ///
    /// Returns whether it has, or is of no more use.
    pub(super) async fn comes(&self, loader: &str, end: Instant) -> bool {
        let came = |state: &State| {
            let has_come = state.end.is_some() || state.shown.loaders.iter().any(|shown| shown == loader);
            has_come.then_some(())
        };
        tokio::select! {
            biased;
            () = self.until(came) => true,
            () = sleep_until(end) => false,
        }
    }

    /// Waits until the document that the tab is on the way to is there, or `until`; whether it is.
    pub(crate) async fn loaded(&self, until: Instant) -> bool {
        loop {
            let changed = self.changed.notified();
            tokio::pin!(changed);
            changed.as_mut().enable();
            let wake = {
                let mut state = self.state();
                match state.phase {
                    _ if state.end.is_some() => return true,
                    Phase::Still => return true,
                    Phase::Asked(since) if since.elapsed() >= BEGINS => {
                        state.phase = Phase::Still;
                        return true;
                    }
                    Phase::Perhaps(since) if since.elapsed() >= PERHAPS => {
                        state.phase = Phase::Still;
                        return true;
                    }
                    Phase::Asked(since) => until.min(since + BEGINS),
                    Phase::Perhaps(since) => until.min(since + PERHAPS),
                    Phase::Loading => until,
                }
            };
            if timeout_at(wake, changed).await.is_err() && Instant::now() >= until {
                return self.state().phase == Phase::Still;
            }
        }
    }
}
