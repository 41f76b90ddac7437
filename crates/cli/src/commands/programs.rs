//! Code that calls the programs of `--tools` alone.

use webagents_host::{HostTools, RecordedRun, ToolRunner};
use webagents_runtime_webdriver::Refusals;

use crate::args;
use crate::commands::browsers::{after, until_signal};
use crate::commands::outcome::{Options, Report, result_options, save_result, take_result};
use crate::commands::runs::Runs;
use crate::commands::{guards, host_failure};
use crate::exit::{Exit, Failure};
use crate::{file, output};

/// Runs code that calls the programs alone, without a browser.
pub(super) async fn run_without_page(
    args: &args::Exec,
    code: &str,
    tools: HostTools,
) -> Result<Exit, Failure> {
    let script = &args.script;
    let given = args.browser.given().or(args.egress.pages.given()).or(args.login.given());
    let more = [
        ("--manifest", script.run.manifest.is_some()),
        ("--screenshot", args.screenshot.is_some()),
        ("--save-storage-state", args.save_storage_state.is_some()),
        ("--lock", args.guards.lock.is_some()),
    ];
    let more = more.into_iter().find(|(_, is_given)| *is_given).map(|(name, _)| name);
    if let Some(option) = given.or(more) {
        return Err(Failure::usage(format!("{option} is for a page, and no URL was given"))
            .help("write: webagents exec --tools FILE URL CODE"));
    }
    let path = script.save_result.as_deref();
    if let Some(path) = path {
        file::expect_writable(path)?;
    }
    let runner = ToolRunner::new(tools, guards::guards(&args.guards)?);
    for warning in guards::describe_unmatched(&args.guards, &runner.unmatched(), runner.toolbox()) {
        output::say(&warning);
    }
    let options = result_options(script.run.deadline, script.run.max_result, path.is_some());
    let runs = Runs::default();
    let work = async {
        let run = runs.begin();
        Ok(runner.run_until(code, &options, run.cancelled()).await)
    };
    let (ran, asked) = until_signal(&runs, work).await?;
    let RecordedRun { mut outcome, recorded, .. } = ran;
    let result = path.and_then(|_| take_result(&mut outcome, script.run.max_result));
    let saved = [
        recorded.map_err(|error| host_failure::failure(&args.guards, error)),
        save_result(result.as_ref(), path),
    ];
    let unsaved: Vec<Failure> = saved.into_iter().filter_map(Result::err).collect();
    let options = Options { guards: &args.guards, place: "", realm: script.run.realm.realm };
    after(Report::new(None, &outcome, &Refusals::default(), options, args.json).tell(&unsaved)?, asked)
}
