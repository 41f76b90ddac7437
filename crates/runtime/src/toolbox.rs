//! The site's tools as an agent sees them.
//!
//! One [`Toolbox`] is what a model is told and what a run may call: the same value serves both, so they cannot
//! drift apart.

use std::fmt;
use std::sync::OnceLock;

use serde_json::Value;
use webagents_manifest::{Manifest, Parsed, Text, Tool};
use webagents_schema::{
    ContextOptions, TypeScript, TypeScriptOptions, context_for_llm, interface_of, typescript,
};

use crate::contract::Contracts;
use crate::envelope::unknown_message;
use crate::prompt::{self, ToolFormat};

/// The tools of one site.
///
/// ```
/// use webagents_runtime::Toolbox;
/// let parsed = webagents_manifest::parse("# Shop\n\n## searchBooks\nFinds books.\n\n### Params\n- `query` (string): Words.\n");
/// let toolbox = Toolbox::from(&parsed);
/// for tool in toolbox.list_tools() {
///     println!("{}", tool.name);
/// }
/// assert!(toolbox.get_tool("nothing").is_err());
/// ```
#[derive(Debug, Clone)]
pub struct Toolbox {
    manifest: Manifest,
    content: Text,
    names: String,
    origin: Option<String>,
    /// Made when the first code runs.
    contracts: OnceLock<Contracts>,
    /// Read when the first code is looked at.
    #[cfg(feature = "preflight")]
    shapes: OnceLock<webagents_script::Tools>,
}

impl Toolbox {
    /// The tools that `manifest` declares.
    pub fn new(manifest: Manifest) -> Self {
        let names = manifest.tools.iter().map(|tool| Value::from(tool.name.as_str())).collect::<Vec<_>>();
        Self {
            names: Value::Array(names).to_string(),
            content: Text::default(),
            origin: None,
            contracts: OnceLock::new(),
            manifest,
            #[cfg(feature = "preflight")]
            shapes: OnceLock::new(),
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

    /// The manifest they come from.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The tools in document order.
    pub fn list_tools(&self) -> &[Tool] {
        &self.manifest.tools
    }

    /// The tool called `name`; the error names those that it may have meant.
    pub fn get_tool(&self, name: &str) -> Result<&Tool, UnknownTool> {
        self.manifest.tool(name).ok_or_else(|| self.unknown_tool(name))
    }

    /// The tools as TypeScript declarations, with JSDoc: for editors, people and the type checker.
    pub fn typescript(&self) -> String {
        typescript(&self.manifest, &TypeScriptOptions::default()).text
    }

    /// The same in another rendering, with what could not be declared as it was written.
    pub fn typescript_with(&self, options: &TypeScriptOptions) -> TypeScript {
        typescript(&self.manifest, options)
    }

    /// What a model is told of the site: the declarations in the form that costs the fewest tokens, then the
    /// site's prose.
    pub fn context_for_llm(&self) -> String {
        self.context_for_llm_with(&ContextOptions::default())
    }

    /// The same with options. [`content`](Self::content) is the document for the option `raw`.
    pub fn context_for_llm_with(&self, options: &ContextOptions) -> String {
        context_for_llm(&self.manifest, options)
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

    /// The definition of the one tool that a model needs, `execute_js`, in OpenAI's function format.
    pub fn execute_tool(&self) -> Value {
        prompt::execute_tool(ToolFormat::OpenAi)
    }

    /// The same in a provider's own format.
    pub fn execute_tool_for(&self, format: ToolFormat) -> Value {
        prompt::execute_tool(format)
    }

    /// The names as a JSON array, ready to stand in a script.
    pub(crate) fn names_json(&self) -> &str {
        &self.names
    }

    /// What the tools take and give, for the check of each call.
    pub(crate) fn contracts(&self) -> &Contracts {
        self.contracts
            .get_or_init(|| Contracts::of(self.manifest.tools.iter().map(|tool| interface_of(tool).value)))
    }

    /// The tools as the look before a run knows them.
    #[cfg(feature = "preflight")]
    pub(crate) fn shapes(&self) -> &webagents_script::Tools {
        self.shapes.get_or_init(|| webagents_script::Tools::new(&self.manifest))
    }

    pub(crate) fn unknown_tool(&self, name: &str) -> UnknownTool {
        let (message, near) = unknown_message(name, self);
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
