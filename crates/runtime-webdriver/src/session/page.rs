//! [`Page`] over the transport of a session.

use std::pin::Pin;
use std::time::Duration;

use tracing::{debug, trace};
use webagents_fetch::redact_url;
use webagents_runtime::page::{
    Answer, HarnessSecrets, PageEvent, PageFuture, Preload, Recovery, SyntaxCheck,
};
use webagents_runtime::{Page, PageError, PageErrorKind};

use super::Session;
use super::keep_alive::with_keep_alive;
use crate::driver::capabilities::BLANK;
use crate::transport::events::{End, Tab};

impl Session {
    /// Gives the session up if the error means that it is of no more use.
    pub(super) fn checked<T>(&mut self, result: Result<T, PageError>) -> Result<T, PageError> {
        result.inspect_err(|error| {
            if matches!(error.kind(), PageErrorKind::Lost | PageErrorKind::Closed) {
                self.give_up(error.message());
            }
        })
    }

    /// Refuses the pages of a browser whose session may act on the browser itself.
    ///
    /// Code that runs in them could do anything that the user can.
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
}

/// A script of the harness that runs, or a page that is left or recovered: dialogs are dismissed.
///
/// It begins before the dialog that is open is dismissed, because the page may open the next one at once.
pub(super) struct HarnessRuns(Tab);

impl HarnessRuns {
    pub(super) fn begin(tab: &Tab) -> Self {
        tab.state().dialogs.are_of_the_harness = true;
        Self(tab.clone())
    }
}

impl Drop for HarnessRuns {
    fn drop(&mut self) {
        self.0.state().dialogs.are_of_the_harness = false;
    }
}

impl Page for Session {
    fn navigate<'a>(&'a mut self, url: &'a str, deadline: Duration) -> PageFuture<'a, ()> {
        let watch = self.watch();
        let work = Box::pin(async move {
            self.transport()?;
            self.may_be_shown(url)?;
            self.judge(url, deadline).await?;
            let transport = self.transport()?;
            let navigated = {
                let _harness = HarnessRuns::begin(transport.tab());
                transport.navigate(url, deadline).await
            };
            let error = navigated.as_ref().err().map(PageError::kind);
            debug!(url = %redact_url(url), ?error, "page navigated");
            if navigated.is_ok() || transport.tab().state().has_come() {
                self.keys.arrived();
            }
            let navigated = match navigated {
                Err(error) if error.kind() == PageErrorKind::Unreachable => {
                    Err(self.with_cause(url, error).await)
                }
                navigated => navigated,
            };
            self.checked(navigated)
        });
        with_keep_alive(watch, work)
    }

    fn url(&mut self) -> PageFuture<'_, String> {
        Box::pin(async move {
            let url = self.transport()?.url().await;
            self.checked(url)
        })
    }

    fn evaluate<'a>(&'a mut self, script: &'a str, deadline: Duration) -> PageFuture<'a, Answer> {
        let watch = self.watch();
        let work = Box::pin(async move {
            let transport = self.transport()?;
            let _harness = HarnessRuns::begin(transport.tab());
            // The code of a caller does not end with a dialog that the caller has not answered.
            if transport.tab().state().dialogs.open.is_some() {
                transport.dismiss_held().await;
            }
            let answer = transport.evaluate(script, deadline).await;
            let error = answer.as_ref().err().map(PageError::kind);
            trace!(bytes = script.len(), ?error, "script evaluated");
            self.checked(answer)
        });
        with_keep_alive(watch, work)
    }

    fn ended(&mut self) -> Pin<Box<dyn Future<Output = PageError> + Send + '_>> {
        Box::pin(async move {
            let error = match self.transport() {
                Ok(transport) => transport.tab().ended().await,
                Err(error) => error,
            };
            let _ = self.checked::<()>(Err(PageError::new(error.kind(), error.message())));
            error
        })
    }

    fn recover(&mut self) -> PageFuture<'_, Recovery> {
        Box::pin(async move {
            let transport = self.transport()?;
            let has_crashed = transport.tab().state().end == Some(End::Crashed);
            let _harness = HarnessRuns::begin(transport.tab());
            let recovered = if has_crashed { transport.replace() } else { transport.stop() };
            let recovered = recovered.await;
            debug!(has_crashed, replaced = ?recovered.as_ref().ok(), "page recovered");
            self.checked(recovered)
        })
    }

    fn check_syntax<'a>(&'a mut self, script: &'a str) -> PageFuture<'a, SyntaxCheck> {
        Box::pin(async move {
            let checked = self.transport()?.check_syntax(script).await;
            self.checked(checked)
        })
    }

    fn keys(&mut self) -> &mut HarnessSecrets {
        &mut self.keys
    }

    fn preload<'a>(&'a mut self, script: &'a str) -> PageFuture<'a, Preload> {
        Box::pin(async move {
            let installed = self.transport()?.preload(script).await;
            self.checked(installed)
        })
    }

    fn listen(&mut self, take: &str) {
        if let Some(transport) = &self.transport {
            transport.listen(take);
        }
    }

    fn drain_events(&mut self) -> Vec<PageEvent> {
        let mut events = std::mem::take(&mut self.pending_events);
        if let Some(transport) = &self.transport {
            events.extend(transport.drain_events());
        }
        events
    }
}
