//! The kernel's restriction: a process that is restricted as a helper tries each thing once (S3).
#![cfg(target_os = "linux")]

use std::fs::File;
use std::hint::black_box;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::fd::AsFd as _;
use std::os::unix::net::{UnixDatagram, UnixStream};
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Command, Stdio};

use memmap2::{MmapMut, MmapOptions};
use nix::sys::{ptrace, signal};
use nix::unistd::Pid;
use webagents_isolate::{
    Helper, Limits, Restriction, RunEnd, StartError, restrict_this_process, restriction,
};

use crate::support::{Folder, follow, program, run_with};

/// Variable with the name of the attempt, for the process that makes it.
const ATTEMPT: &str = "WEBAGENTS_ISOLATE_ATTEMPT";

/// Something that a restricted process tries.
type Attempt = (&'static str, fn());

/// Takes the result of an attempt: what counts is if the process is alive after it.
fn ignore<T>(_: T) {}

/// Attempts at which the kernel kills the process.
const KILLED: [Attempt; 24] = [
    ("open a file", || ignore(File::open("/etc/passwd"))),
    ("create a file", || ignore(File::create("/tmp/webagents-isolate"))),
    ("list a folder", || ignore(std::fs::read_dir("/"))),
    ("remove a file", || ignore(std::fs::remove_file("/tmp/webagents-isolate"))),
    ("read metadata", || ignore(std::fs::metadata("/etc"))),
    ("read a link", || ignore(std::fs::read_link("/proc/self/exe"))),
    ("change the folder", || ignore(std::env::set_current_dir("/tmp"))),
    ("connect", || ignore(TcpStream::connect("127.0.0.1:9"))),
    ("listen", || ignore(TcpListener::bind("127.0.0.1:0"))),
    ("open a UDP socket", || ignore(UdpSocket::bind("127.0.0.1:0"))),
    ("connect to a local socket", || ignore(UnixStream::connect("/tmp/socket"))),
    ("make a pair of sockets", || ignore(UnixDatagram::pair())),
    ("make a pipe", || ignore(std::io::pipe())),
    ("start a program", || ignore(Command::new("/bin/true").spawn())),
    ("start a thread", || ignore(std::thread::Builder::new().spawn(|| ()))),
    ("signal the parent", || ignore(signal::kill(Pid::parent(), None))),
    ("signal itself", || ignore(signal::raise(signal::Signal::SIGUSR1))),
    ("trace the parent", || ignore(ptrace::attach(Pid::parent()))),
    ("be traced", || ignore(ptrace::traceme())),
    ("map executable memory", || ignore(MmapMut::map_anon(4096).unwrap().make_exec())),
    ("map a file", || ignore(MmapOptions::new().len(4096).map_raw(3))),
    ("copy a descriptor", || ignore(std::io::stdin().as_fd().try_clone_to_owned())),
    ("read its standard output", || ignore(nix::unistd::read(std::io::stdout(), &mut [0]))),
    ("write to its standard input", || ignore(nix::unistd::write(std::io::stdin(), &[0]))),
];

/// Work that a restricted process does every time.
const ALLOWED: [Attempt; 5] = [
    ("nothing", || ()),
    ("read and write", || {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).unwrap();
        std::io::stdout().write_all(text.as_bytes()).unwrap();
        std::io::stdout().flush().unwrap();
    }),
    ("allocate and free", || {
        for size in [1_usize << 10, 1 << 16, 1 << 20, 1 << 26] {
            let mut bytes = black_box(vec![1_u8; size]);
            bytes.resize(size * 2, 1);
            assert_eq!(black_box(bytes).len(), size * 2);
        }
    }),
    ("use the clock", || ignore(black_box((std::time::Instant::now(), std::time::SystemTime::now())))),
    ("get random bytes", || getrandom::fill(&mut [0; 16]).unwrap()),
];

/// Makes the attempt that the variable names, in the process that the test starts.
fn attempt(name: &str) -> ! {
    let (_, attempt) = KILLED.iter().chain(&ALLOWED).find(|(known, _)| *known == name).unwrap();
    restrict_this_process(&Limits::default()).unwrap();
    attempt();
    std::process::exit(0)
}

