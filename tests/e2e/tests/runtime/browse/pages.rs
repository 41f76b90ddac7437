//! Pages, frames, shadow roots, tabs, dialogs and values.

use webagents_browse::BrowseErrorKind as Kind;
use webagents_runtime::driver::{Capability, Driver as _};
use webagents_testkit::{Route, Site};

use super::Stage;
use crate::support::on_every_engine;

on_every_engine!(
    frames_and_shadow_roots_are_reached,
    pages_tabs_and_dialogs_are_reported,
    values_are_shown,
    waits_and_questions_hold_what_they_say,
    batches_stop_at_the_first_error,
    addresses_without_a_document_leave_the_page
);

const INNER: &str = "<!doctype html><title>Inner</title><button onclick=\"this.textContent='Done'\">Deep</button>\
    <label>Inside <input></label>";

async fn frames_and_shadow_roots_are_reached() {
    let other = Site::serve(vec![
        Route::html("/inner", INNER),
        Route::html("/outer", "<!doctype html><p>outer text</p><iframe src=/inner title=Nested style=\"border:5px solid;margin:20px\"></iframe>"),
    ])
    .await;
    let page = format!(
        "<!doctype html><p>main text</p><x-a></x-a><iframe title=Other src=\"{}\" style=\"margin:30px;padding:7px\" width=500 height=300></iframe>\
         <script>const root=document.querySelector('x-a').attachShadow({{mode:'open'}});root.innerHTML='<x-b></x-b>';\
         const inner=root.firstChild.attachShadow({{mode:'open'}});inner.innerHTML='<button>Shadow</button><input aria-label=Dark>';\
         inner.firstChild.onclick=event=>event.target.textContent='Lit'</script>",
        other.url("/outer")
    );
    let mut stage = Stage::with(vec![Route::html("/", page)]).await;
    if !stage.takes_input() {
        return;
    }
    stage.says(&["click", "button \"Shadow\""], "Lit").await;
    stage.says(&["fill", "input[aria-label=Dark]", "x"], "textbox \"Dark\" has \"x\"").await;
    stage.ok(&["wait", "button \"Deep\""]).await;
    stage.says(&["click", "button \"Deep\""], "now button \"Done\"").await;
    stage.says(&["fill", "textbox \"Inside\"", "words"], "has \"words\"").await;
    stage.says(&["text"], "outer text").await;
    stage.says(&["frames"], "/inner").await;
    let found = stage.ok(&["find", "label", "Inside"]).await;
    let reference = found.split_whitespace().next().unwrap_or_default().to_owned();
    stage.says(&["type", &reference, "!"], "has \"words!\"").await;
    assert!(stage.ok(&["snapshot"]).await.contains("Inside"));
}

async fn pages_tabs_and_dialogs_are_reported() {
    let mut stage = Stage::with(vec![
        Route::html(
            "/",
            "<!doctype html><title>First</title><a href=/second>Go</a> <a href=/second target=_blank>Tab</a> \
            <button onclick=\"this.textContent=confirm('Sure?')\">Ask</button> <a href=\"#part\">Part</a>",
        ),
        Route::html("/second", "<!doctype html><title>Second</title><p>second page</p>"),
    ])
    .await;
    if !stage.takes_input() {
        return;
    }
    let (first, second) = (stage.site.url("/"), stage.site.url("/second"));
    stage.says(&["click", "link \"Go\""], &format!("the page is now {second} \"Second\"")).await;
    stage.says(&["back"], "\"First\"").await;
    stage.says(&["forward"], "\"Second\"").await;
    stage.fails(&["forward"], Kind::NotFound, "the history has no page").await;
    stage.says(&["open", &first], "\"First\"").await;
    stage.says(&["reload"], "\"First\"").await;
    stage.says(&["click", "link \"Part\""], "the URL is now").await;
    stage.says(&["click", "link \"Tab\""], "a new tab opened").await;
    let tabs = stage.ok(&["tabs"]).await;
    assert_eq!(tabs.lines().count(), 2, "{tabs}");
    let other =
        tabs.lines().find(|line| line.starts_with(' ')).and_then(|line| line.split_whitespace().next());
    let other = other.unwrap_or_default().to_owned();
    stage.ok(&["tabs", "show", &other]).await;
    stage.says(&["text"], "second page").await;
    stage.ok(&["tabs", "close", &other]).await;
    stage.says(&["get", "title"], "First").await;
    stage.says(&["click", "button \"Ask\""], "a dialog (confirm) \"Sure?\" opened").await;
    stage.fails(&["text"], Kind::Dialog, "\"Sure?\" is open").await;
    stage.says(&["dialog", "accept"], "accepted a dialog (confirm)").await;
    stage.says(&["text"], "true").await;
    stage.fails(&["dialog", "accept"], Kind::NotFound, "no dialog is open").await;
    stage.fails(&["open", "file:///etc/passwd"], Kind::Usage, "expected a URL").await;
    stage.says(&["wait", "--text", "true"], "is there").await;
    stage.says(&["wait", "--url", "*#part"], "the URL is").await;
    stage.says(&["wait", "--fn", "document.title === 'First'"], "is true").await;
    let picture = stage.reply(&["screenshot"]).await.expect("a picture").file.expect("a file");
    assert!(std::fs::read(picture).expect("read").starts_with(b"\x89PNG"));
}

