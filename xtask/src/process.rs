//! Other programs: announcements go to stderr, the output of each program to its own stream.

use std::ffi::OsStr;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::failure::{Failure, Outcome};

/// Announces the next step on stderr.
pub(crate) fn step(message: impl std::fmt::Display) {
    eprintln!("==> {message}");
}

/// Runs `command` with our own standard streams; a status other than 0 is a failure.
pub(crate) fn run(command: &mut Command) -> Outcome {
    let status = command.status().map_err(|cause| not_started(command, &cause))?;
    if status.success() { Ok(()) } else { Err(failed(command, status)) }
}

/// Runs `command` and returns its stdout.
pub(crate) fn capture(command: &mut Command) -> Outcome<String> {
    let output = command.stderr(Stdio::inherit()).output().map_err(|cause| not_started(command, &cause))?;
    if !output.status.success() {
        return Err(failed(command, output.status));
    }
    String::from_utf8(output.stdout).map_err(|_| {
        Failure::Broken(format!("expected UTF-8 in the output of {}, found other bytes", shown(command)))
    })
}

/// Runs `command`, prints its stdout as it arrives and passes each line to `see`.
///
/// Returns whether it succeeded.
pub(crate) fn watch(command: &mut Command, mut see: impl FnMut(&str)) -> Outcome<bool> {
    let mut out = std::io::stdout();
    each_line(command, |line| {
        // A closed stdout must not end the command.
        let _ = out.write_all(line).and_then(|()| out.flush());
        see(String::from_utf8_lossy(line).trim_end());
    })
}

/// Runs `command` and returns whether it succeeded, and the lines of its stdout.
pub(crate) fn collect(command: &mut Command) -> Outcome<(bool, Vec<String>)> {
    let mut lines = Vec::new();
    let succeeded =
        each_line(command, |line| lines.push(String::from_utf8_lossy(line).trim_end().to_owned()))?;
    Ok((succeeded, lines))
}

/// Runs `command` and passes each line of its stdout to `see` with its end.
///
/// Returns whether it succeeded.
fn each_line(command: &mut Command, mut see: impl FnMut(&[u8])) -> Outcome<bool> {
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(|cause| not_started(command, &cause))?;
    if let Some(stdout) = child.stdout.take() {
        let mut lines = BufReader::new(stdout);
        let mut line = Vec::new();
        while lines.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
            see(&line);
            line.clear();
        }
    }
    let status = child.wait().map_err(|cause| not_started(command, &cause))?;
    Ok(status.success())
}

/// Returns whether `command` starts and succeeds; its output is discarded.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// Runs `work` between two lines on stderr, the second with the duration.
pub(crate) fn timed<T>(name: &str, work: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
    step(name);
    let start = Instant::now();
    let result = work();
    let verdict = if result.is_ok() { "done" } else { "failed" };
    eprintln!("==> {name}: {verdict} in {:.1} s", start.elapsed().as_secs_f64());
    result
}

/// Returns the first of `names` that is a file on `PATH`.
pub(crate) fn find(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    names
        .iter()
        .flat_map(|name| std::env::split_paths(&path).map(move |folder| folder.join(name)))
        .find(|candidate| candidate.is_file())
}

/// Returns the command as a person would type it.
pub(crate) fn shown(command: &Command) -> String {
    // The folder of a program differs between machines.
    let program = Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    let words = std::iter::once(program).chain(command.get_args());
    words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}

fn not_started(command: &Command, cause: &std::io::Error) -> Failure {
    Failure::Broken(format!("`{}` could not be run: {cause}", shown(command)))
}

fn failed(command: &Command, status: std::process::ExitStatus) -> Failure {
    Failure::Findings(format!("`{}` ended with {status}", shown(command)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sh(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn failed_and_missing_programs_differ() {
        assert_eq!(run(&mut sh("exit 7")).unwrap_err().exit_code(), 1);
        assert_eq!(run(&mut Command::new("no-such-program-here")).unwrap_err().exit_code(), 2);
        assert_eq!(run(&mut sh("exit 0")), Ok(()));
    }

    #[test]
    fn commands_are_shown_as_typed() {
        assert_eq!(shown(Command::new("/usr/bin/cargo").args(["test", "-q"])), "cargo test -q");
    }

    #[test]
    fn watch_sees_lines_and_status() {
        let mut seen = Vec::new();
        let ok = watch(&mut sh("printf 'a\\nb'; exit 3"), |line| seen.push(line.to_owned()));
        assert_eq!((ok, seen), (Ok(false), vec!["a".to_owned(), "b".to_owned()]));
    }

    #[test]
    fn collect_returns_lines_and_status() {
        assert_eq!(collect(&mut sh("printf 'a\\nb'")), Ok((true, vec!["a".to_owned(), "b".to_owned()])));
    }

    #[test]
    fn find_returns_first_existing_name() {
        assert!(find(&["no-such-program-here", "sh"]).is_some_and(|path| path.ends_with("sh")));
        assert_eq!(find(&["no-such-program-here"]), None);
    }
}
