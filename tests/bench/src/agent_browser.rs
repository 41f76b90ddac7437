//! agent-browser as a contender: its command, as a model's shell would run it.
//!
//! Each command is a process that speaks to a daemon, which holds the browser. That is how it is used, so the
//! start of the process counts.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::{Failure, node};

/// A browser that agent-browser's daemon holds.
#[derive(Debug)]
pub struct AgentBrowser {
    program: PathBuf,
    browser: PathBuf,
    session: String,
}

impl AgentBrowser {
    /// Opens `page` in a session of our own.
    pub fn open(browser: &Path, page: &str) -> Result<Self, Failure> {
        let program = program(&node::peers()?)?;
        let session = format!("webagents-bench-{}", std::process::id());
        let opened = Self { program, browser: browser.to_owned(), session };
        opened.run(&["open", page])?;
        Ok(opened)
    }

    /// What `agent-browser eval` prints for `expression`, and how long it took.
    pub fn evaluate(&self, expression: &str) -> Result<(String, Duration), Failure> {
        let start = Instant::now();
        let printed = self.run(&["eval", expression])?;
        Ok((printed, start.elapsed()))
    }

    fn run(&self, arguments: &[&str]) -> Result<String, Failure> {
        let output = Command::new(&self.program)
            .args(["--session", &self.session])
            .args(arguments)
            .env("AGENT_BROWSER_EXECUTABLE_PATH", &self.browser)
            .env("AGENT_BROWSER_ARGS", "--no-sandbox")
            .output()?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(format!("agent-browser {}: {said}", arguments.join(" ")).into());
        }
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }
}

impl Drop for AgentBrowser {
    fn drop(&mut self) {
        // Its daemon ends with its last browser.
        if let Err(failure) = self.run(&["close"]) {
            eprintln!("agent-browser did not close: {failure}");
        }
    }
}

/// The program for this machine among those that the package brings.
fn program(peers: &Path) -> Result<PathBuf, Failure> {
    let system = match std::env::consts::OS {
        "macos" => "darwin",
        other => other,
    };
    let machine = match std::env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        other => return Err(format!("agent-browser has no program for {other}").into()),
    };
    let name = format!("agent-browser-{system}-{machine}");
    let program = peers.join("node_modules").join("agent-browser").join("bin").join(name);
    make_executable(&program)?;
    Ok(program)
}

/// npm leaves the bit to a script of the package that we do not let run.
fn make_executable(program: &Path) -> Result<(), Failure> {
    use std::os::unix::fs::PermissionsExt as _;
    let mut permissions = std::fs::metadata(program)?.permissions();
    if permissions.mode() & 0o111 == 0 {
        permissions.set_mode(permissions.mode() | 0o755);
        std::fs::set_permissions(program, permissions)?;
    }
    Ok(())
}
