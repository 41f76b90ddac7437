//! Links the command at a fixed address.
//!
//! A program that may be loaded anywhere begins with a write to each address in its tables, of which this one has 57,000
//! in a mebibyte: 290 of the 475 page faults of a start. `webagents browse click` without a session took 3.2 ms with
//! them and 1.9 ms at a fixed address (medians of 300, release profile), of the 10 ms of a click in a named session.
//! Stack, heap and libraries are at random addresses as before, and the workspace has no `unsafe` code of its own.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|found| found == value);
    if is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        println!("cargo:rustc-link-arg-bins=-no-pie");
    }
}
