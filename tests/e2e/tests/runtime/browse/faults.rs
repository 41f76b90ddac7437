//! Pages that do not answer: endless loops, rows of dialogs, many tabs.

use std::time::Duration;

use webagents_browse::{ActionRequest, BrowseErrorKind as Kind};
use webagents_runtime::driver::{Capability, Driver as _};
use webagents_testkit::Route;

use super::Stage;
use crate::support::on_every_engine;

on_every_engine!(
    endless_loop_of_a_click_is_an_error,
    busy_handler_ends_with_the_deadline_of_the_command,
    dialogs_in_a_row_are_answered,
    tabs_of_a_click_are_counted
);

const QUIET: &str = "<!doctype html><title>Quiet</title><p>all is well</p>";

async fn endless_loop_of_a_click_is_an_error() {
    let page = "<!doctype html><title>Loop</title><button onclick='for (;;);'>Go</button>";
    let mut stage = Stage::with(vec![Route::html("/", page), Route::html("/quiet", QUIET)]).await;
    if !stage.takes_input() {
        return;
    }
    let click = ActionRequest::from_words(["click", "button \"Go\""]).expect("a request");
    let outcome = stage.browse.run(&mut *stage.session, &click, Duration::from_secs(3)).await;
    let error = outcome.expect_err("the page never answered").to_string();
    let quiet = stage.site.url("/quiet");
    match stage.reply(&["open", &quiet]).await {
        Ok(_) => {
            stage.says(&["text"], "all is well").await;
        }
        Err((_, then)) => {
            assert!(!stage.session.is_usable(), "{then}");
            assert!(error.contains("close the session") || then.contains("session"), "{error}; {then}");
        }
    }
}

async fn busy_handler_ends_with_the_deadline_of_the_command() {
    // The drivers wait longer for an input than the command may take, and the handlers take longer than that.
    let page = "<!doctype html><title>Busy</title><script>function busy(ms) { \
        const end = performance.now() + ms; while (performance.now() < end); }</script>\
        <button onclick='busy(8000)'>Click</button>\
        <label>Field <input oninput='busy(8000)'></label>\
        <label><input type=checkbox onclick='busy(8000)'> Box</label>";
    let routes = || vec![Route::html("/", page), Route::html("/quiet", QUIET)];
    for words in [
        &["click", "button \"Click\""][..],
        &["fill", "textbox \"Field\"", "text"],
        &["type", "textbox \"Field\"", "text"],
        &["check", "checkbox \"Box\""],
    ] {
        let mut stage = Stage::with(routes()).await;
        if !stage.session.supports(Capability::Input) {
            return;
        }
        let request = ActionRequest::from_words(words.iter().copied()).expect("a request");
        let outcome = stage.browse.run(&mut *stage.session, &request, Duration::from_secs(3)).await;
        let error = match outcome {
            // An engine whose handlers end sooner, by themselves or stopped, shows their effect or names the silence.
            Ok(reply) => {
                let effects = ["did not answer", "has \"text\"", "is checked"];
                assert!(
                    effects.iter().any(|effect| reply.value.contains(effect)),
                    "{words:?}: {}",
                    reply.value
                );
                continue;
            }
            Err(error) => error,
        };
        assert_eq!(error.kind(), Kind::Timeout, "{words:?}: {error}");
        let said = ["deadline", "does not answer"].iter().any(|words| error.message().contains(words));
        assert!(said, "{words:?}: {error}");
        let quiet = stage.site.url("/quiet");
        match stage.reply(&["open", &quiet]).await {
            Ok(_) => {
                stage.says(&["text"], "all is well").await;
            }
            Err((_, then)) => assert!(!stage.session.is_usable(), "{words:?}: {error}; {then}"),
        }
    }
}

async fn dialogs_in_a_row_are_answered() {
    let page = "<!doctype html><title>Row</title><p id=out>0</p><button \
        onclick='for (let i = 1; i <= 25; i++) { alert(i); out.textContent = i }'>Go</button>";
    let mut stage = Stage::with(vec![Route::html("/", page), Route::html("/quiet", QUIET)]).await;
    if !stage.takes_input() {
        return;
    }
    stage.says(&["click", "button \"Go\""], "a dialog (alert) \"1\" opened").await;
    for number in 1..=25 {
        stage.fails(&["text"], Kind::Dialog, &format!("\"{number}\" is open")).await;
        stage.says(&["dialog", "accept"], "accepted a dialog (alert)").await;
        if number < 25 {
            // The next one opens when the page goes on.
            let next = format!("\"{}\"", number + 1);
            let mut left = 600;
            while !stage.reply(&["text"]).await.is_err_and(|(_, why)| why.contains(&next)) {
                left -= 1;
                assert!(left > 0, "the dialog {next} did not open");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
    stage.says(&["wait", "--fn", "out.textContent === '25'"], "is true").await;
    stage.says(&["text", "#out"], "25").await;
    // A page is left while its dialogs open in a row.
    for (way, then) in [("reload", "0"), ("back", "all is well")] {
        for path in ["/quiet", "/"] {
            stage.says(&["open", &stage.site.url(path)], "the page is now").await;
        }
        stage.says(&["click", "button \"Go\""], "a dialog (alert) \"1\" opened").await;
        stage.says(&[way], "was dismissed, because the page was left").await;
        stage.says(&["text", "body"], then).await;
    }
}

async fn tabs_of_a_click_are_counted() {
    let page = "<!doctype html><title>Many</title><button \
        onclick='for (let i = 0; i < 12; i++) window.open(\"/quiet\")'>Go</button>";
    let mut stage = Stage::with(vec![Route::html("/", page), Route::html("/quiet", QUIET)]).await;
    if !stage.takes_input() {
        return;
    }
    stage.says(&["click", "button \"Go\""], "a new tab opened").await;
    let tabs = stage.ok(&["tabs"]).await;
    // An engine may keep a page from opening so many.
    assert!((2..=13).contains(&tabs.lines().count()), "{tabs}");
    stage.says(&["get", "title"], "Many").await;
    let other =
        tabs.lines().find(|line| line.starts_with(' ')).and_then(|line| line.split_whitespace().next());
    stage.ok(&["tabs", "show", other.unwrap_or_default()]).await;
    stage.says(&["wait", "--text", "all is well"], "is there").await;
}
