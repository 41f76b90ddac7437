//! `webagents exec`: code of the caller's, with a site's tools, in a real browser.

use std::sync::Arc;

use url::Url;
use webagents_browse::Secrets;
use webagents_runtime::{Guards, Outcome};
use webagents_runtime_webdriver::Refusals;

use crate::args;
use crate::commands::browsers::{after, picture};
use crate::commands::login::{self, LoggedIn};
use crate::commands::outcome::{Options, Report, result_options, save_result, take_result};
use crate::commands::runs::Runs;
use crate::commands::site::{Site, Use, enter, find, page, registered};
use crate::commands::{guards, many, session};
use crate::exit::{Exit, Failure};
use crate::file;
use crate::output;
use crate::report::plural;
use crate::source::{self, permitted};

pub(super) async fn run(args: &args::Exec) -> Result<Exit, Failure> {
    if let Some(name) = &args.script.in_session.session {
        args.many.lines()?;
        return session::exec(args, name).await;
    }
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
        hidden: Vec::new(),
        // The address that was typed is the user's own word, as it is for discovery.
        guarded: permitted(&url, &args.network)?,
    };
    let login = login::browsers(wanted, state).await?;
    let runs = Runs::default();
    let work = in_browser(args, &code, site, guards, &login, &runs);
    let (ran, asked) = login.browsers.around_run(&runs, work).await?;
    after(tell(args, ran)?, asked)
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
    runs: &Runs,
) -> Result<Ran, Failure> {
    let (origin, pin) = (site.origin(), Arc::clone(&site.pin));
    let mut session = login.session().await?;
    session.use_guards(guards.clone());
    let tools = Use::by(code, args.script.wait.time());
    let mut session = enter(session, &site, &args.network, tools).await?;
    let listed = registered(&session);
    let left_out =
        guards::check_webmcp(&args.guards, &guards, (&origin, &pin.manifest), &mut session).await?;
    let unmatched = guards::unmatched(&args.guards, &guards.options().policy, session.tools());
    for line in listed.into_iter().chain(left_out).chain(unmatched) {
        output::say(&line);
    }
    let (path, longest) = (args.script.save_result.as_deref(), args.script.max_result);
    let options =
        result_options(args.script.deadline, longest, path.is_some()).with_tool_wait(args.script.wait.time());
    let run = runs.begin();
    let mut outcome = session.execute_until(code, &options, run.cancelled()).await;
    let result = path.and_then(|_| take_result(&mut outcome, longest));
    let saved = [
        guards::record(
            &args.guards,
            guards::Audited { origin: &origin, pin: &pin, code },
            &outcome,
            &Secrets::default(),
        ),
        picture(&mut session, args.screenshot.as_deref()).await,
        login::save(&mut session, args.save_storage_state.as_deref()).await,
        save_result(result.as_ref(), path),
    ];
    let refusals = session.refusals();
    // The outcome is what counts; a browser that does not close by itself is ended with its process group.
    let _ = session.close().await;
    drop(run);
    Ok(Ran { outcome, refusals, unsaved: saved.into_iter().filter_map(Result::err).collect() })
}

/// Reports the outcome of the code.
fn tell(args: &args::Exec, ran: Ran) -> Result<Exit, Failure> {
    let Ran { outcome, refusals, unsaved } = ran;
    let url = args.script.url.as_ref().map(ToString::to_string);
    let options = Options { guards: &args.guards, place: "" };
    Report::new(url, &outcome, &refusals, options, args.json).tell(&unsaved)
}
