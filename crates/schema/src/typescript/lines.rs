//! The parts of a tool that parameter lines state.
//!
//! The lines are read once, with their types, and not by way of an [`Interface`](crate::Interface): a default or a bound
//! that is not a value of its type is shown as the site wrote it (`=many`, `min=low`), and an interface has none.

use std::borrow::Cow;

use webagents_manifest::Tool;

use super::docs;
use super::options::{Rendering, TypeScriptOptions};
use super::parts::{Declaration, DeclaredParam, Output, presences};
use super::types::Types;
use crate::escape;
use crate::manifest::unescaped;
use crate::ty::Constraints;

/// Returns the declaration of a tool; `output` is its result if a schema states it.
pub(super) fn declaration<'t>(
    options: &TypeScriptOptions,
    types: &mut Types<'t>,
    tool: &'t Tool,
    output: Option<Output>,
) -> Declaration<'t> {
    let title = tool.title.as_deref().filter(|title| match options.rendering {
        Rendering::Jsdoc => true,
        Rendering::Inline => {
            !(options.terse && docs::has_the_words(title, tool.name.as_str(), &tool.description))
        }
        _ => false,
    });
    let names = escape::parameters(tool.params.iter().map(|param| param.name.as_str()));
    let optional: Vec<bool> =
        tool.params.iter().map(|param| !param.required || param.default.is_some()).collect();
    let parts = names.into_iter().zip(presences(&optional)).zip(&tool.params).enumerate();
    let parts = parts.map(|(at, ((name, presence), param))| {
        let (facts, ty) = types.param(at, param);
        DeclaredParam { name, presence, facts, ty }
    });
    let parts = parts.collect();
    let style = types.style();
    let of_lines = |ty| Output { facts: Constraints::default(), ty, style };
    let output = match options.rendering {
        Rendering::Calls => None,
        _ => output.or_else(|| types.result(&tool.returns).map(of_lines)),
    };
    Declaration {
        name: Cow::Borrowed(tool.name.as_str()),
        title: title.map(Cow::Borrowed),
        description: unescaped(&tool.description),
        annotations: Cow::Borrowed(&tool.annotations),
        parts,
        arguments: Some(Constraints::default()),
        output,
        style,
    }
}
