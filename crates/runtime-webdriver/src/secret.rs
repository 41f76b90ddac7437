//! Secrets of the operating system's generator.

use std::io;

/// Returns sixteen random bytes.
pub(crate) fn bytes() -> io::Result<[u8; 16]> {
    let mut secret = [0; 16];
    getrandom::fill(&mut secret).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(secret)
}

/// Returns 32 random hexadecimal digits.
pub(crate) fn digits() -> io::Result<String> {
    Ok(format!("{:032x}", u128::from_ne_bytes(bytes()?)))
}
