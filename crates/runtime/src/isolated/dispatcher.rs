//! The dispatcher of one isolated run, between its process and the page.

use std::collections::{BTreeMap, VecDeque};
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::{Duration, Instant};

use futures_util::future::{AbortHandle, Aborted};
use futures_util::stream::{FuturesUnordered, StreamExt as _};
use serde_json::Value;

use super::clock::RunClock;
use super::engine::{Isolate, IsolateError, IsolateFuture, IsolateSender, IsolatedCode};
use super::journal::Journal;
use super::message::{EndMessage, Message, VALUE, answers, is_too_deep};
use super::page::{LONG_SLICE, PageAnswer, PageCall, PageCommand, PageRun, PageState, SLICE};
use super::prelude::prelude;
use crate::execute::Cancellation;
use crate::guard::{Guards, Refusal};
use crate::harness::stack::RealmCode;
use crate::options::ExecuteOptions;
use crate::outcome::{Decision, ErrorKind, ExecError, Outcome, SourceKind};
use crate::page::{Dialog, Page, PageError, PageErrorKind, PageEvent};
use crate::tools::host::ToolResult;
use crate::tools::toolbox::Toolbox;

/// Bytes of the answers in one message, if they are several.
const MESSAGE: usize = 1024 * 1024;
/// Bytes of a message in parts that are not its result.
const PARTS: usize = 1024 * 1024;
/// Dialogs in place of an answer after which a page counts as not answering.
const DIALOGS: usize = 32;

/// Run of one script in a process, with the calls that it has made.
pub(super) struct Dispatcher<'a, 'c> {
    pub(super) toolbox: &'a Toolbox,
    pub(super) options: &'a ExecuteOptions,
    pub(super) guards: &'a Guards,
    pub(super) cancellation: Cancellation<'c>,
    /// The code that runs, for places in it.
    pub(super) code: RealmCode,
    pub(super) clock: RunClock,
    pub(super) calls: OpenCalls<'a>,
    pub(super) journal: Journal,
    pub(super) page: PageSide,
    pub(super) exchange: Exchange,
}

/// Calls that have no answer yet, by their identifiers.
#[derive(Default)]
pub(super) struct OpenCalls<'a> {
    pub(super) open: BTreeMap<u32, OpenCall>,
    pub(super) last_id: u32,
    /// Number of all calls of the run.
    pub(super) made: u32,
    /// Handlers of the program's tools that run.
    pub(super) handling: FuturesUnordered<Handling<'a>>,
}

/// State of a run towards the page: calls that wait, answers and events.
pub(super) struct PageSide {
    pub(super) run: PageRun,
    /// `true` if calls can go to a page.
    pub(super) is_present: bool,
    /// `true` if no tool may be called before the page's tools equal the listed ones.
    pub(super) is_current: bool,
    /// Calls that were decided on and that the page has not got yet.
    pub(super) waiting: VecDeque<u32>,
    /// Calls whose answers the page may forget.
    pub(super) got: Vec<u32>,
    pub(super) origin: String,
    pub(super) version: Option<String>,
    /// Address of the page, if it changed during the run.
    pub(super) moved: Option<String>,
    pub(super) dialogs: Vec<Dialog>,
}

