//! Limits on the number of calls, in one run and in a minute.
//!
//! The decision: a rate is counted call by call and before the call is made, because what decides on it may take minutes
//! while other calls come.

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use super::policy::matches_pattern;

/// The time over which a rate is counted.
const WINDOW: Duration = Duration::from_mins(1);

/// Limits on the number of tool calls in one run and per minute.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Budget {
    /// Maximum number of tool calls in one run; further ones throw `ToolBudget`. Default: 1,000.
    pub calls: u32,
    /// Limits on calls of tools per minute, by tool name, counted over all runs with the same `Guards`.
    ///
    /// The first that matches counts. Each call of such a tool costs a command more. Default: none.
    pub rates: Vec<Rate>,
}

impl Default for Budget {
    fn default() -> Self {
        Self { calls: 1_000, rates: Vec::new() }
    }
}

crate::option_setters!(Budget { with_calls(calls: u32), with_rates(rates: impl Into<Vec<Rate>>) });

/// Limit on the number of calls per minute of each tool whose name matches a pattern.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Rate {
    /// Pattern of tool names, in which `*` matches any characters; each tool is counted separately.
    pub tools: String,
    /// Maximum number of calls of one tool in any 60 seconds; further ones throw `ToolBudget`.
    pub per_minute: u32,
}

impl Rate {
    /// Creates a limit of `per_minute` calls in any 60 seconds for each tool that `pattern` matches.
    pub fn new(pattern: impl Into<String>, per_minute: u32) -> Self {
        Self { tools: pattern.into(), per_minute }
    }
}

impl Budget {
    pub(crate) fn rate(&self, tool: &str) -> Option<&Rate> {
        self.rates.iter().find(|rate| matches_pattern(&rate.tools, tool))
    }
}

/// The calls of rated tools in the last minute, and the calls that wait for the user's answer.
#[derive(Debug, Default)]
pub(crate) struct Ledger(BTreeMap<String, Calls>);

/// The calls of one tool.
#[derive(Debug, Default)]
struct Calls {
    made: VecDeque<Instant>,
    /// Calls that hold a place until it is decided whether they are made.
    ///
    /// They have no time, because the minute of a call begins when it is made.
    open: usize,
}

impl Ledger {
    /// Takes a place for one more call; [`made`](Self::made) or [`back`](Self::back) must follow.
    ///
    /// To look and to take is one step, because what decides on a call may take minutes, and other calls come
    /// meanwhile.
    ///
    /// # Errors
    ///
    /// The time until one more call may be within the rate, never zero.
    pub(crate) fn take(&mut self, tool: &str, rate: &Rate, now: Instant) -> Result<(), Duration> {
        let most = usize::try_from(rate.per_minute).unwrap_or(usize::MAX);
        if most == 0 {
            return Err(WINDOW);
        }
        let calls = self.0.entry(tool.to_owned()).or_default();
        while calls.made.front().is_some_and(|&at| now.saturating_duration_since(at) >= WINDOW) {
            calls.made.pop_front();
        }
        let Some(over) = (calls.made.len() + calls.open + 1).checked_sub(most).filter(|&over| over > 0)
        else {
            calls.open += 1;
            return Ok(());
        };
        // An open call may be made at any time, and its minute has not begun.
        let leaves =
            calls.made.get(over - 1).map_or(WINDOW, |&at| (at + WINDOW).saturating_duration_since(now));
        Err(leaves.max(Duration::from_millis(1)))
    }

    /// A call that has a place is made.
    pub(crate) fn made(&mut self, tool: &str, now: Instant) {
        if let Some(calls) = self.0.get_mut(tool) {
            calls.open = calls.open.saturating_sub(1);
            calls.made.push_back(now);
        }
    }

    /// A call that has a place is not made.
    pub(crate) fn back(&mut self, tool: &str) {
        if let Some(calls) = self.0.get_mut(tool) {
            calls.open = calls.open.saturating_sub(1);
        }
    }

    /// Forgets the calls that were made.
    pub(crate) fn clear(&mut self) {
        self.0.retain(|_, calls| {
            calls.made.clear();
            calls.open > 0
        });
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
            assert_eq!(ledger.take("buy", &rate, at(second)), Ok(()));
            ledger.made("buy", at(second));
        }
        assert_eq!(ledger.take("buy", &rate, at(40)), Err(Duration::from_secs(20)));
        assert_eq!(ledger.take("bid", &rate, at(40)), Ok(()));
        assert_eq!(ledger.take("buy", &rate, at(60)), Ok(()));
        ledger.made("buy", at(60));
        assert_eq!(ledger.take("buy", &rate, at(61)), Err(Duration::from_secs(29)));
        assert_eq!(ledger.take("new", &Rate::new("*", 0), start), Err(WINDOW));
        assert_eq!(Budget::default().rate("buy"), None);
    }

    #[test]
    fn a_call_that_waits_for_a_decision_holds_its_place() {
        let (mut ledger, rate, start) = (Ledger::default(), Rate::new("*", 1), Instant::now());
        let at = |seconds: u64| start + Duration::from_secs(seconds);
        assert_eq!(ledger.take("buy", &rate, at(0)), Ok(()));
        // However long the decision takes.
        assert_eq!(ledger.take("buy", &rate, at(100)), Err(WINDOW));
        ledger.back("buy");
        assert_eq!(ledger.take("buy", &rate, at(101)), Ok(()));
        ledger.made("buy", at(110));
        assert_eq!(ledger.take("buy", &rate, at(165)), Err(Duration::from_secs(5)));
        ledger.clear();
        assert_eq!(ledger.take("buy", &rate, at(165)), Ok(()));
        ledger.clear();
        assert_eq!(ledger.take("buy", &rate, at(166)), Err(WINDOW), "an open call is not forgotten");
    }
}
