//! The facade and the run of one request: the steps around each command, and the details of its error.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use webagents_runtime::PageErrorKind;
use webagents_runtime::driver::{Capability, Driver, FileChooser, FrameId, World};
use webagents_runtime::guard::Boundary;

use crate::browse::{Browse, BrowseReply};
use crate::deadline::within;
use crate::error::{BrowseError, BrowseErrorKind, usage};
use crate::record::ActionRecord;
use crate::report::{waits_for, with_lines};
use crate::request::{ActionRequest, Command, WaitFor};
use crate::safety::limited;
use crate::snapshot::plain;

/// Time for a page to answer after the deadline of a command that it did not take.
const PROBE: Duration = Duration::from_millis(250);
/// Texts of the console that are kept.
const CONSOLE: usize = 1_000;

impl Browse {
    /// Runs a browser command, such as a click, on the page of `driver`, within at most `deadline`.
    ///
    /// Neither the reply nor the error holds the value of a secret.
    pub async fn run(
        &mut self,
        driver: &mut (dyn Driver + '_),
        request: &ActionRequest,
        deadline: Duration,
    ) -> Result<BrowseReply, BrowseError> {
        let secrets = self.options.secrets.clone();
        let mut run = self.begin(driver, deadline);
        let outcome = run.request(request).await;
        let (file, status) = (run.file.take(), run.status);
        // Data stays as it is: the next reply has them.
        let changed = if is_data(request) {
            Vec::new()
        } else {
            self.news.splice(..0, self.functions.take_changed());
            std::mem::take(&mut self.news)
        };
        match outcome {
            Ok(value) => {
                let value = with_lines(value, &changed);
                let value = if is_data(request) { value } else { plain_text(value) };
                let value = secrets.redact(value);
                let (value, saved) = limited(value, self.options.max_output, &mut self.folder);
                Ok(BrowseReply { value, file: file.or(saved), closes: closes(request), status })
            }
            Err(error) => {
                let message = with_lines(error.message().to_owned(), &changed);
                let message = secrets.redact(plain_text(message));
                Err(error.with_message(message))
            }
        }
    }

    /// Runs commands in order, within at most `deadline` in all, and returns the reply of each.
    ///
    /// It ends at the first error, which is the last item, and after `close`.
    pub async fn run_each(
        &mut self,
        driver: &mut (dyn Driver + '_),
        requests: &[ActionRequest],
        deadline: Duration,
    ) -> Vec<Result<BrowseReply, BrowseError>> {
        let end = Instant::now() + deadline;
        let mut replies = Vec::new();
        for (at, request) in requests.iter().enumerate() {
            let left = end.saturating_duration_since(Instant::now());
            let reply = self.run(driver, request, left).await;
            let is_last = reply.as_ref().map_or(true, |reply| reply.closes);
            replies.push(reply.map_err(|error| in_batch(at, request, error)));
            if is_last {
                break;
            }
        }
        replies
    }

    /// Begins a run on the page of `driver`.
    fn begin<'a>(&'a mut self, driver: &'a mut (dyn Driver + 'a), deadline: Duration) -> Run<'a> {
        Run {
            state: self,
            driver,
            end: Instant::now() + deadline,
            current: None,
            file: None,
            status: None,
            again_until: None,
            taken: TakenInput::default(),
            is_judged: false,
            detail: String::new(),
        }
    }

    /// Asks the policy about a page that the caller opens by itself, as for the command `open`.
    ///
    /// The error is of the kind [`BrowseErrorKind::Denied`] if a rule or the user forbids it.
    pub async fn permit_page(
        &mut self,
        driver: &mut (dyn Driver + '_),
        url: &str,
        deadline: Duration,
    ) -> Result<(), BrowseError> {
        let asked = self.begin(driver, deadline).permit_open(url).await;
        asked.map_err(|error| self.redacted(error))
    }

    /// Returns the origin of the page, which a page without an address of its own has from its creator.
    ///
    /// `None` if it is not known, as for an opaque origin.
    pub async fn origin(&mut self, driver: &mut (dyn Driver + '_), deadline: Duration) -> Option<String> {
        let origin = self.begin(driver, deadline).origin_of_record().await;
        origin.filter(|origin| origin != "null")
    }

    /// Returns the HTTP status of the page, if the browser knows it.
    pub async fn page_status(&mut self, driver: &mut (dyn Driver + '_), deadline: Duration) -> Option<u16> {
        self.begin(driver, deadline).page_status().await
    }

    /// Asks the policy about code that the caller runs on the page by itself, as for the command `eval`.
    ///
    /// The error is of the kind [`BrowseErrorKind::Denied`] if a rule or the user forbids it.
    pub async fn permit_code(
        &mut self,
        driver: &mut (dyn Driver + '_),
        code: &str,
        deadline: Duration,
    ) -> Result<(), BrowseError> {
        let asked = self.begin(driver, deadline).permit_code(code).await;
        asked.map_err(|error| self.redacted(error))
    }

    /// Asks the policy about a command whose work the caller does by itself, such as a picture of the page.
    ///
    /// The error is of the kind [`BrowseErrorKind::Denied`] if a rule or the user forbids it.
    pub async fn permit(
        &mut self,
        driver: &mut (dyn Driver + '_),
        request: &ActionRequest,
        deadline: Duration,
    ) -> Result<(), BrowseError> {
        let asked = self.begin(driver, deadline).permit_command(request).await;
        asked.map_err(|error| self.redacted(error))
    }

    fn redacted(&self, error: BrowseError) -> BrowseError {
        let message = self.options.secrets.redact(error.message().to_owned());
        error.with_message(message)
    }
}

/// Returns whether a request may change the page, and not only reads it or waits.
fn acts(request: &ActionRequest) -> bool {
    !matches!(
        request.command(),
        Command::Snapshot(_)
            | Command::Text { .. }
            | Command::Get { .. }
            | Command::Is { .. }
            | Command::Find { .. }
            | Command::Wait(_)
            | Command::Screenshot { .. }
            | Command::Pdf { .. }
            | Command::Frames
            | Command::Console
    )
}

/// Returns whether a request acts by the pointer or by keys, for which the page needs the focus.
fn enters(request: &ActionRequest) -> bool {
    matches!(
        request.command(),
        Command::Click { .. }
            | Command::Type { .. }
            | Command::Fill { .. }
            | Command::Select { .. }
            | Command::Check { .. }
            | Command::Drag { .. }
            | Command::Press { .. }
    )
}

/// The error of the request at an index of a batch.
fn in_batch(at: usize, request: &ActionRequest, error: BrowseError) -> BrowseError {
    let message = format!("batch: action {} ({}): {}", at + 1, request.action(), error.message());
    error.with_message(message)
}

/// Returns whether the value of a request is data of the page, which stays as it is.
fn is_data(request: &ActionRequest) -> bool {
    match request.command() {
        Command::Get { .. } | Command::Text { .. } | Command::Eval { .. } => true,
        Command::Batch(requests) => requests.last().is_some_and(is_data),
        _ => false,
    }
}

/// A text with spaces in the place of characters that control a terminal or the direction of text.
fn plain_text(text: String) -> String {
    let is_kept = |c: char| matches!(c, '\n' | '\t') || plain(c) == c;
    if text.chars().all(is_kept) {
        return text;
    }
    text.chars().map(|c| if is_kept(c) { c } else { ' ' }).collect()
}

/// Returns whether a request closes the session, at its end.
fn closes(request: &ActionRequest) -> bool {
    match request.command() {
        Command::Close => true,
        Command::Batch(requests) => {
            requests.iter().any(|request| matches!(request.command(), Command::Close))
        }
        _ => false,
    }
}

/// Effects of the last input.
#[derive(Debug, Default)]
pub(crate) struct TakenInput {
    /// The target took a click.
    pub(crate) has_clicked: bool,
    /// The target took the press of the pointer, and another element the release.
    pub(crate) is_half: bool,
    /// The target moved away between the press and the release of the last input.
    pub(crate) is_moved: bool,
    /// The file chooser that the input opened.
    pub(crate) chooser: Option<FileChooser>,
}

/// One run of a request.
pub(crate) struct Run<'a> {
    pub(crate) state: &'a mut Browse,
    pub(crate) driver: &'a mut (dyn Driver + 'a),
    pub(crate) end: Instant,
    /// The reference that the request acts on.
    pub(crate) current: Option<u64>,
    pub(crate) file: Option<PathBuf>,
    /// HTTP status of the page to which the request led.
    pub(crate) status: Option<u16>,
    /// Time until which an element that has gone is looked for again.
    pub(crate) again_until: Option<Instant>,
    pub(crate) taken: TakenInput,
    /// The policy has permitted the command that runs.
    pub(crate) is_judged: bool,
    /// Text, keys, options or files that the command enters.
    pub(crate) detail: String,
}

impl Run<'_> {
    /// Runs a request, and each of a batch.
    async fn request(&mut self, request: &ActionRequest) -> Result<String, BrowseError> {
        if let Err(error) = self.begin().await {
            return Err(self.explained(error).await);
        }
        let Command::Batch(requests) = request.command() else { return self.one(request).await };
        self.permit_command(request).await?;
        let mut last = String::new();
        for (at, request) in requests.iter().enumerate() {
            let outcome = self.one(request).await;
            last = outcome.map_err(|error| in_batch(at, request, error))?;
            if matches!(request.command(), Command::Close) {
                break;
            }
        }
        Ok(last)
    }

    /// Has dialogs stay open and the console recorded, at the first request.
    async fn begin(&mut self) -> Result<(), BrowseError> {
        if self.state.is_ready {
            return Ok(());
        }
        if self.driver.supports(Capability::Dialogs) {
            within(self.end, self.driver.hold_dialogs(true)).await?;
        }
        if self.driver.supports(Capability::Choosers) {
            within(self.end, self.driver.hold_choosers(true)).await?;
        }
        if self.driver.supports(Capability::Downloads) {
            let folder = self.state.folder.path();
            let folder =
                folder.map_err(|error| usage(format!("cannot make the folder of downloads: {error}")))?;
            within(self.end, self.driver.use_downloads(folder)).await?;
        }
        if !self.driver.supports(Capability::IsolatedWorld) {
            // An engine without it uses the functions that the page has left intact.
            let script = self.state.functions.install_first();
            within(self.end, self.driver.preload(&script)).await?;
        }
        self.listen().await?;
        self.state.is_ready = true;
        Ok(())
    }

    /// Takes the texts of the console.
    pub(crate) async fn listen(&mut self) -> Result<(), BrowseError> {
        if !self.driver.supports(Capability::Console) {
            return Ok(());
        }
        let texts = within(self.end, self.driver.console()).await?;
        let console = &mut self.state.logs.console;
        console.extend(texts);
        while console.len() > CONSOLE {
            console.pop_front();
        }
        Ok(())
    }

    /// Runs a request that is not a batch, and keeps the details for its error.
    async fn one(&mut self, request: &ActionRequest) -> Result<String, BrowseError> {
        (self.current, self.again_until, self.status) = (None, None, None);
        if !matches!(request.command(), Command::Wait(WaitFor::Download)) {
            self.begin_downloads(acts(request)).await?;
        }
        let began = Instant::now();
        let record = ActionRecord::begin(request).filter(|_| self.state.options.keeps_records);
        let is_recorded = record.is_some();
        if let Some(mut record) = record {
            record.origin = self.origin_of_record().await;
            self.state.logs.records.push(record);
        }
        let outcome = Box::pin(self.command(request)).await;
        if let Some(record) = self.state.logs.records.last_mut().filter(|_| is_recorded) {
            record.duration = began.elapsed();
            record.end = Some(outcome.as_ref().map(drop).map_err(BrowseError::kind));
        }
        let lines = self.new_downloads().await?;
        self.state.news.extend(lines);
        match outcome {
            Ok(value) if request.shows_snapshot() => {
                let value = with_lines(value, &self.state.functions.take_changed());
                let snapshot = self.snapshot(&crate::request::SnapshotArguments::default()).await?;
                Ok(format!("{value}\n{snapshot}"))
            }
            Ok(value) => Ok(value),
            Err(error) => Err(self.explained(error).await),
        }
    }

    /// An error with the page's known state.
    async fn explained(&mut self, error: BrowseError) -> BrowseError {
        let mut hangs = matches!(error.page_kind(), Some(PageErrorKind::Hung | PageErrorKind::Crashed));
        if error.is_cut_short() {
            match self.probe().await {
                Ok(()) => return error.with_note("; the page answers: look at it before you try again"),
                Err(error) if error.kind() == BrowseErrorKind::Dialog => {
                    return Box::pin(self.explained(error)).await;
                }
                Err(_) => hangs = true,
            }
        }
        if hangs {
            // A page that is replaced has another tab, which does not count as new.
            self.state.tabs.clear();
            let note = match self.driver.recover().await {
                Ok(webagents_runtime::page::Recovery::Stopped) => {
                    "; its script was stopped, and the page answers again; if it cannot be left, use `tabs new URL`"
                }
                Ok(_) => "; an empty page is in its place: `open` loads it again",
                Err(_) => "; it could not be recovered: close the session",
            };
            return error.with_note(note);
        }
        if error.kind() == BrowseErrorKind::Dialog
            && let Some(dialog) = self.dialog().await
        {
            let message = waits_for("is open", &dialog);
            return error.with_message(message);
        }
        // An element that has gone; one that shows another thing has a message of its own.
        if error.kind() == BrowseErrorKind::Stale
            && error.message().is_empty()
            && let Some(number) = self.current
        {
            return self.stale(number).await;
        }
        error
    }

    /// Has the page answer, after the deadline of the command.
    async fn probe(&mut self) -> Result<(), BrowseError> {
        let end = Instant::now() + PROBE;
        let frame = within(end, self.driver.main_frame()).await?;
        // The driver itself reports whether the page is late or hangs.
        let script = "return ''";
        within(end + PROBE, self.driver.evaluate_in(&frame, World::Isolated, script, PROBE)).await.map(drop)
    }

    async fn command(&mut self, request: &ActionRequest) -> Result<String, BrowseError> {
        let action = request.action().to_owned();
        // While a dialog is open, the page runs no script.
        let is_free = matches!(
            request.command(),
            Command::Dialog(_)
                | Command::Tabs(_)
                | Command::Close
                | Command::Console
                | Command::Open { .. }
                | Command::Travel(_)
        );
        if !is_free && let Some(dialog) = self.dialog().await {
            return Err(BrowseError::new(BrowseErrorKind::Dialog, waits_for("is open", &dialog)));
        }
        self.permit_command(request).await?;
        if enters(request) && self.driver.supports(Capability::Input) {
            within(self.end, self.driver.take_focus()).await?;
        }
        match request.command() {
            Command::Open { url } => self.open(url).await,
            Command::Snapshot(arguments) => {
                let text = self.snapshot(arguments).await?;
                Ok(self.fenced("snapshot", text))
            }
            Command::Text { target } => self.read("text", target.as_ref()).await,
            Command::Click { target, button, count } => self.click(&action, target, *button, *count).await,
            Command::Hover { target } => self.hover(target).await,
            Command::Type { target, text } => self.write(&action, target, text, true).await,
            Command::Fill { target, text } => self.write(&action, target, text, false).await,
            Command::Select { target, options } => self.select(target, options).await,
            Command::Check { target, checked } => self.check(&action, target, *checked).await,
            Command::Upload { target, files } => self.upload(target, files).await,
            Command::Drag { from, to } => self.drag(from, to).await,
            Command::Press { target, chord } => self.press(target.as_ref(), chord).await,
            Command::Scroll { direction, target, by } => self.scroll(*direction, target.as_ref(), *by).await,
            Command::Get { property, target } => self.get(*property, target.as_ref()).await,
            Command::Is { fact, target } => self.is(*fact, target).await,
            Command::Find { by, pattern, name, limit } => {
                self.find(*by, pattern, name.as_ref(), *limit).await
            }
            Command::Wait(wait) => self.wait(wait).await,
            Command::Eval { code } => self.eval(code).await,
            Command::Travel(history) => self.travel(*history).await,
            Command::Screenshot { file, force, full, target } => {
                self.screenshot(file.as_deref(), *force, *full, target.as_ref()).await
            }
            Command::Pdf { file, force } => self.pdf(file.as_deref(), *force).await,
            Command::Tabs(act) => self.tabs(act).await,
            Command::Frames => self.list_frames().await,
            Command::Dialog(act) => self.answer(act).await,
            Command::Console => self.texts().await,
            Command::Close => Ok("closed".to_owned()),
            Command::Batch(_) => Err(usage("expected no batch in a batch")),
        }
    }

    /// A text of the page, between boundaries if they are wanted.
    pub(crate) fn fenced(&self, kind: &str, text: String) -> String {
        if self.state.options.boundaries { Boundary::random().fence(kind, &text) } else { text }
    }

    /// Time that is left.
    pub(crate) fn left(&self) -> Result<Duration, BrowseError> {
        let left = self.end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(BrowseError::new(
                BrowseErrorKind::Timeout,
                "the deadline has passed; give the command more time",
            ));
        }
        Ok(left)
    }

    /// Time to wait for an element, in milliseconds.
    pub(crate) fn patience(&self) -> Result<u64, BrowseError> {
        let left = self.left()?.saturating_sub(Duration::from_millis(200));
        Ok(u64::try_from(left.min(self.state.options.patience).as_millis()).unwrap_or(3_000))
    }

    /// Calls a function of the page.
    pub(crate) async fn call<T: DeserializeOwned>(
        &mut self,
        frame: &FrameId,
        name: &str,
        arguments: Value,
    ) -> Result<T, BrowseError> {
        self.check_function(name)?;
        let left = self.left()?;
        self.state.functions.call(self.driver, frame, name, &json!([arguments]), left).await
    }

    pub(crate) async fn pause(&self, time: Duration) {
        let left = self.end.saturating_duration_since(Instant::now());
        tokio::time::sleep(time.min(left)).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_control_no_terminal() {
        let text = "A\u{1b}]0;x\u{7}\u{9b}31m\u{202e}\u{200f}b\tc\nä漢".to_owned();
        assert_eq!(plain_text(text), "A ]0;x  31m  b\tc\nä漢");
        for (words, is) in [
            (&["get", "html"][..], true),
            (&["text"], true),
            (&["eval", "1"], true),
            (&["find", "role", "button"], false),
            (&["snapshot"], false),
        ] {
            assert_eq!(is_data(&ActionRequest::from_words(words.iter().copied()).expect("a request")), is);
        }
    }
}
