//! Tools of documents: JSON, JSON Lines and YAML, whatever format they have.

use serde_json::Value;
use webagents_formats::{Document, FormatError};
use webagents_manifest::Manifest;
use webagents_runtime::guard::matches_pattern;
use webagents_schema::json_schema::{self, SchemaReadOptions};
use webagents_schema::{Interface, Loss, Lossy, Shape, manifest_of};

use super::losses::{Skipped, name_warnings, of_tool};
use crate::args::{self, Origin, SourceArg};
use crate::exit::{Exit, Failure};
use crate::report::plural;
use crate::source;

/// Result of an import.
#[derive(Debug)]
pub(super) struct Imported {
    pub(super) manifest: Manifest,
    pub(super) losses: Vec<Loss>,
    pub(super) warnings: Vec<String>,
    pub(super) skipped: Vec<Skipped>,
}

/// A document that cannot be converted: it has a finding that counts.
pub(super) fn refused(error: &dyn std::error::Error) -> Failure {
    Failure::because(Exit::Findings, error)
}

/// The tools of a document that were read.
struct ToolList {
    tools: Vec<Interface>,
    losses: Vec<Loss>,
    skipped: Vec<Skipped>,
}

/// The requested tools of a document, as a manifest.
pub(super) fn read(text: &str, args: &args::Import) -> Result<Imported, Failure> {
    let document = parse(text, &args.file)?;
    let value = &document.value;
    let format = match args.from {
        Origin::Tools(format) => Some(format),
        Origin::JsonSchema | Origin::Typescript => None,
        Origin::Auto => match webagents_formats::detect(value) {
            None if !is_schema(value) => {
                let message = format!("{}: this is no format that is known here", args.file);
                return Err(Failure::new(Exit::Findings, message).help("say which one it is with --from"));
            }
            format => format,
        },
    };
    let mut read = match format {
        Some(format) => {
            let read = webagents_formats::read_each(format, &document)
                .map_err(|error| refused(&error).of(&args.file))?;
            let skipped = read.refused.into_iter().map(Skipped::from).collect();
            ToolList { tools: read.tools, losses: read.losses, skipped }
        }
        None => of_schemas(&document, &args.file).map_err(|failure| failure.of(&args.file))?,
    };
    // A document without any tool cannot be converted; the first reason is reported.
    if read.tools.is_empty()
        && let Some(first) = read.skipped.first()
    {
        let place = if first.pointer.is_empty() { "/" } else { &first.pointer };
        let message = format!("{}: {place}: {}", args.file, first.message);
        let failure = Failure::new(Exit::Findings, message);
        return Err(match read.skipped.len() {
            1 => failure,
            more => failure.cause(format!("none of {} can be read", plural(more, "tool"))),
        });
    }
    select(&mut read, value, args)?;
    read.tools.iter_mut().for_each(describe_request);
    // An OpenAPI document has the name of the service.
    let info = |name: &str| value["info"][name].as_str().unwrap_or_default();
    let Lossy { value: manifest, losses } = manifest_of(&read.tools, info("title"), info("description"));
    read.losses.extend(losses);
    let warnings = name_warnings(&read.tools, &read.losses);
    Ok(Imported { manifest, losses: read.losses, warnings, skipped: read.skipped })
}

/// Adds the request of an OpenAPI operation to the description, for the author of the function.
///
/// Members of the operation that are not part of the request stay, each by its own name.
fn describe_request(tool: &mut Interface) {
    let Some(Value::Object(mut operation)) = tool.extra.shift_remove("openapi") else { return };
    let mut text = |name: &str| match operation.shift_remove(name) {
        Some(Value::String(text)) => text,
        _ => String::new(),
    };
    let (method, path, content_type) = (text("method"), text("path"), text("contentType"));
    let has_body = !matches!(method.as_str(), "get" | "head" | "delete" | "options" | "trace");
    let code = |text: &str| format!("`{}`", text.replace('`', "'"));
    let mut remarks = Vec::new();
    if let Some(Value::Object(places)) = operation.shift_remove("arguments") {
        for (argument, place) in places {
            let (name, at) =
                (place["name"].as_str().unwrap_or_default(), place["in"].as_str().unwrap_or_default());
            let is_implied = argument == name
                && match at {
                    "path" => path.contains(&format!("{{{name}}}")),
                    "query" => !has_body,
                    at => at == "body" && has_body,
                };
            if !is_implied {
                let renamed = if argument == name { String::new() } else { format!(" as {}", code(name)) };
                remarks.push(format!("{} in {at}{renamed}", code(&argument)));
            }
        }
    }
    if !content_type.is_empty() && content_type != "application/json" {
        remarks.push(format!("body as {}", code(&content_type)));
    }
    let gap = if tool.description.is_empty() { "" } else { "\n\n" };
    let remarks = if remarks.is_empty() { String::new() } else { format!(" ({})", remarks.join(", ")) };
    let request = code(&format!("{} {path}", method.to_uppercase()));
    tool.description.extend([gap, "Request: ", &request, &remarks]);
    tool.extra.extend(operation);
}

