//! The site's tools as an agent sees them.
//!
//! One [`Toolbox`] gives the text for a model and the tools that a run may call: the same value serves both, so they
//! cannot drift apart.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::OnceLock;

use serde_json::Value;
use webagents_manifest::{Manifest, Parsed, Text};
use webagents_schema::json_schema::{self, WriteOptions};
use webagents_schema::{
    CallStyle, ContextOptions, Interface, TypeScript, TypeScriptOptions, context_with, example_call_with,
    interface_of, manifest_of, typescript_with,
};

use super::merge::{Merged, merge};
use super::names::{did_you_mean, near};
use super::source::{SourceKind, ToolSource};
use crate::execute::outcome::{Call, CallSource};
use crate::guard::arguments::ArgumentSchemas;
use crate::guard::lock::{ToolPin, pin_live};
use crate::prompt::{self, ToolFormat};
use crate::webmcp::{LiveFinding, LiveTools, Registration};

/// The tools of one site.
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
    /// The tools of the manifest, then those that the page registers.
    tools: Vec<Interface>,
    names: String,
    origin: Option<String>,
    live: Option<LiveTools>,
    merged: Merged,
    derived: Derived,
}

/// Values made of the tools when they are first needed.
#[derive(Debug, Clone, Default)]
struct Derived {
    schemas: OnceLock<ArgumentSchemas>,
    pins: OnceLock<BTreeMap<String, ToolPin>>,
    #[cfg(feature = "preflight")]
    shapes: OnceLock<webagents_script::Tools>,
}

impl Toolbox {
    /// The tools that `manifest` declares.
    pub fn new(manifest: Manifest) -> Self {
        let tools: Vec<Interface> = manifest.tools.iter().map(|tool| interface_of(tool).value).collect();
        Self {
            names: names(&tools),
            content: Text::default(),
            origin: None,
            live: None,
            merged: Merged::default(),
            derived: Derived::default(),
            tools,
            manifest,
        }
    }

    /// The same tools for pages of `origin` alone: code that is run with them on another page is refused with
    /// [`ErrorKind::Origin`](crate::ErrorKind::Origin) before it begins.
    ///
    /// The origin is written as a page's `location.origin` gives it, such as `https://shop.example` or
    /// `http://127.0.0.1:8080`: without a path, without the scheme's default port, the host in its ASCII form
    /// (<https://html.spec.whatwg.org/#ascii-serialisation-of-an-origin>).
    #[must_use]
    pub fn with_origin(self, origin: impl Into<String>) -> Self {
        Self { origin: Some(origin.into()), ..self }
    }

    /// The origin on whose pages alone the tools may be called, if there is one.
    pub fn origin(&self) -> Option<&str> {
        self.origin.as_deref()
    }

    /// The same with the tools that the page registers through WebMCP, in the place of those from before.
    ///
    /// They come after the declared ones and are called with one object:
    /// `global.find({ query: "shoes" })`. The rules for names:
    ///
    /// - A name that the manifest declares, too, is the manifest's: that is what was reviewed. Where the page has no
    ///   function of that name, the registered tool is called in its place, with the positional arguments as an object
    ///   by the parameters' names. It is a [`LiveFindingKind::Shadowed`](crate::LiveFindingKind).
    /// - A name that several frames register is the top document's, or else that of the first frame. The tool `find` of
    ///   the third frame within the first is then `global.find$0_2`; no registered name can hold a `$`.
    /// - A name that `global` cannot have, such as `then`, has another, such as `tool_then`.
    ///
    /// A toolbox with an origin leaves out the tools of pages of other origins.
    #[must_use]
    pub fn with_live(mut self, live: LiveTools) -> Self {
        self.tools.truncate(self.manifest.tools.len());
        self.merged = merge(&mut self.tools, &live, self.origin.as_deref());
        self.names = names(&self.tools);
        self.live = Some(live);
        self.derived = Derived::default();
        self
    }

    /// The same without the tools that the page registers.
    #[must_use]
    pub fn without_live(mut self) -> Self {
        if self.live.take().is_some() {
            self.tools.truncate(self.manifest.tools.len());
            self.names = names(&self.tools);
            self.merged = Merged::default();
            self.derived = Derived::default();
        }
        self
    }

    /// Returns the last list of the page's registered tools, if there is one, with the tools that are not offered.
    pub fn live(&self) -> Option<&LiveTools> {
        self.live.as_ref()
    }

