//! The JSON Schemas of what the commands print with `--json`, as `--json-schema` prints them.
//!
//! The decision: a schema says which members there always are and what each is, and leaves objects open, because a later
//! program may add members without another version. The tests hold every document that they see to its schema. Documents
//! of a site, such as a manifest, are not checked: they are any object here.

use clap::ArgMatches;
use serde_json::{Map, Value, json};

use crate::args::JSON_SCHEMA;
use crate::output::VERSION;

/// Members of a document: names, each with its schema.
type Members = Vec<(&'static str, Value)>;

/// The schema that was asked for.
pub(crate) fn asked_for(matches: &ArgMatches) -> Option<Value> {
    let (name, matches) = matches.subcommand()?;
    let asked = matches.try_get_one::<bool>(JSON_SCHEMA).ok()??;
    asked.then(|| schema(name)).flatten()
}

/// The schema of a command's documents; `None` for a command that has none.
pub(crate) fn schema(command: &str) -> Option<Value> {
    let documents = match command {
        "demo" => vec![document(demo(), Vec::new())],
        "parse" => {
            vec![document(vec![("manifest", any_object()), ("diagnostics", diagnostics())], Vec::new())]
        }
        "types" => {
            vec![document(vec![("typescript", text()), ("diagnostics", diagnostics())], registered())]
        }
        "context" => {
            let members =
                vec![("context", text()), ("tokens_estimated", count()), ("diagnostics", diagnostics())];
            vec![document(members, registered())]
        }
        "schema" => vec![document(
            vec![
                ("document", json!({})),
                ("losses", losses()),
                ("names", json!({})),
                ("skipped", skipped()),
                ("diagnostics", diagnostics()),
            ],
            registered(),
        )],
        "check" => {
            let files = list(object(vec![("source", text()), ("findings", list(finding()))], Vec::new()));
            vec![document(vec![("ok", boolean()), ("files", files)], Vec::new())]
        }
        "check-code" => vec![document(check_code(), Vec::new())],
        "import" => vec![document(
            vec![
                ("markdown", text()),
                ("manifest", any_object()),
                ("losses", losses()),
                ("warnings", list(text())),
                ("skipped", skipped()),
            ],
            Vec::new(),
        )],
        "discover" => vec![document(discover(), Vec::new())],
        "read" => {
            let failed = vec![
                ("ok", constant(false)),
                ("url", text()),
                ("line", text()),
                ("error", failure()),
                ("status", count_or_null()),
                ("retry_after", text_or_null()),
            ];
            // What is known of an answer that is no page, and all of it with --show-errors.
            let known = read().into_iter().skip(2).collect();
            let chunk = |ok| {
                vec![
                    ("ok", constant(ok)),
                    ("url", text()),
                    ("final_url", text_or_null()),
                    ("status", count_or_null()),
                    ("title", text_or_null()),
                    ("index", count()),
                    ("headings", list(text())),
                    ("text", text()),
                    ("tokens_estimated", count()),
                    ("cut", boolean()),
                ]
            };
            vec![
                document(read(), Vec::new()),
                document(chunk(true), Vec::new()),
                document(chunk(false), Vec::new()),
                document(failed, known),
            ]
        }
        "doctor" => vec![document(doctor(), Vec::new())],
        "exec" => return Some(titled(command, exec())),
        _ => return None,
    };
    let failed = document(vec![("ok", constant(false)), ("error", failure())], Vec::new());
    Some(titled(command, documents.into_iter().chain([failed]).collect()))
}

fn titled(command: &str, documents: Vec<Value>) -> Value {
    Value::from_iter([
        ("$schema", Value::from("https://json-schema.org/draft/2020-12/schema")),
        ("title", format!("webagents {command} --json").into()),
        ("anyOf", documents.into()),
    ])
}

/// A document with its version.
fn document(required: Members, optional: Members) -> Value {
    let version = ("version", json!({ "const": VERSION }));
    object([version].into_iter().chain(required).collect(), optional)
}

fn object(required: Members, optional: Members) -> Value {
    let names: Vec<&str> = required.iter().map(|(name, _)| *name).collect();
    let members: Map<_, _> =
        required.into_iter().chain(optional).map(|(name, schema)| (name.to_owned(), schema)).collect();
    json!({ "type": "object", "required": names, "properties": members })
}

fn text() -> Value {
    json!({ "type": "string" })
}

fn text_or_null() -> Value {
    json!({ "type": ["string", "null"] })
}

fn count() -> Value {
    json!({ "type": "integer", "minimum": 0 })
}

fn count_or_null() -> Value {
    json!({ "type": ["integer", "null"], "minimum": 0 })
}

fn milliseconds() -> Value {
    json!({ "type": "number", "minimum": 0 })
}

fn boolean() -> Value {
    json!({ "type": "boolean" })
}

fn any_object() -> Value {
    json!({ "type": "object" })
}

fn constant(value: impl Into<Value>) -> Value {
    json!({ "const": value.into() })
}

fn one_of(names: &[&str]) -> Value {
    json!({ "enum": names })
}

fn list(of: Value) -> Value {
    Value::from_iter([("type", "array".into()), ("items", of)])
}

/// A finding of `check`.
fn finding() -> Value {
    let span = || object(vec![("start", count()), ("end", count())], Vec::new());
    let edit = object(vec![("span", span()), ("text", text())], Vec::new());
    let fix = object(vec![("title", text()), ("edits", list(edit))], Vec::new());
    object(
        vec![
            ("rule", text()),
            ("name", text()),
            ("severity", one_of(&["error", "warning", "hint"])),
            ("message", text()),
            ("tool", text_or_null()),
            ("line", count()),
            ("column", count()),
            ("end_line", count()),
            ("end_column", count()),
            ("span", span()),
            ("help", text()),
            ("fix", json!({ "anyOf": [fix, { "type": "null" }] })),
        ],
        Vec::new(),
    )
}

/// Members of a command's failure.
fn failure() -> Value {
    let kinds = ["findings", "usage", "network", "refused", "browser"];
    object(
        vec![
            ("kind", one_of(&kinds)),
            ("message", text()),
            ("causes", list(text())),
            ("help", text_or_null()),
        ],
        Vec::new(),
    )
}

fn diagnostics() -> Value {
    list(object(
        vec![
            ("code", text()),
            ("severity", one_of(&["error", "warning", "hint"])),
            ("message", text()),
            ("line", count()),
            ("column", count()),
            ("span", object(vec![("start", count()), ("end", count())], Vec::new())),
            ("help", text()),
        ],
        Vec::new(),
    ))
}

fn losses() -> Value {
    list(object(
        vec![
            ("pointer", text()),
            ("keyword", json!({})),
            ("value", json!({})),
            ("action", text()),
            ("message", text()),
        ],
        Vec::new(),
    ))
}

/// Tools that a document has and that could not be read.
fn skipped() -> Value {
    list(object(vec![("tool", text()), ("pointer", text()), ("message", text())], Vec::new()))
}

/// The members of `check-code`.
fn check_code() -> Members {
    let place = || [("line", count()), ("column", count())];
    let finding =
        [("code", text()), ("severity", one_of(&["error", "warning", "hint"])), ("message", text())];
    let call = [("tool", text()), ("arguments", json!({}))];
    vec![
        ("ok", boolean()),
        ("language", json!({ "enum": ["javascript", "typescript", null] })),
        ("code", text_or_null()),
        ("findings", list(object(finding.into_iter().chain(place()).collect(), Vec::new()))),
        ("calls", list(object(call.into_iter().chain(place()).collect(), Vec::new()))),
    ]
}

/// Members that `--live` adds.
fn registered() -> Members {
    let place = object(vec![("name", text()), ("frame", text()), ("origin", text())], Vec::new());
    let tool = object(
        vec![
            ("name", text()),
            ("source", text()),
            ("registered", json!({ "anyOf": [place, { "type": "null" }] })),
        ],
        Vec::new(),
    );
    vec![("tools", list(tool)), ("findings", list(text()))]
}

fn demo() -> Members {
    vec![
        ("url", text()),
        ("manifest_url", text()),
        ("how", text()),
        ("typescript", text()),
        ("script", text()),
        ("outcome", object(outcome(), outcome_at_times())),
    ]
}

fn doctor() -> Members {
    let program = || object(vec![("path", text()), ("version", text_or_null())], Vec::new());
    let engine = object(
        vec![
            ("engine", one_of(&["chromium", "headless-shell", "firefox", "webkit"])),
            ("browser", json!({ "anyOf": [program(), { "type": "null" }] })),
            ("drivers", list(program())),
            ("missing", list(text())),
            ("install", text_or_null()),
        ],
        Vec::new(),
    );
    vec![("ok", boolean()), ("default", text()), ("engines", list(engine)), ("limits", list(text()))]
}

fn discover() -> Members {
    let warning = object(vec![("code", text()), ("message", text())], Vec::new());
    vec![
        ("page_url", text()),
        ("page_origin", text()),
        ("manifest_url", text()),
        ("manifest_origin", text()),
        ("tools_origin", text()),
        ("how", text()),
        ("name", text()),
        ("tools", list(text())),
        ("warnings", list(warning)),
        ("diagnostics", diagnostics()),
    ]
}

fn read() -> Members {
    let metadata = vec![
        ("title", text_or_null()),
        ("authors", list(text())),
        ("published", text_or_null()),
        ("modified", text_or_null()),
        ("description", text_or_null()),
        ("canonical_url", text_or_null()),
        ("language", text_or_null()),
        ("site_name", text_or_null()),
        ("markdown_url", text_or_null()),
    ];
    vec![
        ("ok", constant(true)),
        ("url", text()),
        ("final_url", text_or_null()),
        ("redirects", list(text())),
        ("status", count_or_null()),
        ("media_type", text_or_null()),
        ("kind", text()),
        ("text", text()),
        ("start_index", count()),
        ("next_start_index", count_or_null()),
        ("total_characters", count()),
        ("tokens_estimated", count()),
        ("stage", text_or_null()),
        ("metadata", object(metadata, Vec::new())),
        ("page_characters", count_or_null()),
        ("kept_characters", count_or_null()),
        ("section", text_or_null()),
        ("retry_after", text_or_null()),
        ("content_signal", text_or_null()),
        ("markdown_tokens", count_or_null()),
        ("remarks", list(text())),
    ]
}

/// The record of a script, the same for one and for a line of many; the latter has more members.
fn exec() -> Vec<Value> {
    let of_line = || {
        vec![
            ("id", json!({ "type": ["string", "number"] })),
            ("line", json!({ "type": "integer", "minimum": 1 })),
            ("input", json!({ "type": "string", "pattern": "^[0-9a-f]{16}$" })),
        ]
    };
    let with = |more: Members| more.into_iter().chain(of_line()).collect::<Members>();
    let ran = [("url", text()), ("status", one_of(&["done", "lost"]))].into_iter().chain(outcome()).collect();
    let not_run = vec![("status", constant("failed")), ("ok", constant(false)), ("error", failure())];
    let begun = [("url", text()), ("status", constant("begun"))];
    let begun = begun.into_iter().chain(of_line().into_iter().skip(1)).collect();
    let unsaved = [("unsaved", list(failure()))];
    vec![
        document(ran, with(outcome_at_times().into_iter().chain(unsaved).collect())),
        document(not_run, with(vec![("url", text())])),
        document(begun, of_line().into_iter().take(1).collect()),
    ]
}

/// Members that an outcome always has.
fn outcome() -> Members {
    let line = object(
        vec![
            ("level", one_of(&["debug", "log", "info", "warn", "error"])),
            ("text", text()),
            ("args", list(json!({}))),
            ("at_ms", milliseconds()),
        ],
        Vec::new(),
    );
    vec![
        ("ok", boolean()),
        ("value", json!({})),
        ("error", json!({ "anyOf": [error(), { "type": "null" }] })),
        ("console", list(line)),
        ("calls", list(call())),
        ("duration_ms", milliseconds()),
    ]
}

/// Members that an outcome has in some cases.
fn outcome_at_times() -> Members {
    let dialog =
        object(vec![("kind", text()), ("message", text()), ("answer", text())], vec![("tool", text())]);
    let refused = object(
        vec![("host", text()), ("port", count()), ("rule", text()), ("reason", text()), ("count", count())],
        Vec::new(),
    );
    vec![
        ("console_dropped", count()),
        ("calls_dropped", count()),
        ("tools_changed", constant(true)),
        ("dialogs", list(dialog)),
        ("refused", list(refused)),
        ("refused_dropped", count()),
        ("warnings", list(text())),
    ]
}

/// Members of a script's error.
fn error() -> Value {
    let kinds = [
        "syntax",
        "tools",
        "thrown",
        "denied",
        "timeout",
        "origin",
        "navigated",
        "dialog",
        "result_too_large",
        "page_crashed",
        "page_closed",
        "browser_lost",
        "tampered",
        "transport",
    ];
    object(
        vec![("kind", one_of(&kinds)), ("name", text()), ("message", text()), ("stack", text())],
        vec![("line", count()), ("column", count()), ("thrown", json!({}))],
    )
}

/// A call of a tool.
fn call() -> Value {
    let ending = object(
        vec![("state", one_of(&["returned", "threw", "denied", "pending"]))],
        vec![("name", text()), ("message", text())],
    );
    let source = object(vec![("kind", text())], vec![("frame", text()), ("origin", text())]);
    let decision = object(
        vec![("verdict", one_of(&["allow", "confirm", "deny"])), ("source", text())],
        vec![("rule", text()), ("reason", text())],
    );
    object(
        vec![
            ("tool", text()),
            ("source", source),
            ("args", json!({})),
            ("started_ms", milliseconds()),
            ("duration_ms", milliseconds()),
            ("outcome", ending),
        ],
        vec![("decision", decision), ("warnings", list(text()))],
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_with_documents_has_a_schema() {
        let command = crate::args::command();
        let mut names = Vec::new();
        for command in command.get_subcommands() {
            let has = command.get_arguments().any(|argument| argument.get_long() == Some(JSON_SCHEMA));
            if has {
                names.push(command.get_name());
                assert!(schema(command.get_name()).is_some(), "{}", command.get_name());
            }
        }
        assert!(names.contains(&"exec") && names.contains(&"parse"), "{names:?}");
    }
}
