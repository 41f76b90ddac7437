//! Allowed dependencies: invariants I8 and I10.
//!
//! The edges are here and in the diagram of `crates/README.md` on purpose: a new edge is a decision, which is made in
//! both places.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::finding::Finding;
use crate::workspace::SourceFile;

/// Allowed dependencies between crates. Dev-dependencies are free: a test may use anything.
const EDGES: [(&str, &[&str]); 19] = [
    (
        "cli",
        &[
            "browse",
            "conformance",
            "discover",
            "fetch",
            "formats",
            "host",
            "manifest",
            "read",
            "runtime",
            "runtime-webdriver",
            "schema",
            "script",
            "site",
            "text",
        ],
    ),
    ("browse", &["runtime", "text"]),
    ("conformance", &[]),
    ("discover", &["fetch", "html", "manifest"]),
    ("fetch", &[]),
    ("formats", &["manifest", "schema"]),
    ("host", &["discover", "fetch", "isolate", "manifest", "runtime", "runtime-webdriver"]),
    ("html", &[]),
    ("isolate", &[]),
    ("manifest", &["text"]),
    ("poisoning", &["text"]),
    ("read", &["fetch", "formats", "html", "schema", "text"]),
    ("runtime", &["formats", "manifest", "schema", "script", "text"]),
    ("runtime-webdriver", &["discover", "fetch", "manifest", "runtime"]),
    ("schema", &["manifest", "text"]),
    ("script", &["formats", "manifest", "schema", "text"]),
    ("site", &["formats", "manifest", "poisoning", "schema", "script", "text"]),
    ("text", &[]),
    (
        "webagents",
        &["browse", "discover", "fetch", "formats", "host", "manifest", "read", "runtime", "schema", "site"],
    ),
];

/// Foreign crates that only these crates use, wrapped in their own types (I2, I8).
const KEPT: [(&str, &[&str]); 6] = [
    ("reqwest", &["fetch"]),
    ("fantoccini", &["runtime-webdriver"]),
    ("html5ever", &["html"]),
    ("selectors", &["html"]),
    ("oxc_parser", &["script"]),
    ("rquickjs", &["isolate"]),
];

/// All that `manifest` may bring into a program.
const MANIFEST_USES: [&str; 2] = ["nom", "serde"];

/// Packages that must not be in the lock file, with the reason.
const BANNED: [(&str, &str); 5] = [
    ("aws-lc-sys", "it costs over a minute of C compilation; rustls uses ring here"),
    ("aws-lc-rs", "rustls uses ring here"),
    ("openssl", "TLS is rustls here, the same on every machine"),
    ("openssl-sys", "TLS is rustls here, the same on every machine"),
    ("native-tls", "TLS is rustls here, the same on every machine"),
];

/// File with the diagram.
const MAP: &str = "crates/README.md";

/// Crate with its dependencies, without dev-dependencies.
#[derive(Debug)]
pub(super) struct Package {
    name: String,
    manifest: String,
    crates: BTreeSet<String>,
    foreign: BTreeSet<String>,
}

/// The packages under `crates/`, from the output of `cargo metadata`.
pub(super) fn packages(metadata: &Value) -> Vec<Package> {
    let packages = metadata["packages"].as_array().map_or(&[][..], Vec::as_slice);
    packages.iter().filter_map(package).collect()
}

fn package(value: &Value) -> Option<Package> {
    let name = crate_name(value["name"].as_str()?)?.to_owned();
    let manifest = format!("crates/{name}/Cargo.toml");
    // The packages below `tests` may look at anything.
    if !value["manifest_path"].as_str()?.replace('\\', "/").ends_with(&manifest) {
        return None;
    }
    let dependencies =
        value["dependencies"].as_array()?.iter().filter(|dependency| dependency["kind"] != "dev");
    let names: Vec<&str> = dependencies.filter_map(|dependency| dependency["name"].as_str()).collect();
    let crates = names.iter().filter_map(|name| crate_name(name)).map(str::to_owned).collect();
    let foreign =
        names.iter().filter(|name| crate_name(name).is_none()).map(|name| (*name).to_owned()).collect();
    Some(Package { name, manifest, crates, foreign })
}

/// `manifest` of `webagents-manifest`; the crate that exports the others has its folder's name.
fn crate_name(package: &str) -> Option<&str> {
    if package == "webagents" { Some(package) } else { package.strip_prefix("webagents-") }
}

