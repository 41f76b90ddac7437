//! `webagents batch` on the Grid: the command, one of whose nodes goes away while it runs.

use std::path::PathBuf;
use std::process::Stdio;

use serde_json::{Value, json};
use webagents_testkit::{Gate, Route, Site};

use crate::grid::Grid;

/// The command, which is built with the suites of the workspace.
fn webagents() -> PathBuf {
    let suite = std::env::current_exe().expect("this program");
    let command = suite.parent().and_then(|deps| deps.parent()).expect("a target folder").join("webagents");
    assert!(command.is_file(), "{} is missing: run `cargo build --package webagents-cli`", command.display());
    command
}

const PAGE: &str = "<!doctype html><meta name=webagents-md content=/webagents.md>
    <script>slow = async () => { await fetch('/slow'); return 'slow' }</script>";

#[tokio::test]
async fn a_lost_node_costs_the_lines_that_it_ran() {
    let (grid, gate) = (Grid::start(), Gate::default());
    let site = Site::serve([
        Route::html("/", PAGE),
        Route::markdown("/webagents.md", "# Shop\n\n## slow\nWaits.\n\n### Params\n"),
        Route::html("/slow", "").after_opening(&gate),
    ])
    .await;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (lines, out) = (folder.path().join("lines.jsonl"), folder.path().join("out.jsonl"));
    let line = |id: u64| {
        let code = if id <= 4 { "return await global.slow()" } else { "return 'quick'" };
        format!("{}\n", json!({ "id": id, "url": site.url("/"), "code": code }))
    };
    std::fs::write(&lines, (1..=10).map(line).collect::<Vec<_>>().concat()).expect("the lines are written");
    let mut command = tokio::process::Command::new(webagents());
    command.args(["batch"]).arg(&lines).arg("--resume").arg(&out).args(["--jobs", "4"]);
    command
        .env_remove("WEBDRIVER_URL")
        .args(["--driver-url", &grid.url])
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    let run = command.spawn().expect("the command starts");
    crate::grid::until("four lines run", || site.asked("/slow") == 4).await;
    grid.nodes[1].kill();
    gate.open();
    let ran = run.wait_with_output().await.expect("its end");
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(said.contains("lines: 8 done, 2 lost\n"), "{said}");
    assert_eq!(ran.status.code(), Some(1), "{said}");

    let records = std::fs::read_to_string(&out).expect("the records");
    let records = records.lines().map(|record| serde_json::from_str(record).expect("a record"));
    let records: Vec<Value> = records.filter(|record: &Value| record["status"] != "begun").collect();
    let mut ids: Vec<u64> = records.iter().filter_map(|record| record["id"].as_u64()).collect();
    ids.sort_unstable();
    assert_eq!(ids, (1..=10).collect::<Vec<_>>(), "each line has one record");
    for record in &records {
        match record["status"].as_str() {
            Some("lost") => assert_eq!(record["error"]["kind"], "browser_lost", "{record}"),
            _ => assert_eq!(record["ok"], true, "{record}"),
        }
    }
    // All that it opened on the node that is left, it has ended.
    crate::grid::until("the slots are free", || grid.sessions() == 0).await;
}
