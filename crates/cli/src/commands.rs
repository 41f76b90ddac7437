//! The commands: each reads its source, calls a crate or two, and renders what they gave.

mod browsers;
mod check;
mod check_code;
mod convert;
mod demo;
mod doctor;
mod documents;
mod exec;
mod files;
mod guards;
mod inspect;
mod live;
mod lock;
mod login;
mod losses;
mod many;
mod outcome;
mod read;
mod site;

use crate::args::Command;
use crate::exit::{Exit, Failure};
use crate::{adapter, output};

/// Runs one command.
pub(crate) async fn run(command: Command) -> Result<Exit, Failure> {
    match command {
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
        Command::Exec(exec) => exec::run(&exec).await,
        Command::Doctor(doctor) => doctor::run(&doctor).await,
        Command::Lock(lock) => lock::run(&lock).await,
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut crate::args::command(), "webagents", &mut script);
            output::raw(&script)?;
            Ok(Exit::Ok)
        }
        Command::Adapter => adapter::run(),
    }
}
