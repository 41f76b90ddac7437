//! [`Page`] over WebDriver.
//!
//! The decision: every command is awaited with a deadline of our own, and one that does not come back is kept,
//! not dropped, because a driver answers a session's commands one after the other and a dropped future cancels
//! nothing. While one is kept the session takes no other; [`Page::recover`] gets it back.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use fantoccini::Client;
use fantoccini::error::CmdError;
use fantoccini::wd::TimeoutConfiguration;
use serde_json::{Value, json};
use tokio::time::{Instant, timeout, timeout_at};
use webagents_runtime::{
    Answer, HarnessSecrets, Page, PageError, PageErrorKind, PageEvent, PageFuture, Preload, Recovery,
    SyntaxCheck, SyntaxFault,
};

use crate::driver::capabilities::BLANK;
use crate::session::Session;
use crate::session::keep_alive::with_keep_alive;
use crate::transport::Transport;
use crate::transport::engine_messages::{Post, page_error, says_nothing};
use crate::transport::events::{Driven, End, hung};

/// The driver's own limit on a script is the caller's deadline and this: the harness answers at the deadline
/// itself, the driver only for a page whose timers do not run.
const DRIVER_GRACE: Duration = Duration::from_secs(1);
/// A script that is not back this long after the deadline keeps the page from answering at all.
const HANG_GRACE: Duration = Duration::from_secs(2);
/// Number and length of the waits for a hung page after its script was stopped.
const RECOVER_TRIES: u32 = 3;
const RECOVER_WAIT: Duration = Duration::from_millis(1_500);
/// The code that Chromium's error page shows, such as `ERR_CONNECTION_REFUSED`; null on every other page.
const ERROR_PAGE: &str = "return location.protocol === 'chrome-error:' \
                          ? document.querySelector('.error-code')?.textContent ?? '' : null";
/// When the document began, and what a script answers in another one.
///
/// Chromium's driver runs a script again in the next document when the one it ran in goes away, and what a script does
/// must be done once.
const BORN: &str = "return performance.timeOrigin";
const MOVED: &str = "false";
/// The same of a document that is loaded, and not the empty one before it.
const WHOLE: &str = "return document.readyState === 'complete' && location.href !== 'about:blank' \
                     ? performance.timeOrigin : null";
/// Firefox's driver reports that the document has gone before it shows the next one, and does not report that one. So
/// it is polled for this long.
const NEXT_DOCUMENT: Duration = Duration::from_secs(10);
const LOOK_AGAIN: Duration = Duration::from_millis(100);
/// The same of the address that it names, which it learns from another process.
const ADDRESS: Duration = Duration::from_secs(2);
const HERE: &str = "return location.href";
/// Time between two questions to the driver whether a page exists that does not report its end.
const LOOK_FOR_IT: Duration = Duration::from_secs(1);
/// A script that every page answers, and the time it has where the one before it had no answer.
const PROBE: &str = "return true";
const PROBE_TIME: Duration = Duration::from_millis(500);
/// Time to draw a page that is idle.
const DRAW_TIME: Duration = Duration::from_secs(2);
/// Time for commands that ask the driver, not the page.
const HOUSEKEEPING: Duration = Duration::from_secs(5);

/// A command that was sent and has not been answered.
pub(crate) type Pending = Pin<Box<dyn Future<Output = Result<Value, CmdError>> + Send>>;

impl Session {
    /// Sends a command and waits until `deadline`.
    ///
    /// A command that is not back then keeps the session occupied.
    pub(crate) async fn send(
        &mut self,
        command: impl Future<Output = Result<Value, CmdError>> + Send + 'static,
        within: Duration,
    ) -> Result<Value, PageError> {
        self.usable()?;
        let mut pending: Pending = Box::pin(command);
        match timeout(within, &mut pending).await {
            Ok(Err(error)) if says_nothing(&error) => Err(self.asked(error).await),
            Ok(answer) => self.settled(answer),
            Err(_) => {
                self.pending = Some(pending);
                Err(hung())
            }
        }
    }

    /// Classifies an error without a status and a message: the answer to another command shows whether the browser is
    /// gone.
    async fn asked(&mut self, error: CmdError) -> PageError {
        let client = self.client.clone();
        if matches!(timeout(HOUSEKEEPING, client.window()).await, Ok(Ok(_))) {
            return PageError::new(
                PageErrorKind::Other,
                "the driver reports an error and does not say which",
            )
            .with_source(error);
        }
        let gone =
            PageError::new(PageErrorKind::Lost, "the browser does not answer any more").with_source(error);
        self.ended(&gone);
        gone
    }

