//! Calls of a run that wait for decisions.

use std::sync::Arc;

use serde_json::Value;

/// A call that needs a decision.
pub(crate) struct Ask {
    pub(crate) tool: String,
    pub(crate) args: Arc<Value>,
    /// `true` if the page has replaced its function.
    pub(crate) replaced: bool,
    /// `true` if the page registers it with another definition than the listed one.
    pub(crate) redefined: bool,
}
