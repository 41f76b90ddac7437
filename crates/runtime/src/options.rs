//! Options of a run.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Realm in which a run's code is executed: a process of its own, or the page.
///
/// A run never changes its realm by itself.
///
/// ```
/// use webagents_runtime::Realm;
/// assert_eq!("page".parse(), Ok(Realm::Page));
/// assert_eq!(Realm::Isolated.as_str(), "isolated");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Realm {
    /// Engine in a process of its own, which reaches pages only by tool calls that the host decides on.
    ///
    /// It has no DOM, network or storage, and the arguments and results of calls are copies. Policy, consent, budget
    /// and journal apply to any code.
    #[default]
    Isolated,
    /// The page's own realm, with its DOM and globals.
    ///
    /// Code there can call the page's functions without `global`, which no guard prevents. So nothing runs if the
    /// guards do not simply allow each tool ([`Guards::check_page_code`](crate::Guards::check_page_code)).
    Page,
}

impl Realm {
    /// All variants of [`Realm`], in the order of declaration.
    pub const ALL: [Self; 2] = [Self::Isolated, Self::Page];

    /// Returns the name of the realm, `isolated` or `page`, as options and output write it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Isolated => "isolated",
            Self::Page => "page",
        }
    }
}

impl fmt::Display for Realm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Realm {
    type Err = UnknownRealm;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|realm| realm.as_str() == name);
        found.ok_or_else(|| UnknownRealm { name: name.to_owned() })
    }
}

/// Error for a text that is not the name of a [`Realm`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownRealm {
    name: String,
}

impl fmt::Display for UnknownRealm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a realm, `isolated` or `page`, found {:?}", self.name)
    }
}

impl std::error::Error for UnknownRealm {}

/// Choice to check code for syntax errors, unknown tools and wrong arguments before any of it runs.
///
/// Without the feature `preflight` there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum PreflightMode {
    /// Syntax errors and calls of tools that cannot work end the run before anything runs.
    ///
    /// TypeScript's types are taken out.
    ///
    /// Code beyond `webagents_script::limits` runs as it is, and the engine judges it.
    #[default]
    Check,
    /// The code runs unchecked and unchanged.
    Off,
}

/// Limits on the console lines and tool calls that a run records.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct RecordLimits {
    /// Maximum JSON bytes recorded of a console argument or call's arguments; more is cut. Default: 16 KiB.
    ///
    /// A longer text is cut, and another value is replaced by `{"$type":"truncated","reason":"size"}`.
    pub item_bytes: usize,
    /// Maximum number of console lines recorded in a run; more are only counted. Default: 1,000.
    pub console_lines: usize,
    /// Maximum JSON length of a run's recorded console lines in UTF-16 code units; more are only counted.
    ///
    /// Default: 262,144.
    pub console_bytes: usize,
    /// Maximum number of tool calls recorded in a run; more are made, but only counted. Default: 10,000.
    pub calls: usize,
    /// Maximum JSON length of a run's recorded call arguments in UTF-16 code units; more are left out.
    ///
    /// Default: 1,048,576.
    pub call_bytes: usize,
}

impl Default for RecordLimits {
    fn default() -> Self {
        Self {
            item_bytes: 16 * 1024,
            console_lines: 1_000,
            console_bytes: 256 * 1024,
            calls: 10_000,
            call_bytes: 1024 * 1024,
        }
    }
}

crate::option_setters!(RecordLimits {
    with_item_bytes(item_bytes: usize),
    with_console_lines(console_lines: usize),
    with_console_bytes(console_bytes: usize),
    with_calls(calls: usize),
    with_call_bytes(call_bytes: usize),
});

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
    /// Limits on the console and the journal that a run records.
    pub records: RecordLimits,
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
    /// Realm in which the code is executed. Default: [`Realm::Isolated`].
    pub realm: Realm,
}

impl Default for ExecuteOptions {
    fn default() -> Self {
        Self {
            deadline: Duration::from_secs(30),
            max_result_bytes: 1024 * 1024,
            records: RecordLimits::default(),
            tool_deadline: Duration::from_secs(20),
            tool_wait: Duration::from_secs(2),
            preflight: PreflightMode::default(),
            realm: Realm::default(),
        }
    }
}

crate::option_setters!(ExecuteOptions {
    with_deadline(deadline: Duration),
    with_max_result_bytes(max_result_bytes: usize),
    with_records(records: RecordLimits),
    with_tool_deadline(tool_deadline: Duration),
    with_tool_wait(tool_wait: Duration),
    with_preflight(preflight: PreflightMode),
    with_realm(realm: Realm),
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn realms_are_read_by_name() {
        for realm in Realm::ALL {
            assert_eq!(realm.to_string().parse(), Ok(realm));
        }
        let error = "Page".parse::<Realm>().expect_err("names are in lower case");
        assert_eq!(error.to_string(), "expected a realm, `isolated` or `page`, found \"Page\"");
    }
}
