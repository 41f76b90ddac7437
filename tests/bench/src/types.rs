//! From text to TypeScript declarations, next to the Python package's parse and generate.

use std::cell::RefCell;
use std::hint::black_box;

use serde_json::json;
use webagents_schema::{Rendering, TypeScriptOptions, typescript};

use crate::measure::{Contender, megabytes_per_second, race, times_faster};
use crate::python::Python;
use crate::report::{Table, Target};
use crate::{Failure, corpus};

const SUBJECT: &str = "types";

/// Runs of each contender.
const ROUNDS: usize = 31;

/// Measures both renderings over the generated manifests.
pub fn run(table: &mut Table) -> Result<(), Failure> {
    let documents = corpus::manifests(1_000);
    let bytes: usize = documents.iter().map(String::len).sum();
    let mut python = Python::start()?;
    python.load(&documents)?;
    let python = RefCell::new(python);
    let declare = |options: &TypeScriptOptions| {
        for text in &documents {
            black_box(typescript(&webagents_manifest::parse(text).manifest, options));
        }
    };
    let [jsdoc, inline] = [Rendering::Jsdoc, Rendering::Inline].map(TypeScriptOptions::new);
    let mut contenders = [
        Contender::new("webagents, jsdoc", || declare(&jsdoc)),
        Contender::new("webagents, inline", || declare(&inline)),
        Contender::timed("Python package", || Ok(python.borrow_mut().work(&json!({ "work": "types" }))?.0)),
    ]
    .map(Contender::warmed);
    race(ROUNDS, &mut contenders)?;
    let speeds = contenders.each_ref().map(|c| megabytes_per_second(bytes, c.best()));
    for (contender, speed) in contenders.iter().zip(speeds) {
        table.figure(SUBJECT, format!("{}, 1,000 manifests", contender.name), format!("{speed:.1} MB/s"));
    }
    let [ours @ .., peer] = &contenders;
    for contender in ours {
        let what = format!("{} over the Python package", contender.name);
        table.ratio(SUBJECT, what, times_faster(contender, peer), Some(Target::AtLeast(5.0)));
    }
    Ok(())
}
