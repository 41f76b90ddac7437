//! The script that prepares an isolated realm.

use std::sync::LazyLock;

use serde_json::{Value, json};
use webagents_schema::Interface;

use super::message::{SPACE, VALUE};
use crate::harness::javascript::{DATA, DECODE, ENCODE, RECORD, stripped};
use crate::options::ExecuteOptions;
use crate::tools::toolbox::Toolbox;

static REALM: LazyLock<String> = LazyLock::new(|| stripped(include_str!("realm.js")));

/// Returns the prelude of a run.
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
    format!("(host)=>({})(host,{settings},{},{},{},{})", *REALM, *DATA, *ENCODE, *RECORD, *DECODE)
}
