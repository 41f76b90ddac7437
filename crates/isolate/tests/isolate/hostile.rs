//! Programs in the place of a helper, which send any bytes (S8).

use std::fmt::Write as _;
use std::time::Duration;

use webagents_isolate::{Event, Helper, Limits, RunEnd, Script, StartError};

use crate::support::{Folder, limits};

/// A frame as an argument of `printf`.
fn frame(kind: u8, length: usize, text: &str) -> String {
    let mut bytes = vec![kind];
    bytes.extend(u32::try_from(length).unwrap().to_le_bytes());
    bytes.extend(text.as_bytes());
    bytes.iter().fold(String::new(), |mut octal, byte| {
        let _ = write!(octal, "\\{byte:03o}");
        octal
    })
}

const READY: u8 = 4;

#[tokio::test]
async fn wrong_starts_are_errors() {
    for (script, message) in [
        ("exit 3", "exit status: 3"),
        ("echo 'a \u{1b}[31mreason' >&2; exit 1", "exit status: 1: a  [31mreason"),
        ("printf nonsense; exec sleep 60", "expected the kind of a frame, found byte 110"),
        (&format!("printf '{}'; exec sleep 60", frame(5, 0, "")), "expected the frame Ready, found Done"),
        (
            &format!("printf '{}'; exec sleep 60", frame(7, 2, "no")),
            "does not restrict the process that runs code: no",
        ),
        (&format!("printf '{}'; exec sleep 60", frame(READY, 1 << 31, "")), "is longer than the limit"),
        ("exec >&- ; exec sleep 60", "signal: 9"),
        ("kill -SEGV $$", "signal: 11"),
    ] {
        let folder = Folder::new();
        let error = Helper::start(&folder.program(script), &limits()).await.unwrap_err();
        assert!(error.to_string().contains(message), "{script}: {error}");
    }
}

/// Starts a program that reports to be ready and runs the script.
///
/// It returns the number of messages and the end.
async fn run(script: &str, deadline: Duration) -> (usize, RunEnd) {
    let folder = Folder::new();
    // Two hundred thousand empty messages.
    std::fs::write(folder.path().join("messages"), [3, 0, 0, 0, 0].repeat(200_000)).unwrap();
    let program = folder.program(&format!("printf '{}'\n{script}", frame(READY, 6, "filter")));
    let helper = Helper::start(&program, &Limits { message: 1 << 20, ..limits() }).await.unwrap();
    let mut running = helper.run(&[], &Script::new("code.js", "return 1"), deadline).unwrap();
    let mut count = 0;
    loop {
        match running.next().await {
            Event::Message(_) => count += 1,
            Event::Ended(end) => return (count, end),
        }
    }
}

#[tokio::test]
async fn wrong_bytes_end_the_run() {
    let long = Duration::from_mins(1);
    let lost = [
        ("printf x; exec sleep 60", "found byte 120"),
        ("exec yes", "found byte 121"),
        ("exec cat /dev/zero", "found byte 0"),
        ("exit 0", "exit status: 0"),
        ("echo oh >&2; exit 9", "exit status: 9): oh"),
        ("kill -SEGV $$", "signal: 11"),
        ("exec >&-; exec sleep 60", "closed its output and went on"),
        (
            &format!("printf '{}'; exec sleep 60", frame(3, (1 << 20) + 1, "")),
            "is longer than the limit of 1048576 bytes",
        ),
        (&format!("printf '{}\\377'; exec sleep 60", frame(3, 1, "")), "not UTF-8"),
        (&format!("printf '{}'; exec sleep 60", frame(READY, 0, "")), "sent a frame Ready"),
        (&format!("printf '{}'; exec sleep 60", frame(1, 0, "")), "sent a frame Script"),
        (&format!("printf '{}'; exec sleep 60", frame(7, 0, "")), "sent a frame Refused"),
        ("head -c 5000 /dev/urandom; exec sleep 60", "sent wrong bytes"),
    ];
    for (script, reason) in lost {
        let (_, end) = run(script, long).await;
        let RunEnd::Lost(text) = end else { panic!("{script}: {end:?}") };
        // Random bytes may begin like a frame.
        assert!(text.contains(reason) || script.contains("urandom"), "{script}: {text}");
    }
    let twice = format!("printf '{0}{0}{1}{1}'; exec sleep 60", frame(3, 2, "hi"), frame(5, 0, ""));
    assert_eq!(run(&twice, long).await, (2, RunEnd::Done));
    assert_eq!(run("kill -XCPU $$", long).await.1, RunEnd::Limit(webagents_isolate::LimitKind::Cpu));
    let memory = "echo 'memory allocation of 7 bytes failed' >&2; kill -ABRT $$";
    assert_eq!(run(memory, long).await.1, RunEnd::Limit(webagents_isolate::LimitKind::Memory));
}

#[tokio::test]
async fn silence_ends_at_the_deadline() {
    let short = Duration::from_millis(300);
    for script in [
        "exec sleep 60".to_owned(),
        "trap '' TERM INT HUP; while :; do :; done".to_owned(),
        // A text that never ends.
        format!("printf '{}'; exec sleep 60", frame(3, 1 << 20, "beginning")),
        "kill -STOP $$".to_owned(),
    ] {
        assert_eq!(run(&script, short).await, (0, RunEnd::Timeout), "{script}");
    }
    let (count, end) = run("while :; do cat \"$D/messages\"; done", Duration::from_secs(1)).await;
    assert!(count > 0 && end == RunEnd::Timeout, "{count} {end:?}");
}

/// A run keeps few messages for a caller that does not take them, and ends in time.
#[tokio::test]
async fn messages_wait_for_the_caller() {
    let folder = Folder::new();
    std::fs::write(folder.path().join("messages"), [3, 0, 0, 0, 0].repeat(200_000)).unwrap();
    let script = format!("printf '{}'; while :; do cat \"$D/messages\"; done", frame(READY, 6, "filter"));
    let helper = Helper::start(&folder.program(&script), &limits()).await.unwrap();
    let mut running = helper.run(&[], &Script::new("code.js", ""), Duration::from_millis(200)).unwrap();
    // The program never reads: at some message the sender waits, until the run is over.
    let poster = running.poster();
    let text = "x".repeat(16 << 20);
    let posting = async { while poster.post(&text).await.is_ok() {} };
    posting.await;
    let mut count = 0;
    while let Event::Message(_) = running.next().await {
        count += 1;
    }
    assert!(count <= 4, "{count} messages were kept");
}

#[tokio::test]
async fn a_silent_start_is_an_error() {
    let folder = Folder::new();
    let program = folder.program("exec sleep 60");
    let error = Helper::start(&program, &limits()).await.unwrap_err();
    assert!(matches!(error, StartError::Timeout), "{error}");
}
