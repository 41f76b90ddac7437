//! `cargo xtask soundness`: runs the oracles, and prints their answers.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "its output is its result")]

use std::io::Read as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use serde_json::{Value, json};
use webagents_soundness::converter::Converter;
use webagents_soundness::corpus::Of;
use webagents_soundness::ours::{self, Format};
use webagents_soundness::providers::{self, Variant};
use webagents_soundness::round::{self, Route};
use webagents_soundness::soundness::{Score, measure_converters};
use webagents_soundness::{Failure, corpus, forms, report};

/// Run the oracles, and print their answers
#[derive(Parser)]
struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Declarations, judged by tsc on values of two corpora
    Declarations(Declarations),
    /// Every real schema through TypeScript and back
    RoundTrips,
    /// Compare our schemas for vendors with their own clients
    Providers {
        /// Exit with 1 when a bar is missed
        #[arg(long)]
        check: bool,
    },
    /// Compare TypeScript to JSON Schema with ts-json-schema-generator
    Types {
        /// Run the generator again, and write its answers into the project
        #[arg(long)]
        regenerate: bool,
    },
    /// One of our own converters, as a command that reads and writes JSON Lines
    Convert {
        /// Which
        #[arg(value_enum)]
        converter: Own,
    },
}

#[derive(clap::Args)]
struct Declarations {
    /// Only the cases whose id holds this text
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// A further converter: a command that reads and writes JSON Lines
    #[arg(long, value_name = "NAME=COMMAND")]
    converter: Vec<String>,
    /// Leave out the packages from npm
    #[arg(long)]
    alone: bool,
    /// Another folder of the test suite
    #[arg(long, value_name = "FOLDER")]
    suite: Option<PathBuf>,
    /// Print what these converters got wrong
    #[arg(long, value_name = "NAME")]
    misses: Vec<String>,
    /// One JSON object instead of tables
    #[arg(long)]
    json: bool,
    /// Exit with 1 when ours misses a bar
    #[arg(long)]
    check: bool,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Own {
    /// Ours
    Webagents,
    /// The floor: `unknown` for everything
    Unknown,
}

/// `true` if all bars were cleared.
type Verdict = Result<bool, Failure>;

fn judge_declarations(args: &Declarations) -> Verdict {
    let mut corpora = vec![corpus::read_suite(args.suite.as_deref())?, corpus::tools_corpus()?];
    if let Some(text) = &args.filter {
        for corpus in &mut corpora {
            corpus.cases.retain(|case| case.id.contains(text.as_str()));
        }
        corpora.retain(|corpus| !corpus.cases.is_empty());
        if corpora.is_empty() {
            return Err(format!("no case's id holds {text:?}").into());
        }
    }
    let mut converters = vec![
        Converter::own_converter("unknown", "unknown")?,
        Converter::own_converter(report::OURS, "webagents")?,
    ];
    if !args.alone {
        converters
            .extend(["json-schema-to-typescript", "@cloudflare/codemode"].map(Converter::peer_converter));
    }
    for text in &args.converter {
        converters.push(Converter::parse(text)?);
    }
    let mut tables: Vec<Vec<(String, Score)>> = corpora.iter().map(|_| Vec::new()).collect();
    for converter in &converters {
        eprintln!("==> {}", converter.name);
        for (table, score) in tables.iter_mut().zip(measure_converters(converter, &corpora)?) {
            table.push((converter.name.clone(), score));
        }
    }
    if args.json {
        let values = corpora.iter().zip(&tables).map(|(corpus, scores)| report::to_json(corpus, scores));
        println!("{}", json!({ "corpora": values.collect::<Vec<Value>>() }));
    } else {
        for (corpus, scores) in corpora.iter().zip(&tables) {
            println!("{}", report::write_table(corpus, scores));
        }
    }
    let mut well = true;
    for (corpus, scores) in corpora.iter().zip(&tables) {
        for (name, score) in scores {
            if args.misses.contains(name) {
                for miss in &score.misses {
                    println!("{name}: {}: {}: {}", miss.case, miss.what, miss.detail);
                }
            }
            if name == report::OURS && args.filter.is_none() {
                for sentence in report::missed_bars(corpus.of, score) {
                    eprintln!("missed: {}: {sentence}", corpus.name);
                    well = false;
                }
            }
        }
    }
    Ok(well || !args.check)
}

fn round_trips() -> Verdict {
    let tools = corpus::all_tools()?;
    let mut well = true;
    for route in Route::ALL {
        let trips = round::send_tools(route, &tools);
        println!("{trips}");
        well &= trips.silent().next().is_none();
    }
    Ok(well)
}

fn judge_providers(check: bool) -> Verdict {
    let tools = corpus::all_tools()?;
    let mut well = true;
    println!("| provider | convertible | left as it is by the vendor's client |\n|---|---:|---:|");
    let mut notes = Vec::new();
    // A chat format has the dialect of the format before it.
    for provider in Format::ALL.into_iter().filter(|format| format.has_own_dialect()) {
        let (mut variants, mut total) = (Vec::new(), 0);
        for tool in tools.iter().filter(|tool| tool.has_input()) {
            total += 1;
            match ours::for_provider(tool, provider) {
                Ok(made) => variants.push(Variant::new(tool, provider, made.value)),
                Err(reason) => {
                    notes.push(format!("{}: {}: not convertible: {reason}", provider.as_str(), tool.id));
                }
            }
        }
        let verdicts = providers::run_transformers(&variants)?;
        let unchanged = verdicts.iter().filter(|verdict| verdict.is_ok()).count();
        let figure = match ours::oracle_of(provider) {
            Some(_) => format!("{unchanged}/{}", variants.len()),
            None => "no such client".to_owned(),
        };
        println!("| {} | {}/{total} | {figure} |", provider.as_str(), variants.len());
        for (variant, verdict) in variants.iter().zip(&verdicts) {
            if let Err(problem) = verdict {
                notes.push(format!("{}: {}: {problem}", provider.as_str(), variant.id));
            }
        }
        well &= unchanged == variants.len() && providers::are_enough(provider, variants.len(), total);
    }
    println!();
    for note in notes {
        println!("{note:.300}");
    }
    Ok(well || !check)
}

fn judge_types(regenerate: bool) -> Verdict {
    if regenerate {
        forms::regenerate_expected()?;
    }
    let report = forms::write_report()?;
    print!("{report}");
    Ok(report.is_well())
}

fn run_converter(converter: Own) -> Verdict {
    let mut input = String::new();
    std::io::stdin().lock().read_to_string(&mut input)?;
    for line in input.lines() {
        let case: Value = serde_json::from_str(line)?;
        let of = if case["tool"] == true { Of::Tools } else { Of::Values };
        let result: Result<String, String> = match converter {
            Own::Webagents => ours::write_declaration(&case["schema"], of).map(|text| text.value),
            Own::Unknown => Ok("type Root = unknown;".to_owned()),
        };
        let id = &case["id"];
        match result {
            Ok(text) => println!("{}", json!({ "id": id, "ts": text })),
            Err(error) => println!("{}", json!({ "id": id, "error": error })),
        }
    }
    Ok(true)
}

fn main() -> ExitCode {
    let verdict = match Args::parse().what {
        What::Declarations(args) => judge_declarations(&args),
        What::RoundTrips => round_trips(),
        What::Providers { check } => judge_providers(check),
        What::Types { regenerate } => judge_types(regenerate),
        What::Convert { converter } => run_converter(converter),
    };
    match verdict {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::from(2)
        }
    }
}
