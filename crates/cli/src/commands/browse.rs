//! `webagents browse`: commands on pages, from words or from lines of JSON.

use std::collections::BTreeSet;
use std::io::{self, BufRead as _, IsTerminal as _, Read as _};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::timeout;
use url::Url;
use webagents_browse::{
    ActionOptions, ActionPolicy, ActionQuestion, ActionRequest, Browse, BrowseError, BrowseErrorKind,
    BrowseReply, Command, ConfirmAction, Secret, TabAct,
};
use webagents_fetch::redact_urls;
use webagents_runtime::driver::{Driver, DriverError};

use crate::args::{BrowseArgs, BrowseSafety, SecretPlace, SessionName};
use crate::commands::{browsers, login};
use crate::exit::{Exit, Failure};
use crate::question::{self, Consent};
use crate::session::{BrowseRequest, at_start, call};
use crate::source::allowed;
use crate::{file, output};

/// Bytes of a request.
const REQUEST_BYTES: u64 = 1024 * 1024;
/// Bytes of a policy and of a secret.
const FILE_BYTES: usize = 1024 * 1024;
/// Time without a request, after one closed the session, in which others may come.
const SILENCE: Duration = Duration::from_secs(2);

pub(super) async fn run(args: &BrowseArgs) -> Result<Exit, Failure> {
    if args.words.is_empty() {
        return Err(
            Failure::usage("expected a command, found none").help(webagents_browse::help().trim_end())
        );
    }
    if let Some(help) = help(&args.words)? {
        output::data(&help)?;
        return Ok(Exit::Ok);
    }
    let is_stream = args.words == ["-"];
    if is_stream && !args.json {
        return Err(Failure::usage("- reads requests in JSON from stdin; pass --json as well"));
    }
    let request = if is_stream {
        None
    } else {
        match ActionRequest::from_words(args.words.iter().cloned()) {
            Ok(request) => Some(request),
            Err(error) => return Printed::new(&Err(error)).print(args.json),
        }
    };
    if let Some(name) = &args.in_session.session {
        return in_session(args, name, request).await;
    }
    let is_batch = request.as_ref().is_some_and(|request| matches!(request.command(), Command::Batch(_)));
    if !is_stream && !is_batch {
        return Err(Failure::usage(format!("browse {}: expected a session, found none", args.words[0])).help(
            "webagents session start NAME URL starts one for --session NAME; `browse batch` and `browse --json -` open a browser \
             for their run",
        ));
    }
    args.browser.check()?;
    let mut options = options(&args.safety)?;
    if !is_stream && io::stdin().is_terminal() {
        options = options.with_confirm(confirm(|question, once| {
            Box::pin(async move { Some(question::ask(&question, once).await) })
        }));
    }
    let mut guarded = allowed(&args.egress.network)?;
    // Addresses in arguments come from the user; addresses in a stream may come from a model.
    for url in request.iter().flat_map(typed) {
        guarded.allow_url(&url)?;
    }
    let state = login::state(&args.login)?;
    let wanted = login::Wanted {
        browser: args.browser.started,
        driver: &args.browser.driver,
        pages: args.egress.pages,
        login: &args.login,
        name: Some("webagents browse"),
        hidden: args.safety.variables(),
        guarded,
    };
    let source = login::browsers(wanted, state).await?;
    let work = async {
        let mut session = source.acquire().await?;
        let mut browse = Browse::new(options);
        let mut rest = None;
        let exit = match &request {
            Some(request) => {
                Printed::of(&mut browse, &mut session, request, args.deadline, true).await.print(args.json)
            }
            None => {
                let mut lines = requests()?;
                let exit = loop {
                    let answer = match next(&mut lines).await? {
                        None => break Ok(Exit::Ok),
                        Some(Ok(request)) => {
                            Printed::of(&mut browse, &mut session, &request, args.deadline, false).await
                        }
                        Some(Err(error)) => Printed::new(&Err(error)),
                    };
                    answer.print(true)?;
                    if answer.closes {
                        break Ok(Exit::Ok);
                    }
                };
                rest = Some(lines);
                exit
            }
        };
        // A browser that does not close by itself is ended with its process group.
        let _ = session.close().await;
        if let Some(lines) = rest {
            refuse(lines).await?;
        }
        exit
    };
    browsers::around(&source, work).await
}

