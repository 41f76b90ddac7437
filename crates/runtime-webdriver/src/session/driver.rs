//! [`Driver`] over the transport of a session.
//!
//! Each method calls the function of its name in the protocol of the session: `transport/cdp/primitives`,
//! `transport/bidi/primitives`, or the commands of classic WebDriver, `transport/primitives/commands.rs`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;
use tracing::trace;
use webagents_runtime::driver::{
    Capability, Capture, ConsoleEntry, Download, Driver, DriverError, DriverFuture, FileChooser, FrameId,
    History, InputEvent, OpenDialog, PageCookie, Paper, RefusedPage, RequestEntry, Tab, TabId, Viewport,
    World,
};

use super::Session;
use super::page::HarnessRuns;
use crate::transport::open::OpenTransport;
use crate::transport::primitives::{Dialogs as _, INPUT, commands, lacks};

/// Frames in one another that are looked through for the focus.
const DEPTH: usize = 16;
/// Script for the element that has the focus, in the document and in shadow roots.
const FOCUS: &str =
    "let e=document.activeElement;while(e?.shadowRoot?.activeElement)e=e.shadowRoot.activeElement;return e";

impl Session {
    /// Gives the session up if the error means that it is of no more use.
    fn driven<T>(&mut self, action: &'static str, done: Result<T, DriverError>) -> Result<T, DriverError> {
        let error = done.as_ref().err().map(ToString::to_string);
        trace!(action, ?error, "primitive action");
        if let (Some(attached), Some(transport)) = (&mut self.lifecycle.attached, &self.transport) {
            attached.tabs = transport.own_tabs();
        }
        match done {
            Err(DriverError::Page(error)) => self.checked(Err(error)).map_err(DriverError::Page),
            done => done,
        }
    }

    /// Inserts a text at the focus of the frame that has it, by a script.
    async fn insert_by_script(&mut self, text: &str) -> Result<(), DriverError> {
        let mut frame = self.main_frame().await?;
        // The scripts by which a driver finds elements depend on functions that a page may have replaced.
        let is_frame = format!(
            "const e=(function(){{{FOCUS}}})();return e&&/^i?frame$/.test(e.localName)?e.localName:null"
        );
        for _ in 0..DEPTH {
            if self.evaluate_in(&frame, World::Isolated, &is_frame, INPUT).await?.is_none() {
                break;
            }
            match self.content_frame(&frame, FOCUS).await? {
                Some(inner) => frame = inner,
                None => break,
            }
        }
        let script = format!("document.execCommand('insertText',false,{})", Value::from(text));
        match self.evaluate_in(&frame, World::Isolated, &script, INPUT).await {
            Ok(_) | Err(DriverError::DialogOpen) => Ok(()),
            Err(error) => Err(error),
        }
    }
}

#[cfg_attr(
    not(feature = "webkit"),
    expect(clippy::match_wildcard_for_single_variants, reason = "WebKit's transport is among the others")
)]
impl Driver for Session {
    fn supports(&self, capability: Capability) -> bool {
        let is_attached = self.is_attached();
        // Where downloads go is a setting of the whole browser, which is another program's.
        let is_ours = !is_attached || capability != Capability::Downloads;
        is_ours && self.transport.as_ref().is_some_and(|transport| transport.supports(capability))
    }

