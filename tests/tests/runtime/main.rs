//! Model-written code in real browsers of every engine, on pages served from loopback: values, errors, console, journal, and
//! that nothing of a browser outlives its owner.

mod arguments;
mod attach;
mod detect;
mod egress;
mod faults;
mod guards;
mod lifetime;
mod preflight;
mod redteam;
mod storage;
mod support;
mod tools;
mod values;
mod webmcp;
