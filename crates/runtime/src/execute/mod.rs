//! Runs code on a page: the one place where the harness, the transport and the outcome meet.
//!
//! The decision: on the way that all goes well, a run is **one** command to the page. The first in a document brings the
//! tools' contracts along where it is known to be the first; a second command brings what was missing all the same: the
//! contracts, or the harness as well. Deadlines, console and journal come with its answer; only when the
//! answer is lost, a second script takes up what the first left.

mod cancellation;
pub(crate) mod console;
pub(crate) mod envelope;
mod events;
pub(crate) mod options;
pub mod outcome;
mod parts;
pub(crate) mod stack;

use std::fmt::Write as _;
use std::pin::Pin;
use std::time::{Duration, Instant};

use tracing::{Instrument as _, debug, debug_span};

use self::cancellation::Cancellation;
use self::envelope::Asks;
use self::events::RunEvents;
use self::options::ExecuteOptions;
use self::outcome::{ErrorKind, ExecError, Outcome};
use self::parts::{Part, unfetched};
use self::stack::CodePosition;
use crate::guard::{Decisions, Guards};
use crate::harness::javascript::ABSENT;
use crate::harness::{self, Script};
use crate::page::{Answer, Page, PageError, PageErrorKind, Preload, Recovery, SyntaxCheck, SyntaxFault};
use crate::tools::toolbox::Toolbox;

/// Time for the scripts that take up what a failed run left.
const TAKE_UP: Duration = Duration::from_secs(2);
/// Number of dialogs in place of an answer after which a page counts as not answering.
const DIALOGS: usize = 32;

/// Number of braces that are tried to find the one that closes the function.
///
/// They are tried when the engine refuses a script.
const BRACES: usize = 8;

/// Runs JavaScript in `page`, where the object `global` has the tools of `toolbox` as its methods.
///
/// `code` is the body of an async function.
///
/// With the feature `preflight` and unless [`ExecuteOptions::preflight`] is off, the code may be TypeScript whose types
/// can be taken away, and code that cannot work does not reach the page: [`ErrorKind::Syntax`] and
/// [`ErrorKind::Tools`].
///
/// It never fails: what goes wrong is in the outcome. It ends a few seconds after the deadline at the latest. On a page
/// of another origin than the toolbox's, if it has one, nothing runs. When a run has ended, however it did, functions
/// that it left in the page can call no more tools.
///
/// In the code, `global` holds the declared tools and nothing else, and cannot be changed; `globalThis` is the
/// page's window. `console` is captured; what the site's own functions log is not. `alert`, `confirm` and
/// `prompt` answer at once, as if dismissed, and leave a warning on the console.
pub async fn execute(
    page: &mut dyn Page,
    toolbox: &Toolbox,
    code: &str,
    options: &ExecuteOptions,
) -> Outcome {
    execute_guarded(page, toolbox, code, options, &Guards::default()).await
}

/// Runs JavaScript as [`execute`] does; `guards` allow or refuse each tool call, or ask the user.
///
/// The guards keep their state (limits, allowed calls, first definitions) from one run to the next.
///
/// A call that needs a decision makes the run wait: its deadline is suspended, the guards decide, and a second command
/// sends the decision to the page. Calls that need none cost nothing.
pub async fn execute_guarded(
    page: &mut dyn Page,
    toolbox: &Toolbox,
    code: &str,
    options: &ExecuteOptions,
    guards: &Guards,
) -> Outcome {
    let never = std::pin::pin!(std::future::pending());
    execute_until(page, toolbox, code, options, guards, never).await
}

/// Runs JavaScript as [`execute_guarded`] does, and ends the run early when `cancelled` is ready.
///
/// The error of the outcome is [`ErrorKind::Cancelled`] then, unless the code came to its end before. Console and journal
/// are kept up to that point, and a call that was not decided on yet is a denied one. The page has a few seconds to
/// end the run. To drop the future ends a run as well, without an outcome.
pub async fn execute_until(
    page: &mut dyn Page,
    toolbox: &Toolbox,
    code: &str,
    options: &ExecuteOptions,
    guards: &Guards,
    cancelled: Pin<&mut (dyn Future<Output = ()> + Send)>,
) -> Outcome {
    let cancellation = Cancellation::new(cancelled);
    let span = debug_span!("execute", origin = toolbox.origin(), tools = toolbox.tools().len());
    let outcome = run(page, toolbox, code, options, guards, cancellation).instrument(span.clone()).await;
    let error = outcome.error().map(|error| error.kind.as_str());
    span.in_scope(|| debug!(error, calls = outcome.calls.len(), duration = ?outcome.duration, "run ended"));
    outcome
}

