//! The tools that a page registers through WebMCP, listed by the page itself.
//!
//! The decision: the listing is made in the page, by `document.modelContext.getTools()`, because that is the one way
//! that every browser has, native or not; a debugger's events miss tools. Where a browser has no WebMCP, a script
//! that runs before the page's own gives it one ([`preload`]), and where it has, the same script keeps what the browser
//! drops. The
//! list is the page's own word, bounded in number and size, and not judged here.

pub(crate) mod listing;

use std::fmt;
use std::sync::LazyLock;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Map, Value};
use webagents_schema::Interface;

use crate::harness::javascript::{KEY, PASS, stripped};

static PRELOAD: LazyLock<String> = LazyLock::new(|| {
    let (shim, context) = (stripped(include_str!("shim.js")), stripped(include_str!("context.js")));
    format!("({shim})({},{},{context})", Value::from(KEY.as_str()), Value::from(PASS.as_str()))
});

/// The script that a browser is to run in every document, frames included, before the document's own scripts.
///
/// It gives `document.modelContext` to a browser that has none, as Chromium 156 has it; in every browser it gives the
/// shapes from before (`navigator.modelContext`, `automationDelegate`), and it keeps what the browser drops: the text
/// of a tool's error, and its output schema. In a document that is no secure context it does nothing, and in one where
/// it ran already, nothing more.
///
/// A page can distinguish the two by this:
///
/// | | the browser's own (Chromium 156) | the shim |
/// |---|---|---|
/// | events of a form that a call fills in | trusted | not trusted |
/// | `:tool-form-active`, `:tool-submit-active` | match | are no selectors |
/// | the header `Permissions-Policy: tools=()` | forbids | is not seen |
/// | a frame of another origin with `allow="tools"` | registers, and is listed where it exposes a tool to the page | is refused |
/// | properties of the window | | `navigator.modelContext` and `automationDelegate`, which both have here |
pub fn preload() -> &'static str {
    &PRELOAD
}

/// Bounds on what a page may register. What is beyond them is not offered, and is a [`LiveFinding`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct LiveOptions {
    /// Time for the page to answer. Default: 10 seconds.
    pub deadline: Duration,
    /// Tools. Default: 256.
    pub max_tools: usize,
    /// UTF-16 code units of a tool's description; a longer one is cut. Default: 8,192.
    pub max_description: usize,
    /// UTF-16 code units of JSON of a tool's schema; a tool with a longer one is not offered.
    ///
    /// Default: 65,536.
    pub max_schema: usize,
    /// UTF-16 code units of JSON of all tools. Default: 1,048,576.
    pub max_total: usize,
}

impl Default for LiveOptions {
    fn default() -> Self {
        Self {
            deadline: Duration::from_secs(10),
            max_tools: 256,
            max_description: 8 * 1024,
            max_schema: 64 * 1024,
            max_total: 1024 * 1024,
        }
    }
}

/// Support of a page for WebMCP.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum WebMcpSupport {
    /// The browser's own `document.modelContext`.
    Native,
    /// The one that [`preload`] gave it.
    Shim,
    /// None: Chromium has WebMCP as the feature `WebMCP`, and it is switched off.
    Off,
    /// None: the document is no secure context
    /// (<https://html.spec.whatwg.org/multipage/webappapis.html#secure-contexts>).
    Insecure,
    /// The permission policy `tools` forbids it here.
    Denied,
    /// None: this browser knows nothing of it, and [`preload`] did not run.
    Absent,
}

impl WebMcpSupport {
    /// Returns whether tools can be registered.
    pub const fn is_there(self) -> bool {
        matches!(self, Self::Native | Self::Shim)
    }
}

