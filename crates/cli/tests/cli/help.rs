//! Help texts that newcomers read first.

use crate::support::run;

#[test]
fn help_of_each_command() {
    for command in [
        "demo",
        "check",
        "fmt",
        "parse",
        "types",
        "schema",
        "import",
        "context",
        "discover",
        "doctor",
        "read",
        "exec",
        "batch",
        "session",
        "session start",
        "session list",
        "session stop",
        "browse",
        "check-code",
        "lock",
        "completions",
    ] {
        let help = run(command.split(' ').chain(["--help"])).expect(0);
        assert_eq!(help.stderr, "", "{command}");
        assert!(help.stdout.contains("Example"), "{command} has no example");
        // An installed program has no files of the repository.
        for file in ["README", "SECURITY", "ENGINES.md", "CONTRIBUTING", "CHANGELOG", "docs/"] {
            assert!(!help.stdout.contains(file), "the help of {command} names {file}");
        }
        insta::assert_snapshot!(format!("help_{}", command.replace(' ', "_")), help.stdout);
    }
}

/// The options that a help text describes.
fn options(help: &str) -> Vec<&str> {
    help.lines()
        .filter(|line| line.starts_with("  -") || line.starts_with("      --"))
        .filter_map(|line| line.split([' ', ',']).find(|word| word.starts_with("--")))
        .collect()
}

#[test]
fn short_help_has_the_common_options() {
    let groups = ["\nBrowser:\n", "\nNetwork:\n", "\nGuards:\n"];
    let mut shared: Option<Vec<String>> = None;
    for command in ["exec", "batch", "session start"] {
        let help = |flag| run(command.split(' ').chain([flag])).expect(0).stdout;
        let (short, long) = (help("-h"), help("--help"));
        assert!(options(&short).len() <= 20, "{command}: {:?}", options(&short));
        assert!(options(&short).iter().all(|option| options(&long).contains(option)), "{command}");
        // Every command that runs code has the same options of browser, egress and guards, in the same groups.
        let of_group = |group: &&str| {
            let (_, rest) = long.split_once(*group).unwrap_or_else(|| panic!("{command} lacks {group:?}"));
            let section = rest.lines().take_while(|line| line.is_empty() || line.starts_with(' '));
            options(&section.collect::<Vec<_>>().join("\n")).join(" ")
        };
        let grouped: Vec<String> = groups.iter().map(of_group).collect();
        assert_eq!(*shared.get_or_insert_with(|| grouped.clone()), grouped, "{command}");
    }
}

#[test]
fn schema_of_each_document() {
    for command in [
        "demo",
        "check",
        "parse",
        "types",
        "schema",
        "import",
        "context",
        "discover",
        "doctor",
        "read",
        "exec",
        "batch",
        "session start",
        "session list",
        "session stop",
        "browse",
    ] {
        let schema = run(command.split(' ').chain(["--json-schema"])).expect(0);
        assert_eq!(schema.stderr, "", "{command}");
        let schema = schema.json();
        jsonschema::meta::validate(&schema).expect("a schema");
        insta::assert_snapshot!(format!("schema_of_{}", command.replace(' ', "_")), format!("{schema:#}"));
    }
    run(["completions", "--json-schema"]).expect(2);
    run(["parse", "--json-schema", "webagents.md"]).expect(2);
}

#[test]
fn help_of_the_whole() {
    let help = run(["--help"]).expect(0);
    assert_eq!(help.stderr, "");
    assert!(!help.stdout.contains("adapter"), "the adapter is for machines");
    assert!(!help.stdout.contains("supervisor"), "the supervisor of a session is for `session start`");
    insta::assert_snapshot!(help.stdout);
}

#[test]
fn help_topics_are_pages() {
    for (topic, words) in
        [("policy", "`untrusted_content`"), ("exit-codes", "a guard refused"), ("config", "token-budget")]
    {
        let page = run(["help", topic]).expect(0);
        assert!(page.stdout.starts_with("# ") && page.stdout.contains(words), "{page:#?}");
    }
}

#[test]
fn without_a_command_help_is_an_error() {
    let ran = run::<&str>([]).expect(2).says(&["Usage: webagents [OPTIONS] <COMMAND>", "discover"]);
    assert_eq!(ran.stdout, "");
}

