//! Primitive actions over WebDriver `BiDi`, as Firefox has them.
//!
//! Sources: <https://www.w3.org/TR/webdriver-bidi/>, its modules `browsingContext`, `input`, `script`, `storage`,
//! `network`, `log` and `browser`.

pub(super) mod state;
mod tabs;
mod watch;
mod world;

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;
use webagents_runtime::PageError;
use webagents_runtime::driver::{Capture, DriverError, FrameId, History, InputEvent, Paper, Viewport, World};

use super::{Bidi, CREATE};
use crate::transport::Transport as _;
use crate::transport::events::{Driven, Phase};
use crate::transport::failure::hung;
use crate::transport::page_driver::{ANSWER, PageDriver as _};
use crate::transport::primitives::actions::actions;
use crate::transport::primitives::{
    Dialogs, HAS_FOCUS, PICTURE, PIXELS, answer, data, lock, no_dialog, not_loaded, time_for,
};
use crate::transport::socket::Fault;

impl Bidi {
    /// Sends a command, and reads its answer; a refusal is the inner error.
    async fn try_to(
        &self,
        method: &str,
        params: &Value,
        within: Duration,
    ) -> Result<Result<Value, String>, DriverError> {
        let mut ticket = self.send(method, &params.to_string()).await?;
        let answer = answer(&self.tab, &mut ticket, Instant::now() + within).await?.ok_or_else(hung)?;
        match answer {
            Ok(reply) => Ok(Ok(reply.read().map_err(|fault| self.tab.error(fault))?)),
            Err(Fault::Refused(why)) => Ok(Err(why)),
            Err(fault) => Err(self.tab.error(fault).into()),
        }
    }

    async fn act(&self, method: &str, params: &Value, within: Duration) -> Result<Value, DriverError> {
        let answer = self.try_to(method, params, within).await?;
        answer.map_err(|why| self.tab.error(Fault::Refused(why)).into())
    }

    async fn bytes(&self, method: &str, params: &Value, what: &str) -> Result<Vec<u8>, DriverError> {
        data(&self.act(method, params, PICTURE).await?, what)
    }

    pub(crate) async fn capture(&self, area: Capture) -> Result<Vec<u8>, DriverError> {
        no_dialog(&self.tab)?;
        let mut params = json!({ "context": self.context(), "origin": "viewport" });
        let part = match area {
            Capture::Viewport => None,
            Capture::Page => {
                let size = "return document.documentElement.scrollWidth + ' ' + \
                            Math.max(document.documentElement.scrollHeight, document.body?.scrollHeight ?? 0)";
                let main = FrameId::new(self.context());
                let size = self.evaluate_in(&main, World::Isolated, size, ANSWER).await?.unwrap_or_default();
                let (width, height) = size.split_once(' ').unwrap_or_default();
                let number = |text: &str| text.parse().unwrap_or(1.0);
                Some((0.0, 0.0, number(width), number(height)))
            }
            Capture::Part(part) => Some((part.x, part.y, part.width, part.height)),
        };
        if let Some((x, y, width, height)) = part {
            params["origin"] = json!("document");
            params["clip"] = json!({
                "type": "box", "x": x, "y": y, "width": width.clamp(1.0, PIXELS), "height": height.clamp(1.0, PIXELS),
            });
        }
        self.bytes("browsingContext.captureScreenshot", &params, "picture").await
    }

    pub(crate) async fn take_focus(&self) -> Result<(), DriverError> {
        if self.has_focus().await? {
            return Ok(());
        }
        let page = self.context();
        self.activate(&page).await?;
        if self.has_focus().await? {
            return Ok(());
        }
        // A part of the window has it, such as the list of downloads: the tab that is shown next takes it.
        let other = self.open(CREATE).await?;
        let shown = match self.activate(&other).await {
            Ok(()) => self.activate(&page).await,
            failed => failed,
        };
        self.act("browsingContext.close", &json!({ "context": other }), ANSWER).await?;
        shown
    }

    /// Returns whether the page, or a document in it, has the focus of the keyboard.
    async fn has_focus(&self) -> Result<bool, DriverError> {
        let focus = self.evaluate_in(&self.main_frame(), World::Isolated, HAS_FOCUS, ANSWER).await?;
        Ok(focus.as_deref() == Some("true"))
    }

