//! The pool over a driver of this machine and real browsers: its bound, its order, what jobs see of each other, and
//! what becomes of browsers and callers that go away.

mod contexts;
mod engines;
mod faults;
mod idle;
mod left;
mod lending;
mod support;
