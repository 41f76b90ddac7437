//! Protection of passwords in URLs, files and folders; locks, FIFOs and limits.

use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::Path;
use std::process::{Command, Stdio};

use rustix::fs::{CWD, FileType, Mode, mknodat};
use serde_json::json;

use crate::support::{
    Answer, Ran, Scratch, Server, feed, finds_drivers, finish, run, webagents, with_browser,
};

const MANIFEST: &str = "# Shop\n\n## look\nLooks.\n";
const PAGE: &str = "<!doctype html><title>A</title><meta name=webagents-md content=/webagents.md><script>globalThis.look = () => 1</script><p>text";

fn shop() -> Server {
    Server::start(|path| match path {
        "/" => Some(Answer::html(PAGE)),
        "/webagents.md" => Some(Answer::markdown(MANIFEST)),
        "/away" => Some(Answer::redirect("http://ann:hunter2@127.0.0.1/")),
        _ => None,
    })
}

#[track_caller]
fn without_password(ran: &Ran) {
    let all = format!("{}{}", ran.stdout, ran.stderr);
    assert!(!all.is_empty(), "it says something");
    assert!(!all.contains("hunter2"), "{ran:#?}");
}

#[test]
fn secrets_in_misspelt_arguments_are_not_shown() {
    for args in [
        &["read", "ann:hunter2@shop.example:80/p"][..],
        &["discover", "ann:hunter2@shop.example"],
        &["exec", "ann:hunter2@shop.example", "1"],
        &["exec", "--attach", "ann:hunter2@127.0.0.1:9222", "https://shop.example/", "1"],
        &["read", "--allow-host", "ann:hunter2@shop.example:80", "http://127.0.0.1:1/"],
        &["read", "--header", "Authorization Bearer hunter2", "http://127.0.0.1:1/"],
        &["read", "--cookie", "hunter2", "http://127.0.0.1:1/"],
        &["read", "--basic", "hunter2", "http://127.0.0.1:1/"],
        &["read", "--json", "--cookie", "hunter2", "http://127.0.0.1:1/"],
    ] {
        let ran = run(args);
        assert_ne!(ran.code, Some(0), "{ran:#?}");
        without_password(&ran);
    }
}

#[test]
fn passwords_of_urls_are_not_shown() {
    let (scratch, server) = (Scratch::new(), shop());
    let manifest = scratch.file("webagents.md", MANIFEST);
    let (typed, broken) =
        (format!("http://ann:hunter2@127.0.0.1:{}/", server.port), "http://ann:hunter2@127.0.0.1:x/");
    let line = scratch.file("lines.jsonl", json!({ "url": typed, "code": "return 1" }).to_string() + "\n");
    let away = server.url("/away");
    for (args, code) in [
        (&["read", &typed][..], 4),
        (&["read", "--json", &typed], 4),
        (&["read", "--render", &typed], 4),
        (&["read", "--render", "--json", &typed], 4),
        (&["read", &away], 4),
        (&["read", "--json", &away], 4),
        (&["read", "--json", broken], 2),
        (&["read", broken, &typed], 1),
        (&["discover", &typed], 4),
        (&["discover", "--json", broken], 2),
        (&["types", &typed], 4),
        (&["exec", &typed, "return 1"], 4),
        (&["exec", "--json", &typed, "return 1", "--manifest", &manifest], 4),
        (&["exec", &away, "return 1"], 4),
        (&["exec", &typed, "return 1", "--oops"], 2),
        (&["batch", "--json", &line], 1),
        (&["batch", &line, "--manifest", &manifest], 1),
        (
            &[
                "exec",
                &server.url("/"),
                "return 1",
                "--egress",
                "open",
                "--driver-url",
                &format!("{typed}wd"),
            ],
            5,
        ),
        (&["exec", &server.url("/"), "return 1", "--driver-url", "http://ann:hunter2 x@:1"], 2),
        (&["exec", &server.url("/"), "return 1", "--attach", &typed], 2),
        (&["lock", &typed], 4),
    ] {
        let ran = finish(webagents(args).current_dir(scratch.path()).env("TMPDIR", scratch.path()));
        assert_eq!(ran.code, Some(code), "{args:?}: {ran:#?}");
        without_password(&ran);
    }
}

