//! Tabs of the session.
//!
//! The decision: a tab that was shown keeps its debugger session, with the scripts that come before the page's, and its
//! dialogs are dismissed while another one is shown. A tab is made ready before it is shown, and shown in one step, so
//! that a change that is given up half-way leaves the session unchanged.

use serde_json::{Value, json};
use tokio::time::{Instant, sleep, timeout};
use webagents_runtime::driver::{DriverError, Tab, TabId};

use super::super::{Cdp, HOLD, INTERCEPT};
use super::pressed::Input;
use super::state::Actions;
use crate::transport::Transport as _;
use crate::transport::page_driver::{ANSWER, ATTACH, PageDriver as _};
use crate::transport::primitives::{lock, no_tab, tab_after};
use crate::transport::socket::Fault;

/// Interval at which the end of a tab is looked for.
const POLL: std::time::Duration = std::time::Duration::from_millis(20);
/// Time for a tab to answer at all.
const PING: std::time::Duration = std::time::Duration::from_secs(1);

impl Cdp {
    /// Asks the browser, and reads its answer.
    async fn ask_browser(&self, method: &str, params: &Value) -> Result<Value, DriverError> {
        let answer = self.socket.call_browser(method, &params.to_string(), ATTACH).await;
        answer.and_then(|reply| reply.read()).map_err(|fault| self.tab.error(fault).into())
    }

    pub(crate) async fn tabs(&self) -> Result<Vec<Tab>, DriverError> {
        let filter = json!({ "filter": [{ "type": "page" }] });
        let targets = self.ask_browser("Target.getTargets", &filter).await?;
        let shown = self.tab.state().frame.clone();
        let all = targets["targetInfos"].as_array().map(Vec::as_slice).unwrap_or_default();
        let context = match &self.context {
            Some(context) => Value::from(context.as_str()),
            None => all
                .iter()
                .find(|one| one["targetId"] == *shown)
                .map(|one| one["browserContextId"].clone())
                .unwrap_or_default(),
        };
        let (mut tabs, has_popup) = self.own_of(all, &shown, &context);
        if has_popup {
            self.come_to_front().await;
        }
        // The browser lists the newest first.
        tabs.reverse();
        Ok(tabs)
    }

    /// The tabs of the session among all of the browser, and whether a new one may cover ours.
    fn own_of(&self, all: &[Value], shown: &str, context: &Value) -> (Vec<Tab>, bool) {
        let mut tabs = Vec::new();
        let mut kept = lock(&self.actions.tabs);
        if let Some(own) = &mut kept.own {
            // A tab that a page of ours opened may have opened another one.
            loop {
                let opened = all
                    .iter()
                    .filter(|one| one["openerId"].as_str().is_some_and(|opener| own.contains(opener)));
                let opened: Vec<String> = opened
                    .filter_map(|one| one["targetId"].as_str())
                    .filter(|id| !own.contains(*id))
                    .map(str::to_owned)
                    .collect();
                if opened.is_empty() {
                    break;
                }
                own.extend(opened);
            }
        }
        for one in all {
            let text = |name: &str| one[name].as_str().unwrap_or_default();
            let id = text("targetId");
            let is_own = kept.own.as_ref().is_none_or(|own| own.contains(id));
            let is_of_the_browser = ["devtools:", "chrome:", "chrome-extension:"]
                .iter()
                .any(|scheme| text("url").starts_with(scheme));
            if !is_own
                || id.is_empty()
                || one["browserContextId"] != *context
                || (is_of_the_browser && id != shown)
            {
                continue;
            }
            let mut tab = Tab::new(TabId::new(id), text("url"), text("title"));
            tab.is_shown = id == shown;
            tabs.push(tab);
        }
        let is_new = |tab: &Tab| !tab.is_shown && !kept.seen.contains(tab.id.as_str());
        let has_popup = tabs.iter().any(is_new);
        kept.seen = tabs.iter().map(|tab| tab.id.as_str().to_owned()).collect();
        (tabs, has_popup)
    }

    /// Brings the tab to the front: a page that another one covers, such as a popup, draws no frames.
    pub(super) async fn come_to_front(&self) {
        // A browser without windows refuses.
        let _ = self.socket.call("Page.bringToFront", "{}", ANSWER).await;
    }

