//! The tab of [`super::tab`] in a Chromium, over a connection of its own to the browser's debugger.
//!
//! Source: <https://chromedevtools.github.io/devtools-protocol/tot/Fetch/>, and `Storage` there.

use std::time::Duration;

use fantoccini::error::CmdError;
use fantoccini::wd::WebDriverCompatibleCommand;
use futures_util::{SinkExt as _, StreamExt as _};
use http::Method;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use super::state::{Cookie, Item, READ, WRITE, failed};
use crate::error::Error;
use crate::session::Session;
use crate::transport::Transport;

/// Time for one answer of the debugger.
const ANSWER: Duration = Duration::from_secs(10);
/// Number of attempts, and the pause between them, to find a page that the browser has created.
const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(50);

/// A connection to the tab's debugger.
pub(super) struct Tab {
    socket: WebSocketStream<TcpStream>,
    last: u64,
}

/// The sessions of a chromedriver, which has this command in addition to the standard.
#[derive(Debug)]
struct Sessions;

impl WebDriverCompatibleCommand for Sessions {
    fn endpoint(&self, base_url: &url::Url, _: Option<&str>) -> Result<url::Url, url::ParseError> {
        base_url.join("sessions")
    }

    fn method_and_body(&self, _: &url::Url) -> (Method, Option<String>) {
        (Method::GET, None)
    }
}

impl Tab {
    /// Opens it in the background of the session's own. `address` is that of the debugger.
    pub(super) async fn open(session: &mut Session, address: &str) -> Result<Self, Error> {
        let open = "open a tab for cookies and storage";
        let context = match &session.transport {
            Transport::Cdp(cdp) if cdp.has_context() => Some(cdp),
            _ => None,
        };
        let window = match context {
            Some(cdp) => cdp.new_page().await?,
            None => {
                let client = session.client.clone();
                let open = async move {
                    let window = client.new_window(true).await?;
                    Ok::<_, CmdError>(Value::String(String::from(window.handle)))
                };
                session.send(open, ANSWER).await?.as_str().unwrap_or_default().to_owned()
            }
        };
        let target = window.trim_start_matches("CDwindow-");
        let connect = async {
            let stream = TcpStream::connect(address).await.map_err(|error| failed(open, &error))?;
            let url = format!("ws://{address}/devtools/page/{target}");
            let connected = tokio_tungstenite::client_async(url, stream).await;
            Ok::<_, Error>(connected.map_err(|error| failed(open, &error))?.0)
        };
        let socket = timeout(ANSWER, connect).await.map_err(|error| failed(open, &error))??;
        let mut tab = Self { socket, last: 0 };
        // A service worker would answer in our place.
        tab.call("Network.enable", json!({})).await?;
        tab.call("Network.setBypassServiceWorker", json!({ "bypass": true })).await?;
        tab.call("Fetch.enable", json!({ "patterns": [{ "urlPattern": "*" }] })).await?;
        Ok(tab)
    }

    /// All cookies of the session.
    pub(super) async fn cookies(&mut self, session: &Session) -> Result<Vec<Cookie>, Error> {
        let mut answer = self.call_jar(session, "Storage.getCookies", json!({})).await?;
        Ok(match answer["cookies"].take() {
            Value::Array(cookies) => cookies.into_iter().filter_map(received).collect(),
            _ => Vec::new(),
        })
    }

    /// Puts a cookie back.
    pub(super) async fn set_cookie(&mut self, session: &Session, cookie: &Cookie) -> Result<(), Error> {
        // One by one: of several, the browser would not say which is wrong.
        self.call_jar(session, "Storage.setCookies", json!({ "cookies": [sent(cookie)] })).await.map(drop)
    }

    /// Reads the storage of `origin`.
    pub(super) async fn read(&mut self, origin: &str) -> Result<Value, Error> {
        self.run_at(origin, READ, vec![json!(origin)]).await
    }

    /// Puts entries into the storage of `origin`.
    pub(super) async fn write(&mut self, origin: &str, items: &[Item]) -> Result<(), Error> {
        self.run_at(origin, WRITE, vec![json!(origin), json!(items)]).await.map(drop)
    }

    /// Sends a command about the cookies of the session's browser, or of its context where it shares one: a tab knows
    /// those of the browser's own context only.
    async fn call_jar(&mut self, session: &Session, method: &str, params: Value) -> Result<Value, Error> {
        match &session.transport {
            Transport::Cdp(cdp) if cdp.has_context() => {
                cdp.call_context(method, params).await.map_err(|error| {
                    failed(&format!("have {method} done by the browser"), &error.message().escape_debug())
                })
            }
            _ => self.call(method, params).await,
        }
    }

