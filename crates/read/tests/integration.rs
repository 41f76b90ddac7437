//! Tests of the public interface, in one program: each file of its own would be linked on its own.

mod golden;
mod hostile;
mod properties;
mod pruned;
#[cfg(feature = "http")]
mod web;
mod written;
