//! Texts in the declarations of tools.

/// Kind of a text in the declaration of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextKind {
    /// The name of a tool.
    Name,
    /// A description of a tool, a note, or the prose of a site.
    Prose,
    /// A title, or a text among the annotations.
    Title,
    /// The description of a parameter.
    ParamProse,
    /// A default, an example, or a value of a list.
    Value,
    /// A regular expression of a parameter.
    Pattern,
    /// The name of a parameter.
    ParamName,
    /// The name of a definition in a schema, which no caller writes.
    DefinitionName,
    /// Sample code or a type.
    Code,
}
