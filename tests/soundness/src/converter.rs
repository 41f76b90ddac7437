//! Converters of JSON Schema to TypeScript, ours and others', all run as commands.
//!
//! A converter reads one `{"id": …, "schema": …}` a line and writes one `{"id": …, "ts": …}` or
//! `{"id": …, "error": …}` a line, where `ts` declares a type `Root`. The boolean `"tool"` next to the schema is true for the
//! arguments or the result of a tool, which some converters treat in another way. All are commands and not functions, so
//! that none has an advantage, and so that other converters can be tried: `--converter NAME=COMMAND`.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::Failure;
use crate::corpus::{Case, Of};

/// The script that runs the npm packages.
const PEERS: &str = "peers/convert.mjs";

/// A converter and how to start it.
#[derive(Debug, Clone)]
pub struct Converter {
    /// Its name in the table.
    pub name: String,
    /// Program and arguments.
    command: Vec<String>,
}

impl Converter {
    /// A command given as `NAME=COMMAND`, its words parted by blanks.
    pub fn parse(text: &str) -> Result<Self, Failure> {
        let (name, line) = text.split_once('=').ok_or("a converter is given as NAME=COMMAND")?;
        let command: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        if name.is_empty() || command.is_empty() {
            return Err("a converter is given as NAME=COMMAND".into());
        }
        Ok(Self { name: name.to_owned(), command })
    }

    /// A subcommand of this very program: ours, and the floor.
    pub fn own_converter(name: &str, subcommand: &str) -> Result<Self, Failure> {
        let program = std::env::current_exe()?.to_string_lossy().into_owned();
        Ok(Self {
            name: name.to_owned(),
            command: vec![program, "convert".to_owned(), subcommand.to_owned()],
        })
    }

    /// A package from npm that `peers/convert.mjs` knows.
    pub fn peer_converter(package: &str) -> Self {
        let script = script_path(PEERS).to_string_lossy().into_owned();
        Self { name: package.to_owned(), command: vec!["node".to_owned(), script, package.to_owned()] }
    }

    /// The declarations of all `cases`, by their place: text, or what went wrong.
    pub fn convert(&self, cases: &[(Of, &Case)]) -> Result<Vec<Result<String, String>>, Failure> {
        let mut input = String::new();
        for (at, (of, case)) in cases.iter().enumerate() {
            let is_tool = *of == Of::Tools;
            input.push_str(&json!({ "id": at, "tool": is_tool, "schema": case.schema }).to_string());
            input.push('\n');
        }
        let output = run_command(&self.command, input).map_err(|cause| format!("{}: {cause}", self.name))?;
        let mut answers = BTreeMap::new();
        for line in output.lines() {
            let answer: Value = serde_json::from_str(line)
                .map_err(|cause| format!("{}: {cause} in {line:.100}", self.name))?;
            let result = match (answer["ts"].as_str(), answer["error"].as_str()) {
                (Some(text), _) => Ok(text.to_owned()),
                (None, error) => Err(error.unwrap_or("neither ts nor error").to_owned()),
            };
            answers.insert(answer["id"].as_u64(), result);
        }
        let none = || Err("no answer".to_owned());
        Ok((0..cases.len()).map(|at| answers.remove(&u64::try_from(at).ok()).unwrap_or_else(none)).collect())
    }
}

/// A file of this package.
pub(crate) fn script_path(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Runs `command` with `input` and returns its output.
pub(crate) fn run_command(command: &[String], input: String) -> Result<String, Failure> {
    let (program, arguments) = command.split_first().ok_or("an empty command")?;
    let mut child =
        Command::new(program).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let stdin = child.stdin.take();
    // Written by another thread than the reader: both pipes are shorter than the data that goes through them.
    let writer = std::thread::spawn(move || stdin.map(|mut stdin| stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output()?;
    // The status of a program that did not read to the end has the reason.
    drop(writer.join());
    if !output.status.success() {
        return Err(format!("it ended with {}", output.status).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}

#[cfg(test)]
mod tests {
    use super::Converter;

    #[test]
    fn a_converter_has_a_name_and_a_command() {
        let converter = Converter::parse("mine=node mine.js --fast").unwrap();
        assert_eq!((converter.name.as_str(), converter.command.len()), ("mine", 3));
        assert!(Converter::parse("node mine.js").is_err() && Converter::parse("mine=").is_err());
    }
}
