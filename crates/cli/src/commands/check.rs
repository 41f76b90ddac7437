//! `webagents check` and `webagents fmt`: the commands for those who write tool declarations.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use serde_json::{Value, json};
use similar::TextDiff;
use webagents_manifest::limits;
use webagents_site::check::{self, CheckOptions, Finding, Input, InputKind, Rule};

use crate::args::{self, FailOn, Report, SourceArg};
use crate::commands::files::{self, Config};
use crate::exit::{Exit, Failure};
use crate::file;
use crate::report::{Drawn, plural};
use crate::source;
use crate::terminal::visible_name;
use crate::{output, report};

/// Bytes of a tool list.
const LIST_BYTES: usize = 64 * 1024 * 1024;

/// A document that was read.
struct Loaded {
    name: String,
    /// The file that fixes are written to.
    path: Option<PathBuf>,
    input: Input,
    /// `true` if its author is not the user.
    foreign: bool,
}

/// Findings of a document.
struct CheckedFile {
    loaded: Loaded,
    findings: Vec<Finding>,
}

/// `webagents check`.
pub(super) async fn run(args: &args::Check) -> Result<Exit, Failure> {
    if let Some(name) = &args.rules.explain {
        let Some(rule) = Rule::find(name) else {
            let failure = Failure::usage(format!("there is no rule {name:?}"));
            return Err(failure.help("webagents check --rules lists them"));
        };
        output::data(&rule.explain())?;
        return Ok(Exit::Ok);
    }
    if args.rules.list {
        let line = |rule: &Rule| {
            format!("{} {:<8} {:<30} {}\n", rule.id, rule.severity.as_str(), rule.name, rule.summary)
        };
        output::data(&Rule::all().map(line).collect::<String>())?;
        return Ok(Exit::Ok);
    }
    if args.rules.config_schema {
        output::data(&format!("{:#}\n", check::config_schema()))?;
        return Ok(Exit::Ok);
    }
    if args.diff && args.format != Report::Text {
        return Err(
            Failure::usage("--diff prints a diff and no findings").help("leave --format out, or --diff")
        );
    }
    let config = files::config(args.config.as_deref())?;
    let options = &config.options;
    let options_of = |loaded: &Loaded| {
        let inline = options.inline_comments && !args.no_inline_comments && !loaded.foreign;
        options.clone().with_inline_comments(inline)
    };
    let mut documents = Vec::new();
    let mut failures = Failures::default();
    for source in expanded(&args.sources, &config, &mut failures) {
        documents.extend(failures.keep(&source, load(&source, args).await));
    }
    // A log of one of these formats has the failures.
    let is_log = matches!(format_of(args), Report::Sarif | Report::Github);
    failures.report(documents.is_empty() && !is_log)?;
    let documents_are_many = documents.len() > 1;
    let mut changed = 0;
    if args.fix || args.diff {
        for loaded in &mut documents {
            let options = options_of(loaded);
            match fix(loaded, &options, args.diff) {
                Ok(is_changed) => changed += usize::from(is_changed),
                Err(failure) if documents_are_many => failures.add(&loaded.name, failure),
                Err(failure) => return Err(failure),
            }
        }
    }
    let check = |loaded: Loaded| {
        let findings = check::check(&loaded.input, &options_of(&loaded));
        CheckedFile { loaded, findings }
    };
    let all: Vec<CheckedFile> = documents.into_par_iter().map(check).collect();
    let failed =
        all.iter().any(|checked| checked.findings.iter().any(|found| args.fail_on.counts(found.severity)));
    if !args.diff {
        show(args, &all, &failures, !failed)?;
    }
    summarize(&all, args.fix);
    let differs = args.diff && changed > 0 && args.fail_on != FailOn::Never;
    Ok(failures.exit(failed || differs))
}

/// The sources that could not be read or written, while the others are.
#[derive(Default)]
struct Failures(Vec<(String, Failure)>);

impl Failures {
    /// The value that was read from `source`; a failure is kept.
    fn keep<T>(&mut self, source: &SourceArg, read: Result<T, Failure>) -> Option<T> {
        read.map_err(|failure| self.0.push((source.to_string(), failure))).ok()
    }

    /// Reports a failure and keeps it.
    fn add(&mut self, name: &str, failure: Failure) {
        output::complain(&failure.to_string());
        self.0.push((name.to_owned(), failure));
    }

    /// Reports all of them; the first is returned if there is nothing else to report.
    fn report(&self, is_all: bool) -> Result<(), Failure> {
        let (first, others) = match self.0.split_first() {
            Some(((_, first), others)) if is_all => (Some(first), others),
            _ => (None, self.0.as_slice()),
        };
        for (_, failure) in others {
            output::complain(&failure.to_string());
        }
        first.map_or(Ok(()), |first| Err(first.clone()))
    }

