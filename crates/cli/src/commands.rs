//! The commands: each reads its source, calls a crate or two, and renders what they gave.

#[cfg(feature = "browser")]
mod batch;
#[cfg(feature = "browser")]
mod browse;
#[cfg(feature = "browser")]
mod browsers;
mod check;
mod check_code;
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
mod read;
#[cfg(feature = "browser")]
mod runs;
#[cfg(feature = "browser")]
mod session;
#[cfg(feature = "browser")]
mod site;
#[cfg(feature = "browser")]
mod webmcp;

use crate::args::Command;
use crate::exit::{Exit, Failure};
use crate::{adapter, output};

/// Runs one command.
pub(crate) async fn run(command: Command) -> Result<Exit, Failure> {
    match command {
        #[cfg(feature = "browser")]
        Command::Demo(demo) => demo::run(&demo).await,
        Command::Check(check) => check::run(&check).await,
        Command::Fmt(fmt) => check::fmt(&fmt),
        Command::Parse(parse) => inspect::parse(&parse).await,
        Command::Types(types) => inspect::types(&types).await,
        Command::Schema(schema) => convert::schema(&schema).await,
        Command::Import(import) => convert::import(&import).await,
        Command::Context(context) => inspect::context(&context).await,
        Command::Read(read) => read::run(&read).await,
        Command::Discover(discover) => inspect::discover(&discover).await,
        Command::CheckCode(check) => check_code::run(&check).await,
        #[cfg(feature = "browser")]
        Command::Exec(exec) => exec::run(&exec).await,
        #[cfg(feature = "browser")]
        Command::Batch(batch) => batch::run(&batch).await,
        #[cfg(feature = "browser")]
        Command::Session(session) => session::run(&session.command).await,
        #[cfg(feature = "browser")]
        Command::SessionSupervisor(supervisor) => Box::pin(session::supervise(supervisor.name.clone())).await,
        #[cfg(feature = "browser")]
        Command::Browse(browse) => browse::run(&browse).await,
        #[cfg(feature = "browser")]
        Command::Doctor(doctor) => doctor::run(&doctor).await,
        Command::Lock(lock) => lock::run(&lock).await,
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut crate::args::visible(), "webagents", &mut script);
            output::raw(&script)?;
            Ok(Exit::Ok)
        }
        Command::Adapter => adapter::run(),
    }
}
