//! Primitive actions ([`Driver`]): each of them on a real page of every engine.
//!
//! If an engine lacks a capability, [`Driver::supports`], the method's error and `docs/reference/engines.md` report it.

mod dialogs;
mod frames;
mod input;
mod pictures;
mod records;
mod tabs;

use std::time::Duration;

use webagents_runtime::Page as _;
use webagents_runtime::driver::{Driver, DriverError, FrameId, World};
use webagents_testkit::{PATIENCE, Route, Site};

use crate::support::Lent;

/// A site and a session on its page `/`.
struct Stage {
    site: Site,
    session: Lent,
}

impl Stage {
    async fn with(routes: Vec<Route>) -> Self {
        let site = Site::serve(routes).await;
        let (mut session, _) = Lent::session().await;
        session.open(&site.url("/")).await.expect("the page");
        Self { site, session }
    }

    /// The string of a script in the page's main frame.
    async fn run(&mut self, world: World, script: &str) -> Option<String> {
        let frame = self.session.main_frame().await.expect("a frame");
        self.run_in(&frame, world, script).await
    }

    async fn run_in(&mut self, frame: &FrameId, world: World, script: &str) -> Option<String> {
        let ran = self.session.evaluate_in(frame, world, script, PATIENCE).await;
        ran.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// The string of an expression, in the isolated world.
    async fn read(&mut self, expression: &str) -> String {
        self.run(World::Isolated, &format!("return String({expression})")).await.unwrap_or_default()
    }

    /// Waits until an expression is true in the isolated world.
    async fn until(&mut self, expression: &str) {
        let script = format!(
            "return new Promise((done) => {{ const look = () => {{ try {{ if ({expression}) return done('yes') }} catch {{}} \
             setTimeout(look, 20) }}; look() }})"
        );
        assert_eq!(self.run(World::Isolated, &script).await.as_deref(), Some("yes"), "{expression}");
    }

    /// The middle of an element, by its selector.
    async fn middle(&mut self, selector: &str) -> (f64, f64) {
        let script = format!(
            "const box = document.querySelector({selector:?}).getBoundingClientRect();\
             return (box.x + box.width / 2) + ' ' + (box.y + box.height / 2)"
        );
        let text = self.run(World::Isolated, &script).await.expect("an element");
        let (x, y) = text.split_once(' ').expect("two numbers");
        (x.parse().expect("a number"), y.parse().expect("a number"))
    }
}

/// Waits for an event outside of the page, by looking again.
async fn look_again() {
    tokio::time::sleep(Duration::from_millis(20)).await;
}

#[track_caller]
fn is_unsupported<T: std::fmt::Debug>(done: &Result<T, DriverError>) {
    assert!(matches!(done, Err(DriverError::Unsupported(_))), "{done:?}");
}

/// The session's URL.
async fn url(stage: &mut Stage) -> String {
    stage.session.url().await.expect("a URL")
}
