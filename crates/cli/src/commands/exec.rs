//! `webagents exec`: code of the caller's, with a site's tools, in a real browser.

use webagents_host::{
    BrowserSource, FoundSite, HostGuards, HostSession, HostTools, Outcome, RecordedRun, Refusals,
    SaveOptions, ToolNeed,
};

use crate::args;
use crate::commands::browsers::{after, around_run, save_picture};
use crate::commands::login;
use crate::commands::outcome::{Options, Report, result_options, save_result, take_result};
use crate::commands::runs::Runs;
use crate::commands::site::{PageWaits, enter, find};
use crate::commands::{guards, host_failure, programs, session};
use crate::exit::{Exit, Failure};
use crate::file;
use crate::output;
use crate::report::plural;
use crate::source::{self, permitted};

pub(super) async fn run(args: &args::Exec) -> Result<Exit, Failure> {
    if let Some(name) = &args.in_session.session {
        return session::exec(args, name).await;
    }
    let tools = crate::programs::tools(&args.script.run.realm)?;
    let (url, text) = session::positions(&args.script)?;
    let code = source::code(
        args.script.file.as_deref(),
        text.as_deref(),
        args.script.run.manifest.as_ref(),
        "--manifest FILE",
    )?;
    let Some(url) = url else {
        return programs::run_without_page(args, &code, tools).await;
    };
    // Errors of the arguments are reported before anything is requested, and a file that cannot be written
    // before its contents are made.
    args.browser.check()?;
    for path in [&args.script.save_result, &args.screenshot, &args.save_storage_state].into_iter().flatten() {
        file::expect_writable(path)?;
    }
    let guards = guards::guards(&args.guards)?;
    let state = login::state(&args.login)?;
    output::say(&format!("looking for the tools of {url}"));
    let site = find(&url, args.script.run.manifest.as_ref(), &args.egress.network).await?;
    // Before a browser starts.
    let guards = guards::with_lock(&args.guards, guards)?;
    guards::check(&args.guards, &guards, &site).await?;
    if site.site.has_no_manifest() {
        output::say("it has no webagents.md; starting a browser for the tools that its page registers");
    } else {
        let tools = plural(site.site.toolbox.tools().len(), "tool");
        output::say(&format!("starting a browser for {tools}"));
    }
    let wanted = login::Wanted {
        browser: args.browser.started,
        driver: &args.browser.driver,
        pages: args.egress.pages,
        login: &args.login,
        name: Some("webagents exec"),
        hidden: Vec::new(),
        // The address that was typed is the user's own word, as it is for discovery.
        guarded: permitted(&url, &args.egress.network)?,
    };
    let source = login::browsers(wanted, state).await?;
    let runs = Runs::default();
    let work = in_browser(args, &code, (&site, tools), guards, &source, &runs);
    let (ran, asked) = around_run(&source, &runs, work).await?;
    after(tell(args, ran)?, asked)
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
    (site, tools): (&FoundSite, HostTools),
    guards: HostGuards,
    source: &BrowserSource,
    runs: &Runs,
) -> Result<Ran, Failure> {
    let script = &args.script;
    let mut session = HostSession::new(source.acquire().await?, guards);
    session.use_host_tools(tools);
    let waits = PageWaits { load: args.egress.network.load(), tools: script.run.wait.time() };
    let (mut session, tools) = enter(session, site, ToolNeed::Code(code), waits, Some(&args.guards)).await?;
    for remark in guards::remarks(&args.guards, &site.origin(), &tools, session.toolbox()) {
        output::say(&remark);
    }
    let path = script.save_result.as_deref();
    let options = result_options(script.run.deadline, script.run.max_result, path.is_some())
        .with_tool_wait(waits.tools)
        .with_realm(script.run.realm.realm);
    let run = runs.begin();
    let RecordedRun { mut outcome, recorded, .. } = session.run_until(code, &options, run.cancelled()).await;
    let result = path.and_then(|_| take_result(&mut outcome, script.run.max_result));
    let wanted = SaveOptions {
        screenshot: args.screenshot.is_some(),
        storage_state: args.save_storage_state.is_some(),
    };
    let saved = session.save(wanted).await;
    let saved = [
        recorded.map_err(|error| host_failure::failure(&args.guards, error)),
        save_picture(saved.screenshot, args.screenshot.as_deref()),
        login::save(saved.storage_state, args.save_storage_state.as_deref()),
        save_result(result.as_ref(), path),
    ];
    let refusals = session.session().refusals();
    // The outcome is what counts; a browser that does not close by itself is ended with its process group.
    let _ = session.close().await;
    drop(run);
    Ok(Ran { outcome, refusals, unsaved: saved.into_iter().filter_map(Result::err).collect() })
}

/// Reports the outcome of the code.
fn tell(args: &args::Exec, ran: Ran) -> Result<Exit, Failure> {
    let Ran { outcome, refusals, unsaved } = ran;
    let url = args.script.url.as_ref().map(ToString::to_string);
    let options = Options { guards: &args.guards, realm: args.script.run.realm.realm, place: "" };
    Report::new(url, &outcome, &refusals, options, args.json).tell(&unsaved)
}
