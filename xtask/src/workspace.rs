//! Root of the checkout, and the files of the project.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::failure::{Failure, Outcome};
use crate::process;

/// The root of the checkout.
pub(crate) fn root() -> &'static Path {
    static ROOT: OnceLock<PathBuf> = OnceLock::new();
    ROOT.get_or_init(|| {
        // `cargo run` sets the folder of this crate. Two checkouts may share a target directory, and then the path at
        // compile time may be the other's.
        let own =
            std::env::var_os("CARGO_MANIFEST_DIR").map_or(env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
        own.parent().map(Path::to_owned).unwrap_or_default()
    })
}

/// Cargo as it was called: `cargo +1.95 xtask` stays with 1.95.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// Returns cargo's target directory; `CARGO_TARGET_DIR` and cargo's configuration count.
pub(crate) fn target_dir() -> Outcome<PathBuf> {
    let metadata = metadata()?;
    let path = metadata["target_directory"].as_str();
    path.map(PathBuf::from).ok_or_else(|| Failure::Broken("cargo metadata names no target directory".into()))
}

/// Returns the path of the program `name` in cargo's target directory, of a build without optimization.
pub(crate) fn program(name: &str) -> Outcome<PathBuf> {
    Ok(target_dir()?.join("debug").join(name))
}

/// Returns `cargo metadata` of the workspace's own packages.
pub(crate) fn metadata() -> Outcome<serde_json::Value> {
    let text = process::capture(cargo().args(["metadata", "--format-version=1", "--no-deps"]))?;
    serde_json::from_str(&text)
        .map_err(|cause| Failure::Broken(format!("cargo metadata is not JSON: {cause}")))
}

/// Returns the answer of `cargo metadata` with all dependencies on Linux.
pub(crate) fn dependencies() -> Outcome<serde_json::Value> {
    let text = process::capture(cargo().args([
        "metadata",
        "--format-version=1",
        "--locked",
        "--filter-platform=x86_64-unknown-linux-gnu",
    ]))?;
    serde_json::from_str(&text)
        .map_err(|cause| Failure::Broken(format!("cargo metadata is not JSON: {cause}")))
}

/// A text file of the project.
#[derive(Debug, Clone)]
pub(crate) struct SourceFile {
    /// Path from the root, with `/`.
    pub(crate) path: String,
    /// Contents.
    pub(crate) text: String,
}

impl SourceFile {
    /// Returns the text after the last dot of its name.
    pub(crate) fn extension(&self) -> Option<&str> {
        Path::new(&self.path).extension()?.to_str()
    }

    /// Returns whether it is Rust source.
    pub(crate) fn is_rust(&self) -> bool {
        self.extension() == Some("rs")
    }

    /// The lines with their numbers, from 1.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(at, line)| (at + 1, line))
    }
}

/// Returns the files that git tracks or would track.
///
/// Files that are not UTF-8 are left out; only conformance cases may be such.
pub(crate) fn files() -> Outcome<Vec<SourceFile>> {
    let listing = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
    let text = process::capture(Command::new("git").args(listing).current_dir(root()))?;
    let mut paths: Vec<&str> = text.split('\0').filter(|path| !path.is_empty()).collect();
    paths.sort_unstable();
    paths.dedup();
    let mut files = Vec::with_capacity(paths.len());
    for path in paths {
        // A file that was deleted but not yet committed is still listed.
        let Ok(bytes) = fs::read(root().join(path)) else { continue };
        if let Ok(text) = String::from_utf8(bytes) {
            files.push(SourceFile { path: path.to_owned(), text });
        }
    }
    Ok(files)
}