async fn run(
    page: &mut dyn Page,
    toolbox: &Toolbox,
    code: &str,
    options: &ExecuteOptions,
    guards: &Guards,
    cancellation: Cancellation<'_>,
) -> Outcome {
    let began = Instant::now();
    #[cfg(feature = "preflight")]
    let checked = match crate::preflight::check(code, toolbox, options, guards) {
        Ok(code) => code,
        Err(error) => {
            let mut outcome = Outcome { duration: began.elapsed(), ..ended(*error) };
            guards.options().redaction.rest(&mut outcome);
            return outcome;
        }
    };
    #[cfg(feature = "preflight")]
    let code = &*checked.code;
    let members = guards.members(toolbox);
    #[cfg_attr(not(feature = "preflight"), expect(unused_mut))]
    let mut script = harness::wrap(code, toolbox, options, &members, page.keys());
    #[cfg(feature = "preflight")]
    {
        script.origins.moves = checked.moves;
    }
    let (decisions, notes) = (Decisions::default(), RunEvents::default());
    let mut run = Run {
        page,
        script: &script,
        toolbox,
        options,
        began,
        guards,
        cancellation,
        decisions,
        notes,
        document: DocumentState::default(),
    };
    // Events between the runs are reported with this one, but it is not this run's doing.
    run.hear("");
    if script.calls {
        let take = run.page.keys().listener();
        run.page.listen(&take);
    }
    let (is_first, is_bare) = (run.page.keys().take_fresh(), run.page.keys().take_bare());
    let mut answer = if is_bare {
        let text = script.with_harness(run.page.keys(), &guards.contracts(toolbox));
        run.evaluate(&text, options.deadline).await
    } else if is_first {
        run.evaluate(&script.with_contracts(&guards.contracts(toolbox)), options.deadline).await
    } else {
        run.evaluate(script.text(), options.deadline).await
    };
    if matches!(&answer, Ok(Answer::Text(text)) if text == ABSENT) {
        let contracts = guards.contracts(toolbox);
        let missing = if run.document.there {
            script.with_contracts(&contracts)
        } else {
            run.page.keys().renew();
            let renewed = harness::wrap(code, toolbox, options, &members, run.page.keys());
            renewed.with_harness(run.page.keys(), &contracts)
        };
        answer = run.evaluate(&missing, options.deadline).await;
    }
    let mut outcome = match answer {
        Ok(answer) => run.answered(answer).await,
        Err(error) => run.failed(error).await,
    };
    // A document that went away took its tools with it.
    outcome.tools_changed |=
        toolbox.webmcp().is_some() && (outcome.is_navigated() || outcome.failed_with(ErrorKind::Navigated));
    run.hear(&script.run);
    let form = run.document.form.take();
    run.notes.complete(&mut outcome);
    if let Some(form) = form {
        outcome.answered_by_navigation(&form);
    }
    if run.cancellation.has_come() {
        run.decisions.cancel(&mut outcome.calls);
        if outcome.failed_with(ErrorKind::Timeout) {
            outcome.result = Err(envelope::cancelled(&outcome.calls, toolbox, began.elapsed()));
        }
    }
    #[cfg(feature = "preflight")]
    {
        outcome.warnings = checked.warnings;
    }
    outcome.duration = began.elapsed();
    toolbox.tell_sources(&mut outcome.calls);
    run.guards.close(toolbox, &run.decisions, &mut outcome);
    outcome.mark_denied();
    outcome
}

/// Installs the runtime's script to run before the page's own in every document that `page` loads.
///
/// Does nothing where the page cannot do that.
///
/// Then a page cannot take part in the report of a run, whatever it does to the language. Elsewhere the harness is
/// installed by the first run in a document.
pub async fn prepare(page: &mut dyn Page) -> Result<Preload, PageError> {
    let script = page.keys().preload();
    let preload = page.preload(&script).await?;
    debug!(?preload, "harness prepared");
    if preload == Preload::Installed {
        page.keys().keep();
        // Before the page's scripts as well, where a channel can be handed over then.
        let take = page.keys().listener();
        page.listen(&take);
    }
    Ok(preload)
}

