//! The tab for cookies and storage in a Firefox, over a connection of its own to the session's `BiDi`.
//!
//! The decision: what the page requests is answered by the connection's listener, before anything of it leaves the
//! browser, and for this tab only. A service worker of the site would answer in our place: where the session may act on
//! the browser itself they are switched off for the tab, and everywhere a page that is not ours is found out by a mark
//! that no site can know, and is an error.
//!
//! Sources: <https://www.w3.org/TR/webdriver-bidi/#module-network>,
//! <https://www.w3.org/TR/webdriver-bidi/#module-storage>, and what Firefox 153 was seen to do: a cookie's value is
//! encoded once more when it is set as a text that is not ASCII, and of all cookies that are asked for at once none has
//! its partition ([`partitions`]).

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::runtime::Handle;
use url::Url;

use super::partitions::{self, is_within};
use crate::driver::tls::Address;
use crate::error::Error;
use crate::secret;
use crate::transport::socket::{Command, Listener, Socket};
use crate::transport::storage::{Cookie, OPEN, StorageFuture, StorageTab, answer, failed};

/// Time for a new tab or page; it is a new process on a busy machine.
const ANSWER: Duration = Duration::from_secs(15);
/// A sandbox in the page, apart from its realm.
const SANDBOX: &str = "webagents";
/// The last second that all browsers can write: the end of the year 9999.
const LAST_SECOND: f64 = 253_402_300_799.0;
/// Largest number of sites whose partitioned cookies are read.
const SITES: usize = 1_000;

/// The tab, until it is closed.
pub(super) struct BidiTab(Arc<Inner>);

struct Inner {
    socket: Socket,
    context: String,
    intercept: String,
    subscription: String,
    /// The title of our pages.
    mark: String,
    is_closed: AtomicBool,
}

/// Answers the requests of the tab's page.
struct Answers {
    context: String,
    mark: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Asked {
    context: Option<String>,
    is_blocked: bool,
    navigation: Option<String>,
    request: Request,
}

#[derive(Deserialize)]
struct Request {
    request: String,
}

impl Listener for Answers {
    /// An empty page for the page itself, and nothing for anything else.
    fn event(&mut self, method: &str, params: &str) -> Option<Command> {
        if method != "network.beforeRequestSent" {
            return None;
        }
        let asked: Asked = serde_json::from_str(params).ok()?;
        if !asked.is_blocked || asked.context.as_ref() != Some(&self.context) {
            return None;
        }
        let request = asked.request.request;
        if asked.navigation.is_none() {
            return Some(Command {
                method: "network.failRequest",
                params: json!({ "request": request }).to_string(),
            });
        }
        let text = |text: &str| json!({ "type": "string", "value": text });
        let params = json!({
            "request": request,
            "statusCode": 200,
            "reasonPhrase": "OK",
            "headers": [{ "name": "content-type", "value": text("text/html; charset=utf-8") }],
            "body": text(&format!("<!doctype html><title>{}</title>", self.mark)),
        });
        Some(Command { method: "network.provideResponse", params: params.to_string() })
    }
}

impl BidiTab {
    /// Connects to the session at `address`, for the tab `context`, which was opened for it.
    ///
    /// In a session that `can_bypass` service workers, the tab shows a page by which it can be found.
    pub(super) async fn open(address: &Address, context: String, can_bypass: bool) -> Result<Self, Error> {
        let mark = secret::digits().map_err(|why| failed(OPEN, &why))?;
        let answers = Answers { context: context.clone(), mark: mark.clone() };
        let socket = Socket::open(address, answers, ANSWER).await;
        let socket = socket.map_err(|fault| failed(OPEN, &fault))?;
        let (intercept, subscription) = (String::new(), String::new());
        let is_closed = AtomicBool::new(false);
        // The work before a failed step, or before the caller gives up, ends with the tab.
        let mut tab = Self(Arc::new(Inner { socket, context, intercept, subscription, mark, is_closed }));
        if let Some(inner) = Arc::get_mut(&mut tab.0) {
            furnish(inner, can_bypass).await?;
        }
        Ok(tab)
    }

    /// Returns the address by which the browser's own window finds the tab.
    pub(super) fn blank(&self) -> String {
        blank(&self.0)
    }