    fn settled(&mut self, answer: Result<Value, CmdError>) -> Result<Value, PageError> {
        answer.map_err(|error| {
            let error = page_error(error);
            self.ended(&error);
            error
        })
    }

    /// Gives the session up when the error says that it is of no more use.
    pub(crate) fn ended(&mut self, error: &PageError) {
        if matches!(error.kind(), PageErrorKind::Lost | PageErrorKind::Closed) {
            self.give_up(error.message().to_owned());
        }
    }

    /// Chromium's driver answers the navigation to a port without a listener, or that is blocked as unsafe, as if it
    /// had succeeded: the browser did load a document, an error page of its own. Only that document's scheme shows it,
    /// which no site can have or imitate in `location`.
    pub(crate) async fn refuse_error_page(&mut self, url: &str, deadline: Duration) -> Result<(), PageError> {
        if let Transport::Inspector(inspector) = &self.transport {
            let asked_for = url.trim().eq_ignore_ascii_case(BLANK);
            let why = if asked_for { None } else { inspector.failure().await };
            let Some(why) = why else { return Ok(()) };
            let message = format!("the browser cannot show {url}: {why}");
            return Err(PageError::new(PageErrorKind::Unreachable, message));
        }
        match self.evaluate(ERROR_PAGE, deadline).await {
            Ok(Answer::Text(code)) => {
                let code = code.trim();
                let why = if code.is_empty() { String::new() } else { format!(" ({code})") };
                Err(PageError::new(
                    PageErrorKind::Unreachable,
                    format!("the browser cannot show {url} and shows an error page of its own{why}"),
                ))
            }
            Err(error) if matches!(error.kind(), PageErrorKind::Lost | PageErrorKind::Hung) => Err(error),
            // A page that opens a dialog, moves on at once, or breaks the driver's script is a page.
            Ok(_) | Err(_) => Ok(()),
        }
    }

    /// Sends a script by the driver.
    async fn classic(&mut self, script: String, deadline: Duration) -> Result<Value, PageError> {
        let client = self.client.clone();
        self.send(async move { client.execute(&script, Vec::new()).await }, deadline + HANG_GRACE).await
    }

    /// The same by a driver that does not run it again in another document.
    ///
    /// A document may go away before it, since a run is more than one script.
    async fn classic_once(&mut self, script: &str, deadline: Duration) -> Result<Value, PageError> {
        if self.shows_only_the_web {
            let born = self.classic(BORN.to_owned(), deadline).await?;
            if std::mem::replace(&mut self.born, born) != self.born {
                self.await_address().await;
            }
        }
        self.classic(script.to_owned(), deadline).await
    }

    /// Waits until a document is there, and whole, that is not the one that code ran in.
    async fn await_another(&mut self) {
        let end = Instant::now() + NEXT_DOCUMENT;
        while Instant::now() < end {
            match self.classic(WHOLE.to_owned(), LOOK_AGAIN).await {
                Ok(now) if now != self.born && now.is_number() => return self.await_address().await,
                Err(error) if matches!(error.kind(), PageErrorKind::Lost | PageErrorKind::Hung) => return,
                _ => tokio::time::sleep(LOOK_AGAIN).await,
            }
        }
    }

    /// Waits until the driver names the address of the document that is there: of the one before, for a moment.
    async fn await_address(&mut self) {
        let end = Instant::now() + ADDRESS;
        while Instant::now() < end {
            let here = self.classic(HERE.to_owned(), LOOK_AGAIN).await;
            let named = self.url().await;
            match (here, named) {
                (Ok(Value::String(here)), Ok(named)) if here == named => return,
                (Err(error), _) | (_, Err(error))
                    if matches!(error.kind(), PageErrorKind::Lost | PageErrorKind::Hung) =>
                {
                    return;
                }
                _ => tokio::time::sleep(LOOK_AGAIN).await,
            }
        }
    }

    /// Returns the error of a script that the driver gave up, and which did not end at its own deadline.
    ///
    /// `WebKitWebDriver` runs each script by one of its own in the page's realm, and where the page has replaced what that
    /// script needs, no script has an answer. A busy page answers none either, but does not draw.
    async fn unanswered(&mut self, late: PageError) -> PageError {
        if self.set_timeouts(Some(PROBE_TIME), None).await.is_err() {
            return late;
        }
        let probed = self.classic(PROBE.to_owned(), PROBE_TIME).await;
        if !matches!(&probed, Err(error) if error.kind() == PageErrorKind::Timeout) {
            return late;
        }
        // Not kept as a pending command: a page that is busy draws when it is idle again, and answers then.
        if !matches!(timeout(DRAW_TIME, self.client.screenshot()).await, Ok(Ok(_))) {
            return late;
        }
        let why = "the page is idle and gives no answer to any script: it, or the code, has replaced what the driver's own \
                   script needs";
        PageError::new(PageErrorKind::Script, why).with_source(late)
    }

