//! `demo` and `exec`: the real browser of each of these is the point, so they are few.

use std::path::Path;

use serde_json::{Value, json};

use crate::support::{
    Answer, Demo, SHOP_MANIFEST, Scratch, Server, closed_port, finds_drivers, finish, keys, observed_shop,
    run, webagents, with_browser,
};

const OUTCOME: [&str; 6] = ["ok", "value", "error", "console", "calls", "duration_ms"];
const RECORD: [&str; 10] =
    ["version", "url", "status", "realm", "ok", "value", "error", "console", "calls", "duration_ms"];

#[track_caller]
fn expect_png(path: &Path) {
    let png = std::fs::read(path).expect("a picture");
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n") && png.len() > 1000, "{} bytes", png.len());
}

#[test]
fn the_demo() {
    let scratch = Scratch::new();
    let picture = scratch.path().join("basket.png");
    let args = ["demo", "--json", "--screenshot", picture.to_str().expect("UTF-8")];
    let ran = with_browser(&scratch, &args, "").expect(0);
    let answer = ran.json();
    assert_eq!(keys(&answer), ["version", "url", "manifest_url", "how", "typescript", "script", "outcome"]);
    assert_eq!(answer["how"], "meta");
    assert!(answer["typescript"].as_str().expect("text").contains("addToBasket("), "{answer:#}");
    let outcome = &answer["outcome"];
    assert_eq!(keys(outcome), OUTCOME);
    assert_eq!(
        outcome["value"],
        json!({ "book": "Twenty Thousand Leagues Under the Sea", "copies": 2, "total": 25, "currency": "EUR" })
    );
    let tools: Vec<_> =
        outcome["calls"].as_array().expect("a list").iter().map(|call| &call["tool"]).collect();
    assert_eq!(tools, ["searchBooks", "getBookDetails", "addToBasket", "getBasket"]);
    let ran = ran.says(&["[1/4] ", "[2/4] ", "[3/4] ", "[4/4] ", "saved "]);
    assert_eq!(ran.stderr.lines().count(), 5, "{ran:#?}");
    expect_png(&picture);
}

/// The page with `WebMCP` tools.
#[test]
fn demo_page_registers_tools() {
    let demo = Demo::serve();
    let url = format!("{}events", demo.url);
    let code = "const [first] = await global.listEvents();
        return await global.reserveSeats({ event: first.id, seats: 2 })";
    let ran = with_browser(&Scratch::new(), &["exec", "--json", &url, code], "");
    let ran = ran.expect(0).json();
    assert_eq!((&ran["value"]["seats"], &ran["value"]["left"]), (&json!(2), &json!(10)), "{ran:#}");
    assert_eq!(ran["calls"][1]["source"]["kind"], "webmcp", "{ran:#}");
}

#[test]
fn demo_script_is_in_guide() {
    let shown = format!("```js\n{}```\n", include_str!("../../demo/script.js"));
    let guide = include_str!("../../../../docs/guide/agent-builder.md");
    assert!(guide.contains(&shown), "copy it into docs/guide/agent-builder.md:\n{shown}");
}

#[test]
fn only_the_value_is_data() {
    let (scratch, server) = (Scratch::new(), Server::shop());
    let picture = scratch.path().join("shop.png");
    let code = "\
        console.log('two lines\\nof %s', 'text');\n\
        console.warn('\\u001b[31mred');\n\
        console.info({ a: 1 });\n\
        const [book] = await global.searchBooks('whale', 1);\n\
        return { title: book.title, at: undefined };";
    let args = ["exec", &server.url("/"), code, "--screenshot", picture.to_str().expect("UTF-8")];
    let ran = with_browser(&scratch, &args, "").expect(0);
    assert_eq!(ran.stdout, "{\"title\":\"Moby-Dick\",\"at\":{\"$type\":\"undefined\"}}\n");
    let stderr = server.redact(&ran.stderr).replace(picture.to_str().expect("UTF-8"), "shop.png");
    // Milliseconds, and the width that they are padded to.
    let stderr = stderr.lines().map(|line| match line.split_once(" ms  ") {
        Some((_, call)) => format!("[MS] ms  {call}\n"),
        None => format!("{line}\n"),
    });
    insta::assert_snapshot!(stderr.collect::<String>());
    expect_png(&picture);
}

