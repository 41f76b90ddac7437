//! Clicks and drags: their effects, and obstacles to them.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use webagents_browse::{ActionPolicy, BrowseErrorKind as Kind, ConfirmAction};
use webagents_runtime::driver::{Capability, Driver as _};
use webagents_testkit::Route;

use super::Stage;
use crate::support::on_every_engine;

on_every_engine!(
    clicks_report_the_first_reaction,
    drags_move_and_drop,
    the_policy_decides,
    rules_hold_for_the_control_that_takes_an_action,
    pages_that_act_on_the_press_are_pressed_once,
    clicks_that_a_redraw_takes_away_are_told,
    sent_forms_report_the_next_page,
    causes_that_keep_an_action_away_are_named,
    actions_that_lead_to_another_page_say_so,
    keys_reach_pages_without_the_focus,
    links_that_lead_to_no_page_say_so,
    values_that_a_click_changes_are_reported
);

async fn clicks_report_the_first_reaction() {
    let mut stage = Stage::controls().await;
    if !stage.takes_input() {
        return;
    }
    stage.says(&["click", "#late"], "late was clicked").await;
    stage.says(&["click", "#count"], "clicked button \"Count 0\"\n  now button \"Count 1\"").await;
    stage.says(&["dblclick", "#count"], "Count 3").await;
    stage.says(&["click", "#nothing"], "nothing reacted within 500 ms").await;
    stage.fails(&["click", "#disabled"], Kind::NotActionable, "it is disabled").await;
    stage.fails(&["click", "#covered"], Kind::NotActionable, "dialog \"Cookies\" covers it").await;
    stage.says(&["click", "button \"Send\""], "the form did not validate: textbox \"Needed\": ").await;
    stage
        .fails(&["click", ".twin"], Kind::Ambiguous, ".twin fits 2 elements; use a reference of one:\n  @e")
        .await;
    stage.fails(&["click", "button \"Sent\""], Kind::NotFound, "near it:\n  @e").await;
    stage.fails(&["click", "a[["], Kind::Usage, "a[[").await;
    // A reference of an element that went.
    let found = stage.says(&["find", "role", "button", "--name", "Nothing"], "button \"Nothing\"").await;
    let reference = found.split_whitespace().next().unwrap_or_default().to_owned();
    stage.says(&["click", &reference], "nothing reacted").await;
    stage.eval("const old = document.querySelector('#nothing'); old.replaceWith(old.cloneNode(true))").await;
    stage.fails(&["click", &reference], Kind::Stale, "is like it").await;
    stage.fails(&["click", "@e9999"], Kind::Stale, "`snapshot` shows them").await;
    let snapshot = stage.ok(&["snapshot"]).await;
    assert!(
        snapshot.lines().any(|line| line.starts_with("@e") && line.contains("button \"Nothing\"")),
        "{snapshot}"
    );
    stage.says(&["press", "Tab"], "focus: ").await;
    stage.says(&["hover", "#count"], "the pointer is over button").await;
    stage.says(&["scroll", "down"], "of ").await;
}

async fn drags_move_and_drop() {
    let mut stage = Stage::controls().await;
    if !stage.takes_input() {
        return;
    }
    stage.says(&["drag", "#item", "#bin"], "Bin has").await;
    stage.ok(&["drag", "#knob", "#bin"]).await;
    let left = stage.eval("document.querySelector('#knob').style.left").await;
    assert_ne!(left, "\"\"");
}

