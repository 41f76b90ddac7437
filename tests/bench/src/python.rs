//! The Python package as a contender, in a process of its own that stays warm between rounds.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::Failure;

const SCRIPT: &str = include_str!("python_peer.py");
const READERS: &str = include_str!("readers_peer.py");

/// A Python that has the package; it ends with this value.
#[derive(Debug)]
pub struct Python {
    child: Child,
    // Closed first when this is dropped: the script ends at the end of its input.
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Python {
    /// Starts the Python that `WEBAGENTS_PYTHON` names.
    pub fn start() -> Result<Self, Failure> {
        Self::running("WEBAGENTS_PYTHON", SCRIPT)
    }

    /// Starts the Python that `WEBAGENTS_READERS` names: one with packages that read pages.
    pub fn reading() -> Result<Self, Failure> {
        Self::running("WEBAGENTS_READERS", READERS)
    }

    fn running(variable: &str, script: &str) -> Result<Self, Failure> {
        let program = std::env::var_os(variable)
            .ok_or_else(|| format!("{variable} names no Python; run `cargo xtask bench`, which sets it"))?;
        let mut command = Command::new(program);
        // Proxies are for the world outside, and everything here is on loopback.
        command.args(["-c", script]).env("NO_PROXY", "*").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn()?;
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().ok_or("Python has no stdout")?);
        Ok(Self { child, input, output })
    }

    /// Hands over what to work on.
    pub fn load(&mut self, documents: &[String]) -> Result<(), Failure> {
        let answer = self.ask(&json!({ "documents": documents }))?;
        if answer["ready"] == documents.len() {
            Ok(())
        } else {
            Err("Python did not take the documents".into())
        }
    }

    /// Lets it do some work and returns the time it took.
    pub fn work(&mut self, message: &Value) -> Result<(Duration, Value), Failure> {
        let answer = self.ask(message)?;
        let seconds =
            answer["seconds"].as_f64().ok_or("expected `seconds` in Python's answer, found none")?;
        Ok((Duration::from_secs_f64(seconds), answer))
    }

    /// Texts for a model, one of each document.
    pub fn contexts(&mut self) -> Result<Vec<String>, Failure> {
        let answer = self.ask(&json!({ "work": "context" }))?;
        let contexts = answer["contexts"].as_array().ok_or("Python gave no contexts")?;
        Ok(contexts.iter().filter_map(Value::as_str).map(str::to_owned).collect())
    }

    fn ask(&mut self, message: &Value) -> Result<Value, Failure> {
        let input = self.input.as_mut().ok_or("Python is gone")?;
        writeln!(input, "{message}")?;
        input.flush()?;
        let mut line = String::new();
        if self.output.read_line(&mut line)? == 0 {
            return Err("Python ended; its error is above".into());
        }
        Ok(serde_json::from_str(&line)?)
    }
}

impl Drop for Python {
    fn drop(&mut self) {
        drop(self.input.take());
        // It ends by itself now; an interrupt of ours interrupts it as well.
        let _ = self.child.wait();
    }
}
