//! A geckodriver of a version that does not have the option `--allow-system-access`.
//!
//! A script that wraps the real one refuses the option with the old version's message. A run that does not end loses
//! its tab there, and nothing else.

use std::os::unix::fs::PermissionsExt as _;

use serde_json::json;
use webagents_runtime::outcome::Level;
use webagents_runtime::{ErrorKind, Toolbox};
use webagents_runtime_webdriver::{Browser, Engine, Stopping};
use webagents_testkit::{Route, Site};

use crate::support::{self, Bench, calls, error, hasty_in_page, in_page, patient, said, value};

/// About Firefox by nature: no other driver has such a switch.
#[test]
fn an_endless_loop_costs_its_tab() {
    support::run(Engine::Firefox, endless_loop_costs_its_tab());
}

/// On each way to a page; the headless shell's is Chromium's.
#[test]
fn what_becomes_of_an_endless_loop_is_known_before() {
    for engine in [Engine::Chromium, Engine::Firefox, Engine::WebKit] {
        support::run(engine, stopping_is_known());
    }
}

async fn stopping_is_known() {
    let bench = Bench::with(vec![Route::html("/", "x")]).await;
    assert_eq!(bench.session.stopping(), Stopping::InPlace);
    bench.close().await;
}

async fn endless_loop_costs_its_tab() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("geckodriver");
    let real = support::driver().unwrap_or_else(|| "geckodriver".into());
    let script = format!(
        "#!/bin/sh\nfor argument; do if [ \"$argument\" = --allow-system-access ]; then\n\
         echo \"error: Found argument '$argument' which wasn't expected, or isn't valid in this context\" >&2\n\
         exit 64; fi; done\nexec '{}' \"$@\"\n",
        real.display()
    );
    std::fs::write(&program, script).expect("a script");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o700)).expect("a program");

    let site = Site::serve(vec![
        Route::html("/", include_str!("../pages/runtime/shop.html")),
        Route::script("/shop.js", include_str!("../pages/runtime/shop.js")),
    ])
    .await;
    let mut options = support::options();
    options.driver.program = Some(program);
    let browser = Browser::launch(options).await.unwrap_or_else(|error| panic!("{error}"));
    let mut session = support::session_of(&browser).await;
    assert_eq!(session.stopping(), Stopping::NewTab);
    session.use_tools(Toolbox::from(webagents_manifest::parse(support::SHOP)));
    for turn in 0..2 {
        session.open(&site.url("/")).await.expect("the page");
        let code = "console.log('in'); await global.searchProducts('hat'); for (;;);";
        let outcome = session.execute_with(code, &hasty_in_page()).await;
        let crashed = error(&outcome, ErrorKind::PageCrashed);
        assert!(crashed.message.contains("could not be stopped, so it was closed"), "{turn}: {crashed:?}");
        // The events of the run on the way are kept.
        assert_eq!(said(&outcome), [(Level::Log, "in")]);
        assert_eq!(calls(&outcome).first().map(|call| call.0), Some("searchProducts"));
        // The new tab is as good as the old one.
        assert_eq!(
            *value(&session.execute_with("return location.href", &in_page()).await),
            json!("about:blank")
        );
    }
    session.open(&site.url("/")).await.expect("the page");
    let outcome = session.execute_with("return await global.searchProducts('hat')", &patient()).await;
    assert_eq!(*value(&outcome), json!([{ "id": "c", "name": "Green hat" }]));
    session.close().await.expect("the browser closes");
}
