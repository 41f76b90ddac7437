//! The `webagents` command: arguments in, data on stdout, the rest on stderr.
//!
//! This is the only crate that prints, colours or exits (invariant I5). It holds no rule of the format: each command
//! reads its source, calls one or two crates and renders the result. Exit codes are one table, in [`exit`];
//! whatever a site wrote passes [`terminal`] before a person sees it.
//!
//! Commands and options that start a browser need the feature `browser`, which only Unix has.

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

mod adapter;
mod args;
mod commands;
#[cfg(feature = "browser")]
mod demo_site;
mod exit;
mod file;
mod help_pages;
#[cfg(feature = "browser")]
mod local_site;
mod log;
mod moved;
mod output;
#[cfg_attr(unix, path = "platform/unix.rs")]
#[cfg_attr(not(unix), path = "platform/other.rs")]
mod platform;
#[cfg(feature = "browser")]
mod programs;
#[cfg(feature = "browser")]
mod question;
mod report;
mod schemas;
#[cfg(feature = "browser")]
mod session;
#[cfg(feature = "browser")]
mod signals;
mod source;
mod terminal;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::FromArgMatches as _;
use clap::error::{ContextKind, ContextValue};
use serde_json::json;
use webagents_fetch::{redact_url, redact_urls};
use webagents_schema::near_names;

use crate::args::CommandLine;
use crate::exit::{Exit, Failure};

/// Returns whether JSON was requested, as far as invalid arguments show it.
fn wants_json() -> bool {
    std::env::args_os().take_while(|arg| arg != "--").any(|arg| arg == "--json")
}

/// Converts clap's error about the arguments: its first lines are the message, the rest is help.
fn usage(error: &clap::Error) -> Failure {
    let text = error.render().to_string();
    let (message, help) = text.split_once("\n\n").unwrap_or((&text, ""));
    let failure = Failure::usage(message.trim_start_matches("error: ").trim());
    if help.trim().is_empty() { failure } else { failure.help(help.trim()) }
}

/// Options whose values are secrets, also if they are misspelt.
const SECRET_VALUES: [&str; 4] = ["--basic", "--cookie", "--header", "--secret"];

/// Leaves a secret out of an error that quotes the value of an argument.
fn without_secrets(mut error: clap::Error) -> clap::Error {
    let option = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(option)) => option.clone(),
        _ => String::new(),
    };
    if let Some(ContextValue::String(value)) = error.get(ContextKind::InvalidValue) {
        let name = option.split_whitespace().next().unwrap_or_default();
        let shown =
            if SECRET_VALUES.contains(&name) { "***".to_owned() } else { redact_url(value).into_owned() };
        error.insert(ContextKind::InvalidValue, ContextValue::String(shown));
    }
    error
}

/// Adds the names of all commands to the error of an unknown command that resembles none of them.
///
/// The guesses of the parser of the command line go further: `serach` resembles `batch` for it.
fn with_commands(mut error: clap::Error) -> clap::Error {
    let Some(ContextValue::String(unknown)) = error.get(ContextKind::InvalidSubcommand) else { return error };
    let guesses = match error.get(ContextKind::SuggestedSubcommand) {
        Some(ContextValue::String(guess)) => std::slice::from_ref(guess),
        Some(ContextValue::Strings(guesses)) => guesses.as_slice(),
        _ => &[],
    };
    if !near_names(unknown, guesses.iter().map(String::as_str)).is_empty() {
        return error;
    }
    let mut command = args::command();
    for argument in std::env::args_os().skip(1).take_while(|argument| *argument != **unknown) {
        if let Some(inner) = command.find_subcommand(&argument) {
            command = inner.clone();
        }
    }
    let names =
        command.get_subcommands().filter(|command| !command.is_hide_set()).map(clap::Command::get_name);
    let names = format!("the commands are {}", names.collect::<Vec<_>>().join(", "));
    error.remove(ContextKind::SuggestedSubcommand);
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![names.into()]));
    error
}

/// Returns the name of the command, as far as invalid arguments show it.
fn named_command() -> Option<OsString> {
    let command = args::command();
    std::env::args_os().skip(1).find(|arg| command.find_subcommand(arg).is_some())
}

/// Reports a failure, with `--json` as the document of the command.
///
/// A failure of `exec` or `batch` is a record.
fn report(failure: &Failure, json: bool, is_exec: bool) -> Exit {
    let record = || json!({ "status": "failed", "ok": false, "error": failure.json() });
    if json && is_exec { output::report_as(failure, Some(record())) } else { output::report(failure, json) }
}

