//! `cargo xtask bench`: measures, and prints one Markdown table.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "its output is its result")]

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use webagents_bench::report::Table;
use webagents_bench::{
    Failure, browse, check, discover, execute, isolate, miniwob, parse, read, runtime, schema, types, widgets,
};

/// Measure, and print one Markdown table
#[derive(Parser)]
struct Args {
    /// Subjects to measure
    #[arg(value_enum, required = true)]
    subjects: Vec<Subject>,
    /// The folder with the corpora that `read` is measured on
    #[arg(long, value_name = "FOLDER")]
    corpora: Option<PathBuf>,
    /// Exit with 1 when a target is missed
    #[arg(long)]
    check: bool,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Subject {
    Parse,
    Check,
    Types,
    Schema,
    Execute,
    Isolate,
    Runtime,
    Browse,
    Miniwob,
    Discover,
    Read,
    Widgets,
}

fn run(args: &Args) -> Result<Table, Failure> {
    let mut table = Table::default();
    for subject in &args.subjects {
        eprintln!("==> measuring {subject:?}");
        match subject {
            Subject::Parse => parse::run(&mut table)?,
            Subject::Check => check::run(&mut table)?,
            Subject::Types => types::run(&mut table)?,
            Subject::Schema => schema::run(&mut table)?,
            Subject::Execute => execute::run(&mut table)?,
            Subject::Isolate => isolate::run(&mut table)?,
            Subject::Runtime => runtime::run(&mut table)?,
            Subject::Browse => browse::run(&mut table)?,
            Subject::Miniwob => miniwob::run(&mut table)?,
            Subject::Discover => discover::run(&mut table)?,
            Subject::Widgets => widgets::run(&mut table)?,
            Subject::Read => {
                let corpora = args.corpora.as_deref();
                read::run(&mut table, corpora.ok_or("read needs the option --corpora FOLDER")?)?;
            }
        }
    }
    Ok(table)
}

fn main() -> ExitCode {
    webagents_host::serve_if_helper();
    let args = Args::parse();
    match run(&args) {
        Ok(table) => {
            print!("{table}");
            let missed = table.missed();
            eprintln!("{missed} targets missed");
            if args.check && missed > 0 { ExitCode::from(1) } else { ExitCode::SUCCESS }
        }
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::from(2)
        }
    }
}