    /// Makes a tab ready to be shown, and returns its session.
    async fn prepare_tab(&self, target: &str) -> Result<String, DriverError> {
        let known = lock(&self.actions.tabs).sessions.get(target).cloned();
        let (session, installed) = match known {
            Some(known) => known,
            None => {
                let session = self.attach_to(target).await.map_err(|fault| self.tab.error(fault))?;
                lock(&self.actions.tabs).sessions.insert(target.to_owned(), (session.clone(), 0));
                (session, 0)
            }
        };
        let failed = |fault: Fault| DriverError::from(self.tab.error(fault));
        for method in ["Page.enable", "Inspector.enable"] {
            self.socket.call_session(&session, method, "{}", ATTACH).await.map_err(failed)?;
        }
        // Of a page that has a dialog open since before, its debugger reports none.
        let ping =
            self.socket.call_session(&session, "Runtime.evaluate", "{\"expression\":\"0\"}", PING).await;
        if matches!(ping, Err(Fault::Late)) {
            let dismiss = "{\"accept\":false}";
            let _ = self.socket.call_session(&session, "Page.handleJavaScriptDialog", dismiss, ANSWER).await;
        }
        let focus = "{\"enabled\":true}";
        self.socket
            .call_session(&session, "Emulation.setFocusEmulationEnabled", focus, ANSWER)
            .await
            .map_err(failed)?;
        if self.tab.state().dialogs.choosers.are_held {
            self.socket.call_session(&session, INTERCEPT, HOLD, ANSWER).await.map_err(failed)?;
        }
        let viewport = *lock(&self.actions.viewport);
        if let Some(viewport) = viewport {
            let params = json!({
                "width": viewport.width, "height": viewport.height, "deviceScaleFactor": 0, "mobile": false,
            });
            let method = "Emulation.setDeviceMetricsOverride";
            self.socket.call_session(&session, method, &params.to_string(), ANSWER).await.map_err(failed)?;
        }
        let preloads = self.scripts().preloads.clone();
        for script in preloads.iter().skip(installed) {
            let params = json!({ "source": script, "runImmediately": true }).to_string();
            let method = "Page.addScriptToEvaluateOnNewDocument";
            self.socket.call_session(&session, method, &params, ANSWER).await.map_err(failed)?;
        }
        lock(&self.actions.tabs).sessions.insert(target.to_owned(), (session.clone(), preloads.len()));
        Ok(session)
    }

    pub(crate) async fn select_tab(&self, tab: &TabId) -> Result<(), DriverError> {
        let tabs = self.tabs().await?;
        let Some(wanted) = tabs.iter().find(|one| one.id == *tab) else { return Err(no_tab(tab)) };
        if wanted.is_shown {
            return Ok(());
        }
        self.dismiss_held().await;
        self.show_target(tab.as_str()).await
    }

    async fn show_target(&self, target: &str) -> Result<(), DriverError> {
        let session = self.prepare_tab(target).await?;
        // In front, so that it is drawn and has timers of full speed. A browser without windows refuses.
        let _ = self.socket.call_session(&session, "Page.bringToFront", "{}", ANSWER).await;
        let preloads = self.scripts().preloads.len();
        {
            let mut kept = lock(&self.actions.tabs);
            let mut state = self.tab.state();
            kept.sessions.remove(target);
            if state.end.is_none() {
                let old = (state.session.clone(), preloads);
                kept.sessions.insert(state.frame.clone(), old);
            }
            state.shows_tab(target);
            session.clone_into(&mut state.session);
            state.journal.channel.clear();
            self.socket.use_session(&session);
        }
        self.scripts().listening = None;
        self.forget_frames();
        self.tab.changed();
        self.follow_all().await;
        Ok(())
    }

    pub(crate) async fn open_tab(&self) -> Result<TabId, DriverError> {
        self.dismiss_held().await;
        let target = self.open(false).await?;
        {
            let mut kept = lock(&self.actions.tabs);
            kept.opened.insert(target.clone());
            if let Some(own) = &mut kept.own {
                own.insert(target.clone());
            }
            self.tab.state().has_windows = true;
        }
        self.show_target(&target).await?;
        Ok(TabId::new(target))
    }

    pub(crate) async fn close_tab(&self, tab: &TabId) -> Result<(), DriverError> {
        let tabs = self.tabs().await?;
        if let Some(other) = tab_after(&tabs, tab)? {
            self.dismiss_held().await;
            self.show_target(other.as_str()).await?;
        }
        self.ask_browser("Target.closeTarget", &json!({ "targetId": tab.as_str() })).await?;
        // The browser answers before the tab is gone from its list.
        let end = Instant::now() + ANSWER;
        while Instant::now() < end && self.tabs().await?.iter().any(|one| one.id == *tab) {
            sleep(POLL).await;
        }
        let mut kept = lock(&self.actions.tabs);
        kept.sessions.remove(tab.as_str());
        kept.opened.remove(tab.as_str());
        Ok(())
    }

    pub(in crate::transport) async fn reset_actions(&self) -> Result<(), DriverError> {
        self.hold_dialogs(false).await?;
        let holds_choosers = self.tab.state().dialogs.choosers.are_held;
        if holds_choosers {
            self.hold_choosers(false).await?;
        }
        let has_windows = self.tab.state().has_windows;
        if has_windows {
            for tab in self.tabs().await? {
                if !tab.is_shown {
                    self.close_page(tab.id.as_str()).await;
                }
            }
            let resized = lock(&self.actions.viewport).take().is_some();
            if resized {
                let _: Value = self.call("Emulation.clearDeviceMetricsOverride", &json!({}), ANSWER).await?;
            }
            self.tab.state().has_windows = false;
        }
        let Actions { frames, input, tabs, watches, .. } = &self.actions;
        lock(frames).clear();
        *lock(input) = Input::default();
        lock(tabs).sessions.clear();
        watches.clear();
        Ok(())
    }

    /// Has the driver's commands go to the tab `shown`; returns `None` if the driver does not know the tab.
    pub(in crate::transport::cdp) async fn aim_driver(&self, shown: &str) -> Option<()> {
        // Older chromedrivers put a prefix before the target's identifier.
        for handle in [shown.to_owned(), format!("CDwindow-{shown}")] {
            if let Ok(Some(())) = timeout(ANSWER, self.driver.switch_to(handle)).await {
                return Some(());
            }
        }
        None
    }
}
