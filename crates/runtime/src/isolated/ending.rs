//! The end of an isolated run: its errors, its remains in the page, and its outcome.

use std::fmt::Write as _;
use std::time::Duration;

use futures_util::stream::FuturesUnordered;

use super::dispatcher::{Dispatcher, Ended, OpenState};
use super::engine::{IsolateError, IsolateErrorKind};
use super::journal::Journal;
use super::message::EndMessage;
use super::page::PageCommand;
use crate::execute::{envelope, failure};
use crate::harness::stack::CodePosition;
use crate::outcome::{Call, CallOutcome, ErrorKind, ExecError, Landing, Outcome, Verdict, millis};
use crate::page::{Page, PageError, PageErrorKind, Recovery, escape_name};

/// Time for the command that aborts open calls.
const END: Duration = Duration::from_secs(2);

impl Dispatcher<'_, '_> {
    /// The error of a page that called nothing, because it is not the one that the tools are for.
    pub(super) fn refused_page(&mut self) -> ExecError {
        let found = std::mem::take(&mut self.journal.refused_by);
        let error = match self.toolbox.origin() {
            Some(expected) if found.contains("://") || found == "null" => {
                envelope::other_origin(expected, &found)
            }
            _ => envelope::tampered(&found),
        };
        for call in self.calls.open.values().filter(|call| call.state == OpenState::Called) {
            let Some(entry) = call.entry.and_then(|entry| self.journal.calls.get_mut(entry)) else {
                continue;
            };
            entry.outcome =
                CallOutcome::Denied { name: error.kind.as_str().to_owned(), message: error.message.clone() };
            entry.decision.verdict = Verdict::Deny;
        }
        error
    }

    /// Ends the run because of an error of the page.
    pub(super) async fn page_failed(&mut self, page: &mut dyn Page, error: &PageError) -> Ended {
        let ended = match error.kind() {
            PageErrorKind::Navigated => {
                let url = page.url().await.ok();
                let form = self.called().next_back().map(|call| call.tool.clone());
                if let Some(form) = form.as_ref().filter(|tool| self.toolbox.is_form(tool)) {
                    let mut outcome = Outcome::navigated_by(form, url.as_deref().unwrap_or_default());
                    outcome.tools_changed = true;
                    Call::answer_by_navigation(&mut self.journal.calls, form);
                    Ended::Outcome(Box::new(outcome))
                } else {
                    Ended::Error(failure::navigated(error, url.as_deref(), form.as_deref()))
                }
            }
            PageErrorKind::Timeout => Ended::Error(self.timeout()),
            PageErrorKind::Hung => match page.recover().await {
                Ok(Recovery::Replaced) => Ended::Error(failure::replaced(
                    "the page did not answer and could not be stopped, so it was closed",
                )),
                Ok(Recovery::Stopped) => {
                    let mut error = self.timeout();
                    error.message.push_str("; the page did not answer, so the script in it was stopped");
                    Ended::Error(error)
                }
                Err(lost) => Ended::Error(failure::transport(&lost)),
            },
            PageErrorKind::Crashed => Ended::Error(failure::crashed(page, error).await),
            PageErrorKind::Script => Ended::Error(failure::tampered()),
            _ => Ended::Error(failure::transport(error)),
        };
        self.take_events(page);
        ended
    }

