//! Command-line arguments of the guards of calls.

use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::given::first_given;

/// Guards of the calls of tools.
#[derive(Debug, Clone, ClapArgs)]
#[command(next_help_heading = "Guards")]
pub(crate) struct GuardArgs {
    /// File with the policy for tool calls.
    #[arg(
        long,
        hide_short_help = true,
        value_name = "FILE",
        help = "Read the policy from a JSON file, such as {\"rules\": [{\"tools\": \
        \"cart.*\", \"verdict\": \"allow\"}], \"destructive\": \"deny\"}; verdicts are allow, confirm and deny, and \
        `webagents help policy` lists the members"
    )]
    pub(crate) policy: Option<PathBuf>,
    /// Allow the calls of these tools, separated by commas; * matches any characters
    #[arg(long, value_name = "TOOL", value_delimiter = ',', value_parser = tool_pattern)]
    pub(crate) allow: Vec<String>,
    /// Deny the calls of these tools, separated by commas; also of tools of the same name in frames
    #[arg(long, value_name = "TOOL", value_delimiter = ',', value_parser = tool_pattern)]
    pub(crate) deny: Vec<String>,
    /// Interactive approval of calls.
    #[arg(
        long,
        help = "Ask on the terminal before a call that is marked as destructive or consequential. The answer \
        is awaited for 5 minutes, which do not count for --deadline. Without this option, such a call is denied"
    )]
    pub(crate) confirm: bool,
    /// Refuse tools that are not as this file pins them
    #[arg(long, value_name = "FILE")]
    pub(crate) lock: Option<PathBuf>,
    /// Append a record of the run to this file, as one line of JSON
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub(crate) audit: Option<PathBuf>,
}

impl GuardArgs {
    /// The option that was given, if one was.
    pub(crate) fn given(&self) -> Option<&'static str> {
        first_given(&[
            ("--policy", self.policy.is_some()),
            ("--allow", !self.allow.is_empty()),
            ("--deny", !self.deny.is_empty()),
            ("--confirm", self.confirm),
            ("--lock", self.lock.is_some()),
            ("--audit", self.audit.is_some()),
        ])
    }
}

/// One of a list of patterns: blanks around it are not part of it.
fn tool_pattern(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("expected the name of a tool, found nothing".to_owned()),
        pattern => Ok(pattern.to_owned()),
    }
}
