//! Ending a script that does not end by itself.
//!
//! The decision: `BiDi` has no command for it, and Firefox has its monitor of pages that hang: what asks its user
//! whether to stop a script. A session that may act on the browser itself (geckodriver's `--allow-system-access`)
//! listens to that monitor, and stops the script when its deadline has passed: the page goes on. Of that power one
//! thing else is used: the tab in which storage is read does without service workers (`storage.rs`). No page of
//! the browser itself is ever opened in such a session (`session/page.rs`), so that code never runs where it would have it. A
//! driver that another program started may not give it, and an old one has no such switch; there the tab is closed.

use serde_json::{Value, json};

use crate::transport::page_driver::{ANSWER, ATTACH};
use crate::transport::socket::Socket;

/// Keeps the monitor's reports (`nsIHangReport`) until they are over.
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
    /// Begins to listen, if the session may.
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

    /// Ends the scripts that the browser finds to take too long. Whether there is one is not known.
    pub(super) async fn terminate(&self, socket: &Socket) {
        // The next command detects a browser that does not accept it.
        let _ = self.evaluate(socket, STOP_SCRIPTS).await;
    }

    /// Has the tab that shows `address` do without service workers.
    ///
    /// The state of the tab afterwards shows if it does.
    pub(super) async fn bypass_service_workers(&self, socket: &Socket, address: &str) {
        let _ = self.evaluate(socket, &format!("{BYPASS}({})", Value::from(address))).await;
    }
}
