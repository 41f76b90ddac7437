//! Command-line argument for tools that come after a page has loaded.

use std::time::Duration;

use clap::Args as ClapArgs;

/// Time to wait for tools.
#[derive(Debug, Clone, Copy, ClapArgs)]
pub(crate) struct ToolWait {
    /// Wait at most this many seconds for tools that come after the page has loaded [default: 2]
    #[arg(long = "wait-tools", value_name = "SECONDS", value_parser = seconds, hide_short_help = true)]
    pub(crate) wait_tools: Option<Duration>,
}

impl ToolWait {
    pub(crate) fn time(self) -> Duration {
        self.wait_tools.unwrap_or(Duration::from_secs(2))
    }
}

/// Parses a number of seconds, which may be 0.
fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..=86_400.0).contains(&seconds) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("expected a number of seconds from 0 to 86400".into()),
    }
}