/// Messages to and from the process.
pub(super) struct Exchange {
    /// `true` if the code may make calls before it has an answer: it runs, or has set timers.
    pub(super) may_call: bool,
    pub(super) answers: Vec<String>,
    /// Parts of a message that has not ended.
    pub(super) parts: String,
    /// Limits of the process, by the names that it gives them.
    pub(super) limits: Vec<(&'static str, String)>,
    /// Path of the promise in the result that the code's end waits for.
    pub(super) unsettled: Option<String>,
}

/// Call that has no answer yet.
pub(super) struct OpenCall {
    /// Name of the tool; for one of the program, after its namespace and a dot.
    pub(super) tool: String,
    /// [`SourceKind::Host`] for a tool of the program, and another for one of the page.
    pub(super) kind: SourceKind,
    pub(super) args: Arc<Value>,
    /// Bytes of the arguments as JSON.
    pub(super) bytes: usize,
    /// Index in the journal; `None` beyond its limit.
    pub(super) entry: Option<usize>,
    pub(super) state: OpenState,
    /// Change of the tool that was allowed.
    pub(super) permitted: &'static str,
    pub(super) began: Instant,
    /// Time at which the program's handler is given up, and the way to do so.
    pub(super) handling: Option<(Instant, AbortHandle)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OpenState {
    /// The guards decide.
    Undecided,
    /// It was allowed, and waits for the page.
    Waiting,
    /// The page has it.
    Called,
    /// A handler of the program has it.
    Handled,
}

/// Event that a run waits for.
enum Event<'p> {
    Message(Result<Option<String>, IsolateError>),
    Page(&'p mut dyn Page, Result<PageAnswer, PageError>),
    Decided(u32, Result<Decision, Box<Refusal>>),
    Handled(u32, Result<ToolResult, Aborted>),
    Sent(Result<(), IsolateError>),
    /// The page that no command uses is of no more use.
    PageEnded(PageError),
    Cancelled,
}

/// End of a run.
pub(super) enum Ended {
    Code(EndMessage),
    Error(ExecError),
    Outcome(Box<Outcome>),
}

/// Message on its way to the process.
type Sending = IsolateFuture<'static, ()>;

/// Handler of one call of the program's tools.
pub(super) type Handling<'a> = Pin<Box<dyn Future<Output = (u32, Result<ToolResult, Aborted>)> + Send + 'a>>;

pub(super) type Deciding<'a> =
    Pin<Box<dyn Future<Output = (u32, Result<Decision, Box<Refusal>>)> + Send + 'a>>;

impl<'a, 'c> Dispatcher<'a, 'c> {
    pub(super) fn new(
        toolbox: &'a Toolbox,
        options: &'a ExecuteOptions,
        guards: &'a Guards,
        cancellation: Cancellation<'c>,
        began: Instant,
        is_current: bool,
    ) -> Self {
        Self {
            toolbox,
            options,
            guards,
            cancellation,
            code: RealmCode::default(),
            clock: RunClock::new(began, options.deadline),
            calls: OpenCalls::default(),
            journal: Journal::default(),
            page: PageSide {
                run: PageRun::new(toolbox, options, guards, is_current),
                is_present: false,
                is_current,
                waiting: VecDeque::new(),
                got: Vec::new(),
                origin: toolbox.origin().unwrap_or_default().to_owned(),
                version: None,
                moved: None,
                dialogs: Vec::new(),
            },
            exchange: Exchange {
                may_call: true,
                answers: Vec::new(),
                parts: String::new(),
                limits: Vec::new(),
                unsettled: None,
            },
        }
    }

    /// Runs the code; `None` if the page registers other tools than listed and nothing was called.
    pub(super) async fn run<'p>(
        &mut self,
        mut isolate: Box<dyn Isolate>,
        mut page: Option<&'p mut dyn Page>,
        code: &str,
    ) -> Option<Ended> {
        code.clone_into(&mut self.code.text);
        self.code.columns_before = isolate.columns_before();
        self.exchange.limits = isolate.limits();
        let prelude = prelude(self.toolbox, self.options);
        let begun = isolate.begin(IsolatedCode { prelude: &prelude, code }).await;
        if let Err(error) = begun {
            return Some(Ended::Error(self.lost(&error)));
        }
        self.page.is_present = page.is_some();
        if let Some(page) = page.as_deref_mut() {
            self.take_events(page);
        }
        let mut deciding: FuturesUnordered<Deciding<'a>> = FuturesUnordered::new();
        let mut command: Option<PageCommand<'p>> = None;
        let sender = isolate.sender();
        let mut sending: Option<Sending> = None;
        let mut dialogs = 0;
        let ended = loop {
            sending = sending.or_else(|| self.send(sender.as_ref()));
            // No message is added while the process has not taken the previous ones.
            if command.is_none()
                && sending.is_none()
                && let Some(idle) = page.take()
            {
                match self.command(idle, &deciding) {
                    Ok(begun) => command = Some(begun),
                    Err(idle) => page = Some(idle),
                }
            }
            let left = self.clock.left(!deciding.is_empty());
            if left.is_some_and(|left| left.is_zero()) {
                break Ended::Error(self.timeout());
            }
            let wait = self.handled_within().into_iter().chain(left).min();
            let idle = page.as_deref_mut();
            match self.next(isolate.as_mut(), idle, &mut command, &mut deciding, &mut sending, wait).await {
                Event::Cancelled => break Ended::Error(self.cancelled()),
                Event::PageEnded(error) => {
                    let Some(ended) = page.take() else { continue };
                    break self.page_failed(ended, &error).await;
                }
                Event::Sent(Ok(())) => sending = None,
                Event::Sent(Err(error)) | Event::Message(Err(error)) => {
                    break Ended::Error(self.lost(&error));
                }
                // The limit on the time of the run is looked at above.
                Event::Message(Ok(None)) => self.give_up(),
                Event::Handled(id, handled) => {
                    if let Ok(result) = handled {
                        self.handled(id, result);
                    }
                }
                Event::Message(Ok(Some(text))) => match self.message(&text, &mut deciding) {
                    Ok(Some(end)) => break Ended::Code(end),
                    Ok(None) => {}
                    Err(why) => break Ended::Error(broken(&why)),
                },
                Event::Decided(id, decided) => self.decided(id, decided),
                Event::Page(back, answer) => {
                    command = None;
                    self.take_events(back);
                    match answer {
                        Ok(answer) => match self.page_answered(answer, &mut deciding) {
                            Ok(()) => page = Some(back),
                            Err(PageState::Stale) => return None,
                            Err(_) => {
                                page = Some(back);
                                break Ended::Error(self.refused_page());
                            }
                        },
                        Err(error) if error.kind() == PageErrorKind::Dialog && dialogs < DIALOGS => {
                            dialogs += 1;
                            page = Some(back);
                        }
                        Err(error) => {
                            let ended = self.page_failed(back, &error).await;
                            break ended;
                        }
                    }
                }
            }
        };
        // The process ends here, whatever it does.
        drop(isolate);
        drop(deciding);
        self.calls.handling.clear();
        Some(self.leave(ended, page, command).await)
    }

