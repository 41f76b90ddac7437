//! Handler of the events of a session.
//!
//! Sources: <https://www.w3.org/TR/webdriver-bidi/#module-browsingContext-event>, and what Firefox 153 was seen to
//! send: `navigationStarted` comes also for addresses that no document is loaded from, and then nothing follows; a
//! page with a `beforeunload` dialog makes it come without an address.

use std::borrow::Cow;
use std::sync::{Arc, Mutex};

use serde::Deserialize;
use serde_json::json;
use tokio::time::Instant;
use webagents_runtime::page::{Dialog, DialogAnswer, DialogKind};

use super::primitives::state::{FILES, record};
use crate::transport::events::{Driven, End, Phase, Tab, dialog_kind};
use crate::transport::primitives::log::Log;
use crate::transport::remote::Remote;
use crate::transport::socket::{Command, Listener};

pub(super) const EVENTS: [&str; 11] = [
    "browsingContext.navigationStarted",
    "browsingContext.navigationCommitted",
    "browsingContext.navigationFailed",
    "browsingContext.fragmentNavigated",
    "browsingContext.downloadWillBegin",
    "browsingContext.domContentLoaded",
    "browsingContext.load",
    "browsingContext.contextDestroyed",
    "browsingContext.userPromptOpened",
    "browsingContext.userPromptClosed",
    "script.message",
];
/// Schemes whose addresses documents are loaded from. Others are handed to other programs, or ignored.
const DOCUMENTS: [&str; 6] = ["http:", "https:", "about:", "data:", "blob:", "file:"];

pub(super) struct Events {
    tab: Tab,
    /// The navigation that the tab is on.
    navigation: String,
    log: Arc<Mutex<Log>>,
}

#[derive(Deserialize)]
struct NavigationInfo<'a> {
    #[serde(borrow)]
    context: Cow<'a, str>,
    #[serde(borrow)]
    navigation: Option<Cow<'a, str>>,
    #[serde(borrow)]
    url: Option<Cow<'a, str>>,
}

#[derive(Deserialize)]
struct Prompt<'a> {
    #[serde(borrow)]
    context: Cow<'a, str>,
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    handler: Option<Cow<'a, str>>,
    #[serde(rename = "defaultValue", borrow)]
    default: Option<Cow<'a, str>>,
}

#[derive(Deserialize)]
struct FileDialog<'a> {
    #[serde(borrow)]
    context: Cow<'a, str>,
    #[serde(borrow)]
    element: Option<FileInput<'a>>,
    #[serde(default)]
    multiple: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FileInput<'a> {
    #[serde(borrow)]
    shared_id: Cow<'a, str>,
}

#[derive(Deserialize)]
struct Message<'a> {
    #[serde(borrow)]
    message: Cow<'a, str>,
}

#[derive(Deserialize)]
struct ScriptMessage<'a> {
    #[serde(borrow)]
    channel: Cow<'a, str>,
    #[serde(borrow)]
    data: Remote<'a>,
}

impl Events {
    pub(super) fn new(tab: Tab, log: Arc<Mutex<Log>>) -> Self {
        Self { tab, navigation: String::new(), log }
    }

    fn navigation(&mut self, method: &str, params: &str) {
        // An address with half a character in it does not come out of a URL.
        let Ok(event) = serde_json::from_str::<NavigationInfo<'_>>(params) else { return };
        let mut state = self.tab.state();
        if state.frame != event.context {
            return;
        }
        let id = event.navigation.as_deref().unwrap_or_default();
        let ours = id.is_empty() || id == self.navigation;
        match method {
            "navigationStarted" => {
                let address = event.url.as_deref().unwrap_or("http:");
                id.clone_into(&mut self.navigation);
                let loads = DOCUMENTS.iter().any(|scheme| address.starts_with(scheme));
                state.phase = if loads { Phase::Loading } else { Phase::Perhaps(Instant::now()) };
            }
            "navigationCommitted" => {
                id.clone_into(&mut self.navigation);
                // The page that Firefox shows in place of one that it cannot load has no end of its own.
                let error = event.url.is_some_and(|url| url.starts_with("about:neterror"));
                state.phase = if error { Phase::Still } else { Phase::Loading };
                state.documents += 1;
            }
            "domContentLoaded" => return,
            _ if ours => state.phase = Phase::Still,
            _ => return,
        }
        drop(state);
        self.tab.changed();
    }

