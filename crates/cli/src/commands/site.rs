//! A page and its tools: declared by a manifest, or registered by the page.

use std::sync::Arc;
use std::time::Duration;

use url::Url;
use webagents_discover::DiscoverOptions;
use webagents_fetch::{Client, ClientOptions};
use webagents_manifest::Diagnostic;
use webagents_runtime::guard::lock::Pin;
use webagents_runtime::tools::SourceKind;
use webagents_runtime::{Page as _, Toolbox};
use webagents_runtime_webdriver::{Error, Session};

use crate::args::{Network, SourceArg, ToolWait};
use crate::exit::{Exit, Failure};
use crate::report::{plural, say_summary};
use crate::source::{Loaded, load, permitted};

/// An address that a browser may be sent to: the same that are fetched without one.
pub(super) fn page(url: Url) -> Result<Url, Failure> {
    if !url.username().is_empty() || url.password().is_some() {
        const RULE: &str = "a URL may not hold a user name or password; remove it";
        return Err(Failure::new(Exit::Refused, format!("Refused to fetch URL - {RULE}"))
            .cause(format!("refused to fetch {url}: {RULE}")));
    }
    if matches!(url.scheme(), "http" | "https") {
        return Ok(url);
    }
    Err(Failure::usage(format!("{url} is no page of a website"))
        .help("only http and https are opened; to try a file, serve its directory on localhost"))
}

/// A page with its tools, and what is kept of its manifest.
#[derive(Debug, Clone)]
pub(super) struct Site {
    pub(super) found: webagents_runtime_webdriver::Site,
    /// Diagnostics of its manifest.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Parts of it that a lock file may pin.
    pub(super) pin: Arc<Pin>,
}

impl Site {
    /// The origin on whose pages the tools may be called.
    pub(super) fn origin(&self) -> String {
        self.found.tools_origin.ascii_serialization()
    }
}

/// A site that was looked for.
impl From<webagents_runtime_webdriver::Site> for Site {
    fn from(found: webagents_runtime_webdriver::Site) -> Self {
        let (pin, diagnostics) = match &found.discovery {
            Some(discovery) => {
                let pin = Pin::of(&discovery.parsed, discovery.manifest_url.as_str());
                (pin, discovery.parsed.diagnostics.clone())
            }
            None => (Pin::of_none(), Vec::new()),
        };
        Self { found, diagnostics, pin: Arc::new(pin) }
    }
}

/// The tools of a manifest that the caller gave, for any page.
pub(super) struct Given {
    toolbox: Toolbox,
    diagnostics: Vec<Diagnostic>,
    pin: Arc<Pin>,
}

impl Given {
    pub(super) async fn load(manifest: &SourceArg, network: &Network) -> Result<Self, Failure> {
        let Loaded { name, parsed } = load(manifest, network).await?;
        say_summary(&name, &parsed.diagnostics);
        let pin = Arc::new(Pin::of(&parsed, &name));
        Ok(Self { diagnostics: parsed.diagnostics.clone(), toolbox: Toolbox::from(parsed), pin })
    }

    /// A page with these tools.
    pub(super) fn on(&self, url: &Url) -> Site {
        let found = webagents_runtime_webdriver::Site::with_tools(url.clone(), self.toolbox.clone());
        Site { found, diagnostics: self.diagnostics.clone(), pin: Arc::clone(&self.pin) }
    }
}

/// A site, with the tools that `manifest` declares, or else those of the page's own, if it has one.
pub(super) async fn find(
    url: &Url,
    manifest: Option<&SourceArg>,
    network: &Network,
) -> Result<Site, Failure> {
    find_within(url, manifest, network, &permitted(url, network)?).await
}

/// The same, within the addresses that `reachable` permits.
pub(super) async fn find_within(
    url: &Url,
    manifest: Option<&SourceArg>,
    network: &Network,
    reachable: &ClientOptions,
) -> Result<Site, Failure> {
    if let Some(manifest) = manifest {
        return Ok(Given::load(manifest, network).await?.on(url));
    }
    let client = Client::new(reachable)?;
    // A page that names no manifest is no failure: its scripts may register tools.
    let found = webagents_runtime_webdriver::Site::find(&client, url, &DiscoverOptions::default()).await?;
    if let Some(discovery) = &found.discovery {
        say_summary(discovery.manifest_url.as_str(), &discovery.parsed.diagnostics);
    }
    Ok(Site::from(found))
}

/// Returns messages about the tools that the page registers.
pub(super) fn registered(session: &Session) -> Vec<String> {
    let mut lines = Vec::new();
    let toolbox = session.toolbox();
    let count = toolbox.sources().filter(|source| source.kind != SourceKind::Manifest).count();
    if let Some(webmcp) = toolbox.webmcp().filter(|_| count > 0) {
        lines.push(format!("the page registers {} ({})", plural(count, "tool"), webmcp.support));
    }
    lines.extend(toolbox.findings().map(ToString::to_string));
    lines
}

/// Purpose of a page's tools: a list of all, or calls by code. It decides which tools are waited for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Use<'c> {
    /// Code that may call them; `None` lists all of them.
    code: Option<&'c str>,
    wait: Duration,
}

impl<'c> Use<'c> {
    /// Listing of all tools.
    pub(super) fn list(wait: ToolWait) -> Self {
        Self { code: None, wait: wait.time() }
    }

    /// Calls by `code`.
    pub(super) fn by(code: &'c str, wait: Duration) -> Self {
        Self { code: Some(code), wait }
    }
}

/// A session on the site's page, with its tools.
pub(super) async fn enter(
    mut session: Session,
    site: &Site,
    network: &Network,
    tools: Use<'_>,
) -> Result<Session, Failure> {
    match show(&mut session, site, network.load(), tools).await {
        Ok(()) => Ok(session),
        Err(failure) => {
            // In a browser that goes on, our tab should not.
            let _ = session.close().await;
            Err(failure)
        }
    }
}

/// Opens the site's page, and takes its tools.
pub(super) async fn show(
    session: &mut Session,
    site: &Site,
    load: Duration,
    tools: Use<'_>,
) -> Result<(), Failure> {
    session.use_load_deadline(load);
    session.use_tool_wait(tools.wait);
    let entered = match tools.code {
        Some(code) => session.enter_for(&site.found, code).await,
        None => session.enter_site(&site.found).await,
    };
    match entered {
        Err(error) if error.kind() == webagents_runtime_webdriver::ErrorKind::OtherOrigin => {
            let shown = session.url().await.map_err(Error::from)?;
            let page = &site.found.page;
            Err(Failure::from(error)
                .help(format!("if you trust {shown}, give that address instead of {page}")))
        }
        entered => Ok(entered?),
    }
}