    /// Waits for the next event of the process, the page, the guards or the caller.
    async fn next<'p>(
        &mut self,
        isolate: &mut dyn Isolate,
        idle: Option<&mut (dyn Page + 'p)>,
        command: &mut Option<PageCommand<'p>>,
        deciding: &mut FuturesUnordered<Deciding<'a>>,
        sending: &mut Option<Sending>,
        left: Option<Duration>,
    ) -> Event<'p> {
        let mut received = isolate.receive(left);
        let mut page_ended = idle.map(<dyn Page + 'p>::ended);
        let (cancellation, handling) = (&mut self.cancellation, &mut self.calls.handling);
        poll_fn(|context| {
            if cancellation.poll(context) {
                return Poll::Ready(Event::Cancelled);
            }
            // Decisions come first, so that a call whose code has ended already is made all the same.
            if let Poll::Ready(Some((id, decided))) = deciding.poll_next_unpin(context) {
                return Poll::Ready(Event::Decided(id, decided));
            }
            if let Poll::Ready(Some((id, handled))) = handling.poll_next_unpin(context) {
                return Poll::Ready(Event::Handled(id, handled));
            }
            if let Some(sending) = sending
                && let Poll::Ready(sent) = sending.as_mut().poll(context)
            {
                return Poll::Ready(Event::Sent(sent));
            }
            if let Some(command) = command
                && let Poll::Ready((page, answer)) = command.as_mut().poll(context)
            {
                return Poll::Ready(Event::Page(page, answer));
            }
            if let Poll::Ready(message) = received.as_mut().poll(context) {
                return Poll::Ready(Event::Message(message));
            }
            // What the code has sent before comes first.
            if let Some(ended) = page_ended.as_mut()
                && let Poll::Ready(error) = ended.as_mut().poll(context)
            {
                return Poll::Ready(Event::PageEnded(error));
            }
            Poll::Pending
        })
        .await
    }

    /// Takes the dialogs of the page since the last look.
    pub(super) fn take_events(&mut self, page: &mut dyn Page) {
        for event in page.drain_events() {
            if let PageEvent::Dialog(mut dialog) = event {
                dialog.tool = dialog.tool.or_else(|| self.called().next_back().map(|call| call.tool.clone()));
                self.page.dialogs.push(dialog);
            }
        }
    }

    /// Returns the calls that the page has, in the order in which they began.
    pub(super) fn called(&self) -> impl DoubleEndedIterator<Item = &OpenCall> {
        self.calls.open.values().filter(|call| call.state == OpenState::Called)
    }

