//! The examples that need no browser, run as programs.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Returns the program of an example, which cargo builds with the tests.
fn example(name: &str) -> Command {
    let test = std::env::current_exe().unwrap();
    let programs: PathBuf = test.parent().unwrap().with_file_name("examples");
    Command::new(programs.join(name))
}

/// Runs an example with a text on stdin, and returns its stdout.
fn output(name: &str, input: &str) -> String {
    let mut command = example(name);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{name}: {}", output.status);
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn examples_without_browser_work() {
    let author = output("runtime_author", "");
    assert!(author.contains("error[param.syntax]"), "{author}");
    assert!(author.contains("--> webagents.md:8:1"), "{author}");
    assert!(author.ends_with("query: string // Words to look for.\n): Promise<any>;\n};\n"), "{author}");

    let site = output("site_owner", "");
    let parsed = webagents::manifest::parse(&site);
    assert_eq!(parsed.diagnostics, []);
    assert_eq!(parsed.manifest.tools.len(), 2);

    let questions = concat!(
        "{\"cmd\":\"start\",\"protocol\":1,\"spec_version\":\"0.1\"}\n",
        "{\"cmd\":\"run\",\"seq\":1,\"op\":\"parse\",\"input\":{\"text\":\"# Shop\\n\"},\"args\":{}}\n",
        "{\"cmd\":\"stop\"}\n",
    );
    let answers = output("adapter", questions);
    let last: serde_json::Value = serde_json::from_str(answers.lines().last().unwrap()).unwrap();
    assert_eq!(last["value"]["name"], "Shop", "{answers}");
}

#[test]
fn agent_has_at_most_40_lines() {
    assert!(include_str!("../examples/agent.rs").lines().count() <= 40);
}
