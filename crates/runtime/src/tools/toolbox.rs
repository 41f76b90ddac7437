//! The site's tools as an agent sees them.
//!
//! One [`Toolbox`] gives the text for a model and the tools that a run may call: the same value serves both, so they
//! cannot drift apart.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, OnceLock};

use serde_json::Value;
use webagents_formats::Format;
use webagents_manifest::{Manifest, Parsed, Text, Tool};
use webagents_schema::{
    ContextOptions, Interface, TypeScript, TypeScriptOptions, context_with, did_you_mean, example_call,
    interface_of, near_names, typescript_with,
};

use super::host::HostTools;
use super::known::KnownTools;
use super::merge::{Merged, merge};
use super::prompt::{self, Offer};
use super::source::{ToolSource, registered_kind};
use crate::lock::{ToolPin, pin_webmcp};
use crate::options::Realm;
use crate::outcome::SourceKind;
use crate::outcome::{Call, CallSource};
use crate::tools::arguments::ArgumentSchemas;
use crate::webmcp::{Registration, WebMcpDiagnostic, WebMcpTool, WebMcpTools};

/// Tools of one site that code can call, from its manifest and from its pages.
///
/// ```
/// use webagents_runtime::Toolbox;
/// let parsed = webagents_manifest::parse("# Shop\n\n## searchBooks\nFinds books.\n\n### Params\n- `query` (string): Words.\n");
/// let toolbox = Toolbox::from(&parsed);
/// for tool in toolbox.tools() {
///     println!("{}", tool.name);
/// }
/// assert!(toolbox.tool("nothing").is_err());
/// ```
#[derive(Debug, Clone)]
pub struct Toolbox {
    /// The manifest as its document declares it.
    manifest: Manifest,
    content: Text,
    /// The tools of the manifest, then the tools that the page registers.
    tools: Vec<Interface>,
    names: String,
    origin: Option<String>,
    webmcp: Option<WebMcpTools>,
    merged: Merged,
    /// Tools of other documents of the session.
    known: Arc<KnownTools>,
    /// The program's own tools, which code calls by namespaces.
    host_tools: HostTools,
    derived: Derived,
}

/// Values made of the tools when they are first needed.
#[derive(Debug, Clone, Default)]
struct Derived {
    schemas: OnceLock<ArgumentSchemas>,
    pins: OnceLock<BTreeMap<String, ToolPin>>,
    /// The program's own tools by their full names, for the guards.
    of_program: OnceLock<Box<Toolbox>>,
    #[cfg(feature = "preflight")]
    shapes: OnceLock<webagents_script::Tools>,
    #[cfg(feature = "preflight")]
    isolated_shapes: OnceLock<webagents_script::Tools>,
}

impl Toolbox {
    /// Creates a toolbox of the tools that `manifest` declares.
    pub fn new(manifest: Manifest) -> Self {
        let cautious = |tool: &Tool| {
            let mut interface = interface_of(tool).value;
            interface.annotations = tool.presumed_annotations();
            interface
        };
        let tools: Vec<Interface> = manifest.tools.iter().map(cautious).collect();
        Self {
            names: names(&tools),
            content: Text::default(),
            origin: None,
            webmcp: None,
            merged: Merged::default(),
            known: Arc::default(),
            host_tools: HostTools::default(),
            derived: Derived::default(),
            tools,
            manifest,
        }
    }

    /// Sets the program's own tools, which code in the isolated realm calls by their namespaces.
    #[must_use]
    pub fn with_host_tools(mut self, tools: HostTools) -> Self {
        self.host_tools = tools;
        self.derived = Derived::default();
        self
    }

    /// Returns the program's own tools, which code in the isolated realm calls by their namespaces.
    pub fn host_tools(&self) -> &HostTools {
        &self.host_tools
    }

    /// Returns the toolbox in which the tool of a call is, by the call's source.
    pub(crate) fn of_source(&self, source: SourceKind) -> &Self {
        if source != SourceKind::Host {
            return self;
        }
        self.derived.of_program.get_or_init(|| {
            let tools = self.host_tools.interfaces();
            let host_tools = self.host_tools.clone();
            Box::new(Self { names: names(&tools), tools, host_tools, ..Self::default() })
        })
    }

