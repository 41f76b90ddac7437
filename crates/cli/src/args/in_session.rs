//! Command-line arguments by which commands use a named session.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use clap::Args as ClapArgs;
use serde::{Deserialize, Serialize};

use super::network::seconds;

/// Maximum number of characters of a session's name.
const NAME_CHARS: usize = 64;

/// Options by which a command works in a session.
#[derive(Debug, Clone, ClapArgs)]
#[command(next_help_heading = "In a session")]
pub(crate) struct InSession {
    /// Work in the session of this name, on the page where it is, or on URL
    #[arg(long, value_name = "NAME")]
    pub(crate) session: Option<SessionName>,
    /// Wait for at most this many seconds while the session serves other commands [default: 60]
    #[arg(long, value_name = "SECONDS", requires = "session", value_parser = seconds, hide_short_help = true)]
    pub(crate) wait: Option<Duration>,
}

impl InSession {
    /// Time to wait while the session serves other commands.
    pub(crate) fn patience(&self) -> Duration {
        self.wait.unwrap_or(Duration::from_mins(1))
    }
}

/// Name of a session.
///
/// It is part of file names, so it may have only characters that every file system accepts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct SessionName(String);

impl SessionName {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for SessionName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
        let allowed = "expected 1 to 64 of the characters A-Z, a-z, 0-9, `.`, `_` and `-`, the first a letter, digit or `_`";
        match text.chars().find(|c| !is_allowed(*c)) {
            Some(c) => Err(format!("{allowed}, found {c:?}")),
            None if text.is_empty() => Err(format!("{allowed}, found none")),
            None if text.len() > NAME_CHARS => Err(format!("{allowed}, found {} characters", text.len())),
            None if text.starts_with(['.', '-']) => Err(format!("{allowed}, found {text:?}")),
            None => Ok(Self(text.to_owned())),
        }
    }
}

impl TryFrom<String> for SessionName {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<SessionName> for String {
    fn from(name: SessionName) -> Self {
        name.0
    }
}

impl fmt::Display for SessionName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_other_characters_are_refused() {
        let long = "a".repeat(64);
        for name in ["shop", "A.b_c-9", "_", "9-", long.as_str()] {
            assert_eq!(name.parse().as_ref().map(SessionName::as_str), Ok(name));
        }
        let longer = "a".repeat(65);
        for (name, found) in [
            ("", "found none"),
            ("a/b", "found '/'"),
            ("../x", "found '/'"),
            ("a b", "found ' '"),
            ("ä", "found 'ä'"),
            ("..", "found \"..\""),
            ("-x", "found \"-x\""),
            ("a\0", "found '\\0'"),
            ("a\n", "found '\\n'"),
            (longer.as_str(), "found 65 characters"),
        ] {
            let error = name.parse::<SessionName>().expect_err(name);
            assert!(
                error.starts_with("expected 1 to 64 of the characters A-Z") && error.ends_with(found),
                "{error}"
            );
        }
    }
}
