//! Each construct of JSON Schema once, as every generator writes it.
//!
//! A change of one of them shows in the snapshots.

use serde_json::Value;
use webagents_schema::declarations;
use webagents_schema::json_schema::{self, SchemaReadOptions, SchemaWriteOptions};
use webagents_schema::{Loss, Shape};

/// Appends `text` for each construct under its name.
#[track_caller]
fn of_each(write: impl Fn(&Shape) -> (String, Vec<Loss>)) -> String {
    let constructs: Value = serde_json::from_str(include_str!("data/constructs.json")).expect("JSON");
    let mut out = String::new();
    for (name, schema) in constructs.as_object().expect("an object") {
        let read = json_schema::read(schema, &SchemaReadOptions::default());
        let read = read.unwrap_or_else(|error| panic!("{name}: {error}"));
        let (text, losses) = write(&read.value);
        out.extend(["# ", name.as_str(), "\n", text.trim_end(), "\n"]);
        for loss in read.losses.iter().chain(&losses) {
            out.extend(["lost: ", &loss.to_string(), "\n"]);
        }
        out.push('\n');
    }
    out
}

#[test]
fn constructs_as_typescript() {
    insta::assert_snapshot!(of_each(|shape| {
        let written = declarations::write(shape.clone(), "Root");
        (written.value, written.losses)
    }));
}

#[test]
fn constructs_as_json_schema() {
    insta::assert_snapshot!(of_each(|shape| {
        let written = json_schema::write(shape, &SchemaWriteOptions::default());
        (written.value.to_string(), written.losses)
    }));
}
