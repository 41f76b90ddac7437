//! Tests of the public interface, in one program: each file of its own would be linked on its own.

mod common;
mod spec;
mod suite;
