//! Ending a script that does not end by itself, and going on in another tab where that cannot be done.
//!
//! The decision: `BiDi` has no command for it, and Firefox has its monitor of pages that hang: what asks its user
//! whether to stop a script. A session that may act on the browser itself (geckodriver's `--allow-system-access`)
//! listens to that monitor, and stops the script when its deadline has passed: the page goes on. Of that power one
//! thing else is used: the tab in which storage is read does without service workers (`storage/bidi.rs`). No page of
//! the browser itself is ever opened in such a session (`page.rs`), so that code never runs where it would have it. A
//! driver that another program started may not give it, and an old one has no such switch; there the tab is closed.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{Instant, sleep_until, timeout};
use webagents_runtime::{PageError, PageErrorKind, Recovery};

use super::{ANSWER, ATTACH, Bidi};
use crate::transport::events::Phase;
use crate::transport::socket::{Fault, Socket};

/// The monitor reports a script after a second and at the most a few (`dom.max_script_run_time`), or when the machine
/// lets it.
const STOP: Duration = Duration::from_secs(8);
/// Time between two questions to the monitor, and the time that a page then has to answer.
const AGAIN: Duration = Duration::from_millis(250);
/// Time for a new tab; it is a new process on a busy machine.
const CREATE: Duration = Duration::from_secs(12);

/// Keeps what the monitor reports (`nsIHangReport`), until it is over.
const WATCH: &str = "(() => {
    const reports = new Set();
    const own = (report) => report.QueryInterface(Ci.nsIHangReport);
    Services.obs.addObserver((report) => { reports.add(own(report)); }, 'process-hang-report');
    Services.obs.addObserver((report) => { reports.delete(own(report)); }, 'clear-hang-report');
    window.webagentsStop = () => {
        for (const report of reports) { try { report.terminateScript(); } catch { } }
        reports.clear();
    };
})()";
const STOP_SCRIPTS: &str = "webagentsStop()";
/// Expression for the text `idle` if no tab is loading, otherwise `loading`.
const IDLE: &str = "gBrowser.browsers.some((one) => one.webProgress?.isLoadingDocument) ? 'loading' : 'idle'";

/// Has the tab that shows an address do without service workers.
const BYPASS: &str = "((address) => {
    for (const win of Services.wm.getEnumerator('navigator:browser')) {
        for (const one of win.gBrowser.browsers) {
            if (one.currentURI.spec !== address) continue;
            one.browsingContext.defaultLoadFlags |= Ci.nsIChannel.LOAD_BYPASS_SERVICE_WORKER;
        }
    }
})";

/// The browser's own window, in which the monitor is listened to.
pub(super) struct Stopper {
    window: String,
}

impl Stopper {
    /// Begins to listen, where the session may.
    pub(super) async fn find(socket: &Socket) -> Option<Self> {
        let chrome = json!({ "maxDepth": 0, "moz:scope": "chrome" }).to_string();
        let tree = socket.call("browsingContext.getTree", &chrome, ATTACH).await;
        let tree: Value = tree.ok()?.read().ok()?;
        let stopper = Self { window: tree["contexts"][0]["context"].as_str()?.to_owned() };
        stopper.evaluate(socket, WATCH).await?;
        Some(stopper)
    }

    /// Returns whether the browser is loading no document; `false` if it gives no answer.
    pub(super) async fn is_idle(&self, socket: &Socket) -> bool {
        let said = self.evaluate(socket, IDLE).await;
        said.is_some_and(|said| said["result"]["value"] == "idle")
    }

    async fn evaluate(&self, socket: &Socket, expression: &str) -> Option<Value> {
        let params =
            json!({ "expression": expression, "target": { "context": self.window }, "awaitPromise": false });
        let said = socket.call("script.evaluate", &params.to_string(), ANSWER).await;
        let said: Value = said.ok()?.read().ok()?;
        (said["type"] == "success").then_some(said)
    }
}

impl Bidi {
    /// Returns whether a script that does not end can be stopped in its page.
    pub(crate) fn stops(&self) -> bool {
        self.stopper.is_some()
    }

    /// Ends the scripts that the browser finds to take too long. Whether there is one is not known.
    pub(crate) async fn terminate(&self) {
        if let Some(stopper) = &self.stopper {
            // A browser that does not take it is found out by what is asked next.
            let _ = stopper.evaluate(&self.socket, STOP_SCRIPTS).await;
        }
    }

    /// Has the tab that shows `address` do without service workers.
    ///
    /// Whether it does shows what the tab shows next.
    pub(crate) async fn bypass_service_workers(&self, address: &str) {
        if let Some(stopper) = &self.stopper {
            let _ = stopper.evaluate(&self.socket, &format!("{BYPASS}({})", Value::from(address))).await;
        }
    }

    /// Opens a tab in the background, without events, and returns its handle.
    pub(crate) async fn new_tab(&self, within: Duration) -> Result<String, PageError> {
        let params = "{\"type\":\"tab\",\"background\":true}";
        let made = self.socket.call("browsingContext.create", params, within).await;
        let made: Value = made.and_then(|reply| reply.read()).map_err(|fault| self.tab.error(fault))?;
        let why = "the browser names no tab that it has opened";
        made["context"].as_str().map(str::to_owned).ok_or_else(|| PageError::new(PageErrorKind::Other, why))
    }

    /// Closes another tab. One that does not close goes with its browser.
    pub(crate) async fn close_tab(&self, context: &str, within: Duration) {
        let params = json!({ "context": context }).to_string();
        let _ = self.socket.call("browsingContext.close", &params, within).await;
    }

    /// Ends the script that runs in the page now, and sees that the page answers again.
    pub(crate) async fn stop(&self) -> Option<Recovery> {
        self.stopper.as_ref()?;
        let end = Instant::now() + STOP;
        while Instant::now() < end {
            self.terminate().await;
            let again = Instant::now() + AGAIN;
            if let Some(Ok(_)) = self.ask("0", again).await {
                // On the way to nowhere: what it was to load may have been stopped with the script.
                self.stop_loading().await;
                return Some(Recovery::Stopped);
            }
            sleep_until(again).await;
        }
        None
    }

    /// Closes the page and goes on in a new, empty tab of the same browser, whose handle it gives.
    pub(crate) async fn replace(&mut self) -> Option<String> {
        // In this order: a browser whose last tab is closed ends.
        let new = self.new_tab(CREATE).await.ok()?;
        let old = {
            let mut state = self.tab.state();
            state.phase = Phase::Still;
            state.documents += 1;
            state.end = None;
            std::mem::replace(&mut state.frame, new.clone())
        };
        self.entered = None;
        let params = json!({ "context": old }).to_string();
        let closed = timeout(ANSWER, self.socket.call("browsingContext.close", &params, ANSWER)).await;
        // A page that crashed may be gone already.
        matches!(closed, Ok(Ok(_) | Err(Fault::Refused(_)))).then_some(new)
    }
}
