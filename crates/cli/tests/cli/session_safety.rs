//! Safety of a named session: rules and secrets hold for `exec` and `read` as they do for `browse`.

use serde_json::{Value, json};

use crate::guards::{MANIFEST, PAGE};
use crate::session::Sessions;
use crate::support::{Answer, Server};

const SECRET: &str = "tops3cretvalue";

fn shop() -> Server {
    Server::start(|path| {
        let page = "<!doctype html><title>none</title><label>P <input id=i></label><p id=o>text</p>
            <button onclick=\"document.title = 'hit'\">Go</button>
            <script>i.oninput = () => {
                const half = i.value.length / 2;
                o.innerHTML = [i.value, i.value.slice(1), `${i.value.slice(0, half)}<wbr><b>${i.value.slice(half)}</b>`].join(' and ');
                history.replaceState(null, '', `/?answer=${i.value}`);
            }</script>";
        path.starts_with('/').then(|| Answer::html(page))
    })
}

#[test]
fn no_output_of_a_session_shows_its_secrets() {
    let (sessions, server) = (Sessions::new(), shop());
    let path = |name: &str| sessions.runtime.path().join(name).into_os_string().into_string().expect("UTF-8");
    let (file, audit, manifest) = (path("secret"), path("audit.jsonl"), path("webagents.md"));
    std::fs::write(&file, SECRET).expect("the secret");
    std::fs::write(
        &manifest,
        "# Shop\n\n## echo\n\nReturns it.\n\n### Params\n- `text` (string, optional)\n",
    )
    .expect("the tools");
    let secret = format!("pw=file:{file}");
    let options = ["--secret", &secret, "--audit", &audit, "--manifest", &manifest];
    sessions.start(&[&["till", &server.url("/")], &options[..]].concat());
    sessions.in_page("till", "window.echo = (text) => text ?? i.value; return 1");
    sessions.run(&["browse", "--session", "till", "fill", "#i", "secret:pw"]).expect(0);
    let saved = sessions.runtime.path().join("result.json");
    let saved = saved.to_str().expect("UTF-8");
    let code = "const v = await global.echo(); console.log(v); await global.echo(v); \
                return { [v]: [v, v.toUpperCase(), v.slice(3), btoa(v.slice(1))] }";
    // Without a letter at either end.
    let part = &SECRET[1..SECRET.len() - 1];
    for (args, exit) in [
        (&["exec", "--session", "till", code][..], 0),
        (&["exec", "--session", "till", "--json", code], 0),
        (&["exec", "--session", "till", "--save-result", saved, code], 0),
        (&["exec", "--session", "till", "throw new Error(await global.echo())"], 1),
        (&["exec", "--session", "till", "--json", "throw new Error(await global.echo())"], 1),
        (&["exec", "--session", "till", "--realm", "page", code], 0),
        (&["exec", "--session", "till", "--realm", "page", "throw new Error(i.value)"], 1),
        (&["read", "--session", "till"], 0),
        (&["read", "--session", "till", "--json"], 0),
        (&["read", "--session", "till", "--raw", "--max-characters", "12", "--start-index", "3"], 0),
        (&["read", "--session", "till", "--chunk", "50"], 0),
        (&["browse", "--session", "till", "get", "url"], 0),
        (&["browse", "--session", "till", "eval", "i.value.slice(2)"], 0),
        (&["browse", "--session", "till", "text"], 0),
        (&["session", "list"], 0),
        (&["session", "list", "--json"], 0),
    ] {
        let ran = sessions.run(args).expect(exit);
        let shown = format!("{}{}", ran.stdout, ran.stderr).to_lowercase();
        let halves = [&part[..6], &part[6..], &SECRET[SECRET.len() / 2..]];
        let is_free = !halves.iter().any(|half| shown.contains(half));
        assert!(is_free && shown.contains("[secret:pw]"), "{args:?}: {shown}");
    }
    sessions.run(&["session", "stop", "till"]).expect(0);
    for file in [saved, &audit] {
        let saved = std::fs::read_to_string(file).expect("the file");
        assert!(saved.contains("[secret:pw]") && !saved.contains(&part[..6]), "{file}: {saved}");
    }
    for entry in std::fs::read_dir(sessions.folder()).expect("the folder").flatten() {
        let saved = std::fs::read(entry.path()).unwrap_or_default();
        assert!(!String::from_utf8_lossy(&saved).contains(part), "{entry:?}");
    }
}

