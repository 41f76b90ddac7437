//! From a manifest to the TypeScript declarations that a language model reads.
//!
//! The text is `declare const global: { … };` with one method for each tool, in document order. What this
//! module embodies: the text passes `tsc --strict` **for every manifest**, because types are printed from a
//! tree that was parsed and resolved ([`ty`](crate::ty)), and everything else passes through
//! [`escape`](crate::escape). What a site wrote and TypeScript cannot say becomes `any` and a diagnostic.
//!
//! Calls are positional, as `webagents.md` has them. Where a tool has a JSON Schema, it says the types, and the
//! parameter lines say their order; the types that a schema names stand above the tools. [`layout`] writes all tools, over
//! the parts that [`lines`] and [`interfaces`] give it.

mod constraints;
mod docs;
mod interfaces;
mod layout;
mod lines;
mod options;
mod schemas;
mod types;

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
    declare(manifest, None, &[], options)
}

/// Writes TypeScript declarations of a manifest's tools, followed by those of `more` tools.
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
    declare(manifest, None, more, options)
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
    declare(&parsed.manifest, Some(parsed), &[], options)
}

fn declare(
    manifest: &Manifest,
    source: Option<&Parsed>,
    more: &[Interface],
    options: &TypeScriptOptions,
) -> TypeScript {
    let keep = matches!(options.rendering, Rendering::Jsdoc | Rendering::Inline);
    let docs = if keep { Docs::Keep } else { Docs::Drop };
    let style = Style { tight: options.rendering != Rendering::Jsdoc, ..Style::line(docs) };
    let mut types = Types::new(source, style);
    let mut named: Option<Declared> = None;
    let mut out = String::with_capacity(64 + manifest.tools.iter().map(size_hint).sum::<usize>());
    out.push_str("declare const global: {\n");
    for (at, tool) in manifest.tools.iter().enumerate() {
        types.enter(at, tool);
        let output = schemas::result(&mut types, tool);
        if let Some(mut interface) = schemas::interface(&mut types, tool) {
            interface.output = output.or_else(|| types.result_shape(&tool.returns));
            let named = named.get_or_insert_with(|| Declared::new(options));
            named.at(tool.name.place()).tool(&mut out, &interface);
            continue;
        }
        if let Some(output) = output {
            let named = named.get_or_insert_with(|| Declared::new(options));
            types.result_is(named.at(tool.name.place()).result(tool.name.as_str(), &output));
        }
        lines::push(&mut out, options, &mut types, tool);
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
    let params: usize = tool.params.iter().map(|p| p.ty.len() + p.description.len() + 64).sum();
    tool.description.len() * 9 / 8 + tool.returns.len() + params + 80
}
