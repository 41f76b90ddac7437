//! How many calls code may make, in one run and in a minute.
//!
//! The decision: the budget of a run is counted in the page, because it must stop a loop at once; a rate is counted
//! here, call by call and before it is made, because a page that goes away takes its journal with it.

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use crate::policy::matches;

/// The time over which a rate is counted.
const WINDOW: Duration = Duration::from_mins(1);

/// How many calls of tools code may make.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Budget {
    /// Calls in one run, whatever becomes of them; further ones throw `ToolBudget`. Default: 1,000.
    pub calls: u32,
    /// Rates, by name, over all runs behind the same guards. The first that matches counts. Each call of such a tool
    /// costs a command more. Default: none.
    pub rates: Vec<Rate>,
}

impl Default for Budget {
    fn default() -> Self {
        Self { calls: 1_000, rates: Vec::new() }
    }
}

/// How often a tool may be called.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Rate {
    /// A tool's name, in which `*` stands for any characters. Each tool that it matches is counted for itself.
    pub tools: String,
    /// Calls in any 60 seconds; further ones throw `ToolBudget`.
    pub per_minute: u32,
}

impl Rate {
    /// At most `per_minute` calls in any 60 seconds of each tool that `pattern` matches.
    pub fn new(pattern: impl Into<String>, per_minute: u32) -> Self {
        Self { tools: pattern.into(), per_minute }
    }
}

impl Budget {
    pub(crate) fn rate(&self, tool: &str) -> Option<&Rate> {
        self.rates.iter().find(|rate| matches(&rate.tools, tool))
    }
}

/// The calls of rated tools in the last minute.
#[derive(Debug, Default)]
pub(crate) struct Ledger(BTreeMap<String, VecDeque<Instant>>);

impl Ledger {
    /// How long until one more call is within the rate; zero when it is now.
    pub(crate) fn wait(&mut self, tool: &str, rate: &Rate, now: Instant) -> Duration {
        let Some(calls) = self.0.get_mut(tool) else {
            return if rate.per_minute == 0 { WINDOW } else { Duration::ZERO };
        };
        while calls.front().is_some_and(|&at| now.saturating_duration_since(at) >= WINDOW) {
            calls.pop_front();
        }
        let most = usize::try_from(rate.per_minute).unwrap_or(usize::MAX);
        let Some(over) = (calls.len() + 1).checked_sub(most).filter(|&over| over > 0) else {
            return Duration::ZERO;
        };
        let leaves = calls.get(over - 1).map_or(WINDOW, |&at| (at + WINDOW).saturating_duration_since(now));
        leaves.max(Duration::from_millis(1))
    }

    pub(crate) fn write(&mut self, tool: &str, now: Instant) {
        self.0.entry(tool.to_owned()).or_default().push_back(now);
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_holds_over_any_minute() {
        let (mut ledger, rate, start) = (Ledger::default(), Rate::new("b*", 2), Instant::now());
        let at = |seconds: u64| start + Duration::from_secs(seconds);
        for second in [0, 30] {
            assert_eq!(ledger.wait("buy", &rate, at(second)), Duration::ZERO);
            ledger.write("buy", at(second));
        }
        assert_eq!(ledger.wait("buy", &rate, at(40)), Duration::from_secs(20));
        assert_eq!(ledger.wait("bid", &rate, at(40)), Duration::ZERO);
        assert_eq!(ledger.wait("buy", &rate, at(60)), Duration::ZERO);
        ledger.write("buy", at(60));
        assert_eq!(ledger.wait("buy", &rate, at(61)), Duration::from_secs(29));
        assert_eq!(ledger.wait("new", &Rate::new("*", 0), start), WINDOW);
        assert_eq!(Budget::default().rate("buy"), None);
    }
}
