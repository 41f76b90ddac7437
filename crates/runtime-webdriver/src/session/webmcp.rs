//! The tools that a page registers through WebMCP: taken when the caller requests them, then followed.
//!
//! The decision: a page's tools are taken when the caller requests them, and from then on for that origin alone. A page
//! that leads the browser elsewhere does not lead the toolbox there.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::time::sleep;
use webagents_manifest::Manifest;
use webagents_runtime::outcome::ErrorCode;
use webagents_runtime::page::{Answer, Preload};
use webagents_runtime::webmcp::{WebMcpDiagnostic, WebMcpOptions, WebMcpTools, list_webmcp, preload};
use webagents_runtime::{
    ErrorKind as RunErrorKind, Outcome, Page as _, PageError, PageErrorKind, Toolbox, named_tools,
    names_tools,
};

use super::Session;
use super::need::Need;
use crate::error::Error;

/// Time for a page to list its tools if the caller has not requested them.
const FOLLOW: Duration = Duration::from_secs(3);
/// Time for the page that a form leads to, and between two looks at it.
const LAND: Duration = Duration::from_secs(10);
const LOOK_AGAIN: Duration = Duration::from_millis(30);
/// Time for the page that a script led to, after a run that came to its end.
const GO_ON: Duration = Duration::from_secs(5);
/// Documents that a page may go on to while its tools are waited for.
const DOCUMENTS: usize = 3;
/// Time for the browser to take the script that runs first in every document.
///
/// It is the session's first command, and a browser that starts on a busy machine is slow to take it.
const PREPARE: Duration = Duration::from_secs(30);

impl Session {
    /// Lists the tools that the page registers through WebMCP, and adds them to the session's tools.
    ///
    /// They are added by [`Toolbox::with_webmcp`](webagents_runtime::Toolbox::with_webmcp). A manifest is not
    /// needed.
    ///
    /// From then on they are followed: listed again when a page was opened, after a run that changed them or left the
    /// page, and before code is refused for an unknown tool. They are those of the origin that the page has now, or of
    /// the manifest's; on a page of another origin there are none, until this is called again.
    ///
    /// A page without WebMCP is not an error; [`WebMcpTools::support`] has the reason.
    pub async fn refresh_tools(&mut self) -> Result<&WebMcpTools, Error> {
        self.refresh_tools_with(&WebMcpOptions::default()).await
    }

    /// Lists the page's WebMCP tools within the limits of `options`, and adds them to the session's tools.
    ///
    /// It is otherwise as [`refresh_tools`](Self::refresh_tools).
    pub async fn refresh_tools_with(&mut self, options: &WebMcpOptions) -> Result<&WebMcpTools, Error> {
        let webmcp = self.list_tools_now(options).await?;
        self.tools.webmcp_origin = Some(webmcp.origin.clone());
        self.take_webmcp(webmcp);
        self.tools.toolbox.webmcp().ok_or_else(|| {
            // It was put there a moment ago.
            PageError::new(PageErrorKind::Other, "the page gave no list of tools").into()
        })
    }

    /// Sets the time that [`detect`](Self::detect) waits for tools which come after a page has loaded.
    ///
    /// A page is waited for while it has no tool, or lacks a function that its manifest declares or a tool that the code
    /// names, and once for each document. Default: 2 seconds.
    pub fn use_tool_wait(&mut self, wait: Duration) {
        self.tool_wait = wait;
    }

    /// Returns the limits of a listing that waits for the tools that `need` names.
    pub(crate) fn waiting(&self, need: Need<'_>) -> WebMcpOptions {
        let toolbox = &self.tools.toolbox;
        let mut functions: Vec<String> =
            toolbox.manifest().tools.iter().map(|tool| tool.name.as_str().to_owned()).collect();
        let declares = !functions.is_empty();
        let mut named = Vec::new();
        let waits = match need {
            Need::All => true,
            Need::Code(code) => {
                named = registered_names(named_tools(code), &functions);
                functions.retain(|name| code.contains(name.as_str()));
                names_tools(code) && (!functions.is_empty() || !named.is_empty() || !declares)
            }
        };
        let wait = if waits { self.tool_wait } else { Duration::ZERO };
        WebMcpOptions::default().with_wait(wait).with_functions(functions).with_named(named)
    }

