//! An implementation under the conformance suite.
//!
//! `cargo xtask conformance --adapter target/debug/examples/adapter` runs the suite against it.
//!
//! The suite sends a line of JSON for each check and gets a line as the answer; an implementation in another language
//! does the same. This one answers with the parser of `webagents`.

use std::error::Error;

use webagents::manifest::{Manifest, parse_bytes, write};
use webagents_conformance::{Args, CheckAnswer, Description, Implementation, Operation, serve};

/// The parser and writer of manifests.
struct Parser;

impl Implementation for Parser {
    fn describe(&self) -> Description {
        Description::new(
            "example",
            "rust",
            env!("CARGO_PKG_VERSION"),
            [Operation::Parse, Operation::Serialize],
        )
    }

    fn answer(&mut self, operation: Operation, input: &[u8], _args: &Args) -> CheckAnswer {
        match operation {
            Operation::Parse => match serde_json::to_value(&parse_bytes(input).manifest) {
                Ok(manifest) => CheckAnswer::value(manifest),
                Err(error) => CheckAnswer::Error(error.to_string()),
            },
            Operation::Serialize => match serde_json::from_slice::<Manifest>(input) {
                Ok(manifest) => CheckAnswer::value(write(&manifest)),
                Err(_) => CheckAnswer::reject(),
            },
            _ => CheckAnswer::Skip(format!("{} is not implemented", operation.as_str())),
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    Ok(serve(std::io::stdin().lock(), std::io::stdout().lock(), &mut Parser)?)
}
