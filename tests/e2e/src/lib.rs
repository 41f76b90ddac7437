//! Suites in real browsers, and the examples of the README.
//!
//! The helpers that they share with other packages are in `webagents-testkit`.

/// The examples of the README, compiled and run as documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
