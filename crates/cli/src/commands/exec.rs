//! `webagents exec`: code of the caller's, with a site's tools, in a real browser.

use std::fmt;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Map, Value, json};
use url::Url;
use webagents_manifest::Diagnostic;
use webagents_runtime::lock::Pin;
use webagents_runtime::{
    Call, CallOutcome, ErrorKind, ExecuteOptions, Guards, Level, Outcome, Page as _, SourceKind, Toolbox,
};
use webagents_runtime_webdriver::{Error, Refusals, Refused, Session};

use crate::args::{self, Network};
use crate::commands::guards;
use crate::commands::inspect::say_summary;
use crate::commands::login::{self, LoggedIn};
use crate::commands::many;
use crate::exit::{Exit, Failure};
use crate::file::{self, Mode};
use crate::output;
use crate::report::plural;
use crate::source::{self, Loaded, Source, load, permitted};

/// Bytes of code that are read from a file or from stdin.
const CODE_BYTES: usize = 8 * 1024 * 1024;

/// Bytes of JSON of a result that is saved to a file.
const SAVED_BYTES: usize = 64 * 1024 * 1024;

pub(super) async fn run(args: &args::Exec) -> Result<Exit, Failure> {
    if let Some(lines) = args.many.lines()? {
        return many::run(args, lines).await;
    }
    let url = page(address(args)?)?;
    // What is wrong with what was typed is reported before anything is requested, and a file that cannot be written
    // before its contents are made.
    args.driver.check(args.browser)?;
    for path in [&args.save_result, &args.screenshot, &args.save_storage_state].into_iter().flatten() {
        file::expect_writable(path)?;
    }
    let code = code(args)?;
    let guards = guards::guards(&args.guards)?;
    let state = login::state(&args.login)?;
    output::say(&format!("looking for the tools of {url}"));
    let site = find(&url, args.manifest.as_ref(), &args.network).await?;
    // Before a browser starts.
    guards::check(&args.guards, &guards, &site.origin(), &site.pin).await?;
    if site.found.has_no_manifest() {
        output::say("it has no webagents.md; starting a browser for the tools that its page registers");
    } else {
        let tools = plural(site.found.toolbox.list_tools().len(), "tool");
        output::say(&format!("starting a browser for {tools}"));
    }
    let wanted = login::Wanted {
        browser: args.browser,
        driver: &args.driver,
        login: &args.login,
        name: Some("webagents exec"),
        // The address that was typed is the user's own word, as it is for discovery.
        guarded: permitted(&url, &args.network)?,
    };
    let login = login::browsers(wanted, state).await?;
    let ran = login.browsers.around(in_browser(args, &code, site, guards, &login)).await?;
    tell(args, ran)
}

/// The address that was typed; clap sees to it that there is one where there are not many.
pub(super) fn address(args: &args::Exec) -> Result<Url, Failure> {
    match &args.url {
        Some(url) => url.url(),
        None => Err(Failure::usage("URL is missing")),
    }
}

/// An address that a browser may be sent to: the same that are fetched without one.
pub(super) fn page(url: Url) -> Result<Url, Failure> {
    if !url.username().is_empty() || url.password().is_some() {
        const RULE: &str = "a URL may not hold a user name or password; remove it";
        return Err(Failure::new(Exit::Refused, format!("Refused to fetch URL - {RULE}"))
            .cause(format!("refused to fetch {url}: {RULE}")));
    }
    if matches!(url.scheme(), "http" | "https") {
        return Ok(url);
    }
    Err(Failure::usage(format!("{url} is no page of a website"))
        .help("only http and https are opened; to try a file, serve its directory on localhost"))
}

/// A page with its tools, and what is kept of its manifest.
#[derive(Debug, Clone)]
pub(super) struct Site {
    pub(super) found: webagents_runtime_webdriver::Site,
    /// Diagnostics of its manifest.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Parts of it that a lock file may pin.
    pub(super) pin: Arc<Pin>,
}

impl Site {
    /// The origin on whose pages the tools may be called.
    pub(super) fn origin(&self) -> String {
        self.found.tools_origin.ascii_serialization()
    }
}

