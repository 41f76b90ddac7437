//! Downloads: the beginning and the end of each, reported once.

use webagents_runtime::driver::{Download, DownloadState};

/// Downloads of which one reply reports something, at most; the next reply reports the others.
const LINES: usize = 3;

/// State of the reports about downloads.
#[derive(Debug, Default)]
pub(crate) struct Reports {
    /// State of each download when it was reported last, in the order of the browser's list.
    reported: Vec<DownloadState>,
    /// Index of the first download since the start of the last command that acts.
    since: usize,
    /// Indexes of the downloads that ran at that start.
    running: Vec<usize>,
}

impl Reports {
    /// Notes that a command begins that may lead to downloads.
    pub(crate) fn begin(&mut self, list: &[Download]) {
        self.since = list.len();
        let running = |(_, one): &(usize, &Download)| one.state == DownloadState::Running;
        self.running = list.iter().enumerate().filter(running).map(|(at, _)| at).collect();
    }

    /// Lines about new entries and states in the list.
    pub(crate) fn news(&mut self, list: &[Download], folder: &str) -> Vec<String> {
        let mut lines = Vec::new();
        for (at, download) in list.iter().enumerate() {
            let before = self.reported.get(at).copied();
            if before == Some(download.state) {
                continue;
            }
            if lines.len() == LINES {
                break;
            }
            match self.reported.get_mut(at) {
                Some(state) => *state = download.state,
                None => self.reported.push(download.state),
            }
            let name = &download.name;
            lines.push(match (before, download.state) {
                (_, DownloadState::Running) => format!("a download began: {name}, into {folder}"),
                (None, DownloadState::Complete) => format!("a download began: {name}, {}", end_of(download)),
                (None, DownloadState::Failed) => {
                    format!("a download began: {name}, which {}", end_of(download))
                }
                (Some(_), DownloadState::Complete) => {
                    format!("the download {name} has ended: {}", end_of(download))
                }
                (Some(_), DownloadState::Failed) => format!("the download {name} {}", end_of(download)),
            });
        }
        lines
    }

    /// The downloads of the last command that acts, if there is one and all have ended.
    pub(crate) fn ended<'l>(&self, list: &'l [Download]) -> Option<Vec<&'l Download>> {
        let of_it = |at: usize| at >= self.since || self.running.contains(&at);
        let all: Vec<&Download> =
            list.iter().enumerate().filter(|(at, _)| of_it(*at)).map(|(_, one)| one).collect();
        let is_running = all.iter().any(|one| one.state == DownloadState::Running);
        (!all.is_empty() && !is_running).then_some(all)
    }
}

/// The end of a download, for a message.
pub(crate) fn end_of(download: &Download) -> String {
    let bytes = |count: u64| format!("{count} byte{}", if count == 1 { "" } else { "s" });
    match &download.file {
        Some(file) => {
            let size = std::fs::metadata(file).map(|file| format!(", {}", bytes(file.len())));
            format!("saved as {}{}", file.display(), size.unwrap_or_default())
        }
        None => match (download.received, download.total) {
            (Some(received), Some(total)) => format!("failed after {received} of {}", bytes(total)),
            (Some(received), None) => format!("failed after {}", bytes(received)),
            _ => "failed".to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn download(name: &str, state: DownloadState) -> Download {
        let file = (state == DownloadState::Complete).then(|| format!("/no/such/{name}").into());
        let mut download = Download::new("http://a.example/", name);
        (download.file, download.state, download.received, download.total) = (file, state, Some(5), Some(50));
        download
    }

    #[test]
    fn each_change_is_reported_once() {
        use DownloadState::{Complete, Failed, Running};
        let mut reports = Reports::default();
        let mut list = vec![download("a", Running), download("b", Complete)];
        let expected = ["a download began: a, into F", "a download began: b, saved as /no/such/b"];
        assert_eq!(reports.news(&list, "F"), expected);
        assert!(reports.news(&list, "F").is_empty() && reports.ended(&list).is_none());
        list[0] = download("a", Complete);
        list.push(download("c", Failed));
        let expected = [
            "the download a has ended: saved as /no/such/a",
            "a download began: c, which failed after 5 of 50 bytes",
        ];
        assert_eq!(reports.news(&list, "F"), expected);
        // Later downloads belong to the command that begins now.
        reports.begin(&list);
        assert!(reports.ended(&list).is_none());
        list.extend(["d", "e", "f", "g"].map(|name| download(name, Running)));
        assert_eq!(reports.news(&list, "F").len(), LINES);
        assert_eq!(reports.news(&list, "F"), ["a download began: g, into F"]);
        reports.begin(&list);
        list[3..7].fill_with(|| download("d", Failed));
        assert_eq!(reports.ended(&list).map(|all| all.len()), Some(4));
        assert_eq!(reports.news(&list, "F")[0], "the download d failed after 5 of 50 bytes");
    }
}
