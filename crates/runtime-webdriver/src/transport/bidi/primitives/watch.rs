//! Records of requests, of the console and of downloads, and cookies.
//!
//! The decision: their events are subscribed to by the first call that wants them, and for the tab that is shown.

use std::path::Path;

use serde_json::{Value, json};
use url::Url;
use webagents_runtime::driver::{ConsoleEntry, Download, DriverError, PageCookie, RequestEntry};

use super::super::Bidi;
use super::state::{CONSOLE, DOWNLOADS, REQUESTS};
use crate::transport::Transport as _;
use crate::transport::page_driver::{ANSWER, ATTACH, PageDriver as _};
use crate::transport::primitives::log::{Log, is_sent_to};
use crate::transport::primitives::{lock, page_cookie};

impl Bidi {
    /// Subscribes to events of the tab that is shown, once.
    async fn record(&self, kind: &'static str, events: &[&str]) -> Result<(), DriverError> {
        let is_known = lock(&self.actions.recorded).get(kind).copied().unwrap_or_default();
        if !is_known {
            let params = json!({ "events": events, "contexts": [self.context()] });
            let _: Value = self.call("session.subscribe", &params, ATTACH).await?;
            lock(&self.actions.recorded).insert(kind, true);
        }
        Ok(())
    }

    /// Has the records that there are follow the tab that is shown now.
    pub(super) async fn follow_all(&self) {
        let kinds: Vec<&'static str> = lock(&self.actions.recorded).keys().copied().collect();
        for kind in kinds {
            lock(&self.actions.recorded).insert(kind, false);
            let events = if kind == "requests" { &REQUESTS[..] } else { &CONSOLE[..] };
            // The next call that takes from it finds out why not.
            let _ = self.record(kind, events).await;
        }
    }

    pub(crate) async fn requests(&self) -> Result<Vec<RequestEntry>, DriverError> {
        self.record("requests", &REQUESTS).await?;
        Ok(lock(&self.actions.log).take_requests())
    }

    pub(crate) async fn console(&self) -> Result<Vec<ConsoleEntry>, DriverError> {
        self.record("console", &CONSOLE).await?;
        Ok(lock(&self.actions.log).take_console())
    }

    /// Ends all records.
    pub(super) async fn forget_records(&self) {
        let had = std::mem::take(&mut *lock(&self.actions.recorded));
        for kind in had.keys() {
            let events = if *kind == "requests" { &REQUESTS[..] } else { &CONSOLE[..] };
            let params = json!({ "events": events, "contexts": [self.context()] }).to_string();
            // Its tab may be closed by now, and its events with it.
            let _ = self.socket.call("session.unsubscribe", &params, ANSWER).await;
        }
        *lock(&self.actions.log) = Log::default();
    }

    pub(crate) async fn use_downloads(&self, folder: &Path) -> Result<(), DriverError> {
        let behavior = json!({ "type": "allowed", "destinationFolder": folder.to_string_lossy() });
        let params = json!({ "downloadBehavior": behavior });
        let _: Value = self.call("browser.setDownloadBehavior", &params, ANSWER).await?;
        // Its errors are the only sign of some downloads that fail.
        let [begin, end] = DOWNLOADS;
        let events = json!({ "events": [begin, end, "network.fetchError"] });
        let _: Value = self.call("session.subscribe", &events, ATTACH).await?;
        Ok(())
    }

    pub(crate) fn downloads(&self) -> Vec<Download> {
        lock(&self.actions.log).list_downloads()
    }

    pub(crate) async fn cookies(&self) -> Result<Vec<PageCookie>, DriverError> {
        let url = Url::parse(&self.url().await?).ok();
        let params = json!({ "partition": { "type": "context", "context": self.context() } });
        let answer = self.act("storage.getCookies", &params, ANSWER).await?;
        let all = answer["cookies"].as_array().into_iter().flatten().filter_map(received);
        let sent = |(cookie, domain): &(PageCookie, String)| {
            let of_domain = PageCookie { domain: Some(domain.clone()), ..cookie.clone() };
            let is_own = cookie.domain.is_some()
                || url.as_ref().and_then(Url::host_str).is_some_and(|host| host == domain);
            is_own && url.as_ref().is_some_and(|url| is_sent_to(&of_domain, url))
        };
        Ok(all.filter(sent).map(|(cookie, _)| cookie).collect())
    }

    pub(crate) async fn set_cookie(&self, cookie: &PageCookie) -> Result<(), DriverError> {
        let url = Url::parse(&self.url().await?).ok();
        let host = url.as_ref().and_then(Url::host_str).unwrap_or_default();
        let PageCookie { name, value, domain, path, http_only, secure, expires } = cookie;
        let mut sent = json!({
            "name": name, "value": { "type": "string", "value": value }, "path": path, "httpOnly": http_only,
            "secure": secure, "domain": domain.as_deref().unwrap_or(host),
        });
        if let Some(expires) = expires {
            sent["expiry"] = json!(expires);
        }
        let partition = json!({ "type": "context", "context": self.context() });
        let params = json!({ "cookie": sent, "partition": partition });
        self.act("storage.setCookie", &params, ANSWER).await.map(drop)
    }

    pub(crate) async fn delete_cookie(&self, name: &str) -> Result<(), DriverError> {
        let partition = json!({ "type": "context", "context": self.context() });
        let url = Url::parse(&self.url().await?).ok();
        let host = url.as_ref().and_then(Url::host_str).unwrap_or_default().to_owned();
        for cookie in self.cookies().await?.iter().filter(|cookie| cookie.name == name) {
            let domain = cookie.domain.as_deref().unwrap_or(&host);
            let filter = json!({ "name": name, "domain": domain, "path": cookie.path });
            let params = json!({ "filter": filter, "partition": partition });
            self.act("storage.deleteCookies", &params, ANSWER).await?;
        }
        Ok(())
    }
}

/// A cookie of `BiDi`, and its domain.
fn received(cookie: &Value) -> Option<(PageCookie, String)> {
    let domain = cookie["domain"].as_str()?.to_owned();
    let value = Some(&cookie["value"]).filter(|value| value["type"] == "string")?;
    Some((page_cookie(cookie, &value["value"], cookie["expiry"].as_u64())?, domain))
}
