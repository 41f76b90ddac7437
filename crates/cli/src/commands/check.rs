//! `webagents check` and `webagents fmt`: the commands for those who write tool declarations.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use serde_json::{Value, json};
use similar::TextDiff;
use webagents_manifest::limits;
use webagents_site::check::{self, CheckOptions, Finding, Input, InputKind, Rule};

use crate::args::{self, Report, SourceArg};
use crate::commands::files;
use crate::exit::{Exit, Failure};
use crate::file;
use crate::report::{Drawn, plural};
use crate::source;
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
    let options = files::config(args.config.as_deref())?;
    let options_of = |loaded: &Loaded| {
        let inline = options.inline_comments && !args.no_inline_comments && !loaded.foreign;
        options.clone().with_inline_comments(inline)
    };
    let mut documents = Vec::new();
    for source in expanded(&args.sources, &options)? {
        documents.push(load(&source, args).await?);
    }
    let mut changed = 0;
    if args.fix || args.diff {
        for loaded in &mut documents {
            let options = options_of(loaded);
            changed += usize::from(fix(loaded, &options, args.diff)?);
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
        show(args, &all, !failed)?;
    }
    summarize(&all, args.fix);
    Ok(if failed || (args.diff && changed > 0) { Exit::Findings } else { Exit::Ok })
}

/// The files of folders, and everything else as it was typed.
fn expanded(sources: &[SourceArg], options: &CheckOptions) -> Result<Vec<SourceArg>, Failure> {
    let mut out = Vec::new();
    for source in sources {
        match source {
            SourceArg::File(path) if path.is_dir() => {
                let found = files::in_folder(path, options)?;
                if found.is_empty() {
                    output::say(&format!("{}: no webagents.md is in this folder", path.display()));
                }
                out.extend(found.into_iter().map(SourceArg::File));
            }
            other => out.push(other.clone()),
        }
    }
    Ok(out)
}

async fn load(source: &SourceArg, args: &args::Check) -> Result<Loaded, Failure> {
    let name = source.to_string();
    match source {
        SourceArg::Url(text) => {
            let path = text.split(['?', '#']).next().unwrap_or_default();
            let is_list = [".json", ".jsonl", ".yaml", ".yml"].iter().any(|end| path.ends_with(end));
            if is_list {
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
            Ok(Loaded { input: Input::new("", &bytes), name, path: None, foreign: false })
        }
        SourceArg::File(path) => {
            let bytes = file::read(path, LIST_BYTES)?;
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
        output::data(&diff(&loaded.name, &loaded.input.source(), &fixed.text))?;
        return Ok(true);
    }
    let Some(path) = &loaded.path else {
        return Err(
            Failure::usage(format!("--fix cannot change {}", loaded.name)).help("--diff prints the changes")
        );
    };
    file::replace(path, loaded.input.source().as_bytes(), fixed.text.as_bytes())?;
    output::say(&format!("{}: fixed {}", loaded.name, plural(fixed.count, "finding")));
    loaded.input = Input::new(&loaded.name, fixed.text.as_bytes());
    Ok(true)
}

/// A diff of two texts by lines; after a second of search it is correct and no longer the shortest.
fn diff(name: &str, old: &str, new: &str) -> String {
    let diff = TextDiff::configure().timeout(Duration::from_secs(1)).diff_lines(old, new);
    diff.unified_diff().context_radius(2).header(name, name).to_string()
}

fn show(args: &args::Check, all: &[CheckedFile], ok: bool) -> Result<(), Failure> {
    let report = if args.json { Report::Json } else { args.format };
    match report {
        Report::Text => {
            for CheckedFile { loaded, findings } in all {
                let drawn: Vec<Drawn<'_>> = findings.iter().map(Drawn::from).collect();
                output::raw(report::drawn(&loaded.name, loaded.input.text(), &drawn).as_bytes())?;
            }
            Ok(())
        }
        Report::Json => {
            let files: Vec<Value> = all
                .iter()
                .map(|CheckedFile { loaded, findings }| {
                    json!({ "source": loaded.name, "findings": check::json(loaded.input.text(), findings) })
                })
                .collect();
            output::json(&json!({ "ok": ok, "files": files }))
        }
        Report::Sarif => {
            let files: Vec<(String, &str, &[Finding])> = all
                .iter()
                .map(|CheckedFile { loaded, findings }| {
                    (loaded.name.clone(), loaded.input.text(), findings.as_slice())
                })
                .collect();
            output::value(&check::sarif(&files))
        }
        Report::Github => {
            let lines = all.iter().map(|CheckedFile { loaded, findings }| {
                check::github(&loaded.name, loaded.input.text(), findings)
            });
            let lines: String = lines.collect();
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
    let options = files::config(args.config.as_deref())?;
    let mut changed = 0;
    for source in expanded(&args.sources, &options)? {
        let (path, bytes) = match &source {
            SourceArg::Url(_) => {
                return Err(Failure::usage(format!("expected a file, found the URL {source}")));
            }
            SourceArg::Stdin => {
                (None, file::read_up_to(&source, std::io::stdin().lock(), limits::DOCUMENT_BYTES)?)
            }
            SourceArg::File(path) => (Some(path), file::read(path, limits::DOCUMENT_BYTES)?),
        };
        if path.is_some_and(|path| is_list(path)) {
            continue;
        }
        let text = file::text(&source, bytes)?;
        let formatted = webagents_site::format(&text);
        let differs = formatted != text;
        changed += usize::from(differs);
        let name = source.to_string();
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
    }
    Ok(if (args.check || args.diff) && changed > 0 { Exit::Findings } else { Exit::Ok })
}

/// Returns whether a path is that of a tool list, which `check` reads and `fmt` does not.
fn is_list(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| ["json", "jsonl", "yaml", "yml"].iter().any(|known| extension == *known))
}
