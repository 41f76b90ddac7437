//! From a URL to a page with tools: discovery over HTTP, then the browser.
//!
//! The decision: what a site declares is read by the guarded HTTP client, not by the browser, so it is the same
//! for every agent and no script of the page has a say in it. The tools are taken only when the browser ends on
//! the origin that they were found for, and with each run the harness sees that it still is there. What a page registers
//! through WebMCP comes on top, and is all that there is where a page names no manifest.

use std::sync::Arc;
use std::time::Duration;

use url::{Origin, Url};
use webagents_discover::{DiscoverOptions, Discovery, discover};
use webagents_fetch::{Client, ClientOptions};
use webagents_manifest::Manifest;
use webagents_runtime::{Answer, Page as _, PageError, PageErrorKind, Toolbox};

use super::Session;
use crate::error::{Error, ErrorKind};

/// A page, and the tools that are known of it before a browser opens it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Site {
    /// The page that a browser opens.
    pub page: Url,
    /// The origin on whose pages the tools may be called.
    pub tools_origin: Origin,
    /// The declared tools; none where the page names no manifest.
    pub toolbox: Toolbox,
    /// The manifest, where the page names one.
    pub discovery: Option<Discovery>,
    /// The error of a page that names none.
    missing: Option<Arc<webagents_discover::Error>>,
}

impl Site {
    /// Looks for the `webagents.md` of the page at `url`.
    ///
    /// A page that names none is no error: its scripts may register tools, which a browser sees.
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

    /// A page with tools that the caller knows, for pages of its origin.
    pub fn with_tools(page: Url, toolbox: Toolbox) -> Self {
        Self { tools_origin: page.origin(), page, toolbox, discovery: None, missing: None }
    }

    /// Returns whether the page names no manifest, so that it has only the tools that it registers.
    pub fn has_no_manifest(&self) -> bool {
        self.missing.is_some()
    }
}

/// The site of a manifest that was found.
impl From<Discovery> for Site {
    fn from(discovery: Discovery) -> Self {
        Self {
            page: discovery.landing_page(),
            tools_origin: discovery.tools_origin.clone(),
            toolbox: Toolbox::from(&discovery.parsed),
            discovery: Some(discovery),
            missing: None,
        }
    }
}

impl Session {
    /// Finds the `webagents.md` of the page at `url`, opens the page, and takes its tools, and those that the page
    /// registers through WebMCP ([`refresh_tools`](Self::refresh_tools)). One of the two is enough.
    ///
    /// The host and port of `url` may be in the local network or on this machine, because the caller chose them; a
    /// name keeps to the kind of address of its first answer ([`ClientOptions::allow_url`]). For a URL that a site or
    /// a model wrote, use [`detect_with`](Self::detect_with) and a client that allows public addresses only.
    ///
    /// # Errors
    ///
    /// For a site without any tools, one of the kind [`ErrorKind::Discovery`] with
    /// [`NoManifest`](webagents_discover::ErrorKind::NoManifest); the session's tools are the ones from before.
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

    /// The same with a client and options of the caller's: [`Site::find`], then [`enter_site`](Self::enter_site).
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

    /// Opens the page of `site` and takes its tools, and those that the page registers through WebMCP.
    ///
    /// # Errors
    ///
    /// Those of [`enter`](Self::enter), and where the site has no manifest and its page registers no tool.
    pub async fn enter_site(&mut self, site: &Site) -> Result<(), Error> {
        let before = (Arc::clone(&self.tools.toolbox), self.tools.live_origin.clone());
        self.enter(&site.page, &site.tools_origin, site.toolbox.clone()).await?;
        let listed = self.refresh_tools().await.map(|live| live.support.to_string());
        let Some(missing) = &site.missing else {
            // A page that gives no list has what its manifest declares.
            return match listed {
                Err(error) if !self.is_usable() => Err(error),
                _ => Ok(()),
            };
        };
        let error = match listed {
            Ok(_) if !self.tools().is_empty() => return Ok(()),
            Ok(support) => {
                let message = format!("{missing}; nor does its page register any tool ({support})");
                Error::because(ErrorKind::Discovery(missing.kind()), message, Arc::clone(missing))
            }
            Err(error) => error,
        };
        (self.tools.toolbox, self.tools.live_origin) = before;
        Err(error)
    }

    /// Opens `page` and takes the tools of `toolbox`, which may be called on `tools_origin` only.
    ///
    /// A page may lead the browser on, by a script or a `<meta http-equiv="refresh">`. Where it ends on another
    /// origin, the tools are not taken and the error is [`ErrorKind::OtherOrigin`].
    pub async fn enter(&mut self, page: &Url, tools_origin: &Origin, toolbox: Toolbox) -> Result<(), Error> {
        self.open(page.as_str()).await?;
        let shown = self.url().await?;
        let expected = tools_origin.ascii_serialization();
        // The driver names the address that was asked for even where the document is another; what `location`
        // says no page can change.
        let document = self.evaluate("return location.origin", ORIGIN_DEADLINE).await?;
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

/// Time for a page to say where it is.
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
