//! A tab in which every page is an empty one of our own, whatever its address.
//!
//! Only a page of an origin can see the origin's storage. So the tab goes there, and each request that it makes for
//! that is answered here instead of by a server: nothing leaves the browser, and nothing of the site runs.
//!
//! Source: <https://chromedevtools.github.io/devtools-protocol/tot/Fetch/>.

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

use crate::error::{Error, ErrorKind};
use crate::session::Session;
use crate::wire::Line;

/// Time for one answer of the debugger.
const ANSWER: Duration = Duration::from_secs(10);
/// How often, and with which pause, a page is waited for that the browser has said to be there.
const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(50);

/// A connection to the tab's debugger.
pub(super) struct Tab {
    socket: WebSocketStream<TcpStream>,
    last: u64,
}

/// The sessions of a chromedriver, which has this command beside those of the standard.
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

fn failed(what: &str, why: &dyn std::fmt::Display) -> Error {
    Error::new(ErrorKind::Storage, format!("cannot {what}: {why}"))
}

impl Tab {
    /// Opens it beside the session's own, which stays in front.
    pub(super) async fn open(session: &mut Session) -> Result<Self, Error> {
        let open = "open a tab for cookies and storage";
        let Some(address) = debugger(session).await else {
            let why =
                "this needs a debugger, which a Chromium on this machine has; use one, or log in by a script";
            return Err(failed(open, &why));
        };
        let lodging = match &session.line {
            Line::Cdp(cdp) if cdp.lodges() => Some(cdp),
            _ => None,
        };
        let window = match lodging {
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
            let stream = TcpStream::connect(&address).await.map_err(|error| failed(open, &error))?;
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

    /// Sends a command about the cookies of the session's browser, or of its context where it shares one: a tab knows
    /// those of the browser's own context only.
    pub(super) async fn call_jar(
        &mut self,
        session: &Session,
        method: &str,
        params: Value,
    ) -> Result<Value, Error> {
        match &session.line {
            Line::Cdp(cdp) if cdp.lodges() => cdp.call_context(method, params).await.map_err(|error| {
                failed(&format!("have {method} done by the browser"), &error.message().escape_debug())
            }),
            _ => self.call(method, params).await,
        }
    }

    /// Runs a function in an empty page of `origin`. It gives null where the page is not there yet.
    pub(super) async fn run_at(
        &mut self,
        origin: &str,
        function: &str,
        arguments: Vec<Value>,
    ) -> Result<Value, Error> {
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
    pub(super) async fn call(&mut self, method: &str, params: Value) -> Result<Value, Error> {
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

/// Where the debugger of the session's browser listens.
async fn debugger(session: &mut Session) -> Option<String> {
    let of = |capabilities: &Value| {
        capabilities["goog:chromeOptions"]["debuggerAddress"].as_str().map(str::to_owned)
    };
    if let Some(known) = session.client.capabilities() {
        return known.get("goog:chromeOptions")?["debuggerAddress"].as_str().map(str::to_owned);
    }
    // A session that was joined has not told us; a chromedriver does when it is asked.
    let client = session.client.clone();
    let sessions = session.send(async move { client.issue_cmd(Sessions).await }, ANSWER).await.ok()?;
    let id = timeout(ANSWER, session.client.session_id()).await.ok()?.ok()??;
    sessions.as_array()?.iter().find(|one| one["id"] == id).and_then(|one| of(&one["capabilities"]))
}
