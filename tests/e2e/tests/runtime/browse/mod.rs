//! The commands of `browse` on real pages of every engine.

mod drags;
mod faults;
mod fields;
mod frameworks;
mod identity;
mod libraries;
mod outside;
mod packages;
mod pages;
mod pointer;
mod policy;
mod reach;
mod widgets;

use std::time::Duration;

use webagents_browse::{ActionOptions, ActionRequest, Browse, BrowseErrorKind, BrowseReply};
use webagents_runtime::driver::{Capability, Driver as _};
use webagents_testkit::{PATIENCE, Route, Site};

use crate::support::Lent;

/// A site, a session on its page `/`, and the commands.
struct Stage {
    site: Site,
    session: Lent,
    browse: Browse,
    _folder: tempfile::TempDir,
}

impl Stage {
    async fn with(routes: Vec<Route>) -> Self {
        Self::with_options(routes, |options| options).await
    }

    async fn with_options(routes: Vec<Route>, set: impl FnOnce(ActionOptions) -> ActionOptions) -> Self {
        Self::open(Site::serve(routes).await, "/", set).await
    }

    /// A session on a page of a site.
    async fn at(site: Site, path: &str) -> Self {
        Self::open(site, path, |options| options).await
    }

    async fn open(site: Site, path: &str, set: impl FnOnce(ActionOptions) -> ActionOptions) -> Self {
        let (mut session, _) = Lent::session().await;
        session.open(&site.url(path)).await.expect("the page");
        let folder = tempfile::tempdir().expect("a folder");
        let options =
            ActionOptions::default().with_folder(folder.path()).with_patience(Duration::from_millis(600));
        Self { site, session, browse: Browse::new(set(options)), _folder: folder }
    }

    async fn controls() -> Self {
        Self::with(vec![Route::html("/", include_str!("../../pages/browse/controls.html"))]).await
    }

    /// Returns whether the engine has the capabilities that actions need: input, dialogs and tabs.
    ///
    /// If it lacks one, `driver` has a row of `docs/reference/engines.md` about it.
    fn takes_input(&self) -> bool {
        let needed =
            [Capability::Input, Capability::Dialogs, Capability::Tabs, Capability::Frames, Capability::Files];
        needed.into_iter().all(|capability| self.session.supports(capability))
    }

    async fn reply(&mut self, words: &[&str]) -> Result<BrowseReply, (BrowseErrorKind, String)> {
        let request = ActionRequest::from_words(words.iter().copied())
            .unwrap_or_else(|error| panic!("{words:?}: {error}"));
        let reply = self.browse.run(&mut *self.session, &request, PATIENCE).await;
        reply.map_err(|error| (error.kind(), error.to_string()))
    }

    /// The value of a request that succeeds.
    async fn ok(&mut self, words: &[&str]) -> String {
        self.reply(words).await.unwrap_or_else(|error| panic!("{words:?}: {error:?}")).value
    }

    /// Holds the value of a request to contain a text.
    async fn says(&mut self, words: &[&str], part: &str) -> String {
        let value = self.ok(words).await;
        assert!(value.contains(part), "{words:?}: {value}");
        value
    }

    /// Holds a request to an error of this kind that contains a text.
    async fn fails(&mut self, words: &[&str], kind: BrowseErrorKind, part: &str) -> String {
        match self.reply(words).await {
            Ok(reply) => panic!("{words:?} succeeded: {}", reply.value),
            Err((found, message)) => {
                assert!(found == kind && message.contains(part), "{words:?}: {found:?} {message}");
                message
            }
        }
    }

    /// The text of an expression in the page's own world.
    async fn eval(&mut self, code: &str) -> String {
        self.ok(&["eval", code]).await
    }
}
