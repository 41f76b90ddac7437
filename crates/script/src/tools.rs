//! Tools that code may call, as preflight knows them.
//!
//! The decision: [`interface_of`] reads types once, when a manifest is loaded, and a type that cannot be read allows
//! any value. If a tool has a JSON Schema of its input, the schema is authoritative for the types and the lines give
//! the order. [`interface_of`] combines the two, so that preflight and the declarations that a model reads agree.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use webagents_manifest::{Manifest, Tool};
use webagents_schema::conform::{TypeContext, Undeclared, ValueLanguage};
use webagents_schema::ty::{Constraints, Docs, MemberKind, Type};
use webagents_schema::{CallStyle, Interface, interface_of, near_names};

/// Characters of a signature that a message shows.
const SIGNATURE: usize = 400;

/// Name of the object that holds the tools of the site.
pub(crate) const SITE: &str = "global";

/// Set of tools that a model's code may call, as methods of the JavaScript object `global`.
///
/// Tools of other objects are in namespaces ([`with_namespace`](Self::with_namespace)).
///
/// ```
/// use webagents_script::Tools;
/// let manifest = webagents_manifest::parse("# Shop\n\n## find\nFinds.\n\n### Params\n- `size` (number): The size.\n").manifest;
/// let tools = Tools::new(&manifest);
/// assert_eq!(tools.names().collect::<Vec<_>>(), ["find"]);
/// ```
#[derive(Debug, Clone)]
pub struct Tools {
    shapes: Arc<Vec<Shape>>,
    who: &'static str,
    does: &'static str,
    /// Name of the object that holds the tools, unless it is `global`.
    namespace: Option<String>,
    /// Tools of other objects than `global`, by the name of the object.
    spaces: BTreeMap<String, Tools>,
    /// The code runs in the isolated realm, and not in a page.
    is_isolated: bool,
}

impl Default for Tools {
    fn default() -> Self {
        Self::new(&Manifest::default())
    }
}

impl Tools {
    /// Creates the set of the tools that `manifest` declares, for checking code that calls them.
    pub fn new(manifest: &Manifest) -> Self {
        let shapes = Arc::new(manifest.tools.iter().map(Shape::of).collect());
        let spaces = BTreeMap::new();
        Self { shapes, who: "webagents.md", does: "declares", namespace: None, spaces, is_isolated: false }
    }

    /// Adds the tools of another object than `global`, which code calls as `name.tool(…)`.
    ///
    /// ```
    /// use webagents_schema::Interface;
    /// use webagents_script::{Tools, preflight};
    /// let tools = Tools::default().with_namespace("files", [Interface::new("list")]);
    /// let found = preflight("return await files.lst()", &tools);
    /// assert_eq!(
    ///     found.findings[0].message,
    ///     "the program declares no tool \"lst\" in `files`; did you mean list? files.list(input?: Record<string, unknown>)"
    /// );
    /// ```
    #[must_use]
    pub fn with_namespace(mut self, name: &str, tools: impl IntoIterator<Item = Interface>) -> Self {
        let mut held = Self::default().with_interfaces(tools).declared_by("the program", "declares");
        held.namespace = Some(name.to_owned());
        for shape in Arc::make_mut(&mut held.shapes) {
            shape.signature = format!("{name}.{}", shape.signature);
        }
        self.spaces.insert(name.to_owned(), held);
        self
    }

    /// Returns the names of the objects other than `global` that hold tools.
    pub(crate) fn namespaces(&self) -> impl Iterator<Item = &str> {
        self.spaces.keys().map(String::as_str)
    }

    /// Returns the tools of namespaces by which code may mean `name`, as code writes them.
    pub(crate) fn near_in_namespaces(&self, name: &str) -> impl Iterator<Item = String> {
        self.spaces.iter().flat_map(move |(space, tools)| {
            near_names(name, tools.names()).into_iter().map(move |tool| full_name(space, tool))
        })
    }

    /// Returns the tools of an object: `global`, or a namespace.
    pub(crate) fn of_space(&self, space: &str) -> Option<&Self> {
        if space == SITE { Some(self) } else { self.spaces.get(space) }
    }

    /// Adds tools of other sources, such as tools that a page registers, to the set.
    #[must_use]
    pub fn with_interfaces(mut self, tools: impl IntoIterator<Item = Interface>) -> Self {
        Arc::make_mut(&mut self.shapes).extend(tools.into_iter().map(|tool| {
            let takes_nothing = tool.arguments().is_some_and(<[_]>::is_empty);
            let is_open = tool.input.facts.keywords.is_empty();
            Shape::new(tool, !(takes_nothing && is_open), true)
        }));
        self
    }