    /// Returns the author of the annotations: `the site`, or the source of the program's tools.
    pub(crate) fn annotator(&self) -> &str {
        // Tools that neither a manifest nor a page declares are the program's own.
        let is_program = self.manifest.tools.is_empty() && self.webmcp.is_none();
        if is_program { self.host_tools.source() } else { "the site" }
    }

    /// Restricts the tools to pages of one origin; with them, no code runs on pages of another origin.
    ///
    /// Code that is run with them on another page is refused with [`ErrorKind::Origin`](crate::ErrorKind::Origin)
    /// before it begins.
    ///
    /// The origin is written as a page's `location.origin` gives it, such as `https://shop.example` or
    /// `http://127.0.0.1:8080`: without a path, without the scheme's default port, the host in its ASCII form
    /// (<https://html.spec.whatwg.org/#ascii-serialisation-of-an-origin>).
    #[must_use]
    pub fn with_origin(self, origin: impl Into<String>) -> Self {
        Self { origin: Some(origin.into()), ..self }
    }

    /// Removes the restriction to an origin.
    ///
    /// A document without an address of its own, as in a popup, has the origin of its creator.
    #[must_use]
    pub fn without_origin(self) -> Self {
        Self { origin: None, ..self }
    }

    /// Returns the only origin on whose pages the tools may be called, if they are restricted to one.
    pub fn origin(&self) -> Option<&str> {
        self.origin.as_deref()
    }

    /// Adds the tools that the page registers through WebMCP, in place of those added earlier.
    ///
    /// They come after the declared ones and are called with one object:
    /// `global.find({ query: "shoes" })`. The rules for names:
    ///
    /// - A name that the manifest declares, too, is the manifest's, because the manifest was reviewed. If the page
    ///   has no function of that name, the registered tool is called in its place, with the positional arguments as
    ///   an object by the parameters' names. It is a
    ///   [`WebMcpDiagnosticKind::Shadowed`](crate::webmcp::WebMcpDiagnosticKind).
    /// - A name that several frames register is the top document's, or else the first frame's. The tool `find` of the
    ///   third frame within the first is then `global.find$0_2`; no registered name can hold a `$`.
    /// - A name that `global` cannot have, such as `then`, has another, such as `tool_then`.
    ///
    /// A toolbox with an origin leaves out the tools of pages of other origins.
    #[must_use]
    pub fn with_webmcp(mut self, webmcp: WebMcpTools) -> Self {
        self.keep_declared();
        self.merged = merge(&mut self.tools, &webmcp, self.origin.as_deref());
        self.names = names(&self.tools);
        self.webmcp = Some(webmcp);
        self.derived = Derived::default();
        self
    }

    /// Removes the tools that the page registers through WebMCP from the toolbox.
    #[must_use]
    pub fn without_webmcp(mut self) -> Self {
        if self.webmcp.take().is_some() {
            self.keep_declared();
            self.names = names(&self.tools);
            self.merged = Merged::default();
            self.derived = Derived::default();
        }
        self
    }

    /// Sets the tools that other documents of the session have had.
    ///
    /// Code does not run in a page if the guards do not simply allow each of them.
    #[must_use]
    pub fn with_known(self, known: Arc<KnownTools>) -> Self {
        Self { known, ..self }
    }

    /// Adds the tools to the set of tools that the documents of a session have had.
    pub fn remember_in(&self, known: &mut KnownTools) {
        let of_page = || self.webmcp.as_ref().map(|webmcp| webmcp.origin.as_str());
        let origin = self.origin().or_else(of_page).unwrap_or_default();
        for (tool, source) in self.tools.iter().zip(self.sources()) {
            let registered = source.webmcp.map(|webmcp| webmcp.interface.name.as_str());
            known.add(origin, &tool.name, registered, &tool.annotations);
        }
    }

    /// Returns the tools that other documents of the session have had.
    pub(crate) fn known(&self) -> &KnownTools {
        &self.known
    }

