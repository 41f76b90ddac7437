//! State of the primitive actions, and the records of events.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use serde_json::Value;

use crate::transport::primitives::lock;
use crate::transport::primitives::log::Log;

/// The event of a file chooser.
pub(in crate::transport::bidi) const FILES: &str = "input.fileDialogOpened";

/// State of the primitive actions.
#[derive(Default)]
pub(in crate::transport::bidi) struct Actions {
    pub(super) realms: Mutex<Realms>,
    /// `true` if input events were given up half-way.
    pub(super) is_unfinished: Mutex<bool>,
    pub(super) is_resized: Mutex<bool>,
    /// The tabs that may be shown, in a browser of another program.
    pub(super) own: Mutex<Option<BTreeSet<String>>>,
    pub(super) opened: Mutex<BTreeSet<String>>,
    /// Events that were subscribed to.
    pub(super) recorded: Mutex<BTreeMap<&'static str, bool>>,
    pub(in crate::transport::bidi) log: Arc<Mutex<Log>>,
}

/// The realms of the page's frames.
#[derive(Default)]
pub(super) struct Realms {
    pub(super) documents: u64,
    pub(super) frames: BTreeSet<String>,
    pub(super) known: BTreeMap<(String, bool), String>,
}

impl Realms {
    pub(super) fn clear(&mut self) {
        self.frames.clear();
        self.known.clear();
    }
}

pub(super) const REQUESTS: [&str; 3] =
    ["network.beforeRequestSent", "network.responseStarted", "network.fetchError"];
pub(super) const CONSOLE: [&str; 1] = ["log.entryAdded"];
pub(super) const DOWNLOADS: [&str; 2] = ["browsingContext.downloadWillBegin", "browsingContext.downloadEnd"];

/// Puts an event into the log, if it is one of those; returns whether it is.
///
/// `denies` is set if no more downloads are to begin: the protocol has no command that ends one.
pub(in crate::transport::bidi) fn record(
    log: &Mutex<Log>,
    method: &str,
    params: &str,
    denies: &mut bool,
) -> bool {
    let is_one = REQUESTS.contains(&method) || CONSOLE.contains(&method) || method == DOWNLOADS[1];
    if !is_one && method != DOWNLOADS[0] {
        return false;
    }
    // An event with half a character in it is left out.
    let Ok(event) = serde_json::from_str::<Value>(params) else { return is_one };
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let request = &event["request"];
    let id = text(&request["request"]);
    let status = event["response"]["status"].as_u64().and_then(|code| u16::try_from(code).ok());
    let mut log = lock(log);
    match method {
        "network.beforeRequestSent" => log.begins(&id, &text(&request["method"]), &text(&request["url"])),
        "network.responseStarted" => log.ends(&id, status, None),
        "network.fetchError" => {
            log.ends(&id, None, Some(&text(&event["errorText"])));
            // Firefox sends no end of a download of which a part has come.
            if let Some(id) =
                log.running_download(&text(&request["url"]), None).filter(|_| event["navigation"].is_string())
            {
                log.downloaded(&id, None);
            }
        }
        "log.entryAdded" => {
            let is_thrown = event["type"] == "javascript";
            let level = if is_thrown { "exception".to_owned() } else { text(&event["method"]) };
            let frame = &event["stackTrace"]["callFrames"][0];
            let place = frame["url"].as_str().filter(|url| !url.is_empty());
            let line = frame["lineNumber"].as_u64().unwrap_or(0) + 1;
            log.says(&level, &text(&event["text"]), place.map(|url| format!("{url}:{line}")));
        }
        "browsingContext.downloadWillBegin" => {
            // One navigation may lead to several downloads.
            let id = format!("{} {}", log.list_downloads().len(), text(&event["navigation"]));
            *denies = !log.downloads(&id, &text(&event["url"]), &text(&event["suggestedFilename"]));
        }
        _ => {
            let file =
                event["filepath"].as_str().filter(|_| event["status"] == "complete").map(PathBuf::from);
            let name = file.as_ref().and_then(|file| file.file_name()).and_then(|name| name.to_str());
            // Its navigation is the last one of the tab, and not the one of its beginning.
            if let Some(id) = log.running_download(&text(&event["url"]), name) {
                let bytes =
                    file.as_ref().and_then(|file| file.metadata().ok()).map_or(0, |found| found.len());
                let kibibytes = u32::try_from(bytes >> 10).unwrap_or(u32::MAX);
                *denies = !log.receives(&id, f64::from(kibibytes) * 1024.0);
                log.downloaded(&id, file);
            }
        }
    }
    is_one
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use webagents_runtime::driver::DownloadState::{Complete, Failed, Running};

    use super::*;

    #[test]
    fn downloads_end_by_their_url() {
        let log = Mutex::default();
        let send = |event: &str, navigation: Option<&str>, url: &str, name: &str| {
            let mut params = json!({ "navigation": navigation, "url": url, "request": { "url": url } });
            let member = if event == "downloadEnd" { "filepath" } else { "suggestedFilename" };
            params[member] = name.into();
            params["status"] = if name.is_empty() { "canceled" } else { "complete" }.into();
            let method = if event == "fetchError" {
                "network.fetchError".to_owned()
            } else {
                format!("browsingContext.{event}")
            };
            record(&log, &method, &params.to_string(), &mut false);
            lock(&log).list_downloads().iter().map(|one| one.state).collect::<Vec<_>>()
        };
        // As Firefox 153 sends them: the navigation is the last one of the tab.
        send("downloadWillBegin", None, "data:,1", "late.csv");
        send("downloadWillBegin", Some("n1"), "data:,1", "late(1).csv");
        send("downloadWillBegin", Some("n1"), "http://a/broken", "broken.bin");
        assert_eq!(
            send("downloadEnd", Some("n1"), "data:,1", "/no/such/late(1).csv"),
            [Running, Complete, Running]
        );
        assert_eq!(
            send("downloadEnd", Some("n2"), "data:,1", "/no/such/late.csv"),
            [Complete, Complete, Running]
        );
        assert_eq!(send("fetchError", None, "http://a/broken", ""), [Complete, Complete, Running]);
        assert_eq!(send("fetchError", Some("n1"), "http://a/broken", ""), [Complete, Complete, Failed]);
        assert_eq!(send("downloadEnd", Some("n1"), "http://a/broken", ""), [Complete, Complete, Failed]);
        assert!(lock(&log).has_download_of("n1") && !lock(&log).has_download_of("n2"));
    }
}
