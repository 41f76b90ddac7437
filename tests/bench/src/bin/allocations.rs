//! Counts the allocations of a parse, next to pulldown-cmark's, and prints them as JSON.
//!
//! A program of its own, because an allocator that counts slows down what the other program measures.

#![allow(clippy::print_stdout, reason = "its output is its result")]

use std::alloc::System;
use std::hint::black_box;

use serde_json::{Value, json};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use webagents_bench::corpus;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn main() {
    let large = corpus::manifest_of(1_000_000);
    let mut rows = Vec::new();
    for (name, text) in [("the bookstore", corpus::BOOKSTORE), ("1 MB", large.as_str())] {
        rows.push(count(&format!("webagents, {name}"), text, |text| {
            drop(black_box(webagents_manifest::parse(text)));
        }));
        rows.push(count(&format!("pulldown-cmark, {name}"), text, |text| {
            pulldown_cmark::Parser::new(text).for_each(|event| drop(black_box(event)));
        }));
    }
    println!("{}", Value::Array(rows));
}

fn count(name: &str, text: &str, work: impl Fn(&str)) -> Value {
    // Once before, so that what is allocated once and for all is not counted.
    work(text);
    let region = Region::new(ALLOCATOR);
    work(text);
    let change = region.change();
    let calls = change.allocations + change.reallocations;
    let per_kb = (calls * 10 * 1_000 / text.len().max(1)) as u64;
    json!({ "name": name, "allocations": calls, "per_kb": format!("{}.{}", per_kb / 10, per_kb % 10) })
}
