//! `cargo xtask dist`: packages of the command for the platform of this machine.
//!
//! The decision: one command builds everything that a release has, and a workflow calls nothing else. The man pages and
//! completions come from the packed program, so that they cannot differ from it. All packages are
//! made before the first of them gets its name.

mod archive;
mod packages;
mod program;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use sha2::{Digest as _, Sha256};

use crate::failure::{Failure, Outcome};
use crate::process::{self, step, timed};
use crate::{licences, workspace};

use self::packages::Contents;
use self::program::{Platform, Program};

/// Pack the command for this platform: an archive with its documents, and packages for npm and PyPI
///
/// The folder also gets a file with the SHA-256 of each package, and the script that installs the archive. Nothing is
/// published.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cargo xtask dist
  cargo xtask dist --binary target/release/webagents --output /tmp/packages
  sh target/dist/install.sh target/dist/webagents-*.tar.gz --prefix ~/.local")]
pub(crate) struct DistArgs {
    /// Pack this program, and build none; it must be stripped, and of this version and platform
    #[arg(long, value_name = "PATH")]
    binary: Option<PathBuf>,
    /// Folder for the packages; by default target/dist
    #[arg(long, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// Fail unless this tag is the version of the workspace, as in v0.1.0
    #[arg(long, value_name = "TAG")]
    tag: Option<String>,
    /// Create a draft of a release of the tag on GitHub with the packages, by the program gh
    #[arg(long, requires = "tag")]
    draft: bool,
}

/// Package whose program is packed.
const COMMAND: &str = "webagents-cli";

/// The script that installs the archive.
const INSTALL: &str = include_str!("install.sh");

/// Shells with completions, and the path of their file below a prefix.
const SHELLS: [(&str, &str); 3] = [
    ("bash", "share/bash-completion/completions/webagents"),
    ("fish", "share/fish/vendor_completions.d/webagents.fish"),
    ("zsh", "share/zsh/site-functions/_webagents"),
];

pub(crate) fn run(args: &DistArgs) -> Outcome {
    let metadata = workspace::metadata()?;
    let member = |name: &str| package_member(&metadata, name);
    let (version, description) = (member("version")?, member("description")?);
    if let Some(tag) = args.tag.as_ref().filter(|tag| **tag != format!("v{version}")) {
        return Err(Failure::Broken(format!(
            "expected the tag v{version}, found {tag}; tag the commit of its version"
        )));
    }
    // Before minutes of compilation.
    let output = match &args.output {
        Some(folder) => absolute(folder)?,
        None => workspace::target_dir()?.join("dist"),
    };
    let scratch = Scratch::new(&output)?;
    let path = match &args.binary {
        Some(path) => absolute(path)?,
        None => built()?,
    };
    let program = Program::read(&path, &version)?;
    let platform = Platform::host(&program)?;
    let contents = Contents {
        share: documents(&program, &scratch.0)?,
        licences: licence_texts()?,
        readme: project_file("crates/cli/README.md")?,
        program: program.bytes,
        version,
        description,
    };
    let names = timed("packing", || write_packages(&contents, &platform, &scratch.0))?;
    let packages = scratch.publish(&output, &names)?;
    for path in &packages {
        let size = fs::metadata(path).map_err(|cause| Failure::file(path, &cause))?.len();
        println!("{size:>10} {}", path.display());
    }
    if let Some(tag) = args.tag.as_ref().filter(|_| args.draft) {
        let mut draft = Command::new("gh");
        draft.current_dir(workspace::root()).args(["release", "create", tag, "--draft", "--verify-tag"]);
        process::run(draft.args(["--title", tag, "--notes", ""]).args(&packages))?;
    }
    Ok(())
}

/// Returns a path from the folder in which the command runs.
fn absolute(path: &Path) -> Outcome<PathBuf> {
    std::path::absolute(path).map_err(|cause| Failure::file(path, &cause))
}

/// Returns a text of the command's package in the answer of `cargo metadata`.
fn package_member(metadata: &serde_json::Value, name: &str) -> Outcome<String> {
    let mut packages = metadata["packages"].as_array().into_iter().flatten();
    let package = packages.find(|package| package["name"] == COMMAND);
    let text = package.and_then(|package| package[name].as_str()).map(str::to_owned);
    text.ok_or_else(|| Failure::Broken(format!("cargo metadata has no {name} of {COMMAND}")))
}