    /// All cookies, each with its partition.
    async fn all_cookies(&self, origins: &[String]) -> Result<Vec<Cookie>, Error> {
        let inner = &*self.0;
        let all = cookies(inner, json!({})).await?;
        // A page without a site: its cookies are the unpartitioned ones. Some cookies come twice.
        let there = json!({ "context": inner.context, "url": "data:text/html,", "wait": "complete" });
        call(&inner.socket, "browsingContext.navigate", &there).await?;
        let here = json!({ "partition": { "type": "context", "context": inner.context } });
        let whole = partitions::once(cookies(inner, here).await?);
        let mut apart = partitions::without(all, &whole);
        let mut found = whole.clone();
        let mut asked = HashSet::new();
        for site in partitions::candidates(&apart, origins) {
            if apart.is_empty() || asked.len() >= SITES {
                break;
            }
            if !asked.insert(site.clone()) {
                continue;
            }
            let partition = json!({ "partition": { "type": "storageKey", "sourceOrigin": site } });
            let host = partitions::host(&site);
            // Those of the site itself that are not kept apart come with them.
            let own: Vec<Cookie> =
                whole.iter().filter(|cookie| is_within(&host, &cookie.domain)).cloned().collect();
            for mut cookie in partitions::without(cookies(inner, partition).await?, &own) {
                let Some(at) = apart.iter().position(|one| *one == cookie) else { continue };
                apart.swap_remove(at);
                cookie.has_cross_site_ancestor = Some(!partitions::is_of(&cookie.domain, &host));
                cookie.partition_key = Some(site.clone());
                found.push(cookie);
            }
        }
        match apart.first() {
            None => Ok(found),
            Some(Cookie { name, domain, .. }) => {
                let why = format!(
                    "{} of them, such as {name:?} of {domain:?}, are kept apart within sites that the browser does not \
                     name; open the site on which they were set, and save the state there",
                    apart.len()
                );
                Err(failed("save all cookies", &why))
            }
        }
    }

    /// Runs a function in an empty page of `origin`.
    async fn run(&self, origin: &str, function: &str, argument: &Value) -> Result<Value, Error> {
        let failed = |why: &dyn std::fmt::Display| failed(&format!("reach the storage of {origin}"), why);
        let inner = &*self.0;
        let there = json!({ "context": inner.context, "url": format!("{origin}/"), "wait": "complete" });
        call(&inner.socket, "browsingContext.navigate", &there).await.map_err(|error| failed(&error))?;
        // As arguments they are never part of a script's text. In our own realm nothing of a site's is called.
        let text = |text: &str| json!({ "type": "string", "value": text });
        let run = json!({
            "functionDeclaration": format!("(origin, mark, argument) => {{
                if (document.title !== mark) return null;
                const whole = (_, value) => typeof value === 'string' ? value.toWellFormed() : value;
                try {{ return JSON.stringify({{ value: ({function})(origin, JSON.parse(argument)) }}, whole); }}
                catch (error) {{ return JSON.stringify({{ thrown: error.name + ': ' + error.message }}, whole); }}
            }}"),
            "arguments": [text(origin), text(&inner.mark), text(&argument.to_string())],
            "target": { "context": inner.context, "sandbox": SANDBOX },
            "awaitPromise": false,
        });
        let answer =
            call(&inner.socket, "script.callFunction", &run).await.map_err(|error| failed(&error))?;
        let Some(answer) = answer["result"]["value"].as_str() else {
            let why = "the browser shows a page that is not ours there; a service worker of the site may have answered";
            return Err(failed(&why));
        };
        let mut answer: Value = serde_json::from_str(answer).map_err(|error| failed(&error))?;
        if let Some(thrown) = answer["thrown"].as_str() {
            return Err(failed(&thrown.lines().next().unwrap_or_default().escape_debug()));
        }
        match answer["value"].take() {
            Value::Null => Err(failed(&"the browser shows another page")),
            value => Ok(value),
        }
    }
}

impl StorageTab for BidiTab {
    fn cookies<'a>(&'a self, sites: &'a [String]) -> StorageFuture<'a, Vec<Cookie>> {
        Box::pin(self.all_cookies(sites))
    }

    fn set_cookie<'a>(&'a self, cookie: &'a Cookie) -> StorageFuture<'a, ()> {
        Box::pin(async move {
            let sent = sent(cookie).map_err(|why| failed("set it", &why))?;
            call(&self.0.socket, "storage.setCookie", &sent).await.map(drop)
        })
    }

