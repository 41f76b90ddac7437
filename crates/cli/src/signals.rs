//! Signals that end the command, for the work that must be done before it does.
//!
//! They are caught for sessions of a driver elsewhere and for `exec`, and for nothing else: the runtime's
//! promise that nothing outlives its process holds however the process ends. A session of a Grid is not ours in that
//! sense, and holds a slot until it is deleted; and code may have called tools, which its journal and audit name. The
//! process that waits for the command is to see in the end that a signal ended it: a shell's loop goes on otherwise.
//! SIGHUP is left alone, so that `nohup` keeps its meaning.

use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::Command;
use std::time::Duration;

use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::time::sleep;

/// Signals that are waited for, with their names in `kill`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asked {
    Interrupt,
    Terminate,
}

/// The signals, caught from its making on.
#[derive(Debug)]
pub(crate) struct Signals {
    interrupt: Signal,
    terminate: Signal,
}

impl Signals {
    pub(crate) fn catch() -> io::Result<Self> {
        Ok(Self { interrupt: signal(SignalKind::interrupt())?, terminate: signal(SignalKind::terminate())? })
    }

    /// The next of them.
    pub(crate) async fn next(&mut self) -> Asked {
        tokio::select! {
            _ = self.interrupt.recv() => Asked::Interrupt,
            _ = self.terminate.recv() => Asked::Terminate,
        }
    }

    /// Another of them, which is heeded after some seconds: a key that is pressed twice loses no record.
    pub(crate) async fn insist(&mut self) {
        sleep(INSIST).await;
        self.next().await;
    }
}

/// Time in which a run that is cancelled is reported and recorded, however many signals come.
const INSIST: Duration = Duration::from_secs(5);

/// Ends this process by the signal that requested it. It returns only if that failed.
///
/// A signal that was caught once stays caught, and to undo that needs unsafe code; but a new program in the same
/// process begins without it, and a shell that sends itself the signal is such a program.
pub(crate) fn end_by(asked: Asked) -> io::Error {
    let name = match asked {
        Asked::Interrupt => "INT",
        Asked::Terminate => "TERM",
    };
    Command::new("/bin/sh").args(["-c", "kill -s \"$0\" $$", name]).exec()
}