    fn usable(&self) -> Result<(), PageError> {
        if let Some(why) = &self.lost {
            return Err(PageError::new(PageErrorKind::Lost, format!("the session has ended: {why}")));
        }
        if self.pending.is_some() { Err(hung()) } else { Ok(()) }
    }

    /// Refuses the pages of a browser whose session may act on the browser itself: code that runs in them could do
    /// anything that the user can.
    fn may_be_shown(&self, url: &str) -> Result<(), PageError> {
        let scheme = url.split_once(':').map(|(scheme, _)| scheme.trim().to_ascii_lowercase());
        let is_of_the_web = match scheme.as_deref() {
            Some("http" | "https" | "file" | "data" | "blob") => true,
            Some("about") => url.trim().eq_ignore_ascii_case(BLANK),
            _ => false,
        };
        if !self.shows_only_the_web || is_of_the_web {
            return Ok(());
        }
        Err(PageError::new(
            PageErrorKind::Unreachable,
            format!(
                "{url} is not opened: this session shows addresses of the schemes http, https, file, data and \
                 blob, and about:blank, because code in the browser's own pages would have the browser's power"
            ),
        ))
    }

    /// Waits for a command that was kept, and stops the script that it waits for.
    async fn get_back(&mut self, mut pending: Pending) -> Result<Recovery, PageError> {
        for _ in 0..RECOVER_TRIES {
            match &self.transport {
                Transport::Cdp(cdp) => cdp.terminate().await,
                Transport::Bidi(bidi) => bidi.terminate().await,
                // The engine ends it by itself.
                Transport::Inspector(_) | Transport::Classic => {}
            }
            if let Ok(answer) = timeout_at(Instant::now() + RECOVER_WAIT, &mut pending).await {
                // What it answers does not matter any more, unless it is that the browser is gone.
                return match self.settled(answer) {
                    Err(error) if error.kind() == PageErrorKind::Lost => Err(error),
                    _ => Ok(Recovery::Stopped),
                };
            }
        }
        self.unstoppable()
    }

    fn unstoppable(&mut self) -> Result<Recovery, PageError> {
        let why = if self.context.is_some() {
            "the page did not answer and could not be stopped, so its context was given up"
        } else {
            "the page did not answer and could not be stopped, so the browser was given up"
        };
        self.give_up(why.to_owned());
        Err(PageError::new(PageErrorKind::Lost, why))
    }

    /// Tells the driver how long scripts and loads may take, if it does not know.
    async fn set_timeouts(
        &mut self,
        script: Option<Duration>,
        load: Option<Duration>,
    ) -> Result<(), PageError> {
        let script = script.filter(|&script| script != self.script_timeout);
        let load = load.filter(|&load| load != self.load_timeout);
        if script.is_none() && load.is_none() {
            return Ok(());
        }
        let client = self.client.clone();
        let configuration = TimeoutConfiguration::new(script, load, None);
        self.send(
            async move { client.update_timeouts(configuration).await.map(|()| Value::Null) },
            HOUSEKEEPING,
        )
        .await?;
        self.script_timeout = script.unwrap_or(self.script_timeout);
        self.load_timeout = load.unwrap_or(self.load_timeout);
        Ok(())
    }
}

/// Reads the result of a script as WebDriver writes it.
fn answer(value: Value) -> Answer {
    match value {
        Value::String(text) => Answer::Text(text),
        Value::Null => Answer::Null,
        _ => Answer::Other,
    }
}

/// The error of a navigation, with the address.
pub(crate) fn not_shown(url: &str, deadline: Duration, error: PageError) -> PageError {
    let message = match error.kind() {
        PageErrorKind::Timeout => format!("{url} did not load within {} ms", deadline.as_millis()),
        PageErrorKind::Unreachable => format!("the browser cannot show {url}: {}", error.message()),
        _ => return error,
    };
    PageError::new(error.kind(), message).with_source(error)
}