    fn run_at<'a>(
        &'a self,
        origin: &'a str,
        function: &'static str,
        argument: Value,
    ) -> StorageFuture<'a, Value> {
        Box::pin(async move { self.run(origin, function, &argument).await })
    }

    fn close(&self) -> StorageFuture<'_, ()> {
        Box::pin(async {
            leave(Arc::clone(&self.0)).await;
            Ok(())
        })
    }
}

impl Drop for BidiTab {
    /// A caller that stops waiting leaves no tab, either.
    fn drop(&mut self) {
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(leave(Arc::clone(&self.0)));
        }
    }
}

/// Makes us the answerer of the tab's requests.
async fn furnish(inner: &mut Inner, can_bypass: bool) -> Result<(), Error> {
    let contexts = json!([inner.context]);
    let events = json!({ "events": ["network.beforeRequestSent"], "contexts": contexts });
    let subscribed = call(&inner.socket, "session.subscribe", &events).await?;
    subscribed["subscription"].as_str().unwrap_or_default().clone_into(&mut inner.subscription);
    let phases = json!({ "phases": ["beforeRequestSent"], "contexts": contexts });
    let intercept = call(&inner.socket, "network.addIntercept", &phases).await?;
    intercept["intercept"].as_str().unwrap_or_default().clone_into(&mut inner.intercept);
    if can_bypass {
        let there = json!({ "context": inner.context, "url": blank(inner), "wait": "complete" });
        call(&inner.socket, "browsingContext.navigate", &there).await?;
    }
    Ok(())
}

/// A tab that does not close goes with its browser.
async fn leave(inner: Arc<Inner>) {
    if inner.is_closed.load(Ordering::Relaxed) {
        return;
    }
    let Inner { socket, context, intercept, subscription, .. } = &*inner;
    let steps = [
        ("browsingContext.close", json!({ "context": context })),
        ("network.removeIntercept", json!({ "intercept": intercept })),
        ("session.unsubscribe", json!({ "subscriptions": [subscription] })),
    ];
    for (method, params) in steps {
        let _ = socket.call(method, &params.to_string(), ANSWER).await;
    }
    inner.is_closed.store(true, Ordering::Relaxed);
}

/// An address by which the browser's own window finds the tab.
fn blank(inner: &Inner) -> String {
    format!("about:blank#{}", inner.mark)
}

async fn call(socket: &Socket, method: &str, params: &Value) -> Result<Value, Error> {
    answer(method, socket.call(method, &params.to_string(), ANSWER).await)
}

async fn cookies(inner: &Inner, which: Value) -> Result<Vec<Cookie>, Error> {
    let mut answer = call(&inner.socket, "storage.getCookies", &which).await?;
    let Value::Array(cookies) = answer["cookies"].take() else { return Ok(Vec::new()) };
    cookies
        .into_iter()
        .map(|cookie| {
            let (name, domain) = (cookie["name"].to_string(), cookie["domain"].to_string());
            let why = "its value is no text";
            received(cookie).ok_or_else(|| failed(&format!("save the cookie {name} of {domain}"), &why))
        })
        .collect()
}

/// The parameters of `storage.setCookie`, or why there can be none.
fn sent(cookie: &Cookie) -> Result<Value, &'static str> {
    let Cookie { name, value, domain, path, expires, http_only, secure, .. } = cookie;
    if domain.trim_matches('.').is_empty() {
        return Err("it has no host");
    }
    let value = if value.is_ascii() {
        json!({ "type": "string", "value": value })
    } else {
        // Firefox encodes each character of a text twice, and the bytes of this once.
        let bytes: Result<Vec<u8>, _> = value.chars().map(u8::try_from).collect();
        let bytes = bytes.map_err(|_| "Firefox's BiDi sets no value with characters above U+00FF")?;
        json!({ "type": "base64", "value": BASE64.encode(bytes) })
    };
    let mut sent = json!({
        "name": name, "value": value, "domain": domain, "path": path, "httpOnly": http_only, "secure": secure,
    });
    if *expires >= 0.0 {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "whole seconds between 0 and the year 9999"
        )]
        let seconds = expires.min(LAST_SECOND) as u64;
        sent["expiry"] = seconds.into();
    }
    if let Some(same_site) = &cookie.same_site {
        sent["sameSite"] = same_site.to_ascii_lowercase().into();
    }
    let mut params = json!({ "cookie": sent });
    if let Some(key) = &cookie.partition_key {
        let host = Url::parse(key).ok().and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default();
        if cookie.has_cross_site_ancestor == Some(true) && partitions::is_of(domain, &host) {
            return Err("Firefox's BiDi names no partition with a frame of another site between");
        }
        params["partition"] = json!({ "type": "storageKey", "sourceOrigin": key });
    }
    Ok(params)
}