/// The value of a text: JSON or JSON Lines, else YAML.
fn parse(text: &str, file: &SourceArg) -> Result<Document, Failure> {
    let error = match Document::from_json(text) {
        Ok(document) => return Ok(document),
        Err(error) => error,
    };
    let named = ["yaml", "yml"].contains(&source::extension(file).as_str());
    // YAML would take JSON with a mistake in it for something else.
    if named || !text.trim_start().starts_with(['{', '[']) {
        match Document::from_yaml(text) {
            Ok(document) if named || document.value.is_object() => return Ok(document),
            Err(error) if named => return Err(refused(&error).of(file)),
            _ => {}
        }
    }
    let help =
        "tools are read from JSON, OpenAPI documents also from YAML, and with --from typescript source code";
    Err(refused(&error).of(file).help(help))
}

/// Keeps what `--only` and `--tag` name.
fn select(read: &mut ToolList, document: &Value, args: &args::Import) -> Result<(), Failure> {
    if !args.tag.is_empty() {
        let known: Vec<&str> = read.tools.iter().flat_map(tags).collect();
        for tag in &args.tag {
            if !known.contains(&tag.as_str()) {
                let mut names: Vec<&str> = Vec::new();
                for name in known {
                    if !names.contains(&name) {
                        names.push(name);
                    }
                }
                let help = match names.as_slice() {
                    [] => "no tool of the document has tags; --only chooses by name".to_owned(),
                    names => format!("the tags: {}", names.join(", ")),
                };
                return Err(Failure::usage(format!("there is no tag {tag:?}")).help(help));
            }
        }
        read.tools.retain(|tool| tags(tool).any(|tag| args.tag.iter().any(|wanted| wanted == tag)));
        read.skipped.retain(|skipped| {
            let operation = operation_at(document, &skipped.pointer);
            operation.is_none_or(|operation| {
                texts(&operation["tags"]).any(|tag| args.tag.iter().any(|wanted| wanted == tag))
            })
        });
    }
    keep_only(&mut read.tools, |tool| &tool.name, &args.only)?;
    if !args.only.is_empty() {
        read.skipped.retain(|skipped| skipped.tool.is_empty() || is_wanted(&skipped.tool, &args.only));
    }
    let kept: Vec<String> = read.tools.iter().map(|tool| place(&tool.name)).collect();
    let kept: std::collections::HashSet<&str> = kept.iter().map(String::as_str).collect();
    if !(args.only.is_empty() && args.tag.is_empty()) {
        read.losses.retain(|loss| {
            kept.contains(loss.pointer.as_str())
                || loss.pointer.match_indices('/').any(|(end, _)| kept.contains(&loss.pointer[..end]))
        });
    }
    Ok(())
}

/// A tool's name at the beginning of a loss's pointer.
fn place(name: &str) -> String {
    webagents_schema::pointer("", name).split_off(1)
}

/// Keeps the tools whose names a pattern matches; each pattern must match one.
pub(super) fn keep_only<T>(
    tools: &mut Vec<T>,
    name: impl Fn(&T) -> &str,
    patterns: &[String],
) -> Result<(), Failure> {
    /// Names that a message lists.
    const LISTED: usize = 30;
    if patterns.is_empty() {
        return Ok(());
    }
    if let Some(pattern) =
        patterns.iter().find(|pattern| !tools.iter().any(|tool| matches_pattern(pattern, name(tool))))
    {
        let more = if tools.len() > LISTED { ", …" } else { "" };
        let names: Vec<&str> = tools.iter().take(LISTED).map(&name).collect();
        let help = format!("the tools: {}{more}", names.join(", "));
        return Err(Failure::usage(format!("there is no tool {pattern:?}")).help(help));
    }
    tools.retain(|tool| patterns.iter().any(|pattern| matches_pattern(pattern, name(tool))));
    Ok(())
}

