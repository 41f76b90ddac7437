//! Looks at code that a model wrote before it goes to a browser.
//!
//! The decision: the code is read as JavaScript first, and JavaScript passes byte for byte. Only other code is read
//! as TypeScript and has its types blanked. If this crate cannot decide (a limit, TypeScript whose types cannot be
//! removed without leaving code), [`Preflight::code`] is the unchanged text with a finding: the engine decides, as it
//! would without preflight.

use std::ops::Range;

use oxc_ast::ast::{BinaryExpression, BinaryOperator};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::SemanticBuilder;
use oxc_span::Span;

use crate::around::{Around, CALLED, CALLED_MESSAGE, OPEN, PLAIN, RETURNED, RETURNED_MESSAGE, whole};
use crate::calls::{self, About};
use crate::diagnostic::{CodeDiagnostic, CodeDiagnosticKind, Place, Places, Severity, shown};
use crate::generic::{self, List, Meant};
use crate::guard::{Jsx, Limits, Stray, measure};
use crate::inline;
use crate::moves::{Moves, Replaced};
use crate::parse::{FINDINGS, Failure, Grammar, SyntaxFault, Tree, parse};
use crate::slips::wrapping::{self, Unwrapped};
use crate::slips::{self, explain};
use crate::strip::{Refused, Strip};
use crate::tools::Tools;

/// Limits on code that [`preflight`](crate::preflight()) checks; beyond them code is left unchanged.
pub mod limits {
    /// Maximum length of code that is checked: 128 KiB, in bytes; longer code is reported and left as is.
    pub const BYTES: usize = 128 * 1024;
    /// Maximum number of tokens since the last statement or comma, summed over all open brackets.
    ///
    /// These are the brackets around a place and, in each of them, the tokens since the last end of a statement or
    /// comma.
    pub const DEPTH: usize = 2_000;
    /// Maximum nesting depth of brackets in code that is checked; deeper code is reported and left as is.
    pub const BRACKETS: usize = 100;
    /// Maximum number of `<` that are open, without their `>`, at one place of TypeScript code.
    pub const ANGLES: usize = 8;
}

pub(crate) const LIMITS: Limits = Limits {
    bytes: limits::BYTES + 100,
    depth: limits::DEPTH,
    brackets: limits::BRACKETS,
    angles: limits::ANGLES,
    jsx: Jsx::None,
};

/// Language that checked code was written in: JavaScript or TypeScript.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Language {
    /// JavaScript.
    JavaScript,
    /// TypeScript.
    TypeScript,
}

/// Result of [`preflight()`]: code to run, problems found, and the tools that the code calls.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Preflight {
    /// Code to run: the input without TypeScript's types, and with repairs such as an added `return`.
    ///
    /// Every character that stays keeps its line, and its column where nothing was inserted before it on its line.
    pub code: String,
    /// Map from positions in `code` to positions in the code that was given to preflight.
    pub moves: Moves,
    /// Language as which the code was parsed; `None` if it has a syntax error or exceeds a limit.
    pub language: Option<Language>,
    /// Problems of the code, from errors to hints; within one severity they are in the code's order.
    pub findings: Vec<CodeDiagnostic>,
    /// Calls of tools, such as `global.find()`, in the order of the code; at most 1,000.
    pub calls: Vec<CallSite>,
}

impl Preflight {
    /// Returns whether the code has no errors; warnings and hints are allowed.
    pub fn is_ok(&self) -> bool {
        self.errors().next().is_none()
    }

    /// Returns the problems of severity [`Severity::Error`], which prevent the code from working.
    pub fn errors(&self) -> impl Iterator<Item = &CodeDiagnostic> {
        self.findings.iter().filter(|finding| finding.severity == Severity::Error)
    }
}

