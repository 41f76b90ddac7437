//! Runs code in a process of its own, and decides on every call that it makes.
//!
//! The decision: the code is not in the page. A call goes from the process ([`Isolate`]) to this module, which
//! copies, validates and judges it, requests the user's consent, counts it and writes it into the journal; only then
//! a page, or a handler of this program, gets it. So policy, consent and journal hold for any code: the process has
//! nothing that it could make a call with, and the page never gets the code.
//!
//! ```text
//! process --turn of calls--> Dispatcher --decided calls--> page (`calls.js`)
//!         <----answers-----             <----answers-----
//! ```
//!
//! The page serves one command at a time. A command starts the calls that wait and answers when one of all open calls
//! settles, or after a time in which the code may have made further calls (40 ms).

mod calls;
mod clock;
mod dispatcher;
mod ending;
mod engine;
mod handlers;
mod journal;
mod message;
mod page;
mod prelude;

use std::pin::Pin;
use std::time::Instant;

use tracing::{Instrument as _, debug, debug_span};

pub use self::engine::{
    Isolate, IsolateError, IsolateErrorKind, IsolateFuture, IsolateSender, IsolateSource, IsolatedCode,
};
pub use self::prelude::library;

use self::dispatcher::Dispatcher;
use crate::execute::Cancellation;
use crate::guard::Guards;
use crate::options::ExecuteOptions;
#[cfg(feature = "preflight")]
use crate::options::Realm;
use crate::outcome::Outcome;
use crate::page::Page;
use crate::tools::toolbox::Toolbox;

/// Runs JavaScript in a process; its object `global` has the tools of `toolbox` as methods.
///
/// `code` is the body of an async function. Calls of the site's tools go to `page`, and without a page they are refused.
/// The toolbox's [`host_tools`](Toolbox::host_tools) are objects next to `global`, and their calls go to the handlers of
/// this program. The guards decide on each call first, whatever the code is.
///
/// Returns `None`, and no call was made, if `is_current` is set and the page registers other tools by now than those in
/// the toolbox: list them again, and run the code in another process.
///
/// It ends when `cancelled` is ready, as [`execute_until`](crate::execute_until) does.
#[expect(clippy::too_many_arguments, reason = "the arguments of `execute_until`, and the process")]
pub async fn execute_isolated(
    isolate: Box<dyn Isolate>,
    page: Option<&mut dyn Page>,
    toolbox: &Toolbox,
    code: &str,
    options: &ExecuteOptions,
    guards: &Guards,
    cancelled: Pin<&mut (dyn Future<Output = ()> + Send)>,
    is_current: bool,
) -> Option<Outcome> {
    let cancellation = Cancellation::new(cancelled);
    let span = debug_span!("execute isolated", origin = toolbox.origin(), tools = toolbox.tools().len());
    let began = Instant::now();
    #[cfg(feature = "preflight")]
    let checked = match crate::preflight::check_run(code, toolbox, options, guards, Realm::Isolated, began) {
        Ok(code) => code,
        Err(outcome) => return Some(*outcome),
    };
    #[cfg(feature = "preflight")]
    let (code, warnings, moves) = (&*checked.code, checked.warnings, checked.moves);
    let mut dispatcher = Dispatcher::new(toolbox, options, guards, cancellation, began, is_current);
    #[cfg(feature = "preflight")]
    {
        dispatcher.code.origins.moves = moves;
    }
    let ran = dispatcher.run(isolate, page, code).instrument(span.clone()).await;
    let outcome = dispatcher.close(ran?);
    #[cfg(feature = "preflight")]
    let outcome = Outcome { warnings: warnings.into_iter().chain(outcome.warnings).collect(), ..outcome };
    let error = outcome.error().map(|error| error.kind.as_str());
    span.in_scope(|| debug!(error, calls = outcome.calls.len(), duration = ?outcome.duration, "run ended"));
    Some(outcome)
}
