//! Findings as other programs read them: JSON, SARIF 2.1.0, annotations of GitHub.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde_json::{Value, json};
use webagents_manifest::{LineIndex, Position, Severity};

use super::finding::Finding;
use super::rule::Rule;

/// Converts the problems found in one file, whose source is `text`, to a JSON array of objects.
///
/// The shape is `[{rule, name, severity, message, line, column, end_line, end_column, span, help, tool, fix}]`. Lines and columns begin at 1; a column is a character.
pub fn json(text: &str, findings: &[Finding]) -> Value {
    let index = LineIndex::new(text);
    findings
        .iter()
        .map(|finding| {
            let (start, end) = (index.position(finding.span.start), index.position(finding.span.end));
            let fix = finding.fix.as_ref().map(|fix| {
                let edits: Vec<Value> = fix
                    .edits
                    .iter()
                    .map(|edit| json!({ "span": { "start": edit.span.start, "end": edit.span.end }, "text": edit.text }))
                    .collect();
                json!({ "title": fix.title, "edits": edits })
            });
            json!({
                "rule": finding.rule.id,
                "name": finding.rule.name,
                "severity": finding.severity.as_str(),
                "message": finding.message,
                "tool": finding.tool,
                "line": start.line,
                "column": start.column,
                "end_line": end.line,
                "end_column": end.column,
                "span": { "start": finding.span.start, "end": finding.span.end },
                "help": finding.rule.help,
                "fix": fix,
            })
        })
        .collect()
}

/// Builds a log in the format SARIF 2.1.0 of the problems found in several files.
///
/// Each file is given by its URI or path, its text and its findings, and one that could not be read, in `unread`, by its
/// URI or path and the reason.
pub fn sarif(files: &[(String, &str, &[Finding])], unread: &[(String, String)]) -> Value {
    let used: BTreeSet<&str> =
        files.iter().flat_map(|(_, _, findings)| findings.iter().map(|finding| finding.rule.id)).collect();
    let rules: Vec<&Rule> = Rule::all().filter(|rule| used.contains(rule.id)).collect();
    let descriptors: Vec<Value> = rules
        .iter()
        .map(|rule| {
            json!({
                "id": rule.id,
                "name": rule.name,
                "shortDescription": { "text": rule.summary },
                "help": { "text": rule.help },
                "defaultConfiguration": { "level": level_of(rule.severity) },
            })
        })
        .collect();
    let mut results = Vec::new();
    for (name, text, findings) in files {
        let index = LineIndex::new(text);
        for finding in *findings {
            let region = region_of(&index, finding.span.start, finding.span.end);
            let mut location = location_of(name);
            location["physicalLocation"]["region"] = region;
            let mut result = json!({
                "ruleId": finding.rule.id,
                "ruleIndex": rules.iter().position(|rule| rule.id == finding.rule.id),
                "level": level_of(finding.severity),
                "message": { "text": format!("{}; {}", finding.message, finding.rule.help) },
                "locations": [location],
            });
            if let Some(fix) = &finding.fix {
                let replacements: Vec<Value> = fix
                    .edits
                    .iter()
                    .map(|edit| {
                        let region = region_exact(&index, edit.span.start, edit.span.end);
                        json!({ "deletedRegion": region, "insertedContent": { "text": edit.text } })
                    })
                    .collect();
                result["fixes"] = json!([{
                    "description": { "text": fix.title },
                    "artifactChanges": [{ "artifactLocation": { "uri": encode_uri(name) }, "replacements": replacements }],
                }]);
            }
            results.push(result);
        }
    }
    let notification = |(name, reason): &(String, String)| json!({ "level": "error", "message": { "text": reason }, "locations": [location_of(name)] });
    let notifications: Vec<Value> = unread.iter().map(notification).collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "webagents",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": descriptors,
            }},
            "invocations": [{
                "executionSuccessful": unread.is_empty(),
                "toolExecutionNotifications": notifications,
            }],
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn location_of(name: &str) -> Value {
    json!({ "physicalLocation": { "artifactLocation": { "uri": encode_uri(name) } } })
}

const fn level_of(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Hint => "note",
    }
}

/// At least one character, so that viewers show something.
fn region_of(index: &LineIndex<'_>, start: usize, end: usize) -> Value {
    let mut region = region_exact(index, start, end);
    if start == end {
        let column = index.position(start).column;
        region["endColumn"] = (column + 1).into();
    }
    region
}

fn region_exact(index: &LineIndex<'_>, start: usize, end: usize) -> Value {
    let (start, end): (Position, Position) = (index.position(start), index.position(end));
    json!({ "startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column })
}

/// A path as a URI reference (RFC 3986).
fn encode_uri(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let is_url = name.contains("://");
    for byte in name.bytes() {
        let plain = byte.is_ascii_alphanumeric() || b"-._~/!$&'()*+,;=@".contains(&byte);
        if plain || (is_url && b":?#[]%".contains(&byte)) {
            out.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

/// Formats the problems found in the file `name` as commands of GitHub Actions, which annotate it.
pub fn github(name: &str, text: &str, findings: &[Finding]) -> String {
    let index = LineIndex::new(text);
    let mut out = String::new();
    for finding in findings {
        let (start, end) = (index.position(finding.span.start), index.position(finding.span.end));
        let kind = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Hint => "notice",
        };
        let file = escape_command(name, true);
        let title = escape_command(&format!("{} {}", finding.rule.id, finding.rule.name), true);
        let message = escape_command(&format!("{}\n{}", finding.message, finding.rule.help), false);
        let _ = writeln!(
            out,
            "::{kind} file={file},line={},endLine={},col={},endColumn={},title={title}::{message}",
            start.line, end.line, start.column, end.column
        );
    }
    out
}

/// Formats the reason why the file `name` could not be read as a command of GitHub Actions.
pub fn github_unread(name: &str, reason: &str) -> String {
    format!("::error file={}::{}\n", escape_command(name, true), escape_command(reason, false))
}

/// Text for a workflow command: a value of a property has more characters escaped than the message.
fn escape_command(text: &str, property: bool) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '%' => out.push_str("%25"),
            '\r' => out.push_str("%0D"),
            '\n' => out.push_str("%0A"),
            ':' if property => out.push_str("%3A"),
            ',' if property => out.push_str("%2C"),
            c if webagents_schema::escape::is_hidden(c) => out.extend(c.escape_unicode()),
            c => out.push(c),
        }
    }
    out
}
