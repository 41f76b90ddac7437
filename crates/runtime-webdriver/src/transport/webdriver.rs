//! Commands of classic WebDriver, one after the other.
//!
//! The decision: every command is awaited with a deadline of our own, and one that does not come back is kept,
//! not dropped, because a driver answers a session's commands one after the other and a dropped future cancels
//! nothing. While one is kept no other is sent; [`WebDriver::get_back`] waits for it again.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use fantoccini::Client;
use fantoccini::error::CmdError;
use fantoccini::wd::{TimeoutConfiguration, WebDriverCompatibleCommand, WindowHandle};
use http::Method;
use serde_json::{Value, json};
use tokio::sync::{Mutex as AsyncMutex, MutexGuard as AsyncMutexGuard, oneshot};
use tokio::time::timeout;
use webagents_runtime::page::{Recovery, SyntaxCheck, SyntaxFault};
use webagents_runtime::{PageError, PageErrorKind};

use super::engine_messages::{page_error, says_nothing};
use super::failure::{hung, unstoppable};
use crate::driver::capabilities::SCRIPT_TIMEOUT;

/// A script that is not back this long after the deadline keeps the page from answering at all.
const HANG_GRACE: Duration = Duration::from_secs(2);
/// Number and length of the waits for a hung page after its script was stopped.
const RECOVER_TRIES: u32 = 3;
const RECOVER_WAIT: Duration = Duration::from_millis(1_500);
/// Time for commands to the driver, not to the page.
const HOUSEKEEPING: Duration = Duration::from_secs(5);
/// Time for a new window.
const OPEN: Duration = Duration::from_secs(10);
/// Time for a screenshot.
const SCREENSHOT: Duration = Duration::from_secs(10);
/// Time to draw a page that is idle.
const DRAW: Duration = Duration::from_secs(2);
/// Time between two questions to the driver whether a page exists that does not report its end.
#[cfg(feature = "webkit")]
const LOOK_FOR_IT: Duration = Duration::from_secs(1);

/// A command that was sent and has not been answered.
type Pending = Pin<Box<dyn Future<Output = Result<Value, CmdError>> + Send>>;

/// The driver's side of a session.
pub(crate) struct WebDriver {
    client: Client,
    /// Held while a command waits for its answer; the command that was not answered in time.
    late: AsyncMutex<Option<Pending>>,
    /// Timeouts for scripts and loads that the driver has.
    timeouts: Mutex<(Duration, Duration)>,
    /// `true` if commands may go to another frame than the page's own.
    is_in_frame: AtomicBool,
}

/// A command below `session/{id}/`.
#[derive(Debug)]
struct Raw {
    method: Method,
    path: String,
    body: Option<Value>,
}

impl WebDriverCompatibleCommand for Raw {
    fn endpoint(&self, base_url: &url::Url, session_id: Option<&str>) -> Result<url::Url, url::ParseError> {
        base_url.join(&format!("session/{}/{}", session_id.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _: &url::Url) -> (Method, Option<String>) {
        (self.method.clone(), self.body.as_ref().map(Value::to_string))
    }
}

/// The sessions of a chromedriver, which has this command in addition to the standard.
#[derive(Debug)]
struct Sessions;

impl WebDriverCompatibleCommand for Sessions {
    fn endpoint(&self, base_url: &url::Url, _: Option<&str>) -> Result<url::Url, url::ParseError> {
        base_url.join("sessions")
    }

    fn method_and_body(&self, _: &url::Url) -> (Method, Option<String>) {
        (Method::GET, None)
    }
}

/// A command that is under way, which keeps the driver occupied if it is dropped without its answer.
struct Sent<'a> {
    pending: Option<Pending>,
    late: AsyncMutexGuard<'a, Option<Pending>>,
}

impl Sent<'_> {
    async fn answer(&mut self) -> Result<Value, CmdError> {
        let answer = match &mut self.pending {
            Some(pending) => pending.await,
            None => Ok(Value::Null),
        };
        self.pending = None;
        answer
    }
}

impl Drop for Sent<'_> {
    fn drop(&mut self) {
        if let Some(pending) = self.pending.take() {
            *self.late = Some(pending);
        }
    }
}

