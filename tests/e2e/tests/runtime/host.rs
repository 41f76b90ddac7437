//! The steps of `webagents-host`, from a URL to the record of a run.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use webagents_host::{
    BrowserSource, CallOutcome, ClientOptions, Error, GuardOptions, Host, HostGuards, HostSession, Lock, Pin,
    Policy, Reply, Request, SaveOptions, SessionErrorKind, SiteFinder, ToolNeed,
};
use webagents_runtime::outcome::DecisionSource;
use webagents_testkit::{Route, Site};

use crate::support::{self, Lent, in_page, patient, value};

crate::support::on_every_engine! {
    host_guards_and_records_runs,
}

async fn host_guards_and_records_runs() {
    let manifest = include_str!("../pages/runtime/bank.md");
    let page = include_str!("../pages/runtime/bank.html");
    let site = Site::serve([
        Route::html("/", page.replace("<title>", "<meta name=webagents-md content=/w.md><title>")),
        Route::markdown("/w.md", manifest),
        Route::html("/plain", "<title>Plain</title>"),
    ])
    .await;
    let (url, origin) = (site.url("/"), site.url("/").trim_end_matches('/').to_owned());
    let asked: Arc<Mutex<Vec<String>>> = Arc::default();
    let records: Arc<Mutex<Vec<Value>>> = Arc::default();
    let guards = || {
        let (asked, records) = (Arc::clone(&asked), Arc::clone(&records));
        let options = GuardOptions::from(Policy::default()).with_confirm(move |question: Request| {
            asked.lock().expect("no panic").push(format!("{} {}", question.tool, question.arguments));
            async { Reply::AllowOnce }
        });
        HostGuards::from(options).with_audit(move |record| {
            records.lock().expect("no panic").push(serde_json::from_str(record)?);
            Ok(())
        })
    };
    let (lent, browser) = Lent::session().await;
    let host = |guards: HostGuards| {
        Host::new(BrowserSource::from(browser.clone()), guards, ClientOptions::default())
    };

    // One session does all steps, and its record has the guards' decisions.
    let opened = host(guards()).open(&url).await;
    let mut session = opened.unwrap_or_else(|error| panic!("{error}"));
    session.use_isolates(support::isolates());
    assert!(session.toolbox().typescript().contains("transfer(to: string, amount: number)"));
    let code = "return [await global.balance(), await global.transfer('Ann', 5)]";
    let run = session.run(code, &patient()).await;
    assert_eq!(*value(&run.outcome), json!([100, "sent 5"]));
    run.recorded.expect("the audit takes records");
    assert_eq!(*asked.lock().expect("no panic"), [r#"transfer ["Ann",5]"#]);
    let kept = std::mem::take(&mut *records.lock().expect("no panic"));
    let pin = Pin::of(&webagents_manifest::parse(manifest), site.url("/w.md"));
    assert_eq!(kept.len(), 1);
    assert_eq!((&kept[0]["origin"], &kept[0]["manifest"]), (&json!(origin), &json!(pin.sha256)));
    assert_eq!(run.outcome.calls[1].decision.source, DecisionSource::User);
    assert_eq!(kept[0]["calls"][1]["decision"], json!(run.outcome.calls[1].decision));
    let saved = session.save(SaveOptions { screenshot: true, storage_state: false }).await;
    let picture = saved.screenshot.expect("it was requested").expect("a picture");
    assert!(picture.starts_with(b"\x89PNG") && saved.storage_state.is_none());

    // An operator that keeps no records learns it, and the run has happened.
    session
        .use_guards(HostGuards::from(Policy::default()).with_audit(|_| Err(std::io::Error::other("full"))));
    let run = session.run("return await global.transfer('Ann', 6)", &patient()).await;
    assert!(matches!(run.outcome.calls[0].outcome, CallOutcome::Denied { .. }), "nobody can be asked");
    assert_eq!(run.recorded.expect_err("a full disk").to_string(), "cannot record the run: full");
    session.close().await.expect("the browser closes");

    // Tools that are not as they were pinned are refused before there is a browser.
    let mut lock = Lock::default();
    let refused = host(guards().with_lock(lock.clone())).open(&url).await.expect_err("no pin");
    assert!(matches!(&refused, Error::Lock(refused) if refused.changes.is_none()), "{refused}");
    assert!(refused.to_string().contains("(rule `lock`)"), "{refused}");
    lock.set(origin, pin);
    let locked = HostGuards::from(Policy::default()).with_lock(lock);
    let finder = SiteFinder::new(&reach(&url)).expect("a client");
    let found = finder.find(&url.parse().expect("a URL")).await.expect("a site");
    locked.check(&found).await.expect("it is pinned");
    let changed = manifest.replace("Sends money.", "Sends all money.");
    let finder = SiteFinder::with_manifest(webagents_manifest::parse(&changed), &site.url("/w.md"));
    let found = finder.find(&url.parse().expect("a URL")).await.expect("a site");
    let refused = locked.check(&found).await.expect_err("a tool has changed");
    assert!(matches!(&refused, Error::Lock(refused) if refused.changes.is_some()), "{refused}");

    // A page without tools is an error for a host of tools, and suits code that calls none.
    let plain = site.url("/plain");
    let error = host(guards()).open(&plain).await.expect_err("no tools");
    assert!(matches!(&error, Error::Session(error) if error.kind() == SessionErrorKind::NoTools), "{error}");
    let finder = SiteFinder::new(&reach(&plain)).expect("a client");
    let found = finder.find(&plain.parse().expect("a URL")).await.expect("a page");
    let source = BrowserSource::from(browser.clone());
    let mut session = HostSession::new(source.acquire().await.expect("a browser"), guards());
    for need in [ToolNeed::Code("return document.title"), ToolNeed::Optional("")] {
        let tools = session.enter(&found, need).await.expect("a page");
        assert_eq!((tools.registered, tools.left_out), (0, false));
        assert_eq!(*value(&session.run("return document.title", &in_page()).await.outcome), json!("Plain"));
    }
    assert_eq!(records.lock().expect("no panic").len(), 2);
    assert!(matches!(host(guards()).open("shop").await, Err(Error::Url { .. })));
    session.close().await.expect("the browser closes");
    lent.close().await;
}

/// Options of a client that reaches the server of the test.
fn reach(url: &str) -> ClientOptions {
    let mut options = ClientOptions::default();
    options.allow_url(&url.parse().expect("a URL")).expect("an address");
    options
}