async fn the_policy_decides() {
    let rules = r#"{"rules": [{"action": "click", "role": "button", "name": "*count*", "verdict": "deny"},
        {"action": "eval", "verdict": "confirm"}]}"#;
    let policy: ActionPolicy = serde_json::from_str(rules).expect("a policy");
    let page = Route::html("/", include_str!("../../pages/browse/controls.html"));
    let mut stage = Stage::with_options(vec![page], |options| options.with_policy(policy)).await;
    stage.fails(&["click", "#count"], Kind::Denied, "is denied by the policy").await;
    stage.fails(&["eval", "1"], Kind::Denied, "no user can be asked").await;
    if stage.takes_input() {
        stage.ok(&["click", "#nothing"]).await;
    }
    stage.fails(&["eval", "1"], Kind::Denied, "have the verdict `allow` in --action-policy").await;
    // The user's answer decides.
    let asked = Arc::new(Mutex::new(Vec::new()));
    let questions = Arc::clone(&asked);
    let user: ConfirmAction = Arc::new(move |question| {
        let mut asked = asked.lock().expect("no panic");
        asked.push(format!("{} {}", question.action, question.element));
        let allows = asked.len() == 1;
        Box::pin(async move { Ok(Some(allows)) })
    });
    let policy: ActionPolicy = serde_json::from_str(rules).expect("a policy");
    let page = Route::html("/", "<!doctype html>");
    let mut stage =
        Stage::with_options(vec![page], |options| options.with_policy(policy).with_confirm(user)).await;
    assert_eq!(stage.eval("1 + 1").await, "2");
    stage.fails(&["eval", "2"], Kind::Denied, "the user declined").await;
    assert_eq!(*questions.lock().expect("no panic"), ["eval 1 + 1", "eval 2"]);
}

async fn rules_hold_for_the_control_that_takes_an_action() {
    let rules = r#"{"rules": [{"action": "click", "name": "*pay*", "verdict": "deny"},
        {"action": "fill", "name": "pin", "verdict": "deny"}]}"#;
    let policy: ActionPolicy = serde_json::from_str(rules).expect("a policy");
    let page = "<!doctype html><title>none</title><body onclick='if (event.target.dataset.it) document.title = 1'>
        <div role=button tabindex=0 aria-label='Pay all' data-it=1 onclick='document.title = 2'><span id=inner>now</span></div>
        <label id=label for=box>all</label><input type=checkbox id=box aria-label='pay by itself'
            onclick='document.title = 3'>
        <div id=row style='width:9em'><button style='width:9em' onclick='document.title = 4'>Pay</button></div>
        <button id=pay onclick='document.title = 5'>Pay</button>
        <form onsubmit='document.title = 6; return false'><input id=field><button>Pay this</button></form>
        <div id=group><input aria-label=PIN></div>
        <div role=listbox id=list><div role=option onclick='document.title = 7'>Pay by card</div></div>
        <button id=free onclick='document.title = 8'>Free</button>";
    let page = Route::html("/", page);
    let mut stage = Stage::with_options(vec![page], |options| options.with_policy(policy)).await;
    for refused in [
        &["click", "#inner"][..],
        &["dblclick", "#inner"],
        &["click", "#label"],
        &["check", "#box"],
        &["click", "#row"],
        &["fill", "#group", "1234"],
        &["select", "#list", "Pay by card"],
    ] {
        stage.fails(refused, Kind::Denied, "is denied by the policy").await;
    }
    stage.fails(&["select", "#free", "x"], Kind::NotActionable, "is no list of options").await;
    // A key goes to the focus.
    for focused in ["#pay", "#field"] {
        stage.eval(&format!("document.querySelector('{focused}').focus()")).await;
        stage.fails(&["press", "Enter"], Kind::Denied, "is denied by the policy").await;
    }
    // Input reaches a page whose window does not have the focus; a page reports this to scripts in its world.
    stage.eval("Document.prototype.hasFocus = () => false").await;
    stage.fails(&["press", "Enter"], Kind::Denied, "is denied by the policy").await;
    assert_eq!(stage.eval("document.title").await, "\"none\"");
    if stage.takes_input() {
        stage.ok(&["click", "#free"]).await;
        assert_eq!(stage.eval("document.title").await, "\"8\"");
    }
}