/// A call of a tool, such as `global.find("sea")`, in code that was checked.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct CallSite {
    /// Name of the called tool, even if no such tool exists.
    pub tool: String,
    /// Number of arguments of the call; if one is a spread such as `...list`, only of those before it.
    pub arguments: usize,
    /// `true` if an argument of the call is a spread, such as `...list`.
    pub spread: bool,
    /// Line and column at which the tool's call begins in the code.
    pub place: Place,
    /// Byte range of the tool's call in the code.
    pub span: Range<usize>,
}

/// Checks code from a model before it runs: syntax, tool calls; removes TypeScript's types.
///
/// `code` is the body of an async function with the parameter `global`.
///
/// It never fails and always ends: code of any size and shape gives a result. It takes at most half a MiB of the
/// caller's stack; code that nests deeper is read on a thread of its own whose stack fits its nesting. It blocks for that long: a tenth of a millisecond for what models write, and about a second and a
/// half for the worst that the [`limits`] let through.
///
/// ```
/// use webagents_script::{Tools, preflight};
/// let manifest = webagents_manifest::parse("# Shop\n\n## find\nFinds.\n\n### Params\n- `size` (number): The size.\n").manifest;
/// let tools = Tools::new(&manifest);
/// let found = preflight("const s: number = 44;\nreturn await global.find(s);", &tools);
/// assert_eq!(found.code, "const s         = 44;\nreturn await global.find(s);");
/// assert!(found.is_ok());
/// let found = preflight("return await global.find(\"44\");", &tools);
/// assert_eq!(
///     found.findings[0].to_string(),
///     "error at line 1, column 26: the argument `size` of `find` must be `number`, not the string `44`: find(size: number)"
/// );
/// ```
pub fn preflight(code: &str, tools: &Tools) -> Preflight {
    if code.len() > limits::BYTES {
        let message = format!("the code is {} bytes long, and {} are looked at", code.len(), limits::BYTES);
        return untouched(code, vec![limit(&message, Place::of("", 0))]);
    }
    let mut first = None;
    // Code that exports, which no function can.
    let mut exports = None;
    if !wrapping::is_wrapped(code) {
        match attempt(code, &PLAIN, tools) {
            Attempt::Syntax(faults) => first = Some(faults),
            Attempt::Read(read) if read.stripped.exports => exports = Some(read),
            done => return conclude(code, done, tools, None),
        }
    }
    // It cannot run as it is: text that may be around code is removed, and the rest is tried.
    for Unwrapped { code: inner, message } in wrapping::unwrapped(code) {
        match attempt(&inner, &PLAIN, tools) {
            Attempt::Syntax(faults) => {
                first.get_or_insert(faults);
            }
            Attempt::Read(read) if read.stripped.exports => {
                exports.get_or_insert(read);
            }
            done => return conclude(&inner, done, tools, Some(message)),
        }
    }
    if let Some(read) = exports {
        return conclude(code, Attempt::Read(read), tools, None);
    }
    if wrapping::names_language(code)
        && let done @ (Attempt::Read(_) | Attempt::Limit(_)) = attempt(code, &PLAIN, tools)
    {
        return conclude(code, done, tools, None);
    }
    if let Some(object) = wrapping::object(code)
        && let done @ Attempt::Read(_) = attempt(&object, &RETURNED, tools)
    {
        return conclude(&object, done, tools, Some(RETURNED_MESSAGE));
    }
    if wrapping::is_anonymous_function(code)
        && let done @ (Attempt::Read(_) | Attempt::Limit(_)) = attempt(code, &CALLED, tools)
    {
        return conclude(code, done, tools, Some(CALLED_MESSAGE));
    }
    if wrapping::has_several_fences(code) {
        let message =
            "the text has several Markdown fences with code; send one piece of code alone, without a fence";
        let finding = CodeDiagnostic::new(CodeDiagnosticKind::Syntax, Severity::Error, code, 0..0, message);
        return untouched(code, vec![finding]);
    }
    let faults = first.unwrap_or_default();
    untouched(code, syntax(code, &faults))
}

fn untouched(code: &str, findings: Vec<CodeDiagnostic>) -> Preflight {
    Preflight { code: code.to_owned(), moves: Moves::default(), language: None, findings, calls: Vec::new() }
}

