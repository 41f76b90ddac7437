//! The types of a tool's parameters and result: read, resolved and printed, with diagnostics.

use serde_json::Value;
use webagents_manifest::{Code, Diagnostic, Param, Parsed, Span, Text, Tool, ToolSpans, limits};

use super::constraints;
use crate::default::{default_value, fits};
use crate::escape;
use crate::manifest::promised;
use crate::shape::Shape;
use crate::ty::{self, Constraints, Docs, Repair, RepairKind, Style, SyntaxErrorKind, Type};

/// Prints types and gathers findings.
pub(super) struct Types<'a> {
    style: Style,
    source: Option<&'a Parsed>,
    tool: Option<(&'a Tool, Option<&'a ToolSpans>)>,
    diagnostics: Vec<Diagnostic>,
    left_out: usize,
}

impl<'a> Types<'a> {
    pub(super) fn new(source: Option<&'a Parsed>, style: Style) -> Self {
        Self { style, source, tool: None, diagnostics: Vec::new(), left_out: 0 }
    }

    /// Begins the findings about this tool.
    pub(super) fn enter(&mut self, at: usize, tool: &'a Tool) {
        self.tool = Some((tool, self.source.and_then(|source| source.source_map.tools.get(at))));
    }

    pub(super) fn finish(mut self) -> Vec<Diagnostic> {
        if self.left_out > 0 {
            let message = format!("{} more findings about types were left out", self.left_out);
            self.diagnostics.push(Diagnostic::new(Code::LimitDiagnostics, Span::default(), message));
        }
        self.diagnostics
    }

    /// Style of the types.
    pub(super) const fn style(&self) -> Style {
        self.style
    }

    /// The constraints and the type of a parameter.
    pub(super) fn param(&mut self, at: usize, param: &Param) -> (Constraints, Type) {
        if !param.constraints.is_empty() {
            self.check_constraints(at, param);
        }
        let what = || format!("parameter `{}`", param.name);
        let span = move |spans: &ToolSpans| spans.params.get(at).map(|param| param.ty);
        let mut ty = self.read(&param.ty, &what, &span, param.ty.place());
        if let Type::Refined(refined) = &mut ty
            && !refined.facts.description.is_empty()
        {
            refined.facts.description.clear();
            let comment = ty::comments::comments(&param.ty).into_iter().next();
            self.comment(&param.ty, &what, &span, param.ty.place(), comment);
            let (facts, bare) = ty.into_parts();
            ty = bare.refined(facts);
        }
        let mut facts = Constraints::described(&*param.description);
        if param.ty.trim() == "integer" {
            facts.note_integer();
        }
        for constraint in &param.constraints {
            constraints::note(&mut facts, constraint);
        }
        if let Some(default) = &param.default {
            let value = default_value(default);
            if self.check_default(at, param, default, &value, &ty) {
                facts.keywords.insert("default".to_owned(), value);
            } else {
                facts.note_written("default", default);
            }
        }
        (facts, ty)
    }

    /// Reports constraints that cannot be meant, and a default that does not keep them.
    fn check_constraints(&mut self, at: usize, param: &Param) {
        let mut ty = ty::parse(&param.ty).unwrap_or(Type::ANY);
        ty::resolve(&mut ty);
        let line = move |spans: &ToolSpans| spans.params.get(at).map(|param| param.line);
        let what = format!("parameter `{}`", param.name);
        let own = param.constraints.first().and_then(|first| first.value.place());
        for problem in constraints::problems(param, &ty) {
            self.report(Code::ConstraintValue, &what, line, own, &problem);
        }
        let Some(default) = param.default.as_deref() else { return };
        let value = default_value(default);
        // A default of another type is reported as such.
        if fits(&value, &ty)
            && let Some(broken) = constraints::broken_by(param, &value)
        {
            let shown = escape::excerpt(default, 40);
            let problem = format!("the default `{shown}` does not keep `{}`", broken.keyword);
            self.report(Code::DefaultType, &what, line, own, &problem);
        }
    }

    /// Returns whether a default is a value of its parameter's type, and reports it otherwise.
    fn check_default(&mut self, at: usize, param: &Param, default: &str, value: &Value, ty: &Type) -> bool {
        if fits(value, ty) {
            return true;
        }
        let shown = escape::excerpt(default, 40);
        let line = move |spans: &ToolSpans| spans.params.get(at).map(|param| param.line);
        let problem = format!("expected a default of the parameter's type, found `{shown}`");
        let own = param.default.as_ref().and_then(Text::place);
        self.report(Code::DefaultType, &format!("parameter `{}`", param.name), line, own, &problem);
        false
    }

    /// The type that a tool's promise resolves to; `None` if its text is blank.
    pub(super) fn result(&mut self, text: &str) -> Option<Type> {
        if escape::is_blank(text) {
            return None;
        }
        let own = self.tool.and_then(|(tool, _)| tool.returns.place());
        Some(promised(self.read(text, &|| "result".to_owned(), &|spans| spans.returns, own)))
    }

