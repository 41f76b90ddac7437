//! Address of the inspector's server of a `WebKitGTK` browser.
//!
//! The decision: the driver gives the port to the browser alone, in its environment, so it is read there, of the
//! processes of a group of ours alone. Where the system has no such files (proc(5)), there is no inspector.

use std::net::SocketAddr;

use rustix::process::Pid;

/// Name of the variable in the browser's environment, with the equals sign.
const SERVER: &str = "WEBKIT_INSPECTOR_SERVER=";

/// Returns the address of the server of the browser in a process group.
pub(in crate::transport) fn server(group: Pid) -> Option<SocketAddr> {
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

/// Returns whether the process `pid` belongs to the process group `group`.
///
/// The group is the fifth field of the process's `stat` line, the third after its name in parentheses. `getpgid` fails
/// for kernel threads, whose group has no number.
fn belongs(pid: Pid, group: Pid) -> bool {
    let line = std::fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero())).unwrap_or_default();
    let of = line.rsplit_once(')').and_then(|(_, fields)| fields.split_whitespace().nth(2)?.parse().ok());
    of == Some(group.as_raw_nonzero().get())
}
