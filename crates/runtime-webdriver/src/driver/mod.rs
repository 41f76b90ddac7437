//! Drivers: their processes, and the sessions that they open.

pub(crate) mod capabilities;
pub(crate) mod client;
pub(crate) mod egress;
pub(crate) mod extra_capabilities;
pub(crate) mod http;
pub(crate) mod process;
pub(crate) mod profile;
pub mod resources;
pub(crate) mod session_error;
pub(crate) mod startup_cache;
pub(crate) mod tls;
pub(crate) mod xvfb;