#[test]
fn dismissed_dialogs_are_reported() {
    let page = "<!doctype html><meta name=webagents-md content=/webagents.md>
        <script>globalThis.getBasket = () => confirm('Really?\\nYes.')</script>";
    let server = Server::start(move |path| match path {
        "/" => Some(Answer::html(page)),
        "/webagents.md" => Some(Answer::markdown(SHOP_MANIFEST)),
        _ => None,
    });
    let called = "dialog: confirm \"Really?\\nYes.\", opened in a call of getBasket, was dismissed\n";
    let url = server.url("/");
    let ran = with_browser(&Scratch::new(), &["exec", &url, "return await global.getBasket()"], "").expect(0);
    assert_eq!(ran.stdout, "false\n");
    ran.says(&[called]);
    let code = "window.alert('hello'); return [await global.getBasket(), window.prompt('?')]";
    let args = ["exec", &url, code, "--realm", "page", "--allow", "removeFromBasket"];
    let ran = with_browser(&Scratch::new(), &args, "").expect(0);
    assert_eq!(ran.stdout, "[false,null]\n");
    ran.says(&["dialog: alert \"hello\" was dismissed\n", called, "dialog: prompt \"?\" was dismissed\n"]);
}

#[test]
fn long_result_is_saved_whole() {
    let (scratch, server) = (Scratch::new(), Server::shop());
    let file = scratch.path().join("result.json");
    let file = file.to_str().expect("UTF-8");
    let code = "return Array(3000).fill((await global.searchBooks('whale', 1))[0].title)";
    let args = ["exec", &server.url("/"), code, "--max-result", "1000", "--save-result", file];
    let ran = with_browser(&scratch, &args, "").expect(0).says(&["saved 36002 bytes to "]);
    assert_eq!(ran.stdout, "{\"$type\":\"truncated\",\"reason\":\"size\"}\n");
    let saved: Value = serde_json::from_slice(&std::fs::read(file).expect("a file")).expect("JSON");
    assert_eq!(saved, json!(vec!["Moby-Dick"; 3000]));
}

#[test]
fn unwritable_file_is_reported_first() {
    let server = Server::shop();
    for option in ["--save-result", "--screenshot", "--save-storage-state", "--audit"] {
        let ran = run(["exec", &server.url("/"), "return 1", option, "/no/such/folder/file"]).expect(2);
        assert_eq!((ran.stdout.as_str(), ran.stderr.lines().count()), ("", 1), "{ran:#?}");
        ran.says(&["error: cannot write /no/such/folder/file: "]);
    }
    run(["demo", "--screenshot", "/no/such/folder/file"]).expect(2).says(&["cannot write "]);
    assert!(!server.was_asked("/"));
}

#[test]
fn unsaved_result_is_in_the_outcome() {
    let (scratch, folder) = (Scratch::new(), tempfile::tempdir().expect("a folder"));
    let kept = folder.path().join("kept");
    std::fs::create_dir(&kept).expect("a folder");
    let gone = kept.clone();
    let server = Server::start(move |path| match path {
        "/" => Some(Answer::html("<!doctype html><meta name=webagents-md content=/webagents.md>")),
        "/webagents.md" => observed_shop(path),
        _ => {
            let _ = std::fs::remove_dir_all(&gone);
            Some(Answer::html(""))
        }
    });
    let file = |name: &str| kept.join(name).into_os_string().into_string().expect("UTF-8");
    let (audit, picture) = (file("audit.jsonl"), file("page.png"));
    let code = "await fetch('/gone'); return 1";
    let url = server.url("/");
    let realm = ["--realm", "page"];
    let args = ["exec", "--json", &url, code, "--audit", &audit, "--screenshot", &picture];
    let args = [&args[..], &realm].concat();
    let ran = with_browser(&scratch, &args, "").expect(2).says(&["error: cannot write "]);
    let outcome = ran.json();
    assert_eq!(keys(&outcome), [&RECORD[..], &["unsaved"]].concat());
    assert_eq!((&outcome["ok"], &outcome["value"]), (&json!(true), &json!(1)));
    let unsaved = outcome["unsaved"].as_array().expect("a list");
    assert_eq!(unsaved.len(), 2, "{outcome:#}");
    assert_eq!(keys(&unsaved[0]), ["kind", "message", "causes", "help"]);
}

