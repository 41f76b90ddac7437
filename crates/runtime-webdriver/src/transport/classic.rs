//! A page over the commands of W3C WebDriver, which every driver has.
//!
//! The decision: one script at a time and in one document, where drivers allow more than that. Chromium's driver runs a
//! script again in the next document, and Firefox's shows the old document for a while when it has gone.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::time::Instant;
use webagents_runtime::driver::Capability;
use webagents_runtime::page::{Answer, PageFuture, Preload, Recovery, SyntaxCheck};
use webagents_runtime::{PageError, PageErrorKind};

use super::cdp::endpoint::browser_of;
use super::cdp::storage::DevtoolsTab;
use super::error_page::refuse_error_page;
use super::events::Tab;
use super::failure::{moved, not_shown};
use super::primitives::commands;
use super::storage::{StorageFuture, StorageTab, unavailable};
use super::webdriver::WebDriver;
use super::{Stopping, Transport};

/// Time that the driver gives a script in addition to the caller's deadline.
///
/// The harness answers at the deadline itself, the driver only for a page whose timers do not run.
const DRIVER_GRACE: Duration = Duration::from_secs(1);
/// The time at which the document began, and the answer of a script in another one.
///
/// Chromium's driver runs a script again in the next document when the one it ran in goes away, and what a script does
/// must be done once.
const BORN: &str = "return performance.timeOrigin";
const MOVED: &str = "false";
/// The same of a document that is loaded, and not the empty one before it.
const WHOLE: &str = "return document.readyState === 'complete' && location.href !== 'about:blank' \
                     ? performance.timeOrigin : null";
/// Time for which Firefox's driver is polled for the next document.
///
/// It reports that the document has gone before it shows the next one, and does not report that one.
const NEXT_DOCUMENT: Duration = Duration::from_secs(10);
const LOOK_AGAIN: Duration = Duration::from_millis(100);
/// The same of the address that it names, which it learns from another process.
const ADDRESS: Duration = Duration::from_secs(5);
const HERE: &str = "return location.href";
/// A script that every page answers, and its time if the script before it had no answer.
const PROBE: &str = "return true";
const PROBE_TIME: Duration = Duration::from_millis(500);
/// Returns the time until `end`; `None` after it.
fn left_until(end: Instant) -> Option<Duration> {
    end.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())
}

/// A page by the driver alone.
pub(crate) struct Classic {
    driver: WebDriver,
    /// Without events.
    tab: Tab,
    /// `true` if the driver runs a script again in the next document when its own goes away.
    reruns: bool,
    /// `true` if the driver may show the old document for a while when it has gone.
    is_late: bool,
    /// The beginning of the document in which code ran last, if that has to be known.
    born: Mutex<Value>,
}

/// Loads `url` by the driver in the page of a transport.
///
/// Chromium's driver answers the navigation to a port without a listener, or that is blocked as unsafe, as if it
/// had succeeded: the browser did load a document, an error page of its own. Only that document's scheme shows it,
/// which no site can have or imitate in `location`.
pub(super) async fn navigate(
    transport: &dyn Transport,
    url: &str,
    deadline: Duration,
) -> Result<(), PageError> {
    let navigated = transport.driver().navigate(url, deadline).await;
    navigated.map_err(|error| not_shown(url, deadline, error))?;
    refuse_error_page(transport, url, deadline).await
}

impl Classic {
    pub(super) async fn new(driver: WebDriver) -> Self {
        driver.settle().await;
        // Capabilities that only chromedriver and Edge's driver return; every driver returns "goog:chromeOptions" as it
        // was requested.
        let reruns = ["chrome", "msedge"].iter().any(|name| !driver.capability(name).is_null());
        let is_late = driver.may_be_firefox();
        Self { driver, tab: Tab::default(), reruns, is_late, born: Mutex::default() }
    }

    async fn run(&self, script: &str, deadline: Duration) -> Result<Value, PageError> {
        self.driver.execute(script.to_owned(), deadline).await
    }

    /// Takes the time at which the document began, and returns whether it is another one.
    fn is_new(&self, born: &Value) -> bool {
        let mut known = self.born.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new = *known != *born;
        known.clone_from(born);
        is_new
    }

    /// Runs a script by a driver that does not run it again in another document.
    ///
    /// A document may go away before it, since a run is more than one script.
    async fn run_once(&self, script: &str, deadline: Duration) -> Result<Value, PageError> {
        if self.is_late && self.is_new(&self.run(BORN, deadline).await?) {
            self.await_address().await;
        }
        self.run(script, deadline).await
    }

