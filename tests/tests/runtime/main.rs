//! Model-written code in real browsers of every engine, on pages served from loopback: values, errors, console, journal, and
//! that nothing of a browser outlives its owner.

mod arguments;
mod aria;
mod attach;
mod browse;
mod detect;
mod dialogs;
mod driver;
mod egress;
mod everywhere;
mod faults;
mod guards;
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
mod unseen;
mod values;
mod webmcp;