    /// The same as the shape of an interface's result, with the documentation that the declarations have.
    pub(super) fn result_shape(&mut self, text: &str) -> Option<Shape> {
        let mut ty = self.result(text)?;
        if self.style.docs == Docs::Drop {
            undocumented(&mut ty);
        }
        Some(Shape::new(ty))
    }

    /// Reads a type text as a type that the compiler accepts.
    fn read(
        &mut self,
        text: &str,
        what: &dyn Fn() -> String,
        span: &dyn Fn(&ToolSpans) -> Option<Span>,
        own: Option<Span>,
    ) -> Type {
        let source = self.source;
        let (parsed, comments) = ty::comments::parse_with_comments(text);
        match parsed {
            Ok(mut parsed) => {
                for comment in comments {
                    self.comment(text, what, span, own, Some(comment));
                }
                for finding in ty::resolve(&mut parsed) {
                    let Repair { kind, name, message } = finding;
                    let code = match kind {
                        RepairKind::UnknownName => Code::TypeUnknownName,
                        RepairKind::Unsound => Code::TypeUnsound,
                    };
                    let within = place_of(text, &name);
                    self.report(
                        code,
                        &what(),
                        |spans| self_span(source, text, within, span(spans)),
                        narrowed(own, within),
                        &message,
                    );
                }
                parsed
            }
            Err(error) => {
                let code = if error.kind == SyntaxErrorKind::TooDeep {
                    Code::LimitTypeDepth
                } else {
                    Code::TypeSyntax
                };
                let within = Some(error.span);
                let message = error.to_string();
                let place = |spans: &ToolSpans| self_span(source, text, within, span(spans));
                self.report(code, &what(), place, narrowed(own, within), &message);
                Type::ANY
            }
        }
    }

    /// Reports a comment of a type that is left out.
    fn comment(
        &mut self,
        text: &str,
        what: &dyn Fn() -> String,
        span: &dyn Fn(&ToolSpans) -> Option<Span>,
        own: Option<Span>,
        within: Option<Span>,
    ) {
        let source = self.source;
        let comment = within.and_then(|within| text.get(within.range())).unwrap_or_default();
        let shown = escape::excerpt(comment, 40);
        let problem = format!("the comment `{shown}` in the type is left out");
        let place = |spans: &ToolSpans| self_span(source, text, within, span(spans));
        self.report(Code::TypeComment, &what(), place, narrowed(own, within), &problem);
    }

    /// Adds a finding about a part of the current tool.
    ///
    /// `own` is the place of the text itself, for a manifest without its source.
    pub(super) fn report(
        &mut self,
        code: Code,
        what: &str,
        span: impl Fn(&ToolSpans) -> Option<Span>,
        own: Option<Span>,
        problem: &str,
    ) {
        if self.diagnostics.len() == limits::DIAGNOSTICS {
            self.left_out += 1;
            return;
        }
        let Some((tool, spans)) = self.tool else { return };
        let own = || own.or_else(|| tool.name.place());
        let span = spans.and_then(|spans| span(spans).or(Some(spans.name))).or_else(own).unwrap_or_default();
        let message = format!("`{}`, {what}: {problem}", tool.name);
        self.diagnostics.push(Diagnostic::new(code, span, message));
    }
}

/// Takes the documentation of its parts out of a type.
fn undocumented(ty: &mut Type) {
    if let Type::Refined(refined) = ty {
        *ty = std::mem::replace(&mut refined.ty, Type::ANY);
    }
    if let Type::Object(members) = ty {
        for member in members {
            member.facts = Constraints::default();
        }
    }
    ty.for_each_child_mut(&mut undocumented);
}

/// The place `within` a text that is at `own`.
fn narrowed(own: Option<Span>, within: Option<Span>) -> Option<Span> {
    let (own, within) = (own?, within.unwrap_or_default());
    let whole = within == Span::default();
    Some(if whole { own } else { Span::new(own.start + within.start, own.start + within.end) })
}

/// Returns the place in the document of a place in a type text.
///
/// It is the type's own span when the document writes it otherwise than the manifest holds it, as it does with the
/// indentation of a block.
fn self_span(source: Option<&Parsed>, text: &str, within: Option<Span>, whole: Option<Span>) -> Option<Span> {
    let whole = whole?;
    let written = source?.content.get(whole.range());
    let narrow = written.and_then(|written| written.find(text)).zip(within).map(|(at, within)| {
        let start = whole.start + at;
        Span::new(start + within.start, start + within.end)
    });
    Some(narrow.unwrap_or(whole))
}

/// The first place of `name` as a word in `text`.
fn place_of(text: &str, name: &str) -> Option<Span> {
    if name.is_empty() {
        return None;
    }
    let whole = |&at: &usize| {
        !text[..at].ends_with(escape::is_identifier_part)
            && !text[at + name.len()..].starts_with(escape::is_identifier_part)
    };
    let at = text.match_indices(name).map(|(at, _)| at).find(whole)?;
    Some(Span::new(at, at + name.len()))
}
