//! Code blocks of the README and of `docs`, run as a reader would run them.
//!
//! - A `console` block has commands after `$ ` with their output. `…` matches any lines, and `[exit code 1]` ends the
//!   output of a command that fails.
//! - A comment `<!-- file: NAME -->` before a block writes the block to a file.
//! - The commands of an `sh` block are not run. The help of each command has to list its options.
//!
//! The documents name the demo site by one address, in the place of the address of the running site.

use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, thread};

use crate::support::{Demo, Scratch, finds_drivers, finish, run};

/// Address of the demo site in the documents.
const ADDRESS: &str = "127.0.0.1:41573";

/// Line that matches any lines.
const ANY: &str = "…";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the README and all pages of `docs`.
fn documents() -> Vec<PathBuf> {
    let mut found = vec![root().join("README.md")];
    let mut folders = vec![root().join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Code block of a document.
struct Block<'a> {
    language: &'a str,
    /// Name of the file that the reader writes.
    file: Option<&'a str>,
    text: String,
}

fn blocks(document: &str) -> Vec<Block<'_>> {
    let mut found = Vec::new();
    let mut lines = document.lines();
    let mut file = None;
    while let Some(line) = lines.next() {
        if let Some(language) = line.trim_start().strip_prefix("```") {
            let fence: String = line.trim_start().chars().take_while(|c| *c == '`').collect();
            let text = lines.by_ref().take_while(|line| line.trim() != fence).map(|line| format!("{line}\n"));
            let language = language.trim_start_matches('`');
            found.push(Block { language, file: file.take(), text: text.collect() });
        } else if !line.trim().is_empty() {
            file = line.strip_prefix("<!-- file: ").and_then(|rest| rest.strip_suffix(" -->"));
        }
    }
    found
}

/// Command of a `console` block with the lines that it prints.
#[derive(Debug)]
struct Step {
    command: String,
    printed: Vec<String>,
    code: i32,
}

/// Returns the steps of a `console` block. A command goes on while a quote is open.
fn steps(block: &str) -> Vec<Step> {
    let mut found: Vec<Step> = Vec::new();
    let mut is_open = false;
    for line in block.lines() {
        let quotes = line.matches('\'').count();
        if let Some(step) = found.last_mut().filter(|_| is_open) {
            step.command.push('\n');
            step.command.push_str(line);
            is_open ^= quotes % 2 == 1;
        } else if let Some(command) = line.strip_prefix("$ ") {
            found.push(Step { command: command.to_owned(), printed: Vec::new(), code: 0 });
            is_open = quotes % 2 == 1;
        } else if let Some(step) = found.last_mut() {
            match line.strip_prefix("[exit code ").and_then(|rest| rest.strip_suffix(']')) {
                Some(code) => step.code = code.parse().expect("a number"),
                None => step.printed.push(line.to_owned()),
            }
        }
    }
    found
}

/// A line without durations, and without the blanks that align them.
fn normal(line: &str) -> String {
    match line.split_once(" ms  ") {
        Some((_, call)) => format!("N ms  {call}"),
        None => line.trim_end().to_owned(),
    }
}

/// Returns whether `lines` are the `expected` ones, in which [`ANY`] matches any lines.
fn fits(expected: &[String], lines: &[String]) -> bool {
    match expected.split_first() {
        None => lines.is_empty(),
        Some((first, rest)) if first == ANY => (0..=lines.len()).any(|from| fits(rest, &lines[from..])),
        Some((first, rest)) => lines.first() == Some(first) && fits(rest, &lines[1..]),
    }
}

/// Compares the output of a command with its document: all of stdout, and lines of stderr anywhere.
fn expect_output(step: &Step, stdout: &str, stderr: &str) {
    let stderr: Vec<String> = stderr.lines().map(normal).collect();
    let printed = step.printed.iter().map(|line| normal(line));
    let expected: Vec<String> = printed.filter(|line| !stderr.contains(line)).collect();
    let stdout: Vec<String> = stdout.lines().map(normal).collect();
    assert!(
        fits(&expected, &stdout),
        "`{}` prints\n{}\nand not\n{}\nwith stderr\n{}",
        step.command,
        stdout.join("\n"),
        expected.join("\n"),
        stderr.join("\n")
    );
}

