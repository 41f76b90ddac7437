//! From a URL to a page with tools: discovery over HTTP, then the browser.
//!
//! The decision: what a site declares is read by the guarded HTTP client, not by the browser, so it is the same
//! for every agent and no script of the page has a say in it. The tools are taken only when the browser ends on
//! the origin that they were found for, and with each run the harness sees that it still is there.

use std::time::Duration;

use url::{Origin, Url};
use webagents_discover::{DiscoverOptions, Discovery, discover};
use webagents_fetch::{Client, ClientOptions};
use webagents_runtime::{Answer, Page as _, PageError, PageErrorKind, Toolbox};

use crate::error::{Error, ErrorKind};
use crate::session::Session;

impl Session {
    /// Finds the `webagents.md` of the page at `url`, opens the page, and takes its tools, and those that the page
    /// registers through WebMCP ([`refresh_tools`](Self::refresh_tools)).
    ///
    /// The host and port of `url` may be in the local network or on this machine, because the caller chose them; a name
    /// keeps to the kind of address of its first answer ([`ClientOptions::allow_url`]). For a URL that a site or a model wrote, use [`detect_with`](Self::detect_with) and a
    /// client that allows public addresses only.
    pub async fn detect(&mut self, url: &str) -> Result<Discovery, Error> {
        let mut options = ClientOptions::default();
        let page = parse(url)?;
        options.allow_url(&page).map_err(fetch)?;
        if let Some(proxy) = &self.egress {
            options.first_answers = proxy.first_answers();
        }
        let client = Client::new(&options).map_err(fetch)?;
        self.detect_with(&client, url, &DiscoverOptions::default()).await
    }

    /// The same with a client and options of the caller's.
    ///
    /// When `url` is that of a manifest, the page that is opened is the root of its origin; where the tools are
    /// on another page, [`open`](Self::open) it afterwards.
    pub async fn detect_with(
        &mut self,
        client: &Client,
        url: &str,
        options: &DiscoverOptions,
    ) -> Result<Discovery, Error> {
        let discovery = discover(client, &parse(url)?, options)
            .await
            .map_err(|error| Error::because(ErrorKind::Discovery(error.kind()), error.to_string(), error))?;
        self.enter(&discovery.landing_page(), &discovery.tools_origin, Toolbox::from(&discovery.parsed))
            .await?;
        // What the page registers comes on top; a page that cannot say it has what its manifest declares.
        let asked = self.refresh_tools().await.err();
        match asked {
            Some(error) if !self.is_usable() => Err(error),
            _ => Ok(discovery),
        }
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
