//! A page as Markdown for a model with a budget: `cargo run --example reader --features read -- URL`.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it is a program")]

use std::error::Error;

use webagents::fetch::Client;
use webagents::read::{BrowseOptions, client_options, web_browse};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let url = std::env::args().nth(1).ok_or("expected a URL")?;
    let mut guard = client_options();
    // The user typed the address, so it may be on this machine. Leave this out for an address that a model chose.
    guard.allow_url(&url.parse()?)?;
    let page = web_browse(&Client::new(&guard)?, &url, &BrowseOptions::default()).await?;
    for remark in &page.remarks {
        eprintln!("{remark}");
    }
    println!("{}", page.text);
    Ok(())
}