#[test]
fn a_script_that_throws() {
    let (scratch, server) = (Scratch::new(), Server::shop());
    let code = "await global.getBasket();\nconsole.log('before');\nthrow new RangeError('no more')";
    // The code comes from stdin.
    let ran = with_browser(&scratch, &["exec", "--json", &server.url("/"), "-"], code).expect(1);
    let outcome = ran.json();
    assert_eq!(keys(&outcome), RECORD);
    assert_eq!((&outcome["ok"], &outcome["value"]), (&json!(false), &Value::Null));
    assert_eq!(outcome["error"]["kind"], "thrown");
    assert_eq!(outcome["error"]["name"], "RangeError");
    assert_eq!(outcome["error"]["message"], "no more");
    assert_eq!(outcome["error"]["line"], 3);
    assert_eq!(keys(&outcome["console"][0]), ["level", "text", "args", "at_ms"]);
    assert_eq!(outcome["console"][0]["text"], "before");
    assert_eq!(
        keys(&outcome["calls"][0]),
        ["tool", "source", "args", "started_ms", "duration_ms", "outcome"]
    );
    assert_eq!(outcome["calls"][0]["tool"], "getBasket");
}

#[test]
fn given_manifest_declares_the_tools() {
    let scratch = Scratch::new();
    // A page that names no manifest, and defines one of the two tools that ours declares.
    let server = Server::start(|path| {
        (path == "/")
            .then(|| Answer::html("<!doctype html><script>globalThis.add = (a, b) => a + b</script>"))
    });
    let manifest = "# Sums\n\n## add\n\n### Params\n- `a` (number, required): A\n- `b` (number, required): B\n\n## then\n### Params\n";
    let code = scratch.file("sum.js", "const sum = await global.add(1, 2);\nreturn sum;\n");
    let args = ["exec", "--json", &server.url("/"), "--file", &code, "--manifest", "-"];
    let ran = with_browser(&scratch, &args, manifest)
        .expect(0)
        .says(&["a browser for 1 tool\n", "<stdin>: 1 error"]);
    let outcome = ran.json();
    assert_eq!((&outcome["ok"], &outcome["value"]), (&json!(true), &json!(3)));
    assert_eq!(outcome["calls"][0]["args"], json!([1, 2]));
}

#[test]
fn manifest_address_names_its_site() {
    let (scratch, server) = (Scratch::new(), Server::start(observed_shop));
    let code = "return [location.pathname, (await global.getBasket()).count]";
    let args = ["exec", "--realm", "page", &server.url("/webagents.md"), code];
    let ran = with_browser(&scratch, &args, "").expect(0);
    assert_eq!(ran.stdout, "[\"/\",0]\n");
}

#[test]
fn a_promise_that_never_settles() {
    let (scratch, server) = (Scratch::new(), Server::shop());
    let code = "console.log('waiting'); await new Promise(() => {});";
    // How far it comes in two seconds depends on the machine.
    for seconds in ["2", "8", "60"] {
        let args = ["exec", &server.url("/"), code, "--deadline", seconds];
        let ran = with_browser(&scratch, &args, "").expect(1);
        assert_eq!(ran.stdout, "");
        let ran = ran.says(&["error: timeout: ", &format!("{seconds}000 ms")]);
        if ran.stderr.contains("console.log: waiting") {
            return;
        }
    }
    panic!("it never reported that it waits");
}

