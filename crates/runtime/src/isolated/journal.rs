//! Records of an isolated run: its console and its journal.

use std::time::Instant;

use serde_json::{Value, json};

use super::message::LineMessage;
use crate::options::ExecuteOptions;
use crate::outcome::{Call, CallOutcome, CallSource, ConsoleLine, Decision, console, millis};

/// Records of a run.
#[derive(Default)]
pub(super) struct Journal {
    pub(super) console: Vec<ConsoleLine>,
    pub(super) console_dropped: u64,
    pub(super) console_units: usize,
    pub(super) calls: Vec<Call>,
    pub(super) calls_dropped: u64,
    pub(super) call_units: usize,
    /// Origin of the page, or names that it replaced, if it called nothing.
    pub(super) refused_by: String,
}

impl Journal {
    /// Records a call, unless there are too many; returns its index.
    ///
    /// Its arguments come with the bytes of their JSON.
    pub(super) fn call(
        &mut self,
        tool: &str,
        source: CallSource,
        (args, bytes): (&Value, usize),
        began: Instant,
        options: &ExecuteOptions,
    ) -> Option<usize> {
        if self.calls.len() >= options.records.calls {
            self.calls_dropped += 1;
            return None;
        }
        let (args, bytes) = if self.call_units > options.records.call_bytes {
            mark()
        } else {
            cut(args, bytes, options.records.item_bytes)
        };
        self.call_units += bytes;
        self.calls.push(Call {
            tool: tool.to_owned(),
            source,
            args,
            started_ms: millis(began.elapsed()),
            duration_ms: 0.0,
            decision: Decision::default(),
            outcome: CallOutcome::Pending,
            warnings: Vec::new(),
            registered: false,
        });
        Some(self.calls.len() - 1)
    }

    /// Records a line of the console, unless there are too many.
    pub(super) fn line(&mut self, line: &LineMessage, began: Instant, options: &ExecuteOptions) {
        if self.console.len() >= options.records.console_lines
            || self.console_units > options.records.console_bytes
        {
            self.console_dropped += 1;
            return;
        }
        // The process has cut them by characters, which JSON may write in six bytes.
        let most = options.records.item_bytes.saturating_mul(8).saturating_add(64);
        let mut args = Vec::with_capacity(line.args.len());
        for arg in &line.args {
            let (arg, bytes) = cut(arg, arg.to_string().len(), most);
            self.console_units += bytes + 1;
            args.push(arg);
        }
        let text = console::text(&args);
        self.console.push(ConsoleLine { level: line.level, text, args, at_ms: millis(began.elapsed()) });
    }
}

/// Returns a value of `bytes` of JSON as a record has it, and its bytes.
///
/// If it is too long, its long texts are cut, so that its other members are seen; if it is still too long, it is marked.
fn cut(value: &Value, bytes: usize, most: usize) -> (Value, usize) {
    if bytes <= most {
        return (value.clone(), bytes);
    }
    let mut short = value.clone();
    cut_texts(&mut short);
    let length = short.to_string().len();
    if length <= most { (short, length) } else { mark() }
}

/// Returns the mark of a value that is too long for a record, and its bytes.
fn mark() -> (Value, usize) {
    let mark = json!({ "$type": "truncated", "reason": "size" });
    let length = mark.to_string().len();
    (mark, length)
}

/// Cuts the texts of a value.
fn cut_texts(value: &mut Value) {
    match value {
        Value::String(text) if text.len() > TEXT => *text = crate::page::cut(text, TEXT),
        Value::Array(values) => values.iter_mut().for_each(cut_texts),
        Value::Object(members) => members.values_mut().for_each(cut_texts),
        _ => {}
    }
}

/// Characters of a text of a value that is too long for a record.
const TEXT: usize = 256;
