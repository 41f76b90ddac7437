//! `check`: its cost over `parse`, and its findings next to those of a scanner of MCP servers.
//!
//! The corpus is `tests/data/poisoning`. A list counts as found when one of its tools has a finding of severity error; the scanner's
//! offline rules count with any finding. What it finds on poisoned lists, `check` has to find as well.

use std::collections::BTreeMap;
use std::fs;
use std::hint::black_box;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use webagents_formats::Document;
use webagents_manifest::Severity;
use webagents_site::check::{CheckOptions, Input, check};

use crate::measure::{Contender, race, times_faster};
use crate::report::{Table, Target};
use crate::{Failure, corpus};

const SUBJECT: &str = "check";

/// Runs of each contender.
const ROUNDS: usize = 31;

/// Measures all of it.
pub fn run(table: &mut Table) -> Result<(), Failure> {
    commands(table)?;
    speed(table)?;
    findings(table)
}

/// Measures all rules over parser and types, which `webagents parse` runs, and over the parser alone.
fn speed(table: &mut Table) -> Result<(), Failure> {
    let documents = corpus::manifests(1_000);
    let options = CheckOptions::default();
    let mut contenders = [
        Contender::new("parse", || {
            for text in &documents {
                drop(black_box(webagents_schema::check(&webagents_manifest::parse(text))));
            }
        }),
        Contender::new("check", || {
            for text in &documents {
                drop(black_box(check(&Input::of_parsed(webagents_manifest::parse(text)), &options)));
            }
        }),
        Contender::new("parser", || {
            for text in &documents {
                drop(black_box(webagents_manifest::parse(text)));
            }
        }),
    ];
    race(ROUNDS, &mut contenders)?;
    let over = |other: usize| times_faster(&contenders[other], &contenders[1]);
    let (parse, parser) = (over(0), over(2));
    table.ratio(
        SUBJECT,
        "in one thread: time of all rules over parser and types, 1,000 manifests",
        parse,
        None,
    );
    table.ratio(SUBJECT, "in one thread: time of all rules over the parser, 1,000 manifests", parser, None);
    Ok(())
}

/// Measures the command `check` over the command `parse`, which takes one file, on the same files.
fn commands(table: &mut Table) -> Result<(), Failure> {
    /// Runs of each on all files, of which one starts a thousand processes.
    const OF_ALL: usize = 5;
    let folder = tempfile::tempdir()?;
    let mut files: Vec<PathBuf> = Vec::new();
    for (number, text) in corpus::manifests(1_000).iter().enumerate() {
        let path = folder.path().join(format!("{number}.md"));
        fs::write(&path, text)?;
        files.push(path);
    }
    let command = std::env::current_exe()?.with_file_name("webagents");
    let start = |verb: &str, files: &[PathBuf]| -> Result<Duration, Failure> {
        let start = Instant::now();
        let output = Command::new(&command).arg(verb).args(files).stdin(Stdio::null()).output()?;
        // Exit 1 says that there are findings.
        match output.status.code() {
            Some(0 | 1) => Ok(start.elapsed()),
            _ => Err(format!("`webagents {verb}` ended with {}", output.status).into()),
        }
    };
    let mut all = [
        Contender::timed("parse", || {
            files.iter().map(|file| start("parse", std::slice::from_ref(file))).sum()
        }),
        Contender::timed("check", || start("check", &files)),
    ];
    race(OF_ALL, &mut all)?;
    let first = files.get(..1).unwrap_or_default();
    let mut one = [
        Contender::timed("parse", || start("parse", first)),
        Contender::timed("check", || start("check", first)),
    ];
    race(ROUNDS, &mut one)?;
    for (what, [parse, check]) in [("1,000 files", &all), ("one file", &one)] {
        let ratio = times_faster(parse, check);
        table.ratio(
            SUBJECT,
            format!("time of the command `check` over `parse`, {what}"),
            ratio,
            Some(Target::AtMost(3.0)),
        );
        table.figure(
            SUBJECT,
            format!("`parse` and `check`, {what}"),
            format!("{:.1} and {:.1} ms", parse.best().as_secs_f64() * 1e3, check.best().as_secs_f64() * 1e3),
        );
    }
    Ok(())
}

/// A list of the corpus.
struct List {
    id: String,
    document: Value,
}

fn lists(path: &Path) -> Result<Vec<List>, Failure> {
    let text = fs::read_to_string(path).map_err(|cause| format!("{}: {cause}", path.display()))?;
    let mut out = Vec::new();
    for line in text.lines() {
        let entry: Value = serde_json::from_str(line)?;
        let id = entry["id"].as_str().unwrap_or_default().to_owned();
        out.push(List { id, document: entry["document"].clone() });
    }
    Ok(out)
}

fn findings(table: &mut Table) -> Result<(), Failure> {
    for set in webagents_testkit::poisoning() {
        let name = set.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let lists = lists(&set)?;
        let theirs = scanned(&lists)?;
        let is_poisoned = name.starts_with("poisoned");
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
fn scanned(lists: &[List]) -> Result<BTreeMap<String, Vec<String>>, Failure> {
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

/// The tools of a document as MCP has them, which is what the scanner takes.
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