/// Runs the `console` blocks of a document, and returns their number.
fn run_document(path: &Path) -> usize {
    let document = fs::read_to_string(path).expect("a document");
    let blocks = blocks(&document);
    let count = blocks.iter().filter(|block| block.language == "console").count();
    if count == 0 {
        return 0;
    }
    let (demo, scratch) = (Demo::serve(), Scratch::new());
    let (home, sockets) = (scratch.path().join("home"), scratch.path().join("sockets"));
    fs::create_dir(&home).expect("a folder");
    fs::DirBuilder::new().mode(0o700).create(&sockets).expect("a folder");
    let address = demo.url.trim_start_matches("http://").trim_end_matches('/').to_owned();
    let shell = |command: &str| -> Command {
        // The path has the command itself, and the drivers.
        let drivers = finds_drivers(&scratch, &[]);
        let path = drivers.get_envs().find(|(name, _)| *name == "PATH").and_then(|(_, value)| value);
        let program = Path::new(env!("CARGO_BIN_EXE_webagents")).parent().expect("a folder");
        let mut paths = vec![program.to_owned()];
        paths.extend(path.map(std::env::split_paths).into_iter().flatten());
        let mut shell = Command::new("sh");
        shell.args(["-c", command]).current_dir(&home).stdin(Stdio::null());
        shell.env("PATH", std::env::join_paths(paths).expect("a PATH"));
        shell
            .env("TMPDIR", scratch.path())
            .env("XDG_RUNTIME_DIR", &sockets)
            .env("XDG_CACHE_HOME", "/nowhere");
        for variable in ["WEBDRIVER_URL", "WEBAGENTS_ENGINE", "WEBAGENTS_LOG", "CLICOLOR_FORCE"] {
            shell.env_remove(variable);
        }
        shell
    };
    for block in blocks {
        if let Some(name) = block.file {
            fs::write(home.join(name), block.text.replace(ADDRESS, &address)).expect("a writable folder");
        }
        if block.language != "console" {
            continue;
        }
        for step in steps(&block.text) {
            let ran = finish(&mut shell(&step.command.replace(ADDRESS, &address)));
            let (stdout, stderr) =
                (ran.stdout.replace(&address, ADDRESS), ran.stderr.replace(&address, ADDRESS));
            assert_eq!(
                ran.code,
                Some(step.code),
                "{}: `{}`\n{stdout}\n{stderr}",
                path.display(),
                step.command
            );
            expect_output(&step, &stdout, &stderr);
        }
    }
    finish(&mut shell("webagents session stop --all"));
    count
}

#[test]
fn console_blocks_print_what_they_show() {
    let documents = documents();
    let (next, count) = (AtomicUsize::new(0), AtomicUsize::new(0));
    // A document waits for its browser most of the time.
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while let Some(path) = documents.get(next.fetch_add(1, Ordering::Relaxed)) {
                    count.fetch_add(run_document(path), Ordering::Relaxed);
                }
            });
        }
    });
    assert!(count.into_inner() > 8);
}

/// The words of a command line, without quotes, up to an operator of the shell or a comment.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for c in line.chars() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (Some(_), _) => words.last_mut().into_iter().for_each(|word| word.push(c)),
            (None, '\'' | '"') => quote = Some(c),
            (None, '|' | '<' | '>' | '#' | '&') => break,
            (None, ' ') => words.push(String::new()),
            (None, _) => words.last_mut().into_iter().for_each(|word| word.push(c)),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn options_in_documents_exist() {
    let mut count = 0;
    for path in documents() {
        let document = fs::read_to_string(&path).expect("a document");
        for block in blocks(&document).iter().filter(|block| block.language == "sh") {
            for line in block.text.lines().filter_map(|line| line.strip_prefix("webagents ")) {
                let words = words(line);
                let is_nested = words.first().is_some_and(|word| word == "session") && words.len() > 1;
                let names = &words[..if is_nested { 2 } else { 1 }];
                let help = run(names.iter().map(String::as_str).chain(["--help"]));
                assert_eq!(help.code, Some(0), "{}: webagents {line}", path.display());
                for option in words.iter().filter(|word| word.starts_with("--") && word.len() > 2) {
                    let option = option.split('=').next().unwrap_or_default();
                    assert!(help.stdout.contains(option), "{}: {line}: no {option}", path.display());
                }
                count += 1;
            }
        }
    }
    assert!(count > 40, "{count}");
}

#[test]
fn blocks_of_documents_are_read() {
    let document = "<!-- file: a.md -->\n````markdown\n```ts\nx\n```\n````\ntext\n```console\n$ a 'b\n c'\nout\n[exit code 1]\n$ d\n```\n";
    let found = blocks(document);
    assert_eq!((found[0].file, found[0].text.as_str()), (Some("a.md"), "```ts\nx\n```\n"));
    assert_eq!((found[1].language, found[1].file), ("console", None));
    let steps = steps(&found[1].text);
    assert_eq!((steps[0].command.as_str(), steps[0].code, steps.len()), ("a 'b\n c'", 1, 2));
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    assert!(fits(&lines("a\n…\nd"), &lines("a\nb\nc\nd")) && !fits(&lines("a\n…\nd"), &lines("a\nb")));
    assert!(fits(&lines("…"), &[]) && !fits(&lines("a"), &lines("a\nb")));
    assert_eq!(words("check 'a b' --x=1 # c"), ["check", "a b", "--x=1"]);
}