    /// Sets the realm that the code runs in to the isolated one; without this it is the page.
    ///
    /// The isolated realm has no page, network, storage or modules. Preflight reports the names that code uses and
    /// the realm lacks, with the code to write instead. [`isolated_globals`](crate::isolated_globals) lists the names
    /// that it has.
    ///
    /// ```
    /// use webagents_script::{Tools, preflight};
    /// let found = preflight("return document.title", &Tools::default().for_isolated_realm());
    /// assert_eq!(
    ///     found.findings[0].to_string(),
    ///     "error at line 1, column 8: `document` does not exist: there is no page and no DOM here; get data by the tools: \
    ///      `await global.name(…)`"
    /// );
    /// ```
    #[must_use]
    pub fn for_isolated_realm(self) -> Self {
        Self { is_isolated: true, ..self }
    }

    pub(crate) fn is_isolated(&self) -> bool {
        self.is_isolated
    }

    /// Sets the subject `who` and the verb `does` of the message "webagents.md declares no such tool".
    ///
    /// For tools that come from another source than a document alone.
    #[must_use]
    pub fn declared_by(self, who: &'static str, does: &'static str) -> Self {
        Self { who, does, ..self }
    }

    /// Returns the names of the tools: the manifest's, in its order, and then those added.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.shapes.iter().map(|tool| tool.name.as_str())
    }

    /// Returns the signature of a tool for a message, such as `find(size: number)`; a long one is cut.
    pub fn signature(&self, name: &str) -> Option<&str> {
        self.get(name).map(|tool| tool.signature.as_str())
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Shape> {
        self.shapes.iter().find(|tool| tool.name == name)
    }

    /// Returns whether a tool declares its result.
    pub(crate) fn has_results(&self) -> bool {
        self.shapes.iter().any(|shape| shape.output.is_some())
    }

    /// Returns the message for a name that no tool has, with the signature of the nearest one.
    pub fn unknown(&self, name: &str) -> String {
        if let Some((space, name)) = name.split_once('.')
            && let Some(tools) = self.spaces.get(space)
        {
            return match tools.get(name) {
                Some(tool) => format!(
                    "`{space}` is an object of the program, and not a member of `{SITE}`; call {}",
                    tool.signature
                ),
                None => tools.unknown(name),
            };
        }
        let shown: String = name.chars().take(100).collect();
        let near = near_names(name, self.names());
        let Self { who, does, .. } = self;
        let hint = if near.is_empty() {
            match self.shapes.len() {
                0 => format!("; it {does} no tool at all"),
                1..=8 => format!("; it {does} {}", self.names().collect::<Vec<_>>().join(", ")),
                _ => String::new(),
            }
        } else {
            let signature =
                near.first().and_then(|name| self.get(name)).map_or("", |tool| tool.signature.as_str());
            format!("; did you mean {}? {signature}", near.join(" or "))
        };
        let place = self.namespace.as_ref().map(|name| format!(" in `{name}`")).unwrap_or_default();
        format!("{who} {does} no tool {shown:?}{place}{hint}")
    }
}

/// Returns the name of a tool of an object, after the object's name unless that is `global`.
pub(crate) fn full_name(space: &str, name: &str) -> String {
    if space == SITE { name.to_owned() } else { format!("{space}.{name}") }
}

/// One tool.
#[derive(Debug, Clone)]
pub(crate) struct Shape {
    pub(crate) name: String,
    /// `None` where nothing is certain of them.
    pub(crate) params: Option<Vec<Parameter>>,
    /// Most arguments that it takes, if bounded.
    pub(crate) most: Option<usize>,
    /// With [`CallStyle::Object`] its one parameter takes all arguments by name.
    pub(crate) call: CallStyle,
    pub(crate) signature: String,
    /// Definitions that its types refer to.
    pub(crate) context: TypeContext,
    /// The declared result.
    output: Option<webagents_schema::Shape>,
}

/// One parameter.
#[derive(Debug, Clone)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    pub(crate) facts: Constraints,
    pub(crate) ty: Type,
    pub(crate) required: bool,
}

impl Shape {
    fn of(tool: &Tool) -> Self {
        let read = interface_of(tool);
        let unread = read.losses.iter().any(|loss| loss.keyword == "inputSchema");
        Self::new(read.value, tool.schemas.input.is_some() && !unread, tool.params.is_empty())
    }

