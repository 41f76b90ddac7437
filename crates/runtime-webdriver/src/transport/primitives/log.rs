//! Records of requests, of the console and of downloads, as events report them.

use std::collections::{HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::{fs, io};

use url::Url;
use webagents_runtime::driver::{ConsoleEntry, Download, DownloadState, PageCookie, RequestEntry};
use webagents_runtime::page::cut;

use super::{ENTRIES, TEXT};

/// Records that were not taken. Each list is bounded; later records are dropped.
#[derive(Debug, Default)]
pub(crate) struct Log {
    /// Requests without an answer, by the browser's names.
    running: VecDeque<(String, RequestEntry)>,
    requests: Vec<RequestEntry>,
    console: Vec<ConsoleEntry>,
    downloads: Vec<(String, Download)>,
    /// Bytes of each download.
    received: HashMap<String, f64>,
}

/// Maximum number of a session's downloads, which a page can begin by itself, and of their bytes.
const DOWNLOADS: usize = 100;
const DOWNLOAD_BYTES: f64 = 4e9;

impl Log {
    /// Takes the start of a request. A redirect has the name of the request that it follows.
    pub(crate) fn begins(&mut self, id: &str, method: &str, url: &str) {
        if self.running.len() >= ENTRIES {
            self.running.pop_front();
        }
        let entry =
            RequestEntry { method: method.to_owned(), url: cut(url, TEXT), status: None, failure: None };
        self.running.push_back((id.to_owned(), entry));
    }

    /// Takes the status of a request, with which it is complete, or the reason of its failure.
    pub(crate) fn ends(&mut self, id: &str, status: Option<u16>, failure: Option<&str>) {
        let Some(at) = self.running.iter().position(|(running, _)| running == id) else { return };
        let Some((_, mut entry)) = self.running.remove(at) else { return };
        entry.status = status;
        entry.failure = failure.map(|why| cut(why, TEXT));
        if self.requests.len() < ENTRIES {
            self.requests.push(entry);
        }
    }

    pub(crate) fn says(&mut self, level: &str, text: &str, source: Option<String>) {
        if self.console.len() < ENTRIES {
            self.console.push(ConsoleEntry { level: level.to_owned(), text: cut(text, TEXT), source });
        }
    }

    /// Takes the start of a download; `false` if it is to be ended, because there were too many.
    pub(crate) fn downloads(&mut self, id: &str, url: &str, name: &str) -> bool {
        let is_within = self.downloads.len() < DOWNLOADS && self.receives(id, 0.0);
        // The first that is ended is listed.
        if self.downloads.len() <= DOWNLOADS {
            let mut download = Download::new(cut(url, TEXT), cut(name, TEXT));
            if !is_within {
                download.state = DownloadState::Failed;
            }
            self.downloads.push((id.to_owned(), download));
        }
        is_within
    }

    /// Takes the bytes that a download has received; `false` if it is to be ended for the size of all.
    pub(crate) fn receives(&mut self, id: &str, bytes: f64) -> bool {
        if self.is_download(id) {
            self.received.insert(id.to_owned(), bytes);
        }
        self.received.values().sum::<f64>() <= DOWNLOAD_BYTES
    }

    /// Returns the id of the running download of a URL: of the one with a file name, or else of the first.
    pub(crate) fn running_download(&self, url: &str, name: Option<&str>) -> Option<String> {
        let url = cut(url, TEXT);
        let is_running =
            |one: &&(String, Download)| one.1.state == DownloadState::Running && one.1.url == url;
        let mut all = self.downloads.iter().filter(is_running).peekable();
        let first = all.peek().map(|(id, _)| id.clone());
        all.find(|(_, one)| name == Some(&*one.name)).map(|(id, _)| id.clone()).or(first)
    }

    /// Returns whether a download has this name.
    pub(crate) fn is_download(&self, id: &str) -> bool {
        self.downloads.iter().any(|(known, _)| known == id)
    }

    /// Returns whether a navigation has led to a download, whose id ends with it.
    pub(crate) fn has_download_of(&self, navigation: &str) -> bool {
        self.downloads.iter().any(|(id, _)| id.split_once(' ').is_some_and(|(_, led)| led == navigation))
    }

    /// Takes the progress of a download: the bytes received, and those announced.
    pub(crate) fn progresses(&mut self, id: &str, received: Option<u64>, total: Option<u64>) {
        if let Some((_, download)) = self.downloads.iter_mut().find(|(known, _)| known == id) {
            // Of a download that fails a browser may report none at the end.
            download.received = received.max(download.received);
            download.total = total.filter(|total| *total > 0).or(download.total);
        }
    }

    /// Takes the end of a download: its file, or none if it failed.
    pub(crate) fn downloaded(&mut self, id: &str, file: Option<PathBuf>) {
        let running = |(known, download): &&mut (String, Download)| {
            known == id && download.state == DownloadState::Running
        };
        if let Some((_, download)) = self.downloads.iter_mut().find(running) {
            download.state = if file.is_some() { DownloadState::Complete } else { DownloadState::Failed };
            download.file = file;
        }
    }

    /// Takes the end of a download, and gives its file the name that it was to have.
    pub(crate) fn stored(&mut self, id: &str, folder: &Path) {
        let known = self.downloads.iter().find(|(known, _)| known == id);
        let Some((_, download)) = known else { return };
        let file = folder.join(id);
        let named = rename(&file, folder, &download.name).unwrap_or(file);
        self.downloaded(id, Some(named));
    }

    pub(crate) fn take_requests(&mut self) -> Vec<RequestEntry> {
        std::mem::take(&mut self.requests)
    }

    pub(crate) fn take_console(&mut self) -> Vec<ConsoleEntry> {
        std::mem::take(&mut self.console)
    }

    pub(crate) fn list_downloads(&self) -> Vec<Download> {
        self.downloads.iter().map(|(_, download)| download.clone()).collect()
    }
}

/// Files of the same name that are counted.
const SAME: usize = 1_000;
/// Characters of a file's name.
const NAME: usize = 100;

/// Renames a file in its folder, with a number if the name is taken, and returns its path.
fn rename(file: &Path, folder: &Path, name: &str) -> io::Result<PathBuf> {
    let name = file_name(name);
    let (stem, end) = match name.rsplit_once('.') {
        Some((stem, end)) if !stem.is_empty() => (stem, format!(".{end}")),
        _ => (name.as_str(), String::new()),
    };
    for number in 0..SAME {
        let path = match number {
            0 => folder.join(&name),
            number => folder.join(format!("{stem} ({number}){end}")),
        };
        // Unlike a rename, a link replaces no file.
        match fs::hard_link(file, &path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
            Ok(()) => {
                fs::remove_file(file)?;
                return Ok(path);
            }
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// A name that a page suggests, as one that a file of a folder can have.
fn file_name(name: &str) -> String {
    let is_plain = |c: char| !c.is_control() && !matches!(c, '/' | '\\' | ':');
    let plain: String = name.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
    let shown = plain.trim().trim_start_matches('.');
    let count = shown.chars().count();
    match count {
        0 => "download".to_owned(),
        // The ending of the name shows its kind.
        _ => shown.chars().skip(count.saturating_sub(NAME)).collect(),
    }
}

/// Returns whether a browser sends a cookie to a URL (RFC 6265, 5.4).
pub(crate) fn is_sent_to(cookie: &PageCookie, url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let of_host = cookie.domain.as_deref().is_none_or(|domain| {
        let domain = domain.trim_start_matches('.');
        host == domain || host.strip_suffix(domain).is_some_and(|rest| rest.ends_with('.'))
    });
    let path = url.path();
    let of_path = path == cookie.path
        || path
            .strip_prefix(cookie.path.as_str())
            .is_some_and(|rest| cookie.path.ends_with('/') || rest.starts_with('/'));
    let is_safe = url.scheme() == "https" || matches!(host, "localhost" | "127.0.0.1" | "[::1]");
    of_host && of_path && (!cookie.secure || is_safe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_taken_when_they_are_complete() {
        let mut log = Log::default();
        log.begins("1", "GET", "http://a/");
        log.begins("2", "POST", "http://b/");
        assert!(log.take_requests().is_empty());
        log.ends("2", Some(404), None);
        log.ends("3", Some(200), None);
        let taken = log.take_requests();
        assert_eq!((taken.len(), taken[0].status, &*taken[0].method), (1, Some(404), "POST"));
        log.ends("1", None, Some("refused"));
        assert_eq!(log.take_requests()[0].failure.as_deref(), Some("refused"));
        for n in 0..ENTRIES + 5 {
            log.begins(&n.to_string(), "GET", "http://a/");
            log.says("log", "x", None);
        }
        assert_eq!((log.running.len(), log.take_console().len()), (ENTRIES, ENTRIES));
    }

    #[test]
    fn downloads_are_limited() {
        let mut log = Log::default();
        let begun = (0..DOWNLOADS + 50).filter(|at| log.downloads(&at.to_string(), "http://a/", "a.bin"));
        assert_eq!(begun.count(), DOWNLOADS);
        assert_eq!(log.list_downloads().len(), DOWNLOADS + 1);
        let mut log = Log::default();
        assert!(log.downloads("a", "http://a/", "a") && log.downloads("b", "http://a/", "b"));
        assert!(log.receives("a", DOWNLOAD_BYTES) && !log.receives("b", 1.0));
        assert!(!log.receives("other", 0.0) && !log.downloads("c", "http://a/", "c"));
    }

    #[test]
    fn downloads_get_their_names() {
        let folder = std::env::temp_dir().join(format!("webagents-downloads-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let mut log = Log::default();
        for (id, name, expected) in [
            ("1", "a name.tar.gz", "a name.tar.gz"),
            ("2", "a name.tar.gz", "a name.tar (1).gz"),
            ("3", "../../etc/passwd", "_.._etc_passwd"),
            ("4", ".bashrc", "bashrc"),
            ("5", "", "download"),
        ] {
            fs::write(folder.join(id), id).unwrap();
            log.downloads(id, "http://a/", name);
            log.stored(id, &folder);
            let download = log.list_downloads().pop().unwrap();
            assert_eq!(download.file, Some(folder.join(expected)), "{name:?}");
            assert_eq!(fs::read_to_string(folder.join(expected)).unwrap(), id);
            assert!(!folder.join(id).exists());
        }
        assert_eq!(file_name(&"é".repeat(300)).chars().count(), NAME);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn cookies_are_sent_to_their_hosts_and_paths() {
        let url = Url::parse("https://shop.example/a/b").unwrap();
        for (domain, path, secure, expected) in [
            (None, "/", false, true),
            (Some("shop.example"), "/a", true, true),
            (Some(".example"), "/a/", false, true),
            (Some("hop.example"), "/", false, false),
            (Some("shop.example"), "/a/b/c", false, false),
            (Some("shop.example"), "/a/bc", false, false),
            (Some("shop.example"), "/ab", false, false),
        ] {
            let domain = domain.map(str::to_owned);
            let cookie = PageCookie {
                name: "n".to_owned(),
                value: "v".to_owned(),
                domain,
                path: path.to_owned(),
                http_only: false,
                secure,
                expires: None,
            };
            assert_eq!(is_sent_to(&cookie, &url), expected, "{cookie:?}");
        }
    }
}