#[test]
fn files_and_folders_are_for_their_user_only() {
    let (scratch, server) = (Scratch::new(), shop());
    let name = |name: &str| scratch.path().join(name).to_str().expect("UTF-8").to_owned();
    let (result, picture, audit, state, lock, out) = (
        name("result.json"),
        name("page.png"),
        name("audit.jsonl"),
        name("state.json"),
        name("webagents.lock"),
        name("out.jsonl"),
    );
    let line = scratch.file("lines.jsonl", json!({ "url": server.url("/"), "code": "return 1" }).to_string());
    let profile = name("profile");
    // Temporary files are read while they exist, by a program in the place of the driver.
    let spy = scratch.file(
        "driver",
        "#!/bin/sh\nstat -c %a \"$TMPDIR\" >&2\n: >\"$TMPDIR/new\"\nstat -c %a \"$TMPDIR/new\" >&2\nexit 1\n",
    );
    std::fs::set_permissions(&spy, std::fs::Permissions::from_mode(0o700)).expect("a program");
    let url = server.url("/");
    let under = |args: &[&str]| {
        // A shell, because a test program has one mask for all its threads.
        let mut command = Command::new("/bin/sh");
        command.args(["-c", "umask 000; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_webagents")]).args(args);
        command.env_remove("WEBDRIVER_URL").env_remove("WEBAGENTS_ENGINE").env("TMPDIR", scratch.path());
        feed(command.stdin(Stdio::null()), b"")
    };
    under(&["lock", &url, "--lock", &lock]).expect(0);
    under(&[
        "exec",
        &url,
        "return 1",
        "--save-result",
        &result,
        "--screenshot",
        &picture,
        "--audit",
        &audit,
        "--save-storage-state",
        &state,
        "--profile",
        &profile,
    ])
    .expect(0);
    under(&["batch", &line, "--resume", &out]).expect(0);
    under(&["exec", &url, "return 1", "--driver", &spy]).expect(5).says(&["it said:\n700\n600"]);
    let mode = |path: &str| Path::new(path).metadata().expect("a file").permissions().mode() & 0o777;
    for file in [&result, &picture, &audit, &state, &lock, &out] {
        assert_eq!(mode(file), 0o600, "{file}");
    }
    assert_eq!(mode(&profile), 0o700);
    assert_eq!(mode(&format!("{profile}/profile.lock")), 0o600);
}

#[test]
fn sites_that_are_locked_at_once_are_all_pinned() {
    let scratch = Scratch::new();
    let servers: Vec<Server> = (0..4).map(|_| shop()).collect();
    std::os::unix::fs::symlink("real.lock", scratch.path().join("link.lock")).expect("a link");
    let lock = scratch.path().join("link.lock");
    let children: Vec<_> = servers
        .iter()
        .map(|server| {
            let mut command = webagents(["lock", &server.url("/"), "--lock"]);
            command
                .arg(&lock)
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("the command starts")
        })
        .collect();
    for mut child in children {
        assert_eq!(child.wait().expect("its end").code(), Some(0));
    }
    let text = std::fs::read_to_string(scratch.path().join("real.lock")).expect("what the link leads to");
    for server in &servers {
        assert!(text.contains(&server.port.to_string()), "{text}");
    }
    assert!(lock.is_symlink());
}

#[test]
fn only_regular_files_are_opened() {
    let (scratch, server) = (Scratch::new(), shop());
    let fifo = scratch.path().join("fifo");
    mknodat(CWD, &fifo, FileType::Fifo, Mode::from_raw_mode(0o600), 0).expect("a FIFO");
    let (fifo, url) = (fifo.to_str().expect("UTF-8"), server.url("/"));
    let folder = scratch.path().to_str().expect("UTF-8");
    for (args, found) in [
        (&["lock", &url, "--lock", fifo][..], "a FIFO"),
        (&["exec", &url, "1", "--lock", fifo], "a FIFO"),
        (&["exec", &url, "1", "--policy", fifo], "a FIFO"),
        (&["exec", &url, "1", "--audit", fifo], ""),
        (&["exec", &url, "--file", fifo], "a FIFO"),
        (&["exec", &url, "1", "--manifest", fifo], "a FIFO"),
        (&["exec", &url, "1", "--save-result", fifo], "a FIFO"),
        (&["exec", &url, "1", "--screenshot", fifo], "a FIFO"),
        (&["exec", &url, "1", "--storage-state", fifo], "a FIFO"),
        (&["exec", &url, "1", "--save-storage-state", fifo], "a FIFO"),
        (&["batch", fifo], "a FIFO"),
        (&["batch", folder], "a directory"),
        (&["batch", "-", "--resume", fifo], "a FIFO"),
        (&["parse", fifo], "a FIFO"),
        (&["parse", folder], "a directory"),
        (&["parse", "/dev/zero"], "a device"),
        (&["import", fifo], "a FIFO"),
        (&["read", fifo], "a FIFO"),
    ] {
        run(args).expect(2).says(&[if found.is_empty() { "cannot write" } else { found }]);
    }
}

#[test]
fn a_browser_that_the_limits_do_not_allow_is_refused_with_the_cause() {
    let (scratch, server) = (Scratch::new(), shop());
    let mut command = Command::new("/bin/sh");
    command
        .args(["-c", "ulimit -n 64; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_webagents")])
        .args(["exec", &server.url("/"), "return 1"])
        .env_remove("WEBDRIVER_URL")
        .env("TMPDIR", scratch.path())
        .stdin(Stdio::null());
    feed(&mut command, b"").expect(5).says(&["64 open files", "raise the limit with ulimit -n"]);
    scratch.expect_clean();
}

