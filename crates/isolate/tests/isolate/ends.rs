//! Deadlines, limits, and the end of the process (S4, S5, S7).

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use webagents_isolate::{Event, Helper, LimitKind, Limits, PostError, Program, RunEnd, Script};

use crate::support::{PRELUDE, limits, program, run, run_with};

/// Code that runs for very long, much of it in native functions that the engine does not interrupt.
const ENDLESS: &[&str] = &[
    "for (;;) ;",
    "const f = () => Promise.resolve().then(f); await f()",
    "await new Promise(() => {})",
    "setInterval(() => {}, 0); await new Promise(() => {})",
    "const t = 'a'.repeat(4e6); for (;;) t.indexOf('a'.repeat(2e6) + 'b')",
    "[].join.call({ length: 2 ** 32 - 1 }, '')",
    "[].reverse.call({ length: 2 ** 53 - 2 })",
    "[].splice.call({ length: 2 ** 53 - 2 }, 0, 1)",
    "[].includes.call({ length: 2 ** 53 - 2 }, 1)",
    "'a'.repeat(2 ** 20).replaceAll('a', 'b'.repeat(16)).replaceAll('b', (c) => { for (;;) ; })",
    "/(?=(a+))*b/.test('a'.repeat(1e5)); /(a+)+b/.test('a'.repeat(50))",
    "/^(?=(?:a*)*$)b/.test('a'.repeat(60) + 'c')",
    "const a = new Array(5e5).fill(0); for (;;) a.sort(() => Math.random() - 0.5)",
    "let n = 3n; for (;;) n = n * n % (2n ** 100000n)",
    "JSON.stringify({ get a() { for (;;) ; } })",
    "return { toJSON() { for (;;) ; } }",
    "throw { get stack() { for (;;) ; } }",
    "new Proxy({}, { get: () => { for (;;) ; } }).x",
];

#[tokio::test]
async fn endless_code_is_killed() {
    for code in ENDLESS {
        assert_eq!(
            run_with(&limits(), code, Duration::from_millis(250)).await,
            (Vec::new(), RunEnd::Timeout),
            "{code}"
        );
    }
}

/// A `null` of the code is no end of memory, however large this process is.
#[tokio::test]
async fn large_parent_changes_no_report() {
    let ballast = vec![1_u8; 100 << 20];
    let (messages, end) = run_with(&limits(), "throw null", Duration::from_mins(1)).await;
    assert_eq!(end, RunEnd::Done);
    assert!(!messages.iter().any(|text| text.contains("memory")), "{messages:?}");
    assert!(ballast.iter().all(|byte| *byte == 1));
}

