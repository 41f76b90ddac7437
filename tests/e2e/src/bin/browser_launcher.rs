//! Opens a browser session, prints `ready`, and waits to be killed.
//!
//! The suite `runtime` kills it with SIGKILL and checks that nothing of the browser is left. Its arguments are the
//! name of an engine and, if it is not on the PATH, the engine's driver; after `ready` it prints the process group of
//! the driver and the browser.

use std::error::Error;
use std::io::Write as _;
use std::time::Duration;

use webagents_runtime_webdriver::{Browser, BrowserOptions};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let mut options =
        BrowserOptions::default().with_engine(args.next().map(|name| name.parse()).transpose()?);
    options.driver.program = args.next().map(Into::into);
    options.driver.deadline = Duration::from_mins(2);
    let session = Browser::launch(options).await?.session().await?;
    writeln!(std::io::stdout(), "ready {}", session.driver().process_group().ok_or("no driver of its own")?)?;
    std::io::stdout().flush()?;
    tokio::time::sleep(Duration::from_mins(10)).await;
    session.close().await?;
    Ok(())
}
