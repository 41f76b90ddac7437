//! Dialogs that stay open until they are answered.

use webagents_runtime::Page as _;
use webagents_runtime::driver::{Button, Capability, Driver as _, DriverError, InputEvent, World};
use webagents_runtime::page::{DialogKind, PageEvent};
use webagents_testkit::{PATIENCE, Route};

use super::{Stage, is_unsupported, look_again};
use crate::support::{in_page, instead, on_every_engine, value};

on_every_engine! {
    a_dialog_stays_open_until_it_is_answered, dialogs_that_are_held_hinder_nothing_else,
    each_dialog_of_a_script_is_held
}

const PAGE: &str = "<title>t</title><script>\
    addEventListener('mousedown', () => { window.answer = String(prompt('Which?', 'this')) });\
    addEventListener('keydown', () => { window.answer = String(confirm('Sure?')) });</script>";

const PRESS: [InputEvent; 3] =
    [InputEvent::Move { x: 5.0, y: 5.0 }, InputEvent::Press(Button::Left), InputEvent::Release(Button::Left)];

async fn open_dialog(stage: &mut Stage) -> webagents_runtime::driver::OpenDialog {
    loop {
        if let Some(dialog) = stage.session.open_dialog().await.expect("an answer") {
            return dialog;
        }
        look_again().await;
    }
}

async fn a_dialog_stays_open_until_it_is_answered() {
    let mut stage = Stage::with(vec![Route::html("/", PAGE)]).await;
    if !stage.session.supports(Capability::Dialogs) {
        assert!(instead!(
            WebKit,
            "Dialogs stay open until they are answered (`Driver::hold_dialogs`)",
            "It is an error (`Unsupported`), and they are dismissed at once",
            "they are answered in the page, because no event of the inspector reports them",
        ));
        is_unsupported(&stage.session.hold_dialogs(true).await);
        return;
    }
    assert_eq!(stage.session.open_dialog().await.expect("an answer"), None);
    assert!(!stage.session.answer_dialog(true, None).await.expect("an answer"));
    stage.session.hold_dialogs(true).await.expect("held");
    for (accept, text, answer) in [(true, Some("that"), "that"), (true, None, "this"), (false, None, "null")]
    {
        stage.session.input(&PRESS).await.expect("a press");
        let dialog = open_dialog(&mut stage).await;
        assert_eq!(
            (dialog.kind, &*dialog.message, dialog.default.as_deref()),
            (DialogKind::Prompt, "Which?", Some("this"))
        );
        let frame = stage.session.main_frame().await.expect("a frame");
        let ran = stage.session.evaluate_in(&frame, World::Isolated, "return ''", PATIENCE).await;
        assert!(matches!(ran, Err(DriverError::DialogOpen)), "{ran:?}");
        assert!(matches!(stage.session.input(&PRESS).await, Err(DriverError::DialogOpen)));
        assert!(stage.session.answer_dialog(accept, text).await.expect("an answer"));
        assert_eq!(stage.session.open_dialog().await.expect("an answer"), None);
        let given = "return new Promise((done) => { const look = () => window.answer ? done(answer) : setTimeout(look, 20); look() })";
        assert_eq!(stage.run(World::Page, given).await.as_deref(), Some(answer));
        stage.run(World::Page, "window.answer = ''").await;
    }
    // A dialog of the script itself.
    let frame = stage.session.main_frame().await.expect("a frame");
    let asks = "alert('own'); return 'done'";
    let ran = stage.session.evaluate_in(&frame, World::Page, asks, PATIENCE).await;
    assert!(matches!(ran, Err(DriverError::DialogOpen)), "{ran:?}");
    assert_eq!(open_dialog(&mut stage).await.kind, DialogKind::Alert);
    // Without holding, the one that is open is dismissed, and the next ones are dismissed at once.
    stage.session.hold_dialogs(false).await.expect("not held");
    stage.session.input(&PRESS).await.expect("a press");
    let given = "return new Promise((done) => { const look = () => window.answer ? done(answer) : setTimeout(look, 20); look() })";
    assert_eq!(stage.run(World::Page, given).await.as_deref(), Some("null"));
}