#[tokio::test]
async fn limits_have_names() {
    let small = Limits { memory: 8 << 20, message: 1 << 20, ..limits() };
    let minute = Duration::from_mins(1);
    for code in [
        "const a = []; for (;;) a.push({})",
        "let a = 'x'; for (;;) a += a",
        "const a = []; for (;;) a.push(new Uint8Array(1e6))",
        "return 'x'.repeat(2 ** 29)",
        "const m = new Map(); for (let i = 0; ; i += 1) m.set(i, [i])",
        "return new Array(2 ** 30).fill(0).length",
        "return JSON.stringify('x'.repeat(5e6)) + 'x'.repeat(5e6)",
    ] {
        let (messages, end) = run_with(&small, code, minute).await;
        assert_eq!(end, RunEnd::Done, "{code}");
        assert!(messages[0].starts_with("error memory "), "{code}: {messages:?}");
    }
    for code in [
        "(function f() { f() })()",
        "let a = []; for (let i = 0; i < 1e5; i += 1) a = [a]; return JSON.stringify(a)",
        "eval('('.repeat(1e5))",
        "new RegExp('('.repeat(1e5))",
    ] {
        let (messages, end) = run_with(&limits(), code, minute).await;
        assert_eq!(end, RunEnd::Done, "{code}");
        assert!(
            messages[0].starts_with("error stack ") || messages[0].contains("Error"),
            "{code}: {messages:?}"
        );
    }
    // The prelude has no part in these, so that the process ends.
    for code in [
        "setTimeout(() => { const a = []; for (;;) a.push({}) }); await new Promise(() => {})",
        "queueMicrotask(() => { globalThis.a = []; for (;;) a.push([]) }); await new Promise(() => {})",
    ] {
        assert_eq!(
            run_with(&small, code, minute).await,
            (Vec::new(), RunEnd::Limit(LimitKind::Memory)),
            "{code}"
        );
    }
    let (messages, _) = run_with(&small, "return 'x'.repeat(2 ** 20)", minute).await;
    assert!(messages.is_empty() || messages[0].contains("expected at most 1048576"), "{messages:?}");
    let cpu = Limits { cpu: Duration::from_secs(1), ..limits() };
    assert_eq!(run_with(&cpu, "for (;;) ;", minute).await.1, RunEnd::Limit(LimitKind::Cpu));
    let little = Limits { address_space: 96 << 20, memory: 1 << 30, ..limits() };
    if let Ok(helper) = Helper::start(&program(), &little).await {
        drop(helper);
        let (messages, end) =
            run_with(&little, "const a = []; for (;;) a.push(new Uint8Array(1e6))", minute).await;
        assert!(
            end == RunEnd::Limit(LimitKind::Memory) || messages[0].starts_with("error memory "),
            "{messages:?} {end:?}"
        );
    }
}

#[tokio::test]
async fn long_code_is_refused() {
    let code = format!("return 1 //{}", "x".repeat((8 << 20) - 11));
    assert_eq!(code.len(), 8 << 20);
    assert_eq!(run(&code).await, "value 1");
    let helper = Helper::start(&program(), &limits()).await.unwrap();
    let error = helper.run(&[], &Script::new("code.js", format!("{code}x")), Duration::ZERO).unwrap_err();
    assert_eq!(error.to_string(), "code.js has 8388609 bytes; expected at most 8388608");
    let helper = Helper::start(&program(), &limits()).await.unwrap();
    let running = helper.run(&[], &Script::new("code.js", ""), Duration::from_mins(1)).unwrap();
    let text = "x".repeat((16 << 20) + 1);
    assert_eq!(
        running.post(&text).await,
        Err(PostError::TooLong { length: (16 << 20) + 1, limit: 16 << 20 })
    );
}

#[tokio::test]
async fn wrong_preludes_are_named() {
    for (prelude, error) in [
        ("1", "Error converting from js 'int' into type 'function'"),
        ("() => 1", "the last script of the prelude returned no function"),
        ("(host) => { throw new Error('no') }", "no\n    at <anonymous> (prelude.js:1:"),
        ("(host) => async () => { throw new Error('no') }", "no\n    at <anonymous> (prelude.js:1:"),
        ("(", "unexpected token"),
    ] {
        let helper = Helper::start(&program(), &limits()).await.unwrap();
        let mut running = helper
            .run(&[Script::new("prelude.js", prelude)], &Script::new("code.js", ""), Duration::from_mins(1))
            .unwrap();
        let Event::Ended(RunEnd::Failed(text)) = running.next().await else { panic!("{prelude}") };
        assert!(text.contains(error), "{prelude}: {text}");
    }
}

/// Variable that makes this program a parent which starts a helper and waits to be killed.
const PARENT: &str = "WEBAGENTS_ISOLATE_PARENT";

fn write_line(line: std::fmt::Arguments<'_>) {
    std::io::stdout().write_all(format!("{line}\n").as_bytes()).unwrap();
}

/// Returns whether a process exists and is not merely waiting to be collected.
fn exists(id: u32) -> bool {
    let output = Command::new("ps").args(["-o", "stat=", "-p", &id.to_string()]).output().unwrap();
    let state = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    !state.is_empty() && !state.starts_with('Z')
}

