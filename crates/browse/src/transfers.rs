//! Files that go to the page, by inputs and choosers, and files that come from it.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};
use webagents_runtime::driver::{Button, Capability, Download, DownloadState, FileChooser};

use crate::deadline::within;
use crate::downloads::end_of;
use crate::error::{BrowseError, BrowseErrorKind, usage};
use crate::locate::{Hits, Located};
use crate::report::{report, with_lines};
use crate::request::Target;
use crate::run::Run;
use crate::safety::uploadable;

/// Time for a click to open a file chooser.
const OPENS: Duration = Duration::from_secs(1);
/// Time for a page to react to files that its field keeps.
const KEEPS: Duration = Duration::from_millis(300);

/// Names of the files that an input has.
#[derive(Deserialize)]
struct Names {
    names: Vec<String>,
}

impl Run<'_> {
    pub(crate) async fn upload(&mut self, target: &Target, files: &[String]) -> Result<String, BrowseError> {
        let paths = uploadable(files, &self.state.folder.current, &self.state.options.uploads)?;
        let mut at = self.locate(target).await?;
        self.permit("upload", &at.frame, at.number).await?;
        let mut arguments = at.arguments();
        arguments["next"] = self.state.references.next().into();
        let mut answer: Value = self.call(&at.frame, "fileInput", arguments).await?;
        let (is_multiple, is_own) = (answer["multiple"] == json!(true), answer["own"] == json!(true));
        let why = answer["why"].as_str().unwrap_or_default().to_owned();
        let hits: Hits = serde_json::from_value(answer.take()).map_err(|error| {
            BrowseError::new(BrowseErrorKind::Page, format!("the page gave no file input: {error}"))
        })?;
        self.state.references.advance(hits.next);
        // A page may want the click, and another input than the one near.
        if !is_own
            && self.driver.supports(Capability::Choosers)
            && let Some(done) = self.upload_by_click(&mut at, &paths).await?
        {
            return Ok(done);
        }
        let Some(input) = hits.rows.into_iter().next() else {
            return Err(BrowseError::new(BrowseErrorKind::NotActionable, why));
        };
        self.state.references.note(input.number, &at.frame, &input.role, &input.name);
        if paths.len() > 1 && !is_multiple {
            return Err(usage(format!("{} takes one file, found {}", input.text, paths.len())));
        }
        let _: bool = self.call(&at.frame, "watch", json!({ "number": 0, "begun": true })).await?;
        let element = self.state.functions.element(input.number);
        within(self.end, self.driver.set_files(&at.frame, &element, &paths)).await?;
        self.pause(Duration::from_millis(10)).await;
        let has: Result<Names, BrowseError> =
            self.call(&at.frame, "files", json!({ "number": input.number })).await;
        let names = match has {
            Ok(Names { names }) => names,
            // A page may remove the field, or go on with the files.
            Err(error) if error.kind() == BrowseErrorKind::Stale || error.has_left() => Vec::new(),
            Err(error) => return Err(error),
        };
        if names.len() == paths.len() {
            let lines = self.outcome_within(&at.frame, KEEPS).await?.lines();
            return Ok(with_lines(format!("{} has {}", input.text, names.join(", ")), &lines));
        }
        // Many pages take the files over and empty the field.
        let lines = self.outcome(&at.frame).await?.lines();
        if lines.is_empty() {
            return Err(BrowseError::new(
                BrowseErrorKind::NotTaken,
                format!("{} has {} of {} files", input.text, names.len(), paths.len()),
            ));
        }
        Ok(report("uploaded to", &input.text, &lines))
    }

    /// Clicks an element, and gives files to the chooser that it opens; `None` if it opens none.
    async fn upload_by_click(
        &mut self,
        at: &mut Located,
        paths: &[PathBuf],
    ) -> Result<Option<String>, BrowseError> {
        self.permit("click", &at.frame, at.number).await?;
        self.forget_chooser().await?;
        let (text, _) = self.press_at(at, Button::Left, 1).await?;
        let until = Instant::now() + OPENS;
        let chooser = loop {
            self.asks_for_files().await?;
            match self.taken.chooser.take() {
                Some(chooser) => break chooser,
                None if Instant::now() >= until || self.left()?.is_zero() => return Ok(None),
                None => self.pause(Duration::from_millis(20)).await,
            }
        };
        if paths.len() > 1 && !chooser.is_multiple {
            return Err(usage(format!("{text} takes one file, found {}", paths.len())));
        }
        let _: bool = self.call(&at.frame, "watch", json!({ "number": 0, "begun": true })).await?;
        if !within(self.end, self.driver.answer_chooser(paths)).await? {
            return Err(BrowseError::new(
                BrowseErrorKind::NotActionable,
                format!("{text}: {}", asks(chooser)),
            ));
        }
        let lines = self.outcome(&at.frame).await?.lines();
        let names: Vec<_> =
            paths.iter().filter_map(|path| path.file_name()).map(|name| name.to_string_lossy()).collect();
        Ok(Some(report(&format!("uploaded {} by", names.join(", ")), &text, &lines)))
    }

    /// Leaves out a file chooser that an earlier input opened.
    async fn forget_chooser(&mut self) -> Result<(), BrowseError> {
        self.asks_for_files().await?;
        self.taken.chooser = None;
        Ok(())
    }

    /// A line about the file chooser that the page has opened since the last call.
    pub(crate) async fn asks_for_files(&mut self) -> Result<Option<String>, BrowseError> {
        if !self.driver.supports(Capability::Choosers) {
            return Ok(None);
        }
        let chooser = within(self.end, self.driver.new_chooser()).await?;
        self.taken.chooser = chooser.or(self.taken.chooser);
        Ok(chooser.map(asks))
    }
}

