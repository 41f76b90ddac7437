//! `webagents demo`: the whole path, on the bookstore that is built in.

use std::time::Duration;

use serde_json::json;
use url::Url;
use webagents_discover::Discovery;
use webagents_runtime::{ExecuteOptions, Outcome};
use webagents_runtime_webdriver::{BrowserOptions, Egress};
use webagents_schema::{TypeScriptOptions, typescript_of};

use crate::args::{self, DriverArgs, Network};
use crate::commands::browsers::{Browsers, picture};
use crate::commands::inspect::how_in_words;
use crate::commands::outcome::{self, journal};
use crate::commands::site::{Site, Use, enter};
use crate::exit::{Exit, Failure};
use crate::{demo_site, file, output, source};

/// Script of a model for "put two copies of the best book on the sea into my basket".
const SCRIPT: &str = include_str!("../../demo/script.js");

/// Nothing but the bookstore.
const NETWORK: Network = Network { allow_host: Vec::new(), timeout: None };

/// The driver that is found.
const NO_DRIVER: DriverArgs = DriverArgs { driver_url: None, driver: None, driver_ca: None, egress: None };

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
    let browsers = Browsers::find(options, &NO_DRIVER, None).await?;
    let (outcome, pictured) = browsers.around(run_script(args, found, &browsers)).await?;
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
    browsers: &Browsers,
) -> Result<(Outcome, Result<(), Failure>), Failure> {
    let site = Site::from(webagents_runtime_webdriver::Site::from(found));
    let mut session =
        enter(browsers.session().await?, &site, &NETWORK, Use::by(SCRIPT, Duration::ZERO)).await?;
    output::say("[4/4] running one script that chains the tools");
    let outcome = session.execute_with(SCRIPT, &ExecuteOptions::default()).await;
    let pictured = picture(&mut session, args.screenshot.as_deref()).await;
    // The outcome is what counts; a browser that does not close by itself is ended with its process group.
    let _ = session.close().await;
    Ok((outcome, pictured))
}
