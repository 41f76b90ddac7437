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

use super::inspect::plural;
use crate::args::{self, Origin, Target};
use crate::exit::{Exit, Failure};
use crate::output;
use crate::source::{Source, load, read_text};

/// `webagents schema`: a manifest's tools in another format.
pub(super) async fn schema(args: &args::Schema) -> Result<Exit, Failure> {
    let loaded = load(&args.input.source, &args.input.network).await?;
    let Lossy { value: mut tools, mut losses } = interfaces(&loaded.parsed.manifest, &args.tool)?;
    if args.closed {
        for tool in &mut tools {
            close(&mut tool.input)?;
        }
    }
    let exported = match args.to.format() {
        Some(format) => {
            formats::write(format, &tools, &ExportOptions::default()).map_err(|error| refused(&error))?
        }
        None => schemas(&tools),
    };
    losses.extend(exported.losses);
    if args.json {
        output::json(&json!({
            "document": exported.value,
            "losses": losses_json(&losses),
            "names": exported.names,
        }))?;
    } else {
        // A document is read by people before it is by programs.
        output::data(&format!("{:#}\n", exported.value))?;
        say_losses(&loaded.name, &losses);
    }
    Ok(exit(&losses, args.strict))
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
        None => read(&text, args.from)?,
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
fn read(text: &str, from: Origin) -> Result<Lossy<Manifest>, Failure> {
    let document = formats::from_text(text).map_err(|error| refused(&error))?;
    let format = match from.format() {
        Some(format) => format,
        None => formats::detect(&document).ok_or_else(|| {
            Failure::new(Exit::Findings, "this is no format that is known here")
                .help("say which one it is with --from")
        })?,
    };
    let tools = formats::read(format, &document).map_err(|error| refused(&error))?;
    // An OpenAPI document says what the service is called.
    let info = |name: &str| document["info"][name].as_str().unwrap_or_default();
    let mut manifest = manifest_of(&tools.value, info("title"), info("description"));
    manifest.losses.splice(0..0, tools.losses);
    Ok(manifest)
}

/// A document that cannot be converted: it has a finding that counts.
fn refused(error: &dyn std::error::Error) -> Failure {
    Failure::because(Exit::Findings, error)
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

impl Target {
    /// The tool format, unless it is bare JSON Schema.
    const fn format(self) -> Option<Format> {
        Some(match self {
            Self::JsonSchema => return None,
            Self::Webmcp => Format::WebMcp,
            Self::Mcp => Format::Mcp,
            Self::Openai => Format::OpenAi,
            Self::OpenaiStrict => Format::OpenAiStrict,
            Self::OpenaiChat => Format::OpenAiChat,
            Self::OpenaiChatStrict => Format::OpenAiChatStrict,
            Self::Anthropic => Format::Anthropic,
            Self::AnthropicStrict => Format::AnthropicStrict,
            Self::Gemini => Format::Gemini,
            Self::GeminiJsonSchema => Format::GeminiJsonSchema,
        })
    }
}

impl Origin {
    /// The tool format, where one was named.
    const fn format(self) -> Option<Format> {
        Some(match self {
            Self::Auto | Self::Typescript => return None,
            Self::Webmcp => Format::WebMcp,
            Self::Mcp => Format::Mcp,
            Self::Openai => Format::OpenAi,
            Self::Anthropic => Format::Anthropic,
            Self::Gemini => Format::Gemini,
            Self::Openapi => Format::OpenApi,
        })
    }
}
