//! The tab for cookies and storage in a Chromium, over a connection of its own to the debugger.
//!
//! Source: <https://chromedevtools.github.io/devtools-protocol/tot/Fetch/>, and `Storage` there.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::runtime::Handle;

use crate::driver::tls::Address;
use crate::error::Error;
use crate::transport::socket::{Command, Listener, Socket};
use crate::transport::storage::{Cookie, OPEN, StorageFuture, StorageTab, answer, failed};

/// Time for one answer of the debugger.
const ANSWER: Duration = Duration::from_secs(10);
/// Number of attempts, and the pause between them, to find a page that the browser has created.
const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(50);

/// A connection to the tab's debugger.
pub(in crate::transport) struct DevtoolsTab {
    socket: Arc<Socket>,
    target: String,
    /// The browser context, if it is not the browser's own.
    context: Option<String>,
    is_closed: AtomicBool,
}

/// Answers the requests of the tab's page.
struct Answers;

impl Listener for Answers {
    /// An empty page for the page itself, and nothing for anything else.
    fn event(&mut self, method: &str, params: &str) -> Option<Command> {
        if method != "Fetch.requestPaused" {
            return None;
        }
        let paused: Value = serde_json::from_str(params).ok()?;
        let request = &paused["requestId"];
        Some(if paused["resourceType"] == "Document" {
            let headers = json!([{ "name": "content-type", "value": "text/html" }]);
            let page =
                json!({ "requestId": request, "responseCode": 200, "responseHeaders": headers, "body": "" });
            Command { method: "Fetch.fulfillRequest", params: page.to_string() }
        } else {
            let failure = json!({ "requestId": request, "errorReason": "Aborted" });
            Command { method: "Fetch.failRequest", params: failure.to_string() }
        })
    }
}

impl DevtoolsTab {
    /// Attaches to a new page of the browser or of one of its contexts, whose handle is `target`.
    pub(in crate::transport) async fn open(
        browser: &Address,
        target: String,
        context: Option<String>,
    ) -> Result<Self, Error> {
        let socket = Socket::open(browser, Answers, ANSWER).await;
        let socket = socket.map_err(|fault| failed(OPEN, &fault))?;
        let target = target.trim_start_matches("CDwindow-").to_owned();
        let tab = Self { socket: Arc::new(socket), target, context, is_closed: AtomicBool::new(false) };
        let attached =
            tab.call_browser("Target.attachToTarget", json!({ "targetId": tab.target, "flatten": true }));
        tab.socket.use_session(attached.await?["sessionId"].as_str().unwrap_or_default());
        // A service worker would answer in our place.
        tab.call("Network.enable", json!({})).await?;
        tab.call("Network.setBypassServiceWorker", json!({ "bypass": true })).await?;
        tab.call("Fetch.enable", json!({ "patterns": [{ "urlPattern": "*" }] })).await?;
        Ok(tab)
    }

    /// Sends a command and reads its answer.
    async fn call(&self, method: &str, params: Value) -> Result<Value, Error> {
        answer(method, self.socket.call(method, &params.to_string(), ANSWER).await)
    }

    /// The same about the browser as a whole.
    async fn call_browser(&self, method: &str, params: Value) -> Result<Value, Error> {
        answer(method, self.socket.call_browser(method, &params.to_string(), ANSWER).await)
    }

    /// The same about the cookies of the browser, or of its context.
    ///
    /// A tab knows the cookies of the browser's own context only.
    async fn call_jar(&self, method: &str, mut params: Value) -> Result<Value, Error> {
        if let Some(context) = &self.context {
            params["browserContextId"] = json!(context);
        }
        self.call_browser(method, params).await
    }

