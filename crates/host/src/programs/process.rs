//! The process of one call.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::pin::pin;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::{ChildStdin, Command};
use tokio::time::timeout;
use webagents_runtime::tools::{ToolError, ToolResult, plain_json, represent_json};

use super::group::Group;

/// Maximum bytes that a program may print as its result.
pub const OUTPUT: usize = 16 * 1024 * 1024;
/// Bytes at the end of stderr that an error quotes.
const QUOTED: usize = 2_048;
/// Bytes that are read at a time.
const CHUNK: usize = 64 * 1024;
/// Time after the end of a program in which its output ends.
const REST: Duration = Duration::from_millis(200);

/// Command of one tool.
#[derive(Debug)]
pub(super) struct ToolProgram {
    /// Name of the tool after its namespace and a dot.
    pub(super) name: String,
    pub(super) program: PathBuf,
    pub(super) arguments: Vec<String>,
    pub(super) folder: PathBuf,
    pub(super) environment: Vec<(String, OsString)>,
    /// `true` if the result is a text, whatever it looks like.
    pub(super) gives_text: bool,
}

/// Error of the exchange with a program.
enum IoFailure {
    TooLong,
    Io(io::Error),
}

/// Calls a program with arguments in the representation of values, and returns its result in it.
pub(super) async fn call(program: &ToolProgram, arguments: &Value) -> ToolResult {
    let name = &program.name;
    let Some(input) = plain_json(arguments) else {
        let message = format!(
            "{name} was not called: its arguments have values that JSON lacks, such as a Date, a Map or NaN; pass plain data"
        );
        return Err(ToolError::new(message).with_name("TypeError"));
    };
    let (status, output, errors) = exchange(program, input.to_string()).await?;
    if !status.success() {
        let how = match status.code() {
            Some(code) => format!("ended with the exit code {code}, expected 0"),
            None => format!("was ended ({status})"),
        };
        let errors = String::from_utf8_lossy(&errors);
        let errors = errors.trim();
        let quoted = if errors.is_empty() { String::new() } else { format!(": {errors}") };
        return Err(ToolError::new(format!("{name} {how}{quoted}")));
    }
    let Ok(output) = String::from_utf8(output) else {
        return Err(ToolError::new(format!(
            "{name} printed bytes that are not UTF-8, expected JSON or text"
        )));
    };
    Ok(value(&output, program.gives_text))
}

/// Returns the value of the text that a program printed.
fn value(output: &str, gives_text: bool) -> Value {
    match serde_json::from_str::<Value>(output) {
        Ok(value) if !gives_text || value.is_string() => return represent_json(value),
        _ => {}
    }
    if output.trim().is_empty() && !gives_text {
        return Value::Null;
    }
    let text = output.strip_suffix('\n').map_or(output, |text| text.strip_suffix('\r').unwrap_or(text));
    Value::from(text)
}

/// Runs the program; returns its exit code, its output, and the end of its error output.
async fn exchange(program: &ToolProgram, input: String) -> Result<(ExitStatus, Vec<u8>, Vec<u8>), ToolError> {
    let name = &program.name;
    let path = program.program.display();
    let failed = |what: &str, error: &io::Error| ToolError::new(format!("{name}: {what} {path}: {error}"));
    let mut command = Command::new(&program.program);
    command.args(&program.arguments).current_dir(&program.folder);
    command.env_clear().envs(program.environment.iter().map(|(name, value)| (name, value)));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.kill_on_drop(true);
    #[cfg(unix)]
    command.process_group(0);
    let mut child = command.spawn().map_err(|error| failed("could not start the program", &error))?;
    let (Some(stdin), Some(stdout), Some(stderr)) =
        (child.stdin.take(), child.stdout.take(), child.stderr.take())
    else {
        return Err(ToolError::new(format!("{name}: the program {path} has no pipes")));
    };
    // It is dropped before the child, so that the group still has its number.
    let group = Group::new(child.id(), &[&stdout, &stderr]);
    let mut exchanged = pin!(async {
        let both = tokio::try_join!(feed(stdin, input), head(stdout), tail(stderr));
        both.map(|((), output, errors)| (output, errors))
    });
    let mut done = None;
    let status = loop {
        tokio::select! {
            status = child.wait() => break status.map_err(|error| failed("could not wait for", &error))?,
            ended = &mut exchanged, if done.is_none() => done = Some(taken(name, ended)?),
        }
    };
    // The rest of its group, which may hold its output.
    group.leader_ended();
    let (output, errors) = match done {
        Some(done) => done,
        None => match timeout(REST, &mut exchanged).await {
            Ok(ended) => taken(name, ended)?,
            Err(_) => {
                group.kill();
                match timeout(REST, &mut exchanged).await {
                    Ok(ended) => taken(name, ended)?,
                    Err(_) => {
                        let message = format!("{name} ended, but another process holds its output open");
                        return Err(ToolError::new(message));
                    }
                }
            }
        },
    };
    group.forget();
    Ok((status, output, errors))
}

/// Returns a program's output, or the error of a call whose program printed too much.
fn taken(name: &str, ended: Result<(Vec<u8>, Vec<u8>), IoFailure>) -> Result<(Vec<u8>, Vec<u8>), ToolError> {
    ended.map_err(|failure| match failure {
        IoFailure::TooLong => {
            let message = format!("{name} printed more than {OUTPUT} bytes, which is the limit; print less");
            ToolError::new(message).with_name("RangeError")
        }
        IoFailure::Io(error) => ToolError::new(format!("{name}: the output cannot be read: {error}")),
    })
}

/// Writes the arguments to the program, which need not read them.
async fn feed(mut stdin: ChildStdin, input: String) -> Result<(), IoFailure> {
    let _ = stdin.write_all(input.as_bytes()).await;
    let _ = stdin.shutdown().await;
    Ok(())
}

/// Reads a program's output, up to its limit.
async fn head(pipe: impl AsyncRead + Unpin) -> Result<Vec<u8>, IoFailure> {
    let keep = |bytes: &mut Vec<u8>| if bytes.len() > OUTPUT { Err(IoFailure::TooLong) } else { Ok(()) };
    read(pipe, keep).await
}

/// Reads a program's output, and returns its end.
async fn tail(pipe: impl AsyncRead + Unpin) -> Result<Vec<u8>, IoFailure> {
    let keep = |bytes: &mut Vec<u8>| {
        bytes.drain(..bytes.len().saturating_sub(QUOTED));
        Ok(())
    };
    read(pipe, keep).await
}

/// Reads a pipe to its end; `keep` bounds the bytes after each part.
async fn read(
    mut pipe: impl AsyncRead + Unpin,
    keep: impl Fn(&mut Vec<u8>) -> Result<(), IoFailure>,
) -> Result<Vec<u8>, IoFailure> {
    let (mut bytes, mut chunk) = (Vec::new(), vec![0; CHUNK]);
    loop {
        let count = pipe.read(&mut chunk).await.map_err(IoFailure::Io)?;
        if count == 0 {
            return Ok(bytes);
        }
        bytes.extend_from_slice(chunk.get(..count).unwrap_or_default());
        keep(&mut bytes)?;
    }
}
