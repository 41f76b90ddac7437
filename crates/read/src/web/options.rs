//! Options for fetching a page and for the part that is shown.

use std::sync::Arc;
use std::time::Duration;

use webagents_fetch::{ClientOptions, RequestHeaders};

use super::cache::Cache;
use super::store::Store;
use crate::options::ReadOptions;

/// Options of [`web_browse`](super::web_browse).
///
/// [`Default`] gives the values named at each field.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct BrowseOptions {
    /// Options for reading the page and writing its Markdown. Their `url` is not used.
    pub read: ReadOptions,
    /// First character of the part that is shown: none, which is 0 with the plain notice.
    pub start_index: Option<usize>,
    /// The most characters of a page in one part: 10,000.
    pub max_characters: usize,
    /// The most tokens in one part, as [`webagents_schema::estimate_tokens`] has them: none.
    pub max_tokens: Option<usize>,
    /// Metadata of the page before the first part: [`FrontMatter::Omit`].
    pub front_matter: FrontMatter,
    /// Treatment of the Markdown that a page names as its own: [`NativeMarkdown::Report`].
    pub native: NativeMarkdown,
    /// Headers, cookies and credentials for the origin of the URL, and for no other: none.
    pub headers: RequestHeaders,
    /// `true` if the whole page is read although its URL names a section of it by a fragment.
    pub whole_page: bool,
    /// `true` if the page of an error response (status 400 and above) is shown.
    ///
    /// Otherwise it is [`ErrorKind::Status`](crate::ErrorKind::Status).
    pub show_errors: bool,
    /// Obedience to a site's robots.txt: [`Robots::Ignore`].
    pub robots: Robots,
    /// The longest time for everything, robots.txt and redirects among it: 30 s.
    pub timeout: Duration,
    /// The most bytes of a page, decoded: 16 MiB. Of a larger one the beginning is read.
    pub max_body_bytes: usize,
    /// Cache of documents for callers who read on, shared by these options and their clones.
    ///
    /// `None` remembers nothing, so that each part is fetched anew.
    pub cache: Option<Cache>,
    /// Store of documents beyond the program, to be confirmed by their servers. Default: none.
    pub store: Option<Arc<dyn Store>>,
    /// Number of pages that [`web_browse_many`](super::web_browse_many) reads at a time: 8.
    pub concurrency: usize,
}

impl Default for BrowseOptions {
    fn default() -> Self {
        Self {
            read: ReadOptions::default(),
            start_index: None,
            max_characters: 10_000,
            max_tokens: None,
            front_matter: FrontMatter::Omit,
            native: NativeMarkdown::Report,
            headers: RequestHeaders::default(),
            whole_page: false,
            show_errors: false,
            robots: Robots::Ignore,
            timeout: Duration::from_secs(30),
            max_body_bytes: 16 * 1024 * 1024,
            cache: Some(Cache::default()),
            store: None,
            concurrency: 8,
        }
    }
}

/// Metadata of a page before its first part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum FrontMatter {
    /// The text alone.
    #[default]
    Omit,
    /// YAML between two lines of `---`: its title, address and language, as far as they are known.
    ///
    /// It is not counted as part of the text.
    Yaml,
}

/// Treatment of the Markdown that a page names by `<link rel="alternate" type="text/markdown">`.
///
/// Nothing else is tried: a server that has Markdown at the page's own address is asked for it anyway (`Accept`), and
/// addresses that sites are only guessed to have, such as `/index.md` or `/llms.txt`, are not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum NativeMarkdown {
    /// Its address is in [`Metadata::markdown`](crate::Metadata::markdown).
    #[default]
    Report,
    /// It is fetched and shown in place of the HTML, if it is of the page's own origin and is Markdown.
    ///
    /// If it cannot be had in a third of the time, the HTML is shown
    /// ([`Remark::NoMarkdown`](crate::Remark::NoMarkdown)).
    Prefer,
}

/// Obedience to a site's robots.txt (RFC 9309).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Robots {
    /// It is not asked for.
    ///
    /// A page that a person asked for, or an agent on their behalf, is read as by a browser.
    #[default]
    Ignore,
    /// It is asked before each hop, under the product name of the client's `User-Agent`.
    Obey,
}

/// Returns the options of a client that reads pages.
///
/// They are 10 redirects, no limit of their own for connecting and TLS, and otherwise a client's defaults. The time for
/// a page is in [`BrowseOptions::timeout`], which bounds all of it.
pub fn client_options() -> ClientOptions {
    let mut options = ClientOptions::default();
    options.max_redirects = 10;
    options.connect_timeout = Duration::from_hours(1);
    options
}
