//! The commands that only read and print: `parse`, `types`, `context`, `discover`.

use serde_json::json;
use webagents_discover::How;
use webagents_fetch::{redact_url, redact_urls};
use webagents_manifest::{Code, Diagnostic, Parsed, Severity};
use webagents_runtime::{Realm, Toolbox};
use webagents_schema::{
    ContextOptions, Rendering, TypeScriptOptions, check, estimate_tokens, fit_context, typescript_of,
};

use crate::args;
use crate::commands::code_tools::host_tools;
#[cfg(feature = "browser")]
use crate::commands::webmcp;
use crate::exit::{Exit, Failure};
use crate::report::{plural, say_summary};
use crate::source::{self, load};
use crate::{output, report, terminal};

/// `webagents parse`: the content of a document, and its errors.
pub(super) async fn parse(args: &args::Parse) -> Result<Exit, Failure> {
    let loaded = load(&args.input.source, &args.input.network).await?;
    let parsed = &loaded.parsed;
    // The types are checked too: a type that does not parse is `any` to the model.
    let typescript = typescript_of(parsed, &TypeScriptOptions::new(Rendering::Index));
    let diagnostics = report::merge(parsed, typescript.diagnostics);
    if args.json {
        output::json(&json!({
            "manifest": parsed.manifest,
            "diagnostics": report::json_list(&parsed.content, &diagnostics),
        }))?;
    } else {
        report::draw(&loaded.name, &parsed.content, &diagnostics);
        output::data(&format!("// {}\n", overview(parsed)))?;
        output::data(&typescript.text)?;
        if let Some(summary) = report::summary(&diagnostics) {
            output::say(&format!("{}: {summary}", loaded.name));
        }
    }
    Ok(if has_findings(&diagnostics, args.strict) { Exit::Findings } else { Exit::Ok })
}

fn has_findings(diagnostics: &[Diagnostic], strict: bool) -> bool {
    let least = if strict { Severity::Warning } else { Severity::Error };
    // A missing description costs no tool, no parameter and no type, and other formats know none.
    let counts = |found: &&Diagnostic| found.code != Code::ParamNoDescription;
    diagnostics.iter().filter(counts).any(|diagnostic| diagnostic.severity() >= least)
}

fn overview(parsed: &Parsed) -> String {
    let manifest = &parsed.manifest;
    let name = if manifest.name.is_empty() { "(no name)" } else { &manifest.name };
    let sections = match manifest.sections.len() {
        0 => String::new(),
        sections => format!(", {} of prose", plural(sections, "section")),
    };
    // It is above the declarations as a comment, which an odd line separator in the name would end.
    let name = terminal::visible(name);
    format!("{name}: {}{sections}", plural(manifest.tools.len(), "tool"))
}

/// `webagents types`: the declarations.
pub(super) async fn types(args: &args::Types) -> Result<Exit, Failure> {
    #[cfg(feature = "browser")]
    if webmcp::wanted(&args.webmcp)? {
        return webmcp_types(args).await;
    }
    let host_tools = host_tools(&args.realm)?;
    let options = TypeScriptOptions::new(args.rendering.into());
    let Some(source) = &args.input.source else {
        let text = host_tools.typescript(&options);
        if args.json {
            output::json(&json!({ "typescript": text, "diagnostics": [] }))?;
        } else {
            output::data(&text)?;
        }
        return Ok(Exit::Ok);
    };
    let loaded = load(source, &args.input.network).await?;
    let mut typescript = typescript_of(&loaded.parsed, &options);
    typescript.text.insert_str(0, realm_comment(args.realm.realm));
    typescript.text.push_str(&host_tools.typescript(&options));
    let diagnostics = report::merge(&loaded.parsed, typescript.diagnostics);
    if args.json {
        let list = report::json_list(&loaded.parsed.content, &diagnostics);
        output::json(&json!({ "typescript": typescript.text, "diagnostics": list }))?;
    } else {
        output::data(&typescript.text)?;
        say_summary(&loaded.name, &diagnostics);
    }
    Ok(Exit::Ok)
}