impl WebDriver {
    pub(crate) fn new(client: Client) -> Self {
        // W3C WebDriver section 10 has the default page load timeout.
        let timeouts = Mutex::new((SCRIPT_TIMEOUT, Duration::from_mins(5)));
        Self { client, late: AsyncMutex::default(), timeouts, is_in_frame: AtomicBool::new(false) }
    }

    fn timeouts(&self) -> MutexGuard<'_, (Duration, Duration)> {
        self.timeouts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets the timeouts, which another program may have set.
    pub(crate) fn forget_timeouts(&self) {
        *self.timeouts() = (Duration::ZERO, Duration::ZERO);
    }

    /// Returns a capability of the session; null if the driver named none.
    pub(super) fn capability(&self, name: &str) -> Value {
        self.client.capabilities().and_then(|all| all.get(name)).cloned().unwrap_or_default()
    }

    /// Returns whether the browser may be a Firefox: a session that was joined does not name its browser.
    pub(crate) fn may_be_firefox(&self) -> bool {
        self.client.capabilities().is_none() || self.capability("browserName") == "firefox"
    }

    /// Returns whether a command that was sent has not been answered in time.
    pub(crate) fn is_occupied(&self) -> bool {
        self.late.try_lock().map_or(true, |late| late.is_some())
    }

    /// The error of a driver that a late command occupies.
    pub(super) fn usable(&self) -> Result<(), PageError> {
        let is_late = self.late.try_lock().is_ok_and(|late| late.is_some());
        if is_late { Err(hung()) } else { Ok(()) }
    }

    /// Sends a command and waits until `within` is over.
    ///
    /// A command that is not back then, or whose caller has given it up, keeps the driver occupied.
    async fn send(
        &self,
        command: impl Future<Output = Result<Value, CmdError>> + Send + 'static,
        within: Duration,
    ) -> Result<Value, PageError> {
        let late = timeout(within, self.late.lock()).await.map_err(|_| hung())?;
        if late.is_some() {
            return Err(hung());
        }
        let mut sent = Sent { pending: Some(Box::pin(command)), late };
        let answer = timeout(within, sent.answer()).await.map_err(|_| hung())?;
        match answer {
            Err(error) if says_nothing(&error) => Err(self.asked(error).await),
            answer => answer.map_err(page_error),
        }
    }

    /// Classifies an error without a status and a message.
    ///
    /// The answer to another command shows whether the browser is gone.
    async fn asked(&self, error: CmdError) -> PageError {
        let (kind, message) = if matches!(timeout(HOUSEKEEPING, self.client.window()).await, Ok(Ok(_))) {
            (PageErrorKind::Other, "the driver reports an error and does not say which")
        } else {
            (PageErrorKind::Lost, "the browser does not answer any more")
        };
        PageError::new(kind, message).with_source(error)
    }

    /// Waits for the command that was not answered in time, if there is one.
    ///
    /// `terminate` ends the script that it waits for, and `lost` is the part of the browser that is given up where
    /// that fails.
    pub(super) async fn get_back<F: Future<Output = ()> + Send>(
        &self,
        terminate: impl Fn() -> F + Send + Sync,
        lost: &str,
    ) -> Option<Result<Recovery, PageError>> {
        let mut pending = self.late.try_lock().ok()?.take()?;
        for _ in 0..RECOVER_TRIES {
            terminate().await;
            if let Ok(answer) = timeout(RECOVER_WAIT, &mut pending).await {
                // Its answer does not matter any more, unless it reports that the browser is gone.
                return Some(match answer.map_err(page_error) {
                    Err(error) if matches!(error.kind(), PageErrorKind::Lost) => Err(error),
                    _ => Ok(Recovery::Stopped),
                });
            }
        }
        Some(Err(unstoppable(lost)))
    }

    /// Sends the driver new timeouts of scripts and loads, if it has others.
    pub(super) async fn set_timeouts(
        &self,
        script: Option<Duration>,
        load: Option<Duration>,
    ) -> Result<(), PageError> {
        let (old_script, old_load) = *self.timeouts();
        let script = script.filter(|&script| script != old_script);
        let load = load.filter(|&load| load != old_load);
        if script.is_none() && load.is_none() {
            return Ok(());
        }
        let client = self.client.clone();
        let timeouts = TimeoutConfiguration::new(script, load, None);
        let command = async move { client.update_timeouts(timeouts).await.map(|()| Value::Null) };
        self.send(command, HOUSEKEEPING).await?;
        *self.timeouts() = (script.unwrap_or(old_script), load.unwrap_or(old_load));
        Ok(())
    }