/// The help text that words request, such as `click --help` or `help click`.
fn help(words: &[String]) -> Result<Option<String>, Failure> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["help"] => Ok(Some(webagents_browse::help())),
        [action, "--help" | "-h"] => Ok(webagents_browse::help_for(action)),
        ["help", action] => webagents_browse::help_for(action).map(Some).ok_or_else(|| {
            Failure::usage(format!("help: expected a command of browse, found {action:?}"))
                .help(webagents_browse::help().trim_end())
        }),
        _ => Ok(None),
    }
}

/// An answer of the user; none without a user.
type Asking = Pin<Box<dyn Future<Output = Option<Consent>> + Send>>;

/// Lets the user decide, by `ask`, about actions whose verdict is to confirm.
///
/// An answer for the session holds for the same action on the same element with the same texts. For a text that the
/// question does not show as a whole it is not offered, and `ask` receives `true`.
pub(super) fn confirm(ask: impl Fn(String, bool) -> Asking + Send + Sync + 'static) -> ConfirmAction {
    let allowed = Arc::<Mutex<BTreeSet<String>>>::default();
    Arc::new(move |question: ActionQuestion| {
        let text = format!("{}: {} on {}", question.origin, question.action, question.element);
        let identity = question.identity;
        let (allowed, answer) = (Arc::clone(&allowed), ask(text, identity.is_none()));
        Box::pin(async move {
            let known = || allowed.lock().unwrap_or_else(PoisonError::into_inner);
            if identity.as_ref().is_some_and(|identity| known().contains(identity)) {
                return Ok(Some(true));
            }
            let answer = answer.await;
            if let Some(identity) = identity.filter(|_| answer == Some(Consent::Session)) {
                known().insert(identity);
            }
            Ok(answer.map(|consent| consent != Consent::Denied))
        })
    })
}

/// The addresses of the pages that a request opens.
pub(super) fn typed(request: &ActionRequest) -> Vec<Url> {
    let requests = match request.command() {
        Command::Batch(requests) => requests.as_slice(),
        _ => std::slice::from_ref(request),
    };
    let url = |request: &ActionRequest| match request.command() {
        Command::Open { url } | Command::Tabs(TabAct::New(Some(url))) => {
            let url = webagents_browse::page_url(url).ok().and_then(|url| Url::parse(&url).ok());
            url.filter(|url| matches!(url.scheme(), "http" | "https"))
        }
        _ => None,
    };
    requests.iter().filter_map(url).collect()
}

/// Does the requests in a session that runs.
async fn in_session(
    args: &BrowseArgs,
    name: &SessionName,
    request: Option<ActionRequest>,
) -> Result<Exit, Failure> {
    let started = args.browser.given().or(args.egress.pages.given()).or(args.login.given());
    let given = started.or(args.safety.given()).or(args.egress.network.given());
    if let Some(option) = given {
        return Err(at_start(option, name));
    }
    let folder = file::current_folder()?;
    let ask = async |request: ActionRequest, is_typed: bool| {
        let request = BrowseRequest { request, deadline: args.deadline, is_typed, folder: folder.clone() };
        let answer = call(name, &args.in_session, crate::session::Request::Browse(Box::new(request))).await?;
        serde_json::from_value::<Printed>(answer).map_err(|error| {
            Failure::new(
                Exit::Browser,
                format!("the session {name} sent an answer that cannot be read: {error}"),
            )
        })
    };
    if let Some(request) = request {
        return ask(request, true).await?.print(args.json);
    }
    let mut lines = requests()?;
    while let Some(request) = next(&mut lines).await? {
        let answer = match request {
            Ok(request) => ask(request, false).await?,
            Err(error) => Printed::new(&Err(error)),
        };
        answer.print(true)?;
        if answer.closes {
            refuse(lines).await?;
            break;
        }
    }
    Ok(Exit::Ok)
}