    /// Drops a page's additions: its tools, and the caution that they added to declared ones.
    fn keep_declared(&mut self) {
        self.tools.truncate(self.manifest.tools.len());
        for (interface, tool) in self.tools.iter_mut().zip(&self.manifest.tools) {
            interface.annotations = tool.presumed_annotations();
        }
    }

    /// Returns the page's registered tools, including ones that code cannot call; `None` if not listed.
    pub fn webmcp(&self) -> Option<&WebMcpTools> {
        self.webmcp.as_ref()
    }

    /// Returns each tool's source, manifest or page, in the order of [`tools`](Self::tools).
    pub fn sources(&self) -> impl Iterator<Item = ToolSource<'_>> {
        let support = self.webmcp.as_ref().map(|webmcp| webmcp.support);
        self.tools.iter().enumerate().map(move |(at, tool)| {
            let index = self.merged.registered.get(at).copied().flatten();
            let webmcp = index.and_then(|index| self.webmcp.as_ref()?.tools.get(index));
            let kind = match webmcp {
                Some(webmcp) if at >= self.manifest.tools.len() => registered_kind(webmcp, support),
                _ => SourceKind::Manifest,
            };
            ToolSource { name: tool.name.as_str(), kind, webmcp }
        })
    }

    /// Writes the source of each call's tool into a journal.
    pub(crate) fn tell_sources(&self, calls: &mut [Call]) {
        let Some(page) = self.webmcp.as_ref().filter(|_| !calls.is_empty()) else { return };
        let sources: HashMap<&str, ToolSource<'_>> =
            self.sources().map(|source| (source.name, source)).collect();
        for call in calls.iter_mut().filter(|call| call.source.kind != SourceKind::Host) {
            let Some((found, tool)) =
                sources.get(call.tool.as_str()).and_then(|found| Some((found, found.webmcp?)))
            else {
                continue;
            };
            // A declared tool is the page's function, unless it has none and the registered tool took its place.
            if found.kind != SourceKind::Manifest || call.registered {
                let origin = if tool.origin == page.origin { String::new() } else { tool.origin.clone() };
                let kind = registered_kind(tool, Some(page.support));
                call.source = CallSource { kind, frame: tool.frame.clone(), origin };
            }
        }
    }

    /// Returns the diagnostics about registered tools, such as those left out, renamed or redefined.
    ///
    /// Names that both declare, frames that register the same, tools beyond the limits.
    pub fn findings(&self) -> impl Iterator<Item = &WebMcpDiagnostic> {
        self.webmcp.iter().flat_map(|webmcp| &webmcp.findings).chain(&self.merged.findings)
    }

    /// Returns hashes of the definitions of tools that the page registers, by the names that code uses.
    ///
    /// They have the form of [`Lock`](crate::lock::Lock). A tool with a declared name is among them.
    pub fn webmcp_pins(&self) -> &BTreeMap<String, ToolPin> {
        self.derived.pins.get_or_init(|| {
            let webmcp = self.sources().filter_map(|source| Some((source.name, source.webmcp?)));
            webmcp.map(|(name, tool)| (name.to_owned(), pin_webmcp(tool))).collect()
        })
    }

    /// Adds diagnostics about the page's registered tools to the diagnostics of the toolbox.
    #[must_use]
    pub fn with_findings(mut self, findings: impl IntoIterator<Item = WebMcpDiagnostic>) -> Self {
        self.merged.findings.extend(findings);
        self
    }

    /// Returns the reason why the tool counts as consequential without the site's annotation.
    pub(crate) fn presumption(&self, name: &str) -> Option<&'static str> {
        self.registration(name)?.presumed
    }

    /// Returns whether the tool is a form of the page.
    pub(crate) fn is_form(&self, name: &str) -> bool {
        self.source_of(name)
            .and_then(|source| source.webmcp)
            .is_some_and(|webmcp| webmcp.way == Registration::Declarative && webmcp.frame.is_empty())
    }

    /// Returns whether the tool is a form that a call fills in and the user submits.
    pub(crate) fn waits_for_user(&self, name: &str) -> bool {
        self.registration(name)
            .is_some_and(|webmcp| webmcp.way == Registration::Declarative && !webmcp.autosubmit)
    }

    /// Returns the registration of a tool that no manifest declares.
    fn registration(&self, name: &str) -> Option<&WebMcpTool> {
        self.source_of(name).filter(|source| source.kind != SourceKind::Manifest)?.webmcp
    }

    fn source_of(&self, name: &str) -> Option<ToolSource<'_>> {
        self.sources().find(|source| source.name == name)
    }

    /// Returns the source of the declarations, with its verb.
    pub(crate) fn declarer(&self) -> (&'static str, &'static str) {
        // If a page was listed and no manifest was read, the text is about the page.
        match (self.manifest.tools.len(), &self.webmcp) {
            (0, Some(_)) => ("the page", "registers"),
            (declared, _) if self.tools.len() > declared => ("the site", "has"),
            _ => ("webagents.md", "declares"),
        }
    }

    /// Which tools are the page's registered ones, as a JavaScript object by name; empty when none is.
    pub(crate) fn webmcp_json(&self) -> &str {
        &self.merged.json
    }

    /// Returns the site's manifest, without the tools that the page registers.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Returns the tools of the site's manifest, then the tools that the page registers.
    pub fn tools(&self) -> &[Interface] {
        &self.tools
    }

    /// Returns the names of all tools in rules: the site's, then the program's (`namespace.name`).
    pub fn full_names(&self) -> Vec<&str> {
        let site = self.tools.iter().map(|tool| tool.name.as_str());
        site.chain(self.host_tools.full_names()).collect()
    }

    /// Returns the callable tools that the page registers and the manifest does not declare.
    pub fn registered(&self) -> &[Interface] {
        self.tools.get(self.manifest.tools.len()..).unwrap_or_default()
    }

    /// Returns the toolbox's tool called `name`, or an error that suggests tools with similar names.
    pub fn tool(&self, name: &str) -> Result<&Interface, UnknownTool> {
        self.tools.iter().find(|tool| tool.name == name).ok_or_else(|| self.unknown_tool(name))
    }

    /// Formats the toolbox's tools as TypeScript declarations with documentation comments.
    pub fn typescript(&self) -> String {
        self.typescript_with(&TypeScriptOptions::default()).text
    }

    /// Formats the tools as TypeScript declarations, with a list of the parts that they cannot express.
    ///
    /// The objects of the program's tools come after `global`.
    pub fn typescript_with(&self, options: &TypeScriptOptions) -> TypeScript {
        let mut declared = typescript_with(&self.manifest, self.registered(), options);
        declared.text.push_str(&self.host_tools.typescript(options));
        declared
    }

    /// Returns a text about the site and its tools, to be given to a language model.
    ///
    /// The declarations in the form that costs the fewest tokens, then the site's prose.
    pub fn context_for_llm(&self) -> String {
        let mut options = ContextOptions::default();
        options.is_isolated = Realm::default() == Realm::Isolated;
        self.context_for_llm_with(&options)
    }

    /// Returns a text about the site and its tools for a language model, in the form that `options` set.
    ///
    /// [`content`](Self::content) is the document for the option `raw`.
    ///
    /// The program's own tools come last, if code can call them in the realm of the options.
    pub fn context_for_llm_with(&self, options: &ContextOptions) -> String {
        self.add_host_tools(context_with(&self.manifest, self.registered(), options), options)
    }

    /// Adds the program's own tools to a text about the site, if the options' realm offers them.
    pub fn add_host_tools(&self, context: String, options: &ContextOptions) -> String {
        prompt::with_host_tools(context, &self.offer(), options)
    }

    /// Returns the text of the manifest from which the tools were read; empty if it is not known.
    pub fn content(&self) -> &str {
        &self.content
    }

    /// Returns a system prompt for a language model that is to do `task` with these tools.
    ///
    /// It has the model's role, how to call the tool of [`execute_tool`](Self::execute_tool),
    /// [`context_for_llm`](Self::context_for_llm), and the task, unless it is empty.
    pub fn system_prompt(&self, task: &str) -> String {
        self.system_prompt_for(task, Realm::default())
    }

    /// Returns a system prompt for `task`, for code that runs in `realm`.
    pub fn system_prompt_for(&self, task: &str, realm: Realm) -> String {
        let mut options = ContextOptions::default();
        options.is_isolated = realm == Realm::Isolated;
        prompt::system_prompt(realm, &self.offer(), &self.context_for_llm_with(&options), task)
    }

    /// Returns the definition, in OpenAI's format, of the tool `execute_js`, which runs JavaScript.
    ///
    /// Its example is a call of one of the tools.
    pub fn execute_tool(&self) -> Value {
        self.execute_tool_for(Format::OpenAiChatStrict, Realm::default())
    }

    /// Returns the definition of the tool `execute_js` for a model provider, for code that runs in `realm`.
    pub fn execute_tool_for(&self, format: Format, realm: Realm) -> Value {
        let example = example_call(&self.manifest, self.registered());
        let example = example.or_else(|| self.host_tools.example().filter(|_| realm == Realm::Isolated));
        prompt::execute_tool(format, realm, example.as_deref(), &self.offer())
    }

    /// Returns the tools as the texts for a model describe them.
    fn offer(&self) -> Offer<'_> {
        let is_site = !self.tools.is_empty() || self.webmcp.is_some() || self.manifest != Manifest::default();
        Offer { tools: &self.tools, host_tools: &self.host_tools, is_site }
    }

    /// The names as a JSON array, ready to stand in a script.
    pub(crate) fn names_json(&self) -> &str {
        &self.names
    }

    /// Returns the schemas of the tools' arguments and results, for the check of each call.
    pub(crate) fn contracts(&self) -> &ArgumentSchemas {
        self.derived.schemas.get_or_init(|| ArgumentSchemas::of(&self.tools))
    }

    /// The tools as the look before a run knows them.
    #[cfg(feature = "preflight")]
    pub(crate) fn shapes(&self) -> &webagents_script::Tools {
        self.derived.shapes.get_or_init(|| {
            let (who, does) = self.declarer();
            let declared = webagents_script::Tools::new(&self.manifest);
            declared.with_interfaces(self.registered().iter().cloned()).declared_by(who, does)
        })
    }

    /// The tools as the look before a run in the isolated realm knows them.
    #[cfg(feature = "preflight")]
    pub(crate) fn isolated_shapes(&self) -> &webagents_script::Tools {
        self.derived.isolated_shapes.get_or_init(|| {
            let mut tools = self.shapes().clone().for_isolated_realm();
            for (namespace, interfaces) in self.host_tools.namespaces() {
                tools = tools.with_namespace(namespace, interfaces.into_iter().cloned());
            }
            tools
        })
    }

    /// The error for a name that no tool has.
    pub(crate) fn unknown_tool(&self, name: &str) -> UnknownTool {
        let shown: String = name.chars().take(100).collect();
        let near: Vec<String> = near_names(name, self.tools.iter().map(|tool| tool.name.as_str()))
            .into_iter()
            .map(str::to_owned)
            .collect();
        let (who, does) = self.declarer();
        UnknownTool(format!("{who} {does} no tool {shown:?}{}", did_you_mean(&near)))
    }
}

impl From<&Parsed> for Toolbox {
    fn from(parsed: &Parsed) -> Self {
        Self { content: parsed.content.clone(), ..Self::new(parsed.manifest.clone()) }
    }
}

impl From<Parsed> for Toolbox {
    fn from(parsed: Parsed) -> Self {
        Self { content: parsed.content, ..Self::new(parsed.manifest) }
    }
}

impl Default for Toolbox {
    fn default() -> Self {
        Self::new(Manifest::default())
    }
}

/// The names of tools as a JSON array.
fn names(tools: &[Interface]) -> String {
    let names = tools.iter().map(|tool| Value::from(tool.name.as_str())).collect::<Vec<_>>();
    Value::Array(names).to_string()
}

/// Error for a tool name that the toolbox does not have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UnknownTool(String);