#[test]
fn commands_reach_only_what_was_given() {
    let (sessions, given, other) = (Sessions::new(), shop(), shop());
    sessions.start(&["till", &given.url("/")]);
    let (here, there) = (given.url("/again"), other.url("/"));
    let words = [&format!("--allow-host 127.0.0.1:{}", other.port)[..], "session start"];
    for (before, after) in [
        (&["exec", "--session", "till"][..], &["return 1"][..]),
        (&["read", "--session", "till"], &[]),
        (&["browse", "--session", "till", "open"], &[]),
        (&["browse", "--session", "till", "tab", "new"], &[]),
    ] {
        let run = |url: &str| sessions.run(&[before, &[url], after].concat());
        run(&there).expect(4).says(&words);
        run(&here).expect(0);
    }
    assert_eq!(other.times_asked("/"), 0);
}

#[test]
fn the_rules_of_a_session_hold_for_its_code_and_pages() {
    let (sessions, server, other) = (Sessions::new(), shop(), shop());
    let rules = sessions.runtime.path().join("rules.json");
    let text = format!(
        r#"{{"rules": [{{"action": "eval", "name": "*click*", "verdict": "deny"}},
            {{"action": "open", "origin": "{}", "verdict": "deny"}}]}}"#,
        other.url("/").trim_end_matches('/')
    );
    std::fs::write(&rules, text).expect("the rules");
    let rules = rules.to_str().expect("UTF-8");
    let host = other.url("/")["http://".len()..].trim_end_matches('/').to_owned();
    sessions.start(&["till", &server.url("/"), "--action-policy", rules, "--allow-host", &host]);
    let click = "document.querySelector('button').click(); return document.title";
    sessions
        .run(&["exec", "--session", "till", "--realm", "page", click])
        .expect(4)
        .says(&["eval on", "is denied by the policy"]);
    // Isolated code reaches no page, whatever is in its text.
    assert_eq!(sessions.value("till", "return 'click'"), "click");
    let url = other.url("/");
    for args in [
        &["exec", "--session", "till", &url, "return 1"][..],
        &["read", "--session", "till", &url],
        &["browse", "--session", "till", "open", &url],
    ] {
        sessions.run(args).expect(4).says(&["open on", "is denied by the policy"]);
    }
    let shown = sessions.in_page("till", "return [document.title, location.href]");
    assert_eq!(shown, json!(["none", server.url("/")]));
}

/// Pages of one origin: one that registers a tool, and one without tools.
fn bank() -> Server {
    Server::start(|path| {
        let page = "<!doctype html><title>bank</title><script>
            window.payNow = (n) => fetch('/paid');
            document.modelContext.registerTool({ name: 'payNow', description: 'Pays.',
                inputSchema: { type: 'object', properties: { n: { type: 'number' } } }, execute: async () => payNow() });
            </script><button onclick=\"window.open('about:blank')\">Open</button>";
        match path {
            "/" => Some(Answer::html(page)),
            "/asks" => Some(Answer::html(
                "<!doctype html><title>asks</title><button onclick='for (;;) alert(1)'>Ask</button>",
            )),
            "/none" => Some(Answer::html("<!doctype html><title>none</title><p>Balance")),
            _ => None,
        }
    })
}

/// The refusal of code in a page, with the rule and both remedies.
fn refusal<'w>(rule: &'w str, allow: &'w str) -> [&'w str; 5] {
    ["code in the page is not run", rule, "in the isolated realm (`exec`", allow, "Nothing was run"]
}

#[test]
fn rules_outlive_pages_and_hold_everywhere() {
    let (sessions, server) = (Sessions::new(), bank());
    let rules = sessions.runtime.path().join("rules.json");
    let text =
        r#"{"rules": [{"action": "read", "verdict": "deny"}, {"action": "screenshot", "verdict": "deny"}]}"#;
    std::fs::write(&rules, text).expect("the rules");
    let picture = sessions.runtime.path().join("page.png");
    let (rules, picture) = (rules.to_str().expect("UTF-8"), picture.to_str().expect("UTF-8"));
    sessions.start(&["till", &server.url("/"), "--deny", "payN*", "--action-policy", rules]);
    let browse = |words: &[&str]| sessions.run(&[&["browse", "--session", "till"], words].concat());
    let exec = |words: &[&str]| sessions.run(&[&["exec", "--session", "till"], words].concat());
    let refused = refusal("rule `tools payN*`", "allows payNow with a rule");
    let none = server.url("/none");
    exec(&["return await global.payNow({ n: 1 })"]).expect(4).says(&["ToolDenied"]);
    // The session keeps the tools of a page that it has left, also in documents without tools.
    browse(&["open", &none]).expect(0);
    exec(&["return 1"]).expect(0);
    let frame = "const f = document.createElement('iframe'); f.src = '/'; document.body.append(f);
        await new Promise((resolve) => (f.onload = resolve)); return f.contentWindow.payNow(1)";
    for code in [frame, "return document.title"] {
        exec(&["--realm", "page", code]).expect(4).says(&refused);
    }
    exec(&[frame]).expect(1).says(&["`document` does not exist"]);
    browse(&["open", &server.url("/")]).expect(0);
    browse(&["click", "button"]).expect(0);
    browse(&["tabs", "show", "2"]).expect(0);
    for _ in 0..2 {
        exec(&["--realm", "page", "return opener.payNow(5)"]).expect(4).says(&refused);
        exec(&["return opener.payNow(5)"]).expect(1);
        browse(&["eval", "opener.payNow(6)"]).expect(4).says(&refused);
        browse(&["eval", "document.title"]).expect(4).says(&refused);
    }
    // A page that opens dialogs without end is left by a URL.
    browse(&["open", &server.url("/asks")]).expect(0);
    assert!(browse(&["click", "button"]).expect(0).stdout.contains("opened"));
    let left = browse(&["open", &none]).expect(0).stdout;
    assert!(left.contains("was dismissed") && left.contains("/none"), "{left}");
    browse(&["tabs", "show", "1"]).expect(0);
    // Commands other than `browse` have its rules.
    for args in [&["read", "--session", "till"][..], &["read", "--session", "till", &none]] {
        let ran = sessions.run(args).expect(4).says(&["is denied by the policy"]);
        assert!(!ran.stdout.contains("Balance"), "{args:?}: {}", ran.stdout);
    }
    exec(&["--screenshot", picture, "return 1"]).expect(4).says(&["screenshot on"]);
    assert!(!std::path::Path::new(picture).exists());
    assert!(!server.was_asked("/paid"));
}

