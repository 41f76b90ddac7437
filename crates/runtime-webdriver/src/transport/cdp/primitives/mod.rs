//! Primitive actions over the `DevTools` Protocol.
//!
//! The decision: an action is one command to the page's own session, where one does it, and asks for no event. What the
//! page logs and loads is recorded by a connection of its own (`watch.rs`), so that a flood of it delays no command.

mod input;
mod listeners;
mod pressed;
pub(super) mod state;
mod tabs;
mod watch;
mod world;

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;
use webagents_runtime::PageError;
use webagents_runtime::driver::{Capture, DriverError, FrameId, History, Paper, Tab, TabId, Viewport};

use super::Cdp;
use crate::transport::Transport as _;
use crate::transport::events::{Driven, Phase};
use crate::transport::failure::hung;
use crate::transport::page_driver::{ANSWER, PageDriver as _};
use crate::transport::primitives::{Dialogs, PICTURE, PIXELS, answer, data, lock, no_dialog, not_loaded};

/// Centimetres of an inch.
const INCH: f64 = 2.54;

impl Cdp {
    /// Sends a command about the page, and reads its answer.
    async fn act(&self, method: &str, params: &Value, within: Duration) -> Result<Value, DriverError> {
        let mut ticket = self.send(method, &params.to_string()).await?;
        let answer = answer(&self.tab, &mut ticket, Instant::now() + within).await?.ok_or_else(hung)?;
        answer.and_then(|reply| reply.read()).map_err(|fault| self.tab.error(fault).into())
    }

    /// Sends a command about the page whose answer is bytes.
    async fn bytes(&self, method: &str, params: &Value, what: &str) -> Result<Vec<u8>, DriverError> {
        data(&self.act(method, params, PICTURE).await?, what)
    }

    pub(crate) async fn capture(&self, area: Capture) -> Result<Vec<u8>, DriverError> {
        self.leave_page().await?;
        no_dialog(&self.tab)?;
        self.come_to_front().await;
        let mut params = json!({ "format": "png" });
        let clip = match area {
            Capture::Viewport => None,
            Capture::Page => {
                let metrics = self.act("Page.getLayoutMetrics", &json!({}), ANSWER).await?;
                let size =
                    |name: &str| metrics["cssContentSize"][name].as_f64().unwrap_or(1.0).clamp(1.0, PIXELS);
                Some((0.0, 0.0, size("width"), size("height")))
            }
            Capture::Part(part) => {
                Some((part.x, part.y, part.width.clamp(1.0, PIXELS), part.height.clamp(1.0, PIXELS)))
            }
        };
        if let Some((x, y, width, height)) = clip {
            params["clip"] = json!({ "x": x, "y": y, "width": width, "height": height, "scale": 1 });
            params["captureBeyondViewport"] = json!(true);
        }
        self.bytes("Page.captureScreenshot", &params, "picture").await
    }

    pub(crate) async fn travel(&self, history: History, deadline: Duration) -> Result<bool, DriverError> {
        self.leave_page().await?;
        if self.dismiss_held().await {
            self.resumed().await;
        }
        let (method, params) = match history {
            History::Reload => ("Page.reload", json!({})),
            History::Back | History::Forward => {
                let known = self.act("Page.getNavigationHistory", &json!({}), ANSWER).await?;
                let current = known["currentIndex"].as_u64().and_then(|index| usize::try_from(index).ok());
                let wanted = match history {
                    History::Back => current.and_then(|index| index.checked_sub(1)),
                    _ => current.and_then(|index| index.checked_add(1)),
                };
                let entry = wanted.and_then(|index| known["entries"].get(index)).map(|entry| &entry["id"]);
                let Some(entry) = entry else { return Ok(false) };
                ("Page.navigateToHistoryEntry", json!({ "entryId": entry }))
            }
        };
        let end = Instant::now() + deadline;
        let driving = self.tab.drive(Driven::ByUs);
        self.tab.state().phase = Phase::Asked(Instant::now());
        let sent = self.act(method, &params, deadline).await;
        let loaded = match sent {
            Ok(_) => self.tab.loaded(end).await,
            Err(error) => {
                self.tab.settle(Phase::Still);
                return Err(error);
            }
        };
        drop(driving);
        if let Some(ended) = &self.tab.state().end {
            return Err(ended.error().into());
        }
        if !loaded {
            self.stop_loading().await;
            return Err(not_loaded(deadline));
        }
        Ok(true)
    }

    /// Returns whether the page is on its way to another document.
    pub(crate) fn is_loading(&self) -> bool {
        self.tab.state().phase != Phase::Still
    }

    pub(crate) async fn hold_dialogs(&self, hold: bool) -> Result<(), DriverError> {
        self.tab.state().dialogs.are_held = hold;
        if hold {
            self.tab.state().has_windows = true;
        } else {
            self.answer_open_dialog(false, None).await?;
        }
        Ok(())
    }

    pub(crate) async fn main_frame(&self) -> Result<FrameId, DriverError> {
        self.leave_page().await?;
        let frame = self.tab.state().frame.clone();
        Ok(FrameId::new(frame))
    }

    pub(in crate::transport) fn restrict(&self) {
        let frame = self.tab.state().frame.clone();
        lock(&self.actions.tabs).restrict(frame);
    }

    pub(in crate::transport) fn own(&self) -> Vec<String> {
        lock(&self.actions.tabs).own()
    }

    pub(crate) async fn shown_tab(&self) -> Result<Option<Tab>, DriverError> {
        let (url, title) = self.document().await?;
        let frame = self.tab.state().frame.clone();
        let mut tab = Tab::new(TabId::new(frame), url, title);
        tab.is_shown = true;
        Ok(Some(tab))
    }

    pub(crate) async fn print(&self, paper: Paper) -> Result<Vec<u8>, DriverError> {
        self.leave_page().await?;
        no_dialog(&self.tab)?;
        let params = json!({
            "paperWidth": paper.width / INCH,
            "paperHeight": paper.height / INCH,
            "printBackground": paper.background,
        });
        self.bytes("Page.printToPDF", &params, "print").await
    }

    pub(crate) async fn resize(&self, viewport: Viewport) -> Result<(), DriverError> {
        self.leave_page().await?;
        let params = json!({
            "width": viewport.width, "height": viewport.height, "deviceScaleFactor": 0, "mobile": false,
        });
        self.act("Emulation.setDeviceMetricsOverride", &params, ANSWER).await?;
        *lock(&self.actions.viewport) = Some(viewport);
        self.tab.state().has_windows = true;
        Ok(())
    }
}

impl Dialogs for Cdp {
    async fn answer_open_dialog(&self, accept: bool, text: Option<&str>) -> Result<bool, DriverError> {
        let open = self.tab.state().dialogs.numbered();
        let Some((number, dialog)) = open else { return Ok(false) };
        let mut params = json!({ "accept": accept });
        // Without a text the browser leaves a prompt's own text out.
        if let Some(text) = text.or(dialog.default.as_deref()) {
            params["promptText"] = json!(text);
        }
        let answered: Result<Value, PageError> =
            self.call("Page.handleJavaScriptDialog", &params, ANSWER).await;
        self.tab.state().dialogs.close(number);
        self.tab.changed();
        answered?;
        Ok(true)
    }
}