/// Result of reading a text.
enum Attempt {
    Read(Box<Read>),
    /// It is beyond a limit.
    Limit(CodeDiagnostic),
    /// Of the two grammars, the faults of the one that came further.
    Syntax(Vec<SyntaxFault>),
}

/// Reads a text as JavaScript, and as TypeScript if it is ambiguous or not JavaScript.
fn attempt(code: &str, around: &Around, tools: &Tools) -> Attempt {
    let wrapped = format!("{}{code}{}", around.open, around.close);
    let walk = |tree: Tree<'_, '_>| read(&tree, &wrapped, around, tools);
    let mut javascript = match parse(&wrapped, Grammar::Script, LIMITS, walk) {
        Ok(read) => Ok(read),
        Err(Failure::Refused(refusal)) => return Attempt::Limit(limit(&refusal.message, inside(refusal.at))),
        Err(Failure::Syntax(faults)) => Err(faults),
    };
    if let Ok(read) = &mut javascript
        && !read.ambiguous
    {
        return Attempt::Read(Box::new(std::mem::take(read)));
    }
    match (parse(&wrapped, Grammar::TypeScript, LIMITS, walk), javascript) {
        (Ok(mut typescript), Err(_)) => {
            let values = typescript.lists.iter().filter(|list| list.meant == Meant::Values);
            let clashes: Vec<About> =
                values.map(|list| ambiguous(&wrapped, *list, Severity::Error)).collect();
            typescript.look.abouts.extend(clashes);
            Attempt::Read(Box::new(typescript))
        }
        (Ok(mut typescript), Ok(mut javascript)) => {
            let is = |meant| typescript.lists.iter().find(|list| list.meant == meant).copied();
            match (is(Meant::Types), is(Meant::Values), is(Meant::Unclear)) {
                (Some(_), Some(list), _) => {
                    typescript.look.abouts.push(ambiguous(&wrapped, list, Severity::Error));
                    Attempt::Read(Box::new(typescript))
                }
                (Some(_), None, _) => Attempt::Read(Box::new(typescript)),
                (None, _, unclear) => {
                    let hint = unclear.map(|list| ambiguous(&wrapped, list, Severity::Hint));
                    javascript.look.abouts.extend(hint);
                    Attempt::Read(Box::new(javascript))
                }
            }
        }
        (Err(_), Ok(javascript)) => Attempt::Read(Box::new(javascript)),
        // It is not JavaScript, and a limit was reached before it could be read as TypeScript.
        (Err(Failure::Refused(refusal)), Err(_)) => {
            Attempt::Limit(limit(&refusal.message, inside(refusal.at)))
        }
        (Err(Failure::Syntax(typescript)), Err(javascript)) => {
            // Of the two readings, the one that came further is the one that was meant.
            let reach = |faults: &[SyntaxFault]| faults.first().map_or(0, |fault| fault.start);
            let mut faults = if reach(&typescript) > reach(&javascript) { typescript } else { javascript };
            for fault in &mut faults {
                fault.start = (fault.start + OPEN.len()).saturating_sub(around.open.len());
                fault.end = (fault.end + OPEN.len()).saturating_sub(around.open.len());
            }
            Attempt::Syntax(faults)
        }
    }
}

/// The finding of a list that may be types or values.
fn ambiguous(wrapped: &str, list: List, severity: Severity) -> About {
    let text = wrapped.get(list.span.start as usize..list.span.end as usize).unwrap_or_default();
    let message = match severity {
        Severity::Error => format!(
            "TypeScript reads {} as a list of types, and a name in it is a value; write parentheses around each \
             comparison: `(a < b) > c`",
            shown(text)
        ),
        _ => format!(
            "{} is read as comparisons; if it is a list of types, declare them in the code (`type T = …`)",
            shown(text)
        ),
    };
    About { kind: CodeDiagnosticKind::Ambiguous, severity, span: list.span, message }
}