    /// Each source with the reason.
    fn reasons(&self) -> Vec<(String, String)> {
        self.0.iter().map(|(name, failure)| (name.clone(), failure.to_string())).collect()
    }

    /// The exit code of the first failure, else of the findings.
    fn exit(&self, has_findings: bool) -> Exit {
        match self.0.first() {
            Some((_, failure)) => failure.exit(),
            None if has_findings => Exit::Findings,
            None => Exit::Ok,
        }
    }
}

/// The files of folders, and everything else as it was typed; each file and URL once.
fn expanded(sources: &[SourceArg], config: &Config, failures: &mut Failures) -> Vec<SourceArg> {
    let mut out = Vec::new();
    let mut seen = HashSet::new();
    let mut add = |source: SourceArg| {
        let is_new = match &source {
            SourceArg::File(path) => seen.insert(path.canonicalize().unwrap_or_else(|_| path.clone())),
            SourceArg::Url(url) => seen.insert(url.into()),
            SourceArg::Stdin => seen.insert("-".into()),
        };
        out.extend(is_new.then_some(source));
    };
    for source in sources {
        match source {
            SourceArg::File(path) if path.is_dir() => {
                let Some(found) = failures.keep(source, config.files_in(path)) else { continue };
                if found.is_empty() {
                    failures.0.push((source.to_string(), without_documents(path)));
                }
                found.into_iter().map(SourceArg::File).for_each(&mut add);
            }
            other => add(other.clone()),
        }
    }
    out
}

/// The failure of a folder without a document, whose name may be misspelt.
fn without_documents(folder: &Path) -> Failure {
    let folder = visible_name(&folder.display().to_string());
    Failure::usage(format!("{folder}: expected a folder with a webagents.md, found none")).help(
        "files named webagents.md or *.webagents.md are read, or those that `include` in webagents.toml names; name a file to \
         read another one",
    )
}

async fn load(source: &SourceArg, args: &args::Check) -> Result<Loaded, Failure> {
    let name = source.to_string();
    match source {
        SourceArg::Url(text) => {
            if source::names_list(source) {
                let path = text.split(['?', '#']).next().unwrap_or_default();
                let text = source::read_text(source, &args.network).await?;
                return Ok(Loaded {
                    input: Input::new(path, text.as_bytes()),
                    name,
                    path: None,
                    foreign: true,
                });
            }
            let found = source::load(source, &args.network).await?;
            Ok(Loaded { name: found.name, path: None, input: Input::of_parsed(found.parsed), foreign: true })
        }
        SourceArg::Stdin => {
            let bytes = file::read_up_to(source, std::io::stdin().lock(), LIST_BYTES)?;
            source::expect_declarations(source, &bytes)?;
            Ok(Loaded { input: Input::new("", &bytes), name, path: None, foreign: false })
        }
        SourceArg::File(path) => {
            let bytes = file::read(path, LIST_BYTES)?;
            source::expect_declarations(source, &bytes)?;
            let input = Input::new(&path.to_string_lossy(), &bytes);
            Ok(Loaded { input, name, path: Some(path.clone()), foreign: false })
        }
    }
}

/// Applies or prints the fixes of a document; whether there are any.
fn fix(loaded: &mut Loaded, options: &CheckOptions, only_show: bool) -> Result<bool, Failure> {
    if !matches!(loaded.input.kind(), InputKind::Manifest(_))
        || loaded.input.text().len() >= limits::DOCUMENT_BYTES
    {
        return Ok(false);
    }
    let fixed = check::fixed(&loaded.input, options);
    if fixed.count == 0 {
        return Ok(false);
    }
    if only_show {
        output::data(&diff(&visible_name(&loaded.name), &loaded.input.source(), &fixed.text))?;
        return Ok(true);
    }
    let Some(path) = &loaded.path else {
        return Err(
            Failure::usage(format!("--fix cannot change {}", loaded.name)).help("--diff prints the changes")
        );
    };
    file::replace(path, loaded.input.source().as_bytes(), fixed.text.as_bytes())?;
    output::say(&format!("{}: fixed {}", visible_name(&loaded.name), plural(fixed.count, "finding")));
    loaded.input = Input::new(&loaded.name, fixed.text.as_bytes());
    Ok(true)
}

