//! `webagents check-code`: the preflight of code, without a browser.

use serde_json::{Value, json};
use webagents_manifest::Severity;
use webagents_runtime::Realm;
use webagents_script::{CodeDiagnostic, Language, Place, Preflight, Tools, preflight};

use crate::args;
use crate::commands::code_tools::host_tools;
use crate::exit::{Exit, Failure};
use crate::output;
use crate::report::plural;
use crate::source::{self, load};

pub(super) async fn run(args: &args::CheckCode) -> Result<Exit, Failure> {
    let host_tools = host_tools(&args.realm)?;
    // Without a page or a manifest the one text is the code.
    let (manifest, text) = match (&args.source, &args.code) {
        (Some(text), None) if args.file.is_none() => (None, Some(text.to_string())),
        (manifest, text) => (manifest.as_ref(), text.clone()),
    };
    let code = source::code(args.file.as_deref(), text.as_deref(), manifest, "the path of the manifest")?;
    let mut tools = match manifest {
        Some(manifest) => Tools::new(&load(manifest, &args.network).await?.parsed.manifest),
        None => Tools::default(),
    };
    if args.realm.realm == Realm::Isolated {
        tools = tools.for_isolated_realm();
    }
    for (namespace, interfaces) in host_tools.namespaces() {
        tools = tools.with_namespace(namespace, interfaces.into_iter().cloned());
    }
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
