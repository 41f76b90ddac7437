//! Tests of the public interface, in one program: each file of its own would be linked on its own.

mod fixtures;
mod hostile;
mod properties;
mod slips;
