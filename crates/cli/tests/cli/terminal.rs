//! Output on a terminal: colours unless declined, and no control sequences from a site.

use std::fs::File;
use std::io::Read as _;
use std::os::unix::ffi::OsStrExt as _;
use std::process::{Command, Stdio};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::support::{Scratch, webagents};

/// Runs a command with stdout and stderr on one terminal, and returns its output.
fn on_terminal(mut command: Command) -> String {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a pseudoterminal");
    grantpt(&ours).and_then(|()| unlockpt(&ours)).expect("its other side");
    let name = ptsname(&ours, Vec::new()).expect("its name");
    let path = std::ffi::OsStr::from_bytes(name.to_bytes());
    let theirs = File::options().read(true).write(true).open(path).expect("its other side");
    command.stdin(Stdio::null()).stdout(theirs.try_clone().expect("a copy")).stderr(theirs);
    let mut child = command.spawn().expect("the command starts");
    // The last copies of the other side that we hold; without them the end of the command is the end of input.
    drop(command);
    let (mut ours, mut shown, mut buffer) = (File::from(ours), Vec::new(), [0; 4096]);
    // Linux returns EIO at the end, others return nothing.
    while let Ok(read @ 1..) = ours.read(&mut buffer) {
        shown.extend_from_slice(&buffer[..read]);
    }
    child.wait().expect("its end");
    String::from_utf8(shown).expect("UTF-8").replace("\r\n", "\n")
}

const SITE: &str =
    "# Shop \u{1b}]0;owned\u{7}\n\nText \u{1b}[2J\u{202e}backwards\n\n## then\n### Params\n- a \u{9b}31m\n";

#[test]
fn colours_are_for_terminals() {
    let scratch = Scratch::new();
    let file = scratch.file("webagents.md", "# Shop\n## then\n### Params\n- `a`: A\n");
    let shown = on_terminal(webagents(["parse", &file]));
    assert!(shown.contains("\u{1b}["), "{shown:?}");
    let shown = on_terminal(webagents(["parse", "missing.md"]));
    assert!(shown.contains("\u{1b}[1;31merror\u{1b}[0m: cannot read missing.md"), "{shown:?}");
}

#[test]
fn no_color_is_heard() {
    let scratch = Scratch::new();
    let file = scratch.file("webagents.md", "# Shop\n## then\n### Params\n- `a`: A\n");
    for args in [["parse", &file], ["parse", "missing.md"], ["parse", "--oops"]] {
        let mut command = webagents(args);
        command.env("NO_COLOR", "1");
        let shown = on_terminal(command);
        assert!(shown.contains("error") && !shown.contains('\u{1b}'), "{shown:?}");
        let mut command = webagents(args);
        command.env("TERM", "dumb");
        let shown = on_terminal(command);
        assert!(shown.contains("error") && !shown.contains('\u{1b}'), "{shown:?}");
    }
}

#[test]
fn a_site_cannot_steer_the_terminal() {
    let scratch = Scratch::new();
    let file = scratch.file("webagents.md", SITE);
    for args in [
        &["parse", &file][..],
        &["parse", "--json", &file],
        &["types", &file],
        &["context", &file],
        &["context", "--full", &file],
        &["context", "--json", "--full", &file],
    ] {
        let mut command = webagents(args);
        command.env("NO_COLOR", "1");
        let shown = on_terminal(command);
        let steers = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
        assert!(!shown.contains(steers), "{args:?} {shown:?}");
    }
    // It is shown, not hidden.
    let mut command = webagents(["context", "--full", &file]);
    command.env("NO_COLOR", "1");
    assert!(on_terminal(command).contains("Text \\u{1b}[2J\\u{202e}backwards"));
}
