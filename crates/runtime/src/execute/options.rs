//! Options of a run.

use std::time::Duration;

/// Check of code before it is sent to the page, with the feature `preflight`; without the feature there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Preflight {
    /// Syntax errors and calls of tools that cannot work end the run before the page is touched, and TypeScript's
    /// types are taken out.
    ///
    /// Code that is longer or nests deeper than `webagents_script::limits` say goes to the page as it is, and the
    /// engine judges it. Where the policy guards a tool it is refused, because it may call that tool on the page itself.
    #[default]
    Check,
    /// The code goes to the page as it is.
    Off,
}

/// Limits of a run, and whether its code is looked at first.
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
    /// Time that a call of one tool that the page registers through WebMCP may take; then it is cancelled, and the code
    /// gets an error that it can catch. Where the run's deadline is nearer, the call ends with the run. Default: 20 seconds.
    pub tool_deadline: Duration,
    /// Check of the code before it is sent to the page.
    ///
    /// Default: [`Preflight::Check`], which does nothing without the feature `preflight`.
    pub preflight: Preflight,
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
            tool_deadline: Duration::from_secs(20),
            preflight: Preflight::default(),
        }
    }
}

impl ExecuteOptions {
    /// The default limits with this deadline.
    pub fn within(deadline: Duration) -> Self {
        Self { deadline, ..Self::default() }
    }
}