struct Run<'a, 'c> {
    page: &'a mut dyn Page,
    script: &'a Script,
    toolbox: &'a Toolbox,
    options: &'a ExecuteOptions,
    began: Instant,
    guards: &'a Guards,
    cancellation: Cancellation<'c>,
    decisions: Decisions,
    notes: RunEvents,
    document: DocumentState,
}

/// State of the document that runs the code, as far as its answers show it.
#[derive(Default)]
struct DocumentState {
    /// `true` once the harness has answered.
    there: bool,
    /// The length of an answer that has begun to arrive, and of which a part is missing.
    unfetched: Option<usize>,
    /// `true` if the document went away before a call was decided on.
    is_undecided: bool,
    /// The form whose submission moved the page on.
    form: Option<String>,
}

impl Run<'_, '_> {
    /// Takes the events of the page since the last call.
    fn hear(&mut self, run: &str) {
        let heard = self.page.drain_events();
        if !heard.is_empty() {
            self.notes.add(heard, self.page.keys(), run);
        }
    }

    /// Evaluates a script, and takes from the harness's answer the token by which it is known.
    async fn ask(&mut self, script: &str, deadline: Duration) -> Result<Answer, PageError> {
        let end = Instant::now() + deadline;
        let answer = self.cancellation.or(self.page.evaluate(script, deadline)).await??;
        let Answer::Text(text) = &answer else { return Ok(answer) };
        if let Some(told) = self.page.keys().open(text) {
            self.document.there = true;
            return match Part::read(told) {
                // Long answers are rare, and would make every run's future large.
                Some(part) => {
                    let parts = parts::fetch(self.page, part, end, &mut self.document.unfetched);
                    self.cancellation.or(Box::pin(parts)).await?
                }
                None => Ok(Answer::Text(told.to_owned())),
            };
        }
        // Our own script's word where there is no harness.
        let ours = matches!(text.as_str(), ABSENT | harness::GONE);
        Ok(if ours { answer } else { Answer::Other })
    }

    /// Evaluates a script that begins the run, or takes it up, and decides what it asks on the way.
    async fn evaluate(&mut self, script: &str, deadline: Duration) -> Result<Answer, PageError> {
        let mut answer = self.ask(script, deadline).await?;
        while let Answer::Text(text) = &answer
            && let Some(asks) = envelope::asks(text, &self.script.run)
        {
            // Questions are rare, and what deciding them needs would make every run's future large.
            answer = Box::pin(self.resume(&asks)).await?;
        }
        Ok(answer)
    }

    /// Decides what the run asks and lets it go on.
    async fn resume(&mut self, asks: &Asks) -> Result<Answer, PageError> {
        let decided = self.guards.decide(self.toolbox, asks, &mut self.decisions);
        let decided = match self.cancellation.or(Box::pin(decided)).await {
            Ok(decided) => decided,
            Err(cancelled) => {
                // The page has heard none of them.
                self.decisions.take_back(asks);
                return Err(cancelled);
            }
        };
        let script = harness::resume(&self.script.run, &asks.token, &decided, self.page.keys());
        // What the page says is left counts as far as it is less.
        let left =
            Duration::try_from_secs_f64(asks.left / 1e3).unwrap_or_default().min(self.options.deadline);
        match self.ask(&script, left).await? {
            Answer::Text(text) if text == harness::GONE => {
                self.document.is_undecided = true;
                Err(PageError::new(
                    PageErrorKind::Navigated,
                    "the document went away while a call waited for a decision; the call did not reach the page",
                ))
            }
            // What waits for a run looks at its age, which its question had already.
            Answer::Text(text) => Ok(Answer::Text(format!("{}{text}", asks.age))),
            other => Ok(other),
        }
    }

    async fn answered(&mut self, answer: Answer) -> Outcome {
        match answer {
            Answer::Text(text) => self.open(&text).unwrap_or_else(|| ended(tampered())),
            Answer::Null => self.dialog().await,
            Answer::Other => ended(tampered()),
        }
    }

