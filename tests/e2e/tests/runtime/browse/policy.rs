//! Rules on actions: no spelling of an action, a name or an address goes past them.

use webagents_browse::{ActionPolicy, BrowseErrorKind as Kind};
use webagents_runtime::driver::Driver as _;
use webagents_testkit::{Route, Site};

use super::Stage;
use crate::support::on_every_engine;

on_every_engine!(
    rules_hold_for_each_kind_of_target,
    rules_hold_for_what_takes_the_input,
    rules_hold_for_what_keys_and_lists_choose,
    rules_on_pages_hold_for_each_spelling_of_an_address
);

const DENIED: &str = "is denied by the policy";

fn policy(rules: &str) -> ActionPolicy {
    serde_json::from_str(rules).expect("a policy")
}

/// Kinds of targets with kinds of rules: inherited origins, names, drawn texts, keys and pages.
async fn rules_hold_for_each_kind_of_target() {
    let page = "<!doctype html><title>none</title><style>#made::before { content: 'Delete ' }</style>
        <script>const hit = (what) => { document.title = what; };</script>
        <iframe srcdoc=\"<button onclick='parent.hit(1)'>Delete srcdoc</button>\"></iframe>
        <iframe id=blank></iframe><iframe src=/frame></iframe>
        <iframe sandbox=allow-scripts srcdoc='<button>Delete boxed</button>'></iframe>
        <script>blank.contentDocument.body.innerHTML = '<button onclick=\"parent.hit(2)\">Delete blank</button>';</script>
        <my-open id=open></my-open>
        <label id=label for=box>Delete labelled</label><input type=checkbox id=box aria-label=Continue onchange='hit(4)'>
        <button id=called aria-label=Continue onclick='hit(5)'>Delete account</button>
        <div id=silent aria-hidden=true onclick='hit(6)'>Delete all</div>
        <button id=long aria-label=Continue onclick='hit(7)'></button>
        <button id=made onclick='hit(8)'>all</button>
        <div id=padded>Delete all</div>
        <div role=listbox id=list tabindex=0 aria-label=Continue onclick='hit(15)'>Delete list</div>
        <select id=many multiple aria-label=Many onchange='hit(10)'><option>Keep<option>Delete many</select>
        <button id=keyed accesskey=d onclick='hit(11)'>Delete by key</button>
        <div contenteditable id=editor role=textbox aria-label=Message></div>
        <button id=opener onclick=\"window.open('about:blank').document.write('<button onclick=opener.hit(12)>Delete popup</button>')\">Open</button>
        <button id=ask onclick=\"if (confirm('Delete everything?')) hit(13)\">Ask</button>
        <script>
            document.querySelector('#open').attachShadow({ mode: 'open' }).innerHTML = '<button onclick=hit(3)>Delete shadow</button>';
            long.textContent = 'x '.repeat(400) + 'Delete';
            padded.append(' ' + 'x '.repeat(200));
            document.addEventListener('click', (event) => { if (event.target === padded) hit(9); });
        </script>";
    let routes = vec![
        Route::html("/", page),
        Route::html("/frame", "<button onclick='parent.hit(14)'>Delete framed</button>"),
    ];
    let site = Site::serve(routes).await;
    let url = site.url("/");
    let origin = url.trim_end_matches('/');
    let rules = policy(&format!(
        r#"{{"rules": [{{"action": "click", "name": "*delete*", "origin": "{origin}", "verdict": "deny"}},
            {{"action": "dialog", "name": "*everything*", "verdict": "deny"}},
            {{"action": "press", "name": "message", "verdict": "deny"}},
            {{"action": "eval", "name": "*denied*", "origin": "{origin}", "verdict": "deny"}},
            {{"action": "read", "name": "*account*", "verdict": "deny"}}, {{"action": "reload", "verdict": "deny"}}]}}"#
    ));
    let mut stage = Stage::open(site, "/", |options| options.with_policy(rules)).await;
    for refused in [
        &["click", "#open"][..],
        &["check", "#box"],
        &["click", "#label"],
        &["click", "#called"],
        &["dblclick", "#silent"],
        &["click", "#long"],
        &["click", "#made"],
        &["click", "#padded"],
        &["click", "#list"],
        &["click", "#keyed"],
        &["press", "Alt+d"],
        &["press", "Alt+Shift+D"],
        &["get", "text", "#called"],
        &["eval", "'denied'"],
        &["reload"],
    ] {
        stage.fails(refused, Kind::Denied, DENIED).await;
    }
    stage.eval("document.querySelector('#many').focus()").await;
    for key in ["Control+a", "Shift+End", "Enter"] {
        stage.fails(&["press", key], Kind::Denied, DENIED).await;
    }
    if stage.takes_input() {
        for name in ["srcdoc", "blank", "framed", "boxed"] {
            stage.fails(&["click", &format!("button \"Delete {name}\"")], Kind::Denied, DENIED).await;
        }
        for refused in [&["type", "#editor", "a\nb"][..], &["fill", "#editor", "a\nb"]] {
            stage.fails(refused, Kind::Denied, "press on textbox \"Message\"").await;
        }
        stage.says(&["type", "#editor", "ab"], "ab").await;
        stage.ok(&["click", "#opener"]).await;
        stage.ok(&["tabs", "show", "2"]).await;
        stage.fails(&["click", "button \"Delete popup\""], Kind::Denied, DENIED).await;
        stage.fails(&["eval", "'denied'"], Kind::Denied, DENIED).await;
        stage.ok(&["tabs", "show", "1"]).await;
        assert_eq!(stage.eval("document.title").await, "\"none\"");
        stage.ok(&["click", "#ask"]).await;
        for answer in ["accept", "dismiss"] {
            stage.fails(&["dialog", answer], Kind::Denied, DENIED).await;
        }
        stage.session.answer_dialog(false, None).await.expect("the dialog");
    } else {
        assert_eq!(stage.eval("document.title").await, "\"none\"");
    }
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
        <style>#letters b { display: inline-block } #floats b { float: left } #filled i { font-size: 0 }
            #lines { display: flex } #away i { position: absolute; left: -999px }</style>
        <button id=zero onclick='document.title = 9'>De&#8203;lete</button>
        <button id=mark onclick='document.title = 9'>De&#65279;le&shy;&#8203;te</button>
        <button id=labelled onclick='document.title = 9' aria-label='De&#8203;le&#65279;te'>x</button>
        <button id=letters onclick='document.title = 9'><b>D</b><b>e</b><b>l</b><b>e</b><b>t</b><b>e</b></button>
        <button id=floats onclick='document.title = 9'><b>Del</b><b>ete</b></button>
        <button id=lines onclick='document.title = 9'><b>Del</b> <b>ete</b></button>
        <button id=filled onclick='document.title = 9'>Del<i>x</i>ete</button>
        <button id=away onclick='document.title = 9'>Del<i>x</i>ete</button>
        <button id=hinted onclick='document.title = 9'><input placeholder=Delete style='pointer-events:none'></button>
        <button id=used onclick='document.title = 9'><svg width=90 height=20><defs><text id=word y=15>Delete</text></defs><use href='#word'/></svg></button>
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
        &["click", "#zero"],
        &["click", "#mark"],
        &["click", "#labelled"],
        &["click", "#letters"],
        &["click", "#floats"],
        &["click", "#lines"],
        &["click", "#filled"],
        &["click", "#away"],
        &["click", "#hinted"],
        &["click", "#used"],
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
            <li role=option id=first>Keep</li><li role=option id=second>Delete all</li></ul>
        <input id=code aria-label=Code oninput='if (this.value.length === 4) remove_.focus()'>
        <input id=moved aria-label=Moved onfocus='remove_.focus()'>
        <input id=framed aria-label=Framed oninput=\"if (this.value.length === 2) frame.contentDocument.querySelector('button').focus()\">
        <iframe id=frame srcdoc=\"<button onclick='parent.document.title = 5'>Delete framed</button>\"></iframe>
        <button id=remove onclick='document.title = 4'>Delete code</button>
        <script>const remove_ = document.querySelector('#remove');</script>";
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
    if stage.takes_input() {
        // A page may move the focus to a button before a blank is typed, which would press it.
        for (words, part) in [
            (
                ["type", "#code", "1234 5 "],
                "took 4 of 7 characters: \"1234\"; the page has moved the focus to button \"Delete code\", and the rest was not typed",
            ),
            (["type", "#moved", " "], "the page has moved the focus to button \"Delete code\""),
            (["type", "#framed", "12 "], "moved the focus to another document after 2 of 3 characters"),
        ] {
            stage.fails(&words, Kind::NotTaken, part).await;
        }
        let _ = stage.reply(&["fill", "#moved", " "]).await;
        assert_eq!(stage.eval("document.title").await, "\"none\"");
        // The guard ends with the text.
        stage.eval("document.querySelector('#list').focus()").await;
        stage.ok(&["press", "x"]).await;
        assert_eq!(stage.eval("document.title").await, "\"3\"");
    }
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
