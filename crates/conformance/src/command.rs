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
    /// White space separates words, except within single and double quotes. A backslash keeps the next character
    /// outside single quotes. Nothing is expanded.
    ///
    /// ```
    /// use webagents_conformance::AdapterCommand;
    /// let command = AdapterCommand::parse(r#"python3 "my adapter.py" -q"#).unwrap();
    /// assert_eq!(command, AdapterCommand::new("python3", ["my adapter.py", "-q"]));
    /// ```
    pub fn parse(line: &str) -> Result<Self, Error> {
        let mut words = words(line)?.into_iter();
        match words.next() {
            Some(program) if !program.is_empty() => Ok(Self::new(program, words)),
            _ => Err(Error::new(ErrorKind::Adapter, "the adapter's command is empty")),
        }
    }

    pub(crate) fn to_command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments);
        command
    }
}

fn words(line: &str) -> Result<Vec<String>, Error> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            ('\\', None | Some('"')) => match chars.next() {
                Some(next) => word.get_or_insert_default().push(next),
                None => return Err(Error::new(ErrorKind::Adapter, "the adapter's command ends with `\\`")),
            },
            (c, Some(open)) if c == open => quote = None,
            (c, None) if matches!(c, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, None) if c.is_whitespace() => words.extend(word.take()),
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    if let Some(open) = quote {
        return Err(Error::new(ErrorKind::Adapter, format!("the adapter's command has an open {open}")));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::words;

    #[track_caller]
    fn check(line: &str, expected: &[&str]) {
        assert_eq!(words(line).unwrap(), expected);
    }

    #[test]
    fn quoted_words_are_split() {
        check("  a  b\tc ", &["a", "b", "c"]);
        check(r#"a 'b "c' "d 'e" f\ g "\"""#, &["a", "b \"c", "d 'e", "f g", "\""]);
        check(r"'a\b' a''b ''", &["a\\b", "ab", ""]);
        check("$HOME `id` ;", &["$HOME", "`id`", ";"]);
        for wrong in ["'a", "a \"", "a\\"] {
            assert!(words(wrong).is_err(), "{wrong}");
        }
    }
}