#[test]
fn restricted_processes_are_killed() {
    if let Ok(name) = std::env::var(ATTEMPT) {
        attempt(&name);
    }
    let run = |name: &str| {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["restriction::restricted_processes_are_killed", "--exact", "--nocapture"]);
        command.env(ATTEMPT, name).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.output().unwrap()
    };
    for (name, _) in ALLOWED {
        let output = run(name);
        assert_eq!(output.status.code(), Some(0), "{name}: {output:?}");
    }
    for (name, _) in KILLED {
        let output = run(name);
        assert_eq!(output.status.signal(), Some(signal::Signal::SIGSYS as i32), "{name}: {output:?}");
    }
}

#[tokio::test]
async fn helpers_are_restricted() {
    assert_eq!(restriction(&program()).await.unwrap(), Restriction::Filter);
}

/// Nothing runs if the kernel refuses the filter, unless the caller permits it.
#[tokio::test]
async fn refused_filters_are_errors() {
    use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, apply_filter_all_threads};

    if std::env::var(ATTEMPT).is_err() {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command
            .args(["restriction::refused_filters_are_errors", "--exact", "--nocapture"])
            .env(ATTEMPT, "refused");
        let output = command.stdin(Stdio::null()).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        return;
    }
    // For this process and all that it starts, the system call that sets filters does not exist.
    let refused = SeccompAction::Errno(nix::errno::Errno::ENOSYS as u32);
    let rules = [(libc::SYS_seccomp, Vec::new())].into();
    let arch = std::env::consts::ARCH.try_into().unwrap();
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, refused, arch).unwrap();
    let filter: BpfProgram = filter.try_into().unwrap();
    apply_filter_all_threads(&filter).unwrap();
    let error = restriction(&program()).await.unwrap_err();
    assert!(matches!(error, StartError::Restriction(_)), "{error}");
    assert!(error.to_string().contains("Limits::unrestricted"), "{error}");
    let unrestricted = Limits { unrestricted: true, ..Limits::default() };
    assert_eq!(Helper::start(&program(), &unrestricted).await.unwrap().restriction(), Restriction::Limits);
    let (messages, end) = run_with(&unrestricted, "return 1 + 1", std::time::Duration::from_mins(1)).await;
    assert_eq!((messages, end), (vec!["value 2".to_owned()], RunEnd::Done));
}

/// Limits of a shell do not keep a helper from its work.
#[tokio::test]
async fn limits_of_shells_are_kept() {
    for limit in [
        "ulimit -v 500000",
        "ulimit -S -s 128",
        "ulimit -n 8",
        "ulimit -u 8",
        "ulimit -c unlimited",
        "ulimit -f 0",
        "umask 777; cd /proc",
    ] {
        let folder = Folder::new();
        let shell = folder.program(&format!("{limit}; exec '{}' \"$@\"", program().path().display()));
        let helper = Helper::start(&shell, &Limits::default())
            .await
            .unwrap_or_else(|error| panic!("{limit}: {error}"));
        let code = "const nest = (n) => n > 0 ? [nest(n - 1)] : 1; return JSON.stringify(nest(50)).length";
        let (messages, end) = follow(helper, code, std::time::Duration::from_mins(1)).await;
        assert_eq!((messages, end), (vec!["value 101".to_owned()], RunEnd::Done), "{limit}");
    }
}

/// The other end of a pipe that a helper inherited is closed although the helper lives.
#[tokio::test]
async fn inherited_descriptors_are_closed() {
    let folder = Folder::new();
    let fifo = folder.path().join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let shell =
        folder.program(&format!("exec '{}' \"$@\" 7>'{}'", program().path().display(), fifo.display()));
    let reader = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        File::open(fifo).unwrap().read_to_end(&mut bytes).unwrap();
        bytes
    });
    let mut helper = Helper::start(&shell, &Limits::default()).await.unwrap();
    assert_eq!(reader.join().unwrap(), b"");
    assert!(helper.is_alive());
}
