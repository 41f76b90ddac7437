//! Builds the tables of the crate from its lists of words and phrases.
//!
//! A program that judges one text would spend more time on reading the lists than on the text. So the tables are part of the
//! program: `tables.rs`, which `src/tables.rs` includes.

#![allow(clippy::print_stdout, reason = "cargo reads instructions from it")]

#[path = "../src/letters.rs"]
mod letters;
#[path = "../src/lists.rs"]
mod lists;

mod concepts;
mod literals;
mod patterns;
mod trie;

use std::error::Error;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs};

use concepts::Concepts;
use patterns::Patterns;
use trie::Trie;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=src");
    let read = |name: &str| fs::read_to_string(format!("src/{name}.txt"));
    let patterns = Patterns::read_patterns(&read("patterns")?)?;
    let concepts = Concepts::read_concepts(&read("concepts")?)?;
    let classes = Concepts::read_concepts(&read("classes")?)?;

    let mut trie = Trie::default();
    for (index, literal) in patterns.literals.iter().enumerate() {
        let (starts, ends) = (literal.starts, literal.ends);
        let meaning = format!("Meaning::Literal {{ index: {index}, starts: {starts}, ends: {ends} }}");
        trie.add_word(&literal.text, meaning);
    }
    for (first, table) in [(0, &concepts), (concepts::FIRST_CLASS, &classes)] {
        for entry in &table.entries {
            let idea = u8::try_from(first + entry.idea)?;
            let (left, right) = (entry.open_left, entry.open_right);
            trie.add_word(
                &entry.word,
                format!("Meaning::Idea(Entry {{ idea: {idea}, open_left: {left}, open_right: {right} }})"),
            );
        }
    }

    let mut out = String::new();
    patterns.write_tables(&mut out)?;
    concepts.write_tables(&mut out)?;
    writeln!(out, "pub(crate) const FIRST_CLASS: usize = {};", concepts::FIRST_CLASS)?;
    writeln!(out, "pub(crate) static CLASSES: &[&str] = &{:?};", classes.names)?;
    trie.write_tables(&mut out)?;
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("tables.rs"), out)?;
    Ok(())
}
