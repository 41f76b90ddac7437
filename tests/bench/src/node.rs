//! Packages from npm as contenders, in a process of their own that stays warm between rounds.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::Failure;

/// A node that has the packages; it ends with this value.
#[derive(Debug)]
pub struct Node {
    child: Child,
    // Closed first when this is dropped: the script ends at the end of its input.
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Node {
    /// Starts node with the packages of the folder that `WEBAGENTS_PEERS` names.
    pub fn start() -> Result<Self, Failure> {
        Self::running("node_peer.mjs")
    }

    /// The same with another of the scripts next to this file.
    pub(crate) fn running(script: &str) -> Result<Self, Failure> {
        peers()?;
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(script);
        let mut command = Command::new("node");
        let mut child = command.arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().ok_or("node has no stdout")?);
        Ok(Self { child, input, output })
    }

    /// The tokens of all texts together, in the encoding o200k.
    pub fn tokens(&mut self, texts: &[String]) -> Result<u64, Failure> {
        let answer = self.ask(&json!({ "count": texts }))?;
        let counts = answer["tokens"].as_array().ok_or("node did not count")?;
        Ok(counts.iter().filter_map(Value::as_u64).sum())
    }

    /// Sends a message and returns the answer to it; one with a member `error` is an error.
    pub(crate) fn ask(&mut self, message: &Value) -> Result<Value, Failure> {
        let input = self.input.as_mut().ok_or("node is gone")?;
        writeln!(input, "{message}")?;
        input.flush()?;
        let mut line = String::new();
        if self.output.read_line(&mut line)? == 0 {
            return Err("node ended; its error is above".into());
        }
        let answer: Value = serde_json::from_str(&line)?;
        match answer["error"].as_str() {
            Some(error) => Err(error.into()),
            None => Ok(answer),
        }
    }
}

/// The folder whose `node_modules` holds the packages.
pub(crate) fn peers() -> Result<PathBuf, Failure> {
    let folder = std::env::var_os("WEBAGENTS_PEERS")
        .ok_or("WEBAGENTS_PEERS names no folder; run `cargo xtask bench`, which sets it")?;
    Ok(folder.into())
}

impl Drop for Node {
    fn drop(&mut self) {
        drop(self.input.take());
        // It ends by itself now; an interrupt of ours interrupts it as well.
        let _ = self.child.wait();
    }
}