    /// Returns the source of each tool, in the order of [`tools`](Self::tools).
    pub fn sources(&self) -> impl Iterator<Item = ToolSource<'_>> {
        let support = self.live.as_ref().map(|live| live.support);
        self.tools.iter().enumerate().map(move |(at, tool)| {
            let index = self.merged.registered.get(at).copied().flatten();
            let live = index.and_then(|index| self.live.as_ref()?.tools.get(index));
            let kind = match live {
                Some(live) if at >= self.manifest.tools.len() => SourceKind::of(live, support),
                _ => SourceKind::Manifest,
            };
            ToolSource { name: tool.name.as_str(), kind, live }
        })
    }

    /// Writes into a journal where the tool of each call comes from.
    pub(crate) fn tell_sources(&self, calls: &mut [Call]) {
        let Some(page) = self.live.as_ref().filter(|_| !calls.is_empty()) else { return };
        let sources: HashMap<&str, ToolSource<'_>> =
            self.sources().map(|source| (source.name, source)).collect();
        for call in calls {
            let Some((found, tool)) =
                sources.get(call.tool.as_str()).and_then(|found| Some((found, found.live?)))
            else {
                continue;
            };
            // What is declared is the page's function, unless it has none and the registered tool took its place.
            if found.kind != SourceKind::Manifest || call.registered {
                let origin = if tool.origin == page.origin { String::new() } else { tool.origin.clone() };
                let kind = SourceKind::of(tool, Some(page.support));
                call.source = CallSource { kind, frame: tool.frame.clone(), origin };
            }
        }
    }

    /// Returns the findings about registered tools that are not offered, or not as they were registered: names that
    /// both declare, frames that register the same, tools beyond the limits.
    pub fn findings(&self) -> impl Iterator<Item = &LiveFinding> {
        self.live.iter().flat_map(|live| &live.findings).chain(&self.merged.findings)
    }

    /// Returns the pins of [`Lock`](crate::lock::Lock) for the tools that the page registers, by their names in
    /// `global`. A tool with a declared name is among them.
    pub fn live_pins(&self) -> &BTreeMap<String, ToolPin> {
        self.derived.pins.get_or_init(|| {
            let live = self.sources().filter_map(|source| Some((source.name, source.live?)));
            live.map(|(name, tool)| (name.to_owned(), pin_live(tool))).collect()
        })
    }

    /// Returns the same with more findings about the page's tools.
    #[must_use]
    pub fn with_findings(mut self, findings: impl IntoIterator<Item = LiveFinding>) -> Self {
        self.merged.findings.extend(findings);
        self
    }

    /// Returns whether the tool counts as consequential by default, and not by the site's annotation.
    pub(crate) fn is_presumed_consequential(&self, name: &str) -> bool {
        let source = self.source_of(name).filter(|source| source.kind != SourceKind::Manifest);
        source.and_then(|source| source.live).is_some_and(|live| live.presumed)
    }

    /// Returns whether the tool is a form of the page.
    pub(crate) fn is_form(&self, name: &str) -> bool {
        self.source_of(name)
            .and_then(|source| source.live)
            .is_some_and(|live| live.way == Registration::Declarative && live.frame.is_empty())
    }

    fn source_of(&self, name: &str) -> Option<ToolSource<'_>> {
        self.sources().find(|source| source.name == name)
    }

    /// Returns the source of the declarations, with its verb.
    pub(crate) fn declarer(&self) -> (&'static str, &'static str) {
        // Where a page has been asked and no manifest was read, what there is to say is about the page.
        match (self.manifest.tools.len(), &self.live) {
            (0, Some(_)) => ("the page", "registers"),
            (declared, _) if self.tools.len() > declared => ("the site", "has"),
            _ => ("webagents.md", "declares"),
        }
    }

    /// Which tools are the page's registered ones, as a JavaScript object by name; empty when none is.
    pub(crate) fn live_json(&self) -> &str {
        &self.merged.json
    }

    /// The site's manifest, without the tools that the page registers.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Returns the manifest of a site that declares the tools that the page registers as well, after its own.
    ///
    /// For documents in other formats: a run needs no such manifest.
    pub fn to_manifest(&self) -> Manifest {
        let mut manifest = self.manifest.clone();
        let registered = self.registered();
        let written = manifest_of(registered, "", "").value.tools;
        manifest.tools.extend(written.into_iter().zip(registered).map(|(mut tool, interface)| {
            // Lines are positional; a tool without lines is called with one object, and its schema declares that.
            tool.params.clear();
            if tool.input_schema.is_none() && interface.call == CallStyle::Object {
                let schema = json_schema::write(&interface.input, &WriteOptions::default()).value;
                tool.input_schema = Some(schema.to_string().into());
            }
            tool
        }));
        manifest
    }

    /// Returns the tools of the manifest in its order, then those that the page registers.
    pub fn tools(&self) -> &[Interface] {
        &self.tools
    }

    /// The tools that the page registers.
    fn registered(&self) -> &[Interface] {
        self.tools.get(self.manifest.tools.len()..).unwrap_or_default()
    }

    /// The tool called `name`; the error names those that it may have meant.
    pub fn tool(&self, name: &str) -> Result<&Interface, UnknownTool> {
        self.tools.iter().find(|tool| tool.name == name).ok_or_else(|| self.unknown_tool(name))
    }

    /// The tools as TypeScript declarations, with JSDoc: for editors, people and the type checker.
    pub fn typescript(&self) -> String {
        self.typescript_with(&TypeScriptOptions::default()).text
    }

    /// The same in another rendering, with what could not be declared as it was written.
    pub fn typescript_with(&self, options: &TypeScriptOptions) -> TypeScript {
        typescript_with(&self.manifest, self.registered(), options)
    }

    /// Returns the text about the site for a model: the declarations in the form that costs the fewest tokens, then the
    /// site's prose.
    pub fn context_for_llm(&self) -> String {
        self.context_for_llm_with(&ContextOptions::default())
    }

    /// The same with options. [`content`](Self::content) is the document for the option `raw`.
    pub fn context_for_llm_with(&self, options: &ContextOptions) -> String {
        context_with(&self.manifest, self.registered(), options)
    }

    /// The document that the tools were read from, or an empty text when they were not read from one.
    pub fn content(&self) -> &str {
        &self.content
    }

    /// The system prompt for a model that is to do `task` with these tools: its role, how to call the tool of
    /// [`execute_tool`](Self::execute_tool), [`context_for_llm`](Self::context_for_llm), and the task.
    pub fn system_prompt(&self, task: &str) -> String {
        prompt::system_prompt(&self.context_for_llm(), task)
    }

    /// The same with options for the site's part of it, such as a boundary that the site cannot know
    /// ([`Boundary::draw`](crate::Boundary::draw)).
    pub fn system_prompt_with(&self, task: &str, options: &ContextOptions) -> String {
        prompt::system_prompt(&self.context_for_llm_with(options), task)
    }

    /// The definition of the one tool that a model needs, `execute_js`, in OpenAI's function format.
    ///
    /// Its example is a call of one of the tools.
    pub fn execute_tool(&self) -> Value {
        self.execute_tool_for(ToolFormat::OpenAi)
    }

    /// The same in a provider's own format.
    pub fn execute_tool_for(&self, format: ToolFormat) -> Value {
        let example = example_call_with(&self.manifest, self.registered());
        prompt::execute_tool(format, example.as_deref(), &self.tools)
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

    /// The error for a name that no tool has.
    pub(crate) fn unknown_tool(&self, name: &str) -> UnknownTool {
        let shown: String = name.chars().take(100).collect();
        let near: Vec<String> = near(name, self.tools.iter().map(|tool| tool.name.as_str()))
            .into_iter()
            .map(str::to_owned)
            .collect();
        let (who, does) = self.declarer();
        let message = format!("{who} {does} no tool {shown:?}{}", did_you_mean(&near));
        UnknownTool { name: name.to_owned(), near, message }
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

/// The names of tools as a JSON array.
fn names(tools: &[Interface]) -> String {
    let names = tools.iter().map(|tool| Value::from(tool.name.as_str())).collect::<Vec<_>>();
    Value::Array(names).to_string()
}

/// No tool has that name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownTool {
    name: String,
    near: Vec<String>,
    message: String,
}

impl UnknownTool {
    /// The name that was asked for.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Names that it may have meant, nearest first.
    pub fn near(&self) -> &[String] {
        &self.near
    }
}

impl fmt::Display for UnknownTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for UnknownTool {}
