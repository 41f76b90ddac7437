//! Readers that go away, disks that are full, bytes that were not meant for a pipe.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _};
use std::process::Stdio;

use crate::support::{Scratch, finish, webagents};

/// A manifest whose declarations, and whose findings, are larger than any pipe holds.
fn large() -> String {
    let tool = |number| {
        format!("## findBooks{number}\nFinds books.\n\n### Params\n- no backticks\n- `a` (string): A\n\n")
    };
    std::iter::once("# Shop\n\n".to_owned()).chain((0..5000).map(tool)).collect()
}

#[test]
fn a_reader_of_data_that_goes_away_is_no_error() {
    let scratch = Scratch::new();
    let file = scratch.file("large.md", large());
    for args in [&["types", &file][..], &["types", "--json", &file], &["context", &file]] {
        let mut child = webagents(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let mut first = [0; 1];
        let mut stdout = child.stdout.take().expect("a pipe");
        stdout.read_exact(&mut first).expect("data");
        drop(stdout);
        let output = child.wait_with_output().expect("its output");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{args:?} {stderr}");
        assert!(!stderr.contains("rror:") && !stderr.contains("panicked"), "{args:?} {stderr}");
    }
}

#[test]
fn a_reader_of_messages_that_goes_away_changes_nothing() {
    let scratch = Scratch::new();
    let file = scratch.file("large.md", large());
    let mut child = webagents(["parse", &file])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut line = String::new();
    BufReader::new(child.stderr.take().expect("a pipe")).read_line(&mut line).expect("a line");
    assert!(line.starts_with("error["), "{line}");
    assert_eq!(child.wait().expect("its end").code(), Some(1));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let scratch = Scratch::new();
    let file = scratch.file("webagents.md", "# Shop\n");
    for args in [&["types", &file][..], &["parse", "--json", &file], &["completions", "bash"]] {
        let full = File::options().write(true).open("/dev/full").expect("a full disk");
        let output = webagents(args).stdout(full).stderr(Stdio::piped()).output().expect("its output");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?} {stderr}");
        assert!(stderr.contains("error: cannot write to stdout: No space left"), "{args:?} {stderr}");
    }
}

#[test]
fn what_is_piped_has_no_colour() {
    let scratch = Scratch::new();
    let file = scratch.file("webagents.md", "# Shop\n## then\n### Params\n- a\n");
    for args in [&["parse", &file][..], &["parse", "missing.md"], &["parse", "--oops"], &["--help"]] {
        let ran = finish(&mut webagents(args));
        let shown = format!("{}{}", ran.stdout, ran.stderr);
        assert!(!shown.is_empty() && !shown.contains('\u{1b}'), "{args:?} {shown:?}");
    }
}