/// A site that was looked for.
impl From<webagents_runtime_webdriver::Site> for Site {
    fn from(found: webagents_runtime_webdriver::Site) -> Self {
        let (pin, diagnostics) = match &found.discovery {
            Some(discovery) => {
                let pin = guards::pin(&discovery.parsed, discovery.manifest_url.as_str());
                (pin, discovery.parsed.diagnostics.clone())
            }
            None => (Pin::of_none(), Vec::new()),
        };
        Self { found, diagnostics, pin: Arc::new(pin) }
    }
}

/// A site, with the tools that `manifest` declares, or else those of the page's own, if it has one.
pub(super) async fn find(url: &Url, manifest: Option<&Source>, network: &Network) -> Result<Site, Failure> {
    if let Some(manifest) = manifest {
        let Loaded { name, parsed } = load(manifest, network).await?;
        say_summary(&name, &parsed.diagnostics);
        let pin = Arc::new(guards::pin(&parsed, &name));
        let diagnostics = parsed.diagnostics.clone();
        let found = webagents_runtime_webdriver::Site::with_tools(url.clone(), Toolbox::from(parsed));
        return Ok(Site { found, diagnostics, pin });
    }
    let found = source::site(url, network).await?;
    if let Some(discovery) = &found.discovery {
        say_summary(discovery.manifest_url.as_str(), &discovery.parsed.diagnostics);
    }
    Ok(Site::from(found))
}

/// Returns messages about the tools that the page registers.
pub(super) fn registered(session: &Session) -> Vec<String> {
    let mut told = Vec::new();
    let toolbox = session.toolbox();
    let count = toolbox.sources().filter(|source| source.kind != SourceKind::Manifest).count();
    if let Some(live) = toolbox.live().filter(|_| count > 0) {
        told.push(format!("the page registers {} ({})", plural(count, "tool"), live.support));
    }
    told.extend(toolbox.findings().map(ToString::to_string));
    told
}

/// Result of running the code.
struct Ran {
    outcome: Outcome,
    refusals: Refusals,
    /// Failures to write files. They are reported with the outcome, for the code has run.
    unsaved: Vec<Failure>,
}

async fn in_browser(
    args: &args::Exec,
    code: &str,
    site: Site,
    guards: Guards,
    login: &LoggedIn,
) -> Result<Ran, Failure> {
    let (origin, pin) = (site.origin(), Arc::clone(&site.pin));
    let mut session = login.session().await?;
    session.use_guards(guards.clone());
    let mut session = enter(session, &site, &args.network).await?;
    let told = registered(&session);
    let left_out = guards::check_live(&args.guards, &guards, &origin, &mut session).await?;
    let unmatched = guards::unmatched(&args.guards, &guards.policy, session.list_tools());
    for line in told.into_iter().chain(left_out).chain(unmatched) {
        output::say(&line);
    }
    let mut options = ExecuteOptions::within(args.deadline);
    options.max_result_bytes = match args.save_result {
        Some(_) => args.max_result.max(SAVED_BYTES),
        None => args.max_result,
    };
    let mut outcome = session.execute_with(code, &options).await;
    let saved = [
        guards::record(&args.guards, &origin, &pin, code, &outcome),
        picture(&mut session, args.screenshot.as_deref()).await,
        login::save(&mut session, args.save_storage_state.as_deref()).await,
        save_result(&mut outcome, args),
    ];
    let refusals = session.refusals();
    // The outcome is what counts; a browser that does not close by itself is ended with its process group.
    let _ = session.close().await;
    Ok(Ran { outcome, refusals, unsaved: saved.into_iter().filter_map(Result::err).collect() })
}

/// Reports the outcome of the code.
fn tell(args: &args::Exec, ran: Ran) -> Result<Exit, Failure> {
    let Ran { outcome, refusals, unsaved } = ran;
    if args.json {
        let mut told = document(args.url.as_ref(), &outcome, &refusals);
        if let Some(members) = told.as_object_mut().filter(|_| !unsaved.is_empty()) {
            members.insert("unsaved".to_owned(), unsaved.iter().map(Failure::json).collect());
        }
        output::json(&told)?;
    } else {
        show(&outcome)?;
        say_refusals(&refusals);
        say_remedy(&outcome, &args.guards);
    }
    let mut saved = Exit::Ok;
    for failure in unsaved.iter().rev() {
        saved = failure.report(false);
    }
    Ok(exit(&outcome, saved))
}

