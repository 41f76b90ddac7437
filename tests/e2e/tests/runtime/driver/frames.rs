//! Frames, and scripts in their worlds.

use std::time::Duration;

use webagents_runtime::driver::{Capability, Driver as _, DriverError, FrameId, World};
use webagents_runtime::{Page as _, PageErrorKind};
use webagents_testkit::{PATIENCE, Route};

use super::{Stage, look_again};
use crate::support::{instead, on_every_engine};

on_every_engine! {
    globals_of_the_isolated_world_last_as_long_as_the_document,
    a_page_that_replaces_the_language_changes_nothing,
    frames_of_other_sites_are_reached,
    a_script_that_does_not_end_is_an_error,
}

/// Returns whether the engine has worlds of its own for scripts.
fn has_worlds(stage: &Stage) -> bool {
    let has = stage.session.supports(Capability::IsolatedWorld);
    assert!(
        has || instead!(
            WebKit,
            "Scripts of the primitive actions run in a world that the page does not see",
            "they run in the page's own world",
            "neither WebKitWebDriver nor the inspector of WebKitGTK makes worlds",
        )
    );
    has
}

async fn globals_of_the_isolated_world_last_as_long_as_the_document() {
    let mut stage = Stage::with(vec![
        Route::html("/", "<title>a</title><script>window.own = 'page'</script>"),
        Route::html("/next", "<title>b</title>"),
    ])
    .await;
    let has_worlds = has_worlds(&stage);
    assert_eq!(stage.run(World::Isolated, "globalThis.kept = 'ours'").await, None);
    assert_eq!(stage.run(World::Isolated, "return kept + document.title").await.as_deref(), Some("oursa"));
    assert_eq!(stage.run(World::Page, "return own").await.as_deref(), Some("page"));
    if has_worlds {
        assert_eq!(stage.run(World::Page, "return typeof kept").await.as_deref(), Some("undefined"));
        assert_eq!(stage.run(World::Isolated, "return typeof own").await.as_deref(), Some("undefined"));
    }
    // A promise is awaited; null and undefined become `None`; other values and exceptions are errors.
    let later = "return new Promise((done) => setTimeout(done, 10, 'later'))";
    assert_eq!(stage.run(World::Isolated, later).await.as_deref(), Some("later"));
    assert_eq!(stage.run(World::Isolated, "return Promise.resolve(null)").await, None);
    let frame = stage.session.main_frame().await.expect("a frame");
    for wrong in
        ["return 1", "return {}", "throw new Error('thrown')", "return Promise.reject(1)", "return ("]
    {
        let ran = stage.session.evaluate_in(&frame, World::Isolated, wrong, PATIENCE).await;
        let Err(DriverError::Page(error)) = ran else { panic!("{wrong}: {ran:?}") };
        assert_eq!(error.kind(), PageErrorKind::Script, "{wrong}: {error}");
    }
    let next = stage.site.url("/next");
    stage.session.navigate(&next, PATIENCE).await.expect("the next page");
    let frame = stage.session.main_frame().await.expect("a frame");
    let kept = stage.run_in(&frame, World::Isolated, "return typeof kept + document.title").await;
    assert_eq!(kept.as_deref(), Some("undefinedb"));
}

