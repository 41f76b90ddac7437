//! The commands: each reads its source, calls a crate or two, and renders the result.

#[cfg(feature = "browser")]
mod batch;
#[cfg(feature = "browser")]
mod browse;
#[cfg(feature = "browser")]
mod browsers;
mod check;
mod check_code;
mod code_tools;
mod convert;
#[cfg(feature = "browser")]
mod demo;
#[cfg(feature = "browser")]
mod doctor;
mod documents;
#[cfg(feature = "browser")]
mod exec;
mod files;
#[cfg(feature = "browser")]
mod guards;
#[cfg(feature = "browser")]
mod host_failure;
mod inspect;
mod lock;
#[cfg(feature = "browser")]
mod login;
mod losses;
#[cfg(feature = "browser")]
mod outcome;
#[cfg(feature = "browser")]
mod programs;
mod read;
#[cfg(feature = "browser")]
mod runs;
#[cfg(feature = "browser")]
mod session;
#[cfg(feature = "browser")]
mod site;
#[cfg(feature = "browser")]
mod webmcp;

use std::future::{Future, ready};
use std::path::Path;
use std::pin::Pin;

use crate::args::Command;
use crate::exit::{Exit, Failure};
use crate::{adapter, output};

/// A command that runs.
type Running<'c> = Pin<Box<dyn Future<Output = Result<Exit, Failure>> + 'c>>;

/// Starts one command.
///
/// The future of each command is a type of its own in a box: the compiler would build one future of all commands anew for each
/// kind of tokio's runtime.
pub(crate) fn run(command: &Command) -> Running<'_> {
    match command {
        #[cfg(feature = "browser")]
        Command::Demo(demo) => Box::pin(demo::run(demo)),
        Command::Check(check) => Box::pin(check::run(check)),
        Command::Fmt(fmt) => Box::pin(ready(check::fmt(fmt))),
        Command::Parse(parse) => Box::pin(inspect::parse(parse)),
        Command::Types(types) => Box::pin(inspect::types(types)),
        Command::Schema(schema) => Box::pin(convert::schema(schema)),
        Command::Import(import) => Box::pin(convert::import(import)),
        Command::Context(context) => Box::pin(inspect::context(context)),
        Command::Read(read) => Box::pin(read::run(read)),
        Command::Discover(discover) => Box::pin(inspect::discover(discover)),
        Command::CheckCode(check) => Box::pin(check_code::run(check)),
        #[cfg(feature = "browser")]
        Command::Exec(exec) => Box::pin(exec::run(exec)),
        #[cfg(feature = "browser")]
        Command::Batch(batch) => Box::pin(batch::run(batch)),
        #[cfg(feature = "browser")]
        Command::Session(session) => Box::pin(session::run(&session.command)),
        #[cfg(feature = "browser")]
        Command::SessionSupervisor(supervisor) => Box::pin(session::supervise(supervisor.name.clone())),
        #[cfg(feature = "browser")]
        Command::Browse(browse) => Box::pin(browse::run(browse)),
        #[cfg(feature = "browser")]
        Command::Doctor(doctor) => Box::pin(doctor::run(doctor)),
        Command::Lock(lock) => Box::pin(lock::run(lock)),
        Command::Completions { shell } => Box::pin(ready(completions(*shell))),
        Command::ManPages { folder } => Box::pin(ready(man_pages(folder))),
        Command::Adapter => Box::pin(ready(adapter::run())),
    }
}

/// Writes the man pages of the commands that are for people.
fn man_pages(folder: &Path) -> Result<Exit, Failure> {
    let written = clap_mangen::generate_to(crate::args::command(), folder);
    written.map(|()| Exit::Ok).map_err(|cause| {
        Failure::usage(format!("expected a folder to write to, found {}: {cause}", folder.display()))
    })
}

/// Prints the completions of a shell.
fn completions(shell: clap_complete::Shell) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut crate::args::visible(), "webagents", &mut script);
    output::raw(&script)?;
    Ok(Exit::Ok)
}
