//! `--log` and `WEBAGENTS_LOG`: events on stderr, without secrets.

use crate::support::{Answer, Ran, Scratch, Server, finish, run, webagents, with_browser};

/// Part of every secret that the tests plant.
const PLANTED: &str = "planted";

#[track_caller]
fn without_secrets(ran: &Ran) {
    assert!(!ran.stderr.contains(PLANTED), "{ran:#?}");
}

#[test]
fn requests_are_reported_without_secrets() {
    let server = Server::start(|path| match path.split('?').next() {
        Some("/start") => Some(
            Answer::redirect("/next?token=planted-in-redirect&session_id=planted-too")
                .header("set-cookie", "sid=planted-by-site; Path=/"),
        ),
        Some("/next") => Some(Answer::html("<title>Page</title><p>Text of the page, read as Markdown.</p>")),
        _ => None,
    });
    let url = server.url("/start?access_token=planted-in-query");
    let args = ["--cookie", "login=planted-cookie", "--header", "X-Api-Key: planted-header"];
    for secret in [&["--basic", "ann:planted-password"][..], &["--bearer", "planted-token"]] {
        let ran = run(["read", &url, "--log", "trace"].iter().chain(&args).chain(secret)).expect(0);
        let ran = ran.says(&["address guard accepts the URL", "redirect", "request finished", "status=200"]);
        without_secrets(&ran);
    }
    let logged = |level: &str| finish(webagents(["read", &url]).env("WEBAGENTS_LOG", level));
    let ran = logged("debug").expect(0).says(&["request finished"]);
    without_secrets(&ran);
    for silent in ["", "error"] {
        assert_eq!(logged(silent).expect(0).stderr.matches("request").count(), 0);
    }
    logged("loud").expect(2).says(&["WEBAGENTS_LOG", "error, warn, info, debug or trace"]);
    let refused = run(["read", "http://10.0.0.1/?token=planted", "--log", "info", "--timeout", "1"]);
    without_secrets(&refused);
}

#[cfg(feature = "browser")]
#[test]
fn runs_are_reported_without_secrets() {
    let manifest = "# Bank\n\n## login\nLogs in.\n\n### Params\n- `password` (string): The password.\n\n\
                    ## pay\nPays.\n\n### Params\n\n### Annotations\n- destructive\n";
    let page = "<!doctype html><title>Bank</title><meta name=webagents-md content=/webagents.md><script>
        localStorage.token = 'planted-storage';
        window.login = (password) => 'planted-result';
        window.pay = () => 1;
    </script>";
    let server = Server::start(move |path| match path.split('?').next() {
        Some("/") => Some(Answer::html(page).header("set-cookie", "sid=planted-by-site; Path=/")),
        Some("/webagents.md") => Some(Answer::markdown(manifest)),
        _ => None,
    });
    let scratch = Scratch::new();
    let folder = tempfile::tempdir().expect("a folder");
    let state = folder.path().join("state.json");
    let origin = server.url("");
    let text = serde_json::json!({
        "cookies": [{ "name": "sid", "value": "planted-cookie", "domain": "127.0.0.1", "path": "/", "expires": -1,
                      "httpOnly": true, "secure": false, "sameSite": "Lax" }],
        "origins": [{ "origin": origin, "localStorage": [{ "name": "token", "value": "planted-state" }] }],
    });
    std::fs::write(&state, text.to_string()).expect("a state");
    let code = "await global.login('planted-password'); return await global.pay()";
    let args = [
        "exec",
        &server.url("/?token=planted-in-query"),
        code,
        "--log",
        "trace",
        "--json",
        "--storage-state",
        state.to_str().expect("UTF-8"),
    ];
    let ran = with_browser(&scratch, &args, "").expect(4);
    let ran = ran.says(&[
        "guard denies a call",
        "tool=\"pay\"",
        "run ended",
        "driver started",
        "page navigated",
        "egress guard connects the browser",
    ]);
    without_secrets(&ran);
}
