//! Known deviations of an implementation, each with its reason.
//!
//! A baseline is strict: an entry that passes, or that names no check, is a failure, so that it can only shrink.

use std::collections::BTreeSet;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::suite::{invalid, read_json};

/// Contents of a baseline file, which lists the checks that an implementation is known to fail.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Baseline {
    /// Name and version of the implementation that the baseline is for, such as `webagents-md 0.1.0`.
    pub implementation: String,
    /// Checks that the implementation is known to fail.
    pub expected_failures: Vec<BaselineEntry>,
}

/// A check of the suite that an implementation is known to fail, and the reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct BaselineEntry {
    /// Id of the check: its case, `#` and the operation, such as `discover/absolute#discover`.
    pub check: String,
    /// Reason for the known failure, as the baseline file gives it.
    pub reason: String,
}

impl Baseline {
    /// Reads a file that lists the checks that an implementation is known to fail.
    ///
    /// A check that is listed twice, and an entry without a reason, are errors.
    pub fn load(path: &Path) -> Result<Self, Error> {
        let baseline: Self = read_json(path)?;
        let mut seen = BTreeSet::new();
        for entry in &baseline.expected_failures {
            if entry.reason.trim().is_empty() {
                return Err(invalid(path, format!("{:?} has no reason", entry.check)));
            }
            if !seen.insert(&entry.check) {
                return Err(invalid(path, format!("{:?} is listed twice", entry.check)));
            }
        }
        Ok(baseline)
    }

    /// Returns the reason, from the baseline file, why the check with the id `check` is known to fail.
    pub fn reason(&self, check: &str) -> Option<&str> {
        self.expected_failures.iter().find(|entry| entry.check == check).map(|entry| entry.reason.as_str())
    }
}
