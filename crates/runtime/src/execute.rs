//! Runs code on a page: the one place where the harness, the transport and the outcome meet.
//!
//! The decision: on the way that all goes well, a run is **one** command to the page, but for the first in a
//! document, which installs the harness. Deadlines, console and journal come with its answer; only when the
//! answer is lost, a second script takes up what the first left.

use std::time::{Duration, Instant};

use crate::Toolbox;
use crate::envelope;
use crate::harness::{self, Script};
use crate::outcome::{ErrorKind, ExecError, Outcome};
use crate::page::{Answer, Page, PageError, PageErrorKind, SyntaxCheck};

/// Time for the scripts that take up what a failed run left.
const TAKE_UP: Duration = Duration::from_secs(2);

/// Limits of a run.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ExecuteOptions {
    /// Time that the code may take. Default: 30 seconds.
    pub deadline: Duration,
    /// Bytes of JSON that the result may have. Default: 1 MiB.
    pub max_result_bytes: usize,
    /// Bytes of JSON of one argument on the console, and of one call's arguments. Default: 16 KiB.
    pub max_item_bytes: usize,
    /// Lines on the console that are kept. Default: 1,000.
    pub max_console_lines: usize,
    /// Characters on the console that are kept, as JSON. Default: 256 KiB.
    pub max_console_bytes: usize,
    /// Calls that the journal keeps. Default: 10,000.
    pub max_calls: usize,
    /// Characters of JSON of arguments that the journal keeps. Default: 1 MiB.
    pub max_call_bytes: usize,
}

impl Default for ExecuteOptions {
    fn default() -> Self {
        Self {
            deadline: Duration::from_secs(30),
            max_result_bytes: 1024 * 1024,
            max_item_bytes: 16 * 1024,
            max_console_lines: 1_000,
            max_console_bytes: 256 * 1024,
            max_calls: 10_000,
            max_call_bytes: 1024 * 1024,
        }
    }
}

impl ExecuteOptions {
    /// The default limits with this deadline.
    pub fn within(deadline: Duration) -> Self {
        Self { deadline, ..Self::default() }
    }
}

/// Runs `code`, the body of an async function, on `page`, with the tools of `toolbox` as `global`.
///
/// It never fails: what goes wrong is in the outcome. It ends a few seconds after the deadline at the latest.
/// When a run has ended, however it did, functions that it left behind in the page can call no more tools.
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
    let began = Instant::now();
    let script = harness::wrap(code, toolbox.names_json(), options);
    let mut run = Run { page, script: &script, toolbox, options, began };
    let mut answer = run.evaluate(script.text(), options.deadline).await;
    if matches!(&answer, Ok(Answer::Text(text)) if text == harness::ABSENT) {
        answer = run.evaluate(&script.with_harness(), options.deadline).await;
    }
    let mut outcome = match answer {
        Ok(answer) => run.answered(answer).await,
        Err(error) => run.failed(error).await,
    };
    outcome.duration = began.elapsed();
    outcome
}

struct Run<'a> {
    page: &'a mut dyn Page,
    script: &'a Script,
    toolbox: &'a Toolbox,
    options: &'a ExecuteOptions,
    began: Instant,
}

