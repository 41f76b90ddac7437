//! Handler of a page's events.

use std::borrow::Cow;

use serde::Deserialize;
use tokio::time::Instant;
use webagents_runtime::page::{Dialog, DialogAnswer, DialogKind};

use crate::transport::events::{Driven, End, Phase, State, Tab, dialog_kind};
use crate::transport::socket::{Command, Listener};

/// Handler of a page's events.
pub(super) struct Events(pub(super) Tab);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FrameEvent<'a> {
    #[serde(borrow)]
    frame_id: Cow<'a, str>,
    #[serde(borrow, default)]
    disposition: Cow<'a, str>,
    #[serde(borrow, default)]
    navigation_type: Cow<'a, str>,
    #[serde(borrow, default)]
    reason: Cow<'a, str>,
    #[serde(default)]
    delay: f64,
}

#[derive(Deserialize)]
struct FrameNavigated<'a> {
    #[serde(borrow)]
    frame: Frame<'a>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Frame<'a> {
    #[serde(borrow)]
    id: Cow<'a, str>,
    #[serde(borrow)]
    parent_id: Option<Cow<'a, str>>,
    /// The document in it.
    #[serde(borrow, default)]
    loader_id: Cow<'a, str>,
    /// The address that could not be shown, of a frame that shows an error page.
    #[serde(borrow)]
    unreachable_url: Option<Cow<'a, str>>,
}

#[derive(Deserialize)]
struct Opening<'a> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    message: Cow<'a, str>,
    #[serde(rename = "defaultPrompt", borrow, default)]
    default: Cow<'a, str>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ChooserOpened<'a> {
    #[serde(borrow, default)]
    mode: Cow<'a, str>,
    backend_node_id: Option<u64>,
}

/// The event of a file chooser.
const CHOOSER: &str = "Page.fileChooserOpened";

#[derive(Deserialize)]
struct BindingCalled<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
    payload: String,
}

impl Events {
    /// Changes the phase, if the event is one of the tab's own frame.
    fn phase(&self, params: &str, change: impl FnOnce(&FrameEvent<'_>, Phase) -> Phase) {
        self.of_the_tab(params, |event, state| state.phase = change(event, state.phase));
    }

    /// Changes the state, if the event is one of the tab's own frame.
    fn of_the_tab(&self, params: &str, change: impl FnOnce(&FrameEvent<'_>, &mut State)) {
        let Ok(event) = serde_json::from_str::<FrameEvent<'_>>(params) else { return };
        let mut state = self.0.state();
        if state.frame == event.frame_id {
            change(&event, &mut state);
            drop(state);
            self.0.changed();
        }
    }

    fn chooser(&self, session: &str, params: &str) {
        let Ok(chooser) = serde_json::from_str::<ChooserOpened<'_>>(params) else { return };
        let input = chooser.backend_node_id.map(|id| id.to_string()).unwrap_or_default();
        self.0.state().dialogs.choosers.opens(session, input, chooser.mode == "selectMultiple");
        self.0.changed();
    }

    fn dialog(&self, params: &str) -> Option<Command> {
        // A message with half a character in it must not leave the page standing.
        let opening = serde_json::from_str::<Opening<'_>>(params);
        let (kind, message, default) = match &opening {
            Ok(opening) => (&*opening.kind, &*opening.message, &*opening.default),
            Err(_) => ("", "(a message that cannot be read)", ""),
        };
        let kind = dialog_kind(kind);
        let mut state = self.0.state();
        let default = (kind == DialogKind::Prompt).then_some(default);
        if state.dialogs.driven == Driven::No && state.dialogs.hold(kind, message, default) {
            drop(state);
            self.0.changed();
            return None;
        }
        // A page is left on the caller's command, and not on a script's.
        let driven = if kind == DialogKind::BeforeUnload { state.dialogs.driven } else { Driven::No };
        let answer = if driven == Driven::No { DialogAnswer::Dismissed } else { DialogAnswer::Elsewhere };
        state.dialog(Dialog::new(kind, message, answer));
        Some(Command {
            method: "Page.handleJavaScriptDialog",
            params: format!("{{\"accept\":{}}}", driven == Driven::ByUs),
        })
    }
}

impl Listener for Events {
    fn event(&mut self, method: &str, params: &str) -> Option<Command> {
        match method {
            "Page.frameRequestedNavigation" => self.phase(params, |event, phase| match phase {
                Phase::Still if event.disposition == "currentTab" => Phase::Asked(Instant::now()),
                phase => phase,
            }),
            "Page.frameStartedNavigating" => self.phase(params, |event, phase| {
                let stays = matches!(&*event.navigation_type, "sameDocument" | "historySameDocument");
                if stays { phase } else { Phase::Loading }
            }),
            "Page.frameStartedLoading" => self.phase(params, |_, _| Phase::Loading),
            // It comes before the end of the load.
            "Page.frameScheduledNavigation" => self.of_the_tab(params, |event, state| {
                state.shown.refreshes |= event.delay <= 0.0 && event.reason.ends_with("Refresh");
            }),
            "Page.frameStoppedLoading" => self.of_the_tab(params, |_, state| {
                let refreshes = std::mem::take(&mut state.shown.refreshes);
                state.phase = if refreshes { Phase::Asked(Instant::now()) } else { Phase::Still };
            }),
            "Page.frameNavigated" => {
                if let Ok(FrameNavigated { frame }) = serde_json::from_str(params)
                    && frame.parent_id.is_none()
                {
                    let mut state = self.0.state();
                    frame.id.as_ref().clone_into(&mut state.frame);
                    state.shows(&frame.loader_id);
                    state.shown.is_error_page = frame.unreachable_url.is_some();
                    drop(state);
                    self.0.changed();
                }
            }
            "Page.windowOpen" => self.0.state().has_windows = true,
            // The end of a step in the history that stays in the document.
            "Page.navigatedWithinDocument" if self.0.state().dialogs.driven == Driven::ByUs => {
                self.phase(params, |_, phase| match phase {
                    Phase::Asked(_) => Phase::Still,
                    phase => phase,
                });
            }
            "Page.javascriptDialogOpening" => return self.dialog(params),
            "Page.javascriptDialogClosed" => {
                self.0.state().dialogs.open = None;
                self.0.changed();
            }
            "Runtime.bindingCalled" => {
                if let Ok(BindingCalled { name, payload }) = serde_json::from_str(params) {
                    let mut state = self.0.state();
                    if state.journal.channel == name {
                        state.note(payload);
                    }
                }
            }
            CHOOSER => self.chooser("", params),
            "Inspector.targetCrashed" => self.0.end(End::Crashed),
            "Inspector.detached" if params.contains("Render process gone") => self.0.end(End::Crashed),
            "Inspector.detached" => self.0.end(End::Closed),
            // It is one of the browser's events, which belong to no page.
            "Target.detachedFromTarget" => {
                let ours = params.contains(&*self.0.state().session);
                if ours {
                    self.0.end(End::Closed);
                }
            }
            _ => {}
        }
        None
    }

    /// Dismisses the dialogs of tabs that are not shown.
    fn event_of(&mut self, session: &str, method: &str, params: &str) -> Option<Command> {
        if method == CHOOSER {
            self.chooser(session, params);
        }
        (method == "Page.javascriptDialogOpening").then(|| Command {
            method: "Page.handleJavaScriptDialog",
            params: "{\"accept\":false}".to_owned(),
        })
    }

    fn closed(&mut self, why: &str) {
        self.0.end(End::Gone(why.to_owned()));
    }
}
