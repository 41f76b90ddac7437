//! Functions of the parser's tree as plain values.

use oxc_ast::ast::{BindingPattern, TSType};
use oxc_span::GetSpan as _;

use super::Taker;
use super::parts::Code;
use super::raw::{Access, RawFunction, RawParam, RawPattern};
use crate::literal::{key_name, literal};
use crate::parse::range;
use crate::types::Written;

impl<'a> Taker<'_, 'a> {
    /// Reads a function called `name`, whose documentation is before one of `docs`.
    pub(super) fn raw(
        &mut self,
        name: &str,
        code: Code<'a>,
        docs: &[u32],
        access: Access,
        overloads: usize,
    ) -> RawFunction {
        let mut params: Vec<RawParam> = Vec::new();
        for param in &code.params().items {
            params.push(RawParam {
                pattern: pattern(&param.pattern),
                span: range(param.span),
                ty: param.type_annotation.as_deref().map(|ty| self.written(&ty.type_annotation)),
                optional: param.optional || param.initializer.is_some(),
                default: param.initializer.as_deref().map(literal),
                rest: false,
            });
        }
        if let Some(rest) = &code.params().rest {
            let ty = rest.type_annotation.as_deref().map(|ty| self.written(&ty.type_annotation));
            params.push(RawParam {
                pattern: pattern(&rest.rest.argument),
                span: range(rest.span),
                ty,
                optional: true,
                default: None,
                rest: true,
            });
        }
        let declared = code.generics().map_or(&[][..], |generics| generics.params.as_slice());
        let mut generics = Vec::with_capacity(declared.len());
        for param in declared {
            let bound = param.constraint.as_ref().map(|ty| self.written(ty));
            generics.push((param.name.name.as_str().to_owned(), bound));
        }
        let doc = docs.iter().find_map(|start| self.doc(*start));
        let start = docs.first().map_or(code.span().start, |start| (*start).min(code.span().start));
        RawFunction {
            name: name.to_owned(),
            span: start as usize..code.span().end as usize,
            access,
            doc,
            params,
            returns: code.returns().map(|ty| self.written(&ty.type_annotation)),
            generics,
            generator: matches!(code, Code::Function(it) if it.generator),
            overloads,
            component: code.is_component(name, self.text),
        }
    }

    fn written(&mut self, ty: &TSType<'a>) -> Written {
        Written { text: self.slice(ty.span()).to_owned(), ty: self.types.whole(ty) }
    }

    /// The documentation comment in front of what begins at `start`.
    pub(super) fn doc(&self, start: u32) -> Option<(usize, String)> {
        let comments = &self.program.comments;
        // Comments are in the order of the text.
        let end = comments.partition_point(|comment| comment.span.end <= start);
        let nearest = comments.get(..end)?.iter().rev().take_while(|comment| comment.attached_to == start);
        let mut documenting = nearest.filter(|comment| self.slice(comment.span).starts_with("/**"));
        let found = documenting.next()?;
        Some((found.span.start as usize, self.slice(found.span).to_owned()))
    }

    /// Returns whether the documentation before one of `docs` marks a tool.
    pub(super) fn is_tagged(&self, docs: &[u32]) -> bool {
        let doc = docs.iter().find_map(|start| self.doc(*start));
        doc.is_some_and(|(_, doc)| doc.contains("@tool") || doc.contains("@webagents"))
    }
}

fn pattern(binding: &BindingPattern<'_>) -> RawPattern {
    match binding {
        BindingPattern::BindingIdentifier(id) => RawPattern::Name(id.name.as_str().to_owned()),
        BindingPattern::ObjectPattern(object) => {
            let one = |property: &oxc_ast::ast::BindingProperty<'_>| {
                let default = match &property.value {
                    BindingPattern::AssignmentPattern(it) => Some(literal(&it.right)),
                    _ => None,
                };
                Some((key_name(&property.key, property.computed)?, default))
            };
            RawPattern::Object(object.properties.iter().filter_map(one).collect())
        }
        BindingPattern::AssignmentPattern(it) => pattern(&it.left),
        BindingPattern::ArrayPattern(_) => RawPattern::Array,
    }
}
