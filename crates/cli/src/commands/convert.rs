//! The commands that convert: `schema` out of a manifest, `import` into one.
//!
//! Losses of the other format are reported on stderr, and never silent.

use serde_json::{Map, Value, json};
use webagents_formats::{ExportOptions, Exported};
use webagents_manifest::{Manifest, Tool, limits, parse, write};
use webagents_schema::json_schema::{self, Objects, SchemaError, SchemaReadOptions, SchemaWriteOptions};
use webagents_schema::{Action, Interface, Loss, Lossy, Shape, interface_of};
use webagents_script::{CodeDiagnostic, CodeDiagnosticKind, Severity, SourceLanguage, SourceOptions, deduce};

use super::documents::{self, Imported, refused};
use super::losses::{
    Skipped, losses_json, of_tool, say_left_out, say_losses, say_skipped, say_warnings, skipped_json,
};
#[cfg(feature = "browser")]
use super::webmcp;
use crate::args::{self, Origin, SourceArg};
use crate::exit::{Exit, Failure};
use crate::report::{plural, say_summary};
use crate::source::{extension, is_page, load, read_text};
use crate::{output, report};

/// `webagents schema`: a manifest's tools in another format.
pub(super) async fn schema(args: &args::Schema) -> Result<Exit, Failure> {
    #[cfg(feature = "browser")]
    if webmcp::wanted(&args.webmcp)? {
        return webmcp_schema(args).await;
    }
    let loaded = load(&args.input.source, &args.input.network).await?;
    let (document, losses, skipped) = exported(args, &loaded.parsed.manifest, &[])?;
    if args.json {
        output::json(&json!({
            "document": document.value,
            "losses": losses_json(&losses),
            "names": document.names,
            "skipped": skipped_json(&skipped),
            "diagnostics": report::json_list(&loaded.parsed.content, &loaded.parsed.diagnostics),
        }))?;
    } else {
        // A document is read by people before it is by programs.
        output::data(&format!("{:#}\n", document.value))?;
        say_skipped(&skipped);
        say_losses(&loaded.name, &losses);
        say_summary(&loaded.name, &loaded.parsed.diagnostics);
    }
    Ok(if skipped.is_empty() { exit(&losses, args.strict) } else { Exit::Findings })
}

/// Prints a page's tools in a browser in another format.
#[cfg(feature = "browser")]
async fn webmcp_schema(args: &args::Schema) -> Result<Exit, Failure> {
    let (site, toolbox) = webmcp::tools(&args.input.source, &args.input.network, &args.webmcp).await?;
    let (document, losses, skipped) = exported(args, toolbox.manifest(), toolbox.registered())?;
    if args.json {
        output::json(&json!({
            "document": document.value, "losses": losses_json(&losses), "names": document.names,
            "skipped": skipped_json(&skipped),
            "diagnostics": report::json_list(toolbox.content(), &site.diagnostics),
            "tools": webmcp::sources(&toolbox), "findings": webmcp::findings(&toolbox),
        }))?;
    } else {
        output::data(&format!("{:#}\n", document.value))?;
        say_skipped(&skipped);
        say_losses(site.site.page.as_str(), &losses);
    }
    Ok(if skipped.is_empty() { exit(&losses, args.strict) } else { Exit::Findings })
}

/// Returns the tools in the requested format, the losses, and the tools that were left out.
fn exported(
    args: &args::Schema,
    manifest: &Manifest,
    registered: &[Interface],
) -> Result<(Exported, Vec<Loss>, Vec<Skipped>), Failure> {
    let (Lossy { value: mut tools, mut losses }, mut skipped) = interfaces(manifest, registered, &args.tool)?;
    if args.closed {
        tools.retain_mut(|tool| match close(&mut tool.input) {
            Ok(more) => {
                losses.extend(of_tool(&tool.name, more));
                true
            }
            Err(error) => {
                let (tool, pointer) = (tool.name.clone(), error.pointer);
                skipped.push(Skipped { tool, pointer, message: error.message });
                false
            }
        });
    }
    let mut options = ExportOptions::default();
    options.mcp = args.mcp_revision.into();
    let mut exported = match args.to.format() {
        Some(format) => {
            webagents_formats::write(format, &tools, &options).map_err(|error| refused(&error))?
        }
        None => schemas(&tools),
    };
    losses.append(&mut exported.losses);
    Ok((exported, losses, skipped))
}

