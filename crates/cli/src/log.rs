//! Events of the libraries on stderr, for `--log` and `WEBAGENTS_LOG`.
//!
//! The decision: only targets of this workspace are shown. Their events hold no secret; events of other crates quote
//! headers. Each line passes [`output::say`], which redacts URLs and escapes what could control a terminal.

use std::io::{self, Write};

use clap::ValueEnum;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::exit::Failure;
use crate::output;

/// Environment variable with the level where `--log` is not given.
const VARIABLE: &str = "WEBAGENTS_LOG";

/// Least level of the events that are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogLevel {
    Error,
    Warn,
    Info,
    Debug,
    Trace,
}

/// Shows events from `level` on, or from the level in `WEBAGENTS_LOG`. Without either none is shown.
pub(crate) fn start(level: Option<LogLevel>) -> Result<(), Failure> {
    let level = match (level, std::env::var_os(VARIABLE).filter(|value| !value.is_empty())) {
        (Some(level), _) => level,
        (None, None) => return Ok(()),
        (None, Some(value)) => LogLevel::from_str(&value.to_string_lossy(), true).map_err(|_| {
            Failure::usage(format!(
                "expected error, warn, info, debug or trace in {VARIABLE}, found `{}`",
                value.display()
            ))
        })?,
    };
    let level = match level {
        LogLevel::Error => LevelFilter::ERROR,
        LogLevel::Warn => LevelFilter::WARN,
        LogLevel::Info => LevelFilter::INFO,
        LogLevel::Debug => LevelFilter::DEBUG,
        LogLevel::Trace => LevelFilter::TRACE,
    };
    let lines = fmt::layer().with_ansi(false).with_timer(fmt::time::uptime()).with_writer(|| Lines);
    let filter = Targets::new().with_target("webagents", level);
    // It fails only if a subscriber is set already, and there is none.
    let _ = tracing_subscriber::registry().with(lines).with(filter).try_init();
    Ok(())
}

/// Writer of whole lines to stderr.
struct Lines;

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        output::say(String::from_utf8_lossy(bytes).trim_end());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
