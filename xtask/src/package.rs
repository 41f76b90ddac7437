//! Packages of the libraries, as a registry would take them.
//!
//! Nothing is published: `publish = false` stays in the manifests. That has one price: cargo makes the lock file of a
//! package only from packages that may be published, so the lock files are left out here. Packages are not built again
//! either, because they hold the same files as the workspace.

use serde_json::Value;

use crate::failure::{Failure, Outcome};
use crate::{process, workspace};

/// Members of a package that its users read.
const METADATA: [&str; 6] = ["description", "license", "documentation", "readme", "keywords", "categories"];

/// Member for the build of the documentation, in `metadata`.
const DOCS_RS: &str = "/metadata/docs/rs/all-features";

/// Checks the metadata of each library, and packages all of them.
pub(crate) fn run() -> Outcome {
    let metadata = workspace::metadata()?;
    let libraries = libraries(&metadata);
    let missing: Vec<String> = libraries.iter().flat_map(|package| missing(package)).collect();
    if !missing.is_empty() {
        return Err(Failure::Findings(missing.join("\n")));
    }
    let mut cargo = workspace::cargo();
    cargo.args(["package", "--quiet", "--no-verify", "--allow-dirty", "--offline", "--exclude-lockfile"]);
    for name in libraries.iter().filter_map(|package| package["name"].as_str()) {
        cargo.args(["--package", name]);
    }
    process::run(&mut cargo)
}

/// Returns the packages under `crates/` that have a library.
pub(crate) fn libraries(metadata: &Value) -> Vec<&Value> {
    let is_library = |package: &&Value| {
        let path = package["manifest_path"].as_str().unwrap_or_default().replace('\\', "/");
        let mut targets = package["targets"].as_array().into_iter().flatten();
        path.contains("/crates/") && targets.any(|target| target["kind"][0] == "lib")
    };
    metadata["packages"].as_array().into_iter().flatten().filter(is_library).collect()
}

/// Returns a message for each member of [`METADATA`] that a package lacks.
fn missing(package: &Value) -> Vec<String> {
    let is_missing = |name: &&&str| match &package[**name] {
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.is_empty(),
        _ => true,
    };
    let path = package["manifest_path"].as_str().unwrap_or_default();
    let mut names: Vec<&str> = METADATA.iter().filter(is_missing).copied().collect();
    if package.pointer(DOCS_RS).is_none() {
        names.push("package.metadata.docs.rs.all-features");
    }
    names.into_iter().map(|name| format!("{path}: expected `{name}`; add it")).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn missing_metadata_is_named() {
        let library = |path: &str| {
            json!({
                "manifest_path": path, "targets": [{ "kind": ["lib"] }], "description": "x", "license": "MIT",
                "readme": "README.md", "keywords": [], "documentation": "https://docs.rs/x", "categories": ["y"],
            })
        };
        let metadata =
            json!({ "packages": [library("/w/crates/a/Cargo.toml"), library("/w/tests/e2e/Cargo.toml")] });
        let found: Vec<String> = libraries(&metadata).into_iter().flat_map(missing).collect();
        assert_eq!(
            found,
            [
                "/w/crates/a/Cargo.toml: expected `keywords`; add it",
                "/w/crates/a/Cargo.toml: expected `package.metadata.docs.rs.all-features`; add it",
            ]
        );
    }
}
