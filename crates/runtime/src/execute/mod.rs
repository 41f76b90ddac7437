//! Runs code on a page: this module connects the harness, the transport and the outcome.
//!
//! The decision: a run without problems is **one** command to the page. The first one in a document includes the
//! tools' contracts if it is known to be the first. If something was missing all the same, a second command supplies
//! it: the contracts, or the harness as well. Deadlines, console and journal come with the answer; only if the answer
//! is lost, a second script collects the state that the first left.

mod cancellation;
pub(crate) mod envelope;
mod events;
mod explain;
pub(crate) mod failure;
pub(crate) mod parts;
mod run;
pub(crate) mod script;

use std::borrow::Cow;
use std::fmt::Write as _;
use std::pin::Pin;
use std::time::Instant;

use serde_json::Value;
use tracing::{Instrument as _, debug, debug_span};

pub(crate) use self::cancellation::Cancellation;
use self::events::RunEvents;
use self::failure::tampered;
use self::run::{DocumentState, Run, ended};
use crate::guard::Guards;
use crate::harness::javascript::ABSENT;
use crate::options::ExecuteOptions;
#[cfg(feature = "preflight")]
use crate::options::Realm;
use crate::outcome::{Call, ErrorKind, ExecError, Outcome};
use crate::page::{Answer, Page, PageError, Preload};
use crate::tools::toolbox::Toolbox;

/// Runs JavaScript in `page`; its object `global` has the tools of `toolbox` as methods.
///
/// `code` is the body of an async function. It runs in the page's own realm, whatever [`ExecuteOptions::realm`] is:
/// [`execute_isolated`](crate::isolated::execute_isolated) runs code in a process of its own.
///
/// With the feature `preflight` and unless [`ExecuteOptions::preflight`] is off, the code may be TypeScript whose types
/// can be taken away, and code that cannot work does not reach the page: [`ErrorKind::Syntax`] and
/// [`ErrorKind::Tools`].
///
/// It never fails: errors are in the outcome. It ends a few seconds after the deadline at the latest. On a page of
/// another origin than the toolbox's, if it has one, nothing runs. When a run has ended, however it did, functions
/// that it left in the page can call no more tools.
///
/// In the code, `global` holds the declared tools and nothing else, and cannot be changed; `globalThis` is the page's
/// window. `console` is captured; output of the site's own functions is not. `alert`, `confirm` and `prompt` answer
/// at once, as if dismissed, and leave a warning on the console.
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
    let ran = traced(page, toolbox, code, options, guards, cancelled, false).await;
    ran.unwrap_or_else(|| ended(tampered()))
}

/// Runs JavaScript as [`execute_until`] does, if the list of registered tools is current.
///
/// Returns `None`, and nothing has run, if the page registers other tools by now: list them again
/// ([`list_webmcp`](crate::webmcp::list_webmcp)). This costs no further command.
pub async fn execute_current(
    page: &mut dyn Page,
    toolbox: &Toolbox,
    code: &str,
    options: &ExecuteOptions,
    guards: &Guards,
    cancelled: Pin<&mut (dyn Future<Output = ()> + Send)>,
) -> Option<Outcome> {
    traced(page, toolbox, code, options, guards, cancelled, true).await
}

async fn traced(
    page: &mut dyn Page,
    toolbox: &Toolbox,
    code: &str,
    options: &ExecuteOptions,
    guards: &Guards,
    cancelled: Pin<&mut (dyn Future<Output = ()> + Send)>,
    is_current: bool,
) -> Option<Outcome> {
    let cancellation = Cancellation::new(cancelled);
    let span = debug_span!("execute", origin = toolbox.origin(), tools = toolbox.tools().len());
    let ran = run(page, toolbox, code, options, guards, cancellation, is_current);
    let outcome = ran.instrument(span.clone()).await?;
    let error = outcome.error().map(|error| error.kind.as_str());
    span.in_scope(|| debug!(error, calls = outcome.calls.len(), duration = ?outcome.duration, "run ended"));
    Some(outcome)
}