async fn dialogs_that_are_held_hinder_nothing_else() {
    let mut stage =
        Stage::with(vec![Route::html("/", PAGE), Route::html("/next", "<title>next</title>")]).await;
    if !stage.session.supports(Capability::Dialogs) {
        return;
    }
    stage.session.hold_dialogs(true).await.expect("held");
    // Code of the harness: the dialog that is open is dismissed and reported, and so are its own.
    stage.session.input(&PRESS).await.expect("a press");
    open_dialog(&mut stage).await;
    let outcome =
        stage.session.execute_with("return [window.confirm('own'), document.title]", &in_page()).await;
    assert_eq!(*value(&outcome), serde_json::json!([false, "t"]));
    assert_eq!(outcome.dialogs.len(), 2, "{:?}", outcome.dialogs);
    // A navigation leaves the page with its dialog.
    stage.session.input(&PRESS).await.expect("a press");
    open_dialog(&mut stage).await;
    let next = stage.site.url("/next");
    stage.session.navigate(&next, PATIENCE).await.expect("the next page");
    assert_eq!(stage.read("document.title").await, "next");
    let events = stage.session.drain_events();
    assert!(events.iter().any(|event| matches!(event, PageEvent::Dialog(_))), "{events:?}");
    // Recovery of a page with one.
    let url = stage.site.url("/");
    stage.session.navigate(&url, PATIENCE).await.expect("the page");
    press(&mut stage).await;
    open_dialog(&mut stage).await;
    let _ = stage.session.recover().await.expect("the page answers");
    assert_eq!(stage.session.open_dialog().await.expect("an answer"), None);
}

async fn each_dialog_of_a_script_is_held() {
    const ASKS: &str = "<title>t</title><script>addEventListener('mousedown', () => {\
        alert('one'); alert('two'); window.answer = String(confirm('three')) })</script>";
    let mut stage = Stage::with(vec![Route::html("/", ASKS)]).await;
    if !stage.session.supports(Capability::Dialogs) {
        return;
    }
    stage.session.hold_dialogs(true).await.expect("held");
    let url = stage.site.url("/");
    // Each answer comes at another time, relative to the event of the next dialog.
    for _ in 0..3 {
        press(&mut stage).await;
        for message in ["one", "two", "three"] {
            assert_eq!(&*open_dialog(&mut stage).await.message, message);
            assert_eq!(stage.session.url().await.expect("an address"), url);
            assert!(matches!(stage.session.input(&PRESS).await, Err(DriverError::DialogOpen)));
            assert!(stage.session.answer_dialog(true, None).await.expect("an answer"));
        }
        let given = "return new Promise((done) => { const look = () => window.answer ? done(answer) : setTimeout(look, 20); look() })";
        assert_eq!(stage.run(World::Page, given).await.as_deref(), Some("true"));
        stage.run(World::Page, "window.answer = ''").await;
    }
    // The code of a caller, a recovery and a navigation dismiss all that follow the one that is open.
    press(&mut stage).await;
    open_dialog(&mut stage).await;
    let given =
        "while (!window.answer) await new Promise((done) => setTimeout(done, 20)); return window.answer";
    let outcome = stage.session.execute_with(given, &in_page()).await;
    assert_eq!(*value(&outcome), "false");
    assert_eq!(outcome.dialogs.len(), 3, "{:?}", outcome.dialogs);
    press(&mut stage).await;
    open_dialog(&mut stage).await;
    let _ = stage.session.recover().await.expect("the page answers");
    stage.session.navigate(&url, PATIENCE).await.expect("the page");
    press(&mut stage).await;
    open_dialog(&mut stage).await;
    stage.session.navigate(&url, PATIENCE).await.expect("the page");
    let frame = stage.session.main_frame().await.expect("a frame");
    let title = loop {
        match stage.session.evaluate_in(&frame, World::Isolated, "return document.title", PATIENCE).await {
            Err(DriverError::DialogOpen) => dismiss(&mut stage).await,
            title => break title.expect("a title"),
        }
    };
    assert_eq!(title.as_deref(), Some("t"));
}

/// Presses the button, and dismisses any dialog that a press on the page before has opened in Firefox.
async fn press(stage: &mut Stage) {
    while let Err(error) = stage.session.input(&PRESS).await {
        assert!(matches!(error, DriverError::DialogOpen), "{error}");
        dismiss(stage).await;
    }
}

async fn dismiss(stage: &mut Stage) {
    stage.session.answer_dialog(false, None).await.expect("an answer");
}
