//! The script that prepares an isolated realm.

use std::sync::LazyLock;

use serde_json::json;

use super::message::{SPACE, VALUE};
use crate::harness::javascript::{DATA, DECODE, ENCODE, stripped};
use crate::options::ExecuteOptions;
use crate::tools::toolbox::Toolbox;

static REALM: LazyLock<String> = LazyLock::new(|| stripped(include_str!("realm.js")));

/// Returns the prelude of a run.
///
/// [`IsolatedCode::prelude`](super::IsolatedCode::prelude) describes it.
pub(super) fn prelude(toolbox: &Toolbox, options: &ExecuteOptions) -> String {
    let names: Vec<&str> = toolbox.tools().iter().map(|tool| tool.name.as_str()).collect();
    let settings = json!({
        "spaces": [{ "name": SPACE, "tools": names }],
        "bytes": options.max_result_bytes,
        "itemBytes": options.records.item_bytes,
        "callBytes": VALUE,
        "consoleLines": options.records.console_lines,
        "consoleBytes": options.records.console_bytes,
    });
    // JSON is JavaScript, whatever the text; no member of the settings has a name that comes from outside.
    format!("(host)=>({})(host,{settings},{},{},{})", *REALM, *DATA, *ENCODE, *DECODE)
}
