//! agent-browser as a contender: its command, as a model's shell would run it.
//!
//! Each command is a process that speaks to a daemon, which holds the browser. That is how it is used, so the
//! start of the process counts. The daemon takes the same commands from its socket, as lines of JSON.

use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::{Failure, node};

/// A browser that agent-browser's daemon holds.
#[derive(Debug)]
pub struct AgentBrowser {
    program: PathBuf,
    session: String,
    /// The folder of its socket.
    folder: tempfile::TempDir,
}

impl AgentBrowser {
    /// Opens `page` in a session of our own.
    pub fn open(browser: &Path, page: &str) -> Result<Self, Failure> {
        let program = program(&node::peers()?)?;
        let session = format!("webagents-bench-{}", std::process::id());
        let folder = tempfile::Builder::new().prefix("wa-bench-").tempdir()?;
        let opened = Self { program, session, folder };
        let mut command = opened.command(&["open", page]);
        // The daemon keeps both. A command that names them as well sends the daemon two requests.
        command.env("AGENT_BROWSER_EXECUTABLE_PATH", browser).env("AGENT_BROWSER_ARGS", "--no-sandbox");
        output(&mut command)?;
        Ok(opened)
    }

    /// Runs a command, and returns its output with the time it took.
    pub fn timed(&self, arguments: &[&str]) -> Result<(String, Duration), Failure> {
        let start = Instant::now();
        let printed = self.run(arguments)?;
        Ok((printed, start.elapsed()))
    }

    /// A connection to the daemon.
    pub fn connect(&self) -> Result<AgentBrowserSocket, Failure> {
        let path = self.folder.path().join(format!("{}.sock", self.session));
        Ok(AgentBrowserSocket { stream: BufReader::new(UnixStream::connect(path)?) })
    }

    /// The program, and the variables that its commands need.
    pub fn program(&self) -> (&Path, [(&'static str, &Path); 1], &str) {
        (&self.program, [("AGENT_BROWSER_SOCKET_DIR", self.folder.path())], &self.session)
    }

    /// Output of `agent-browser eval EXPRESSION`, and its duration.
    pub fn evaluate(&self, expression: &str) -> Result<(String, Duration), Failure> {
        self.timed(&["eval", expression])
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command
            .args(["--session", &self.session])
            .args(arguments)
            .env("AGENT_BROWSER_SOCKET_DIR", self.folder.path());
        command
    }

    fn run(&self, arguments: &[&str]) -> Result<String, Failure> {
        output(&mut self.command(arguments))
    }
}

/// The output of a command that succeeds.
fn output(command: &mut Command) -> Result<String, Failure> {
    let output = command.output()?;
    if !output.status.success() {
        return Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr)).into());
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// A connection to agent-browser's daemon.
#[derive(Debug)]
pub struct AgentBrowserSocket {
    stream: BufReader<UnixStream>,
}

impl AgentBrowserSocket {
    /// Sends a request, which gets an id, and returns the data of its answer with the time it took.
    pub fn ask(&mut self, mut request: Value) -> Result<(Value, Duration), Failure> {
        request["id"] = json!("r1");
        let line = format!("{request}\n");
        let start = Instant::now();
        self.stream.get_mut().write_all(line.as_bytes())?;
        let mut answer = String::new();
        self.stream.read_line(&mut answer)?;
        let took = start.elapsed();
        let mut answer: Value = serde_json::from_str(&answer)?;
        if answer["success"] != true {
            return Err(format!("agent-browser: {request}: {answer}").into());
        }
        Ok((answer["data"].take(), took))
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

/// The program for this machine among the package's programs.
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
