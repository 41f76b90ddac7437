//! The parts of a tool that parameter lines declare.
//!
//! They are read from the lines, and not from an [`Interface`](crate::Interface) of the tool. One reason is the text: a
//! default and a bound are shown as the site wrote them (`=asc`, `min=low`), and an interface has their values, or none.
//! The other is time: for the 1,000 documents of `tests/bench` the interfaces alone take 138 million instructions, where
//! the declarations take 149 and the parse 95 (2026-11-25). With them parse and declarations would be about 7 times as fast
//! as the Python package. They are to be 8 times as fast, and are 8.5.

use webagents_manifest::{Param, Tool};

use super::docs;
use super::layout::{self, Head, Parts, Slot};
use super::options::{Rendering, TypeScriptOptions};
use super::types::Types;
use crate::escape::{self, is_blank, push_doc};
use crate::manifest::unescaped;

/// A tool that is declared by its lines.
struct LineParts<'s, 't> {
    rendering: Rendering,
    types: &'s mut Types<'t>,
    tool: &'t Tool,
    slots: Vec<Slot<'t>>,
}

/// Appends a tool.
pub(super) fn push<'t>(out: &mut String, options: &TypeScriptOptions, types: &mut Types<'t>, tool: &'t Tool) {
    let names = escape::parameters(tool.params.iter().map(|param| param.name.as_str()));
    let is_optional = |at: usize| {
        tool.params.get(at).is_none_or(|param: &Param| !param.required || param.default.is_some())
    };
    let slots = Slot::positional(names, is_optional);
    let title = tool.title.as_deref().filter(|title| match options.rendering {
        Rendering::Jsdoc => true,
        Rendering::Inline => {
            !(options.terse && docs::has_the_words(title, tool.name.as_str(), &tool.description))
        }
        Rendering::Brief | Rendering::Index => false,
    });
    let description = unescaped(&tool.description);
    let head = Head { name: tool.name.as_str(), title, description, annotations: &tool.annotations };
    layout::push(out, options, &head, &mut LineParts { rendering: options.rendering, types, tool, slots });
}

impl Parts for LineParts<'_, '_> {
    fn slots(&self) -> &[Slot<'_>] {
        &self.slots
    }

    fn is_documented(&self, at: usize) -> bool {
        let param = &self.tool.params[at];
        match self.rendering {
            Rendering::Jsdoc => !param.description.is_empty() || docs::has_constraints(param),
            Rendering::Inline => !is_blank(&param.description) || docs::has_constraints(param),
            Rendering::Brief => !is_blank(&param.description),
            Rendering::Index => false,
        }
    }

    fn push_type(&mut self, out: &mut String, at: usize) {
        self.types.push_param(out, at, &self.tool.params[at], self.slots[at].presence);
    }

    fn push_result(&mut self, out: &mut String) {
        self.types.push_result(out, &self.tool.returns);
    }

    fn push_tags(&self, out: &mut String, at: usize) {
        let param = &self.tool.params[at];
        if !is_blank(&param.description) {
            out.push_str(" - ");
            push_doc(out, &param.description);
        }
        docs::push_tags(out, param);
    }

    fn push_trailing(&self, out: &mut String, at: usize) {
        let param = &self.tool.params[at];
        let comment = out.len();
        out.push_str(" // ");
        let text = out.len();
        push_doc(out, &param.description);
        if self.rendering == Rendering::Inline {
            docs::push_brackets(out, param, if out.len() > text { " " } else { "" });
        }
        if out.len() == text {
            out.truncate(comment);
        }
    }

    fn push_whole(&self, _: &mut String) {}
}
