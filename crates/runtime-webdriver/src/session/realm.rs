//! Runs of code in the realm that its options name.

use std::pin::Pin;

use webagents_runtime::isolated::{IsolateError, IsolateErrorKind, execute_isolated};
use webagents_runtime::{
    ErrorKind, ExecuteOptions, Guards, Outcome, Realm, Toolbox, execute_current, execute_until,
};

use super::Session;

impl Session {
    /// Runs code with tools that were just listed.
    pub(super) async fn run_listed(
        &mut self,
        toolbox: &Toolbox,
        code: &str,
        options: &ExecuteOptions,
        guards: &Guards,
        cancelled: Pin<&mut (dyn Future<Output = ()> + Send)>,
    ) -> Outcome {
        // Only a run that compares the list with the page's gives none.
        let ran = self.run_in_realm(toolbox, code, options, guards, cancelled, false).await;
        ran.unwrap_or_else(|| {
            Outcome::without_process("the page registers other tools than those that were listed")
        })
    }

    /// Runs code; `None` if `is_current` is set and the page registers other tools than those of `toolbox`.
    pub(super) async fn run_in_realm(
        &mut self,
        toolbox: &Toolbox,
        code: &str,
        options: &ExecuteOptions,
        guards: &Guards,
        cancelled: Pin<&mut (dyn Future<Output = ()> + Send)>,
        is_current: bool,
    ) -> Option<Outcome> {
        match options.realm {
            Realm::Page if is_current => {
                execute_current(self, toolbox, code, options, guards, cancelled).await
            }
            Realm::Page => Some(execute_until(self, toolbox, code, options, guards, cancelled).await),
            _ => {
                let isolate = match &self.tools.isolates {
                    Some(isolates) => isolates.acquire().await,
                    None => Err(IsolateError::new(
                        IsolateErrorKind::Unavailable,
                        "the session has no source of isolated processes; call `Session::use_isolates` first, or run the \
                         code in the page with `Realm::Page`",
                    )),
                };
                match isolate {
                    Ok(isolate) => {
                        let (page, options) = (Some(self as &mut dyn webagents_runtime::Page), options);
                        execute_isolated(isolate, page, toolbox, code, options, guards, cancelled, is_current)
                            .await
                    }
                    Err(error) => Some(Outcome::without_process(error.message())),
                }
            }
        }
    }

    /// Denies a run in the page that ended before a tool was noticed that it may not reach.
    pub(super) fn check_after_run(&self, options: &ExecuteOptions, outcome: &mut Outcome) {
        if options.realm == Realm::Page
            && !outcome.failed_with(ErrorKind::Denied)
            && let Err(message) = self.tools.guards.check_page_code(&self.tools.toolbox)
        {
            outcome.deny(&format!("the page has registered other tools while the code ran: {message}"));
        }
    }
}
