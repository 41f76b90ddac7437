//! Looks at code that a model wrote before it goes to a browser.
//!
//! The decision: the code is read as JavaScript first, and what is JavaScript passes byte for byte; only what is not
//! is read as TypeScript and has its types blanked. Where this room cannot decide (a limit, TypeScript that would
//! leave code behind), [`Preflight::code`] is the text that came in and a finding says so: the engine has the last
//! word, as it would without preflight.

use std::ops::Range;

use oxc_ast::ast::{ArrowFunctionBody, Expression, FunctionBody, Program, Statement};
use oxc_ast_visit::Visit as _;
use oxc_span::{GetSpan as _, Span};

use crate::calls;
use crate::finding::{Finding, FindingKind, Place, Places, Severity, shown};
use crate::guard::{Limits, Stray, measure};
use crate::parse::{FINDINGS, Failure, Grammar, SyntaxFault, Tree, parse};
use crate::strip::{Refused, Strip};
use crate::tools::Tools;

/// The bounds of code that preflight looks at.
pub mod limits {
    /// Bytes of code: 128 KiB.
    pub const BYTES: usize = 128 * 1024;
    /// Tokens that may be open at once: the brackets around a place, and in each of them the tokens since the last
    /// end of a statement or comma.
    pub const DEPTH: usize = 2_000;
    /// Brackets that may be open at once.
    pub const BRACKETS: usize = 100;
    /// `<` that may be open at once in TypeScript.
    pub const ANGLES: usize = 8;
}

pub(crate) const LIMITS: Limits = Limits {
    bytes: limits::BYTES + OPEN.len() + CLOSE.len(),
    depth: limits::DEPTH,
    brackets: limits::BRACKETS,
    angles: limits::ANGLES,
};

/// The code is the body of an async function: this is what the parser sees around it.
pub(crate) const OPEN: &str = "function f(){async()=>{\n";
pub(crate) const CLOSE: &str = "\n}}";

/// Which language code is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Language {
    /// JavaScript.
    JavaScript,
    /// TypeScript.
    TypeScript,
}

/// What preflight found.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Preflight {
    /// The code to run: without its types, and otherwise the text that came in, byte for byte. Every character that
    /// stays keeps its line and column.
    pub code: String,
    /// The language it was read as; `None` where it was not read, because of its syntax or a limit.
    pub language: Option<Language>,
    /// What is wrong with it, in the order of severity and place.
    pub findings: Vec<Finding>,
    /// The calls of tools that were found, in the order in which they stand in the code; at most 1,000.
    pub calls: Vec<Call>,
    /// Functions of tools that the code reaches on the page itself and not as members of `global`, as far as its text
    /// shows that, in the order in which they stand in the code. They are no findings: whether they may is the
    /// caller's policy.
    pub past: Vec<Past>,
}

/// A tool's function that code reaches past `global`, as in `window.placeOrder()`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Past {
    /// The tool's name.
    pub tool: String,
    /// Where the path begins.
    pub place: Place,
    /// Where it stands, in bytes of UTF-8.
    pub span: Range<usize>,
}

impl Preflight {
    /// Whether nothing is certainly wrong.
    pub fn is_ok(&self) -> bool {
        self.errors().next().is_none()
    }

    /// The findings that say that the code cannot work.
    pub fn errors(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| finding.severity == Severity::Error)
    }
}

/// A call of a tool in code.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Call {
    /// The tool's name, whether it is declared or not.
    pub tool: String,
    /// Arguments that it passes, or passes at least with a spread among them.
    pub arguments: usize,
    /// Whether a spread is among them.
    pub spread: bool,
    /// Where the call begins.
    pub place: Place,
    /// Where it stands, in bytes of UTF-8.
    pub span: Range<usize>,
}

/// Reads `code`, the body of an async function with the parameter `global`, as a runtime is about to run it.
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
    let untouched = |findings| Preflight {
        code: code.to_owned(),
        language: None,
        findings,
        calls: Vec::new(),
        past: Vec::new(),
    };
    if code.len() > limits::BYTES {
        let message = format!("the code is {} bytes long, and {} are looked at", code.len(), limits::BYTES);
        return untouched(vec![limit(&message, Place::of("", 0))]);
    }
    let wrapped = format!("{OPEN}{code}{CLOSE}");
    let walk = |tree: Tree<'_, '_>| read(&tree, &wrapped);
    let javascript = match parse(&wrapped, Grammar::Script, LIMITS, walk) {
        Ok(read) => return finish(code, tools, read),
        Err(Failure::Refused(refusal)) => {
            return untouched(vec![limit(&refusal.message, inside(refusal.at))]);
        }
        Err(Failure::Syntax(faults)) => faults,
    };
    match parse(&wrapped, Grammar::TypeScript, LIMITS, walk) {
        Ok(read) => finish(code, tools, read),
        // It is no JavaScript, and whether it is TypeScript cannot be told.
        Err(Failure::Refused(refusal)) => untouched(vec![limit(&refusal.message, inside(refusal.at))]),
        Err(Failure::Syntax(faults)) => {
            // Of the two readings, the one that came further is the one that was meant.
            let reach = |faults: &[SyntaxFault]| faults.first().map_or(0, |fault| fault.start);
            let faults = if reach(&faults) > reach(&javascript) { faults } else { javascript };
            untouched(syntax(code, &faults))
        }
    }
}

