//! Tools that come and go: between runs, in mid-run, with a route or with another page.

use std::time::{Duration, Instant};

use serde_json::json;
use webagents_runtime::ErrorKind;
use webagents_runtime::tools::SourceKind;
use webagents_runtime::webmcp::WebMcpDiagnosticKind;
use webagents_runtime_webdriver::Browser;
use webagents_testkit::{PATIENCE, Route, Site};

use super::{Bench, manifest, modes};
use crate::support::{error, in_page, on_page, patient, session_of, unchecked, value};

crate::support::by_every_channel! {
    Chromium:
    routes_of_one_page_are_followed,
    forms_that_come_and_go_are_followed,
    other_pages_are_followed_within_their_origin,
    guarded_tool_ends_page_run,
    a_detected_site_has_both_kinds,
}

/// Two routes of one page, each with tools of its own, and a common one.
const SPA: &str = "const tools = { list: ['openItem', 'search'], item: ['addToCart', 'search'] }; let ends = [];
    const show = (route) => { for (const end of ends) end.abort(); ends = [];
      for (const name of tools[route]) { const end = new AbortController(); ends.push(end);
        document.modelContext.registerTool({ name, description: name + ' of ' + route, inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
          execute: async (input) => { if (name === 'openItem') { history.pushState({}, '', '/item'); show('item'); } return route; } }, { signal: end.signal }); } };
    show('list'); globalThis.show = show;";

async fn routes_of_one_page_are_followed() {
    for &(mode, kind) in modes() {
        let mut bench = Bench::page(mode, SPA).await;
        assert_eq!(bench.sources(), [("openItem", kind, ""), ("search", kind, "")]);
        let outcome = bench.session.execute_with("return await global.search({})", &patient()).await;
        assert_eq!((outcome.result, outcome.tools_changed), (Ok(json!("list")), false), "{mode:?}");
        let outcome =
            bench.session.execute_with("return await global.openItem({ id: 'a' })", &patient()).await;
        assert_eq!(outcome.result, Ok(json!("list")));
        assert!(outcome.tools_changed);
        assert_eq!(bench.names(), ["addToCart", "search"], "listed again after the run");
        let landing = outcome.navigated.expect("the tool has changed the address");
        assert_eq!(landing.url, bench.site.url("/item"));
        assert_eq!(landing.tools, ["addToCart", "search"]);
        assert!(bench.session.toolbox().context_for_llm().contains("addToCart of item"));
        assert_eq!(bench.value("return await global.addToCart({ id: 'a' })").await, json!("item"));

        // They change while nobody runs anything: code that knows the new ones is not refused for the old list.
        on_page(&mut bench.session, "setTimeout(() => show('list'), 50)").await;
        let mut outcome =
            bench.session.execute_with("return await global.openItem({ id: 'b' })", &patient()).await;
        let end = Instant::now() + PATIENCE;
        while !outcome.is_ok() && Instant::now() < end {
            outcome =
                bench.session.execute_with("return await global.openItem({ id: 'b' })", &patient()).await;
        }
        assert_eq!(*value(&outcome), json!("list"));

        // A tool that goes between its listing and its call.
        bench.page_does("show('list')").await;
        let code = "const held = global.openItem; await held({}); return await held({})";
        let outcome = bench.session.execute_with(code, &patient()).await;
        let thrown = error(&outcome, ErrorKind::Thrown);
        assert_eq!(thrown.name, "ToolNotDefined");
        assert_eq!(
            thrown.message,
            "the page does not register the tool \"openItem\" any more; it registers addToCart, search"
        );
        assert!(outcome.tools_changed);
        // A tool that nobody has is refused all the same.
        let outcome = bench.session.execute_with("await global.nothing()", &patient()).await;
        assert_eq!(error(&outcome, ErrorKind::Tools).name, "UnknownTool");
        let outcome = bench.session.execute_with("await global.serch()", &unchecked()).await;
        assert_eq!(
            error(&outcome, ErrorKind::Thrown).message,
            "the page registers no tool \"serch\"; did you mean search? search(input?: { id?: string })"
        );
    }
}

async fn forms_that_come_and_go_are_followed() {
    for &(mode, _) in modes() {
        let mut bench = Bench::page(mode, "").await;
        assert!(bench.names().is_empty());
        let code = "document.body.innerHTML = '<form toolname=late tooldescription=Late toolautosubmit><input name=q></form>'; return 1";
        let outcome = bench.session.execute_with(code, &in_page()).await;
        assert!(outcome.tools_changed, "{mode:?}");
        assert_eq!(bench.sources(), [("late", SourceKind::Declarative, "")]);
        value(&bench.session.execute_with("document.body.innerHTML = ''; return 1", &in_page()).await);
        assert!(bench.names().is_empty());
    }
}