    /// Lists the tools again, if they are followed, and waits for those in `need`.
    ///
    /// Returns whether there are others than before.
    pub(crate) async fn follow_tools(&mut self, need: Need<'_>) -> bool {
        let Some(origin) = self.tools.webmcp_origin.clone() else { return false };
        let options = self.waiting(need).with_deadline(FOLLOW);
        // A page that gives no answer now has not changed its tools as far as anybody knows.
        let Ok(mut webmcp) = self.list_tools_now(&options).await else { return false };
        if webmcp.origin != origin && !webmcp.tools.is_empty() {
            let message = format!(
                "the page is of {} by now, and the tools of {origin} are followed; what it registers is not offered",
                webmcp.origin
            );
            self.remember(&Toolbox::new(Manifest::default()).with_webmcp(webmcp.clone()));
            webmcp.tools.clear();
            webmcp.findings.push(WebMcpDiagnostic::other_origin(message));
        }
        let changed = self.tools.toolbox.webmcp().is_none_or(|before| before.tools != webmcp.tools);
        self.take_webmcp(webmcp);
        changed
    }

    /// Returns whether the page has gone on from the first `documents` after a run that ended by itself.
    pub(crate) async fn has_gone_on(&self, outcome: &Outcome, documents: Option<u64>) -> bool {
        let ended = outcome.is_ok() || outcome.failed_with(RunErrorKind::Thrown);
        let (Ok(transport), Some(documents)) = (self.transport(), documents.filter(|_| ended)) else {
            return false;
        };
        transport.tab().has_gone_on(documents, tokio::time::Instant::now() + GO_ON).await
    }

    /// Waits for the page that a form or a script led to, and returns its address.
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

    fn take_webmcp(&mut self, webmcp: WebMcpTools) {
        let toolbox = Arc::unwrap_or_clone(Arc::clone(&self.tools.toolbox)).with_webmcp(webmcp);
        let changed = self.guards().watch(&toolbox);
        self.take_tools(toolbox.with_findings(changed));
    }

    async fn list_tools_now(&mut self, options: &WebMcpOptions) -> Result<WebMcpTools, PageError> {
        let began = Instant::now();
        let mut options = options.clone();
        let mut listed = list_webmcp(self, &options).await;
        // A page that is waited for may go on to another document by its script.
        for _ in 0..DOCUMENTS {
            let went_on = matches!(&listed, Err(error) if error.kind() == PageErrorKind::Navigated);
            if !went_on || options.wait.is_zero() {
                break;
            }
            self.landing().await;
            options.wait = options.wait.saturating_sub(began.elapsed());
            listed = list_webmcp(self, &options).await;
        }
        if let Err(error) = &listed
            && error.kind() == PageErrorKind::Hung
        {
            self.recover().await?;
        }
        listed
    }

    /// Checks that code may run in the page, or returns why it may not.
    ///
    /// The check covers the session's tools, the tools that its pages have had, and the tools that the page registers now,
    /// offered or not.
    pub(crate) async fn check_page_code(&mut self) -> Result<(), String> {
        let options = WebMcpOptions::default().with_deadline(FOLLOW);
        if let Ok(listed) = list_webmcp(self, &options).await {
            self.remember(&Toolbox::new(Manifest::default()).with_webmcp(listed));
        }
        let toolbox = Toolbox::clone(&self.tools.toolbox).with_known(Arc::clone(&self.tools.known));
        self.guards().check_page_code(&toolbox).map_err(|refusal| format!("{refusal}. Nothing was run."))
    }

    /// Returns whether nothing ran because the code calls a tool that the last list does not have.
    pub(crate) fn refused_unknown(&self, outcome: &Outcome) -> bool {
        self.tools.webmcp_origin.is_some()
            && outcome.error().is_some_and(|error| {
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
            // Its answer does not matter: a page without the shim reports that itself.
            let _ = transport.driver().add_script(preload(), PREPARE).await;
        }
    }
}

/// Returns the names under which a page registers the tools that code names and no manifest declares.
///
/// `pay$0` is the `pay` of a frame. A name such as `tool_then` is not the registered one, so it is not waited for.
fn registered_names(names: Vec<String>, declared: &[String]) -> Vec<String> {
    let is_declared = |name: &str| {
        declared.iter().any(|known| {
            known.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
    };
    let names = names.into_iter().filter(|name| !name.starts_with("tool_") && !is_declared(name));
    names
        .filter_map(|name| Some(name.split('$').next()?.to_owned()).filter(|name| !name.is_empty()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::registered_names;

    #[test]
    fn registered_names_are_waited_for() {
        let names = ["find", "cart", "pay$0", "tool_then", "soon", "$"].map(str::to_owned);
        let declared = ["find", "cart.clear"].map(str::to_owned);
        assert_eq!(registered_names(names.to_vec(), &declared), ["pay", "soon"]);
    }
}
