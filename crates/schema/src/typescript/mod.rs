//! From a manifest to the TypeScript declarations that a language model reads.
//!
//! The text is `declare const global: { … };` with one method for each tool, in document order. The decision this
//! module embodies: the text passes `tsc --strict` **for every manifest**, because types are printed from a tree that
//! was parsed and resolved ([`ty`](crate::ty)), and everything else passes through [`escape`](crate::escape). A type
//! of a site that TypeScript cannot express becomes `any` with a diagnostic.
//!
//! Calls are positional, as `webagents.md` has them. If a tool has a JSON Schema, the schema has the types, and the
//! parameter lines give their order. [`layout`] writes all tools from one form of their parts, [`parts`], which
//! [`lines`] and [`interfaces`] read. Types that several tools share, and types that a schema names, stand above the
//! tools ([`shared`]).

mod constraints;
mod docs;
mod interfaces;
mod layout;
mod lines;
mod options;
mod parts;
mod schemas;
mod shared;
mod types;

use std::fmt::Write as _;

use webagents_manifest::{Manifest, Parsed, Tool};

use crate::Interface;
use crate::ty::{Docs, Style};
use interfaces::Declared;
pub use options::{Rendering, TypeScript, TypeScriptOptions};
use types::Types;

/// Writes TypeScript declarations of a manifest's tools: `declare const global: { … };`.
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
    declare(manifest, None, &[], options, &|_| Detail::Declaration)
}

/// Writes TypeScript declarations of a manifest's tools, followed by declarations of `more` tools.
///
/// The spans of the findings about the tools in `more` are empty: an [`Interface`] has no source here.
///
/// ```
/// use webagents_schema::{Interface, Rendering, Shape, TypeScriptOptions, ty, typescript_with};
/// let mut tool = Interface::new("search-flights");
/// tool.description = "Search flights.".to_owned();
/// let input = "{ /** City code. @minLength 3 */ origin: string; /** @minimum 1 @default 1 */ passengers?: integer }";
/// tool.input = Shape::new(ty::parse(input).unwrap());
/// let declared = typescript_with(&Default::default(), &[tool], &TypeScriptOptions::new(Rendering::Inline));
/// assert_eq!(declared.text, "\
/// declare const global: {
/// // Search flights.
/// \"search-flights\"(input: {
///  origin: string // City code. [len >=3]
///  passengers?: number // [int, >=1, =1]
/// }): Promise<any>;
/// };
/// ");
/// ```
pub fn typescript_with(manifest: &Manifest, more: &[Interface], options: &TypeScriptOptions) -> TypeScript {
    declare(manifest, None, more, options, &|_| Detail::Declaration)
}

/// Part of a tool that declarations have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Detail {
    /// The tool is declared.
    Declaration,
    /// Its name with the first sentence of its description.
    Sentence,
    /// Its name.
    Name,
    /// Nothing.
    Nothing,
}

/// Writes declarations with the chosen detail of each tool.
///
/// `detail` takes the index of a tool in the manifest's tools followed by `more`.
pub(crate) fn typescript_of_chosen(
    manifest: &Manifest,
    more: &[Interface],
    options: &TypeScriptOptions,
    detail: &dyn Fn(usize) -> Detail,
) -> String {
    declare(manifest, None, more, options, detail).text
}

/// Writes TypeScript declarations of a parsed manifest's tools; diagnostics refer to its source.
///
/// The diagnostics' spans index [`Parsed::content`].
///
/// ```
/// use webagents_schema::{TypeScriptOptions, typescript_of};
/// let parsed = webagents_manifest::parse("# S\n\n## find\n\n### Params\n- `a` (string |): A.\n");
/// let found = &typescript_of(&parsed, &TypeScriptOptions::default()).diagnostics[0];
/// assert_eq!(found.message, "`find`, parameter `a`: expected a type after `|`, found the end of the text");
/// ```
pub fn typescript_of(parsed: &Parsed, options: &TypeScriptOptions) -> TypeScript {
    declare(&parsed.manifest, Some(parsed), &[], options, &|_| Detail::Declaration)
}

fn declare(
    manifest: &Manifest,
    source: Option<&Parsed>,
    more: &[Interface],
    options: &TypeScriptOptions,
    detail: &dyn Fn(usize) -> Detail,
) -> TypeScript {
    let detail = |at| match detail(at) {
        Detail::Declaration if options.rendering == Rendering::Names => Detail::Sentence,
        detail => detail,
    };
    let chosen = |at| detail(at) == Detail::Declaration;
    let keep = matches!(options.rendering, Rendering::Jsdoc | Rendering::Inline);
    let docs = if keep { Docs::Keep } else { Docs::Drop };
    let style = Style { tight: options.rendering != Rendering::Jsdoc, ..Style::line(docs) };
    let mut types = Types::new(source, style);
    let mut schemas = Declared::new(options);
    let mut tools = Vec::with_capacity(manifest.tools.len() + more.len());
    for (at, tool) in manifest.tools.iter().enumerate().filter(|(at, _)| chosen(*at)) {
        types.enter(at, tool);
        let output = schemas::result(&mut types, tool);
        if let Some(mut interface) = schemas::interface(&mut types, tool) {
            interface.output = output.or_else(|| types.result_shape(&tool.returns));
            tools.push(schemas.at(tool.name.place()).tool(&interface));
            continue;
        }
        let output = output.map(|output| schemas.at(tool.name.place()).result(tool.name.as_str(), &output));
        tools.push(lines::declaration(options, &mut types, tool, output));
    }
    let first = manifest.tools.len();
    let of_more = more.iter().enumerate().filter(|(at, _)| chosen(first + at));
    tools.extend(of_more.map(|(_, interface)| schemas.at(None).tool(interface)));
    let (named, findings) = schemas.finish();
    let mut diagnostics = types.finish();
    diagnostics.extend(findings);
    let mut out = String::with_capacity(64 + manifest.tools.iter().map(size_hint).sum::<usize>());
    out.push_str(&shared::name(&mut tools, named, options.rendering, options.terse));
    let object = options.object.as_deref().unwrap_or("global");
    // Writing to a String cannot fail.
    let _ = writeln!(out, "declare const {object}: {{");
    for tool in &tools {
        layout::push(&mut out, options, tool);
    }
    let mut name = |at, name: &str, description: &str, has_parameters: bool| {
        let description = match detail(at) {
            Detail::Sentence => description,
            Detail::Name => "",
            Detail::Declaration | Detail::Nothing => return,
        };
        layout::push_name(&mut out, name, description, has_parameters, options.terse);
    };
    for (at, tool) in manifest.tools.iter().enumerate() {
        let has_parameters = !tool.params.is_empty() || tool.schemas.input.is_some();
        name(at, tool.name.as_str(), &tool.description, has_parameters);
    }
    for (at, tool) in more.iter().enumerate() {
        let has_parameters = !tool.arguments().is_some_and(<[_]>::is_empty);
        name(first + at, &tool.name, &tool.description, has_parameters);
    }
    out.push_str("};\n");
    TypeScript { text: out, diagnostics }
}

/// About the length of a tool's declaration, so that the text seldom moves while it grows.
fn size_hint(tool: &Tool) -> usize {
    let params: usize = tool.params.iter().map(|p| p.ty.len() + p.description.len() + 64).sum();
    tool.description.len() * 9 / 8 + tool.returns.len() + params + 80
}
