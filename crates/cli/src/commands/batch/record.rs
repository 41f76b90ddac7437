//! The record of a line: what became of it.

use serde_json::{Map, Value, json};

use super::input::Name;
use crate::commands::outcome::Status;
use crate::exit::Failure;
use crate::output::{self, VERSION};

/// One line of the output.
#[derive(Debug)]
pub(super) struct Record {
    pub(super) name: Name,
    pub(super) url: Option<String>,
    pub(super) status: Status,
    /// The other members: the outcome's, or `ok` and `error` of a line that did not run.
    pub(super) result: Value,
    /// `true` if the code returned.
    pub(super) is_ok: bool,
}

impl Record {
    pub(super) fn failed(name: Name, url: Option<String>, failure: &Failure) -> Self {
        let result = json!({ "ok": false, "error": failure.json() });
        Self { name, url, status: Status::Failed, result, is_ok: false }
    }

    /// The record that the code of a line begins.
    pub(super) fn begun(name: Name, url: String) -> Self {
        Self { name, url: Some(url), status: Status::Begun, result: Value::Null, is_ok: false }
    }

    /// Returns the record as a line of JSON.
    ///
    /// It has `{"version", "id", "line", "url", "input", "status"}` and the members of `exec --json`.
    pub(super) fn text(self) -> String {
        let members = [
            ("version", Some(VERSION.into())),
            ("id", self.name.id),
            ("line", Some(self.name.line.into())),
            ("url", self.url.map(Value::from)),
            ("input", Some(hexadecimal(self.name.input).into())),
            ("status", Some(json!(self.status))),
        ];
        let members = members.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
        let mut members: Map<_, _> = members.collect();
        if let Value::Object(result) = self.result {
            members.extend(result);
        }
        output::one_line(Value::Object(members).to_string()) + "\n"
    }
}

pub(super) fn hexadecimal(input: u64) -> String {
    format!("{input:016x}")
}

/// Number of lines by status, in this run and in the runs that it resumes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Totals {
    pub(super) done: u64,
    /// Those of them whose code did not return.
    pub(super) with_error: u64,
    pub(super) failed: u64,
    pub(super) lost: u64,
    /// Lines that an earlier run has settled.
    pub(super) before: Before,
}

/// Lines that an earlier run has settled, so that this one left them out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Before {
    done: u64,
    with_error: u64,
    lost: u64,
}

impl Totals {
    pub(super) fn add(&mut self, record: &Record) {
        match record.status {
            Status::Done if record.is_ok => self.done += 1,
            Status::Done => {
                self.done += 1;
                self.with_error += 1;
            }
            // It has another record when it ends.
            Status::Begun => {}
            Status::Failed => self.failed += 1,
            Status::Lost => self.lost += 1,
        }
    }

    /// A line that is left out, because an earlier run came to this with it.
    pub(super) fn leave_out(&mut self, settled: Settled) {
        match settled {
            Settled::Returned => self.before.done += 1,
            Settled::WithError => {
                self.before.done += 1;
                self.before.with_error += 1;
            }
            Settled::Lost => self.before.lost += 1,
        }
    }

    /// Returns whether the code of each line returned, in this run or an earlier one.
    ///
    /// Running the same command again gives the same answer.
    pub(super) fn is_clean(self) -> bool {
        let before = self.before;
        [self.with_error, self.failed, self.lost, before.with_error, before.lost]
            .iter()
            .all(|count| *count == 0)
    }
}

/// Result of a line in an earlier run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Settled {
    Returned,
    /// The code ran and did not return.
    WithError,
    Lost,
}

/// `3 done (1 with an error), 1 failed, 1 lost, 2 done before (1 with an error), 1 lost before`.
impl std::fmt::Display for Totals {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let with_error = |count: u64| match count {
            0 => String::new(),
            count => format!(" ({count} with an error)"),
        };
        write!(f, "{} done{}", self.done, with_error(self.with_error))?;
        for (count, word) in [(self.failed, "failed"), (self.lost, "lost")] {
            if count > 0 {
                write!(f, ", {count} {word}")?;
            }
        }
        let before = self.before;
        if before.done > 0 {
            write!(f, ", {} done before{}", before.done, with_error(before.with_error))?;
        }
        match before.lost {
            0 => Ok(()),
            lost => write!(f, ", {lost} lost before"),
        }
    }
}