const QUOTED: &str = "the code is one quoted text, and what is in the quotes does not run; send the code itself, without a \
                      quote or backtick around it";
const QUOTED_RETURNED: &str = "the result is a quoted text that looks like code, and what is in the quotes does not run; send \
                               the code itself, without a quote around it";

/// The result of an attempt that came to one.
fn conclude(code: &str, came: Attempt, tools: &Tools, unwrapped: Option<&str>) -> Preflight {
    let mut quoted = None;
    let mut found = match came {
        Attempt::Read(mut read) => {
            quoted = read.look.quoted.take();
            finish(code, tools, *read)
        }
        Attempt::Limit(finding) => untouched(code, vec![finding]),
        Attempt::Syntax(faults) => untouched(code, syntax(code, &faults)),
    };
    if let Some(quoted) = quoted
        && wrapping::looks_like_code(&quoted.text)
        && matches!(attempt(&quoted.text, &PLAIN, tools), Attempt::Read(read) if read.faults.is_empty())
    {
        let span = quoted.span;
        let own = |at: u32| (at as usize).saturating_sub(OPEN.len()).min(code.len());
        let (severity, message) =
            if quoted.is_returned { (Severity::Warning, QUOTED_RETURNED) } else { (Severity::Error, QUOTED) };
        let (start, end) = (own(span.start), own(span.end));
        found.findings.retain(|finding| finding.kind != CodeDiagnosticKind::NoReturn);
        found.findings.insert(
            0,
            CodeDiagnostic::new(CodeDiagnosticKind::Wrapping, severity, code, start..end, message),
        );
    }
    if let Some(message) = unwrapped {
        found.findings.push(CodeDiagnostic::new(
            CodeDiagnosticKind::Wrapping,
            Severity::Warning,
            code,
            0..0,
            message,
        ));
    }
    found
}

/// Code without its types.
#[derive(Default)]
struct Stripped {
    code: String,
    /// The parts of the code that were replaced.
    replaced: Vec<Replaced>,
    /// Syntax that cannot be removed without leaving code.
    refused: Vec<Refused>,
    /// Types were taken out, or compiled.
    typed: bool,
    /// The code exports, which no function can.
    exports: bool,
}

/// Results of the walk on the parser's thread.
#[derive(Default)]
struct Read {
    stripped: Stripped,
    search: calls::CallSearch,
    look: slips::Look,
    /// Faults that the grammar alone does not know, such as a name that is declared twice.
    faults: Vec<(Span, String)>,
    /// `a<b>(c)` may be in it.
    ambiguous: bool,
    lists: Vec<List>,
    /// Bytes of the text before the code.
    open: usize,
    /// End of the function, if the code does not end with it.
    closed: Option<usize>,
}