/// Prints the option that would allow the call that the policy refused.
fn say_remedy(outcome: &Outcome, guards: &args::GuardArgs) {
    let denied =
        |call: &&Call| matches!(&call.outcome, CallOutcome::Denied { name, .. } if name == "ToolDenied");
    let Some(call) = outcome.calls.iter().find(denied).filter(|_| is_denied(outcome)) else { return };
    let ask = if guards.confirm { "" } else { ", --confirm asks on the terminal" };
    output::say(&format!("  help: --allow {} lets it be called{ask}", call.tool));
}

/// Saves the result, if a file was named, and replaces it by a mark where it is too long to print.
fn save_result(outcome: &mut Outcome, args: &args::Exec) -> Result<(), Failure> {
    let (Some(path), Some(value)) = (&args.save_result, &outcome.value) else { return Ok(()) };
    let mut text = value.to_string();
    let shown = text.len() <= args.max_result;
    text.push('\n');
    file::write(path, text.as_bytes(), Mode::Kept)?;
    output::say(&format!("saved {} bytes to {}", text.len(), path.display()));
    if !shown {
        outcome.value = Some(json!({ "$type": "truncated", "reason": "size" }));
    }
    Ok(())
}

/// The code that was given, from wherever.
fn code(args: &args::Exec) -> Result<String, Failure> {
    match (&args.file, args.code.as_deref()) {
        (Some(path), _) => file::read_text(path, CODE_BYTES),
        (None, Some("-") | None) if args.manifest == Some(Source::Stdin) => {
            Err(Failure::usage("stdin cannot be both the code and the manifest")
                .help("read one of them from a file: --file FILE, or --manifest FILE"))
        }
        (None, Some("-") | None) => read_code(&"<stdin>", std::io::stdin().lock()),
        (None, Some(text)) => Ok(text.to_owned()),
    }
}

/// All of the code: a part of it could mean something else.
pub(super) fn read_code(name: &impl fmt::Display, reader: impl Read) -> Result<String, Failure> {
    file::text(name, file::read_all(name, reader, CODE_BYTES)?)
}

/// A session on the site's page, with its tools.
pub(super) async fn enter(mut session: Session, site: &Site, network: &Network) -> Result<Session, Failure> {
    session.use_load_deadline(network.load());
    let failure = match session.enter_site(&site.found).await {
        Ok(()) => return Ok(session),
        Err(error) if error.kind() == webagents_runtime_webdriver::ErrorKind::OtherOrigin => {
            let shown = session.url().await.map_err(Error::from)?;
            let page = &site.found.page;
            Failure::from(error).help(format!("if you trust {shown}, give that address instead of {page}"))
        }
        Err(error) => error.into(),
    };
    // In a browser that goes on, our tab should not.
    let _ = session.close().await;
    Err(failure)
}

/// Saves what the page looks like, if a file was named.
pub(super) async fn picture(session: &mut Session, path: Option<&Path>) -> Result<(), Failure> {
    let Some(path) = path else { return Ok(()) };
    let png = session.screenshot().await?;
    file::write(path, &png, Mode::Kept)?;
    output::say(&format!("saved {}", path.display()));
    Ok(())
}

/// The value on stdout; console, journal and error on stderr.
fn show(outcome: &Outcome) -> Result<(), Failure> {
    for line in &outcome.console {
        let method = match line.level {
            Level::Debug => "debug",
            Level::Info => "info",
            Level::Warn => "warn",
            Level::Error => "error",
            _ => "log",
        };
        output::say(&format!("console.{method}: {}", line.text));
    }
    if outcome.console_dropped > 0 {
        output::say(&format!("console: {} more lines were not kept", outcome.console_dropped));
    }
    for warning in &outcome.warnings {
        output::say(&format!("warning: {warning}"));
    }
    say_journal(outcome);
    if let Some(value) = &outcome.value {
        output::value(value)?;
    }
    say_error(outcome);
    Ok(())
}

/// Prints the requests that the egress guard refused.
///
/// A script may have failed for that.
fn say_refusals(refusals: &Refusals) {
    for Refused { refusal, count, .. } in &refusals.list {
        let (host, port) = refusal.target();
        let times = if *count == 1 { String::new() } else { format!(" ({count} times)") };
        let help = match refusal.remedy() {
            Some((host, port)) => format!("; if you trust it, pass --allow-host {host}:{port}"),
            None => String::new(),
        };
        output::say(&format!("egress: refused {host}:{port}{times}: {}{help}", refusal.reason()));
    }
    if refusals.dropped > 0 {
        output::say(&format!("egress: {} more refusals were not written down", refusals.dropped));
    }
}

