//! Selenium Grid 4 as the engine: a real hub with two nodes, each of which starts real browsers.
//!
//! The machine needs nothing but the programs: ports are free ones, and every process ends with the test, also
//! when that is killed. One Grid serves all the tests that leave it whole, one after the other; those that take a
//! node away have one of their own.

mod batch;
mod grid;
mod idle;
mod loss;
mod sessions;
mod tls;
