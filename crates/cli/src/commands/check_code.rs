//! `webagents check-code`: the preflight of code, without a browser.

use serde_json::{Value, json};
use webagents_manifest::Severity;
use webagents_runtime::Realm;
use webagents_script::{CodeDiagnostic, Language, Place, Preflight, Tools, preflight};

use crate::args;
use crate::exit::{Exit, Failure};
use crate::output;
use crate::report::plural;
use crate::source::{self, Loaded, load};

pub(super) async fn run(args: &args::CheckCode) -> Result<Exit, Failure> {
    let code = source::code(
        args.file.as_deref(),
        args.code.as_deref(),
        Some(&args.source),
        "the path of the manifest",
    )?;
    let Loaded { parsed, .. } = load(&args.source, &args.network).await?;
    let manifest = &parsed.manifest;
    let tools = Tools::new(manifest);
    let tools = if args.realm == Realm::Isolated { tools.for_isolated_realm() } else { tools };
    let found = preflight(&code, &tools);
    let mut lines: Vec<FindingLine> = found.findings.iter().map(FindingLine::of).collect();
    lines.sort_by_key(|line| (std::cmp::Reverse(line.severity), line.place.line, line.place.column));
    let least = if args.strict { Severity::Warning } else { Severity::Error };
    let failed = lines.iter().any(|line| line.severity >= least);
    if args.json {
        output::json(&document(&found, &lines, failed))?;
    } else {
        for line in &lines {
            output::say(&format!(
                "{} at line {}, column {}: {}",
                line.severity, line.place.line, line.place.column, line.message
            ));
        }
        if found.is_ok() && !failed {
            output::data(&found.code)?;
        }
        output::say(&format!("{}, {}", plural(lines.len(), "finding"), plural(found.calls.len(), "call")));
    }
    Ok(if failed { Exit::Findings } else { Exit::Ok })
}

/// A finding as the command shows it.
struct FindingLine {
    kind: &'static str,
    severity: Severity,
    message: String,
    place: Place,
}

impl FindingLine {
    fn of(finding: &CodeDiagnostic) -> Self {
        Self {
            kind: finding.kind.as_str(),
            severity: finding.severity,
            message: finding.message.clone(),
            place: finding.place,
        }
    }
}

fn document(found: &Preflight, lines: &[FindingLine], failed: bool) -> Value {
    let language = found.language.map(|language| match language {
        Language::TypeScript => "typescript",
        _ => "javascript",
    });
    let findings: Vec<Value> = lines
        .iter()
        .map(|line| {
            json!({
                "code": line.kind,
                "severity": line.severity.to_string(),
                "message": line.message,
                "line": line.place.line,
                "column": line.place.column,
            })
        })
        .collect();
    let calls: Vec<Value> = found
        .calls
        .iter()
        .map(|call| {
            json!({ "tool": call.tool, "arguments": call.arguments, "line": call.place.line, "column": call.place.column })
        })
        .collect();
    json!({
        "ok": !failed,
        "language": language,
        "code": found.code,
        "findings": findings,
        "calls": calls,
    })
}
