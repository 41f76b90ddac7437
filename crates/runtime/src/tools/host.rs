//! Tools of the program itself, which isolated code calls as members of namespaces.
//!
//! The decision: a call of such a tool takes the way of a call of a page's tool. It is declared to the model, checked
//! before the code runs, validated, decided on by the policy, counted and written into the journal; only then its
//! handler runs. So a program adds other resources that an agent needs, such as files or a database, and its guards
//! hold there.
//!
//! # Arguments and results
//!
//! Both are in the representation that [`outcome`](crate::outcome) documents: JSON is itself, and each other value is an
//! object with the member `$type`. [`plain_json`](super::plain_json) and [`represent_json`](super::represent_json) convert to and from JSON.
//!
//! A tool with [`CallStyle::Object`], such as one that a JSON Schema declares, gets its one argument, or `{}` for none. A tool with [`CallStyle::Positional`] gets an array of all arguments. They fit the declared input if they are
//! JSON; values that JSON lacks are not validated.

use std::collections::BTreeMap;
use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Poll, Waker};
use std::time::{Duration, Instant};

use serde_json::{Map, Value};
use webagents_formats::Format;
use webagents_manifest::Manifest;
use webagents_schema::{CallStyle, Interface, TypeScriptOptions, escape, example_call, typescript_with};

use crate::page::escape_name;

/// Result of a call of a program's tool: a value, or the error that the code gets.
pub type ToolResult = Result<Value, ToolError>;

/// Return type of [`ToolHandler::call`]: a boxed future of the result.
pub type ToolFuture<'a> = Pin<Box<dyn Future<Output = ToolResult> + Send + 'a>>;

/// Handler of the calls of one tool of the program.
///
/// A function from the arguments and a [`ToolContext`] to a future of a result is one. Handlers of several calls run at
/// the same time, on the task of the run: a handler that blocks its thread delays them all.
pub trait ToolHandler: Send + Sync {
    /// Carries out a call that the guards allowed.
    ///
    /// The future is dropped when the run ends, when its caller cancels it, and when the time for the call is over.
    fn call(&self, arguments: Value, context: ToolContext) -> ToolFuture<'_>;
}

impl<F, R> ToolHandler for F
where
    F: Fn(Value, ToolContext) -> R + Send + Sync,
    R: Future<Output = ToolResult> + Send + 'static,
{
    fn call(&self, arguments: Value, context: ToolContext) -> ToolFuture<'_> {
        Box::pin(self(arguments, context))
    }
}

/// Error of a program's tool, which the call throws in the code.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct ToolError {
    /// Name of the error's class, such as `RangeError`. Default: `Error`.
    pub name: String,
    /// Message of the error, for the model.
    pub message: String,
    /// Value of the error's member `errors`; `null` for none.
    ///
    /// It is in the representation of [`outcome`](crate::outcome).
    pub errors: Value,
}

impl ToolError {
    /// Creates an error of the class `Error`.
    pub fn new(message: impl Into<String>) -> Self {
        Self { name: "Error".to_owned(), message: message.into(), errors: Value::Null }
    }

    /// Sets the name of the error's class.
    #[must_use]
    pub fn with_name(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// Sets the error's member `errors`.
    #[must_use]
    pub fn with_errors(self, errors: Value) -> Self {
        Self { errors, ..self }
    }
}

/// Limits of one call of a program's tool.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ToolContext {
    /// Time at which the call ends, at the latest, unless the user is asked about another call meanwhile.
    pub deadline: Instant,
    end: Arc<CallEnd>,
}

impl ToolContext {
    pub(crate) fn new(deadline: Instant) -> Self {
        Self { deadline, end: Arc::default() }
    }

    /// Waits until the call has ended: it returned, its time is over, or the run ended or was cancelled.
    ///
    /// For tasks that the handler has started. The handler's own future is dropped then.
    pub async fn ended(&self) {
        poll_fn(|context| {
            let mut waiting = self.end.waiting();
            match waiting.as_mut() {
                None => Poll::Ready(()),
                Some(wakers) => {
                    if !wakers.iter().any(|waker| waker.will_wake(context.waker())) {
                        wakers.push(context.waker().clone());
                    }
                    Poll::Pending
                }
            }
        })
        .await;
    }