pub(super) fn check_edges(packages: &[Package]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for package in packages {
        let mut refuse = |rule, message| findings.push(Finding::new(&package.manifest, 1, rule, message));
        let Some((_, allowed)) = EDGES.iter().find(|(name, _)| *name == package.name) else {
            refuse(
                "deps.edge",
                format!(
                    "the crate `{}` is new; draw it in {MAP} and in xtask/src/tidy/deps.rs",
                    package.name
                ),
            );
            continue;
        };
        let allowed: BTreeSet<String> = allowed.iter().map(|&name| name.to_owned()).collect();
        for extra in package.crates.difference(&allowed) {
            refuse(
                "deps.edge",
                format!(
                    "`{}` must not use `{extra}`; if it has to, draw the edge in {MAP} and in xtask/src/tidy/deps.rs",
                    package.name
                ),
            );
        }
        for unused in allowed.difference(&package.crates) {
            refuse(
                "deps.edge",
                format!(
                    "`{}` does not use `{unused}` any more; remove the edge from {MAP} and xtask/src/tidy/deps.rs",
                    package.name
                ),
            );
        }
        for (foreign, keepers) in KEPT {
            if package.foreign.contains(foreign) && !keepers.contains(&package.name.as_str()) {
                let keepers = keepers.join("` and `");
                refuse("deps.kept", format!("only `{keepers}` uses {foreign}; go through it"));
            }
        }
        if package.name == "manifest" {
            for foreign in package.foreign.iter().filter(|foreign| !MANIFEST_USES.contains(&foreign.as_str()))
            {
                refuse(
                    "deps.manifest",
                    format!("`manifest` uses nom and serde and nothing else; {foreign} is neither"),
                );
            }
        }
    }
    findings
}

/// Compares the diagram of [`MAP`] with [`EDGES`].
pub(super) fn check_diagram(files: &[SourceFile]) -> Vec<Finding> {
    let Some(map) = files.iter().find(|file| file.path == MAP) else {
        return vec![Finding::new(MAP, 1, "deps.diagram", "there is no code map; write it")];
    };
    let (line, drawn) = drawn_edges(&map.text);
    let allowed: BTreeSet<(String, String)> = EDGES
        .iter()
        .flat_map(|(from, to)| to.iter().map(move |to| ((*from).to_owned(), (*to).to_owned())))
        .collect();
    let missing =
        allowed.difference(&drawn).map(|(from, to)| format!("draw `{from} -> {to}`, which tidy allows"));
    let extra = drawn.difference(&allowed).map(|(from, to)| {
        format!("`{from} -> {to}` is drawn and not in xtask/src/tidy/deps.rs; take it out or allow it there")
    });
    missing.chain(extra).map(|message| Finding::new(MAP, line, "deps.diagram", message)).collect()
}

/// Returns the edges of a diagram, which is the first fence with an arrow in it, and its line.
///
/// A line contains statements with two or more blanks between them; a statement such as `a, b -> c -> d` is a chain
/// of lists, and text in parentheses is a remark.
fn drawn_edges(text: &str) -> (usize, BTreeSet<(String, String)>) {
    let mut edges = BTreeSet::new();
    let mut line = 1;
    let mut inside = false;
    for (at, text) in text.lines().enumerate() {
        if text.starts_with("```") {
            if inside && !edges.is_empty() {
                break;
            }
            inside = !inside;
        } else if inside {
            if edges.is_empty() {
                line = at + 1;
            }
            text.split("  ").for_each(|statement| read_chain(statement, &mut edges));
        }
    }
    (line, edges)
}

fn read_chain(statement: &str, edges: &mut BTreeSet<(String, String)>) {
    let statement = statement.split('(').next().unwrap_or_default();
    let names = |list: &str| {
        let names = list.split(',').map(str::trim).filter(|name| !name.is_empty());
        names.map(str::to_owned).collect::<Vec<_>>()
    };
    let lists: Vec<Vec<String>> = statement.split("->").map(names).collect();
    for pair in lists.windows(2) {
        for from in &pair[0] {
            edges.extend(pair[1].iter().map(|to| (from.clone(), to.clone())));
        }
    }
}

/// Checks that each package takes its Rust version from the workspace.
pub(super) fn check_versions(files: &[SourceFile]) -> Vec<Finding> {
    const LINE: &str = "rust-version.workspace = true";
    let is_member =
        |file: &&SourceFile| file.path.ends_with("/Cargo.toml") && file.text.contains("[package]");
    let others = files.iter().filter(is_member).filter(|file| !file.text.lines().any(|line| line == LINE));
    let message = format!("expected the line `{LINE}`; the root Cargo.toml has the version");
    others.map(|file| Finding::new(&file.path, 1, "deps.rust-version", message.as_str())).collect()
}

