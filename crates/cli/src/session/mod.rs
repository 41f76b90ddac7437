//! Named sessions: a browser that later commands use by its name.
//!
//! The decision: each session has one process, its supervisor (`commands/session/supervisor.rs`), which owns driver, browser,
//! guard and debugger connection as `exec` does, and serves one command after the other over a Unix socket. So nothing
//! outlives it that would not outlive `exec`: however it ends, its driver's own supervisor ends driver and browser. A
//! session that ended is never started again by a command that uses it.
//!
//! - `folder.rs`: the folder of sockets, locks and records, which no other user can change.
//! - `record.rs` and `lookup.rs`: the state of a session, and why it ended.
//! - `protocol.rs`: the messages. A new kind of work is a variant of `Request` there and an arm in
//!   `commands/session/live.rs`.
//! - `connection.rs` removes the values of secrets from every message.
//! - `client.rs`: a command's side of a connection; `connection.rs`: the supervisor's.

mod client;
mod connection;
mod folder;
mod lookup;
mod protocol;
mod record;

pub(crate) use self::client::{Stopped, call, call_until, list, runs_already, start, stop, stop_all};
pub(crate) use self::connection::{Client, SessionState, accept, refuse};
pub(crate) use self::folder::Folder;
pub(crate) use self::lookup::at_start;
pub(crate) use self::protocol::{Answer, BrowseRequest, ExecRequest, Files, ReadRequest, Request, Wants};
pub(crate) use self::record::{Ended, Record, now, span};
