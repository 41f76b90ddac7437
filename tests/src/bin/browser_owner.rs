//! Opens a browser session, says so, and waits to be killed.
//!
//! The suite `runtime` kills it with SIGKILL and looks whether anything of the browser is left. Its only
//! argument becomes an argument of the browser, so that the processes can be recognised.

use std::error::Error;
use std::io::Write as _;
use std::time::Duration;

use webagents_runtime_webdriver::{Browser, BrowserOptions};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut options = BrowserOptions::default();
    options.args = std::env::args().skip(1).collect();
    let session = Browser::launch(options).await?.session().await?;
    writeln!(std::io::stdout(), "ready")?;
    std::io::stdout().flush()?;
    tokio::time::sleep(Duration::from_mins(10)).await;
    session.close().await?;
    Ok(())
}
