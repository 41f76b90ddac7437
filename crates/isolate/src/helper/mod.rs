//! The parent's side: a helper process and its run.

mod end;
mod process;
mod running;
#[cfg(unix)]
mod spawn;

use std::time::Duration;

use tokio::io::AsyncWriteExt as _;
use tokio::time::timeout;

pub use self::end::{LimitKind, RunEnd};
use self::process::{HelperProcess, START};
pub use self::process::{Restriction, StartError};
pub use self::running::{Event, IsolatedRun, PostError, Poster};
use crate::frame::{FrameKind, encode};
use crate::limits::Limits;
use crate::program::Program;
use crate::script::Script;

/// Code or prelude that cannot be sent to a helper.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name} has {length} bytes; expected at most {limit}")]
pub struct TooLong {
    /// Name of the script.
    pub name: String,
    /// Bytes of the script.
    pub length: usize,
    /// Maximum bytes.
    pub limit: usize,
}

/// Process that waits for a run. Dropping it ends the process.
#[derive(Debug)]
pub struct Helper {
    process: HelperProcess,
    restriction: Restriction,
    limits: Limits,
}

impl Helper {
    /// Starts a helper, and returns when the kernel restricts it.
    ///
    /// A helper can be started early and kept: it occupies about 4 MB and no processor time.
    pub async fn start(program: &Program, limits: &Limits) -> Result<Self, StartError> {
        if crate::program::is_helper() {
            // A program that was named as a helper does not serve: it must not start helpers without end.
            std::process::exit(crate::program::MISUSED);
        }
        let mut process = HelperProcess::spawn(program, limits).await?;
        let Ok(ready) = timeout(START, process.ready()).await else { return Err(StartError::Timeout) };
        Ok(Self { restriction: ready?, process, limits: limits.clone() })
    }

    /// Restriction that the kernel enforces on this process.
    pub fn restriction(&self) -> Restriction {
        self.restriction
    }

    /// Number of the process, while it runs.
    pub fn id(&self) -> Option<u32> {
        self.process.child.id()
    }

    /// Returns whether the process still waits for a run.
    pub fn is_alive(&mut self) -> bool {
        matches!(self.process.child.try_wait(), Ok(None))
    }

    /// Evaluates a script of the prelude, before the code is known.
    ///
    /// The scripts of [`run`](Self::run) follow it. It returns when the script is sent; an exception ends the run.
    ///
    /// # Errors
    ///
    /// The process has ended.
    pub async fn load(&mut self, script: &Script) -> Result<(), StartError> {
        let frame = script_frame(FrameKind::Script, script);
        let written = timeout(START, self.process.stdin.write_all(&frame)).await;
        match written {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(StartError::Ended(error.to_string())),
            Err(_) => Err(StartError::Timeout),
        }
    }

    /// Runs code after the scripts of a prelude, in this process.
    ///
    /// The crate's documentation has the interface of a prelude. The process is killed after `deadline`, which begins now.
    pub fn run(self, prelude: &[Script], code: &Script, deadline: Duration) -> Result<IsolatedRun, TooLong> {
        let Self { process, limits, .. } = self;
        let limit = |script: &Script, limit: usize| {
            let length = script.text.len();
            let name = script.name.clone();
            if length > limit { Err(TooLong { name, length, limit }) } else { Ok(()) }
        };
        limit(code, limits.code)?;
        let mut first = Vec::new();
        for script in prelude {
            limit(script, limits.message)?;
            first.extend(script_frame(FrameKind::Script, script));
        }
        first.extend(script_frame(FrameKind::Code, code));
        Ok(IsolatedRun::start(process, &limits, first, deadline))
    }
}

/// Returns the bytes of a script. Its length is within the limits.
fn script_frame(kind: FrameKind, script: &Script) -> Vec<u8> {
    encode(kind, &format!("{}\n{}", script.name.replace('\n', " "), script.text)).unwrap_or_default()
}

/// Starts a helper with the usual limits and ends it, to report the restriction of this machine.
pub async fn restriction(program: &Program) -> Result<Restriction, StartError> {
    Helper::start(program, &Limits::default()).await.map(|helper| helper.restriction())
}
