//! Tests of the public interface, in one program: each file of its own would be linked on its own.

mod client;
#[cfg(feature = "proxy")]
mod proxy;
mod tls;
