//! Diagnostics of one parse, bounded.

use std::borrow::Cow;

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::limits;
use crate::span::Span;

/// Bounded list of diagnostics.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    list: Vec<Diagnostic>,
    dropped: usize,
}

impl Findings {
    pub(crate) fn push<M: Into<Cow<'static, str>>>(
        &mut self,
        code: Code,
        span: Span,
        message: impl FnOnce() -> M,
    ) {
        if self.list.len() < limits::DIAGNOSTICS {
            self.list.push(Diagnostic::new(code, span, message()));
        } else {
            self.dropped += 1;
        }
    }

    /// Returns the number of diagnostics until now.
    pub(crate) fn count(&self) -> usize {
        self.list.len() + self.dropped
    }

    /// Adds a diagnostic of higher priority. It replaces the last one if the list is full.
    pub(crate) fn push_first(&mut self, code: Code, span: Span, message: &'static str) {
        if self.list.len() >= limits::DIAGNOSTICS {
            self.list.pop();
            self.dropped += 1;
        }
        self.list.push(Diagnostic::new(code, span, message));
    }

    pub(crate) fn finish(mut self) -> Vec<Diagnostic> {
        self.list.sort_by_key(|d| (d.span.start, d.code));
        if self.dropped > 0 {
            let last = self.list.last().map_or(Span::default(), |d| Span::new(d.span.end, d.span.end));
            let message = format!("{} further findings were left out", self.dropped);
            self.list.push(Diagnostic::new(Code::LimitDiagnostics, last, message));
        }
        self.list
    }

    /// Returns whether a diagnostic reports text that was probably meant as a tool or its part.
    pub(crate) fn explain_missing_tools(&self) -> bool {
        let is_general = |code| matches!(code, Code::DocumentNoName | Code::DocumentEncoding);
        self.list.iter().any(|found| found.severity() > Severity::Hint && !is_general(found.code))
    }
}
