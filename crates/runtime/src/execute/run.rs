//! A run in a page: its script, the answers of the page, and the outcome where an answer does not come.

use std::time::{Duration, Instant};

use tracing::debug;

use super::cancellation::Cancellation;
use super::envelope;
use super::events::RunEvents;
use super::failure::{self, replaced, tampered, transport};
use super::parts::{self, Part, unfetched};
use super::script::{self, Script};
use crate::guard::Guards;
use crate::harness::javascript::ABSENT;
use crate::harness::stack::CodePosition;
use crate::options::ExecuteOptions;
use crate::outcome::{ErrorKind, ExecError, Outcome};
use crate::page::{Answer, Page, PageError, PageErrorKind, Recovery, SyntaxCheck, SyntaxFault};
use crate::tools::toolbox::Toolbox;
use crate::webmcp::{WebMcpOptions, list_webmcp};

/// Time for the scripts that collect the state of a failed run.
const TAKE_UP: Duration = Duration::from_secs(2);
/// Number of dialogs in place of an answer after which a page counts as not answering.
const DIALOGS: usize = 32;

/// Number of braces that are tried to find the one that closes the function.
///
/// They are tried when the engine refuses a script.
const BRACES: usize = 8;

/// A run of one script in a page.
pub(super) struct Run<'a, 'c> {
    pub(super) page: &'a mut dyn Page,
    pub(super) script: &'a Script,
    pub(super) toolbox: &'a Toolbox,
    pub(super) options: &'a ExecuteOptions,
    pub(super) began: Instant,
    pub(super) guards: &'a Guards,
    pub(super) cancellation: Cancellation<'c>,
    pub(super) notes: RunEvents,
    pub(super) document: DocumentState,
}

/// State of the document that runs the code, as far as its answers show it.
#[derive(Default)]
pub(super) struct DocumentState {
    /// The length of an answer that has begun to arrive, and of which a part is missing.
    pub(super) unfetched: Option<usize>,
    /// The form whose submission moved the page on.
    pub(super) form: Option<String>,
    /// Reason why the guards ended the run: a tool that the page has registered meanwhile.
    pub(super) denied: Option<String>,
}

impl Run<'_, '_> {
    /// Takes the events of the page since the last call.
    pub(super) fn hear(&mut self, run: &str) {
        let heard = self.page.drain_events();
        if !heard.is_empty() {
            self.notes.add(heard, self.page.keys(), run);
        }
    }

    /// Gets the answer of the run; the guards judge tools that the page registers meanwhile.
    pub(super) async fn ask(&mut self, script: &str, deadline: Duration) -> Result<Answer, PageError> {
        let end = Instant::now() + deadline;
        let mut answer = self.ask_once(script, deadline).await?;
        while matches!(&answer, Answer::Text(text) if envelope::has_other_tools(text, &self.script.run)) {
            let run = &self.script.run;
            let next = match Box::pin(self.judge_tools()).await? {
                Ok(version) => script::wait_for(run, Some(&version), self.page.keys()),
                Err(message) => {
                    self.document.denied = Some(message);
                    script::take_up(run, self.page.keys())
                }
            };
            let left = end.saturating_duration_since(Instant::now()).max(TAKE_UP);
            answer = self.ask_once(&next, left).await?;
        }
        Ok(answer)
    }

    /// Lists the page's registered tools; returns their version or the reason of a refusal.
    async fn judge_tools(&mut self) -> Result<Result<String, String>, PageError> {
        let options = WebMcpOptions::default().with_deadline(TAKE_UP);
        let listed = self.cancellation.or(Box::pin(list_webmcp(self.page, &options))).await??;
        let version = listed.version.clone();
        let judged = self.guards.check_page_code(&self.toolbox.clone().with_webmcp(listed));
        Ok(judged.map(|()| version).map_err(|message| {
            format!("the page registered other tools while the code ran, which was ended: {message}")
        }))
    }