#[test]
fn the_version_is_data() {
    assert_eq!(run(["--version"]).expect(0).stdout, concat!("webagents ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn completions_for_each_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let ran = run(["completions", shell]).expect(0);
        assert_eq!(ran.stderr, "", "{shell}");
        for word in ["webagents", "discover", "allow-host", "session", "start", "idle"] {
            assert!(ran.stdout.contains(word), "{shell} does not complete {word}");
        }
    }
    run(["completions", "cmd.exe"]).expect(2).says(&["possible values: bash"]);
}

#[test]
fn what_makes_no_sense_is_a_usage_error() {
    #[track_caller]
    fn check(args: &[&str], words: &[&str]) {
        let ran = run(args).expect(2).says(words);
        assert_eq!(ran.stdout, "", "{args:?}");
    }
    let told = run(["parse", "--json", "x.md", "--timeout", "0"]).expect(2);
    assert_eq!(told.stderr, "");
    let told = told.json();
    assert_eq!((&told["ok"], &told["error"]["kind"]), (&false.into(), &"usage".into()));
    assert!(
        told["error"]["message"].as_str().is_some_and(|text| text.contains("expected a number of seconds"))
    );
    check(&["prase"], &["'parse'"]);
    check(&["parse"], &["<SOURCE>"]);
    check(
        &["types", "x.md", "--rendering", "xml"],
        &["possible values: jsdoc, inline, brief, sentences, outline, index, calls, names"],
    );
    check(&["parse", "x.md", "--timeout", "0"], &["expected a number of seconds"]);
    check(&["parse", "x.md", "--timeout", "NaN"], &["expected a number of seconds"]);
    check(&["parse", "x.md", "--allow-host", "localhost"], &["expected HOST:PORT, such as localhost:8080"]);
    check(&["parse", "x.md", "--allow-host", "localhost:http"], &["\"http\" is not a port"]);
    check(&["context", "x.md", "--budget", "many"], &["invalid value 'many' for '--budget <TOKENS>'"]);
    check(&["context", "x.md", "--budget", "9", "--rendering", "brief"], &["cannot be used with"]);
    check(&["exec", "http://127.0.0.1:1/"], &["<CODE>"]);
    check(&["exec", "http://127.0.0.1:1/", "1", "--file", "x.js"], &["cannot be used with"]);
    check(&["exec", "http://127.0.0.1:1/", "1", "--deadline", "soon"], &["expected a number of seconds"]);
    check(&["exec", "page.html", "1"], &["page.html is not a URL", "help: write the whole address"]);
    check(&["exec", "file:///page.html", "1"], &["only http and https are opened"]);
    check(&["exec", "http://127.0.0.1:1/", "-f", "missing.js"], &["cannot read missing.js: No such file"]);
    check(
        &["exec", "http://127.0.0.1:1/", "-", "--manifest", "-"],
        &["stdin cannot be both the code and the manifest"],
    );
    check(&["discover", "-"], &["<stdin> is not a URL"]);
    check(&["discover", "localhost:8080"], &["help: write http://localhost:8080/"]);
    check(&["discover", "shop.example"], &["help: write https://shop.example/"]);
    check(
        &["types", "shop.example/books"],
        &["cannot read", "if it is a website, write https://shop.example/books"],
    );
    check(&["parse", "http://"], &["http:// is not a URL: empty host"]);
}

#[test]
fn each_command_of_browse_has_help() {
    for action in webagents_browse::action_names() {
        let ran = run(["browse", action, "--help"]).expect(0);
        assert!(ran.stdout.contains(&format!("\nUsage: webagents browse {action}")), "{ran:#?}");
        assert_eq!(run(["browse", "help", action]).expect(0).stdout, ran.stdout);
    }
    assert!(run(["browse", "help"]).expect(0).stdout.contains("  click TARGET"));
    run(["browse", "help", "nothing"])
        .expect(2)
        .says(&["help: expected a command of browse, found \"nothing\""]);
}

#[test]
fn unknown_commands_list_the_known() {
    let ran = run(["toggle", "x"]).expect(2).says(&["the commands are demo, check", "read", "session"]);
    assert!(!ran.stderr.contains("supervisor"), "{ran:?}");
    run(["session", "toggle"]).expect(2).says(&["the commands are start, list, stop"]);
    run(["serach", "x"]).expect(2).says(&["the commands are demo, check"]);
    run(["chek"]).expect(2).says(&["similar subcommands exist"]);
    assert_eq!(run(["toggle", "--json"]).expect(2).json()["error"]["kind"], "usage");
}
