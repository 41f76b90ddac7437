//! Requests: JSON objects, words and lists of words, which all become one [`ActionRequest`].
//!
//! The decision: there is one form between the two, the members of a JSON object. Words fill the members by the table
//! of [`spec`], and the command is read from the members alone, so that every way to write a request takes and refuses
//! the same.

mod arguments;
mod command;
mod keys;
mod members;
mod spec;
mod target;
#[cfg(test)]
mod tests;
mod words;

use crate::error::BrowseError;

pub use self::command::{
    ActionRequest, By, Command, DialogAct, Direction, Fact, Pattern, Property, SnapshotArguments, TabAct,
    WaitFor, WaitState,
};
pub use self::keys::Chord;
pub(crate) use self::spec::{ACTIONS, Judged, READ, Spec};
pub use self::target::Target;

/// Returns the spec of an action by its name.
pub(crate) fn spec_of(name: &str) -> Result<&'static Spec, BrowseError> {
    spec::of(name).ok_or_else(|| spec::unknown(name))
}

/// Returns the names of all browser commands, such as `click`.
pub fn action_names() -> impl Iterator<Item = &'static str> {
    ACTIONS.iter().map(|spec| spec.name)
}

/// Returns the help text for one browser command, such as `click`.
///
/// `None` if no command has this name.
pub fn help_for(action: &str) -> Option<String> {
    let spec = ACTIONS.iter().find(|spec| spec.name == action)?;
    let also = spec.options.iter().any(|option| option.long == "--snapshot");
    let also = if also { "  --snapshot   also print a snapshot of the page after the action\n" } else { "" };
    let has_target = spec.words.contains(&spec::Member::Selector);
    let target = if has_target {
        "  A target is a reference such as @e12, a CSS selector, or a role with a name: 'button \"Save\"'\n"
    } else {
        ""
    };
    Some(
        format!("{}\n\nUsage: webagents browse {}\n\n{target}{also}", spec.about, spec.usage)
            .trim_end()
            .to_owned()
            + "\n",
    )
}

/// Returns the help text for the browser commands: a line for each, with its arguments.
pub fn help() -> String {
    let one = |spec: &Spec| {
        let gap = if spec.usage.len() > 34 {
            "\n".to_owned() + &" ".repeat(38)
        } else {
            " ".repeat(36 - spec.usage.len())
        };
        format!("  {}{gap}{}\n", spec.usage, spec.about)
    };
    ACTIONS.iter().map(one).collect()
}
