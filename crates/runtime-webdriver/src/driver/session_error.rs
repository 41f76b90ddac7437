//! Why a driver or a Grid opened no session, in words that help.
//!
//! A Grid wraps the message of its node, which wraps the driver's, each with the versions of everything; one line of
//! it is news. The whole stays the error's source.

use std::error::Error as _;

use fantoccini::error::NewSessionError;
use webagents_runtime::page::cut;

use crate::error::{Error, ErrorKind, SessionRemedy};

/// Text that each layer of a Grid adds before and after the message of the next.
const WRAPPING: [&str; 4] = [
    "webdriver did not create session: ",
    "Could not start a new session. ",
    "Error while creating session with the driver service. Stopping driver service: ",
    "session not created: ",
];
const VERSIONS: [&str; 4] = ["Host info: ", "Build info: ", "System info: ", "Driver info: "];

/// Characters of the driver's words.
const CHARS: usize = 600;

/// The error of a session that was requested at `url` and refused.
pub(crate) fn refused(error: NewSessionError, url: &str) -> Error {
    let said = error.to_string();
    let words = words(&said);
    let help = if words.contains("No nodes support the capabilities") {
        "; see which browsers its nodes offer at the address /status, and what was asked for: the engine, \
         `binary`, and `capabilities`"
    } else if words.contains("timed out") || words.contains("New session request") {
        "; all its slots may be taken"
    } else {
        ""
    };
    let message = match &error {
        NewSessionError::Failed(_) | NewSessionError::FailedC(_) | NewSessionError::Lost(_) => {
            // fantoccini hides the messages of its HTTP client, but for the first words.
            let first: Option<&(dyn std::error::Error + 'static)> = match &error {
                NewSessionError::FailedC(error) => Some(error),
                other => other.source(),
            };
            let causes = std::iter::successors(first, |&cause| cause.source());
            // The last one is the system's; those before it name the layers of a library.
            let why = causes.last().map_or(words, ToString::to_string);
            if why.contains("certificate") {
                let help = "if it has an authority of its own, name the file of that one's certificate";
                let message =
                    format!("cannot verify the TLS certificate of the WebDriver at {url}: {why}; {help}");
                return Error::because(ErrorKind::SessionNotCreated, message, error)
                    .with_remedy(SessionRemedy::DriverCa);
            }
            format!("no driver answers at {url}: {why}")
        }
        _ => format!("the driver opened no session: {words}{help}"),
    };
    Error::because(ErrorKind::SessionNotCreated, message, error)
}

/// The words that are not the same in every such error.
fn words(said: &str) -> String {
    let lines = said.lines().map(str::trim);
    let mut lines =
        lines.filter(|line| !line.is_empty() && !VERSIONS.iter().any(|prefix| line.starts_with(prefix)));
    let mut words = lines.next().unwrap_or_default();
    while let Some(rest) = WRAPPING.iter().find_map(|wrapping| words.strip_prefix(wrapping)) {
        words = rest;
    }
    let all = std::iter::once(words).chain(lines).collect::<Vec<_>>().join(" ");
    cut(&all, CHARS)
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn a_grid_says_it_in_one_line() {
        let said = "webdriver did not create session: Could not start a new session. Could not start a new session. \
                    Error while creating session with the driver service. Stopping driver service: Could not start a \
                    new session. Response code 500. Message: session not created: no chrome binary \n\
                    Host info: host: 'a', ip: '10.0.0.1'\nBuild info: version: '4.48.0'\nSystem info: os.name: 'Linux'\n\
                    Driver info: driver.version: unknown";
        assert_eq!(words(said), "Response code 500. Message: session not created: no chrome binary");
    }

    #[test]
    fn a_driver_says_it_in_its_own_words() {
        let said = "webdriver did not create session: session not created: Chrome instance exited.\n  (it said more)";
        assert_eq!(words(said), "Chrome instance exited. (it said more)");
        assert_eq!(words(""), "");
        assert_eq!(words(&"\u{fc}".repeat(700)).chars().count(), 601);
    }
}