/// Waits until the driver says that the page is gone, of which `WebKit`'s inspector says nothing.
///
/// It answers while the page is busy.
async fn gone(client: Client) -> PageError {
    loop {
        tokio::time::sleep(LOOK_FOR_IT).await;
        if let Ok(Err(error)) = timeout(HOUSEKEEPING, client.current_url()).await {
            let error = page_error(error);
            if matches!(error.kind(), PageErrorKind::Lost | PageErrorKind::Closed) {
                return error;
            }
        }
    }
}

impl Page for Session {
    fn navigate<'a>(&'a mut self, url: &'a str, deadline: Duration) -> PageFuture<'a, ()> {
        let watch = self.watch();
        let work = Box::pin(async move {
            self.usable()?;
            self.may_be_shown(url)?;
            if let Transport::Bidi(bidi) = &mut self.transport {
                bidi.navigate(url, deadline)
                    .await
                    .map_err(|error| not_shown(url, deadline, error))
                    .inspect_err(|error| self.ended(error))?;
                self.keys.arrived();
                return Ok(());
            }
            if let Transport::Inspector(inspector) = &mut self.transport {
                inspector.open_channel().await?;
                inspector.set_out();
            }
            if matches!(&self.transport, Transport::Cdp(cdp) if cdp.has_context()) {
                return self.show(url, deadline).await;
            }
            self.set_timeouts(None, Some(deadline)).await?;
            let driven = self.transport.tab().cloned();
            let drive = |by| {
                if let Some(tab) = &driven {
                    tab.state().driven = by;
                }
            };
            drive(Driven::ByTheDriver);
            // fantoccini's own `goto` asks for the current URL first, which a page can make impossible.
            let client = self.client.clone();
            let command = Post { path: "url", body: json!({ "url": url }) };
            let navigated =
                self.send(async move { client.issue_cmd(command).await }, deadline + HANG_GRACE).await;
            drive(Driven::No);
            navigated.map_err(|error| not_shown(url, deadline, error))?;
            self.refuse_error_page(url, deadline).await?;
            self.keys.arrived();
            Ok(())
        });
        with_keep_alive(watch, work)
    }

