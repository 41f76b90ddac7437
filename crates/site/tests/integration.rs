//! Tests of the public interface, in one program: each file of its own would be linked on its own.

mod builders;
mod format;
#[cfg(feature = "poisoning")]
mod poisoning;
#[cfg(feature = "poisoning")]
mod reports;
mod rules;
#[cfg(feature = "schemars")]
mod server;
mod structure;