async fn a_page_that_replaces_the_language_changes_nothing() {
    let page = "<title>t</title><script>\
        JSON.stringify = JSON.parse = () => 'bent'; Object.prototype.toJSON = () => 'bent';\
        Array.prototype.push = Array.prototype.map = () => { throw 'bent' };\
        Promise.prototype.then = () => { throw 'bent' }; Function.prototype.call = Function.prototype.apply = () => 'bent';\
        window.Promise = function () { throw 'bent' }</script>";
    let mut stage = Stage::with(vec![Route::html("/", page)]).await;
    if has_worlds(&stage) {
        let script =
            "return Promise.resolve([1, 2].map((n) => n + 1)).then((list) => JSON.stringify({ list }))";
        assert_eq!(stage.run(World::Isolated, script).await.as_deref(), Some(r#"{"list":[2,3]}"#));
    }
    // A string needs none of it.
    let frame = stage.session.main_frame().await.expect("a frame");
    let ran = stage.session.evaluate_in(&frame, World::Page, "return document.title", PATIENCE).await;
    assert_eq!(ran.expect("a string").as_deref(), Some("t"));
}

/// A page of `localhost` with a frame of `127.0.0.1`, which has one of `localhost`.
///
/// The page has a frame without an address as well.
async fn frames_of_other_sites_are_reached() {
    let inner = "<title>inner</title><p>inner</p><script>window.own = 'inner'</script>";
    let mut stage = Stage::with(vec![Route::html("/", "x"), Route::html("/inner", inner)]).await;
    let (site, port) = (stage.site.url(""), stage.site.address().port());
    let localhost = format!("http://localhost:{port}");
    drop(site);
    let middle = format!("<title>middle</title><iframe src='{localhost}/inner'></iframe>");
    let site = webagents_testkit::Site::serve(vec![Route::html("/middle", middle)]).await;
    let outer = format!(
        "<title>outer</title><iframe id=other src='{}'></iframe><iframe id=own srcdoc='<title>own</title>'></iframe><p id=none>",
        site.url("/middle")
    );
    let top = webagents_testkit::Site::serve(vec![Route::html("/", outer)]).await;
    let url = top.url("/").replace("127.0.0.1", "localhost");
    stage.session.navigate(&url, PATIENCE).await.expect("the page");
    let main = stage.session.main_frame().await.expect("a frame");
    let element = |id: &str| format!("return document.querySelector('{id}')");
    assert!(stage.session.supports(Capability::Frames));
    for (selector, title) in [("#own", "own"), ("#other", "middle")] {
        let frame = stage.session.content_frame(&main, &element(selector)).await.expect("found");
        let frame = frame.expect("a frame");
        let title_of = stage.run_in(&frame, World::Isolated, "return document.title").await;
        assert_eq!(title_of.as_deref(), Some(title));
        if title == "middle" {
            let inner = stage.session.content_frame(&frame, &element("iframe")).await.expect("found");
            let inner = inner.expect("a frame");
            let script = "globalThis.kept = 'k'; return document.title + location.hostname";
            assert_eq!(
                stage.run_in(&inner, World::Isolated, script).await.as_deref(),
                Some("innerlocalhost")
            );
            assert_eq!(stage.run_in(&inner, World::Isolated, "return kept").await.as_deref(), Some("k"));
            assert_eq!(stage.run_in(&inner, World::Page, "return own").await.as_deref(), Some("inner"));
            // A frame that shows another document is another world.
            let away = "location.href = '/inner?again'; return ''";
            stage.run_in(&inner, World::Isolated, away).await;
            let kept = "return (typeof kept) + location.search";
            loop {
                // While it goes, the frame may be found gone.
                let answer = stage.session.evaluate_in(&inner, World::Isolated, kept, PATIENCE).await;
                if answer.is_ok_and(|kept| kept.as_deref() == Some("undefined?again")) {
                    break;
                }
                look_again().await;
            }
        }
    }
    for other in ["return document.querySelector('#none')", "return null", "return {}", "return 'x'", ""] {
        let found = stage.session.content_frame(&main, other).await;
        assert!(matches!(found, Ok(None)), "{other}: {found:?}");
    }
    // A frame that was taken away, and one that never was.
    let own = stage.session.content_frame(&main, &element("#own")).await.expect("found").expect("a frame");
    stage.run(World::Isolated, "document.querySelector('#own').remove()").await;
    for frame in [own, FrameId::new("none")] {
        let ran = stage.session.evaluate_in(&frame, World::Isolated, "return ''", PATIENCE).await;
        assert!(matches!(ran, Err(DriverError::FrameGone)), "{ran:?}");
    }
}

async fn a_script_that_does_not_end_is_an_error() {
    let mut stage = Stage::with(vec![Route::html("/", "<title>t</title>")]).await;
    let frame = stage.session.main_frame().await.expect("a frame");
    let second = Duration::from_secs(1);
    let waits = "return new Promise(() => {})";
    let ran = stage.session.evaluate_in(&frame, World::Isolated, waits, second).await;
    let Err(DriverError::Page(error)) = ran else { panic!("{ran:?}") };
    assert!(matches!(error.kind(), PageErrorKind::Timeout | PageErrorKind::Hung), "{error}");
    let _ = stage.session.recover().await.expect("the page answers");
    let loops = "for (;;);";
    let ran = stage.session.evaluate_in(&frame, World::Isolated, loops, second).await;
    let Err(DriverError::Page(error)) = ran else { panic!("{ran:?}") };
    assert!(matches!(error.kind(), PageErrorKind::Timeout | PageErrorKind::Hung), "{error}");
    if stage.session.recover().await.is_ok() {
        let frame = stage.session.main_frame().await.expect("a frame");
        stage.run_in(&frame, World::Isolated, "return ''").await;
    }
}
