//! Runs of code that has the tools of a program and no page.

use std::future::pending;
use std::pin::pin;
use std::sync::Arc;

use webagents_runtime::guard::Unmatched;
use webagents_runtime::guard::lock::Pin;
use webagents_runtime::isolated::{IsolateSource as _, execute_isolated};
use webagents_runtime::tools::HostTools;
use webagents_runtime::{ExecuteOptions, Outcome, Realm, Toolbox};

use crate::guards::HostGuards;
use crate::isolates::Isolates;
use crate::session::RecordedRun;

/// Runner of code that calls the program's tools, without a browser.
///
/// ```no_run
/// use serde_json::{Value, json};
/// use webagents_host::{ExecuteOptions, HostTools, Policy, ToolContext, ToolRunner};
///
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// // Before anything else in `main`: this process may be one that runs code.
/// webagents_host::serve_if_helper();
///
/// let declaration = json!({ "name": "count", "description": "Counts open orders." });
/// let count = |_: Value, _: ToolContext| async { Ok(json!(3)) };
/// let tools = HostTools::default().with_declaration("orders", &declaration, count)?;
/// let runner = ToolRunner::new(tools, Policy::default());
/// let run = runner.run("return 2 * await orders.count()", &ExecuteOptions::default()).await;
/// assert_eq!(run.outcome.value(), Some(&json!(6)));
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct ToolRunner {
    toolbox: Toolbox,
    guards: HostGuards,
    isolates: Arc<Isolates>,
}

impl ToolRunner {
    /// Creates a runner of code with these tools, under these guards.
    pub fn new(tools: HostTools, guards: impl Into<HostGuards>) -> Self {
        Self {
            toolbox: Toolbox::default().with_host_tools(tools),
            guards: guards.into(),
            isolates: Arc::default(),
        }
    }

    /// Sets the source of the processes in which the code runs, for example to set their program.
    #[must_use]
    pub fn with_isolates(self, isolates: Isolates) -> Self {
        Self { isolates: Arc::new(isolates), ..self }
    }

    /// Returns the tools, with their texts for a model.
    pub fn toolbox(&self) -> &Toolbox {
        &self.toolbox
    }

    /// Returns the rules of the policy that match no tool.
    pub fn unmatched(&self) -> Vec<Unmatched> {
        self.guards.find_unmatched(&self.toolbox)
    }

    /// Runs code, the body of an async function, within `options`, and records the run.
    pub async fn run(&self, code: &str, options: &ExecuteOptions) -> RecordedRun {
        self.run_until(code, options, pending()).await
    }

    /// Runs code as [`run`](Self::run) does, and ends it early when `cancelled` is ready.
    pub async fn run_until(
        &self,
        code: &str,
        options: &ExecuteOptions,
        cancelled: impl Future<Output = ()> + Send,
    ) -> RecordedRun {
        let outcome = self.outcome(code, options, cancelled).await;
        let recorded = self.guards.record("", &Pin::of_none(), code, &outcome);
        RecordedRun { outcome, recorded }
    }

    async fn outcome(
        &self,
        code: &str,
        options: &ExecuteOptions,
        cancelled: impl Future<Output = ()> + Send,
    ) -> Outcome {
        if options.realm == Realm::Page {
            return Outcome::without_process(
                "expected the isolated realm, found that of a page; there is no page here",
            );
        }
        let isolate = match self.isolates.acquire().await {
            Ok(isolate) => isolate,
            Err(error) => return Outcome::without_process(error.message()),
        };
        let (toolbox, guards) = (&self.toolbox, self.guards.guards());
        let ran =
            execute_isolated(isolate, None, toolbox, code, options, guards, pin!(cancelled), false).await;
        // Only a run that compares the list of a page's tools gives none.
        ran.unwrap_or_else(|| Outcome::without_process("the run had no outcome"))
    }
}
