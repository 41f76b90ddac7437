//! `webagents demo`: the whole path, on the bookstore that is built in.

use serde_json::json;
use url::Url;
use webagents_runtime::{ExecuteOptions, Toolbox};
use webagents_runtime_webdriver::Display;
use webagents_schema::{TypeScriptOptions, typescript_of};

use crate::args::{self, Network};
use crate::commands::exec::{self, journal};
use crate::exit::{Exit, Failure};
use crate::{demo_site, output, source};

/// What a model would write for "put two copies of the best book on the sea into my basket".
const SCRIPT: &str = include_str!("../../demo/script.js");

pub(super) async fn run(args: &args::Demo) -> Result<Exit, Failure> {
    let site = demo_site::serve().await.map_err(|error| {
        Failure::new(Exit::Network, format!("cannot serve the bookstore on 127.0.0.1: {error}"))
    })?;
    let url = Url::parse(&site.url).map_err(|error| Failure::usage(error.to_string()))?;
    if args.serve {
        output::data(&format!("{url}\n"));
        output::say("serving the bookstore; interrupt to stop");
        // The site lives as long as this future, and nothing else ends it.
        return std::future::pending().await;
    }
    output::say(&format!("[1/4] serving the bookstore at {url}"));
    let network = Network { allow_host: Vec::new(), timeout: std::time::Duration::from_secs(15) };
    let found = source::discover(&url, &network).await?;
    output::say(&format!("[2/4] found {} by its {} tag, over HTTP", found.manifest_url, found.how));
    let typescript = typescript_of(&found.parsed, &TypeScriptOptions::default()).text;
    if !args.json {
        output::data(&typescript);
    }
    output::say("[3/4] starting a browser");
    let display = if args.headed { Display::Headed } else { Display::Headless };
    let mut session = exec::open(&found.page_url, Toolbox::new(found.parsed.manifest), display).await?;
    output::say("[4/4] running one script that chains the tools");
    let outcome = session.execute_with(SCRIPT, &ExecuteOptions::default()).await;
    if let Some(path) = &args.screenshot {
        exec::picture(&mut session, path).await?;
    }
    // The outcome is what counts; a browser that does not close by itself is ended with its process group.
    let _ = session.close().await;
    if args.json {
        output::json(&json!({
            "url": url.as_str(),
            "manifest_url": found.manifest_url.as_str(),
            "how": found.how.as_str(),
            "typescript": typescript,
            "script": SCRIPT,
            "outcome": outcome,
        }));
    } else {
        output::data(&format!("\n// The script\n{SCRIPT}"));
        let result =
            outcome.value.as_ref().map(|value| serde_json::to_string_pretty(value).unwrap_or_default());
        output::data(&format!("\n// The result\n{}", result.as_deref().unwrap_or("none")));
        output::data(&format!("\n// The journal\n{}", journal(&outcome.calls)));
        if let Some(error) = &outcome.error {
            output::complain(&error.to_string());
        }
    }
    Ok(exec::exit(&outcome))
}