async fn guarded_tool_ends_page_run() {
    const REGISTER: &str = "globalThis.register = (name, destructiveHint) => document.modelContext.registerTool({ name,
            description: name, annotations: { destructiveHint }, execute: async () => { register('pay', true); return 1 } });
        register('add', false);";
    // Without a call, in the call that registers it, and before the next call.
    const CODES: [&str; 3] = [
        "setTimeout(() => register('pay', true), 300); await new Promise(() => {})",
        "await global.add({}); globalThis.wentOn = 1; await new Promise(() => {})",
        "register('pay', true); await global.add({}); globalThis.wentOn = 1; await new Promise(() => {})",
    ];
    for (at, &(mode, _)) in modes().iter().enumerate() {
        for code in CODES.into_iter().filter(|_| at == 0) {
            let mut bench = Bench::page(mode, REGISTER).await;
            let outcome = bench.session.execute_with(code, &in_page()).await;
            let denied = error(&outcome, ErrorKind::Denied);
            assert!(denied.message.contains("calls of pay are asked about"), "{}", denied.message);
            assert_eq!(bench.names(), ["add", "pay"], "{mode:?}");
            assert_eq!(on_page(&mut bench.session, "return globalThis.wentOn").await, json!(null), "{code}");
        }
        let mut bench = Bench::page(mode, REGISTER).await;
        let code = "for (const name of ['b', 'c']) {
                register(name, false);
                await new Promise((done) => setTimeout(done, 300));
            }
            return 'done'";
        let outcome = bench.session.execute_with(code, &in_page()).await;
        assert_eq!((value(&outcome), outcome.tools_changed), (&json!("done"), true), "{mode:?}");
        // Tools registered between two runs are judged before the next run, which need not name a tool.
        on_page(&mut bench.session, "register('pay', true)").await;
        let outcome = bench.session.execute_with("globalThis.wentOn = 1", &in_page()).await;
        error(&outcome, ErrorKind::Denied);
        assert_eq!(on_page(&mut bench.session, "return globalThis.wentOn").await, json!(null), "{mode:?}");
    }
}

async fn other_pages_are_followed_within_their_origin() {
    let tool = |name: &str| {
        format!(
            "<script>document.modelContext.registerTool({{name:'{name}',description:'d',execute:async()=>'{name}'}});\
                 document.modelContext.registerTool({{name:'leave',description:'d',execute:async()=>{{location.href='/two';await new Promise(()=>{{}})}}}});\
                 document.modelContext.registerTool({{name:'go',description:'d',execute:async()=>{{location.href='/two';return 'gone'}}}})</script>"
        )
    };
    for &(mode, _) in modes() {
        let elsewhere = Site::serve([Route::html("/", tool("foreign"))]).await;
        let mut bench = Bench::new(
            mode,
            vec![
                Route::html("/", tool("one")),
                Route::html("/two", tool("two")).after(Duration::from_millis(300)),
            ],
        )
        .await;
        assert_eq!(bench.names(), ["go", "leave", "one"]);
        // A tool that moves the page on by a script has its result, and the new page is reported.
        let outcome = bench.session.execute_with("return await global.go()", &patient()).await;
        assert_eq!((value(&outcome), outcome.tools_changed), (&json!("gone"), true), "{mode:?}");
        let landed = outcome.navigated.as_ref().expect("another page");
        assert_eq!(
            (landed.url.as_str(), &landed.tools[..]),
            (&*bench.site.url("/two"), &["go", "leave", "two"].map(str::to_owned)[..])
        );
        bench.session.open(&bench.site.url("/")).await.expect("a page");
        // A call whose tool moves the page on is not made again.
        let outcome = bench.session.execute_with("return await global.leave()", &patient()).await;
        error(&outcome, ErrorKind::Navigated);
        assert!(outcome.tools_changed);
        assert_eq!(bench.names(), ["go", "leave", "two"], "{mode:?}");
        assert_eq!(bench.value("return await global.two()").await, json!("two"));
        bench.session.open(&bench.site.url("/")).await.expect("a page");
        assert_eq!(bench.names(), ["go", "leave", "one"]);

        // Another origin's tools are left out until the caller requests them.
        bench.session.open(&elsewhere.url("/")).await.expect("a page");
        assert!(bench.names().is_empty(), "{:?}", bench.names());
        let kinds: Vec<WebMcpDiagnosticKind> =
            bench.session.toolbox().findings().map(|found| found.kind).collect();
        assert_eq!(kinds, [WebMcpDiagnosticKind::OtherOrigin]);
        bench.session.refresh_tools().await.expect("a list");
        assert_eq!(bench.names(), ["foreign", "go", "leave"]);
        // A toolbox that is for one origin takes no other's.
        bench.session.use_tools(manifest("").with_origin(bench.site.url("/").trim_end_matches('/')));
        bench.session.refresh_tools().await.expect("a list");
        assert!(bench.names().is_empty());
    }
}

async fn a_detected_site_has_both_kinds() {
    let page = "<meta name=webagents-md content=/w.md><script>find = async (query) => [query];
        document.modelContext?.registerTool({ name: 'more', description: 'More.', execute: async () => 'more' })</script>";
    let site = Site::serve([
        Route::html("/", page),
        Route::markdown("/w.md", "# Shop\n\n## find\nFinds.\n\n### Params\n- `query` (string): What.\n"),
    ])
    .await;
    let browser = Browser::launch(crate::support::options()).await.expect("chromedriver");
    let mut session = session_of(&browser).await;
    session.detect(&site.url("/")).await.expect("the manifest");
    let sources: Vec<_> =
        session.toolbox().sources().map(|source| (source.name.to_owned(), source.kind)).collect();
    assert_eq!(sources, [("find".to_owned(), SourceKind::Manifest), ("more".to_owned(), modes()[0].1)]);
    let outcome =
        session.execute_with("return [await global.find('x'), await global.more()]", &patient()).await;
    assert_eq!(*value(&outcome), json!([["x"], "more"]));
    session.close().await.expect("the browser closes");
}