/// A diff of two texts by lines; after a second of search it is correct and no longer the shortest.
fn diff(name: &str, old: &str, new: &str) -> String {
    let diff = TextDiff::configure().timeout(Duration::from_secs(1)).diff_lines(old, new);
    diff.unified_diff().context_radius(2).header(name, name).to_string()
}

/// The format of the findings.
const fn format_of(args: &args::Check) -> Report {
    if args.json { Report::Json } else { args.format }
}

fn show(args: &args::Check, all: &[CheckedFile], failures: &Failures, ok: bool) -> Result<(), Failure> {
    match format_of(args) {
        Report::Text => {
            for CheckedFile { loaded, findings } in all {
                let drawn: Vec<Drawn<'_>> = findings.iter().map(Drawn::from).collect();
                output::raw(report::drawn(&loaded.name, loaded.input.text(), &drawn).as_bytes())?;
            }
            Ok(())
        }
        Report::Json => {
            let checked = all.iter().map(|CheckedFile { loaded, findings }| {
                json!({ "source": loaded.name, "findings": check::json(loaded.input.text(), findings) })
            });
            let unread = failures
                .0
                .iter()
                .map(|(name, failure)| json!({ "source": name, "findings": [], "error": failure.json() }));
            let files: Vec<Value> = checked.chain(unread).collect();
            output::json(&json!({ "ok": ok && failures.0.is_empty(), "files": files }))
        }
        Report::Sarif => {
            let files: Vec<(String, &str, &[Finding])> = all
                .iter()
                .map(|CheckedFile { loaded, findings }| {
                    (loaded.name.clone(), loaded.input.text(), findings.as_slice())
                })
                .collect();
            output::value(&check::sarif(&files, &failures.reasons()))
        }
        Report::Github => {
            let lines = all.iter().map(|CheckedFile { loaded, findings }| {
                check::github(&loaded.name, loaded.input.text(), findings)
            });
            let unread = failures.reasons();
            let unread = unread.iter().map(|(name, reason)| check::github_unread(name, reason));
            let lines: String = lines.chain(unread).collect();
            if lines.is_empty() { Ok(()) } else { output::data(&lines) }
        }
    }
}

fn summarize(all: &[CheckedFile], fixed: bool) {
    let findings = || all.iter().flat_map(|checked| &checked.findings);
    let severities: Vec<_> = findings().map(|finding| finding.severity).collect();
    let found = report::counts(&severities).unwrap_or_else(|| "no findings".to_owned());
    let fixable = findings().filter(|finding| finding.fix.is_some()).count();
    let hint = if fixable > 0 && !fixed { format!("; --fix may correct {fixable}") } else { String::new() };
    output::say(&format!("{}: {found}{hint}", plural(all.len(), "document")));
}

/// `webagents fmt`.
pub(super) fn fmt(args: &args::Fmt) -> Result<Exit, Failure> {
    let config = files::config(args.config.as_deref())?;
    let mut failures = Failures::default();
    let mut changed = 0;
    let mut read = 0;
    for source in expanded(&args.sources, &config, &mut failures) {
        // A configuration may include tool lists, which `check` reads.
        if source::names_list(&source) && !args.sources.contains(&source) {
            continue;
        }
        if let Some(differs) = failures.keep(&source, format(&source, args)) {
            read += 1;
            changed += usize::from(differs);
        }
    }
    failures.report(read == 0)?;
    Ok(failures.exit((args.check || args.diff) && changed > 0))
}

/// Formats one document, or shows how it would change; whether it differs.
fn format(source: &SourceArg, args: &args::Fmt) -> Result<bool, Failure> {
    let (path, bytes) = match source {
        SourceArg::Url(_) => return Err(Failure::usage(format!("expected a file, found the URL {source}"))),
        SourceArg::Stdin => {
            (None, file::read_up_to(source, std::io::stdin().lock(), limits::DOCUMENT_BYTES)?)
        }
        SourceArg::File(path) => (Some(path), file::read(path, limits::DOCUMENT_BYTES)?),
    };
    source::expect_manifest(source, &bytes)?;
    let text = file::text(source, bytes)?;
    let formatted = webagents_site::format(&text);
    let differs = formatted != text;
    let name = visible_name(&source.to_string());
    match path {
        _ if args.diff => {
            if differs {
                output::data(&diff(&name, &text, &formatted))?;
            }
        }
        _ if args.check => {
            if differs {
                output::say(&format!("{name}: not formatted"));
            }
        }
        None => output::raw(formatted.as_bytes())?,
        Some(path) if differs => {
            file::replace(path, text.as_bytes(), formatted.as_bytes())?;
            output::say(&format!("{name}: formatted"));
        }
        Some(_) => {}
    }
    Ok(differs)
}
