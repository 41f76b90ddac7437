//! The program that a helper is started from.
//!
//! The decision: a helper is the running program with a hidden argument, because a second file would have to be installed
//! and found. A program that does not know the argument would run its own `main` in place of the helper, and could
//! start helpers without end. So [`Program::current`] is an error until [`serve_if_helper`](crate::serve_if_helper) has run in this process.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// First argument of a helper, before its limits.
pub(crate) const ARGUMENT: &str = "--webagents-isolate-helper";

/// Memory of a call of [`serve_if_helper`](crate::serve_if_helper).
static CAN_SERVE: AtomicBool = AtomicBool::new(false);

/// Exit code of a helper that was started with wrong arguments or by a helper.
pub(crate) const MISUSED: i32 = 64;

/// Program that can be started as a helper.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    path: PathBuf,
}

/// Missing call of [`serve_if_helper`](crate::serve_if_helper).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "this program cannot start itself as the helper that runs code; call webagents_isolate::serve_if_helper() first in \
     main, or name a program that does (Program::at)"
)]
pub struct NotAHelper;

impl Program {
    /// Returns the running program, if it has called [`serve_if_helper`](crate::serve_if_helper).
    ///
    /// On Linux it is the running file itself, also after an update has replaced it on the disk.
    pub fn current() -> Result<Self, NotAHelper> {
        if !CAN_SERVE.load(Ordering::Relaxed) {
            return Err(NotAHelper);
        }
        let running = Path::new("/proc/self/exe");
        if cfg!(target_os = "linux") && running.exists() {
            return Ok(Self::at(running));
        }
        std::env::current_exe().map(Self::at).map_err(|_| NotAHelper)
    }

    /// Returns a program that calls `serve_if_helper` first in its `main`, such as `webagents-isolate`.
    ///
    /// A relative path is one from the current folder.
    pub fn at(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        // The helper is started in another folder.
        Self { path: std::path::absolute(&path).unwrap_or(path) }
    }

    /// Path of the program.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Records that this program calls `serve_if_helper`.
pub(crate) fn record_service() {
    CAN_SERVE.store(true, Ordering::Relaxed);
}

/// Returns the arguments after [`ARGUMENT`].
pub(crate) fn helper_arguments() -> impl Iterator<Item = String> {
    std::env::args_os().skip(2).map(|argument| argument.to_string_lossy().into_owned())
}

/// Returns whether this process was started as a helper.
pub(crate) fn is_helper() -> bool {
    std::env::args_os().nth(1).is_some_and(|argument| argument == ARGUMENT)
}