fn read(tree: &Tree<'_, '_>, wrapped: &str, around: &Around, tools: &Tools) -> Read {
    let mut read = Read { open: around.open.len(), ..Read::default() };
    let mut strip = Strip::new(wrapped);
    let built =
        SemanticBuilder::new().with_build_nodes(true).with_check_syntax_error(true).build(tree.program);
    let semantic = &built.semantic;
    match whole(tree.program, wrapped, around) {
        Ok(body) => {
            read.search = calls::find(&body.statements, tools);
            let first_call = read.search.found.first().map(|call| call.span.start);
            read.look = slips::look(body, semantic, tools, (wrapped, read.open), first_call);
        }
        Err(end) => read.closed = Some(end),
    }
    for error in built.diagnostics.errors().take(FINDINGS) {
        // The parser knows the rest, and the engine what neither does.
        let Some(label) = error.labels.last().filter(|_| error.message.contains("already been declared"))
        else {
            continue;
        };
        let (start, length) = (label.offset(), label.len());
        let end = start.saturating_add(length);
        read.faults.push((Span::new(start, end), error.message.to_string()));
    }
    let mut angles = Angles::default();
    angles.visit_program(tree.program);
    read.ambiguous = angles.left && angles.right;
    read.lists = generic::lists(tree.program, semantic.scoping());
    // The parser takes some of TypeScript for JavaScript, such as `private` in a class; so types are looked for in
    // both readings.
    strip.visit_program(tree.program);
    strip.inline(inline::inline(tree.program, semantic.scoping()));
    read.stripped.refused = std::mem::take(&mut strip.refused);
    read.stripped.exports = strip.exports;
    read.stripped.typed = strip.has_changed() || !read.stripped.refused.is_empty();
    strip.edits.append(&mut read.look.edits);
    let (text, replaced) = strip.into_text().unwrap_or_else(|| (wrapped.to_owned(), Vec::new()));
    let inner = text.len().checked_sub(around.close.len()).and_then(|end| text.get(around.open.len()..end));
    let (before, after) = around.keeps;
    read.stripped.code = format!("{before}{}{after}", inner.unwrap_or_default());
    let length = wrapped.len().saturating_sub(around.open.len() + around.close.len());
    let end = read.stripped.code.len() - after.len();
    let own = |at: usize| at.saturating_sub(around.open.len()).min(length);
    let new = |at: usize| (at.saturating_sub(around.open.len()) + before.len()).min(end);
    let first = Replaced { from: 0..0, to: 0..before.len() };
    let inner = replaced.iter().map(|one| Replaced {
        from: own(one.from.start)..own(one.from.end),
        to: new(one.to.start)..new(one.to.end),
    });
    let last = Replaced { from: length..length, to: end..read.stripped.code.len() };
    read.stripped.replaced = std::iter::once(first).chain(inner).chain([last]).collect();
    read.stripped.replaced.retain(|one| one.from.len() + one.to.len() > 0);
    read
}

/// Search for comparisons with `<` and with `>` in a program.
#[derive(Default)]
struct Angles {
    left: bool,
    right: bool,
}

impl<'a> Visit<'a> for Angles {
    fn visit_binary_expression(&mut self, it: &BinaryExpression<'a>) {
        match it.operator {
            BinaryOperator::LessThan => self.left = true,
            BinaryOperator::GreaterThan | BinaryOperator::ShiftRight | BinaryOperator::ShiftRightZeroFill => {
                self.right = true;
            }
            _ => {}
        }
        walk::walk_binary_expression(self, it);
    }
}

/// The place in the code of a byte of the text that was parsed.
fn own(at: usize) -> usize {
    at.saturating_sub(OPEN.len())
}

/// The same for a place that counts lines of the wrapped text.
fn inside(place: Place) -> Place {
    Place { line: place.line.saturating_sub(1).max(1), ..place }
}

fn limit(message: &str, place: Place) -> CodeDiagnostic {
    let message = format!("{message}; it was not looked at before it runs");
    CodeDiagnostic {
        kind: CodeDiagnosticKind::Limit,
        severity: Severity::Warning,
        message,
        place,
        span: 0..0,
    }
}

