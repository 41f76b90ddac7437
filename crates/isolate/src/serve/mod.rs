//! The helper's side: one run in a restricted process.

#[cfg(unix)]
mod compile;
#[cfg(unix)]
mod engine;
#[cfg(unix)]
mod objects;
#[cfg(unix)]
mod pipe;
#[cfg(unix)]
mod restrict;

#[cfg(unix)]
use crate::frame::OUT_OF_MEMORY;
use crate::limits::Limits;
use crate::program::{self, MISUSED};

/// Exit code after a panic.
#[cfg(unix)]
const PANICKED: i32 = 101;

/// Serves one run and exits, if this process was started as a helper; else returns.
///
/// Call it first in `main`, before the program reads its arguments, starts threads or opens files. It also records that
/// this program can be its own helper ([`Program::current`](crate::Program::current)).
pub fn serve_if_helper() {
    program::record_service();
    if program::is_helper() {
        let code =
            Limits::from_arguments(program::helper_arguments()).map_or(MISUSED, |limits| serve(&limits));
        std::process::exit(code);
    }
}

#[cfg(not(unix))]
fn serve(_: &Limits) -> i32 {
    MISUSED
}

/// Serves one run and returns the exit code.
///
/// The order: limits, then the engine with its standard objects and the time zone, which need files; then the filter; and
/// only then anything that the parent sends.
#[cfg(unix)]
fn serve(limits: &Limits) -> i32 {
    // A panic is an end without output; its message would need system calls that are refused.
    let memory = limits.memory;
    std::panic::set_hook(Box::new(move |_| {
        std::process::exit(if objects::is_full(memory) { OUT_OF_MEMORY } else { PANICKED })
    }));
    match restrict::limit(limits) {
        Ok(()) => engine::serve(limits),
        Err(error) => pipe::fail(&error),
    }
}

/// Restricts this process as a helper, for the rest of its life: for tests of the restriction.
///
/// It closes all descriptors but the standard streams. Then the kernel kills the process at any system call that opens,
/// connects, starts or signals anything.
#[cfg(unix)]
pub fn restrict_this_process(limits: &Limits) -> Result<(), String> {
    restrict::limit(limits).and_then(|()| restrict::filter(limits).map(drop))
}
