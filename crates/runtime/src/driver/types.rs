//! Types of the methods of [`Driver`](super::Driver).

use std::fmt;
use std::path::PathBuf;

use serde::Serialize;

use crate::page::DialogKind;

/// Identifier that the browser engine gave to a frame; valid as long as the frame exists.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FrameId(String);

impl FrameId {
    /// Creates the identifier of a frame from the text that the browser engine uses.
    pub fn new(id: impl Into<String>) -> Self {
        Self(id.into())
    }

    /// Returns the identifier of the frame as the text that the browser engine uses.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Identifier that the browser engine gave to a tab; valid until the tab is closed.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct TabId(String);

impl TabId {
    /// Creates the identifier of a tab from the text that the browser engine uses.
    pub fn new(id: impl Into<String>) -> Self {
        Self(id.into())
    }

    /// Returns the identifier of the tab as the text that the browser engine uses.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for TabId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// JavaScript realm in which a script runs in a frame: the page's own, or one with separate globals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum World {
    /// The page's own realm, whose globals the page's scripts share.
    Page,
    /// A separate realm, which shares the document with the page and no global.
    Isolated,
}

/// Page that a guard of the browser session refused to load, with the reason and the host to allow.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RefusedPage {
    /// Reason why the browser session refused to load the page, with the host and port that it refused.
    pub why: String,
    /// Host and port to allow so that the page loads, such as `localhost:8080`; `None` if nothing helps.
    pub remedy: Option<String>,
}

impl RefusedPage {
    /// Creates the description of a refused page from the reason and the host and port to allow.
    pub fn new(why: impl Into<String>, remedy: Option<String>) -> Self {
        Self { why: why.into(), remedy }
    }
}

/// Open tab of a browser session, with the URL and title of its document.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tab {
    /// Identifier that the browser engine gave to the tab.
    pub id: TabId,
    /// URL of the tab's document.
    pub url: String,
    /// Title of the tab's document.
    pub title: String,
    /// `true` for the tab that the session shows and acts on.
    pub is_shown: bool,
}

impl Tab {
    /// Creates the description of a tab that the session does not show.
    pub fn new(id: TabId, url: impl Into<String>, title: impl Into<String>) -> Self {
        Self { id, url: url.into(), title: title.into(), is_shown: false }
    }
}

/// Step in a tab's history: back, forward, or reloading the present entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum History {
    /// The previous entry.
    Back,
    /// The next entry.
    Forward,
    /// The present entry, loaded again.
    Reload,
}

/// JavaScript dialog of a page, such as a `prompt`, that is open and waits for an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenDialog {
    /// Function or event that opened the dialog, such as `prompt`.
    pub kind: DialogKind,
    /// Text that the dialog shows, cut at 100,000 characters.
    pub message: String,
    /// Initial text of the input field of a `prompt` dialog; `None` for other dialogs, or if not known.
    pub default: Option<String>,
}

/// File chooser that a page has opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileChooser {
    /// `true` if it takes several files.
    pub is_multiple: bool,
    /// `true` if it came from an `input` element, to which files can be given.
    pub has_input: bool,
}

/// Rectangle of a page, in CSS pixels from the page's upper left corner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rect {
    /// Distance from the left edge of the page, in CSS pixels.
    pub x: f64,
    /// Distance from the top edge of the page, in CSS pixels.
    pub y: f64,
    /// Width of the rectangle in CSS pixels.
    pub width: f64,
    /// Height of the rectangle in CSS pixels.
    pub height: f64,
}

/// Area of a page to take a picture of: the viewport, the whole page, or a rectangle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Capture {
    /// The visible part of the page.
    Viewport,
    /// The whole page, up to 16,384 pixels in each direction.
    Page,
    /// A rectangle of the page, which may lie outside of the viewport.
    Part(Rect),
}

/// Paper size for printing a page to PDF, and the choice to print backgrounds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Paper {
    /// Width of the paper in centimetres.
    pub width: f64,
    /// Height of the paper in centimetres.
    pub height: f64,
    /// `true` to print the page's background colours and images.
    pub background: bool,
}

impl Default for Paper {
    /// A4 with backgrounds.
    fn default() -> Self {
        Self { width: 21.0, height: 29.7, background: true }
    }
}

/// File that a page gave to the user as a download, with its state.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Download {
    /// URL from which the file is downloaded.
    pub url: String,
    /// File name that the page or its server proposes for the download.
    pub name: String,
    /// Path of the downloaded file; `None` while the download runs, or if it failed.
    pub file: Option<PathBuf>,
    /// Progress of the download: running, complete or failed.
    pub state: DownloadState,
    /// Number of bytes that the browser has received; `None` if it does not report that.
    pub received: Option<u64>,
    /// Number of bytes that the server announced; `None` if not known.
    pub total: Option<u64>,
}

impl Download {
    /// Creates the description of a download that has begun, from its URL and its proposed file name.
    pub fn new(url: impl Into<String>, name: impl Into<String>) -> Self {
        let (url, name) = (url.into(), name.into());
        Self { url, name, file: None, state: DownloadState::Running, received: None, total: None }
    }
}

/// State of a download: running, complete or failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DownloadState {
    /// The browser still receives the file.
    Running,
    /// The file is complete.
    Complete,
    /// The download failed or was cancelled.
    Failed,
}

/// Log entry of a network request that a page made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestEntry {
    /// HTTP method of the network request, such as `GET`.
    pub method: String,
    /// URL of the request.
    pub url: String,
    /// HTTP status of the response, such as 404; `None` if the request got no response.
    pub status: Option<u16>,
    /// Reason why the network request failed, as text; `None` if it did not fail.
    pub failure: Option<String>,
}

/// Log entry of a text that a page wrote to the console, or of an uncaught error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConsoleEntry {
    /// Console level of the entry, such as `error`, or `exception` for an uncaught error.
    pub level: String,
    /// Text that the page wrote to the console, or text of the error, cut at 10,000 characters.
    pub text: String,
    /// URL and line of the script that wrote the entry, as `url:line`; `None` if not known.
    pub source: Option<String>,
}

/// Cookie that the browser sends to a page's URL, or that is to be set for a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageCookie {
    /// Name of the cookie.
    pub name: String,
    /// Value of the cookie.
    pub value: String,
    /// Domain to which the cookie is sent, with its subdomains; `None` for the page's host alone.
    pub domain: Option<String>,
    /// URL path to which the cookie is sent, with the paths below it.
    pub path: String,
    /// `true` if scripts cannot read the cookie.
    pub http_only: bool,
    /// `true` if the cookie is sent over HTTPS only.
    pub secure: bool,
    /// Expiry time in seconds since 1970; `None` for a cookie that lasts until the browser is closed.
    pub expires: Option<u64>,
}

/// Width and height of a browser's viewport, in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Viewport {
    /// Width of the viewport in CSS pixels.
    pub width: u32,
    /// Height of the viewport in CSS pixels.
    pub height: u32,
}
