//! From a manifest to the TypeScript declarations that a language model reads.
//!
//! The text is `declare const global: { … };` with one method for each tool, in document order. What this
//! module embodies: the text passes `tsc --strict` **for every manifest**, because types are printed from a
//! tree that was parsed and resolved ([`ty`](crate::ty)), and everything else passes through
//! [`escape`](crate::escape). What a site wrote and TypeScript cannot say becomes `any` and a diagnostic.
//!
//! Calls are positional, as `webagents.md` has them. Where a tool has a JSON Schema, it says the types, and the
//! parameter lines say their order; the types that a schema names stand above the tools.

mod constraints;
mod docs;
mod inline;
mod interfaces;
mod jsdoc;
mod schemas;
mod types;

use std::borrow::Cow;

use webagents_manifest::{Diagnostic, Manifest, Param, Parsed, Tool};

use crate::escape;
use crate::interface::Interface;
use crate::ty::{Docs, UnionSeparator};
use interfaces::Declared;
pub use interfaces::declare_tools;
use types::Types;

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

/// Declares a manifest's tools.
///
/// The spans of the diagnostics index the document that the manifest was read from; they are empty for values that
/// were made otherwise. [`typescript_of`] finds the place of every finding.
///
/// ```
/// use webagents_schema::{Rendering, TypeScriptOptions, typescript};
/// let parsed = webagents_manifest::parse(
///     "# Air\n\n## searchFlights\nSearch flights.\n\n### Params\n\
///      - `origin` (string, required, minLength=3): City code.\n- `passengers` (integer, min=1, default=1)\n",
/// );
/// let declared = typescript(&parsed.manifest, &TypeScriptOptions::new(Rendering::Inline));
/// assert_eq!(declared.text, "\
/// declare const global: {
/// // Search flights.
/// searchFlights(
///  origin: string, // City code. [len >=3]
///  passengers?: number // [int, >=1, =1]
/// ): Promise<any>;
/// };
/// ");
/// ```
pub fn typescript(manifest: &Manifest, options: &TypeScriptOptions) -> TypeScript {
    declare(manifest, None, &[], options)
}

/// Declares a manifest's tools, and after them tools of another source.
pub fn typescript_with(manifest: &Manifest, more: &[Interface], options: &TypeScriptOptions) -> TypeScript {
    declare(manifest, None, more, options)
}

/// Declares the tools of a parsed document. The diagnostics' spans index [`Parsed::content`].
///
/// ```
/// use webagents_schema::{TypeScriptOptions, typescript_of};
/// let parsed = webagents_manifest::parse("# S\n\n## find\n\n### Params\n- `a` (string |): A.\n");
/// let found = &typescript_of(&parsed, &TypeScriptOptions::default()).diagnostics[0];
/// assert_eq!(found.message, "`find`, parameter `a`: expected a type after `|`, found the end of the text");
/// ```
pub fn typescript_of(parsed: &Parsed, options: &TypeScriptOptions) -> TypeScript {
    declare(&parsed.manifest, Some(parsed), &[], options)
}

fn declare(
    manifest: &Manifest,
    source: Option<&Parsed>,
    more: &[Interface],
    options: &TypeScriptOptions,
) -> TypeScript {
    let keep = matches!(options.rendering, Rendering::Jsdoc | Rendering::Inline);
    let separator =
        if options.rendering == Rendering::Jsdoc { UnionSeparator::Spaced } else { UnionSeparator::Tight };
    let mut types = Types::new(source, if keep { Docs::Keep } else { Docs::Drop }, separator);
    types.terse = options.terse;
    let mut named: Option<Declared> = None;
    let mut out = String::with_capacity(64 + manifest.tools.iter().map(size_hint).sum::<usize>());
    out.push_str("declare const global: {\n");
    let most = manifest.tools.iter().map(|tool| tool.params.len()).max();
    let mut slots = Vec::with_capacity(most.unwrap_or(0));
    for (at, tool) in manifest.tools.iter().enumerate() {
        types.enter(at, tool);
        let output = schemas::result(&mut types, tool);
        if let Some(mut interface) = schemas::interface(&mut types, tool) {
            interface.output = output.or_else(|| types.result(&tool.returns));
            let named = named.get_or_insert_with(|| Declared::new(options));
            named.at(tool.name.place()).tool(&mut out, &interface);
            continue;
        }
        if let Some(output) = output {
            let named = named.get_or_insert_with(|| Declared::new(options));
            types.result_is(named.at(tool.name.place()).result(tool.name.as_str(), &output));
        }
        fill(&mut slots, tool);
        match options.rendering {
            Rendering::Jsdoc => jsdoc::tool(&mut out, &mut types, tool, &slots),
            Rendering::Inline => inline::tool(&mut out, &mut types, tool, &slots, inline::Detail::Full),
            Rendering::Brief => {
                inline::tool(&mut out, &mut types, tool, &slots, inline::Detail::Descriptions);
            }
            Rendering::Index => inline::tool(&mut out, &mut types, tool, &slots, inline::Detail::None),
        }
    }
    for interface in more {
        named.get_or_insert_with(|| Declared::new(options)).at(None).tool(&mut out, interface);
    }
    out.push_str("};\n");
    let mut diagnostics = types.finish();
    if let Some(named) = named {
        out.insert_str(0, &named.definitions());
        diagnostics.extend(named.finish());
    }
    TypeScript { text: out, diagnostics }
}

