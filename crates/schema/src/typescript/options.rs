//! Options for declarations, and their result.

use webagents_manifest::Diagnostic;

/// Amount and form of the documentation in declarations.
///
/// All of them declare the same types; they differ in comments.
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
    /// Signatures alone.
    Index,
}

/// Options for writing declarations.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct TypeScriptOptions {
    /// The form of the documentation.
    pub rendering: Rendering,
    /// Leaves out parts that only a compiler needs, so that a model reads fewer tokens.
    ///
    /// These are the result of a tool that declares none (`Promise<any>`), the space after a colon, and a title whose
    /// words the name and the description have. The text passes `tsc` without its option `noImplicitAny`.
    pub terse: bool,
}

impl TypeScriptOptions {
    /// Options for this rendering.
    pub const fn new(rendering: Rendering) -> Self {
        Self { rendering, terse: false }
    }
}

/// Declarations, and what could not be declared as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TypeScript {
    /// The declarations. Lines end in LF, the last one as well.
    pub text: String,
    /// Findings about types, defaults and schemas, in the order of the tools.
    ///
    /// There are at most [`limits::DIAGNOSTICS`](webagents_manifest::limits::DIAGNOSTICS), and one with the number of
    /// those that were left out.
    pub diagnostics: Vec<Diagnostic>,
}