async fn pages_that_act_on_the_press_are_pressed_once() {
    // A lock of the pointer gives every press to its element, wherever the pointer is.
    let page = "<!doctype html><title>0</title><button id=lock>Lock</button><button id=new>Renew</button><button id=gone>Remove</button>
        <button id=hides>Hide</button><button id=swap>Swap</button><button id=turn>Turn</button><script>
        const act = (node, type, then) => node.addEventListener(type, () => { document.title++; then(node); });
        const renew = (type) => function anew(node) { const next = node.cloneNode(true); act(next, type, anew); node.replaceWith(next); };
        const anew = renew('pointerdown');
        act(document.querySelector('#lock'), 'click', (node) => node.requestPointerLock());
        act(document.querySelector('#new'), 'pointerdown', anew);
        act(document.querySelector('#gone'), 'pointerdown', (node) => node.remove());
        act(document.querySelector('#hides'), 'mousedown', (node) => node.hidden = true);
        act(document.querySelector('#swap'), 'mousedown', renew('mousedown'));
        act(document.querySelector('#turn'), 'mousedown', (node) => Promise.resolve(node).then(renew('mousedown')));</script>";
    let mut stage = Stage::with(vec![Route::html("/", page)]).await;
    if !stage.takes_input() {
        return;
    }
    for (at, id) in ["#lock", "#new", "#gone", "#hides", "#swap", "#turn"].iter().enumerate() {
        stage.ok(&["click", id]).await;
        assert_eq!(stage.eval("document.title").await, format!("\"{}\"", at + 1), "{id}");
    }
}

/// A list that is drawn anew in a task of its own while the button of the pointer is down, once.
const REDRAWN: &str = r"<!doctype html><title>Redrawn</title><div id=list></div><script>
const taken = [];
const draw = () => list.replaceChildren(...['One', 'Two', 'Three'].map((name) => {
  const row = document.createElement('button');
  row.append(document.createElement('b'));
  row.firstChild.textContent = name;
  row.onclick = () => taken.push(name);
  return row;
}));
let redraws = true;
list.onmousedown = () => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = draw;
  if (redraws) port2.postMessage(0);
  redraws = false;
};
draw();
</script>";

async fn clicks_that_a_redraw_takes_away_are_told() {
    let mut stage = Stage::with(vec![Route::html("/", REDRAWN)]).await;
    if !stage.takes_input() {
        return;
    }
    // The page may draw the list when the button is up again.
    let said = stage.says(&["click", "button \"Two\""], "clicked button \"Two\"").await;
    let has_taken = stage.eval("taken.join()").await == "\"Two\"";
    assert_ne!(has_taken, said.contains("it took no click: the page removed it"), "{said}");
    stage.says(&["click", "button \"Two\""], "clicked button \"Two\"").await;
    assert!(stage.eval("taken.join()").await.ends_with("Two\""));
}

async fn sent_forms_report_the_next_page() {
    // Each page changes with the key as well, which is the first reaction.
    let page = "<!doctype html><title>0</title><body onkeydown='document.title++'>
        <form action=/found><input id=field name=q></form>
        <form action=/found onsubmit='event.preventDefault(); document.title = \"kept\"'><input id=kept></form>
        <form action='javascript:void(document.title = \"run\")'><input id=script></form>
        <form method=dialog><input id=dialog></form>";
    let found = Route::html("/found", "<!doctype html><title>Found</title>");
    let mut stage = Stage::with(vec![Route::html("/", page), found]).await;
    for id in ["#kept", "#script", "#dialog"] {
        stage.eval(&format!("document.querySelector('{id}').focus()")).await;
        let pressed = stage.ok(&["press", "Enter"]).await;
        assert!(!pressed.contains("the page is now"), "{id}: {pressed}");
    }
    stage.eval("document.querySelector('#field').focus()").await;
    stage.says(&["press", "Enter"], "the page is now").await;
    assert_eq!(stage.eval("document.title").await, "\"Found\"");
}

