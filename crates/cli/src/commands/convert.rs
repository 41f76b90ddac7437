//! The commands that convert: `schema` out of a manifest, `import` into one.
//!
//! What the other format cannot say goes to stderr, and never silently away.

use std::collections::HashMap;

use serde_json::{Map, Value, json};
use webagents_manifest::{Manifest, write};
use webagents_schema::formats::{self, ExportOptions, Exported, Format};
use webagents_schema::json_schema::{self, Objects, ReadOptions, WriteOptions};
use webagents_schema::{Action, Interface, Loss, Lossy, Shape, interface_of, manifest_of};
use webagents_script::{Finding, SourceLanguage, SourceOptions, deduce};

use super::inspect::say_summary;
use super::live;
use crate::args::{self, Origin};
use crate::exit::{Exit, Failure};
use crate::report::plural;
use crate::source::{Source, load, read_text};
use crate::{output, report};

/// `webagents schema`: a manifest's tools in another format.
pub(super) async fn schema(args: &args::Schema) -> Result<Exit, Failure> {
    if live::wanted(&args.live)? {
        let (site, toolbox) = live::tools(&args.input.source, &args.input.network, &args.live).await?;
        let (document, losses) = exported(args, toolbox.manifest())?;
        if args.json {
            output::json(&json!({
                "document": document.value, "losses": losses_json(&losses), "names": document.names,
                "diagnostics": report::json_list(toolbox.content(), &site.diagnostics),
                "tools": live::sources(&toolbox), "findings": live::findings(&toolbox),
            }))?;
        } else {
            output::data(&format!("{:#}\n", document.value))?;
            say_losses(site.found.page.as_str(), &losses);
        }
        return Ok(exit(&losses, args.strict));
    }
    let loaded = load(&args.input.source, &args.input.network).await?;
    let (document, losses) = exported(args, &loaded.parsed.manifest)?;
    if args.json {
        output::json(&json!({
            "document": document.value,
            "losses": losses_json(&losses),
            "names": document.names,
            "diagnostics": report::json_list(&loaded.parsed.content, &loaded.parsed.diagnostics),
        }))?;
    } else {
        // A document is read by people before it is by programs.
        output::data(&format!("{:#}\n", document.value))?;
        say_losses(&loaded.name, &losses);
        say_summary(&loaded.name, &loaded.parsed.diagnostics);
    }
    Ok(exit(&losses, args.strict))
}

/// The tools in the format that was asked for, and what it could not carry.
fn exported(args: &args::Schema, manifest: &Manifest) -> Result<(Exported, Vec<Loss>), Failure> {
    let Lossy { value: mut tools, mut losses } = interfaces(manifest, &args.tool)?;
    if args.closed {
        for tool in &mut tools {
            close(&mut tool.input)?;
        }
    }
    let mut exported = match args.to.format() {
        Some(format) => {
            formats::write(format, &tools, &ExportOptions::default()).map_err(|error| refused(&error))?
        }
        None => schemas(&tools),
    };
    losses.append(&mut exported.losses);
    Ok((exported, losses))
}

/// The interfaces of a manifest's tools: those that were named, or all.
fn interfaces(manifest: &Manifest, wanted: &[String]) -> Result<Lossy<Vec<Interface>>, Failure> {
    if let Some(missing) = wanted.iter().find(|name| manifest.tool(name).is_none()) {
        let names: Vec<&str> = manifest.tools.iter().map(|tool| tool.name.as_str()).collect();
        let known = if names.is_empty() { "it has none".to_owned() } else { names.join(", ") };
        return Err(
            Failure::usage(format!("there is no tool {missing:?}")).help(format!("the tools: {known}"))
        );
    }
    let mut all = Lossy::exact(Vec::new());
    for tool in &manifest.tools {
        if wanted.is_empty() || wanted.iter().any(|name| name == tool.name.as_str()) {
            let Lossy { value, losses } = interface_of(tool);
            all.value.push(value);
            all.losses.extend(losses);
        }
    }
    Ok(all)
}

/// Makes every object of a shape refuse properties that it does not name.
fn close(shape: &mut Shape) -> Result<(), Failure> {
    let mut options = WriteOptions::default();
    options.additional_properties = Objects::Closed;
    let closed = json_schema::write(shape, &options).value;
    *shape = json_schema::read(&closed, &ReadOptions::tool()).map_err(|error| refused(&error))?.value;
    Ok(())
}

