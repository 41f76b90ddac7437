//! Isolated code with tools of the program, in a real process and without a browser.
//!
//! Policy, consent, budget, journal and redaction are the dispatcher's, whatever answers the calls. So they are tested
//! here, with handlers in place of a page. `hostile` puts other programs in the place of the process.

mod calls;
mod guards;
mod hostile;
#[cfg(target_os = "linux")]
mod programs;
mod support;
mod values;