/// Elements that take no action, by the cause that the message names.
const KEPT: &str = r#"<!doctype html><title>Kept away</title>
<button id=through style="pointer-events:none">Through</button>
<section aria-label=Panel style="pointer-events:none"><button id=inner>Inner</button></section>
<section aria-label=Asleep inert><button id=inert>Inert</button><input id=slept aria-label=Slept></section>
<fieldset disabled><legend>Address</legend><input id=set aria-label=Street><button id=go>Go</button></fieldset>
<div role=group aria-label=Tools aria-disabled=true><button id=tool>Tool</button></div>
<button id=own aria-disabled=true>Own</button><button id=off disabled>Off</button>"#;

async fn causes_that_keep_an_action_away_are_named() {
    let mut stage = Stage::with(vec![Route::html("/", KEPT)]).await;
    if !stage.takes_input() {
        return;
    }
    for (words, part) in [
        (&["click", "#through"][..], "the pointer passes through it (pointer-events: none)"),
        (&["click", "#inner"], "the pointer passes through it (pointer-events: none of region \"Panel\")"),
        (&["click", "#inert"], "which is inert"),
        (&["fill", "#slept", "x"], "which is inert"),
        (&["fill", "#set", "x"], "it is disabled by group \"Address\" around it"),
        (&["click", "#go"], "it is disabled by group \"Address\" around it"),
        (&["click", "#tool"], "it is disabled by aria-disabled of group \"Tools\" around it"),
        (&["click", "#own"], "it is disabled (aria-disabled)"),
        (&["click", "#off"], "it is disabled"),
    ] {
        stage.fails(words, Kind::NotActionable, part).await;
    }
}

/// Controls each of which leads to another page.
const LEADING: &str = r#"<!doctype html><title>Start</title>
<a href=/next id=link>Next</a><button id=go onclick="location='/next?go'">Go</button>
<select id=select aria-label=Sort onchange="location='/next?select'"><option>A<option>B</select>
<form action=/next><select id=sends aria-label=Sent name=s onchange="this.form.submit()"><option>A<option>B</select></form>
<input type=checkbox id=check aria-label=Now onchange="location='/next?check'">
<form action=/next><input id=field name=q aria-label=Query></form>"#;

async fn actions_that_lead_to_another_page_say_so() {
    let slow = Duration::from_millis(300);
    let mut stage = Stage::with(vec![
        Route::html("/", LEADING),
        Route::html("/next", "<!doctype html><title>Next</title>").after(slow),
    ])
    .await;
    if !stage.takes_input() {
        return;
    }
    let start = stage.site.url("/");
    for words in [
        &["select", "#select", "B"][..],
        &["select", "#sends", "B"],
        &["check", "#check"],
        &["click", "#link"],
        &["press", "#link", "Enter"],
        &["press", "#go", "Space"],
        &["press", "#field", "Enter"],
    ] {
        stage.ok(&["open", &start]).await;
        let said = match words {
            // Keys go to the element with the focus.
            ["press", target, key] => {
                stage.ok(&["eval", &format!("document.querySelector('{target}').focus()")]).await;
                stage.ok(&["press", key]).await
            }
            words => stage.ok(words).await,
        };
        let next = format!("\n  the page is now {}", stage.site.url("/next"));
        if !(said.contains(&next) && said.contains("\"Next\"")) {
            let focus =
                stage.eval("`${document.activeElement.outerHTML} ${document.hasFocus()} ${location}`").await;
            panic!("{words:?}: {said}; the page has {focus}");
        }
    }
    stage.ok(&["open", &start]).await;
    stage.fails(&["click", "next"], Kind::NotFound, "near it:\n  @e").await;
    stage.fails(&["click", "button Go"], Kind::NotFound, "button \"Go\"").await;
}