/// Runs the code; `None` if `is_current` is set and the page registers other tools than listed.
async fn run(
    page: &mut dyn Page,
    toolbox: &Toolbox,
    code: &str,
    options: &ExecuteOptions,
    guards: &Guards,
    cancellation: Cancellation<'_>,
    is_current: bool,
) -> Option<Outcome> {
    let began = Instant::now();
    if let Err(message) = guards.check_page_code(toolbox) {
        let mut outcome = ended(ExecError::new(ErrorKind::Denied, ""));
        outcome.deny(&format!("{message}. Nothing was run."));
        return Some(Outcome { duration: began.elapsed(), ..outcome });
    }
    #[cfg(feature = "preflight")]
    let checked = match crate::preflight::check_run(code, toolbox, options, guards, Realm::Page, began) {
        Ok(code) => code,
        Err(outcome) => return Some(*outcome),
    };
    #[cfg(feature = "preflight")]
    let code = &*checked.code;
    let mut members = guards.members(toolbox);
    if let Some(webmcp) = toolbox.webmcp().filter(|_| is_current) {
        // JSON is JavaScript, whatever the text. Writing to a String cannot fail.
        let _ = write!(members, ",version:{}", Value::from(webmcp.version.as_str()));
    }
    #[cfg_attr(not(feature = "preflight"), expect(unused_mut))]
    let mut script = script::wrap(code, toolbox, options, &members, page.keys());
    #[cfg(feature = "preflight")]
    {
        script.origins.moves = checked.moves;
    }
    let mut run = Run {
        page,
        script: &script,
        toolbox,
        options,
        began,
        guards,
        cancellation,
        notes: RunEvents::default(),
        document: DocumentState::default(),
    };
    // Events between the runs are reported with this one, but it is not this run's doing.
    run.hear("");
    if script.calls {
        let take = run.page.keys().listener();
        run.page.listen(&take);
    }
    let text = if run.page.keys().take_lacking() {
        Cow::Owned(script.with_harness(run.page.keys()))
    } else {
        Cow::Borrowed(script.text())
    };
    let mut answer = run.ask(&text, options.deadline).await;
    if matches!(&answer, Ok(Answer::Text(text)) if text == ABSENT) {
        run.page.keys().renew();
        let renewed = script::wrap(code, toolbox, options, &members, run.page.keys());
        let text = renewed.with_harness(run.page.keys());
        answer = run.ask(&text, options.deadline).await;
    }
    if matches!(&answer, Ok(Answer::Text(text)) if is_current && envelope::is_stale(text, &script.run)) {
        return None;
    }
    let mut outcome = match answer {
        Ok(answer) => run.answered(answer).await,
        Err(error) => run.failed(error).await,
    };
    // A document that went away took its tools with it.
    outcome.tools_changed |=
        toolbox.webmcp().is_some() && (outcome.is_navigated() || outcome.failed_with(ErrorKind::Navigated));
    run.hear(&script.run);
    if let Some(message) = run.document.denied.take() {
        outcome.deny(&message);
        outcome.tools_changed = true;
    }
    let form = run.document.form.take();
    run.notes.complete(&mut outcome);
    if let Some(form) = form {
        Call::answer_by_navigation(&mut outcome.calls, &form);
    }
    if run.cancellation.has_come() && outcome.failed_with(ErrorKind::Timeout) {
        outcome.result = Err(envelope::cancelled(&outcome.calls, toolbox, began.elapsed()));
    }
    #[cfg(feature = "preflight")]
    {
        outcome.warnings.splice(0..0, checked.warnings);
    }
    outcome.duration = began.elapsed();
    toolbox.tell_sources(&mut outcome.calls);
    run.guards.close(toolbox, &mut outcome);
    outcome.mark_denied();
    Some(outcome)
}

/// Installs the runtime's script to run before the page's own in every document that `page` loads.
///
/// Does nothing if the page cannot do it.
///
/// Then a page cannot take part in the report of a run, whatever it does to the language. Elsewhere the harness is
/// installed by the first run in a document.
pub async fn prepare(page: &mut dyn Page) -> Result<Preload, PageError> {
    let script = page.keys().preload();
    let preload = page.preload(&script).await?;
    debug!(?preload, "harness prepared");
    if preload == Preload::Installed {
        page.keys().keep();
        // Before the page's scripts as well, if a channel can be handed over then.
        let take = page.keys().listener();
        page.listen(&take);
    }
    Ok(preload)
}
