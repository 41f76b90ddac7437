//! Records of requests, of the console and of downloads, and cookies.
//!
//! The decision: each record has a connection of its own, made by the first call that wants it, because what a page logs
//! and loads comes in any amount. Where downloads go is a setting of such a connection as well, and ends with it.

use std::path::Path;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use url::Url;
use webagents_runtime::driver::{
    Capability, ConsoleEntry, Download, DriverError, PageCookie, RequestEntry, Unsupported,
};

use super::super::{Cdp, text};
use super::state::Watch;
use crate::transport::Transport as _;
use crate::transport::page_driver::{ANSWER, ATTACH};
use crate::transport::primitives::log::Log;
use crate::transport::primitives::{lock, page_cookie, refused_cookie};
use crate::transport::socket::{Command, Fault, Listener, Socket};

/// Puts events into a log.
struct Recorder {
    log: Arc<Mutex<Log>>,
    /// Folder of downloads.
    folder: std::path::PathBuf,
    /// The context of the page, whose downloads they are.
    context: Option<String>,
}

impl Recorder {
    /// Returns the command that ends a download.
    fn cancel(&self, guid: &str) -> Command {
        let mut params = json!({ "guid": guid });
        if let Some(context) = &self.context {
            params["browserContextId"] = json!(context);
        }
        Command { method: "Browser.cancelDownload", params: params.to_string() }
    }

    /// Takes an event, and returns the command that ends a download, if there are too many.
    fn take(&self, method: &str, params: &str) -> Option<Command> {
        // An event with half a character in it is left out.
        let event = serde_json::from_str::<Value>(params).ok()?;
        let of = |name: &str| event[name].as_str().unwrap_or_default();
        let mut log = lock(&self.log);
        let status = |response: &Value| response["status"].as_u64().and_then(|code| u16::try_from(code).ok());
        match method {
            "Network.requestWillBeSent" => {
                let (id, request) = (of("requestId"), &event["request"]);
                if event["redirectResponse"].is_object() {
                    log.ends(id, status(&event["redirectResponse"]), None);
                }
                let of = |name: &str| request[name].as_str().unwrap_or_default();
                log.begins(id, of("method"), of("url"));
            }
            "Network.responseReceived" => log.ends(of("requestId"), status(&event["response"]), None),
            "Network.loadingFailed" => log.ends(of("requestId"), None, Some(of("errorText"))),
            "Runtime.consoleAPICalled" => {
                let arguments = event["args"].as_array().map(Vec::as_slice).unwrap_or_default();
                let said: Vec<String> = arguments.iter().map(shown).collect();
                let frame = &event["stackTrace"]["callFrames"][0];
                let level = if of("type") == "warning" { "warn" } else { of("type") };
                log.says(level, &said.join(" "), place(&frame["url"], &frame["lineNumber"]));
            }
            "Runtime.exceptionThrown" => {
                let details = &event["exceptionDetails"];
                let thrown = details["exception"]["description"].as_str().or(details["text"].as_str());
                let thrown = thrown.unwrap_or_default().lines().next().unwrap_or_default();
                log.says("exception", thrown, place(&details["url"], &details["lineNumber"]));
            }
            "Log.entryAdded" => {
                let entry = &event["entry"];
                let of = |name: &str| entry[name].as_str().unwrap_or_default();
                let level = if of("level") == "warning" { "warn" } else { of("level") };
                log.says(level, of("text"), place(&entry["url"], &entry["lineNumber"]));
            }
            "Browser.downloadWillBegin" if !log.downloads(of("guid"), of("url"), of("suggestedFilename")) => {
                return Some(self.cancel(of("guid")));
            }
            "Browser.downloadProgress" => {
                let count = |name: &str| event[name].as_f64().map(bytes);
                log.progresses(of("guid"), count("receivedBytes"), count("totalBytes"));
                match of("state") {
                    // The browser names the file so, and no page can make it another one's name.
                    "completed" => log.stored(of("guid"), &self.folder),
                    "canceled" => log.downloaded(of("guid"), None),
                    _ => {
                        // The browser writes it as 123 or 123.0, and a large one as 1e10.
                        let received = event["receivedBytes"].as_f64().unwrap_or_default();
                        if !log.receives(of("guid"), received) {
                            return Some(self.cancel(of("guid")));
                        }
                    }
                }
            }
            _ => {}
        }
        None
    }
}

/// A number of bytes, which the protocol has as a floating-point number.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "whole bytes, and a limit is no harm"
)]
fn bytes(count: f64) -> u64 {
    count as u64
}

/// A value as the console shows it.
fn shown(argument: &Value) -> String {
    match &argument["value"] {
        Value::String(text) => text.clone(),
        Value::Null => ["unserializableValue", "description", "type"]
            .iter()
            .find_map(|name| argument[*name].as_str())
            .filter(|_| argument["subtype"] != "null")
            .unwrap_or("null")
            .to_owned(),
        other => other.to_string(),
    }
}

/// URL and line of a text, which counts from 0 there.
fn place(url: &Value, line: &Value) -> Option<String> {
    let url = url.as_str().filter(|url| !url.is_empty())?;
    Some(format!("{url}:{}", line.as_u64().unwrap_or(0) + 1))
}

impl Listener for Recorder {
    fn event(&mut self, method: &str, params: &str) -> Option<Command> {
        self.take(method, params)
    }
}

impl Cdp {
    async fn watch(&self, folder: &Path) -> Result<Arc<Watch>, Fault> {
        let log = Arc::new(Mutex::new(Log::default()));
        let recorder =
            Recorder { log: Arc::clone(&log), folder: folder.to_owned(), context: self.context.clone() };
        let socket = Socket::open(&self.browser, recorder, ATTACH).await?;
        self.tab.state().has_windows = true;
        Ok(Arc::new(Watch { socket, log, targets: Mutex::default() }))
    }