/// A call without `await` is made before the run ends, though the host has to decide on it first.
#[test]
fn calls_without_await_are_made() {
    let (scratch, demo) = (Scratch::new(), Demo::serve());
    let code = "global.addToBasket('moby-dick', 1); global.searchBooks('sea'); return 'ok'";
    let args = ["exec", "--json", &demo.url, code];
    let answer = with_browser(&scratch, &args, "").expect(0).json();
    let calls = answer["calls"].as_array().expect("a list");
    let states: Vec<_> = calls.iter().map(|call| (&call["tool"], &call["outcome"]["state"])).collect();
    assert_eq!(
        states,
        [(&json!("addToBasket"), &json!("returned")), (&json!("searchBooks"), &json!("returned"))]
    );
}

#[test]
fn an_endless_loop() {
    let (scratch, server) = (Scratch::new(), Server::shop());
    let args = ["exec", "--json", &server.url("/"), "for (;;) {}", "--deadline", "2"];
    let outcome = with_browser(&scratch, &args, "").expect(1).json();
    // The code returns nothing, which is worth a remark.
    assert_eq!(keys(&outcome), [&RECORD[..], &["warnings"]].concat());
    assert_eq!(outcome["error"]["kind"], "timeout");
}

#[test]
fn a_result_that_is_too_large() {
    let (scratch, server) = (Scratch::new(), Server::shop());
    let args = ["exec", &server.url("/"), "return 'x'.repeat(1000)", "--max-result", "1000"];
    let ran = with_browser(&scratch, &args, "").expect(1).says(&["error: result_too_large: ", "1000 bytes"]);
    assert_eq!(ran.stdout, "");
}

/// A shop whose page leads the browser to a page of another origin, in the way of `lead`.
#[track_caller]
fn check_led_away(lead: fn(&str) -> String) {
    let other = Server::start(|path| {
        (path == "/")
            .then(|| Answer::html("<!doctype html><script>globalThis.getBasket = () => 'other'</script>"))
    });
    let lead = lead(&other.url("/"));
    let shop = Server::start(move |path| match path {
        "/" => {
            Some(Answer::html(format!("<!doctype html><meta name=webagents-md content=/webagents.md>{lead}")))
        }
        "/webagents.md" => Some(Answer::markdown(SHOP_MANIFEST)),
        _ => None,
    });
    let scratch = Scratch::new();
    let code = "await fetch('/script-ran'); return await global.getBasket();";
    // Permission to fetch from the other host does not make its pages part of the shop.
    let allowed = format!("127.0.0.1:{}", other.port);
    let args = ["exec", &shop.url("/"), code, "--allow-host", &allowed, "--realm", "page"];
    let ran = with_browser(&scratch, &args, "").expect(4);
    assert_eq!(ran.stdout, "");
    let ran = ran.says(&[
        &format!("the tools are those of {}, but", shop.url("")),
        &format!("led the browser to {}; nothing was run", other.url("/")),
        &format!("help: if you trust {}, give that address", other.url("/")),
    ]);
    assert!(other.was_asked("/"), "{ran:#?}");
    assert!(!other.was_asked("/script-ran") && !shop.was_asked("/script-ran"), "{ran:#?}");
}

#[test]
fn page_leaves_by_script() {
    check_led_away(|url| format!("<script>location.replace('{url}')</script>"));
}

#[test]
fn page_leaves_by_refresh() {
    check_led_away(|url| format!("<meta http-equiv=refresh content='0; url={url}'>"));
}

