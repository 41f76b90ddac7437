//! The tools that a page registers through WebMCP, listed by the page itself.
//!
//! The decision: the listing is made in the page, by `document.modelContext.getTools()`, because that is the one way
//! that every browser has, native or not; a debugger's events miss tools. Where a browser has no WebMCP, a script
//! that runs before the page's own gives it one ([`preload`]), and where it has, the same script keeps what the browser
//! drops. The
//! list is the page's own word, bounded in number and size, and not judged here.

use std::fmt;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::LazyLock;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Map, Value};
use webagents_formats::Format;
use webagents_schema::Interface;

use crate::harness;
use crate::page::{Answer, Page, PageError, PageErrorKind};

/// Script in the page for the list and the calls, with the harness.
pub(crate) const LIVE: &str = include_str!("live/live.js");
const SHIM: &str = include_str!("live/shim.js");
const CONTEXT: &str = include_str!("live/context.js");

/// The window's property where the shim leaves what it knows, the same in all documents, so that one can ask another.
pub(crate) static KEY: LazyLock<String> =
    LazyLock::new(|| format!("webagents:{:016x}:webmcp", RandomState::new().hash_one(0u8)));

/// Key for which the shim gives what it knows.
///
/// Neither a page nor code that runs in it knows it: with what the shim knows, the tools of a page could be called past
/// every guard.
pub(crate) static PASS: LazyLock<String> = LazyLock::new(|| {
    let random = || RandomState::new().hash_one(2u8);
    format!("{:016x}{:016x}", random(), random())
});

/// The key of the hashes that name definitions, the same in all documents: a page that knew it could make another
/// definition of the same name.
pub(crate) static SECRET: LazyLock<String> = LazyLock::new(|| {
    let secret = RandomState::new().hash_one(1u8);
    format!("{},{}", secret >> 32, secret & 0xffff_ffff)
});

/// Characters of such a name at most.
const MARK: usize = 32;