fn main() -> ExitCode {
    // Before anything else: the process may be one that runs the code of another.
    #[cfg(feature = "browser")]
    webagents_host::serve_if_helper();
    if let Some(page) = help_pages::requested(std::env::args_os()) {
        return written(output::raw(page.as_bytes())).into();
    }
    let matches = match args::command().try_get_matches() {
        Ok(matches) => matches,
        Err(error) => return explain(&with_commands(without_secrets(error))).into(),
    };
    if let Some(schema) = schemas::asked_for(&matches) {
        return written(output::value(&schema)).into();
    }
    let args = match CommandLine::from_arg_matches(&matches) {
        Ok(args) => args,
        Err(error) => return explain(&without_secrets(error.format(&mut args::command()))).into(),
    };
    let json = args::has_flag(&matches, "json") || args.command.implies_json();
    #[cfg(feature = "browser")]
    let is_exec = matches!(args.command, args::Command::Exec(_) | args::Command::Batch(_));
    #[cfg(not(feature = "browser"))]
    let is_exec = false;
    if let Err(failure) = log::start(args.log) {
        return report(&failure, json, is_exec).into();
    }
    // A command of a session sends one request and waits, and its supervisor serves one after the other: a second thread
    // would only cost them the time to start it, and to pass each message of the browser on.
    #[cfg(feature = "browser")]
    let is_one_at_a_time = match &args.command {
        args::Command::Browse(browse) => browse.in_session.session.is_some(),
        args::Command::SessionSupervisor(_) => true,
        _ => false,
    };
    #[cfg(not(feature = "browser"))]
    let is_one_at_a_time = false;
    let mut runtime = if is_one_at_a_time {
        tokio::runtime::Builder::new_current_thread()
    } else {
        if let Err(error) = try_threads() {
            let failure = Failure::new(Exit::Browser, format!("cannot start {THREADS} threads: {error}"));
            let failure = failure.help("raise the limit of processes of this user (`ulimit -u`)");
            return report(&failure, json, is_exec).into();
        }
        let mut runtime = tokio::runtime::Builder::new_multi_thread();
        runtime.worker_threads(2);
        runtime
    };
    let runtime = match runtime.enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            let failure = Failure::new(Exit::Browser, format!("cannot start: {error}"));
            return report(&failure, json, is_exec).into();
        }
    };
    match runtime.block_on(commands::run(&args.command)) {
        Ok(exit) => exit.into(),
        Err(failure) => report(&failure, json, is_exec).into(),
    }
}

/// Threads that a command needs besides its first one.
const THREADS: usize = 4;

/// Returns the system's error if it refuses the threads that a command needs.
///
/// The runtime panics in this case, and may not end then.
fn try_threads() -> std::io::Result<()> {
    let gate = std::sync::Mutex::new(());
    std::thread::scope(|scope| {
        let _closed = gate.lock();
        for _ in 0..THREADS {
            let thread = std::thread::Builder::new().stack_size(64 * 1024);
            thread.spawn_scoped(scope, || drop(gate.lock()))?;
        }
        Ok(())
    })
}

/// Prints help and version, which are data, or the error of the arguments.
fn explain(error: &clap::Error) -> Exit {
    let text = error.render();
    if !error.use_stderr() {
        let text =
            if output::colour(&std::io::stdout()) { text.ansi().to_string() } else { text.to_string() };
        return written(output::raw(text.as_bytes()));
    }
    let name = named_command();
    let runs_code = name.as_ref().is_some_and(|name| name == "exec" || name == "batch");
    let moved =
        if name.is_some_and(|name| name == "exec") { moved::to_batch(std::env::args_os()) } else { None };
    if wants_json() {
        return report(&moved.unwrap_or_else(|| usage(error)), true, runs_code);
    }
    if let Some(moved) = moved {
        return report(&moved, false, runs_code);
    }
    let text = if output::colour(&std::io::stderr()) { text.ansi().to_string() } else { text.to_string() };
    // It quotes the arguments, and one of them may be a URL with a password.
    output::drawn(redact_urls(&text).trim_end_matches('\n'));
    Exit::Usage
}

/// Returns the exit code of a command that only prints.
fn written(outcome: Result<(), Failure>) -> Exit {
    outcome.map_or_else(|failure| output::report(&failure, false), |()| Exit::Ok)
}
