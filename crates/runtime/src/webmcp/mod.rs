//! The tools that a page registers through WebMCP, listed by the page itself.
//!
//! The decision: the listing is made in the page, by `document.modelContext.getTools()`, because that is the one way
//! that every browser has, native or not; a debugger's events miss tools. A script that runs before the page's own
//! ([`preload`]) provides WebMCP to a browser without it, and keeps the parts that a browser with WebMCP drops. The
//! list is the page's own claim, bounded in number and size, and not judged here.

pub(crate) mod listing;

pub use self::listing::list_webmcp;

use std::fmt;
use std::sync::LazyLock;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Map, Value};
use webagents_schema::Interface;

use crate::harness::javascript::{KEY, PASS, with_annotations};

static PRELOAD: LazyLock<String> = LazyLock::new(|| {
    let shim = with_annotations(include_str!("shim.js"));
    let (context, forms) =
        (with_annotations(include_str!("context.js")), with_annotations(include_str!("forms.js")));
    let (key, pass) = (Value::from(KEY.as_str()), Value::from(PASS.as_str()));
    format!("({shim})({key},{pass},(kit)=>({context})(kit,{forms}))")
});

/// Returns a script that provides WebMCP in a browser; it must run before the scripts of each document.
///
/// It gives `document.modelContext` to a browser that has none, as Chromium 156 has it; in every browser it gives the
/// earlier shapes (`navigator.modelContext`, `automationDelegate`), and it keeps two parts that the browser drops:
/// the text of a tool's error, and its output schema. In a document that is not a secure context it does nothing, and
/// a second run does nothing more.
///
/// A page can distinguish the two by this:
///
/// | | the browser's own (Chromium 156) | the shim |
/// |---|---|---|
/// | events of a form that a call fills in | trusted | not trusted |
/// | `:tool-form-active`, `:tool-submit-active` | match | are not selectors |
/// | the header `Permissions-Policy: tools=()` | forbids | is not seen |
/// | a frame of another origin with `allow="tools"` | registers, and is listed if it exposes a tool to the page | is refused |
/// | properties of the window | | `navigator.modelContext` and `automationDelegate`, which both have here |
pub fn preload() -> &'static str {
    &PRELOAD
}

/// Limits on the tools that a page may register through WebMCP, and on the time to list them.
///
/// A tool beyond them is not offered, and is a [`WebMcpDiagnostic`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct WebMcpOptions {
    /// Time limit for the page to list its tools. Default: 10 seconds.
    pub deadline: Duration,
    /// Maximum number of a page's tools; further ones are left out. Default: 256.
    pub max_tools: usize,
    /// Maximum length of a tool's description, in UTF-16 code units; the rest is cut. Default: 8,192.
    pub max_description: usize,
    /// Maximum UTF-16 code units of a tool's input schema; a tool with a longer one is left out.
    ///
    /// A longer output schema is left out of its tool.
    ///
    /// Default: 65,536.
    pub max_schema: usize,
    /// Maximum total UTF-16 code units of a page's tools as JSON; further tools are left out.
    ///
    /// Default: 1,048,576.
    pub max_total: usize,
    /// Maximum time to wait for tools that come after the page has loaded. Default: none.
    ///
    /// The page is waited for while it lacks one of [`functions`](Self::functions) or [`named`](Self::named), or, without
    /// any of them, while it registers no tool. It is waited for once for each document: the time counts from the first
    /// listing that waits.
    pub wait: Duration,
    /// Names of declared functions that the page should define or register. Default: none.
    ///
    /// Those that it lacks are a diagnostic ([`WebMcpDiagnosticKind::Missing`]).
    pub functions: Vec<String>,
    /// Names of tools that the page should register, such as those that code calls. Default: none.
    pub named: Vec<String>,
}

impl Default for WebMcpOptions {
    fn default() -> Self {
        Self {
            deadline: Duration::from_secs(10),
            max_tools: 256,
            max_description: 8 * 1024,
            max_schema: 64 * 1024,
            max_total: 1024 * 1024,
            wait: Duration::ZERO,
            functions: Vec::new(),
            named: Vec::new(),
        }
    }
}

crate::option_setters!(WebMcpOptions {
    with_deadline(deadline: Duration),
    with_max_tools(max_tools: usize),
    with_max_description(max_description: usize),
    with_max_schema(max_schema: usize),
    with_max_total(max_total: usize),
    with_wait(wait: Duration),
    with_functions(functions: Vec<String>),
    with_named(named: Vec<String>),
});

/// Availability of WebMCP, the browser interface for registering tools, in a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum WebMcpSupport {
    /// The browser has `document.modelContext` of its own.
    Native,
    /// The script of [`preload`] gave the page `document.modelContext`.
    Shim,
    /// None: Chromium has WebMCP as the feature `WebMCP`, which is switched off.
    Off,
    /// None: the document is not a secure context.
    ///
    /// See <https://html.spec.whatwg.org/multipage/webappapis.html#secure-contexts>.
    Insecure,
    /// None: the permission policy `tools` forbids it in this document.
    Denied,
    /// None: the browser does not have it, and [`preload`] did not run.
    Absent,
}

