//! Runs in real helper processes, without a browser.
#![cfg(unix)]

mod support;

mod attempts;
mod ends;
mod errors;
mod hostile;
mod messages;
mod mistakes;
mod objects;
mod restriction;
