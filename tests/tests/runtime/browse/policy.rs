//! Rules on actions: no spelling of an action, a name or an address goes past them.

use webagents_browse::{ActionPolicy, BrowseErrorKind as Kind};
use webagents_testkit::{Route, Site};

use super::Stage;
use crate::support::on_every_engine;

on_every_engine!(
    rules_hold_for_what_takes_the_input,
    rules_hold_for_what_keys_and_lists_choose,
    rules_on_pages_hold_for_each_spelling_of_an_address
);

const DENIED: &str = "is denied by the policy";

fn policy(rules: &str) -> ActionPolicy {
    serde_json::from_str(rules).expect("a policy")
}

async fn rules_hold_for_what_takes_the_input() {
    let page = "<!doctype html><title>none</title>
        <iframe id=frame width=200 height=60 srcdoc=\"<body style='margin:0'><button style='width:200px;height:60px'
            onclick='parent.document.title = 1'>Delete all</button>\"></iframe>
        <div id=holder style='width:200px;height:60px'><iframe width=200 height=60 srcdoc=\"<body style='margin:0'><button
            style='width:200px;height:60px' onclick='parent.document.title = 2'>Delete all</button>\"></iframe></div>
        <button id=button onclick='document.title = 3'><b>Delete</b> <i>all</i></button>
        <my-open id=open>Delete all</my-open><my-closed id=closed>Delete all</my-closed>
        <div id=plain onclick='document.title = 5' style='cursor:pointer'>Delete <span id=inner>all</span></div>
        <button id=soft onclick='document.title = 6'>De&shy;lete all</button>
        <button id=alike onclick='document.title = 7'>D&#x435;lete all</button>
        <button id=free onclick='document.title = 8'>Keep</button>
        <script>for (const [node, mode] of [[open_, 'open'], [closed_, 'closed']]) {
            const root = node.attachShadow({ mode });
            root.innerHTML = '<button><slot></slot></button>';
            root.firstChild.onclick = () => { document.title = 4; };
        }</script>";
    let page = page.replace(
        "[[open_, 'open'], [closed_, 'closed']]",
        "[[document.querySelector('#open'), 'open'], [document.querySelector('#closed'), 'closed']]",
    );
    let rules = policy(
        r#"{"rules": [{"action": "click", "name": "*delete*", "verdict": "deny"}, {"action": "eval", "name": "*denied*", "verdict": "deny"}]}"#,
    );
    let mut stage =
        Stage::with_options(vec![Route::html("/", page)], |options| options.with_policy(rules)).await;
    for refused in [
        &["click", "#button"][..],
        &["click", "#button b"],
        &["drag", "#button", "#button"],
        &["drag", "#button b", "#button i"],
        &["click", "#open"],
        &["click", "#closed"],
        &["click", "#plain"],
        &["click", "#inner"],
        &["click", "#soft"],
        &["click", "#alike"],
        &["wait", "--function", "(document.title = 9, 'denied')"],
    ] {
        stage.fails(refused, Kind::Denied, DENIED).await;
    }
    for refused in [
        &["click", "#frame"][..],
        &["dblclick", "#frame"],
        &["hover", "#frame"],
        &["click", "#holder"],
        &["drag", "#free", "#frame"],
        &["drag", "#frame", "#free"],
    ] {
        stage.fails(refused, Kind::NotActionable, "would take the input").await;
    }
    assert_eq!(stage.eval("document.title").await, "\"none\"");
    if stage.takes_input() {
        stage.ok(&["click", "#free"]).await;
        stage.ok(&["drag", "#free", "#soft"]).await;
        assert_eq!(stage.eval("document.title").await, "\"8\"");
    }
}

async fn rules_hold_for_what_keys_and_lists_choose() {
    let page = "<!doctype html><title>none</title>
        <select id=select aria-label=Action onchange='document.title = 1'><option>Keep<option value=rm>Delete all<option>Move</select>
        <label><input type=radio name=do id=radio checked>Keep</label>
        <label><input type=radio name=do onchange='document.title = 2'>Delete all</label>
        <ul role=listbox tabindex=0 id=list aria-activedescendant=second onkeydown='document.title = 3'>
            <li role=option id=first>Keep</li><li role=option id=second>Delete all</li></ul>";
    let rules = policy(r#"{"rules": [{"action": "click", "name": "*delete*", "verdict": "deny"}]}"#);
    let mut stage =
        Stage::with_options(vec![Route::html("/", page)], |options| options.with_policy(rules)).await;
    for refused in [
        &["select", "#select", "Delete all"][..],
        &["select", "#select", "rm"],
        &["select", "combobox \"Action\"", "delete ALL"],
    ] {
        stage.fails(refused, Kind::Denied, DENIED).await;
    }
    for (focused, keys) in [
        ("#select", &["ArrowDown", "d", "End"][..]),
        ("#radio", &["ArrowDown", "ArrowLeft"]),
        ("#list", &["Enter"]),
    ] {
        stage.eval(&format!("document.querySelector('{focused}').focus()")).await;
        for key in keys {
            stage.fails(&["press", key], Kind::Denied, DENIED).await;
        }
    }
    assert_eq!(stage.eval("document.title").await, "\"none\"");
    stage.says(&["select", "#select", "Move"], "has \"Move\"").await;
}

async fn rules_on_pages_hold_for_each_spelling_of_an_address() {
    let other = Site::serve(vec![Route::html("/", "<title>other</title>")]).await;
    let url = other.url("/");
    let (host, port) =
        (url["http://".len()..].trim_end_matches('/'), url.rsplit(':').next().unwrap_or_default());
    let page = format!(
        "<!doctype html><title>none</title><a id=link href='{url}'>Go</a><a href='{url}'><b id=inner>Go</b></a>
        <form action='{url}'><input id=field><button id=send>Send</button></form><a id=free href='#x'>Stay</a>"
    );
    let rules =
        format!(r#"{{"rules": [{{"action": "open", "origin": "http://{host}", "verdict": "deny"}}]}}"#);
    let rules = policy(&rules);
    let mut stage =
        Stage::with_options(vec![Route::html("/", page)], |options| options.with_policy(rules)).await;
    for spelling in [
        format!("http://{host}/"),
        format!("http://x:y@{host}/"),
        format!("HTTP://{host}"),
        format!("http://127.0.\t0.1:{port}"),
        format!("http://%3127.0.0.1:{port}"),
        format!("http://0x7f.1:{port}"),
        format!("http://2130706433:{port}"),
        format!("http://{host}/?x#y"),
    ] {
        stage.fails(&["open", &spelling], Kind::Denied, DENIED).await;
    }
    for refused in
        [&["click", "#link"][..], &["click", "#inner"], &["click", "#send"], &["dblclick", "#link"]]
    {
        stage.fails(refused, Kind::Denied, "open on http://").await;
    }
    for focused in ["#link", "#field", "#send"] {
        stage.eval(&format!("document.querySelector('{focused}').focus()")).await;
        stage.fails(&["press", "Enter"], Kind::Denied, "open on http://").await;
    }
    assert_eq!(stage.eval("document.title").await, "\"none\"");
    if stage.takes_input() {
        stage.ok(&["click", "#free"]).await;
    }
}
