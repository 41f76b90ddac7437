//! The files of each package: the archive, and the packages of npm and PyPI.
//!
//! No package may be published before the names are decided: npm refuses a private package, and PyPI a package with the
//! classifier `Private :: Do Not Upload`.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::json;
use sha2::{Digest as _, Sha256};

use super::archive::Entry;
use super::program::Platform;

/// Contents that all packages share.
#[derive(Debug)]
pub(super) struct Contents {
    /// Version of the workspace.
    pub(super) version: String,
    /// Sentence about the command.
    pub(super) description: String,
    /// Bytes of the program.
    pub(super) program: Vec<u8>,
    /// README of the command.
    pub(super) readme: String,
    /// Texts of licences, by file name.
    pub(super) licences: Vec<(&'static str, String)>,
    /// Man pages and completions, by their path below a prefix such as `/usr/local`.
    pub(super) share: Vec<(String, Vec<u8>)>,
}

/// Name of all packages.
const NAME: &str = "webagents";

/// Licence of the program, as an SPDX expression.
const LICENCE: &str = "MIT OR Apache-2.0";

impl Contents {
    /// Returns the files of the archive, in one folder of this name.
    pub(super) fn archive(&self, folder: &str) -> Vec<Entry> {
        let mut entries = vec![Entry::program(format!("{folder}/bin/{NAME}"), &self.program)];
        let share = self.share.iter();
        entries.extend(share.map(|(path, bytes)| Entry::text(format!("{folder}/{path}"), bytes.clone())));
        let documents =
            self.licences.iter().map(|(name, text)| (*name, text)).chain([("README.md", &self.readme)]);
        let document = |(name, text): (&str, &String)| {
            Entry::text(format!("{folder}/share/doc/{NAME}/{name}"), text.as_str())
        };
        entries.extend(documents.map(document));
        entries.sort_by(|a, b| a.path.cmp(&b.path));
        entries
    }

    /// Returns the files of the npm package.
    pub(super) fn npm(&self, platform: &Platform) -> Vec<Entry> {
        let [system, processor, library] = platform.npm;
        let mut manifest = json!({
            "name": NAME,
            "version": self.version,
            "description": self.description,
            "license": LICENCE,
            "private": true,
            "os": [system],
            "cpu": [processor],
            "bin": { NAME: format!("bin/{NAME}") },
        });
        if !library.is_empty() {
            manifest["libc"] = json!([library]);
        }
        let mut entries = vec![
            Entry::text("package/package.json", format!("{manifest:#}\n")),
            Entry::text("package/README.md", self.readme.as_str()),
            Entry::program(format!("package/bin/{NAME}"), &self.program),
        ];
        let licences = self.licences.iter();
        entries.extend(licences.map(|(name, text)| Entry::text(format!("package/{name}"), text.as_str())));
        entries
    }