/// Builds the program and returns its path.
fn built() -> Outcome<PathBuf> {
    timed("building the webagents command for release, which takes minutes", || {
        let mut cargo = workspace::cargo();
        process::run(cargo.args([
            "build",
            "--release",
            "--locked",
            "--package",
            COMMAND,
            "--bin",
            "webagents",
        ]))
    })?;
    Ok(workspace::target_dir()?.join("release").join("webagents"))
}

/// Returns the man pages and completions that the program writes, by their path below a prefix.
fn documents(program: &Program, scratch: &Path) -> Outcome<Vec<(String, Vec<u8>)>> {
    let folder = scratch.join("man");
    fs::create_dir(&folder).map_err(|cause| Failure::file(&folder, &cause))?;
    program.capture(&["man-pages", &folder.to_string_lossy()])?;
    let mut found = Vec::new();
    for entry in fs::read_dir(&folder).map_err(|cause| Failure::file(&folder, &cause))? {
        let path = entry.map_err(|cause| Failure::file(&folder, &cause))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let page = fs::read(&path).map_err(|cause| Failure::file(&path, &cause))?;
        found.push((format!("share/man/man1/{name}"), page));
    }
    fs::remove_dir_all(&folder).map_err(|cause| Failure::file(&folder, &cause))?;
    for (shell, path) in SHELLS {
        found.push((path.to_owned(), program.capture(&["completions", shell])?.into_bytes()));
    }
    Ok(found)
}

/// Returns our licences and the licences of the packages in the program, by file name.
fn licence_texts() -> Outcome<Vec<(&'static str, String)>> {
    let mut texts = Vec::new();
    for name in ["LICENSE-APACHE", "LICENSE-MIT"] {
        texts.push((name, project_file(name)?));
    }
    texts.push(("THIRD-PARTY.txt", licences::texts(&workspace::dependencies()?)?));
    Ok(texts)
}

fn project_file(name: &str) -> Outcome<String> {
    let path = workspace::root().join(name);
    fs::read_to_string(&path).map_err(|cause| Failure::file(&path, &cause))
}

/// Writes the packages, their sums and the script into `folder`, and returns the names of the files.
fn write_packages(contents: &Contents, platform: &Platform, folder: &Path) -> Outcome<Vec<String>> {
    let Contents { version, .. } = contents;
    let (name, [system, processor, _]) = (format!("webagents-{version}-{}", platform.target), platform.npm);
    let (wheel, files) = contents.wheel(platform);
    let packages = [
        (format!("{name}.tar.gz"), archive::tar_gz(&contents.archive(&name))?),
        (
            format!("webagents-{version}-npm-{system}-{processor}.tgz"),
            archive::tar_gz(&contents.npm(platform))?,
        ),
        (wheel, archive::zip(&files)?),
    ];
    let mut written = Vec::new();
    let mut write = |name: String, bytes: &[u8]| {
        let path = folder.join(&name);
        written.push(name);
        fs::write(&path, bytes).map_err(|cause| Failure::file(&path, &cause))
    };
    for (name, bytes) in packages {
        // The format of `sha256sum`.
        let sum = format!("{}  {name}\n", hexadecimal(&Sha256::digest(&bytes)));
        write(format!("{name}.sha256"), sum.as_bytes())?;
        write(name, &bytes)?;
    }
    write("install.sh".to_owned(), INSTALL.as_bytes())?;
    Ok(written)
}