    fn url(&mut self) -> PageFuture<'_, String> {
        Box::pin(async move {
            self.leave().await?;
            match &self.transport {
                Transport::Cdp(cdp) => return cdp.url().await,
                Transport::Bidi(bidi) => return bidi.url().await,
                // The driver asks the browser and not the page.
                Transport::Inspector(_) | Transport::Classic => {}
            }
            let client = self.client.clone();
            let answer = self.send(
                async move { client.current_url().await.map(|url| Value::String(url.into())) },
                HOUSEKEEPING,
            );
            match answer.await? {
                Value::String(url) => Ok(url),
                _ => Err(PageError::new(PageErrorKind::Other, "the driver names no URL")),
            }
        })
    }

    fn evaluate<'a>(&'a mut self, script: &'a str, deadline: Duration) -> PageFuture<'a, Answer> {
        let watch = self.watch();
        let work = Box::pin(async move {
            if self.pending.is_some() {
                return Err(hung());
            }
            self.leave().await?;
            let evaluated = match &mut self.transport {
                Transport::Cdp(cdp) => Some(cdp.evaluate(script, deadline).await),
                Transport::Bidi(bidi) => Some(bidi.evaluate(script, deadline).await),
                Transport::Inspector(inspector) => {
                    let gone = gone(self.client.clone());
                    Some(tokio::select! {
                        biased;
                        evaluated = inspector.evaluate(script, deadline) => evaluated,
                        error = gone => Err(error),
                    })
                }
                Transport::Classic => None,
            };
            if let Some(evaluated) = evaluated {
                return evaluated.inspect_err(|error| self.ended(error));
            }
            self.set_timeouts(Some(deadline + DRIVER_GRACE), None).await?;
            if !self.reruns {
                // Of the others Firefox alone shows the old document for a while when it has gone.
                let evaluated = self.classic_once(script, deadline).await;
                return match evaluated {
                    Err(late) if late.kind() == PageErrorKind::Timeout => Err(self.unanswered(late).await),
                    Err(gone) if gone.kind() == PageErrorKind::Navigated => {
                        self.await_another().await;
                        Err(gone)
                    }
                    evaluated => evaluated.map(answer),
                };
            }
            // The document's time origin distinguishes it from the next one.
            let Value::Number(born) = self.classic(BORN.to_owned(), deadline).await? else {
                return Ok(answer(self.classic(script.to_owned(), deadline).await?));
            };
            let once = format!("if(performance.timeOrigin!=={born})return {MOVED};{script}");
            match self.classic(once, deadline).await? {
                Value::Bool(false) => Err(PageError::new(
                    PageErrorKind::Navigated,
                    "the document went away while the script ran",
                )),
                other => Ok(answer(other)),
            }
        });
        with_keep_alive(watch, work)
    }

    fn recover(&mut self) -> PageFuture<'_, Recovery> {
        Box::pin(async move {
            if let Some(why) = &self.lost {
                return Err(PageError::new(PageErrorKind::Lost, format!("the session has ended: {why}")));
            }
            let crashed = self.transport.tab().is_some_and(|tab| tab.state().end == Some(End::Crashed));
            if crashed {
                return self.replace_page().await;
            }
            if let Some(pending) = self.pending.take() {
                return self.get_back(pending).await;
            }
            match &self.transport {
                Transport::Cdp(cdp) => match cdp.stop().await {
                    Some(recovery) => Ok(recovery),
                    None => self.unstoppable(),
                },
                Transport::Bidi(bidi) => match bidi.stop().await {
                    Some(recovery) => Ok(recovery),
                    None => self.replace_page().await,
                },
                Transport::Inspector(inspector) => match inspector.stop().await {
                    Some(recovery) => Ok(recovery),
                    None => self.unstoppable(),
                },
                Transport::Classic => Ok(Recovery::Stopped),
            }
        })
    }

    fn check_syntax<'a>(&'a mut self, script: &'a str) -> PageFuture<'a, SyntaxCheck> {
        Box::pin(async move {
            self.leave().await?;
            let compiled = match &self.transport {
                Transport::Bidi(bidi) => return bidi.check_syntax(script).await,
                Transport::Inspector(inspector) => return inspector.check_syntax(script).await,
                Transport::Cdp(cdp) if cdp.has_context() => Some(cdp.compile(script).await),
                Transport::Cdp(_) | Transport::Classic => None,
            };
            if let Some(compiled) = compiled {
                return compiled.map(|answer| syntax(&answer)).inspect_err(|error| self.ended(error));
            }
            // Chromium's driver hands commands of the DevTools Protocol through; others do not know this one.
            let client = self.client.clone();
            let body = json!({
                "cmd": "Runtime.compileScript",
                "params": { "expression": format!("(function(){{{script}\n}})"), "sourceURL": "", "persistScript": false },
            });
            let command = Post { path: "goog/cdp/execute", body };
            match self.send(async move { client.issue_cmd(command).await }, HOUSEKEEPING).await {
                Ok(answer) => Ok(syntax(&answer)),
                Err(error) if matches!(error.kind(), PageErrorKind::Lost | PageErrorKind::Hung) => Err(error),
                Err(_) => Ok(SyntaxCheck::Unknown),
            }
        })
    }

    fn keys(&mut self) -> &mut HarnessSecrets {
        &mut self.keys
    }

    fn preload<'a>(&'a mut self, script: &'a str) -> PageFuture<'a, Preload> {
        Box::pin(async move {
            self.usable()?;
            self.leave().await?;
            match &mut self.transport {
                Transport::Cdp(cdp) => cdp.preload(script).await,
                Transport::Bidi(bidi) => bidi.preload(script).await,
                Transport::Inspector(inspector) => inspector.preload(script).await,
                Transport::Classic => Ok(Preload::Unsupported),
            }
        })
    }

    fn listen(&mut self, take: &str) {
        match &mut self.transport {
            Transport::Cdp(cdp) => cdp.listen(take),
            Transport::Bidi(bidi) => bidi.listen(take),
            Transport::Inspector(inspector) => inspector.listen(take),
            Transport::Classic => {}
        }
    }

    fn drain_events(&mut self) -> Vec<PageEvent> {
        let mut heard = std::mem::take(&mut self.pending_events);
        if let Some(tab) = self.transport.tab() {
            heard.extend(tab.drain_events());
        }
        heard
    }
}

/// Reads the answer of `Runtime.compileScript`: lines and columns count from 0 there.
fn syntax(answer: &Value) -> SyntaxCheck {
    let Some(details) = answer.get("exceptionDetails") else { return SyntaxCheck::Valid };
    let number = |name: &str| details[name].as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
    let description = details["exception"]["description"].as_str().or_else(|| details["text"].as_str());
    let message = description.and_then(|text| text.lines().next()).unwrap_or("SyntaxError");
    SyntaxCheck::Fault(SyntaxFault::new(message, number("lineNumber") + 1, number("columnNumber") + 1))
}