/// `{"<tool>": {"input": …, "output": …}}`.
fn schemas(tools: &[Interface]) -> Exported {
    let mut exported = Exported::default();
    let mut document = Map::new();
    for tool in tools {
        let mut write = |shape: &Shape| {
            let Lossy { value, losses } = json_schema::write(shape, &WriteOptions::default());
            exported.losses.extend(losses.into_iter().map(|mut loss| {
                loss.pointer.insert_str(0, &tool.name);
                loss
            }));
            value
        };
        let mut schemas = Map::from_iter([("input".to_owned(), write(&tool.input))]);
        if let Some(output) = &tool.output {
            schemas.insert("output".to_owned(), write(output));
        }
        document.insert(tool.name.clone(), Value::Object(schemas));
        exported.names.insert(tool.name.clone(), tool.name.clone());
    }
    exported.value = Value::Object(document);
    exported
}

/// `webagents import`: a manifest of another format's tools.
pub(super) fn import(args: &args::Import) -> Result<Exit, Failure> {
    let text = read_text(&args.file)?;
    let Lossy { value: mut manifest, losses } = match source_options(args) {
        Some(options) => deduced(&text, &options, &args.file),
        None => read(&text, args.from, &args.file)?,
    };
    if let Some(name) = &args.name {
        manifest.name = name.as_str().into();
    }
    if let Some(description) = &args.description {
        manifest.description = description.as_str().into();
    }
    let markdown = write(&manifest);
    if args.json {
        output::json(&json!({ "markdown": markdown, "manifest": manifest, "losses": losses_json(&losses) }))?;
    } else {
        output::data(&markdown)?;
        let name = args.file.to_string();
        output::say(&format!("{name}: {}", plural(manifest.tools.len(), "tool")));
        say_losses(&name, &losses);
    }
    Ok(if manifest.tools.is_empty() { Exit::Findings } else { exit(&losses, args.strict) })
}

/// How to read the file as source code, when it is some.
fn source_options(args: &args::Import) -> Option<SourceOptions> {
    let by_name = match &args.file {
        Source::File(path) => path.to_str().and_then(SourceOptions::for_file),
        Source::Url(_) | Source::Stdin => None,
    };
    match args.from {
        Origin::Typescript => Some(by_name.unwrap_or_else(|| SourceOptions::new(SourceLanguage::TypeScript))),
        Origin::Auto => by_name,
        _ => None,
    }
}

/// The tools of a source file.
fn deduced(text: &str, options: &SourceOptions, file: &Source) -> Lossy<Manifest> {
    let deduced = deduce(text, options);
    let mut manifest = Manifest::default();
    manifest.tools = deduced.tools;
    let losses = deduced.findings.iter().map(|finding| loss_of(finding, file)).collect();
    Lossy { value: manifest, losses }
}

/// A finding in a source file, as a loss: its place is a line and a column.
fn loss_of(finding: &Finding, file: &Source) -> Loss {
    let place = format!("{file}:{}:{}", finding.place.line, finding.place.column);
    Loss::new(place, finding.kind.as_str(), Value::Null, Action::Dropped, finding.message.clone())
}

/// The tools of a JSON document.
fn read(text: &str, from: Origin, file: &Source) -> Result<Lossy<Manifest>, Failure> {
    let document = formats::from_text(text).map_err(|error| {
        refused_in(file, &error)
            .or_help("tools are read from JSON, and with --from typescript from source code")
    })?;
    let format = match from {
        Origin::JsonSchema => None,
        Origin::Auto => match formats::detect(&document) {
            None if !is_schema(&document) => {
                return Err(Failure::new(
                    Exit::Findings,
                    format!("{file}: this is no format that is known here"),
                )
                .help("say which one it is with --from"));
            }
            format => format,
        },
        from => from.format(),
    };
    let tools = match format {
        Some(format) => formats::read(format, &document).map_err(|error| refused_in(file, &error))?,
        None => of_schemas(&document, file).map_err(|failure| failure.of(file))?,
    };
    // An OpenAPI document says what the service is called.
    let info = |name: &str| document["info"][name].as_str().unwrap_or_default();
    let mut manifest = manifest_of(&tools.value, info("title"), info("description"));
    manifest.losses.splice(0..0, tools.losses);
    Ok(manifest)
}

/// Whether a document is the JSON Schema of an object, or several under tools' names.
fn is_schema(document: &Value) -> bool {
    document.get("$schema").is_some()
        || document.get("properties").is_some_and(Value::is_object)
        || is_book(document)
}

/// Whether a document is `{"<tool>": {"input": …, "output": …}}`.
fn is_book(document: &Value) -> bool {
    let is_pair = |pair: &Value| {
        let members = pair.as_object();
        members
            .is_some_and(|m| m.contains_key("input") && m.keys().all(|key| key == "input" || key == "output"))
    };
    document.as_object().is_some_and(|tools| !tools.is_empty() && tools.values().all(is_pair))
}