    /// Shows a tab, and puts its window in front.
    async fn activate(&self, tab: &str) -> Result<(), DriverError> {
        self.act("browsingContext.activate", &json!({ "context": tab }), ANSWER).await.map(drop)
    }

    pub(crate) async fn input(&self, events: &[InputEvent]) -> Result<(), DriverError> {
        no_dialog(&self.tab)?;
        let context = self.context();
        let was_unfinished = std::mem::replace(&mut *lock(&self.actions.is_unfinished), true);
        if was_unfinished {
            self.act("input.releaseActions", &json!({ "context": context }), ANSWER).await?;
        }
        let params = json!({ "context": context, "actions": actions(events) });
        match self.act("input.performActions", &params, time_for(events)).await {
            Ok(_) => {
                *lock(&self.actions.is_unfinished) = false;
                Ok(())
            }
            Err(DriverError::DialogOpen) => Ok(()),
            Err(error) => Err(error),
        }
    }

    pub(crate) async fn travel(&self, history: History, deadline: Duration) -> Result<bool, DriverError> {
        if self.dismiss_held().await {
            self.resumed().await;
        }
        let end = Instant::now() + deadline;
        let context = self.context();
        let (method, params) = match history {
            History::Reload => ("browsingContext.reload", json!({ "context": context, "wait": "none" })),
            History::Back => ("browsingContext.traverseHistory", json!({ "context": context, "delta": -1 })),
            History::Forward => {
                ("browsingContext.traverseHistory", json!({ "context": context, "delta": 1 }))
            }
        };
        let _driving = self.tab.drive(Driven::ByUs);
        let documents = self.tab.state().documents;
        if let Err(why) = self.try_to(method, &params, deadline).await? {
            if why.contains("no such history entry") {
                return Ok(false);
            }
            return Err(self.tab.error(Fault::Refused(why)).into());
        }
        {
            let mut state = self.tab.state();
            if state.phase == Phase::Still && state.documents == documents {
                // A step within a document has no event that we receive, and others begin soon.
                state.phase = Phase::Perhaps(Instant::now());
            }
        }
        if !self.loaded(end).await {
            self.stop_loading().await;
            return Err(not_loaded(deadline));
        }
        Ok(true)
    }

    pub(crate) async fn hold_dialogs(&self, hold: bool) -> Result<(), DriverError> {
        self.tab.state().dialogs.are_held = hold;
        if !hold {
            self.answer_open_dialog(false, None).await?;
        }
        Ok(())
    }

    pub(crate) async fn print(&self, paper: Paper) -> Result<Vec<u8>, DriverError> {
        no_dialog(&self.tab)?;
        let params = json!({
            "context": self.context(),
            "background": paper.background,
            "page": { "width": paper.width, "height": paper.height },
        });
        self.bytes("browsingContext.print", &params, "print").await
    }

    pub(crate) async fn resize(&self, viewport: Viewport) -> Result<(), DriverError> {
        let size = json!({ "width": viewport.width, "height": viewport.height });
        let params = json!({ "context": self.context(), "viewport": size });
        self.act("browsingContext.setViewport", &params, ANSWER).await?;
        *lock(&self.actions.is_resized) = true;
        Ok(())
    }

    pub(in crate::transport) fn restrict(&self) {
        *lock(&self.actions.own) = Some(BTreeSet::from([self.context()]));
    }

    pub(in crate::transport) fn own(&self) -> Vec<String> {
        let own = lock(&self.actions.own);
        let opened = lock(&self.actions.opened);
        let all: BTreeSet<String> = own.iter().flatten().chain(&*opened).cloned().collect();
        all.into_iter().collect()
    }

    pub(crate) fn main_frame(&self) -> FrameId {
        FrameId::new(self.context())
    }
}

impl Dialogs for Bidi {
    async fn answer_open_dialog(&self, accept: bool, text: Option<&str>) -> Result<bool, DriverError> {
        let open = self.tab.state().dialogs.numbered();
        let Some((number, dialog)) = open else { return Ok(false) };
        let mut params = json!({ "context": self.context(), "accept": accept });
        // Without a text Firefox leaves a prompt's own text out.
        if let Some(text) = text.or(dialog.default.as_deref()).filter(|_| accept) {
            params["userText"] = json!(text);
        }
        let answered: Result<Value, PageError> =
            self.call("browsingContext.handleUserPrompt", &params, ANSWER).await;
        self.tab.state().dialogs.close(number);
        self.tab.changed();
        answered?;
        Ok(true)
    }
}