    /// Returns whether the call has ended.
    pub fn has_ended(&self) -> bool {
        self.end.waiting().is_none()
    }

    /// Returns a value that ends the call when it is dropped.
    pub(crate) fn guard(&self) -> EndGuard {
        EndGuard(Arc::clone(&self.end))
    }
}

/// End of a call, with the tasks that wait for it; `None` once it has come.
#[derive(Debug)]
struct CallEnd(Mutex<Option<Vec<Waker>>>);

impl Default for CallEnd {
    fn default() -> Self {
        Self(Mutex::new(Some(Vec::new())))
    }
}

impl CallEnd {
    fn waiting(&self) -> std::sync::MutexGuard<'_, Option<Vec<Waker>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Part of a running call that signals its end when it is dropped.
pub(crate) struct EndGuard(Arc<CallEnd>);

impl Drop for EndGuard {
    fn drop(&mut self) {
        let wakers = self.0.waiting().take();
        wakers.into_iter().flatten().for_each(Waker::wake);
    }
}

/// Tools of the program, by namespace; code calls them as `namespace.name(…)`.
///
/// They exist in the isolated realm only. A rule of a policy, a budget and the journal name a tool `namespace.name`.
///
/// ```
/// use serde_json::{Value, json};
/// use webagents_runtime::Toolbox;
/// use webagents_runtime::tools::{HostTools, ToolContext, ToolError};
///
/// let declaration = json!({
///     "name": "read",
///     "description": "Reads a file.",
///     "inputSchema": { "type": "object", "properties": { "path": { "type": "string" } }, "required": ["path"] },
///     "annotations": { "readOnlyHint": true },
/// });
/// let read = |arguments: Value, _: ToolContext| async move {
///     match arguments["path"].as_str() {
///         Some("a.txt") => Ok(json!("text")),
///         _ => Err(ToolError::new("no such file").with_name("NotFound")),
///     }
/// };
/// let tools = HostTools::default().with_declaration("files", &declaration, read)?;
/// let toolbox = Toolbox::default().with_host_tools(tools);
/// assert!(toolbox.context_for_llm().contains("declare const files: {"));
/// # Ok::<(), webagents_runtime::tools::HostToolError>(())
/// ```
#[derive(Clone, Default)]
pub struct HostTools {
    tools: Arc<Vec<HostTool>>,
    source: Option<Arc<str>>,
}

/// One tool of the program.
#[derive(Clone)]
pub(crate) struct HostTool {
    pub(crate) namespace: String,
    pub(crate) interface: Interface,
    /// Name after the namespace and a dot.
    pub(crate) full_name: String,
    /// Time for one call; `None` for the time of the run's options.
    pub(crate) deadline: Option<Duration>,
    handler: Arc<dyn ToolHandler>,
}

impl fmt::Debug for HostTools {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.tools.iter().map(|tool| &tool.full_name)).finish()
    }
}

/// Error of a tool of the program that cannot be declared.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct HostToolError(String);

impl HostTools {
    /// Adds a tool: the object `namespace` gets a method of the interface's name.
    ///
    /// # Errors
    ///
    /// If `namespace` is not an identifier of JavaScript, or is the name of another global, if the tool is called `then` or
    /// not at all, and if the namespace has a tool of the name already.
    pub fn with_tool(
        mut self,
        namespace: &str,
        interface: Interface,
        handler: impl ToolHandler + 'static,
    ) -> Result<Self, HostToolError> {
        check_namespace(namespace)?;
        let name = interface.name.as_str();
        let full_name = format!("{namespace}.{name}");
        match name {
            "" => return Err(HostToolError("expected the name of a tool, found an empty text".to_owned())),
            "then" => {
                let message = format!(
                    "the tool {full_name:?} makes `await {namespace}` call it; give it another name than `then`"
                );
                return Err(HostToolError(message));
            }
            _ if self.get(&full_name).is_some() => {
                return Err(HostToolError(format!("the tool {full_name:?} is declared twice; rename one")));
            }
            _ => {}
        }
        let (namespace, handler) = (namespace.to_owned(), Arc::new(handler));
        Arc::make_mut(&mut self.tools).push(HostTool {
            namespace,
            interface,
            full_name,
            deadline: None,
            handler,
        });
        Ok(self)
    }