/// A `network.Cookie` of `BiDi`.
fn received(mut cookie: Value) -> Option<Cookie> {
    if cookie["value"]["type"] != "string" {
        return None;
    }
    cookie["value"] = cookie["value"]["value"].take();
    if let Some(expiry) = cookie.get_mut("expiry").map(Value::take) {
        cookie["expires"] = expiry;
    }
    let same_site = match cookie["sameSite"].as_str() {
        Some("strict") => "Strict".into(),
        Some("lax") => "Lax".into(),
        Some("none") => "None".into(),
        // A missing value means `default`.
        _ => Value::Null,
    };
    cookie["sameSite"] = same_site;
    serde_json::from_value(cookie).ok()
}

#[cfg(test)]
mod tests {
    use crate::transport::storage::StorageState;
    use crate::transport::storage::tests::PLAYWRIGHT;

    use super::*;

    #[test]
    fn cookies_go_to_the_protocol_and_back() {
        let state = StorageState::from_json(PLAYWRIGHT).unwrap();
        for cookie in &state.cookies {
            let mut there = sent(cookie).unwrap();
            assert_eq!(
                there["partition"]["sourceOrigin"].as_str(),
                cookie.partition_key.as_deref(),
                "{there}"
            );
            let back = received(there["cookie"].take()).unwrap();
            let expected = Cookie {
                expires: cookie.expires.floor(),
                partition_key: None,
                has_cross_site_ancestor: None,
                ..cookie.clone()
            };
            assert_eq!(back, expected);
        }
    }

    #[test]
    fn what_firefox_would_get_wrong_is_not_sent() {
        let cookie = |text: &str| -> Cookie { serde_json::from_str(text).unwrap() };
        let sent = |text: &str| sent(&cookie(text)).map(|params| params["cookie"]["value"].to_string());
        assert_eq!(
            sent(r#"{ "name": "a", "value": "ü", "domain": "x.example" }"#).unwrap(),
            r#"{"type":"base64","value":"/A=="}"#
        );
        for text in [
            r#"{ "name": "a", "value": "€", "domain": "x.example" }"#,
            r#"{ "name": "a", "value": "1", "domain": "" }"#,
            r#"{ "name": "a", "value": "1", "domain": "www.x.example", "partitionKey": "https://x.example",
                 "_crHasCrossSiteAncestor": true }"#,
        ] {
            sent(text).unwrap_err();
        }
        let far = super::sent(&cookie(r#"{ "name": "a", "value": "1", "domain": "x", "expires": 1e300 }"#));
        assert_eq!(far.unwrap()["cookie"]["expiry"], 253_402_300_799_u64);
    }

    #[test]
    fn only_the_tab_is_answered() {
        let mut answers = Answers { context: "ours".to_owned(), mark: "m".to_owned() };
        let asked = |context: &str, blocked: bool, navigation: Option<&str>| {
            json!({ "context": context, "isBlocked": blocked, "navigation": navigation, "request": { "request": "1" } })
                .to_string()
        };
        let mut method = |name: &str, params: &str| answers.event(name, params).map(|command| command.method);
        let event = "network.beforeRequestSent";
        assert_eq!(method(event, &asked("ours", true, Some("n"))), Some("network.provideResponse"));
        assert_eq!(method(event, &asked("ours", true, None)), Some("network.failRequest"));
        assert_eq!(method(event, &asked("ours", false, Some("n"))), None);
        assert_eq!(method(event, &asked("theirs", true, Some("n"))), None);
        assert_eq!(method("network.responseStarted", &asked("ours", true, Some("n"))), None);
        assert_eq!(method(event, "nonsense"), None);
    }
}
