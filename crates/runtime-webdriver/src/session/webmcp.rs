//! The tools that a page registers through WebMCP: taken when the caller asks, then followed.
//!
//! The decision: a page's word is taken when the caller asks for it, and from then on for that origin alone. A page
//! that leads the browser elsewhere does not lead the toolbox there.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::time::sleep;
use webagents_runtime::{
    Answer, ErrorCode, ErrorKind as RunErrorKind, LiveFinding, LiveOptions, LiveTools, Outcome, Page as _,
    PageError, PageErrorKind, Preload, list_live, preload,
};

use super::Session;
use crate::error::Error;

/// Time for a page to list its tools when the caller has not asked for them.
const FOLLOW: Duration = Duration::from_secs(3);
/// Time for the page that a form leads to, and between two looks at it.
const LAND: Duration = Duration::from_secs(10);
const LOOK_AGAIN: Duration = Duration::from_millis(30);
/// Time for the browser to take the script that runs first in every document.
///
/// It is the session's first command, and a browser that starts on a busy machine is slow to take it.
const PREPARE: Duration = Duration::from_secs(30);

impl Session {
    /// Takes the tools that the page registers through WebMCP, in addition to those of the manifest: see
    /// [`Toolbox::with_live`](webagents_runtime::Toolbox::with_live). A manifest is not needed.
    ///
    /// From then on they are followed: listed again when a page was opened, after a run that changed them or left the
    /// page, and before code is refused for an unknown tool. They are those of the origin that the page has now, or of
    /// the manifest's; on a page of another origin there are none, until this is called again.
    ///
    /// A page without WebMCP is no error; [`LiveTools::support`] says why there is none.
    pub async fn refresh_tools(&mut self) -> Result<&LiveTools, Error> {
        self.refresh_tools_with(&LiveOptions::default()).await
    }

    /// Does the same as [`refresh_tools`](Self::refresh_tools), with other bounds for this listing.
    pub async fn refresh_tools_with(&mut self, options: &LiveOptions) -> Result<&LiveTools, Error> {
        let live = self.list_tools_now(options).await?;
        self.tools.live_origin = Some(live.origin.clone());
        self.take_live(live);
        self.tools.toolbox.live().ok_or_else(|| {
            // It was put there a moment ago.
            PageError::new(PageErrorKind::Other, "the page gave no list of tools").into()
        })
    }

    /// Lists the tools again, if they are followed. Whether there are others than before.
    pub(crate) async fn follow_tools(&mut self) -> bool {
        let Some(origin) = self.tools.live_origin.clone() else { return false };
        let mut options = LiveOptions::default();
        options.deadline = FOLLOW;
        // A page that gives no answer now has not changed its tools as far as anybody knows.
        let Ok(mut live) = self.list_tools_now(&options).await else { return false };
        if live.origin != origin && !live.tools.is_empty() {
            let message = format!(
                "the page is of {} by now, and the tools of {origin} are followed; what it registers is not offered",
                live.origin
            );
            live.tools.clear();
            live.findings.push(LiveFinding::other_origin(message));
        }
        let changed = self.tools.toolbox.live().is_none_or(|before| before.tools != live.tools);
        self.take_live(live);
        changed
    }

    /// Waits for the page that a form led to, and returns its address.
    pub(crate) async fn landing(&mut self) -> Option<String> {
        let began = Instant::now();
        while began.elapsed() < LAND {
            let script = "return document.readyState === 'complete' ? location.href : ''";
            match self.evaluate(script, FOLLOW).await {
                Ok(Answer::Text(url)) if !url.is_empty() => return Some(url),
                // It is being read, or leads on.
                Ok(_) => {}
                Err(error) if error.kind() == PageErrorKind::Navigated => {}
                Err(error) if error.kind() == PageErrorKind::Hung => {
                    self.recover().await.ok()?;
                    break;
                }
                Err(_) => break,
            }
            sleep(LOOK_AGAIN).await;
        }
        self.url().await.ok()
    }

    fn take_live(&mut self, live: LiveTools) {
        let toolbox = Arc::unwrap_or_clone(Arc::clone(&self.tools.toolbox)).with_live(live);
        let changed = self.guards().watch(&toolbox);
        self.tools.toolbox = Arc::new(toolbox.with_findings(changed));
    }

    async fn list_tools_now(&mut self, options: &LiveOptions) -> Result<LiveTools, PageError> {
        let listed = list_live(self, options).await;
        if let Err(error) = &listed
            && error.kind() == PageErrorKind::Hung
        {
            self.recover().await?;
        }
        listed
    }

    /// Returns whether nothing ran because the code calls a tool that the last list does not have.
    pub(crate) fn refused_unknown(&self, outcome: &Outcome) -> bool {
        self.tools.live_origin.is_some()
            && outcome.error.as_ref().is_some_and(|error| {
                error.kind == RunErrorKind::Tools && error.code() == Some(ErrorCode::UnknownTool)
            })
    }

    /// Has the shim run in every document from now on.
    ///
    /// A driver that cannot do that leaves the pages as they are.
    pub(crate) async fn prepare_web_mcp(&mut self) {
        if matches!(self.preload(preload()).await, Ok(Preload::Installed)) {
            return;
        }
        if let Ok(transport) = self.transport() {
            // What it answers does not matter: a page without the shim says so itself.
            let _ = transport.driver().add_script(preload(), PREPARE).await;
        }
    }
}