    /// Adds a tool that a declaration of MCP describes.
    ///
    /// It is an object with `name`, and with `description`, `inputSchema`, `outputSchema` and `annotations` if they are
    /// known.
    ///
    /// # Errors
    ///
    /// If the declaration cannot be read, and the errors of [`with_tool`](Self::with_tool).
    pub fn with_declaration(
        self,
        namespace: &str,
        declaration: &Value,
        handler: impl ToolHandler + 'static,
    ) -> Result<Self, HostToolError> {
        let read = webagents_formats::read(Format::Mcp, declaration);
        let mut tools = read.map_err(|error| HostToolError(error.to_string()))?.value;
        let Some(interface) = tools.pop().filter(|_| tools.is_empty()) else {
            return Err(HostToolError("expected the declaration of one tool".to_owned()));
        };
        self.with_tool(namespace, interface, handler)
    }

    /// Sets the time for one call of the tool that was added last.
    ///
    /// Without it the time is [`ExecuteOptions::tool_deadline`].
    ///
    /// [`ExecuteOptions::tool_deadline`]: crate::ExecuteOptions::tool_deadline
    #[must_use]
    pub fn with_deadline(mut self, deadline: Duration) -> Self {
        if let Some(tool) = Arc::make_mut(&mut self.tools).last_mut() {
            tool.deadline = Some(deadline);
        }
        self
    }

    /// Sets the name of the declaring place, such as `--tools FILE`, for questions and messages.
    #[must_use]
    pub fn with_source(mut self, name: &str) -> Self {
        self.source = Some(escape_name(name).into());
        self
    }

    /// Returns the name of the place that declares the tools; `this program` if none was set.
    pub fn source(&self) -> &str {
        self.source.as_deref().unwrap_or("this program")
    }

    /// Returns the namespace to which the name of a tool of a site belongs.
    pub(crate) fn namespace_of(&self, name: &str) -> Option<&str> {
        let (namespace, _) = name.split_once('.')?;
        self.tools.iter().map(|tool| tool.namespace.as_str()).find(|known| *known == namespace)
    }

    /// Returns whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }

    /// Returns each tool's namespace and interface, in the order in which they were added.
    pub fn tools(&self) -> impl Iterator<Item = (&str, &Interface)> {
        self.tools.iter().map(|tool| (tool.namespace.as_str(), &tool.interface))
    }

    /// Returns the namespaces with their tools, in alphabetical order.
    pub fn namespaces(&self) -> BTreeMap<&str, Vec<&Interface>> {
        let mut spaces: BTreeMap<&str, Vec<&Interface>> = BTreeMap::new();
        for (namespace, interface) in self.tools() {
            spaces.entry(namespace).or_default().push(interface);
        }
        spaces
    }

    pub(super) fn full_names(&self) -> impl Iterator<Item = &str> {
        self.tools.iter().map(|tool| tool.full_name.as_str())
    }

    /// Returns the tool of a name after its namespace and a dot.
    pub(crate) fn get(&self, full_name: &str) -> Option<&HostTool> {
        self.tools.iter().find(|tool| tool.full_name == full_name)
    }

    /// Returns the tools as the guards see them: with their full names.
    pub(crate) fn interfaces(&self) -> Vec<Interface> {
        let full = |tool: &HostTool| {
            let mut interface = tool.interface.clone();
            interface.name.clone_from(&tool.full_name);
            interface
        };
        self.tools.iter().map(full).collect()
    }

