//! Processes of this machine, as `/proc` lists them (proc(5)).

use std::collections::HashSet;
use std::time::Duration;

/// Ids of every process, its parent and its group, and the processor time with that of ended children.
fn processes() -> Vec<(u32, u32, u32, u64)> {
    let one = |entry: std::fs::DirEntry| {
        let process = entry.file_name().to_str()?.parse().ok()?;
        let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        // utime, stime, cutime and cstime.
        let ticks = fields.get(11..15)?.iter().filter_map(|field| field.parse::<u64>().ok()).sum();
        Some((process, fields.get(1)?.parse().ok()?, fields.get(2)?.parse().ok()?, ticks))
    };
    std::fs::read_dir("/proc").into_iter().flatten().flatten().filter_map(one).collect()
}

/// The processes of these groups.
pub(crate) fn of_groups(groups: &[u32]) -> HashSet<u32> {
    processes()
        .into_iter()
        .filter(|(_, _, group, _)| groups.contains(group))
        .map(|(process, ..)| process)
        .collect()
}

/// The groups of these processes.
pub(crate) fn groups_of(some: &HashSet<u32>) -> HashSet<u32> {
    processes()
        .into_iter()
        .filter(|(process, ..)| some.contains(process))
        .map(|(_, _, group, _)| group)
        .collect()
}

/// Returns the number of these processes that still run; one that ended without a wait for it does not.
pub(crate) fn living(some: &HashSet<u32>) -> usize {
    let lives = |process: &&u32| {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        let state = stat.rsplit_once(')').and_then(|(_, rest)| rest.split_whitespace().next());
        state.is_some_and(|state| !matches!(state, "Z" | "X"))
    };
    some.iter().filter(lives).count()
}

/// The processes that one has started, and those that they have.
pub(crate) fn below(root: u32) -> HashSet<u32> {
    let all = processes();
    let mut found = HashSet::new();
    let mut next = vec![root];
    while let Some(parent) = next.pop() {
        for (process, ..) in all.iter().filter(|(_, of, ..)| *of == parent) {
            if found.insert(*process) {
                next.push(*process);
            }
        }
    }
    found
}

/// Processor time that these processes have taken, those counted that they started and that have ended.
pub(crate) fn processor_time(of: &HashSet<u32>) -> Duration {
    let ticks = processes().into_iter().filter(|(process, ..)| of.contains(process)).map(|(.., ticks)| ticks);
    // The kernel counts in hundredths of a second for programs, whatever it does itself (USER_HZ, time(7)).
    Duration::from_millis(ticks.sum::<u64>() * 10)
}
