//! Reads one page, hostile or large, and prints what that cost as JSON.
//!
//! A program of its own, so that its peak of memory belongs to one page, and its end affects no other.

#![allow(clippy::print_stdout, reason = "its output is its result")]

use webagents_bench::{Failure, read::hostile};

fn main() -> Result<(), Failure> {
    let argument = std::env::args().nth(1).ok_or("which page? the place of a kind, or a file")?;
    println!("{}", hostile::of(&argument)?);
    Ok(())
}
