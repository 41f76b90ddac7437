//! Calls of an isolated run, from the process to their answers.

use std::sync::Arc;
use std::time::Instant;

use futures_util::stream::FuturesUnordered;
use serde_json::{Value, json};

use super::dispatcher::{Deciding, Dispatcher, OpenCall, OpenState};
use super::message::{CallMessage, SPACE, foreign_parts};
use super::page::{CallResult, CallState};
use crate::guard::Refusal;
use crate::guard::asks::Ask;
use crate::outcome::{CallOutcome, CallSource, Decision, SourceKind, millis};
use crate::page::escape_name;

/// Calls that may be open at once.
const OPEN: usize = 256;
/// Bytes of the arguments of all open calls as JSON.
const OPEN_BYTES: usize = 48 * 1024 * 1024;
/// Warnings about parts of one result that are not data.
const FOREIGN: usize = 5;

impl<'a> Dispatcher<'a, '_> {
    /// Takes a call: writes it into the journal, checks it, and lets the guards decide.
    pub(super) fn call(
        &mut self,
        CallMessage(id, space, tool, args): CallMessage,
        deciding: &mut FuturesUnordered<Deciding<'a>>,
    ) -> Result<(), String> {
        if id <= self.calls.last_id {
            return Err(format!("the identifier {id} of a call is not a new one"));
        }
        self.calls.last_id = id;
        let args = Arc::new(Value::Array(args));
        let bytes = args.to_string().len();
        let (tool, source) = if space == SPACE {
            (tool, CallSource::default())
        } else {
            (format!("{space}.{tool}"), CallSource::host())
        };
        let kind = source.kind;
        let entry = self.journal.call(&tool, source, (&args, bytes), self.clock.began, self.options);
        let call = OpenCall {
            tool,
            kind,
            args,
            bytes,
            entry,
            state: OpenState::Undecided,
            permitted: "",
            began: Instant::now(),
            handling: None,
        };
        let refusal = self.refusal(&call);
        self.calls.open.insert(id, call);
        match refusal {
            Some(refusal) => self.decided(id, Err(Box::new(refusal))),
            None => self.decide(id, "", deciding),
        }
        Ok(())
    }

    /// Returns the reason why a call is refused whatever the guards' rules are.
    pub(super) fn refusal(&mut self, call: &OpenCall) -> Option<Refusal> {
        let tool = escape_name(&call.tool);
        self.calls.made += 1;
        let budget = self.guards.options().budget.calls;
        if self.calls.made > budget {
            return Some(Refusal::budget(format!(
                "{tool} was not called: the run has called {budget} times, which is its budget (rule `budget`). Divide \
                 the work among several runs; a program that sets the budget of its guards may raise it"
            )));
        }
        if self.calls.open.len() >= OPEN {
            return Some(Refusal::budget(format!(
                "{tool} was not called: {OPEN} calls are open, which is the limit. Wait for some of them with `await` \
                 before the next"
            )));
        }
        let open: usize = self.calls.open.values().map(|call| call.bytes).sum();
        if open + call.bytes > OPEN_BYTES {
            return Some(Refusal::budget(format!(
                "{tool} was not called: the arguments of the open calls have more than {} MiB, which is the limit. Wait \
                 for some of them with `await` before the next",
                OPEN_BYTES / (1024 * 1024)
            )));
        }
        let known = self.toolbox.of_source(call.kind).tools();
        if !known.iter().any(|known| known.name == call.tool) {
            return Some(Refusal::arguments(format!("{tool} was not called: no tool has this name")));
        }
        let host_tools = self.toolbox.host_tools();
        if call.kind != SourceKind::Host
            && let Some(namespace) = host_tools.namespace_of(&call.tool)
        {
            return Some(Refusal::name_conflict(&call.tool, namespace, host_tools.source()));
        }
        if call.kind != SourceKind::Host && !self.page.is_present {
            return Some(Refusal::arguments(format!(
                "{tool} was not called: it is the tool of a page, and the code runs without a page"
            )));
        }
        if let Some(foreign) = foreign_parts(&call.args, 1).into_iter().next() {
            let remedy = if foreign.is_promise { "await it" } else { "pass plain data" };
            return Some(Refusal::arguments(format!(
                "{tool} was not called: its argument at {} is {}, expected data; {remedy}",
                foreign.path, foreign.what
            )));
        }
        None
    }

    /// Lets the guards, which may ask the user, decide on a call.
    pub(super) fn decide(
        &mut self,
        id: u32,
        change: &'static str,
        deciding: &mut FuturesUnordered<Deciding<'a>>,
    ) {
        let Some(call) = self.calls.open.get_mut(&id) else { return };
        call.state = OpenState::Undecided;
        call.permitted = change;
        let ask = Ask {
            tool: call.tool.clone(),
            args: Arc::clone(&call.args),
            replaced: change == "replaced",
            redefined: change == "redefined",
        };
        let (guards, toolbox) = (self.guards, self.toolbox.of_source(call.kind));
        let origin = match call.kind {
            SourceKind::Host => toolbox.host_tools().source().to_owned(),
            _ => self.page.origin.clone(),
        };
        deciding.push(Box::pin(async move {
            let decided = guards.decide_call(toolbox, &ask, &origin).await;
            (id, decided.map_err(Box::new))
        }));
    }

    /// Takes the decision on a call.
    pub(super) fn decided(&mut self, id: u32, decided: Result<Decision, Box<Refusal>>) {
        let Some(call) = self.calls.open.get_mut(&id) else { return };
        match decided {
            Ok(decision) => {
                if let Some(entry) = call.entry.and_then(|entry| self.journal.calls.get_mut(entry)) {
                    entry.decision = decision;
                }
                if call.kind == SourceKind::Host {
                    self.handle(id);
                } else {
                    call.state = OpenState::Waiting;
                    self.page.waiting.push_back(id);
                }
            }
            Err(refusal) => {
                let Refusal { code, message, errors, decision } = *refusal;
                let error = json!({ "name": code.as_str(), "message": message, "errors": errors });
                if let Some(entry) = call.entry.and_then(|entry| self.journal.calls.get_mut(entry)) {
                    entry.decision = decision;
                }
                let outcome = CallOutcome::Denied { name: code.as_str().to_owned(), message };
                self.answer(id, outcome, format!("[{id},\"error\",{error}]"));
            }
        }
    }

    /// Ends a call with the text that the process gets.
    pub(super) fn answer(&mut self, id: u32, outcome: CallOutcome, text: String) {
        let Some(call) = self.calls.open.remove(&id) else { return };
        if let Some(entry) = call.entry.and_then(|entry| self.journal.calls.get_mut(entry)) {
            entry.duration_ms = millis(call.began.elapsed());
            entry.outcome = outcome;
        }
        self.exchange.answers.push(text);
    }

    /// Takes the result of a call of a page's tool.
    pub(super) fn settled(
        &mut self,
        id: u32,
        result: CallResult,
        deciding: &mut FuturesUnordered<Deciding<'a>>,
    ) {
        let Some(call) = self.calls.open.get(&id) else { return };
        let (tool, entry, kind) = (call.tool.clone(), call.entry, call.kind);
        let mut warnings = Vec::new();
        if result.unsure {
            warnings.push(
                "the page changed its tools while this one was called: the answer may be that of another tool than the \
                 one that was listed"
                    .to_owned(),
            );
        }
        let change = match result.state {
            CallState::Replaced => "replaced",
            CallState::Redefined => "redefined",
            _ => "",
        };
        if !change.is_empty() && call.permitted != change {
            if let Some(entry) = entry.and_then(|entry| self.journal.calls.get_mut(entry)) {
                entry.registered = result.webmcp;
            }
            return self.decide(id, change, deciding);
        }
        let (outcome, text) = match result.state {
            CallState::Returned => {
                let value = result.value.unwrap_or(Value::Null);
                warnings.extend(self.result_warnings(kind, &tool, &value, &result.path));
                (CallOutcome::Returned, format!("[{id},\"value\",{value}]"))
            }
            CallState::Threw => {
                let error = result.error.unwrap_or_default();
                let text = json!({
                    "name": error.name, "message": error.message, "stack": error.stack, "value": error.value,
                });
                (
                    CallOutcome::Threw { name: error.name, message: error.message },
                    format!("[{id},\"error\",{text}]"),
                )
            }
            CallState::Large => large(id, &tool, &result.path),
            // The page has changed the tool once more since the change was allowed.
            CallState::Replaced | CallState::Redefined => {
                let refusal = Refusal::changed_again(&tool, change);
                return self.decided(id, Err(Box::new(refusal)));
            }
        };
        if let Some(entry) = entry.and_then(|entry| self.journal.calls.get_mut(entry)) {
            entry.registered = result.webmcp;
            entry.warnings.extend(warnings);
        }
        self.answer(id, outcome, text);
    }

    /// Returns the warnings about a result.
    ///
    /// They are about parts that are not data, a promise, and violations of the declaration.
    pub(super) fn result_warnings(
        &self,
        kind: SourceKind,
        tool: &str,
        value: &Value,
        promise: &str,
    ) -> Vec<String> {
        let mut warnings = Vec::new();
        if !promise.is_empty() {
            warnings
                .push(format!("the result has a promise at {}, which was waited for", escape_name(promise)));
        }
        for foreign in foreign_parts(value, FOREIGN) {
            warnings.push(format!(
                "the result has {} at {}; the code got an object with `$type`",
                foreign.what, foreign.path
            ));
        }
        warnings.extend(self.guards.result_faults(self.toolbox.of_source(kind), tool, value));
        warnings
    }
}

/// Returns the outcome and the answer of a call whose result is too long.
///
/// `path` is the place at which it passed the limit; empty if it is not known.
pub(super) fn large(id: u32, tool: &str, path: &str) -> (CallOutcome, String) {
    let place = if path.is_empty() { String::new() } else { format!(" (passed at {})", escape_name(path)) };
    let message =
        format!("the result of {} is longer than 16 MiB of JSON{place}; it was called", escape_name(tool));
    let text = json!({ "name": "RangeError", "message": message });
    (CallOutcome::Threw { name: "RangeError".to_owned(), message }, format!("[{id},\"error\",{text}]"))
}
