//! Calls of the program's own tools, from the decision to the handler's answer.

use std::time::{Duration, Instant};

use futures_util::future::abortable;
use serde_json::{Value, json};

use super::calls::large;
use super::dispatcher::{Dispatcher, OpenState};
use super::message::VALUE;
use crate::outcome::{CallOutcome, SourceKind};
use crate::page::escape_name;
use crate::tools::host::{ToolContext, ToolError, ToolResult};

impl Dispatcher<'_, '_> {
    /// Starts the handler of a call that was decided on.
    pub(super) fn handle(&mut self, id: u32) {
        let Some(call) = self.calls.open.get_mut(&id) else { return };
        let Some(tool) = self.toolbox.host_tools().get(&call.tool) else { return };
        let now = Instant::now();
        let left = self.clock.remaining();
        let within = tool.deadline.unwrap_or(self.options.tool_deadline);
        let until = now + within.min(DISTANT);
        let (args, context) =
            (Value::clone(&call.args), ToolContext::new(until.min(now + left.min(DISTANT))));
        let (handled, abort) = abortable(async move { tool.call(&args, context).await });
        call.state = OpenState::Handled;
        call.handling = Some((until, abort));
        self.calls.handling.push(Box::pin(async move { (id, handled.await) }));
    }

    /// Returns the time after which a handler is given up.
    pub(super) fn handled_within(&self) -> Option<Duration> {
        let until = self.calls.open.values().filter_map(|call| Some(call.handling.as_ref()?.0)).min()?;
        Some(until.saturating_duration_since(Instant::now()))
    }

    /// Ends the calls whose handlers took too long.
    pub(super) fn give_up(&mut self) {
        let now = Instant::now();
        let is_late = |until: Instant| until <= now;
        let late: Vec<u32> = self
            .calls
            .open
            .iter()
            .filter(|(_, call)| call.handling.as_ref().is_some_and(|(until, _)| is_late(*until)))
            .map(|(id, _)| *id)
            .collect();
        for id in late {
            let Some((call, (_, abort))) = self
                .calls
                .open
                .get_mut(&id)
                .and_then(|call| call.handling.take().map(|handling| (call, handling)))
            else {
                continue;
            };
            abort.abort();
            let message = format!(
                "{} did not answer within {} ms; its limit is the tool's deadline, or `tool_deadline` of the options",
                escape_name(&call.tool),
                call.began.elapsed().as_millis()
            );
            self.handled(id, Err(ToolError::new(message).with_name("TimeoutError")));
        }
    }

    /// Takes the answer of a handler.
    pub(super) fn handled(&mut self, id: u32, result: ToolResult) {
        let Some(call) = self.calls.open.get(&id) else { return };
        let (tool, entry) = (call.tool.clone(), call.entry);
        let (outcome, text) = match result {
            Ok(value) => {
                let text = value.to_string();
                if text.len() > VALUE {
                    large(id, &tool, "")
                } else {
                    let warnings = self.result_warnings(SourceKind::Host, &tool, &value, "");
                    if let Some(entry) = entry.and_then(|entry| self.journal.calls.get_mut(entry)) {
                        entry.warnings.extend(warnings);
                    }
                    (CallOutcome::Returned, format!("[{id},\"value\",{text}]"))
                }
            }
            Err(ToolError { name, message, errors }) => {
                let text = json!({ "name": name, "message": message, "errors": errors }).to_string();
                if text.len() > VALUE {
                    large(id, &tool, "")
                } else {
                    (CallOutcome::Threw { name, message }, format!("[{id},\"error\",{text}]"))
                }
            }
        };
        self.answer(id, outcome, text);
    }
}

/// Time that no call takes; a longer one could not be added to a point in time.
const DISTANT: Duration = Duration::from_hours(24 * 365);
