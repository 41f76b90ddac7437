//! `cargo xtask ci`: stages of `.ci/run`, the cheap ones first.

use serde_json::Value;

use crate::failure::{Failure, Outcome};
use crate::process::{self, timed};
use crate::{compatibility, package, tidy, workspace};

/// Run the stages of `.ci/run` before the tests: format, tidy, clippy, features, rustdoc and more
///
/// Warnings are errors here. The tests are `cargo xtask test`.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  cargo xtask ci\n  cargo xtask ci clippy")]
pub(crate) struct CiArgs {
    /// Stages to run; all by default
    #[arg(value_enum)]
    stages: Vec<Stage>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Stage {
    /// Check that the code is formatted
    Fmt,
    /// Check the rules of this project
    Tidy,
    /// Check that clippy reports nothing
    Clippy,
    /// Check each package without its default features, and with each feature alone
    Features,
    /// Check that the documentation builds without broken links
    Doc,
    /// Check that the libraries can be packaged, as for a registry
    Package,
    /// Compare the public API with the last tag
    Api,
    /// Check the workspace with the oldest Rust that it supports
    Msrv,
}

const ALL: [Stage; 8] = [
    Stage::Fmt,
    Stage::Tidy,
    Stage::Clippy,
    Stage::Features,
    Stage::Doc,
    Stage::Package,
    Stage::Api,
    Stage::Msrv,
];

pub(crate) fn run(args: &CiArgs) -> Outcome {
    let stages = if args.stages.is_empty() { &ALL[..] } else { &args.stages };
    let mut failed = Vec::new();
    for stage in stages {
        let name = format!("{stage:?}").to_lowercase();
        if let Err(failure) = timed(&name, || run_stage(*stage)) {
            eprintln!("error: {failure}");
            failed.push(name);
        }
    }
    if failed.is_empty() { Ok(()) } else { Err(Failure::Findings(format!("failed: {}", failed.join(", ")))) }
}

fn run_stage(stage: Stage) -> Outcome {
    let mut cargo = workspace::cargo();
    match stage {
        Stage::Fmt => cargo.args(["fmt", "--all", "--check"]),
        Stage::Tidy => return tidy::run(&tidy::TidyArgs::default()),
        Stage::Clippy => cargo.args([
            "clippy",
            "--workspace",
            "--keep-going",
            "--all-targets",
            // Suites that are built by name, because they run at the same time as the others.
            "--test",
            "grid",
            "--test",
            "runtime",
            "--all-features",
            "--",
            "-D",
            "warnings",
        ]),
        Stage::Features => return features(),
        Stage::Package => return package::run(),
        Stage::Api => return compatibility::check_api(),
        Stage::Msrv => return compatibility::check_msrv(),
        Stage::Doc => return document(),
    };
    process::run(&mut cargo)
}

/// Documents the packages.
///
/// The library `webagents` comes last, because its pages have the name of the command's pages.
fn document() -> Outcome {
    for target in [&["--bin", "webagents"][..], &[]] {
        let mut cargo = workspace::cargo();
        cargo.args(["doc", "--workspace", "--all-features", "--no-deps"]).args(target);
        process::run(cargo.env("RUSTDOCFLAGS", "-D warnings"))?;
    }
    Ok(())
}

/// Checks each package under `crates/` without features, and with each feature alone.
fn features() -> Outcome {
    for (package, features) in feature_sets(&workspace::metadata()?) {
        for feature in std::iter::once("").chain(features.iter().map(String::as_str)) {
            let mut cargo = workspace::cargo();
            cargo.args(["clippy", "--quiet", "--package", &package, "--no-default-features"]);
            if !feature.is_empty() {
                cargo.args(["--features", feature]);
            }
            process::run(cargo.args(["--", "-D", "warnings"]))?;
        }
    }
    Ok(())
}

/// Package whose features export crates, which have checks of their own.
const FACADE: &str = "webagents";

/// Returns the packages under `crates/` that have features, with the features that are not `default`.
fn feature_sets(metadata: &Value) -> Vec<(String, Vec<String>)> {
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let packages = packages.filter(|package| {
        package["manifest_path"].as_str().is_some_and(|path| path.replace('\\', "/").contains("/crates/"))
    });
    let mut sets = Vec::new();
    for package in packages {
        let names = package["features"].as_object().into_iter().flatten().map(|(name, _)| name);
        let names: Vec<String> = names.filter(|name| *name != "default").cloned().collect();
        if let Some(name) = package["name"].as_str().filter(|_| !names.is_empty()) {
            sets.push((name.to_owned(), if name == FACADE { Vec::new() } else { names }));
        }
    }
    sets
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn feature_sets_skip_default() {
        let metadata = json!({ "packages": [
            { "name": "a", "manifest_path": "/x/crates/a/Cargo.toml", "features": { "default": ["f"], "f": [] } },
            { "name": "b", "manifest_path": "/x/crates/b/Cargo.toml", "features": {} },
            { "name": "c", "manifest_path": "/x/tests/e2e/Cargo.toml", "features": { "f": [] } },
            { "name": FACADE, "manifest_path": "/x/crates/webagents/Cargo.toml", "features": { "f": [] } },
        ] });
        let expected = [("a".to_owned(), vec!["f".to_owned()]), (FACADE.to_owned(), Vec::new())];
        assert_eq!(feature_sets(&metadata), expected);
    }
}