    /// Writes the declarations of all namespaces, with the comments and results that `options` set.
    pub fn typescript(&self, options: &TypeScriptOptions) -> String {
        let mut text = String::new();
        for (namespace, tools) in self.namespaces() {
            let tools: Vec<Interface> = tools.into_iter().cloned().collect();
            let mut options = options.clone();
            options.object = Some(namespace.to_owned());
            text.push_str(&typescript_with(&Manifest::default(), &tools, &options).text);
        }
        text
    }

    /// Returns a call of one of the tools, as an example.
    pub(crate) fn example(&self) -> Option<String> {
        let (namespace, tools) = self.namespaces().into_iter().next()?;
        let tools: Vec<Interface> = tools.into_iter().cloned().collect();
        let call = example_call(&Manifest::default(), &tools)?;
        Some(format!("{namespace}{}", call.strip_prefix("global")?))
    }
}

impl HostTool {
    /// Starts a call with the arguments as the code passed them.
    pub(crate) async fn call(&self, args: &Value, context: ToolContext) -> ToolResult {
        // It lasts as long as this future.
        let _end = context.guard();
        let arguments = match (self.interface.call, args) {
            (CallStyle::Positional, args) => args.clone(),
            (_, Value::Array(args)) => match args.first() {
                Some(first) if first["$type"] != "undefined" => first.clone(),
                _ => Value::Object(Map::new()),
            },
            _ => Value::Object(Map::new()),
        };
        self.handler.call(arguments, context).await
    }
}

/// Checks that an object with tools can have a name.
fn check_namespace(name: &str) -> Result<(), HostToolError> {
    let refused =
        |why: &str| Err(HostToolError(format!("expected the name of a namespace, found {name:?}, {why}")));
    if !escape::is_identifier(name) {
        return refused("which is not an identifier of JavaScript");
    }
    if escape::is_reserved(name) {
        return refused("which is a reserved word");
    }
    if name == "global" {
        return refused("which holds the tools of the site");
    }
    #[cfg(feature = "preflight")]
    if webagents_script::isolated_globals().any(|known| known == name) {
        return refused("which the realm of the code has as a global");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    async fn nothing(_: Value, _: ToolContext) -> ToolResult {
        Ok(Value::Null)
    }

    #[test]
    fn names_must_be_free_identifiers() {
        let add = |namespace: &str, name: &str| {
            HostTools::default().with_tool(namespace, Interface::new(name), nothing).err()
        };
        for (namespace, why) in [
            ("", "not an identifier"),
            ("a.b", "not an identifier"),
            ("a b", "not an identifier"),
            ("1a", "not an identifier"),
            ("await", "reserved"),
            ("class", "reserved"),
            ("global", "tools of the site"),
        ] {
            let error = add(namespace, "x").map(|error| error.to_string()).unwrap_or_default();
            assert!(error.contains(why), "{namespace}: {error}");
        }
        #[cfg(feature = "preflight")]
        for namespace in ["JSON", "console", "globalThis", "setTimeout"] {
            assert!(add(namespace, "x").is_some(), "{namespace}");
        }
        assert!(add("files", "").is_some() && add("files", "then").is_some());
        for (namespace, name) in [("files", "a.b"), ("$", "__proto__"), ("_a", "constructor"), ("fs", "x y")]
        {
            assert_eq!(add(namespace, name), None, "{namespace}.{name}");
        }
        let twice = HostTools::default().with_tool("a", Interface::new("b"), nothing).expect("it is free");
        let twice = twice.with_tool("a", Interface::new("b"), nothing).expect_err("it is taken");
        assert_eq!(twice.to_string(), "the tool \"a.b\" is declared twice; rename one");
    }

    #[test]
    fn declarations_are_of_one_tool() {
        let add = |declaration: Value| HostTools::default().with_declaration("a", &declaration, nothing);
        assert!(add(json!({ "name": "b", "inputSchema": { "type": "object" } })).is_ok());
        for wrong in [json!({}), json!(1), json!({ "tools": [] }), json!({ "name": 1 })] {
            assert!(add(wrong.clone()).is_err(), "{wrong}");
        }
    }
}