/// The meaning, and the remedy.
impl fmt::Display for WebMcpSupport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Native => "the browser's own WebMCP",
            Self::Shim => "WebMCP by our shim",
            Self::Off => "WebMCP is switched off: start the browser with --enable-features=WebMCP",
            Self::Insecure => {
                "no WebMCP, because the page is no secure context: open it over https or on localhost"
            }
            Self::Denied => "no WebMCP, because the page's permission policy `tools` forbids it",
            Self::Absent => {
                "no WebMCP: the browser has none, and the shim was not there before the page's scripts"
            }
        })
    }
}

/// Way in which a tool was registered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Registration {
    /// `document.modelContext.registerTool`.
    Imperative,
    /// A form with the attributes `toolname` and `tooldescription`.
    Declarative,
    /// A shape from before: `navigator.modelContext`, `provideContext`, `automationDelegate`.
    Legacy,
}

/// A tool that a page registers.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct LiveTool {
    /// Name, arguments and the rest, as the page has them.
    ///
    /// A form that a call submits at once by POST counts as consequential where the page does not say otherwise.
    pub interface: Interface,
    /// The way of its registration.
    pub way: Registration,
    /// The frame whose document registered it: the indices of frames from the top, `""` for the top document, `"0"` for
    /// its first frame, `"0.2"` for that frame's third; `"?"` for one that went away in the meantime.
    pub frame: String,
    /// The origin of that document.
    pub origin: String,
    /// `true` if a call submits the form at once; otherwise the call waits until the user presses the button.
    pub autosubmit: bool,
    /// `true` if the form may be sent by POST, by its own attribute or a button's.
    ///
    /// A form that is sent by GET asks for a page, as a link does.
    pub posts: bool,
    /// `true` if the tool counts as consequential although the page does not declare it so.
    pub(crate) presumed: bool,
    /// The definition as the page registered it, before any conversion.
    pub(crate) definition: Map<String, Value>,
    /// Names its definition in the page, by a keyed hash whose key the page does not know.
    pub(crate) mark: String,
}

/// The tools that a page registers, at one moment.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct LiveTools {
    /// Support of the page for WebMCP.
    pub support: WebMcpSupport,
    /// The origin of the top document.
    pub origin: String,
    /// The tools: those of the top document first, each frame's by name.
    pub tools: Vec<LiveTool>,
    /// Findings about tools that are not offered, or not as they were registered.
    pub findings: Vec<LiveFinding>,
    pub(crate) version: String,
}

/// Finding about a page's tools that a caller who trusts them should know.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LiveFinding {
    /// Kind of the finding.
    pub kind: LiveFindingKind,
    /// The tool's name as the page has it; empty when it is about all.
    pub tool: String,
    /// Message for people.
    pub message: String,
}

/// Kind of a [`LiveFinding`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LiveFindingKind {
    /// The manifest declares a tool of this name; its declaration counts, and calls reach the registered tool.
    Shadowed,
    /// Another frame registers a tool of this name; this one is called by a name of its own.
    SameName,
    /// `global` has no such name; the tool has another there.
    Renamed,
    /// More is registered than is offered.
    TooMany,
    /// The description was cut.
    DescriptionCut,
    /// The tool's schema is too long or no JSON Schema; the tool is not offered.
    Schema,
    /// The page is of another origin than the toolbox; none of its tools is offered.
    OtherOrigin,
    /// The page's WebMCP gave no list.
    Failed,
    /// The tool is not defined as it was when it was first seen in the session, or as it is pinned: see
    /// [`Policy::redefined`](crate::Policy::redefined).
    Redefined,
}

impl LiveFinding {
    pub(crate) fn new(kind: LiveFindingKind, tool: impl Into<String>, message: impl Into<String>) -> Self {
        Self { kind, tool: tool.into(), message: message.into() }
    }

    /// Creates the finding that a page's tools are left out because of its origin.
    pub fn other_origin(message: impl Into<String>) -> Self {
        Self::new(LiveFindingKind::OtherOrigin, "", message)
    }
}

impl fmt::Display for LiveFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.tool.is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "{}: {}", self.tool, self.message)
        }
    }
}
