//! The script that prepares an isolated realm.

use std::sync::LazyLock;

use serde_json::{Value, json};
use webagents_schema::Interface;

use super::message::{SPACE, VALUE};
use crate::harness::javascript::{DATA, DECODE, ENCODE, RECORD, stripped};
use crate::options::ExecuteOptions;
use crate::tools::toolbox::Toolbox;

static LIBRARY: LazyLock<String> = LazyLock::new(|| {
    let realm = stripped(include_str!("realm.js"));
    format!(
        "(host)=>{{const realm=({realm}),parts=[{},{},{},{}];return (settings)=>realm(host,settings,...parts)}}",
        *DATA, *ENCODE, *RECORD, *DECODE
    )
});

/// Returns the first script of every run, which is the same for all.
///
/// A process can evaluate it before the code is known.
///
/// The decision: its 40 KB of JavaScript take as long to compile as the rest of a short run. A process that waits for
/// its run has the time.
pub fn library() -> &'static str {
    &LIBRARY
}

/// Returns the script of a run that follows the [`library`].
///
/// [`IsolatedCode::prelude`](super::IsolatedCode::prelude) describes it.
pub(super) fn prelude(toolbox: &Toolbox, options: &ExecuteOptions) -> String {
    let names = |tools: &mut dyn Iterator<Item = &Interface>| -> Vec<Value> {
        tools.map(|tool| Value::from(tool.name.as_str())).collect()
    };
    let mut spaces = vec![json!({ "name": SPACE, "tools": names(&mut toolbox.tools().iter()) })];
    for (namespace, tools) in toolbox.host_tools().namespaces() {
        spaces.push(json!({ "name": namespace, "tools": names(&mut tools.into_iter()) }));
    }
    let settings = json!({
        "spaces": spaces,
        "bytes": options.max_result_bytes,
        "itemBytes": options.records.item_bytes,
        "callBytes": VALUE,
        "consoleLines": options.records.console_lines,
        "consoleBytes": options.records.console_bytes,
    });
    // JSON is JavaScript, whatever the text; no member of the settings has a name that comes from outside.
    format!("(host,realm)=>realm({settings})")
}
