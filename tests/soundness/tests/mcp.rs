//! Validation of every list of tools that we write by the official SDK of MCP.
//!
//! The SDK refuses a whole list for one tool of another form.

use serde_json::json;
use webagents_soundness::mcp;

#[test]
fn the_sdk_takes_every_list() {
    let lists = mcp::read_lists().unwrap();
    assert!(lists.len() > 70, "{}", lists.len());
    let written: Vec<_> = lists.iter().map(|(_, tools)| mcp::write_list(tools).unwrap()).collect();
    let mut total = 0;
    for ((name, tools), verdict) in lists.iter().zip(mcp::run_oracle(&written).unwrap()) {
        assert_eq!(verdict, Ok(tools.len() as u64), "{name}");
        total += tools.len();
    }
    assert!(total > 1_900, "{total}");
}

/// The oracle refuses the output of earlier versions.
#[test]
fn the_sdk_refuses_other_results() {
    let tool =
        |schema| json!({"tools": [{"name": "f", "inputSchema": {"type": "object"}, "outputSchema": schema}]});
    let lists = [tool(json!({"type": "array"})), tool(json!({})), tool(json!({"type": "object"}))];
    let verdicts = mcp::run_oracle(&lists).unwrap();
    assert!(verdicts[0].is_err() && verdicts[1].is_err(), "{verdicts:?}");
    assert_eq!(verdicts[2], Ok(1));
}
