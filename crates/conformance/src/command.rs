//! Command line of an adapter, split into words here and never passed to a shell.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::error::{Error, ErrorKind};

/// Command line of an adapter, a program that answers the suite's checks for an implementation.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct AdapterCommand {
    /// Path of the adapter program to start, or its name on `PATH`.
    pub program: PathBuf,
    /// Command-line arguments of the adapter program.
    pub arguments: Vec<String>,
}

impl AdapterCommand {
    /// Creates the command line of an adapter from its program and arguments.
    pub fn new<S: Into<String>>(program: impl AsRef<Path>, arguments: impl IntoIterator<Item = S>) -> Self {
        Self {
            program: program.as_ref().to_owned(),
            arguments: arguments.into_iter().map(Into::into).collect(),
        }
    }

    /// Parses the command line of an adapter, such as `python3 "my adapter.py"`, with its quotes.
    ///
    /// The words follow the rules of a POSIX shell, with its quotes, backslashes and comments. Nothing is expanded.
    ///
    /// ```
    /// use webagents_conformance::AdapterCommand;
    /// let command = AdapterCommand::parse(r#"python3 "my adapter.py" -q"#).unwrap();
    /// assert_eq!(command, AdapterCommand::new("python3", ["my adapter.py", "-q"]));
    /// ```
    pub fn parse(line: &str) -> Result<Self, Error> {
        let words = shlex::split(line).ok_or_else(|| {
            Error::new(ErrorKind::Adapter, "the adapter's command has an open quote, or ends with `\\`")
        })?;
        match words.split_first() {
            Some((program, arguments)) if !program.is_empty() => Ok(Self::new(program, arguments)),
            _ => Err(Error::new(ErrorKind::Adapter, "the adapter's command is empty")),
        }
    }

    pub(crate) fn to_command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments);
        command
    }
}

#[cfg(test)]
mod tests {
    use super::AdapterCommand;

    #[track_caller]
    fn check(line: &str, expected: &[&str]) {
        let command = AdapterCommand::new(expected[0], expected[1..].iter().copied());
        assert_eq!(AdapterCommand::parse(line).unwrap(), command);
    }

    #[test]
    fn quoted_words_are_split() {
        check("  a  b\tc ", &["a", "b", "c"]);
        check(r#"a 'b "c' "d 'e" f\ g "\"""#, &["a", "b \"c", "d 'e", "f g", "\""]);
        check(r"'a\b' a''b ''", &["a\\b", "ab", ""]);
        check("$HOME `id` ;", &["$HOME", "`id`", ";"]);
        for wrong in ["'a", "a \"", "a\\", "", "''"] {
            assert!(AdapterCommand::parse(wrong).is_err(), "{wrong}");
        }
    }
}
