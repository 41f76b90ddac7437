//! The command as its users meet it: the real binary, its streams, its exit codes, a real browser.
//!
//! Sites are served on 127.0.0.1 from port 0, and no other address is contacted. What people read is pinned by
//! snapshots, with ports and paths redacted; what programs read is compared as values.

#![cfg(feature = "browser")]

mod adapter;
mod batch;
mod browse;
mod check;
mod check_code;
mod convert;
mod documents;
mod exec;
mod guards;
mod guides;
mod help;
mod interrupt;
mod isolated;
mod log;
mod login;
mod man_pages;
mod network;
mod pages;
mod private;
mod programs;
mod read;
mod session;
mod session_confirm;
mod session_faults;
mod session_safety;
mod streams;
mod support;
mod terminal;
