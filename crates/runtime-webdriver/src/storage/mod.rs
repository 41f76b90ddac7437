//! The login state of a browser as a value: its cookies, and the `localStorage` of origins.
//!
//! The decision: the JSON is that of Playwright's `storageState`, so that a login that was recorded there serves here
//! and the other way round. Storage is read and put back in a tab of our own, on pages that are empty and that no
//! server sent ([`tab`]): no request leaves the browser for it, and no script of the site runs before its data are
//! there. That takes a way past the driver's own commands, which know the cookies of the page that is shown and no other:
//! the debugger of a Chromium on this machine, or the `BiDi` of a Firefox. `WebKit` has none that is whole.
//!
//! It is no copy of a profile: `IndexedDB`, caches and service workers are left out, and members of the JSON
//! that are not named here are lost.
//!
//! Source: <https://playwright.dev/docs/api/class-browsercontext#browser-context-storage-state>.

mod bidi;
mod devtools;
mod partitions;
mod tab;

use std::fmt;

use serde::{Deserialize, Serialize};
use url::Url;
use webagents_runtime::Page as _;

use self::tab::Tab;
use crate::error::{Error, ErrorKind};
use crate::session::Session;

/// By number, because a key such as `length` is no property of the object.
const READ: &str = "function (origin) {
    if (location.origin !== origin) return null;
    return Array.from({ length: localStorage.length }, (_, at) => {
        const name = localStorage.key(at);
        return { name, value: localStorage.getItem(name) };
    });
}";
/// Writes the items of an origin. An exception, as of a full storage, is the answer.
const WRITE: &str = "function (origin, items) {
    if (location.origin !== origin) return null;
    for (const { name, value } of items) localStorage.setItem(name, value);
    return true;
}";

/// The cookies of a browser and the `localStorage` of origins.
///
/// It is as secret as a password, so `Debug` shows counts only.
#[derive(Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct StorageState {
    /// The cookies of all sites.
    #[serde(default)]
    pub cookies: Vec<Cookie>,
    /// The storage of each origin that has some.
    #[serde(default)]
    pub origins: Vec<OriginState>,
}

/// One cookie (RFC 6265).
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Cookie {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
    /// The host that it is for; with a dot before it, those below as well.
    pub domain: String,
    /// The paths that it is for.
    #[serde(default = "root")]
    pub path: String,
    /// When it ends, in seconds of Unix time; -1 with the browser.
    #[serde(default = "with_the_browser")]
    pub expires: f64,
    /// `true` if scripts have no access to it.
    #[serde(default)]
    pub http_only: bool,
    /// `true` if it is sent over encrypted connections only.
    #[serde(default)]
    pub secure: bool,
    /// `Strict`, `Lax` or `None`, where it says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_site: Option<String>,
    /// The site within which it is kept apart, where it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partition_key: Option<String>,
    /// With a partition key: whether a frame of another site was between.
    #[serde(default, rename = "_crHasCrossSiteAncestor", skip_serializing_if = "Option::is_none")]
    pub has_cross_site_ancestor: Option<bool>,
}

fn root() -> String {
    "/".to_owned()
}

fn with_the_browser() -> f64 {
    -1.0
}

/// The `localStorage` of one origin.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct OriginState {
    /// The origin, such as `https://shop.example`.
    pub origin: String,
    /// Its entries.
    #[serde(default)]
    pub local_storage: Vec<Item>,
}

/// One entry of a `localStorage`.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Item {
    /// Its key.
    pub name: String,
    /// Its value.
    pub value: String,
}

impl fmt::Debug for StorageState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cookies, origins } = self;
        write!(f, "StorageState({} cookies, {} origins)", cookies.len(), origins.len())
    }
}

impl fmt::Debug for Cookie {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cookie({} of {})", self.name, self.domain)
    }
}

impl fmt::Debug for OriginState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OriginState({} entries of {})", self.local_storage.len(), self.origin)
    }
}

impl fmt::Debug for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Item({})", self.name)
    }
}

impl StorageState {
    /// Reads the JSON of a state. The error says where it is wrong and quotes nothing of it.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        serde_json::from_str(text).map_err(|error| {
            // A message of serde's can quote a value.
            let (line, column) = (error.line(), error.column());
            let text = format!(
                "line {line}, column {column}: this is no storage state; expected is what Playwright's storageState \
                 writes, {{\"cookies\": [...], \"origins\": [...]}}"
            );
            Error::new(ErrorKind::Storage, text)
        })
    }

    /// Writes the JSON of the state, which [`from_json`](Self::from_json) and Playwright read.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }
}

impl Session {
    /// Restores a state, in addition to what the browser has. Pages that are open keep what they have read.
    ///
    /// An entry that the browser refuses is an error that names it; what was before it is in place then.
    pub async fn restore_storage(&mut self, state: &StorageState) -> Result<(), Error> {
        // A page that another job left could write to it.
        self.leave().await?;
        let mut tab = Tab::open(self).await?;
        let outcome = restore(self, &mut tab, state).await;
        tab.close().await;
        for OriginState { origin, .. } in &state.origins {
            if !self.restored.contains(origin) {
                self.restored.push(origin.clone());
            }
        }
        for site in state.cookies.iter().filter_map(|cookie| cookie.partition_key.as_ref()) {
            if !self.restored_within.contains(site) {
                self.restored_within.push(site.clone());
            }
        }
        outcome
    }

