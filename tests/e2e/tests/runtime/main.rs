//! Model-written code in real browsers of every engine, on pages that a server on loopback has.
//!
//! Values, errors, console and journal of runs; guards; and processes, none of which may outlive the program.

mod arguments;
mod aria;
mod attach;
mod browse;
mod cancel;
mod detect;
mod dialogs;
mod driver;
mod egress;
mod faults;
mod guards;
mod host;
mod isolated;
mod large;
mod leaving;
mod lifetime;
mod names;
mod old_driver;
mod oracle;
mod poison;
mod preflight;
mod redteam;
mod storage;
mod support;
mod tamper;
mod tools;
mod values;
mod webmcp;