    /// Begins the next command to the page, if there is one to be sent.
    pub(super) fn command<'p>(
        &mut self,
        page: &'p mut dyn Page,
        deciding: &FuturesUnordered<Deciding<'a>>,
    ) -> Result<PageCommand<'p>, &'p mut dyn Page> {
        if self.page.waiting.is_empty() && self.called().next().is_none() {
            return Err(page);
        }
        // The others come with the next command.
        let mut bytes = 0;
        let mut ids = Vec::new();
        while let Some(id) = self.page.waiting.front() {
            bytes += self.calls.open.get(id).map_or(0, |call| call.bytes);
            if !ids.is_empty() && bytes > VALUE {
                break;
            }
            ids.extend(self.page.waiting.pop_front());
        }
        for id in &ids {
            if let Some(call) = self.calls.open.get_mut(id) {
                call.state = OpenState::Called;
            }
        }
        let calls: Vec<PageCall<'_>> = ids
            .iter()
            .filter_map(|id| {
                let call = self.calls.open.get(id)?;
                Some(PageCall { id: *id, tool: &call.tool, args: &call.args, permitted: call.permitted })
            })
            .collect();
        let may_call = self.exchange.may_call || !deciding.is_empty() || !self.calls.handling.is_empty();
        let wait = if may_call { SLICE } else { LONG_SLICE };
        let left = self.clock.remaining();
        let got = std::mem::take(&mut self.page.got);
        let deadline = left.max(Duration::from_millis(100));
        Ok(self.page.run.start(page, &calls, &got, wait.min(deadline), deadline))
    }

    /// Takes a message of the process; returns the end of the code, or the reason why it is not a message.
    fn message(
        &mut self,
        text: &str,
        deciding: &mut FuturesUnordered<Deciding<'a>>,
    ) -> Result<Option<EndMessage>, String> {
        if is_too_deep(text) {
            return Err("it nests too deeply".to_owned());
        }
        let mut message: Message = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if let Some(part) = message.part {
            if self.exchange.parts.len() + part.len() > self.options.max_result_bytes.saturating_add(PARTS) {
                return Err("a message is longer than any".to_owned());
            }
            self.exchange.parts.push_str(&part);
            if !message.last {
                return Ok(None);
            }
            let whole = std::mem::take(&mut self.exchange.parts);
            if is_too_deep(&whole) {
                return Err("it nests too deeply".to_owned());
            }
            message = serde_json::from_str(&whole).map_err(|error| error.to_string())?;
        }
        match (message.turn, message.line, message.end) {
            (Some(calls), None, None) => {
                self.exchange.may_call = message.timers > 0;
                for call in calls {
                    self.call(call, deciding)?;
                }
                Ok(None)
            }
            (None, Some(line), None) => {
                self.journal.line(&line, self.clock.began, self.options);
                Ok(None)
            }
            (None, None, Some(end)) => match &end {
                EndMessage::Value { value: None, .. } => Err("a value is missing".to_owned()),
                // Only a page that a form led to gives this type.
                EndMessage::Value { value: Some(value), .. } if value["$type"] == "navigated" => {
                    Err("a value has the type `navigated`".to_owned())
                }
                _ => Ok(Some(end)),
            },
            (None, None, None) if message.unsettled.is_some() => {
                self.exchange.unsettled = message.unsettled;
                Ok(None)
            }
            _ => Err("expected one of `turn`, `line`, `unsettled` and `end`".to_owned()),
        }
    }

    /// Begins to send the answers that are there, as one message if they are short.
    fn send(&mut self, sender: &dyn IsolateSender) -> Option<Sending> {
        let (mut size, mut count) = (0, 0);
        for text in &self.exchange.answers {
            size += text.len();
            if count > 0 && size > MESSAGE {
                break;
            }
            count += 1;
        }
        if count == 0 {
            return None;
        }
        // The code goes on with them.
        self.exchange.may_call = true;
        let texts: Vec<String> = self.exchange.answers.drain(..count).collect();
        Some(sender.send(answers(&texts)))
    }

    /// Takes the answer of the page to a command.
    ///
    /// # Errors
    ///
    /// The state of a page that called nothing.
    pub(super) fn page_answered(
        &mut self,
        answer: PageAnswer,
        deciding: &mut FuturesUnordered<Deciding<'a>>,
    ) -> Result<(), PageState> {
        match answer.state {
            PageState::Calls => {}
            PageState::Stale if !self.page.is_current => {}
            state => {
                self.journal.refused_by = answer.found;
                return Err(state);
            }
        }
        if !answer.origin.is_empty() {
            self.page.origin = answer.origin;
        }
        self.page.version = answer.webmcp.or(self.page.version.take());
        self.page.moved = answer.moved;
        for settled in answer.settled {
            let id = settled.0;
            // The page may forget it, also one that is not waited for.
            self.page.got.push(id);
            if self.calls.open.get(&id).is_some_and(|call| call.state == OpenState::Called) {
                self.settled(id, settled.1, deciding);
            }
        }
        Ok(())
    }
}

/// The error of a process whose message has not the form of one.
fn broken(why: &str) -> ExecError {
    ExecError::new(
        ErrorKind::RealmLost,
        format!(
            "expected a message of the code's process, found another text ({why}); the process was ended"
        ),
    )
}
