//! Tools that are programs: a table of JSON Lines, and a process for each call.
//!
//! Each line declares one tool:
//!
//! ```json
//! {"namespace": "files", "name": "read", "description": "Reads a file.", "command": ["./read.sh"], "timeout": 5,
//!  "inputSchema": {"type": "object", "properties": {"path": {"type": "string"}}}, "environment": ["EDITOR"]}
//! ```
//!
//! (on one line). `namespace`, `name` and `command` are required; `title`, `description`, `inputSchema`, `outputSchema`
//! and `annotations` have their meaning in MCP.
//!
//! - `command` is the program with its arguments. A program with a `/` is looked for in the folder of the table,
//!   another one in `PATH`. The folder is also the working directory.
//! - The arguments of a call come as JSON on stdin, and never in the command line.
//! - The result is the program's output on stdout: JSON, or else text without its last line end; no output is `null`.
//!   It has at most [`OUTPUT`] bytes.
//! - An exit code other than 0 is an error, whose message has the end of stderr.
//! - `timeout` is the time for one call in seconds; without it, the run's options have it.
//! - The environment has `PATH`, `HOME`, `LANG` and the variables that `environment` names.
//!
//! The process group of a program is killed when its call ends, for any reason. On Linux its descendants and the
//! processes that hold its output are killed as well. One that leaves its group, its parent and its output remains.

mod group;
mod process;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};
use webagents_runtime::tools::{HostTools, ToolContext};

pub use self::process::OUTPUT;
use self::process::ToolProgram;

/// Variables that each program gets.
const VARIABLES: [&str; 3] = ["PATH", "HOME", "LANG"];
/// Members of a line that a tool of MCP has as well.
const DECLARED: [&str; 6] = ["name", "title", "description", "inputSchema", "outputSchema", "annotations"];

/// Error of a table of programs, with the line that has it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
#[non_exhaustive]
pub struct ProgramTableError {
    /// Line of the table, from 1.
    pub line: usize,
    /// Text that names the expected value.
    pub message: String,
}

/// Reads the tools of a table of programs, whose relative commands are in `folder`.
///
/// The programs must exist. `variable` returns a variable of the environment, such as [`std::env::var_os`] does; it is
/// called now.
///
/// # Errors
///
/// For the first line that is not the declaration of a tool, or declares one again.
pub fn program_tools(
    table: &str,
    folder: &Path,
    mut variable: impl FnMut(&str) -> Option<OsString>,
) -> Result<HostTools, ProgramTableError> {
    let mut tools = HostTools::default();
    let mut lines: BTreeMap<String, usize> = BTreeMap::new();
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    for (at, line) in table.lines().enumerate() {
        let number = at + 1;
        let line = if at == 0 { line.strip_prefix('\u{feff}').unwrap_or(line) } else { line };
        if line.trim().is_empty() {
            continue;
        }
        let failed = |message: String| ProgramTableError { line: number, message };
        let read = TableLine::read(line, &folder, &mut variable).map_err(failed)?;
        if let Some(first) = lines.insert(read.program.name.clone(), number) {
            let message = format!("the tool {:?} is on line {first} already; rename one", read.program.name);
            return Err(failed(message));
        }
        let program = Arc::new(read.program);
        let handler = move |arguments: Value, _: ToolContext| {
            let program = Arc::clone(&program);
            async move { process::call(&program, &arguments).await }
        };
        let added = tools.with_declaration(&read.namespace, &Value::Object(read.declaration), handler);
        tools = added.map_err(|error| failed(error.to_string()))?;
        if let Some(timeout) = read.timeout {
            tools = tools.with_deadline(timeout);
        }
    }
    Ok(tools)
}

/// One line of a table.
struct TableLine {
    namespace: String,
    declaration: Map<String, Value>,
    program: ToolProgram,
    timeout: Option<Duration>,
}

impl TableLine {
    fn read(
        line: &str,
        folder: &Path,
        variable: &mut dyn FnMut(&str) -> Option<OsString>,
    ) -> Result<Self, String> {
        let value: Value = serde_json::from_str(line).map_err(|error| {
            // The error counts lines of the text that it was given.
            let message = error.to_string();
            let message = message.split(" at line ").next().unwrap_or_default().to_owned();
            format!("expected an object of JSON, found other text: {message} (column {})", error.column())
        })?;
        let Value::Object(mut members) = value else {
            return Err("expected an object of JSON".to_owned());
        };
        let text = |value: Option<Value>, name: &str| match value {
            Some(Value::String(text)) if !text.is_empty() => Ok(text),
            found => Err(expected(name, "a text", found.as_ref())),
        };
        let namespace = text(members.shift_remove("namespace"), "namespace")?;
        let name = text(members.get("name").cloned(), "name")?;
        let command = texts(members.shift_remove("command").as_ref(), "command")?;
        let environment = match members.shift_remove("environment") {
            None => Vec::new(),
            names => texts(names.as_ref(), "environment")?,
        };
        let timeout = match members.shift_remove("timeout") {
            None => None,
            Some(value) => {
                let seconds = value.as_f64().filter(|seconds| *seconds > 0.0);
                let seconds = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
                let wrong = || expected("timeout", "a number of seconds above 0", Some(&value));
                Some(seconds.ok_or_else(wrong)?)
            }
        };
        if let Some(unknown) = members.keys().find(|name| !DECLARED.contains(&name.as_str())) {
            return Err(format!(
                "the member {unknown:?} is not known; expected namespace, {}, command, timeout or environment",
                DECLARED.join(", ")
            ));
        }
        if let Some(wrong) = environment.iter().find(|name| name.is_empty() || name.contains(['=', '\0'])) {
            return Err(format!("expected the name of a variable in `environment`, found {wrong:?}"));
        }
        if let Some(wrong) = command.iter().find(|part| part.contains('\0')) {
            return Err(format!("expected `command` without NUL, found {wrong:?}"));
        }
        let Some((program, arguments)) = command.split_first().filter(|(program, _)| !program.is_empty())
        else {
            return Err("expected a program as the first text of `command`, found none".to_owned());
        };
        let program = ToolProgram {
            name: format!("{namespace}.{name}"),
            program: find(program, folder, variable("PATH"))?,
            arguments: arguments.to_vec(),
            folder: folder.to_owned(),
            environment: VARIABLES
                .into_iter()
                .chain(environment.iter().map(String::as_str))
                .filter_map(|name| Some((name.to_owned(), variable(name)?)))
                .collect(),
            gives_text: members.get("outputSchema").is_some_and(|schema| schema["type"] == "string"),
        };
        Ok(Self { namespace, declaration: members, program, timeout })
    }
}

