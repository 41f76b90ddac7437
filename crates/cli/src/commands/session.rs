//! `webagents session`: browsers that later commands use by their names.

mod exec;
mod live;
mod supervisor;

use serde_json::{Value, json};

pub(super) use self::exec::{exec, positions};
pub(super) use self::supervisor::supervise;
use crate::args::{SessionCommand, SessionList, SessionName, SessionStart, SessionStop, SourceArg};
use crate::exit::{Exit, Failure};
use crate::output;
use crate::report::plural;
use crate::session::{self, Stopped};

pub(super) async fn run(command: &SessionCommand) -> Result<Exit, Failure> {
    match command {
        SessionCommand::Start(args) => start(args).await,
        SessionCommand::List(args) => list(args).await,
        SessionCommand::Stop(args) => stop(args).await,
    }
}

async fn start(args: &SessionStart) -> Result<Exit, Failure> {
    // Errors of the arguments are reported before a process starts.
    if let Some(url) = &args.url {
        super::site::page(url.url()?)?;
    }
    if args.manifest == Some(SourceArg::Stdin) {
        return Err(Failure::usage("a session has no stdin; expected a file or a URL after --manifest"));
    }
    args.browser.check()?;
    super::guards::options(&args.rules.guards)?;
    super::browse::options(&args.rules.safety)?;
    super::login::state(&args.login)?;
    let session = session::start(&args.name).await?;
    let printed = print_started(args, &session);
    if printed.is_err() {
        // Nobody knows of the session, so that nobody would end it.
        session::stop(&args.name).await?;
    }
    printed.map(|()| Exit::Ok)
}

/// Prints the id of a session that was started.
fn print_started(args: &SessionStart, session: &Value) -> Result<(), Failure> {
    if args.json {
        return output::json(&json!({ "ok": true, "session": session }));
    }
    let tools = session["tools"].as_array().map_or(0, Vec::len);
    output::say(&format!(
        "the session {} runs with {}; use it with --session {}",
        text(&session["id"]),
        plural(tools, "tool"),
        args.name
    ));
    output::data(text(&session["id"]))
}

async fn list(args: &SessionList) -> Result<Exit, Failure> {
    let mut all = session::list().await?;
    let known = all.len();
    all.retain(|(_, session)| {
        args.all || session.as_ref().map_or(true, |session| session["state"] != "ended")
    });
    let ended = known - all.len();
    let Reported { values, failed, exit } = report_each(all, args.json, |session| {
        if !args.json {
            output::data(&line(&session))?;
        }
        Ok(session)
    })?;
    if args.json {
        output::json(&json!({ "sessions": values, "failed": failed }))?;
    } else if values.is_empty() && failed.is_empty() {
        let others = if ended > 0 { format!(" ({ended} ended: --all lists them)") } else { String::new() };
        output::say(&format!("no session runs{others}; `webagents session start NAME URL` starts one"));
    }
    Ok(exit)
}

/// Sessions as JSON, and those with a failure.
struct Reported {
    values: Vec<Value>,
    failed: Vec<Value>,
    exit: Exit,
}

/// Reports each session by `one`, which returns it as JSON, and each failure.
fn report_each<T>(
    sessions: Vec<(SessionName, Result<T, Failure>)>,
    as_json: bool,
    one: impl Fn(T) -> Result<Value, Failure>,
) -> Result<Reported, Failure> {
    let mut reported = Reported { values: Vec::new(), failed: Vec::new(), exit: Exit::Ok };
    for (name, session) in sessions {
        match session {
            Ok(session) => reported.values.push(one(session)?),
            Err(failure) => {
                reported.exit = failure.exit();
                if !as_json {
                    output::report(&failure, false);
                }
                reported.failed.push(json!({ "name": name, "error": failure.json() }));
            }
        }
    }
    Ok(reported)
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
    let Reported { values, failed, exit } = report_each(all, args.json, |ended| {
        if !args.json {
            output::say(&words(&ended));
        }
        Ok(ended.json())
    })?;
    if args.json {
        output::json(&json!({ "ok": failed.is_empty(), "stopped": values, "failed": failed }))?;
    } else if values.is_empty() && failed.is_empty() {
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