    fn refused_page<'a>(
        &'a mut self,
        url: &'a str,
        has_arrived: bool,
    ) -> DriverFuture<'a, Option<RefusedPage>> {
        Box::pin(async move {
            let refused = self.refused(url, has_arrived).await;
            Ok(refused.map(|refused| {
                let remedy = refused.refusal.remedy().map(|(host, port)| format!("{host}:{port}"));
                RefusedPage::new(refused.to_string(), remedy)
            }))
        })
    }

    fn check_page_code(&mut self) -> DriverFuture<'_, ()> {
        Box::pin(async move { Session::check_page_code(self).await.map_err(DriverError::Denied) })
    }

    fn main_frame(&mut self) -> DriverFuture<'_, FrameId> {
        Box::pin(async move {
            let done = match self.open_transport()? {
                OpenTransport::Cdp(page) => page.main_frame().await,
                OpenTransport::Bidi(page) => Ok(page.main_frame()),
                _ => Ok(commands::main_frame()),
            };
            self.driven("main_frame", done)
        })
    }

    fn content_frame<'a>(
        &'a mut self,
        frame: &'a FrameId,
        element: &'a str,
    ) -> DriverFuture<'a, Option<FrameId>> {
        Box::pin(async move {
            let done = match self.open_transport()? {
                OpenTransport::Cdp(page) => page.content_frame(frame, element).await,
                OpenTransport::Bidi(page) => page.content_frame(frame, element).await,
                other => commands::content_frame(&**other, frame, element).await,
            };
            self.driven("content_frame", done)
        })
    }

    fn evaluate_in<'a>(
        &'a mut self,
        frame: &'a FrameId,
        world: World,
        script: &'a str,
        deadline: Duration,
    ) -> DriverFuture<'a, Option<String>> {
        Box::pin(async move {
            let done = match self.open_transport()? {
                OpenTransport::Cdp(page) => page.evaluate_in(frame, world, script, deadline).await,
                OpenTransport::Bidi(page) => page.evaluate_in(frame, world, script, deadline).await,
                other => commands::evaluate_in(&**other, frame, world, script, deadline).await,
            };
            self.driven("evaluate_in", done)
        })
    }

    fn shadow_roots<'a>(
        &'a mut self,
        frame: &'a FrameId,
        elements: &'a str,
        take: &'a str,
    ) -> DriverFuture<'a, usize> {
        Box::pin(async move {
            let done = match self.open_transport()? {
                OpenTransport::Cdp(page) => page.shadow_roots(frame, elements, take).await,
                OpenTransport::Bidi(page) => page.shadow_roots(frame, elements, take).await,
                other => lacks(&**other, Capability::ClosedRoots),
            };
            self.driven("shadow_roots", done)
        })
    }

    fn listeners<'a>(
        &'a mut self,
        frame: &'a FrameId,
        events: &'a [&'a str],
        take: &'a str,
    ) -> DriverFuture<'a, usize> {
        Box::pin(async move {
            let done = match self.open_transport()? {
                OpenTransport::Cdp(page) => page.listeners(frame, events, take).await,
                // WebDriver BiDi has no command for them.
                other => lacks(&**other, Capability::Listeners),
            };
            self.driven("listeners", done)
        })
    }

    fn take_focus(&mut self) -> DriverFuture<'_, ()> {
        Box::pin(async move {
            let done = match self.open_transport()? {
                // Each page of it has the focus (`Emulation.setFocusEmulationEnabled`).
                OpenTransport::Cdp(_) => Ok(()),
                OpenTransport::Bidi(page) => page.take_focus().await,
                other => commands::take_focus(&**other).await,
            };
            self.driven("take_focus", done)
        })
    }

    fn input<'a>(&'a mut self, events: &'a [InputEvent]) -> DriverFuture<'a, ()> {
        Box::pin(async move {
            let done = match self.open_transport()? {
                OpenTransport::Cdp(page) => page.input(events).await,
                OpenTransport::Bidi(page) => page.input(events).await,
                other => commands::input(&**other, events).await,
            };
            self.driven("input", done)
        })
    }

    fn insert_text<'a>(&'a mut self, text: &'a str) -> DriverFuture<'a, ()> {
        Box::pin(async move {
            let done = match self.open_transport()? {
                OpenTransport::Cdp(page) => page.insert_text(text).await,
                _ => return self.insert_by_script(text).await,
            };
            self.driven("insert_text", done)
        })
    }

    fn set_files<'a>(
        &'a mut self,
        frame: &'a FrameId,
        element: &'a str,
        files: &'a [PathBuf],
    ) -> DriverFuture<'a, ()> {
        Box::pin(async move {
            let done = match self.open_transport()? {
                OpenTransport::Cdp(page) => page.set_files(frame, element, files).await,
                OpenTransport::Bidi(page) => page.set_files(frame, element, files).await,
                other => commands::set_files(&**other, frame, element, files).await,
            };
            self.driven("set_files", done)
        })
    }

    fn hold_choosers(&mut self, hold: bool) -> DriverFuture<'_, ()> {
        Box::pin(async move {
            let done = match self.open_transport()? {
                OpenTransport::Cdp(page) => page.hold_choosers(hold).await,
                OpenTransport::Bidi(page) => page.hold_choosers(hold).await,
                other => lacks(&**other, Capability::Choosers),
            };
            self.driven("hold_choosers", done)
        })
    }

    fn new_chooser(&mut self) -> DriverFuture<'_, Option<FileChooser>> {
        Box::pin(async move {
            let done = match self.open_transport()? {
                OpenTransport::Cdp(page) => Ok(page.new_chooser()),
                OpenTransport::Bidi(page) => Ok(page.new_chooser()),
                other => lacks(&**other, Capability::Choosers),
            };
            self.driven("new_chooser", done)
        })
    }

    fn answer_chooser<'a>(&'a mut self, files: &'a [PathBuf]) -> DriverFuture<'a, bool> {
        Box::pin(async move {
            let done = match self.open_transport()? {
                OpenTransport::Cdp(page) => page.answer_chooser(files).await,
                OpenTransport::Bidi(page) => page.answer_chooser(files).await,
                other => lacks(&**other, Capability::Choosers),
            };
            self.driven("answer_chooser", done)
        })
    }

    fn travel(&mut self, history: History, deadline: Duration) -> DriverFuture<'_, bool> {
        Box::pin(async move {
            let transport = self.open_transport()?;
            // A page may open the next dialog as soon as one is closed.
            let is_held = transport.tab().state().dialogs.open.is_some();
            let dismissing = is_held.then(|| HarnessRuns::begin(transport.tab()));
            let done = match transport {
                OpenTransport::Cdp(page) => page.travel(history, deadline).await,
                OpenTransport::Bidi(page) => page.travel(history, deadline).await,
                other => commands::travel(&**other, history, deadline).await,
            };
            drop(dismissing);
            self.driven("travel", done)
        })
    }

    fn hold_dialogs(&mut self, hold: bool) -> DriverFuture<'_, ()> {
        Box::pin(async move {
            let done = match self.open_transport()? {
                OpenTransport::Cdp(page) => page.hold_dialogs(hold).await,
                OpenTransport::Bidi(page) => page.hold_dialogs(hold).await,
                // Every engine can leave dialogs unheld.
                _ if !hold => Ok(()),
                other => lacks(&**other, Capability::Dialogs),
            };
            self.driven("hold_dialogs", done)
        })
    }

    fn is_loading(&mut self) -> DriverFuture<'_, Option<bool>> {
        Box::pin(async move {
            let done = match self.open_transport()? {
                OpenTransport::Cdp(page) => Ok(Some(page.is_loading())),
                // Firefox reports no end of a way to an answer 204.
                _ => Ok(None),
            };
            self.driven("is_loading", done)
        })
    }

    fn open_dialog(&mut self) -> DriverFuture<'_, Option<OpenDialog>> {
        Box::pin(async move {
            let open = self.transport()?.tab().state().dialogs.open.clone();
            self.driven("open_dialog", Ok(open))
        })
    }

    fn answer_dialog<'a>(&'a mut self, accept: bool, text: Option<&'a str>) -> DriverFuture<'a, bool> {
        Box::pin(async move {
            let done = match self.open_transport()? {
                OpenTransport::Cdp(page) => page.answer_dialog(accept, text).await,
                OpenTransport::Bidi(page) => page.answer_dialog(accept, text).await,
                _ => Ok(false),
            };
            self.driven("answer_dialog", done)
        })
    }

    fn capture(&mut self, area: Capture) -> DriverFuture<'_, Vec<u8>> {
        Box::pin(async move {
            let done = match self.open_transport()? {
                OpenTransport::Cdp(page) => page.capture(area).await,
                OpenTransport::Bidi(page) => page.capture(area).await,
                other => commands::capture(&**other, area).await,
            };
            self.driven("capture", done)
        })
    }

    fn print(&mut self, paper: Paper) -> DriverFuture<'_, Vec<u8>> {
        Box::pin(async move {
            let done = match self.open_transport()? {
                OpenTransport::Cdp(page) => page.print(paper).await,
                OpenTransport::Bidi(page) => page.print(paper).await,
                other => lacks(&**other, Capability::Pdf),
            };
            self.driven("print", done)
        })
    }

    fn shown_tab(&mut self) -> DriverFuture<'_, Option<Tab>> {
        Box::pin(async move {
            let done = match self.open_transport()? {
                OpenTransport::Cdp(page) => page.shown_tab().await,
                _ => Ok(None),
            };
            self.driven("shown_tab", done)
        })
    }

    fn tabs(&mut self) -> DriverFuture<'_, Vec<Tab>> {
        Box::pin(async move {
            let done = match self.open_transport()? {
                OpenTransport::Cdp(page) => page.tabs().await,
                OpenTransport::Bidi(page) => page.tabs().await,
                other => lacks(&**other, Capability::Tabs),
            };
            self.driven("tabs", done)
        })
    }

    fn select_tab<'a>(&'a mut self, tab: &'a TabId) -> DriverFuture<'a, ()> {
        Box::pin(async move {
            let done = match self.open_transport()? {
                OpenTransport::Cdp(page) => page.select_tab(tab).await,
                OpenTransport::Bidi(page) => page.select_tab(tab).await,
                other => lacks(&**other, Capability::Tabs),
            };
            self.driven("select_tab", done)
        })
    }

    fn open_tab(&mut self) -> DriverFuture<'_, TabId> {
        Box::pin(async move {
            let done = match self.open_transport()? {
                OpenTransport::Cdp(page) => page.open_tab().await,
                OpenTransport::Bidi(page) => page.open_tab().await,
                other => lacks(&**other, Capability::Tabs),
            };
            self.driven("open_tab", done)
        })
    }

    fn close_tab<'a>(&'a mut self, tab: &'a TabId) -> DriverFuture<'a, ()> {
        Box::pin(async move {
            let done = match self.open_transport()? {
                OpenTransport::Cdp(page) => page.close_tab(tab).await,
                OpenTransport::Bidi(page) => page.close_tab(tab).await,
                other => lacks(&**other, Capability::Tabs),
            };
            self.driven("close_tab", done)
        })
    }

    fn use_downloads<'a>(&'a mut self, folder: &'a Path) -> DriverFuture<'a, ()> {
        Box::pin(async move {
            let done = match self.open_transport()? {
                OpenTransport::Cdp(page) => page.use_downloads(folder).await,
                OpenTransport::Bidi(page) => page.use_downloads(folder).await,
                other => lacks(&**other, Capability::Downloads),
            };
            self.driven("use_downloads", done)
        })
    }

    fn downloads(&mut self) -> DriverFuture<'_, Vec<Download>> {
        Box::pin(async move {
            let done = match self.open_transport()? {
                OpenTransport::Cdp(page) => Ok(page.downloads()),
                OpenTransport::Bidi(page) => Ok(page.downloads()),
                other => lacks(&**other, Capability::Downloads),
            };
            self.driven("downloads", done)
        })
    }

    fn requests(&mut self) -> DriverFuture<'_, Vec<RequestEntry>> {
        Box::pin(async move {
            let done = match self.open_transport()? {
                OpenTransport::Cdp(page) => page.requests().await,
                OpenTransport::Bidi(page) => page.requests().await,
                other => lacks(&**other, Capability::Requests),
            };
            self.driven("requests", done)
        })
    }

    fn console(&mut self) -> DriverFuture<'_, Vec<ConsoleEntry>> {
        Box::pin(async move {
            let done = match self.open_transport()? {
                OpenTransport::Cdp(page) => page.console().await,
                OpenTransport::Bidi(page) => page.console().await,
                other => lacks(&**other, Capability::Console),
            };
            self.driven("console", done)
        })
    }

    fn cookies(&mut self) -> DriverFuture<'_, Vec<PageCookie>> {
        Box::pin(async move {
            let done = match self.open_transport()? {
                OpenTransport::Cdp(page) => page.cookies().await,
                OpenTransport::Bidi(page) => page.cookies().await,
                other => commands::cookies(&**other).await,
            };
            self.driven("cookies", done)
        })
    }

    fn set_cookie<'a>(&'a mut self, cookie: &'a PageCookie) -> DriverFuture<'a, ()> {
        Box::pin(async move {
            let done = match self.open_transport()? {
                OpenTransport::Cdp(page) => page.set_cookie(cookie).await,
                OpenTransport::Bidi(page) => page.set_cookie(cookie).await,
                other => commands::set_cookie(&**other, cookie).await,
            };
            self.driven("set_cookie", done)
        })
    }

    fn delete_cookie<'a>(&'a mut self, name: &'a str) -> DriverFuture<'a, ()> {
        Box::pin(async move {
            let done = match self.open_transport()? {
                OpenTransport::Cdp(page) => page.delete_cookie(name).await,
                OpenTransport::Bidi(page) => page.delete_cookie(name).await,
                other => commands::delete_cookie(&**other, name).await,
            };
            self.driven("delete_cookie", done)
        })
    }

    fn resize(&mut self, viewport: Viewport) -> DriverFuture<'_, ()> {
        Box::pin(async move {
            let done = match self.open_transport()? {
                OpenTransport::Cdp(page) => page.resize(viewport).await,
                OpenTransport::Bidi(page) => page.resize(viewport).await,
                other => commands::resize(&**other, viewport).await,
            };
            self.driven("resize", done)
        })
    }
}
