//! Pages, tabs, frames, dialogs, pictures and the console.

use std::io::Write as _;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::json;
use webagents_runtime::PageErrorKind;
use webagents_runtime::driver::{Capability, Capture, DriverError, History, Paper, Rect, Tab, TabId};

use crate::address::page_url;
use crate::browse::Browse;
use crate::deadline::within;
use crate::error::{BrowseError, BrowseErrorKind, usage};
use crate::report::{arrival, is_failure, waits_for, with_lines};
use crate::request::{DialogAct, SnapshotArguments, TabAct, Target};
use crate::run::Run;
use crate::snapshot::{SnapshotOptions, take};

#[derive(Deserialize)]
struct Box {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
    #[serde(rename = "scrollX")]
    scroll_x: f64,
    #[serde(rename = "scrollY")]
    scroll_y: f64,
}

/// Note of a failure after which the page is gone.
pub(crate) const LEFT: &str =
    "; the tab shows an error page of the browser, and `back` returns to the page before";
/// Note of a refusal before the navigation.
const STAYS: &str = "; the page stays as it is";
/// Time in which a browser reports the download that an address led to.
const DOWNLOADS: Duration = Duration::from_secs(2);

impl Run<'_> {
    pub(crate) async fn open(&mut self, url: &str) -> Result<String, BrowseError> {
        let url = page_url(url)?;
        self.permit_open(&url).await?;
        self.note_dialog().await;
        let left = self.left()?;
        let outcome = self.driver.navigate(&url, left).await.map_err(DriverError::from);
        match outcome {
            Ok(()) => match self.refused(&url, true).await {
                Some(error) => Err(error.with_note(LEFT)),
                None => self.shown().await,
            },
            Err(error) => {
                let error = BrowseError::from(error);
                let kind = error.page_kind();
                if kind.is_some_and(PageErrorKind::is_not_shown) {
                    // An answer without a document leaves the page as it was, and its status belongs to that page.
                    let stays = kind == Some(PageErrorKind::NoDocument);
                    if let Some(refused) = self.refused(&url, false).await {
                        return Err(refused.with_note(if stays { STAYS } else { LEFT }));
                    }
                    if !stays {
                        self.status = self.page_status().await;
                        if let Some(line) = self.without_content(&url) {
                            return Ok(line);
                        }
                    }
                    if stays && let Some(downloads) = self.began_download().await? {
                        return Ok(downloads);
                    }
                }
                match self.dialog().await {
                    Some(dialog) => Ok(waits_for("opened", &dialog)),
                    None if kind == Some(PageErrorKind::Unreachable) => Err(error.with_note(LEFT)),
                    None => Err(error),
                }
            }
        }
    }

    /// Notes the dialog that is open before the page is left.
    ///
    /// A page may open the next dialog as soon as one is closed, so the navigation dismisses open dialogs.
    async fn note_dialog(&mut self) {
        if let Some(dialog) = self.dialog().await {
            self.state.news.push(format!("{dialog} was dismissed, because the page was left"));
        }
    }

    /// The reply for an address that led to a download, if it did.
    async fn began_download(&mut self) -> Result<Option<String>, BrowseError> {
        if !self.driver.supports(Capability::Downloads) {
            return Ok(None);
        }
        let until = Instant::now() + DOWNLOADS;
        loop {
            let lines = self.new_downloads().await?;
            if !lines.is_empty() {
                let url = within(self.end, self.driver.url()).await?;
                return Ok(Some(with_lines(format!("the page is still {url}"), &lines)));
            }
            if Instant::now() >= until {
                return Ok(None);
            }
            self.pause(Duration::from_millis(30)).await;
        }
    }

    /// A line about the page that was loaded.
    ///
    /// The browser is asked, because the page may draw itself for the first time, and would answer late.
    async fn shown(&mut self) -> Result<String, BrowseError> {
        if self.dialog().await.is_some() {
            return Err(DriverError::DialogOpen.into());
        }
        match within(self.end, self.driver.shown_tab()).await? {
            Some(tab) => {
                self.status = self.page_status().await;
                Ok(with_lines(arrival("page", &tab.url, &tab.title, self.status), &self.dismissed()))
            }
            None => self.arrived().await,
        }
    }

    /// A line about a page of a failure without content, in whose place the browser shows an error page.
    fn without_content(&self, url: &str) -> Option<String> {
        let status = self.status.filter(|status| is_failure(*status))?;
        let line = arrival("page", url, "", Some(status));
        Some(format!("{line}, without content; the browser shows an error page of its own"))
    }

    /// A line about the error page that the browser shows for an address.
    pub(crate) async fn not_shown(&mut self, url: &str) -> String {
        if let Some(line) = self.without_content(url) {
            return line;
        }
        match self.refused(url, false).await {
            Some(refused) => refused.with_note(LEFT).message().to_owned(),
            None => format!(
                "the browser cannot show {url}, and shows an error page of its own: `open` says why, `back` returns"
            ),
        }
    }

    /// The error of a navigation that a guard of the session refused.
    pub(crate) async fn refused(&mut self, url: &str, has_arrived: bool) -> Option<BrowseError> {
        let refused = within(self.end, self.driver.refused_page(url, has_arrived)).await.ok().flatten()?;
        let remedy = refused.remedy.map(|host| {
            format!("; if you trust it, give --allow-host {host} to `session start` or the command that starts the browser")
        });
        let message = format!("the browser cannot show {url}: {}{}", refused.why, remedy.unwrap_or_default());
        Some(BrowseError::new(BrowseErrorKind::Denied, message))
    }

    pub(crate) async fn travel(&mut self, history: History) -> Result<String, BrowseError> {
        self.note_dialog().await;
        let left = self.left()?;
        if self.driver.travel(history, left).await? {
            return self.arrived().await;
        }
        if let Some(dialog) = self.dialog().await {
            return Ok(waits_for("opened", &dialog));
        }
        let word = if history == History::Back { "before" } else { "after" };
        Err(BrowseError::new(BrowseErrorKind::NotFound, format!("the history has no page {word} this one")))
    }

    pub(crate) async fn snapshot(&mut self, arguments: &SnapshotArguments) -> Result<String, BrowseError> {
        let scope = match &arguments.target {
            Some(target) => {
                let at = self.locate(target).await?;
                Some((at.frame, at.number))
            }
            None => None,
        };
        let options = SnapshotOptions {
            all: arguments.all,
            compact: arguments.compact,
            depth: arguments.depth,
            scope,
            links: arguments.links,
            budget: arguments.budget,
            from: arguments.from.unwrap_or(0),
            delta: arguments.delta,
        };
        let left = self.left()?;
        let Browse { functions, references, .. } = &mut *self.state;
        let snapshot = take(self.driver, functions, references, &options, left).await?;
        let cut = if snapshot.cut { "\n(the page has more than a snapshot can hold)" } else { "" };
        Ok(format!("{}{cut}", snapshot.text))
    }

    /// The dialog that is open.
    pub(crate) async fn dialog(&mut self) -> Option<String> {
        if !self.driver.supports(Capability::Dialogs) {
            return None;
        }
        let dialog = within(self.end, self.driver.open_dialog()).await.ok()??;
        let default = dialog
            .default
            .filter(|text| !text.is_empty())
            .map(|text| format!(" [{}]", quoted(&text)))
            .unwrap_or_default();
        Some(format!("a dialog ({}) {}{default}", dialog.kind.as_str(), quoted(&dialog.message)))
    }

    pub(crate) async fn answer(&mut self, act: &DialogAct) -> Result<String, BrowseError> {
        let Some(dialog) = self.dialog().await else {
            return Err(BrowseError::new(BrowseErrorKind::NotFound, "no dialog is open"));
        };
        let secrets = self.state.options.secrets.clone();
        let text = act.text.as_deref().map(|text| secrets.resolve(text)).transpose()?.map(|(text, _)| text);
        if !within(self.end, self.driver.answer_dialog(act.accept, text)).await? {
            return Err(BrowseError::new(BrowseErrorKind::NotFound, "no dialog is open any more"));
        }
        let word = if act.accept { "accepted" } else { "dismissed" };
        let next = self.dialog().await.map(|next| format!("\n  {next} is open now")).unwrap_or_default();
        Ok(format!("{word} {dialog}{next}"))
    }

    pub(crate) async fn tabs(&mut self, act: &TabAct) -> Result<String, BrowseError> {
        match act {
            TabAct::List => {}
            TabAct::New(url) => {
                let url = url.as_deref().map(page_url).transpose()?;
                if let Some(url) = &url {
                    self.permit_open(url).await?;
                }
                let before = self.ordered_tabs().await?.into_iter().find(|tab| tab.is_shown);
                let opened = within(self.end, self.driver.open_tab()).await?;
                if let Some(url) = url {
                    let line = match self.open(&url).await {
                        Ok(line) => line,
                        Err(error) => return Err(self.without_blank_tab(&opened, before, error).await),
                    };
                    self.state.news.extend(self.status.is_some_and(is_failure).then_some(line));
                }
            }
            TabAct::Show(name) => {
                let tab = self.tab(name).await?;
                self.permit_tab(&tab).await?;
                within(self.end, self.driver.select_tab(&tab.id)).await?;
            }
            TabAct::Close(name) => {
                let tab = self.tab(name).await?;
                if within(self.end, self.driver.tabs()).await?.len() < 2 {
                    return Err(usage("tabs close: it is the last tab; `close` ends the browser"));
                }
                self.permit_tab(&tab).await?;
                within(self.end, self.driver.close_tab(&tab.id)).await?;
            }
        }
        let tabs = self.ordered_tabs().await?;
        let one = |(at, tab): (usize, &Tab)| {
            let mark = if tab.is_shown { "*" } else { " " };
            format!("{mark} {} {} {} {:?}", at + 1, tab.id, tab.url, tab.title)
        };
        Ok(tabs.iter().enumerate().map(one).collect::<Vec<_>>().join("\n"))
    }

    /// Closes a new tab that is still blank after an error, and shows the tab from before.
    async fn without_blank_tab(
        &mut self,
        opened: &TabId,
        before: Option<Tab>,
        error: BrowseError,
    ) -> BrowseError {
        let Ok(tabs) = self.ordered_tabs().await else { return error };
        let is_blank = tabs.iter().any(|tab| tab.id == *opened && matches!(&*tab.url, "" | "about:blank"));
        let Some(before) = before.filter(|_| is_blank) else { return error };
        let closed = within(self.end, self.driver.close_tab(opened)).await;
        if closed.is_err() || within(self.end, self.driver.select_tab(&before.id)).await.is_err() {
            return error;
        }
        error.with_note("; the new tab was closed")
    }

    /// The tabs in the order in which they were seen first, which is the order of their positions.
    pub(crate) async fn ordered_tabs(&mut self) -> Result<Vec<Tab>, BrowseError> {
        let mut tabs = within(self.end, self.driver.tabs()).await?;
        let known = &self.state.tabs;
        tabs.sort_by_key(|tab| known.iter().position(|id| *id == tab.id).unwrap_or(usize::MAX));
        self.state.tabs = tabs.iter().map(|tab| tab.id.clone()).collect();
        Ok(tabs)
    }

    /// The tab of a position, of a name, or of the first letters of one.
    async fn tab(&mut self, name: &str) -> Result<Tab, BrowseError> {
        let tabs = self.ordered_tabs().await?;
        let position: Option<usize> = name.parse().ok().filter(|at| *at <= tabs.len());
        let exact = tabs.iter().find(|tab| tab.id.as_str() == name);
        let begins: Vec<_> = tabs.iter().filter(|tab| tab.id.as_str().starts_with(name)).collect();
        let found = exact
            .or_else(|| position.and_then(|at| tabs.get(at.checked_sub(1)?)))
            .or(if let [one] = begins.as_slice() { Some(*one) } else { None });
        found.cloned().ok_or_else(|| {
            let names: Vec<&str> = tabs.iter().map(|tab| tab.id.as_str()).collect();
            BrowseError::new(
                BrowseErrorKind::NotFound,
                format!("expected one of the tabs {}, found {name}", names.join(", ")),
            )
        })
    }

    pub(crate) async fn list_frames(&mut self) -> Result<String, BrowseError> {
        let mut lines = Vec::new();
        for frame in self.frames().await? {
            let left = self.left()?;
            let world = webagents_runtime::driver::World::Isolated;
            let url = self.driver.evaluate_in(&frame.id, world, "return location.href", left).await;
            let url = url.ok().flatten().unwrap_or_else(|| "(no answer)".to_owned());
            let name = if frame.name.is_empty() { String::new() } else { format!(" \"{}\"", frame.name) };
            lines.push(format!("{}{url}{name}", "  ".repeat(frame.depth)));
        }
        Ok(lines.join("\n"))
    }

    pub(crate) async fn screenshot(
        &mut self,
        file: Option<&str>,
        force: bool,
        full: bool,
        target: Option<&Target>,
    ) -> Result<String, BrowseError> {
        let area = match target {
            Some(target) => {
                let at = self.locate(target).await?;
                let found: Box = self.call(&at.frame, "box", json!({ "number": at.number })).await?;
                let (x, y) = self.page_point(&at.frame, found.x, found.y).await.unwrap_or((found.x, found.y));
                let main = within(self.end, self.driver.main_frame()).await?;
                let (scroll_x, scroll_y) =
                    if at.frame == main { (found.scroll_x, found.scroll_y) } else { self.scrolled().await? };
                Capture::Part(Rect {
                    x: x + scroll_x,
                    y: y + scroll_y,
                    width: found.width,
                    height: found.height,
                })
            }
            None if full => Capture::Page,
            None => Capture::Viewport,
        };
        let bytes = within(self.end, self.driver.capture(area)).await?;
        self.save(file, force, "png", &bytes)
    }

    /// Pixels by which the page is scrolled.
    async fn scrolled(&mut self) -> Result<(f64, f64), BrowseError> {
        let main = within(self.end, self.driver.main_frame()).await?;
        let left = self.left()?;
        let world = webagents_runtime::driver::World::Isolated;
        let text = self
            .driver
            .evaluate_in(&main, world, "return scrollX+' '+scrollY", left)
            .await?
            .unwrap_or_default();
        let mut numbers = text.split(' ').map(|number| number.parse().unwrap_or(0.0));
        Ok((numbers.next().unwrap_or(0.0), numbers.next().unwrap_or(0.0)))
    }

    pub(crate) async fn pdf(&mut self, file: Option<&str>, force: bool) -> Result<String, BrowseError> {
        let bytes = within(self.end, self.driver.print(Paper::default())).await?;
        self.save(file, force, "pdf", &bytes)
    }

    /// Writes a file: at the named path, or in the folder of the session.
    fn save(
        &mut self,
        file: Option<&str>,
        force: bool,
        kind: &str,
        bytes: &[u8],
    ) -> Result<String, BrowseError> {
        let cannot = |error: std::io::Error| usage(format!("cannot write a file of the session: {error}"));
        let (mut out, file) = match file {
            Some(name) => self.state.folder.create_named(name, force)?,
            None => self.state.folder.create("page", kind).map_err(cannot)?,
        };
        out.write_all(bytes).map_err(|error| usage(format!("cannot write {}: {error}", file.display())))?;
        let text = format!("saved {} bytes to {}", bytes.len(), file.display());
        self.file = Some(file);
        Ok(text)
    }

    /// The texts of the console since the last call.
    pub(crate) async fn texts(&mut self) -> Result<String, BrowseError> {
        if !self.driver.supports(Capability::Console) {
            within(self.end, self.driver.console()).await?;
        }
        self.listen().await?;
        let one = |entry: webagents_runtime::driver::ConsoleEntry| {
            let source = entry.source.map(|source| format!(" ({source})")).unwrap_or_default();
            format!("{}: {}{source}", entry.level, entry.text)
        };
        let lines: Vec<String> = self.state.logs.console.drain(..).map(one).collect();
        if lines.is_empty() {
            return Ok("no new texts".to_owned());
        }
        Ok(self.fenced("console", lines.join("\n")))
    }
}

/// Returns a text of a dialog in quotes, on one line, without control characters.
///
/// It is cut after 1,000 characters.
fn quoted(text: &str) -> String {
    let mut shown: String = text.chars().take(1_000).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    format!("{shown:?}")
}
