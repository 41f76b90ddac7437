//! Tabs and their history.

use webagents_runtime::Page as _;
use webagents_runtime::driver::{Capability, Driver as _, History, TabId, World};
use webagents_testkit::{PATIENCE, Route};

use super::{Stage, is_unsupported, look_again, url};
use crate::support::{in_page, instead, on_every_engine, value};

on_every_engine! { a_way_to_no_document_is_over_where_that_is_known, the_history_is_gone_through, tabs_are_opened_shown_and_closed, a_tab_that_the_page_opens_is_shown }

async fn a_way_to_no_document_is_over_where_that_is_known() {
    let none = Route::new("/none", "text/plain", "").status(204);
    let mut stage = Stage::with(vec![Route::html("/", "<title>a</title>"), none]).await;
    stage.run(World::Isolated, "location.href = '/none'").await;
    let begin = std::time::Instant::now();
    loop {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        let known = stage.session.is_loading().await.expect("an answer");
        // Firefox and WebKit do not report this.
        if known.is_none() || known == Some(false) && stage.site.asked("/none") > 0 {
            break;
        }
        assert!(begin.elapsed() < PATIENCE, "it is reported to load for ever");
    }
    assert_eq!(stage.read("document.title").await, "a");
}

async fn the_history_is_gone_through() {
    let page = |title: &str| format!("<title>{title}</title>");
    let mut stage = Stage::with(vec![Route::html("/", page("a")), Route::html("/b", page("b"))]).await;
    let next = stage.site.url("/b");
    stage.session.navigate(&next, PATIENCE).await.expect("the next page");
    stage.run(World::Isolated, "history.pushState(null, '', '#c')").await;
    for (step, goes, title) in [
        (History::Forward, false, "b#c"),
        (History::Back, true, "b"),
        (History::Forward, true, "b#c"),
        (History::Back, true, "b"),
        (History::Back, true, "a"),
        (History::Reload, true, "a"),
        (History::Forward, true, "b"),
    ] {
        let went = stage.session.travel(step, PATIENCE).await.expect("an answer");
        assert_eq!(went, goes, "{step:?} to {title}");
        stage.until(&format!("document.title + location.hash === '{title}'")).await;
    }
    assert!(stage.site.asked("/") >= 2);
}

async fn tabs_are_opened_shown_and_closed() {
    let mut stage = Stage::with(vec![
        Route::html("/", "<title>first</title>"),
        Route::html("/second", "<title>second</title>"),
    ])
    .await;
    if !stage.session.supports(Capability::Tabs) {
        assert!(instead!(
            WebKit,
            "The session's tabs are listed, opened, shown and closed (`Driver::tabs`)",
            "It is an error (`Unsupported`)",
            "the inspector of WebKitGTK is used for the page of its first window",
        ));
        is_unsupported(&stage.session.tabs().await);
        return;
    }
    let tabs = stage.session.tabs().await.expect("tabs");
    assert_eq!(tabs.len(), 1, "{tabs:?}");
    assert_eq!((&*tabs[0].url, &*tabs[0].title, tabs[0].is_shown), (&*stage.site.url("/"), "first", true));
    let first = tabs[0].id.clone();
    stage.run(World::Isolated, "globalThis.kept = 'first'").await;
    let second = stage.session.open_tab().await.expect("a tab");
    assert_eq!(url(&mut stage).await, "about:blank");
    let address = stage.site.url("/second");
    stage.session.navigate(&address, PATIENCE).await.expect("the page");
    assert_eq!(stage.read("document.title").await, "second");
    // The harness is in it, too.
    let outcome = stage.session.execute_with("return document.title", &in_page()).await;
    assert_eq!(*value(&outcome), "second");
    let shown = |tabs: &[webagents_runtime::driver::Tab]| {
        tabs.iter().filter(|tab| tab.is_shown).map(|tab| tab.id.clone()).collect::<Vec<_>>()
    };
    let tabs = stage.session.tabs().await.expect("tabs");
    assert_eq!((tabs.len(), shown(&tabs)), (2, vec![second.clone()]), "{tabs:?}");
    stage.session.select_tab(&first).await.expect("the first tab");
    assert_eq!(stage.read("document.title + globalThis.kept").await, "firstfirst");
    let outcome = stage.session.execute_with("return document.title", &in_page()).await;
    assert_eq!(*value(&outcome), "first");
    stage.session.open(&stage.site.url("/second")).await.expect("the page");
    assert_eq!(stage.read("document.title").await, "second");
    stage.session.select_tab(&second).await.expect("the second tab");
    stage.session.close_tab(&second).await.expect("closed");
    let tabs = stage.session.tabs().await.expect("tabs");
    assert_eq!((tabs.len(), shown(&tabs)), (1, vec![first.clone()]), "{tabs:?}");
    assert_eq!(stage.read("document.title").await, "second");
    assert!(stage.session.close_tab(&first).await.is_err(), "it is the last one");
    assert!(stage.session.select_tab(&TabId::new("none")).await.is_err());
    assert!(stage.session.is_usable());
}

async fn a_tab_that_the_page_opens_is_shown() {
    let mut stage = Stage::with(vec![
        Route::html("/", "<title>first</title>"),
        Route::html("/pop", "<title>pop</title>"),
    ])
    .await;
    if !stage.session.supports(Capability::Tabs) {
        return;
    }
    stage.run(World::Page, "window.pop = window.open('/pop'); return ''").await;
    let other = loop {
        let tabs = stage.session.tabs().await.expect("tabs");
        if let Some(tab) = tabs.iter().find(|tab| !tab.is_shown && tab.title == "pop") {
            break tab.id.clone();
        }
        look_again().await;
    };
    stage.session.select_tab(&other).await.expect("the tab");
    assert_eq!(stage.read("document.title").await, "pop");
    stage.session.close_tab(&other).await.expect("closed");
    assert_eq!(stage.read("document.title").await, "first");
}