    fn dialog(&self, params: &str) -> Option<Command> {
        let prompt: Prompt<'_> = serde_json::from_str(params).ok()?;
        // A message with half a character in it must not leave the page standing.
        let message = serde_json::from_str::<Message<'_>>(params);
        let message = message.as_ref().map_or("(a message that cannot be read)", |text| &*text.message);
        let kind = dialog_kind(&prompt.kind);
        let mut state = self.tab.state();
        // The browser answers by the session's settings, except for dialogs that the settings leave to us. A page is
        // left on the caller's command, and not on a script's.
        let ours = prompt.handler.as_deref() == Some("ignore");
        let accept = ours && kind == DialogKind::BeforeUnload && state.dialogs.driven == Driven::ByUs;
        let is_shown = state.frame == prompt.context;
        if ours
            && is_shown
            && state.dialogs.driven == Driven::No
            && state.dialogs.hold(kind, message, prompt.default.as_deref())
        {
            drop(state);
            self.tab.changed();
            return None;
        }
        if is_shown {
            let dismissed = !accept && matches!(prompt.handler.as_deref(), Some("dismiss" | "ignore"));
            let answer = if dismissed { DialogAnswer::Dismissed } else { DialogAnswer::Elsewhere };
            state.dialog(Dialog::new(kind, message, answer));
        }
        ours.then(|| Command {
            method: "browsingContext.handleUserPrompt",
            params: json!({ "context": prompt.context, "accept": accept }).to_string(),
        })
    }
}

impl Listener for Events {
    fn event(&mut self, method: &str, params: &str) -> Option<Command> {
        let mut denies = false;
        match method {
            _ if record(&self.log, method, params, &mut denies) => {}
            FILES => {
                if let Ok(event) = serde_json::from_str::<FileDialog<'_>>(params) {
                    let input = event.element.map(|element| element.shared_id.into_owned());
                    let mut state = self.tab.state();
                    state.dialogs.choosers.opens(&event.context, input.unwrap_or_default(), event.multiple);
                    drop(state);
                    self.tab.changed();
                }
            }
            "browsingContext.userPromptOpened" => return self.dialog(params),
            "browsingContext.userPromptClosed" => {
                if let Ok(event) = serde_json::from_str::<NavigationInfo<'_>>(params) {
                    let mut state = self.tab.state();
                    if state.frame == event.context {
                        state.dialogs.open = None;
                        drop(state);
                        self.tab.changed();
                    }
                }
            }
            "browsingContext.contextDestroyed" => {
                if let Ok(event) = serde_json::from_str::<NavigationInfo<'_>>(params)
                    && self.tab.state().frame == event.context
                {
                    self.tab.end(End::Closed);
                }
            }
            "script.message" => {
                // A text with half a character in it is none of the harness's.
                if let Ok(ScriptMessage { channel, data }) = serde_json::from_str(params) {
                    let mut state = self.tab.state();
                    if state.journal.channel == channel
                        && let Ok(Some(text)) = data.text()
                    {
                        state.note(text);
                    }
                }
            }
            _ => {
                if let Some(event) = method.strip_prefix("browsingContext.") {
                    self.navigation(event, params);
                }
            }
        }
        denies.then(|| Command {
            method: "browser.setDownloadBehavior",
            params: json!({ "downloadBehavior": { "type": "denied" } }).to_string(),
        })
    }

    fn closed(&mut self, why: &str) {
        self.tab.end(End::Gone(why.to_owned()));
    }
}