    async fn failed(&mut self, error: PageError) -> Outcome {
        debug!(kind = ?error.kind(), "page error");
        // What takes the page's place has not heard it.
        self.hear(&self.script.run);
        match error.kind() {
            PageErrorKind::Script => ended(self.refused(&error).await),
            PageErrorKind::Timeout => self.take_up().await,
            PageErrorKind::Navigated => self.navigated(&error).await,
            PageErrorKind::Crashed => ended(self.crashed(&error).await),
            PageErrorKind::Hung => match self.page.recover().await {
                Ok(Recovery::Replaced) => {
                    ended(replaced("the page did not answer and could not be stopped, so it was closed"))
                }
                Ok(Recovery::Stopped) => {
                    let mut outcome = self.take_up().await;
                    if let Err(error) = &mut outcome.result
                        && error.kind == ErrorKind::Timeout
                    {
                        error.message.push_str("; the page did not answer, so the script in it was stopped");
                    }
                    outcome
                }
                Err(lost) => ended(transport(&lost)),
            },
            PageErrorKind::Dialog => self.dialog().await,
            _ => ended(transport(&error)),
        }
    }

    /// The document went away: where to, and who was being waited for?
    ///
    /// For a form that is a tool this is the result of its call. Which of the answer and the navigation is first, is
    /// chance, so the harness does not answer for such a form, and there is one outcome.
    async fn navigated(&mut self, error: &PageError) -> Outcome {
        let url = self.page.url().await.ok();
        if let Some(form) = self.form() {
            let mut outcome = Outcome::navigated_by(&form, url.as_deref().unwrap_or_default());
            outcome.tools_changed = true;
            self.document.form = Some(form);
            return outcome;
        }
        let mut message = match url {
            Some(url) => format!("the page went to {} while the code ran", shown(&url)),
            None => error.message().to_owned(),
        };
        if let Some(tool) = self.notes.running() {
            // Writing to a String cannot fail.
            let _ = write!(message, "; the tool {tool} had been called and had not answered");
        }
        ended(ExecError::new(ErrorKind::Navigated, message))
    }

    /// The form of the page whose call was being waited for.
    ///
    /// Without a channel nothing is known of the calls: then it is the one form that the code names.
    fn form(&self) -> Option<String> {
        if self.document.is_undecided {
            return None;
        }
        if !self.notes.is_silent() {
            return self.notes.running().filter(|tool| self.toolbox.is_form(tool)).map(str::to_owned);
        }
        let code = self.script.code();
        let called =
            |name: &&str| code.contains("global") && code.contains(*name) && self.toolbox.is_form(name);
        let names = self.toolbox.tools().iter().map(|tool| tool.name.as_str());
        let mut forms = names.filter(called);
        let form = forms.next()?;
        forms.next().is_none().then(|| form.to_owned())
    }

    async fn crashed(&mut self, error: &PageError) -> ExecError {
        match self.page.recover().await {
            Ok(Recovery::Replaced) => replaced(error.message()),
            Ok(Recovery::Stopped) => ExecError::new(ErrorKind::PageCrashed, error.message()),
            Err(lost) => transport(&lost),
        }
    }

    /// A dialog took the place of the answer. The code continues after it, so its answer can still be had.
    ///
    /// A driver whose own script was broken by the page answers in the same way. It does so to every script, and a dialog
    /// takes the place of one answer only.
    async fn dialog(&mut self) -> Outcome {
        if self.is_mute().await {
            return ended(tampered());
        }
        let rest = self.script_for_rest().await;
        let mut error = ExecError::new(
            ErrorKind::Dialog,
            "the page opened a dialog (alert, confirm or prompt) while the code ran; it was dismissed",
        );
        match rest {
            Some(rest) => {
                error.returned = rest.result.ok();
                Outcome { result: Err(error), ..rest }
            }
            None => ended(error),
        }
    }

    /// Returns whether the page answers nothing to scripts that need nothing of it.
    async fn is_mute(&mut self) -> bool {
        for _ in 0..DIALOGS {
            match self.page.evaluate(harness::PROBE, TAKE_UP).await {
                Ok(Answer::Null) => {}
                Ok(Answer::Other) => return true,
                Err(error) if error.kind() == PageErrorKind::Dialog => {}
                Ok(Answer::Text(_)) | Err(_) => return false,
            }
        }
        true
    }

