//! From a URL to tools that can be called: discovery over HTTP, then the browser.

use std::time::Duration;

use serde_json::json;
use webagents_discover::DiscoverOptions;
use webagents_fetch::{Client, ClientOptions};
use webagents_runtime::page::Answer;
use webagents_runtime::tools::Format;
use webagents_runtime::webmcp::WebMcpDiagnosticKind;
use webagents_runtime::{CallOutcome, ErrorKind as RunErrorKind, Page as _, Realm, Toolbox};
use webagents_runtime_webdriver::{ErrorKind, Session};
use webagents_testkit::{PATIENCE, Route, Site};

use crate::support::{Bench, SHOP, error, in_page, on_page, patient, value};

crate::support::on_every_engine! {
    a_site_is_detected_and_used,
    tools_are_not_called_on_another_origin,
    a_manifest_of_another_origin_gives_no_tools_there,
    page_that_only_registers_tools_is_detected,
    late_tools_are_waited_for,
}

crate::support::on_full_chromium! {
    page_that_only_registers_tools_is_detected,
}

async fn a_site_is_detected_and_used() {
    let mut bench = Bench::with(vec![
        Route::html(
            "/",
            include_str!("../pages/runtime/shop.html")
                .replace("<title>", "<meta name=webagents-md content=/w.md><title>"),
        ),
        Route::script("/shop.js", include_str!("../pages/runtime/shop.js")),
        Route::markdown("/w.md", SHOP),
        Route::html("/moved", "").status(302).header("location", "/"),
    ])
    .await;
    let url = bench.site.url("/moved");
    let site = bench.session.detect(&url).await.expect("the manifest");
    let discovery = site.discovery.expect("a manifest");
    assert_eq!(discovery.page_url.as_str(), bench.site.url("/"));
    assert_eq!(discovery.manifest_url.as_str(), bench.site.url("/w.md"));

    let session = &mut bench.session;
    let names: Vec<&str> = session.tools().iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!(names, ["searchProducts", "getPrice", "cart.add", "fail", "never", "open", "missing"]);
    assert_eq!(session.toolbox().tool("getPrice").map(|tool| tool.arguments().map(<[_]>::len)), Ok(Some(1)));
    assert!(
        session.toolbox().typescript().contains(
            "searchProducts(query: string, limit?: number): Promise<{ id: string; name: string }[]>;"
        ),
        "{}",
        session.toolbox().typescript()
    );
    assert!(session.toolbox().context_for_llm().contains("A shop for tests."));
    assert!(session.system_prompt("Buy a hat.").ends_with("Buy a hat.\n"));
    assert_eq!(session.execute_tool()["function"]["name"], "execute_js");
    assert_eq!(session.toolbox().execute_tool_for(Format::Anthropic, Realm::Isolated)["name"], "execute_js");

    let outcome = session.execute_with("return await global.searchProducts('hat')", &patient()).await;
    assert_eq!(*value(&outcome), json!([{ "id": "c", "name": "Green hat" }]));
    bench.close().await;
}

async fn tools_are_not_called_on_another_origin() {
    let page = "<meta name=webagents-md content=/w.md><script>searchProducts = async (q) => [q]</script>";
    let routes = || [Route::html("/", page), Route::html("/further", page), Route::markdown("/w.md", SHOP)];
    let elsewhere = Site::serve(routes()).await;
    let mut bench = Bench::with(routes().into()).await;
    let (here, there) = (bench.site.url("/"), elsewhere.url("/"));
    bench.session.detect(&here).await.expect("the manifest");
    let code = "document.title += 'ran'; await global.searchProducts('hat'); return document.title";
    let isolated = "return await global.searchProducts('hat')";
    let run = async |session: &mut Session, url: &str| {
        session.open(url).await.expect("a page");
        // The first in a document installs the harness, the others find it there.
        let first = session.execute_with(code, &in_page()).await;
        let second = session.execute_with(code, &in_page()).await;
        [first, second, session.execute_with(isolated, &patient()).await]
    };
    let session = &mut bench.session;
    for url in [&here, &bench.site.url("/further")] {
        let [first, second, third] = run(session, url).await;
        assert_eq!((value(&first), value(&second)), (&json!("ran"), &json!("ranran")));
        assert_eq!(*value(&third), json!(["hat"]));
    }
    let (expected, found) = (here.trim_end_matches('/'), there.trim_end_matches('/'));
    for (url, found) in [(there.as_str(), found), ("data:text/html,x", "no origin")] {
        for outcome in run(session, url).await {
            assert_eq!(
                error(&outcome, RunErrorKind::Origin).message,
                format!(
                    "the tools are for pages of {expected}, but the page is of {found}; nothing was run. Go back to a \
                     page of {expected}, or take the tools of this page if it is trusted"
                )
            );
            assert_eq!(outcome.value(), None);
            assert!(
                outcome.calls.iter().all(|call| matches!(call.outcome, CallOutcome::Denied { .. })),
                "{outcome:?}"
            );
        }
        let title = session.evaluate("return document.title", Duration::from_secs(10)).await;
        assert_eq!(title.expect("a title"), Answer::Text(String::new()), "nothing ran on {url}");
    }
    // Callers who trust the page take its tools, or set no origin.
    session.detect(&there).await.expect("the manifest");
    let [first, ..] = run(session, &there).await;
    assert_eq!(*value(&first), json!("ran"));
    session.use_tools(Toolbox::from(webagents_manifest::parse(SHOP)));
    let [first, ..] = run(session, &here).await;
    assert_eq!(*value(&first), json!("ran"));
    bench.close().await;
}