/// Controls of a page that loses the keyboard to another window, or to the browser's list of downloads.
const UNFOCUSED: &str = r#"<!doctype html><title>Unfocused</title>
<button id=opens onclick="window.popup=window.open('/next','_blank','popup,width=300,height=300')">Open</button>
<button id=go onclick="count.textContent=+count.textContent+1">Go</button><p id=count>0</p>
<input id=field aria-label=Field onblur="left.textContent='left'"><p id=left></p><a href=/file>File</a>"#;

async fn keys_reach_pages_without_the_focus() {
    let file = Route::new("/file", "application/octet-stream", "12345");
    let mut stage = Stage::with(vec![
        Route::html("/", UNFOCUSED),
        Route::html("/next", "<!doctype html><title>Next</title>"),
        file.header("Content-Disposition", "attachment; filename=report.bin"),
    ])
    .await;
    if !stage.takes_input() {
        return;
    }
    stage.ok(&["click", "#opens"]).await;
    // The other window takes the keyboard some time later, on engines that have one keyboard for all windows.
    for _ in 0..50 {
        if stage.eval("document.hasFocus()").await == "false" {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    stage.ok(&["eval", "go.focus()"]).await;
    stage.ok(&["press", "Space"]).await;
    stage.ok(&["fill", "#field", "x"]).await;
    stage.ok(&["click", "#go"]).await;
    assert_eq!(stage.eval("left.textContent + count.textContent").await, "\"left2\"");
    if stage.session.supports(Capability::Downloads) {
        stage.says(&["click", "link \"File\""], "a download began").await;
        stage.ok(&["eval", "go.focus()"]).await;
        stage.ok(&["press", "Space"]).await;
        assert_eq!(stage.eval("count.textContent").await, "\"3\"");
    }
}

async fn links_that_lead_to_no_page_say_so() {
    let closed = webagents_testkit::closed_port();
    let page = format!(
        "<!doctype html><title>Start</title><a href=\"mailto:a@shop.example\" id=mail>Mail</a> <a href=/none id=none>None</a> \
         <button id=script onclick=\"location.href='mailto:a@shop.example'\">Write</button> \
         <a href=\"http://127.0.0.1:{closed}/\" id=dead>Dead</a> <button id=ask onclick=\"this.textContent=confirm('Sure?')\">Ask</button>"
    );
    let none = Route::new("/none", "text/plain", "").status(204);
    let mut stage = Stage::with(vec![Route::html("/", page), none]).await;
    if !stage.takes_input() {
        return;
    }
    let start = stage.site.url("/");
    stage.says(&["click", "#mail"], "clicked link \"Mail\"").await;
    stage.ok(&["open", &start]).await;
    stage.says(&["click", "#ask"], "opened, and the page waits for it").await;
    stage.ok(&["dialog", "accept"]).await;
    assert_eq!(stage.eval("ask.textContent").await, "\"true\"");
    stage.says(&["click", "#none"], "clicked link \"None\"").await;
    assert_eq!(stage.eval("document.title").await, "\"Start\"");
    stage.says(&["click", "#script"], "clicked button \"Write\"").await;
    let dead = stage.ok(&["click", "#dead"]).await;
    assert!(!dead.contains("the page is now chrome-error:"), "{dead}");
}

async fn values_that_a_click_changes_are_reported() {
    let page = "<!doctype html><title>Values</title><input aria-label=Amount id=amount type=number value=1>\
                <label><input type=checkbox id=box>Box</label>\
                <button id=plus onclick=\"amount.value=+amount.value+1\">Plus</button><button id=tick onclick=\"box.checked=true\">Tick</button>";
    let mut stage = Stage::with(vec![Route::html("/", page)]).await;
    if !stage.takes_input() {
        return;
    }
    stage.says(&["click", "#plus"], "spinbutton \"Amount\" has \"2\"").await;
    stage.says(&["click", "#tick"], "checkbox \"Box\" is checked").await;
}