    /// Evaluates a script, and takes from the harness's answer the token by which it is known.
    async fn ask_once(&mut self, script: &str, deadline: Duration) -> Result<Answer, PageError> {
        let end = Instant::now() + deadline;
        let answer = self.cancellation.or(self.page.evaluate(script, deadline)).await??;
        let Answer::Text(text) = &answer else { return Ok(answer) };
        if let Some(opened) = self.page.keys().open(text) {
            return match Part::read(opened) {
                // Long answers are rare, and would make every run's future large.
                Some(part) => {
                    let parts = parts::fetch(self.page, part, end, &mut self.document.unfetched);
                    self.cancellation.or(Box::pin(parts)).await?
                }
                None => Ok(Answer::Text(opened.to_owned())),
            };
        }
        // Without a harness the answer is the marker of our own script.
        Ok(if text == ABSENT { answer } else { Answer::Other })
    }

    pub(super) async fn answered(&mut self, answer: Answer) -> Outcome {
        match answer {
            Answer::Text(text) => self.open(&text).unwrap_or_else(|| ended(tampered())),
            Answer::Null => self.dialog().await,
            Answer::Other => ended(tampered()),
        }
    }

    pub(super) async fn failed(&mut self, error: PageError) -> Outcome {
        debug!(kind = ?error.kind(), "page error");
        // A page that takes its place has no events of this run.
        self.hear(&self.script.run);
        match error.kind() {
            PageErrorKind::Script => ended(self.refused(&error).await),
            PageErrorKind::Timeout => self.take_up().await,
            PageErrorKind::Navigated => self.navigated(&error).await,
            PageErrorKind::Crashed => ended(failure::crashed(self.page, &error).await),
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
        ended(failure::navigated(error, url.as_deref(), self.notes.running()))
    }

    /// The form of the page whose call was being waited for.
    ///
    /// Without a channel nothing is known of the calls: then it is the one form that the code names.
    fn form(&self) -> Option<String> {
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
            match self.page.evaluate(script::PROBE, TAKE_UP).await {
                Ok(Answer::Null) => {}
                Ok(Answer::Other) => return true,
                Err(error) if error.kind() == PageErrorKind::Dialog => {}
                Ok(Answer::Text(_)) | Err(_) => return false,
            }
        }
        true
    }

    async fn script_for_rest(&mut self) -> Option<Outcome> {
        let wait = script::wait_for(&self.script.run, None, self.page.keys());
        // Each further dialog takes the place of one more answer.
        for _ in 0..8 {
            match self.ask(&wait, self.options.deadline).await {
                Ok(Answer::Text(text)) => return self.open(&text),
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

    /// Collects the state of the run in the page after its answer did not come.
    async fn take_up(&mut self) -> Outcome {
        if let Some(length) = self.document.unfetched {
            return ended(unfetched(length, self.options));
        }
        let script = script::take_up(&self.script.run, self.page.keys());
        match self.ask(&script, TAKE_UP).await {
            Ok(Answer::Text(text)) => {
                // It may have come to its end after all while no command waited for it.
                if let Some(outcome) = self.open(&text) {
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
            // If the engine cannot check it, our own parser does.
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
            let beginning = script::closed_by(&code[..=brace]);
            if matches!(self.page.check_syntax(&beginning).await, Ok(SyntaxCheck::Valid)) {
                found = Some(brace);
            }
        }
        let before = &code[..found?];
        let line = before.rsplit('\n').next().unwrap_or_default();
        Some((before.matches('\n').count() + 1, line.encode_utf16().count() + 1))
    }

    /// Opens an envelope; one that was taken up comes after its age in milliseconds.
    ///
    /// An envelope that is older than our command belongs to an earlier run of the same code; ours had not begun.
    fn open(&self, text: &str) -> Option<Outcome> {
        let (age, text) = envelope::split_age(text);
        if age > self.began.elapsed().as_secs_f64() * 1e3 {
            return None;
        }
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

pub(super) fn ended(error: ExecError) -> Outcome {
    Outcome::new(Err(error))
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
