//! `exec --session`: code in the browser of a session.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use url::Url;

use super::live::Ran;
use crate::args::{self, SessionName, SourceArg};
use crate::commands::browsers::{after, until_signal};
use crate::commands::login::save_text;
use crate::commands::outcome::save_result;
use crate::commands::runs::Runs;
use crate::commands::site::page;
use crate::exit::{Exit, Failure};
use crate::file::{self, Mode};
use crate::output;
use crate::programs::ProgramTable;
use crate::session::{Answer, ExecRequest, Files, Request, Wants, at_start, call_until};
use crate::source;

pub(in crate::commands) async fn exec(args: &args::Exec, name: &SessionName) -> Result<Exit, Failure> {
    check(args, name)?;
    let script = &args.script;
    for path in [&script.save_result, &args.screenshot, &args.save_storage_state].into_iter().flatten() {
        file::expect_writable(path)?;
    }
    let (url, text) = positions(script)?;
    let code = source::code(script.file.as_deref(), text.as_deref(), None, "")?;
    let tools = ProgramTable::read(&script.run.realm)?;
    let wants = Wants {
        result: script.save_result.is_some(),
        picture: args.screenshot.is_some(),
        storage_state: args.save_storage_state.is_some(),
    };
    let request = ExecRequest {
        url: url.map(|url| url.to_string()),
        code,
        deadline: script.run.deadline,
        load: args.egress.network.load(),
        wait_tools: script.run.wait.time(),
        max_result: script.run.max_result,
        realm: script.run.realm.realm.to_string(),
        json: args.json,
        tools,
        wants,
    };
    let runs = Runs::default();
    let calling = async {
        let run = runs.begin();
        call_until(name, &args.in_session, Request::Exec(request), run.cancelled()).await
    };
    let (answer, asked) = until_signal(&runs, calling).await?;
    let Answer { value, files } = answer;
    let ran: Ran = serde_json::from_value(value).map_err(|error| {
        Failure::new(Exit::Browser, format!("the session {name} sent an answer that cannot be read: {error}"))
    })?;
    for note in &ran.notes {
        output::say(note);
    }
    let saved = [
        picture(args, &files),
        args.save_storage_state
            .as_deref()
            .zip(files.storage_state.as_deref())
            .map_or(Ok(()), |(path, state)| save_text(path, state)),
        save_result(ran.result.as_ref(), script.save_result.as_deref()),
    ];
    let unsaved: Vec<Failure> = ran
        .failures
        .iter()
        .map(Failure::from_wire)
        .chain(saved.into_iter().filter_map(Result::err))
        .collect();
    after(ran.report.tell(&unsaved)?, asked)
}

fn picture(args: &args::Exec, files: &Files) -> Result<(), Failure> {
    let (Some(path), Some(picture)) = (&args.screenshot, &files.picture) else { return Ok(()) };
    let png = BASE64_STANDARD
        .decode(picture)
        .map_err(|error| Failure::new(Exit::Browser, format!("the picture cannot be read: {error}")))?;
    file::write(path, &png, Mode::Kept)?;
    output::say(&format!("saved {}", path.display()));
    Ok(())
}

/// The page, if one was named, and the code.
///
/// Where there is one argument it is the code, unless that comes from a file.
pub(in crate::commands) fn positions(
    script: &args::ScriptArgs,
) -> Result<(Option<Url>, Option<String>), Failure> {
    let missing = || {
        Failure::usage("CODE is missing")
            .help("write: webagents exec URL CODE, exec --session NAME [URL] CODE, or exec --tools FILE CODE; - is stdin")
    };
    match (&script.url, &script.code, &script.file) {
        (Some(url), Some(_), _) | (Some(url), None, Some(_)) => {
            Ok((Some(page(url.url()?)?), script.code.clone()))
        }
        (Some(only), None, None) => {
            let text = match only {
                SourceArg::Stdin => "-".to_owned(),
                SourceArg::File(path) => path.to_string_lossy().into_owned(),
                SourceArg::Url(text) => text.clone(),
            };
            // As code it would be a label and a comment.
            let is_address = text.starts_with("http://") || text.starts_with("https://");
            if is_address && Url::parse(&text).is_ok() && !text.contains(char::is_whitespace) {
                return Err(missing());
            }
            Ok((None, Some(text)))
        }
        (None, _, Some(_)) => Ok((None, None)),
        (None, ..) => Err(missing()),
    }
}

/// Refuses options that hold for the whole session.
fn check(args: &args::Exec, name: &SessionName) -> Result<(), Failure> {
    let given =
        args.browser.given().or(args.egress.pages.given()).or(args.login.given()).or(args.guards.given());
    let manifest = args.script.run.manifest.as_ref().map(|_| "--manifest");
    let allow_host = Some("--allow-host").filter(|_| !args.egress.network.allow_host.is_empty());
    match given.or(manifest).or(allow_host) {
        Some(option) => Err(at_start(option, name)),
        None => Ok(()),
    }
}
