//! Documents of `--json` on the error paths of every command, held to the schemas of `--json-schema`.

use crate::support::{Answer, Scratch, Server, closed_port, feed, finish, run, webagents};

/// Commands with `--json`, each with arguments that name a source as `SOURCE`.
const COMMANDS: [(&str, &[&str]); 17] = [
    ("batch", &["SOURCE"]),
    ("browse", &["open", "SOURCE"]),
    ("check", &["SOURCE"]),
    ("check-code", &["SOURCE", "return 1"]),
    ("context", &["SOURCE"]),
    ("demo", &["--screenshot", "/no/such/folder/picture.png"]),
    ("discover", &["SOURCE"]),
    ("doctor", &["--engine", "lynx"]),
    ("exec", &["SOURCE", "return 1"]),
    ("import", &["SOURCE"]),
    ("parse", &["SOURCE"]),
    ("read", &["SOURCE"]),
    ("schema", &["SOURCE", "--to", "mcp"]),
    ("session list", &["SOURCE"]),
    ("session start", &["SOURCE", "--engine", "lynx"]),
    ("session stop", &["SOURCE"]),
    ("types", &["SOURCE"]),
];

/// The command with `--json`; the helpers of the tests compare its output with its schema.
fn command(name: &str, more: &[&str]) -> std::process::Command {
    let mut command = webagents(name.split(' ').chain(["--json"]).chain(more.iter().copied()));
    command.env("PATH", "/nowhere");
    command
}

#[test]
fn every_command_with_documents_is_listed() {
    let help = run(["--help"]).expect(0).stdout;
    let named = help.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let named = named.filter(|name| name.starts_with(|c: char| c.is_ascii_lowercase()));
    let mut all = Vec::new();
    for name in named {
        let inner: &[&str] = if name == "session" { &["start", "list", "stop"] } else { &[""] };
        all.extend(inner.iter().map(|inner| format!("{name} {inner}").trim().to_owned()));
    }
    all.retain(|name| run(name.split(' ').chain(["--json-schema"])).code == Some(0));
    all.sort();
    assert_eq!(all, COMMANDS.map(|(name, _)| name));
}

#[test]
fn errors_in_arguments_are_documents() {
    for (name, _) in COMMANDS {
        for more in [&["--nonsense"][..], &["--log", "nonsense"], &["--log"]] {
            let ran = finish(&mut command(name, more)).expect(2);
            assert_eq!(ran.json()["ok"], false, "{name} {more:?}");
        }
        let ran = finish(command(name, &[]).env("WEBAGENTS_LOG", "nonsense")).expect(2);
        assert_eq!(ran.json()["ok"], false, "{name}");
    }
    for name in
        ["browse", "check-code", "context", "discover", "exec", "import", "parse", "read", "schema", "types"]
    {
        let ran = finish(&mut command(name, &[])).expect(2);
        assert_eq!(ran.json()["ok"], false, "{name}");
    }
}

#[test]
fn sources_that_fail_are_documents() {
    let scratch = Scratch::new();
    let server = Server::start(|path| (path == "/").then(|| Answer::html("<!doctype html>")));
    let binary = scratch.file("binary.md", b"\xff\xfe\0");
    let sources = [
        "/no/such/file.md".to_owned(),
        "ftp://a.example/".to_owned(),
        "http://user:word@a.example/".to_owned(),
        format!("http://127.0.0.1:{}/", closed_port()),
        server.url("/"),
        server.url("/missing"),
        binary,
    ];
    for (name, args) in COMMANDS {
        for source in &sources {
            let args: Vec<&str> =
                args.iter().map(|arg| if *arg == "SOURCE" { source.as_str() } else { *arg }).collect();
            let ran = feed(&mut command(name, &args), b"");
            assert!(!ran.stdout.is_empty(), "{name} {args:?}: {ran:#?}");
        }
    }
}

#[test]
fn a_diff_is_no_document() {
    for more in [&["--json"][..], &["--format", "json"], &["--format", "sarif"]] {
        let ran = run([&["check", "--diff"], more].concat()).expect(2);
        assert!(!ran.stdout.contains("---"), "{ran:#?}");
    }
}
