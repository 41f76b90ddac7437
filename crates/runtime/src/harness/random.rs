//! Random numbers that no page can foresee.

use std::hash::{BuildHasher as _, RandomState};

/// Returns a number from the operating system's generator.
///
/// The standard library's keys take its place on a system that has none to give.
pub(crate) fn number() -> u64 {
    getrandom::u64().unwrap_or_else(|_| RandomState::new().hash_one(0_u8))
}

/// Returns sixteen hexadecimal digits.
pub(crate) fn digits() -> String {
    format!("{:016x}", number())
}
