//! The state of a session by its name.

use crate::args::SessionName;
use crate::exit::Failure;
use crate::session::folder::Folder;
use crate::session::record::{Ended, Record, millis};

/// Returns the record of a session, with its end if it has ended.
///
/// A supervisor that was killed could not write when it ended: the file of its lock has when it last lived.
pub(crate) fn look_up(folder: &Folder, name: &SessionName) -> Result<Option<Record>, Failure> {
    let Some(mut record) = folder.record(name)? else { return Ok(None) };
    if record.ended.is_none()
        && let Some(seen) = folder.last_seen(&record)?
    {
        // It may have ended in its own way since the record was read.
        if let Some(again) =
            folder.record(name)?.filter(|again| again.id != record.id || again.ended.is_some())
        {
            return Ok(Some(again));
        }
        let why = format!(
            "its supervisor (process {}) ended without a record, as when it is killed or the machine restarts; its \
             browser ended with it",
            record.pid
        );
        record.ended = Some(Ended { at: millis(seen), why });
    }
    Ok(Some(record))
}

/// Names of sessions that a failure lists.
const LISTED: usize = 20;

/// The failure of a command that names a session which was never started.
pub(crate) fn unknown(folder: &Folder, name: &SessionName) -> Failure {
    let runs = |name: &SessionName| {
        look_up(folder, name).is_ok_and(|record| record.is_some_and(|record| record.ended.is_none()))
    };
    let names = folder.names().unwrap_or_default();
    let running: Vec<&str> =
        names.iter().filter(|name| runs(name)).map(SessionName::as_str).take(LISTED).collect();
    let known =
        if running.is_empty() { "none runs".to_owned() } else { format!("running: {}", running.join(", ")) };
    Failure::usage(format!("no session is called {name}; {known}"))
        .help(format!("`webagents session start {name} URL` starts it"))
}

/// The failure of a command with an option that holds for a whole session.
pub(crate) fn at_start(option: &str, name: &SessionName) -> Failure {
    Failure::usage(format!(
        "{option} holds for a whole session, and {name} was started without it or with its own"
    ))
    .help(format!("leave it out, or give it to `webagents session start {name}`"))
}
