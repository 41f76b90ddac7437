//! From a URL to a page with tools: discovery over HTTP, then the browser.
//!
//! The decision: the declarations of a site are read by the guarded HTTP client, not by the browser, so they are the same
//! for every agent and no script of the page can change them. The tools are taken only when the browser ends on
//! the origin for which they were found, and with each run the harness checks that it is still there. Tools that a
//! page registers through WebMCP are added, and are the only tools if a page names no manifest.

use std::sync::Arc;
use std::time::Duration;

use url::{Origin, Url};
use webagents_discover::{DiscoverOptions, Discovery, discover};
use webagents_fetch::{Client, ClientOptions};
use webagents_manifest::Manifest;
use webagents_runtime::page::Answer;
use webagents_runtime::{Page as _, PageError, PageErrorKind, Toolbox, names_tools};

use super::Session;
use super::need::Need;
use crate::error::{Error, ErrorKind};

/// Page to open, with its declared tools and the origin on whose pages they may be called.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Site {
    /// URL of the page to open.
    pub page: Url,
    /// Origin, such as `https://shop.example`, on whose pages alone the site's tools may be called.
    pub tools_origin: Origin,
    /// Tools that the site's manifest (`webagents.md`) declares; none if the page refers to no manifest.
    pub toolbox: Toolbox,
    /// Manifest that was found; `None` if the page refers to none, or if the caller gave the tools.
    pub discovery: Option<Discovery>,
    /// The error of a page that names none.
    missing: Option<Arc<webagents_discover::Error>>,
}

impl Site {
    /// Finds the tool manifest (`webagents.md`) that the page at `url` refers to, without a browser.
    ///
    /// A page that names none is not an error: its scripts may register tools, which a browser sees.
    pub async fn find(client: &Client, url: &Url, options: &DiscoverOptions) -> Result<Self, Error> {
        match discover(client, url, options).await {
            Ok(discovery) => Ok(Self::from(discovery)),
            Err(error) if error.kind() == webagents_discover::ErrorKind::NoManifest => {
                let toolbox = Toolbox::new(Manifest::default());
                Ok(Self { missing: Some(Arc::new(error)), ..Self::with_tools(url.clone(), toolbox) })
            }
            Err(error) => Err(Error::because(ErrorKind::Discovery(error.kind()), error.to_string(), error)),
        }
    }

    /// Creates a site from a page and tools that the caller knows, callable on the page's origin only.
    pub fn with_tools(page: Url, toolbox: Toolbox) -> Self {
        Self { tools_origin: page.origin(), page, toolbox, discovery: None, missing: None }
    }

    /// Returns whether the page refers to no manifest, so that its only tools are those it registers.
    pub fn has_no_manifest(&self) -> bool {
        self.missing.is_some()
    }
}

/// The site of a manifest that was found.
impl From<Discovery> for Site {
    fn from(discovery: Discovery) -> Self {
        Self {
            page: discovery.landing_page(),
            tools_origin: discovery.tools_origin(),
            toolbox: Toolbox::from(&discovery.parsed),
            discovery: Some(discovery),
            missing: None,
        }
    }
}

impl Session {
    /// Opens a page, and lets code call the tools of its manifest (`webagents.md`) and those it registers.
    ///
    /// The tools that the page registers through WebMCP are taken as well ([`refresh_tools`](Self::refresh_tools)). One
    /// of the two is enough.
    ///
    /// The host and port of `url` may be in the local network or on this machine, because the caller chose them; a
    /// name keeps to the kind of address of its first answer ([`ClientOptions::allow_url`]). For a URL that a site or
    /// a model wrote, use [`detect_with`](Self::detect_with) and a client that allows public addresses only.
    ///
    /// # Errors
    ///
    /// For a site without any tools, one of the kind [`ErrorKind::NoTools`]; the session's tools are the ones from before.
    pub async fn detect(&mut self, url: &str) -> Result<Site, Error> {
        let mut options = ClientOptions::default();
        let page = parse(url)?;
        options.allow_url(&page).map_err(fetch)?;
        if let Some(proxy) = &self.egress {
            options.first_answers = proxy.first_answers();
        }
        let client = Client::new(&options).map_err(fetch)?;
        self.detect_with(&client, url, &DiscoverOptions::default()).await
    }

    /// Opens a page and takes its tools as [`detect`](Self::detect) does, with the caller's HTTP client.
    ///
    /// It is [`Site::find`], then [`enter_site`](Self::enter_site).
    ///
    /// When `url` is that of a manifest, the page that is opened is the root of its origin; where the tools are
    /// on another page, [`open`](Self::open) it afterwards.
    pub async fn detect_with(
        &mut self,
        client: &Client,
        url: &str,
        options: &DiscoverOptions,
    ) -> Result<Site, Error> {
        let site = Site::find(client, &parse(url)?, options).await?;
        self.enter_site(&site).await?;
        Ok(site)
    }