/// The tools whose schemas a document holds: one, named by its `title` or the file, or those of a whole book.
fn of_schemas(document: &Value, file: &Source) -> Result<Lossy<Vec<Interface>>, Failure> {
    let mut tools = Lossy::exact(Vec::new());
    if is_book(document) {
        for (name, pair) in document.as_object().into_iter().flatten() {
            tools.value.push(of_schema(name, &pair["input"], pair.get("output"), &mut tools.losses)?);
        }
        return Ok(tools);
    }
    let stem = match file {
        Source::File(path) => path.file_stem().and_then(|stem| stem.to_str()),
        Source::Url(_) | Source::Stdin => None,
    };
    let name = document["title"].as_str().or(stem).unwrap_or("tool");
    tools.value.push(of_schema(name, document, None, &mut tools.losses)?);
    Ok(tools)
}

fn of_schema(
    name: &str,
    input: &Value,
    output: Option<&Value>,
    losses: &mut Vec<Loss>,
) -> Result<Interface, Failure> {
    let mut keep = |read: Lossy<Shape>| {
        losses.extend(read.losses.into_iter().map(|mut loss| {
            loss.pointer.insert_str(0, name);
            loss
        }));
        read.value
    };
    let mut tool = Interface::new(name);
    tool.input = keep(json_schema::read_arguments(input).map_err(|error| refused(&error))?);
    // What a schema of arguments says of itself, it says of the tool.
    tool.description = std::mem::take(&mut tool.input.facts.description);
    tool.input.facts.keywords.retain(|keyword, value| keyword != "title" || value != name);
    if let Some(output) = output {
        tool.output =
            Some(keep(json_schema::read(output, &ReadOptions::tool()).map_err(|error| refused(&error))?));
    }
    Ok(tool)
}

/// A document that cannot be converted: it has a finding that counts.
fn refused(error: &dyn std::error::Error) -> Failure {
    Failure::because(Exit::Findings, error)
}

/// The same of the file that was named.
fn refused_in(file: &Source, error: &dyn std::error::Error) -> Failure {
    let failure = refused(error).of(file);
    match file {
        Source::File(path) if path.extension().is_some_and(|end| end == "yaml" || end == "yml") => {
            failure.help("OpenAPI documents are read as JSON; convert it first")
        }
        _ => failure,
    }
}

fn exit(losses: &[Loss], strict: bool) -> Exit {
    if strict && !losses.is_empty() { Exit::Findings } else { Exit::Ok }
}

/// `[{pointer, keyword, value, action, message}]`.
fn losses_json(losses: &[Loss]) -> Value {
    let of = |loss: &Loss| {
        json!({
            "pointer": loss.pointer,
            "keyword": loss.keyword,
            "value": loss.value,
            "action": loss.action.as_str(),
            "message": loss.message,
        })
    };
    losses.iter().map(of).collect()
}

/// Tells of each loss once: what happened to many tools alike is one line, with the first places. `--json` has all.
fn say_losses(name: &str, losses: &[Loss]) {
    /// Places that are named of losses that are alike.
    const PLACES: usize = 3;
    let mut groups: Vec<(&Loss, Vec<&str>)> = Vec::new();
    let mut known: HashMap<(&str, &str, &str), usize> = HashMap::new();
    for loss in losses {
        let key = (loss.keyword.as_str(), loss.action.as_str(), loss.message.as_str());
        let at = *known.entry(key).or_insert_with(|| {
            groups.push((loss, Vec::new()));
            groups.len() - 1
        });
        groups[at].1.push(&loss.pointer);
    }
    for (loss, places) in groups {
        if let [_] = places.as_slice() {
            output::say(&format!("lost: {loss}"));
        } else {
            let shown = places.iter().take(PLACES).copied().collect::<Vec<_>>().join(", ");
            let more = if places.len() > PLACES { ", …" } else { "" };
            output::say(&format!(
                "lost, {} times: `{}` {}: {} ({shown}{more})",
                places.len(),
                loss.keyword,
                loss.action.as_str(),
                loss.message,
            ));
        }
    }
    if losses.len() > 1 {
        output::say(&format!("{name}: {} were lost", plural(losses.len(), "thing")));
    }
}

impl Origin {
    /// The tool format, where one was named.
    const fn format(self) -> Option<Format> {
        Some(match self {
            Self::Auto | Self::JsonSchema | Self::Typescript => return None,
            Self::Webmcp => Format::WebMcp,
            Self::Mcp => Format::Mcp,
            Self::Openai => Format::OpenAi,
            Self::Anthropic => Format::Anthropic,
            Self::Gemini => Format::Gemini,
            Self::Openapi => Format::OpenApi,
        })
    }
}