impl WebMcpSupport {
    /// Returns whether WebMCP is available, so that pages can register tools.
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
                "no WebMCP, because the page is not a secure context: open it over https or on localhost"
            }
            Self::Denied => "no WebMCP, because the page's permission policy `tools` forbids it",
            Self::Absent => {
                "no WebMCP: the browser has none, and the shim was not there before the page's scripts"
            }
        })
    }
}

/// Interface through which a page registered a tool: a script's call or a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Registration {
    /// The call `document.modelContext.registerTool`.
    Imperative,
    /// A form with the attributes `toolname` and `tooldescription`.
    Declarative,
    /// An older interface: `navigator.modelContext`, `provideContext` or `automationDelegate`.
    Legacy,
}

/// Tool that a page registered through WebMCP, with its frame and origin.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct WebMcpTool {
    /// Name, description, arguments and annotations of the tool, as the page defines them.
    ///
    /// A form that a call submits at once by POST counts as consequential unless the page denies it.
    pub interface: Interface,
    /// Interface through which the page registered the tool: a script's call or a form.
    pub way: Registration,
    /// Path of frame indices to the document that registered the tool, such as `0.2`; empty for the top.
    ///
    /// The indices of frames from the top, `""` for the top document, `"0"` for its first frame, `"0.2"` for that
    /// frame's third; `"?"` for one that went away in the meantime.
    pub frame: String,
    /// Origin of the document that registered the tool, such as `https://shop.example`.
    pub origin: String,
    /// `true` if the tool is a form that a call submits at once, without the user.
    ///
    /// Otherwise the call waits until the user presses the button.
    pub autosubmit: bool,
    /// `true` if the tool is a form that may be sent by HTTP POST.
    ///
    /// Its own attribute or a button's determines it. A form that is sent by GET requests a page, as a link does.
    pub posts: bool,
    /// Reason why the tool counts as consequential although the page does not declare it so.
    pub(crate) presumed: Option<&'static str>,
    /// The definition as the page registered it, before any conversion.
    pub(crate) definition: Map<String, Value>,
    /// Names its definition in the page, by a keyed hash whose key the page does not know.
    pub(crate) mark: String,
}

impl WebMcpTool {
    /// Returns the definition as the page registered it, of which a lock file has the hash.
    pub fn definition(&self) -> &Map<String, Value> {
        &self.definition
    }
}

/// Tools that a page and its frames register at one moment, and diagnostics about them.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct WebMcpTools {
    /// Availability of WebMCP in the page, with the reason if it is not available.
    pub support: WebMcpSupport,
    /// Origin of the page's top document, such as `https://shop.example`.
    pub origin: String,
    /// Tools that the page registers: the top document's tools first, and each frame's by name.
    pub tools: Vec<WebMcpTool>,
    /// Diagnostics about registered tools, such as omitted, renamed or cut ones.
    pub findings: Vec<WebMcpDiagnostic>,
    /// Time that the document was waited for, in all.
    pub waited: Duration,
    pub(crate) version: String,
}

/// Diagnostic about tools that a page registers, such as one that is left out, renamed or redefined.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct WebMcpDiagnostic {
    /// Reason for the diagnostic, such as a tool that is renamed or left out.
    pub kind: WebMcpDiagnosticKind,
    /// Name that the page gave the tool; empty if the diagnostic is about all tools of the page.
    pub tool: String,
    /// Message of the diagnostic, for people.
    pub message: String,
}

/// Reason for a diagnostic about tools that a page registers, such as a tool that is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WebMcpDiagnosticKind {
    /// The manifest declares a tool of this name, which is called instead.
    ///
    /// Its declaration counts, and calls reach the registered tool.
    Shadowed,
    /// Another frame registers a tool of this name; this one is called by a different name.
    SameName,
    /// The tool has another name in `global`, which cannot hold its own.
    Renamed,
    /// The page registers more tools than are offered.
    TooMany,
    /// The tool's description was cut.
    DescriptionCut,
    /// The tool's schema is too long or is not a JSON Schema, so the tool is not offered.
    Schema,
    /// The page's origin differs from the toolbox's, so none of its tools is offered.
    OtherOrigin,
    /// The page's WebMCP gave no list of tools.
    Failed,
    /// The page lacks functions that its manifest declares.
    Missing,
    /// The tool's definition differs from the first one in the session, or from the recorded one.
    ///
    /// See [`Policy::redefined`](crate::Policy::redefined).
    Redefined,
}

impl WebMcpDiagnostic {
    pub(crate) fn new(
        kind: WebMcpDiagnosticKind,
        tool: impl Into<String>,
        message: impl Into<String>,
    ) -> Self {
        Self { kind, tool: tool.into(), message: message.into() }
    }

    /// Creates the diagnostic that a page's tools are left out: its origin is not the manifest's.
    pub fn other_origin(message: impl Into<String>) -> Self {
        Self::new(WebMcpDiagnosticKind::OtherOrigin, "", message)
    }
}

impl fmt::Display for WebMcpDiagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.tool.is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "{}: {}", self.tool, self.message)
        }
    }
}