    /// Runs a function in an empty page of `origin`. It gives null if the page is not there yet.
    async fn run(&self, origin: &str, function: &str, argument: Value) -> Result<Value, Error> {
        let failed = |why: &dyn std::fmt::Display| failed(&format!("reach the storage of {origin}"), why);
        let arrived = self.call("Page.navigate", json!({ "url": format!("{origin}/") })).await?;
        if let Some(why) = arrived["errorText"].as_str() {
            return Err(failed(&why));
        }
        for _ in 0..TRIES {
            let page = self.call("Runtime.evaluate", json!({ "expression": "globalThis" })).await?;
            let call = json!({
                "objectId": page["result"]["objectId"],
                "functionDeclaration": function,
                // As arguments they are never part of a script's text.
                "arguments": [{ "value": origin }, { "value": argument }],
                "returnByValue": true,
            });
            // The page can be another by now, and then the object is gone.
            if let Ok(mut answer) = self.call("Runtime.callFunctionOn", call).await {
                let thrown = &answer["exceptionDetails"]["exception"]["description"];
                if let Some(thrown) = thrown.as_str() {
                    return Err(failed(&thrown.lines().next().unwrap_or_default().escape_debug()));
                }
                let value = answer["result"]["value"].take();
                if !value.is_null() {
                    return Ok(value);
                }
            }
            tokio::time::sleep(PAUSE).await;
        }
        Err(failed(&"the browser shows another page"))
    }
}

impl StorageTab for DevtoolsTab {
    fn cookies<'a>(&'a self, _: &'a [String]) -> StorageFuture<'a, Vec<Cookie>> {
        Box::pin(async {
            let mut answer = self.call_jar("Storage.getCookies", json!({})).await?;
            Ok(match answer["cookies"].take() {
                Value::Array(cookies) => cookies.into_iter().filter_map(received).collect(),
                _ => Vec::new(),
            })
        })
    }

    fn set_cookie<'a>(&'a self, cookie: &'a Cookie) -> StorageFuture<'a, ()> {
        // One by one: of several, the browser would not name the wrong one.
        let params = json!({ "cookies": [sent(cookie)] });
        Box::pin(async { self.call_jar("Storage.setCookies", params).await.map(drop) })
    }

    fn run_at<'a>(
        &'a self,
        origin: &'a str,
        function: &'static str,
        argument: Value,
    ) -> StorageFuture<'a, Value> {
        Box::pin(self.run(origin, function, argument))
    }

    fn close(&self) -> StorageFuture<'_, ()> {
        let params = json!({ "targetId": self.target });
        Box::pin(async {
            self.call_browser("Target.closeTarget", params).await?;
            self.is_closed.store(true, Ordering::Relaxed);
            Ok(())
        })
    }
}

impl Drop for DevtoolsTab {
    /// Closes the tab of a caller that stopped waiting. A tab that does not close ends with its browser.
    fn drop(&mut self) {
        if self.is_closed.load(Ordering::Relaxed) {
            return;
        }
        let Ok(runtime) = Handle::try_current() else { return };
        let (socket, params) = (Arc::clone(&self.socket), json!({ "targetId": self.target }).to_string());
        runtime.spawn(async move {
            let _ = socket.call_browser("Target.closeTarget", &params, ANSWER).await;
        });
    }
}

/// The `CookieParam` of the `DevTools` Protocol.
fn sent(cookie: &Cookie) -> Value {
    let Cookie { name, value, domain, path, expires, http_only, secure, .. } = cookie;
    let mut sent = json!({
        "name": name, "value": value, "domain": domain, "path": path, "httpOnly": http_only, "secure": secure,
    });
    if *expires >= 0.0 {
        sent["expires"] = json!(expires);
    }
    if let Some(same_site) = &cookie.same_site {
        sent["sameSite"] = json!(same_site);
    }
    if let Some(key) = &cookie.partition_key {
        let across = cookie.has_cross_site_ancestor.unwrap_or(false);
        sent["partitionKey"] = json!({ "topLevelSite": key, "hasCrossSiteAncestor": across });
    }
    sent
}

/// The `Cookie` of the `DevTools` Protocol; only the partition has another name than in the state.
fn received(mut cookie: Value) -> Option<Cookie> {
    if let Some(key) = cookie.get_mut("partitionKey").map(Value::take) {
        cookie["_crHasCrossSiteAncestor"] = key["hasCrossSiteAncestor"].clone();
        cookie["partitionKey"] = key["topLevelSite"].clone();
    }
    serde_json::from_value(cookie).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transport::storage::{StorageState, tests::PLAYWRIGHT};

    #[test]
    fn cookies_go_to_the_protocol_and_back() {
        let state = StorageState::from_json(PLAYWRIGHT).unwrap();
        for cookie in &state.cookies {
            let mut there = sent(cookie);
            assert_eq!(there.get("expires").is_some(), cookie.expires > 0.0);
            there["session"] = json!(cookie.expires < 0.0);
            assert_eq!(received(there).as_ref(), Some(cookie));
        }
    }
}
