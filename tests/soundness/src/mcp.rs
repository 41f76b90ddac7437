//! Does the official SDK of MCP take the lists of tools that we write?

use std::path::PathBuf;

use serde_json::{Value, json};
use webagents_formats::{ExportOptions, Format, read, write};
use webagents_schema::{Interface, interface_of, manifest_of};

use crate::Failure;
use crate::converter::{run_command, script_path};
use crate::corpus::{self, Tool};

/// The script that runs the npm package.
const PEER: &str = "peers/mcp.mjs";

/// The verdict of the SDK on each list: how many tools it has, or why it is refused.
pub fn run_oracle(lists: &[Value]) -> Result<Vec<Result<u64, String>>, Failure> {
    let input: String = lists.iter().flat_map(|list| [list.to_string(), "\n".to_owned()]).collect();
    let output = run_command(&["node".to_owned(), script_path(PEER).to_string_lossy().into_owned()], input)?;
    let answer = |line: &str| -> Result<Result<u64, String>, Failure> {
        let answer: Value = serde_json::from_str(line)?;
        Ok(match (answer["tools"].as_u64(), answer["problem"].as_str()) {
            (Some(count), None) => Ok(count),
            (_, problem) => Err(problem.unwrap_or("no answer").to_owned()),
        })
    };
    let answers: Vec<Result<u64, String>> = output.lines().map(answer).collect::<Result<_, _>>()?;
    if answers.len() == lists.len() {
        Ok(answers)
    } else {
        Err(format!("{} answers to {} lists", answers.len(), lists.len()).into())
    }
}

/// Returns `tools` in the form of MCP.
pub fn write_list(tools: &[Interface]) -> Result<Value, Failure> {
    Ok(write(Format::Mcp, tools, &ExportOptions::default())?.value)
}

/// All tools of the data, each list with its name: as they are, and by way of a `webagents.md`.
pub fn read_lists() -> Result<Vec<(String, Vec<Interface>)>, Failure> {
    let interfaces = |format: Format, tools: Vec<Tool>| -> Result<Vec<Interface>, Failure> {
        let definitions: Vec<Value> = tools.into_iter().map(|tool| tool.definition).collect();
        Ok(read(format, &json!(definitions))?.value)
    };
    let mut all = vec![
        ("mcp".to_owned(), interfaces(Format::Mcp, corpus::mcp_tools()?)?),
        ("webmcp".to_owned(), interfaces(Format::WebMcp, corpus::webmcp_tools()?)?),
    ];
    for (name, tools) in all.clone() {
        let manifest = manifest_of(&tools, "Site", "").value;
        all.push((
            format!("{name} as a manifest"),
            manifest.tools.iter().map(|tool| interface_of(tool).value).collect(),
        ));
    }
    for file in find_manifests()? {
        let manifest = webagents_manifest::parse_bytes(&std::fs::read(&file)?).manifest;
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        all.push((name, manifest.tools.iter().map(|tool| interface_of(tool).value).collect()));
    }
    Ok(all)
}

/// The manifests of the benchmark corpus, and the bookstore.
fn find_manifests() -> Result<Vec<PathBuf>, Failure> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<PathBuf> = std::fs::read_dir(root.join("../data/manifests"))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|end| end == "md"))
        .collect();
    files.sort();
    files.push(root.join("../../crates/cli/demo/webagents.md"));
    Ok(files)
}