/// A line about a file chooser.
fn asks(chooser: FileChooser) -> String {
    match (chooser.has_input, chooser.is_multiple) {
        (true, false) => "the page asks for a file: `upload` on this element gives it".to_owned(),
        (true, true) => "the page asks for files: `upload` on this element gives them".to_owned(),
        (false, _) => "the page asks for files without a file input, and no command can give them".to_owned(),
    }
}

impl Run<'_> {
    async fn downloads(&mut self) -> Result<Vec<Download>, BrowseError> {
        if !self.driver.supports(Capability::Downloads) {
            return Ok(Vec::new());
        }
        within(self.end, self.driver.downloads()).await
    }

    /// Lines about downloads that began or ended since the last call.
    pub(crate) async fn new_downloads(&mut self) -> Result<Vec<String>, BrowseError> {
        let list = self.downloads().await?;
        let folder = self.state.folder.path().map(|folder| folder.display().to_string());
        Ok(self.state.downloads.news(&list, &folder.unwrap_or_default()))
    }

    /// Notes changes of downloads between commands, before a command that `acts` or reads.
    pub(crate) async fn begin_downloads(&mut self, acts: bool) -> Result<(), BrowseError> {
        let lines = self.new_downloads().await?;
        self.state.news.extend(lines.into_iter().map(|line| format!("since the last command: {line}")));
        if acts {
            let list = self.downloads().await?;
            self.state.downloads.begin(&list);
        }
        Ok(())
    }

    /// A text about the ended downloads of the last command; `None` while there is none, or one is running.
    pub(crate) async fn ended_downloads(&mut self) -> Result<Option<String>, BrowseError> {
        let list = self.downloads().await?;
        let Some(all) = self.state.downloads.ended(&list) else { return Ok(None) };
        let line = |one: &&Download| match one.state {
            DownloadState::Complete => format!("the download {} has ended: {}", one.name, end_of(one)),
            _ => format!("the download {} {}", one.name, end_of(one)),
        };
        let text = all.iter().map(line).collect::<Vec<_>>().join("\n");
        // The reply has them.
        while !self.new_downloads().await?.is_empty() {}
        if all.iter().any(|one| one.state == DownloadState::Failed) {
            return Err(BrowseError::new(BrowseErrorKind::NotTaken, text));
        }
        Ok(Some(text))
    }
}