static PRELOAD: LazyLock<String> = LazyLock::new(|| {
    let (shim, context) = (harness::stripped(SHIM), harness::stripped(CONTEXT));
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

/// The listing as the page writes it.
#[derive(Deserialize)]
struct Listing {
    support: WebMcpSupport,
    origin: String,
    version: String,
    #[serde(default)]
    failed: Option<String>,
    total: usize,
    tools: Vec<Listed>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Listed {
    name: String,
    title: String,
    description: String,
    frame: String,
    origin: String,
    way: String,
    #[serde(default)]
    autosubmit: bool,
    #[serde(default)]
    posts: bool,
    /// Names of the lists of a form that have to be chosen from, and whose first choice is empty.
    #[serde(default)]
    placeholders: Vec<String>,
    #[serde(default)]
    cut: bool,
    #[serde(default)]
    input_schema: Option<String>,
    #[serde(default)]
    output_schema: Option<String>,
    #[serde(default)]
    large: Option<usize>,
    annotations: Map<String, Value>,
    #[serde(default)]
    mark: String,
}

/// Lists the tools that the document on `page` and the frames in it register.
///
/// # Errors
///
/// When the page does not answer in time or not in the harness's form. A page without WebMCP is no error: see
/// [`LiveTools::support`].
pub async fn list_live(page: &mut dyn Page, options: &LiveOptions) -> Result<LiveTools, PageError> {
    let script = harness::list(options);
    let text = script.text(page.keys());
    let mut answer = page.evaluate(&text, options.deadline).await?;
    if matches!(&answer, Answer::Text(text) if text == harness::ABSENT) {
        page.keys().renew();
        let installing = script.with_harness(page.keys());
        answer = page.evaluate(&installing, options.deadline).await?;
    }
    let Answer::Text(text) = answer else { return Err(not_a_listing()) };
    page.keys().open(&text).and_then(|text| read(text, options)).ok_or_else(not_a_listing)
}

fn not_a_listing() -> PageError {
    PageError::new(
        PageErrorKind::Script,
        "the page's answer is no list of tools: it replaces parts of the language",
    )
}

/// Reads a listing. The page can write one itself, so its bounds are looked at once more.
pub(crate) fn read(text: &str, options: &LiveOptions) -> Option<LiveTools> {
    let listing: Listing = serde_json::from_str(text).ok()?;
    let mut findings = Vec::new();
    if let Some(failed) = listing.failed {
        findings.push(LiveFinding::new(
            LiveFindingKind::Failed,
            "",
            format!("the page gives no list of tools: {failed}"),
        ));
    }
    let told = listing.tools.len();
    let mut tools = Vec::new();
    for listed in listing.tools.into_iter().take(options.max_tools) {
        match tool(listed, options, &mut findings) {
            Ok(tool) => tools.push(tool),
            Err(finding) => findings.push(finding),
        }
    }
    let beyond = listing.total.max(told).saturating_sub(told.min(options.max_tools));
    if beyond > 0 {
        let message = format!(
            "the page registers {} tools; {beyond} of them are beyond the limits of {} tools and {} characters and are not \
             offered",
            listing.total.max(told),
            options.max_tools,
            options.max_total,
        );
        findings.push(LiveFinding::new(LiveFindingKind::TooMany, "", message));
    }
    Some(LiveTools {
        support: listing.support,
        origin: listing.origin,
        tools,
        findings,
        version: listing.version,
    })
}

fn tool(
    listed: Listed,
    options: &LiveOptions,
    findings: &mut Vec<LiveFinding>,
) -> Result<LiveTool, LiveFinding> {
    let refuse = |why: String| {
        let message = format!("it is not offered, because {why}");
        LiveFinding::new(LiveFindingKind::Schema, listed.name.as_str(), message)
    };
    if let Some(length) = listed.large {
        return Err(refuse(format!(
            "its schema has {length} characters, and {} are read at most",
            options.max_schema
        )));
    }
    let too_long = |text: &str, most: usize| text.chars().nth(most.saturating_add(2)).is_some();
    if listed.input_schema.as_deref().is_some_and(|schema| too_long(schema, options.max_schema))
        || too_long(&listed.description, options.max_description)
    {
        return Err(refuse("it is longer than the limits".to_owned()));
    }
    let definition = definition(&listed);
    let mut offered = definition.clone();
    if let Some(schema) = offered.get_mut("inputSchema") {
        without_placeholders(schema, &listed.placeholders);
    }
    let read = |definition: Map<String, Value>| {
        webagents_formats::read(Format::WebMcp, &Value::Array(vec![Value::Object(definition)]))
    };
    // The output's schema is a courtesy: without one that can be read the tool is what it was.
    let read = read(offered.clone()).or_else(|_| {
        offered.remove("outputSchema");
        read(offered)
    });
    let read = read.map_err(|error| refuse(error.to_string()))?;
    let mut interface = read.value.into_iter().next().ok_or_else(|| refuse("nothing is there".to_owned()))?;
    let presumed = listed.autosubmit && listed.posts && interface.annotations.consequential.is_none();
    if presumed {
        interface.annotations.consequential = Some(true);
    }
    if listed.cut {
        let message = format!("its description is cut after {} characters", options.max_description);
        findings.push(LiveFinding::new(LiveFindingKind::DescriptionCut, listed.name.as_str(), message));
    }
    let way = match listed.way.as_str() {
        "imperative" => Registration::Imperative,
        "declarative" => Registration::Declarative,
        _ => Registration::Legacy,
    };
    let mark: String = listed.mark.chars().take(MARK).collect();
    let Listed { frame, origin, autosubmit, posts, .. } = listed;
    Ok(LiveTool { interface, way, frame, origin, autosubmit, posts, presumed, definition, mark })
}

/// Returns a registered definition as one value. A schema that is not JSON stays a text.
fn definition(listed: &Listed) -> Map<String, Value> {
    let mut definition = Map::new();
    let texts = [("name", &listed.name), ("title", &listed.title), ("description", &listed.description)];
    definition.extend(texts.map(|(name, text)| (name.to_owned(), Value::from(text.as_str()))));
    for (name, text) in [("inputSchema", &listed.input_schema), ("outputSchema", &listed.output_schema)] {
        if let Some(text) = text {
            let schema = serde_json::from_str(text).unwrap_or_else(|_| Value::from(text.as_str()));
            definition.insert(name.to_owned(), schema);
        }
    }
    definition.insert("annotations".to_owned(), Value::Object(listed.annotations.clone()));
    if listed.autosubmit {
        definition.insert("autosubmit".to_owned(), true.into());
    }
    if listed.posts {
        definition.insert("method".to_owned(), "post".into());
    }
    definition
}

/// Takes the empty first choice out of lists that have to be chosen from: a browser offers it as a value, and does not
/// send a form in which it is chosen (<https://html.spec.whatwg.org/#placeholder-label-option>).
fn without_placeholders(schema: &mut Value, names: &[String]) {
    for name in names {
        let Some(Value::Object(property)) =
            schema.get_mut("properties").and_then(|properties| properties.get_mut(name))
        else {
            continue;
        };
        let is_empty = |choice: &Value| choice == "" || choice.get("const").is_some_and(|value| value == "");
        for keyword in ["enum", "anyOf", "oneOf"] {
            if let Some(Value::Array(choices)) = property.get_mut(keyword)
                && choices.len() > 1
                && choices.first().is_some_and(is_empty)
            {
                choices.remove(0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn listing(tools: &Value) -> Option<LiveTools> {
        let text = json!({ "support": "shim", "origin": "https://a.example", "version": "1", "total": 1, "tools": tools });
        read(&text.to_string(), &LiveOptions::default())
    }

    fn listed(more: &Value) -> Value {
        let mut tool = json!({
            "name": "f", "title": "", "description": "D.", "frame": "", "origin": "https://a.example",
            "way": "declarative", "annotations": { "readOnlyHint": true },
        });
        for (name, value) in more.as_object().into_iter().flatten() {
            tool[name] = value.clone();
        }
        tool
    }

    #[test]
    fn a_listing_is_read() {
        let tools = json!([listed(&json!({
            "autosubmit": true, "inputSchema": r#"{"type":"object","properties":{"q":{"type":"string"}}}"#,
            "outputSchema": r#"{"type":"string"}"#,
        }))]);
        let live = listing(&tools).expect("a listing");
        let tool = &live.tools[0];
        assert_eq!(
            (live.support, tool.way, tool.autosubmit),
            (WebMcpSupport::Shim, Registration::Declarative, true)
        );
        assert_eq!(tool.interface.annotations.read_only, Some(true));
        assert!(tool.interface.output.is_some());
        // Without a person's press of the button it is as if the page said so, where more than a page is asked for.
        for (more, want) in [
            (json!({ "autosubmit": true }), None),
            (json!({ "posts": true }), None),
            (json!({ "autosubmit": true, "posts": true }), Some(true)),
        ] {
            let live = listing(&json!([listed(&more)])).expect("a listing");
            assert_eq!(live.tools[0].interface.annotations.consequential, want, "{more}");
        }
    }

    #[test]
    fn empty_first_choice_of_required_list_is_not_offered() {
        let schema = r#"{"type":"object","properties":{
            "size":{"type":"string","anyOf":[{"type":"string","const":"","title":"Choose"},{"type":"string","const":"s"}],"enum":["","s"]},
            "tone":{"type":"string","enum":["","low"]},"only":{"type":"string","enum":[""]}},"required":["size","only"]}"#;
        let more = json!({ "inputSchema": schema, "placeholders": ["size", "only", "none"] });
        let live = listing(&json!([listed(&more)])).expect("a listing");
        let mut manifest = webagents_manifest::Manifest::default();
        manifest.tools =
            webagents_schema::manifest_of(&[live.tools[0].interface.clone()], "", "").value.tools;
        let declared =
            webagents_schema::typescript(&manifest, &webagents_schema::TypeScriptOptions::default()).text;
        assert!(!declared.contains("\"\"|\"s\"") && !declared.contains("\"\" | \"s\""), "{declared}");
        assert!(declared.contains("\"s\"") && declared.contains("\"low\""), "{declared}");
        // What the page registered is pinned as it is.
        assert_eq!(live.tools[0].definition["inputSchema"]["properties"]["size"]["enum"], json!(["", "s"]));
    }

    #[test]
    fn what_is_no_listing_is_not_read() {
        for text in ["", "null", "{}", "[]", r#"{"support":"other"}"#, &"[".repeat(100_000)] {
            assert_eq!(read(text, &LiveOptions::default()), None);
        }
        assert_eq!(listing(&json!([{}])), None);
    }

    #[test]
    fn what_cannot_be_offered_is_told() {
        let deep = format!("{}1{}", "[".repeat(500), "]".repeat(500));
        for more in [
            json!({ "inputSchema": "{" }),
            json!({ "inputSchema": deep }),
            json!({ "inputSchema": "5" }),
            json!({ "large": 70_000 }),
            json!({ "inputSchema": " ".repeat(70_000) }),
            json!({ "description": "x".repeat(9_000) }),
        ] {
            let live = listing(&json!([listed(&more)])).expect("a listing");
            assert_eq!((live.tools.len(), live.findings[0].kind), (0, LiveFindingKind::Schema), "{more}");
        }
        // What a tool gives is a courtesy.
        let live = listing(&json!([listed(&json!({ "outputSchema": "{" }))])).expect("a listing");
        assert_eq!((live.tools.len(), live.findings.len()), (1, 0));
        let many: Vec<Value> = (0..300).map(|at| listed(&json!({ "name": format!("f{at}") }))).collect();
        let live = listing(&Value::Array(many)).expect("a listing");
        assert_eq!((live.tools.len(), live.findings[0].kind), (256, LiveFindingKind::TooMany));
    }

    #[test]
    fn the_preload_is_one_expression_without_comments() {
        assert!(preload().len() < 50_000, "{} bytes go into every document", preload().len());
        assert!(!preload().contains("\n//") && preload().starts_with("((key, pass, contextOf) => {"));
    }
}
