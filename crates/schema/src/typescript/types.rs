//! The types of a tool's parameters and result: read, resolved, printed, and what was wrong with them.

use webagents_manifest::{Code, Diagnostic, Param, Parsed, Span, Tool, ToolSpans, limits};

use super::Presence;
use crate::default::{default_value, fits};
use crate::escape;
use crate::shape::Shape;
use crate::ty::{self, Docs, Finding, FindingKind, Keyword, SyntaxErrorKind, Type};

/// Prints types and gathers findings.
pub(super) struct Types<'a> {
    docs: Docs,
    source: Option<&'a Parsed>,
    tool: Option<(&'a Tool, Option<&'a ToolSpans>)>,
    /// The result's type of the current tool, where a schema says it.
    result: Option<String>,
    diagnostics: Vec<Diagnostic>,
    left_out: usize,
}

impl<'a> Types<'a> {
    pub(super) fn new(source: Option<&'a Parsed>, docs: Docs) -> Self {
        Self { docs, source, tool: None, result: None, diagnostics: Vec::new(), left_out: 0 }
    }

    /// What follows is about this tool.
    pub(super) fn enter(&mut self, at: usize, tool: &'a Tool) {
        self.result = None;
        self.tool = Some((tool, self.source.and_then(|source| source.source_map.tools.get(at))));
    }

    pub(super) fn finish(mut self) -> Vec<Diagnostic> {
        if self.left_out > 0 {
            let message = format!("{} more findings about types were left out", self.left_out);
            self.diagnostics.push(Diagnostic::new(Code::LimitDiagnostics, Span::default(), message));
        }
        self.diagnostics
    }

    /// Appends the type of a parameter.
    pub(super) fn push_param(&mut self, out: &mut String, at: usize, param: &Param, presence: Presence) {
        let undefined = presence == Presence::Undefined;
        if let Some(simple) = simple(&param.ty) {
            if param.default.is_some() {
                // The words among them are trees without an allocation; the others are parsed again.
                let word =
                    Keyword::from_text(&param.ty).filter(|&word| word != Keyword::Object).map(Type::Keyword);
                let parsed = word.or_else(|| ty::parse(simple).ok()).unwrap_or(Type::ANY);
                self.check_default(at, param, &parsed);
            }
            out.push_str(simple);
            if undefined && !matches!(simple, "any" | "unknown") {
                out.push_str(" | undefined");
            }
            return;
        }
        let span = move |spans: &ToolSpans| spans.params.get(at).map(|param| param.ty);
        let mut parsed = self.read(&param.ty, &|| format!("parameter `{}`", param.name), &span);
        self.check_default(at, param, &parsed);
        if undefined {
            parsed = ty::or_undefined(parsed);
        }
        parsed.print(out, self.docs);
    }

    /// Reports a default that is no value of its parameter's type.
    fn check_default(&mut self, at: usize, param: &Param, ty: &Type) {
        let Some(default) = &param.default else { return };
        if fits(&default_value(default), ty) {
            return;
        }
        let mut shown = String::new();
        escape::push_excerpt(&mut shown, default, 40);
        let line = move |spans: &ToolSpans| spans.params.get(at).map(|param| param.line);
        let problem = format!("the default `{shown}` is no value of the parameter's type");
        self.report(Code::DefaultType, &format!("parameter `{}`", param.name), line, &problem);
    }

    /// The current tool's result has this type, whatever its text says.
    pub(super) fn result_is(&mut self, text: String) {
        self.result = Some(text);
    }

    /// The type of a result's text; `None` where there is none.
    pub(super) fn result(&mut self, text: &str) -> Option<Shape> {
        let mut out = String::new();
        self.push_result(&mut out, text);
        (!text.trim().is_empty()).then(|| ty::parse(&out).ok().map(Shape::new)).flatten()
    }

    /// Appends the type that a tool's promise resolves to.
    pub(super) fn push_result(&mut self, out: &mut String, text: &str) {
        if let Some(result) = &self.result {
            out.push_str(result);
            return;
        }
        if escape::is_blank(text) {
            out.push_str("any");
            return;
        }
        if let Some(simple) = simple(text) {
            out.push_str(simple);
            return;
        }
        match self.read(text, &|| "result".to_owned(), &|spans| spans.returns) {
            // The type is that of what the promise resolves to; an author who writes the promise means it.
            Type::Reference { name, args } if name == "Promise" => match args.first() {
                Some(inner) => inner.print(out, self.docs),
                None => out.push_str("any"),
            },
            parsed => parsed.print(out, self.docs),
        }
    }

    /// Reads a type text as a type that the compiler accepts.
    fn read(
        &mut self,
        text: &str,
        what: &dyn Fn() -> String,
        span: &dyn Fn(&ToolSpans) -> Option<Span>,
    ) -> Type {
        let source = self.source;
        match ty::parse(text) {
            Ok(mut parsed) => {
                for finding in ty::resolve(&mut parsed) {
                    let Finding { kind, name, message } = finding;
                    let code = match kind {
                        FindingKind::UnknownName => Code::TypeUnknownName,
                        FindingKind::Unsound => Code::TypeUnsound,
                    };
                    let within = place_of(text, &name);
                    self.report(
                        code,
                        &what(),
                        |spans| self_span(source, text, within, span(spans)),
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
                self.report(code, &what(), |spans| self_span(source, text, within, span(spans)), &message);
                Type::ANY
            }
        }
    }

    /// Adds a finding about a part of the current tool.
    pub(super) fn report(
        &mut self,
        code: Code,
        what: &str,
        span: impl Fn(&ToolSpans) -> Option<Span>,
        problem: &str,
    ) {
        if self.diagnostics.len() == limits::DIAGNOSTICS {
            self.left_out += 1;
            return;
        }
        let Some((tool, spans)) = self.tool else { return };
        let span = spans.and_then(|spans| span(spans).or(Some(spans.name))).unwrap_or_default();
        let message = format!("`{}`, {what}: {problem}", tool.name);
        self.diagnostics.push(Diagnostic::new(code, span, message));
    }
}

/// Where in the document a place of a type text is: the type's own span when the document writes it otherwise
/// than the manifest holds it, as it does with the indentation of a block.
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

/// The most frequent types, as they are printed. What [`ty::parse`], [`ty::resolve`] and the printer make of
/// them is the same (a test compares), and slower.
fn simple(text: &str) -> Option<&'static str> {
    Some(match text {
        "string" => "string",
        "number" | "integer" => "number",
        "boolean" => "boolean",
        "any" => "any",
        "unknown" => "unknown",
        "object" => "Record<string, unknown>",
        "array" | "unknown[]" => "unknown[]",
        "string[]" => "string[]",
        "number[]" => "number[]",
        "any[]" => "any[]",
        "null" => "null",
        "void" => "void",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_short_cut_gives_what_the_long_way_gives() {
        let words = "string number integer boolean any unknown object array unknown[] string[] number[] any[] null void";
        for word in words.split(' ') {
            let mut parsed = ty::parse(word).unwrap();
            assert_eq!(ty::resolve(&mut parsed), []);
            assert_eq!(simple(word), Some(parsed.to_string().as_str()), "{word}");
        }
    }
}