    /// All cookies of the browser, and the `localStorage` of the page that is shown and of the origins that were put
    /// back before.
    ///
    /// Firefox does not report the partition of a cookie. It is looked for in those that have cookies or are saved; a
    /// cookie that is found in none of them is an error that names it, and so no state lacks one in silence.
    pub async fn storage_state(&mut self) -> Result<StorageState, Error> {
        let mut origins = self.restored.clone();
        let shown = Url::parse(&self.url().await?).ok().map(|url| url.origin().ascii_serialization());
        origins.extend(shown.filter(|origin| is_web(origin)));
        origins.sort();
        origins.dedup();
        let mut tab = Tab::open(self).await?;
        let outcome = read(self, &mut tab, &origins).await;
        tab.close().await;
        outcome
    }
}

fn is_web(origin: &str) -> bool {
    Url::parse(origin).is_ok_and(|url| {
        matches!(url.scheme(), "http" | "https") && url.origin().ascii_serialization() == origin
    })
}

async fn restore(session: &Session, tab: &mut Tab, state: &StorageState) -> Result<(), Error> {
    for cookie in &state.cookies {
        tab.set_cookie(session, cookie).await.map_err(|error| {
            let Cookie { name, domain, .. } = cookie;
            Error::because(ErrorKind::Storage, format!("the cookie {name:?} of {domain:?}: {error}"), error)
        })?;
    }
    for OriginState { origin, local_storage } in &state.origins {
        if !is_web(origin) {
            let text = format!("{origin:?} is no origin of a website, such as https://shop.example");
            return Err(Error::new(ErrorKind::Storage, text));
        }
        if !local_storage.is_empty() {
            tab.write(origin, local_storage).await?;
        }
    }
    Ok(())
}

async fn read(session: &Session, tab: &mut Tab, origins: &[String]) -> Result<StorageState, Error> {
    let sites = [origins, session.restored_within.as_slice()].concat();
    let mut state = StorageState { cookies: tab.cookies(session, &sites).await?, origins: Vec::new() };
    for origin in origins {
        let items = tab.read(origin).await?;
        let local_storage: Vec<Item> = serde_json::from_value(items).map_err(|error| {
            let text = format!("the storage of {origin} cannot be read: {error}");
            Error::because(ErrorKind::Storage, text, error)
        })?;
        if !local_storage.is_empty() {
            state.origins.push(OriginState { origin: origin.clone(), local_storage });
        }
    }
    Ok(state)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// A state as Playwright 1.5x writes it.
    pub(super) const PLAYWRIGHT: &str = r#"{
      "cookies": [
        { "name": "sid", "value": "secret", "domain": "shop.example", "path": "/", "expires": -1, "httpOnly": true,
          "secure": true, "sameSite": "Lax" },
        { "name": "p", "value": "", "domain": ".shop.example", "path": "/a", "expires": 1900000000.5, "httpOnly": false,
          "secure": true, "sameSite": "None", "partitionKey": "https://top.example", "_crHasCrossSiteAncestor": true }
      ],
      "origins": [
        { "origin": "https://shop.example", "localStorage": [{ "name": "token", "value": "secret" }] }
      ]
    }"#;

    #[test]
    fn the_json_is_playwrights() {
        let state = StorageState::from_json(PLAYWRIGHT).unwrap();
        let (read, written): (Value, Value) = (PLAYWRIGHT.parse().unwrap(), state.to_json().parse().unwrap());
        assert_eq!(written["origins"], read["origins"]);
        assert_eq!(written["cookies"][1], read["cookies"][1]);
        // `-1` is a number with or without a point.
        assert_eq!(StorageState::from_json(&state.to_json()).unwrap(), state);
        assert_eq!(StorageState::from_json("{}").unwrap(), StorageState::default());
        let debug =
            format!("{state:?} {:?} {:?} {:?}", state.cookies, state.origins, state.origins[0].local_storage);
        assert!(!debug.contains("secret"), "{debug}");
    }

    #[test]
    fn what_is_no_state_is_not_quoted() {
        for text in ["", "[1]", r#"{"cookies": "secret"}"#, r#"{"cookies": [{"name": "secret"}]}"#] {
            let error = StorageState::from_json(text).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Storage);
            assert!(error.to_string().contains("line ") && !error.to_string().contains("secret"), "{error}");
        }
    }

    #[test]
    fn origins_are_those_of_websites() {
        for (origin, expected) in [
            ("https://shop.example", true),
            ("http://127.0.0.1:8080", true),
            ("http://[::1]:8080", true),
            ("https://shop.example/", false),
            ("https://shop.example:443", false),
            ("https://u@shop.example", false),
            ("file://", false),
            ("null", false),
            ("chrome://settings", false),
        ] {
            assert_eq!(is_web(origin), expected, "{origin}");
        }
    }
}