/// What a walk brought out of the parser's thread.
struct Read {
    /// The code without its types.
    code: String,
    refused: Vec<Refused>,
    search: calls::Search,
    /// Where the function ended, if that is not where the code does.
    closed: Option<usize>,
}

fn read(tree: &Tree<'_, '_>, wrapped: &str) -> Read {
    let mut read =
        Read { code: String::new(), refused: Vec::new(), search: calls::Search::default(), closed: None };
    match whole(tree.program, wrapped) {
        Ok(body) => read.search = calls::find(&body.statements),
        Err(end) => read.closed = Some(end),
    }
    // The parser takes some of TypeScript for JavaScript, such as `private` in a class; so types are looked for in
    // both readings.
    let mut strip = Strip::new(wrapped);
    strip.visit_program(tree.program);
    read.refused = std::mem::take(&mut strip.refused);
    let text = strip.into_text().unwrap_or_else(|| wrapped.to_owned());
    let inner = text.len().checked_sub(CLOSE.len()).and_then(|end| text.get(OPEN.len()..end));
    inner.unwrap_or_default().clone_into(&mut read.code);
    read
}

/// The body that is the whole of the code, or where the code has closed it.
fn whole<'t, 'a>(program: &'t Program<'a>, wrapped: &str) -> Result<&'t FunctionBody<'a>, usize> {
    let [Statement::FunctionDeclaration(outer)] = program.body.as_slice() else {
        return Err(program.body.first().map_or(0, |first| first.span().end as usize));
    };
    let statements = outer.body.as_ref().map_or(&[][..], |body| body.statements.as_slice());
    let first = statements.first().map_or(0, |first| first.span().end as usize);
    match statements {
        [Statement::ExpressionStatement(only)] => match &only.expression {
            Expression::ArrowFunctionExpression(arrow) => match &arrow.body {
                ArrowFunctionBody::FunctionBody(body) if body.span.end as usize + 1 == wrapped.len() => {
                    Ok(body)
                }
                _ => Err(arrow.span.end as usize),
            },
            Expression::SequenceExpression(several) => {
                Err(several.expressions.first().map_or(first, |one| one.span().end as usize))
            }
            _ => Err(first),
        },
        _ => Err(first),
    }
}

/// The place in the code of a byte of the wrapped text.
fn own(at: usize) -> usize {
    at.saturating_sub(OPEN.len())
}

/// The same for a place that counts lines of the wrapped text.
fn inside(place: Place) -> Place {
    Place { line: place.line.saturating_sub(1).max(1), ..place }
}

fn limit(message: &str, place: Place) -> Finding {
    let message = format!("{message}; it was not looked at before it runs");
    Finding { kind: FindingKind::Limit, severity: Severity::Warning, message, place, span: 0..0 }
}

fn finish(code: &str, tools: &Tools, read: Read) -> Preflight {
    let mut findings = Vec::new();
    if let Some(end) = read.closed {
        let at = own(end.saturating_sub(1)).min(code.len());
        findings.push(closes(code, at));
        return Preflight {
            code: code.to_owned(),
            language: None,
            findings,
            calls: Vec::new(),
            past: Vec::new(),
        };
    }
    let text = |span: Span| own(span.start as usize)..own(span.end as usize).min(code.len());
    for one in read.refused.iter().take(FINDINGS) {
        findings.push(Finding::new(one.kind, Severity::Error, code, text(one.span), one.message.as_str()));
    }
    for about in read.search.judge(tools).into_iter().chain(read.search.hints.iter().cloned()) {
        findings.push(Finding::new(about.kind, about.severity, code, text(about.span), about.message));
    }
    findings.sort_by_key(|finding| (std::cmp::Reverse(finding.severity), finding.place));
    findings.truncate(FINDINGS);
    let mut places = Places::new(code);
    let calls = read.search.found.iter().map(|found| {
        let span = text(found.span);
        Call {
            tool: found.tool.clone(),
            arguments: found.arguments.len(),
            spread: found.spread,
            place: places.of(span.start),
            span,
        }
    });
    let calls = calls.collect();
    let mut places = Places::new(code);
    let past = read.search.past.iter().filter(|reach| tools.get(&reach.name).is_some());
    let past = past.map(|reach| {
        let span = text(reach.span);
        Past { tool: reach.name.clone(), place: places.of(span.start), span }
    });
    let past = past.collect();
    let same = read.code == code && read.refused.is_empty();
    let language = if same { Language::JavaScript } else { Language::TypeScript };
    let code = if read.refused.is_empty() { read.code } else { code.to_owned() };
    Preflight { code, language: Some(language), findings, calls, past }
}

fn closes(code: &str, at: usize) -> Finding {
    let message = "the code closes the function that it is the body of: it has a closing brace too many";
    Finding::new(FindingKind::Syntax, Severity::Error, code, at..(at + 1).min(code.len()), message)
}

/// The faults of code, with the brackets that explain them.
fn syntax(code: &str, faults: &[SyntaxFault]) -> Vec<Finding> {
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
    let mut findings: Vec<Finding> = faults
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
            let message = format!("{message}{explained}");
            Finding::new(FindingKind::Syntax, Severity::Error, code, start..end, message)
        })
        .collect();
    if findings.is_empty() {
        let message = format!("the code cannot be parsed{explained}");
        findings.push(Finding::new(FindingKind::Syntax, Severity::Error, code, 0..0, message));
    }
    findings
}

fn at_place(code: &str, at: usize) -> String {
    let Place { line, column } = Place::of(code, at);
    format!("line {line}, column {column}")
}