    async fn script_for_rest(&mut self) -> Option<Outcome> {
        let wait = harness::wait_for(&self.script.run, self.page.keys());
        // Each further dialog takes the place of one more answer.
        for _ in 0..8 {
            match self.evaluate(&wait, self.options.deadline).await {
                Ok(Answer::Text(text)) => return self.open_late(&text),
                Ok(Answer::Null) => {}
                Err(error) if error.kind() == PageErrorKind::Dialog => {}
                Err(error) if error.kind() == PageErrorKind::Hung => {
                    return match self.page.recover().await.ok()? {
                        Recovery::Stopped => Some(self.take_up().await),
                        Recovery::Replaced => None,
                    };
                }
                _ => return None,
            }
        }
        None
    }

    /// Takes what the run left in the page when its answer did not come.
    async fn take_up(&mut self) -> Outcome {
        if let Some(length) = self.document.unfetched {
            return ended(unfetched(length, self.options));
        }
        let script = harness::take_up(&self.script.run, self.page.keys());
        match self.evaluate(&script, TAKE_UP).await {
            Ok(Answer::Text(text)) => {
                // It may have come to its end after all while no command waited for it.
                if let Some(outcome) = self.open_late(&text) {
                    return outcome;
                }
            }
            Err(error) if error.kind() == PageErrorKind::Hung => {
                if let Err(lost) = self.page.recover().await {
                    return ended(transport(&lost));
                }
            }
            Err(error) if error.kind() == PageErrorKind::Lost => return ended(transport(&error)),
            _ => {}
        }
        ended(match self.document.unfetched {
            Some(length) => unfetched(length, self.options),
            None => envelope::timeout(&[], self.toolbox, self.options),
        })
    }

    /// The engine refused the script: where does it break the grammar?
    async fn refused(&mut self, error: &PageError) -> ExecError {
        match self.page.check_syntax(self.script.text()).await {
            Ok(SyntaxCheck::Fault(fault)) => {
                if let Some((line, column)) = self.closing_brace(&fault).await {
                    let mut closed = envelope::closed();
                    let place = self.script.origins.of(CodePosition { line, column });
                    closed.line = Some(place.line);
                    closed.column = Some(place.column);
                    return closed;
                }
                let mut syntax = ExecError::new(ErrorKind::Syntax, fault.message);
                "SyntaxError".clone_into(&mut syntax.name);
                if let Some(message) = syntax.message.strip_prefix("SyntaxError: ") {
                    syntax.message = message.to_owned();
                }
                let line = (fault.line + 1).saturating_sub(self.script.first_line);
                let origin = |line, column| self.script.origins.of(CodePosition { line, column });
                if (1..=self.script.lines).contains(&line) {
                    let place = origin(line, fault.column);
                    syntax.line = Some(place.line);
                    syntax.column = Some(place.column);
                } else {
                    // The engine reports a position after the code when a bracket in it is left open.
                    syntax.line = Some(origin(self.script.lines, 1).line);
                    syntax.message.push_str(" (at the end of the code: is something left open?)");
                }
                syntax
            }
            checked if self.is_sound(&checked) => {
                let mut tampered = tampered();
                tampered.message.push_str(": ");
                tampered.message.push_str(error.message());
                tampered
            }
            Ok(_) => ExecError::new(ErrorKind::Syntax, error.message()),
            Err(other) => transport(&other),
        }
    }

