//! `webagents demo`: the whole path, on the bookstore that is built in.

use std::time::Duration;

use serde_json::json;
use url::Url;
use webagents_discover::Discovery;
use webagents_host::{
    BrowserOptions, BrowserSource, ExecuteOptions, FoundSite, HostGuards, HostSession, Outcome, RecordedRun,
    SaveOptions, Site, ToolNeed,
};
use webagents_runtime_webdriver::Egress;
use webagents_schema::{TypeScriptOptions, typescript_of};

use crate::args::{self, DriverArgs, Network};
use crate::commands::browsers::{self, save_picture};
use crate::commands::inspect::how_in_words;
use crate::commands::outcome::{self, journal};
use crate::commands::site::{PageWaits, enter};
use crate::exit::{Exit, Failure};
use crate::{demo_site, file, output, source};

/// Script of a model for "put two copies of the best book on the sea into my basket".
const SCRIPT: &str = include_str!("../../demo/script.js");

/// Nothing but the bookstore.
const NETWORK: Network = Network { allow_host: Vec::new(), timeout: None };

/// The driver that is found.
const NO_DRIVER: DriverArgs = DriverArgs { driver_url: None, driver: None, driver_ca: None };

pub(super) async fn run(args: &args::Demo) -> Result<Exit, Failure> {
    NO_DRIVER.check(args.browser)?;
    if let Some(path) = &args.screenshot {
        file::expect_writable(path)?;
    }
    let site = demo_site::serve().await.map_err(|error| {
        Failure::new(Exit::Network, format!("cannot serve the bookstore on 127.0.0.1: {error}"))
    })?;
    let url = Url::parse(&site.url).map_err(|error| Failure::usage(error.to_string()))?;
    if args.serve {
        output::data(&format!("{url}\n"))?;
        output::say(&format!(
            "serving the bookstore, and a page with WebMCP tools at {url}events; interrupt to stop"
        ));
        // The site lives as long as this future, and nothing else ends it.
        return std::future::pending().await;
    }
    output::say(&format!("[1/4] serving the bookstore at {url}"));
    let found = source::discover(&url, &NETWORK).await?;
    output::say(&format!("[2/4] found {} by {} of the page", found.manifest_url, how_in_words(found.how)));
    let typescript = typescript_of(&found.parsed, &TypeScriptOptions::default()).text;
    if !args.json {
        output::data(&typescript)?;
    }
    in_browser(args, &url, found, &typescript).await
}

async fn in_browser(
    args: &args::Demo,
    url: &Url,
    found: Discovery,
    typescript: &str,
) -> Result<Exit, Failure> {
    output::say("[3/4] starting a browser");
    let (manifest_url, how) = (found.manifest_url.clone(), found.how);
    // Discovery and browser may reach the same.
    let permitted = source::permitted(url, &NETWORK)?;
    let egress = Egress::Guarded((&permitted).into());
    let options = BrowserOptions::from(args.browser).with_egress(egress);
    let source = browsers::source(options, &NO_DRIVER, None).await?;
    let (outcome, pictured) = browsers::around(&source, run_script(args, found, &source)).await?;
    if args.json {
        output::json(&json!({
            "url": url.as_str(),
            "manifest_url": manifest_url.as_str(),
            "how": how.as_str(),
            "typescript": typescript,
            "script": SCRIPT,
            "outcome": outcome,
        }))?;
    } else {
        output::data(&format!("\n// The script\n{SCRIPT}"))?;
        let result = outcome.value().map(|value| serde_json::to_string_pretty(value).unwrap_or_default());
        output::data(&format!("\n// The result\n{}", result.as_deref().unwrap_or("none")))?;
        output::data(&format!("\n// The journal\n{}", journal(&outcome.calls, "")))?;
        outcome::print(&outcome::error_lines(&outcome))?;
    }
    let pictured = pictured.map_or_else(|failure| output::report(&failure, false), |()| Exit::Ok);
    Ok(outcome::exit(&outcome, pictured))
}

async fn run_script(
    args: &args::Demo,
    found: Discovery,
    source: &BrowserSource,
) -> Result<(Outcome, Result<(), Failure>), Failure> {
    let site = FoundSite::from(Site::from(found));
    let session = HostSession::new(source.acquire().await?, HostGuards::default());
    let waits = PageWaits { load: NETWORK.load(), tools: Duration::ZERO };
    let (mut session, _) = enter(session, &site, ToolNeed::Code(SCRIPT), waits, None).await?;
    output::say("[4/4] running one script that chains the tools");
    let RecordedRun { outcome, .. } = session.run(SCRIPT, &ExecuteOptions::default()).await;
    let wanted = SaveOptions { screenshot: args.screenshot.is_some(), storage_state: false };
    let saved = session.save(wanted).await;
    // The outcome is what counts; a browser that does not close by itself is ended with its process group.
    let _ = session.close().await;
    Ok((outcome, save_picture(saved.screenshot, args.screenshot.as_deref())))
}
