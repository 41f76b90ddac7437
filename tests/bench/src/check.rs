//! Findings of `check` and of a scanner of MCP servers.
//!
//! The corpus is `tests/data/poisoning`. A list counts as found when one of its tools has a finding of severity error; the scanner's
//! offline rules count with any finding. `check` must report each of its findings on poisoned lists as well.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use webagents_formats::Document;
use webagents_manifest::Severity;
use webagents_site::check::{CheckOptions, Input, check};
use webagents_testkit::{CorpusList, corpus_lists};

use crate::Failure;
use crate::report::{Table, Target};

const SUBJECT: &str = "check";

/// Counts the lists with findings.
pub fn run(table: &mut Table) -> Result<(), Failure> {
    let mut sets: BTreeMap<(bool, String), Vec<CorpusList>> = BTreeMap::new();
    for poisoned in [false, true] {
        for list in corpus_lists(poisoned) {
            sets.entry((poisoned, list.set.clone())).or_default().push(list);
        }
    }
    for ((is_poisoned, set), lists) in sets {
        let name = format!("{}, {set}", if is_poisoned { "poisoned" } else { "clean" });
        let theirs = scanned(&lists)?;
        let mut counts = (0, 0, 0);
        for list in &lists {
            let input = Input::new("list.json", list.document.to_string().as_bytes());
            let found = check(&input, &CheckOptions::default());
            let ours = found.iter().any(|finding| finding.severity > Severity::Hint);
            let scanner = theirs.get(&list.id).is_some_and(|found| !found.is_empty());
            counts.0 += usize::from(ours);
            counts.1 += usize::from(scanner);
            counts.2 += usize::from(scanner && !ours);
        }
        let (ours, scanner, missed) = counts;
        let of = lists.len();
        table.figure(
            SUBJECT,
            format!("lists with findings, {name}"),
            format!("{ours} of {of}, cisco-ai-mcp-scanner {scanner}"),
        );
        #[allow(clippy::cast_precision_loss, reason = "a few dozen")]
        let share = |count: usize| count as f64 / of as f64;
        if is_poisoned {
            table.ratio(
                SUBJECT,
                format!("share that is found, {name}"),
                share(ours),
                Some(Target::AtLeast(0.9)),
            );
            let what = format!("share that the scanner alone finds, {name}");
            table.ratio(SUBJECT, what, share(missed), Some(Target::AtMost(0.0)));
        } else {
            table.ratio(
                SUBJECT,
                format!("share with findings, {name}"),
                share(ours),
                Some(Target::AtMost(0.0)),
            );
        }
    }
    Ok(())
}

/// The scanner's categories for each list.
fn scanned(lists: &[CorpusList]) -> Result<BTreeMap<String, Vec<String>>, Failure> {
    let python = std::env::var_os("WEBAGENTS_SCANNER")
        .ok_or("WEBAGENTS_SCANNER names the Python that has the scanner")?;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/scanner_peer.py");
    let mut child = Command::new(python).arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut input = String::new();
    for list in lists {
        input.push_str(&json!({ "id": list.id, "tools": tools(&list.document) }).to_string());
        input.push('\n');
    }
    child.stdin.take().ok_or("the scanner has no stdin")?.write_all(input.as_bytes())?;
    let output = child.wait_with_output()?;
    if !output.status.success() {
        return Err(format!("the scanner ended with {}", output.status).into());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// The tools of a document in the form of MCP, which the scanner reads.
fn tools(document: &Value) -> Value {
    let text = document.to_string();
    let read = Document::from_json(&text).ok().and_then(|read| {
        let format = webagents_formats::detect(document)?;
        let tools = webagents_formats::read_each(format, &read).ok()?.tools;
        let mut options = webagents_formats::ExportOptions::default();
        options.mcp = webagents_formats::McpRevision::V2026_07_28;
        let written = webagents_formats::write(webagents_formats::Format::Mcp, &tools, &options).ok()?;
        written.value.get("tools").cloned()
    });
    // An MCP list goes as it is, titles and annotations included.
    match document.get("tools") {
        Some(tools) => tools.clone(),
        None => read.unwrap_or_else(|| json!([])),
    }
}
