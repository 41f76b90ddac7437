//! Checks for users of the libraries: the public API since the last tag, and the oldest Rust.
//!
//! Both need programs that not every machine has. A check that cannot be made is named as skipped, with the reason.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::failure::{Failure, Outcome};
use crate::process::{self, step};
use crate::{package, workspace};

/// Pattern of the tags of releases.
const TAGS: &str = "v[0-9]*";

/// Compares the public API of the libraries with the last tag, by cargo-semver-checks.
pub(crate) fn check_api() -> Outcome {
    let list = ["tag", "--list", TAGS, "--merged", "HEAD", "--sort=-version:refname"];
    let tags = process::capture(Command::new("git").args(list).current_dir(workspace::root()))?;
    let Some(tag) = tags.lines().next() else {
        step(format_args!("skipped: the comparison of the public API needs a tag {TAGS}"));
        return Ok(());
    };
    if !process::succeeds(workspace::cargo().args(["semver-checks", "--version"])) {
        step(format_args!(
            "skipped: the public API since {tag}; `cargo install cargo-semver-checks` allows it"
        ));
        return Ok(());
    }
    let metadata = workspace::metadata()?;
    // A library that the tag has not is new, and breaks no program.
    let is_old = |package: &&Value| {
        let folder = package["manifest_path"].as_str().and_then(|path| Path::new(path).parent()?.file_name());
        let file = format!("{tag}:crates/{}/Cargo.toml", folder.unwrap_or_default().to_string_lossy());
        process::succeeds(Command::new("git").args(["cat-file", "-e", &file]).current_dir(workspace::root()))
    };
    let libraries = package::libraries(&metadata).into_iter().filter(is_old);
    process::run(&mut semver_checks(tag, libraries.filter_map(|package| package["name"].as_str())))
}

/// Returns the command that compares packages with a tag.
///
/// Each is named, because the tool skips packages that may not be published.
fn semver_checks<'a>(tag: &str, packages: impl Iterator<Item = &'a str>) -> Command {
    let mut cargo = workspace::cargo();
    cargo.args(["semver-checks", "check-release", "--all-features", "--baseline-rev", tag]);
    for name in packages {
        cargo.args(["--package", name]);
    }
    cargo
}

/// Checks the workspace with the oldest Rust that it supports.
pub(crate) fn check_msrv() -> Outcome {
    let oldest = oldest_rust(&workspace::metadata()?)?;
    let current = process::capture(Command::new("rustc").arg("--version"))?;
    if current.split_whitespace().nth(1).is_some_and(|version| is_release_of(version, &oldest)) {
        step(format_args!("done by the other stages: this is Rust {oldest}"));
        return Ok(());
    }
    let installed = process::find(&["rustup"])
        .map(|rustup| process::capture(Command::new(rustup).args(["toolchain", "list"])));
    let installed = installed.transpose()?.unwrap_or_default();
    let Some(toolchain) = toolchain(&installed, &oldest) else {
        step(format_args!(
            "skipped: Rust {oldest} is not installed; `rustup toolchain install {oldest}` allows it"
        ));
        return Ok(());
    };
    let mut check = Command::new("rustup");
    check.current_dir(workspace::root()).args(["run", toolchain, "cargo", "check", "--quiet", "--workspace"]);
    check
        .args(["--all-features", "--all-targets", "--target-dir"])
        .arg(workspace::target_dir()?.join("msrv"));
    // Cargo names its own compiler to the programs that it runs.
    process::run(check.env_remove("RUSTC").env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO"))
}

/// Returns the `rust-version` of the workspace, which all of its packages take.
fn oldest_rust(metadata: &Value) -> Outcome<String> {
    let version = metadata["packages"][0]["rust_version"].as_str().map(str::to_owned);
    version.ok_or_else(|| Failure::Broken("expected `rust-version` in the root Cargo.toml".to_owned()))
}

/// Returns whether `version`, such as 1.95.1, is a release of `oldest`, such as 1.95.
fn is_release_of(version: &str, oldest: &str) -> bool {
    version.strip_prefix(oldest).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '-', ' ']))
}

/// Returns the first toolchain in the list of rustup that is a release of `oldest`.
fn toolchain<'a>(list: &'a str, oldest: &str) -> Option<&'a str> {
    let names = list.lines().filter_map(|line| line.split_whitespace().next());
    names.into_iter().find(|name| is_release_of(name, oldest))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn toolchains_are_found_by_version() {
        let list = "stable-x86_64-unknown-linux-gnu (active, default)\n1.9.0-x86_64\n1.95.0-x86_64-unknown-linux-gnu\n1.950.0-x86_64\n";
        assert_eq!(toolchain(list, "1.95"), Some("1.95.0-x86_64-unknown-linux-gnu"));
        assert_eq!(toolchain(list, "1.94"), None);
        assert_eq!(toolchain(list, "1.9"), Some("1.9.0-x86_64"));
        assert_eq!(toolchain("", "1.95"), None);
    }

    #[test]
    fn oldest_rust_comes_from_the_workspace() {
        let metadata = json!({ "packages": [{ "rust_version": "1.95" }] });
        assert_eq!(oldest_rust(&metadata), Ok("1.95".to_owned()));
        assert!(oldest_rust(&json!({ "packages": [{ "rust_version": null }] })).is_err());
    }

    #[test]
    fn every_library_is_compared() {
        let command = semver_checks("v1.0.0", ["a", "b"].into_iter());
        assert_eq!(
            process::shown(&command).split_once(' ').unwrap().1,
            "semver-checks check-release --all-features --baseline-rev v1.0.0 --package a --package b"
        );
    }
}
