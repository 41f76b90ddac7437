//! Cookies and storage of a browser: their values, and the tab in which they are read and set.

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::socket::{Fault, Reply};
use crate::error::{Error, ErrorKind};

/// Purpose of the tab, for messages.
pub(super) const OPEN: &str = "open a tab for cookies and storage";
/// By number, because a key such as `length` is not a property of the object.
pub(crate) const READ: &str = "function (origin) {
    if (location.origin !== origin) return null;
    return Array.from({ length: localStorage.length }, (_, at) => {
        const name = localStorage.key(at);
        return { name, value: localStorage.getItem(name) };
    });
}";
/// Writes the items of an origin. An exception, as of a full storage, is the answer.
pub(crate) const WRITE: &str = "function (origin, items) {
    if (location.origin !== origin) return null;
    for (const { name, value } of items) localStorage.setItem(name, value);
    return true;
}";

/// Saved cookies of a browser and `localStorage` entries of origins, in Playwright's format.
///
/// It is as secret as a password, so `Debug` shows counts only.
#[derive(Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct StorageState {
    /// Cookies of all sites that the browser had.
    #[serde(default)]
    pub cookies: Vec<Cookie>,
    /// Saved `localStorage` entries, by the origin that they belong to.
    #[serde(default)]
    pub origins: Vec<OriginState>,
}

/// Cookie (RFC 6265) of a browser, in the form in which it is saved and restored.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Cookie {
    /// Name of the cookie.
    pub name: String,
    /// Value of the cookie.
    pub value: String,
    /// Host to which the cookie is sent; with a dot before it, also to its subdomains.
    pub domain: String,
    /// URL path to which the cookie is sent, with the paths below it.
    #[serde(default = "root")]
    pub path: String,
    /// Expiry time in seconds since 1970; -1 for a cookie that lasts until the browser is closed.
    #[serde(default = "with_the_browser")]
    pub expires: f64,
    /// `true` if scripts cannot read the cookie.
    #[serde(default)]
    pub http_only: bool,
    /// `true` if the cookie is sent over encrypted connections only.
    #[serde(default)]
    pub secure: bool,
    /// Value of the cookie's `SameSite` attribute (`Strict`, `Lax` or `None`), if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_site: Option<String>,
    /// Top-level site in whose partition the cookie is kept; `None` if the cookie is not partitioned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partition_key: Option<String>,
    /// `true` if a partitioned cookie was set in a frame with a cross-site ancestor; `None` if not known.
    #[serde(default, rename = "_crHasCrossSiteAncestor", skip_serializing_if = "Option::is_none")]
    pub has_cross_site_ancestor: Option<bool>,
}

fn root() -> String {
    "/".to_owned()
}

fn with_the_browser() -> f64 {
    -1.0
}

/// Saved `localStorage` entries of one origin.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct OriginState {
    /// Origin whose entries were saved, such as `https://shop.example`.
    pub origin: String,
    /// Entries of the origin's `localStorage`.
    #[serde(default)]
    pub local_storage: Vec<Item>,
}

/// Entry of a `localStorage`: a key with its value.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Item {
    /// Key of the `localStorage` entry.
    pub name: String,
    /// Value of the `localStorage` entry.
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
    /// Parses saved cookies and `localStorage` entries from JSON in Playwright's format.
    ///
    /// The error has the place of the mistake and quotes nothing of the text.
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

    /// Formats the cookies and `localStorage` entries as JSON in Playwright's format.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }
}

/// Return type of the methods of [`StorageTab`].
pub(crate) type StorageFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, Error>> + Send + 'a>>;

/// A tab in which every page is an empty one of our own, whatever its address.
///
/// Only a page of an origin can see the origin's storage. So the tab goes there, and each request that it makes for
/// that is answered here instead of by a server: nothing leaves the browser, and nothing of the site runs.
pub(crate) trait StorageTab: Send + Sync {
    /// All cookies of the session. `sites` are origins that it knows.
    fn cookies<'a>(&'a self, sites: &'a [String]) -> StorageFuture<'a, Vec<Cookie>>;

    /// Puts a cookie back.
    fn set_cookie<'a>(&'a self, cookie: &'a Cookie) -> StorageFuture<'a, ()>;

    /// Runs [`READ`] or [`WRITE`] with `argument` in an empty page of `origin`.
    fn run_at<'a>(
        &'a self,
        origin: &'a str,
        function: &'static str,
        argument: Value,
    ) -> StorageFuture<'a, Value>;

    /// Closes the tab. One that does not close goes with its browser.
    fn close(&self) -> StorageFuture<'_, ()>;
}

/// The error of a session without a way to its storage.
pub(super) fn unavailable() -> Error {
    let why = "this needs a debugger, which a Chromium on this machine has, or the BiDi of a Firefox that this \
               session has started; use one, or log in by a script";
    failed(OPEN, &why)
}

pub(super) fn failed(what: &str, why: &dyn fmt::Display) -> Error {
    Error::new(ErrorKind::Storage, format!("cannot {what}: {why}"))
}

/// Reads the answer of a command of the tab's.
pub(super) fn answer(method: &str, answer: Result<Reply, Fault>) -> Result<Value, Error> {
    let answer = answer.and_then(|reply| reply.read());
    answer.map_err(|fault| failed(&format!("have {method} done by the browser"), &fault))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A state as Playwright 1.5x writes it.
    pub(crate) const PLAYWRIGHT: &str = r#"{
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
}