async fn a_manifest_of_another_origin_gives_no_tools_there() {
    let elsewhere = Site::serve([Route::html("/", "elsewhere")]).await;
    // To the HTTP client a page with a manifest, to a browser a way to another site.
    let away = format!(
        "<meta name=webagents-md content=/w.md><script>location.replace('{}')</script>",
        elsewhere.url("/")
    );
    let mut bench = Bench::with(vec![
        Route::html("/", "<title>x</title>"),
        Route::html("/away", away),
        Route::markdown("/w.md", SHOP.replace("# Shop", "# Other shop")),
    ])
    .await;
    let url = bench.site.url("/away");
    let error = bench.session.detect(&url).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OtherOrigin, "{error}");
    assert_eq!(bench.session.toolbox().manifest().name, "Shop", "the tools are still the ones from before");

    let missing = ErrorKind::Discovery(webagents_discover::ErrorKind::Status(404));
    for (path, kind) in [("/", ErrorKind::NoTools), ("/none", missing)] {
        let url = bench.site.url(path);
        assert_eq!(bench.session.detect(&url).await.unwrap_err().kind(), kind);
    }
    assert!(
        bench
            .session
            .detect("shop.example")
            .await
            .unwrap_err()
            .to_string()
            .contains("is not an absolute URL")
    );
    bench.close().await;
}

async fn page_that_only_registers_tools_is_detected() {
    let page = "<script>document.modelContext.registerTool({ name: 'more', description: 'More.', execute: async () => 'more' })</script>";
    let mut bench =
        Bench::with(vec![Route::html("/", page), Route::html("/none", "<title>none</title>")]).await;
    let session = &mut bench.session;
    let site = session.detect(&bench.site.url("/")).await.expect("tools");
    assert!(site.has_no_manifest() && site.discovery.is_none());
    assert_eq!(*value(&session.execute_with("return await global.more()", &patient()).await), json!("more"));
    // Neither the one nor the other.
    let error = session.detect(&bench.site.url("/none")).await.expect_err("no tools");
    assert_eq!(error.kind(), ErrorKind::NoTools);
    assert!(error.to_string().contains("; nor does its page register any tool ("), "{error}");
    assert!(error.to_string().contains(") within "), "{error}");
    let names: Vec<&str> = session.tools().iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!(names, ["more"], "the tools are still the ones from before");
    bench.close().await;
}

/// Manifest of a late function, a tool that is registered late, and `open`, which browsers have.
const LATE: &str = "# Late\n\n## slow\nIs slow.\n\n### Params\n\n## named\nIs named.\n\n### Params\n- `a` (number): A.\n\n## open\nOpens.\n\n### Params\n";

