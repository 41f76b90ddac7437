//! `fuzz-target NAME < INPUT`: runs one target on one input and ends with an abort when it panics.

use std::io::Read as _;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(target) = std::env::args().nth(1).as_deref().and_then(webagents_fuzz::find_target) else {
        return ExitCode::from(2);
    };
    let mut input = Vec::new();
    if std::io::stdin().lock().read_to_end(&mut input).is_err() {
        return ExitCode::from(2);
    }
    // Fuzzers look for a signal, not for an exit code.
    if std::panic::catch_unwind(|| target(&input)).is_err() {
        std::process::abort();
    }
    ExitCode::SUCCESS
}