/// Returns `true` if a pattern matches a name, or if the list is empty.
pub(super) fn is_wanted(name: &str, patterns: &[String]) -> bool {
    patterns.is_empty() || patterns.iter().any(|pattern| matches_pattern(pattern, name))
}

fn texts(list: &Value) -> impl Iterator<Item = &str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str)
}

/// The tags of an operation.
fn tags(tool: &Interface) -> impl Iterator<Item = &str> {
    tool.extra.get("openapi").and_then(|operation| operation.get("tags")).into_iter().flat_map(texts)
}

/// The operation of an OpenAPI document that a place is in.
fn operation_at<'d>(document: &'d Value, place: &str) -> Option<&'d Value> {
    let (end, _) = place.match_indices('/').nth(3).unwrap_or((place.len(), ""));
    let operation = &place[..end];
    operation
        .starts_with("/paths/")
        .then(|| document.pointer(operation))
        .flatten()
        .filter(|value| value.is_object())
}

/// Returns whether a document is the JSON Schema of an object, or several by the names of tools.
fn is_schema(document: &Value) -> bool {
    document.get("$schema").is_some()
        || document.get("properties").is_some_and(Value::is_object)
        || is_book(document)
}

/// Returns whether a document is `{"<tool>": {"input": …, "output": …}}`.
fn is_book(document: &Value) -> bool {
    let is_pair = |pair: &Value| {
        let members = pair.as_object();
        members
            .is_some_and(|m| m.contains_key("input") && m.keys().all(|key| key == "input" || key == "output"))
    };
    document.as_object().is_some_and(|tools| !tools.is_empty() && tools.values().all(is_pair))
}

/// Returns the tools whose schemas a document holds.
///
/// It is one manifest, named by its `title` or the file, or the manifests of a whole book.
fn of_schemas(document: &Document, file: &SourceArg) -> Result<ToolList, Failure> {
    let mut read = ToolList { tools: Vec::new(), losses: Vec::new(), skipped: Vec::new() };
    let value = &document.value;
    if is_book(value) {
        for (name, pair) in value.as_object().into_iter().flatten() {
            let within = webagents_schema::pointer("", name) + "/";
            let fault = document.faults().find(|fault| fault.pointer.starts_with(&within));
            let tool = match fault {
                Some(fault) => Err(fault.clone()),
                None => of_schema(name, &pair["input"], pair.get("output"), &mut read.losses),
            };
            match tool {
                Ok(tool) => read.tools.push(tool),
                Err(error) => read.skipped.push(Skipped {
                    tool: name.clone(),
                    pointer: error.pointer,
                    message: error.message,
                }),
            }
        }
        return Ok(read);
    }
    if let Some(fault) = document.faults().next() {
        return Err(refused(fault));
    }
    let stem = match file {
        SourceArg::File(path) => path.file_stem().and_then(|stem| stem.to_str()),
        SourceArg::Url(_) | SourceArg::Stdin => None,
    };
    let name = value["title"].as_str().or(stem).unwrap_or("tool");
    read.tools.push(of_schema(name, value, None, &mut read.losses).map_err(|error| refused(&error))?);
    Ok(read)
}

fn of_schema(
    name: &str,
    input: &Value,
    output: Option<&Value>,
    losses: &mut Vec<Loss>,
) -> Result<Interface, FormatError> {
    let mut keep = |read: Lossy<Shape>| {
        losses.extend(of_tool(name, read.losses));
        read.value
    };
    let mut tool = Interface::new(name);
    tool.input = keep(json_schema::read_arguments(input)?);
    // The title and description of a schema of arguments describe the tool.
    tool.description = std::mem::take(&mut tool.input.facts.description);
    tool.input.facts.keywords.retain(|keyword, value| keyword != "title" || value != name);
    if let Some(output) = output {
        tool.output = Some(keep(json_schema::read(output, &SchemaReadOptions::tool())?));
    }
    Ok(tool)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_any_characters() {
        for (pattern, name, expected) in [
            ("a", "a", true),
            ("a", "ab", false),
            ("*", "", true),
            ("a*", "abc", true),
            ("*c", "abc", true),
            ("a*c", "abc", true),
            ("a*c", "ac", true),
            ("ab*bc", "abc", false),
            ("*b*", "abc", true),
            ("a**c", "abc", true),
            ("a*d", "abc", false),
        ] {
            assert_eq!(matches_pattern(pattern, name), expected, "{pattern} {name}");
        }
    }
}
