//! Small suite in a temporary folder, for tests that need one with known faults.

#![allow(dead_code, reason = "each test binary uses its own part of the helpers")]

use std::fs;
use std::path::Path;

use tempfile::TempDir;

/// Writes a suite with the given files and a `suite.json`.
pub(crate) fn suite(files: &[(&str, &str)]) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    let suite = r#"{"version":"1.0.0","spec_versions":["0.1","0.2"],"operations":["parse","discover"]}"#;
    write(dir.path(), "suite.json", suite);
    for (path, text) in files {
        write(dir.path(), path, text);
    }
    dir
}

pub(crate) fn write(dir: &Path, path: &str, text: &str) {
    let path = dir.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// Text of the `case.json` of a page without manifest.
pub(crate) const DISCOVER: &str = r#"{"description":"d","spec":["discovery.meta"],"since":"0.1","ops":{"discover":
    {"input":"page.html","expect":"url.json","args":{"base_url":"http://a.example/"},"diagnostics":[]}}}"#;
