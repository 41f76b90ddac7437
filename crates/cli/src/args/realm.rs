//! Realm of code, and the programs that it can call.

use clap::Args as ClapArgs;
use webagents_runtime::Realm;

/// Realm of the code, and the programs that it can call there.
#[derive(Debug, ClapArgs)]
pub(crate) struct RealmArgs {
    /// Realm of the code: `isolated` has no DOM and no network; `page` is the page itself
    ///
    /// In `isolated` rules on tools hold for any code. Code in the page is refused where a rule on a tool could not hold.
    #[arg(long, value_name = "REALM", default_value_t, hide_short_help = true)]
    pub(crate) realm: Realm,
    /// Let the code call programs as `namespace.name(…)`, by this table of JSON Lines
    ///
    /// A line is {"namespace": .., "name": .., "description": .., "inputSchema": .., "command": [..], "timeout": ..}.
    #[cfg(feature = "browser")]
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub(crate) tools: Option<std::path::PathBuf>,
}
