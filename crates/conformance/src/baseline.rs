//! Known deviations of an implementation, each with its reason.
//!
//! A baseline is strict: an entry that passes, or that names no check, is a failure, so that it can only shrink.

use std::collections::BTreeSet;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::suite::{invalid, read_json};

/// Contents of a baseline file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Baseline {
    /// Name and version of the implementation, such as `webagents-md 0.1.0`.
    pub implementation: String,
    /// Checks that are expected to fail.
    pub expected_failures: Vec<BaselineEntry>,
}

/// Known deviation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct BaselineEntry {
    /// Id of the check.
    pub check: String,
    /// Reason of the failure.
    pub reason: String,
}

impl Baseline {
    /// Reads a baseline file.
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

    /// Returns the reason why `check` is expected to fail.
    pub fn reason(&self, check: &str) -> Option<&str> {
        self.expected_failures.iter().find(|entry| entry.check == check).map(|entry| entry.reason.as_str())
    }
}
