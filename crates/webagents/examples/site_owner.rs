//! A site that declares its tools from a program.
//!
//! `cargo run --example site_owner --features site > webagents.md`
//!
//! A server sends the text at `/webagents.md` and the element in its pages; the page defines the functions.
//! `webagents-site` has an example of such a server, with types from Rust structs.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it is a program")]

use std::error::Error;

use webagents::site::{ManifestBuilder, ParamBuilder, ToolBuilder, meta_tag, to_markdown, validate};

fn main() -> Result<(), Box<dyn Error>> {
    let search = ToolBuilder::new("searchProducts")?
        .with_description("Searches the catalogue.")
        .with_param(ParamBuilder::new("query")?.with_description("Words to look for."))
        .with_sample("const found = await global.searchProducts(\"red shoes\");")
        .with_read_only(true);
    let order = ToolBuilder::new("orderProduct")?
        .with_description("Orders a product.")
        .with_param(ParamBuilder::new("id")?.with_description("The product's id."))
        .with_consequential(true);
    let manifest =
        ManifestBuilder::new("Shop").with_description("Sells shoes.").with_tools([search, order]).build()?;
    for finding in validate(&manifest) {
        eprintln!("{}", finding.message);
    }
    print!("{}", to_markdown(&manifest));
    eprintln!("in the pages' head: {}", meta_tag("/webagents.md"));
    Ok(())
}
