//! A helper process with its pipes, from its start to its end.

use std::process::ExitStatus;
use std::time::Duration;

use tokio::io::AsyncReadExt as _;
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout};
use tokio::time::timeout;

use super::end::{LimitKind, RunEnd};
#[cfg(unix)]
use super::spawn;
use crate::frame::{Decoder, FILTER, Frame, FrameKind, OUT_OF_MEMORY};
use crate::limits::Limits;
use crate::program::Program;

/// Time from the start of the process until it waits for a run.
pub(super) const START: Duration = Duration::from_secs(10);
/// Bytes of the pipe that are read at a time.
pub(super) const CHUNK: usize = 64 * 1024;
/// Maximum bytes of the helper's error output that an error quotes.
const QUOTED: usize = 2048;
/// Time in which a killed process is gone, or an ending one has ended.
const GONE: Duration = Duration::from_secs(1);

/// Restriction that the kernel enforces on a helper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Restriction {
    /// A filter of system calls and resource limits: the process reaches nothing but its pipes.
    Filter,
    /// Resource limits only, as on macOS or with [`Limits::unrestricted`].
    Limits,
}

/// Helper that could not be started.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// This system has no helpers.
    #[error("code runs in a process of its own on Linux and macOS only")]
    Unsupported,
    /// The program could not be started.
    #[error("could not start {} as the helper that runs code: {source}", path.display())]
    Spawn {
        /// Program of the helper.
        path: std::path::PathBuf,
        /// Reason of the system.
        source: std::io::Error,
    },
    /// The kernel does not restrict the process, so no code runs in it.
    #[error(
        "the kernel does not restrict the process that runs code: {0}; Limits::unrestricted runs it all the same"
    )]
    Restriction(String),
    /// The process ended or reported an error before it was ready.
    #[error("the helper that runs code did not start: {0}")]
    Ended(String),
    /// The process was not ready in time.
    #[error("the helper that runs code was not ready after {} s", START.as_secs())]
    Timeout,
}

/// Child process with its pipes and the reader of its frames.
#[derive(Debug)]
pub(super) struct HelperProcess {
    pub(super) child: Child,
    pub(super) stdin: ChildStdin,
    pub(super) stdout: ChildStdout,
    stderr: ChildStderr,
    pub(super) decoder: Decoder,
}

impl HelperProcess {
    #[cfg(not(unix))]
    pub(super) async fn spawn(_: &Program, _: &Limits) -> Result<Self, StartError> {
        Err(StartError::Unsupported)
    }

    #[cfg(unix)]
    pub(super) async fn spawn(program: &Program, limits: &Limits) -> Result<Self, StartError> {
        let path = program.path().to_owned();
        let failed = |source| StartError::Spawn { path: path.clone(), source };
        let mut child = spawn::spawn(program, limits).await.map_err(failed)?;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(failed(std::io::ErrorKind::BrokenPipe.into()));
        };
        Ok(Self { child, stdin, stdout, stderr, decoder: Decoder::new(limits.message) })
    }

    /// Waits until the helper is restricted.
    pub(super) async fn ready(&mut self) -> Result<Restriction, StartError> {
        let mut chunk = vec![0; CHUNK];
        loop {
            match self.decoder.next_frame() {
                Ok(None) => {}
                Ok(Some(Frame { kind: FrameKind::Ready, text })) => {
                    let filter = text == FILTER;
                    return Ok(if filter { Restriction::Filter } else { Restriction::Limits });
                }
                Ok(Some(Frame { kind: FrameKind::Refused, text })) => {
                    return Err(StartError::Restriction(text));
                }
                Ok(Some(Frame { kind: FrameKind::Failed, text })) => return Err(StartError::Ended(text)),
                Ok(Some(frame)) => {
                    let text = format!("expected the frame Ready, found {:?}", frame.kind);
                    return Err(StartError::Ended(text));
                }
                Err(error) => return Err(StartError::Ended(error.to_string())),
            }
            match self.stdout.read(&mut chunk).await {
                Ok(read) if read > 0 => self.decoder.push(chunk.get(..read).unwrap_or_default()),
                _ => return Err(StartError::Ended(self.last_words().await)),
            }
        }
    }

    /// Describes the end of the process, with the end of its error output.
    async fn last_words(&mut self) -> String {
        // A process that closed its output need not end.
        let _ = self.child.start_kill();
        let status = self.child.wait().await;
        let mut text = status.map_or_else(|error| error.to_string(), |status| status.to_string());
        let output = self.error_output().await;
        if !output.is_empty() {
            text = format!("{text}: {output}");
        }
        text
    }

    /// Returns the beginning of the error output, without characters that act on a terminal.
    async fn error_output(&mut self) -> String {
        let mut output = Vec::new();
        let mut limited = (&mut self.stderr).take(QUOTED as u64);
        // Only the process has the other end, and it has ended; but a program in its place may have given it away.
        let _ = timeout(Duration::from_millis(100), limited.read_to_end(&mut output)).await;
        let shown = |c: char| if c.is_control() { ' ' } else { c };
        String::from_utf8_lossy(&output).trim().chars().map(shown).collect()
    }

    /// Kills the process and waits until it is gone.
    pub(super) async fn kill(&mut self) {
        let _ = self.child.start_kill();
        let _ = timeout(GONE, self.child.wait()).await;
    }

    /// Explains why the process closed its output.
    pub(super) async fn explain_end(&mut self) -> RunEnd {
        match timeout(GONE, self.child.wait()).await {
            Ok(Ok(status)) => {
                let output = self.error_output().await;
                explain(status, &output)
            }
            Ok(Err(error)) => RunEnd::Lost(error.to_string()),
            Err(_) => {
                self.kill().await;
                RunEnd::Lost("the helper closed its output and went on".to_owned())
            }
        }
    }
}

#[cfg(unix)]
fn explain(status: ExitStatus, output: &str) -> RunEnd {
    use std::os::unix::process::ExitStatusExt as _;

    use nix::sys::signal::Signal;

    let signal = status.signal().and_then(|number| Signal::try_from(number).ok());
    match signal {
        // The text is the standard library's, before it aborts.
        _ if output.contains("memory allocation of") => RunEnd::Limit(LimitKind::Memory),
        _ if status.code() == Some(OUT_OF_MEMORY) => RunEnd::Limit(LimitKind::Memory),
        Some(Signal::SIGXCPU) => RunEnd::Limit(LimitKind::Cpu),
        Some(Signal::SIGSYS) => RunEnd::Lost(
            "the kernel killed the helper, because it used a system call that it may not use".to_owned(),
        ),
        _ if output.is_empty() => RunEnd::Lost(format!("the helper ended ({status})")),
        _ => RunEnd::Lost(format!("the helper ended ({status}): {output}")),
    }
}

#[cfg(not(unix))]
fn explain(status: ExitStatus, output: &str) -> RunEnd {
    RunEnd::Lost(format!("the helper ended ({status}): {output}"))
}