#[test]
fn no_driver() {
    let server = Server::shop();
    let url = server.url("/");
    let mut without = webagents(["exec", &url, "return 1"]);
    let ran = finish(without.env("PATH", "/nowhere")).expect(5);
    assert_eq!(ran.stdout, "");
    insta::assert_snapshot!(server.redact(&ran.stderr));

    // Each engine reports its needs, and the variable chooses as the option does.
    let others: String = ["headless-shell", "firefox", "webkit"]
        .map(|engine| {
            let mut without = webagents(["exec", "--engine", engine, &url, "return 1"]);
            let by_option = finish(without.env("PATH", "/nowhere")).expect(5).stderr;
            let mut without = webagents(["exec", &url, "return 1"]);
            without.env("PATH", "/nowhere").env("WEBAGENTS_ENGINE", engine);
            assert_eq!(finish(&mut without).expect(5).stderr, by_option);
            by_option.lines().last().unwrap_or_default().to_owned() + "\n"
        })
        .concat();
    insta::assert_snapshot!("no_driver_of_another_engine", others);
    let mut unknown = webagents(["exec", &url, "return 1"]);
    let ran = finish(unknown.env("WEBAGENTS_ENGINE", "lynx")).expect(2).says(&["\"lynx\" is no engine"]);
    assert!(!ran.stderr.contains("starting a browser"), "{ran:#?}");

    let mut elsewhere = webagents(["exec", "--json", &url, "return 1"]);
    let ran = finish(elsewhere.env("WEBDRIVER_URL", format!("http://127.0.0.1:{}", closed_port()))).expect(5);
    let failure = ran.json();
    assert_eq!((&failure["ok"], &failure["error"]["kind"]), (&json!(false), &json!("browser")));
    assert!(failure["error"]["help"].as_str().expect("help").contains("WEBDRIVER_URL is set"), "{failure:#}");
}

#[test]
fn driver_fault_is_reported_first() {
    let (scratch, server) = (Scratch::new(), Server::shop());
    let url = server.url("/");
    let check = |more: &[&str], words: &[&str]| {
        run([&["exec", &url, "return 1"], more].concat()).expect(2).says(words);
        run([&["types", &url, "--live"], more].concat()).expect(2).says(words);
        run([&["read", &url, "--render"], more].concat()).expect(2).says(words);
    };
    let mut nonsense = webagents(["exec", &url, "return 1"]);
    finish(nonsense.env("WEBDRIVER_URL", "garbage"))
        .expect(2)
        .says(&["WEBDRIVER_URL: \"garbage\" is not the URL of a driver", "help: write the whole address"]);
    for nonsense in ["foo", "localhost:9515", "ftp://a.example/"] {
        check(&["--driver-url", nonsense], &["--driver-url: ", "is not the URL of a driver"]);
    }
    check(&["--driver-ca", "/no/such/file"], &["cannot read /no/such/file"]);
    let ca = scratch.file("ca.pem", "");
    check(&["--driver-ca", &ca], &["none was named", "--driver-url https://"]);
    check(&["--driver-ca", &ca, "--driver-url", "http://a.example/"], &["an https address"]);
    assert!(!server.was_asked("/"));
    // An error in a file that only the user of a browser can see is still an error of the file.
    run(["exec", &url, "1", "--driver-ca", &ca, "--driver-url", "https://127.0.0.1:1/"])
        .expect(2)
        .says(&["PEM is expected", "help: --driver-ca"]);
    run(["exec", &url, "1", "--profile", "/dev/null/profile"]).expect(2).says(&["as a browser profile"]);
    // A Grid elsewhere, as the guide for batches has it.
    run(["exec", &url, "1", "--driver-url", "http://192.0.2.1:4444"])
        .expect(5)
        .says(&["is on another machine", "help: pass --egress open"]);
}

#[test]
fn the_engine_is_the_callers_choice() {
    let (scratch, server) = (Scratch::new(), Server::start(observed_shop));
    for (engine, sign) in [
        ("chromium", "Chrome/"),
        ("headless-shell", "HeadlessChrome/"),
        ("firefox", "Firefox/"),
        ("webkit", "Version/"),
    ] {
        let code =
            "const [book] = await global.searchBooks('whale', 1); return book.title + (await global.agent())";
        let args = ["exec", "--engine", engine, &server.url("/"), code];
        // A home that takes no files, as in a container.
        let ran = finish(finds_drivers(&scratch, &args).env("HOME", "/proc/nowhere")).expect(0);
        scratch.expect_clean();
        assert!(ran.stdout.starts_with("\"Moby-Dick") && ran.stdout.contains(sign), "{engine}: {ran:#?}");
    }
}

