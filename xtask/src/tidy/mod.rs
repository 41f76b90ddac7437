//! `cargo xtask tidy`: checks of this project that no compiler makes.
//!
//! Each check is a pure function from the project's files to findings, so that it can be tested on a small input that
//! it must refuse: a check that cannot fail is worth nothing. A finding names a place, a rule and the remedy. Notes
//! are findings that do not fail the run.

mod cycles;
mod deps;
mod docs;
mod documents;
mod messages;
mod signatures;
mod snapshots;
mod source;
mod style;
mod suites;
mod text;
mod types;
mod words;
mod workflows;

use crate::failure::{Failure, Outcome};
use crate::finding::{Finding, Weight};
use crate::workspace::{self, SourceFile};
use crate::{codegen, ebnf};

/// Check dependencies, module cycles, language, lengths, disabled tests and stale documents
#[derive(Default, clap::Args)]
#[command(
    after_help = "Each finding is `PATH:LINE: RULE: what is wrong; what to do`. Exit code 1 when there is one."
)]
pub(crate) struct TidyArgs {
    /// List the lines with markers of style of the files whose path begins with this
    #[arg(long, value_name = "PATH")]
    style: Option<String>,
    /// Lower the ceilings of style to the present figures
    #[arg(long, conflicts_with = "style")]
    lower: bool,
}

pub(crate) fn run(args: &TidyArgs) -> Outcome {
    let mut files = workspace::files()?;
    if let Some(prefix) = &args.style {
        for style::MarkedLine { markers, path, line, text } in style::marked_lines(&files, prefix) {
            println!("{markers}  {path}:{line}: {text}");
        }
        return Ok(());
    }
    if args.lower {
        let text = style::lower_ceilings(&files);
        let path = workspace::root().join(style::CEILINGS);
        std::fs::write(path, &text)
            .map_err(|cause| Failure::Broken(format!("cannot write {}: {cause}", style::CEILINGS)))?;
        files.retain(|file| file.path != style::CEILINGS);
        files.push(SourceFile { path: style::CEILINGS.to_owned(), text });
    }
    let mut findings = check(&files)?;
    findings.sort();
    for finding in &findings {
        println!("{finding}");
    }
    let errors = findings.iter().filter(|finding| finding.weight == Weight::Error).count();
    eprintln!("tidy: {} files, {errors} findings, {} notes", files.len(), findings.len() - errors);
    if errors == 0 { Ok(()) } else { Err(Failure::Findings(format!("{errors} tidy findings"))) }
}

fn check(files: &[SourceFile]) -> Outcome<Vec<Finding>> {
    let mut findings = Vec::new();
    for file in files {
        findings.extend(text::check(file));
        if file.is_rust() {
            findings.extend(source::check(file));
        }
    }
    findings.extend(docs::layout(files));
    findings.extend(documents::check(files));
    findings.extend(docs::invariants(files));
    findings.extend(docs::anchors(files));
    findings.extend(docs::cases(files));
    findings.extend(ebnf::check(files));
    findings.extend(snapshots::check(files));
    findings.extend(suites::check(files));
    findings.extend(cycles::check(files));
    findings.extend(types::check(files));
    findings.extend(messages::check(files));
    findings.extend(words::check(files));
    findings.extend(style::check(files));
    findings.extend(signatures::check(files));
    findings.extend(workflows::check(files));
    findings.extend(deps::check_versions(files));
    findings.extend(deps::check_edges(&deps::packages(&workspace::metadata()?)));
    findings.extend(deps::check_diagram(files));
    findings.extend(deps::check_lock(files));
    findings.extend(codegen::stale(files));
    Ok(findings)
}

#[cfg(test)]
pub(crate) mod testing {
    //! Small inputs for the checks' tests.

    use crate::finding::Finding;
    use crate::workspace::SourceFile;

    /// A file of the project that exists only in a test.
    pub(crate) fn file(path: &str, text: &str) -> SourceFile {
        SourceFile { path: path.to_owned(), text: text.to_owned() }
    }

    /// `RULE:LINE` of each finding.
    pub(crate) fn rules(findings: impl IntoIterator<Item = Finding>) -> Vec<String> {
        findings.into_iter().map(|finding| format!("{}:{}", finding.rule, finding.line)).collect()
    }
}
