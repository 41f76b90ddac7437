//! Options of a run.

use std::time::Duration;

/// Choice to check code for syntax errors, unknown tools and wrong arguments before any of it runs.
///
/// Without the feature `preflight` there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum PreflightMode {
    /// Syntax errors and calls of tools that cannot work end the run before the page is touched.
    ///
    /// TypeScript's types are taken out.
    ///
    /// Code that is longer or nests deeper than `webagents_script::limits` say goes to the page as it is, and the
    /// engine judges it. Where the policy guards a tool it is refused, because it may call that tool on the page itself.
    #[default]
    Check,
    /// The code is sent to the page unchecked and unchanged.
    Off,
}

/// Options of a run of code: limits on its time, result and records, and checks before it starts.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ExecuteOptions {
    /// Time after which a run of code is ended with an error. Default: 30 seconds.
    ///
    /// Time for the user's decisions on tool calls does not count.
    pub deadline: Duration,
    /// Maximum length of a run's result as JSON, in bytes; a longer one is an error. Default: 1 MiB.
    pub max_result_bytes: usize,
    /// Maximum JSON bytes recorded of a console argument or call's arguments; more is cut. Default: 16 KiB.
    ///
    /// A longer text is cut, and another value is replaced by `{"$type":"truncated","reason":"size"}`.
    pub max_item_bytes: usize,
    /// Maximum number of console lines recorded in a run; more are only counted. Default: 1,000.
    pub max_console_lines: usize,
    /// Maximum JSON length of a run's recorded console lines in UTF-16 code units; more are only counted.
    ///
    /// Default: 262,144.
    pub max_console_bytes: usize,
    /// Maximum number of tool calls recorded in a run; more are made, but only counted. Default: 10,000.
    pub max_calls: usize,
    /// Maximum JSON length of a run's recorded call arguments in UTF-16 code units; more are left out.
    ///
    /// Default: 1,048,576.
    pub max_call_bytes: usize,
    /// Time after which a call of a tool registered through WebMCP is cancelled, and throws an error.
    ///
    /// The code can catch the error. If the run's deadline is nearer, the call ends with the run. Default: 20 seconds.
    pub tool_deadline: Duration,
    /// Maximum time to wait at a call for a declared function that the page lacks. Default: 2 seconds.
    ///
    /// A document is waited for once: the time counts from the first call that waits.
    pub tool_wait: Duration,
    /// Choice to check code for syntax errors and wrong tool calls before any of it runs.
    ///
    /// Default: [`PreflightMode::Check`], which does nothing without the feature `preflight`.
    pub preflight: PreflightMode,
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
            tool_wait: Duration::from_secs(2),
            preflight: PreflightMode::default(),
        }
    }
}

crate::option_setters!(ExecuteOptions {
    with_deadline(deadline: Duration),
    with_max_result_bytes(max_result_bytes: usize),
    with_max_item_bytes(max_item_bytes: usize),
    with_max_console_lines(max_console_lines: usize),
    with_max_console_bytes(max_console_bytes: usize),
    with_max_calls(max_calls: usize),
    with_max_call_bytes(max_call_bytes: usize),
    with_tool_deadline(tool_deadline: Duration),
    with_tool_wait(tool_wait: Duration),
    with_preflight(preflight: PreflightMode),
});
