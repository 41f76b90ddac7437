//! Options for declarations, and their result.

use webagents_manifest::Diagnostic;

/// Amount and form of the comments in TypeScript declarations of tools: JSDoc, short ones, or none.
///
/// The first five declare the same types and differ in comments. The last two leave out types, for tools that would
/// otherwise not fit into a prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Rendering {
    /// JSDoc above each tool, for editors and people.
    ///
    /// `@param name - description (default: x)`, followed by constraints as tags.
    #[default]
    Jsdoc,
    /// `//` above each tool and after each parameter, constraints as `[int, 1..9, =1]`.
    ///
    /// It has everything that [`Rendering::Jsdoc`] has, in fewer tokens.
    Inline,
    /// [`Rendering::Inline`] with the descriptions of tools and parameters alone.
    ///
    /// It has no constraints, no defaults and no documentation inside types.
    Brief,
    /// [`Rendering::Brief`] with the first sentence of each description.
    ///
    /// It has no documentation inside types.
    Sentences,
    /// Signatures of the tools with the first sentence of each tool's description.
    Outline,
    /// Signatures of the tools without comments.
    Index,
    /// [`Rendering::Index`] without the types of results.
    Calls,
    /// Names of the tools with the first sentence of each description, without parameters.
    Names,
}

/// Options for writing TypeScript declarations of tools: which comments, and how terse.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct TypeScriptOptions {
    /// Amount and form of the comments in the declarations: JSDoc, short ones, or none.
    pub rendering: Rendering,
    /// `true` to omit parts that only a compiler needs (such as `Promise<any>`), to save a model tokens.
    ///
    /// These are the result of a tool that declares none (`Promise<any>`), the space after a colon, and a title whose
    /// words the name and the description have. The text passes `tsc` without its option `noImplicitAny`.
    pub terse: bool,
    /// Name of the object that holds the tools; `None` for `global`. It must be an identifier.
    pub object: Option<String>,
}

impl TypeScriptOptions {
    /// Creates options with the given amount and form of comments, and `terse` set to `false`.
    pub const fn new(rendering: Rendering) -> Self {
        Self { rendering, terse: false, object: None }
    }
}

/// TypeScript declarations of tools, with diagnostics about types that had to be changed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TypeScript {
    /// TypeScript source of the declarations, in which every line ends in LF.
    pub text: String,
    /// Diagnostics about types, defaults and schemas of the tools, in the order of the tools.
    ///
    /// There are at most [`limits::DIAGNOSTICS`](webagents_manifest::limits::DIAGNOSTICS), and one with the number of
    /// omitted ones.
    pub diagnostics: Vec<Diagnostic>,
}