/// Returns the comment about the realm of the code, before the declarations.
const fn realm_comment(realm: Realm) -> &'static str {
    match realm {
        Realm::Isolated => "// Code runs outside the page: no DOM, network or storage; results are copies.\n",
        _ => "",
    }
}

/// Returns the page of a command with `--live`.
#[cfg(feature = "browser")]
fn live_page(input: &args::CodeInput) -> Result<&args::SourceArg, Failure> {
    input.source.as_ref().ok_or_else(|| {
        Failure::usage("--live is for a page, and no URL was given")
            .help("write the URL, or leave out --live")
    })
}

/// Prints the declarations of a page's tools in a browser.
#[cfg(feature = "browser")]
async fn webmcp_types(args: &args::Types) -> Result<Exit, Failure> {
    let host_tools = host_tools(&args.realm)?;
    let (_, toolbox) = webmcp::tools(live_page(&args.input)?, &args.input.network, &args.webmcp).await?;
    let toolbox = toolbox.with_host_tools(host_tools);
    let mut typescript = toolbox.typescript_with(&TypeScriptOptions::new(args.rendering.into()));
    typescript.text.insert_str(0, realm_comment(args.realm.realm));
    if args.json {
        let diagnostics = report::json_list(toolbox.content(), &typescript.diagnostics);
        output::json(&json!({
            "typescript": typescript.text, "diagnostics": diagnostics,
            "tools": webmcp::sources(&toolbox), "findings": webmcp::findings(&toolbox),
        }))?;
    } else {
        output::data(&typescript.text)?;
    }
    Ok(Exit::Ok)
}

/// `webagents context`: the text for a language model.
pub(super) async fn context(args: &args::ContextArgs) -> Result<Exit, Failure> {
    #[cfg(feature = "browser")]
    if webmcp::wanted(&args.webmcp)? {
        return webmcp_context(args).await;
    }
    let host_tools = host_tools(&args.realm)?;
    let Some(source) = &args.input.source else {
        let (context, exit) = written(args, &Toolbox::default().with_host_tools(host_tools));
        if args.json {
            let tokens = estimate_tokens(&context);
            output::json(&json!({ "context": context, "tokens_estimated": tokens, "diagnostics": [] }))?;
        } else {
            output::data(&context)?;
        }
        return Ok(exit);
    };
    let loaded = load(source, &args.input.network).await?;
    let parsed = &loaded.parsed;
    let (context, exit) = written(args, &Toolbox::from(parsed).with_host_tools(host_tools));
    let diagnostics = check(parsed);
    if args.json {
        output::json(&json!({
            "context": context, "tokens_estimated": estimate_tokens(&context),
            "diagnostics": report::json_list(&parsed.content, &diagnostics),
        }))?;
    } else {
        output::data(&context)?;
        say_summary(&loaded.name, &diagnostics);
    }
    Ok(exit)
}

/// Prints the context of a page's tools in a browser.
#[cfg(feature = "browser")]
async fn webmcp_context(args: &args::ContextArgs) -> Result<Exit, Failure> {
    let host_tools = host_tools(&args.realm)?;
    let (site, toolbox) = webmcp::tools(live_page(&args.input)?, &args.input.network, &args.webmcp).await?;
    let toolbox = toolbox.with_host_tools(host_tools);
    let (context, exit) = written(args, &toolbox);
    let diagnostics = report::json_list(toolbox.content(), &site.diagnostics);
    if args.json {
        output::json(&json!({
            "context": context, "tokens_estimated": estimate_tokens(&context), "diagnostics": diagnostics,
            "tools": webmcp::sources(&toolbox), "findings": webmcp::findings(&toolbox),
        }))?;
    } else {
        output::data(&context)?;
    }
    Ok(exit)
}

