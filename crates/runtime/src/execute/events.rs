//! Events of a run by the channel out of its document, and the dialogs meanwhile.
//!
//! The decision: the journal's home is the envelope. These events replace it if the document goes away before the
//! envelope is written. A note without the harness's token is the page's own, and is not read.

use serde::Deserialize as _;
use serde_json::Value;

use super::envelope::{self, CallEntry, Line};
use crate::harness::secrets::HarnessSecrets;
use crate::outcome::{Call, CallOutcome, ConsoleLine, Outcome};
use crate::page::{Dialog, PageEvent};

/// Events of one run.
#[derive(Debug, Default)]
pub(crate) struct RunEvents {
    console: Vec<ConsoleLine>,
    calls: Vec<Call>,
    dialogs: Vec<Dialog>,
}

impl RunEvents {
    /// Adds the events of a page since the last call, except events of other runs than `run`.
    pub(crate) fn add(&mut self, heard: Vec<PageEvent>, keys: &HarnessSecrets, run: &str) {
        for one in heard {
            match one {
                PageEvent::Note(text) => {
                    // A text that is not a note of the harness is ignored.
                    let _ = keys.open(&text).and_then(|text| self.note(text, run));
                }
                PageEvent::Dialog(mut dialog) => {
                    dialog.tool = dialog.tool.or_else(|| self.running().map(str::to_owned));
                    self.dialogs.push(dialog);
                }
            }
        }
    }

    /// The tool that was called last and has not answered.
    pub(crate) fn running(&self) -> Option<&str> {
        let pending = |call: &&Call| call.outcome == CallOutcome::Pending;
        self.calls.iter().rev().find(pending).map(|call| call.tool.as_str())
    }

    /// Returns whether no event of a call has come.
    pub(crate) fn is_silent(&self) -> bool {
        self.calls.is_empty()
    }

    fn note(&mut self, text: &str, run: &str) -> Option<()> {
        let Value::Array(parts) = serde_json::from_str(text).ok()? else { return None };
        let mut parts = parts.into_iter();
        let what = parts.next()?;
        if parts.next()? != run {
            return None;
        }
        match what.as_str()? {
            "line" => self.console.push(envelope::line(Line::deserialize(parts.next()?).ok()?)),
            "call" => {
                let index = usize::try_from(parts.next()?.as_u64()?).ok()?;
                if index == self.calls.len() {
                    self.calls.push(envelope::call(CallEntry::deserialize(parts.next()?).ok()?));
                }
            }
            "end" => {
                let call = self.calls.get_mut(usize::try_from(parts.next()?.as_u64()?).ok()?)?;
                call.duration_ms = parts.next()?.as_f64()?;
                call.outcome = CallOutcome::deserialize(parts.next()?).ok()?;
            }
            _ => return None,
        }
        Some(())
    }

    /// Gives the outcome its dialogs, and the known part of the journal if it has none of its own.
    pub(crate) fn complete(self, outcome: &mut Outcome) {
        outcome.dialogs = self.dialogs;
        if outcome.calls.is_empty() && outcome.console.is_empty() {
            outcome.console = self.console;
            outcome.calls = self.calls;
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::page::{DialogAnswer, DialogKind};

    #[test]
    fn only_the_harness_of_this_run_is_believed() {
        let keys = HarnessSecrets::default();
        let token = keys.preload();
        let token = token.rsplit('"').nth(1).expect("the token is the last text of the script");
        let call = |index: usize, tool: &str| {
            format!(
                "[\"call\",\"r\",{index},{{\"tool\":{},\"args\":[1],\"at\":1,\"ms\":0,\"outcome\":{{\"state\":\"pending\"}}}}]",
                json!(tool)
            )
        };
        let line = "[\"line\",\"r\",{\"level\":\"log\",\"at\":0.5,\"args\":[\"a\"]}]";
        let end = "[\"end\",\"r\",0,2.5,{\"state\":\"returned\"}]";
        let ours = |text: &str| PageEvent::Note(format!("{token}{text}"));
        let dialog = || PageEvent::Dialog(Dialog::new(DialogKind::Alert, "x", DialogAnswer::Dismissed));
        let mut notes = RunEvents::default();
        let heard = vec![
            dialog(),
            PageEvent::Note(line.to_owned()),
            ours(line),
            ours(&call(0, "find")),
            dialog(),
            ours(end),
            dialog(),
            ours(&call(1, "buy")),
            // These are ignored: a note out of turn, a note of another run, and a text of another form.
            ours(&call(7, "x")),
            ours("[\"line\",\"another\",{\"level\":\"log\",\"at\":0.5,\"args\":[\"a\"]}]"),
            ours("[\"end\",\"r\",9,2.5,{\"state\":\"returned\"}]"),
            ours("[\"call\",\"r\",-1,{}]"),
            ours("[]"),
            ours("{}"),
            ours(""),
        ];
        notes.add(heard, &keys, "r");
        assert_eq!(notes.running(), Some("buy"));
        let mut outcome = Outcome::new(Ok(Value::Null));
        notes.complete(&mut outcome);
        let tools: Vec<_> = outcome.dialogs.iter().map(|dialog| dialog.tool.as_deref()).collect();
        assert_eq!(tools, [None, Some("find"), None]);
        assert_eq!(outcome.console.len(), 1);
        let calls: Vec<_> = outcome.calls.iter().map(|call| (call.tool.as_str(), &call.outcome)).collect();
        assert_eq!(calls, [("find", &CallOutcome::Returned), ("buy", &CallOutcome::Pending)]);
    }
}
