//! Runs the pages of `tests/fixtures`.
//!
//! Each folder has the format of a case of the conformance suite (`spec/conformance`), so that it can be moved there.

use std::fs;
use std::path::Path;

use serde_json::Value;
use url::Url;

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn json(path: &Path) -> Value {
    serde_json::from_str(&read(path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn fixtures() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let mut folders: Vec<_> = fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    let mut failures = Vec::new();
    for folder in &folders {
        let case = json(&folder.join("case.json"));
        let discover = &case["ops"]["discover"];
        let file = |key: &str| folder.join(discover[key].as_str().unwrap());
        let base = Url::parse(discover["args"]["base_url"].as_str().unwrap()).unwrap();
        let scan = webagents_discover::find_in_html(&read(&file("input")), &base);
        let found = scan.first().map_or(Value::Null, |signal| signal.url.as_str().into());
        let expected = json(&file("expect"));
        if found != expected {
            let name = folder.file_name().unwrap().display();
            failures
                .push(format!("{name}: {}\n  expected {expected}\n  found    {found}", case["description"]));
        }
    }
    assert!(folders.len() >= 50, "only {} fixtures were found", folders.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