pub(super) fn check_lock(files: &[SourceFile]) -> Vec<Finding> {
    let Some(lock) = files.iter().find(|file| file.path == "Cargo.lock") else {
        return vec![Finding::new("Cargo.lock", 1, "deps.banned", "commit the lock file")];
    };
    let mut findings = Vec::new();
    for (number, line) in lock.lines() {
        let name = line.strip_prefix("name = \"").and_then(|rest| rest.strip_suffix('"'));
        if let Some((name, reason)) = BANNED.iter().find(|(banned, _)| name == Some(banned)) {
            findings.push(Finding::new(
                "Cargo.lock",
                number,
                "deps.banned",
                format!("{name}: {reason}; `cargo tree --invert {name}` shows which packages need it"),
            ));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::testing::{file, rules};
    use super::*;

    /// Returns `cargo metadata` of one crate with the given normal, dev and foreign dependencies.
    fn one(name: &str, dependencies: &[(&str, Option<&str>)]) -> Vec<Package> {
        let dependencies: Vec<Value> =
            dependencies.iter().map(|(name, kind)| json!({ "name": name, "kind": kind })).collect();
        packages(&json!({ "packages": [{
            "name": format!("webagents-{name}"),
            "manifest_path": format!("/somewhere/crates/{name}/Cargo.toml"),
            "dependencies": dependencies,
        }]}))
    }

    #[test]
    fn edges_are_law() {
        let manifest = one("manifest", &[("webagents-text", None), ("nom", None)]);
        assert_eq!(rules(check_edges(&manifest)), [""; 0]);
        let dev = one("manifest", &[("webagents-text", None), ("webagents-fetch", Some("dev"))]);
        assert_eq!(rules(check_edges(&dev)), [""; 0]);
        let more = one("manifest", &[("webagents-text", None), ("webagents-fetch", None)]);
        assert_eq!(rules(check_edges(&more)), ["deps.edge:1"]);
        let build = one("manifest", &[("webagents-text", None), ("webagents-fetch", Some("build"))]);
        assert_eq!(rules(check_edges(&build)), ["deps.edge:1"]);
        assert_eq!(rules(check_edges(&one("manifest", &[]))), ["deps.edge:1"]);
        assert_eq!(rules(check_edges(&one("attic", &[]))), ["deps.edge:1"]);
    }

    #[test]
    fn kept_crates_stay_where_they_are() {
        assert_eq!(rules(check_edges(&one("fetch", &[("reqwest", None)]))), [""; 0]);
        for (foreign, keepers) in KEPT {
            assert!(!keepers.contains(&"conformance"));
            assert_eq!(rules(check_edges(&one("conformance", &[(foreign, None)]))), ["deps.kept:1"]);
        }
        assert_eq!(
            rules(check_edges(&one("manifest", &[("webagents-text", None), ("regex", None)]))),
            ["deps.manifest:1"]
        );
    }

    #[test]
    fn edges_have_no_cycle() {
        let names: Vec<&str> = EDGES.iter().map(|(name, _)| *name).collect();
        // Crates without remaining dependencies are removed: in the end, all of them.
        let mut left: Vec<_> = EDGES.to_vec();
        while let Some(at) =
            left.iter().position(|(_, to)| to.iter().all(|to| !left.iter().any(|(n, _)| n == to)))
        {
            left.remove(at);
        }
        assert_eq!(left, [("", &[][..]); 0]);
        assert!(EDGES.iter().flat_map(|(_, to)| *to).all(|to| names.contains(to)));
    }

    #[test]
    fn diagrams_are_read() {
        let text = "# Map\n```sh\nls\n```\n```text\na, b -> c -> d   e -> f\ng -> (none; a remark)\n```\n```text\nx -> y\n```\n";
        let (line, edges) = drawn_edges(text);
        let edges: Vec<String> = edges.iter().map(|(from, to)| format!("{from}{to}")).collect();
        assert_eq!((line, edges), (6, ["ac", "bc", "cd", "ef"].map(str::to_owned).to_vec()));
    }

    #[test]
    fn the_diagram_is_compared_both_ways() {
        let lines = EDGES.iter().filter(|(_, to)| !to.is_empty());
        let lines: Vec<String> = lines.map(|(from, to)| format!("{from} -> {}\n", to.join(", "))).collect();
        let drawn = lines.concat();
        let check = |drawn: &str| rules(check_diagram(&[file(MAP, &format!("```text\n{drawn}```\n"))]));
        assert_eq!(check(&drawn), [""; 0]);
        assert_eq!(check(&format!("{drawn}fetch -> cli\n")), ["deps.diagram:2"]);
        assert_eq!(check(&drawn.replace("manifest -> text\n", "")), ["deps.diagram:2"]);
        assert_eq!(rules(check_diagram(&[])), ["deps.diagram:1"]);
    }

    #[test]
    fn rust_version_has_one_place() {
        let check = |line: &str| {
            let text = format!("[package]\nname = \"a\"\n{line}\n");
            rules(check_versions(&[file("crates/a/Cargo.toml", &text)]))
        };
        assert_eq!(check("rust-version.workspace = true"), [""; 0]);
        assert_eq!(check("rust-version = \"1.95\""), ["deps.rust-version:1"]);
        assert_eq!(check(""), ["deps.rust-version:1"]);
    }

    #[test]
    fn banned_packages_are_found() {
        for (name, _) in BANNED {
            let lock = file("Cargo.lock", &format!("[[package]]\nname = \"{name}\"\n"));
            assert_eq!(rules(check_lock(&[lock])), ["deps.banned:2"]);
        }
        let fine = file("Cargo.lock", "name = \"openssl-probe\"\n");
        assert_eq!(rules(check_lock(&[fine])), [""; 0]);
        assert_eq!(rules(check_lock(&[])), ["deps.banned:1"]);
    }
}