/// The context in the requested form.
///
/// A context over the budget is printed whole, reported, and counts as a finding.
fn written(args: &args::ContextArgs, toolbox: &Toolbox) -> (String, Exit) {
    let mut options = ContextOptions::default();
    options.raw = args.full.then(|| toolbox.content().to_owned());
    options.is_isolated = args.realm.realm == Realm::Isolated;
    let Some(budget) = args.budget else {
        options.rendering = args.rendering.into();
        return (toolbox.context_for_llm_with(&options), Exit::Ok);
    };
    options.query.clone_from(&args.query);
    // The program's tools are declared whole, and the site gets the rest of the budget.
    let own = estimate_tokens(&toolbox.add_host_tools(String::new(), &options));
    let rest = budget.saturating_sub(own);
    let mut fitted = fit_context(toolbox.manifest(), toolbox.registered(), rest, &options);
    if !toolbox.host_tools().is_empty() {
        fitted.text = toolbox.add_host_tools(fitted.text, &options);
        fitted.tokens = estimate_tokens(&fitted.text);
    }
    if fitted.tokens <= budget {
        if fitted.unnamed > 0 {
            let text = if fitted.lacks_prose { ", and the site's text is left out" } else { "" };
            output::say(&format!(
                "--budget {budget} is enough for {} nearest to --query; {} not named{text}",
                plural(fitted.declared, "tool"),
                if fitted.unnamed == 1 { "1 is".to_owned() } else { format!("{} are", fitted.unnamed) },
            ));
        }
        return (fitted.text, Exit::Ok);
    }
    let full = if args.full { ", or leave out --full" } else { "" };
    output::complain(&format!(
        "--budget {budget} cannot be kept: the shortest form is about {} tokens, and nothing of it is left out\n  \
         help: pass --budget {}{full}",
        fitted.tokens, fitted.tokens
    ));
    (fitted.text, Exit::Findings)
}

/// `webagents discover`: the address of a page's manifest, and the way by which it was found.
pub(super) async fn discover(args: &args::Discover) -> Result<Exit, Failure> {
    let found = source::discover(&args.url.url()?, &args.network).await?;
    let tools: Vec<&str> = found.parsed.manifest.tools.iter().map(|tool| tool.name.as_str()).collect();
    let origin = |url: &url::Url| url.origin().ascii_serialization();
    if args.json {
        let warnings: Vec<_> = found
            .warnings
            .iter()
            .map(|warning| json!({ "code": warning.code.as_str(), "message": redact_urls(&warning.message) }))
            .collect();
        output::json(&json!({
            "page_url": redact_url(found.page_url.as_str()),
            "page_origin": origin(&found.page_url),
            "manifest_url": redact_url(found.manifest_url.as_str()),
            "manifest_origin": origin(&found.manifest_url),
            "tools_origin": found.tools_origin().ascii_serialization(),
            "how": found.how.as_str(),
            "name": found.parsed.manifest.name,
            "tools": tools,
            "warnings": warnings,
            "diagnostics": report::json_list(&found.parsed.content, &found.parsed.diagnostics),
        }))?;
    } else {
        output::data(&format!("{}\n", redact_url(found.manifest_url.as_str())))?;
        output::say(&format!("found by {} of {}", how_in_words(found.how), found.page_url));
        output::say(&overview(&found.parsed));
        if !tools.is_empty() {
            output::say(&format!("tools: {}", tools.join(", ")));
        }
        for warning in &found.warnings {
            output::say(&format!("warning: {warning}"));
        }
        say_summary(found.manifest_url.as_str(), &found.parsed.diagnostics);
    }
    Ok(Exit::Ok)
}

/// `how`, before "of" and a page's URL.
pub(super) fn how_in_words(how: How) -> String {
    match how {
        How::Direct => "the address".to_owned(),
        How::Meta => "the <meta> tag".to_owned(),
        How::LinkElement => "the <link> tag".to_owned(),
        How::LinkHeader => "the Link header".to_owned(),
        other => format!("the {other}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strict_counts_what_costs_a_part_of_a_tool() {
        for (line, counts) in
            [("- `q` (string)", false), ("- `q` (strin): W.", true), ("- `q` string: W.", true)]
        {
            let parsed = webagents_manifest::parse(&format!("# S\n\n## t\n\n### Params\n{line}\n"));
            let found = check(&parsed);
            assert!(!found.is_empty(), "{line}");
            assert_eq!(has_findings(&found, true), counts, "{line}");
            assert!(!has_findings(&found, false), "{line}");
        }
    }
}
