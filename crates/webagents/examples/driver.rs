//! A page without tools, driven by commands.
//!
//! `cargo run --example driver --features browse,host -- URL COMMAND…`
//!
//! Each command is one argument, such as `"click 'button \"Save\"'"`. A snapshot at the end shows the controls of the page.
#![allow(clippy::print_stdout, reason = "it is a program")]

use std::error::Error;
use std::time::Duration;

use webagents::browse::{ActionOptions, ActionRequest, Browse, Command};
use webagents::host::{Browser, BrowserOptions};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let url = arguments.next().ok_or("expected a URL and commands")?;
    let commands = ["batch".to_owned()].into_iter().chain(arguments).chain(["snapshot".to_owned()]);
    let request = ActionRequest::from_words(commands)?;

    let mut session = Browser::launch(BrowserOptions::default()).await?.session().await?;
    session.open(&url).await?;
    let mut browse = Browse::new(ActionOptions::default());
    if let Command::Batch(requests) = request.command() {
        for reply in browse.run_each(&mut session, requests, Duration::from_secs(20)).await {
            println!("{}", reply?.value);
        }
    }
    Ok(session.close().await?)
}