    /// Records the events of `domains` in the tab that is shown, too.
    async fn follow(&self, watch: &Watch, domains: &[&str]) -> Result<(), Fault> {
        let target = self.tab.state().frame.clone();
        let is_known = lock(&watch.targets).contains(&target);
        if is_known {
            return Ok(());
        }
        let params = json!({ "targetId": target, "flatten": true }).to_string();
        let attached = watch.socket.call("Target.attachToTarget", &params, ATTACH).await?;
        let session = text(&attached.read()?, "sessionId")?;
        for domain in domains {
            watch.socket.call_session(&session, &format!("{domain}.enable"), "{}", ATTACH).await?;
        }
        lock(&watch.targets).push(target);
        Ok(())
    }

    /// The record in a place, made if there is none, of the tab that is shown.
    async fn record(
        &self,
        place: &Mutex<Option<Arc<Watch>>>,
        domains: &[&str],
    ) -> Result<Arc<Watch>, DriverError> {
        let known = lock(place).clone();
        let recorded = async {
            let watch = match known {
                Some(watch) => watch,
                None => self.watch(Path::new("")).await?,
            };
            self.follow(&watch, domains).await?;
            Ok(watch)
        };
        let watch = recorded.await.map_err(|fault| self.tab.error(fault))?;
        *lock(place) = Some(Arc::clone(&watch));
        Ok(watch)
    }

    pub(crate) async fn requests(&self) -> Result<Vec<RequestEntry>, DriverError> {
        self.leave_page().await?;
        let watch = self.record(&self.actions.watches.requests, &["Network"]).await?;
        let mut log = lock(&watch.log);
        Ok(log.take_requests())
    }

    pub(crate) async fn console(&self) -> Result<Vec<ConsoleEntry>, DriverError> {
        self.leave_page().await?;
        let watch = self.record(&self.actions.watches.console, &["Runtime", "Log"]).await?;
        let mut log = lock(&watch.log);
        Ok(log.take_console())
    }

    /// Has the records that there are follow the tab that is shown now.
    pub(super) async fn follow_all(&self) {
        let watches = &self.actions.watches;
        for (place, domains) in
            [(&watches.requests, &["Network"][..]), (&watches.console, &["Runtime", "Log"])]
        {
            let watch = lock(place).clone();
            if let Some(watch) = watch {
                // The next call that takes from it finds out why not.
                let _ = self.follow(&watch, domains).await;
            }
        }
    }

    pub(crate) async fn use_downloads(&self, folder: &Path) -> Result<(), DriverError> {
        let Some(path) = folder.to_str().filter(|_| self.browser.is_local() && folder.is_absolute()) else {
            return Err(Unsupported { engine: self.engine(), what: Capability::Downloads }.into());
        };
        self.leave_page().await?;
        let mut params = json!({ "behavior": "allowAndName", "downloadPath": path, "eventsEnabled": true });
        if let Some(context) = &self.context {
            params["browserContextId"] = json!(context);
        }
        let stored = async {
            let watch = self.watch(folder).await?;
            watch.socket.call("Browser.setDownloadBehavior", &params.to_string(), ATTACH).await?;
            Ok(watch)
        };
        let watch = stored.await.map_err(|fault: Fault| self.tab.error(fault))?;
        *lock(&self.actions.watches.downloads) = Some(watch);
        Ok(())
    }

    pub(crate) fn downloads(&self) -> Vec<Download> {
        let watch = lock(&self.actions.watches.downloads).clone();
        watch.map(|watch| lock(&watch.log).list_downloads()).unwrap_or_default()
    }

    pub(crate) async fn cookies(&self) -> Result<Vec<PageCookie>, DriverError> {
        let url = self.url().await?;
        let answer = self.act("Network.getCookies", &json!({ "urls": [url] }), ANSWER).await?;
        Ok(answer["cookies"].as_array().into_iter().flatten().filter_map(received).collect())
    }

    pub(crate) async fn set_cookie(&self, cookie: &PageCookie) -> Result<(), DriverError> {
        let url = self.url().await?;
        let PageCookie { name, value, domain, path, http_only, secure, expires } = cookie;
        let mut params = json!({
            "url": url, "name": name, "value": value, "path": path, "httpOnly": http_only, "secure": secure,
        });
        if let Some(domain) = domain {
            params["domain"] = json!(domain);
        }
        if let Some(expires) = expires {
            params["expires"] = json!(expires);
        }
        let set = self.act("Network.setCookie", &params, ANSWER).await?;
        if set["success"] == true { Ok(()) } else { Err(refused_cookie(name)) }
    }

    pub(crate) async fn delete_cookie(&self, name: &str) -> Result<(), DriverError> {
        for cookie in self.cookies().await?.iter().filter(|cookie| cookie.name == name) {
            let host = Url::parse(&self.url().await?).ok().and_then(|url| url.host_str().map(str::to_owned));
            let domain = cookie.domain.clone().or(host).unwrap_or_default();
            let params = json!({ "name": name, "domain": domain, "path": cookie.path });
            self.act("Network.deleteCookies", &params, ANSWER).await?;
        }
        Ok(())
    }
}

/// A `Cookie` of the `DevTools` Protocol.
fn received(cookie: &Value) -> Option<PageCookie> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "whole seconds, checked above zero"
    )]
    let expires = cookie["expires"].as_f64().filter(|&at| at >= 0.0).map(|at| at as u64);
    page_cookie(cookie, &cookie["value"], expires)
}
