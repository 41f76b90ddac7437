//! The `webagents` command: arguments in, data on stdout, the rest on stderr.
//!
//! This is the only room that prints, colours or exits (invariant I5). It holds no rule of the format: each
//! command reads its source, calls one or two rooms and renders what they gave. Exit codes are one table, in
//! [`exit`]; whatever a site wrote passes [`terminal`] before a person sees it.

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

mod adapter;
mod args;
mod commands;
mod demo_site;
mod exit;
mod file;
mod output;
mod report;
mod signals;
mod source;
mod terminal;
mod words;

use std::process::ExitCode;

use clap::Parser as _;

use crate::args::Args;
use crate::exit::{Exit, Failure};

/// Whether JSON was asked for, as far as that shows where the arguments make no sense.
fn wants_json() -> bool {
    std::env::args_os().take_while(|arg| arg != "--").any(|arg| arg == "--json")
}

/// What clap has to say of the arguments: its first lines are the message, the rest is help.
fn usage(error: &clap::Error) -> Failure {
    let text = error.render().to_string();
    let (message, help) = text.split_once("\n\n").unwrap_or((&text, ""));
    let failure = Failure::usage(message.trim_start_matches("error: ").trim());
    if help.trim().is_empty() { failure } else { failure.help(help.trim()) }
}

fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => {
            if error.use_stderr() && wants_json() {
                return usage(&error).report(true).into();
            }
            // Help and version are data; a usage error goes to stderr. Neither can be told anywhere else.
            let _ = error.print();
            return if error.use_stderr() { Exit::Usage } else { Exit::Ok }.into();
        }
    };
    let runtime = match tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            output::complain(&format!("cannot start: {error}"));
            return Exit::Browser.into();
        }
    };
    let json = args.command.wants_json();
    match runtime.block_on(commands::run(args.command)) {
        Ok(exit) => exit.into(),
        Err(failure) => failure.report(json).into(),
    }
}
