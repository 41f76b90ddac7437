//! The script that prepares an isolated realm.

use std::sync::LazyLock;

use serde_json::json;

use super::dispatcher::SPACE;
use crate::harness::javascript::{DATA, DECODE, ENCODE, stripped};
use crate::options::ExecuteOptions;
use crate::tools::toolbox::Toolbox;

/// Maximum bytes of JSON of the arguments of one call.
///
/// A message has at most 16 MiB, of which the rest is left for what is around them.
pub(super) const ARGUMENTS: usize = 16 * 1024 * 1024 - 64 * 1024;

static REALM: LazyLock<String> = LazyLock::new(|| stripped(include_str!("realm.js")));

/// Returns the prelude of a run, as [`IsolatedCode::prelude`](super::IsolatedCode::prelude) describes it.
pub(super) fn prelude(toolbox: &Toolbox, options: &ExecuteOptions) -> String {
    let names: Vec<&str> = toolbox.tools().iter().map(|tool| tool.name.as_str()).collect();
    let settings = json!({
        "spaces": [{ "name": SPACE, "tools": names }],
        "bytes": options.max_result_bytes,
        "itemBytes": options.records.item_bytes,
        "callBytes": ARGUMENTS,
        "consoleLines": options.records.console_lines,
        "consoleBytes": options.records.console_bytes,
    });
    // JSON is JavaScript, whatever the text; no member of the settings has a name that comes from outside.
    format!("(host)=>({})(host,{settings},{},{},{})", *REALM, *DATA, *ENCODE, *DECODE)
}
