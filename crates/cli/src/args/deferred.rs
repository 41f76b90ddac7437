//! Arguments that are declared when their command is the one that was given.
//!
//! The decision: a command of a session takes milliseconds, and declaring the options of all commands is a sixth of the
//! processor time of its process.

use std::ops::Deref;

use clap::builder::Resettable;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, Id};

/// The option that prints the schema of a command's document.
pub(crate) const JSON_SCHEMA: &str = "json-schema";

/// Arguments of a command, declared once the command is known to be the one that was given.
#[derive(Debug)]
pub(crate) struct Deferred<T>(Box<T>);

impl<T> Deref for Deferred<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

/// Adds `--json-schema` to a command with `--json`, and to its subcommands.
fn with_schema(command: Command) -> Command {
    let has_documents = command.get_arguments().any(|argument| argument.get_long() == Some("json"));
    let command = if has_documents {
        command.arg(
            Arg::new(JSON_SCHEMA)
                .long(JSON_SCHEMA)
                .action(ArgAction::SetTrue)
                // Then nothing else is required.
                .exclusive(true)
                .help_heading(None::<&str>)
                .help("Print the JSON Schema of what --json prints, and nothing else"),
        )
    } else {
        command
    };
    command.mut_subcommands(with_schema)
}

/// Declares the arguments of `T`, and keeps the description of the command.
fn declared<T: Args>(command: Command) -> Command {
    let about = Resettable::from(command.get_about().cloned());
    let long_about = Resettable::from(command.get_long_about().cloned());
    with_schema(T::augment_args(command)).about(about).long_about(long_about)
}

impl<T: Args> Args for Deferred<T> {
    fn augment_args(command: Command) -> Command {
        command.defer(declared::<T>)
    }

    fn augment_args_for_update(command: Command) -> Command {
        command.defer(declared::<T>)
    }

    fn group_id() -> Option<Id> {
        T::group_id()
    }
}

impl<T: FromArgMatches> FromArgMatches for Deferred<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Self(Box::new(T::from_arg_matches(matches)?)))
    }

    fn from_arg_matches_mut(matches: &mut ArgMatches) -> Result<Self, clap::Error> {
        Ok(Self(Box::new(T::from_arg_matches_mut(matches)?)))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.update_from_arg_matches(matches)
    }
}
