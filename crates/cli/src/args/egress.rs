//! Command-line arguments that limit the connections of a browser and of discovery.

use clap::{Args as ClapArgs, ValueEnum};

use super::network::Network;

/// Addresses that pages may reach from the browser.
#[derive(Debug, Clone, Copy, ClapArgs)]
pub(crate) struct ReachArgs {
    /// Addresses that pages may reach from the browser [default: guarded]
    #[arg(id = "egress", long = "egress", value_name = "EGRESS", value_enum)]
    pub(crate) reach: Option<Reach>,
}

impl ReachArgs {
    /// The option that was given, if one was.
    pub(crate) fn given(self) -> Option<&'static str> {
        self.reach.map(|_| "--egress")
    }
}

/// Connections of discovery and of the browser: one group of options for every command that runs code.
#[derive(Debug, Clone, ClapArgs)]
#[command(next_help_heading = "Network")]
pub(crate) struct EgressArgs {
    #[command(flatten)]
    pub(crate) pages: ReachArgs,
    #[command(flatten)]
    pub(crate) network: Network,
}

/// Addresses that pages may reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Reach {
    /// Public addresses, the host of URL, and each --allow-host
    Guarded,
    /// Whatever this machine can reach
    Open,
}
