//! `webagents check-code`: the preflight of code, without a browser.

use serde_json::{Value, json};
use webagents_manifest::Severity;
use webagents_runtime::{Policy, Realm, Verdict};
use webagents_script::{
    CodeDiagnostic, CodeDiagnosticKind, Language, Past, Place, Preflight, Tools, preflight,
};

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
    let mut tools = Tools::new(manifest);
    if args.realm == Realm::Isolated {
        tools = tools.for_isolated_realm();
    }
    let found = preflight(&code, &tools);
    let policy = Policy::default();
    let guarded = |tool: &str| {
        let tool = manifest.tools.iter().find(|known| known.name.as_str() == tool);
        tool.is_some_and(|tool| policy.judge(tool.name.as_str(), &tool.annotations).verdict > Verdict::Allow)
    };
    // Code that is not analysed is refused only where it can call the page's functions.
    let any_guarded =
        args.realm == Realm::Page && manifest.tools.iter().any(|tool| guarded(tool.name.as_str()));
    let mut lines: Vec<FindingLine> =
        found.findings.iter().map(|finding| FindingLine::of(finding, any_guarded)).collect();
    lines.extend(found.past.iter().map(|past| FindingLine::of_past(past, guarded(&past.tool))));
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
    /// A limit is an error where a tool is guarded: such code is not run.
    fn of(finding: &CodeDiagnostic, guarded: bool) -> Self {
        let refused = finding.kind == CodeDiagnosticKind::Limit && guarded;
        let message = if refused {
            format!(
                "{}; a tool is guarded, so such code is refused: write shorter and simpler code",
                finding.message
            )
        } else {
            finding.message.clone()
        };
        Self {
            kind: finding.kind.as_str(),
            severity: if refused { Severity::Error } else { finding.severity },
            message,
            place: finding.place,
        }
    }

    fn of_past(past: &Past, guarded: bool) -> Self {
        let Past { tool, place, .. } = past;
        let refused = if guarded { "; the default policy guards it, so this code is refused" } else { "" };
        Self {
            kind: "call.past-global",
            severity: if guarded { Severity::Error } else { Severity::Warning },
            message: format!(
                "the code reaches `{tool}` on the page and not as a member of `global`{refused}; write `global.{tool}(…)`"
            ),
            place: *place,
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
