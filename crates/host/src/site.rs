//! A page with its declared tools, found before a browser starts.

use std::sync::Arc;

use url::Url;
use webagents_discover::DiscoverOptions;
use webagents_fetch::{Client, ClientOptions};
use webagents_manifest::{Diagnostic, Parsed};
use webagents_runtime::Toolbox;
use webagents_runtime::guard::lock::Pin;
use webagents_runtime_webdriver::Site;

use crate::error::Error;

/// Page with the tools that its manifest declares, and the parts of the manifest that are kept.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct FoundSite {
    /// Page, its declared tools and the origin on whose pages they may be called.
    pub site: Site,
    /// Diagnostics of the manifest; empty without one.
    pub diagnostics: Vec<Diagnostic>,
    /// Hashes of the manifest and its tools, to compare with a lock and to record.
    pub pin: Arc<Pin>,
}

impl FoundSite {
    /// Returns the origin on whose pages the tools may be called, such as `https://shop.example`.
    pub fn origin(&self) -> String {
        self.site.tools_origin.ascii_serialization()
    }

    /// Returns whether a manifest declares the tools, one that was found or one that the caller gave.
    pub fn has_manifest(&self) -> bool {
        !self.pin.manifest.is_empty()
    }
}

/// The site of a search, with its manifest if one was found.
impl From<Site> for FoundSite {
    fn from(site: Site) -> Self {
        let (pin, diagnostics) = match &site.discovery {
            Some(discovery) => {
                let pin = Pin::of(&discovery.parsed, discovery.manifest_url.as_str());
                (pin, discovery.parsed.diagnostics.clone())
            }
            None => (Pin::of_none(), Vec::new()),
        };
        Self { site, diagnostics, pin: Arc::new(pin) }
    }
}

/// Source of a page's declared tools: a search over HTTP, or a manifest that the caller gives.
#[derive(Debug, Clone)]
pub struct SiteFinder(Source);

#[derive(Debug, Clone)]
enum Source {
    Search(Client),
    Given { toolbox: Box<Toolbox>, diagnostics: Vec<Diagnostic>, pin: Arc<Pin> },
}

impl SiteFinder {
    /// Creates a finder that reads manifests by an HTTP client with these options.
    pub fn new(options: &ClientOptions) -> Result<Self, Error> {
        Ok(Self(Source::Search(Client::new(options)?)))
    }

    /// Creates a finder that takes the tools of `parsed` for any page.
    ///
    /// `name` is the manifest's address or file, by which a lock knows it.
    pub fn with_manifest(parsed: Parsed, name: &str) -> Self {
        let pin = Arc::new(Pin::of(&parsed, name));
        let diagnostics = parsed.diagnostics.clone();
        Self(Source::Given { diagnostics, toolbox: Box::new(Toolbox::from(parsed)), pin })
    }

    /// Finds the declared tools of the page at `url`, without a browser.
    ///
    /// A page without a manifest is accepted: its scripts may register tools.
    pub async fn find(&self, url: &Url) -> Result<FoundSite, Error> {
        match &self.0 {
            Source::Search(client) => {
                Ok(FoundSite::from(Site::find(client, url, &DiscoverOptions::default()).await?))
            }
            Source::Given { toolbox, diagnostics, pin } => Ok(FoundSite {
                site: Site::with_tools(url.clone(), Toolbox::clone(toolbox)),
                diagnostics: diagnostics.clone(),
                pin: Arc::clone(pin),
            }),
        }
    }
}
