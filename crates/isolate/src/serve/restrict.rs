//! Restriction of the process by the kernel, before it reads anything.
//!
//! The decision: an attacker who controls the engine, by an error in its C, must gain nothing. [`limit`] closes what the
//! process inherited and bounds what it can use; [`filter`] leaves it system calls for memory, time, random bytes and its
//! three pipes, and makes the kernel kill it at any other. No call of the list opens, connects, starts, signals or traces
//! anything, and memory is never executable. A filter stays until the process ends.

use std::io;

use nix::sys::resource::{Resource, getrlimit, rlim_t, setrlimit};

use crate::limits::Limits;

/// Stack that the engine's stack is a part of.
const STACK: rlim_t = 8 * 1024 * 1024;
/// Size of the frames of an engine that is not optimized, in frames of one that is.
const UNOPTIMIZED: usize = 4;
/// Descriptors that are tried where the list of open ones cannot be read.
const DESCRIPTORS: rlim_t = 65536;

/// Closes inherited descriptors and sets the limits of resources.
pub(super) fn limit(limits: &Limits) -> Result<(), String> {
    let failed = |error: nix::Error| format!("the system refused a limit: {error}");
    close_inherited();
    end_with_parent()?;
    let cpu = limits.cpu.as_secs();
    let address_space = rlim_t::try_from(limits.address_space).unwrap_or(rlim_t::MAX);
    for (resource, soft, hard) in [
        // No thread and no process; this does not bind root, but the filter does.
        (Resource::RLIMIT_NPROC, 0, 0),
        (Resource::RLIMIT_AS, address_space, address_space),
        (Resource::RLIMIT_CORE, 0, 0),
        (Resource::RLIMIT_FSIZE, 0, 0),
        (Resource::RLIMIT_NOFILE, 3, 3),
        // At the first the kernel sends SIGXCPU, which names the reason, at the second SIGKILL.
        (Resource::RLIMIT_CPU, cpu, cpu + 1),
    ] {
        let (_, most) = getrlimit(resource).map_err(failed)?;
        let set = setrlimit(resource, soft.min(most), hard.min(most));
        // macOS may refuse to limit the address space of a process that has more already.
        if cfg!(target_os = "linux") || resource != Resource::RLIMIT_AS {
            set.map_err(failed)?;
        }
    }
    // A shell may have made the stack smaller than the engine's.
    let (soft, hard) = getrlimit(Resource::RLIMIT_STACK).map_err(failed)?;
    setrlimit(Resource::RLIMIT_STACK, soft.max(STACK).min(hard), hard).map_err(failed)
}

/// Bytes that the engine may use of the stack of this process.
///
/// The frames of an engine that is not optimized are several times as large, so that it gets as many times the stack: code
/// nests as deeply in a debug build.
pub(super) fn stack(limits: &Limits) -> usize {
    let (soft, _) = getrlimit(Resource::RLIMIT_STACK).unwrap_or((STACK, STACK));
    let frames = if cfg!(debug_assertions) { UNOPTIMIZED } else { 1 };
    limits.stack.saturating_mul(frames).min(usize::try_from(soft / 2).unwrap_or(usize::MAX))
}

/// Closes all descriptors but the standard streams.
fn close_inherited() {
    let folder = if cfg!(target_os = "linux") { "/proc/self/fd" } else { "/dev/fd" };
    let listed = std::fs::read_dir(folder).map(|entries| {
        let names = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
        names.collect::<Vec<i32>>()
    });
    let all = || {
        let (most, _) = getrlimit(Resource::RLIMIT_NOFILE).unwrap_or((DESCRIPTORS, DESCRIPTORS));
        (0..i32::try_from(most.min(DESCRIPTORS)).unwrap_or(i32::MAX)).collect()
    };
    for descriptor in listed.unwrap_or_else(|_: io::Error| all()) {
        if descriptor > 2 {
            // The one that the list was read from is closed already.
            let _ = nix::unistd::close(descriptor);
        }
    }
}

/// Makes the kernel kill this process when the thread that started it ends, and hides its memory.
#[cfg(target_os = "linux")]
fn end_with_parent() -> Result<(), String> {
    use nix::sys::prctl::{set_dumpable, set_pdeathsig, set_thp_disable};
    use nix::sys::signal::Signal;

    // A parent that ended before has closed the pipe, and this process has not read anything yet.
    let set = set_pdeathsig(Signal::SIGKILL).and_then(|()| set_dumpable(false));
    // A page fault is then a page, by which `objects::is_full` counts. An old kernel does without.
    let _ = set_thp_disable(true);
    set.map_err(|error| format!("the system refused the end with the parent: {error}"))
}