async fn waits_and_questions_hold_what_they_say() {
    let page = "<!doctype html><p id=gone>loading</p><p hidden id=off>off</p>\
        <script>setTimeout(() => gone.remove(), 300)</script>";
    let mut stage = Stage::with(vec![Route::html("/", page)]).await;
    stage.says(&["wait", "--text", "loading", "--state", "hidden"], "the text is not there").await;
    stage.says(&["wait", "--text", "never shown", "--state", "hidden"], "the text is not there").await;
    stage.fails(&["wait", "--fn", "("], Kind::Usage, "expected an expression").await;
    stage.says(&["wait", "--fn", "(window.tries = (window.tries ?? 0) + 1) > 2"], "is true").await;
    for target in ["#off", "#none", "button \"None\""] {
        assert_eq!(stage.ok(&["is", "visible", target]).await, "false", "{target}");
    }
    stage.fails(&["is", "enabled", "#none"], Kind::NotFound, "#none").await;
}

/// Code, and the text of its value.
const VALUES: &[(&str, &str)] = &[
    ("1 + 1", "2"),
    ("const a = 1; a + 1", "2"),
    ("const a = 2;\nlet b = a * 2\nb", "4"),
    ("await Promise.resolve('x')", "\"x\""),
    ("const r = await Promise.resolve({a: 1}); r", "{\"a\": 1}"),
    ("return 5", "5"),
    ("{a: [1, 2]}", "{\"a\": [1, 2]}"),
    ("undefined", "undefined"),
    ("void 0; // nothing", "undefined"),
    ("12345678901234567890n", "12345678901234567890n"),
    ("new Map([['k', 1]])", "{\"[Map]\": [[\"k\", 1]]}"),
    ("document.body", "\"[<body#b.c> text]\""),
    ("const c = {}; c.self = c; c", "{\"self\": \"[circular]\"}"),
    ("if (true) { 1 }", "undefined"),
];

async fn values_are_shown() {
    let mut stage = Stage::with(vec![Route::html("/", "<!doctype html><body id=b class=c>text")]).await;
    for (code, value) in VALUES {
        assert_eq!(stage.eval(code).await, *value, "{code}");
    }
    stage.fails(&["eval", "throw new TypeError('no')"], Kind::Script, "TypeError: no").await;
    stage.fails(&["eval", "a b"], Kind::Script, "SyntaxError").await;
    stage.fails(&["eval", "JSON.parse('{')"], Kind::Script, "SyntaxError").await;
}

async fn batches_stop_at_the_first_error() {
    let mut stage = Stage::controls().await;
    if !stage.takes_input() {
        return;
    }
    stage.says(&["batch", "fill #name Ada", "[\"wait\",\"10\"]", "get value #name"], "Ada").await;
    stage.fails(&["batch", "click #none", "fill #name Bob"], Kind::NotFound, "batch: action 1 (click)").await;
    assert_eq!(stage.ok(&["get", "value", "#name"]).await, "Ada");
}

async fn addresses_without_a_document_leave_the_page() {
    let file = Route::new("/file", "application/octet-stream", "12345");
    let mut stage = Stage::with(vec![
        Route::html("/", "<!doctype html><title>Start</title><p>Start"),
        file.header("Content-Disposition", "attachment; filename=report.bin"),
        Route::new("/none", "text/plain", "").status(204),
    ])
    .await;
    let start = stage.site.url("/");
    let (file, none) = (stage.site.url("/file"), stage.site.url("/none"));
    stage.fails(&["open", &none], Kind::Page, "its answer is no document").await;
    if stage.session.supports(Capability::Downloads) {
        let reply = stage.says(&["open", &file], &format!("the page is still {start}")).await;
        assert!(reply.contains("\n  a download began: report.bin"), "{reply}");
    } else {
        stage.fails(&["open", &file], Kind::Page, "its answer is no document").await;
    }
    if stage.session.supports(Capability::Tabs) {
        match stage.reply(&["tabs", "new", &none]).await {
            Err((_, message)) => assert!(message.contains("; the new tab was closed"), "{message}"),
            // Chromium loads its blank page instead in a tab that has shown no other.
            Ok(_) => drop(stage.ok(&["tabs", "close", "2"]).await),
        }
        assert_eq!(stage.ok(&["tabs"]).await.lines().count(), 1);
    }
    assert_eq!(stage.eval("document.title").await, "\"Start\"");
    let closed = format!("http://127.0.0.1:{}/", webagents_testkit::closed_port());
    stage
        .fails(&["open", &closed], Kind::Page, "nothing accepts connections at its address and port (")
        .await;
    stage.fails(&["open", "http://["], Kind::Usage, "expected a URL such as https://shop.example/").await;
}