    /// Waits until a document is there, and whole, that is not the one that code ran in.
    async fn await_another(&self) {
        let end = Instant::now() + NEXT_DOCUMENT;
        while let Some(left) = left_until(end) {
            match self.run(WHOLE, left).await {
                Ok(now) if now.is_number() && self.is_new(&now) => return self.await_address().await,
                Err(error) if matches!(error.kind(), PageErrorKind::Lost | PageErrorKind::Hung) => return,
                _ => tokio::time::sleep(LOOK_AGAIN).await,
            }
        }
    }

    /// Waits until the driver names the present document's address instead of the previous one's.
    async fn await_address(&self) {
        let end = Instant::now() + ADDRESS;
        while let Some(left) = left_until(end) {
            let here = self.run(HERE, left).await;
            let named = self.driver.url().await;
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
    async fn unanswered(&self, late: PageError) -> PageError {
        if self.driver.set_timeouts(Some(PROBE_TIME), None).await.is_err() {
            return late;
        }
        let probed = self.run(PROBE, PROBE_TIME).await;
        if !matches!(&probed, Err(error) if error.kind() == PageErrorKind::Timeout)
            || !self.driver.draws().await
        {
            return late;
        }
        let why = "the page is idle and gives no answer to any script: it, or the code, has replaced what the driver's own \
                   script needs";
        PageError::new(PageErrorKind::Script, why).with_source(late)
    }

    async fn answer(&self, script: &str, deadline: Duration) -> Result<Value, PageError> {
        self.driver.set_timeouts(Some(deadline + DRIVER_GRACE), None).await?;
        if !self.reruns {
            // Of the others Firefox alone shows the old document for a while when it has gone.
            let answer = self.run_once(script, deadline).await;
            return match answer {
                Err(late) if late.kind() == PageErrorKind::Timeout => Err(self.unanswered(late).await),
                Err(gone) if gone.kind() == PageErrorKind::Navigated => {
                    self.await_another().await;
                    Err(gone)
                }
                answer => answer,
            };
        }
        // The document's time origin distinguishes it from the next one.
        let Value::Number(born) = self.run(BORN, deadline).await? else {
            return self.run(script, deadline).await;
        };
        let once = format!("if(performance.timeOrigin!=={born})return {MOVED};{script}");
        match self.run(&once, deadline).await? {
            Value::Bool(false) => Err(moved()),
            other => Ok(other),
        }
    }
}

impl Transport for Classic {
    fn engine(&self) -> &'static str {
        match self.driver.capability("browserName").as_str() {
            Some("firefox") => "Firefox by WebDriver alone",
            Some("chrome" | "chrome-headless-shell" | "msedge") => "Chromium by WebDriver alone",
            _ => "the browser by WebDriver alone",
        }
    }

    fn supports(&self, capability: Capability) -> bool {
        commands::supports(capability)
    }

    fn tab(&self) -> &Tab {
        &self.tab
    }

    fn driver(&self) -> &WebDriver {
        &self.driver
    }

    fn stopping(&self) -> Stopping {
        Stopping::Never
    }

    fn evaluate<'a>(&'a self, script: &'a str, deadline: Duration) -> PageFuture<'a, Answer> {
        Box::pin(async move {
            Ok(match self.answer(script, deadline).await? {
                Value::String(text) => Answer::Text(text),
                Value::Null => Answer::Null,
                _ => Answer::Other,
            })
        })
    }

    fn navigate<'a>(&'a self, url: &'a str, deadline: Duration) -> PageFuture<'a, ()> {
        Box::pin(navigate(self, url, deadline))
    }

    fn check_syntax<'a>(&'a self, script: &'a str) -> PageFuture<'a, SyntaxCheck> {
        Box::pin(self.driver.check_syntax(script))
    }

    fn preload<'a>(&'a self, _: &'a str) -> PageFuture<'a, Preload> {
        Box::pin(async { self.driver.usable().map(|()| Preload::Unsupported) })
    }

    fn listen(&self, _: &str) {}

    fn stop(&self) -> PageFuture<'_, Recovery> {
        Box::pin(async {
            let nothing = || std::future::ready(());
            self.driver.get_back(nothing, "the browser").await.unwrap_or(Ok(Recovery::Stopped))
        })
    }

    fn storage(&self) -> StorageFuture<'_, Box<dyn StorageTab>> {
        Box::pin(async {
            let address = self.driver.debugger().await.ok_or_else(unavailable)?;
            let browser = browser_of(&address).await.ok_or_else(unavailable)?;
            let target = self.driver.open().await?;
            Ok(Box::new(DevtoolsTab::open(&browser, target, None).await?) as Box<dyn StorageTab>)
        })
    }
}
