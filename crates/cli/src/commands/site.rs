//! A page and its tools: declared by a manifest, or registered by the page.

use std::time::Duration;

use url::Url;
use webagents_fetch::ClientOptions;
use webagents_host::{
    Error, ExecuteOptions, FoundSite, Guards, HostSession, Outcome, PageTools, Realm, Session, SessionError,
    SessionErrorKind, SiteFinder, ToolNeed, Toolbox,
};
use webagents_manifest::Manifest;
use webagents_runtime::{Page as _, execute_guarded};

use crate::args::{GuardArgs, Network, SourceArg};
use crate::commands::host_failure;
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

/// Reads the manifest that the caller gave, whose tools any page gets.
pub(super) async fn given(manifest: &SourceArg, network: &Network) -> Result<SiteFinder, Failure> {
    let Loaded { name, parsed } = load(manifest, network).await?;
    say_summary(&name, &parsed.diagnostics);
    Ok(SiteFinder::with_manifest(parsed, &name))
}

/// A site, with the tools of `manifest`, or else of the page's own manifest, if any.
pub(super) async fn find(
    url: &Url,
    manifest: Option<&SourceArg>,
    network: &Network,
) -> Result<FoundSite, Failure> {
    find_within(url, manifest, network, &permitted(url, network)?).await
}

/// The same, within the addresses that `reachable` permits.
pub(super) async fn find_within(
    url: &Url,
    manifest: Option<&SourceArg>,
    network: &Network,
    reachable: &ClientOptions,
) -> Result<FoundSite, Failure> {
    if let Some(manifest) = manifest {
        return Ok(given(manifest, network).await?.find(url).await?);
    }
    // A page that names no manifest is not a failure: its scripts may register tools.
    let found = SiteFinder::new(reachable)?.find(url).await?;
    if let Some(discovery) = &found.site.discovery {
        say_summary(discovery.manifest_url.as_str(), &discovery.parsed.diagnostics);
    }
    Ok(found)
}

/// Runs code of this program in the page.
///
/// It has no tools, so rules on tools do not concern it: they are about code of others.
pub(super) async fn own_code(session: &mut Session, code: &str, options: &ExecuteOptions) -> Outcome {
    let options = options.clone().with_realm(Realm::Page);
    execute_guarded(session, &Toolbox::new(Manifest::default()), code, &options, &Guards::default()).await
}

/// Returns messages about the tools that the page registers.
pub(super) fn registered(tools: &PageTools) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(support) = tools.support.filter(|_| tools.registered > 0) {
        lines.push(format!("the page registers {} ({support})", plural(tools.registered, "tool")));
    }
    lines.extend(tools.findings.iter().map(ToString::to_string));
    lines
}

/// Time limits for a page to load, and for tools that come later.
#[derive(Debug, Clone, Copy)]
pub(super) struct PageWaits {
    pub(super) load: Duration,
    pub(super) tools: Duration,
}

/// Enters the site's page in a session, which is closed if that fails.
pub(super) async fn enter(
    mut session: HostSession,
    site: &FoundSite,
    need: ToolNeed<'_>,
    waits: PageWaits,
    guards: Option<&GuardArgs>,
) -> Result<(HostSession, PageTools), Failure> {
    match show(&mut session, site, need, waits, guards).await {
        Ok(tools) => Ok((session, tools)),
        Err(failure) => {
            // In a browser that goes on, our tab should not.
            let _ = session.close().await;
            Err(failure)
        }
    }
}

/// Enters the site's page, and returns its tools. `guards` are the options that a failure names.
pub(super) async fn show(
    session: &mut HostSession,
    site: &FoundSite,
    need: ToolNeed<'_>,
    waits: PageWaits,
    guards: Option<&GuardArgs>,
) -> Result<PageTools, Failure> {
    session.session_mut().use_load_deadline(waits.load);
    session.session_mut().use_tool_wait(waits.tools);
    match session.enter(site, need).await {
        Err(Error::Session(error)) if error.kind() == SessionErrorKind::OtherOrigin => {
            let shown = session.session_mut().url().await.map_err(SessionError::from)?;
            let page = &site.site.page;
            Err(Failure::from(error)
                .help(format!("if you trust {shown}, give that address instead of {page}")))
        }
        entered => entered.map_err(|error| match guards {
            Some(guards) => host_failure::failure(guards, error),
            None => error.into(),
        }),
    }
}