    async fn raw(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
        within: Duration,
    ) -> Result<Value, PageError> {
        let (client, path) = (self.client.clone(), path.to_owned());
        self.send(async move { client.issue_cmd(Raw { method, path, body }).await }, within).await
    }

    pub(super) async fn post(&self, path: &str, body: Value, within: Duration) -> Result<Value, PageError> {
        self.raw(Method::POST, path, Some(body), within).await
    }

    pub(super) async fn get(&self, path: &str, within: Duration) -> Result<Value, PageError> {
        self.raw(Method::GET, path, None, within).await
    }

    pub(super) async fn delete(&self, path: &str, within: Duration) -> Result<Value, PageError> {
        self.raw(Method::DELETE, path, None, within).await
    }

    /// Has the following commands go to the frame that an element of the current one holds.
    pub(super) async fn enter_frame(&self, element: Value) -> Result<(), PageError> {
        self.is_in_frame.store(true, Ordering::Relaxed);
        self.post("frame", json!({ "id": element }), HOUSEKEEPING).await.map(drop)
    }

    /// Has the following commands go to the page's own frame.
    pub(super) async fn leave_frames(&self) -> Result<(), PageError> {
        if self.is_in_frame.load(Ordering::Relaxed) {
            self.post("frame", json!({ "id": null }), HOUSEKEEPING).await?;
            self.is_in_frame.store(false, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Runs a script, the body of a function, in the page's own frame.
    pub(super) async fn execute(&self, script: String, deadline: Duration) -> Result<Value, PageError> {
        self.leave_frames().await?;
        self.execute_here(script, deadline).await
    }

    /// The same in the current frame.
    pub(super) async fn execute_here(&self, script: String, deadline: Duration) -> Result<Value, PageError> {
        let client = self.client.clone();
        self.send(async move { client.execute(&script, Vec::new()).await }, deadline + HANG_GRACE).await
    }

    /// Loads `url`.
    pub(super) async fn navigate(&self, url: &str, deadline: Duration) -> Result<(), PageError> {
        self.set_timeouts(None, Some(deadline)).await?;
        // fantoccini's own `goto` reads the current URL first, which a page can make impossible.
        self.post("url", json!({ "url": url }), deadline + HANG_GRACE).await.map(drop)
    }

    pub(super) async fn url(&self) -> Result<String, PageError> {
        let client = self.client.clone();
        let command = async move { client.current_url().await.map(|url| Value::String(url.into())) };
        match self.send(command, HOUSEKEEPING).await? {
            Value::String(url) => Ok(url),
            _ => Err(PageError::new(PageErrorKind::Other, "the driver names no URL")),
        }
    }

    pub(super) async fn screenshot(&self) -> Result<Vec<u8>, PageError> {
        let client = self.client.clone();
        let (give, take) = oneshot::channel();
        let command = async move {
            let picture = client.screenshot().await?;
            // Nobody waits for a picture that comes too late.
            let _ = give.send(picture);
            Ok(Value::Null)
        };
        self.send(command, SCREENSHOT).await?;
        take.await.map_err(|error| {
            PageError::new(PageErrorKind::Other, "the driver gave no picture").with_source(error)
        })
    }

    /// Returns whether the page is drawn, as one that is idle is.
    pub(super) async fn draws(&self) -> bool {
        // Not kept as a late command: a page that is busy draws when it is idle again, and answers then.
        matches!(timeout(DRAW, self.client.screenshot()).await, Ok(Ok(_)))
    }

    /// Opens a tab in the background and returns its handle.
    pub(super) async fn open(&self) -> Result<String, PageError> {
        let client = self.client.clone();
        let command =
            async move { client.new_window(true).await.map(|made| Value::from(String::from(made.handle))) };
        Ok(self.send(command, OPEN).await?.as_str().unwrap_or_default().to_owned())
    }

    /// Makes the tab `handle` the one that commands are for.
    ///
    /// The driver counts a tab among its windows once a command names it.
    pub(super) async fn switch_to(&self, handle: String) -> Option<()> {
        self.client.switch_to_window(WindowHandle::try_from(handle).ok()?).await.ok()
    }

    /// Returns the window that commands are for.
    pub(super) async fn window(&self) -> Option<String> {
        timeout(HOUSEKEEPING, self.client.window()).await.ok()?.ok().map(String::from)
    }

    /// Sends a command that may be sent twice, before the commands that may not.
    ///
    /// geckodriver (0.37) closes the connection on which it answered the command for a new session in about one of a
    /// hundred sessions. The next command on it has no answer and is not logged by the driver.
    pub(super) async fn settle(&self) {
        for _ in 0..2 {
            let answer = timeout(HOUSEKEEPING, self.client.window()).await;
            if !matches!(answer, Ok(Err(CmdError::Failed(_) | CmdError::FailedC(_) | CmdError::Lost(_)))) {
                return;
            }
        }
    }

    /// Waits until the driver reports that the page is gone. It answers while the page is busy.
    #[cfg(feature = "webkit")]
    pub(super) async fn gone(&self) -> PageError {
        loop {
            tokio::time::sleep(LOOK_FOR_IT).await;
            if let Ok(Err(error)) = timeout(HOUSEKEEPING, self.client.current_url()).await {
                let error = page_error(error);
                if matches!(error.kind(), PageErrorKind::Lost | PageErrorKind::Closed) {
                    return error;
                }
            }
        }
    }

    /// Has Chromium's driver run `script` first in every document. Other drivers do not know the command.
    pub(crate) async fn add_script(&self, script: &str, within: Duration) -> Result<(), PageError> {
        let add = "Page.addScriptToEvaluateOnNewDocument";
        let body = json!({ "cmd": add, "params": { "source": script } });
        self.post("goog/cdp/execute", body, within).await.map(drop)
    }

    /// Looks for a syntax error in `script`, the body of a function, as Chromium's driver can.
    pub(super) async fn check_syntax(&self, script: &str) -> Result<SyntaxCheck, PageError> {
        let body = json!({ "cmd": "Runtime.compileScript", "params": compile(script) });
        match self.post("goog/cdp/execute", body, HOUSEKEEPING).await {
            Ok(answer) => Ok(syntax(&answer)),
            Err(error) if matches!(error.kind(), PageErrorKind::Lost | PageErrorKind::Hung) => Err(error),
            Err(_) => Ok(SyntaxCheck::Unknown),
        }
    }

    /// Returns the address of the debugger of a Chromium.
    ///
    /// A chromedriver names it for a session that was joined.
    pub(super) async fn debugger(&self) -> Option<String> {
        let address = |chrome: &Value| chrome["debuggerAddress"].as_str().map(str::to_owned);
        if self.client.capabilities().is_some() {
            return address(&self.capability("goog:chromeOptions"));
        }
        let client = self.client.clone();
        let sessions = self.send(async move { client.issue_cmd(Sessions).await }, OPEN).await.ok()?;
        let id = timeout(OPEN, self.client.session_id()).await.ok()?.ok()??;
        let session = sessions.as_array()?.iter().find(|one| one["id"] == id)?;
        address(&session["capabilities"]["goog:chromeOptions"])
    }
}

/// Returns the parameters of `Runtime.compileScript` for the body of a function.
pub(super) fn compile(script: &str) -> Value {
    json!({ "expression": format!("(function(){{{script}\n}})"), "sourceURL": "", "persistScript": false })
}

/// Reads the answer of `Runtime.compileScript`: lines and columns count from 0 there.
pub(super) fn syntax(answer: &Value) -> SyntaxCheck {
    let Some(details) = answer.get("exceptionDetails") else { return SyntaxCheck::Valid };
    let number = |name: &str| details[name].as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
    let description = details["exception"]["description"].as_str().or_else(|| details["text"].as_str());
    let message = description.and_then(|text| text.lines().next()).unwrap_or("SyntaxError");
    SyntaxCheck::Fault(SyntaxFault::new(message, number("lineNumber") + 1, number("columnNumber") + 1))
}
