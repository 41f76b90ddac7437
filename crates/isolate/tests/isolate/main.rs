//! Runs in real helper processes, without a browser.

mod support;

mod attempts;
mod ends;
mod errors;
mod hostile;
mod messages;
mod objects;
mod restriction;