/// Requests by their lines, or why one cannot be read.
type Lines = mpsc::Receiver<io::Result<Vec<u8>>>;

/// The next request of stdin; `None` at its end.
async fn next(lines: &mut Lines) -> Result<Option<Result<ActionRequest, BrowseError>>, Failure> {
    while let Some(line) = lines.recv().await {
        let line = line.map_err(|error| Failure::usage(format!("cannot read stdin: {error}")))?;
        if output::is_closed() {
            return Ok(None);
        }
        if u64::try_from(line.len()).unwrap_or(u64::MAX) > REQUEST_BYTES {
            // The rest of the line would be read as requests.
            lines.close();
            let message =
                format!("expected a request of at most {REQUEST_BYTES} bytes on a line, found more");
            return Ok(Some(Err(BrowseError::new(BrowseErrorKind::Usage, message))));
        }
        let text = String::from_utf8_lossy(&line);
        if !text.trim().is_empty() {
            return Ok(Some(ActionRequest::from_json(&text)));
        }
    }
    Ok(None)
}

/// Answers the requests after the one that closed the session.
///
/// A caller that only waits for the end of the command may leave stdin open, so a silence ends them as well.
async fn refuse(mut lines: Lines) -> Result<(), Failure> {
    while let Ok(request) = timeout(SILENCE, next(&mut lines)).await {
        if request?.is_none() {
            break;
        }
        let message = "the session is closed; no request is done after `close`";
        Printed::new(&Err(BrowseError::new(BrowseErrorKind::Usage, message))).print(true)?;
    }
    Ok(())
}

/// The lines of stdin, which a thread reads: it may outlive the command, but not the program.
fn requests() -> Result<Lines, Failure> {
    let (give, take) = mpsc::channel(1);
    let read = move || {
        let mut input = io::stdin().lock();
        loop {
            let mut line = Vec::new();
            let read = input.by_ref().take(REQUEST_BYTES + 1).read_until(b'\n', &mut line);
            let is_end = !matches!(read, Ok(count) if count > 0);
            if matches!(read, Ok(0)) || give.blocking_send(read.map(|_| line)).is_err() || is_end {
                return;
            }
        }
    };
    let thread = std::thread::Builder::new().name("requests".to_owned()).spawn(read);
    thread.map_err(|error| Failure::usage(format!("cannot read stdin: {error}")))?;
    Ok(take)
}

/// Result of a request, as it is printed.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Printed {
    /// The reply; of a batch in words the list of its replies.
    document: Value,
    /// The commands of such a batch that were run.
    commands: Vec<String>,
    exit: u8,
    closes: bool,
}

impl Printed {
    fn new(outcome: &Result<BrowseReply, BrowseError>) -> Self {
        let (document, exit, closes) = match outcome {
            Ok(reply) => {
                let mut document = json!({ "ok": true, "value": reply.value });
                if let Some(status) = reply.status {
                    document["status"] = status.into();
                }
                (document, 0, reply.closes)
            }
            Err(error) => (document(error), exit(error) as u8, false),
        };
        Self { document, commands: Vec::new(), exit, closes }
    }