#[test]
fn help_that_cannot_be_written_is_an_error() {
    for args in [&["--help"][..], &["exec", "--help"], &["--version"], &["parse", "--json-schema"]] {
        let full =
            std::fs::OpenOptions::new().write(true).mode(0o600).open("/dev/full").expect("a full disk");
        let output = webagents(args).stdout(full).stderr(Stdio::piped()).output().expect("its output");
        assert_eq!(output.status.code(), Some(2), "{args:?} {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn the_doctor_lists_drivers_of_the_cache() {
    let scratch = Scratch::new();
    let cache = scratch.path().join("webagents");
    std::fs::create_dir(&cache).expect("a folder");
    for version in ["0.9.0", "0.37.1"] {
        let path = cache.join(format!("geckodriver-{version}"));
        std::fs::write(&path, format!("#!/bin/sh\necho geckodriver {version}\n")).expect("a driver");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o700)).expect("a program");
    }
    let doctor = |args: &[&str]| {
        let args = [&["doctor"][..], args].concat();
        finish(webagents(args).env("XDG_CACHE_HOME", scratch.path()).env("PATH", "/nowhere"))
    };
    let told = doctor(&["--json"]).expect(5).json();
    assert_eq!((&told["version"], &told["ok"]), (&json!(1), &json!(false)));
    let firefox = &told["engines"][2];
    assert_eq!(firefox["engine"], "firefox");
    let versions: Vec<_> =
        firefox["drivers"].as_array().expect("a list").iter().map(|driver| &driver["version"]).collect();
    assert_eq!(versions, ["geckodriver 0.37.1", "geckodriver 0.9.0"]);
    assert_eq!(firefox["missing"], json!(["the browser of firefox"]));
    assert!(firefox["install"].as_str().is_some_and(|install| install.contains("firefox-esr")));
    let text = doctor(&[]).expect(5).stdout;
    assert!(text.contains("chromedriver; install: apt-get install chromium"), "{text}");
    // And the command uses the programs that it lists.
    let server = shop();
    let mut exec = webagents(["exec", "--engine", "firefox", &server.url("/"), "return 1"]);
    let ran = finish(exec.env("XDG_CACHE_HOME", scratch.path()).env("PATH", "/nowhere")).expect(5);
    assert!(ran.stderr.contains("geckodriver-0.37.1 ended before it listened"), "{ran:#?}");
}

#[test]
fn the_driver_that_is_named_is_started() {
    let (scratch, server) = (Scratch::new(), shop());
    let url = server.url("/");
    let file = scratch.file("text", "");
    run(["exec", &url, "1", "--driver", &file]).expect(2).says(&["--driver: expected a program, found "]);
    run(["exec", &url, "1", "--driver", "missing"]).expect(2).says(&["cannot read missing"]);
    let found = std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())
        .map(|folder| folder.join("chromedriver"))
        .find(|path| path.is_file())
        .expect("chromedriver");
    let link = scratch.path().join("my-driver");
    std::os::unix::fs::symlink(found, &link).expect("a link");
    let args = ["exec", &url, "return 7", "--driver", link.to_str().expect("UTF-8")];
    assert_eq!(with_browser(&scratch, &args, "").expect(0).stdout, "7\n");
}

#[test]
fn the_startup_cache_of_firefox_is_kept() {
    let (scratch, cache, server) = (Scratch::new(), Scratch::new(), shop());
    let url = server.url("/");
    let kept = cache.path().join("webagents/firefox-startup");
    // The second one starts with the cache of the first, and the third meets the cache of another build.
    for another in [None, None, Some("[Compatibility]\nLastVersion=999.0_1/1\n")] {
        if let Some(build) = another {
            std::fs::write(kept.join("compatibility.ini"), build).expect("a file");
        }
        let args = ["exec", "--engine", "firefox", "--realm", "page", &url, "return document.title"];
        let ran = finish(finds_drivers(&scratch, &args).env("XDG_CACHE_HOME", cache.path())).expect(0);
        assert_eq!(ran.stdout, "\"A\"\n");
        scratch.expect_clean();
        assert_eq!(kept.metadata().expect("a folder").permissions().mode() & 0o777, 0o700);
        let build = std::fs::read_to_string(kept.join("compatibility.ini")).expect("a build");
        assert!(build.contains("LastVersion=") && !build.contains("999.0"), "{build}");
        let mut names =
            std::fs::read_dir(&kept).expect("a folder").map(|entry| entry.expect("one").file_name());
        assert!(names.all(|name| name == "compatibility.ini" || name == "startupCache"), "no other file");
    }
}
