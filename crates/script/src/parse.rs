//! The one door to the parser: a text is measured, then parsed on a stack that fits its nesting.
//!
//! The decision: whatever walks the parser's tree does so inside [`parse`], on the same stack, because a walk recurses
//! as deep as the parser did. What models write is shallow, and is parsed on the caller's thread: it needs at most half
//! a MiB there, and a thread of its own would cost more than the parse. The rest gets a thread, which is joined before
//! [`parse`] returns, so nothing outlives a call.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use oxc_allocator::Allocator;
use oxc_ast::ast::Program;
use oxc_parser::{ParseOptions, Parser};
use oxc_span::{SourceType, Span};

use crate::diagnostic::{CodeDiagnostic, CodeDiagnosticKind, Severity};
use crate::guard::{Jsx, Limits, Refusal, measure};

/// Tokens open at once up to which a text is parsed on the caller's stack.
///
/// The tests parse the most expensive forms on a stack of 384 KiB in a debug build, which needs nearly twice the
/// stack of a release build.
const SHALLOW: usize = 64;

/// Maximum length of a source file that is read for tools: 1 MiB, in bytes; a longer one is an error.
pub const SOURCE_BYTES: usize = 1024 * 1024;

/// Limits of a source file.
pub(crate) const SOURCE: Limits =
    Limits { bytes: SOURCE_BYTES, depth: 4_000, brackets: 100, angles: 8, jsx: Jsx::None };

/// The place of a span in the text.
pub(crate) fn range(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}

/// Findings of one text that are kept.
pub(crate) const FINDINGS: usize = 100;

/// Which grammar a text is read with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Grammar {
    /// A script in JavaScript, which may `return`.
    Script,
    /// The same in TypeScript.
    TypeScript,
    /// A module in JavaScript, which may have JSX elements.
    Module,
    /// A module in TypeScript.
    TypeScriptModule,
    /// A module in TypeScript with JSX elements.
    TypeScriptJsxModule,
    /// Declarations in TypeScript: a `.d.ts` file.
    Declarations,
}

impl Grammar {
    const fn source_type(self) -> SourceType {
        match self {
            Self::Script => SourceType::script(),
            Self::TypeScript => SourceType::ts().with_script(true),
            Self::Module => SourceType::mjs().with_jsx(true),
            Self::TypeScriptModule => SourceType::ts(),
            Self::TypeScriptJsxModule => SourceType::tsx(),
            Self::Declarations => SourceType::d_ts(),
        }
    }

    const fn typescript(self) -> bool {
        matches!(
            self,
            Self::TypeScript | Self::TypeScriptModule | Self::TypeScriptJsxModule | Self::Declarations
        )
    }

    const fn jsx(self) -> Jsx {
        match self {
            Self::Script | Self::TypeScript | Self::TypeScriptModule | Self::Declarations => Jsx::None,
            Self::Module => Jsx::JavaScript,
            Self::TypeScriptJsxModule => Jsx::TypeScript,
        }
    }
}

/// Reason for the absence of a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Failure {
    /// The text is beyond the limits, or no thread could be had.
    Refused(Refusal),
    /// It breaks the grammar.
    Syntax(Vec<SyntaxFault>),
}

impl Failure {
    /// The faults as findings about `text`: one at least.
    pub(crate) fn findings(self, text: &str) -> Vec<CodeDiagnostic> {
        match self {
            Self::Refused(refusal) => {
                let mut finding = CodeDiagnostic::new(
                    CodeDiagnosticKind::Limit,
                    Severity::Error,
                    text,
                    0..0,
                    refusal.message,
                );
                finding.place = refusal.at;
                vec![finding]
            }
            Self::Syntax(faults) => {
                let finding = |fault: SyntaxFault| {
                    let span = fault.start.min(text.len())
                        ..fault.end.clamp(fault.start, text.len().max(fault.start));
                    CodeDiagnostic::new(
                        CodeDiagnosticKind::Syntax,
                        Severity::Error,
                        text,
                        span,
                        fault.message,
                    )
                };
                faults.into_iter().map(finding).collect()
            }
        }
    }
}

