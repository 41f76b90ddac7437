//! `webagents session`: browsers that later commands use by their names.

mod exec;
mod live;
mod supervisor;

use serde_json::{Value, json};

pub(super) use self::exec::exec;
pub(super) use self::supervisor::supervise;
use crate::args::{SessionCommand, SessionStart, SessionStop, SourceArg};
use crate::exit::{Exit, Failure};
use crate::output;
use crate::report::plural;
use crate::session::{self, Stopped};

pub(super) async fn run(command: &SessionCommand) -> Result<Exit, Failure> {
    match command {
        SessionCommand::Start(args) => start(args).await,
        SessionCommand::List(args) => list(args.json).await,
        SessionCommand::Stop(args) => stop(args).await,
    }
}

async fn start(args: &SessionStart) -> Result<Exit, Failure> {
    // What is wrong with what was typed is reported before a process starts.
    if let Some(url) = &args.url {
        super::site::page(url.url()?)?;
    }
    if args.manifest == Some(SourceArg::Stdin) {
        return Err(Failure::usage("a session has no stdin; expected a file or a URL after --manifest"));
    }
    args.driver.check(args.browser)?;
    super::guards::options(&args.rules.guards)?;
    super::browse::options(&args.rules.safety)?;
    super::login::state(&args.login)?;
    let session = session::start(&args.name).await?;
    if args.json {
        output::json(&json!({ "ok": true, "session": session }))?;
        return Ok(Exit::Ok);
    }
    let tools = session["tools"].as_array().map_or(0, Vec::len);
    output::say(&format!(
        "the session {} runs with {}; use it with --session {}",
        text(&session["id"]),
        plural(tools, "tool"),
        args.name
    ));
    output::data(text(&session["id"]))?;
    Ok(Exit::Ok)
}

async fn list(as_json: bool) -> Result<Exit, Failure> {
    let (mut sessions, mut failed) = (Vec::new(), Vec::new());
    let mut exit = Exit::Ok;
    for (name, session) in session::list().await? {
        match session {
            Ok(session) => {
                if !as_json {
                    output::data(&line(&session))?;
                }
                sessions.push(session);
            }
            Err(failure) => {
                exit = failure.exit();
                if !as_json {
                    output::report(&failure, false);
                }
                failed.push(json!({ "name": name, "error": failure.json() }));
            }
        }
    }
    if as_json {
        output::json(&json!({ "sessions": sessions, "failed": failed }))?;
    } else if sessions.is_empty() && failed.is_empty() {
        output::say("there are no sessions; `webagents session start NAME URL` starts one");
    }
    Ok(exit)
}

/// A session in one line.
fn line(session: &Value) -> String {
    let state = text(&session["state"]);
    let rest = match state {
        "ended" => format!("{}: {}", text(&session["ended"]), text(&session["why"])),
        "running" => {
            let serving = session["serving"]["command"].as_str();
            let doing = match (serving, session["ends_in_seconds"].as_u64()) {
                (Some(command), _) => format!("serves `{command}`"),
                (None, Some(seconds)) => format!("ends in {seconds} s"),
                (None, None) => "begins".to_owned(),
            };
            format!("{doing}  {}", text(&session["url"]))
        }
        _ => format!("process {}", session["pid"]),
    };
    // One line for each, whatever is in an address or an error.
    format!("{:<12} {:<9} {}", text(&session["id"]), state, rest.replace('\n', " "))
}

async fn stop(args: &SessionStop) -> Result<Exit, Failure> {
    let all = match &args.name {
        Some(name) => vec![(name.clone(), Ok(session::stop(name).await?))],
        None => session::stop_all().await?,
    };
    let (mut stopped, mut failed) = (Vec::new(), Vec::new());
    let mut exit = Exit::Ok;
    for (name, ended) in all {
        match ended {
            Ok(ended) => {
                if !args.json {
                    output::say(&words(&ended));
                }
                stopped.push(ended.json());
            }
            Err(failure) => {
                exit = failure.exit();
                if !args.json {
                    output::report(&failure, false);
                }
                failed.push(json!({ "name": name, "error": failure.json() }));
            }
        }
    }
    if args.json {
        output::json(&json!({ "ok": failed.is_empty(), "stopped": stopped, "failed": failed }))?;
    } else if stopped.is_empty() && failed.is_empty() {
        output::say("no session runs");
    }
    Ok(exit)
}

fn words(stopped: &Stopped) -> String {
    let record = &stopped.record;
    let id = text(&record["id"]);
    match (stopped.had_ended, stopped.killed) {
        (true, _) => {
            format!("the session {id} had ended at {}: {}", text(&record["ended"]), text(&record["why"]))
        }
        (false, true) => {
            format!("ended the session {id}; its supervisor did not end by itself and was killed")
        }
        (false, false) => format!("ended the session {id}"),
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
