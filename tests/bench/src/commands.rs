//! A thousand commands in one named session: the time of each, and the growth of its supervisor.
//!
//! Each command is a process of its own, `webagents exec --session`, as an agent that runs shell commands starts it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use serde_json::Value;

use crate::Failure;
use crate::report::{Table, Target};

const SUBJECT: &str = "commands";
const COMMANDS: u32 = 1000;
/// Commands before the memory is read for the first time.
const BEFORE: u32 = 20;
/// MiB by which the supervisor may grow.
const GROWTH: f64 = 20.0;
const NAME: &str = "bench";

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

/// Measures one session.
pub fn run(table: &mut Table) -> Result<(), Failure> {
    let webagents = Webagents::new()?;
    let pid = webagents.start(&[NAME])?;
    let commands = |times: u32| -> Result<(), Failure> {
        for i in 0..times {
            let answer = webagents.run(&["exec", "--session", NAME, &format!("return {i}")])?;
            if answer.trim() != i.to_string() {
                return Err(format!("expected {i}, found {answer}").into());
            }
        }
        Ok(())
    };
    commands(BEFORE)?;
    let before = memory(pid, "VmRSS")?;
    let began = Instant::now();
    commands(COMMANDS)?;
    let each = began.elapsed() / COMMANDS;
    let grown = memory(pid, "VmRSS")? - before;
    table.figure(SUBJECT, "supervisor before", format!("{before:.1} MiB"));
    table.figure(SUBJECT, "exec --session, a process each", format!("{:.1} ms", each.as_secs_f64() * 1e3));
    table.ratio(
        SUBJECT,
        format!("MiB by which the supervisor grew in {COMMANDS} commands"),
        grown,
        Some(Target::AtMost(GROWTH)),
    );
    Ok(())
}

/// Returns a memory figure of a process in MiB: `VmRSS`, or `VmHWM` for the most it has had (proc(5)).
pub(crate) fn memory(pid: u32, figure: &str) -> Result<f64, Failure> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix(figure)?.strip_prefix(':'));
    let line = line.ok_or_else(|| format!("no {figure} in its status"))?;
    Ok(line.trim().trim_end_matches(" kB").parse::<f64>()? / 1024.0)
}