/// Returns the interfaces of the named tools or all, and the tools with unknown arguments.
fn interfaces(
    manifest: &Manifest,
    registered: &[Interface],
    wanted: &[String],
) -> Result<(Lossy<Vec<Interface>>, Vec<Skipped>), Failure> {
    let declared = manifest.tools.iter().map(|tool| tool.name.as_str());
    let names: Vec<&str> = declared.chain(registered.iter().map(|tool| tool.name.as_str())).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|wanted| wanted == name);
    if let Some(missing) = wanted.iter().find(|name| !names.contains(&name.as_str())) {
        let known = if names.is_empty() { "it has none".to_owned() } else { names.join(", ") };
        return Err(
            Failure::usage(format!("there is no tool {missing:?}")).help(format!("the tools: {known}"))
        );
    }
    let mut all = Lossy::exact(Vec::new());
    let mut skipped = Vec::new();
    for tool in &manifest.tools {
        if is_wanted(tool.name.as_str()) {
            let Lossy { value, losses } = interface_of(tool);
            // Without lines nothing else describes the parameters of the tool.
            let unread = losses.iter().find(|loss| loss.keyword == "inputSchema" && tool.params.is_empty());
            if let Some(loss) = unread {
                let (pointer, message) =
                    (loss.pointer.clone(), loss.message.replace("the lines count: ", ""));
                skipped.push(Skipped { tool: tool.name.to_string(), pointer, message });
                continue;
            }
            all.value.push(value);
            all.losses.extend(losses);
        }
    }
    all.value.extend(registered.iter().filter(|tool| is_wanted(&tool.name)).cloned());
    Ok((all, skipped))
}

/// Makes every object of a shape refuse properties that it does not name.
fn close(shape: &mut Shape) -> Result<Vec<Loss>, SchemaError> {
    let mut options = SchemaWriteOptions::default();
    options.additional_properties = Objects::Closed;
    let closed = json_schema::write(shape, &options);
    *shape = json_schema::read(&closed.value, &SchemaReadOptions::tool())?.value;
    Ok(closed.losses)
}