/// About the length of a tool's declaration, so that the text seldom moves while it grows.
fn size_hint(tool: &Tool) -> usize {
    let params: usize =
        tool.params.iter().map(|p| p.name.as_str().len() * 2 + p.ty.len() + p.description.len() + 48).sum();
    tool.name.as_str().len() + tool.description.len() * 9 / 8 + tool.returns.len() + params + 64
}

/// One parameter as a signature declares it.
struct Slot<'a> {
    param: &'a Param,
    name: Cow<'a, str>,
    presence: Presence,
}

/// Presence of a parameter in a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Presence {
    /// Always.
    Required,
    /// It may leave it out: `name?: T`.
    Optional,
    /// It may not leave it out, because a required one follows, and passes `undefined` for it.
    Undefined,
}

/// Fills `slots` with the parameters of a tool in their order.
///
/// The order never changes: calls are positional.
///
/// One list serves all tools, one after the other.
fn fill<'a>(slots: &mut Vec<Slot<'a>>, tool: &'a Tool) {
    /// Up to here names are compared one by one.
    const FEW: usize = 16;
    slots.clear();
    // From the last parameter to the first, so that it is known whether a required one follows.
    let mut follows = false;
    let mut distinct = tool.params.len() <= FEW;
    for param in tool.params.iter().rev() {
        let optional = !param.required || param.default.is_some();
        let presence = match (optional, follows) {
            (false, _) => Presence::Required,
            (true, true) => Presence::Undefined,
            (true, false) => Presence::Optional,
        };
        follows |= !optional;
        let name = escape::parameter(param.name.as_str());
        distinct = distinct && slots.iter().all(|slot| slot.name != name);
        slots.push(Slot { param, name, presence });
    }
    slots.reverse();
    if !distinct {
        let names = escape::parameters(tool.params.iter().map(|p| p.name.as_str()));
        slots.iter_mut().zip(names).for_each(|(slot, name)| slot.name = name);
    }
}

/// Appends `name: T`, and reports what is wrong with the type.
fn push_slot(out: &mut String, types: &mut Types<'_>, at: usize, slot: &Slot<'_>) {
    out.push_str(&slot.name);
    out.push_str(if slot.presence == Presence::Optional { "?:" } else { ":" });
    out.push_str(if types.terse { "" } else { " " });
    types.push_param(out, at, slot.param, slot.presence);
}

/// Appends `name(a: A, b?: B): Promise<R>;` on one line.
fn push_signature(out: &mut String, types: &mut Types<'_>, tool: &Tool, slots: &[Slot<'_>]) {
    escape::push_property(out, tool.name.as_str());
    out.push('(');
    for (at, slot) in slots.iter().enumerate() {
        if at > 0 {
            out.push_str(", ");
        }
        push_slot(out, types, at, slot);
    }
    push_result(out, types, tool);
}

/// Appends `): Promise<R>;` and the end of the line.
fn push_result(out: &mut String, types: &mut Types<'_>, tool: &Tool) {
    out.push(')');
    let start = out.len();
    out.push_str(": Promise<");
    types.push_result(out, &tool.returns);
    out.push_str(">;\n");
    if types.terse {
        drop_any(out, start);
    }
}

/// Leaves out a result that begins at `start` and is `any`.
fn drop_any(out: &mut String, start: usize) {
    if out.get(start..) == Some(": Promise<any>;\n") {
        out.truncate(start);
        out.push_str(";\n");
    }
}