    /// Runs a request. A batch in words has a reply for each command, one in JSON its last reply.
    pub(super) async fn of(
        browse: &mut Browse,
        driver: &mut (dyn Driver + '_),
        request: &ActionRequest,
        deadline: Duration,
        is_typed: bool,
    ) -> Self {
        let requests = match request.command() {
            Command::Batch(requests) if is_typed => requests,
            _ => return Self::new(&browse.run(driver, request, deadline).await),
        };
        let replies = browse.run_each(driver, requests, deadline).await;
        let replies: Vec<Self> = replies.iter().map(Self::new).collect();
        let line = |request: &ActionRequest| browse.secrets().redact(request.to_string());
        Self {
            commands: requests.iter().take(replies.len()).map(line).collect(),
            exit: replies.last().map_or(0, |reply| reply.exit),
            closes: replies.iter().any(|reply| reply.closes),
            document: replies.into_iter().map(|reply| reply.document).collect(),
        }
    }

    /// Returns whether a request closed the session.
    pub(super) fn closes(&self) -> bool {
        self.closes
    }

    /// Prints it, and returns the exit code.
    fn print(&self, as_json: bool) -> Result<Exit, Failure> {
        match &self.document {
            Value::Array(replies) if as_json => {
                output::value(&replies.iter().map(output::versioned).collect::<Vec<_>>())?;
            }
            document if as_json => output::json(document)?,
            Value::Array(replies) => {
                for (command, reply) in self.commands.iter().zip(replies) {
                    output::data(&format!("$ {command}"))?;
                    show(reply)?;
                }
            }
            document => show(document)?,
        }
        Ok(Exit::from_code(self.exit))
    }
}

/// Prints a reply as text.
fn show(document: &Value) -> Result<(), Failure> {
    if let Some(value) = document["value"].as_str() {
        output::data(value)
    } else {
        output::complain(document["error"]["message"].as_str().unwrap_or_default());
        Ok(())
    }
}

/// An error as JSON has it.
fn document(error: &BrowseError) -> Value {
    let message = redact_urls(error.message());
    json!({ "ok": false, "error": { "kind": error.kind().as_str(), "message": message } })
}

/// The failure of another command by an error.
pub(super) fn failure(error: &BrowseError) -> Failure {
    Failure::new(exit(error), error.message())
}

/// The exit code of an error.
fn exit(error: &BrowseError) -> Exit {
    let source = std::error::Error::source(error).and_then(|source| source.downcast_ref::<DriverError>());
    match (error.kind(), source) {
        (_, Some(DriverError::Page(page))) if page.kind().is_not_shown() => Exit::Network,
        (BrowseErrorKind::Usage | BrowseErrorKind::Unsupported, _) => Exit::Usage,
        (BrowseErrorKind::Denied, _) => Exit::Refused,
        (BrowseErrorKind::Page, _) => Exit::Browser,
        _ => Exit::Findings,
    }
}

/// The options of the commands.
pub(super) fn options(args: &BrowseSafety) -> Result<ActionOptions, Failure> {
    let mut options =
        ActionOptions::default().with_boundaries(args.boundaries).with_max_output(args.max_output());
    if let Some(folder) = &args.output_folder {
        options = options.with_folder(folder);
    }
    if let Some(path) = &args.action_policy {
        let policy: ActionPolicy =
            serde_json::from_str(&file::read_text(path, FILE_BYTES)?).map_err(|error| {
                Failure::usage(format!("{}: expected rules on actions: {error}", path.display()))
            })?;
        options = options.with_policy(policy);
    }
    for source in &args.secret {
        let value = match &source.place {
            SecretPlace::Variable(name) => std::env::var(name).map_err(|_| {
                Failure::usage(format!("--secret {}: the variable {name} is not set", source.name))
            })?,
            SecretPlace::File(path) => {
                file::read_text(path, FILE_BYTES)?.trim_end_matches(['\r', '\n']).to_owned()
            }
        };
        let secret = Secret::new(&source.name, value).map_err(|error| Failure::usage(error.to_string()))?;
        options = options.with_secret(secret);
    }
    for folder in &args.allow_output {
        if !folder.is_dir() {
            return Err(Failure::usage(format!(
                "--allow-output: expected a folder, found {}",
                folder.display()
            )));
        }
        options = options.with_output(folder);
    }
    for folder in &args.allow_upload {
        if !folder.is_dir() {
            return Err(Failure::usage(format!(
                "--allow-upload: expected a folder, found {}",
                folder.display()
            )));
        }
        options = options.with_uploads(folder);
    }
    Ok(options)
}