/// `{"<tool>": {"input": …, "output": …}}`.
fn schemas(tools: &[Interface]) -> Exported {
    let mut exported = Exported::default();
    let mut document = Map::new();
    for tool in tools {
        let mut write = |shape: &Shape| {
            let Lossy { value, losses } = json_schema::write(shape, &SchemaWriteOptions::default());
            exported.losses.extend(of_tool(&tool.name, losses));
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
pub(super) async fn import(args: &args::Import) -> Result<Exit, Failure> {
    let text = read_text(&args.file, &args.network).await?;
    let source = source_options(args);
    expect_tools(&text, args)?;
    let mut imported = match &source {
        Some(options) => deduced(&text, options, args)?,
        None if args.all => {
            return Err(Failure::usage("--all takes functions of source code, and the file is a document")
                .help("a document's tools are all taken; add --from typescript if it is source code"));
        }
        None => documents::read(&text, args)?,
    };
    if let Some(name) = &args.name {
        imported.manifest.name = name.as_str().into();
    }
    if let Some(description) = &args.description {
        imported.manifest.description = description.as_str().into();
    }
    let Imported { manifest, losses, warnings, skipped } = imported;
    let markdown = write(&manifest);
    expect_readable(&markdown, &manifest, &args.file)?;
    if args.json {
        output::json(&json!({
            "markdown": markdown,
            "manifest": manifest,
            "losses": losses_json(&losses),
            "warnings": warnings,
            "skipped": skipped_json(&skipped),
        }))?;
    } else {
        output::data(&markdown)?;
        let name = args.file.to_string();
        output::say(&format!("{name}: {}", plural(manifest.tools.len(), "tool")));
        if source.is_some() {
            say_left_out(&skipped);
        } else {
            say_skipped(&skipped);
        }
        say_warnings(&warnings);
        say_losses(&name, &losses);
        if !manifest.tools.is_empty() {
            output::say(NEXT);
        }
    }
    // A tool that cannot be read is a finding; a skipped function is a finding only if losses count.
    let counts = source.is_none() || args.strict;
    let failed = manifest.tools.is_empty() || (counts && !skipped.is_empty());
    Ok(if failed { Exit::Findings } else { exit(&losses, args.strict) })
}

/// Steps after an import.
const NEXT: &str = "next: write the output to webagents.md and run `webagents check webagents.md`\n\
                    next: name it in the page: <meta name=\"webagents-md\" content=\"/webagents.md\">";

/// Refuses a page or a manifest, which are taken for a document by mistake.
fn expect_tools(text: &str, args: &args::Import) -> Result<(), Failure> {
    let file = &args.file;
    let extension = extension(file);
    let start = text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
    let begins = |prefix: &str| start.get(..prefix.len()).is_some_and(|it| it.eq_ignore_ascii_case(prefix));
    if is_page(file, text.as_bytes()) {
        let message = format!("{file}: expected tools or source code, found an HTML page");
        return Err(Failure::new(Exit::Findings, message).help(
            "`webagents types --live URL` prints the tools that the page registers when it runs; to import its \
             scripts, write them into .js files",
        ));
    }
    let is_manifest = extension == "md" || (begins("# ") && !parse(text).manifest.tools.is_empty());
    if is_manifest && args.from != Origin::Typescript {
        let message = format!("{file}: expected tools or source code, found a webagents.md");
        return Err(Failure::new(Exit::Findings, message).help(
            "it needs no import: `webagents check` finds mistakes in it, and `webagents schema` converts it",
        ));
    }
    Ok(())
}

/// Refuses a document that nothing could read back as it is: it is not written at all.
fn expect_readable(markdown: &str, manifest: &Manifest, file: &SourceArg) -> Result<(), Failure> {
    const HELP: &str = "import a part of the tools with --only NAME or, of an OpenAPI document, --tag TAG";
    let tools = plural(manifest.tools.len(), "tool");
    if markdown.len() > limits::DOCUMENT_BYTES {
        let message = format!(
            "{file}: the webagents.md of {tools} has {} bytes, and {} is the most that can be read back",
            markdown.len(),
            limits::DOCUMENT_BYTES,
        );
        return Err(Failure::new(Exit::Findings, message).help(HELP));
    }
    let back = parse(markdown).manifest;
    let same =
        |(one, other): (&Tool, &Tool)| one.name == other.name && one.params.len() == other.params.len();
    if back.tools.len() != manifest.tools.len() || !back.tools.iter().zip(&manifest.tools).all(same) {
        let message = format!(
            "{file}: of the webagents.md of {tools} only {} can be read back as written",
            back.tools.iter().zip(&manifest.tools).take_while(|pair| same(*pair)).count(),
        );
        return Err(Failure::new(Exit::Findings, message).help(HELP));
    }
    Ok(())
}

/// Returns the options for reading the file as source code, if it is source code.
fn source_options(args: &args::Import) -> Option<SourceOptions> {
    let by_name = match &args.file {
        SourceArg::File(path) => path.to_str().and_then(SourceOptions::for_file),
        SourceArg::Url(url) => url.split(['?', '#']).next().and_then(SourceOptions::for_file),
        SourceArg::Stdin => None,
    };
    match args.from {
        Origin::Typescript => Some(by_name.unwrap_or_else(|| SourceOptions::new(SourceLanguage::TypeScript))),
        Origin::Auto => by_name,
        _ => None,
    }
}

/// The tools of a source file.
fn deduced(text: &str, options: &SourceOptions, args: &args::Import) -> Result<Imported, Failure> {
    if !args.tag.is_empty() {
        return Err(Failure::usage("--tag chooses operations of an OpenAPI document").help("use --only NAME"));
    }
    let mut options = options.clone();
    options.all = args.all;
    let deduced = deduce(text, &options);
    let mut manifest = Manifest::default();
    manifest.tools = deduced.tools;
    documents::keep_only(&mut manifest.tools, |tool| tool.name.as_str(), &args.only)?;
    let losses = deduced.findings.iter().map(|finding| loss_of(finding, &args.file)).collect();
    let skipped = deduced.skipped.into_iter().filter(|one| documents::is_wanted(&one.name, &args.only));
    let skipped = skipped.map(|one| Skipped {
        pointer: format!("{}:{}:{}", args.file, one.place.line, one.place.column),
        tool: one.name,
        message: one.reason.into_owned(),
    });
    Ok(Imported { manifest, losses, warnings: Vec::new(), skipped: skipped.collect() })
}

/// A finding in a source file, as a loss: its place is a line and a column.
fn loss_of(finding: &CodeDiagnostic, file: &SourceArg) -> Loss {
    let place = format!("{file}:{}:{}", finding.place.line, finding.place.column);
    let is_renamed = (finding.kind, finding.severity) == (CodeDiagnosticKind::Name, Severity::Warning);
    let action = if is_renamed { Action::Renamed } else { Action::Dropped };
    Loss::new(place, finding.kind.as_str(), Value::Null, action, finding.message.clone())
}

fn exit(losses: &[Loss], strict: bool) -> Exit {
    if strict && !losses.is_empty() { Exit::Findings } else { Exit::Ok }
}