/// One fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SyntaxFault {
    pub(crate) message: String,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// View of a parsed text that is passed to the `walk` of [`parse`](parse()).
pub(crate) struct Tree<'t, 'a> {
    pub(crate) program: &'t Program<'a>,
}

/// Parses `text` and hands the tree to `walk`, on a stack that is deep enough.
pub(crate) fn parse<T: Send>(
    text: &str,
    grammar: Grammar,
    limits: Limits,
    walk: impl FnOnce(Tree<'_, '_>) -> T + Send,
) -> Result<T, Failure> {
    let bounds = measure(text, Limits { jsx: grammar.jsx(), ..limits }).map_err(Failure::Refused)?;
    if grammar.typescript() && bounds.angles > limits.angles {
        return Err(refused(format!(
            "more than {} `<` are open at once, which takes too long to read as TypeScript; split the statement",
            limits.angles
        )));
    }
    let work = || run(text, grammar, walk);
    let failed = |_| Err(refused("the parser failed on this source".to_owned()));
    if bounds.depth <= SHALLOW {
        // A panic of the parser's ends the parse, and not the caller, as it does on a thread. Nothing is used again
        // that it may have left half done.
        return catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(failed);
    }
    thread::scope(|scope| {
        let builder = thread::Builder::new().name("webagents-script".to_owned()).stack_size(bounds.stack());
        match builder.spawn_scoped(scope, work) {
            Ok(thread) => thread.join().unwrap_or_else(failed),
            Err(error) => Err(refused(format!("cannot start a thread to read the source: {error}"))),
        }
    })
}

fn refused(message: String) -> Failure {
    Failure::Refused(Refusal { message, at: crate::diagnostic::Place::of("", 0) })
}

fn run<T>(text: &str, grammar: Grammar, walk: impl FnOnce(Tree<'_, '_>) -> T) -> Result<T, Failure> {
    let allocator = Allocator::default();
    let options = ParseOptions { allow_return_outside_function: true, ..ParseOptions::default() };
    let parsed = Parser::new(&allocator, text, grammar.source_type()).with_options(options).parse();
    if parsed.panicked || parsed.diagnostics.has_errors() {
        let faults = parsed.diagnostics.errors().take(FINDINGS).map(|error| {
            let label = error.labels.first();
            let (start, length) = label.map_or((0, 0), |label| (label.offset(), label.len()));
            let start = usize::try_from(start).unwrap_or(0);
            SyntaxFault {
                message: error.message.to_string(),
                start,
                end: start + usize::try_from(length).unwrap_or(0),
            }
        });
        return Err(Failure::Syntax(faults.collect()));
    }
    Ok(walk(Tree { program: &parsed.program }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::around::{CLOSE, OPEN};
    use crate::guard::measure;
    use crate::preflight::LIMITS;

    #[test]
    fn what_models_write_needs_no_thread() {
        let depth =
            |code: &str| measure(&format!("{OPEN}{code}{CLOSE}"), LIMITS).expect("within the limits").depth;
        for code in [
            "return 1 + 1",
            "const [book] = await global.searchBooks(\"sea\", 3);\nawait global.addToBasket(book.id, 2);\nreturn await global.getBasket();",
            "const all = await Promise.all(names.map(async (name) => { try { return { name, found: await global.find({ query: name, limit: 3 }) }; } catch (error) { return { name, error: String(error) }; } }));\nreturn all.filter((one) => one.found && one.found.items.some((item) => item.price < 10)).map(({ name, found }) => [name, found.items[0]?.id ?? null]);",
        ] {
            assert!(depth(code) <= SHALLOW, "{} {code}", depth(code));
        }
    }
}
