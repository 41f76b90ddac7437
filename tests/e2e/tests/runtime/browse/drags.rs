//! Drags on pages that look at the way of the pointer.

use webagents_browse::BrowseErrorKind as Kind;
use webagents_testkit::Route;

use super::Stage;
use crate::support::on_every_engine;

on_every_engine!(
    sorted_lists_change_places,
    frames_without_a_middle_take_a_drop,
    marks_of_a_drag_are_no_effect
);

/// A list whose items change places when the pointer has passed the middle of an item, as in jQuery UI.
const SORTED: &str =
    "<!doctype html><title>Sorted</title><style>body{margin:0}li{height:30px;margin:0}</style>\
    <ul id=list><li>One</li><li>Two</li><li>Three</li></ul><script>
    let item = null, last = 0;
    list.onmousedown = (event) => { event.preventDefault(); item = event.target; last = event.clientY };
    onmousemove = (event) => {
        if (!item) return;
        const over = [...list.children].find((other) => {
            const box = other.getBoundingClientRect();
            return other !== item && event.clientY >= box.top && event.clientY < box.bottom;
        });
        const down = event.clientY > last;
        last = event.clientY;
        if (!over) return;
        const box = over.getBoundingClientRect();
        const middle = box.top + box.height / 2;
        if (down && event.clientY > middle) over.after(item);
        if (!down && event.clientY < middle) over.before(item);
    };
    onmouseup = () => { item = null };
    </script>";

async fn sorted_lists_change_places() {
    let mut stage = Stage::with(vec![Route::html("/", SORTED)]).await;
    if !stage.takes_input() {
        return;
    }
    let order = "[...list.children].map((item) => item.textContent).join()";
    stage.ok(&["drag", "li:nth-child(1)", "li:nth-child(2)"]).await;
    assert_eq!(stage.eval(order).await, "\"Two,One,Three\"");
    stage.ok(&["drag", "li:nth-child(3)", "li:nth-child(1)"]).await;
    assert_eq!(stage.eval(order).await, "\"Three,Two,One\"");
}

/// A shape that follows the pointer, and an outline whose middle belongs to the picture around it.
const FRAME: &str = "<!doctype html><title>Frame</title><style>body{margin:0}</style>\
    <svg width=300 height=200><rect id=frame x=150 y=50 width=100 height=100 fill=none stroke=black /><circle id=ball \
    cx=30 cy=30 r=20 /></svg><script>
    let held = false;
    ball.onmousedown = (event) => { event.preventDefault(); held = true };
    onmousemove = (event) => {
        if (!held) return;
        ball.setAttribute('cx', event.clientX);
        ball.setAttribute('cy', event.clientY);
    };
    onmouseup = () => { held = false };
    </script>";

async fn frames_without_a_middle_take_a_drop() {
    let mut stage = Stage::with(vec![Route::html("/", FRAME)]).await;
    if !stage.takes_input() {
        return;
    }
    stage.ok(&["drag", "#ball", "#frame"]).await;
    assert_eq!(
        stage.eval("[ball.cx.baseVal.value, ball.cy.baseVal.value].map(Math.round)").await,
        "[200, 100]"
    );
}

/// A list whose items a drag only marks, and a box that takes an item while the pointer is over it.
const MARKED: &str = "<!doctype html><title>Marked</title><style>li{height:40px}#box{height:80px;border:1px solid}</style>\
    <ul id=list><li draggable=true>One</li><li draggable=true>Two</li></ul><div id=box aria-label=Box role=list></div><script>
    let item = null;
    list.ondragstart = ({ target }) => { item = target; item.className = 'held'; };
    document.ondragend = () => { item.className = ''; item.draggable = false; };
    list.ondragover = (event) => event.preventDefault();
    box.ondragover = () => { if (item) box.append(item); };
    </script>";

async fn marks_of_a_drag_are_no_effect() {
    let mut stage = Stage::with(vec![Route::html("/", MARKED)]).await;
    if !stage.takes_input() {
        return;
    }
    let words = ["drag", "listitem \"One\"", "listitem \"Two\""];
    stage.fails(&words, Kind::NotTaken, "did not take it; only marks of the drag changed").await;
    stage.says(&["drag", "listitem \"Two\"", "#box"], "dragged listitem \"Two\" to list \"Box\"").await;
    assert_eq!(stage.eval("list.children.length + box.textContent").await, "\"1Two\"");
}
