//! A runtime that reads a `webagents.md` with the parser alone.
//!
//! `cargo run --example runtime_author -- webagents.md`
//!
//! It prints the findings with their place, and the declarations for a model. Without an argument it reads a built-in
//! document, which has a mistake.
#![allow(clippy::print_stdout, reason = "it is a program")]

use std::error::Error;

use webagents::manifest::{LineIndex, parse_bytes};
use webagents::schema::{Rendering, TypeScriptOptions, check, typescript_of};

const SHOP: &[u8] = b"# Shop

## search
Finds things.

### Params
- `query` (string, required): Words to look for.
- limit: how many
";

fn main() -> Result<(), Box<dyn Error>> {
    let (name, bytes) = match std::env::args().nth(1) {
        Some(path) => (path.clone(), std::fs::read(path)?),
        None => ("webagents.md".to_owned(), SHOP.to_vec()),
    };
    // Any bytes give a manifest and findings; how strict to be is the caller's choice.
    let parsed = parse_bytes(&bytes);
    let index = LineIndex::new(&parsed.content);
    for finding in check(&parsed) {
        println!("{}\n", finding.render(&name, &index));
    }
    print!("{}", typescript_of(&parsed, &TypeScriptOptions::new(Rendering::Inline)).text);
    Ok(())
}
