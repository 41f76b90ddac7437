//! Tabs of the session.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};
use webagents_runtime::PageError;
use webagents_runtime::driver::{DriverError, Tab, TabId};

use super::super::{Bidi, CREATE};
use crate::transport::Transport as _;
use crate::transport::page_driver::{ANSWER, PageDriver as _};
use crate::transport::primitives::{WORLD, lock, no_tab, tab_after};

/// Time for a tab to name its title.
const TITLE: Duration = Duration::from_secs(2);

impl Bidi {
    pub(crate) async fn tabs(&self) -> Result<Vec<Tab>, DriverError> {
        let mut tabs = self.untitled_tabs().await?;
        let titles = join_all(tabs.iter().map(|tab| self.title(&tab.id))).await;
        for (tab, title) in tabs.iter_mut().zip(titles) {
            tab.title = title;
        }
        Ok(tabs)
    }

    /// The session's tabs, without their titles, which take a command for each.
    async fn untitled_tabs(&self) -> Result<Vec<Tab>, DriverError> {
        let tree: Value = self.call("browsingContext.getTree", &json!({ "maxDepth": 0 }), ANSWER).await?;
        let shown = self.context();
        let all: Vec<&Value> = tree["contexts"].as_array().into_iter().flatten().collect();
        let mut tabs = Vec::new();
        {
            let mut own = lock(&self.actions.own);
            for one in all {
                let Some(id) = one["context"].as_str() else { continue };
                if let Some(own) = &mut *own {
                    let is_opened = one["originalOpener"].as_str().is_some_and(|opener| own.contains(opener));
                    if is_opened {
                        own.insert(id.to_owned());
                    }
                    if !own.contains(id) {
                        continue;
                    }
                }
                let mut tab = Tab::new(TabId::new(id), one["url"].as_str().unwrap_or_default(), "");
                tab.is_shown = id == shown;
                tabs.push(tab);
            }
        }
        Ok(tabs)
    }

    /// The title of a tab; empty if it does not answer.
    async fn title(&self, tab: &TabId) -> String {
        let target = json!({ "context": tab.as_str(), "sandbox": WORLD });
        let params = json!({ "expression": "document.title", "target": target, "awaitPromise": false });
        let answer: Result<Value, PageError> = self.call("script.evaluate", &params, TITLE).await;
        let title = answer.ok().and_then(|answer| answer["result"]["value"].as_str().map(str::to_owned));
        title.unwrap_or_default()
    }

    pub(crate) async fn select_tab(&self, tab: &TabId) -> Result<(), DriverError> {
        let tabs = self.untitled_tabs().await?;
        let wanted = tabs.iter().find(|one| one.id == *tab).ok_or_else(|| no_tab(tab))?;
        if !wanted.is_shown {
            self.dismiss_held().await;
            self.show_context(tab.as_str()).await;
        }
        Ok(())
    }

    async fn show_context(&self, context: &str) {
        // In front, so that it is drawn and takes keys.
        let _ = self.activate(context).await;
        self.tab.state().shows_tab(context);
        self.scripts().entered = None;
        self.tab.changed();
        self.follow_all().await;
    }

    pub(crate) async fn open_tab(&self) -> Result<TabId, DriverError> {
        self.dismiss_held().await;
        let context = self.open(CREATE).await?;
        if let Some(own) = &mut *lock(&self.actions.own) {
            own.insert(context.clone());
        }
        lock(&self.actions.opened).insert(context.clone());
        self.show_context(&context).await;
        Ok(TabId::new(context))
    }

    pub(crate) async fn close_tab(&self, tab: &TabId) -> Result<(), DriverError> {
        let tabs = self.untitled_tabs().await?;
        if let Some(other) = tab_after(&tabs, tab)? {
            self.dismiss_held().await;
            self.show_context(other.as_str()).await;
        }
        self.act("browsingContext.close", &json!({ "context": tab.as_str() }), ANSWER).await?;
        lock(&self.actions.opened).remove(tab.as_str());
        Ok(())
    }

    pub(in crate::transport) async fn reset_actions(&self) -> Result<(), DriverError> {
        self.tab.state().dialogs.are_held = false;
        self.hold_choosers(false).await?;
        self.dismiss_held().await;
        for tab in self.untitled_tabs().await? {
            if !tab.is_shown {
                self.act("browsingContext.close", &json!({ "context": tab.id.as_str() }), ANSWER).await?;
            }
        }
        let is_resized = std::mem::take(&mut *lock(&self.actions.is_resized));
        if is_resized {
            let params = json!({ "context": self.context(), "viewport": null });
            self.act("browsingContext.setViewport", &params, ANSWER).await?;
        }
        lock(&self.actions.realms).clear();
        self.forget_records().await;
        Ok(())
    }
}