    /// Returns the file name of the wheel, and its files.
    pub(super) fn wheel(&self, platform: &Platform) -> (String, Vec<Entry>) {
        let version = python_version(&self.version);
        let tag = format!("py3-none-{}", platform.wheel);
        let (data, info) = (format!("{NAME}-{version}.data"), format!("{NAME}-{version}.dist-info"));
        let licence_files: Vec<_> =
            self.licences.iter().map(|(name, _)| format!("License-File: {name}\n")).collect();
        let licence_files = licence_files.concat();
        let metadata = format!(
            "Metadata-Version: 2.4\nName: {NAME}\nVersion: {version}\nSummary: {}\nLicense-Expression: {LICENCE}\n\
             {licence_files}Requires-Python: >=3.8\nClassifier: Private :: Do Not Upload\n\
             Description-Content-Type: text/markdown\n\n{}",
            self.description, self.readme
        );
        let wheel = format!("Wheel-Version: 1.0\nGenerator: xtask\nRoot-Is-Purelib: false\nTag: {tag}\n");
        let mut entries = vec![
            Entry::program(format!("{data}/scripts/{NAME}"), &self.program),
            Entry::text(format!("{info}/METADATA"), metadata),
            Entry::text(format!("{info}/WHEEL"), wheel),
        ];
        let licences = self.licences.iter();
        entries.extend(
            licences.map(|(name, text)| Entry::text(format!("{info}/licenses/{name}"), text.as_str())),
        );
        let rows = entries.iter().map(|entry| {
            format!(
                "{},sha256={},{}\n",
                entry.path,
                URL_SAFE_NO_PAD.encode(Sha256::digest(&entry.bytes)),
                entry.bytes.len()
            )
        });
        let record = format!("{}{info}/RECORD,,\n", rows.collect::<String>());
        entries.push(Entry::text(format!("{info}/RECORD"), record));
        (format!("{NAME}-{version}-{tag}.whl"), entries)
    }
}

/// Returns a version of Cargo in the form of PEP 440: `1.0.0-rc.2` is `1.0.0rc2`.
fn python_version(version: &str) -> String {
    let Some((release, pre)) = version.split_once('-') else { return version.to_owned() };
    let pre = pre.replace("alpha", "a").replace("beta", "b").replace('.', "");
    format!("{release}{pre}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contents() -> Contents {
        Contents {
            version: "1.0.0-rc.2".into(),
            description: "A command".into(),
            program: b"program".to_vec(),
            readme: "# R\n".into(),
            licences: vec![("LICENSE-MIT", "MIT\n".into())],
            share: vec![("share/man/man1/webagents.1".into(), b".TH\n".to_vec())],
        }
    }

    fn platform() -> Platform {
        let npm = ["linux", "x64", "glibc"];
        Platform { target: "t".into(), npm, wheel: "manylinux_2_34_x86_64".into() }
    }

    fn paths(entries: &[Entry]) -> Vec<&str> {
        entries.iter().map(|entry| entry.path.as_str()).collect()
    }

    #[test]
    fn archive_has_the_layout_of_a_prefix() {
        let expected = [
            "w/bin/webagents",
            "w/share/doc/webagents/LICENSE-MIT",
            "w/share/doc/webagents/README.md",
            "w/share/man/man1/webagents.1",
        ];
        assert_eq!(paths(&contents().archive("w")), expected);
    }

    #[test]
    fn npm_package_is_of_one_platform() {
        let entries = contents().npm(&platform());
        let manifest: serde_json::Value = serde_json::from_slice(&entries[0].bytes).unwrap();
        assert_eq!(
            (&manifest["os"][0], &manifest["cpu"][0], &manifest["libc"][0]),
            (&json!("linux"), &json!("x64"), &json!("glibc"))
        );
        assert_eq!(
            (&manifest["bin"]["webagents"], &manifest["private"]),
            (&json!("bin/webagents"), &json!(true))
        );
        assert!(entries.iter().any(|entry| entry.path == "package/bin/webagents" && entry.is_program));
    }

    #[test]
    fn wheel_records_its_files() {
        let (name, entries) = contents().wheel(&platform());
        assert_eq!(name, "webagents-1.0.0rc2-py3-none-manylinux_2_34_x86_64.whl");
        let record = String::from_utf8(entries.last().unwrap().bytes.clone()).unwrap();
        assert_eq!(record.lines().count(), entries.len());
        // SHA-256 of "program", in base64 for URLs.
        let row = "webagents-1.0.0rc2.data/scripts/webagents,sha256=";
        assert!(record.starts_with(row), "{record}");
        assert!(record.ends_with("webagents-1.0.0rc2.dist-info/RECORD,,\n"));
        let metadata = String::from_utf8(entries[1].bytes.clone()).unwrap();
        assert!(metadata.contains("\nVersion: 1.0.0rc2\n") && metadata.ends_with("\n\n# R\n"), "{metadata}");
    }

    #[test]
    fn versions_follow_pep_440() {
        for (cargo, python) in [("0.1.0", "0.1.0"), ("1.0.0-alpha.1", "1.0.0a1"), ("1.0.0-beta.3", "1.0.0b3")]
        {
            assert_eq!(python_version(cargo), python);
        }
    }
}