#[test]
fn browse_code_is_judged_as_exec() {
    let server = Server::start(|path| match path {
        "/" => Some(Answer::html(format!(
            "{PAGE}<main><p>Balance<p><input id=i><button onclick=\"window.open('about:blank')\">Open</button></main>"
        ))),
        "/webagents.md" => Some(Answer::markdown(MANIFEST)),
        _ => None,
    });
    let sessions = Sessions::new();
    let (url, audit) = (server.url("/"), sessions.runtime.path().join("audit.jsonl"));
    sessions.start(&["till", &url, "--deny", "look", "--audit", audit.to_str().expect("UTF-8")]);
    let browse = ["browse", "--session", "till"];
    let run = |words: &[&str]| sessions.run(&[&browse, words].concat());
    let refused = refusal("rule `tools look`", "allows look with a rule");
    for code in [
        &["eval", "look()"][..],
        // The site marks it as consequential.
        &["eval", "const a = 1; window['pay']('x', a)"],
        &["wait", "--function", "() => look()"],
        &["batch", r#"["eval","parent.look()"]"#],
        &["eval", "look() look()"],
        // The text of code does not show its effects, so harmless code is refused as well.
        &["eval", "typeof document"],
    ] {
        run(code).expect(4).says(&refused);
    }
    // Work of the command itself in the page is not refused.
    let read = sessions.run(&["read", "--session", "till"]).expect(0);
    assert!(read.stdout.contains("Balance"), "{read:#?}");
    run(&["fill", "#i", "hunter2"]).expect(0);
    run(&["click", "button"]).expect(0);
    run(&["tabs", "show", "2"]).expect(0);
    // A document that the page has made has the tools of its creator.
    for code in ["opener.look()", "opener.pay('x', 1)"] {
        run(&["eval", code]).expect(4).says(&refused);
        let code = format!("return await {code}");
        sessions.run(&["exec", "--session", "till", "--realm", "page", &code]).expect(4).says(&refused);
    }
    let code = "return await global.look()";
    sessions.run(&["exec", "--session", "till", code]).expect(4).says(&["look was not called"]);
    assert_eq!(run(&["get", "url"]).expect(0).stdout, "about:blank\n");

    let records = std::fs::read_to_string(&audit).expect("the audit");
    assert!(!records.contains("hunter2"), "{records}");
    let records: Vec<Value> = records.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let actions: Vec<(&str, &Value)> = records
        .iter()
        .filter_map(|record| Some((record["action"].as_str()?, &record["error"]["kind"])))
        .collect();
    let denied = json!("denied");
    let refused = ["eval", "eval", "wait", "eval", "eval", "eval"].map(|action| (action, &denied));
    let done = ["fill", "click", "tabs"].map(|action| (action, &Value::Null));
    let last = ["eval", "eval"].map(|action| (action, &denied));
    assert_eq!(actions, [&refused[..], &done, &last].concat());
    let fill = records.iter().find(|record| record["action"] == "fill").expect("its record");
    assert_eq!((&fill["target"], &fill["origin"]), (&json!("#i"), &json!(url.trim_end_matches('/'))));
    assert_eq!(records.iter().filter(|record| record["calls"].is_array()).count(), 3);
}