fn finish(code: &str, tools: &Tools, read: Read) -> Preflight {
    let mut findings = Vec::new();
    let own = |at: usize| at.saturating_sub(read.open).min(code.len());
    if let Some(end) = read.closed {
        findings.push(closes(code, own(end.saturating_sub(1))));
        return untouched(code, findings);
    }
    let text = |span: Span| own(span.start as usize)..own(span.end as usize);
    if !read.faults.is_empty() {
        for (span, message) in &read.faults {
            let message = format!("{message}; write another name, or assign to it without `const` or `let`");
            findings.push(CodeDiagnostic::new(
                CodeDiagnosticKind::Syntax,
                Severity::Error,
                code,
                text(*span),
                message,
            ));
        }
        return untouched(code, findings);
    }
    for one in read.stripped.refused.iter().take(FINDINGS) {
        findings.push(CodeDiagnostic::new(
            one.kind,
            Severity::Error,
            code,
            text(one.span),
            one.message.as_str(),
        ));
    }
    let abouts = read.search.judge(tools).into_iter();
    for about in read.look.abouts.iter().cloned().chain(abouts).chain(read.search.hints.iter().cloned()) {
        findings.push(CodeDiagnostic::new(about.kind, about.severity, code, text(about.span), about.message));
    }
    if findings.iter().any(|finding| finding.severity == Severity::Error) {
        // Code that does not run returns nothing anyway.
        findings.retain(|finding| finding.kind != CodeDiagnosticKind::NoReturn);
    }
    findings.sort_by_key(|finding| (std::cmp::Reverse(finding.severity), finding.place));
    findings.truncate(FINDINGS);
    let mut places = Places::new(code);
    let calls = read.search.found.iter().map(|found| {
        let span = text(found.span);
        CallSite {
            tool: found.tool.full_name(),
            arguments: found.arguments.len(),
            spread: found.spread,
            place: places.of(span.start),
            span,
        }
    });
    let calls = calls.collect();
    let language = if read.stripped.typed { Language::TypeScript } else { Language::JavaScript };
    if !read.stripped.refused.is_empty() {
        let code = code.to_owned();
        return Preflight { code, moves: Moves::default(), language: Some(language), findings, calls };
    }
    let moves = Moves::new(code, &read.stripped.code, &read.stripped.replaced);
    Preflight { code: read.stripped.code, moves, language: Some(language), findings, calls }
}

fn closes(code: &str, at: usize) -> CodeDiagnostic {
    let message = "the code closes the function that it is the body of: it has a closing brace too many";
    CodeDiagnostic::new(
        CodeDiagnosticKind::Syntax,
        Severity::Error,
        code,
        at..(at + 1).min(code.len()),
        message,
    )
}

/// The faults of code, with the brackets that explain them.
fn syntax(code: &str, faults: &[SyntaxFault]) -> Vec<CodeDiagnostic> {
    let stray = measure(code, LIMITS).ok().and_then(|bounds| bounds.stray);
    let explained = match stray {
        Some(Stray::Closes { at, bracket: '}' }) => return vec![closes(code, at)],
        Some(Stray::Closes { at, bracket }) => {
            format!(": `{bracket}` at {} closes nothing", at_place(code, at))
        }
        Some(Stray::Open { at, bracket }) => {
            format!(": `{bracket}` at {} is never closed", at_place(code, at))
        }
        Some(Stray::Other { at, bracket, open }) => format!(
            ": `{bracket}` at {} does not close `{}` at {}",
            at_place(code, at),
            code.get(open..=open).unwrap_or_default(),
            at_place(code, open)
        ),
        None => String::new(),
    };
    let mut findings: Vec<CodeDiagnostic> = faults
        .iter()
        .map(|fault| {
            let start = own(fault.start).min(code.len());
            let end = own(fault.end).clamp(start, code.len());
            let beyond = fault.start >= OPEN.len() + code.len();
            let seen = code.get(start..end).unwrap_or_default();
            let message = match fault.message.as_str() {
                _ if beyond => "the code ends too early".to_owned(),
                "Unexpected token" if !seen.is_empty() => format!("Unexpected token {}", shown(seen)),
                other => other.to_owned(),
            };
            let described = explain::ParserError {
                message: &fault.message,
                start,
                end,
                ends: beyond || !explained.is_empty(),
            };
            let message = match explain::explain(code, described) {
                Some(fix) => format!("{message}{explained}; {fix}"),
                None => format!("{message}{explained}"),
            };
            CodeDiagnostic::new(CodeDiagnosticKind::Syntax, Severity::Error, code, start..end, message)
        })
        .collect();
    if findings.is_empty() {
        let message = format!("the code cannot be parsed{explained}");
        findings.push(CodeDiagnostic::new(CodeDiagnosticKind::Syntax, Severity::Error, code, 0..0, message));
    }
    findings
}

fn at_place(code: &str, at: usize) -> String {
    let Place { line, column } = Place::of(code, at);
    format!("line {line}, column {column}")
}