fn wait_until_gone(id: u32) {
    let begun = Instant::now();
    while exists(id) {
        assert!(begun.elapsed() < Duration::from_secs(20), "process {id} is still there");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[tokio::test]
async fn helpers_end_with_their_parent() {
    if let Ok(code) = std::env::var(PARENT) {
        let helper = Helper::start(&program(), &limits()).await.unwrap();
        write_line(format_args!("helper {}", helper.id().unwrap()));
        let mut running = helper
            .run(
                &[Script::new("prelude.js", PRELUDE)],
                &Script::new("code.js", code),
                Duration::from_mins(10),
            )
            .unwrap();
        loop {
            write_line(format_args!("{:?}", running.next().await));
        }
    }
    for code in ["console.log(1); for (;;) ;", "console.log(1); await new Promise(() => {})"] {
        let mut parent = Command::new(std::env::current_exe().unwrap())
            .args(["ends::helpers_end_with_their_parent", "--exact", "--nocapture"])
            .env(PARENT, code)
            .stdout(Stdio::piped())
            .stdin(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = std::io::BufRead::lines(std::io::BufReader::new(parent.stdout.take().unwrap()));
        let id = lines
            .find_map(|line| line.unwrap().strip_prefix("helper ").map(|id| id.parse().unwrap()))
            .unwrap();
        // The message shows that the code runs.
        lines.find(|line| line.as_ref().unwrap().contains("console log 1")).unwrap().unwrap();
        assert!(exists(id));
        parent.kill().unwrap();
        parent.wait().unwrap();
        wait_until_gone(id);
    }
}

/// Dropped helpers and runs leave no process, also when the thread that used them is gone.
#[test]
fn dropped_helpers_end() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let handle = runtime.handle().clone();
    let start = std::thread::spawn(move || handle.block_on(Helper::start(&program(), &limits())).unwrap());
    let mut spare = start.join().unwrap();
    std::thread::sleep(Duration::from_millis(50));
    assert!(spare.is_alive(), "the end of a thread must not end the helper");
    let helper = runtime.block_on(Helper::start(&program(), &limits())).unwrap();
    let ids = [spare.id().unwrap(), helper.id().unwrap()];
    let prelude = [Script::new("prelude.js", PRELUDE)];
    runtime.block_on(async {
        let code = Script::new("code.js", "console.log(1); for (;;) ;");
        let mut running = helper.run(&prelude, &code, Duration::from_mins(1)).unwrap();
        running.next().await;
        drop(running);
        drop(spare);
    });
    ids.into_iter().for_each(wait_until_gone);
    let running = runtime.block_on(async {
        let helper = Helper::start(&program(), &limits()).await.unwrap();
        helper.run(&prelude, &Script::new("code.js", "for (;;) ;"), Duration::from_mins(1)).unwrap()
    });
    runtime.block_on(running.end());
    // A runtime that is shut down does not end the thread that starts helpers.
    let other = tokio::runtime::Runtime::new().unwrap();
    drop(other);
    drop(runtime.block_on(Helper::start(&program(), &limits())).unwrap());
}

#[tokio::test]
async fn programs_must_serve() {
    assert!(Program::current().unwrap_err().to_string().contains("serve_if_helper"));
    let missing = Helper::start(&Program::at("/nowhere/helper"), &limits()).await.unwrap_err();
    assert!(missing.to_string().starts_with("could not start /nowhere/helper as the helper"), "{missing}");
    for path in ["/bin/true", "/bin/false"] {
        let error = Helper::start(&Program::at(path), &limits()).await.unwrap_err();
        assert!(error.to_string().contains("exit status: "), "{error}");
    }
    let arguments =
        Command::new(program().path()).args(["--webagents-isolate-helper", "x"]).status().unwrap();
    assert_eq!(arguments.code(), Some(64));
}
