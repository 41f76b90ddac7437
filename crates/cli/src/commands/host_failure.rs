//! Failures of the steps of `webagents-host`, with the files that the options name.

use std::path::Path;

use webagents_host::{Error, LockRefused};

use crate::args;
use crate::exit::{Exit, Failure};
use crate::file;

/// The failure of a step, with the files that were named.
pub(super) fn failure(args: &args::GuardArgs, error: Error) -> Failure {
    match (error, &args.lock, &args.audit) {
        (Error::Lock(refused), Some(path), _) => {
            let LockRefused { origin, registered, changes, .. } = refused;
            let message = match changes {
                Some(changes) => changes.to_string(),
                None => not_pinned(path, &origin, registered),
            };
            Failure::new(Exit::Refused, message).help(how_to_pin(path, registered))
        }
        (Error::Audit(error), _, Some(path)) => file::unwritable(path, &error),
        (error, ..) => error.into(),
    }
}

/// The message about tools without a pin.
pub(super) fn not_pinned(path: &Path, origin: &str, registered: bool) -> String {
    let what = if registered { format!("what pages of {origin} register") } else { origin.to_owned() };
    format!("{} does not pin {what} (rule `lock`)", path.display())
}

/// The command that pins the tools.
pub(super) fn how_to_pin(path: &Path, registered: bool) -> String {
    let path = path.display();
    if registered {
        format!("look at what the page registers, then: webagents lock URL --live --lock {path}")
    } else {
        format!("look at what changed, then: webagents lock URL --lock {path}")
    }
}
