//! Members of a request: the form between JSON and words.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The members of a request as JSON has them.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Members {
    pub(crate) action: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) selector: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) key: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) expression: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) subcommand: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) actions: Option<Vec<Value>>,
    /// Options as words, such as `["-i", "--depth", "3"]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) options: Option<Vec<String>>,
}
