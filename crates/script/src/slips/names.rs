//! Names that no page has: words of other languages and places.

use oxc_ast::AstKind;
use oxc_ast::ast::UnaryOperator;
use oxc_semantic::{Reference, Semantic};
use oxc_span::{GetSpan as _, Span};

use super::look::Look;
use crate::calls::About;
use crate::diagnostic::{CodeDiagnosticKind, Severity, shown};
use crate::tools::Tools;

/// Words of other languages, and how to write them.
const WORDS: [(&str, &str); 6] = [
    ("True", "true"),
    ("False", "false"),
    ("None", "null"),
    ("nil", "null"),
    ("NULL", "null"),
    ("Null", "null"),
];

/// Functions of other languages, and how to write them. `print` opens a page's dialog for printing.
const FUNCTIONS: [(&str, &str); 13] = [
    ("print", "`console.log(…)`, or `return …` for the result"),
    ("println", "`console.log(…)`, or `return …` for the result"),
    ("printf", "`console.log(…)`, or `return …` for the result"),
    ("puts", "`console.log(…)`, or `return …` for the result"),
    ("len", "`list.length`"),
    ("range", "`Array.from({ length: n }, (_, i) => i)`"),
    ("str", "`String(x)`"),
    ("int", "`Math.trunc(Number(x))`"),
    ("float", "`Number(x)`"),
    ("isinstance", "`typeof x === \"…\"`"),
    ("sleep", "`await new Promise((done) => setTimeout(done, 1000))`"),
    ("sorted", "`list.toSorted()`"),
    ("enumerate", "`list.entries()`"),
];

/// Objects that models take for the one that holds the tools.
const HOLDERS: [&str; 5] = ["tools", "functions", "webagents", "default_api", "mcp"];

pub(super) fn look(semantic: &Semantic<'_>, tools: &Tools, look: &mut Look) {
    let scoping = semantic.scoping();
    let mut names: Vec<_> = scoping.root_unresolved_references().iter().collect();
    names.sort_by_key(|(name, _)| name.as_str());
    for (name, references) in names {
        let name = name.as_str();
        let mut places = references.iter().map(|id| scoping.get_reference(*id)).filter(|one| one.is_value());
        let asked = places.clone().any(|one| is_asked(semantic, one) || one.is_write());
        if asked {
            continue;
        }
        let Some((first, about)) = places.find_map(|one| Some((one, about(name, one, semantic, tools)?)))
        else {
            continue;
        };
        let (severity, message) = about;
        let span = semantic.reference_span(first);
        look.abouts.push(About { kind: CodeDiagnosticKind::NoSuchName, severity, span, message });
    }
}

/// `typeof name`.
fn is_asked(semantic: &Semantic<'_>, reference: &Reference) -> bool {
    matches!(
        semantic.nodes().parent_kind(reference.node_id()),
        AstKind::UnaryExpression(it) if it.operator == UnaryOperator::Typeof
    )
}

fn about(
    name: &str,
    reference: &Reference,
    semantic: &Semantic<'_>,
    tools: &Tools,
) -> Option<(Severity, String)> {
    let parent = semantic.nodes().parent_kind(reference.node_id());
    let span = semantic.reference_span(reference);
    let member = match parent {
        AstKind::StaticMemberExpression(it) if it.object.span() == span => Some(it.property.name.as_str()),
        _ => None,
    };
    let called = |span: Span| matches!(parent, AstKind::CallExpression(it) if it.callee.span() == span);
    if let Some((_, instead)) = WORDS.iter().find(|(word, _)| *word == name) {
        return Some((
            Severity::Error,
            format!("there is no {} in JavaScript; write `{instead}`", shown(name)),
        ));
    }
    match (name, member) {
        ("require", _) if called(span) => Some((
            Severity::Error,
            "there is no `require` in a page; the tools are members of `global`, as in `global.name(…)`, and another \
             library is loaded by `await import(\"https://…\")`"
                .to_owned(),
        )),
        ("module", Some("exports")) => Some((
            Severity::Warning,
            "`module.exports` is not read in a page; write `return …`".to_owned(),
        )),
        ("process", Some(_)) => Some((
            Severity::Warning,
            "there is no `process` in a page; write values into the code, or take them from the page".to_owned(),
        )),
        ("execute_js" | "executeJs" | "execute_code", _) if called(span) => Some((
            Severity::Error,
            format!("{} is the tool that runs this code; write the code itself, as in `return await global.name(…)`", shown(name)),
        )),
        ("page" | "browser" | "driver" | "cy", Some(_)) => Some((
            Severity::Warning,
            format!(
                "{} is an object of a program that drives browsers, and the code runs in the page itself; write \
                 `document.title`, `document.querySelector(…)`, or call a tool: `await global.name(…)`",
                shown(name)
            ),
        )),
        ("$" | "$$" | "jQuery", _) if called(span) || member.is_some() => Some((
            Severity::Warning,
            format!(
                "{} exists only if the page loads a library for it; write `document.querySelector(…)` or \
                 `document.querySelectorAll(…)`",
                shown(name)
            ),
        )),
        (holder, Some(tool)) if HOLDERS.contains(&holder) && tools.get(tool).is_some() => Some((
            Severity::Error,
            format!("the tools are members of `global`, and not of {}; write `global.{tool}(…)`", shown(holder)),
        )),
        (word, _) if called(span) && tools.get(word).is_none() && FUNCTIONS.iter().any(|(name, _)| *name == word) => {
            let instead = FUNCTIONS.iter().find(|(name, _)| *name == word).map_or("", |(_, instead)| *instead);
            Some((Severity::Warning, format!("{} is a function of another language; write {instead}", shown(word))))
        }
        _ if tools.get(name).is_some() && name != "global" => Some((
            Severity::Warning,
            format!("{} is called as a function of the page, which no journal has; write `global.{name}(…)`", shown(name)),
        )),
        _ => None,
    }
}
