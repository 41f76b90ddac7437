//! Tools of a page in a browser: declared by its manifest, or registered through WebMCP.
//!
//! The decision: `--live` of a command that otherwise only reads a document sees the page as `exec` would, by the same
//! steps, and prints the same report on stderr. None of the caller's code runs on the page.

use serde_json::{Value, json};
use webagents_host::{BrowserOptions, FoundSite, HostGuards, HostSession, ToolNeed, Toolbox};

use crate::args::{Network, SourceArg, WebMcpArgs};
use crate::commands::browsers::{self, egress};
use crate::commands::site::{PageWaits, enter, find, page, registered};
use crate::exit::Failure;
use crate::output;
use crate::source::permitted;

/// Returns whether tools of WebMCP are wanted, and checks that options of a browser come with `--live`.
pub(super) fn wanted(webmcp: &WebMcpArgs) -> Result<bool, Failure> {
    if webmcp.wanted {
        return Ok(true);
    }
    let waits = webmcp.wait.wait_tools.map(|_| "--wait-tools");
    match webmcp.browser.given().or(webmcp.driver.given()).or(webmcp.pages.given()).or(waits) {
        Some(name) => {
            Err(Failure::usage(format!("{name} is for a browser, and none is started without --live")))
        }
        None => Ok(false),
    }
}

/// Opens the page at `source` and takes its tools.
pub(super) async fn tools(
    source: &SourceArg,
    network: &Network,
    webmcp: &WebMcpArgs,
) -> Result<(FoundSite, Toolbox), Failure> {
    let url = page(source.url()?)?;
    webmcp.driver.check(webmcp.browser)?;
    output::say(&format!("looking for the tools of {url}"));
    let site = find(&url, None, network).await?;
    // The address on the command line is the user's own word, as it is for discovery.
    let egress = egress(webmcp.pages.reach, &permitted(&url, network)?);
    let options = BrowserOptions::from(webmcp.browser).with_egress(egress);
    let source = browsers::source(options, &webmcp.driver, None).await?;
    let listed = async {
        let session = HostSession::new(source.acquire().await?, HostGuards::default());
        let waits = PageWaits { load: network.load(), tools: webmcp.wait.time() };
        let (session, tools) = enter(session, &site, ToolNeed::All, waits, None).await?;
        let listed = (registered(&tools), session.toolbox().clone());
        // What counts has been listed; a browser that does not close by itself is ended with its process group.
        let _ = session.close().await;
        Ok(listed)
    };
    let (lines, toolbox) = browsers::around(&source, listed).await?;
    for line in lines {
        output::say(&line);
    }
    Ok((site, toolbox))
}

/// Returns the source of each tool as `[{"name", "source", "registered"}]`.
///
/// `registered` has its own name, frame and origin if the page registers it.
pub(super) fn sources(toolbox: &Toolbox) -> Value {
    let one = |source: webagents_runtime::tools::ToolSource<'_>| {
        let registered = source.webmcp.map(
            |webmcp| json!({ "name": webmcp.interface.name, "frame": webmcp.frame, "origin": webmcp.origin }),
        );
        json!({ "name": source.name, "source": source.kind, "registered": registered })
    };
    toolbox.sources().map(one).collect()
}

/// Returns the findings about the page's tools as a list of texts.
pub(super) fn findings(toolbox: &Toolbox) -> Value {
    toolbox.findings().map(|finding| Value::from(finding.to_string())).collect()
}
