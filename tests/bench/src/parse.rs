//! Parsing, next to pulldown-cmark and the Python package.
//!
//! pulldown-cmark does another job (CommonMark events) over the same bytes: it is the measure of what a fast
//! Markdown parser costs, and a parser that only looks for tools should cost less. The bare line scan is the
//! floor that no parser of lines goes under.

use std::cell::RefCell;
use std::hint::black_box;
use std::path::Path;
use std::process::Command;

use serde_json::json;

use crate::measure::{Contender, megabytes_per_second, race, times_faster};
use crate::python::Python;
use crate::report::{Table, Target};
use crate::{Failure, corpus};

const SUBJECT: &str = "parse";

/// Runs of each contender: the median of fewer ratios varies by a tenth between runs of the benchmark.
const ROUNDS: usize = 101;

/// Runs over the documents of each size.
const FLATNESS_ROUNDS: usize = 31;

/// Documents of one kind, and the repetitions in a round that make its time long enough to measure.
struct Load {
    name: &'static str,
    documents: Vec<String>,
    repeat: usize,
}

/// Measures all of it.
pub fn run(table: &mut Table) -> Result<(), Failure> {
    let generated = Load { name: "1,000 manifests", documents: corpus::manifests(1_000), repeat: 1 };
    let bookstore =
        Load { name: "the bookstore", documents: vec![corpus::BOOKSTORE.to_owned()], repeat: 500 };
    let mut python = Python::start()?;
    for load in [&generated, &bookstore] {
        speed(table, load, &mut python)?;
    }
    flatness(table)?;
    allocations(table)
}

fn speed(table: &mut Table, load: &Load, python: &mut Python) -> Result<(), Failure> {
    python.load(&load.documents)?;
    let python = RefCell::new(python);
    let bytes: usize = load.documents.iter().map(String::len).sum();
    let each = |work: &dyn Fn(&str)| {
        for _ in 0..load.repeat {
            load.documents.iter().for_each(|text| work(text));
        }
    };
    let mut contenders = [
        Contender::new("webagents", || each(&|text| drop(black_box(webagents_manifest::parse(text))))),
        Contender::new("pulldown-cmark", || {
            each(&|text| pulldown_cmark::Parser::new(text).for_each(|event| drop(black_box(event))));
        }),
        Contender::new("line scan", || each(&|text| text.lines().for_each(|line| _ = black_box(line)))),
    ];
    race(ROUNDS, &mut contenders)?;
    let speeds = contenders.each_ref().map(|c| megabytes_per_second(bytes * load.repeat, c.best()));
    // The Python package is an order of magnitude slower: fewer rounds, after the others' caches are warm.
    let mut peer = [
        Contender::new("webagents", || each(&|text| drop(black_box(webagents_manifest::parse(text))))),
        Contender::timed("Python package", || Ok(python.borrow_mut().work(&json!({ "work": "parse" }))?.0)),
    ]
    .map(Contender::warmed);
    race(5, &mut peer)?;
    let slow = megabytes_per_second(bytes, peer[1].best());

    #[allow(clippy::cast_precision_loss, reason = "sizes are far below 2^53")]
    let size = bytes as f64 / 1e6;
    let what = |name: &str| format!("{name}, {} ({size:.2} MB)", load.name);
    for (contender, speed) in contenders.iter().zip(speeds) {
        table.figure(SUBJECT, what(contender.name), format!("{speed:.0} MB/s"));
    }
    table.figure(SUBJECT, what("Python package"), format!("{slow:.1} MB/s"));
    let over = |peer: &str| format!("webagents over {peer}, {}", load.name);
    let ratio = times_faster(&contenders[0], &contenders[1]);
    table.ratio(SUBJECT, over("pulldown-cmark"), ratio, Some(Target::AtLeast(1.5)));
    // It went through the documents once in a round, whatever the others did.
    #[allow(clippy::cast_precision_loss, reason = "at most some hundred")]
    let ratio = times_faster(&peer[0], &peer[1]) * load.repeat as f64;
    table.ratio(SUBJECT, over("the Python package"), ratio, None);
    Ok(())
}

/// Time for a byte must not grow with the document.
fn flatness(table: &mut Table) -> Result<(), Failure> {
    const SIZES: [(usize, &str); 5] =
        [(1_000, "1 KB"), (10_000, "10 KB"), (100_000, "100 KB"), (1_000_000, "1 MB"), (8_000_000, "8 MB")];
    let documents = SIZES.map(|(bytes, name)| (corpus::manifest_of(bytes), name));
    // About 8 MB a round, whatever the size. All sizes take turns: the machine is not as fast in the next second.
    let repeat = |text: &str| (8_000_000 / text.len()).max(1);
    let mut contenders = Vec::new();
    for (text, _) in &documents {
        contenders.push(Contender::new("webagents", || {
            (0..repeat(text)).for_each(|_| drop(black_box(webagents_manifest::parse(text))));
        }));
        // The peer shows how much of a growth is the machine's: caches end, and fresh memory costs.
        contenders.push(Contender::new("pulldown-cmark", || {
            (0..repeat(text))
                .for_each(|_| pulldown_cmark::Parser::new(text).for_each(|event| drop(black_box(event))));
        }));
    }
    race(FLATNESS_ROUNDS, &mut contenders)?;
    let mut per_byte = Vec::new();
    for ((text, name), pair) in documents.iter().zip(contenders.chunks_exact(2)) {
        let cost = |contender: &Contender<'_>| {
            1e3 / megabytes_per_second(text.len() * repeat(text), contender.median())
        };
        let (ours, peer) = (cost(&pair[0]), cost(&pair[1]));
        per_byte.push(ours);
        let figure = format!("{ours:.2} ns/byte, pulldown-cmark {peer:.2}");
        table.figure(SUBJECT, format!("webagents, one document of {name}"), figure);
    }
    let (least, most) =
        per_byte.iter().fold((f64::MAX, 0.0_f64), |(least, most), &x| (least.min(x), most.max(x)));
    table.ratio(SUBJECT, "slowest byte over fastest, 1 KB to 8 MB", most / least, Some(Target::AtMost(2.0)));
    Ok(())
}

/// Allocations are counted by a program of its own: its allocator would slow the others down.
fn allocations(table: &mut Table) -> Result<(), Failure> {
    let own = std::env::current_exe()?;
    let program = own.parent().unwrap_or(Path::new(".")).join("webagents-bench-allocations");
    let output =
        Command::new(&program).output().map_err(|cause| format!("{}: {cause}", program.display()))?;
    let counted: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    for row in counted.as_array().ok_or("the counting program printed no list")? {
        let text = |key: &str| row[key].as_str().unwrap_or_default();
        let (name, count, per_kb) = (text("name"), &row["allocations"], text("per_kb"));
        table.figure(SUBJECT, format!("allocations, {name}"), format!("{count} ({per_kb} a KB)"));
    }
    Ok(())
}
