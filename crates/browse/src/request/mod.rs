//! Requests: JSON objects, words and lists of words, which all become one [`ActionRequest`].
//!
//! The decision: there is one form between the two, the members of a JSON object. Words fill the members by the table of
//! [`spec`], and the command is read from the members alone, so that every way to write a request takes and refuses the same.

mod arguments;
mod command;
mod keys;
mod members;
mod spec;
mod target;
#[cfg(test)]
mod tests;
mod words;

pub use self::command::{
    ActionRequest, By, Command, DialogAct, Direction, Fact, Pattern, Property, SnapshotArguments, TabAct,
    WaitFor, WaitState,
};
pub use self::keys::Chord;
pub use self::target::Target;

/// Returns the names of all browser commands, such as `click`.
pub fn action_names() -> impl Iterator<Item = &'static str> {
    spec::ACTIONS.iter().map(|spec| spec.name)
}

/// Returns the help text for the browser commands: a line for each, with its arguments.
pub fn help() -> String {
    let one = |spec: &spec::Spec| {
        let gap = if spec.usage.len() > 34 {
            "\n".to_owned() + &" ".repeat(38)
        } else {
            " ".repeat(36 - spec.usage.len())
        };
        format!("  {}{gap}{}\n", spec.usage, spec.about)
    };
    spec::ACTIONS.iter().map(one).collect()
}
