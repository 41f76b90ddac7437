//! Tools of programs that code can call, for commands that describe or check code.

use webagents_runtime::tools::HostTools;

use crate::args::RealmArgs;
use crate::exit::Failure;

/// Returns the tools of the programs that the options name; none without such an option.
#[cfg(feature = "browser")]
pub(super) fn host_tools(args: &RealmArgs) -> Result<HostTools, Failure> {
    crate::programs::tools(args)
}

/// Returns no tools: the command cannot start programs.
#[cfg(not(feature = "browser"))]
#[expect(clippy::unnecessary_wraps, reason = "with a browser the command reads a table, which may be wrong")]
pub(super) fn host_tools(_: &RealmArgs) -> Result<HostTools, Failure> {
    Ok(HostTools::default())
}
