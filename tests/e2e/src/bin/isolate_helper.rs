//! Runs isolated code of the suites.
//!
//! A test program has a `main` of its own, and cannot be a helper itself.

fn main() {
    webagents_isolate::serve_if_helper();
}
