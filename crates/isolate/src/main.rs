//! A program that is a helper and nothing else, for tests and for programs that cannot be their own.

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

fn main() {
    webagents_isolate::serve_if_helper();
}