/// Returns how far code came that began. The spelling is that of a record.
pub(super) fn status(outcome: &Outcome) -> &'static str {
    let is_lost = outcome.error.as_ref().is_some_and(|error| error.kind == ErrorKind::BrowserLost);
    if is_lost { "lost" } else { "done" }
}

/// The record of a run: `{"url", "status"}` and the members of the outcome, as for a line of many.
fn document(url: Option<&Source>, outcome: &Outcome, refusals: &Refusals) -> Value {
    let mut members = Map::new();
    members.insert("url".to_owned(), url.map(ToString::to_string).into());
    members.insert("status".to_owned(), status(outcome).into());
    if let Value::Object(outcome) = with_refusals(outcome, refusals) {
        members.extend(outcome);
    }
    Value::Object(members)
}

/// The outcome, and what was refused if something was.
pub(super) fn with_refusals(outcome: &Outcome, refusals: &Refusals) -> Value {
    let mut outcome = json!(outcome);
    if let Some(members) = outcome.as_object_mut().filter(|_| !refusals.list.is_empty()) {
        let one = |Refused { refusal, count, .. }: &Refused| {
            let (host, port) = refusal.target();
            let reason = refusal.reason().to_string();
            json!({ "host": host, "port": port, "rule": refusal.rule().as_str(), "reason": reason, "count": count })
        };
        members.insert("refused".to_owned(), refusals.list.iter().map(one).collect());
        if refusals.dropped > 0 {
            members.insert("refused_dropped".to_owned(), refusals.dropped.into());
        }
    }
    outcome
}

fn say_journal(outcome: &Outcome) {
    if !outcome.calls.is_empty() {
        let error = outcome.error.as_ref().map_or("", |error| error.message.as_str());
        output::say(&journal(&outcome.calls, error));
    }
    if outcome.calls_dropped > 0 {
        output::say(&format!("journal: {} more calls were not written down", outcome.calls_dropped));
    }
}

/// The error, and the engine's stack where that says more.
pub(super) fn say_error(outcome: &Outcome) {
    if let Some(error) = &outcome.error {
        output::complain(&error.to_string());
        // Engines begin a stack with the error's name and message, which stand there already.
        let said = format!("{}: {}", error.name, error.message);
        let stack = error.stack.strip_prefix(&said).unwrap_or(&error.stack).trim_start_matches('\n');
        if !stack.is_empty() {
            output::say(stack);
        }
    }
}

/// The journal as a table: milliseconds, call, outcome.
///
/// Messages that `error` repeats below the table are left out.
pub(super) fn journal(calls: &[Call], error: &str) -> String {
    let rows: Vec<String> = calls
        .iter()
        .map(|call| {
            let args = match &call.args {
                Value::Array(args) => args.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
                other => other.to_string(),
            };
            let outcome = match &call.outcome {
                CallOutcome::Returned => "ok".to_owned(),
                CallOutcome::Threw { name, message } if name.is_empty() => format!("threw {message}"),
                CallOutcome::Threw { name, message } => format!("threw {name}: {message}"),
                CallOutcome::Denied { name, message } if message == error => format!("denied {name}"),
                CallOutcome::Denied { name, message } => format!("denied {name}: {message}"),
                _ => "had not settled".to_owned(),
            };
            let source = match call.source.kind {
                SourceKind::Manifest => String::new(),
                _ => format!("[{}]  ", call.source),
            };
            format!("{:>9.1} ms  {}({})  {source}{outcome}", call.duration_ms, call.tool, shorten(&args))
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

/// Returns the exit code: a script that failed is a finding.
///
/// A browser that failed is not the script's fault; a file that was not written counts when nothing else failed.
pub(super) fn exit(outcome: &Outcome, saved: Exit) -> Exit {
    match outcome.error.as_ref().map(|error| error.kind) {
        None => saved,
        Some(ErrorKind::BrowserLost | ErrorKind::Transport) => Exit::Browser,
        // The page may go elsewhere between the check at the start and the script.
        Some(ErrorKind::Origin | ErrorKind::Denied) => Exit::Refused,
        Some(_) => Exit::Findings,
    }
}

/// Returns whether a guard refused a call or an access of the script.
fn is_denied(outcome: &Outcome) -> bool {
    outcome.error.as_ref().is_some_and(|error| error.kind == ErrorKind::Denied)
}
