//! Records of sessions: the running ones, and the time and reason of each end.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use time::UtcDateTime;
use time::format_description::well_known::Rfc3339;

use crate::args::SessionName;
use crate::exit::{Exit, Failure};
use crate::session::protocol::PROTOCOL;

/// Record of a session, which its supervisor writes.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Record {
    /// Version of the protocol that its supervisor speaks.
    pub(crate) protocol: u64,
    pub(crate) name: SessionName,
    /// The name and random digits, so that no two sessions have the same.
    pub(crate) id: String,
    pub(crate) pid: u32,
    /// Milliseconds since 1970, as all times here.
    pub(crate) started: u64,
    pub(crate) ended: Option<Ended>,
}

/// End of a session.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Ended {
    pub(crate) at: u64,
    pub(crate) why: String,
}

impl Record {
    /// Creates the record of a session that starts now, with an id of its own.
    pub(crate) fn new(name: SessionName) -> Result<Self, Failure> {
        let mut digits = [0; 8];
        getrandom::fill(&mut digits).map_err(|error| {
            Failure::new(Exit::Browser, format!("the system gives no random bytes: {error}"))
        })?;
        let id = format!("{name}-{:016x}", u64::from_be_bytes(digits));
        Ok(Self { protocol: PROTOCOL, name, id, pid: std::process::id(), started: now(), ended: None })
    }

    /// The failure of a command that wants to use this session, which has ended.
    pub(crate) fn failure(&self, ended: &Ended) -> Failure {
        let message =
            format!("the session {} ({}) ended at {}: {}", self.name, self.id, time(ended.at), ended.why);
        Failure::new(Exit::Browser, message)
            .help(format!("`webagents session start {}` starts another one", self.name))
    }

    /// `{"name", "id", "state", "pid", "started", "ended", "why"}`.
    pub(crate) fn json(&self, state: &str) -> Value {
        json!({
            "name": self.name,
            "id": self.id,
            "state": state,
            "pid": self.pid,
            "started": time(self.started),
            "ended": self.ended.as_ref().map(|ended| time(ended.at)),
            "why": self.ended.as_ref().map(|ended| ended.why.as_str()),
        })
    }
}

/// Milliseconds from 1970 to now.
pub(crate) fn now() -> u64 {
    millis(SystemTime::now())
}

/// Milliseconds from 1970 to `at`.
pub(crate) fn millis(at: SystemTime) -> u64 {
    let since = at.duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// Formats milliseconds since 1970 by RFC 3339, in UTC, up to the year 9999.
pub(crate) fn time(millis: u64) -> String {
    let seconds = i64::try_from(millis / 1000).unwrap_or(i64::MAX);
    let time = UtcDateTime::from_unix_timestamp(seconds).unwrap_or(UtcDateTime::MAX);
    time.format(&Rfc3339).unwrap_or_default()
}

/// A span of time in words, such as `5 s` or `60 min`.
pub(crate) fn span(span: Duration) -> String {
    let seconds = span.as_secs_f64();
    match seconds {
        120.0.. => format!("{:.0} min", seconds / 60.0),
        10.0.. => format!("{seconds:.0} s"),
        _ => format!("{} s", (seconds * 10.0).round() / 10.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_rfc_3339() {
        for (seconds, expected) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_799, "2000-02-29T23:59:59Z"),
            (1_709_251_200, "2024-03-01T00:00:00Z"),
            (1_795_446_139, "2026-11-23T15:02:19Z"),
            (4_102_444_799, "2099-12-31T23:59:59Z"),
        ] {
            assert_eq!(time(seconds * 1000 + 999), expected);
        }
        // No input overflows.
        assert!(time(u64::MAX).ends_with('Z'));
    }
}
