//! Command-line arguments for reading pages.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args as ClapArgs, ValueEnum};
use webagents_read::{Favor, Images, Links, Selector};

#[cfg(feature = "browser")]
use super::browser::{Browser, DriverArgs, Login};
#[cfg(feature = "browser")]
use super::egress::ReachArgs;
use super::formats::ToolTarget;
#[cfg(feature = "browser")]
use super::in_session::InSession;
use super::network::{HostPort, jobs, seconds};
use super::source::SourceArg;

/// Options that need no page.
#[cfg(feature = "browser")]
const REPLACES_PAGES: [&str; 2] = ["definition", "session"];
#[cfg(not(feature = "browser"))]
const REPLACES_PAGES: [&str; 1] = ["definition"];

#[derive(Debug, ClapArgs)]
pub(crate) struct ReadArgs {
    /// Pages: URLs, files of HTML, or - for stdin
    #[arg(id = "page", value_name = "URL", required_unless_present_any = REPLACES_PAGES)]
    pub(crate) pages: Vec<SourceArg>,
    #[command(flatten)]
    pub(crate) part: PartArgs,
    #[command(flatten)]
    pub(crate) what: WhatArgs,
    #[command(flatten)]
    pub(crate) request: RequestArgs,
    /// Let the page's scripts run in a browser first
    #[cfg(feature = "browser")]
    #[arg(long, conflicts_with_all = ["header", "cookie", "basic", "bearer", "robots", "user_agent", "cache",
        "prefer_markdown"])]
    pub(crate) render: bool,
    /// Read this many pages at one time
    #[arg(long, value_name = "NUMBER", default_value = "8", value_parser = jobs)]
    pub(crate) jobs: NonZeroUsize,
    /// Print the definition of the tool `web_browse` for a language model, and read nothing
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with_all = ["page", "json"])]
    pub(crate) definition: Option<ToolTarget>,
    #[command(flatten)]
    pub(crate) destination: DestinationArgs,
    /// Print one line of JSON for each page
    #[arg(long)]
    pub(crate) json: bool,
    #[cfg(feature = "browser")]
    #[command(flatten)]
    pub(crate) render_in: RenderArgs,
}

/// Browser in which a page's scripts run: a new one, or a session's.
#[cfg(feature = "browser")]
#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "With --render")]
pub(crate) struct RenderArgs {
    #[command(flatten)]
    pub(crate) browser: Browser,
    #[command(flatten)]
    pub(crate) driver: DriverArgs,
    #[command(flatten)]
    pub(crate) pages: ReachArgs,
    #[command(flatten)]
    pub(crate) login: Login,
    #[command(flatten)]
    pub(crate) in_session: InSession,
}

#[cfg(feature = "browser")]
impl RenderArgs {
    /// The option that was given, if one was.
    pub(crate) fn given(&self) -> Option<&'static str> {
        self.browser.given().or(self.driver.given()).or(self.pages.given()).or(self.login.given())
    }
}

/// Form and place of the output.
#[derive(Debug, ClapArgs)]
pub(crate) struct DestinationArgs {
    /// Print one line of JSON for each part of this many tokens at most, cut at headings
    #[arg(long, value_name = "TOKENS", conflicts_with_all = ["start_index", "max_characters", "budget"])]
    pub(crate) chunk: Option<NonZeroUsize>,
    /// Write each page into a file of this folder, and print the paths
    #[arg(long, value_name = "DIR", conflicts_with = "json")]
    pub(crate) output: Option<PathBuf>,
    /// Write over files that are there
    #[arg(long, requires = "output")]
    pub(crate) force: bool,
    /// Keep pages in this folder, and request them next time only if they changed
    #[arg(long, value_name = "DIR")]
    pub(crate) cache: Option<PathBuf>,
}

/// Part of a page's text that is printed.
#[derive(Debug, ClapArgs)]
pub(crate) struct PartArgs {
    /// Begin with this character of the text
    #[arg(long, value_name = "NUMBER")]
    pub(crate) start_index: Option<usize>,
    /// Print this many characters at most, cut between blocks [default: 10000; with --output, all]
    #[arg(long, value_name = "NUMBER")]
    pub(crate) max_characters: Option<NonZeroUsize>,
    /// Print this many tokens at most, estimated
    #[arg(long, value_name = "TOKENS")]
    pub(crate) budget: Option<NonZeroUsize>,
}

