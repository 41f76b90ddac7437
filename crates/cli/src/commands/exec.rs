//! `webagents exec`: code of the caller's, with a site's tools, in a real browser.

use std::io::Read as _;
use std::path::Path;

use url::Url;
use webagents_runtime::{Call, CallOutcome, ErrorKind, ExecuteOptions, Level, Outcome, Toolbox};
use webagents_runtime_webdriver::{Browser, BrowserOptions, Display, Session};

use crate::args;
use crate::exit::{Exit, Failure};
use crate::output;
use crate::source::{self, load, unreadable};

/// Bytes of code that are read from a file or from stdin.
const CODE_BYTES: u64 = 8 * 1024 * 1024;

pub(super) async fn run(args: &args::Exec) -> Result<Exit, Failure> {
    let code = code(args)?;
    let url = args.url.url()?;
    output::say(&format!("looking for the tools of {url}"));
    let (page, toolbox) = match &args.manifest {
        Some(manifest) => (url, Toolbox::new(load(manifest, &args.network).await?.parsed.manifest)),
        None => {
            let found = source::discover(&url, &args.network).await?;
            (found.page_url, Toolbox::new(found.parsed.manifest))
        }
    };
    output::say(&format!("starting a browser for {} tools", toolbox.list_tools().len()));
    let display = if args.headed { Display::Headed } else { Display::Headless };
    let mut session = open(&page, toolbox, display).await?;
    let mut options = ExecuteOptions::within(args.deadline);
    options.max_result_bytes = args.max_result;
    let outcome = session.execute_with(&code, &options).await;
    if let Some(path) = &args.screenshot {
        picture(&mut session, path).await?;
    }
    // The outcome is what counts; a browser that does not close by itself is ended with its process group.
    let _ = session.close().await;
    if args.json {
        output::json(&outcome);
    } else {
        show(&outcome);
    }
    Ok(exit(&outcome))
}

/// The code that was given, from wherever.
fn code(args: &args::Exec) -> Result<String, Failure> {
    let mut code = String::new();
    match (&args.file, args.code.as_deref()) {
        (Some(path), _) => {
            let file = std::fs::File::open(path).map_err(|error| unreadable(&path.display(), &error))?;
            file.take(CODE_BYTES)
                .read_to_string(&mut code)
                .map_err(|error| unreadable(&path.display(), &error))?;
        }
        (None, Some("-") | None) => {
            let stdin = std::io::stdin().lock();
            stdin
                .take(CODE_BYTES)
                .read_to_string(&mut code)
                .map_err(|error| unreadable(&"<stdin>", &error))?;
        }
        (None, Some(text)) => text.clone_into(&mut code),
    }
    Ok(code)
}

/// A browser on `page`, whose tools are those of `toolbox`.
pub(super) async fn open(page: &Url, toolbox: Toolbox, display: Display) -> Result<Session, Failure> {
    let mut options = BrowserOptions::default();
    options.display = display;
    let mut session = Browser::launch(options).await?.session().await?;
    session.open(page.as_str()).await?;
    session.use_tools(toolbox);
    Ok(session)
}

/// Saves what the page looks like.
pub(super) async fn picture(session: &mut Session, path: &Path) -> Result<(), Failure> {
    let png = session.screenshot().await?;
    std::fs::write(path, png)
        .map_err(|error| Failure::new(Exit::Usage, format!("cannot write {}: {error}", path.display())))?;
    output::say(&format!("saved {}", path.display()));
    Ok(())
}

/// The value on stdout; console, journal and error on stderr.
fn show(outcome: &Outcome) {
    for line in &outcome.console {
        let mark = match line.level {
            Level::Error => "error",
            Level::Warn => "warn",
            _ => "log",
        };
        output::say(&format!("console.{mark}: {}", line.text));
    }
    if !outcome.calls.is_empty() {
        output::say(&journal(&outcome.calls));
    }
    if let Some(value) = &outcome.value {
        output::json(value);
    }
    if let Some(error) = &outcome.error {
        output::complain(&error.to_string());
        if !error.stack.is_empty() {
            output::say(&error.stack);
        }
    }
}

/// The journal as a table: milliseconds, call, outcome.
pub(super) fn journal(calls: &[Call]) -> String {
    let rows: Vec<String> = calls
        .iter()
        .map(|call| {
            let args = match &call.args {
                serde_json::Value::Array(args) => {
                    args.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
                }
                other => other.to_string(),
            };
            let outcome = match &call.outcome {
                CallOutcome::Returned => "ok".to_owned(),
                CallOutcome::Threw { name, message } if name.is_empty() => format!("threw {message}"),
                CallOutcome::Threw { name, message } => format!("threw {name}: {message}"),
                _ => "had not settled".to_owned(),
            };
            format!("{:>9.1} ms  {}({})  {outcome}", call.duration_ms, call.tool, shorten(&args))
        })
        .collect();
    rows.join("\n")
}

fn shorten(text: &str) -> String {
    const CHARS: usize = 80;
    match text.char_indices().nth(CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// A script that failed is a finding; a browser that failed is not the script's fault.
pub(super) fn exit(outcome: &Outcome) -> Exit {
    match outcome.error.as_ref().map(|error| error.kind) {
        None => Exit::Ok,
        Some(ErrorKind::BrowserLost | ErrorKind::Transport) => Exit::Browser,
        Some(_) => Exit::Findings,
    }
}
