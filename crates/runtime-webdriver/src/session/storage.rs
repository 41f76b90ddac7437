//! The login state of a browser as a value: its cookies, and the `localStorage` of origins.
//!
//! The decision: the JSON has the form of Playwright's `storageState`, so that a login that was recorded there serves here
//! and the other way round. Storage is read and put back in a tab of our own, on pages that are empty and that no
//! server sent: no request leaves the browser for it, and no script of the site runs before its data are
//! there. That takes a way past the driver's own commands, which know the cookies of the page that is shown and no other:
//! the debugger of a Chromium on this machine, or the `BiDi` of a Firefox. `WebKit` has none that is whole.
//!
//! It is not a copy of a profile: `IndexedDB`, caches and service workers are left out, and members of the JSON
//! that are not named here are lost.
//!
//! Source: <https://playwright.dev/docs/api/class-browsercontext#browser-context-storage-state>.

use url::Url;
use webagents_runtime::Page as _;

use super::Session;
use crate::error::{Error, ErrorKind};
use crate::transport::storage::{Cookie, Item, OriginState, READ, StorageState, StorageTab, WRITE};

impl Session {
    /// Adds saved cookies and `localStorage` entries to the session's browser.
    ///
    /// Open pages keep the values that they have read.
    ///
    /// An entry that the browser refuses is an error that names it; the entries before it are in place then.
    pub async fn restore_storage(&mut self, state: &StorageState) -> Result<(), Error> {
        let tab = self.transport()?.storage().await?;
        let outcome = restore(&*tab, state).await;
        let _ = tab.close().await;
        self.restored.origins.extend(state.origins.iter().map(|one| one.origin.clone()));
        self.restored.sites.extend(state.cookies.iter().filter_map(|cookie| cookie.partition_key.clone()));
        outcome
    }

    /// Returns all cookies of the browser, and the `localStorage` of the present page's origin.
    ///
    /// The `localStorage` of origins that [`restore_storage`](Self::restore_storage) restored is included.
    ///
    /// Firefox does not report the partition of a cookie. It is searched in the partitions that have cookies or are saved; a
    /// cookie that is found in none of them is an error that names it, and so no state lacks one in silence.
    pub async fn storage_state(&mut self) -> Result<StorageState, Error> {
        let mut origins = self.restored.origins.clone();
        let shown = Url::parse(&self.url().await?).ok().map(|url| url.origin().ascii_serialization());
        origins.extend(shown.filter(|origin| is_web(origin)));
        let origins: Vec<String> = origins.into_iter().collect();
        let sites: Vec<String> = origins.iter().chain(&self.restored.sites).cloned().collect();
        let tab = self.transport()?.storage().await?;
        let outcome = read(&*tab, &origins, &sites).await;
        let _ = tab.close().await;
        outcome
    }
}

fn is_web(origin: &str) -> bool {
    Url::parse(origin).is_ok_and(|url| {
        matches!(url.scheme(), "http" | "https") && url.origin().ascii_serialization() == origin
    })
}

async fn restore(tab: &dyn StorageTab, state: &StorageState) -> Result<(), Error> {
    for cookie in &state.cookies {
        tab.set_cookie(cookie).await.map_err(|error| {
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
            tab.run_at(origin, WRITE, serde_json::json!(local_storage)).await?;
        }
    }
    Ok(())
}

async fn read(tab: &dyn StorageTab, origins: &[String], sites: &[String]) -> Result<StorageState, Error> {
    let mut state = StorageState { cookies: tab.cookies(sites).await?, origins: Vec::new() };
    for origin in origins {
        let items = tab.run_at(origin, READ, serde_json::Value::Null).await?;
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
    use super::*;

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