/// Parts of a page that are read, and the form of the result.
#[derive(Debug, ClapArgs)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command")]
pub(crate) struct WhatArgs {
    /// Read the whole page, with navigation, headers and footers
    #[arg(long)]
    pub(crate) raw: bool,
    /// Read the whole page even if the URL names a section of it (#section)
    #[arg(long)]
    pub(crate) whole_page: bool,
    /// Read only the elements that this CSS selector matches
    #[arg(long, value_name = "SELECTOR", value_parser = Selector::parse)]
    pub(crate) select: Option<Selector>,
    /// Leave out the elements that this CSS selector matches
    #[arg(long, value_name = "SELECTOR", value_parser = Selector::parse)]
    pub(crate) exclude: Option<Selector>,
    /// Form of links
    #[arg(long, value_enum, value_name = "HOW", default_value_t = LinkStyle::Inline)]
    pub(crate) links: LinkStyle,
    /// Form of images
    #[arg(long, value_enum, value_name = "HOW", default_value_t = ImageStyle::Informative)]
    pub(crate) images: ImageStyle,
    /// Treatment of parts that may be content or not.
    #[arg(long, value_enum, value_name = "SIDE", conflicts_with_all = ["raw", "select"],
        help = "Treat parts of the page that may be content or not: leave them out (precision) or read them (recall) \
                [default: leave out a part with two signs of being no content, such as its name and its links, and three in a manual]")]
    pub(crate) favor: Option<Side>,
    /// Begin with the page's metadata as YAML: title, author, dates, description, addresses, language
    #[arg(long)]
    pub(crate) front_matter: bool,
    /// Read the page's Markdown version instead, if it links one (rel="alternate" type="text/markdown")
    #[arg(long)]
    pub(crate) prefer_markdown: bool,
}

/// Headers, cookies and limits of requests.
#[derive(Debug, ClapArgs)]
pub(crate) struct RequestArgs {
    /// Send this header, to the URL's own origin alone (may be given more than once)
    #[arg(long, value_name = "NAME: VALUE")]
    pub(crate) header: Vec<Pair<':'>>,
    /// Send this cookie, to the URL's own origin alone (may be given more than once)
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) cookie: Vec<Pair<'='>>,
    /// Log in by HTTP's Basic scheme, at the URL's own origin alone
    #[arg(long, value_name = "USER:PASSWORD", conflicts_with = "bearer")]
    pub(crate) basic: Option<Pair<':'>>,
    /// Log in by a bearer token, at the URL's own origin alone
    #[arg(long, value_name = "TOKEN")]
    pub(crate) bearer: Option<Secret>,
    /// Value of the header `User-Agent`
    #[arg(long, value_name = "TEXT")]
    pub(crate) user_agent: Option<String>,
    /// Print the page of an error (status 400 and above) as well; the exit code still reports the error
    #[arg(long)]
    pub(crate) show_errors: bool,
    /// Keep to the site's robots.txt
    #[arg(long)]
    pub(crate) robots: bool,
    /// Let a site lead to this host, though its address is not public (may be given more than once)
    #[arg(long, value_name = "HOST:PORT")]
    pub(crate) allow_host: Vec<HostPort>,
    /// Give up on a page after this many seconds, connecting and redirects among them
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    pub(crate) timeout: Duration,
}

/// A name and a value, with a sign between them.
///
/// The value may be a secret, so `Debug` does not show it.
#[derive(Clone)]
pub(crate) struct Pair<const SIGN: char> {
    pub(crate) name: String,
    pub(crate) value: String,
}

impl<const SIGN: char> std::str::FromStr for Pair<SIGN> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once(SIGN) {
            Some((name, value)) if !name.trim().is_empty() => {
                Ok(Self { name: name.trim().to_owned(), value: value.trim().to_owned() })
            }
            _ => Err(format!("expected a name and a value with {SIGN} between them")),
        }
    }
}

impl<const SIGN: char> std::fmt::Debug for Pair<SIGN> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{SIGN}…", self.name)
    }
}

/// A text that `Debug` does not show.
#[derive(Clone)]
pub(crate) struct Secret(pub(crate) String);

impl From<String> for Secret {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("…")
    }
}

/// The preference for text that may or may not be content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Side {
    /// Leave out a part with one sign of being no content, if it has no heading, code, row or term
    Precision,
    /// Leave out only a part with three signs of being no content
    Recall,
}

impl From<Side> for Favor {
    fn from(side: Side) -> Self {
        match side {
            Side::Precision => Self::Precision,
            Side::Recall => Self::Recall,
        }
    }
}

/// Form of links.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LinkStyle {
    /// In their place
    Inline,
    /// Only their text, and a list of addresses at the end
    Listed,
    /// Only their text
    Off,
}

impl From<LinkStyle> for Links {
    fn from(style: LinkStyle) -> Self {
        match style {
            LinkStyle::Inline => Self::Inline,
            LinkStyle::Listed => Self::Listed,
            LinkStyle::Off => Self::Off,
        }
    }
}

/// Form of images.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ImageStyle {
    /// Description and address of images whose description adds to the text next to them
    Informative,
    /// Description and address
    All,
    /// Only the descriptions of images that have one worth reading
    Alt,
    /// Nothing
    None,
}

impl From<ImageStyle> for Images {
    fn from(style: ImageStyle) -> Self {
        match style {
            ImageStyle::Informative => Self::Informative,
            ImageStyle::All => Self::All,
            ImageStyle::Alt => Self::Alt,
            ImageStyle::None => Self::None,
        }
    }
}
