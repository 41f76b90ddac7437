//! The processes of one call, which are killed at its end.

#[cfg(target_os = "linux")]
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

/// Process group of a program, which is killed when this is dropped.
pub(super) struct Group {
    /// Number of the process that leads the group; 0 once its end was waited for.
    leader: AtomicI32,
    /// Numbers of the pipes that the program has for its output.
    #[cfg(target_os = "linux")]
    pipes: BTreeSet<u64>,
    is_over: AtomicBool,
}

/// Pipe, which has a number.
#[cfg(unix)]
pub(super) trait Pipe: std::os::fd::AsFd {}
#[cfg(unix)]
impl<T: std::os::fd::AsFd> Pipe for T {}
/// Pipe of a system on which pipes have no numbers.
#[cfg(not(unix))]
pub(super) trait Pipe {}
#[cfg(not(unix))]
impl<T> Pipe for T {}

impl Group {
    /// Takes the group that the process `leader` leads, with the pipes for its output.
    pub(super) fn new(leader: Option<u32>, pipes: &[&dyn Pipe]) -> Self {
        #[cfg(not(target_os = "linux"))]
        let _ = pipes;
        Self {
            leader: AtomicI32::new(leader.and_then(|leader| i32::try_from(leader).ok()).unwrap_or(0)),
            #[cfg(target_os = "linux")]
            pipes: pipes.iter().filter_map(|pipe| Some(rustix::fs::fstat(pipe).ok()?.st_ino)).collect(),
            is_over: AtomicBool::new(false),
        }
    }

    /// Kills the rest of the group after the end of its leader.
    ///
    /// The leader's number may be another process's from now on.
    pub(super) fn leader_ended(&self) {
        self.kill_group();
        self.leader.store(0, Ordering::Relaxed);
    }

    fn kill_group(&self) {
        #[cfg(unix)]
        if let Some(leader) = rustix::process::Pid::from_raw(self.leader.load(Ordering::Relaxed)) {
            let _ = rustix::process::kill_process_group(leader, rustix::process::Signal::KILL);
        }
    }

    /// Kills the group, the descendants of its leader, and the processes that hold its output.
    pub(super) fn kill(&self) {
        #[cfg(target_os = "linux")]
        let descendants = match self.leader.load(Ordering::Relaxed) {
            0 => BTreeSet::new(),
            leader => descendants(leader),
        };
        self.kill_group();
        #[cfg(target_os = "linux")]
        for process in descendants.into_iter().chain(holders(&self.pipes)) {
            if let Some(process) = rustix::process::Pid::from_raw(process) {
                let _ = rustix::process::kill_process(process, rustix::process::Signal::KILL);
            }
        }
    }

    /// Records that the program and its output have ended, so that nothing is left to be killed.
    pub(super) fn forget(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if !self.is_over.load(Ordering::Relaxed) {
            self.kill();
        }
    }
}

/// Returns the numbers of all processes.
#[cfg(target_os = "linux")]
fn processes() -> impl Iterator<Item = i32> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

/// Returns the descendants of a process.
#[cfg(target_os = "linux")]
fn descendants(leader: i32) -> BTreeSet<i32> {
    let parents: Vec<(i32, i32)> = processes()
        .filter_map(|process| {
            let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
            // The name of the program, which may have blanks and brackets, comes before the state and the parent.
            let parent = stat.rsplit(')').next()?.split_whitespace().nth(1)?.parse().ok()?;
            Some((process, parent))
        })
        .collect();
    let mut found = BTreeSet::from([leader]);
    loop {
        let before = found.len();
        let more: Vec<i32> = parents
            .iter()
            .filter(|(_, parent)| found.contains(parent))
            .map(|(process, _)| *process)
            .collect();
        found.extend(more);
        if found.len() == before {
            break;
        }
    }
    found.remove(&leader);
    found
}

/// Returns the processes that have one of these pipes open.
///
/// Without this one, and copies of it that are about to start a program.
#[cfg(target_os = "linux")]
fn holders(pipes: &BTreeSet<u64>) -> Vec<i32> {
    let names: BTreeSet<std::path::PathBuf> =
        pipes.iter().map(|number| format!("pipe:[{number}]").into()).collect();
    let own = std::fs::read_link("/proc/self/exe").ok();
    let holds = |process: &i32| {
        let files = std::fs::read_dir(format!("/proc/{process}/fd")).into_iter().flatten().flatten();
        let is_held =
            files.filter_map(|file| std::fs::read_link(file.path()).ok()).any(|file| names.contains(&file));
        is_held && std::fs::read_link(format!("/proc/{process}/exe")).ok() != own
    };
    processes().filter(holds).collect()
}