impl Run<'_> {
    async fn evaluate(&mut self, script: &str, deadline: Duration) -> Result<Answer, PageError> {
        self.page.evaluate(script, deadline).await
    }

    async fn answered(&mut self, answer: Answer) -> Outcome {
        match answer {
            Answer::Text(text) => self.open(&text).unwrap_or_else(|| ended(tampered())),
            Answer::Null => self.dialog().await,
            Answer::Other => ended(tampered()),
        }
    }

    async fn failed(&mut self, error: PageError) -> Outcome {
        match error.kind() {
            PageErrorKind::Script => ended(self.refused(&error).await),
            PageErrorKind::Timeout => self.take_up().await,
            PageErrorKind::Hung => match self.page.recover().await {
                Ok(()) => {
                    let mut outcome = self.take_up().await;
                    if let Some(error) =
                        outcome.error.as_mut().filter(|error| error.kind == ErrorKind::Timeout)
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

    /// A dialog took the place of the answer. The code goes on behind it, so its answer can still be had.
    async fn dialog(&mut self) -> Outcome {
        let rest = self.script_for_rest().await;
        let mut outcome = rest.unwrap_or_else(Outcome::empty);
        outcome.error = Some(ExecError::new(
            ErrorKind::Dialog,
            "the page opened a dialog (alert, confirm or prompt) while the code ran; it was dismissed",
        ));
        outcome
    }

    async fn script_for_rest(&mut self) -> Option<Outcome> {
        let wait = harness::wait_for(&self.script.run);
        // Each further dialog takes the place of one more answer.
        for _ in 0..8 {
            match self.evaluate(&wait, self.options.deadline).await {
                Ok(Answer::Text(text)) => return self.open_late(&text),
                Ok(Answer::Null) => {}
                Err(error) if error.kind() == PageErrorKind::Dialog => {}
                Err(error) if error.kind() == PageErrorKind::Hung => {
                    self.page.recover().await.ok()?;
                    return Some(self.take_up().await);
                }
                _ => return None,
            }
        }
        None
    }

    /// What the run left in the page when its answer did not come.
    async fn take_up(&mut self) -> Outcome {
        let script = harness::take_up(&self.script.run);
        match self.evaluate(&script, TAKE_UP).await {
            Ok(Answer::Text(text)) => {
                // It may have come to its end after all while nobody was listening.
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
        ended(envelope::timeout(&[], self.options))
    }

    /// The engine refused the script: where does it break the grammar?
    async fn refused(&mut self, error: &PageError) -> ExecError {
        match self.page.check_syntax(self.script.text()).await {
            Ok(SyntaxCheck::Fault(fault)) => {
                let mut syntax = ExecError::new(ErrorKind::Syntax, fault.message);
                "SyntaxError".clone_into(&mut syntax.name);
                if let Some(message) = syntax.message.strip_prefix("SyntaxError: ") {
                    syntax.message = message.to_owned();
                }
                let line = (fault.line + 1).saturating_sub(self.script.first_line);
                if (1..=self.script.lines).contains(&line) {
                    syntax.line = Some(line);
                    syntax.column = Some(fault.column);
                } else {
                    // The engine stumbles behind the code when a bracket in it is left open.
                    syntax.line = Some(self.script.lines);
                    syntax.message.push_str(" (at the end of the code: is something left open?)");
                }
                syntax
            }
            Ok(SyntaxCheck::Valid) => {
                let mut tampered = tampered();
                tampered.message.push_str(": ");
                tampered.message.push_str(error.message());
                tampered
            }
            Ok(SyntaxCheck::Unknown) => ExecError::new(ErrorKind::Syntax, error.message()),
            Err(other) => transport(&other),
        }
    }

    /// Opens an envelope that was taken up: behind its age in milliseconds. One that is older than our command is
    /// that of an earlier run of the same code; ours had not begun.
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

fn ended(error: ExecError) -> Outcome {
    Outcome { error: Some(error), ..Outcome::empty() }
}

fn tampered() -> ExecError {
    ExecError::new(
        ErrorKind::Tampered,
        "the answer is not the harness's: the page, or the code, replaces parts of the language that it needs",
    )
}

fn transport(error: &PageError) -> ExecError {
    let kind = match error.kind() {
        PageErrorKind::Timeout | PageErrorKind::Hung => ErrorKind::Timeout,
        PageErrorKind::Navigated => ErrorKind::Navigated,
        PageErrorKind::Dialog => ErrorKind::Dialog,
        PageErrorKind::TooLarge => ErrorKind::ResultTooLarge,
        PageErrorKind::Lost => ErrorKind::BrowserLost,
        PageErrorKind::Script => ErrorKind::Tampered,
        _ => ErrorKind::Transport,
    };
    ExecError::new(kind, error.message())
}
