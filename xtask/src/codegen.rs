//! `cargo xtask codegen`: generated files, and the check that they are up to date.
//!
//! Generated files are committed, because their readers may have no Rust: implementers in other languages take the
//! grammar and the bundle of cases from the repository. `--check` compares and writes nothing; `tidy` makes the same
//! comparison.

use std::fs;
use std::path::Path;

use webagents_conformance::Suite;

use crate::characters;
use crate::ebnf;
use crate::engines;
use crate::failure::{Failure, Outcome};
use crate::finding::Finding;
use crate::licences;
use crate::process::step;
use crate::reference;
use crate::workspace::{self, SourceFile};

/// Folder of the conformance suite.
pub(crate) const SUITE: &str = "spec/conformance";

/// Write the generated files, which derive from the code, the suite and the lock file
///
/// They are the grammar, the conformance suite's bundle and requirements, the table of engines, the table of hidden
/// characters, the notice of third-party licences and the pages in `docs/reference`.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  cargo xtask codegen --check")]
pub(crate) struct CodegenArgs {
    /// Write nothing; exit with 1 when a file is not up to date
    #[arg(long)]
    check: bool,
}

/// Generated file.
struct Generated {
    path: String,
    text: String,
}

pub(crate) fn run(args: &CodegenArgs) -> Outcome {
    let files = workspace::files()?;
    if args.check {
        let stale = stale(&files);
        for finding in &stale {
            println!("{finding}");
        }
        return if stale.is_empty() {
            Ok(())
        } else {
            Err(Failure::Findings("generated files are not up to date; run `cargo xtask codegen`".into()))
        };
    }
    for Generated { path, text } in generate(&files)? {
        let full = workspace::root().join(&path);
        if fs::read_to_string(&full).is_ok_and(|old| old == text) {
            continue;
        }
        if let Some(folder) = full.parent() {
            fs::create_dir_all(folder).map_err(|cause| Failure::file(folder, &cause))?;
        }
        fs::write(&full, text).map_err(|cause| Failure::file(&full, &cause))?;
        step(format_args!("wrote {path}"));
    }
    Ok(())
}

/// Returns the generated files that are missing or out of date.
pub(crate) fn stale(files: &[SourceFile]) -> Vec<Finding> {
    match generate(files) {
        Ok(generated) => compare(files, generated),
        Err(failure) => vec![Finding::new(SUITE, 1, "generated.suite", failure.to_string())],
    }
}

fn compare(files: &[SourceFile], generated: Vec<Generated>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for Generated { path, text } in generated {
        let old = files.iter().find(|file| file.path == path).map_or("", |file| file.text.as_str());
        if old != text {
            let same = old.lines().zip(text.lines()).take_while(|(old, new)| old == new).count();
            let message = "out of date; run `cargo xtask codegen`";
            findings.push(Finding::new(&path, same + 1, "generated.stale", message));
        }
    }
    findings
}

fn generate(files: &[SourceFile]) -> Outcome<Vec<Generated>> {
    let suite = Suite::load(&workspace::root().join(SUITE))
        .map_err(|cause| Failure::Broken(format!("the conformance suite does not load: {cause}")))?;
    let dependencies = workspace::dependencies()?;
    let mut generated = vec![
        Generated { path: characters::PATH.to_owned(), text: characters::generate(&dependencies)? },
        Generated { path: licences::PATH.to_owned(), text: licences::generate(&dependencies)? },
        Generated { path: ebnf::PATH.to_owned(), text: ebnf::generate(files) },
        Generated { path: engines::PATH.to_owned(), text: engines::generate(files)? },
    ];
    generated.extend(reference::generate(files)?.into_iter().map(|(path, text)| Generated { path, text }));
    generated.extend(webagents_conformance::generate(&suite).into_iter().map(|file| Generated {
        path: Path::new(SUITE).join(file.path).to_string_lossy().replace('\\', "/"),
        text: file.text,
    }));
    Ok(generated)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::testing::{file, rules};

    #[test]
    fn stale_files_name_the_first_difference() {
        let check = |old: &[SourceFile], new: &str| {
            rules(compare(old, vec![Generated { path: "a".into(), text: new.into() }]))
        };
        assert_eq!(check(&[file("a", "1\n2\n")], "1\n2\n"), [""; 0]);
        assert_eq!(check(&[file("a", "1\n2\n")], "1\n3\n"), ["generated.stale:2"]);
        assert_eq!(check(&[file("a", "1\n")], "1\n2\n"), ["generated.stale:2"]);
        assert_eq!(check(&[], "1\n"), ["generated.stale:1"]);
    }
}