async fn late_tools_are_waited_for() {
    let tool = |name: &str| {
        format!(
            "document.modelContext.registerTool({{ name: '{name}', description: 'D.', execute: async () => '{name}',
               inputSchema: {{ type: 'object', properties: {{ a: {{ type: 'number' }} }} }} }})"
        )
    };
    let late =
        |script: &str| format!("<script>onload = () => setTimeout(() => {{ {script} }}, 200)</script>");
    let declared = format!(
        "<meta name=webagents-md content=/w.md>{}<script>setTimeout(() => {{ {} }}, 300)</script>",
        late("slow = () => 'slow'; window.open = () => 'opened'"),
        tool("named"),
    );
    let mut bench = Bench::with(vec![
        Route::html("/late", late(&format!("{}; setTimeout(() => {{ {} }}, 50)", tool("one"), tool("two")))),
        Route::html(
            "/frame",
            late("document.body.append(Object.assign(document.createElement('iframe'), { src: '/late' }))"),
        ),
        Route::html("/hop", "<script>onload = () => setTimeout(() => { location = '/late' }, 50)</script>"),
        Route::html("/declared", declared),
        Route::html("/lacking", "<meta name=webagents-md content=/w.md><script>named = () => 1</script>"),
        Route::html("/none", "<title>none</title>"),
        Route::markdown("/w.md", LATE),
    ])
    .await;
    let url = |path: &str| bench.site.url(path);
    let (plain, declared, lacking) = (url("/none"), url("/declared"), url("/lacking"));
    let registering = ["/late", "/frame", "/hop"].map(url);
    let session = &mut bench.session;
    session.use_tool_wait(PATIENCE);

    // Registered tools. Two that come shortly after each other are listed together.
    for url in &registering {
        session.detect(url).await.expect("tools");
        let outcome =
            session.execute_with("return [await global.one(), await global.two()]", &patient()).await;
        assert_eq!(*value(&outcome), json!(["one", "two"]), "{url}");
    }
    // The next run that calls a tool knows a later one, even if the code does not name it.
    let later = format!("setTimeout(() => {}.then(() => fetch('/three')), 50)", tool("three"));
    on_page(session, &later).await;
    bench.site.requested("/three", 1).await;
    let code = "await global.one(); return Object.keys(global)";
    let outcome = session.execute_with(code, &patient()).await;
    assert_eq!(*value(&outcome), json!(["one", "three", "two"]));

    // Declared tools: functions, and registered ones in their place.
    let calls = "return [await global.slow(), await global.named(1), await global.open()]";
    let called = json!(["slow", "named", "opened"]);
    session.detect(&declared).await.expect("tools");
    assert_eq!(
        session.toolbox().findings().map(|found| found.kind).collect::<Vec<_>>(),
        [WebMcpDiagnosticKind::Shadowed]
    );
    assert_eq!(*value(&session.execute_with(calls, &patient()).await), called);
    // Code waits for the tools that it names.
    let site = found(&declared).await;
    session.enter_for(&site, calls).await.expect("the page");
    assert_eq!(*value(&session.execute_with(calls, &patient()).await), called);
    // If nothing has been listed, a call waits for its function.
    session.use_tools(Toolbox::from(webagents_manifest::parse(LATE)));
    session.open(&declared).await.expect("the page");
    let options = patient().with_tool_wait(PATIENCE);
    let outcome = session.execute_with("return [await global.slow(), await global.open()]", &options).await;
    assert_eq!(*value(&outcome), json!(["slow", "opened"]));

    // A finding names tools that never come, with the time, once for a document.
    session.use_tool_wait(Duration::from_millis(100));
    session.detect(&lacking).await.expect("the manifest");
    let findings: Vec<String> = session.toolbox().findings().map(ToString::to_string).collect();
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert!(findings[0].starts_with("warning: the page lacks declared tools after "), "{findings:?}");
    assert!(findings[0].ends_with(" ms: slow, open"), "{findings:?}");
    let short = patient().with_tool_wait(Duration::from_millis(100));
    let outcome = session.execute_with("await global.slow()", &short).await;
    let thrown = error(&outcome, RunErrorKind::Thrown);
    assert_eq!(thrown.name, "ToolNotDefined");
    assert!(thrown.message.contains("declares, and did not within "), "{}", thrown.message);

    // Code that names no tool waits for nothing, and runs on a page without tools.
    let site = found(&plain).await;
    session.enter_for(&site, "return globalThis.document.title").await.expect("the page");
    assert_eq!(session.toolbox().webmcp().map(|webmcp| webmcp.waited), Some(Duration::ZERO));
    assert_eq!(*value(&session.execute_with("return document.title", &in_page()).await), json!("none"));
    let refused = session.enter_for(&site, "await global.one()").await.expect_err("no tools");
    assert_eq!(refused.kind(), ErrorKind::NoTools);
    bench.close().await;
}

/// Finds the site of a page on the test's own server.
async fn found(url: &str) -> webagents_runtime_webdriver::Site {
    let url = url.parse().expect("a URL");
    let mut options = ClientOptions::default();
    options.allow_url(&url).expect("a host");
    let client = Client::new(&options).expect("a client");
    webagents_runtime_webdriver::Site::find(&client, &url, &DiscoverOptions::default()).await.expect("a page")
}