    /// The shape of an interface whose types a schema declares, or lines.
    fn new(interface: Interface, of_schema: bool, without_lines: bool) -> Self {
        let undeclared = if of_schema { Undeclared::WrongIfClosed } else { Undeclared::Wrong };
        let definitions = interface.input.definitions.into_iter();
        let definitions: HashMap<_, _> =
            definitions.map(|definition| (definition.name.clone(), definition)).collect();
        let mut shape = Self {
            name: interface.name,
            params: None,
            most: None,
            call: interface.call,
            signature: String::new(),
            context: TypeContext::new(definitions, undeclared, ValueLanguage::JavaScript),
            output: interface.output,
        };
        let (facts, root) = (interface.input.facts, interface.input.root);
        // A schema without properties accepts any object, or, if it is closed, an empty one. Without lines it is
        // taken as one optional argument.
        if of_schema && without_lines {
            shape.call = CallStyle::Object;
        }
        match shape.call {
            CallStyle::Object => {
                let required = match &root {
                    Type::Object(members) => members.iter().any(|member| {
                        matches!(member.kind, MemberKind::Property { optional: false, .. })
                            && member.facts.keyword("default").is_none()
                    }),
                    _ => false,
                };
                shape.most = Some(1);
                shape.params = Some(vec![Parameter { name: "input".to_owned(), facts, ty: root, required }]);
            }
            _ => shape.positional(root),
        }
        shape.signature = match &shape.params {
            None => shape.name.clone(),
            Some(params) if shape.takes_nothing() => signature(&shape.name, &params[..0]),
            Some(params) => signature(&shape.name, params),
        };
        shape
    }

    /// Returns whether the tool takes an object that has no member.
    fn takes_nothing(&self) -> bool {
        let Some([input]) = self.params.as_deref() else { return false };
        let is_closed = input.facts.keyword("additionalProperties").is_some_and(|value| value == false);
        self.call == CallStyle::Object
            && is_closed
            && matches!(&input.ty, Type::Object(members) if members.is_empty())
    }

    /// The type of the result, if it is declared.
    pub(crate) fn result(&self) -> Option<&Type> {
        self.output.as_ref().map(|output| &output.root)
    }

    /// The type that the result calls `name`.
    pub(crate) fn definition(&self, name: &str) -> Option<&Type> {
        self.output.as_ref()?.definition(name).map(|definition| &definition.ty)
    }

    /// Takes the members of the arguments as parameters, in their order.
    fn positional(&mut self, root: Type) {
        let Type::Object(members) = root else { return };
        let mut params = Vec::new();
        let mut most = Some(0);
        for member in members {
            match member.kind {
                MemberKind::Property { name, optional, ty, .. } => {
                    let required = !optional && member.facts.keyword("default").is_none();
                    params.push(Parameter { name, facts: member.facts, ty, required });
                }
                _ => most = None,
            }
        }
        self.most = most.map(|_| params.len());
        self.params = Some(params);
    }
}

fn signature(name: &str, params: &[Parameter]) -> String {
    // A parameter before a required one cannot be left out (TS1016): `undefined` is passed for it.
    let last = params.iter().rposition(|param| param.required);
    let one = |(at, param): (usize, &Parameter)| {
        let ty = param.ty.to_typescript();
        match (param.required, last.is_some_and(|last| at < last)) {
            (true, _) => format!("{}: {ty}", param.name),
            (false, false) => format!("{}?: {ty}", param.name),
            (false, true) if param.ty.is_top() => format!("{}: {ty}", param.name),
            (false, true) => {
                let ty = if matches!(param.ty.bare(), Type::Function(_)) { format!("({ty})") } else { ty };
                format!("{}: {ty} | undefined", param.name)
            }
        }
    };
    let text = format!("{name}({})", params.iter().enumerate().map(one).collect::<Vec<_>>().join(", "));
    if text.chars().count() <= SIGNATURE {
        return text;
    }
    text.chars().take(SIGNATURE).chain(['…']).collect()
}

/// A type without the documentation in it.
pub(crate) fn type_text(ty: &Type) -> String {
    let mut text = String::new();
    ty.print(&mut text, Docs::Drop);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_valid_typescript() {
        let text = "# S\n\n## quote\nQ.\n\n### Params\n- `limit` (integer, default=1)\n- `raw` (any, optional)\n\
            - `sizes` (integer[], required)\n- `symbol` (string, required)\n- `note` (string, optional)\n";
        let tool = &webagents_manifest::parse(text).manifest.tools[0];
        let expected =
            "quote(limit: number | undefined, raw: any, sizes: number[], symbol: string, note?: string)";
        assert_eq!(Shape::of(tool).signature, expected);
    }

    #[test]
    fn a_signature_is_cut() {
        let text =
            format!("# S\n\n## f\nA.\n\n### Params\n- `p` ({}): B.\n", vec!["\"abcdefgh\""; 100].join(" | "));
        let tools = Tools::new(&webagents_manifest::parse(&text).manifest);
        assert_eq!(tools.get("f").map(|tool| tool.signature.chars().count()), Some(SIGNATURE + 1));
    }
}