/// Returns a list of texts, or the error of a member that is not such a list.
fn texts(value: Option<&Value>, name: &str) -> Result<Vec<String>, String> {
    let Some(Value::Array(values)) = value else {
        return Err(expected(name, "a list of texts", value));
    };
    let texts: Option<Vec<String>> = values.iter().map(|value| Some(value.as_str()?.to_owned())).collect();
    texts.ok_or_else(|| expected(name, "a list of texts", value))
}

fn expected(name: &str, what: &str, found: Option<&Value>) -> String {
    let found = match found {
        None => "no such member".to_owned(),
        Some(value) => value.to_string().chars().take(100).collect(),
    };
    format!("expected {what} as `{name}`, found {found}")
}

/// Returns the path of a program: in `folder` if its name has a `/`, else in `PATH`.
fn find(program: &str, folder: &Path, paths: Option<OsString>) -> Result<PathBuf, String> {
    if Path::new(program).components().count() > 1 || program.contains('/') {
        let path = folder.join(program);
        if path.is_file() {
            return Ok(path);
        }
        return Err(format!("expected a program at {}, found none; correct `command`", path.display()));
    }
    let paths = paths.unwrap_or_default();
    let found = std::env::split_paths(&paths)
        .map(|place| folder.join(place).join(program))
        .find(|path| path.is_file());
    found.ok_or_else(|| {
        format!(
            "expected a program {program:?} in PATH, found none; one next to the table is written ./{program}"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_lines_name_line_and_expectation() {
        let read = |table: &str| program_tools(table, Path::new("."), |name| std::env::var_os(name));
        let good = r#"{"namespace":"a","name":"b","command":["sh"]}"#;
        assert!(read(good).is_ok());
        assert!(read("\u{feff}\n  \n").is_ok_and(|tools| tools.is_empty()));
        for (line, why) in [
            ("x", "expected an object of JSON"),
            ("[]", "expected an object of JSON"),
            ("{}", "expected a text as `namespace`, found no such member"),
            (r#"{"namespace":"a"}"#, "expected a text as `name`"),
            (r#"{"namespace":"a","name":"c"}"#, "expected a list of texts as `command`"),
            (
                r#"{"namespace":"a","name":"c","command":"sh"}"#,
                "expected a list of texts as `command`, found \"sh\"",
            ),
            (r#"{"namespace":"a","name":"c","command":[]}"#, "expected a program"),
            (r#"{"namespace":"a","name":"c","command":["sh",1]}"#, "expected a list of texts"),
            (r#"{"namespace":"a","name":"c","command":["./none"]}"#, "expected a program at "),
            (r#"{"namespace":"a","name":"c","command":["no-such-program"]}"#, "in PATH"),
            (r#"{"namespace":"a","name":"c","command":["sh"],"timeout":0}"#, "seconds above 0"),
            (r#"{"namespace":"a","name":"c","command":["sh"],"timeout":"5"}"#, "seconds above 0"),
            (r#"{"namespace":"a","name":"c","command":["sh"],"timeout":1e300}"#, "seconds above 0"),
            (
                r#"{"namespace":"a","name":"c","command":["sh"],"environment":["A=B"]}"#,
                "the name of a variable",
            ),
            (r#"{"namespace":"a","name":"c","command":["sh"],"env":[]}"#, "\"env\" is not known"),
            (r#"{"namespace":"a","name":"c","command":["sh"],"inputSchema":1}"#, "inputSchema"),
            (r#"{"namespace":"a.b","name":"c","command":["sh"]}"#, "not an identifier"),
            (r#"{"namespace":"global","name":"c","command":["sh"]}"#, "tools of the site"),
            (r#"{"namespace":"a","name":"then","command":["sh"]}"#, "`then`"),
            (good, "on line 1 already"),
        ] {
            let error = read(&format!("{good}\n\n{line}\n")).expect_err(line);
            assert_eq!(error.line, 3, "{line}");
            assert!(error.to_string().contains(why), "{line}: {error}");
        }
    }
}
