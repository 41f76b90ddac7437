//! Which engines have the tools that a page registers.

use serde_json::json;
use webagents_runtime::webmcp::WebMcpSupport;
use webagents_runtime_webdriver::Engine;

use super::{Bench, Way};
use crate::support::engine;

crate::support::on_every_engine! {
    what_a_page_registers_is_listed_and_called,
}

crate::support::on_full_chromium! {
    what_a_page_registers_is_listed_and_called,
}

async fn what_a_page_registers_is_listed_and_called() {
    let page = "document.modelContext?.registerTool({ name: 'price', description: 'Price.',
        inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
        annotations: { readOnlyHint: true }, execute: async ({ id }) => ({ id, cents: 5 }) })";
    let mut bench = Bench::page(Way::Dictionaries, page).await;
    let support = bench.session.refresh_tools().await.expect("a list").support;
    let own = if matches!(engine(), Engine::Firefox | Engine::WebKit) {
        WebMcpSupport::Shim
    } else {
        WebMcpSupport::Native
    };
    assert_eq!(support, own);
    assert_eq!(bench.names(), ["price"]);
    assert_eq!(bench.value("return await global.price({ id: 'a' })").await, json!({ "id": "a", "cents": 5 }));
}
