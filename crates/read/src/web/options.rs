//! Options for fetching a page and for the part that is shown.

use std::sync::Arc;
use std::time::Duration;

use webagents_fetch::{ClientOptions, RequestHeaders};

use super::cache::Cache;
use super::store::Store;
use crate::options::ReadOptions;

/// Options for fetching a page and converting it with [`web_browse`](super::web_browse).
///
/// [`Default`] gives the values named at each field.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct BrowseOptions {
    /// Options for converting the page to Markdown; their `url` is not used.
    pub read: ReadOptions,
    /// Beginning and maximum size of the part of the document's text that is returned.
    pub part: PartOptions,
    /// Headers, limits and other options of the HTTP request.
    pub request: PageRequest,
    /// Choice to fetch the Markdown version that a page links to. Default: [`NativeMarkdown::Report`].
    pub native: NativeMarkdown,
    /// `true` to convert the whole page even if the URL's fragment names a section. Default: `false`.
    pub whole_page: bool,
    /// Cache in memory of fetched documents, shared by clones of these options; `None` caches nothing.
    ///
    /// `None` remembers nothing, so that each part is fetched anew.
    pub cache: Option<Cache>,
    /// Storage of fetched documents between runs; each is revalidated with its server. Default: none.
    pub store: Option<Arc<dyn Store>>,
}

impl Default for BrowseOptions {
    fn default() -> Self {
        Self {
            read: ReadOptions::default(),
            part: PartOptions::default(),
            request: PageRequest::default(),
            native: NativeMarkdown::Report,
            whole_page: false,
            cache: Some(Cache::default()),
            store: None,
        }
    }
}

/// Part of a document's text to return: its beginning and its maximum size.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct PartOptions {
    /// Index of the first returned character. Default: `None`, which begins at 0.
    ///
    /// If more text follows, [`Browsed::notice`](super::Browsed::notice) names the next index; with `None` it reports only
    /// that the text was cut.
    pub start_index: Option<usize>,
    /// Maximum number of characters of the document's text that are returned. Default: 10,000.
    pub max_characters: usize,
    /// Maximum number of estimated language-model tokens that are returned. Default: no limit.
    pub max_tokens: Option<usize>,
    /// Form of the page's metadata before its text, if that begins at 0. Default: [`FrontMatter::Omit`].
    pub front_matter: FrontMatter,
}

impl Default for PartOptions {
    fn default() -> Self {
        Self { start_index: None, max_characters: 10_000, max_tokens: None, front_matter: FrontMatter::Omit }
    }
}

/// Options for the HTTP request of a page: headers, time and size limits, use of robots.txt.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct PageRequest {
    /// Request headers, such as cookies, sent only to the origin of the page's URL. Default: none.
    pub headers: RequestHeaders,
    /// `true` to read the page of a response with status 400 or above, not fail. Default: `false`.
    ///
    /// Otherwise it is [`ErrorKind::Status`](crate::ErrorKind::Status).
    pub show_errors: bool,
    /// Choice to obey or ignore the site's robots.txt. Default: [`Robots::Ignore`].
    pub robots: Robots,
    /// Time limit for fetching and converting a page, redirects and robots.txt included. Default: 30 s.
    pub timeout: Duration,
    /// Maximum bytes of a page after decompression; a longer page is cut. Default: 16 MiB.
    pub max_body_bytes: usize,
}

impl Default for PageRequest {
    fn default() -> Self {
        Self {
            headers: RequestHeaders::default(),
            show_errors: false,
            robots: Robots::Ignore,
            timeout: Duration::from_secs(30),
            max_body_bytes: 16 * 1024 * 1024,
        }
    }
}

/// Form of a page's metadata before its text: YAML between two lines of `---`, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum FrontMatter {
    /// No metadata.
    #[default]
    Omit,
    /// YAML between two lines of `---`: title, address and language, as far as they are known.
    ///
    /// It is not counted as part of the text.
    Yaml,
}

/// Choice to fetch the Markdown version that a page links to as `alternate`, or to report its URL.
///
/// Nothing else is tried. Requests always prefer Markdown at the page's own address (`Accept`), and guessed
/// addresses, such as `/index.md` or `/llms.txt`, are not requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum NativeMarkdown {
    /// Its URL is only reported, in [`Metadata::markdown`](crate::Metadata::markdown).
    #[default]
    Report,
    /// It is fetched and returned in place of the HTML, if it has the page's own origin and is Markdown.
    ///
    /// If it cannot be had in a third of the time, the HTML is shown
    /// ([`Remark::NoMarkdown`](crate::Remark::NoMarkdown)).
    Prefer,
}

/// Choice to obey a site's robots.txt (RFC 9309), or not to fetch it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Robots {
    /// The site's robots.txt is not fetched.
    ///
    /// A page that a person, or an agent on their behalf, requests is read as a browser reads it.
    #[default]
    Ignore,
    /// The site's robots.txt is checked before each request, by the product name in the `User-Agent`.
    Obey,
}

/// Returns HTTP client options suited to [`web_browse`](super::web_browse): at most 10 redirects.
///
/// They are 10 redirects, no limit of their own for connecting and TLS, and otherwise a client's defaults. The time for
/// a page is in [`PageRequest::timeout`], which bounds all of it.
pub fn client_options() -> ClientOptions {
    let mut options = ClientOptions::default();
    options.max_redirects = 10;
    options.connect_timeout = Duration::from_hours(1);
    options
}