#[test]
fn a_page_that_is_not_there() {
    let scratch = Scratch::new();
    let url = format!("http://127.0.0.1:{}/", closed_port());
    run(["exec", &url, "return 1"]).expect(3).says(&["check that a server listens there"]);
    // With a manifest of the caller's, the browser is the first to find out.
    let manifest = scratch.file("webagents.md", SHOP_MANIFEST);
    let args = ["exec", &url, "return 1", "--manifest", &manifest];
    let ran = with_browser(&scratch, &args, "").expect(3).says(&[&url]);
    assert_eq!(ran.stdout, "");
}

#[test]
fn a_page_that_the_browser_blocks() {
    let scratch = Scratch::new();
    // Browsers connect to no port that belongs to another protocol, here "discard", and the driver is content
    // with the error page that they show (<https://fetch.spec.whatwg.org/#port-blocking>).
    let manifest = scratch.file("webagents.md", SHOP_MANIFEST);
    let args = ["exec", "http://127.0.0.1:9/", "return 1", "--manifest", &manifest];
    let ran = with_browser(&scratch, &args, "").expect(3).says(&["cannot show http://127.0.0.1:9/"]);
    assert_eq!(ran.stdout, "");
}

#[test]
fn long_code_is_not_read() {
    let scratch = Scratch::new();
    let url = format!("http://127.0.0.1:{}/", closed_port());
    let large = scratch.file("large.js", "/".repeat(8 * 1024 * 1024 + 1));
    run(["exec", &url, "--file", &large]).expect(2).says(&["is longer than 8388608 bytes"]);
    let binary = scratch.file("binary.js", b"\xff\xfe");
    run(["exec", &url, "--file", &binary]).expect(2).says(&["binary.js is not UTF-8: byte 0 is wrong"]);
}

#[test]
fn what_a_page_may_reach() {
    let (scratch, server) = (Scratch::new(), Server::start(observed_shop));
    let inside = Server::start(|path| (path == "/").then(|| Answer::html("inside")));
    let code = format!(
        "return await fetch('{}', {{ mode: 'no-cors' }}).then((r) => r.type, () => 'failed')",
        inside.url("/")
    );
    let url = server.url("/");
    let in_page = ["exec", "--realm", "page"];
    let ran = with_browser(&scratch, &[&in_page[..], &["--json", &url, &code]].concat(), "").expect(0);
    let outcome = ran.json();
    assert_eq!(keys(&outcome), [&RECORD[..], &["refused"]].concat());
    let port = inside.port;
    assert_eq!(
        outcome["refused"],
        json!([{
            "host": "127.0.0.1",
            "port": port,
            "rule": "port",
            "reason": format!("port {port} is not an allowed port"),
            "count": 1,
        }])
    );
    with_browser(&scratch, &[&in_page[..], &[&url, &code]].concat(), "").expect(0).says(&[&format!(
        "egress: refused 127.0.0.1:{port}: port {port} is not an allowed port; if you trust it, pass \
         --allow-host 127.0.0.1:{port}\n"
    )]);
    assert!(!inside.was_asked("/"));
    let allowed = format!("127.0.0.1:{port}");
    for more in [["--allow-host", &allowed], ["--egress", "open"]] {
        let args = [&in_page[..], &["--json", &url, &code], &more].concat();
        assert_eq!(keys(&with_browser(&scratch, &args, "").expect(0).json()), RECORD);
    }
    assert!(inside.was_asked("/"));
}