    /// Opens the page of `site`, and lets code call the tools of its manifest and those it registers.
    ///
    /// Tools that come after the page has loaded are [waited for](Self::use_tool_wait).
    ///
    /// # Errors
    ///
    /// The errors of [`enter`](Self::enter), and an error if the site has no manifest and its page registers no tool.
    pub async fn enter_site(&mut self, site: &Site) -> Result<(), Error> {
        self.enter_needing(site, Need::All).await
    }

    /// Opens the page of `site` for `code`, as [`enter_site`](Self::enter_site) does.
    ///
    /// It waits only for tools that the code may call. A page without tools is accepted if the code names none.
    pub async fn enter_for(&mut self, site: &Site, code: &str) -> Result<(), Error> {
        self.enter_needing(site, Need::Code(code)).await
    }

    async fn enter_needing(&mut self, site: &Site, need: Need<'_>) -> Result<(), Error> {
        let before = (Arc::clone(&self.tools.toolbox), self.tools.webmcp_origin.clone());
        self.enter(&site.page, &site.tools_origin, site.toolbox.clone()).await?;
        let options = self.waiting(need);
        let listed = self.refresh_tools_with(&options).await.map(|webmcp| (webmcp.support, webmcp.waited));
        let requires_tools = match need {
            Need::All => true,
            Need::Code(code) => names_tools(code),
        };
        let Some(missing) = site.missing.as_ref().filter(|_| requires_tools) else {
            // A page that gives no list has the tools of its manifest.
            return match listed {
                Err(error) if !self.is_usable() => Err(error),
                _ => Ok(()),
            };
        };
        let error = match listed {
            Ok(_) if !self.tools().is_empty() => return Ok(()),
            Ok((support, waited)) => {
                let within = if waited.is_zero() {
                    String::new()
                } else {
                    format!(" within {} ms", waited.as_millis())
                };
                let message = format!("{missing}; nor does its page register any tool ({support}){within}");
                Error::because(ErrorKind::NoTools, message, Arc::clone(missing))
            }
            Err(error) => error,
        };
        (self.tools.toolbox, self.tools.webmcp_origin) = before;
        Err(error)
    }

    /// Opens `page`, and lets code call the tools of `toolbox` on pages of `tools_origin` only.
    ///
    /// A page may lead the browser on, by a script or a `<meta http-equiv="refresh">`. Where it ends on another
    /// origin, the tools are not taken and the error is [`ErrorKind::OtherOrigin`].
    pub async fn enter(&mut self, page: &Url, tools_origin: &Origin, toolbox: Toolbox) -> Result<(), Error> {
        self.open(page.as_str()).await?;
        let expected = tools_origin.ascii_serialization();
        let mut left = BLANK_LOOKS;
        let (shown, document) = loop {
            let shown = self.url().await?;
            // The driver names the requested address even if the document is another one. No page can change the
            // value of `location`.
            let document = self.evaluate("return location.origin", ORIGIN_DEADLINE).await?;
            // Firefox shows an empty document between two pages.
            if shown != "about:blank" || left == 0 {
                break (shown, document);
            }
            left -= 1;
            tokio::time::sleep(BLANK_PAUSE).await;
        };
        if parse(&shown)?.origin() != *tools_origin || document != Answer::Text(expected.clone()) {
            let message = format!(
                "the tools are those of {expected}, but its page led the browser to {shown}; nothing was run"
            );
            return Err(Error::new(ErrorKind::OtherOrigin, message));
        }
        self.use_tools(toolbox.with_origin(expected));
        Ok(())
    }
}

/// Looks at an empty document, which another page may replace, and the pause between them.
const BLANK_LOOKS: u32 = 40;
const BLANK_PAUSE: Duration = Duration::from_millis(50);

/// Time to read a page's URL.
const ORIGIN_DEADLINE: Duration = Duration::from_secs(10);

fn parse(url: &str) -> Result<Url, Error> {
    Url::parse(url).map_err(|error| {
        PageError::new(PageErrorKind::Unreachable, format!("{url:?} is not an absolute URL: {error}"))
            .with_source(error)
            .into()
    })
}

fn fetch(error: webagents_fetch::Error) -> Error {
    let kind = ErrorKind::Discovery(webagents_discover::ErrorKind::Fetch(error.kind()));
    Error::because(kind, error.to_string(), error)
}
