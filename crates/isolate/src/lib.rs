//! A process that runs JavaScript of a model, restricted by the kernel.
//!
//! A [`Helper`] is a process for one run. It has an engine (QuickJS-NG), the standard objects of the language and of the
//! web that need no browser, and two pipes to its parent. Nothing else: no page, network, file, storage, module or
//! other run. It knows no tools: the caller's prelude and its parent agree on messages, which are texts.
//!
//! # A prelude
//!
//! The prelude is a list of scripts. Each script is an arrow function, of the host object and of the values that the
//! scripts before it returned. The last one returns the main function. The code is compiled when the main function
//! calls `host.compile()`, which returns an async function, or throws a `SyntaxError`. The run ends when the promise of the
//! main function settles.
//!
//! ```js
//! (host) => {
//!   let answer;
//!   globalThis.ask = (question) =>
//!     new Promise((resolve) => { answer = resolve; host.send(JSON.stringify({ question })); });
//!   host.onmessage = (text) => answer(text);
//!   host.onconsole = (level, values) => host.send(JSON.stringify({ level, values: values.map(String) }));
//!   return async () => {
//!     try {
//!       const value = await host.compile()();
//!       host.send(JSON.stringify({ value }));
//!     } catch (error) {
//!       host.send(JSON.stringify({ error: String(error), stack: error?.stack, limit: host.limit(error) }));
//!     }
//!   };
//! }
//! ```
//!
//! | member of `host` | meaning |
//! |---|---|
//! | `send(text)` | sends a message; throws a `RangeError` if it has more than `messageBytes` bytes; lone surrogates become U+FFFD |
//! | `messageBytes` | [`Limits::message`] |
//! | `compile()` | compiles the code as the body of an async function that it cannot close |
//! | `limit(error)` | names the limit that an exception is due to: `"memory"`, `"stack"` or `undefined` |
//! | `onmessage` | the prelude sets it: a function of the text of a message from the parent |
//! | `onconsole` | the prelude sets it: a function of a level (`log`, `info`, `debug`, `warn`, `error`) and an array of values |
//! | `onerror` | the prelude sets it: a function of an exception of a timer, a microtask or `onmessage` |
//! | `onrejection` | the prelude sets it: a function of the reason of a rejected promise that nothing handles after a turn |
//! | `reportRejections()` | calls `onrejection` for those so far, such as at the end of a run |
//!
//! Code can reach everything that the prelude makes a global, and can replace all of the language after the prelude ran. So
//! a prelude keeps the functions that it needs, and a parent trusts no message.
//!
//! # A run
//!
//! ```no_run
//! # async fn run(prelude: String) -> Result<(), Box<dyn std::error::Error>> {
//! use std::time::Duration;
//! use webagents_isolate::{Event, Helper, Limits, Program, Script};
//!
//! // Before anything else in `main`: this process may be a helper.
//! webagents_isolate::serve_if_helper();
//!
//! let helper = Helper::start(&Program::current()?, &Limits::default()).await?;
//! let prelude = [Script::new("prelude.js", prelude)];
//! let code = Script::new("code.js", "return await ask('Which?')");
//! let mut running = helper.run(&prelude, &code, Duration::from_secs(30))?;
//! loop {
//!     match running.next().await {
//!         Event::Message(text) => running.post(&format!("an answer to {text}")).await?,
//!         Event::Ended(end) => break println!("{end:?}"),
//!     }
//! }
//! # Ok(())
//! # }
//! ```
//!
//! An error of the code arrives as the prelude sends it. Its stack names lines of the code, and columns in bytes; those of
//! the first line are greater by [`COLUMNS_BEFORE_CODE`].
//!
//! Several calls at once are answered by tasks that have a [`Poster`] each.
//!
//! # Decisions
//!
//! - One process for one run. A process is ready in 3 ms and runs code 0.15 ms later; so nothing of a run has to be removed
//!   before the next one, and a run that hangs costs one process. A helper that waits has 4 MB.
//! - The parent kills the process at the deadline. The engine's interrupt is not used: native functions such as `join` of a
//!   long list do not ask for it.
//! - The kernel restricts the process before it reads anything (`serve/restrict.rs`). Code that exploits an error of the
//!   engine can compute, and send bytes to a parent that trusts none (`frame.rs`, `helper/running.rs`).
//! - No helper outlives its parent. One thread of the parent starts all helpers, so that the kernel kills them with it
//!   (`helper/spawn.rs`).
//! - The code is compiled as a script of its own, in two forms of function, so that it cannot close its function
//!   (`script.rs`). Its lines are those of the caller's text.
//! - What a standard defines by tables or parsers is Rust, and the classes around it are JavaScript (`serve/objects`). The
//!   figures of a release build, on a busy machine of two cores: 20 messages there and back 0.3 ms, 1.6 MB of program.

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

pub mod frame;
mod helper;
mod limits;
mod program;
mod script;
mod serve;

pub use helper::{
    Event, Helper, IsolatedRun, LimitKind, PostError, Poster, Restriction, RunEnd, StartError, TooLong,
    restriction,
};
pub use limits::Limits;
pub use program::{NotAHelper, Program};
pub use script::{COLUMNS_BEFORE_CODE, Script};
#[cfg(unix)]
pub use serve::restrict_this_process;
pub use serve::serve_if_helper;