/// Returns bytes as digits.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Folder for files without their final name; it is removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    /// Creates the folder in `output`, so that a file can be moved from one to the other at once.
    fn new(output: &Path) -> Outcome<Self> {
        let refuse = |cause| {
            let path = output.display();
            Failure::Broken(format!(
                "{path}: expected a folder to write to: {cause}; name another by --output"
            ))
        };
        fs::create_dir_all(output).map_err(refuse)?;
        let scratch = output.join(format!(".packing-{}", std::process::id()));
        fs::create_dir(&scratch).map_err(refuse)?;
        Ok(Self(scratch))
    }

    /// Moves files to `output` and returns their paths.
    fn publish(&self, output: &Path, names: &[String]) -> Outcome<Vec<PathBuf>> {
        let paths = names.iter().map(|name| {
            let path = output.join(name);
            fs::rename(self.0.join(name), &path).map_err(|cause| Failure::file(&path, &cause))?;
            Ok(path)
        });
        paths.collect()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Err(cause) = fs::remove_dir_all(&self.0) {
            step(format_args!("{} could not be removed: {cause}", self.0.display()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Folder of a test, which is removed at its end.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("webagents-xtask-{name}-{}", std::process::id()));
            fs::create_dir_all(&path).unwrap();
            Self(path)
        }

        fn names(&self) -> Vec<String> {
            let entries = fs::read_dir(&self.0).unwrap();
            let mut names: Vec<String> =
                entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
            names.sort();
            names
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            fs::remove_dir_all(&self.0).unwrap();
        }
    }

    fn contents() -> Contents {
        Contents {
            version: "0.1.0".into(),
            description: "A command".into(),
            program: b"#!/bin/sh\necho webagents 0.1.0\n".to_vec(),
            readme: "# R\n".into(),
            licences: vec![("LICENSE-MIT", "MIT\n".into())],
            share: vec![("share/man/man1/webagents.1".into(), b".TH\n".to_vec())],
        }
    }

    fn platform() -> Platform {
        let npm = ["linux", "x64", "glibc"];
        Platform { target: "here".into(), npm, wheel: "manylinux_2_34_x86_64".into() }
    }

    /// Runs the script in `folder`, and returns whether it succeeded, and its output.
    fn install(folder: &Folder, arguments: &[&str]) -> (bool, String) {
        let mut command = Command::new("sh");
        let output = command.current_dir(&folder.0).arg("install.sh").args(arguments).output().unwrap();
        (output.status.success(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
    }

    #[test]
    fn archive_is_installed_or_nothing() {
        let folder = Folder::new("install");
        let names = write_packages(&contents(), &platform(), &folder.0).unwrap();
        assert_eq!(names.len(), 7, "three packages with their sums, and the script");
        let archive = "webagents-0.1.0-here.tar.gz";
        let (done, output) = install(&folder, &[archive, "--prefix", "new/prefix"]);
        assert!(done && output.starts_with("installed webagents 0.1.0 in "), "{output}");
        for file in ["bin/webagents", "share/man/man1/webagents.1", "share/doc/webagents/LICENSE-MIT"] {
            assert!(folder.0.join("new/prefix").join(file).is_file(), "{file}");
        }
        fs::remove_dir_all(folder.0.join("new")).unwrap();

        fs::write(folder.0.join("text.tar.gz"), "text").unwrap();
        fs::write(folder.0.join("file"), "").unwrap();
        let other = archive::tar_gz(&[archive::Entry::text("other/bin/other", "")]).unwrap();
        fs::write(folder.0.join("other.tar.gz"), &other).unwrap();
        let (text, sum) = (hexadecimal(&Sha256::digest("text")), hexadecimal(&Sha256::digest(&other)));
        let before = folder.names();
        for (arguments, message) in [
            (&[][..], "expected the path or the address of an archive"),
            (&["none.tar.gz"], "found no file none.tar.gz"),
            (&[archive, "--sha256", "0123"], "expected the SHA-256 0123"),
            (&["other.tar.gz"], "expected its SHA-256 in other.tar.gz.sha256"),
            (&["other.tar.gz", "--sha256", &sum], "expected the archive of webagents"),
            (&["text.tar.gz", "--sha256", &text], "expected a tar archive compressed by gzip"),
            (&[archive, archive], "expected one archive"),
            (&[archive, "--force"], "found --force"),
            (&[archive, "--prefix"], "expected a value after --prefix"),
            (&[archive, "--prefix", "file"], "expected a folder to write to, found file"),
        ] {
            let prefix = if arguments.contains(&"--prefix") { &[][..] } else { &["--prefix", "new/prefix"] };
            let (done, output) = install(&folder, &[arguments, prefix].concat());
            assert!(!done && output.contains(message), "{arguments:?}: {output}");
            assert_eq!(folder.names(), before, "{arguments:?}");
        }
    }

    #[test]
    fn program_of_another_platform_is_refused() {
        let folder = Folder::new("platform");
        let other = Contents { program: b"\x7fELF".to_vec(), ..contents() };
        write_packages(&other, &platform(), &folder.0).unwrap();
        let (done, output) = install(&folder, &["webagents-0.1.0-here.tar.gz", "--prefix", "new"]);
        assert!(!done && output.contains("take the archive of your platform"), "{output}");
        assert!(!folder.0.join("new").exists());
    }

    #[test]
    fn failed_packing_leaves_nothing() {
        let folder = Folder::new("packing");
        let scratch = Scratch::new(&folder.0).unwrap();
        fs::write(scratch.0.join("a"), "").unwrap();
        drop(scratch);
        assert_eq!(folder.names(), [""; 0]);
        fs::write(folder.0.join("file"), "").unwrap();
        let refused = Scratch::new(&folder.0.join("file")).err().unwrap().to_string();
        assert!(refused.contains("name another by --output"), "{refused}");
    }
}