    /// Returns whether the code keeps the grammar.
    ///
    /// If it does, the fault of a script that was refused is not the code's.
    #[cfg_attr(
        not(feature = "preflight"),
        expect(clippy::unused_self, reason = "only preflight parses code")
    )]
    fn is_sound(&self, checked: &Result<SyntaxCheck, PageError>) -> bool {
        match checked {
            Ok(SyntaxCheck::Valid) => true,
            // Where the engine cannot be asked, our own parser knows.
            #[cfg(feature = "preflight")]
            Ok(SyntaxCheck::Unknown) => crate::preflight::is_sound(self.script.code()),
            _ => false,
        }
    }

    /// Line and column of the brace with which the code closes the function that it is the body of.
    ///
    /// `None` if it does not.
    ///
    /// The message of the engine is then about the text after the code, or about the meaning of code outside of a
    /// function, and would mislead. The brace is one of the last up to the fault, because hardly anything may follow it
    /// there; only the engine distinguishes it from the braces of texts and comments.
    async fn closing_brace(&mut self, fault: &SyntaxFault) -> Option<(usize, usize)> {
        let code = self.script.code();
        let until =
            &code[..offset(code, (fault.line + 1).checked_sub(self.script.first_line)?, fault.column)];
        let mut found = None;
        for (brace, _) in until.rmatch_indices('}').take(BRACES) {
            let beginning = harness::closed_by(&code[..=brace]);
            if matches!(self.page.check_syntax(&beginning).await, Ok(SyntaxCheck::Valid)) {
                found = Some(brace);
            }
        }
        let before = &code[..found?];
        let line = before.rsplit('\n').next().unwrap_or_default();
        Some((before.matches('\n').count() + 1, line.encode_utf16().count() + 1))
    }

    /// Opens an envelope that was taken up: after its age in milliseconds.
    ///
    /// One that is older than our command is that of an earlier run of the same code; ours had not begun.
    fn open_late(&self, text: &str) -> Option<Outcome> {
        let (age, text) = text.split_once(' ')?;
        let age: f64 = age.parse().ok()?;
        if age > self.began.elapsed().as_secs_f64() * 1e3 {
            return None;
        }
        self.open(text)
    }

    fn open(&self, text: &str) -> Option<Outcome> {
        envelope::open(text, self.script, self.toolbox, self.options)
    }
}

/// Returns the end of the character at a line and a UTF-16 column of `code`, both from 1.
///
/// The end of the code if there is no such character.
fn offset(code: &str, line: usize, column: usize) -> usize {
    let Some(line) = line.checked_sub(1) else { return 0 };
    let start = code.split_inclusive('\n').take(line).map(str::len).sum();
    if code.bytes().filter(|&b| b == b'\n').count() < line {
        return code.len();
    }
    let mut units = 1;
    let beyond = code[start..].char_indices().find(|(_, character)| {
        let here = units;
        units += character.len_utf16();
        here > column
    });
    beyond.map_or(code.len(), |(index, _)| start + index)
}

fn ended(error: ExecError) -> Outcome {
    Outcome::new(Err(error))
}

/// The error of a page that is gone while the session goes on.
fn replaced(why: &str) -> ExecError {
    let message = format!("{why}; the session goes on in a new, empty page of the same browser");
    ExecError::new(ErrorKind::PageCrashed, message)
}

/// A URL as a message shows it.
fn shown(url: &str) -> String {
    const MOST: usize = 300;
    let mut cut: String = url.chars().filter(|character| !character.is_control()).take(MOST).collect();
    if cut.len() < url.len() {
        cut.push('\u{2026}');
    }
    cut
}

fn tampered() -> ExecError {
    ExecError::new(
        ErrorKind::Tampered,
        "the answer is not the harness's: the page, or the code, replaces parts of the language that it needs",
    )
}

fn transport(error: &PageError) -> ExecError {
    let kind = match error.kind() {
        PageErrorKind::Timeout | PageErrorKind::Loading | PageErrorKind::Hung => ErrorKind::Timeout,
        PageErrorKind::Navigated => ErrorKind::Navigated,
        PageErrorKind::Dialog => ErrorKind::Dialog,
        PageErrorKind::TooLarge => ErrorKind::ResultTooLarge,
        PageErrorKind::Crashed => ErrorKind::PageCrashed,
        PageErrorKind::Closed => ErrorKind::PageClosed,
        PageErrorKind::Lost => ErrorKind::BrowserLost,
        PageErrorKind::Script => ErrorKind::Tampered,
        _ => ErrorKind::Transport,
    };
    ExecError::new(kind, error.message())
}

#[cfg(test)]
mod tests {
    use super::offset;

    #[test]
    fn a_place_has_its_end_in_the_code() {
        let code = "a}\n\u{20ac}\u{1f600}}\n";
        for (line, column, want) in [
            (0, 1, 0),
            (1, 1, 1),
            (1, 2, 2),
            (2, 1, 6),
            (2, 2, 10),
            (2, 4, 11),
            (3, 1, 12),
            (4, 1, 12),
            (9, 9, 12),
        ] {
            assert_eq!(offset(code, line, column), want, "{line}:{column}");
        }
    }
}
