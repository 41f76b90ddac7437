//! The processes of a `WebKitGTK` browser: where its inspector's server listens, and whether its page still runs.
//!
//! The decision: the driver tells the browser a port in its environment and nobody else, so it is read there; and whether
//! a page's process is there is looked for, because the inspector does not tell that it has ended. Both are looked for among
//! the processes of a group of ours alone. Where the system has no such files, there is no inspector.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher as _;
use std::net::SocketAddr;
use std::time::Duration;

use rustix::process::{Pid, getpgid};
use tokio::task::AbortHandle;
use tokio::time::sleep;

use crate::tab::{End, Tab};

/// What the driver calls it in the browser's environment.
const SERVER: &str = "WEBKIT_INSPECTOR_SERVER=";

/// The program in whose process a page is.
const PAGE: &[u8] = b"/WebKitWebProcess";
/// How often it is looked whether that process is there.
const LOOK: Duration = Duration::from_millis(250);

/// Where the server of the browser in a process group listens.
pub(crate) fn server(group: Pid) -> Option<SocketAddr> {
    let server = members(group).find_map(|pid| {
        let environment = std::fs::read(format!("/proc/{}/environ", pid.as_raw_nonzero())).ok()?;
        let environment = String::from_utf8_lossy(&environment).into_owned();
        environment.split('\0').find_map(|variable| variable.strip_prefix(SERVER)?.parse::<SocketAddr>().ok())
    })?;
    server.ip().is_loopback().then_some(server)
}

/// The processes of a group (proc(5)).
fn members(group: Pid) -> impl Iterator<Item = Pid> {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    processes.filter_map(move |entry| {
        let pid = Pid::from_raw(entry.file_name().to_str()?.parse().ok()?)?;
        belongs(pid, group).then_some(pid)
    })
}

/// A number that cannot be foreseen.
pub(super) fn random() -> String {
    let one = || RandomState::new().hash_one(0_u8);
    format!("{:016x}{:016x}", one(), one())
}

/// Tells a tab when the process of its page ends. Dropping it ends that.
pub(super) struct Watch(AbortHandle);

impl Drop for Watch {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Watch {
    /// Watches the process of the browser's only page.
    pub(super) fn begin(group: Pid, tab: Tab) -> Option<Self> {
        let is_page = |pid: &Pid| {
            let command =
                std::fs::read(format!("/proc/{}/cmdline", pid.as_raw_nonzero())).unwrap_or_default();
            command.split(|&byte| byte == 0).next().is_some_and(|program| program.ends_with(PAGE))
        };
        let page = members(group).find(is_page)?;
        let task = tokio::spawn(async move {
            // The browser, its parent, takes note of its end at once, so that its number is free then.
            while belongs(page, group) {
                sleep(LOOK).await;
            }
            tab.end(End::Crashed);
        });
        Some(Self(task.abort_handle()))
    }
}

fn belongs(pid: Pid, group: Pid) -> bool {
    getpgid(Some(pid)).is_ok_and(|of| of == group)
}
