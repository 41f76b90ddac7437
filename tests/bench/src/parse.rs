//! Parsing, next to the Python package, and its cost for each byte of documents of any length.

use std::cell::RefCell;
use std::hint::black_box;

use serde_json::json;

use crate::measure::{Contender, megabytes_per_second, race, times_faster};
use crate::python::Python;
use crate::report::{Table, Target};
use crate::{Failure, corpus};

const SUBJECT: &str = "parse";

/// Runs of each contender.
const ROUNDS: usize = 11;

/// Measures all of it.
pub fn run(table: &mut Table) -> Result<(), Failure> {
    speed(table)?;
    flatness(table)
}

fn speed(table: &mut Table) -> Result<(), Failure> {
    let documents = corpus::manifests(1_000);
    let bytes: usize = documents.iter().map(String::len).sum();
    let mut python = Python::start()?;
    python.load(&documents)?;
    let python = RefCell::new(python);
    let mut contenders = [
        Contender::new("webagents", || {
            for text in &documents {
                drop(black_box(webagents_manifest::parse(text)));
            }
        }),
        Contender::timed("Python package", || Ok(python.borrow_mut().work(&json!({ "work": "parse" }))?.0)),
    ]
    .map(Contender::warmed);
    race(ROUNDS, &mut contenders)?;
    for contender in &contenders {
        let speed = megabytes_per_second(bytes, contender.best());
        table.figure(SUBJECT, format!("{}, 1,000 manifests", contender.name), format!("{speed:.1} MB/s"));
    }
    let [ours, peer] = &contenders;
    let target = Some(Target::AtLeast(5.0));
    table.ratio(SUBJECT, "webagents over the Python package", times_faster(ours, peer), target);
    Ok(())
}

/// Time for a byte must not grow with the document.
fn flatness(table: &mut Table) -> Result<(), Failure> {
    const SIZES: [(usize, &str); 5] =
        [(1_000, "1 KB"), (10_000, "10 KB"), (100_000, "100 KB"), (1_000_000, "1 MB"), (8_000_000, "8 MB")];
    let documents = SIZES.map(|(bytes, name)| (corpus::manifest_of(bytes), name));
    // About 8 MB a round, whatever the size. All sizes take turns: the machine is not as fast in the next second.
    let repeat = |text: &str| (8_000_000 / text.len()).max(1);
    let mut contenders = documents.each_ref().map(|(text, _)| {
        Contender::new("webagents", || {
            (0..repeat(text)).for_each(|_| drop(black_box(webagents_manifest::parse(text))));
        })
    });
    race(ROUNDS, &mut contenders)?;
    let mut per_byte = Vec::new();
    for ((text, name), contender) in documents.iter().zip(&contenders) {
        let cost = 1e3 / megabytes_per_second(text.len() * repeat(text), contender.median());
        per_byte.push(cost);
        table.figure(SUBJECT, format!("webagents, one document of {name}"), format!("{cost:.2} ns/byte"));
    }
    let (least, most) =
        per_byte.iter().fold((f64::MAX, 0.0_f64), |(least, most), &x| (least.min(x), most.max(x)));
    table.ratio(SUBJECT, "slowest byte over fastest, 1 KB to 8 MB", most / least, Some(Target::AtMost(2.0)));
    Ok(())
}