#[test]
fn page_without_manifest_registers_tools() {
    let page = "<!doctype html><script>for (const name of ['add', 'then']) document.modelContext.registerTool({ name, description: 'Adds.', \
        inputSchema: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] }, execute: async ({ a }) => a + 1 })</script>";
    let scratch = Scratch::new();
    let server = Server::start(move |path| (path == "/").then(|| Answer::html(page)));
    let code = "return [await global.add({ a: 1 }), await global.tool_then({ a: 2 })]";
    let ran = with_browser(&scratch, &["exec", &server.url("/"), code], "").expect(0);
    assert_eq!(ran.stdout, "[2,3]\n");
    ran.says(&[
        "add({\"a\":1})  [webmcp]  ok",
        "it has no webagents.md",
        "the page registers 2 tools (the browser's own WebMCP)",
        "then: `global` cannot have this name: it is `tool_then`",
    ]);

    // The page declares the tools that code may call, and the message for other names quotes it.
    with_browser(&scratch, &["exec", &server.url("/"), "return await global.ad({ a: 1 })"], "")
        .expect(1)
        .says(&["the page registers no tool \"ad\"; did you mean add?"]);

    // A tool that the code names is waited for, whatever other tools there are.
    let late = Server::start(|path| {
        let page = "<!doctype html><script>const add = (name, ms) => setTimeout(() => document.modelContext.registerTool(
            { name, description: name, inputSchema: { type: 'object', properties: {} }, execute: async () => name }), ms);
            add('now', 0); add('soon', 900);</script>";
        (path == "/").then(|| Answer::html(page))
    });
    let code = "const { soon } = global; return [await global.now(), await soon()]";
    let ran = with_browser(&scratch, &["exec", "--wait-tools", "20", &late.url("/"), code], "").expect(0);
    assert_eq!(ran.stdout, "[\"now\",\"soon\"]\n");

    let empty = Server::start(|path| (path == "/").then(|| Answer::html("<!doctype html>")));
    // Code that calls no tool needs none.
    let ran = with_browser(&scratch, &["exec", &empty.url("/"), "return 1"], "").expect(0);
    assert_eq!(ran.stdout, "1\n");
    let args =
        ["exec", "--json", "--wait-tools", "0.1", &empty.url("/"), "return await global.add({ a: 1 })"];
    let failure = with_browser(&scratch, &args, "").expect(1).json();
    assert_eq!(failure["error"]["kind"], "no_tools", "{failure:#}");
    let message = failure["error"]["message"].as_str().expect("a text");
    assert!(
        message.contains("nor does its page register any tool (the browser's own WebMCP) within "),
        "{message}"
    );
    let help = failure["error"]["help"].as_str().expect("a text");
    for command in ["webagents read", "webagents session start", "webagents browse", "--wait-tools"] {
        assert!(help.contains(command), "{help}");
    }
}

#[test]
fn form_that_navigates_is_a_result() {
    let scratch = Scratch::new();
    let page = "<!doctype html><form toolname=find tooldescription=Finds. toolautosubmit action=/found><input name=q></form>";
    let server = Server::start(move |path| match path.split('?').next() {
        Some("/") => Some(Answer::html(page)),
        Some("/found") => {
            Some(Answer::html("<!doctype html><form toolname=again tooldescription=A.></form>"))
        }
        _ => None,
    });
    let url = server.url("/");
    let ran = with_browser(&scratch, &["exec", &url, "return await global.find({ q: 'a' })"], "").expect(0);
    assert_eq!(
        serde_json::from_str::<Value>(&ran.stdout).expect("JSON"),
        json!({
            "$type": "navigated", "tool": "find", "url": server.url("/found?q=a"), "tools": ["again"],
            "message": "the form was sent and the page is now at this URL; code after the call was not run",
        })
    );
    ran.says(&["find({\"q\":\"a\"})  [webmcp-form]  ok"]);

    // What else looks at the tools that only a browser sees.
    let ran = with_browser(&scratch, &["schema", &url, "--live", "--to", "json-schema"], "").expect(0);
    assert!(ran.stdout.contains("\"find\""), "{ran:#?}");
    let ran = with_browser(&scratch, &["context", &url, "--live"], "").expect(0);
    assert!(ran.stdout.contains("// For example: return await global.find({ q: \"books\" });"), "{ran:#?}");
    run(["context", &url]).expect(1).says(&["its scripts may register tools (WebMCP)", "with --live"]);
}