/// Watches the pipe from the parent in a thread, and exits when the parent has ended.
#[cfg(not(target_os = "linux"))]
fn end_with_parent() -> Result<(), String> {
    use std::os::fd::AsFd as _;

    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

    let watch = || {
        loop {
            let stdin = io::stdin();
            let mut descriptors = [PollFd::new(stdin.as_fd(), PollFlags::empty())];
            let _ = poll(&mut descriptors, PollTimeout::NONE);
            if descriptors.iter().any(|one| one.revents().is_some_and(|events| !events.is_empty())) {
                std::process::exit(0);
            }
        }
    };
    let started = std::thread::Builder::new().stack_size(128 * 1024).spawn(watch);
    started.map(drop).map_err(|error| format!("the system refused a thread: {error}"))
}

/// Filters the system calls of this process from now on, and returns the text of the frame `Ready`.
pub(super) fn filter(limits: &Limits) -> Result<&'static str, String> {
    match apply() {
        Ok(text) => Ok(text),
        Err(_) if limits.unrestricted => Ok("limits"),
        Err(error) => Err(error),
    }
}

/// macOS has no filter that a process can set by a safe and documented function.
#[cfg(not(target_os = "linux"))]
fn apply() -> Result<&'static str, String> {
    Ok("limits")
}

#[cfg(all(target_os = "linux", not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
fn apply() -> Result<&'static str, String> {
    Err(format!("there is no filter of system calls for {}", std::env::consts::ARCH))
}

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
fn apply() -> Result<&'static str, String> {
    use seccompiler::{BackendError, BpfProgram, SeccompAction, SeccompFilter};

    let program = || -> Result<BpfProgram, BackendError> {
        let arch = std::env::consts::ARCH.try_into()?;
        SeccompFilter::new(rules()?, SeccompAction::KillProcess, SeccompAction::Allow, arch)?.try_into()
    };
    let program = program().map_err(|error| error.to_string())?;
    seccompiler::apply_filter_all_threads(&program).map_err(|error| error.to_string())?;
    Ok(crate::frame::FILTER)
}

/// Allowed system calls, each with the conditions on its arguments, one of which must hold.
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
fn rules() -> Result<std::collections::BTreeMap<i64, Vec<seccompiler::SeccompRule>>, seccompiler::BackendError>
{
    use libc::{MAP_ANONYMOUS, PROT_EXEC};
    use seccompiler::{SeccompCmpArgLen as Length, SeccompCmpOp as Op, SeccompCondition, SeccompRule};

    let is = |argument, value| SeccompCondition::new(argument, Length::Dword, Op::Eq, value);
    let bits = |argument, bits: i32, value: i32| {
        let (bits, value) = (u64::from(bits.unsigned_abs()), u64::from(value.unsigned_abs()));
        SeccompCondition::new(argument, Length::Qword, Op::MaskedEq(bits), value)
    };
    let rule = |conditions| SeccompRule::new(conditions);
    // Only the pipes. The filter sees numbers, and the process cannot get another descriptor by them.
    let read = rule(vec![is(0, 0)?])?;
    let write = [rule(vec![is(0, 1)?])?, rule(vec![is(0, 2)?])?];
    // Memory of no file, and never executable.
    let mmap = rule(vec![bits(2, PROT_EXEC, 0)?, bits(3, MAP_ANONYMOUS, MAP_ANONYMOUS)?])?;
    let mprotect = rule(vec![bits(2, PROT_EXEC, 0)?])?;
    let mut rules = std::collections::BTreeMap::from([
        (libc::SYS_read, vec![read]),
        (libc::SYS_write, write.into()),
        (libc::SYS_mmap, vec![mmap]),
        (libc::SYS_mprotect, vec![mprotect]),
    ]);
    rules.extend(UNCONDITIONAL.iter().map(|&call| (call, Vec::new())));
    #[cfg(target_arch = "x86_64")]
    rules.insert(libc::SYS_poll, Vec::new());
    Ok(rules)
}

/// System calls that are allowed with any arguments.
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
const UNCONDITIONAL: [i64; 17] = [
    libc::SYS_munmap,
    libc::SYS_mremap,
    libc::SYS_brk,
    libc::SYS_madvise,
    libc::SYS_futex,
    libc::SYS_ppoll,
    // A wait goes on by it after the process was stopped and continued.
    libc::SYS_restart_syscall,
    libc::SYS_clock_gettime,
    libc::SYS_gettimeofday,
    libc::SYS_sched_yield,
    libc::SYS_getrandom,
    libc::SYS_getrusage,
    libc::SYS_sigaltstack,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_exit,
    libc::SYS_exit_group,
];
