//! The command `webagents` as a contender, with named sessions.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::Failure;

/// The command, built next to this program, with a folder of sessions of its own.
pub(crate) struct Webagents {
    program: PathBuf,
    folder: tempfile::TempDir,
}

impl Webagents {
    pub(crate) fn new() -> Result<Self, Failure> {
        let program = std::env::current_exe()?.with_file_name("webagents");
        let folder = tempfile::Builder::new().prefix("wa-bench-").tempdir()?;
        Ok(Self { program, folder })
    }

    /// A command that has not been started.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command.args(args).env("XDG_RUNTIME_DIR", self.folder.path());
        command
    }

    /// The program, and the folder of its sessions.
    pub(crate) fn program(&self) -> (&Path, &Path) {
        (&self.program, self.folder.path())
    }

    pub(crate) fn run(&self, args: &[&str]) -> Result<String, Failure> {
        let output = self.command(args).output()?;
        if !output.status.success() {
            return Err(format!("{args:?}: {}", String::from_utf8_lossy(&output.stderr)).into());
        }
        Ok(String::from_utf8(output.stdout)?)
    }

    /// Starts a session with these words, and returns the number of its supervisor.
    pub(crate) fn start(&self, words: &[&str]) -> Result<u32, Failure> {
        let started: Value =
            serde_json::from_str(&self.run(&[&["session", "start", "--json"], words].concat())?)?;
        let pid = started["session"]["pid"].as_u64().ok_or("the session names no process")?;
        Ok(u32::try_from(pid)?)
    }
}

impl Drop for Webagents {
    fn drop(&mut self) {
        // Where it has not started there is none to stop.
        let _ = self.run(&["session", "stop", "--all"]);
    }
}
