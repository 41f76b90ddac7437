//! From a URL to tools that can be called: discovery over HTTP, then the browser.

use std::time::Duration;

use serde_json::json;
use webagents_runtime::page::Answer;
use webagents_runtime::tools::ToolFormat;
use webagents_runtime::{ErrorKind as RunErrorKind, Page as _, Toolbox};
use webagents_runtime_webdriver::{ErrorKind, Session};
use webagents_testkit::{Route, Site};

use crate::support::{Bench, SHOP, error, patient, value};

crate::support::on_every_engine! {
    a_site_is_detected_and_used,
    tools_are_not_called_on_another_origin,
    a_manifest_of_another_origin_gives_no_tools_there,
    page_that_only_registers_tools_is_detected,
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
    assert_eq!(session.toolbox().execute_tool_for(ToolFormat::Anthropic)["name"], "execute_js");

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
    let run = async |session: &mut Session, url: &str| {
        session.open(url).await.expect("a page");
        // The first in a document installs the harness, the second finds it there.
        let first = session.execute_with(code, &patient()).await;
        [first, session.execute_with(code, &patient()).await]
    };
    let session = &mut bench.session;
    for url in [&here, &bench.site.url("/further")] {
        let [first, second] = run(session, url).await;
        assert_eq!((value(&first), value(&second)), (&json!("ran"), &json!("ranran")));
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
            assert_eq!((outcome.value(), outcome.calls.len()), (None, 0));
        }
        let title = session.evaluate("return document.title", Duration::from_secs(10)).await;
        assert_eq!(title.expect("a title"), Answer::Text(String::new()), "nothing ran on {url}");
    }
    // Those who trust the page take its tools, or ask for no origin.
    session.detect(&there).await.expect("the manifest");
    let [first, _] = run(session, &there).await;
    assert_eq!(*value(&first), json!("ran"));
    session.use_tools(Toolbox::from(webagents_manifest::parse(SHOP)));
    let [first, _] = run(session, &here).await;
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

    for (path, kind) in [
        ("/", webagents_discover::ErrorKind::NoManifest),
        ("/none", webagents_discover::ErrorKind::Status(404)),
    ] {
        let url = bench.site.url(path);
        assert_eq!(bench.session.detect(&url).await.unwrap_err().kind(), ErrorKind::Discovery(kind));
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
    assert_eq!(error.kind(), ErrorKind::Discovery(webagents_discover::ErrorKind::NoManifest));
    assert!(error.to_string().contains("; nor does its page register any tool ("), "{error}");
    let names: Vec<&str> = session.tools().iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!(names, ["more"], "the tools are still the ones from before");
    bench.close().await;
}