    /// Runs a function in an empty page of `origin`. It gives null where the page is not there yet.
    async fn run_at(&mut self, origin: &str, function: &str, arguments: Vec<Value>) -> Result<Value, Error> {
        let failed = |why: &dyn std::fmt::Display| failed(&format!("reach the storage of {origin}"), why);
        let arrived = self.call("Page.navigate", json!({ "url": format!("{origin}/") })).await?;
        if let Some(why) = arrived["errorText"].as_str() {
            return Err(failed(&why));
        }
        let arguments: Vec<Value> = arguments.into_iter().map(|value| json!({ "value": value })).collect();
        for _ in 0..TRIES {
            let page = self.call("Runtime.evaluate", json!({ "expression": "globalThis" })).await?;
            let call = json!({
                "objectId": page["result"]["objectId"],
                "functionDeclaration": function,
                // As arguments they are never part of a script's text.
                "arguments": arguments,
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

    /// Sends a command and waits for its answer. Requests of the page are answered meanwhile.
    async fn call(&mut self, method: &str, params: Value) -> Result<Value, Error> {
        let what = format!("have {method} done by the browser");
        let id = self.post(method, params).await?;
        let answer = async {
            loop {
                let message =
                    self.socket.next().await.ok_or_else(|| failed(&what, &"it closed the debugger"))?;
                let Message::Text(text) = message.map_err(|error| failed(&what, &error))? else { continue };
                let Ok(mut message) = serde_json::from_str::<Value>(&text) else { continue };
                if message["method"] == "Fetch.requestPaused" {
                    self.answer(&message["params"]).await?;
                } else if message["id"] == id {
                    return match message["error"]["message"].as_str() {
                        Some(why) => Err(failed(&what, &why.escape_debug())),
                        None => Ok(message["result"].take()),
                    };
                }
            }
        };
        timeout(ANSWER, answer).await.map_err(|error| failed(&what, &error))?
    }

    /// An empty page for the page itself, and nothing for anything else.
    async fn answer(&mut self, paused: &Value) -> Result<(), Error> {
        let request = &paused["requestId"];
        if paused["resourceType"] == "Document" {
            let headers = json!([{ "name": "content-type", "value": "text/html" }]);
            let page =
                json!({ "requestId": request, "responseCode": 200, "responseHeaders": headers, "body": "" });
            self.post("Fetch.fulfillRequest", page).await?;
        } else {
            self.post("Fetch.failRequest", json!({ "requestId": request, "errorReason": "Aborted" })).await?;
        }
        Ok(())
    }

    async fn post(&mut self, method: &str, params: Value) -> Result<u64, Error> {
        self.last += 1;
        let command = json!({ "id": self.last, "method": method, "params": params }).to_string();
        let sent = timeout(ANSWER, self.socket.send(Message::text(command))).await;
        match sent {
            Ok(Ok(())) => Ok(self.last),
            Ok(Err(error)) => Err(failed(&format!("send {method}"), &error)),
            Err(error) => Err(failed(&format!("send {method}"), &error)),
        }
    }

    /// Closes the tab. One that does not close goes with its browser.
    pub(super) async fn close(mut self) {
        let _ = self.call("Page.close", json!({})).await;
    }
}

/// Returns the address of the debugger of the session's browser.
pub(super) async fn debugger(session: &mut Session) -> Option<String> {
    let of = |capabilities: &Value| {
        capabilities["goog:chromeOptions"]["debuggerAddress"].as_str().map(str::to_owned)
    };
    if let Some(known) = session.client.capabilities() {
        return known.get("goog:chromeOptions")?["debuggerAddress"].as_str().map(str::to_owned);
    }
    // A session that was joined has no capabilities here; a chromedriver returns them on request.
    let client = session.client.clone();
    let sessions = session.send(async move { client.issue_cmd(Sessions).await }, ANSWER).await.ok()?;
    let id = timeout(ANSWER, session.client.session_id()).await.ok()?.ok()??;
    sessions.as_array()?.iter().find(|one| one["id"] == id).and_then(|one| of(&one["capabilities"]))
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

/// The `Cookie` of the `DevTools` Protocol, whose names are those of the state but for the partition.
fn received(mut cookie: Value) -> Option<Cookie> {
    if let Some(key) = cookie.get_mut("partitionKey").map(Value::take) {
        cookie["_crHasCrossSiteAncestor"] = key["hasCrossSiteAncestor"].clone();
        cookie["partitionKey"] = key["topLevelSite"].clone();
    }
    serde_json::from_value(cookie).ok()
}

#[cfg(test)]
mod tests {
    use super::super::state::{StorageState, tests::PLAYWRIGHT};
    use super::*;

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
