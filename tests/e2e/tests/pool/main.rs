//! The pool, with a driver of this machine and real browsers.
//!
//! Its limit, its order, the isolation of jobs, and browsers and callers that go away.

mod contexts;
mod engines;
mod faults;
mod idle;
mod left;
mod lending;
mod support;