    /// Makes the calls that still wait if the code has returned, and aborts the open ones.
    ///
    /// A page that does not answer any more is recovered, whatever ended the run; the end of the run reports it.
    pub(super) async fn leave<'p>(
        &mut self,
        ended: Ended,
        mut page: Option<&'p mut dyn Page>,
        command: Option<PageCommand<'p>>,
    ) -> Ended {
        let mut failed = None;
        if let Some(command) = command {
            page = Some(self.last_answer(command, &mut failed).await);
        }
        let Some(mut page) = page else { return ended };
        if matches!(ended, Ended::Code(_)) && !self.page.waiting.is_empty() {
            self.exchange.may_call = true;
            match self.command(page, &FuturesUnordered::new()) {
                Ok(command) => page = self.last_answer(command, &mut failed).await,
                Err(back) => page = back,
            }
        }
        if failed.is_none() && self.called().next().is_some() {
            let command = self.page.run.end(page, END);
            page = self.last_answer(command, &mut failed).await;
        }
        self.take_events(page);
        let Some(error) = failed else { return ended };
        let is_lost = matches!(
            error.kind(),
            PageErrorKind::Hung | PageErrorKind::Crashed | PageErrorKind::Closed | PageErrorKind::Lost
        );
        if !is_lost {
            return ended;
        }
        let lost = self.page_failed(page, &error).await;
        if matches!(ended, Ended::Code(_)) || self.cancellation.has_come() { ended } else { lost }
    }

    /// Takes the answer to a command after the end of the code.
    async fn last_answer<'p>(
        &mut self,
        command: PageCommand<'p>,
        failed: &mut Option<PageError>,
    ) -> &'p mut dyn Page {
        let (page, answer) = command.await;
        match answer {
            // A refusal of the page does not matter any more.
            Ok(answer) => drop(self.page_answered(answer, &mut FuturesUnordered::new())),
            Err(error) => *failed = Some(error),
        }
        page
    }

    pub(super) fn timeout(&self) -> ExecError {
        let mut error = envelope::timeout(&self.journal.calls, self.toolbox, self.options);
        if let Some(path) = &self.exchange.unsettled {
            envelope::name_unsettled(&mut error, &escape_name(path));
        }
        error
    }

    pub(super) fn cancelled(&self) -> ExecError {
        envelope::cancelled(&self.journal.calls, self.toolbox, self.clock.began.elapsed())
    }

    /// The error of a process that cannot go on.
    pub(super) fn lost(&self, error: &IsolateError) -> ExecError {
        let kind = match error.kind() {
            IsolateErrorKind::Syntax => ErrorKind::Syntax,
            IsolateErrorKind::Limit => ErrorKind::Limit,
            IsolateErrorKind::Unavailable | IsolateErrorKind::Lost => ErrorKind::RealmLost,
        };
        let mut failed = ExecError::new(kind, error.message());
        if kind == ErrorKind::Syntax {
            "SyntaxError".clone_into(&mut failed.name);
        }
        if let Some((line, column)) = error.position() {
            let place = self.code.origins.of(CodePosition { line, column });
            (failed.line, failed.column) = (Some(place.line), Some(place.column));
        }
        failed
    }

    /// Makes the outcome of a run that has ended.
    pub(super) fn close(mut self, ended: Ended) -> Outcome {
        let is_cancelled = self.cancellation.has_come();
        for call in self.calls.open.values() {
            let Some(entry) = call.entry.and_then(|entry| self.journal.calls.get_mut(entry)) else {
                continue;
            };
            entry.duration_ms = millis(call.began.elapsed());
            if call.state == OpenState::Undecided {
                entry.end_undecided(is_cancelled);
            }
        }
        let mut outcome = match ended {
            Ended::Outcome(outcome) => *outcome,
            Ended::Error(error) => Outcome::new(Err(error)),
            Ended::Code(end) => self.ended(end),
        };
        let Journal { console, console_dropped, calls, calls_dropped, .. } = self.journal;
        outcome.console = console;
        outcome.console_dropped = console_dropped;
        outcome.calls = calls;
        outcome.calls_dropped = calls_dropped;
        outcome.dialogs = self.page.dialogs;
        if !outcome.is_navigated() && !outcome.failed_with(ErrorKind::Navigated) {
            outcome.navigated = self.page.moved.map(|url| Landing::new(&url, []));
        }
        outcome.tools_changed |= self.toolbox.webmcp().is_some_and(|webmcp| {
            outcome.failed_with(ErrorKind::Navigated)
                || self.page.version.is_some_and(|now| now != webmcp.version)
        });
        outcome.duration = self.clock.began.elapsed();
        self.toolbox.tell_sources(&mut outcome.calls);
        self.guards.redact_outcome(self.toolbox, &mut outcome);
        outcome.mark_denied();
        outcome
    }

    pub(super) fn ended(&self, end: EndMessage) -> Outcome {
        match end {
            EndMessage::Value { value, path } => {
                let value = value.unwrap_or_default();
                let cut = envelope::cut_by_depth(&value);
                let mut outcome = Outcome::new(Ok(value));
                outcome.warnings.extend(path.map(|path| envelope::promised(&path)));
                outcome.warnings.extend(cut);
                outcome
            }
            EndMessage::Thrown { error, path, missing, syntax, limit } => {
                let mut error = envelope::thrown_in_realm(error, &missing, &self.code, self.toolbox);
                if syntax {
                    error.kind = ErrorKind::Syntax;
                    error.thrown = None;
                }
                let is_hit = |(name, _): &&(&str, String)| limit.as_deref() == Some(*name);
                if let Some((_, words)) = self.exchange.limits.iter().find(is_hit) {
                    error.kind = ErrorKind::Limit;
                    error.thrown = None;
                    error.message =
                        format!("the code needs more than {words}, which is its limit ({})", error.message);
                }
                if let Some(path) = path {
                    // Writing to a String cannot fail.
                    let _ = write!(error.message, " (by the promise at {path} of the result)");
                }
                Outcome::new(Err(error))
            }
            EndMessage::Large { path } => {
                Outcome::new(Err(envelope::too_large(self.options.max_result_bytes, &path)))
            }
        }
    }
}
