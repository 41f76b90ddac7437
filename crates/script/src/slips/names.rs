//! Names that no page has: words of other languages and places.

use oxc_ast::AstKind;
use oxc_ast::ast::UnaryOperator;
use oxc_semantic::{Reference, Semantic};
use oxc_span::GetSpan as _;

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
pub(super) fn is_asked(semantic: &Semantic<'_>, reference: &Reference) -> bool {
    matches!(
        semantic.nodes().parent_kind(reference.node_id()),
        AstKind::UnaryExpression(it) if it.operator == UnaryOperator::Typeof
    )
}

/// Use of a name that the code does not declare.
struct Use<'a> {
    /// Member that is read of the name's value.
    member: Option<&'a str>,
    is_called: bool,
}

impl<'a> Use<'a> {
    fn of(reference: &Reference, semantic: &Semantic<'a>) -> Self {
        let parent = semantic.nodes().parent_kind(reference.node_id());
        let span = semantic.reference_span(reference);
        let member = match parent {
            AstKind::StaticMemberExpression(it) if it.object.span() == span => {
                Some(it.property.name.as_str())
            }
            _ => None,
        };
        let is_called = matches!(parent, AstKind::CallExpression(it) if it.callee.span() == span);
        Self { member, is_called }
    }
}

/// Returns the message about a name that is wrong in every realm.
pub(super) fn about_any(
    name: &str,
    reference: &Reference,
    semantic: &Semantic<'_>,
    tools: &Tools,
) -> Option<String> {
    let Use { member, is_called } = Use::of(reference, semantic);
    if let Some((_, instead)) = WORDS.iter().find(|(word, _)| *word == name) {
        return Some(format!("there is no {} in JavaScript; write `{instead}`", shown(name)));
    }
    if matches!(name, "execute_js" | "executeJs" | "execute_code") && is_called {
        let name = shown(name);
        return Some(format!(
            "{name} is the tool that runs this code; write the code itself, as in `return await global.name(…)`"
        ));
    }
    if let Some(tool) = member.filter(|tool| HOLDERS.contains(&name) && tools.get(tool).is_some()) {
        let name = shown(name);
        return Some(format!(
            "the tools are members of `global`, and not of {name}; write `global.{tool}(…)`"
        ));
    }
    if tools.get(name).is_some() {
        return (tools.is_isolated() && name != "global")
            .then(|| format!("{} is a tool, and no global name; write `global.{name}(…)`", shown(name)));
    }
    let (_, instead) = FUNCTIONS.iter().find(|(word, _)| *word == name && is_called)?;
    Some(format!("{} is a function of another language; write {instead}", shown(name)))
}

/// Returns the message about a name that is wrong in a page.
fn about(
    name: &str,
    reference: &Reference,
    semantic: &Semantic<'_>,
    tools: &Tools,
) -> Option<(Severity, String)> {
    if let Some(message) = about_any(name, reference, semantic, tools) {
        // A page may define functions of these names.
        let is_function = FUNCTIONS.iter().any(|(word, _)| *word == name);
        return Some((if is_function { Severity::Warning } else { Severity::Error }, message));
    }
    let Use { member, is_called } = Use::of(reference, semantic);
    match (name, member) {
        ("require", _) if is_called => Some((
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
        ("page" | "browser" | "driver" | "cy", Some(_)) => Some((
            Severity::Warning,
            format!(
                "{} is an object of a program that drives browsers, and the code runs in the page itself; write \
                 `document.title`, `document.querySelector(…)`, or call a tool: `await global.name(…)`",
                shown(name)
            ),
        )),
        ("$" | "$$" | "jQuery", _) if is_called || member.is_some() => Some((
            Severity::Warning,
            format!(
                "{} exists only if the page loads a library for it; write `document.querySelector(…)` or \
                 `document.querySelectorAll(…)`",
                shown(name)
            ),
        )),
        _ if tools.get(name).is_some() && name != "global" => Some((
            Severity::Warning,
            format!("{} is called as a function of the page, which no journal has; write `global.{name}(…)`", shown(name)),
        )),
        _ => None,
    }
}
