//! `webagents exec`: code of the caller's, with a site's tools, in a real browser.

use std::sync::Arc;

use serde_json::{Map, Value, json};
use url::Url;
use webagents_runtime::{Call, ErrorCode, ExecuteOptions, Guards, Outcome};
use webagents_runtime_webdriver::Refusals;

use crate::args::{self, SourceArg};
use crate::commands::browsers::picture;
use crate::commands::login::{self, LoggedIn};
use crate::commands::outcome::{exit, is_denied, say_refusals, show, status, with_refusals};
use crate::commands::site::{Site, enter, find, page, registered};
use crate::commands::{guards, many};
use crate::exit::{Exit, Failure};
use crate::file::{self, Mode};
use crate::output;
use crate::report::plural;
use crate::source::{self, permitted};

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
    for path in [&args.script.save_result, &args.screenshot, &args.save_storage_state].into_iter().flatten() {
        file::expect_writable(path)?;
    }
    let code = source::code(
        args.script.file.as_deref(),
        args.script.code.as_deref(),
        args.script.manifest.as_ref(),
        "--manifest FILE",
    )?;
    let guards = guards::guards(&args.guards)?;
    let state = login::state(&args.login)?;
    output::say(&format!("looking for the tools of {url}"));
    let site = find(&url, args.script.manifest.as_ref(), &args.network).await?;
    // Before a browser starts.
    guards::check(&args.guards, &guards, &site.origin(), &site.pin).await?;
    if site.found.has_no_manifest() {
        output::say("it has no webagents.md; starting a browser for the tools that its page registers");
    } else {
        let tools = plural(site.found.toolbox.tools().len(), "tool");
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
fn address(args: &args::Exec) -> Result<Url, Failure> {
    match &args.script.url {
        Some(url) => url.url(),
        None => Err(Failure::usage("URL is missing")),
    }
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
    let unmatched = guards::unmatched(&args.guards, &guards.options().policy, session.tools());
    for line in told.into_iter().chain(left_out).chain(unmatched) {
        output::say(&line);
    }
    let mut options = ExecuteOptions::within(args.script.deadline);
    options.max_result_bytes = match args.script.save_result {
        Some(_) => args.script.max_result.max(SAVED_BYTES),
        None => args.script.max_result,
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
        let mut told = document(args.script.url.as_ref(), &outcome, &refusals);
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
        saved = output::report(failure, false);
    }
    Ok(exit(&outcome, saved))
}

/// Prints the option that would allow the call that the policy refused.
fn say_remedy(outcome: &Outcome, guards: &args::GuardArgs) {
    let denied = |call: &&Call| call.outcome.code() == Some(ErrorCode::ToolDenied);
    let Some(call) = outcome.calls.iter().find(denied).filter(|_| is_denied(outcome)) else { return };
    let ask = if guards.confirm { "" } else { ", --confirm asks on the terminal" };
    output::say(&format!("  help: --allow {} lets it be called{ask}", call.tool));
}

/// Saves the result, if a file was named, and replaces it by a mark where it is too long to print.
fn save_result(outcome: &mut Outcome, args: &args::Exec) -> Result<(), Failure> {
    let (Some(path), Some(value)) = (&args.script.save_result, &outcome.value) else { return Ok(()) };
    let mut text = value.to_string();
    let shown = text.len() <= args.script.max_result;
    text.push('\n');
    file::write(path, text.as_bytes(), Mode::Kept)?;
    output::say(&format!("saved {} bytes to {}", text.len(), path.display()));
    if !shown {
        outcome.value = Some(json!({ "$type": "truncated", "reason": "size" }));
    }
    Ok(())
}

/// The record of a run: `{"url", "status"}` and the members of the outcome, as for a line of many.
fn document(url: Option<&SourceArg>, outcome: &Outcome, refusals: &Refusals) -> Value {
    let mut members = Map::new();
    members.insert("url".to_owned(), url.map(ToString::to_string).into());
    members.insert("status".to_owned(), status(outcome).into());
    if let Value::Object(outcome) = with_refusals(outcome, refusals) {
        members.extend(outcome);
    }
    Value::Object(members)
}
