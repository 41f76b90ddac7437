//! Options that became commands.

use std::ffi::OsString;

use crate::exit::Failure;

/// Returns the failure of `exec --many`, which is the command `batch`, with the command to type.
pub(crate) fn to_batch(arguments: impl IntoIterator<Item = OsString>) -> Option<Failure> {
    let mut words = vec!["webagents".to_owned()];
    let (mut is_many, mut is_named, mut takes_options) = (false, false, true);
    for argument in arguments.into_iter().skip(1) {
        let argument = argument.to_string_lossy();
        match argument.as_ref() {
            "exec" if !is_named => {
                is_named = true;
                words.push("batch".to_owned());
            }
            "--many" if takes_options => is_many = true,
            other => {
                takes_options &= other != "--";
                let file = other.strip_prefix("--many=").filter(|_| takes_options);
                is_many |= file.is_some();
                words.push(quoted(file.unwrap_or(other)));
            }
        }
    }
    let failure = Failure::usage("exec runs one script, and many lines are run by the command batch");
    is_many.then(|| failure.help(format!("write: {}", words.join(" "))))
}

/// An argument as a POSIX shell reads it.
fn quoted(argument: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,@%+".contains(c);
    if !argument.is_empty() && argument.chars().all(is_plain) {
        return argument.to_owned();
    }
    format!("'{}'", argument.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_lines_name_the_new_command() {
        for (typed, expected) in [
            ("exec --many lines.jsonl --jobs 8", Some("webagents batch lines.jsonl --jobs 8")),
            (
                "--log debug exec --json --many=- --again",
                Some("webagents --log debug batch --json - --again"),
            ),
            ("exec --jobs 2 --many a'b", Some(r"webagents batch --jobs 2 'a'\''b'")),
            ("exec --many exec", Some("webagents batch exec")),
            ("exec URL -- --many", None),
            ("exec URL CODE", None),
        ] {
            let typed = ["webagents"].into_iter().chain(typed.split(' ')).map(OsString::from);
            let help = to_batch(typed).map(|failure| failure.json()["help"].clone());
            assert_eq!(help, expected.map(|command| format!("write: {command}").into()));
        }
    }
}
