//! A page in a browser context of its own, in a browser that other sessions use as well.
//!
//! The decision: the connection that creates a context owns it (`disposeOnDetach`). So the context ends with its session,
//! whether that is closed, dropped or killed with its process. A page that replaces a crashed one uses the same connection,
//! because closing that would end the context.
//!
//! Source: <https://chromedevtools.github.io/devtools-protocol/tot/Target/#method-createBrowserContext>.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;
use webagents_runtime::PageError;

use super::{ANSWER, ATTACH, Cdp, Events, Place};
use crate::driver::tls::Address;
use crate::transport::events::{Phase, Tab};
use crate::transport::socket::{Fault, Socket};

/// Largest answer to `/json/version`, in bytes.
const VERSION_BYTES: u64 = 64 * 1024;
/// Time for that answer.
const VERSION: Duration = Duration::from_secs(10);

/// Options of a new context.
#[derive(Debug, Clone, Default)]
pub(crate) struct ContextOptions {
    /// Width and height of its window.
    pub(crate) window: (u32, u32),
    /// Proxy for all its connections, as `host:port`.
    pub(crate) proxy: Option<String>,
}

/// Returns the WebSocket of the browser itself, which a browser at an address names at `/json/version`.
pub(crate) async fn browser_of(place: &Place) -> Option<Address> {
    let address = match place {
        Place::Browser(address) => return Some(address.clone()),
        Place::Address(address) => address,
    };
    let ask = async {
        let mut stream = TcpStream::connect(address).await.ok()?;
        let request = format!("GET /json/version HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.ok()?;
        // The browser ignores `Connection: close`, so this reads until the answer is complete.
        let mut answer = Vec::new();
        let mut limited = stream.take(VERSION_BYTES);
        while limited.read_buf(&mut answer).await.ok()? > 0 {
            if let Some(url) = url_in(&answer) {
                return Some(url);
            }
        }
        url_in(&answer)
    };
    timeout(VERSION, ask).await.ok()?.map(Address::from)
}

fn url_in(answer: &[u8]) -> Option<String> {
    let body = answer.windows(4).position(|four| four == b"\r\n\r\n")? + 4;
    let version: Value = serde_json::from_slice(answer.get(body..)?).ok()?;
    version["webSocketDebuggerUrl"].as_str().map(str::to_owned)
}

impl Cdp {
    /// Creates a context with an empty page in the browser whose WebSocket is at `address`.
    pub(crate) async fn open_context(address: &Address, options: &ContextOptions) -> Result<Self, Fault> {
        let tab = Tab::default();
        let socket = Socket::open(address, Events(tab.clone()), ATTACH).await?;
        let mut params = json!({ "disposeOnDetach": true });
        if let Some(proxy) = &options.proxy {
            params["proxyServer"] = json!(format!("http://{proxy}"));
            // Without this entry the browser connects to loopback addresses directly.
            params["proxyBypassList"] = json!("<-loopback>");
        }
        let made = socket.call_browser("Target.createBrowserContext", &params.to_string(), ATTACH).await?;
        let context = text(&made.read()?, "browserContextId")?;
        let (width, height) = options.window;
        let page =
            json!({ "url": "about:blank", "browserContextId": context, "width": width, "height": height });
        let made = socket.call_browser("Target.createTarget", &page.to_string(), ATTACH).await?;
        let target = text(&made.read()?, "targetId")?;
        let mut cdp = Self::over(socket, tab, Place::Browser(address.clone()));
        cdp.context = Some(context);
        cdp.enter(&target).await?;
        Ok(cdp)
    }

    /// Attaches the connection to another page of the context.
    async fn enter(&mut self, target: &str) -> Result<(), Fault> {
        let session = self.attach_to(target).await?;
        {
            let mut state = self.tab.state();
            target.clone_into(&mut state.frame);
            session.clone_into(&mut state.session);
            state.phase = Phase::Still;
            state.documents += 1;
            state.channel.clear();
            state.is_anothers = false;
            state.end = None;
        }
        self.socket.use_session(&session);
        self.listening = None;
        let mut answers = Vec::new();
        for (method, params) in [
            ("Page.enable", "{}"),
            ("Inspector.enable", "{}"),
            // Only one window is in front. In the others timers are throttled and pages have no focus.
            ("Emulation.setFocusEmulationEnabled", "{\"enabled\":true}"),
        ] {
            answers.push(self.socket.send(method, params).await?);
        }
        for mut answer in answers {
            timeout(ATTACH, answer.answer()).await.unwrap_or(Err(Fault::Late))?;
        }
        Ok(())
    }

    /// Returns whether it has a context in a shared browser.
    pub(crate) fn has_context(&self) -> bool {
        self.context.is_some()
    }

    /// Sends the browser a command about its context.
    pub(crate) async fn call_context(&self, method: &str, mut params: Value) -> Result<Value, PageError> {
        params["browserContextId"] = json!(self.context);
        let answer = self.socket.call_browser(method, &params.to_string(), ANSWER).await;
        answer.and_then(|reply| reply.read()).map_err(|fault| self.tab.error(fault))
    }

    /// Compiles `script`, the body of a function, and returns the answer of `Runtime.compileScript`.
    ///
    /// The command needs a session in which `Runtime` is enabled. It is another one, so that ours does not receive all that
    /// the page logs.
    pub(crate) async fn compile(&self, script: &str) -> Result<Value, PageError> {
        let compiled = async {
            let target = self.tab.state().frame.clone();
            let session = self.attach_to(&target).await?;
            let params = json!({
                "expression": format!("(function(){{{script}\n}})"), "sourceURL": "", "persistScript": false,
            });
            self.socket.call_session(&session, "Runtime.enable", "{}", ANSWER).await?;
            let compiled = self
                .socket
                .call_session(&session, "Runtime.compileScript", &params.to_string(), ANSWER)
                .await;
            let params = json!({ "sessionId": session }).to_string();
            // A session that stays attached costs little, and ends with the page.
            let _ = self.socket.call_browser("Target.detachFromTarget", &params, ANSWER).await;
            compiled?.read()
        };
        compiled.await.map_err(|fault| self.tab.error(fault))
    }

    async fn attach_to(&self, target: &str) -> Result<String, Fault> {
        let params = json!({ "targetId": target, "flatten": true }).to_string();
        let attached = self.socket.call_browser("Target.attachToTarget", &params, ATTACH).await?;
        text(&attached.read()?, "sessionId")
    }

    /// Opens a new page in the context, attaches to it and closes the old one.
    ///
    /// A new page that does not answer `within` this time is closed, and is an error.
    pub(crate) async fn reopen(&mut self, within: Duration) -> Result<(), PageError> {
        let old = self.tab.state().frame.clone();
        let new = self.new_page().await?;
        let preloads = self.preloads.clone();
        let answers = async {
            self.enter(&new).await.map_err(|fault| self.tab.error(fault))?;
            for script in &preloads {
                self.install(script).await?;
            }
            Ok(())
        };
        let entered = match timeout(within, answers).await {
            Ok(entered) => entered,
            Err(_) => Err(self.tab.error(Fault::Late)),
        };
        if entered.is_err() {
            // The old page stays attached, whether or not this one closes.
            let _ = self.close(&new).await;
            old.clone_into(&mut self.tab.state().frame);
            return entered;
        }
        let _ = self.close(&old).await;
        Ok(())
    }

    /// Ends the context with all its pages, and waits for the end.
    pub(crate) async fn dispose(self, within: Duration) -> Result<(), PageError> {
        let Some(context) = &self.context else { return Ok(()) };
        let params = json!({ "browserContextId": context }).to_string();
        let ended = self.socket.call_browser("Target.disposeBrowserContext", &params, within).await;
        ended.map(drop).map_err(|fault| self.tab.error(fault))
    }
}

fn text(answer: &Value, member: &str) -> Result<String, Fault> {
    let text = answer[member].as_str().map(str::to_owned);
    text.ok_or_else(|| Fault::Unreadable(format!("the answer of the browser has no text member `{member}`")))
}
