//! An agent in 40 lines, for the site that `webagents demo --serve` serves.
//!
//! `cargo run --example agent --features host -- URL`
#![allow(clippy::print_stdout, reason = "it is a program")]

use std::error::Error;

use webagents::host::{BrowserOptions, ExecuteOptions, Host, HostGuards, serve_if_helper};

/// Returns the next code of the model, which is a script here. An agent sends a request to a provider.
fn ask_model(_prompt: &str, results: &[String]) -> Option<String> {
    match results {
        [] => Some("return (await global.searchBooks('sea', 3)).map(book => book.id)".to_owned()),
        [ids] => Some(format!("await global.addToBasket({ids}[0], 2); return await global.getBasket()")),
        _ => None,
    }
}

async fn run(url: &str) -> Result<(), Box<dyn Error>> {
    let host = Host::launch(BrowserOptions::default(), HostGuards::default()).await?;
    let mut session = host.open(url).await?;
    let prompt = session.toolbox().system_prompt("Put two copies of a book about the sea into the basket.");
    let mut results = Vec::new();
    while let Some(code) = ask_model(&prompt, &results) {
        let outcome = session.run(&code, &ExecuteOptions::default()).await.outcome;
        for call in &outcome.calls {
            println!("  {} took {} ms", call.tool, call.duration_ms);
        }
        results.push(outcome.result.map_or_else(|error| error.to_string(), |value| value.to_string()));
        println!("{code}\n  {}", results[results.len() - 1]);
    }
    Ok(session.close().await?)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    serve_if_helper(); // This program also starts itself as the process that runs the code.
    run(&std::env::args().nth(1).ok_or("expected a URL")?).await
}
