//! Tools that pages register through WebMCP: the browser's API, forms, the shim, earlier API shapes.
//!
//! Rules that hold for the browser's own API, in both of its forms, and for the shim are tested in all by the same
//! code.

mod calls;
mod checks;
mod engines;
mod follow;
mod identity;
mod listing;
mod pinned;

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use webagents_runtime::Page as _;
use webagents_runtime::guard::Arguments;
use webagents_runtime::tools::SourceKind;
use webagents_runtime::webmcp::{WebMcpOptions, WebMcpSupport, preload};
use webagents_runtime::{GuardOptions, Policy, Toolbox, Verdict};
use webagents_runtime_webdriver::{Browser, Engine, WebMcp};
use webagents_testkit::{PATIENCE, Route, Site};

use crate::support::{Lent, in_page, on_page, patient, value};

/// A site and a session on its page `/`, with the tools that it registers.
struct Bench {
    site: Site,
    session: Lent,
}

impl Bench {
    async fn new(way: Way, routes: Vec<Route>) -> Self {
        let site = Site::serve(routes).await;
        let mut session = way.session().await;
        session.open(&site.url("/")).await.expect("the page");
        let options = WebMcpOptions::default().with_deadline(PATIENCE);
        session.refresh_tools_with(&options).await.expect("a list of tools");
        Self { site, session }
    }

    /// One page with this script.
    async fn page(way: Way, script: &str) -> Self {
        Self::new(way, vec![Route::html("/", format!("<!doctype html><body><script>{script}</script>"))])
            .await
    }

    async fn value(&mut self, code: &str) -> Value {
        value(&self.session.execute_with(code, &patient()).await).clone()
    }

    /// Lets the page run code, and lists its tools again.
    async fn page_does(&mut self, body: &str) -> Value {
        let value = on_page(&mut self.session, body).await;
        self.session.refresh_tools().await.expect("a list");
        value
    }

    /// Allows calls that would need confirmation, with arguments that their declarations reject.
    fn trust(&mut self) {
        let policy = Policy::default().with_consequential(Verdict::Allow).with_destructive(Verdict::Allow);
        let guards = GuardOptions::from(policy).with_arguments(Arguments::Off);
        self.session.use_guards(guards);
    }

    fn names(&self) -> Vec<&str> {
        self.session.tools().iter().map(|tool| tool.name.as_str()).collect()
    }

    fn sources(&self) -> Vec<(&str, SourceKind, &str)> {
        let sources = self.session.toolbox().sources();
        sources
            .map(|source| {
                (source.name, source.kind, source.webmcp.map_or("-", |webmcp| webmcp.frame.as_str()))
            })
            .collect()
    }

    /// Lists the tools until their sources are those expected; returns the last ones if they never are.
    async fn unlike(&mut self, want: &[(&str, SourceKind, &str)]) -> Option<String> {
        let end = Instant::now() + Duration::from_secs(3);
        loop {
            self.session.refresh_tools().await.expect("a list");
            let mut found = self.sources();
            found.sort_unstable_by_key(|(name, ..)| *name);
            if found == want {
                return None;
            }
            if Instant::now() >= end {
                return Some(format!("{found:?} {:?}", self.findings()));
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    fn findings(&self) -> Vec<String> {
        self.session.toolbox().findings().map(ToString::to_string).collect()
    }
}

/// Ways in which a page can have WebMCP.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// The browser's own WebMCP, whose `getTools()` returns dictionaries.
    Dictionaries,
    /// The browser's own as of Chrome 160, whose `getTools()` returns instances of an interface.
    Instances,
    Shim,
    Off,
}

impl Way {
    async fn session(self) -> Lent {
        if self == Self::Dictionaries {
            return Lent::session().await.0;
        }
        let mut options = crate::support::options();
        options.web_mcp = if self == Self::Shim { WebMcp::Shim } else { WebMcp::Off };
        if self == Self::Instances {
            options.args.push("--enable-features=WebMCP".to_owned());
        }
        let (mut session, _) = Lent::with_options(&format!("{self:?}"), options).await;
        if self == Self::Instances {
            // The browser's interfaces are there before our scripts.
            for script in [include_str!("../../pages/webmcp/instances.js"), preload()] {
                session.preload(script).await.expect("a script before the pages' own");
            }
        }
        session
    }
}

/// Returns the ways in which a page of the engine that the test runs on can have WebMCP.
fn modes() -> &'static [(Way, SourceKind)] {
    if matches!(crate::support::engine(), Engine::Firefox | Engine::WebKit) { &ALL[2..] } else { &ALL }
}

const ALL: [(Way, SourceKind); 3] = [
    (Way::Dictionaries, SourceKind::Native),
    (Way::Instances, SourceKind::Native),
    (Way::Shim, SourceKind::Shim),
];

fn manifest(text: &str) -> Toolbox {
    Toolbox::from(webagents_manifest::parse(text))
}

#[tokio::test]
async fn it_is_said_what_a_page_has_of_web_mcp() {
    let routes = || {
        vec![
            Route::html("/", "<title>x</title>"),
            Route::html("/denied", "<title>x</title>").header("permissions-policy", "tools=()"),
        ]
    };
    for (mode, plain, denied) in [
        (Way::Dictionaries, WebMcpSupport::Native, WebMcpSupport::Denied),
        // No script sees a header that the browser gives no meaning to.
        (Way::Shim, WebMcpSupport::Shim, WebMcpSupport::Shim),
        (Way::Off, WebMcpSupport::Off, WebMcpSupport::Off),
    ] {
        let mut bench = Bench::new(mode, routes()).await;
        let mut found = Vec::new();
        for url in [bench.site.url("/"), bench.site.url("/denied"), "data:text/html,x".to_owned()] {
            bench.session.open(&url).await.expect("a page");
            found.push(bench.session.refresh_tools().await.expect("a list").support);
        }
        assert_eq!(found, [plain, denied, WebMcpSupport::Insecure], "{mode:?}");
        assert_eq!(json!(bench.names()), json!([]));
    }
    assert!(WebMcpSupport::Off.to_string().contains("--enable-features=WebMCP"));
}

#[tokio::test]
async fn a_feature_that_the_caller_switches_on_stays_on() {
    let site = Site::serve([Route::html("/", "<title>x</title>")]).await;
    let mut options = crate::support::options();
    options.args.push("--enable-features=SharedArrayBuffer".to_owned());
    let mut session =
        Browser::launch(options).await.expect("chromedriver").session().await.expect("a session");
    session.open(&site.url("/")).await.expect("the page");
    assert_eq!(session.refresh_tools().await.expect("a list").support, WebMcpSupport::Native);
    let outcome = session.execute_with("return typeof SharedArrayBuffer", &in_page()).await;
    assert_eq!(*value(&outcome), json!("function"));
    session.close().await.expect("the browser closes");
}
