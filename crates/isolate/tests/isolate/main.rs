//! Runs in real helper processes, without a browser.

mod support;

mod messages;
mod objects;
mod restriction;
